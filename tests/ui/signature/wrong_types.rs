//! Types that are nearly right.

use optim_std::author::*;

#[optimizer]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: Tensor, grad: &Tensor, state: State<Self>, t: usize) {
        *param -= self.lr * grad;
    }
}

fn main() {}
