//! Masks are no numbers, and numbers no masks.

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
        let positive = grad > 0.0;
        let twice = 2.0 * positive;
        let sum = positive + (grad < 1.0);
        let root = positive.sqrt();
        let both = positive & 1.0;
        let order = positive < positive;
        let negative = -positive;
        let inverse = !grad;
        *param -= self.lr * grad;
    }
}

fn main() {}
