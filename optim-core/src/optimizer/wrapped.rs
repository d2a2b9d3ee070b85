//! A wrapper and the optimizer inside of it, as one optimizer.
//!
//! What is declared is put together once for each pair: the wrapper's own part first, then what is inside, under the name of its
//! field. At run time the two stay apart: each is made of its own settings and has its own kernel and graph.

use std::ops::Range;
use std::sync::{Mutex, OnceLock, PoisonError};

use super::dynamic::{About, AnyDefinition, Kernels, Made, Make, PlanOf};
use super::global::longest_inside;
use super::wrapped_plan::Renamed;
use crate::definition::{InnerCall, Routine, Wraps};
use crate::draw::hash;
use crate::hyper::{HyperError, HyperInfo, Setting};
use crate::input::InputInfo;
use crate::kernel::{AnyKernel, Cx, Float, Inner, LENT, Share, Source};
use crate::lang::{Graph, GraphError};
use crate::plan::Plan;
use crate::shape::{Axes, Dims, ParamShape};
use crate::state::{Initial, STEP_STATE, StateInfo};
use crate::time::{Clock, Program, programs};

/// The two parts of a wrapper.
#[derive(Clone, Copy)]
pub(super) struct Parts {
    own: &'static About,
    inner: &'static About,
    wraps: Wraps,
    /// How many passes the step, the probe and the evaluation inside have.
    inside: [usize; 3],
}

/// All wrappers that were ever put together.
static KNOWN: Mutex<Vec<(&About, &About, &About)>> = Mutex::new(Vec::new());

impl About {
    /// All about a wrapper with this optimizer inside. It is made once, and stays: there are only so many pairs of types.
    pub(crate) fn wrapped(own: &'static Self, inner: &'static Self) -> &'static Self {
        let Some(wraps) = own.wraps else { return own };
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let same = |(o, i, _): &&(&'static Self, &'static Self, &'static Self)| {
            std::ptr::eq(*o, own) && std::ptr::eq(*i, inner)
        };
        if let Some((_, _, about)) = known.iter().find(same) {
            return about;
        }
        let about = Box::leak(Box::new(together(own, inner, wraps)));
        known.push((own, inner, about));
        about
    }

    /// A wrapper without an optimizer inside, and the field that it lacks.
    pub(super) fn missing_inner(&self) -> Option<(&'static str, &'static str)> {
        match &self.make {
            Make::Wrapped(parts) if parts.inner.is_missing() => Some((parts.own.name, parts.wraps.field)),
            Make::Wrapped(parts) => parts.inner.missing_inner(),
            Make::Type(_) => None,
        }
    }
}

fn leaked<T>(list: Vec<T>) -> &'static [T] {
    Vec::leak(list)
}

fn within(field: &str, name: &str) -> &'static str {
    String::leak(format!("{field}.{name}"))
}

fn together(own: &'static About, inner: &'static About, wraps: Wraps) -> About {
    let field = wraps.field;
    let hyper = |info: &HyperInfo| HyperInfo { name: within(field, info.name), names: &[], ..*info };
    let state = |info: &StateInfo| StateInfo { name: within(field, info.name), ..*info };
    let count = wraps.timed.then(|| StateInfo::new(within(field, STEP_STATE), Axes::Scalar));
    let states = leaked(own.states.iter().copied().chain(count).chain(inner.states.iter().map(state)).collect());
    // Where the optimizer inside does not run, nothing is due for it.
    let input = |info: &InputInfo| InputInfo {
        name: within(field, info.name),
        conditional: info.conditional || wraps.timed,
        ..*info
    };
    let inputs = leaked(own.inputs.iter().copied().chain(inner.inputs.iter().map(input)).collect());
    let behind = |range: &Range<usize>| range.start + own.entries.len()..range.end + own.entries.len();
    let one_of = |own: &Range<usize>, inner: &Range<usize>| if own.is_empty() { behind(inner) } else { own.clone() };
    let (own_plan, inner_plan) = (own.plan(), inner.plan());
    let inside = [inner_plan.passes.len(), inner_plan.probe.len(), inner_plan.eval.len()];
    let parts = Parts { own, inner, wraps, inside };
    let name = String::leak(format!("{}<{}>", own.name, inner.name));
    let renamed = |call: InnerCall| {
        let (first, first_input) = (parts.first_state(), own.inputs.len());
        Renamed { field, states, first, inputs, first_input, call }
    };
    // Where the wrapper has no function of its own, that of the optimizer inside runs on what the wrapper is given.
    let whole = InnerCall { passes: 0, place: Source::Param, grad: Source::Grad };
    let probe_call = wraps.probe.filter(|_| !own.probe.is_empty()).unwrap_or(whole);
    let probe = renamed(probe_call);
    let eval = match wraps.eval {
        _ if own.eval.is_empty() => renamed(whole).passes(&[], inner_plan.eval),
        Some(call) => renamed(call).passes(own_plan.eval, inner_plan.eval),
        None => own_plan.eval,
    };
    let mut writes = own.probe_writes.to_vec();
    for source in inner.probe_writes.iter().map(|source| probe.source(*source)) {
        if !writes.contains(&source) {
            writes.push(source);
        }
    }
    let probe_writes = leaked(writes);
    let plan = Plan {
        optimizer: name,
        passes: renamed(wraps.step).passes(own_plan.passes, inner_plan.passes),
        probe: probe.passes(own_plan.probe, inner_plan.probe),
        eval,
        backup: probe_writes,
        states,
        inputs,
        global: own.global || inner.global,
    };
    About {
        name,
        hypers: leaked(own.hypers.iter().copied().chain(inner.hypers.iter().map(hyper)).collect()),
        states,
        inputs,
        global: own.global || inner.global,
        uses_step: own.uses_step || !wraps.timed && inner.uses_step,
        entries: leaked(own.entries.iter().chain(inner.entries).copied().collect()),
        step: own.step.clone(),
        probe: one_of(&own.probe, &inner.probe),
        eval: one_of(&own.eval, &inner.eval),
        probe_writes,
        plan: PlanOf::Wrapped(plan),
        // What is inside decides: a wrapper has no say in it.
        axes: inner.axes,
        wraps: Some(wraps),
        make: Make::Wrapped(Box::leak(Box::new(parts))),
    }
}

/// One of the two parts, and a place in its list.
enum Part {
    Own(usize),
    /// The step count of the optimizer inside.
    Count,
    Inner(usize),
}

impl Parts {
    /// The place of the first state of the optimizer inside.
    fn first_state(&self) -> usize {
        self.own.states.len() + usize::from(self.wraps.timed)
    }

    /// The states of each part among those of both.
    fn share_of_own(&self) -> Share {
        let (declared, lists, (all, all_lists)) = (self.own.states.len(), lists_of(self.own), self.all());
        Share { first: 0, declared, before: 0, lists, all, all_lists }
    }

    fn share_of_inner(&self) -> Share {
        let (first, before, (all, all_lists)) = (self.first_state(), lists_of(self.own), self.all());
        Share { first, declared: all - first, before, lists: all_lists - before, all, all_lists }
    }

    /// How many states both declare, and how many of these are lists.
    fn all(&self) -> (usize, usize) {
        (self.first_state() + self.inner.states.len(), lists_of(self.own) + lists_of(self.inner))
    }

    fn state(&self, state: usize) -> Part {
        match state.checked_sub(self.own.states.len()) {
            None => Part::Own(state),
            Some(0) if self.wraps.timed => Part::Count,
            Some(place) => Part::Inner(place - usize::from(self.wraps.timed)),
        }
    }

    pub(super) fn at_step(&'static self, settings: &[Setting], step: u64) -> Made {
        let (own, inner) = settings.split_at(self.own.hypers.len().min(settings.len()));
        let own = self.own.at_step(own, step)?;
        // The schedules inside follow the steps inside.
        let steps = match self.wraps.timed {
            false => step,
            true => calls(&*own, ParamShape::of(&[])).map_or(0, |calls| calls.count_to(step)),
        };
        Ok(Box::new(Wrapped::new(self, own, self.inner.at_step(inner, steps)?)))
    }
}

/// How many states are lists.
fn lists_of(about: &About) -> usize {
    about.states.iter().filter(|state| state.list.is_some()).count()
}

/// The steps at which a wrapper runs the optimizer inside.
fn calls(own: &dyn AnyDefinition, shape: ParamShape) -> Option<Program> {
    let asked = programs(&|clock| {
        let calls = own.calls_inner(shape, clock);
        clock.decides(0, calls);
    });
    asked.ok()?.into_iter().find(|program| program.takes(0, true))
}

/// A wrapper with its settings, and the optimizer inside with its own.
struct Wrapped {
    parts: &'static Parts,
    own: Box<dyn AnyDefinition>,
    inner: Box<dyn AnyDefinition>,
    /// The steps at which the optimizer inside runs, for what does not depend on a parameter.
    calls: OnceLock<Option<Program>>,
}

impl Wrapped {
    fn new(parts: &'static Parts, own: Box<dyn AnyDefinition>, inner: Box<dyn AnyDefinition>) -> Self {
        Self { parts, own, inner, calls: OnceLock::new() }
    }

    /// The step count of the optimizer inside at a step, if it counts by itself and has done so from the beginning.
    fn inner_step(&self, shape: ParamShape, t: u64) -> u64 {
        if !self.parts.wraps.timed {
            return t;
        }
        let before = calls(&*self.own, shape).map_or(0, |calls| calls.count_to(t.saturating_sub(1)));
        before.saturating_add(1)
    }

    /// Every so many steps the optimizer inside runs, from which one on, if that is all that decides it.
    fn every(&self, shape: ParamShape) -> Option<(u64, u64)> {
        calls(&*self.own, shape)?.every()
    }

    fn inner_asks(&self, shape: ParamShape) -> bool {
        programs(&|clock| self.inner.ask(shape, clock)).map_or(true, |programs| programs.len() > 1)
    }
}

impl AnyDefinition for Wrapped {
    fn boxed_clone(&self) -> Box<dyn AnyDefinition> {
        Box::new(Self::new(self.parts, self.own.boxed_clone(), self.inner.boxed_clone()))
    }

    fn set_scheduled(&mut self, index: usize, component: usize, value: f64) {
        match index.checked_sub(self.parts.own.hypers.len()) {
            None => self.own.set_scheduled(index, component, value),
            Some(index) => self.inner.set_scheduled(index, component, value),
        }
    }

    fn validate(&self) -> Result<(), HyperError> {
        self.own.validate()?;
        self.inner.validate()
    }

    fn requirement(&self) -> Result<(), &'static str> {
        let Parts { inner, wraps, .. } = self.parts;
        if wraps.timed && !inner.probe.is_empty() {
            return Err("the optimizer inside has a `probe`, so it must run in every step");
        }
        self.own.requirement()?;
        self.inner.requirement()
    }

    fn requirement_param(&self, shape: ParamShape) -> Result<(), &'static str> {
        if self.parts.wraps.timed && self.every(shape).is_none() && self.inner_asks(shape) {
            return Err(
                "the optimizer inside has timed conditions, so it must run every so many steps, from some step on",
            );
        }
        self.own.requirement_param(shape)?;
        self.inner.requirement_param(shape)
    }

    fn state_exists(&self, state: usize, shape: ParamShape) -> bool {
        match self.parts.state(state) {
            Part::Own(state) => self.own.state_exists(state, shape),
            Part::Count => true,
            Part::Inner(state) => self.inner.state_exists(state, shape),
        }
    }

    fn state_dims(&self, state: usize, shape: ParamShape) -> Option<Dims> {
        match self.parts.state(state) {
            Part::Own(state) => self.own.state_dims(state, shape),
            Part::Count => None,
            Part::Inner(state) => self.inner.state_dims(state, shape),
        }
    }

    fn state_length(&self, state: usize, shape: ParamShape) -> Option<usize> {
        match self.parts.state(state) {
            Part::Own(state) => self.own.state_length(state, shape),
            Part::Count => None,
            Part::Inner(state) => self.inner.state_length(state, shape),
        }
    }

    fn input_due(&self, input: usize, shape: ParamShape, t: u64) -> bool {
        let Some(input) = input.checked_sub(self.parts.own.inputs.len()) else {
            return self.own.input_due(input, shape, t);
        };
        if !self.parts.wraps.timed {
            return self.inner.input_due(input, shape, t);
        }
        let count = |steps| calls(&*self.own, shape).map_or(0, |calls| calls.count_to(steps));
        let (before, now) = (count(t.saturating_sub(1)), count(t));
        now > before && self.inner.input_due(input, shape, now)
    }

    fn input_dims(&self, input: usize, shape: ParamShape) -> Option<Dims> {
        match input.checked_sub(self.parts.own.inputs.len()) {
            None => self.own.input_dims(input, shape),
            Some(input) => self.inner.input_dims(input, shape),
        }
    }

    fn state_initial(&self, state: usize, shape: ParamShape) -> Initial {
        match self.parts.state(state) {
            Part::Own(state) => self.own.state_initial(state, shape),
            Part::Count => Initial::Constant(0.0),
            Part::Inner(state) => self.inner.state_initial(state, shape),
        }
    }

    fn graph(&self, shape: &[usize], t: u64) -> Result<Graph, GraphError> {
        let graph = self.graph_of(Routine::Step, shape, t)?;
        Ok(graph.unwrap_or_else(|| Graph::of_call(shape, self.parts.own.name)))
    }

    fn graph_of(&self, routine: Routine, shape: &[usize], t: u64) -> Result<Option<Graph>, GraphError> {
        // Both see the parameter as the optimizer inside does.
        let axes = &*(self.parts.inner.axes)(shape);
        let shape = ParamShape::of(axes);
        let step = self.inner_step(shape, t);
        let inner = self.inner.graph_of(routine, axes, step)?;
        let own = match (self.own.graph_of(routine, axes, t)?, &inner) {
            (Some(own), _) => own,
            (None, Some(_)) => Graph::of_call(axes, self.parts.own.name),
            (None, None) => return Ok(None),
        };
        let counts = self.parts.wraps.timed.then_some(routine == Routine::Step);
        Ok(Some(own.with_inner(inner.as_ref(), self.parts.wraps.field, counts)))
    }

    fn ask(&self, shape: ParamShape, clock: &mut Clock) {
        self.own.ask(shape, clock);
        let every = match self.parts.wraps.timed {
            false => Some((1, 1)),
            true if self.calls_now(shape, clock) => self.every(shape),
            true => None,
        };
        if let Some(every) = every {
            clock.inside(every, |clock| self.inner.ask(shape, clock));
        }
    }

    fn position(&self, index: usize, steps: u64) -> u64 {
        match index.checked_sub(self.parts.own.hypers.len()) {
            None => self.own.position(index, steps),
            // It is the same for all parameters.
            Some(index) if self.parts.wraps.timed => {
                let calls = self.calls.get_or_init(|| calls(&*self.own, ParamShape::of(&[])));
                self.inner.position(index, calls.as_ref().map_or(0, |calls| calls.count_to(steps)))
            }
            Some(index) => self.inner.position(index, steps),
        }
    }

    fn inner_counts(&self, shape: ParamShape, steps: u64, set: &mut dyn FnMut(&str, u64)) {
        let Wraps { field, timed, .. } = self.parts.wraps;
        let inside = if timed { calls(&*self.own, shape).map_or(0, |calls| calls.count_to(steps)) } else { steps };
        if timed {
            set(&format!("{field}.{STEP_STATE}"), inside);
        }
        self.inner.inner_counts(shape, inside, &mut |name, steps| set(&format!("{field}.{name}"), steps));
    }

    fn calls_inner(&self, _: ParamShape, _: &mut Clock) -> bool {
        true
    }

    fn kernels(&self) -> Kernels<'_> {
        Kernels { f32: self, f64: self }
    }
}

impl Wrapped {
    fn calls_now(&self, shape: ParamShape, clock: &mut Clock) -> bool {
        let calls = self.own.calls_inner(shape, clock);
        clock.decides(usize::MAX, calls)
    }

    /// An entry of either part.
    fn entry(&self, entry: usize) -> Part {
        match entry.checked_sub(self.parts.own.entries.len()) {
            None => Part::Own(entry),
            Some(entry) => Part::Inner(entry),
        }
    }

    /// The entries of the optimizer inside that an entry of the wrapper calls, and how it does so.
    fn called(&self, own: usize) -> Option<(InnerCall, Routine)> {
        let Parts { own: about, wraps, .. } = self.parts;
        if about.step.contains(&own) {
            Some((wraps.step, Routine::Step))
        } else if about.probe.contains(&own) {
            wraps.probe.map(|call| (call, Routine::Probe))
        } else if about.eval.contains(&own) {
            wraps.eval.map(|call| (call, Routine::Eval))
        } else {
            None
        }
    }

    fn inner_of<T: Float>(&self, entries: Range<usize>, counts: bool, cx: &Cx<'_, T>) -> Inner<'_, T> {
        let Parts { own, wraps, .. } = self.parts;
        let step = if cx.is_recorded() { self.inner_step(cx.shape(), cx.step()) } else { 0 };
        Inner {
            kernel: self.inner.kernel(),
            entries,
            states: cx.states().of_part(self.parts.share_of_inner()),
            inputs: cx.input_place(own.inputs.len()),
            count: wraps.timed.then(|| (cx.states().of(own.states.len()), counts)),
            step,
            draws: hash(wraps.field),
        }
    }
}

impl<T: Float> AnyKernel<T> for Wrapped {
    fn is_elementwise(&self, entry: usize) -> bool {
        match self.entry(entry) {
            Part::Own(entry) => self.called(entry).is_none() && self.own.kernel::<T>().is_elementwise(entry),
            // What is known of the whole model is kept by parameter, not by piece.
            Part::Inner(_) if self.parts.own.global => false,
            Part::Inner(entry) => self.inner.kernel::<T>().is_elementwise(entry),
            Part::Count => false,
        }
    }

    fn slot_count(&self, entry: usize) -> usize {
        match self.entry(entry) {
            Part::Own(entry) => self.own.kernel::<T>().slot_count(entry),
            // They are made where it runs.
            Part::Inner(_) | Part::Count => 0,
        }
    }

    fn slots(&self, entry: usize, shape: ParamShape) -> Vec<usize> {
        match self.entry(entry) {
            Part::Own(entry) => self.own.kernel::<T>().slots(entry, shape),
            Part::Inner(_) | Part::Count => Vec::new(),
        }
    }

    fn slots_inside(&self, entry: usize, shape: ParamShape) -> Vec<Vec<usize>> {
        let entries = match self.entry(entry) {
            Part::Own(entry) => self.called(entry).map_or(0..0, |(_, routine)| self.parts.inner.entries_of(routine)),
            Part::Inner(entry) => entry..entry + 1,
            Part::Count => 0..0,
        };
        let kernel = self.inner.kernel::<T>();
        let mut inside = Vec::new();
        for entry in entries {
            // Behind them is what the wrapper lends.
            let slots = kernel.slots(entry, shape).into_iter().chain([0; LENT.len()]);
            longest_inside(&mut inside, vec![slots.collect()]);
            longest_inside(&mut inside, std::iter::once(Vec::new()).chain(kernel.slots_inside(entry, shape)).collect());
        }
        inside
    }

    fn scratch(&self, entry: usize, shape: ParamShape) -> usize {
        let inner = |entry| self.inner.kernel::<T>().scratch(entry, shape);
        match self.entry(entry) {
            Part::Own(entry) => {
                let entries = self.called(entry).map_or(0..0, |(_, routine)| self.parts.inner.entries_of(routine));
                let most = entries.map(inner).max().unwrap_or(0);
                self.own.kernel::<T>().scratch(entry, shape).saturating_add(most)
            }
            Part::Inner(entry) => inner(entry),
            Part::Count => 0,
        }
    }

    fn run(&self, entry: usize, cx: &mut Cx<'_, T>) {
        match self.entry(entry) {
            Part::Own(entry) => {
                let own = self.parts.share_of_own();
                let Some((call, routine)) = self.called(entry) else {
                    return self.own.kernel::<T>().run(entry, &mut cx.of_own(own));
                };
                let inside = self.parts.inside[routine as usize];
                let inner = self.inner_of(self.parts.inner.entries_of(routine), routine == Routine::Step, cx);
                let mut cx = cx.of_own(own);
                self.own.kernel::<T>().run(entry, &mut cx.of_wrapper(&inner, call.passes, inside));
            }
            Part::Inner(entry) => {
                // Whoever runs this entry sees by itself whether it waits.
                let _ = self.inner_of(entry..entry + 1, false, cx).call(cx, 0, Source::Param, Source::Grad);
            }
            Part::Count => {}
        }
    }
}
