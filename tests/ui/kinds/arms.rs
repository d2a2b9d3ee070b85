//! Arms of different kinds.

use optim_std::author::*;

#[optimizer(state <exp_avg = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    pub nesterov: bool,
    pub power: i32,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let x = if self.nesterov { grad > 0.0 } else { grad };
        let y = match self.power {
            0 => grad.norm(),
            1 => (grad, grad),
            _ => grad,
        };
        let z = if self.nesterov { grad };
        let w = if self.nesterov { 1.0 } else { grad > 0.0 };
        *param -= self.lr * grad;
    }
}

fn main() {}
