//! A slot beside an integer is one mistake, wherever the two meet.

use optim_std::author::*;

#[optimizer(state <slow = param>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    #[hyper(default = 5)]
    pub m: usize,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let next = slot(self.m) + 1;
        let last = self.m - slot(self.m);
        let least = slot(self.m).max(2);
        let due = every(self.m) * 2;
        state.slow = select(grad > 0.0, slot(3), 1);
        *param -= self.lr * grad;
    }
}

fn main() {}
