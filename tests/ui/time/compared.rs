//! A timed condition in a comparison, a cast, an array and a method.

use optim_std::author::*;

#[optimizer(state <slow = param>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    #[hyper(default = 5)]
    pub k: usize,
    #[hyper(default = 0.5)]
    pub alpha: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let a = every(2) == after(3);
        let b = every(2) as u8;
        let c = [every(2), every(3)];
        let d = every(2).then_some(1.0);
        every(2);
        *param -= self.lr * grad;
    }
}

fn main() {}
