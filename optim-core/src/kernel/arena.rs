//! Working memory of a step: one arena per task, grown once and reused.

use std::sync::{Mutex, PoisonError};

use super::Stream;
use super::global::Progress;
use super::linalg::{Need, Workspace};
use super::partial::Partial;
use super::product::{MatmulPrecision, Panels};
use super::program::Pool;
use super::raw::{Notes, Pair, PassBuffers, Ready};
use super::{Float, zeroed};
use crate::watched::ReportedNumber;

/// Working memory for steps, kept between steps. Usually one per optimizer; sharing it is safe.
#[derive(Debug, Default)]
pub(crate) struct Arenas<T> {
    #[allow(clippy::vec_box, reason = "each is taken and put back in every step, and is large")]
    free: Mutex<Vec<Box<Arena<T>>>>,
    /// The precision of matrix products.
    pub(crate) precision: MatmulPrecision,
}

impl<T: Float> Arenas<T> {
    /// Creates an empty pool for steps with this precision of matrix products.
    pub(crate) const fn with_precision(precision: MatmulPrecision) -> Self {
        Self { free: Mutex::new(Vec::new()), precision }
    }

    /// Creates arenas until there are `count`, and reserves the memory that linear algebra needs in each of them.
    pub(crate) fn prepare(&self, count: usize, need: Need) {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let count = count.max(free.len());
        free.resize_with(count, Box::default);
        free.iter_mut().for_each(|arena| arena.workspace.reserve(need));
    }

    /// Calls `f` with one arena. `f` must not ask for another one. Other threads that share the arenas wait.
    pub(crate) fn with_one<R>(&self, f: impl FnOnce(&mut Arena<T>) -> R) -> R {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        // If `f` panics, the arena is dropped.
        let mut arena = free.pop().unwrap_or_default();
        arena.precision = self.precision;
        let result = f(&mut arena);
        put(&mut free, arena);
        result
    }

    pub(crate) fn take(&self) -> Box<Arena<T>> {
        let mut arena = self.free.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default();
        arena.precision = self.precision;
        arena
    }

    pub(crate) fn put_back(&self, arena: Box<Arena<T>>) {
        put(&mut self.free.lock().unwrap_or_else(PoisonError::into_inner), arena);
    }
}

/// Puts an arena back. Arenas with a workspace are taken first, because the others would allocate one. Of two alike, the one that was used last is
/// taken first: its memory is in cache, and the scratch of large parameters stays in one arena.
#[allow(clippy::vec_box, reason = "see `Arenas`")]
fn put<T>(free: &mut Vec<Box<Arena<T>>>, arena: Box<Arena<T>>) {
    let first =
        if arena.workspace.is_empty() { free.partition_point(|arena| arena.workspace.is_empty()) } else { free.len() };
    free.insert(first, arena);
}

/// A number of a parameter that is stored until the whole step is done.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pending {
    pub(crate) job: usize,
    /// The number of jobs after it with the same value.
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
    /// The scratch of all parameters of a block except the first.
    pub(crate) beside: Vec<Vec<Vec<T>>>,
    /// The buffers in which a pass is prepared; `None` while it runs.
    pub(crate) ready: Option<Box<Ready<T>>>,
    /// The inputs of the pass, with the random numbers of the step.
    pub(crate) drawn: Vec<Stream>,
    /// The scaled and clipped gradients of some parameters of the pass.
    pub(crate) adjusted: Vec<T>,
    /// Decoded copies of states that are stored in blocks, for passes whose tiles are not blocks.
    pub(crate) wide: Vec<Vec<T>>,
    pub(crate) widened: Vec<usize>,
    pub(crate) pass_buffers: PassBuffers<T>,
    pub(crate) notes: Notes<T>,
    pub(crate) partials: Vec<Partial>,
    pub(crate) pending: Vec<Pending>,
    /// The numbers of programs that are not running.
    pub(crate) pool: Pool,
    pub(crate) workspace: Workspace,
    pub(crate) precision: MatmulPrecision,
    pub(crate) panels: ArenaPanels<T>,
    /// The progress of the running step, if it depends on the whole model.
    pub(crate) progress: Progress<T>,
}

/// The packed matrices of products, for each precision.
#[derive(Debug, Default)]
pub(crate) struct ArenaPanels<T> {
    pub(crate) full: Panels<T>,
    pub(crate) rounded: Panels<Pair>,
}

impl<T: Float> Arena<T> {
    /// Reserves memory for `len` partial results.
    #[cold]
    pub(crate) fn grow_partials(&mut self, len: usize) {
        self.partials.resize_with(len, Partial::default);
    }

    /// Grows the scratch slots to at least these lengths, for each parameter of a block.
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
            // Freed first, so that the old and the new memory do not exist at the same time.
            *slot = Vec::new();
            *slot = zeroed(len);
        }
    }
}
