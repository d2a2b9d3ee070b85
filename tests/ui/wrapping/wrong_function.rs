//! Functions that the optimizer inside does not have, or not here.

use optim_std::author::*;

#[optimizer(state <slow = param>)]
#[derive(Debug, Clone)]
pub struct Wrapper<O: Definition> {
    pub inner: O,
    #[hyper(default = 5)]
    pub k: usize,
    #[hyper(default = 0.5, scheduled)]
    pub alpha: f64,
}

#[optimizer]
impl<O: Definition> Wrapper<O> {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        self.inner.probe(param, grad);
        self.inner.update(param, grad);
        state.slow = *param;
    }

    fn probe(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        self.inner.step(param, grad);
    }

    fn eval(&self, param: Tensor, state: &State<Self>) -> Tensor {
        self.inner.step(param, param) + state.slow
    }
}

fn main() {}
