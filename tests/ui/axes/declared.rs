//! Wrong declarations of states `along` and `without` an axis, and of lists by axis.

use optim_std::author::*;

#[optimizer(state <
    a: along = 0.0,
    b: along(-1) = 0.0,
    c: without() = 0.0,
    d: along(0.5) = 0.0,
    e: [along; 3] = 0.0,
    f: [without] = 0.0,
    g: along(self.lr) = 0.0,
    h: along(0) = param,
    i: along(0) = eye,
>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.a = state.b + state.c + state.d + state.e[0] + state.f[0] + state.g + state.h + state.i;
        *param -= self.lr * grad;
    }
}

fn main() {}
