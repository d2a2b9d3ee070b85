//! Kinds and dimensions of what a function is given fit its body at one call, and not at another.

use optim_std::author::*;

#[optimizer]
fn product(x: Tensor, y: Tensor) -> Tensor {
    let square = x.matmul(x.t());
    square.matmul(y)
}

#[optimizer]
fn reduced(x: Tensor) -> Rows {
    x.row_mean()
}

#[optimizer]
fn stored(place: &mut Tensor, x: Tensor) {
    *place = x;
}

#[optimizer(uses(product, reduced, stored))]
fn several(place: &mut Tensor, x: Tensor, y: Tensor) -> Tensor {
    stored(place, product(x, y));
    reduced(y)
}

#[optimizer(state <m = 0.0, row: rows = 0.0, right: (cols, cols) = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
}

#[optimizer(uses(several, product, reduced, stored))]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.m = product(grad, grad);
        state.right = product(grad.t(), state.right);
        state.m = product(grad, state.right);
        state.row = reduced(state.row);
        stored(&mut state.m, grad.row_mean());
        state.row = several(&mut state.m, grad, grad);
        state.row = several(&mut state.right, grad, grad);
        *param -= self.lr * state.m;
    }
}

fn main() {}
