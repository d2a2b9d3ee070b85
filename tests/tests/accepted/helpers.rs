//! Helper functions, and elementwise functions that call each other.

use optim_std::author::*;
use optim_std::testing::check;

#[optimizer(state <average = 0.0>)]
#[derive(Debug, Clone)]
struct Helpers {
    #[hyper(scheduled)]
    lr: f64,
    #[hyper(default = 0.9)]
    beta: f64,
}

#[optimizer]
impl Helpers {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let average = self.remember(grad, self.beta, state);
        let mut update = average;
        Self::halve(&mut update);
        self.apply(param, &update);
        *param *= self.decay(0.1);
    }

    /// Keeps an average.
    fn remember(&self, x: Tensor, beta: f64, state: &mut State<Self>) -> Tensor {
        state.average = beta * state.average + (1.0 - beta) * x;
        self.limited(state.average, x.norm())
    }

    #[allow(clippy::unused_self)]
    fn limited(&self, x: Tensor, length: Scalar) -> Tensor {
        select(length > 1.0, x / length, x)
    }

    fn halve(x: &mut Tensor) {
        *x *= 0.5;
    }

    fn apply(&self, p: &mut Tensor, update: &Tensor) {
        *p -= self.lr * update;
    }

    fn decay(&self, amount: f64) -> Scalar {
        1.0 - self.lr * amount
    }
}

#[test]
fn helper_functions() {
    check::<Helpers>();
}

/// `1 + |x|`.
#[elementwise]
fn one_plus_abs<V: Value>(x: V) -> V {
    1.0 + x.abs()
}

/// Calls another function twice, once with a fixed number.
#[elementwise]
fn two_calls<V: Value>(x: V) -> V {
    one_plus_abs(x) / one_plus_abs(2.0)
}

#[test]
fn elementwise_functions_of_others() {
    #[optimizer]
    #[derive(Debug, Clone)]
    struct Nested {
        #[hyper(default = 0.1, scheduled)]
        lr: f64,
    }

    #[optimizer]
    impl Nested {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            *param -= self.lr * grad * two_calls(grad);
        }
    }

    check::<Nested>();
}
