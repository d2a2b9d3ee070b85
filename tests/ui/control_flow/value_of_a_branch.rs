//! The tensor comes through the arms of a fixed `if` and a fixed `match`.

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
        let length = if self.nesterov { grad.norm() } else { 1.0 };
        let large = match self.power {
            0 => length > 1.0,
            _ => length > 2.0,
        };
        if large {
            state.exp_avg = grad;
        }
        *param -= self.lr * grad;
    }
}

fn main() {}
