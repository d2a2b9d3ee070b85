//! Tuples and arrays.

use super::softsign;
use optim_std::author::*;
use optim_std::testing::check;

#[optimizer(state <first = 0.0, second = 0.0>)]
#[derive(Debug, Clone)]
struct Values {
    #[hyper(scheduled)]
    lr: f64,
    #[hyper(default = (0.9, 0.99), scheduled)]
    betas: (f64, f64),
    #[hyper(default = 2)]
    turns: usize,
}

#[optimizer]
impl Values {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let (beta1, beta2) = self.betas;
        let pair = (self.turns, grad, grad.norm());
        let mut total = grad;
        for _ in 0..pair.0 {
            total += pair.1 * 0.5;
        }
        if pair.0 > 1 {
            total = total / (pair.2 + 1.0);
        }
        let [a, b] = [total, grad];
        let (mut c, d) = (a, b);
        (c, _) = (c + d, 1.0);
        let parts = [a, b, c];
        let mut sum = full(0.0);
        for part in parts {
            sum += part;
        }
        for i in 0..3 {
            sum += parts[i];
        }
        (state.first, state.second) = (beta1 * state.first + grad, beta2 * state.second + sum);
        let mixed: (f64, Tensor) = (0.5, sum);
        let (half, rest) = mixed;
        let update = {
            let inner = rest * half;
            if self.turns > 1 { inner + softsign(grad) } else { inner }
        };
        *param -= self.lr * (update + state.first);
    }
}

#[test]
fn tuples_and_arrays() {
    check::<Values>();
}
