//! Definitions without their type. The runtime code around the kernels is compiled once for all optimizers. Here are the facts that it needs about
//! one of them, as data and as a trait object.

use std::any::Any;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use super::with_programs::WithPrograms;
use crate::definition::{Composition, Definition, Routine, UnknownInner, Wraps};
use crate::hyper::{HyperError, HyperInfo, Hyperparameters, Setting, at_step, component_in, index_in, name_in};
use crate::input::InputInfo;
use crate::kernel::program::{DeviceScalar, ProgramData, StepKind};
use crate::kernel::{AnyKernel, Describe, Entry, Float, ForEach, Source};
use crate::lang::{Graph, GraphError};
use crate::output::OutputInfo;
use crate::shape::{Dims, ParamShape, ParamView};
use crate::state::{Initial, ListedState, StateInfo};
use crate::time::{Program, Questions, StepCount, Time, TimeError, programs};

pub(super) type Made = Result<Box<dyn AnyDefinition>, HyperError>;

/// Facts about a definition without any settings.
pub(crate) struct About {
    pub(super) name: &'static str,
    pub(super) hypers: &'static [HyperInfo],
    pub(super) states: &'static [StateInfo],
    pub(super) inputs: &'static [InputInfo],
    pub(super) outputs: &'static [OutputInfo],
    pub(super) uses_step: bool,
    /// [`Definition::GLOBAL`].
    pub(super) global: bool,
    /// [`Definition::WATCHED_GLOBAL`].
    pub(super) watched_global: bool,
    /// [`Definition::LR_FACTORS`].
    pub(super) lr_factors: &'static [usize],
    /// The entries of the kernel.
    pub(super) entries: &'static [Entry],
    /// The entries of each routine.
    pub(super) step: Range<usize>,
    pub(super) probe: Range<usize>,
    pub(super) eval: Range<usize>,
    /// The entries of a step that reports its outputs; empty if it has none.
    pub(super) watched: Range<usize>,
    /// [`Definition::PROBE_WRITES`].
    pub(super) probe_writes: &'static [Source],
    /// [`Definition::axes`].
    pub(super) axes: for<'s> fn(&'s [usize]) -> Cow<'s, [usize]>,
    /// [`Definition::WRAPS`].
    pub(super) wraps: Option<Wraps>,
    /// [`Definition::RULES`]; for a wrapper, of its inner optimizer.
    pub(super) of_rules: bool,
    pub(super) make: Make,
}

/// The way to create a definition.
pub(super) enum Make {
    /// Returns the optimizer with the settings after this number of finished steps, without validating them.
    Type(fn(&[Setting], u64) -> Made),
    /// A wrapper and its inner optimizer.
    Wrapped(&'static Parts),
}

/// The two parts of a wrapper.
#[derive(Clone, Copy)]
pub(super) struct Parts {
    pub(super) own: &'static About,
    pub(super) inner: &'static About,
    pub(super) wraps: Wraps,
    /// The entries of both, the wrapper's own first.
    pub(super) entries: &'static [Entry],
    /// The states that count the steps of inner optimizers.
    pub(super) counts: &'static [usize],
}

/// [`About::of`] by the type of a definition.
struct AboutOf;

impl Composition for AboutOf {
    type Of = &'static About;

    fn alone<O: Definition>(self) -> &'static About {
        About::alone::<O>()
    }

    fn wrapped<W: Definition, I: Definition>(self) -> &'static About {
        About::wrapped(About::alone::<W>(), About::of::<I>())
    }
}

impl About {
    /// The facts about an optimizer, including its inner optimizers.
    pub(crate) fn of<O: Definition>() -> &'static Self {
        O::compose(AboutOf)
    }

    /// The facts about an optimizer, without its inner optimizers.
    pub(crate) const fn alone<O: Definition>() -> &'static Self {
        const {
            &Self {
                name: O::NAME,
                hypers: O::HYPERS,
                states: O::STATES,
                inputs: O::INPUTS,
                outputs: O::OUTPUTS,
                uses_step: O::USES_STEP,
                global: O::GLOBAL,
                watched_global: O::WATCHED_GLOBAL,
                lr_factors: O::LR_FACTORS,
                entries: O::ENTRIES,
                step: O::STEP,
                probe: O::PROBE,
                eval: O::EVAL,
                watched: O::WATCHED,
                probe_writes: O::PROBE_WRITES,
                axes: O::axes,
                wraps: O::WRAPS,
                of_rules: O::RULES,
                make: Make::Type(made::<O>),
            }
        }
    }

    /// Returns true if it is a placeholder for a missing inner optimizer.
    pub(super) fn is_missing(&self) -> bool {
        std::ptr::eq(self, Self::alone::<UnknownInner>()) || self.name == UnknownInner::NAME
    }

    /// The optimizer's name. The name of a wrapper ends with the name of its inner optimizer.
    pub(crate) const fn name(&self) -> &'static str {
        self.name
    }

    /// The number of declared states.
    pub(crate) const fn state_count(&self) -> usize {
        self.states.len()
    }

    /// The hyperparameters, those of a wrapper first.
    pub(crate) const fn hypers(&self) -> &'static [HyperInfo] {
        self.hypers
    }

    /// See [`Definition::GLOBAL`].
    pub(crate) const fn is_global(&self) -> bool {
        self.global
    }

    /// Returns true if the step reads its count.
    pub(crate) const fn uses_step(&self) -> bool {
        self.uses_step
    }

    /// The definition with the settings after this number of finished steps, without validation.
    pub(crate) fn at_step(&self, settings: &[Setting], step: u64) -> Made {
        match &self.make {
            Make::Type(make) => make(settings, step),
            Make::Wrapped(parts) => parts.at_step(settings, step),
        }
    }

    /// The entries of a routine, in the order in which they run; empty if the optimizer does not have the routine.
    pub(crate) fn entries_of(&self, routine: Routine) -> Range<usize> {
        match routine {
            Routine::Step => self.step.clone(),
            Routine::Probe => self.probe.clone(),
            Routine::Eval => self.eval.clone(),
        }
    }

    /// All entries except those of a step that reports its outputs, whose memory is allocated when it runs.
    pub(crate) fn unwatched_entries(&self) -> impl Iterator<Item = usize> + use<> {
        let entries: Vec<usize> = (0..self.entries.len()).filter(|entry| !self.reports(*entry)).collect();
        entries.into_iter()
    }

    /// Returns true if an entry is a step that reports its outputs.
    fn reports(&self, entry: usize) -> bool {
        match &self.make {
            Make::Type(_) => self.watched.contains(&entry),
            Make::Wrapped(parts) => match parts.part_of(entry) {
                (own, true) => parts.own.reports(own),
                (inner, false) => parts.inner.reports(inner),
            },
        }
    }

    /// The entries of a step that reports its outputs.
    pub(crate) fn watched_entries(&self) -> Range<usize> {
        if self.watched.is_empty() { self.step.clone() } else { self.watched.clone() }
    }

    /// The place of a hyperparameter by name.
    pub(crate) fn index_of(&self, hyper: &str) -> Result<usize, HyperError> {
        index_in(self.name, self.hypers, hyper)
    }

    /// The place of a number among settings, see [`component_in`].
    pub(super) fn component_of(&self, hyper: &str, settings: &[Setting]) -> Result<(usize, Option<usize>), HyperError> {
        component_in(self.name, self.hypers, hyper, settings)
    }

    /// The place of a hyperparameter, or of one of its numbers, such as `betas.0`.
    pub(super) fn setting_or_component_of(
        &self,
        hyper: &str,
        settings: &[Setting],
    ) -> Result<(usize, Option<usize>), HyperError> {
        self.index_of(hyper).map(|index| (index, None)).or_else(|_| self.component_of(hyper, settings))
    }

    /// The name of a hyperparameter by place.
    pub(crate) fn name_of(&self, index: usize) -> &'static str {
        name_in(self.hypers, index)
    }

    /// The shape in which the step sees a parameter without a view.
    pub(crate) fn folded(&self, shape: &[usize]) -> ParamShape {
        ParamShape::of(&(self.axes)(shape))
    }

    /// The axes that the step sees: the axes of the parameter's view, or its own axes as the definition folds them.
    pub(crate) fn axes_of<'s>(&self, shape: &'s [usize], view: Option<&'s ParamView>) -> Cow<'s, [usize]> {
        view.map_or_else(|| (self.axes)(shape), |view| Cow::Borrowed(view.shape()))
    }
}

/// See [`Make::Type`].
#[inline(never)]
fn made<O: Definition>(settings: &[Setting], step: u64) -> Made {
    Ok(Box::new(WithPrograms::new(at_step::<O>(settings, step)?)))
}

/// A definition with its settings, without its type. The methods are those of [`Definition`] and [`Hyperparameters`].
pub(crate) trait AnyDefinition: Any + Send + Sync {
    fn boxed_clone(&self) -> Box<dyn AnyDefinition>;
    /// The same definition, with programs whose loops are data and run line by line.
    fn written(&self) -> Box<dyn AnyDefinition>;
    fn set_scheduled(&mut self, index: usize, component: usize, value: f64);
    fn validate(&self) -> Result<(), HyperError>;
    fn requirement(&self) -> Result<(), &'static str>;
    fn requirement_param(&self, shape: ParamShape) -> Result<(), &'static str>;
    fn state_exists(&self, state: usize, shape: ParamShape) -> bool;
    fn state_dims(&self, state: usize, item: usize, shape: ParamShape) -> Option<Dims>;
    fn state_length(&self, state: usize, shape: ParamShape) -> Option<usize>;
    fn state_initial(&self, state: usize, shape: ParamShape) -> Initial;
    fn output_exists(&self, output: usize, shape: ParamShape) -> bool;
    fn output_length(&self, output: usize, shape: ParamShape) -> Option<usize>;
    fn input_due(&self, input: usize, shape: ParamShape, t: u64) -> bool;
    fn input_dims(&self, input: usize, shape: ParamShape) -> Option<Dims>;
    fn trace(&self, axes: &[usize], t: u64) -> Result<Graph, GraphError>;
    fn trace_of(&self, routine: Routine, axes: &[usize], t: u64) -> Result<Option<Graph>, GraphError>;
    /// The position of a hyperparameter's schedules after this number of finished steps.
    fn position(&self, index: usize, steps: u64) -> u64 {
        let _ = index;
        steps
    }
    /// Sets the step counts of inner optimizers that count their own steps, by the names of their states, after this number of steps.
    fn inner_counts(&self, shape: ParamShape, steps: u64, set: &mut dyn FnMut(&str, u64)) {
        let _ = (shape, steps, set);
    }
    /// See [`Definition::scratch_of`].
    fn scratch_of(&self, entry: usize, shape: ParamShape, lens: &mut [usize]);
    /// See [`WithPrograms::program_data`].
    fn program_data(
        &self,
        entry: usize,
        kind: StepKind,
        states: &dyn Fn(usize) -> f64,
        resident: &BTreeSet<DeviceScalar>,
    ) -> Arc<ProgramData>;
    fn kernels(&self) -> Kernels<'_>;
    fn descriptions(&self) -> Descriptions<'_>;
}

impl<O: Definition> AnyDefinition for WithPrograms<O> {
    fn boxed_clone(&self) -> Box<dyn AnyDefinition> {
        Box::new(self.clone())
    }

    fn written(&self) -> Box<dyn AnyDefinition> {
        Box::new(Self::with_written(self.own.clone()))
    }

    fn set_scheduled(&mut self, index: usize, component: usize, value: f64) {
        Hyperparameters::set_scheduled(&mut self.own, index, component, value);
    }

    fn validate(&self) -> Result<(), HyperError> {
        Hyperparameters::validate(&self.own)
    }

    fn requirement(&self) -> Result<(), &'static str> {
        Definition::requirement(&self.own)
    }

    fn requirement_param(&self, shape: ParamShape) -> Result<(), &'static str> {
        Definition::requirement_param(&self.own, shape)
    }

    fn state_exists(&self, state: usize, shape: ParamShape) -> bool {
        Definition::state_exists(&self.own, state, shape)
    }

    fn state_dims(&self, state: usize, item: usize, shape: ParamShape) -> Option<Dims> {
        Definition::state_dims(&self.own, state, item, shape)
    }

    fn state_length(&self, state: usize, shape: ParamShape) -> Option<usize> {
        Definition::state_length(&self.own, state, shape)
    }

    fn state_initial(&self, state: usize, shape: ParamShape) -> Initial {
        Definition::state_initial(&self.own, state, shape)
    }

    fn output_exists(&self, output: usize, shape: ParamShape) -> bool {
        Definition::output_exists(&self.own, output, shape)
    }

    fn output_length(&self, output: usize, shape: ParamShape) -> Option<usize> {
        Definition::output_length(&self.own, output, shape)
    }

    fn input_due(&self, input: usize, shape: ParamShape, t: u64) -> bool {
        Definition::input_due(&self.own, input, shape, t)
    }

    fn input_dims(&self, input: usize, shape: ParamShape) -> Option<Dims> {
        Definition::input_dims(&self.own, input, shape)
    }

    fn trace(&self, axes: &[usize], t: u64) -> Result<Graph, GraphError> {
        Definition::trace(&self.own, axes, t)
    }

    fn trace_of(&self, routine: Routine, axes: &[usize], t: u64) -> Result<Option<Graph>, GraphError> {
        Definition::trace_of(&self.own, routine, axes, t)
    }

    fn scratch_of(&self, entry: usize, shape: ParamShape, lens: &mut [usize]) {
        Definition::scratch_of(&self.own, entry, shape, lens);
    }

    fn program_data(
        &self,
        entry: usize,
        kind: StepKind,
        states: &dyn Fn(usize) -> f64,
        resident: &BTreeSet<DeviceScalar>,
    ) -> Arc<ProgramData> {
        Self::program_data(self, entry, kind, states, resident)
    }

    fn kernels(&self) -> Kernels<'_> {
        Kernels { f32: self, f64: self }
    }

    fn descriptions(&self) -> Descriptions<'_> {
        Descriptions { f32: &self.own, f64: &self.own }
    }
}

impl dyn AnyDefinition {
    /// Returns true if a state exists for a parameter of this shape: its condition holds, or it is an item within the length of its list.
    pub(super) fn exists(&self, state: &ListedState, shape: ParamShape) -> bool {
        let within = |item| self.state_length(state.declared, shape).is_some_and(|length| item < length);
        self.state_exists(state.declared, shape) && state.item.is_none_or(within)
    }

    /// The dimensions of a state for a parameter of this shape.
    pub(super) fn dims_of(&self, state: &ListedState, shape: ParamShape) -> Option<Dims> {
        self.state_dims(state.declared, state.item.unwrap_or(0), shape)
    }

    /// Returns true if a parameter of this shape has a state. No parameter has global states.
    pub(super) fn has(&self, state: &ListedState, shape: ParamShape) -> bool {
        !state.info.global && self.exists(state, shape)
    }

    /// Returns true if it is a global state of the optimizer. Its condition is the same for the whole model, so the definition of any group can be
    /// used.
    pub(super) fn has_global(&self, state: &ListedState) -> bool {
        state.info.global && self.exists(state, ParamShape::of(&[]))
    }

    /// The length of the longest list of a parameter with this shape; 1 without lists.
    pub(super) fn longest_list(&self, states: usize, shape: ParamShape) -> usize {
        let lengths = (0..states).filter(|state| self.state_exists(*state, shape));
        lengths.filter_map(|state| self.state_length(state, shape)).max().unwrap_or(1).max(1)
    }

    /// The definition itself, if it is of this type.
    pub(super) fn downcast<O: Definition>(&self) -> Option<&O> {
        (self as &dyn Any).downcast_ref::<WithPrograms<O>>().map(|with| &with.own)
    }

    /// The programs of some entries for a parameter of this shape: one, or several if there are timed conditions.
    pub(crate) fn programs(&self, entries: &Range<usize>, shape: ParamShape) -> Result<Vec<Program>, TimeError> {
        programs(|time| self.questions(entries, shape, time))
    }

    /// The questions of some entries about time at a step.
    pub(super) fn questions(&self, entries: &Range<usize>, shape: ParamShape, time: Time) -> Questions {
        let (mut questions, count) = (Questions::default(), StepCount::of_param(time));
        for entry in entries.clone() {
            // The same for all element types.
            self.description::<f64>().ask(entry, shape, count, &mut questions);
        }
        questions
    }

    /// The definition as an object that describes its entries, for elements of one type.
    pub(crate) fn description<T: Float>(&self) -> &dyn Describe<T> {
        T::choose(&self.descriptions())
    }

    /// The kernel for elements of one type.
    pub(crate) fn kernel<T: Float>(&self) -> &dyn AnyKernel<T> {
        T::choose(&self.kernels())
    }
}

/// The kernel of a definition for each element type.
pub(crate) struct Kernels<'a> {
    pub(super) f32: &'a dyn AnyKernel<f32>,
    pub(super) f64: &'a dyn AnyKernel<f64>,
}

impl<'a> ForEach for Kernels<'a> {
    type Of<T: Float> = &'a dyn AnyKernel<T>;

    fn f32(&self) -> &'a dyn AnyKernel<f32> {
        self.f32
    }

    fn f64(&self) -> &'a dyn AnyKernel<f64> {
        self.f64
    }
}

/// The object that describes the entries of a definition, for each element type.
pub(crate) struct Descriptions<'a> {
    pub(super) f32: &'a dyn Describe<f32>,
    pub(super) f64: &'a dyn Describe<f64>,
}

impl<'a> ForEach for Descriptions<'a> {
    type Of<T: Float> = &'a dyn Describe<T>;

    fn f32(&self) -> &'a dyn Describe<f32> {
        self.f32
    }

    fn f64(&self) -> &'a dyn Describe<f64> {
        self.f64
    }
}
