//! Generic parameters, lifetimes and `where` on `step`.

use optim_std::author::*;

#[optimizer]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Sgd {
    fn step<'a, T: Copy>(&'a self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) where T: Clone {
        *param -= self.lr * grad;
    }
}

fn main() {}
