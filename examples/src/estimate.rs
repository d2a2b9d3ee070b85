//! Inputs for optimizers that need more than gradients.

use ndarray::ArrayD;
use optim_std::training::DueInputs;
use optim_std::{Inputs, Name, Named, Parameters};

use crate::network::Mlp;

/// Adds the inputs that are due to the loss and the gradients of a step. A number is the loss. An array, such as the
/// Hessian's diagonal, is the squared gradient, an estimate without extra cost.
pub fn with_estimates((loss, grads): (f64, Mlp), due: &DueInputs) -> (f64, Mlp, Inputs<'static, f32>) {
    let mut inputs = Inputs::new();
    for name in due.names() {
        inputs = match name {
            "loss" => inputs.number(name, loss),
            _ => inputs.tensors_where_due(name, squares(&grads)),
        };
    }
    (loss, grads, inputs)
}

fn squares(grads: &Mlp) -> Named<String, ArrayD<f32>> {
    let mut squares = Named::new();
    grads.visit(Name::ROOT, &mut |name, grad| {
        squares.push(name.to_string(), grad.to_ndarray().mapv(|x| x * x));
    });
    squares
}
