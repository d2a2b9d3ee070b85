//! Where states are on the device: arrays in arenas, scalars in one array.

use std::collections::HashMap;

use cubecl::prelude::Client;
use optim_core::program::{DeviceScalar, DeviceScalars};
use optim_core::{Engine, StateView};

use crate::error::GpuError;
use crate::launch::Array;

/// Bindings of a launch beside parameters and gradients.
const OTHERS: usize = 4;
/// Most parameters of a launch.
const MOST_SLOTS: usize = 128;
/// Most elements of an arena, so that a plan over some of the parameters stays small.
const ARENA: usize = 1 << 28;

/// A parameter.
#[derive(Debug)]
struct Resident {
    name: String,
    len: usize,
    arena: usize,
    /// The offset and the length of each state that is an array.
    states: Vec<Option<(usize, usize)>>,
    /// The offset of its mask, and of each state whether the mask is for it.
    mask: Option<(usize, Vec<bool>)>,
}

/// Where everything is.
#[derive(Debug)]
pub(crate) struct Residence {
    params: Vec<Resident>,
    pub(crate) arenas: Vec<Array>,
    /// Scalar states, and global ones with the place of their rule.
    scalars: HashMap<(usize, DeviceScalar), usize>,
    pub(crate) scalar_array: Array,
    bindings: usize,
    most_bytes: u64,
}

impl Residence {
    /// Takes the states of an optimizer to the device.
    pub(crate) fn new(client: &Client, engine: &Engine<f32>, resident: &DeviceScalars) -> Result<Self, GpuError> {
        let properties = client.properties();
        let bindings = properties.hardware.max_bindings as usize;
        let most_bytes = properties.memory.max_page_size;
        let most = ARENA.min(usize::try_from(most_bytes / 4).unwrap_or(usize::MAX));
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
            if total > most {
                let bytes = 4 * total as u64;
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
            let mask = masked.map(|(_, states)| {
                let offset = lens[arena];
                lens[arena] += len;
                (offset, states)
            });
            params.push(Resident { name: info.name().to_owned(), len, arena, states, mask });
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
        let scalar_array = Array::empty(client, scalars.len());
        let arenas = lens.into_iter().map(|len| Array::empty(client, len)).collect();
        let mut made = Self { params, arenas, scalars, scalar_array, bindings, most_bytes };
        made.upload(client, engine);
        Ok(made)
    }

    /// Takes the states of the host.
    pub(crate) fn upload(&mut self, client: &Client, engine: &Engine<f32>) {
        let mut arenas: Vec<Vec<f32>> = self.arenas.iter().map(|arena| vec![0.0; arena.len]).collect();
        for (place, param) in self.params.iter().enumerate() {
            for (known, state) in param.states.iter().zip(engine.states_at(place)) {
                if let (Some((offset, len)), Some(StateView::Array(array))) = (known, state) {
                    let to = &mut arenas[param.arena][*offset..offset + len];
                    to.iter_mut().zip(array.iter()).for_each(|(to, from)| *to = *from);
                }
            }
            if let (Some((offset, _)), Some((kept, _))) = (&param.mask, engine.mask_at(place)) {
                let to = arenas[param.arena][*offset..].iter_mut();
                to.zip(kept).for_each(|(to, kept)| *to = f32::from(u8::from(kept)));
            }
        }
        self.arenas = arenas.iter().map(|numbers| Array::new(client, numbers)).collect();
        let mut scalars = vec![0.0_f32; self.scalar_array.len];
        for (place, _) in self.params.iter().enumerate() {
            let rule = engine.rule_at(place);
            for ((own, scalar), at) in &self.scalars {
                if *own == owner(place, rule, *scalar) {
                    scalars[*at] = engine.scalar_at(place, *scalar) as f32;
                }
            }
        }
        self.scalar_array = Array::new(client, &scalars);
    }

    /// Gives the host the states. All are read before any is written.
    pub(crate) fn download(&self, client: &Client, engine: &mut Engine<f32>) -> Result<(), GpuError> {
        let arenas: Vec<Vec<f32>> = self.arenas.iter().map(|arena| read(client, arena)).collect::<Result<_, _>>()?;
        let scalars = read(client, &self.scalar_array)?;
        for (place, param) in self.params.iter().enumerate() {
            for (state, known) in param.states.iter().enumerate() {
                if let Some((offset, len)) = known {
                    engine.put_state_at(place, state, &arenas[param.arena][*offset..offset + len]);
                }
            }
            let rule = engine.rule_at(place);
            for ((own, scalar), at) in &self.scalars {
                if *own == owner(place, rule, *scalar) {
                    engine.put_scalar(place, *scalar, f64::from(scalars[*at]));
                }
            }
        }
        Ok(())
    }

    pub(crate) fn name(&self, param: usize) -> &str {
        &self.params[param].name
    }

    pub(crate) fn len(&self, param: usize) -> usize {
        self.params[param].len
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

    /// Of each state of a parameter with a mask whether it is for it, too.
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
fn owner(param: usize, rule: usize, scalar: DeviceScalar) -> usize {
    match scalar {
        DeviceScalar::State(_) => param,
        DeviceScalar::Global(_) => rule,
    }
}

/// The numbers of an array on the device.
pub(crate) fn read(client: &Client, array: &Array) -> Result<Vec<f32>, GpuError> {
    let bytes = client.read_one(array.handle.clone()).map_err(|error| GpuError::Device(error.to_string()))?;
    Ok(bytes.chunks_exact(4).map(|word| f32::from_ne_bytes([word[0], word[1], word[2], word[3]])).collect())
}
