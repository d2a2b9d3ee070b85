//! Calls of step functions with other arguments than they take.

use optim_std::author::*;

#[optimizer]
fn averaged(average: &mut Tensor, value: Tensor, beta: Scalar) {
    *average = beta * *average + (1.0 - beta) * value;
}

#[optimizer]
fn exchanged(a: &mut Tensor, b: &mut Tensor) {
    let old = *a;
    *a = *b;
    *b = old;
}

#[optimizer]
fn repeated(x: Tensor, times: usize) -> Tensor {
    let mut y = x;
    for _ in 0..times {
        y = 0.5 * y;
    }
    y
}

#[optimizer(state <m = 0.0, history: [tensor; 3] = 0.0, count: scalar = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    #[hyper(default = 2)]
    pub n: usize,
}

#[optimizer(uses(averaged, exchanged, repeated))]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        averaged(&mut state.m, grad);
        averaged(&mut state.m, grad, 0.9, 1.0);
        averaged(&mut state.m, grad.norm(), 0.9);
        averaged(&mut state.m, grad, 1);
        averaged(&mut state.m, grad, grad);
        averaged(&mut state.count, grad, 0.9);
        averaged(state.m, grad, 0.9);
        averaged(&mut grad, grad, 0.9);
        averaged(&mut (state.m + grad), grad, 0.9);
        averaged(param, param, 0.9);
        exchanged(&mut state.m, &mut state.m);
        exchanged(&mut state.history[0], &mut state.history[0]);
        exchanged(&mut state.history[0], &mut state.history[self.n]);
        let a = repeated(grad, self.lr);
        let b = repeated(grad, slot(3) + 1);
        let c = averaged(&mut state.m, grad, 0.9);
        *param -= self.lr * (a + b + c);
    }
}

fn main() {}
