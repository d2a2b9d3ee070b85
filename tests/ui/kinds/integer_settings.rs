//! Integers and `bool`s that meet tensors.

use optim_std::author::*;

#[optimizer(state <exp_avg = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    pub power: usize,
    pub flag: bool,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let half = grad / param.cols();
        let scale = (self.power) * self.lr;
        let turned = select(grad > self.flag, half, self.power);
        *param -= scale * turned;
    }
}

fn main() {}
