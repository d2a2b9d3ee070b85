//! A list of outputs is used as a whole.

use optim_std::author::*;

#[optimizer(output <sizes: [scalar; self.k]>)]
#[derive(Debug, Clone)]
pub struct Descent {
    #[hyper(default = 0.1, scheduled)]
    pub lr: f64,
    #[hyper(default = 3, range = 1..)]
    pub k: usize,
}

#[optimizer]
impl Descent {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>, output: &mut Output<Self>) {
        for i in 0..self.k {
            output.sizes[i] = grad.rms();
        }
        output.sizes = grad.rms();
        let n = output.sizes.len();
        *param -= self.lr * grad;
    }
}

fn main() {}
