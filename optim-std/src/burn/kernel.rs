//! Steps by the fused kernel, on the memory of tensors.

use burn_core::tensor::{DType, Element, Tensor, TensorData};
use optim_core::{Float, Named, OnDevice, Optimizer, TensorMut, TensorRef};

use super::error::BurnStepError;
use super::memory::Memory;
use super::state::{Held, ParamState};
use super::step::{Step, Stepped};
use super::tensors::BurnBackend;

/// Element types in which steps compute.
pub(super) trait Computed: Float + Element {
    /// The optimizer for the kernel, if the state has one for these elements.
    fn held(held: &mut Held) -> Option<&mut Optimizer<Self>>;
    fn hold(optimizer: Optimizer<Self>) -> Held;
    /// The optimizer for the graph, if the state has one for these elements.
    fn on_device(held: &mut Held) -> Option<&mut OnDevice<BurnBackend, Self>>;
    fn hold_on_device(optimizer: OnDevice<BurnBackend, Self>) -> Held;
}

macro_rules! computed {
    ($($T:ty: $Held:ident, $Device:ident;)*) => {$(
        impl Computed for $T {
            fn held(held: &mut Held) -> Option<&mut Optimizer<Self>> {
                match held {
                    Held::$Held(optimizer) => Some(optimizer),
                    _ => None,
                }
            }

            fn hold(optimizer: Optimizer<Self>) -> Held {
                Held::$Held(Box::new(optimizer))
            }

            fn on_device(held: &mut Held) -> Option<&mut OnDevice<BurnBackend, Self>> {
                match held {
                    Held::$Device(optimizer) => Some(optimizer),
                    _ => None,
                }
            }

            fn hold_on_device(optimizer: OnDevice<BurnBackend, Self>) -> Held {
                Held::$Device(Box::new(optimizer))
            }
        }
    )*};
}

computed! {
    f32: F32, DeviceF32;
    f64: F64, DeviceF64;
}

/// The type in which a step computes, for elements of this type.
pub(super) fn computed(dtype: DType) -> Result<DType, BurnStepError> {
    match dtype {
        DType::F64 => Ok(DType::F64),
        DType::F32 | DType::Flex32 | DType::F16 | DType::BF16 => Ok(DType::F32),
        found => Err(BurnStepError::DType { found: format!("{found:?}") }),
    }
}

/// Steps a parameter. If no other tensor shares its memory, and it is contiguous and on the CPU, the memory itself is updated without
/// a copy. Otherwise burn makes a copy.
pub(super) fn step<const D: usize>(
    step: Step<'_>,
    tensor: Tensor<D>,
    grad: Tensor<D>,
    mut state: Option<ParamState>,
) -> Stepped<D> {
    let (device, dtype) = (tensor.device(), tensor.dtype());
    let computed = match computed(dtype).and_then(|computed| {
        step.check(&tensor.dims(), &grad.dims())?;
        Ok(computed)
    }) {
        Ok(computed) => computed,
        Err(error) => return (tensor, state, Err(error)),
    };
    // The conversion does nothing if the type is right already.
    let mut param = tensor.into_data().convert_dtype(computed);
    let grad = grad.into_data().convert_dtype(computed);
    let result = match computed {
        DType::F64 => step_data::<f64>(step, &mut param, &grad, &mut state),
        _ => step_data::<f32>(step, &mut param, &grad, &mut state),
    };
    (Tensor::from_data(param.convert_dtype(dtype), (&device, dtype)), state, result)
}

fn step_data<T: Computed>(
    step: Step<'_>,
    param: &mut TensorData,
    grad: &TensorData,
    state: &mut Option<ParamState>,
) -> Result<(), BurnStepError> {
    let shape = param.shape().to_vec();
    if param.as_slice::<T>().is_err() {
        // The memory may not be aligned for its elements, for example if it comes from a file.
        *param = realigned::<T>(param)?;
    }
    let realigned_grad;
    let grad = match grad.as_slice::<T>() {
        Ok(grad) => grad,
        Err(_) => {
            realigned_grad = realigned::<T>(grad)?;
            realigned_grad.as_slice::<T>().map_err(unreadable)?
        }
    };
    let numbers = param.as_mut_slice::<T>().map_err(unreadable)?;
    let state = held::<T>(step, numbers, &shape, state)?;
    let name = step.name(state.place);
    let Some(optimizer) = T::held(&mut state.held) else { return Ok(()) };
    step.set_learning_rate(optimizer)?;
    let mut params = Named(vec![(&*name, TensorMut::from_slice(numbers, &shape)?)]);
    let grads = Named(vec![(&*name, TensorRef::from_slice(grad, &shape)?)]);
    step.report(optimizer.step(&mut params, &grads)?);
    Ok(())
}

/// The state of a parameter for these elements: the present one, one restored from data, or a new one.
fn held<'s, T: Computed>(
    step: Step<'_>,
    numbers: &[T],
    shape: &[usize],
    state: &'s mut Option<ParamState>,
) -> Result<&'s mut ParamState, BurnStepError> {
    let place = step.place(state.as_ref().map(|known| known.place));
    let is_right = |known: &mut ParamState| T::held(&mut known.held).is_some_and(|optimizer| is_of(optimizer, shape));
    if !state.as_mut().is_some_and(is_right) {
        let memory = state.as_ref().map(|known| known.held.memory(known.place)).transpose()?;
        let optimizer = made(step, numbers, shape, place, memory)?;
        *state = Some(ParamState { place, held: T::hold(optimizer) });
    }
    state.as_mut().ok_or_else(|| BurnStepError::Data("no state".to_owned()))
}

/// An optimizer of one parameter: a new one, or one restored from data after a check.
fn made<T: Computed>(
    step: Step<'_>,
    numbers: &[T],
    shape: &[usize],
    place: u64,
    memory: Option<Memory>,
) -> Result<Optimizer<T>, BurnStepError> {
    let name = step.name(place);
    let mut optimizer = step.shared.builder.build(&Named(vec![(&*name, TensorRef::from_slice(numbers, shape)?)]))?;
    if let Some(memory) = memory {
        memory.load(&mut optimizer)?;
    }
    Ok(optimizer)
}

/// Like `made`, for a tensor: initial states may depend on the parameter, and restored states are checked.
pub(super) fn made_of<T: Computed, const D: usize>(
    step: Step<'_>,
    tensor: &Tensor<D>,
    place: u64,
    memory: Option<Memory>,
) -> Result<Optimizer<T>, BurnStepError> {
    let data = tensor.clone().try_into_data().map_err(unreadable)?.convert_dtype(<T as Element>::dtype());
    let data = realigned::<T>(&data)?;
    made(step, data.as_slice::<T>().map_err(unreadable)?, data.shape(), place, memory)
}

pub(super) fn is_of<T: Float>(optimizer: &Optimizer<T>, shape: &[usize]) -> bool {
    optimizer.params().next().is_some_and(|param| param.shape() == shape)
}

/// A copy in memory that is aligned for its elements.
fn realigned<T: Computed>(data: &TensorData) -> Result<TensorData, BurnStepError> {
    Ok(TensorData::new(data.try_to_vec::<T>().map_err(unreadable)?, data.shape().clone()))
}

pub(super) fn unreadable(error: impl std::fmt::Debug) -> BurnStepError {
    BurnStepError::Data(format!("{error:?}"))
}
