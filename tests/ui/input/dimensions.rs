//! Inputs with dimensions of their own meet values that have others.

use optim_std::author::*;

#[optimizer(state <mean = 0.0>, input <row: rows, basis: (cols, self.rank)>)]
#[derive(Debug, Clone)]
pub struct Curved {
    #[hyper(default = 0.1, scheduled)]
    pub lr: f64,
    #[hyper(default = 2)]
    pub rank: usize,
}

#[optimizer]
impl Curved {
    fn step(&self, param: &mut Tensor, grad: Tensor, input: Input<Self>, state: &mut State<Self>) {
        state.mean = input.row;
        *param -= self.lr * (grad + input.basis);
    }
}

fn main() {}
