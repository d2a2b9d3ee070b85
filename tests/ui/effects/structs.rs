//! Values of a step in structs.

use optim_std::author::*;

struct Pair {
    first: Tensor,
    second: Tensor,
}

struct Other(Tensor);

#[optimizer(state <exp_avg = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let pair = Pair { first: grad, second: state.exp_avg };
        let other = Other(grad);
        *param -= self.lr * grad;
    }
}

fn main() {}
