//! Random first values with a standard deviation that is none.

use optim_std::author::*;

#[optimizer(state <
    a = normal(1),
    b = normal(-0.5),
    c = normal(),
    d = normal(0.0, 1.0),
    e = normal,
>)]
#[derive(Debug, Clone)]
pub struct Noisy {
    #[hyper(scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Noisy {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param -= self.lr * grad;
    }
}

fn main() {}
