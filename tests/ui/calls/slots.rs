//! A slot as an argument and a result of another type than `usize`.

use optim_std::author::*;

#[optimizer(state <slow = param>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    #[hyper(default = 5)]
    pub k: usize,
    #[hyper(default = 0.5)]
    pub alpha: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.slow = self.pick(grad, slot(2));
        *param -= self.lr * grad;
    }

    fn pick(&self, x: Tensor, place: u32) -> Tensor {
        [x, 2.0 * x][place]
    }

    fn next(&self) -> f64 {
        slot(self.k, 1)
    }
}

fn main() {}
