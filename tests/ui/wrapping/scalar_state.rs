//! The target of the update is not a tensor.

use optim_std::author::*;

#[optimizer(state <sum: rows = 0.0>)]
#[derive(Debug, Clone)]
pub struct Wrapper<O: Definition> {
    pub inner: O,
    #[hyper(default = 0.5, scheduled)]
    pub alpha: f64,
}

#[optimizer]
impl<O: Definition> Wrapper<O> {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        self.inner.step(&mut state.sum, grad);
        *param -= self.alpha * grad;
    }
}

fn main() {}
