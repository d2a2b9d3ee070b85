//! An item of a list of outputs is read, changed and passed.

use optim_std::author::*;

#[optimizer(output <sizes: [scalar; self.k], total: scalar>)]
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
            output.sizes[i] += 1.0;
        }
        output.total = output.sizes[0];
        Self::double(&mut output.sizes[0]);
        *param -= self.lr * grad;
    }

    fn double(x: &mut Scalar) {
        *x *= 2.0;
    }
}

fn main() {}
