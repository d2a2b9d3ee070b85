//! Arguments of other kinds than a helper takes.

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
        let a = self.scaled(grad.norm(), 2.0);
        let b = self.scaled(1.0, 2.0);
        let c = self.scaled(grad, grad.norm());
        let d = self.scaled(param, 2.0);
        self.write(grad, state);
        self.write(param, grad);
        *param -= self.lr * grad;
    }

    fn scaled(&self, x: Tensor, factor: f64) -> Tensor {
        factor * x
    }

    fn write(&self, x: &mut Tensor, state: &mut State<Self>) {
        *x -= state.exp_avg;
    }
}

fn main() {}
