//! The optimizer's data on the whole model: global states.

use super::build::no_workspace;
use super::build_error::BuildError;
use super::dynamic::About;
use super::error::StateError;
use super::group::Group;
use super::{Engine, Param};
use crate::kernel::{AnyKernel, Float, Globals};
use crate::shape::ParamShape;
use crate::spelling::nearest;
use crate::state::{Initial, ListedState, States};

/// The global states before the first step, and what the steps of these parameters keep from phase to phase; `None` if the
/// optimizer asks for nothing of the whole model.
pub(super) fn globals<T: Float>(
    about: &About,
    states: &States,
    groups: &[Group],
    params: &[Param],
) -> Result<Option<Globals<T>>, BuildError> {
    if !about.global {
        return Ok(None);
    }
    let mut values = vec![0.0; states.len()];
    // Their first values are made of settings that are the same in all groups.
    if let Some(definition) = groups.first().map(Group::definition) {
        for (value, state) in values.iter_mut().zip(states.iter()).filter(|(_, state)| definition.has_global(state)) {
            if let Initial::Constant(first) = definition.state_initial(state.declared, ParamShape::of(&[])) {
                *value = first;
            }
        }
    }
    let mut globals = Globals::new(values);
    let mut reserved = Vec::new();
    for param in params {
        let kept = Kept::new(about, groups[param.group].definition().kernel::<T>(), param.folded);
        let mut room = Vec::<T>::new();
        room.try_reserve_exact(kept.numbers()).map_err(|_| no_workspace(param))?;
        reserved.push((kept, room));
    }
    // There is room for all of them together.
    for (kept, room) in reserved {
        drop(room);
        globals.add(&kept.0);
    }
    Ok(Some(globals))
}

/// The lengths of the scratch slots that a parameter keeps from phase to phase.
pub(super) struct Kept(Vec<usize>);

impl Kept {
    pub(super) fn new<T: Float>(about: &About, kernel: &dyn AnyKernel<T>, shape: ParamShape) -> Self {
        let mut own = Vec::new();
        // Others have no phases.
        for entry in about.step.clone().chain(about.probe.clone()) {
            longest(&mut own, kernel.slots(entry, shape));
        }
        Self(own)
    }

    pub(super) fn numbers(&self) -> usize {
        self.0.iter().fold(0, |sum: usize, len| sum.saturating_add(*len))
    }
}

/// Slots that are long enough for both.
fn longest(lens: &mut Vec<usize>, others: Vec<usize>) {
    lens.resize(lens.len().max(others.len()), 0);
    lens.iter_mut().zip(others).for_each(|(len, other)| *len = other.max(*len));
}

impl<T: Float> Engine<T> {
    /// Returns true if a step knows anything of the whole model: it has global states, or reduces over all parameters.
    pub fn is_of_whole_model(&self) -> bool {
        self.about.global
    }

    /// The value of a global state: one number of the optimizer, declared as `state <d: global = …>`.
    ///
    /// # Errors
    ///
    /// When there is no such global state, or its condition does not hold.
    pub fn global(&self, state: &str) -> Result<f64, StateError> {
        let place = self.global_place(state)?;
        Ok(self.globals.as_ref().map_or(0.0, |globals| globals.values[place]))
    }

    /// Sets a global state, as a checkpoint that is loaded does.
    ///
    /// # Errors
    ///
    /// When there is no such global state, or its condition does not hold.
    pub fn set_global(&mut self, state: &str, value: f64) -> Result<(), StateError> {
        let place = self.global_place(state)?;
        if let Some(globals) = &mut self.globals {
            globals.values[place] = value;
        }
        Ok(())
    }

    /// Names and values of the global states, in the order of their declaration; the items of lists, `rho.0`, from the second on behind all others.
    pub fn globals(&self) -> impl Iterator<Item = (&str, f64)> + '_ {
        let values = self.globals.iter().flat_map(|globals| globals.values.iter().copied());
        let all = self.states.iter().zip(values).filter(|(state, _)| self.is_global(state));
        all.map(|(state, value)| (&*state.name, value))
    }

    /// Returns true if it is a global state that the optimizer has.
    fn is_global(&self, state: &ListedState) -> bool {
        self.groups.first().is_some_and(|group| group.definition().has_global(state))
    }

    /// The places of all global states and their names.
    pub(super) fn global_names(&self) -> impl Iterator<Item = (usize, &str)> + '_ {
        let all = self.states.iter().enumerate().filter(|(_, state)| self.is_global(state));
        all.map(|(place, state)| (place, &*state.name))
    }

    /// Bytes that steps keep from phase to phase: scratch that lives longer than a pass, because the step reduces over the whole
    /// model. It is allocated by `build`; 0 for an optimizer that asks for nothing of the whole model.
    pub fn phase_bytes(&self) -> usize {
        self.globals.as_ref().map_or(0, Globals::scratch) * size_of::<T>()
    }

    pub(super) fn global_place(&self, state: &str) -> Result<usize, StateError> {
        match self.global_names().find(|(_, name)| *name == state) {
            Some((place, _)) => Ok(place),
            None => Err(self.no_global(state)),
        }
    }

    /// Why there is no global state of this name.
    fn no_global(&self, state: &str) -> StateError {
        let (optimizer, names) = (self.about.name, || self.global_names().map(|(_, name)| name));
        let declared = self.states.iter().find(|known| known.info.global && known.name == state);
        let exists = |known: &ListedState| {
            let definition = self.groups.first().map(Group::definition);
            definition.is_some_and(|definition| definition.state_exists(known.declared, ParamShape::of(&[])))
        };
        match declared {
            Some(known) if !exists(known) => StateError::AbsentGlobal { optimizer, state: state.to_owned() },
            _ => StateError::UnknownGlobal {
                optimizer,
                state: state.to_owned(),
                nearest: nearest(state, names()),
                known: names().map(str::to_owned).collect(),
            },
        }
    }
}
