//! The optimizer inside of a wrapper: its kernel runs on the same parameter, with states and scratch of its own.
//!
//! A call stands between two passes of the wrapper. The call gives the inner optimizer's parameter and gradient:
//! streams of its passes are renamed when a pass begins, so that nothing else of the kernel knows about it.

use std::mem::{swap, take};
use std::ops::Range;

use super::numbering::{Numbering, Share};
use super::piece::PieceProgress;
use super::raw::{Part, View};
use super::{AnyKernel, Cx, Float, Source};

/// The scratch slots of a place and a gradient that a wrapper lends, where they are named only.
pub(crate) const LENT: [usize; 2] = [usize::MAX - 1, usize::MAX];

/// The inner optimizer of a wrapper, as its kernel runs it.
pub(crate) struct Inner<'a, T: Float> {
    pub(crate) kernel: &'a dyn AnyKernel<T>,
    /// The wrapper's field that it is in.
    pub(crate) field: &'static str,
    /// The entries that a call runs.
    pub(crate) entries: Range<usize>,
    /// Its own states among those of the job.
    pub(crate) states: Numbering,
    /// The first of its inputs among those of the job.
    pub(crate) inputs: usize,
    /// The job's state that counts its steps, if it does not run in every step, and whether this call counts as one.
    pub(crate) count: Option<(usize, bool)>,
    /// Its step count where nothing is known of states.
    pub(crate) step: u64,
    /// The source of its random numbers, below the parameter's.
    pub(crate) draws: u64,
}

impl<T: Float> std::fmt::Debug for Inner<'_, T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Inner").field("entries", &self.entries).field("states", &self.states).finish_non_exhaustive()
    }
}

impl<'a, T: Float> Cx<'a, T> {
    /// The same context for the wrapper's own kernel, whose states are this share of those of both.
    pub(crate) fn of_own(&mut self, own: Share) -> Cx<'_, T> {
        let claim = &mut self.claim;
        let states = claim.numbering().of_part(own);
        let view = match claim.view() {
            Some(view) => View { states, ..*view },
            None => {
                let (param, grad) = (Source::Param, Source::Grad);
                View { param, grad, states, inputs: 0, t: claim.t(), draws: claim.draws() }
            }
        };
        Cx {
            claim: claim.seen_as(Some(view)),
            index: self.index,
            block: &[],
            isa: self.isa,
            note: None,
            inner: self.inner,
            arena: self.arena,
            globals: self.globals,
            phases: self.phases,
            progress: PieceProgress::Whole,
            local: 0,
        }
    }

    /// The same context for the wrapper's own kernel, which calls `inner`.
    pub(crate) fn of_wrapper<'c>(&'c mut self, inner: &'c Inner<'c, T>) -> Cx<'c, T> {
        let view = self.claim.view().copied();
        let (index, isa) = (self.index, self.isa);
        Cx {
            claim: self.claim.seen_as(view),
            index,
            block: &[],
            isa,
            note: None,
            inner: Some(inner),
            arena: self.arena,
            globals: self.globals,
            phases: self.phases,
            progress: PieceProgress::Whole,
            local: 0,
        }
    }

    /// Runs the optimizer inside of a wrapper: `place`, the parameter or a state, stands for its parameter, and `grad`, the gradient or a
    /// scratch slot, for its gradient. Without one inside it does nothing.
    ///
    /// Returns true if it waits for numbers of the whole model: then the program of the wrapper waits, too. The key tells where the call
    /// stands in the step, as that of a join does.
    #[must_use]
    pub fn inner(&mut self, key: u64, place: Source, grad: Source) -> bool {
        self.inner.is_some_and(|inner| inner.call(self, key, place, grad))
    }
}

impl<T: Float> Inner<'_, T> {
    /// Runs the entries on what a wrapper's context has; whether they wait for numbers of the whole model.
    pub(crate) fn call(&self, cx: &mut Cx<'_, T>, key: u64, place: Source, grad: Source) -> bool {
        let t = match self.count {
            None => cx.claim.t(),
            Some(_) if matches!(cx.claim.part(), Part::Nothing) => self.step,
            Some((state, _)) => (cx.claim.scalar_of_job(state) as u64).saturating_add(1),
        };
        let done = if cx.phases { cx.arena.progress.begin_call() } else { 0 };
        for (number, entry) in (0..).zip(self.entries.clone()).skip(done) {
            if cx.phases {
                cx.arena.progress.begin_entry([key, number]);
            }
            self.run(entry, cx, place, grad, t);
            if cx.phases {
                cx.arena.progress.end_entry();
            }
            if cx.waits() {
                break;
            }
        }
        if cx.phases {
            cx.arena.progress.end_call();
        }
        if cx.waits() {
            return true;
        }
        if let Some((state, true)) = self.count {
            cx.set_scalar_of_job(state, t as f64);
        }
        false
    }

    fn run(&self, entry: usize, cx: &mut Cx<'_, T>, place: Source, grad: Source, t: u64) {
        // Its scratch is its own. What the wrapper has put into scratch for it lies behind its slots.
        let mut scratch = cx.arena.others.pop().unwrap_or_default();
        swap(&mut scratch, &mut cx.arena.scratch);
        let slots = self.kernel.slot_count(entry);
        let given = [place, grad].map(|source| cx.claim.source(source));
        exchange(&mut scratch, &mut cx.arena.scratch, given, slots);
        // Where passes are only recorded, a lent value has the same name at any depth.
        let [place_slot, grad_slot] = if cx.is_recorded() { LENT } else { [slots, slots + 1] };
        let lent = |source: Source, slot: usize| match source {
            Source::Scratch(_) => Source::Scratch(slot),
            other => other,
        };
        let view = View {
            param: lent(given[0], place_slot),
            grad: lent(given[1], grad_slot),
            states: self.states,
            inputs: self.inputs,
            t,
            draws: cx.claim.draws().child(self.draws),
        };
        let (index, isa) = (cx.index, cx.isa);
        let claim = cx.claim.seen_as(Some(view));
        let (arena, globals, phases) = (&mut *cx.arena, cx.globals, cx.phases);
        let mut own = Cx { globals, phases, ..Cx::new(claim, index, isa, arena) };
        if own.is_recorded() {
            own.arena.recording.fields.push(self.field);
        }
        self.kernel.run(entry, &mut own);
        if own.is_recorded() {
            own.arena.recording.fields.pop();
        }
        exchange(&mut scratch, &mut cx.arena.scratch, given, slots);
        swap(&mut scratch, &mut cx.arena.scratch);
        cx.arena.others.push(take(&mut scratch));
    }
}

/// Exchanges what is lent of a wrapper's scratch with the places behind the slots of the optimizer inside.
fn exchange<T>(own: &mut [Vec<T>], inside: &mut Vec<Vec<T>>, given: [Source; 2], slots: usize) {
    if inside.len() < slots + given.len() {
        inside.resize_with(slots + given.len(), Vec::new);
    }
    for (source, slot) in given.into_iter().zip(slots..) {
        // There is none where a step is written down only.
        if let Source::Scratch(lent) = source
            && let Some(own) = own.get_mut(lent)
        {
            swap(own, &mut inside[slot]);
        }
    }
}
