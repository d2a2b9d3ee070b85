//! Lists of outputs with wrong kinds and lengths.

use optim_std::author::*;

#[optimizer(output <a: [scalar], b: [scalr; 2], c: [(rows, cols); 2], d: [[scalar; 2]; 2], e: [scalar; 0], f: [scalar; self.lr], g: [global; self.k], h: [scalar; 2] = 0.0, rms: scalar>)]
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
        output.rms = grad.rms();
        *param -= self.lr * grad;
    }
}

fn main() {}
