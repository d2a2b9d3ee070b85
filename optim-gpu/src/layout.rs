//! Where states are in the memory of a device: which arena, from which offset on. It is known before there is a device.

use std::collections::HashMap;

use optim_core::program::{DeviceScalar, DeviceScalars};
use optim_core::{Engine, StateView};

use crate::error::GpuError;

/// Bindings of a launch beside parameters and gradients.
const OTHERS: usize = 4;
/// Most parameters of a launch.
const MOST_SLOTS: usize = 128;
/// Most elements that a kernel can count.
const COUNTED: usize = u32::MAX as usize;

/// The limits of a device.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// The most buffers that a kernel takes.
    pub(crate) bindings: usize,
    /// The most bytes of a buffer.
    pub(crate) buffer_bytes: u64,
}

/// A parameter.
#[derive(Debug)]
pub(crate) struct Resident {
    pub(crate) name: String,
    pub(crate) len: usize,
    /// The elements of all parameters before it.
    pub(crate) begin: usize,
    pub(crate) arena: usize,
    /// The offset and the length of each state that is an array.
    pub(crate) states: Vec<Option<(usize, usize)>>,
    /// The offset of its mask, and of each state whether the mask is for it.
    pub(crate) mask: Option<(usize, Vec<bool>)>,
    /// The elements that the mask keeps.
    kept: Vec<bool>,
    shape: Vec<usize>,
    rule: usize,
}

/// Where everything is.
#[derive(Debug)]
pub(crate) struct Layout {
    pub(crate) params: Vec<Resident>,
    /// The elements of each arena.
    pub(crate) arenas: Vec<usize>,
    /// Scalar states, and global ones with the place of their rule.
    pub(crate) scalars: HashMap<(usize, DeviceScalar), usize>,
    bindings: usize,
    most_bytes: u64,
}

impl Layout {
    /// Finds a place for all states of an optimizer.
    pub(crate) fn new(engine: &Engine<f32>, resident: &DeviceScalars, limits: Limits) -> Result<Self, GpuError> {
        let most_bytes = limits.buffer_bytes;
        let most = COUNTED.min(usize::try_from(most_bytes / 4).unwrap_or(usize::MAX));
        let mut params = Vec::new();
        let mut lens = vec![0];
        for (place, info) in engine.params().enumerate() {
            let own: Vec<Option<usize>> = engine
                .states_at(place)
                .into_iter()
                .map(|state| match state {
                    Some(StateView::Array(array)) => Some(array.len()),
                    _ => None,
                })
                .collect();
            let len = info.shape().iter().product();
            let masked = engine.mask_at(place);
            let total = own.iter().flatten().sum::<usize>() + if masked.is_some() { len } else { 0 };
            if total.max(len) > most {
                let bytes = 4 * total.max(len) as u64;
                return Err(GpuError::TooLarge { param: info.name().to_owned(), bytes, most: 4 * most as u64 });
            }
            if lens.last().is_some_and(|len| len + total > most) {
                lens.push(0);
            }
            let arena = lens.len() - 1;
            let states = own.into_iter().map(|len| {
                let offset = lens[arena];
                lens[arena] += len.unwrap_or(0);
                len.map(|len| (offset, len))
            });
            let states = states.collect();
            let kept = masked.as_ref().map(|(kept, _)| kept.clone()).unwrap_or_default();
            let mask = masked.map(|(_, states)| {
                let offset = lens[arena];
                lens[arena] += len;
                (offset, states)
            });
            let begin = params.last().map_or(0, |last: &Resident| last.begin + last.len);
            let (shape, rule) = (info.shape().to_vec(), engine.rule_at(place));
            params.push(Resident { name: info.name().to_owned(), len, begin, arena, states, mask, kept, shape, rule });
        }
        let mut scalars = HashMap::new();
        for (place, _) in params.iter().enumerate() {
            let rule = engine.rule_at(place);
            for scalar in &resident[rule] {
                let owner = owner(place, rule, *scalar);
                let next = scalars.len();
                scalars.entry((owner, *scalar)).or_insert(next);
            }
        }
        Ok(Self { params, arenas: lens, scalars, bindings: limits.bindings, most_bytes })
    }

    /// True if an optimizer has these parameters.
    pub(crate) fn is_for(&self, engine: &Engine<f32>) -> bool {
        let known = self.params.iter().map(|param| (&*param.name, &*param.shape));
        engine.params().len() == self.params.len() && engine.params().map(|info| (info.name(), info.shape())).eq(known)
    }

    /// True if an optimizer has these states and masks, too.
    pub(crate) fn fits(&self, engine: &Engine<f32>) -> bool {
        let is_same = |(place, param): (usize, &Resident)| {
            let lens = engine.states_at(place).into_iter().map(|state| match state {
                Some(StateView::Array(array)) => Some(array.len()),
                _ => None,
            });
            let mask = engine.mask_at(place);
            engine.rule_at(place) == param.rule
                && lens.eq(param.states.iter().map(|state| state.map(|(_, len)| len)))
                && mask.as_ref().map(|(_, states)| states) == param.mask.as_ref().map(|(_, states)| states)
                && mask.map(|(kept, _)| kept).unwrap_or_default() == param.kept
        };
        self.is_for(engine) && self.params.iter().enumerate().all(is_same)
    }

    pub(crate) fn name(&self, param: usize) -> &str {
        &self.params[param].name
    }

    pub(crate) fn len(&self, param: usize) -> usize {
        self.params[param].len
    }

    /// Where a parameter begins if all are in one buffer.
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

    pub(crate) fn arena(&self, param: usize) -> usize {
        self.params[param].arena
    }

    /// Most parameters of a launch that reads so many inputs of each.
    pub(crate) fn slots(&self, inputs: usize) -> usize {
        (self.bindings.saturating_sub(OTHERS) / (2 + inputs)).clamp(1, MOST_SLOTS)
    }

    pub(crate) fn most_bytes(&self) -> u64 {
        self.most_bytes
    }

    /// The length of each state that is an array.
    pub(crate) fn lens_of(&self, param: usize) -> Vec<Option<usize>> {
        self.params[param].states.iter().map(|state| state.map(|(_, len)| len)).collect()
    }

    /// True for each state of a parameter that its mask is for; none without a mask.
    pub(crate) fn masked(&self, param: usize) -> Option<&[bool]> {
        self.params[param].mask.as_ref().map(|(_, states)| &states[..])
    }

    pub(crate) fn mask_offset(&self, param: usize) -> usize {
        self.params[param].mask.as_ref().map_or(0, |(offset, _)| *offset)
    }

    pub(crate) fn state_offset(&self, param: usize, state: usize) -> usize {
        self.params[param].states[state].map_or(0, |(offset, _)| offset)
    }

    pub(crate) fn scalar_offset(&self, param: usize, rule: usize, scalar: DeviceScalar) -> usize {
        self.scalars[&(owner(param, rule, scalar), scalar)]
    }
}

/// Whose scalar it is: a parameter's, or a rule's.
pub(crate) fn owner(param: usize, rule: usize, scalar: DeviceScalar) -> usize {
    match scalar {
        DeviceScalar::State(_) => param,
        DeviceScalar::Global(_) => rule,
    }
}
