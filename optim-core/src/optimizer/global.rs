//! What an optimizer knows of the whole model: global states.

use super::build::no_workspace;
use super::build_error::BuildError;
use super::dynamic::About;
use super::error::StateError;
use super::group::Group;
use super::{Engine, Param};
use crate::kernel::{Float, Globals};
use crate::shape::ParamShape;
use crate::spelling::nearest;
use crate::state::Initial;

/// The global states before the first step, and what the steps of these parameters keep from phase to phase; `None` if the
/// optimizer asks for nothing of the whole model.
pub(super) fn globals<T: Float>(
    about: &About,
    groups: &[Group],
    params: &[Param<T>],
) -> Result<Option<Globals<T>>, BuildError> {
    if !about.global {
        return Ok(None);
    }
    let mut values = vec![0.0; about.states.len()];
    // Their first values are made of settings that are the same in all groups.
    if let Some(group) = groups.first() {
        for state in about.globals() {
            if let Initial::Constant(value) = group.definition().state_initial(state, ParamShape::of(&[])) {
                values[state] = value;
            }
        }
    }
    let mut globals = Globals::new(values);
    let mut reserved = Vec::new();
    for param in params {
        let mut lens: Vec<usize> = Vec::new();
        let kernel = groups[param.group].definition().kernel::<T>();
        for entry in 0..about.entries.len() {
            longest(&mut lens, kernel.slots(entry, param.folded));
        }
        let mut room = Vec::<T>::new();
        room.try_reserve_exact(lens.iter().fold(0, |sum: usize, len| sum.saturating_add(*len)))
            .map_err(|_| no_workspace(param))?;
        reserved.push((lens, room));
    }
    // There is room for all of them together.
    for (lens, room) in reserved {
        drop(room);
        globals.add(&lens);
    }
    Ok(Some(globals))
}

/// Slots that are long enough for both.
pub(super) fn longest(lens: &mut Vec<usize>, others: Vec<usize>) {
    lens.resize(lens.len().max(others.len()), 0);
    lens.iter_mut().zip(others).for_each(|(len, other)| *len = other.max(*len));
}

impl<T: Float> Engine<T> {
    /// The value of a global state: one number of the optimizer, declared as `state <d: global = …>`.
    ///
    /// # Errors
    ///
    /// When there is no such global state.
    pub fn global(&self, state: &str) -> Result<f64, StateError> {
        let place = self.global_place(state)?;
        Ok(self.globals.as_ref().map_or(0.0, |globals| globals.values[place]))
    }

    /// Sets a global state, as a checkpoint that is loaded does.
    ///
    /// # Errors
    ///
    /// When there is no such global state.
    pub fn set_global(&mut self, state: &str, value: f64) -> Result<(), StateError> {
        let place = self.global_place(state)?;
        if let Some(globals) = &mut self.globals {
            globals.values[place] = value;
        }
        Ok(())
    }

    /// Names and values of the global states, in the order of their declaration.
    pub fn globals(&self) -> impl Iterator<Item = (&'static str, f64)> + '_ {
        let states = self.about.states;
        let values = self.globals.iter().flat_map(|globals| globals.values.iter().copied());
        states.iter().zip(values).filter(|(info, _)| info.global).map(|(info, value)| (info.name, value))
    }

    /// Bytes that steps keep from phase to phase: scratch that lives longer than a pass, because the step reduces over the whole
    /// model. It is allocated by `build`; 0 for an optimizer that asks for nothing of the whole model.
    pub fn phase_bytes(&self) -> usize {
        self.globals.as_ref().map_or(0, Globals::scratch) * size_of::<T>()
    }

    fn global_place(&self, state: &str) -> Result<usize, StateError> {
        let names = || self.about.globals().map(|place| self.about.states[place].name);
        self.about.globals().find(|place| self.about.states[*place].name == state).ok_or_else(|| {
            StateError::UnknownGlobal {
                optimizer: self.about.name,
                state: state.to_owned(),
                nearest: nearest(state, names()),
                known: names().collect(),
            }
        })
    }
}
