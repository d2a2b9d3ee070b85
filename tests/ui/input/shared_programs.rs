//! Inputs of many periods make more programs than a step may have.

use optim_std::author::*;

#[optimizer(state <mean = 0.0>, input <a if every(2), b if every(3), c if every(5), d if every(7)>)]
#[derive(Debug, Clone)]
pub struct Curved {
    #[hyper(default = 0.1, scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Curved {
    fn step(&self, param: &mut Tensor, grad: Tensor, input: Input<Self>, state: &mut State<Self>) {
        if every(2) {
            state.mean += input.a;
        }
        if every(3) {
            state.mean += input.b;
        }
        if every(5) {
            state.mean += input.c;
        }
        if every(7) {
            state.mean += input.d;
        }
        *param -= self.lr * grad * state.mean;
    }
}

fn main() {}
