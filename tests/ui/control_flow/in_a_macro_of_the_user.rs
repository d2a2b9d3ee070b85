//! The comparison is in a macro of the user.

use optim_std::author::*;

macro_rules! exceeds {
    ($x:expr, $limit:expr) => {
        $x.norm() > $limit
    };
}

#[optimizer(state <exp_avg = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        if exceeds!(grad, 1.0) {
            state.exp_avg = grad;
        }
        *param -= self.lr * grad;
    }
}

fn main() {}
