//! A step with tensors of candle.

use candle_core::{Result as Done, Tensor, Var};

use super::lock::{identity, lock_of};
use super::variables::Variables;
use super::{CandleBackend, CandleError, Element};
use crate::{OnDevice, StepReport};

type Device<T> = OnDevice<CandleBackend<T>, T>;

/// A tensor as a batch of matrices; `None` without elements.
fn folded<T: Element>(on_device: &Device<T>, place: usize, x: &Tensor) -> Done<Option<Tensor>> {
    match on_device.shape(place) {
        Some(shape) if x.elem_count() > 0 => x.detach().reshape(shape.to_vec()).map(Some),
        _ => Ok(None),
    }
}

fn params<T: Element>(on_device: &Device<T>, variables: &Variables) -> Done<Vec<Option<Tensor>>> {
    let of = |(place, var): (usize, &Var)| folded(on_device, place, var);
    variables.vars.iter().enumerate().map(of).collect()
}

/// Assigns the variables. All new values are reshaped before the first one is assigned.
fn write(variables: &Variables, made: Vec<Option<Tensor>>) -> Done<()> {
    let shaped = variables.vars.iter().zip(made);
    let shaped = shaped.map(|(var, made)| made.map(|made| made.reshape(var.shape())).transpose());
    let shaped = shaped.collect::<Done<Vec<_>>>()?;
    for (var, made) in variables.vars.iter().zip(shaped) {
        if let Some(made) = made {
            var.set(&made)?;
        }
    }
    Ok(())
}

/// The weights for evaluation in the order of the variables, never in the variables' own memory.
pub(super) fn eval_weights<T: Element>(
    on_device: &Device<T>,
    variables: &Variables,
) -> Result<Vec<Tensor>, CandleError> {
    let made = on_device.eval_weights(&params(on_device, variables)?)?;
    let of = |(var, made): (&Var, Option<Tensor>)| {
        let weights = made.map_or_else(|| Ok(var.as_detached_tensor()), |made| made.reshape(var.shape()))?;
        // `eval` may return the parameter itself, which is copied.
        if identity(lock_of(&weights)) == identity(lock_of(var)) { weights.copy() } else { Ok(weights) }
    };
    Ok(variables.vars.iter().zip(made).map(of).collect::<Done<_>>()?)
}

/// A step of all variables with these gradients.
pub(super) fn step<T: Element>(
    on_device: &mut Device<T>,
    variables: &Variables,
    grads: &[Option<Tensor>],
) -> Result<StepReport, CandleError> {
    let params = params(on_device, variables)?;
    let of = |(place, grad): (usize, &Option<Tensor>)| match grad {
        Some(grad) => folded(on_device, place, grad),
        None => Ok(None),
    };
    let grads = grads.iter().enumerate().map(of).collect::<Done<Vec<_>>>()?;
    let (made, report) = on_device.step(&params, &grads)?;
    write(variables, made)?;
    Ok(report)
}
