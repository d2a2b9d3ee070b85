//! Items inside a step.

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
        const TWO: f64 = 2.0;
        fn double(x: Tensor) -> Tensor {
            x + x
        }
        use std::f64::consts::PI;
        struct Pair(Tensor, Tensor);
        *param -= self.lr * grad;
    }
}

fn main() {}
