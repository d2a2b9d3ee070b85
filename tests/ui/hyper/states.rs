//! Arguments of `state <…>`.

use optim_std::author::*;

#[optimizer(
    state <
        no_value,
        integer = 0,
        single = 0.0f32,
        text = "x",
        expression = 2.0 * 0.5,
        gradient = grad,
        kind: row = 0.0,
        other: matrix = 0.0,
        scheduled = 0.0 if self.lr > 0.0,
        unknown = 0.0 if self.amsgard,
        values = 0.0 if param.norm() > 0.0,
        called = { self.value() },
        looped = { loop {} },
        empty = 0.0 if,
    >,
    states <x = 0.0>,
    requires(),
    exp_avg = 0.0,
)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    pub amsgrad: bool,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param -= self.lr * grad;
    }
}

fn main() {}
