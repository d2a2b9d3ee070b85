//! An optimizer from a macro of the user: errors point into it.

use optim_std::author::*;

macro_rules! optimizer {
    ($name:ident, $limit:expr) => {
        #[optimizer]
        #[derive(Debug, Clone)]
        pub struct $name {
            #[hyper(scheduled)]
            pub lr: f64,
        }

        #[optimizer]
        impl $name {
            fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
                if grad.norm() > $limit {
                    *param -= self.lr * grad;
                }
                *param -= self.rate * grad;
            }
        }
    };
}

optimizer!(Sgd, 1.0);

fn main() {}
