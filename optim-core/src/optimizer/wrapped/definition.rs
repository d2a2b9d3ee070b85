//! A wrapper at run time. The wrapper and its inner optimizer are each created from their own settings. A question about a setting, a state or an
//! input goes to one of them, depending on its place.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use super::WrapperPart;
use crate::definition::{Routine, Wraps};
use crate::hyper::{HyperError, Setting, guarded};
use crate::kernel::program::{DeviceScalar, ProgramData, StepKind};
use crate::lang::{Graph, GraphError};
use crate::optimizer::dynamic::{AnyDefinition, Descriptions, Kernels, Made, Parts};
use crate::optimizer::with_programs::{Entries, WithPrograms};
use crate::shape::{Dims, ParamShape};
use crate::state::{Initial, STEP_STATE};
use crate::time::{CALLS, Program, programs};

impl Parts {
    pub(in crate::optimizer) fn at_step(&'static self, settings: &[Setting], step: u64) -> Made {
        let (own, inner) = settings.split_at(self.own.hypers.len().min(settings.len()));
        let own = self.own.at_step(own, step)?;
        // The schedules of the inner optimizer follow its own steps.
        let steps = if self.wraps.timed && step > 0 {
            guarded(self.own.name, || Calls::of(&*own, &self.own.step, ParamShape::of(&[])).count_to(step))?
        } else {
            step
        };
        Ok(Box::new(WithPrograms::new(Wrapped::new(self, own, self.inner.at_step(inner, steps)?))))
    }
}

/// The steps at which a wrapper runs the inner optimizer.
#[derive(Debug, Default)]
struct Calls {
    program: Option<Program>,
    every: Option<(u64, u64)>,
    /// True if the wrapper asks a question that is not allowed. `build` returns an error for it.
    wrong: bool,
}

impl Calls {
    /// The calls of a wrapper for a parameter of this shape.
    fn of(own: &dyn AnyDefinition, step: &Range<usize>, shape: ParamShape) -> Self {
        let asked = programs(|time| own.questions(step, shape, time).about_calls());
        let Ok(asked) = asked else { return Self { wrong: true, ..Self::default() } };
        let (calls, others): (Vec<_>, Vec<_>) = asked.into_iter().partition(|program| program.takes(0, CALLS));
        let program = calls.into_iter().next();
        let every = program.as_ref().and_then(|calls| calls.every(&others));
        Self { program, every, wrong: false }
    }

    /// The number of calls up to this step.
    fn count_to(&self, step: u64) -> u64 {
        self.program.as_ref().map_or(0, |calls| calls.count_to(step))
    }
}

/// A wrapper with its settings, and the inner optimizer with its own.
pub(super) struct Wrapped {
    pub(super) parts: &'static Parts,
    pub(super) wrapper: Box<dyn AnyDefinition>,
    pub(super) inner: Box<dyn AnyDefinition>,
    /// The steps at which the inner optimizer runs, for the shapes that were requested so far. They depend only on fixed settings, so copies share
    /// them.
    calls: Arc<Mutex<HashMap<ParamShape, Arc<Calls>>>>,
}

impl Wrapped {
    fn new(parts: &'static Parts, wrapper: Box<dyn AnyDefinition>, inner: Box<dyn AnyDefinition>) -> Self {
        Self { parts, wrapper, inner, calls: Arc::default() }
    }

    /// The step count of the inner optimizer at a step, if it counts its own steps and has done so from the beginning.
    pub(super) fn inner_step(&self, shape: ParamShape, t: u64) -> u64 {
        if !self.parts.wraps.timed {
            return t;
        }
        self.calls(shape).count_to(t.saturating_sub(1)).saturating_add(1)
    }

    /// The interval and the first step at which the inner optimizer runs, if nothing else decides it.
    pub(super) fn every(&self, shape: ParamShape) -> Option<(u64, u64)> {
        self.calls(shape).every
    }

    fn calls(&self, shape: ParamShape) -> Arc<Calls> {
        let mut known = self.calls.lock().unwrap_or_else(PoisonError::into_inner);
        let calls = || Arc::new(Calls::of(&*self.wrapper, &self.parts.own.step, shape));
        Arc::clone(known.entry(shape).or_insert_with(calls))
    }

    fn inner_asks(&self, shape: ParamShape) -> bool {
        self.inner.programs(&self.parts.inner.step, shape).map_or(true, |programs| programs.len() > 1)
    }
}

impl Clone for Wrapped {
    fn clone(&self) -> Self {
        let (parts, calls) = (self.parts, Arc::clone(&self.calls));
        Self { parts, wrapper: self.wrapper.boxed_clone(), inner: self.inner.boxed_clone(), calls }
    }
}

impl AnyDefinition for WithPrograms<Wrapped> {
    fn boxed_clone(&self) -> Box<dyn AnyDefinition> {
        Box::new(self.clone())
    }

    fn written(&self) -> Box<dyn AnyDefinition> {
        Box::new(Self::with_written(self.own.clone()))
    }

    fn set_scheduled(&mut self, index: usize, component: usize, value: f64) {
        match index.checked_sub(self.parts.own.hypers.len()) {
            None => self.own.wrapper.set_scheduled(index, component, value),
            Some(index) => self.own.inner.set_scheduled(index, component, value),
        }
    }

    fn validate(&self) -> Result<(), HyperError> {
        self.wrapper.validate()?;
        self.inner.validate()
    }

    fn requirement(&self) -> Result<(), &'static str> {
        let Parts { inner, wraps, .. } = self.parts;
        if wraps.timed && !inner.probe.is_empty() {
            return Err("the inner optimizer has a `probe`, so it must run in every step");
        }
        self.wrapper.requirement()?;
        self.inner.requirement()
    }

    fn requirement_param(&self, shape: ParamShape) -> Result<(), &'static str> {
        let calls = self.parts.wraps.timed.then(|| self.calls(shape));
        if calls.is_some_and(|calls| calls.every.is_none() && !calls.wrong) && self.inner_asks(shape) {
            return Err("the inner optimizer has timed conditions, so it must run at regular steps");
        }
        self.wrapper.requirement_param(shape)?;
        self.inner.requirement_param(shape)
    }

    fn state_exists(&self, state: usize, shape: ParamShape) -> bool {
        match self.parts.state(state) {
            WrapperPart::Own(state) => self.wrapper.state_exists(state, shape),
            WrapperPart::Count => true,
            WrapperPart::Inner(state) => self.inner.state_exists(state, shape),
        }
    }

    fn state_dims(&self, state: usize, item: usize, shape: ParamShape) -> Option<Dims> {
        match self.parts.state(state) {
            WrapperPart::Own(state) => self.wrapper.state_dims(state, item, shape),
            WrapperPart::Count => None,
            WrapperPart::Inner(state) => self.inner.state_dims(state, item, shape),
        }
    }

    fn state_length(&self, state: usize, shape: ParamShape) -> Option<usize> {
        match self.parts.state(state) {
            WrapperPart::Own(state) => self.wrapper.state_length(state, shape),
            WrapperPart::Count => None,
            WrapperPart::Inner(state) => self.inner.state_length(state, shape),
        }
    }

    fn input_due(&self, input: usize, shape: ParamShape, t: u64) -> bool {
        let Some(input) = input.checked_sub(self.parts.own.inputs.len()) else {
            return self.wrapper.input_due(input, shape, t);
        };
        if !self.parts.wraps.timed {
            return self.inner.input_due(input, shape, t);
        }
        let calls = self.calls(shape);
        let (before, now) = (calls.count_to(t.saturating_sub(1)), calls.count_to(t));
        now > before && self.inner.input_due(input, shape, now)
    }

    fn input_dims(&self, input: usize, shape: ParamShape) -> Option<Dims> {
        match input.checked_sub(self.parts.own.inputs.len()) {
            None => self.wrapper.input_dims(input, shape),
            Some(input) => self.inner.input_dims(input, shape),
        }
    }

    fn output_exists(&self, output: usize, shape: ParamShape) -> bool {
        match output.checked_sub(self.parts.own.outputs.len()) {
            None => self.wrapper.output_exists(output, shape),
            Some(output) => self.inner.output_exists(output, shape),
        }
    }

    fn output_length(&self, output: usize, shape: ParamShape) -> Option<usize> {
        match output.checked_sub(self.parts.own.outputs.len()) {
            None => self.wrapper.output_length(output, shape),
            Some(output) => self.inner.output_length(output, shape),
        }
    }

    fn state_initial(&self, state: usize, shape: ParamShape) -> Initial {
        match self.parts.state(state) {
            WrapperPart::Own(state) => self.wrapper.state_initial(state, shape),
            WrapperPart::Count => Initial::Constant(0.0),
            WrapperPart::Inner(state) => self.inner.state_initial(state, shape),
        }
    }

    fn trace(&self, axes: &[usize], t: u64) -> Result<Graph, GraphError> {
        let graph = self.trace_of(Routine::Step, axes, t)?;
        Ok(graph.unwrap_or_else(|| Graph::of_call(axes, self.parts.own.name)))
    }

    fn trace_of(&self, routine: Routine, axes: &[usize], t: u64) -> Result<Option<Graph>, GraphError> {
        let step = self.inner_step(ParamShape::of(axes), t);
        let inner = self.inner.trace_of(routine, axes, step)?;
        let own = match (self.wrapper.trace_of(routine, axes, t)?, &inner) {
            (Some(own), _) => own,
            (None, Some(_)) => Graph::of_call(axes, self.parts.own.name),
            (None, None) => return Ok(None),
        };
        let counts = self.parts.wraps.timed.then_some(routine == Routine::Step);
        Ok(Some(own.with_inner(inner.as_ref(), self.parts.wraps.field, counts)))
    }

    fn position(&self, index: usize, steps: u64) -> u64 {
        match index.checked_sub(self.parts.own.hypers.len()) {
            None => self.wrapper.position(index, steps),
            // The count is the same for all parameters.
            Some(index) if self.parts.wraps.timed => {
                self.inner.position(index, self.calls(ParamShape::of(&[])).count_to(steps))
            }
            Some(index) => self.inner.position(index, steps),
        }
    }

    fn inner_counts(&self, shape: ParamShape, steps: u64, set: &mut dyn FnMut(&str, u64)) {
        let Wraps { field, timed, .. } = self.parts.wraps;
        let inside = if timed { self.calls(shape).count_to(steps) } else { steps };
        if timed {
            set(&format!("{field}.{STEP_STATE}"), inside);
        }
        self.inner.inner_counts(shape, inside, &mut |name, steps| set(&format!("{field}.{name}"), steps));
    }

    fn scratch_of(&self, entry: usize, shape: ParamShape, lens: &mut [usize]) {
        self.own.scratch_of(entry, shape, lens);
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
