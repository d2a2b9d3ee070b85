//! States that are stored in fewer bytes. In a checkpoint, their codes are tensors, and the scales of blocks are another tensor.

use super::read;
use crate::dtype::DType;
use crate::kernel::{Float, StateSlot, Storage, Stored};
use crate::state::ListedState;
use crate::state_dict::outline::{EntryOutline, ParamOutline, Tensors};
use crate::state_dict::tensor::Destination;
use crate::state_dict::{CheckpointError, StateEntry, TensorData};

/// A state in a state dict: absent, an array, or codes with the scales of their blocks.
pub(super) fn entries<T: Float>(state: &ListedState, slot: &StateSlot<T>) -> Vec<(String, StateEntry)> {
    let mut entries = Vec::new();
    let mut put = |name: &str, entry| entries.push((name.to_owned(), entry));
    match slot {
        StateSlot::Absent => {}
        StateSlot::Scalar { value, .. } => put(&state.name, StateEntry::Scalar(*value)),
        StateSlot::Array(array) => put(&state.name, StateEntry::Tensor(TensorData::from_array(array))),
        StateSlot::Stored(stored) => {
            put(&state.name, StateEntry::Tensor(TensorData::from_stored(stored)));
            if let Some(scales) = stored.scales() {
                put(&state.scale, StateEntry::Tensor(TensorData::from_array(&ndarray::aview1(scales))));
            }
        }
    }
    entries
}

/// The scales of a state, if a checkpoint has them.
pub(super) fn scale_of<'p, 'e>(param: &'p ParamOutline<'e>, state: &ListedState) -> Option<&'p EntryOutline<'e>> {
    param.states.iter().find(|(name, _)| *name == state.scale).map(|(_, entry)| entry)
}

/// The storage of codes of this type that have scales, with the number of elements that share a scale.
pub(super) fn in_blocks(dtype: DType) -> Option<(Storage, usize)> {
    let mut storages = Storage::OF_STATES.into_iter().filter(|storage| storage.dtype() == Some(dtype));
    storages.find_map(|storage| Some((storage, storage.block()?)))
}

/// Checks that an entry of codes has the scales that belong to it.
pub(super) fn has_scales(entry: &EntryOutline<'_>, scale: Option<&EntryOutline<'_>>) -> bool {
    let (dtype, shape) = entry.info();
    in_blocks(dtype).is_none_or(|(_, block)| {
        let blocks = shape.iter().product::<usize>().div_ceil(block);
        scale.is_some_and(|scale| scale.info() == (DType::F32, &[blocks][..]))
    })
}

/// Reads codes of this storage and their scales, which have been compared.
pub(super) fn read_blocks(
    storage: Storage,
    name: (&str, &ListedState),
    entry: &EntryOutline<'_>,
    scale: &EntryOutline<'_>,
    tensors: &mut dyn Tensors,
) -> Result<Stored, CheckpointError> {
    let mut stored = zeros(storage, name, entry.info().1)?;
    let mut next = 0;
    entry.read(tensors, &mut |bytes| next = stored.take_codes(next, bytes))?;
    if let Some(scales) = stored.scales_mut() {
        read(scale, tensors, &mut Destination::Slice(scales))?;
    }
    Ok(stored)
}

/// Reads a state with this storage: copies codes, or encodes other numbers.
pub(super) fn read_as(
    known: &Stored,
    name: (&str, &ListedState),
    entry: &EntryOutline<'_>,
    scale: Option<&EntryOutline<'_>>,
    tensors: &mut dyn Tensors,
) -> Result<Stored, CheckpointError> {
    let (dtype, shape) = entry.info();
    let storage = known.storage();
    if let (Some((found, _)), Some(scale)) = (in_blocks(dtype), scale) {
        let blocks = read_blocks(found, name, entry, scale, tensors)?;
        if storage == found {
            return Ok(blocks);
        }
        let mut stored = zeros(storage, name, shape)?;
        stored.assign(&blocks.to_array::<f32>());
        return Ok(stored);
    }
    let mut stored = zeros(storage, name, shape)?;
    if storage.dtype() == Some(dtype) {
        let mut next = 0;
        entry.read(tensors, &mut |bytes| next = stored.take_codes(next, bytes))?;
    } else {
        let mut numbers = Vec::new();
        numbers.try_reserve_exact(stored.len()).map_err(|_| out_of_memory(name, stored.len()))?;
        numbers.resize(stored.len(), 0.0_f32);
        read(entry, tensors, &mut Destination::Slice(&mut numbers))?;
        stored.assign_iter(numbers.into_iter());
    }
    Ok(stored)
}

/// Reads the lower bits of a parameter, and extends or shortens them if necessary. Without an entry, they are 0.
pub(super) fn read_rest(
    known: &Stored,
    name: (&str, &ListedState),
    entry: Option<&EntryOutline<'_>>,
    tensors: &mut dyn Tensors,
) -> Result<Stored, CheckpointError> {
    let mut stored = zeros(known.storage(), name, known.shape())?;
    let Some(entry) = entry else { return Ok(stored) };
    let found = if entry.info().0 == DType::U8 { Storage::Split8 } else { Storage::Split16 };
    let mut other = zeros(found, name, known.shape())?;
    let mut next = 0;
    entry.read(tensors, &mut |bytes| next = other.take_codes(next, bytes))?;
    if found == known.storage() {
        return Ok(other);
    }
    // The 8 bits of one storage are the upper ones of the 16 bits of the other.
    let factor = if found == Storage::Split8 { 256.0 } else { 1.0 / 256.0 };
    stored.assign_iter(other.to_array::<f64>().iter().map(|rest| rest * factor));
    Ok(stored)
}

fn zeros(storage: Storage, name: (&str, &ListedState), shape: &[usize]) -> Result<Stored, CheckpointError> {
    // A state in the element type is not a `Stored`.
    let made = Stored::zeros(storage, shape).unwrap_or(Err(usize::MAX));
    made.map_err(|elements| out_of_memory(name, elements))
}

fn out_of_memory((param, state): (&str, &ListedState), elements: usize) -> CheckpointError {
    CheckpointError::OutOfMemory { name: format!("{param}/{}", state.name), elements }
}
