//! A global input is due for the whole model: not by the step count of a parameter, its shape, or settings that groups may change.

use optim_std::author::*;

#[optimizer(input <
    a: global if every(self.k),
    b: global if after(10) && self.on,
    c: global if param.ndim() >= 2,
    d: global if self.own || self.rate.is_some(),
    e: global if slot(3),
    f: global if self.on && self.shared_rate.is_some(),
>)]
#[derive(Debug, Clone)]
pub struct Priced {
    #[hyper(default = 0.1, scheduled)]
    pub lr: f64,
    #[hyper(default = 5)]
    pub k: usize,
    #[hyper(default = true, shared)]
    pub on: bool,
    #[hyper(default = true)]
    pub own: bool,
    #[hyper(default = None)]
    pub rate: Option<f64>,
    #[hyper(default = None, shared)]
    pub shared_rate: Option<f64>,
}

#[optimizer]
impl Priced {
    fn step(&self, param: &mut Tensor, grad: Tensor, input: Input<Self>, _state: &mut State<Self>) {
        *param -= self.lr * grad;
        if self.on && self.shared_rate.is_some() {
            *param *= input.f;
        }
    }
}

fn main() {}
