//! Items of lists that no step assigns.

use optim_std::author::*;

#[optimizer(output <pair: [scalar; 2], sizes: [scalar; self.k], rare: [scalar; self.k], never: [global; 2]>)]
#[derive(Debug, Clone)]
pub struct Descent {
    #[hyper(default = 0.1, scheduled)]
    pub lr: f64,
    #[hyper(default = 3, range = 1..)]
    pub k: usize,
    #[hyper(default = false)]
    pub log: bool,
}

#[optimizer]
impl Descent {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>, output: &mut Output<Self>) {
        output.pair[0] = grad.rms();
        for i in 1..self.k {
            output.sizes[i] = grad.rms();
        }
        if self.log {
            for i in 0..self.k {
                output.rare[i] = grad.rms();
            }
        }
        *param -= self.lr * grad;
    }
}

fn main() {}
