//! A list that lives as long as the step, as a whole.

use optim_std::author::*;

#[optimizer]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    #[hyper(default = 3)]
    pub m: usize,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        let mut turns = [grad; self.m];
        let both = turns;
        for turn in turns {
            *param -= turn;
        }
        for i in 0..turns.len() {
            turns[i] = grad;
        }
        turns = grad;
        turns += grad;
        turns[0..2] = grad;
        *param -= self.lr * self.last(turns);
    }

    fn last(&self, x: Tensor) -> Tensor {
        x
    }
}

fn main() {}
