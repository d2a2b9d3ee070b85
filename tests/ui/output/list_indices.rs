//! Indices that an item of a list of outputs cannot have.

use optim_std::author::*;

#[optimizer(output <sizes: [scalar; 3], total: scalar>)]
#[derive(Debug, Clone)]
pub struct Descent {
    #[hyper(default = 0.1, scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Descent {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>, output: &mut Output<Self>) {
        let size = grad.rms();
        for i in 0..4 {
            output.sizes[i] = size;
        }
        output.sizes[3] = size;
        output.sizes[size] = size;
        output.sizes[1.0] = size;
        output.sizes[0..2] = size;
        output.total[0] = size;
        *param -= self.lr * grad;
    }
}

fn main() {}
