//! Step functions, public and private ones, and an optimizer that uses them.

use optim_std::author::{Rows, Scalar, State, Tensor, optimizer};

use super::softsign;

/// The largest number.
const LIMIT: f64 = 8.0;

/// A number of rounds.
const ROUNDS: [usize; 2] = [1, 2];

/// An average of small numbers.
#[optimizer]
pub fn averaged(average: &mut Rows, x: Tensor, beta: Scalar) -> Tensor {
    for _ in 0..ROUNDS[1] {
        *average = beta * *average + (1.0 - beta) * softsign(x).row_mean();
    }
    x.clamp(-LIMIT, LIMIT)
}

/// A private function that the public one calls.
#[optimizer(uses(averaged))]
fn averaged_twice(average: &mut Rows, x: Tensor) -> Tensor {
    averaged(average, averaged(average, x, 0.5), 0.25)
}

/// An optimizer that uses both.
#[optimizer(state <rows: rows = 0.0>)]
#[derive(Debug, Clone, PartialEq)]
pub struct OfFunctions {
    /// Learning rate.
    #[hyper(default = 1e-4, scheduled, range = 0.0..)]
    pub lr: f64,
}

#[optimizer(uses(averaged, averaged_twice))]
impl OfFunctions {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let update = averaged_twice(&mut state.rows, grad);
        *param -= self.lr * averaged(&mut state.rows, update, 0.5);
    }
}
