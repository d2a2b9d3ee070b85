//! The shelf, used from another crate.

use optim_std::author::*;
use optim_std::shelf::{self, orthogonalized as orthogonal};
use optim_std::testing::check;

/// Every function of the shelf.
#[optimizer(state <exp_avg = 0.0, exp_avg_sq = 0.0>)]
#[derive(Debug, Clone)]
struct FromTheShelf {
    #[hyper(default = 0.01, scheduled)]
    lr: f64,
    #[hyper(default = (0.9, 0.99), scheduled)]
    betas: (f64, f64),
    #[hyper(default = 0.1)]
    weight_decay: f64,
}

#[optimizer(uses(
    shelf::moving_average,
    shelf::bias_correction,
    shelf::decoupled_weight_decay,
    optim_std::shelf::trust_ratio,
    orthogonal,
    shelf::clipped_by_rms
))]
impl FromTheShelf {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
        let (beta1, beta2) = self.betas;
        shelf::moving_average(&mut state.exp_avg, grad, beta1);
        shelf::moving_average(&mut state.exp_avg_sq, grad.square(), beta2);
        let second = state.exp_avg_sq / shelf::bias_correction(beta2, t);
        let update = shelf::clipped_by_rms(state.exp_avg / (second.sqrt() + 1e-8), 1.0);
        let update = update + 0.1 * orthogonal(update, 2);
        shelf::decoupled_weight_decay(param, self.lr, self.weight_decay);
        *param -= self.lr * optim_std::shelf::trust_ratio(*param, update) * update;
    }
}

#[test]
fn the_shelf_works_in_other_crates() {
    check::<FromTheShelf>();
}
