//! Steps that know something of the whole model: global states, and reductions over all parameters.
//!
//! A reduction over the model cuts a step into phases, each of which runs over all parameters before the next one begins. The
//! code of a step is not cut. It is run once for each phase, from its beginning: passes and calls that have run are not run again
//! but give what they gave, and at a cut that is not complete the code returns. So loops and branches may stand around a cut.
//!
//! A cut has a key, which orders it among all cuts of a step. When every parameter has come to its end or to a cut, the first of
//! these cuts is complete: no parameter can come to an earlier one any more. A parameter on whose path a cut does not stand
//! adds nothing to it. What parameters add is joined in their order, so the results have the same bits on any number of threads.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::arena::Arena;
use super::calls::Calls;
use super::fold::Folds;
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
    /// The number of passes, calls and cuts that are done, and the numbers that they returned.
    pub(super) done: usize,
    pub(super) gave: Vec<f64>,
    /// The number of both that the present run has passed.
    pub(super) at: (usize, usize),
    /// The cut at which the step waits, and what the parameter adds to it.
    key: Vec<u64>,
    pub(super) calls: Calls,
    adds: Vec<(Fold, f64)>,
    /// New values of global states.
    pub(super) assigned: Vec<(usize, f64)>,
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
            done: 0,
            gave: Vec::new(),
            at: (0, 0),
            key: Vec::new(),
            calls: Calls::default(),
            adds: Vec::new(),
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
            (progress.stage, progress.done) = (Stage::Runs, 0);
            progress.gave.clear();
            progress.calls.begin();
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
                progress.gave.extend_from_slice(&joined[..progress.adds.len().min(joined.len())]);
                progress.done += 1;
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

    /// A run of the code begins.
    pub(super) fn start(&mut self) {
        self.at = (0, 0);
        self.stage = Stage::Ended;
        self.calls.start();
        self.assigned.clear();
    }

    /// Returns true if the run of the code has come to a cut that is not complete.
    pub(super) fn waits(&self) -> bool {
        self.stage == Stage::Waits
    }

    /// Returns the numbers of the next pass, call or cut if it is done.
    fn replay<const N: usize>(&mut self) -> Option<[f64; N]> {
        let (done, given) = self.at;
        if done >= self.done {
            return None;
        }
        let mut numbers = [0.0; N];
        for (number, known) in numbers.iter_mut().zip(self.gave.get(given..).unwrap_or_default()) {
            *number = *known;
        }
        self.at = (done + 1, given + N);
        Some(numbers)
    }
}

impl<T: Float> Cx<'_, T> {
    /// Does something that a step does once, whichever phase it is in, and gives the numbers that it gave then.
    #[inline]
    pub(crate) fn once<const N: usize>(&mut self, work: impl FnOnce(&mut Self) -> [f64; N]) -> [f64; N] {
        if self.phases
            && let Some(numbers) = self.arena.progress.replay()
        {
            return numbers;
        }
        let numbers = work(self);
        if self.phases {
            let progress = &mut self.arena.progress;
            progress.gave.extend(numbers);
            progress.done += 1;
            progress.at = (progress.done, progress.gave.len());
        }
        numbers
    }

    /// Returns true if the code that just ran has come to a cut that is not complete, so that whoever called it is to return too.
    pub(crate) fn waits(&self) -> bool {
        self.phases && self.arena.progress.waits()
    }

    /// Joins numbers of all parameters that come to this cut of the step: the joint numbers, or `None` while they are not known.
    /// The step is to return then, and is run again when they are.
    ///
    /// The key tells where the cut stands in the step, so that it is later than all that come before it.
    pub(crate) fn join(&mut self, key: &[u64], adds: Vec<(Fold, f64)>) -> Option<Vec<f64>> {
        if let Part::Nothing = self.claim.part() {
            self.record_cut();
            return Some(adds.into_iter().map(|(_, number)| number).collect());
        }
        let progress = &mut self.arena.progress;
        let (done, given) = progress.at;
        if done < progress.done {
            progress.at = (done + 1, given + adds.len());
            return Some(progress.gave[given..given + adds.len()].to_vec());
        }
        progress.stage = Stage::Waits;
        progress.key.clear();
        progress.key.extend_from_slice(progress.calls.places());
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
