//! Items that differ between parameters are given to a list of the whole model.

use optim_std::author::*;

#[optimizer(output <totals: [global; 2], sums: [global; 2]>)]
#[derive(Debug, Clone)]
pub struct Descent {
    #[hyper(default = 0.1, scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Descent {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>, output: &mut Output<Self>) {
        for i in 0..2 {
            output.totals[i] = grad.norm();
            output.sums[i] = grad.global_sum();
        }
        output.sums[slot(2)] = grad.global_sum();
        *param -= self.lr * grad;
    }
}

fn main() {}
