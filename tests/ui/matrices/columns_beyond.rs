//! More columns than there are, where both numbers are literal.

use optim_std::author::*;

#[optimizer]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, _: &mut State<Self>) {
        let two = grad.first_cols(2);
        let three = two.first_cols(3);
        *param -= self.lr * grad * three.norm();
    }
}

fn main() {}
