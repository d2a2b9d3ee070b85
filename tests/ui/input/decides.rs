//! An input is data: it decides nothing.

use optim_std::author::*;

#[optimizer(input <loss: global>)]
#[derive(Debug, Clone)]
pub struct Curved {
    #[hyper(default = 0.1, scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Curved {
    fn step(&self, param: &mut Tensor, grad: Tensor, input: Input<Self>, _state: &mut State<Self>) {
        if input.loss > 1.0 {
            *param -= self.lr * grad;
        }
    }
}

fn main() {}
