//! The presence of a number may differ between groups, as the number may.

use optim_std::author::*;

#[optimizer(state <
    scale: global = { if self.rate.is_some() { 1.0 } else { 0.0 } },
    sums: [global; if self.other.is_none() { 1 } else { 2 }] = 0.0,
>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    #[hyper(default = None)]
    pub rate: Option<f64>,
    #[hyper(default = None, shared)]
    pub other: Option<f64>,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.scale = grad.global_sum();
        state.sums[0] = state.scale;
        *param -= self.lr * grad;
    }
}

fn main() {}
