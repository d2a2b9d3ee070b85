//! Steps of optimizers that want more than gradients.

use ndarray::ArrayD;
use optim_std::{Engine, Float, Inputs, Name, Named, Parameters, StepError, StepReport};

/// A step that gives the squared gradients wherever the optimizer has an input: an estimate of the Hessian's diagonal that costs nothing.
///
/// # Errors
///
/// Returns the errors of the step.
pub fn step<T: Float, P, G>(optimizer: &mut Engine<T>, params: &mut P, grads: &G) -> Result<StepReport, StepError>
where
    P: Parameters<Elem = T> + ?Sized,
    G: Parameters<Elem = T> + ?Sized,
{
    let mut inputs = Inputs::new();
    for input in optimizer.inputs() {
        let mut squares: Named<String, ArrayD<T>> = Named::new();
        grads.visit(Name::ROOT, &mut |name, grad| {
            squares.push(name.to_string(), grad.to_ndarray().mapv(|x| x * x));
        });
        inputs = inputs.tensors_where_due(input.name, squares);
    }
    optimizer.with_inputs(&inputs).step(params, grads)
}
