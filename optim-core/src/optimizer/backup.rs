//! A copy of everything that a `probe` may change, kept until its step is done.

use std::borrow::Cow;

use ndarray::ArrayD;

use super::build_error::BuildError;
use super::dynamic::About;
use super::read::bytes;
use super::{Optimizer, Param};
use crate::kernel::{Arenas, ArraysMut, Float, Globals, Source, StateSlot, TensorMut, TensorRef, Threads, copy};
use crate::memory::{zeros_in_order_of, zeros_like};
use crate::params::{Declared, Name, Parameters};
use crate::state::{ItemPlaces, States};

/// Memory for a copy of all arrays that the `probe` of an optimizer may change; empty for an optimizer without a `probe`.
#[derive(Clone, Debug)]
pub(super) struct Backup<T> {
    /// One for each parameter; `None` if `probe` cannot change it.
    params: Vec<Option<ArrayD<T>>>,
    /// The states that `probe` may change.
    states: Vec<KeptState<T>>,
    /// Values of the global states of each rule.
    globals: Vec<Vec<f64>>,
}

/// The copy of a state.
#[derive(Clone, Debug)]
struct KeptState<T> {
    /// The place of its parameter.
    param: usize,
    /// The place of its slot among all.
    slot: usize,
    copy: StateSlot<T>,
}

impl<T: Float> Backup<T> {
    /// Allocates the memory for parameters with these optimizers and states.
    pub(super) fn new<'r>(
        rules: impl Iterator<Item = (&'r About, &'r States)>,
        declared: &[Declared<'_, T>],
        slots: &[StateSlot<T>],
    ) -> Result<Self, BuildError> {
        let width = slots.len() / declared.len().max(1);
        let mut backup = Self { params: Vec::new(), states: Vec::new(), globals: Vec::new() };
        for (place, (declared, (about, states))) in declared.iter().zip(rules).enumerate() {
            let too_large = |elements| BuildError::Backup { param: declared.name.clone(), elements };
            let array = about
                .probe_writes
                .contains(&Source::Param)
                .then(|| zeros_in_order_of(declared.shape, declared.array.as_ref()));
            backup.params.push(array.transpose().map_err(too_large)?);
            let changed = about.probe_writes.iter().filter_map(|source| match *source {
                Source::State(state) => Some(states.places(state)),
                // The lower bits of a split parameter change with it.
                Source::Param => Some(states.places(ItemPlaces::NOWHERE)),
                _ => None,
            });
            for slot in changed.flatten().map(|state| place * width + state) {
                let copy = match &slots[slot] {
                    StateSlot::Array(array) => {
                        let array = zeros_like(&TensorRef::from_array(array)).map_err(too_large)?;
                        StateSlot::Array(Box::new(array))
                    }
                    other => other.clone(),
                };
                backup.states.push(KeptState { param: place, slot, copy });
            }
        }
        if backup.params.iter().all(Option::is_none) {
            backup.params = Vec::new();
        }
        Ok(backup)
    }

    /// The parameters before the last probe that the probe may change; empty without a `probe`.
    pub(super) fn params(&self) -> &[Option<ArrayD<T>>] {
        &self.params
    }

    /// A parameter before the last probe, including its lower bits if the optimizer stores them.
    pub(super) fn full(&self, param: usize) -> Option<Cow<'_, ArrayD<T>>> {
        let array = self.params.get(param)?.as_ref()?;
        let rest = self.states.iter().filter(|kept| kept.param == param).find_map(|kept| kept.copy.rest());
        Some(rest.map_or(Cow::Borrowed(array), |rest| Cow::Owned(rest.joined_to(array))))
    }

    fn bytes(&self) -> usize {
        let params: usize = self.params.iter().flatten().map(|array| array.len() * size_of::<T>()).sum();
        params + self.states.iter().map(|kept| bytes(&kept.copy)).sum::<usize>()
    }

    /// Saves the values of the global states of each rule.
    pub(super) fn save_globals<'g>(&mut self, globals: impl Iterator<Item = Option<&'g Globals<T>>>)
    where
        T: 'g,
    {
        self.globals.clear();
        self.globals.extend(globals.map(|globals| globals.map_or_else(Vec::new, |globals| globals.values.clone())));
    }

    /// Saves the parameters that are `given` and their states, as far as `probe` may change them.
    pub(super) fn save(
        &mut self,
        (params, slots): (&ArraysMut<'_, T>, &[StateSlot<T>]),
        given: &[bool],
        (arenas, threads): (&Arenas<T>, Threads),
    ) {
        let mut pairs = Vec::new();
        for (place, (kept, given)) in self.params.iter_mut().zip(given).enumerate() {
            if let (Some(kept), Some(param), true) = (kept, params.get(place), given) {
                pairs.push((TensorMut::from_array(kept), param));
            }
        }
        for KeptState { slot, copy: kept, .. } in self.states.iter_mut().filter(|kept| given[kept.param]) {
            let slot = &slots[*slot];
            if let StateSlot::Array(array) = slot
                && matches!(kept, StateSlot::Array(kept) if kept.shape() == array.shape())
                && let StateSlot::Array(kept) = kept
            {
                pairs.push((TensorMut::from_array(kept), TensorRef::from_array(array)));
            } else if let (StateSlot::Stored(kept), StateSlot::Stored(stored)) = (&mut *kept, slot) {
                // Copies into the existing memory.
                kept.clone_from(stored);
            } else {
                kept.clone_from(slot);
            }
        }
        copy(pairs.into_iter(), arenas, threads);
    }
}

impl<T: Float> Optimizer<T> {
    /// The size in bytes of the copy of the parameters and states that a `probe` may change. `build` allocates it. It is 0
    /// for an optimizer without a `probe`.
    pub fn backup_bytes(&self) -> usize {
        self.backup.bytes()
    }

    /// Restores parameters and states from the backup.
    pub(super) fn restore<P: Parameters<Elem = T> + ?Sized>(&mut self, params: &mut P, given: &[bool]) {
        for KeptState { slot, copy, .. } in self.backup.states.iter_mut().filter(|kept| given[kept.param]) {
            std::mem::swap(copy, &mut self.slots[*slot]);
        }
        for (rule, values) in self.rules.iter_mut().zip(&self.backup.globals) {
            if let Some(globals) = &mut rule.globals {
                globals.values.clone_from(values);
            }
        }
        let kept = self.backup.params.iter().zip(given).map(|(array, given)| array.as_ref().filter(|_| *given));
        self.put_back(params, &kept.collect::<Vec<_>>());
    }

    /// Copies the kept arrays into the parameters at their places. All other parts of the model stay unchanged.
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
