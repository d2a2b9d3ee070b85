//! Type parameters that are no optimizers.

use optim_std::author::*;

#[optimizer]
#[derive(Debug, Clone)]
pub struct Wrapper<O: Definition, P: Definition> {
    pub inner: O,
    pub other: P,
}

#[optimizer]
#[derive(Debug, Clone)]
pub struct Unbounded<O> {
    pub inner: O,
}

#[optimizer]
impl<O: Definition, P: Definition> Wrapper<O, P> {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        *param -= 0.1 * grad;
    }
}

fn main() {}
