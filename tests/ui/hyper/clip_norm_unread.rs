//! A wrapper takes over the clipping of the builder, and does not clip.

use optim_std::author::*;

#[optimizer]
#[derive(Debug, Clone)]
pub struct Wrapper<O: Definition> {
    pub inner: O,
    #[hyper(default = None, shared)]
    pub clip_norm: Option<f64>,
}

#[optimizer]
impl<O: Definition> Wrapper<O> {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        self.inner.step(param, grad);
    }
}

fn main() {}
