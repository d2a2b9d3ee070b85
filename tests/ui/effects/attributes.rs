//! Attributes on statements and expressions.

use optim_std::author::*;

#[optimizer(state <exp_avg = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        #[cfg(feature = "fast")]
        let scale = 1.0;
        #[allow(unused_variables)]
        let other = 2.0;
        #[cfg(debug_assertions)]
        {
            state.exp_avg = grad;
        }
        #[cfg(debug_assertions)]
        state.exp_avg = -grad;
        let update = #[rustfmt::skip] grad;
        *param -= self.lr * update;
    }
}

fn main() {}
