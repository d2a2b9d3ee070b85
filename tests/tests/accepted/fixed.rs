//! Plain Rust with fixed values.

use super::Mode;
use optim_std::author::*;
use optim_std::testing::check;

mod numbers {
    pub(crate) const HALF: f64 = 0.5;
    pub(crate) mod deep {
        pub(crate) const TURNS: usize = 2;
    }
}

const LIMIT: f64 = 3.0;

#[optimizer]
#[derive(Debug, Clone)]
struct Fixed {
    #[hyper(scheduled)]
    lr: f64,
    #[hyper(default = [0.1, 0.2, 0.3])]
    weights: [f64; 3],
    #[hyper(default = 3)]
    turns: usize,
    #[hyper(default = Some(0.5))]
    damping: Option<f64>,
    #[hyper(default = false)]
    left: bool,
    #[hyper(default = true)]
    right: bool,
    #[hyper(default = Mode::Scaled)]
    mode: Mode,
    #[hyper(default = (2, 0.5))]
    pair: (i32, f64),
}

#[optimizer]
impl Fixed {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let turns = usize::max(self.turns, 1).min(numbers::deep::TURNS);
        let largest = f64::max(self.weights[0], self.weights[2]).sqrt();
        let either = (self.left || self.right) & !self.left ^ false;
        let mut factor = 1.0;
        let mut round = 0;
        for i in 0..turns {
            factor *= 1.0 + i as f64;
            round += 1;
        }
        for weight in self.weights {
            factor += weight;
        }
        for (i, weight) in self.weights.iter().enumerate() {
            factor += *weight * i as f64;
        }
        let damping = self.damping.unwrap_or(0.0);
        let scale = match (self.mode, self.damping) {
            (Mode::Plain, _) => 1.0,
            (Mode::Signed | Mode::Scaled, Some(d)) if d > 0.1 => 2.0 * d,
            _ => numbers::HALF,
        };
        let bounded = if self.damping.is_some() && either { LIMIT } else { std::f64::consts::PI };
        let power = self.pair.0.pow(2) as f64 + self.pair.1.powi(self.pair.0) + f64::EPSILON + -1.0_f64.abs();
        let deferred;
        if either {
            deferred = grad * largest;
        } else {
            deferred = grad;
        }
        let area = (param.rows() * param.cols()) as f64;
        let update = deferred * factor * damping * scale + power / area;
        let update = update.clamp(-bounded, bounded) * (round as f64);
        *param -= self.lr * update;
    }
}

#[test]
fn fixed_values() {
    check::<Fixed>();
}
