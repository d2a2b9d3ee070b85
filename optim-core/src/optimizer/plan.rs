//! The plan of a step, with the settings and the shape of a parameter.

use super::build::{fits, single, timed_programs, watched_programs};
use super::build_error::{BuildError, hyper};
use super::default_group::DEFAULT_GROUP;
use super::dynamic::About;
use super::error::StateError;
use super::global::ScratchLengths;
use super::group::Group;
use super::spec::Spec;
use super::{Optimizer, Param};
use crate::definition::Routine;
use crate::hyper::{HyperError, guarded};
use crate::kernel::{Float, Source, record};
use crate::plan::{Known, Recordings, StepPlan};
use crate::state::States;
use crate::time::Program;
use crate::watched::WatchSums;

/// The plan of a parameter of this shape in the group `default`.
pub(crate) fn plan_for<T: Float>(about: &'static About, spec: &Spec, shape: &[usize]) -> Result<StepPlan, BuildError> {
    spec.options.validate()?;
    let (group, param) = single(about, spec, shape)?;
    fits::<T>(&group, &param)?;
    plan::<T>(&group, &param, WatchSums::NONE).map_err(|error| hyper(DEFAULT_GROUP, error))
}

impl<T: Float> Optimizer<T> {
    /// Returns the plan of a step for one parameter: the passes that run with the settings of its group, the bytes that they move, and its
    /// states. If you [`watch`](Self::watch) numbers, it is the plan of a watched step.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such parameter, or the step panics with it.
    pub fn plan(&self, param: &str) -> Result<StepPlan, StateError> {
        let known = self.param(param)?.1;
        let group = &self.groups[known.group];
        plan::<T>(group, known, self.watch.of_rule(group.rule()))
            .map_err(|error| StateError::Plan { param: param.to_owned(), error })
    }
}

#[expect(clippy::too_many_lines, reason = "answers to the plan's questions, which borrow what the first lines find")]
fn plan<T: Float>(group: &Group, param: &Param, watch: WatchSums) -> Result<StepPlan, HyperError> {
    let (about, definition) = (group.about(), group.definition());
    let is_reporting = !watch.outputs.is_empty() && !about.watched.is_empty();
    let entries = if is_reporting { about.watched_entries() } else { about.entries_of(Routine::Step) };
    let programs = if is_reporting { watched_programs(group, param)? } else { timed_programs(group, param)? };
    let steps: Vec<u64> = programs.iter().map(Program::first).collect();
    guarded(about.name, || {
        let recorded = |routine, t| {
            let (entries, watch) = match routine {
                Routine::Step => (entries.clone(), watch),
                Routine::Probe | Routine::Eval => (about.entries_of(routine), WatchSums::NONE),
            };
            record(definition.description::<f32>(), entries, param.folded, (t, watch))
        };
        let mut cuts = 0;
        let of_program = |program: Program| {
            let recording = recorded(Routine::Step, program.first());
            cuts = cuts.max(recording.cuts);
            (program, recording.into_passes())
        };
        let step = programs.into_iter().map(of_program).collect();
        let recorded = Recordings {
            step,
            cuts,
            kept: if about.global {
                ScratchLengths::new(about, definition.kernel::<T>(), param.folded).numbers()
            } else {
                0
            },
            probe: recorded(Routine::Probe, 1).into_passes(),
            eval: recorded(Routine::Eval, 1).into_passes(),
        };
        let states = States::new(about.states, definition.longest_list(about.states.len(), param.folded));
        let has_state =
            |place: usize| states.as_slice().get(place).is_some_and(|state| definition.has(state, param.folded));
        let has = |source| match source {
            Source::State(place) => has_state(place),
            Source::Input(input) => steps.iter().any(|t| definition.input_due(input, param.folded, *t)),
            Source::Param
            | Source::Grad
            | Source::RawGrad
            | Source::Scratch(_)
            | Source::Item(..)
            | Source::Repeated(_)
            | Source::Draw(_) => true,
        };
        let declared = |place: usize| states.as_slice().get(place).map_or(place, |state| state.declared);
        let items = |state| states.places(state).filter(|place| has_state(*place)).count();
        let numbers = |declared| {
            let places = states.places(declared).filter(|place| has_state(*place));
            let numbers =
                |place: usize| param.folded.sizes(definition.dims_of(&states.as_slice()[place], param.folded));
            let sizes = places.map(|place| numbers(place).into_iter().fold(1, usize::saturating_mul));
            sizes.fold(0, usize::saturating_add)
        };
        let storage = |state| group.storage_of(state);
        let param_storage = group.param_storage(param.dtype);
        let known = Known {
            optimizer: about.name,
            states: about.states,
            inputs: about.inputs,
            backup: about.probe_writes,
            has: &has,
            declared: &declared,
            items: &items,
            numbers: &numbers,
            storage: &storage,
            param: param_storage,
        };
        StepPlan::new((param.seen(), param.folded), &known, recorded)
    })
}
