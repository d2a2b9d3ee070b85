//! The inner optimizer is given by its builder.

use optim_std::ndarray::array;
use optim_std::author::*;
use optim_std::prelude::*;

#[optimizer]
#[derive(Debug, Clone)]
pub struct Same<O: Definition> {
    pub inner: O,
}

#[optimizer]
impl<O: Definition> Same<O> {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        self.inner.step(param, grad);
    }
}

fn main() {
    let x = array![1.0_f32];
    let _ = Same::new(0.1);
    let _ = Same::new(AdamW::new().build(&x));
    let _ = Same::new(AdamW::new()).group("a", |_| true, |h| h.lr(0.1));
}
