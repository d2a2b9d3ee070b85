//! Results of other kinds than a helper's signature says.

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
        let a = self.norm(grad);
        let b = self.nothing(grad);
        let c = self.unsaid(grad);
        *param -= self.lr * grad;
    }

    fn norm(&self, x: Tensor) -> Tensor {
        x.norm()
    }

    fn nothing(&self, x: Tensor) {
        let _ = x;
    }

    fn unsaid(&self, x: Tensor) {
        x
    }
}

fn main() {}
