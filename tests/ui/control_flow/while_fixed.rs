//! `while` on a fixed condition: its number of iterations is not written anywhere.

use optim_std::author::*;

#[optimizer(state <exp_avg = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let mut x = grad;
        let mut i = 0;
        while i < 3 {
            x = 0.5 * x;
            i += 1;
        }
        *param -= self.lr * x;
    }
}

fn main() {}
