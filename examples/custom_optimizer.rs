//! The smallest useful optimizer of your own, applied to a function of two variables.
//!
//! ```text
//! cargo run --release --example custom_optimizer
//! ```
//!
//! It shows the parts that `#[optimizer]` needs: a struct whose fields are the hyperparameters, the state in `state <…>`, and a step. From these, the
//! macro generates `new`, a setter for every field, checks of all settings, the state of every parameter and a fused loop over its elements. Here,
//! the only parameter is an array. A model would be a struct with `#[derive(Parameters)]`.

use std::error::Error;

use ndarray::{Array1, array};
use optim_std::author::*;

/// Gradient descent with Nesterov's momentum.
#[optimizer(state <velocity = 0.0>)]
#[derive(Debug, Clone)]
struct Nesterov {
    /// Learning rate, a number or a schedule. It is required, because it has no default.
    #[hyper(scheduled, range = 0.0..)]
    lr: f64,
    /// Weight of the old velocity.
    #[hyper(default = 0.9, range = 0.0..1.0)]
    momentum: f64,
}

#[optimizer]
impl Nesterov {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.velocity = self.momentum * state.velocity - self.lr * grad;
        *param += self.momentum * state.velocity - self.lr * grad;
    }
}

/// Rosenbrock's function, a curved valley with its lowest point at (1, 1), and its gradient.
fn valley(point: &Array1<f64>) -> (f64, Array1<f64>) {
    let (x, y) = (point[0], point[1]);
    let (to_one, to_curve) = (1.0 - x, y - x * x);
    let gradient = array![-2.0 * to_one - 400.0 * x * to_curve, 200.0 * to_curve];
    (to_one.powi(2) + 100.0 * to_curve.powi(2), gradient)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut point = array![-1.2, 1.0];
    let mut optimizer = Nesterov::new(5e-4).momentum(0.95).build(&point)?;
    for step in 0..=2000 {
        let (value, gradient) = valley(&point);
        if step % 200 == 0 {
            println!("step {step:4}   f({:.6}, {:.6}) = {value:.3e}", point[0], point[1]);
        }
        optimizer.step(&mut point, &gradient)?;
    }
    Ok(())
}
