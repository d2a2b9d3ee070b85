//! `unsafe` and `async` blocks.

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
        let x = unsafe { grad };
        let y = async { grad };
        let z = y.await;
        *param -= self.lr * x;
    }
}

fn main() {}
