//! A first step that is itself known only before the step, and one that is a number of the step.

use optim_std::author::*;

#[optimizer(state <slow = param>, input <hessian: tensor if every(self.k, 1)>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    #[hyper(default = 5)]
    pub k: usize,
    #[hyper(default = false)]
    pub late: bool,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, input: Input<Self>, state: &mut State<Self>, t: Scalar) {
        if every(self.k, after(3)) || every(self.k, slot(2)) || every(self.k, t) || every(self.k, self.late) {
            state.slow = *param;
        }
        if every(self.k) {
            state.slow += input.hessian;
        }
        *param -= self.lr * grad;
    }
}

fn main() {}
