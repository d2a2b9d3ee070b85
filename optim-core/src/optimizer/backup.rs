//! A copy of everything that a `probe` may change, kept until its step is done.

use ndarray::ArrayD;

use super::build_error::BuildError;
use super::dynamic::About;
use super::read::bytes;
use super::{Engine, Param};
use crate::kernel::{Arenas, ArraysMut, Float, Globals, Source, StateSlot, TensorMut, TensorRef, Threads, copy};
use crate::memory::{zeros_in_order_of, zeros_like};
use crate::params::{Declared, Name, Parameters};
use crate::state::States;

/// Room for a copy of all that the `probe` of an optimizer may change; none for an optimizer without one.
#[derive(Clone, Debug)]
pub(super) struct Backup<T> {
    /// One per parameter, if `probe` may change the parameters.
    params: Vec<ArrayD<T>>,
    /// The places of the states that `probe` may change.
    places: Vec<usize>,
    /// These states of each parameter.
    slots: Vec<StateSlot<T>>,
    /// Values of global states.
    globals: Vec<f64>,
}

impl<T: Float> Backup<T> {
    /// Allocates it, for parameters with these states.
    pub(super) fn new(
        about: &About,
        states: &States,
        declared: &[Declared<'_, T>],
        slots: &[StateSlot<T>],
    ) -> Result<Self, BuildError> {
        let changed = about.probe_writes.iter().filter_map(|source| match *source {
            Source::State(state) => Some(states.places(state)),
            _ => None,
        });
        let mut backup =
            Self { params: Vec::new(), places: changed.flatten().collect(), slots: Vec::new(), globals: Vec::new() };
        let params = about.probe_writes.contains(&Source::Param);
        for (place, declared) in declared.iter().enumerate() {
            let too_large = |elements| BuildError::Backup { param: declared.name.clone(), elements };
            if params {
                let array = zeros_in_order_of(declared.shape, declared.array.as_ref());
                backup.params.push(array.map_err(too_large)?);
            }
            for state in &backup.places {
                let copy = match &slots[place * states.len() + state] {
                    StateSlot::Array(array) => {
                        let array = zeros_like(&TensorRef::from_array(array)).map_err(too_large)?;
                        StateSlot::Array(Box::new(array))
                    }
                    other => other.clone(),
                };
                backup.slots.push(copy);
            }
        }
        Ok(backup)
    }

    fn bytes(&self) -> usize {
        let params: usize = self.params.iter().map(|array| array.len() * size_of::<T>()).sum();
        params + self.slots.iter().map(bytes).sum::<usize>()
    }

    /// Takes the values of global states.
    pub(super) fn save_globals(&mut self, globals: &Globals<T>) {
        self.globals.clone_from(&globals.values);
    }

    /// Takes what `probe` may change of the parameters that are `given`, which have these states.
    pub(super) fn save(
        &mut self,
        states: &States,
        (params, slots): (&ArraysMut<'_, T>, &[StateSlot<T>]),
        given: &[bool],
        (arenas, threads): (&Arenas<T>, Threads),
    ) {
        let mut pairs = Vec::new();
        for (place, (kept, given)) in self.params.iter_mut().zip(given).enumerate() {
            if let (Some(param), true) = (params.get(place), given) {
                pairs.push((TensorMut::from_array(kept), param));
            }
        }
        for (place, state, kept) in kept(&self.places, &mut self.slots).filter(|(place, ..)| given[*place]) {
            let slot = &slots[place * states.len() + state];
            if let StateSlot::Array(array) = slot
                && matches!(kept, StateSlot::Array(kept) if kept.shape() == array.shape())
                && let StateSlot::Array(kept) = kept
            {
                pairs.push((TensorMut::from_array(kept), TensorRef::from_array(array)));
            } else if let (StateSlot::Stored(kept), StateSlot::Stored(stored)) = (&mut *kept, slot) {
                // Into the memory that is there.
                kept.clone_from(stored);
            } else {
                kept.clone_from(slot);
            }
        }
        copy(pairs.into_iter(), arenas, threads);
    }
}

/// The kept states: the place of the parameter and that of the state of each.
fn kept<'s, T>(
    places: &'s [usize],
    slots: &'s mut [StateSlot<T>],
) -> impl Iterator<Item = (usize, usize, &'s mut StateSlot<T>)> {
    let kept = slots.chunks_exact_mut(places.len().max(1)).enumerate();
    kept.flat_map(move |(place, kept)| places.iter().zip(kept).map(move |(state, kept)| (place, *state, kept)))
}

impl<T: Float> Engine<T> {
    /// Bytes of the copy of all that a `probe` may change: parameters and states. It is allocated by `build`, and 0 for an
    /// optimizer without a `probe`.
    pub fn backup_bytes(&self) -> usize {
        self.backup.bytes()
    }

    /// Gives parameters and states what they had when they were backed up.
    pub(super) fn restore<P: Parameters<Elem = T> + ?Sized>(&mut self, params: &mut P, given: &[bool]) {
        let count = self.states.len();
        let Backup { places, slots, .. } = &mut self.backup;
        for (place, state, kept) in kept(places, slots).filter(|(place, ..)| given[*place]) {
            std::mem::swap(kept, &mut self.slots[place * count + state]);
        }
        if let Some(globals) = &mut self.globals {
            globals.values.clone_from(&self.backup.globals);
        }
        let kept = self.backup.params.iter().zip(given).map(|(array, given)| given.then_some(array));
        self.put_back(params, &kept.collect::<Vec<_>>());
    }

    /// Copies the kept arrays into the parameters of their places. Whatever else a model has by now stays unchanged.
    pub(super) fn put_back<P: Parameters<Elem = T> + ?Sized>(&self, params: &mut P, kept: &[Option<&ArrayD<T>>]) {
        let mut pairs = Vec::new();
        let mut next = 0;
        params.visit_mut(Name::ROOT, &mut |name, param| {
            let is_next = |known: &Param| name == *known.name;
            let place = match self.params.get(next).is_some_and(is_next) {
                true => next,
                false => self.places.get(&*name.to_string()).copied().unwrap_or(usize::MAX),
            };
            next = place.saturating_add(1);
            if let Some(Some(kept)) = kept.get(place)
                && kept.shape() == param.shape()
            {
                pairs.push((param, TensorRef::from_array(kept)));
            }
        });
        copy(pairs.into_iter(), &self.arenas, self.threads);
    }
}
