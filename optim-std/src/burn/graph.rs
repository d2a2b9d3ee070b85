//! Steps by the graph, with burn's tensors on their own device.

use burn_core::tensor::{DType, Tensor};
use optim_core::OnDevice;

use super::error::BurnStepError;
use super::kernel::{Computed, computed, is_of, made_of};
use super::state::{ParamState, is_on};
use super::step::{Step, Stepped};
use super::tensors::BurnBackend;

/// Steps a parameter with elements. Only initial states, random numbers, operands of decompositions and watched numbers are copied between
/// host and device.
pub(super) fn step<const D: usize>(
    step: Step<'_>,
    tensor: Tensor<D>,
    grad: Tensor<D>,
    mut state: Option<ParamState>,
) -> Stepped<D> {
    let result = computed(tensor.dtype()).and_then(|dtype| {
        step.check(&tensor.dims(), &grad.dims())?;
        match dtype {
            DType::F64 => stepped::<f64, D>(step, (&tensor, dtype), grad, &mut state),
            _ => stepped::<f32, D>(step, (&tensor, dtype), grad, &mut state),
        }
    });
    match result {
        Ok(new) => (new, state, Ok(())),
        Err(error) => (tensor, state, Err(error)),
    }
}

fn stepped<T: Computed, const D: usize>(
    step: Step<'_>,
    (tensor, computed): (&Tensor<D>, DType),
    grad: Tensor<D>,
    state: &mut Option<ParamState>,
) -> Result<Tensor<D>, BurnStepError> {
    let (dtype, dims) = (tensor.dtype(), tensor.dims());
    let held = held::<T, D>(step, (tensor, computed), state)?;
    held.change_settings(|optimizer| step.set_learning_rate(optimizer))?;
    let shape = held.shape(0).unwrap_or([1, 1, dims.iter().product()]);
    let cast = |x: Tensor<D>| if dtype == computed { x } else { x.cast(computed) };
    let (param, grad) = (cast(tensor.clone()).reshape(shape), cast(grad).reshape(shape));
    let (made, report) = held.step(&[Some(param)], &[Some(grad)])?;
    step.report(report);
    let Some(new) = made.into_iter().next().flatten() else { return Ok(tensor.clone()) };
    let new = new.reshape(dims);
    Ok(if dtype == computed { new } else { new.cast(dtype) })
}

/// The state of a parameter on its device, for these elements: the present one, one restored from data, or a new one.
fn held<'s, T: Computed, const D: usize>(
    step: Step<'_>,
    (tensor, computed): (&Tensor<D>, DType),
    state: &'s mut Option<ParamState>,
) -> Result<&'s mut OnDevice<BurnBackend, T>, BurnStepError> {
    let (device, dims) = (tensor.device(), tensor.dims());
    let place = step.place(state.as_ref().map(|known| known.place));
    let is_right = |known: &mut ParamState| {
        T::on_device(&mut known.held).is_some_and(|held| is_on(held, &device) && is_of(held.optimizer(), &dims))
    };
    if !state.as_mut().is_some_and(is_right) {
        let memory = state.as_ref().map(|known| known.held.memory(known.place)).transpose()?;
        let optimizer = made_of::<T, D>(step, tensor, place, memory)?;
        let held = optimizer.on_device(BurnBackend::new(device, computed))?;
        *state = Some(ParamState { place, held: T::hold_on_device(held) });
    }
    let held = state.as_mut().and_then(|state| T::on_device(&mut state.held));
    held.ok_or_else(|| BurnStepError::Data("no state".to_owned()))
}
