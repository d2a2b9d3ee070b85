//! The places of states in a device's memory, as arena and offset. They are known without a device.

use std::collections::HashMap;

use optim_core::program::{DeviceScalar, DeviceScalars};
use optim_core::{Optimizer, Storage};

use crate::error::GpuError;

/// The bindings of a launch besides parameters and gradients.
const OTHERS: usize = 4;
/// The largest number of parameters in a launch.
const MOST_SLOTS: usize = 128;
/// The largest number of elements that a kernel can count.
const COUNTED: usize = u32::MAX as usize;

/// The limits of a device.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// The largest number of buffers that a kernel can bind.
    pub(crate) bindings: usize,
    /// The largest size of a buffer, in bytes.
    pub(crate) buffer_bytes: u64,
}

/// A state that is an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StateArray {
    pub(crate) len: usize,
    pub(crate) storage: Storage,
    /// Its first element in the arena, or its first word in the arena of codes.
    pub(crate) offset: usize,
    /// Its first scale in the arena.
    pub(crate) scales: usize,
}

impl StateArray {
    /// The bytes of its codes. None if it is stored as `f32`.
    pub(crate) fn code_bytes(&self) -> usize {
        self.storage.bytes(self.len).map_or(0, |bytes| bytes - 4 * self.blocks())
    }

    /// The words of its codes.
    fn words(&self) -> usize {
        self.code_bytes().div_ceil(4)
    }

    pub(crate) fn blocks(&self) -> usize {
        self.storage.block().map_or(0, |block| self.len.div_ceil(block))
    }

    /// The elements in the arena of `f32`.
    fn singles(&self) -> usize {
        if self.storage == Storage::Native { self.len } else { self.blocks() }
    }
}

/// A parameter.
#[derive(Debug)]
pub(crate) struct Resident {
    pub(crate) name: String,
    pub(crate) len: usize,
    /// The number of elements of all parameters before it.
    pub(crate) begin: usize,
    pub(crate) storage: Storage,
    /// The arena of its states, and the arena of their codes.
    pub(crate) arena: (usize, usize),
    /// The states that are arrays.
    pub(crate) states: Vec<Option<StateArray>>,
    /// The offset of its mask, and for each state true if the mask applies to it.
    pub(crate) mask: Option<(usize, Vec<bool>)>,
}

/// The places of all states and masks.
#[derive(Debug)]
pub(crate) struct Layout {
    pub(crate) params: Vec<Resident>,
    /// The number of elements in each arena.
    pub(crate) arenas: Vec<usize>,
    /// The number of words in each arena of codes.
    pub(crate) codes: Vec<usize>,
    /// The places of scalar states, and of global states by their rule.
    pub(crate) scalars: HashMap<(usize, DeviceScalar), usize>,
    bindings: usize,
    most_bytes: u64,
}

impl Layout {
    /// Finds a place for all states of an optimizer.
    pub(crate) fn new(optimizer: &Optimizer<f32>, resident: &DeviceScalars, limits: Limits) -> Result<Self, GpuError> {
        let most_bytes = limits.buffer_bytes;
        let most = COUNTED.min(usize::try_from(most_bytes / 4).unwrap_or(usize::MAX));
        let mut params = Vec::new();
        let (mut lens, mut codes) = (vec![0], vec![0]);
        for (place, info) in optimizer.params().enumerate() {
            let len: usize = info.shape().iter().product();
            let mut states: Vec<Option<StateArray>> = states_of(optimizer, place);
            let masked = optimizer.mask_at(place);
            let of = |size: fn(&StateArray) -> usize| states.iter().flatten().map(size).sum::<usize>();
            let singles = of(StateArray::singles) + if masked.is_some() { len } else { 0 };
            let words = of(StateArray::words);
            let largest = singles.max(words).max(len);
            if largest > most {
                let bytes = 4 * largest as u64;
                return Err(GpuError::TooLarge { param: info.name().to_owned(), bytes, most: 4 * most as u64 });
            }
            let arena = (arena_for(&mut lens, singles, most), arena_for(&mut codes, words, most));
            for state in states.iter_mut().flatten() {
                state.scales = lens[arena.0];
                state.offset = if state.storage == Storage::Native { lens[arena.0] } else { codes[arena.1] };
                lens[arena.0] += state.singles();
                codes[arena.1] += state.words();
            }
            let mask = masked.map(|(_, states)| {
                let offset = lens[arena.0];
                lens[arena.0] += len;
                (offset, states)
            });
            let begin = params.last().map_or(0, |last: &Resident| last.begin + last.len);
            let (name, storage) = (info.name().to_owned(), optimizer.param_storage_at(place));
            if storage.is_split() {
                return Err(GpuError::Storage { param: name, storage });
            }
            params.push(Resident { name, len, begin, storage, arena, states, mask });
        }
        let mut scalars = HashMap::new();
        for (place, _) in params.iter().enumerate() {
            let rule = optimizer.rule_at(place);
            for scalar in &resident[rule] {
                let owner = owner(place, rule, *scalar);
                let next = scalars.len();
                scalars.entry((owner, *scalar)).or_insert(next);
            }
        }
        Ok(Self { params, arenas: lens, codes, scalars, bindings: limits.bindings, most_bytes })
    }

    pub(crate) fn name(&self, param: usize) -> &str {
        &self.params[param].name
    }

    pub(crate) fn len(&self, param: usize) -> usize {
        self.params[param].len
    }

    /// The bytes of an element of a parameter.
    pub(crate) fn element_bytes(&self, param: usize) -> u64 {
        if self.params[param].storage == Storage::Native { 4 } else { 2 }
    }

    /// The first parameter whose elements have two bytes.
    pub(crate) fn half_param(&self) -> Option<&str> {
        let is_half = |param: &&Resident| param.storage != Storage::Native;
        self.params.iter().find(is_half).map(|param| &*param.name)
    }

    /// The start of a parameter if all parameters are in one buffer.
    pub(crate) fn begin(&self, param: usize) -> usize {
        self.params[param].begin
    }

    /// The elements of all parameters.
    pub(crate) fn total(&self) -> usize {
        self.params.last().map_or(0, |last| last.begin + last.len)
    }

    pub(crate) fn count(&self) -> usize {
        self.params.len()
    }

    /// The arena of a parameter's states, and the arena of their codes.
    pub(crate) fn arena(&self, param: usize) -> (usize, usize) {
        self.params[param].arena
    }

    /// The largest number of parameters in a launch that reads `inputs` inputs of each.
    pub(crate) fn slots(&self, inputs: usize) -> usize {
        let others = OTHERS + usize::from(self.has_codes());
        (self.bindings.saturating_sub(others) / (2 + inputs)).clamp(1, MOST_SLOTS)
    }

    pub(crate) fn most_bytes(&self) -> u64 {
        self.most_bytes
    }

    /// Returns true if any state is stored in fewer bytes.
    pub(crate) fn has_codes(&self) -> bool {
        self.codes.iter().any(|words| *words > 0)
    }

    /// The storage of a parameter's elements.
    pub(crate) fn storage(&self, param: usize) -> Storage {
        self.params[param].storage
    }

    /// The storage of each state that is an array.
    pub(crate) fn storages(&self, param: usize) -> Vec<Option<Storage>> {
        self.params[param].states.iter().map(|state| state.map(|state| state.storage)).collect()
    }

    /// True for each state of a parameter to which its mask applies. Empty without a mask.
    pub(crate) fn masked(&self, param: usize) -> Option<&[bool]> {
        self.params[param].mask.as_ref().map(|(_, states)| &states[..])
    }

    pub(crate) fn mask_offset(&self, param: usize) -> usize {
        self.params[param].mask.as_ref().map_or(0, |(offset, _)| *offset)
    }

    pub(crate) fn state_offset(&self, param: usize, state: usize) -> usize {
        self.params[param].states[state].map_or(0, |state| state.offset)
    }

    pub(crate) fn scales_offset(&self, param: usize, state: usize) -> usize {
        self.params[param].states[state].map_or(0, |state| state.scales)
    }

    pub(crate) fn scalar_offset(&self, param: usize, rule: usize, scalar: DeviceScalar) -> usize {
        self.scalars[&(owner(param, rule, scalar), scalar)]
    }
}

/// The states of a parameter that are arrays, without their places.
fn states_of(optimizer: &Optimizer<f32>, param: usize) -> Vec<Option<StateArray>> {
    let array = |(len, storage)| StateArray { len, storage, offset: 0, scales: 0 };
    optimizer.state_arrays_at(param).into_iter().map(|state| state.map(array)).collect()
}

/// The arena with room for these elements: the last arena, or a new one.
fn arena_for(lens: &mut Vec<usize>, count: usize, most: usize) -> usize {
    if lens.last().is_some_and(|len| len + count > most) {
        lens.push(0);
    }
    lens.len() - 1
}

/// The owner of a scalar: a parameter, or a rule.
pub(crate) fn owner(param: usize, rule: usize, scalar: DeviceScalar) -> usize {
    match scalar {
        DeviceScalar::State(_) => param,
        DeviceScalar::Global(_) => rule,
    }
}
