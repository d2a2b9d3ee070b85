//! Working memory of a step: one arena per task, grown once and reused.

use std::sync::{Mutex, PoisonError};

use super::Stream;
use super::global::Progress;
use super::linalg::{Need, Workspace};
use super::partial::Partial;
use super::product::{MatmulPrecision, Panels};
use super::program::Pool;
use super::raw::{Desk, Notes, Ready};
use super::{Float, zeroed};
use crate::watched::ReportedNumber;

/// Working memory for steps, kept between them. One per optimizer is right; sharing it is safe.
#[derive(Debug, Default)]
pub(crate) struct Arenas<T> {
    #[allow(clippy::vec_box, reason = "each is taken and put back in every step, and is large")]
    free: Mutex<Vec<Box<Arena<T>>>>,
    /// How precisely steps multiply matrices.
    pub(crate) precision: MatmulPrecision,
}

impl<T: Float> Arenas<T> {
    /// Holds nothing yet, for steps that multiply matrices so precisely.
    pub(crate) const fn with_precision(precision: MatmulPrecision) -> Self {
        Self { free: Mutex::new(Vec::new()), precision }
    }

    /// Makes so many arenas with the memory that linear algebra needs, where there are none.
    pub(crate) fn prepare(&self, count: usize, need: Need) {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let count = count.max(free.len());
        free.resize_with(count, Box::default);
        free.iter_mut().for_each(|arena| arena.workspace.reserve(need));
    }

    /// Works with one arena, in which `f` must not ask for another. Others who share the arenas wait.
    pub(crate) fn with_one<R>(&self, f: impl FnOnce(&mut Arena<T>) -> R) -> R {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        // After a panic it is not used again.
        let mut arena = free.pop().unwrap_or_default();
        arena.precision = self.precision;
        let result = f(&mut arena);
        free.push(arena);
        result
    }

    pub(crate) fn take(&self) -> Box<Arena<T>> {
        let mut arena = self.free.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default();
        arena.precision = self.precision;
        arena
    }

    pub(crate) fn put_back(&self, arena: Box<Arena<T>>) {
        self.free.lock().unwrap_or_else(PoisonError::into_inner).push(arena);
    }
}

/// A number of a parameter that is kept until the whole step is done.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pending {
    pub(crate) job: usize,
    /// How many jobs behind it have the same.
    pub(crate) others: usize,
    pub(crate) of: PendingNumber,
    pub(crate) value: f64,
}

/// The meaning of such a number.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PendingNumber {
    /// The new value of a scalar state.
    State(usize),
    Reported(ReportedNumber),
}

/// One task's working memory.
#[derive(Debug, Default)]
pub(crate) struct Arena<T> {
    pub(crate) scratch: Vec<Vec<T>>,
    /// The scratch of the parameters of a block behind the first.
    pub(crate) beside: Vec<Vec<Vec<T>>>,
    /// Buffers in which a pass is made ready; none while it runs.
    pub(crate) ready: Option<Box<Ready<T>>>,
    /// Its inputs, with the random numbers of the step.
    pub(crate) drawn: Vec<Stream>,
    /// The gradients of some of its parameters, scaled and clipped.
    pub(crate) adjusted: Vec<T>,
    /// Copies of states that are kept in blocks, for passes whose tiles are not blocks, and the states of the current pass.
    pub(crate) wide: Vec<Vec<T>>,
    pub(crate) widened: Vec<usize>,
    pub(crate) desk: Desk<T>,
    pub(crate) notes: Notes<T>,
    pub(crate) partials: Vec<Partial>,
    pub(crate) pending: Vec<Pending>,
    /// The numbers of programs that don't run now.
    pub(crate) pool: Pool,
    pub(crate) workspace: Workspace,
    pub(crate) precision: MatmulPrecision,
    pub(crate) panels: Panels,
    /// The progress of the step that runs, if it depends on the whole model.
    pub(crate) progress: Progress<T>,
}

impl<T: Float> Arena<T> {
    /// Makes room for so many partial results.
    #[cold]
    pub(crate) fn grow_partials(&mut self, len: usize) {
        self.partials.resize_with(len, Partial::default);
    }

    /// Makes scratch slots at least so long, for each parameter of a block.
    pub(crate) fn reserve_scratch(&mut self, lens: &[usize], others: usize) {
        if self.beside.len() < others {
            self.beside.resize_with(others, Vec::new);
        }
        reserve(&mut self.scratch, lens);
        self.beside[..others].iter_mut().for_each(|scratch| reserve(scratch, lens));
    }
}

fn reserve<T: Float>(scratch: &mut Vec<Vec<T>>, lens: &[usize]) {
    if scratch.len() < lens.len() {
        scratch.resize_with(lens.len(), Vec::new);
    }
    for (slot, &len) in scratch.iter_mut().zip(lens) {
        if slot.len() < len {
            // Freed first: the two need not exist at once.
            *slot = Vec::new();
            *slot = zeroed(len);
        }
    }
}
