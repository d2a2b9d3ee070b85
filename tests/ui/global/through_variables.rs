//! Names between a number of each parameter and a state of all.

use optim_std::author::*;

#[optimizer(state <norm: global = 0.0>)]
#[derive(Debug, Clone)]
pub struct Descent {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub lr: f64,
    #[hyper(default = false)]
    pub large: bool,
}

#[optimizer]
impl Descent {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let all = grad.global_norm();
        let mut norm = all;
        if self.large {
            norm = 2.0 * all;
        }
        state.norm = norm;
        let scaled = if self.large { all } else { 0.5 * all };
        state.norm = scaled;
        let (first, second) = (all, grad.norm());
        state.norm = first;
        state.norm = second;
        let list = [all, 2.0 * all];
        state.norm = list[param.ndim() % 2];
        *param -= self.lr * grad;
    }
}

fn main() {}
