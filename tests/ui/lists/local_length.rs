//! The items of lists that live as long as the step, and their number.

use optim_std::author::*;

#[optimizer]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    #[hyper(default = 3)]
    pub m: usize,
    #[hyper(default = 0.5)]
    pub share: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        let masks = [grad > 0.0; self.m];
        let pairs = [(grad, *param); self.m];
        let shares = [grad; self.share];
        let data = [grad; grad.norm()];
        for i in 1..self.m {
            let more = [grad; i];
        }
        let [first, second] = [grad; self.m];
        let both = ([grad; self.m], grad);
        *param -= self.lr * [grad; self.m][0];
    }

    fn uncalled(&self, x: Tensor, n: usize) -> Tensor {
        let parts = [x; n];
        parts[0]
    }
}

fn main() {}
