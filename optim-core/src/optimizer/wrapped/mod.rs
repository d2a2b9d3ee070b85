//! A wrapper and its inner optimizer as one optimizer. Their declarations are joined once for each pair: first the wrapper's own, then those of the
//! inner optimizer, whose names begin with the field.
//!
//! | file | topic |
//! |---|---|
//! | `definition` | both at run time, each with its own settings |
//! | `describe` | the program of both |

mod definition;
mod describe;

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use super::dynamic::{About, Make, Parts};
use crate::definition::{InnerCall, ROUTINES, Routine, Wraps};
use crate::hyper::HyperInfo;
use crate::input::InputInfo;
use crate::kernel::{Entry, Share, Source};
use crate::output::OutputInfo;
use crate::shape::Axes;
use crate::state::{STEP_STATE, StateInfo};

/// All pairs that were joined so far.
static KNOWN: Mutex<Vec<(&About, &About, &About)>> = Mutex::new(Vec::new());

impl About {
    /// The facts about a wrapper with this inner optimizer. They are created once and never freed, because the number of pairs of types is limited.
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

    /// Returns true if there is an inner optimizer.
    pub(crate) fn has_inner(&self) -> bool {
        matches!(&self.make, Make::Wrapped(parts) if !parts.inner.is_missing())
    }

    /// The wrappers around a partition, with this inner optimizer in place of the partition.
    pub(super) fn around(&'static self, inner: &'static Self) -> &'static Self {
        match &self.make {
            Make::Wrapped(parts) => Self::wrapped(parts.own, parts.inner.around(inner)),
            Make::Type(_) => inner,
        }
    }

    /// The fields of the wrappers around the innermost optimizer, the outermost first.
    pub(super) fn fields(&self) -> Vec<&'static str> {
        self.wrappers().into_iter().map(|(_, field)| field).collect()
    }

    /// The wrappers around the innermost optimizer, the outermost first: their names, and their fields.
    pub(super) fn wrappers(&self) -> Vec<(&'static str, &'static str)> {
        let (mut wrappers, mut about) = (Vec::new(), self);
        while let Make::Wrapped(parts) = &about.make {
            wrappers.push((parts.own.name, parts.wraps.field));
            about = parts.inner;
        }
        wrappers
    }

    /// The name of the innermost optimizer.
    pub(super) fn innermost(&self) -> &'static str {
        match &self.make {
            Make::Wrapped(parts) => parts.inner.innermost(),
            Make::Type(_) => self.name,
        }
    }

    /// Returns true if the step of the innermost optimizer reads its count.
    pub(super) fn innermost_uses_step(&self) -> bool {
        match &self.make {
            Make::Wrapped(parts) => parts.inner.innermost_uses_step(),
            Make::Type(_) => self.uses_step,
        }
    }

    /// The wrapper without an inner optimizer, and its field, if there is one.
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
    // In steps in which the inner optimizer does not run, its inputs are not due.
    let input = |info: &InputInfo| InputInfo {
        name: within(field, info.name),
        conditional: info.conditional || wraps.timed,
        ..*info
    };
    let inputs = leaked(own.inputs.iter().copied().chain(inner.inputs.iter().map(input)).collect());
    let output = |info: &OutputInfo| OutputInfo { name: within(field, info.name), ..*info };
    let outputs: &[OutputInfo] = leaked(own.outputs.iter().copied().chain(inner.outputs.iter().map(output)).collect());
    let behind = |range: &Range<usize>| range.start + own.entries.len()..range.end + own.entries.len();
    let one_of = |own: &Range<usize>, inner: &Range<usize>| if own.is_empty() { behind(inner) } else { own.clone() };
    let parts = Parts { own, inner, wraps, entries: entries(own, inner, wraps), counts: counts(own, inner, wraps) };
    let name = String::leak(format!("{}<{}>", own.name, inner.name));
    // If the wrapper has no probe, the probe of the inner optimizer runs with the wrapper's parameter and gradient.
    let whole = InnerCall { place: Source::Param, grad: Source::Grad };
    let probe = wraps.probe.filter(|_| !own.probe.is_empty()).unwrap_or(whole);
    let mut writes = own.probe_writes.to_vec();
    for source in inner.probe_writes.iter().map(|source| parts.outside(*source, probe)) {
        if !writes.contains(&source) {
            writes.push(source);
        }
    }
    let probe_writes = leaked(writes);
    let inner_factors = inner.lr_factors.iter().map(|state| state + parts.first_state());
    let lr_factors = leaked(own.lr_factors.iter().copied().chain(inner_factors).collect());
    About {
        name,
        hypers: leaked(own.hypers.iter().copied().chain(inner.hypers.iter().map(hyper)).collect()),
        states,
        inputs,
        outputs,
        watched: own.watched.clone(),
        watched_global: own.watched_global || inner.watched_global,
        global: own.global || inner.global,
        lr_factors,
        uses_step: own.uses_step || !wraps.timed && inner.uses_step,
        entries: parts.entries,
        step: own.step.clone(),
        probe: one_of(&own.probe, &inner.probe),
        eval: one_of(&own.eval, &inner.eval),
        probe_writes,
        // The inner optimizer decides this, not the wrapper.
        axes: inner.axes,
        wraps: Some(wraps),
        of_rules: inner.of_rules,
        make: Make::Wrapped(Box::leak(Box::new(parts))),
    }
}

/// The entries of both, the wrapper's own first.
fn entries(own: &About, inner: &About, wraps: Wraps) -> &'static [Entry] {
    // Data about the whole model is kept by parameter, not by piece.
    let may_split = |entry: Entry| Entry { elementwise: entry.elementwise && !own.global && !inner.global, ..entry };
    let own_entries = own.entries.iter().enumerate().map(|(place, entry)| {
        let called = called(own, inner, wraps, place);
        let inside = || called.iter().flat_map(|called| &inner.entries[called.entries.clone()]);
        let scratch = entry.scratch + inside().map(|entry| entry.scratch).max().unwrap_or(0);
        // Pieces of a parameter have no scratch.
        let elementwise = entry.elementwise && inside().all(|entry| entry.elementwise) && scratch == 0;
        let batching = inside().map(|entry| entry.batching).fold(entry.batching, Ord::min);
        Entry { elementwise, scratch, batching }
    });
    leaked(own_entries.chain(inner.entries.iter().copied()).map(may_split).collect())
}

/// The states that count the steps of inner optimizers, among the states of both.
fn counts(own: &About, inner: &About, wraps: Wraps) -> &'static [usize] {
    let count = wraps.timed.then_some(own.states.len());
    let first = own.states.len() + usize::from(wraps.timed);
    let deeper = match &inner.make {
        Make::Wrapped(parts) => parts.counts,
        Make::Type(_) => &[],
    };
    leaked(count.into_iter().chain(deeper.iter().map(|state| first + state)).collect())
}

/// The call of an inner optimizer in an entry of a wrapper.
struct CalledRoutine {
    entries: Range<usize>,
    /// The called routine; `None` if the wrapper does not have the routine, so that the entry is the inner optimizer's own.
    routine: Option<Routine>,
}

/// The call of the inner optimizer in an entry of both, if there is one.
fn called(own: &About, inner: &About, wraps: Wraps, entry: usize) -> Option<CalledRoutine> {
    if let Some(entry) = entry.checked_sub(own.entries.len()) {
        return Some(CalledRoutine { entries: entry..entry + 1, routine: None });
    }
    let calls = |routine| match routine {
        Routine::Step => own.step.contains(&entry) || own.watched.contains(&entry),
        Routine::Probe => own.probe.contains(&entry) && wraps.probe.is_some(),
        Routine::Eval => own.eval.contains(&entry) && wraps.eval,
    };
    let routine = ROUTINES.into_iter().find(|routine| calls(*routine))?;
    let entries = if own.watched.contains(&entry) { inner.watched_entries() } else { inner.entries_of(routine) };
    Some(CalledRoutine { entries, routine: Some(routine) })
}

/// One of the two parts, and a place in its list.
enum WrapperPart {
    Own(usize),
    /// The step count of the inner optimizer.
    Count,
    Inner(usize),
}

impl Parts {
    /// The part to which an entry of both belongs.
    const fn entry(&self, entry: usize) -> WrapperPart {
        match entry.checked_sub(self.own.entries.len()) {
            None => WrapperPart::Own(entry),
            Some(entry) => WrapperPart::Inner(entry),
        }
    }

    /// The place of an entry of both among the entries of its part, and true if this is the wrapper.
    pub(super) const fn part_of(&self, entry: usize) -> (usize, bool) {
        match entry.checked_sub(self.own.entries.len()) {
            None => (entry, true),
            Some(entry) => (entry, false),
        }
    }

    fn called(&self, entry: usize) -> Option<CalledRoutine> {
        called(self.own, self.inner, self.wraps, entry)
    }

    /// The place of the first state of the inner optimizer.
    fn first_state(&self) -> usize {
        self.own.states.len() + usize::from(self.wraps.timed)
    }

    /// The wrapper's source for a source of the inner optimizer, in this call.
    fn outside(&self, source: Source, call: InnerCall) -> Source {
        match source {
            Source::Param => call.place,
            Source::Grad => call.grad,
            Source::State(state) => Source::State(state + self.first_state()),
            Source::Input(input) => Source::Input(input + self.own.inputs.len()),
            Source::RawGrad | Source::Scratch(_) | Source::Item(..) | Source::Repeated(_) | Source::Draw(_) => source,
        }
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

    /// The number of states that both declare, and the number of lists among them.
    fn all(&self) -> (usize, usize) {
        (self.first_state() + self.inner.states.len(), lists_of(self.own) + lists_of(self.inner))
    }

    fn state(&self, state: usize) -> WrapperPart {
        match state.checked_sub(self.own.states.len()) {
            None => WrapperPart::Own(state),
            Some(0) if self.wraps.timed => WrapperPart::Count,
            Some(place) => WrapperPart::Inner(place - usize::from(self.wraps.timed)),
        }
    }
}

/// The number of states that are lists.
fn lists_of(about: &About) -> usize {
    about.states.iter().filter(|state| state.list.is_some()).count()
}
