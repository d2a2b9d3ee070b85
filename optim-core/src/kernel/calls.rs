//! Calls of optimizers inside of wrappers in a step that runs phase by phase.
//!
//! The code of such a step runs again from its beginning in each phase. A wrapper does each of its passes once, and so does an
//! optimizer with cuts. Any other optimizer knows nothing of phases: its call is one thing that is done once, and what it has set is
//! kept, to be set again.

use super::arena::Pending;
use super::{Cx, Float};

/// The calls of a step.
#[derive(Debug, Default)]
pub(super) struct Calls {
    /// The places of the calls that run now, each inside of the one before it: the keys of their cuts begin with them.
    places: Vec<u64>,
    finished: Vec<Finished>,
    /// The values that the finished calls have set: scalar states, and global ones.
    pending: Vec<Pending>,
    assigned: Vec<(usize, f64)>,
}

/// A call that is finished.
#[derive(Clone, Copy, Debug)]
struct Finished {
    /// The number of calls around it.
    depth: usize,
    /// The progress before it, and after it.
    from: usize,
    to: (usize, usize),
    /// The number of pending values before it, and after it.
    pending: (usize, usize),
    assigned: (usize, usize),
}

/// A call that runs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Begun {
    from: usize,
    pending: usize,
    assigned: usize,
}

impl Calls {
    /// A step begins.
    pub(super) fn begin(&mut self) {
        self.finished.clear();
        self.pending.clear();
        self.assigned.clear();
    }

    /// A run of the code begins.
    pub(super) fn start(&mut self) {
        self.places.clear();
    }

    pub(super) fn places(&self) -> &[u64] {
        &self.places
    }
}

impl<T: Float> Cx<'_, T> {
    /// A call begins at this place of the code around it; `None` if it is finished, and what it has set is set again.
    pub(super) fn begin_call(&mut self, place: [u64; 2]) -> Option<Begun> {
        let progress = &mut self.arena.progress;
        let begun = Begun { from: progress.at.0, pending: self.arena.pending.len(), assigned: progress.assigned.len() };
        if !self.phases {
            return Some(begun);
        }
        let calls = &mut progress.calls;
        let depth = calls.places.len();
        let same = |call: &&Finished| call.depth == depth && call.from == begun.from;
        let Some(&Finished { to, pending, assigned, .. }) = calls.finished.iter().find(same) else {
            calls.places.extend(place);
            return Some(begun);
        };
        progress.at = to;
        progress.assigned.extend_from_slice(&calls.assigned[assigned.0..assigned.1]);
        self.arena.pending.extend_from_slice(&calls.pending[pending.0..pending.1]);
        None
    }

    /// A call ends: it is finished, or waits.
    pub(super) fn end_call(&mut self, begun: Begun) {
        if !self.phases {
            return;
        }
        let waits = self.waits();
        let progress = &mut self.arena.progress;
        let calls = &mut progress.calls;
        calls.places.truncate(calls.places.len().saturating_sub(2));
        if waits {
            return;
        }
        progress.done += 1;
        progress.at = (progress.done, progress.gave.len());
        let kept = (calls.pending.len(), calls.assigned.len());
        calls.pending.extend_from_slice(&self.arena.pending[begun.pending..]);
        calls.assigned.extend_from_slice(&progress.assigned[begun.assigned..]);
        calls.finished.push(Finished {
            depth: calls.places.len(),
            from: begun.from,
            to: progress.at,
            pending: (kept.0, calls.pending.len()),
            assigned: (kept.1, calls.assigned.len()),
        });
    }
}
