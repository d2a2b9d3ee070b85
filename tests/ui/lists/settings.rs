//! A setting that is a list, taken as a number, a condition, a bound, a length or a thing to change.

use optim_std::author::*;

#[optimizer(state <buffers: [tensor; self.betas.len()] = 0.0>)]
#[derive(Debug, Clone)]
pub struct Many {
    #[hyper(default = 0.1, scheduled)]
    pub lr: f64,
    #[hyper(default = [0.0, 0.9])]
    pub betas: Vec<f64>,
}

#[optimizer]
impl Many {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let a = self.betas * grad;
        if self.betas {
            state.buffers[0] = a;
        }
        if every(self.betas) {
            state.buffers[0] = grad;
        }
        for i in 0..self.betas {
            state.buffers[i] = grad;
        }
        state.buffers[self.betas] = grad;
        let b = self.betas[self.lr];
        self.betas[0] = 0.5;
        let c = self.betas.iter().map(|beta| beta * 2.0);
        let d = self.betas.first();
        let e = self.betas[grad.sum()];
        let f = self.betas[-1];
        *param -= self.lr * grad;
    }
}

fn main() {}
