//! Random first values with a standard deviation of another type, or of nothing that there is.

use optim_std::author::*;

#[optimizer(state <
    a = normal(self.size),
    b = normal(self.sigma),
    c = normal(grad.norm()),
>)]
#[derive(Debug, Clone)]
pub struct Noisy {
    #[hyper(scheduled)]
    pub lr: f64,
    #[hyper(default = 2)]
    pub size: usize,
}

#[optimizer]
impl Noisy {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param -= self.lr * grad;
    }
}

fn main() {}
