//! Parameters and state by name.

use std::collections::HashSet;
use std::hash::Hash;

use ndarray::{CowArray, IxDyn, aview0};

use super::error::StateError;
use super::group::Group;
use super::rule::{BuiltRule, full_name};
use super::{Optimizer, Param};
use crate::kernel::{Float, StateSlot, StepsDone, Storage};
use crate::params::ParamInfo;
use crate::shape::ParamView;
use crate::state::{Initial, STEP_STATE, StateMut, StateView};
use crate::suggestion::nearest;

/// The location of a state.
#[derive(Clone, Copy)]
enum Which {
    Declared(usize),
    StepCount,
}

impl<T: Float> Optimizer<T> {
    /// Names and shapes of the parameters, in the order in which the model visited them at `build`.
    pub fn params(&self) -> impl ExactSizeIterator<Item = ParamInfo<'_>> {
        self.params.iter().map(|param| ParamInfo::new(&param.name, &param.shape, param.ordered))
    }

    /// Names of the parameters, in the same order.
    pub fn param_names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.params.iter().map(|param| &*param.name)
    }

    /// The group that a parameter is in.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such parameter.
    pub fn group_of(&self, param: &str) -> Result<&Group, StateError> {
        Ok(&self.groups[self.param(param)?.1.group])
    }

    /// The view of a parameter; `None` if the optimizer sees it with the shape of the model.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such parameter.
    pub fn view_of(&self, param: &str) -> Result<Option<&ParamView>, StateError> {
        Ok(self.param(param)?.1.view.as_deref())
    }

    /// The number of steps with a gradient for a parameter.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such parameter.
    pub fn step_count(&self, param: &str) -> Result<u64, StateError> {
        Ok(self.counts[self.param(param)?.0].get())
    }

    /// Sets the step count of a parameter, as loading a checkpoint does.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such parameter.
    pub fn set_step_count(&mut self, param: &str, steps: u64) -> Result<(), StateError> {
        let place = self.param(param)?.0;
        self.counts[place] = StepsDone::new(steps);
        Ok(())
    }

    /// Bytes of all states.
    pub fn state_bytes(&self) -> usize {
        self.slots.iter().map(bytes).sum::<usize>() + self.global_names().count() * size_of::<f64>()
    }

    /// Returns the names of the states, then `step` if the step reads its count. Items of a list are named by index, `history.0`, up to
    /// the longest list of any group. In a partition, these are the names of all rules, each once.
    pub fn state_names(&self) -> impl Iterator<Item = &str> {
        let mut names: Vec<&str> = Vec::new();
        for rule in &self.rules {
            names.extend(rule.states.iter().map(|state| &*state.name));
        }
        names.extend(self.rules.iter().any(|rule| rule.about.uses_step).then_some(STEP_STATE));
        unique(names).into_iter()
    }

    /// The names of the states to which a mask of the parameter also applies, whether they exist or not.
    pub fn state_names_to_sparsify(&self) -> Vec<String> {
        let sparse = self.rules.iter().flat_map(|rule| rule.states.iter()).filter(|state| state.info.sparsify);
        unique(sparse.map(|state| state.name.to_string()).collect())
    }

    /// Returns a state of a parameter as an array. A scalar state is an array without axes, rounded to the element type. The result is a view, or a
    /// copy if the state has another [storage](crate::Storage).
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such parameter or state, or the state's condition does not hold for the parameter.
    #[inline(never)]
    pub fn state(&self, param: &str, state: &str) -> Result<CowArray<'_, T, IxDyn>, StateError> {
        let (place, known) = self.param(param)?;
        match self.which(known, state)? {
            Which::StepCount => Ok(aview0(self.counts[place].as_element()).into_dyn().into()),
            Which::Declared(index) => match &self.slots_of(place)[index] {
                StateSlot::Absent => Err(self.absent(param, state)),
                StateSlot::Scalar { view, .. } => Ok(aview0(view).into_dyn().into()),
                StateSlot::Array(array) => Ok(array.view().into()),
                StateSlot::Stored(stored) => Ok(stored.to_array().into()),
            },
        }
    }

    /// Returns a state of a parameter, with scalar states in full precision.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`state`](Self::state).
    pub fn state_value(&self, param: &str, state: &str) -> Result<StateView<'_, T>, StateError> {
        let (place, known) = self.param(param)?;
        match self.which(known, state)? {
            Which::StepCount => Ok(StateView::Scalar(self.counts[place].get() as f64)),
            Which::Declared(index) => view(&self.slots_of(place)[index]).ok_or_else(|| self.absent(param, state)),
        }
    }

    /// The initial value of every element of a state; `None` if the elements differ, as in a copy of the parameter, or if the parameter has
    /// no such state.
    #[doc(hidden)]
    pub fn first_number(&self, param: &str, state: &str) -> Option<f64> {
        let (_, known) = self.param(param).ok()?;
        let state = self.rule_of(known).states.iter().find(|listed| listed.name == state && !listed.is_rest())?;
        match self.groups[known.group].definition().state_initial(state.declared, known.folded) {
            Initial::Constant(number) => Some(number),
            Initial::Param | Initial::Identity(_) | Initial::Normal(_) => None,
        }
    }

    /// Calls `f` with the names of the parameter and the state, and the state, for every state that exists. This
    /// includes the step count if the step reads it.
    pub fn visit_state(&self, mut f: impl FnMut(&str, &str, StateView<'_, T>)) {
        for (place, param) in self.params.iter().enumerate() {
            for (state, slot) in self.states_of(param).iter().zip(self.slots_of(place)) {
                if let Some(view) = view(slot) {
                    f(&param.name, &state.name, view);
                }
            }
            if self.about_of(param).uses_step {
                f(&param.name, STEP_STATE, StateView::Scalar(self.counts[place].get() as f64));
            }
        }
    }

    /// Calls `f` with every declared state that exists, to write it. Shapes and masked zeros stay. For step counts, use
    /// [`set_step_count`](Self::set_step_count). A state with another [storage](crate::Storage) is a copy, which is stored again if `f` has changed
    /// it.
    pub fn visit_state_mut(&mut self, mut f: impl FnMut(&str, &str, StateMut<'_, T>)) {
        let width = self.width().max(1);
        for (param, slots) in self.params.iter().zip(self.slots.chunks_exact_mut(width)) {
            let states = &self.rules[self.groups[param.group].rule()].states;
            for (state, slot) in states.iter().zip(slots) {
                match slot {
                    StateSlot::Absent => {}
                    StateSlot::Scalar { value, view } => {
                        f(&param.name, &state.name, StateMut::Scalar(value));
                        *view = T::cast(*value);
                    }
                    StateSlot::Array(array) => {
                        f(&param.name, &state.name, StateMut::Array(array.view_mut()));
                    }
                    StateSlot::Stored(stored) => {
                        let mut array = stored.to_array::<T>();
                        let before = array.clone();
                        f(&param.name, &state.name, StateMut::Array(array.view_mut()));
                        // Only if it changed, because encoding again may give another code.
                        if array.iter().zip(&before).any(|(new, old)| new.to_bits() != old.to_bits()) {
                            stored.assign(&array);
                        }
                    }
                }
            }
        }
        if !self.masks.is_empty() {
            (0..self.params.len()).for_each(|place| self.mask_states(place));
        }
    }

    /// The storage of a state of a parameter.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`state`](Self::state).
    pub fn storage(&self, param: &str, state: &str) -> Result<Storage, StateError> {
        let (place, known) = self.param(param)?;
        Ok(match self.which(known, state)? {
            Which::StepCount => Storage::Native,
            Which::Declared(index) => match &self.slots_of(place)[index] {
                StateSlot::Absent => return Err(self.absent(param, state)),
                StateSlot::Stored(stored) => stored.storage(),
                StateSlot::Scalar { .. } | StateSlot::Array(_) => Storage::Native,
            },
        })
    }

    /// Replaces a state by a number or an array of the same shape. You can also replace the step count if the step
    /// reads it. For a state without axes, pass a number or an array without axes. Masked elements stay zero.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`state`](Self::state), and an error if the shape differs. Nothing has changed then.
    pub fn set_state<'v>(
        &mut self,
        param: &str,
        state: &str,
        value: impl Into<StateView<'v, T>>,
    ) -> Result<(), StateError> {
        self.set_state_to(param, state, &value.into())
    }

    #[inline(never)]
    fn set_state_to(&mut self, param: &str, state: &str, value: &StateView<'_, T>) -> Result<(), StateError> {
        let (place, known) = self.param(param)?;
        let which = self.which(known, state)?;
        let (width, states) = (self.width(), self.states_of(known));
        let shape_error = |expected: &[usize]| StateError::Shape {
            param: param.to_owned(),
            state: state.to_owned(),
            expected: expected.to_vec(),
            found: match value {
                StateView::Scalar(_) => Vec::new(),
                StateView::Array(array) => array.shape().to_vec(),
            },
        };
        let number = match value {
            StateView::Scalar(number) => Some(*number),
            StateView::Array(array) if array.ndim() == 0 => array.first().map(|element| element.as_()),
            StateView::Array(_) => None,
        };
        let slot = match which {
            Which::StepCount => {
                let steps = number.ok_or_else(|| shape_error(&[]))?;
                self.counts[place] = StepsDone::new(count(param, steps)?);
                return Ok(());
            }
            Which::Declared(index) if states.as_slice()[index].info.global => {
                return Err(self.absent(param, state));
            }
            Which::Declared(index) => &mut self.slots[place * width + index],
        };
        match (slot, value) {
            (StateSlot::Absent, _) => return Err(is_absent(param, state)),
            (slot @ StateSlot::Scalar { .. }, _) => {
                let number = number.ok_or_else(|| shape_error(&[]))?;
                if is_inner_count(state) {
                    count(param, number)?;
                }
                *slot = StateSlot::scalar(number);
            }
            (StateSlot::Array(array), StateView::Array(new)) if array.shape() == new.shape() => {
                array.assign(new);
            }
            (StateSlot::Array(array), StateView::Scalar(number)) if array.ndim() == 0 => {
                array.fill(T::cast(*number));
            }
            (StateSlot::Array(array), _) => return Err(shape_error(array.shape())),
            (StateSlot::Stored(stored), StateView::Array(new)) if stored.shape() == new.shape() => stored.assign(new),
            (StateSlot::Stored(stored), StateView::Scalar(number)) if stored.shape().is_empty() => {
                stored.assign(&ndarray::arr0(T::cast(*number)));
            }
            (StateSlot::Stored(stored), _) => return Err(shape_error(stored.shape())),
        }
        self.mask_states(place);
        Ok(())
    }

    /// A parameter and its place.
    pub(super) fn param(&self, name: &str) -> Result<(usize, &Param), StateError> {
        match self.places.get(name) {
            Some(&place) => Ok((place, &self.params[place])),
            None => {
                Err(StateError::UnknownParameter { param: name.to_owned(), nearest: nearest(name, self.param_names()) })
            }
        }
    }

    /// The error for a state that a parameter does not have.
    fn absent(&self, param: &str, state: &str) -> StateError {
        let rule = self.places.get(param).map(|place| self.rule_of(&self.params[*place]));
        let Some(rule) = rule else { return is_absent(param, state) };
        match rule.states.iter().any(|known| known.info.global && known.name == state) {
            true => {
                let state = full_name(rule.name.as_deref(), state);
                self.global_place(&state).err().unwrap_or(StateError::Global { state })
            }
            false => is_absent(param, state),
        }
    }

    fn which(&self, param: &Param, state: &str) -> Result<Which, StateError> {
        let BuiltRule { about, states, .. } = self.rule_of(param);
        match states.place(state) {
            Some(index) => Ok(Which::Declared(index)),
            None if about.uses_step && state == STEP_STATE => Ok(Which::StepCount),
            None => {
                let known = states.iter().map(|state| &*state.name).chain(about.uses_step.then_some(STEP_STATE));
                Err(StateError::UnknownState {
                    optimizer: about.name,
                    state: state.to_owned(),
                    nearest: nearest(state, known.clone()),
                    known: known.map(str::to_owned).collect(),
                })
            }
        }
    }
}

/// The names without repetitions, in the order of their first occurrence.
fn unique<N: Clone + Eq + Hash>(names: Vec<N>) -> Vec<N> {
    let mut seen = HashSet::new();
    names.into_iter().filter(|name| seen.insert(name.clone())).collect()
}

pub(super) fn view<T: Float>(slot: &StateSlot<T>) -> Option<StateView<'_, T>> {
    match slot {
        StateSlot::Absent => None,
        StateSlot::Scalar { value, .. } => Some(StateView::Scalar(*value)),
        StateSlot::Array(array) => Some(StateView::Array(array.view().into())),
        StateSlot::Stored(stored) => Some(StateView::Array(stored.to_array().into())),
    }
}

fn is_absent(param: &str, state: &str) -> StateError {
    StateError::Absent { param: param.to_owned(), state: state.to_owned() }
}

/// Returns true if a declared state is the step count of an inner optimizer.
pub(super) fn is_inner_count(state: &str) -> bool {
    state.rsplit_once('.').is_some_and(|(_, name)| name == STEP_STATE)
}

/// Converts a number to a step count.
pub(super) fn count(param: &str, steps: f64) -> Result<u64, StateError> {
    // Whole numbers are exact in `f64` up to here.
    const LARGEST: f64 = 9_007_199_254_740_992.0;
    if (0.0..=LARGEST).contains(&steps) && steps.fract() == 0.0 {
        Ok(steps as u64)
    } else {
        Err(StateError::StepCount { param: param.to_owned(), value: steps })
    }
}

/// Bytes of a state.
pub(super) fn bytes<T>(slot: &StateSlot<T>) -> usize {
    match slot {
        StateSlot::Absent => 0,
        StateSlot::Scalar { .. } => size_of::<f64>(),
        StateSlot::Array(array) => array.len() * size_of::<T>(),
        StateSlot::Stored(stored) => stored.bytes(),
    }
}
