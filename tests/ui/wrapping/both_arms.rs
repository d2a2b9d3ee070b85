//! A second call in the `else`.

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
        if every(self.k) {
            self.inner.step(param, grad);
        } else {
            self.inner.step(param, 0.5 * grad);
        }
        state.slow = *param;
    }
}

fn main() {}
