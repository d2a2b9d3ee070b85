//! `?` and `let … else`.

use optim_std::author::*;

#[optimizer(state <exp_avg = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    pub beta: Option<f64>,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let beta = self.beta?;
        let Some(other) = self.beta else { return };
        *param -= self.lr * beta * other * grad;
    }
}

fn main() {}
