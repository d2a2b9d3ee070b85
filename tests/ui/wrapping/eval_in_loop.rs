//! The `eval` of the optimizer inside in a loop.

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
        let mut weights = param;
        for _ in 0..3 {
            weights = self.inner.eval(weights);
        }
        weights + state.slow
    }
}

fn main() {}
