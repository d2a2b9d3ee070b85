//! A mistake in a step function is reported once: not where it is used.

use optim_std::author::*;

#[optimizer]
fn wrong(x: Tensor) -> Tensor {
    if x.sum() > 0.0 { x } else { -x }
}

#[optimizer(uses(wrong))]
fn above(x: Tensor) -> Tensor {
    wrong(2.0 * x)
}

#[optimizer]
#[derive(Debug, Clone)]
pub struct Sgd {
    pub lr: f64,
}

#[optimizer(uses(above, wrong))]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, _: &mut State<Self>) {
        *param -= self.lr * above(wrong(grad));
    }
}

fn main() {
    let _ = Sgd::new(0.1);
}
