//! Storage of parameters and states: parameters with all of their bits, and the codes of states in fewer bytes for devices that keep them by
//! themselves.

use std::collections::BTreeMap;
use std::sync::Arc;

use ndarray::ArrayD;

use super::Optimizer;
use super::error::StepError;
use crate::draw::PARAM_ROUNDING;
use crate::dtype::DType;
use crate::kernel::{Elements, Float, StateSlot, Storage};
use crate::params::Parameters;
use crate::state::REST;

/// A state in fewer bytes, as checkpoints contain it.
#[derive(Clone, Debug, PartialEq)]
pub struct StateCodes {
    /// The codes of its elements in C order, little-endian.
    pub codes: Vec<u8>,
    /// The scale of each block of [`Storage::block`] elements; empty if the storage has no scales.
    pub scales: Vec<f32>,
}

impl<T: Float> Optimizer<T> {
    /// Returns the parameters by name, as steps compute with them: parameters of `bf16` include the bits that [`Storage::Split8`] and
    /// [`Storage::Split16`] store. Other parameters are copies. The map is a model, so you can save it to files of weights.
    ///
    /// # Errors
    ///
    /// Returns an error if the optimizer was built for other parameters, as in [`step`](Self::step).
    pub fn full_weights<P: Parameters<Elem = T> + ?Sized>(
        &self,
        params: &P,
    ) -> Result<BTreeMap<String, ArrayD<T>>, StepError> {
        let params = self.collect_params_to_read(&self.params, params)?;
        self.check_split(params.iter().map(|(place, param)| (place, param.dtype())))?;
        let full = params.iter().map(|(place, array)| {
            let known = &self.params[place];
            let rest = self.states_of(known).place(REST).map(|rest| &self.slots_of(place)[rest]);
            let numbers = match (rest, array.elements()) {
                (Some(StateSlot::Stored(rest)), Elements::Half(codes, _)) => {
                    // Does not fail, because the array has the elements of its shape.
                    ArrayD::from_shape_vec(codes.raw_dim(), rest.joined(codes.iter())).unwrap_or_default()
                }
                _ => array.to_ndarray().into_owned(),
            };
            (known.name.to_string(), numbers)
        });
        Ok(full.collect())
    }

    /// Replaces the parameters by weights in the type with which steps compute. Split parameters also get their lower bits, and all others are
    /// rounded to nearest. It is the inverse of [`full_weights`](Self::full_weights).
    ///
    /// # Errors
    ///
    /// Returns an error if the optimizer was built for other parameters or weights, as in [`step`](Self::step). Nothing has changed then.
    pub fn set_full_weights<P, W>(&mut self, params: &mut P, weights: &W) -> Result<(), StepError>
    where
        P: Parameters<Elem = T> + ?Sized,
        W: Parameters<Elem = T> + ?Sized,
    {
        let about = Arc::clone(&self.params);
        let mut params = self.collect_params(&about, params)?;
        self.check_split(params.iter().map(|(place, param)| (place, param.dtype())))?;
        let weights = self.collect_params_to_read(&about, weights)?;
        let width = self.width();
        let rests: Vec<Option<usize>> = about.iter().map(|known| self.states_of(known).place(REST)).collect();
        // Both are all parameters, in their order.
        for ((place, mut param), (_, weights)) in params.iter_mut().zip(weights.iter()) {
            let weights = weights.to_ndarray();
            let rest = rests[place].map(|rest| &mut self.slots[place * width + rest]);
            match (rest, param.elements_mut()) {
                (Some(StateSlot::Stored(rest)), Elements::Half(mut codes, _)) => {
                    rest.split(weights.iter().copied(), codes.iter_mut());
                }
                _ => param.assign(weights.iter().copied()),
            }
        }
        Ok(())
    }

    /// Checks that split parameters have elements of the type that they had when the optimizer was built.
    pub(super) fn check_split(&self, mut found: impl Iterator<Item = (usize, DType)>) -> Result<(), StepError> {
        if !self.groups.iter().any(|group| group.chosen_for_params().is_split()) {
            return Ok(());
        }
        let is_right = |(place, found): (usize, DType)| {
            let known = &self.params[place];
            let is_split = self.groups[known.group].param_storage(known.dtype).is_split();
            if !is_split || found == known.dtype {
                return Ok(());
            }
            Err(StepError::ElementType { param: known.name.to_string(), expected: known.dtype, found })
        };
        found.try_for_each(is_right)
    }

    /// Returns the storage of a parameter's elements: [`Storage::Native`] unless they have two bytes, or if the index is out of range.
    pub fn param_storage_at(&self, param: usize) -> Storage {
        let Some(param) = self.params.get(param) else { return Storage::Native };
        self.groups[param.group].param_storage(param.dtype)
    }

    /// Returns the number of elements and the storage of each state of a parameter, by the index of the state in programs; `None` if the parameter
    /// does not have the state, or if the state is one number.
    pub fn state_arrays_at(&self, param: usize) -> Vec<Option<(usize, Storage)>> {
        if param >= self.params.len() {
            return Vec::new();
        }
        let array = |slot: &StateSlot<T>| match slot {
            StateSlot::Array(array) => Some((array.len(), Storage::Native)),
            StateSlot::Stored(stored) => Some((stored.len(), stored.storage())),
            StateSlot::Absent | StateSlot::Scalar { .. } => None,
        };
        self.slots_of(param).iter().map(array).collect()
    }

    /// Returns the codes of a state; `None` if it is not stored in fewer bytes.
    pub fn codes_at(&self, param: usize, state: usize) -> Option<StateCodes> {
        self.params.get(param)?;
        let StateSlot::Stored(stored) = self.slots_of(param).get(state)? else { return None };
        let mut codes = Vec::with_capacity(stored.bytes());
        let read = stored.code_bytes(usize::MAX, &mut |bytes| {
            codes.extend_from_slice(bytes);
            Ok::<(), std::convert::Infallible>(())
        });
        read.ok()?;
        Some(StateCodes { codes, scales: stored.scales().map(<[f32]>::to_vec).unwrap_or_default() })
    }

    /// Sets the codes of a state. Returns false, and changes nothing, if it is not stored in fewer bytes or has another number of elements.
    pub fn put_codes_at(&mut self, param: usize, state: usize, from: &StateCodes) -> bool {
        let Some(StateSlot::Stored(stored)) = self.slot_mut(param, state) else { return false };
        let size = stored.storage().dtype().map_or(0, DType::size);
        let scales = stored.scales().map_or(0, <[f32]>::len);
        if from.codes.len() != size * stored.len() || from.scales.len() != scales {
            return false;
        }
        stored.take_codes(0, &from.codes);
        if let Some(to) = stored.scales_mut() {
            to.copy_from_slice(&from.scales);
        }
        true
    }

    /// Returns the elements of a state in C order; `None` if it is not an array in the type with which steps compute.
    pub fn array_at(&self, param: usize, state: usize) -> Option<impl Iterator<Item = &T>> {
        self.params.get(param)?;
        let StateSlot::Array(array) = self.slots_of(param).get(state)? else { return None };
        Some(array.iter())
    }

    /// Sets the elements of a state in C order. Returns false, and changes nothing, if it is not such an array of this length.
    pub fn put_state_at(&mut self, param: usize, state: usize, elements: &[T]) -> bool {
        match self.slot_mut(param, state) {
            Some(StateSlot::Array(array)) if array.len() == elements.len() => {
                array.iter_mut().zip(elements).for_each(|(to, from)| *to = *from);
                true
            }
            _ => false,
        }
    }

    /// A state of a parameter; `None` if there is no such parameter or state.
    pub(super) fn slot_mut(&mut self, param: usize, state: usize) -> Option<&mut StateSlot<T>> {
        let width = self.width();
        (param < self.params.len() && state < width).then(|| &mut self.slots[param * width + state])
    }

    /// The nodes of the tree of random numbers for random rounding in step `t` of a parameter: first of the parameter, then of its states, if they
    /// are rounded at random.
    pub(super) fn roundings(&self, param: usize, t: u64) -> Vec<[u32; 4]> {
        let states = self.state_arrays_at(param).into_iter().enumerate();
        let states = states.map(|(state, array)| (state as u64, array.map_or(Storage::Native, |(_, storage)| storage)));
        let all = [(PARAM_ROUNDING, self.param_storage_at(param))].into_iter().chain(states);
        let random = all.filter(|(_, storage)| *storage == Storage::Bf16Stochastic);
        random.map(|(place, _)| self.params[param].draws.rounding(t, place).words()).collect()
    }
}
