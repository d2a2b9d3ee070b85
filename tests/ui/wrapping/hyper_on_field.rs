//! A default for the optimizer inside, and a state of its name.

use optim_std::author::*;

#[optimizer(matrix, state <inner = 0.0>)]
#[derive(Debug, Clone)]
pub struct Wrapper<O: Definition> {
    #[hyper(default = AdamW::new())]
    pub inner: O,
}

#[optimizer]
impl<O: Definition> Wrapper<O> {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        self.inner.step(param, grad);
    }
}

fn main() {}
