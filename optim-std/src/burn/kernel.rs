//! Steps by the fused kernel, on the memory of tensors.

use burn_core::tensor::{DType, Element, Tensor, TensorData};
use optim_core::{AnyOptimizer, Engine, Float, Named, TensorMut, TensorRef};

use super::error::BurnStepError;
use super::memory::Memory;
use super::optimizer::Shared;
use super::recipe::{Made, Model};
use super::state::{Held, ParamState};

/// A parameter after a step, and the state of it; where the step failed, both are as before.
pub(super) type Stepped<const D: usize> = (Tensor<D>, Option<ParamState>, Result<(), BurnStepError>);

/// Types of elements that kernels compute with.
trait Computed: Float + Element {
    fn build(shared: &Shared, model: &Model<'_, Self>) -> Made<Self>;
    /// The optimizer that is held, if it is for these elements.
    fn held(held: &mut Held) -> Option<&mut Box<dyn AnyOptimizer<Self>>>;
    fn hold(engine: Box<dyn AnyOptimizer<Self>>) -> Held;
}

macro_rules! computed {
    ($($T:ty: $Held:ident, $build:ident;)*) => {$(
        impl Computed for $T {
            fn build(shared: &Shared, model: &Model<'_, Self>) -> Made<Self> {
                shared.recipe.$build(model)
            }

            fn held(held: &mut Held) -> Option<&mut Box<dyn AnyOptimizer<Self>>> {
                match held {
                    Held::$Held(engine) => Some(engine),
                    _ => None,
                }
            }

            fn hold(engine: Box<dyn AnyOptimizer<Self>>) -> Held {
                Held::$Held(engine)
            }
        }
    )*};
}

computed! {
    f32: F32, build_f32;
    f64: F64, build_f64;
}

/// Steps one parameter. A tensor that nobody else holds, contiguous and in the memory of the CPU, gives its memory away and gets it
/// back: nothing is copied then. Of any other, burn makes a copy.
pub(super) fn step<const D: usize>(
    shared: &Shared,
    lr: f64,
    tensor: Tensor<D>,
    grad: Tensor<D>,
    mut state: Option<ParamState>,
) -> Stepped<D> {
    let (device, dtype) = (tensor.device(), tensor.dtype());
    let computed = match dtype {
        DType::F64 => DType::F64,
        DType::F32 | DType::Flex32 | DType::F16 | DType::BF16 => DType::F32,
        found => return (tensor, state, Err(BurnStepError::DType { found: format!("{found:?}") })),
    };
    if tensor.dims() != grad.dims() {
        let (param, grad) = (tensor.dims().to_vec(), grad.dims().to_vec());
        return (tensor, state, Err(BurnStepError::Shape { param, grad }));
    }
    // A change of type is none where it is the right one.
    let mut param = tensor.into_data().convert_dtype(computed);
    let grad = grad.into_data().convert_dtype(computed);
    let result = match computed {
        DType::F64 => step_data::<f64>(shared, lr, &mut param, &grad, &mut state),
        _ => step_data::<f32>(shared, lr, &mut param, &grad, &mut state),
    };
    (Tensor::from_data(param.convert_dtype(dtype), (&device, dtype)), state, result)
}

fn step_data<T: Computed>(
    shared: &Shared,
    lr: f64,
    param: &mut TensorData,
    grad: &TensorData,
    state: &mut Option<ParamState>,
) -> Result<(), BurnStepError> {
    let shape = param.shape().to_vec();
    if param.as_slice::<T>().is_err() {
        // Memory that is not aligned for its elements, a file's say.
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
    let state = held::<T>(shared, numbers, &shape, state)?;
    let name = state.place.to_string();
    let Some(engine) = T::held(&mut state.held) else { return Ok(()) };
    shared.set_learning_rate(engine, lr)?;
    let mut params = Named(vec![(&*name, TensorMut::from_slice(numbers, &shape)?)]);
    let grads = Named(vec![(&*name, TensorRef::from_slice(grad, &shape)?)]);
    engine.step(&mut params, &grads)?;
    Ok(())
}

/// The state of a parameter for these elements: as it is, made of what is remembered, or new.
fn held<'s, T: Computed>(
    shared: &Shared,
    numbers: &[T],
    shape: &[usize],
    state: &'s mut Option<ParamState>,
) -> Result<&'s mut ParamState, BurnStepError> {
    let known = match state {
        Some(known) => {
            shared.seen(known.place);
            let same = T::held(&mut known.held).is_some_and(|engine| is_of(engine, shape));
            if same { None } else { Some((known.place, Some(known.held.memory(known.place)?))) }
        }
        None => Some((shared.next_place(), None)),
    };
    if let Some((place, memory)) = known {
        let engine = made(shared, numbers, shape, place, memory)?;
        *state = Some(ParamState { place, held: T::hold(engine) });
    }
    state.as_mut().ok_or_else(|| BurnStepError::Data("no state".to_owned()))
}

/// The state of a parameter before its first step here: new, or as it was, checked for this parameter.
pub(super) fn initial<const D: usize>(
    shared: &Shared,
    tensor: Tensor<D>,
    place: u64,
    memory: Option<Memory>,
) -> Result<Memory, BurnStepError> {
    fn of<T: Computed>(
        shared: &Shared,
        data: &TensorData,
        place: u64,
        memory: Option<Memory>,
    ) -> Result<Memory, BurnStepError> {
        let data = realigned::<T>(data)?;
        let numbers = data.as_slice::<T>().map_err(unreadable)?;
        let engine = made::<T>(shared, numbers, data.shape(), place, memory)?;
        // These states go to a device, where graphs step them.
        engine.check_graph_storage().map_err(|(_, error)| error)?;
        Ok(Memory::of(&**engine, place))
    }
    let wide = tensor.dtype() == DType::F64;
    let data = tensor.try_into_data().map_err(unreadable)?;
    match wide {
        true => of::<f64>(shared, &data, place, memory),
        false => of::<f32>(shared, &data.convert_dtype(DType::F32), place, memory),
    }
}

/// An optimizer of one parameter.
fn made<T: Computed>(
    shared: &Shared,
    numbers: &[T],
    shape: &[usize],
    place: u64,
    memory: Option<Memory>,
) -> Result<Box<dyn AnyOptimizer<T>>, BurnStepError> {
    let name = place.to_string();
    let mut engine = T::build(shared, &Named(vec![(&*name, TensorRef::from_slice(numbers, shape)?)]))?;
    if let Some(memory) = memory {
        memory.load(&mut engine)?;
    }
    Ok(engine)
}

fn is_of<T: Float>(engine: &Engine<T>, shape: &[usize]) -> bool {
    engine.params().next().is_some_and(|param| param.shape() == shape)
}

/// A copy whose memory is that of its elements.
fn realigned<T: Computed>(data: &TensorData) -> Result<TensorData, BurnStepError> {
    Ok(TensorData::new(data.try_to_vec::<T>().map_err(unreadable)?, data.shape().clone()))
}

fn unreadable(error: impl std::fmt::Debug) -> BurnStepError {
    BurnStepError::Data(format!("{error:?}"))
}
