//! Macro calls as statements and as values.

use optim_std::author::*;

#[optimizer(state <exp_avg = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    pub limit: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        println!("{}", self.limit);
        assert!(self.limit > 0.0);
        let debug = cfg!(debug_assertions);
        let table = vec![1.0, 2.0];
        let here = line!();
        *param -= self.lr * grad;
    }
}

fn main() {}
