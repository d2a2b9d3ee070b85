//! The target of the update is a variable that is not a tensor.

use optim_std::author::*;

#[optimizer]
#[derive(Debug, Clone)]
pub struct Wrapper<O: Definition> {
    pub inner: O,
}

#[optimizer]
impl<O: Definition> Wrapper<O> {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        let mut fast = param.norm();
        self.inner.step(&mut fast, grad);
        *param -= fast * grad;
    }
}

fn main() {}
