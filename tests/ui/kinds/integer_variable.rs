//! Integer variables meet values of the step.

use optim_std::author::*;

#[optimizer(state <exp_avg = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    pub power: usize,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let count = self.power + 1;
        *param -= self.lr * count * grad;
        for i in 0..count {
            *param -= i * grad / (param.len() - 1);
        }
        *param -= grad / (param.len() as f32).sqrt();
    }
}

fn main() {}
