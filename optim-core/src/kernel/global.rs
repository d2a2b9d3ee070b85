//! Steps that depend on the whole model: global states, and reductions over all parameters.
//!
//! A reduction over the model cuts a step into phases. Each phase runs for all parameters before the next one begins. The program of a parameter
//! stops at a cut, keeps its numbers and its scratch, and continues in the next phase. So loops and branches may contain a cut.
//!
//! A cut has a key, which orders it among all cuts of a step. When every parameter has reached its end or a cut, the first of these cuts is complete,
//! because no parameter can reach an earlier one. A parameter that does not reach a cut adds nothing to it. The contributions of parameters are
//! joined in the order of the parameters, so the results have the same bits for any number of threads.

use std::any::Any;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::arena::{Arena, Pending};
use super::program::StepNumbers;
use super::{Float, Fold, StepContext, zeroed};

/// The global states of an optimizer, and the data that its steps keep from phase to phase.
#[derive(Debug)]
pub(crate) struct Globals<T> {
    /// The values of global states, by the place of the state; 0 at the places of other states.
    pub(crate) values: Vec<f64>,
    /// The progress of each parameter.
    progress: Vec<Mutex<Progress<T>>>,
}

/// The contributions of a parameter to a join.
type Adds = [(Fold, f64)];

/// The progress of the step of a parameter.
#[derive(Debug, Default)]
pub(crate) struct Progress<T> {
    /// Scratch that lives as long as the step.
    scratch: Vec<Vec<T>>,
    stage: Stage,
    /// The waiting program, if there is one. Its numbers are kept from step to step.
    pub(crate) waiting: Waiting,
    /// The cut at which the step waits, the parameter's contributions, and the joined numbers when they are known.
    key: Vec<u64>,
    adds: Vec<(Fold, f64)>,
    joined: Option<Vec<f64>>,
    /// The new values of scalar states, and of global states.
    pending: Vec<Pending>,
    assigned: Vec<(usize, f64)>,
}

/// A program that waits at the operation `at`, with its numbers. `program` is `None` before the program has begun.
#[derive(Debug, Default)]
pub(crate) struct Waiting {
    pub(crate) program: Option<Arc<dyn Any + Send + Sync>>,
    pub(crate) numbers: Option<Box<StepNumbers>>,
    pub(crate) at: usize,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    /// The program can continue.
    Runs,
    /// The program waits at a cut.
    Waits,
    #[default]
    Ended,
}

impl<T: Float> Globals<T> {
    /// Creates the data for an optimizer with these values of global states.
    #[must_use]
    pub(crate) fn new(values: Vec<f64>) -> Self {
        Self { values, progress: Vec::new() }
    }

    /// Adds a parameter, with scratch slots of these lengths.
    pub(crate) fn add(&mut self, lens: &[usize]) {
        let scratch = lens.iter().map(|&len| zeroed(len)).collect();
        self.progress.push(Mutex::new(Progress { scratch, ..Progress::default() }));
    }

    /// Frees the memory of all scratch. No step may be in progress.
    pub(crate) fn forget_scratch(&mut self) {
        self.progress.iter_mut().for_each(|progress| own(progress).scratch = Vec::new());
    }

    /// The number of elements of all scratch.
    #[must_use]
    pub(crate) fn scratch(&self) -> usize {
        self.progress.iter().map(|progress| lock(progress).scratch.iter().map(Vec::len).sum::<usize>()).sum()
    }

    /// Begins a step for each of these parameters.
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

    /// The cut at which a parameter waits: its key, and the parameter's contributions.
    pub(crate) fn waiting(&mut self, place: usize) -> Option<(&[u64], &Adds)> {
        let progress = own(self.progress.get_mut(place)?);
        (progress.stage == Stage::Waits).then_some((&progress.key[..], &progress.adds[..]))
    }

    /// Lets a parameter continue from its cut with the joined numbers.
    pub(crate) fn resume(&mut self, place: usize, joined: &[f64]) {
        if let Some(progress) = self.progress.get_mut(place).map(own) {
            progress.joined = Some(joined.to_vec());
            progress.stage = Stage::Runs;
        }
    }

    /// Moves the assignments of a parameter to global states, in their order.
    pub(crate) fn take_assigned(&mut self, place: usize, to: &mut Vec<(usize, f64)>) {
        if let Some(progress) = self.progress.get_mut(place) {
            let assigned = own(progress).assigned.drain(..);
            to.extend(assigned.map(|(state, value)| (state, super::math::flush(value))));
        }
    }

    /// The progress of a parameter, if its program can continue.
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
    /// Exchanges the scratch with the scratch of an arena, before and after a run in this arena.
    pub(super) fn swap(&mut self, arena: &mut Arena<T>) {
        std::mem::swap(&mut self.scratch, &mut arena.scratch);
    }

    /// Begins a phase.
    pub(super) fn start(&mut self) {
        self.stage = Stage::Ended;
    }

    /// Ends a phase. The pending values from `from` are kept until the step is done.
    pub(super) fn end(&mut self, pending: &mut Vec<Pending>, from: usize) {
        self.pending.extend(pending.drain(from..));
        if self.stage == Stage::Ended {
            pending.append(&mut self.pending);
        }
    }
}

impl<T: Float> StepContext<'_, T> {
    /// Joins numbers of all parameters that reach this cut of the step. Returns the joined numbers, or `None` while they are not known. In this case,
    /// the step must return, and continues with this cut later.
    ///
    /// The key is larger than the keys of all earlier cuts in the step. Its last number is the number of wrappers around the optimizer that joins.
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

    /// Sets the value of a global state after this step. It must be the same in all parameters.
    #[inline]
    pub(crate) fn set_global(&mut self, state: usize, value: f64) {
        self.arena.progress.assigned.push((state, value));
    }
}
