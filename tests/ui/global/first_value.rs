//! First values that are not of the whole model.

use optim_std::author::*;

#[optimizer(state <
    a: global = param,
    b: global = normal(0.1),
    c: global = { self.start },
    d: global = { param.len() as f64 },
    e: global = { self.lr },
    f: global = eye,
>)]
#[derive(Debug, Clone)]
pub struct Descent {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub lr: f64,
    #[hyper(default = 1.0)]
    pub start: f64,
}

#[optimizer]
impl Descent {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param -= self.lr * (state.a + state.b + state.c + state.d + state.e + state.f) * grad;
    }
}

fn main() {}
