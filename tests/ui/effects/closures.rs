//! Closures over tensors and over settings.

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
        let scale = |x: Tensor| self.lr * x;
        let doubled = self.beta.map(|beta| 2.0 * beta);
        *param -= scale(grad);
    }
}

fn main() {}
