//! A step that allocates.

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
        let mut history = Vec::new();
        history.push(grad);
        let buffer = vec![0.0; 8];
        let boxed = Box::new(grad);
        *param -= self.lr * grad;
    }
}

fn main() {}
