//! The `eval` of the optimizer inside, twice, and of a number.

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
        self.inner.step(param, grad);
        state.slow = *param;
    }

    fn eval(&self, param: Tensor, state: &State<Self>) -> Tensor {
        let a = self.inner.eval(param.norm());
        let b = self.inner.eval(param);
        a + b + self.inner.eval(state.slow)
    }
}

fn main() {}
