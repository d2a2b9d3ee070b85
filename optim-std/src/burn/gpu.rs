//! Steps by the kernels of `optim-gpu`, in burn's buffers on a device of CubeCL.

use std::sync::Arc;

use burn_core::tensor::{DType, Tensor};
use optim_core::StepReport;
use optim_core::program::ProgramError;
use optim_gpu::GpuError;
use optim_gpu::burn::{BurnError as GpuBurnError, GpuParamOptimizer, is_cubecl};

use super::error::BurnStepError;
use super::graph;
use super::kernel::{computed, is_of, made_of};
use super::options::StepPath;
use super::state::{Held, ParamState, is_on};
use super::step::{Step, Stepped};

/// Returns true if the kernels should step this tensor. If the state is for the graph, the kernels could not step it before.
pub(super) fn takes<const D: usize>(tensor: &Tensor<D>, state: Option<&ParamState>) -> bool {
    let device = tensor.device();
    let is_refused = state.is_some_and(|state| match &state.held {
        Held::DeviceF32(held) => is_on(held, &device),
        _ => false,
    });
    !is_refused && matches!(computed(tensor.dtype()), Ok(DType::F32)) && is_cubecl(&device)
}

/// Steps a parameter with elements: in its own buffer, if no other tensor shares it and its elements are `f32`. If the device cannot run the
/// step, the graph does, unless the user chose the kernels.
pub(super) fn step<const D: usize>(
    step: Step<'_>,
    tensor: Tensor<D>,
    grad: Tensor<D>,
    mut state: Option<ParamState>,
) -> Stepped<D> {
    if let Err(error) = check(step, &tensor, &grad) {
        return (tensor, state, Err(error));
    }
    let dtype = tensor.dtype();
    // A converted copy is stepped, so the original is kept. An `f32` parameter may be stepped in its own buffer.
    let original = (dtype != DType::F32).then(|| tensor.clone());
    let cast = |x: Tensor<D>| if x.dtype() == DType::F32 { x } else { x.cast(DType::F32) };
    let (param, result) = stepped(step, cast(tensor), cast(grad.clone()), &mut state);
    match (result, original) {
        (Ok(report), original) => {
            step.report(report);
            (if original.is_some() { param.cast(dtype) } else { param }, state, Ok(()))
        }
        (Err(error), original) => {
            let tensor = original.unwrap_or(param);
            match step.shared.options.path {
                StepPath::Auto if is_refusal(&error) => graph::step(step, tensor, grad, state),
                _ => (tensor, state, Err(error)),
            }
        }
    }
}

fn check<const D: usize>(step: Step<'_>, tensor: &Tensor<D>, grad: &Tensor<D>) -> Result<(), BurnStepError> {
    let device = tensor.device();
    match is_cubecl(&device) {
        true => step.check(&tensor.dims(), &grad.dims()),
        false => Err(BurnStepError::NotCubeCl { device: format!("{device:?}") }),
    }
}

/// Returns true if this device cannot run the step, but other devices can.
fn is_refusal(error: &BurnStepError) -> bool {
    use GpuError::{Call, Program, TooLarge};
    let BurnStepError::Gpu(GpuBurnError::Gpu(error)) = error else { return false };
    matches!(error, Call { .. } | TooLarge { .. } | Program(ProgramError::Unsupported { .. }))
}

/// The step of an `f32` parameter with an `f32` gradient.
fn stepped<const D: usize>(
    step: Step<'_>,
    param: Tensor<D>,
    grad: Tensor<D>,
    state: &mut Option<ParamState>,
) -> (Tensor<D>, Result<StepReport, BurnStepError>) {
    let ready = held(step, &param, state).and_then(|held| {
        held.change_settings(|optimizer| step.set_learning_rate(optimizer))?;
        Ok(held)
    });
    match ready {
        Ok(held) => {
            let (param, result) = held.step(param, grad);
            (param, result.map_err(Into::into))
        }
        Err(error) => (param, Err(error)),
    }
}

/// The state of a parameter on its device: the present one, one restored from data, or a new one.
fn held<'s, const D: usize>(
    step: Step<'_>,
    param: &Tensor<D>,
    state: &'s mut Option<ParamState>,
) -> Result<&'s mut GpuParamOptimizer, BurnStepError> {
    let (device, dims) = (param.device(), param.dims());
    let place = step.place(state.as_ref().map(|known| known.place));
    let is_right = |known: &mut ParamState| match &mut known.held {
        // A clone shares the state until one of the two steps.
        Held::Gpu(held) => {
            Arc::get_mut(held).is_some_and(|held| *held.device() == device && is_of(held.optimizer(), &dims))
        }
        _ => false,
    };
    if !state.as_mut().is_some_and(is_right) {
        let memory = state.as_ref().map(|known| known.held.memory(known.place)).transpose()?;
        let optimizer = made_of::<f32, D>(step, param, place, memory)?;
        let copy = optimizer.clone();
        // If the device refuses the step, the graph starts from this state.
        let state = state.insert(ParamState { place, held: Held::F32(Box::new(optimizer)) });
        state.held = Held::Gpu(Arc::new(GpuParamOptimizer::new(copy, param)?));
    }
    match state.as_mut().map(|state| &mut state.held) {
        Some(Held::Gpu(held)) => Arc::get_mut(held),
        _ => None,
    }
    .ok_or_else(|| BurnStepError::Data("no state".to_owned()))
}
