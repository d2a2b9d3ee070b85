//! The optimizer's data about the whole model: global states.

use std::ops::Range;

use super::build_error::{BuildError, no_workspace};
use super::dynamic::About;
use super::error::StateError;
use super::group::Group;
use super::phases::put_global;
use super::rule::BuiltRule;
use super::{Optimizer, Param};
use crate::kernel::{AnyKernel, Float, Globals};
use crate::shape::ParamShape;
use crate::state::{Initial, ListedState, States};
use crate::suggestion::nearest;

/// Creates the global states of a rule before the first step, and the memory that its steps keep from phase to phase; `None` if the optimizer does
/// not depend on the whole model.
pub(super) fn globals<T: Float>(
    about: &About,
    states: &States,
    (groups, own): (&[Group], &Range<usize>),
    params: &[Param],
) -> Result<Option<Globals<T>>, BuildError> {
    if !about.global && !about.watched_global {
        return Ok(None);
    }
    let mut values = vec![0.0; states.len()];
    // Their initial values depend only on settings that are the same in all groups.
    if let Some(definition) = groups.get(own.start).map(Group::definition) {
        for (value, state) in values.iter_mut().zip(states.iter()).filter(|(_, state)| definition.has_global(state)) {
            if let Initial::Constant(first) = definition.state_initial(state.declared, ParamShape::of(&[])) {
                *value = first;
            }
        }
    }
    let mut globals = Globals::new(values);
    let mut reserved = Vec::new();
    for param in params {
        // If only watched steps have phases, the first one allocates their scratch.
        let kept = match own.contains(&param.group) && about.global {
            true => ScratchLengths::new(about, groups[param.group].definition().kernel::<T>(), param.folded),
            false => ScratchLengths(Vec::new()),
        };
        let mut room = Vec::<T>::new();
        room.try_reserve_exact(kept.numbers()).map_err(|_| no_workspace(param))?;
        reserved.push((kept, room));
    }
    // There is memory for all of them together.
    for (kept, room) in reserved {
        drop(room);
        globals.add(&kept.0);
    }
    Ok(Some(globals))
}

/// The lengths of the scratch slots that a parameter keeps from phase to phase.
pub(super) struct ScratchLengths(Vec<usize>);

impl ScratchLengths {
    pub(super) fn new<T: Float>(about: &About, kernel: &dyn AnyKernel<T>, shape: ParamShape) -> Self {
        let mut own = Vec::new();
        // Other routines have no phases.
        for entry in about.step.clone().chain(about.probe.clone()) {
            longest(&mut own, kernel.slots(entry, shape));
        }
        Self(own)
    }

    pub(super) fn numbers(&self) -> usize {
        self.0.iter().fold(0, |sum: usize, len| sum.saturating_add(*len))
    }
}

/// Grows the slots to the larger length of both.
fn longest(lens: &mut Vec<usize>, others: Vec<usize>) {
    lens.resize(lens.len().max(others.len()), 0);
    lens.iter_mut().zip(others).for_each(|(len, other)| *len = other.max(*len));
}

impl About {
    /// The places of the global states that wrappers around a partition declare, among the states of a rule's optimizer.
    pub(super) fn global_places(&self, states: &States) -> Vec<usize> {
        let own = |state: &ListedState| state.info.global && state.declared < self.states.len();
        states.iter().enumerate().filter(|(_, state)| own(state)).map(|(place, _)| place).collect()
    }
}

impl<T: Float> Optimizer<T> {
    /// Returns true if a step uses numbers of the whole model: it has global states, or reduces over all parameters (in a partition, over all
    /// parameters of the rule).
    pub fn is_of_whole_model(&self) -> bool {
        self.rules.iter().any(|rule| rule.about.global)
    }

    /// Returns the value of a global state: one number of the optimizer, declared as `state <d: global = …>`. In a partition its name begins
    /// with the rule: `hidden.d`. A global state of a wrapper around the partition is the same in all rules: `hidden.scale`, or `scale`.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such global state, or its condition does not hold.
    pub fn global(&self, state: &str) -> Result<f64, StateError> {
        let (rule, place) = self.global_place(state)?;
        Ok(self.rules[rule].globals.as_ref().map_or(0.0, |globals| globals.values[place]))
    }

    /// Sets a global state, as loading a checkpoint does.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such global state, or its condition does not hold.
    pub fn set_global(&mut self, state: &str, value: f64) -> Result<(), StateError> {
        let (rule, place) = self.global_place(state)?;
        self.put_global(rule, place, value);
        Ok(())
    }

    /// Sets the global state of a rule at a place.
    pub(super) fn put_global(&mut self, rule: usize, place: usize, value: f64) {
        put_global(&mut self.rules, rule, place, value);
    }

    /// Returns the names and values of the global states, in the order of declaration. The second and later items of lists, such as `rho.1`, come
    /// last. In a partition, the names begin with the rule.
    pub fn globals(&self) -> impl Iterator<Item = (&str, f64)> + '_ {
        let value =
            |rule: usize, place: usize| self.rules[rule].globals.as_ref().map_or(0.0, |known| known.values[place]);
        self.global_names().map(move |(rule, place, name)| (name, value(rule, place)))
    }

    /// All global states: the place of the rule, the place of the state in it, and the name.
    pub(super) fn global_names(&self) -> impl Iterator<Item = (usize, usize, &str)> + '_ {
        self.rules.iter().enumerate().flat_map(move |(place, rule)| {
            let states = rule.states.iter().enumerate().filter(move |(_, state)| self.is_global(rule, state));
            states.map(move |(state, _)| (place, state, rule.full_state_name(state)))
        })
    }

    /// The size in bytes of the scratch that steps keep from phase to phase, because they reduce over the whole model. `build`
    /// allocates it. It is 0 for an optimizer without such reductions. If only [watched](Self::watch) steps have them, the first
    /// watched step allocates it, and the next call of `watch` frees it.
    pub fn phase_bytes(&self) -> usize {
        let scratch = self.rules.iter().filter_map(|rule| rule.globals.as_ref()).map(Globals::scratch);
        scratch.sum::<usize>() * size_of::<T>()
    }

    /// The places of the rule and of the state.
    pub(super) fn global_place(&self, state: &str) -> Result<(usize, usize), StateError> {
        if let Some((rule, place, _)) = self.global_names().find(|(_, _, name)| *name == state) {
            return Ok((rule, place));
        }
        let shared = self.rules.first().and_then(|first| {
            let mut places = first.shared_states.iter();
            places.find(|place| {
                &*first.states.as_slice()[**place].name == state
                    && self.is_global(first, &first.states.as_slice()[**place])
            })
        });
        shared.map(|place| (0, *place)).ok_or_else(|| self.no_global(state))
    }

    /// The error for a global state that does not exist.
    fn no_global(&self, state: &str) -> StateError {
        let known: Vec<String> = self.global_names().map(|(.., name)| name.to_owned()).collect();
        let declared = self.rules.iter().find_map(|rule| {
            let own = rule.own_name(state)?;
            Some((rule, rule.states.iter().find(|known| known.info.global && known.name == own)?))
        });
        let exists = |(rule, known): (&BuiltRule<T>, &ListedState)| {
            let definition = self.groups.get(rule.default_group()).map(Group::definition);
            definition.is_some_and(|definition| definition.state_exists(known.declared, ParamShape::of(&[])))
        };
        match declared {
            Some((rule, known)) if !exists((rule, known)) => {
                StateError::AbsentGlobal { optimizer: rule.about.name, state: state.to_owned() }
            }
            _ => StateError::UnknownGlobal {
                optimizer: self.name(),
                state: state.to_owned(),
                nearest: nearest(state, known.iter().map(String::as_str)),
                known,
            },
        }
    }
}
