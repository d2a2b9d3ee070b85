//! A wrapper does an option of the builder itself, by a number that must be there, and that groups may override.

use optim_std::author::*;

#[optimizer]
#[derive(Debug, Clone)]
pub struct Wrapper<O: Definition> {
    pub inner: O,
    #[hyper(default = 1.0)]
    pub clip_norm: f64,
    #[hyper(default = None)]
    pub clip_value: Option<f64>,
    #[hyper(default = 1.0)]
    pub grad_scale: f64,
}

#[optimizer]
impl<O: Definition> Wrapper<O> {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        self.inner.step(param, grad * self.clip_norm);
    }
}

fn main() {}
