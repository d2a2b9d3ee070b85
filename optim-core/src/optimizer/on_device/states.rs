//! States between host and device.

use std::collections::BTreeMap;

use ndarray::{CowArray, IxDyn};

use super::{DeviceError, fails};
use crate::evaluate::{Backend, Value};
use crate::kernel::{Float, Param, StateSlot};
use crate::lang::Comparison;
use crate::optimizer::Optimizer;

/// The states of each parameter, and global ones, by name.
pub(super) type HeldStates<B> = Vec<ParamStates<B>>;
type ParamStates<B> = BTreeMap<String, Value<<B as Backend>::Tensor>>;
/// For masked parameters, 1 where elements are kept.
pub(super) type HeldMasks<B> = Vec<Option<<B as Backend>::Mask>>;

/// Uploads the states of an optimizer.
pub(super) fn uploaded_states<B: Backend, T: Float>(
    optimizer: &Optimizer<T>,
    backend: &B,
) -> Result<HeldStates<B>, DeviceError<B::Error>> {
    optimizer
        .check_graph_storage()
        .map_err(|(param, error)| DeviceError::Graph { param: param.to_owned(), error: Box::new(error) })?;
    (0..optimizer.params.len()).map(|place| states_at(optimizer, place, backend)).collect()
}

/// Uploads the masks of an optimizer.
pub(super) fn uploaded_masks<B: Backend, T: Float>(
    optimizer: &Optimizer<T>,
    backend: &B,
) -> Result<HeldMasks<B>, DeviceError<B::Error>> {
    (0..optimizer.params.len()).map(|place| mask_at(optimizer, place, backend)).collect()
}

fn states_at<B: Backend, T: Float>(
    optimizer: &Optimizer<T>,
    place: usize,
    backend: &B,
) -> Result<ParamStates<B>, DeviceError<B::Error>> {
    let param = &optimizer.params[place];
    let definition = optimizer.groups[param.group].definition();
    let mut own = BTreeMap::new();
    for (state, slot) in optimizer.states_of(param).iter().zip(optimizer.slots_of(place)) {
        let value = match slot {
            StateSlot::Absent => continue,
            StateSlot::Scalar { value, .. } => Value::Number(*value),
            // Empty arrays are not tensors.
            StateSlot::Array(array) if array.is_empty() => continue,
            StateSlot::Stored(stored) if stored.len() == 0 => continue,
            StateSlot::Array(_) | StateSlot::Stored(_) => {
                let array: CowArray<'_, T, IxDyn> = match slot {
                    StateSlot::Array(array) => array.view().into(),
                    StateSlot::Stored(stored) => stored.to_array().into(),
                    _ => continue,
                };
                let shape = param.folded.sizes(definition.dims_of(state, param.folded));
                let first = array.first().map_or(0.0, |x| x.as_());
                let data: Vec<f64> = array.iter().map(|x| x.as_()).collect();
                Value::Tensor(match data.iter().all(|x| x.to_bits() == first.to_bits()) {
                    true => backend.fill(first, shape).map_err(fails("state"))?,
                    false => backend.upload(&data, shape).map_err(fails("state"))?,
                })
            }
        };
        own.insert(state.name.to_string(), value);
    }
    let rule = optimizer.rule_of(param);
    let globals = rule.states.iter().enumerate().filter(|(_, state)| optimizer.is_global(rule, state));
    own.extend(globals.map(|(place, state)| {
        let value = rule.globals.as_ref().map_or(0.0, |globals| globals.values[place]);
        (state.name.to_string(), Value::Number(value))
    }));
    Ok(own)
}

fn mask_at<B: Backend, T: Float>(
    optimizer: &Optimizer<T>,
    place: usize,
    backend: &B,
) -> Result<Option<B::Mask>, DeviceError<B::Error>> {
    let Param { folded, .. } = optimizer.params[place];
    let Some(masked) = optimizer.masks.get(place).filter(|masked| !masked.kept().is_empty()) else { return Ok(None) };
    let kept: Vec<f64> = masked.kept().iter().map(|kept| f64::from(u8::from(*kept))).collect();
    let kept = backend.upload(&kept, [folded.batch(), folded.rows(), folded.cols()]).map_err(fails("mask"))?;
    let zero = backend.fill(0.0, [1; 3]).map_err(fails("mask"))?;
    backend.compare(Comparison::Ne, &kept, &zero).map(Some).map_err(fails("mask"))
}

/// Downloads the current states to an optimizer. All are downloaded before any is written.
pub(super) fn download_to<B: Backend, T: Float>(
    optimizer: &mut Optimizer<T>,
    states: &HeldStates<B>,
    backend: &B,
) -> Result<(), DeviceError<B::Error>> {
    let mut downloaded = Vec::new();
    for (place, own) in states.iter().enumerate() {
        for (name, value) in own {
            let numbers = match value {
                Value::Number(x) => vec![*x],
                Value::Tensor(x) => backend.download(x).map_err(fails("state"))?,
            };
            downloaded.push((place, name, numbers));
        }
    }
    let width = optimizer.width();
    for (place, name, numbers) in downloaded {
        let group = optimizer.params[place].group;
        let states = &optimizer.rule_of_group(group).states;
        let Some(index) = states.place(name) else { continue };
        if states.as_slice()[index].info.global {
            if let [number] = numbers[..] {
                optimizer.put_global(optimizer.groups[group].rule(), index, number);
            }
            continue;
        }
        match &mut optimizer.slots[place * width + index] {
            StateSlot::Absent => {}
            slot @ StateSlot::Scalar { .. } => {
                if let [number] = numbers[..] {
                    *slot = StateSlot::scalar(number);
                }
            }
            StateSlot::Array(array) => {
                array.iter_mut().zip(numbers).for_each(|(to, from)| *to = T::cast(from));
            }
            StateSlot::Stored(stored) => stored.assign_iter(numbers.into_iter().map(T::cast)),
        }
    }
    Ok(())
}
