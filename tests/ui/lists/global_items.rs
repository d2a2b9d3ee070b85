//! Items of lists of global states, assigned by what is not known for the whole model.

use optim_std::author::*;

#[optimizer(state <rho: [global; self.m] = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    #[hyper(default = 3, shared)]
    pub m: usize,
    #[hyper(default = 3)]
    pub n: usize,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let all = grad.global_norm();
        state.rho[slot(self.m)] = all;
        state.rho[self.n] = all;
        state.rho[0] = grad.norm();
        for i in 0..self.n {
            state.rho[i] = all;
        }
        if every(10) {
            state.rho[1] = all;
        }
        state.rho[2] = state.rho[slot(self.m)];
        *param -= self.lr * grad;
    }
}

fn main() {}
