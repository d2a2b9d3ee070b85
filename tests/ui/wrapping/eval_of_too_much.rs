//! The `eval` of the optimizer inside takes the weights, and nothing else.

use optim_std::author::*;

#[optimizer(state <slow = param>)]
#[derive(Debug, Clone)]
pub struct Wrapper<O: Definition> {
    pub inner: O,
}

#[optimizer]
impl<O: Definition> Wrapper<O> {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        self.inner.step(param, grad);
        state.slow = *param;
    }

    fn eval(&self, param: Tensor, state: &State<Self>) -> Tensor {
        param + self.inner.eval(param, state.slow)
    }
}

fn main() {}
