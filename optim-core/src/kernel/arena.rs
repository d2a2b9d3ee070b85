//! Working memory of a step: one arena per task, grown once and reused.

use std::sync::{Mutex, PoisonError};

use super::alloc::zeroed;
use super::gather::Axis;
use super::lane::Detail;
use super::record::Recorded;
use super::{Float, TILE};

/// Working memory for steps, kept between them. One per optimizer is right; sharing it is safe.
#[derive(Debug)]
pub struct Arenas<T> {
    free: Mutex<Vec<Arena<T>>>,
}

impl<T: Float> Arenas<T> {
    /// Holds nothing yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { free: Mutex::new(Vec::new()) }
    }

    pub(crate) fn take(&self) -> Arena<T> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
    }

    pub(crate) fn put_back(&self, arena: Arena<T>) {
        self.free.lock().unwrap_or_else(PoisonError::into_inner).push(arena);
    }
}

impl<T: Float> Default for Arenas<T> {
    fn default() -> Self {
        Self::new()
    }
}

/// A scalar state's new value, kept until the whole step is done.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pending {
    pub(crate) job: usize,
    pub(crate) state: usize,
    pub(crate) value: f64,
}

/// One task's working memory.
#[derive(Debug, Default)]
pub(crate) struct Arena<T> {
    pub(crate) scratch: Vec<Vec<T>>,
    pub(crate) desk: Desk<T>,
    pub(crate) notes: Notes,
    pub(crate) partials: Vec<f64>,
    pub(crate) pending: Vec<Pending>,
    pub(crate) powers: Powers,
    /// What a step that is not run asks for, and how often.
    pub(crate) recorded: Vec<(Recorded, usize)>,
}

/// The last few powers that steps asked for.
#[derive(Debug)]
pub(crate) struct Powers {
    /// Base, exponent, result.
    known: [(f64, f64, f64); 4],
    next: usize,
}

impl Default for Powers {
    fn default() -> Self {
        Self { known: [(1.0, 1.0, 1.0); 4], next: 0 }
    }
}

impl Powers {
    #[inline]
    pub(crate) fn get(&mut self, base: f64, exponent: f64) -> f64 {
        let same = |a: f64, b: f64| a.to_bits() == b.to_bits();
        match self.known.iter().find(|&&(b, e, _)| same(b, base) && same(e, exponent)) {
            Some(&(_, _, power)) => power,
            None => self.compute(base, exponent),
        }
    }

    #[cold]
    fn compute(&mut self, base: f64, exponent: f64) -> f64 {
        let power = base.powf(exponent);
        self.known[self.next] = (base, exponent, power);
        self.next = (self.next + 1) % self.known.len();
        power
    }
}

/// Buffers of whoever works on units of a pass.
#[derive(Debug, Default)]
pub(crate) struct Desk<T> {
    lanes: Vec<T>,
    arguments: Vec<f64>,
    columns: Vec<f64>,
}

/// Where the buffers of a desk start.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Buffers<T> {
    /// A tile for each lane, then one to spare.
    pub(crate) lanes: *mut T,
    /// A tile for each reduction.
    pub(crate) arguments: *mut f64,
    /// Sums per column.
    pub(crate) columns: *mut f64,
}

impl<T> Buffers<T> {
    /// The buffer of a lane.
    #[inline(always)]
    pub(crate) const fn lane(&self, k: usize) -> *mut T {
        self.lanes.wrapping_add(k * TILE)
    }
}

impl<T: Float> Desk<T> {
    /// Makes room for so many lanes, reductions and column sums.
    #[inline]
    pub(crate) fn spread(&mut self, lanes: usize, reductions: usize, columns: usize) -> Buffers<T> {
        let (lanes, arguments) = ((lanes + 1) * TILE, reductions * TILE);
        if self.lanes.len() < lanes || self.arguments.len() < arguments || self.columns.len() < columns {
            self.grow(lanes, arguments, columns);
        }
        Buffers {
            lanes: self.lanes.as_mut_ptr(),
            arguments: self.arguments.as_mut_ptr(),
            columns: self.columns.as_mut_ptr(),
        }
    }

    #[cold]
    fn grow(&mut self, lanes: usize, arguments: usize, columns: usize) {
        self.lanes.resize(lanes.max(self.lanes.len()), T::ZERO);
        self.arguments.resize(arguments.max(self.arguments.len()), 0.0);
        self.columns.resize(columns.max(self.columns.len()), 0.0);
    }
}

/// What is known about the current pass, where it is not the plain case.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    pub(crate) details: Vec<Detail>,
    pub(crate) axes: Vec<Axis>,
    /// The parameter's axes as they are walked.
    pub(crate) order: Vec<usize>,
}

impl<T: Float> Arena<T> {
    /// Makes room for so many partial results.
    #[cold]
    pub(crate) fn grow_partials(&mut self, len: usize) {
        self.partials.resize(len, 0.0);
    }

    /// Makes scratch slots at least so long.
    pub(crate) fn reserve_scratch(&mut self, lens: &[usize]) {
        if self.scratch.len() < lens.len() {
            self.scratch.resize_with(lens.len(), Vec::new);
        }
        for (slot, &len) in self.scratch.iter_mut().zip(lens) {
            if slot.len() < len {
                // Freed first: the two need not exist at once.
                *slot = Vec::new();
                *slot = zeroed(len);
            }
        }
    }
}
