//! A literal loop beyond a literal length, of a list and of an array.

use optim_std::author::*;

#[optimizer(state <history: [tensor; 3] = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let pair = [grad, *param];
        let mut sum = grad;
        for i in 0..4 {
            state.history[i] = grad;
        }
        for i in (1..=3).rev() {
            sum += state.history[i];
        }
        for i in 0..3 {
            sum += pair[i];
        }
        *param -= self.lr * sum;
    }
}

fn main() {}
