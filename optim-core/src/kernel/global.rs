//! Steps that know something of the whole model: global states, and reductions over all parameters.
//!
//! A reduction over the model cuts a step into phases, each of which runs over all parameters before the next one begins. The program of
//! a parameter stops at a cut, and keeps its numbers and its scratch; in the next phase it goes on. So loops and branches may stand around a cut.
//!
//! A cut has a key, which orders it among all cuts of a step. When every parameter has come to its end or to a cut, the first of
//! these cuts is complete: no parameter can come to an earlier one any more. A parameter on whose path a cut does not stand
//! adds nothing to it. What parameters add is joined in their order, so the results have the same bits on any number of threads.

use std::any::Any;
use std::mem::take;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::arena::{Arena, Pending};
use super::fold::Folds;
use super::program::StepNumbers;
use super::raw::Part;
use super::{Cx, Float, Fold, zeroed};

/// The values of the whole model that an optimizer keeps, and those that its steps keep from phase to phase.
#[derive(Debug)]
pub struct Globals<T> {
    /// Values of global states, by the place of the state; 0 at those of other states.
    pub(crate) values: Vec<f64>,
    /// One for each parameter.
    progress: Vec<Mutex<Progress<T>>>,
    /// The first cut that any parameter waits at, while the others are compared with it.
    first: Vec<u64>,
    joined: Vec<f64>,
}

/// The progress of the step of a parameter.
#[derive(Debug)]
pub(crate) struct Progress<T> {
    /// Scratch that lives as long as the step, and that of optimizers inside of wrappers, the innermost first.
    scratch: Vec<Vec<T>>,
    inside: Vec<Vec<Vec<T>>>,
    stage: Stage,
    /// The programs that run or wait, each inside of the one before it, and the number of those that run now. Their numbers stay from step to step.
    waiting: Vec<Waiting>,
    running: usize,
    /// The number of entries that are done of each call of an optimizer inside of a wrapper, and the number of calls that run now.
    done: Vec<usize>,
    calls: usize,
    /// The places of these calls: the keys of their cuts begin with them.
    places: Vec<u64>,
    /// The cut at which the step waits, what the parameter adds to it, and the joint numbers when they are known.
    key: Vec<u64>,
    adds: Vec<(Fold, f64)>,
    joined: Option<Vec<f64>>,
    /// New values of scalar states, and of global states.
    pending: Vec<Pending>,
    assigned: Vec<(usize, f64)>,
}

/// A program that waits for the operation at this place, with its numbers. One that has not begun is not known.
#[derive(Debug, Default)]
pub(crate) struct Waiting {
    pub(crate) program: Option<Arc<dyn Any + Send + Sync>>,
    pub(crate) numbers: Option<Box<StepNumbers>>,
    pub(crate) at: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// There is more to run.
    Runs,
    /// At a cut.
    Waits,
    Ended,
}

impl<T> Default for Progress<T> {
    fn default() -> Self {
        Self {
            scratch: Vec::new(),
            inside: Vec::new(),
            stage: Stage::Ended,
            waiting: Vec::new(),
            running: 0,
            done: Vec::new(),
            calls: 0,
            places: Vec::new(),
            key: Vec::new(),
            adds: Vec::new(),
            joined: None,
            pending: Vec::new(),
            assigned: Vec::new(),
        }
    }
}

impl<T: Float> Globals<T> {
    /// For an optimizer with so many states, of which the global ones have these values.
    #[must_use]
    pub fn new(values: Vec<f64>) -> Self {
        Self { values, progress: Vec::new(), first: Vec::new(), joined: Vec::new() }
    }

    /// Adds a parameter, with scratch slots of these lengths, and with those of the optimizers inside of a wrapper, the outermost
    /// first.
    pub fn add(&mut self, lens: &[usize], inside: &[Vec<usize>]) {
        let slots = |lens: &[usize]| lens.iter().map(|&len| zeroed(len)).collect();
        let inside = inside.iter().rev().map(|lens| slots(lens)).collect();
        self.progress.push(Mutex::new(Progress { scratch: slots(lens), inside, ..Progress::default() }));
    }

    /// Elements of all scratch.
    #[must_use]
    pub fn scratch(&self) -> usize {
        let of = |progress: &Mutex<Progress<T>>| {
            let progress = lock(progress);
            progress.scratch.iter().chain(progress.inside.iter().flatten()).map(Vec::len).sum::<usize>()
        };
        self.progress.iter().map(of).sum()
    }

    /// The steps of these parameters, one for each job, begin.
    ///
    /// # Panics
    /// If there is no such parameter.
    pub(super) fn begin(&mut self, places: &[usize]) {
        for &place in places {
            let progress = own(&mut self.progress[place]);
            progress.stage = Stage::Runs;
            progress.joined = None;
            for waiting in &mut progress.waiting {
                (waiting.program, waiting.at) = (None, 0);
            }
            progress.done.clear();
            progress.pending.clear();
            progress.assigned.clear();
        }
    }

    /// Completes the first cut that any of these parameters waits at; whether there was one.
    pub(super) fn complete(&mut self, places: &[usize]) -> bool {
        let Self { progress, first, joined, .. } = self;
        let mut waiting = 0;
        for &place in places {
            let progress = own(&mut progress[place]);
            if progress.stage == Stage::Waits && (waiting == 0 || progress.key < *first) {
                first.clone_from(&progress.key);
                waiting += 1;
            }
        }
        if waiting == 0 {
            return false;
        }
        joined.clear();
        let here = |progress: &Progress<T>| progress.stage == Stage::Waits && progress.key == *first;
        for &place in places {
            let progress = own(&mut progress[place]);
            if here(progress) {
                if joined.is_empty() {
                    joined.extend(progress.adds.iter().map(|(fold, _)| fold.start()));
                }
                for (joined, (fold, adds)) in joined.iter_mut().zip(&progress.adds) {
                    *joined = fold.join(*joined, *adds);
                }
            }
        }
        for &place in places {
            let progress = own(&mut progress[place]);
            if here(progress) {
                progress.joined = Some(joined.clone());
                progress.stage = Stage::Runs;
            }
        }
        true
    }

    /// Global states take what these parameters assigned: the same, but where an optimizer inside of a wrapper does not run in every
    /// step of each parameter.
    pub(super) fn commit(&mut self, places: &[usize]) {
        let Self { values, progress, .. } = self;
        for &place in places {
            for (state, value) in own(&mut progress[place]).assigned.drain(..) {
                if let Some(known) = values.get_mut(state) {
                    *known = super::math::flush(value);
                }
            }
        }
    }

    /// The progress of a parameter, if there is more to run.
    pub(super) fn running(&self, place: usize) -> Option<MutexGuard<'_, Progress<T>>> {
        let progress = lock(&self.progress[place]);
        (progress.stage == Stage::Runs).then_some(progress)
    }
}

impl<T: Float> Clone for Globals<T> {
    fn clone(&self) -> Self {
        let mut clone = Self::new(self.values.clone());
        for progress in &self.progress {
            let progress = lock(progress);
            let lens = |slots: &Vec<Vec<T>>| slots.iter().map(Vec::len).collect();
            let (own, inside): (Vec<usize>, Vec<Vec<usize>>) =
                (lens(&progress.scratch), progress.inside.iter().rev().map(lens).collect());
            clone.add(&own, &inside);
        }
        clone
    }
}

fn lock<T>(progress: &Mutex<Progress<T>>) -> MutexGuard<'_, Progress<T>> {
    progress.lock().unwrap_or_else(PoisonError::into_inner)
}

fn own<T>(progress: &mut Mutex<Progress<T>>) -> &mut Progress<T> {
    progress.get_mut().unwrap_or_else(PoisonError::into_inner)
}

impl<T> Progress<T> {
    /// Before a run of the code, with the scratch of the arena that it works in; and after it.
    pub(super) fn swap(&mut self, arena: &mut Arena<T>) {
        std::mem::swap(&mut self.scratch, &mut arena.scratch);
        std::mem::swap(&mut self.inside, &mut arena.others);
    }

    /// A phase begins.
    pub(super) fn start(&mut self) {
        self.stage = Stage::Ended;
        (self.running, self.calls) = (0, 0);
        self.places.clear();
    }

    /// A phase has ended: scalar states take the values behind `from` when the step is done.
    pub(super) fn end(&mut self, pending: &mut Vec<Pending>, from: usize) {
        self.pending.extend(pending.drain(from..));
        if self.stage == Stage::Ended {
            pending.append(&mut self.pending);
        }
    }

    /// A program begins, or resumes.
    pub(crate) fn resume(&mut self) -> Waiting {
        self.running += 1;
        if self.waiting.len() < self.running {
            self.waiting.push(Waiting::default());
        }
        take(&mut self.waiting[self.running - 1])
    }

    /// The program that runs waits, or has ended: then its numbers are for the next one.
    pub(crate) fn leave(&mut self, waiting: Waiting) {
        self.running -= 1;
        self.waiting[self.running] = waiting;
    }

    /// A call begins, or goes on: the number of its entries that are done.
    pub(super) fn begin_call(&mut self) -> usize {
        self.calls += 1;
        if self.done.len() < self.calls {
            self.done.push(0);
        }
        self.done[self.calls - 1]
    }

    /// An entry of the call that runs now, at this place of the code around it.
    pub(super) fn begin_entry(&mut self, place: [u64; 2]) {
        self.places.extend(place);
    }

    /// The entry ends, or waits.
    pub(super) fn end_entry(&mut self) {
        self.places.truncate(self.places.len().saturating_sub(2));
        if !self.waits() {
            self.done[self.calls - 1] += 1;
        }
    }

    /// The call ends, or waits.
    pub(super) fn end_call(&mut self) {
        self.calls -= 1;
        if !self.waits() {
            self.done.truncate(self.calls);
        }
    }

    /// Returns true if the step has come to a cut that is not complete.
    pub(super) fn waits(&self) -> bool {
        self.stage == Stage::Waits
    }
}

impl<T: Float> Cx<'_, T> {
    /// Returns true if the code that just ran has come to a cut that is not complete, so that whoever called it is to return too.
    pub(crate) fn waits(&self) -> bool {
        self.phases && self.arena.progress.waits()
    }

    /// Joins numbers of all parameters that come to this cut of the step: the joint numbers, or `None` while they are not known.
    /// The step is to return then, and goes on with the cut when they are.
    ///
    /// The key tells where the cut stands in the step, so that it is later than all that come before it.
    pub(crate) fn join(&mut self, key: &[u64], adds: Vec<(Fold, f64)>) -> Option<Vec<f64>> {
        if let Part::Nothing = self.claim.part() {
            self.record_cut();
            return Some(adds.into_iter().map(|(_, number)| number).collect());
        }
        let progress = &mut self.arena.progress;
        if let Some(joined) = progress.joined.take() {
            return Some(joined);
        }
        progress.stage = Stage::Waits;
        progress.key.clear();
        progress.key.extend_from_slice(&progress.places);
        progress.key.extend_from_slice(key);
        progress.adds = adds;
        None
    }

    /// The value of a global state after this step, which is the same in all parameters.
    #[inline]
    pub(crate) fn set_global(&mut self, state: usize, value: f64) {
        let state = self.claim.state(state);
        self.arena.progress.assigned.push((state, value));
    }
}
