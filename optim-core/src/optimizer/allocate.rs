//! State before the first step.

use ndarray::ArrayD;

use super::Param;
use super::build_error::BuildError;
use super::group::Group;
use crate::kernel::{Float, StateSlot, Storage, Stored};
use crate::memory::zeros_in_order_of;
use crate::params::Declared;
use crate::shape::{Axes, Dims};
use crate::state::{Initial, ListedState, REST, StateInfo, States};

/// Creates all states of one parameter.
pub(super) fn allocate<T: Float>(
    group: &Group,
    states: &States,
    (known, param): (&Param, &Declared<'_, T>),
    slots: &mut Vec<StateSlot<T>>,
) -> Result<(), BuildError> {
    let definition = group.definition();
    let shape = known.folded;
    let axes = group.about().axes_of(&known.shape, known.view.as_deref());
    for state in states.iter() {
        let slot = if state.is_rest() {
            rest(group, (known, param))?
        } else if definition.has(state, shape) {
            let dims = definition.dims_of(state, shape);
            {
                let storage = group.storage_of(state.declared);
                let first = definition.state_initial(state.declared, shape);
                initial(&axes, (state, dims, storage), first, (known, param))?
            }
        } else {
            StateSlot::Absent
        };
        slots.push(slot);
    }
    Ok(())
}

/// The lower bits of a parameter, all 0, if its group stores them.
fn rest<T: Float>(group: &Group, (known, param): (&Param, &Declared<'_, T>)) -> Result<StateSlot<T>, BuildError> {
    let storage = group.param_storage(known.dtype);
    if !storage.is_split() {
        return Ok(StateSlot::Absent);
    }
    let out_of_memory = |elements| BuildError::OutOfMemory { param: param.name.clone(), state: REST, elements };
    let zeros = Stored::zeros(storage, known.seen()).unwrap_or(Err(usize::MAX));
    Ok(StateSlot::Stored(Box::new(zeros.map_err(out_of_memory)?)))
}

/// Creates a state of a parameter, of which the step sees these axes.
fn initial<T: Float>(
    axes: &[usize],
    (state, dims, storage): (&ListedState, Option<Dims>, Storage),
    initial: Initial,
    (known, param): (&Param, &Declared<'_, T>),
) -> Result<StateSlot<T>, BuildError> {
    let info = &state.info;
    let shape = match dims {
        _ if info.is_tensor() => known.seen().to_vec(),
        Some(dims) if info.pair.is_some() => dims.pair_shape(axes),
        Some(dims) => dims.array_shape(axes),
        None => Vec::new(),
    };
    let out_of_memory = |elements| BuildError::OutOfMemory { param: param.name.clone(), state: info.name, elements };
    if info.axes != Axes::Scalar
        && let Some(stored) = Stored::zeros(storage, &shape)
    {
        let mut stored = stored.map_err(out_of_memory)?;
        // Zeroed memory is not touched here either.
        if !matches!(initial, Initial::Constant(value) if T::cast(value) == T::ZERO)
            && let StateSlot::Array(first) = native((state, shape), initial, (known, param))?
        {
            stored.assign(&*first);
        }
        return Ok(StateSlot::Stored(Box::new(stored)));
    }
    native((state, shape), initial, (known, param))
}

/// A state in the type of the parameter's elements.
fn native<T: Float>(
    (state, shape): (&ListedState, Vec<usize>),
    initial: Initial,
    (known, param): (&Param, &Declared<'_, T>),
) -> Result<StateSlot<T>, BuildError> {
    let (info, draws) = (&state.info, known.draws);
    match (info.axes, initial) {
        (Axes::Scalar, Initial::Constant(value)) => Ok(StateSlot::scalar(value)),
        (_, Initial::Constant(value)) => {
            let mut array = zeros(info, &shape, param)?;
            let value = T::cast(value);
            // Zeroed memory is not touched: the system maps it when the first step does.
            if value != T::ZERO {
                array.fill(value);
            }
            Ok(StateSlot::Array(Box::new(array)))
        }
        (Axes::Scalar, Initial::Identity(value)) => Ok(StateSlot::scalar(value)),
        (_, Initial::Identity(value)) => {
            let mut array = zeros(info, &shape, param)?;
            // The diagonal of each matrix, which consists of the last two axes of an array with its own dimensions.
            if let [.., rows, cols] = *shape
                && rows == cols
                && !array.is_empty()
            {
                for mut matrix in array.rows_mut().into_iter().enumerate() {
                    matrix.1[matrix.0 % cols] = T::cast(value);
                }
            }
            Ok(StateSlot::Array(Box::new(array)))
        }
        (_, Initial::Normal(deviation)) if !(0.0..f64::INFINITY).contains(&deviation) => {
            Err(BuildError::InitialDeviation { param: param.name.clone(), state: info.name, deviation })
        }
        (Axes::Scalar, Initial::Normal(deviation)) => {
            Ok(StateSlot::scalar(deviation * draws.first(&state.name).number(0)))
        }
        (_, Initial::Normal(deviation)) => {
            let mut array = zeros(info, &shape, param)?;
            let draw = draws.first(&state.name);
            // In logical order, for any order in memory.
            for (value, index) in array.iter_mut().zip(0..) {
                *value = T::cast(deviation * draw.number(index));
            }
            Ok(StateSlot::Array(Box::new(array)))
        }
        (axes, Initial::Param) if axes != Axes::Scalar && shape == known.seen() => {
            let Some(values) = &param.array else {
                return Err(BuildError::InitialValues { param: param.name.clone(), state: info.name });
            };
            let (mut array, values) = (zeros(info, &shape, param)?, values.to_ndarray());
            // In logical order, which is the same in a view.
            match known.view {
                None => array.assign(&values),
                Some(_) => array.iter_mut().zip(&values).for_each(|(to, from)| *to = *from),
            }
            Ok(StateSlot::Array(Box::new(array)))
        }
        (_, Initial::Param) => Err(BuildError::InitialShape {
            param: param.name.clone(),
            state: info.name,
            shape,
            found: known.seen().to_vec(),
        }),
    }
}

/// A zeroed array. If the parameter has no gaps in memory, the array has the same order of elements, so that a step can walk both in the order of
/// memory.
fn zeros<T: Float>(info: &StateInfo, shape: &[usize], param: &Declared<'_, T>) -> Result<ArrayD<T>, BuildError> {
    let out_of_memory = |elements| BuildError::OutOfMemory { param: param.name.clone(), state: info.name, elements };
    let array = param.array.as_ref().filter(|_| info.pair.is_none());
    zeros_in_order_of(shape, array).map_err(out_of_memory)
}
