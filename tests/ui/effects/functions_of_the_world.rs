//! Functions with effects.

use optim_std::author::*;

#[optimizer(state <exp_avg = 0.0, other = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        std::mem::swap(&mut state.exp_avg, &mut state.other);
        let now = std::time::Instant::now();
        let text = String::from("x");
        let seed = std::env::var("SEED");
        *param -= self.lr * grad;
    }
}

fn main() {}
