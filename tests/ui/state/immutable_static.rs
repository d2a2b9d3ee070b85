//! A static that never changes is still no constant.

use optim_std::author::*;

static SCALE: f64 = 2.0;

#[optimizer]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param -= SCALE * self.lr * grad;
    }
}

fn main() {}
