//! The target of the update is a variable without `&mut`.

use optim_std::author::*;

#[optimizer]
#[derive(Debug, Clone)]
pub struct Wrapper<O: Definition> {
    pub inner: O,
}

#[optimizer]
impl<O: Definition> Wrapper<O> {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        let mut fast = *param;
        self.inner.step(fast, grad);
        *param -= fast;
    }
}

fn main() {}
