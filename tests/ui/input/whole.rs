//! All inputs together are no value.

use optim_std::author::*;

#[optimizer(input <hessian: tensor>)]
#[derive(Debug, Clone)]
pub struct Curved {
    #[hyper(default = 0.1, scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Curved {
    fn step(&self, param: &mut Tensor, grad: Tensor, input: Input<Self>, _state: &mut State<Self>) {
        let given = input;
        let largest = input.amax();
        *param -= self.lr * grad / (given + largest);
    }
}

fn main() {}
