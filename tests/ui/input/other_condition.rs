//! An input that is read under another condition than that of its declaration.

use optim_std::author::*;

#[optimizer(state <curvature = 1.0>, input <hessian: tensor if every(self.k), trust: scalar if self.wide>)]
#[derive(Debug, Clone)]
pub struct Curved {
    #[hyper(default = 0.1, scheduled)]
    pub lr: f64,
    #[hyper(default = 10)]
    pub k: usize,
    #[hyper(default = true)]
    pub wide: bool,
}

#[optimizer]
impl Curved {
    fn step(&self, param: &mut Tensor, grad: Tensor, input: Input<Self>, state: &mut State<Self>) {
        if every(10) {
            state.curvature = input.hessian;
        }
        if !self.wide {
            state.curvature *= input.trust;
        }
        *param -= self.lr * grad / state.curvature;
    }
}

fn main() {}
