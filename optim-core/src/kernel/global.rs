//! Steps that know something of the whole model: global states, and reductions over all parameters.
//!
//! A reduction over the model cuts a step into phases, each of which runs over all parameters before the next one begins. The program of
//! a parameter stops at a cut, and keeps its numbers and its scratch; in the next phase it goes on. So loops and branches may stand around a cut.
//!
//! A cut has a key, which orders it among all cuts of a step. When every parameter has come to its end or to a cut, the first of
//! these cuts is complete: no parameter can come to an earlier one any more. A parameter on whose path a cut does not stand
//! adds nothing to it. What parameters add is joined in their order, so the results have the same bits on any number of threads.

use std::any::Any;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::arena::{Arena, Pending};
use super::program::StepNumbers;
use super::{Cx, Float, Fold, zeroed};

/// The values of the whole model that an optimizer keeps, and those that its steps keep from phase to phase.
#[derive(Debug)]
pub(crate) struct Globals<T> {
    /// Values of global states, by the place of the state; 0 at those of other states.
    pub(crate) values: Vec<f64>,
    /// One for each parameter.
    progress: Vec<Mutex<Progress<T>>>,
}

/// The numbers that a parameter adds to those of all.
type Adds = [(Fold, f64)];

/// The progress of the step of a parameter.
#[derive(Debug, Default)]
pub(crate) struct Progress<T> {
    /// Scratch that lives as long as the step.
    scratch: Vec<Vec<T>>,
    stage: Stage,
    /// The program, if it waits. Its numbers stay from step to step.
    pub(crate) waiting: Waiting,
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

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    /// There is more to run.
    Runs,
    /// At a cut.
    Waits,
    #[default]
    Ended,
}

impl<T: Float> Globals<T> {
    /// For an optimizer with so many states, of which the global ones have these values.
    #[must_use]
    pub(crate) fn new(values: Vec<f64>) -> Self {
        Self { values, progress: Vec::new() }
    }

    /// Adds a parameter, with scratch slots of these lengths.
    pub(crate) fn add(&mut self, lens: &[usize]) {
        let scratch = lens.iter().map(|&len| zeroed(len)).collect();
        self.progress.push(Mutex::new(Progress { scratch, ..Progress::default() }));
    }

    /// Gives the memory of all scratch back, of steps that are not under way.
    pub(crate) fn forget_scratch(&mut self) {
        self.progress.iter_mut().for_each(|progress| own(progress).scratch = Vec::new());
    }

    /// Elements of all scratch.
    #[must_use]
    pub(crate) fn scratch(&self) -> usize {
        self.progress.iter().map(|progress| lock(progress).scratch.iter().map(Vec::len).sum::<usize>()).sum()
    }

    /// The steps of these parameters, one for each job, begin.
    ///
    /// # Panics
    /// If there is no such parameter.
    pub(crate) fn begin(&mut self, places: &[usize]) {
        for &place in places {
            let progress = own(&mut self.progress[place]);
            progress.stage = Stage::Runs;
            progress.joined = None;
            (progress.waiting.program, progress.waiting.at) = (None, 0);
            progress.pending.clear();
            progress.assigned.clear();
        }
    }

    /// The cut that a parameter waits at: its key, and what the parameter adds there.
    pub(crate) fn waiting(&mut self, place: usize) -> Option<(&[u64], &Adds)> {
        let progress = own(self.progress.get_mut(place)?);
        (progress.stage == Stage::Waits).then_some((&progress.key[..], &progress.adds[..]))
    }

    /// The cut that a parameter waits at is complete: these are the joint numbers.
    pub(crate) fn resume(&mut self, place: usize, joined: &[f64]) {
        if let Some(progress) = self.progress.get_mut(place).map(own) {
            progress.joined = Some(joined.to_vec());
            progress.stage = Stage::Runs;
        }
    }

    /// Moves what a parameter assigned to global states, in their order.
    pub(crate) fn take_assigned(&mut self, place: usize, to: &mut Vec<(usize, f64)>) {
        if let Some(progress) = self.progress.get_mut(place) {
            let assigned = own(progress).assigned.drain(..);
            to.extend(assigned.map(|(state, value)| (state, super::math::flush(value))));
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
            clone.add(&progress.scratch.iter().map(Vec::len).collect::<Vec<_>>());
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
    }

    /// A phase begins.
    pub(super) fn start(&mut self) {
        self.stage = Stage::Ended;
    }

    /// A phase has ended: scalar states take the values behind `from` when the step is done.
    pub(super) fn end(&mut self, pending: &mut Vec<Pending>, from: usize) {
        self.pending.extend(pending.drain(from..));
        if self.stage == Stage::Ended {
            pending.append(&mut self.pending);
        }
    }
}

impl<T: Float> Cx<'_, T> {
    /// Joins numbers of all parameters that come to this cut of the step: the joint numbers, or `None` while they are not known.
    /// The step is to return then, and goes on with the cut when they are.
    ///
    /// The key tells where the cut stands in the step, so that it is later than all that come before it; its last number is that of the wrappers
    /// around what joins.
    pub(crate) fn join(&mut self, key: &[u64], adds: Vec<(Fold, f64)>) -> Option<Vec<f64>> {
        let progress = &mut self.arena.progress;
        if let Some(joined) = progress.joined.take() {
            return Some(joined);
        }
        progress.stage = Stage::Waits;
        progress.key.clear();
        progress.key.extend_from_slice(key);
        progress.adds = adds;
        None
    }

    /// The value of a global state after this step, which is the same in all parameters.
    #[inline]
    pub(crate) fn set_global(&mut self, state: usize, value: f64) {
        self.arena.progress.assigned.push((state, value));
    }
}
