//! Buffers of one worker for the units of a pass.

use std::marker::PhantomData;
use std::slice::from_raw_parts_mut;

use super::base::{Base, Spot};
use crate::kernel::fold::{Accumulators, LANES};
use crate::kernel::program::GROUP;
use crate::kernel::{Float, TILE};

/// The size of a cache line in bytes. Buffers begin at a line, otherwise each vector of 512 bits would lie in two lines.
const LINE: usize = 64;

/// The numbers of a lane's buffer: some tiles. Calls for a single tile would take a tenth of the time of a step with states of 8 bits.
pub(super) const ROOM: usize = 4 * TILE;

/// A tile of numbers in double precision.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Wide(pub(super) [f64; TILE]);

/// The buffers of one worker, grown once and reused.
#[derive(Debug, Default)]
pub(crate) struct PassBuffers<T> {
    /// Buffers from the first line on, see [`before_line`].
    lanes: Vec<T>,
    /// The results of a tile, then the numbers of each reduction.
    arguments: Vec<Wide>,
    columns: Vec<f64>,
    /// The spots of the lanes.
    spots: Vec<Spot<T>>,
    /// The starts of each lane, for each parameter of a group.
    starts: Vec<Base<T>>,
    filled: Vec<usize>,
    /// The sums of the reductions, for each parameter of a group.
    sums: Vec<Accumulators>,
}

/// The buffers of a worker, for one pass.
pub(super) struct Buffers<'d, T> {
    /// A buffer for each lane.
    pub(super) lanes: Tiles<'d, T>,
    /// A tile for each reduction.
    pub(super) arguments: &'d mut [Wide],
    /// Sums per column.
    pub(super) columns: &'d mut [f64],
    /// The results of a tile.
    pub(super) results: &'d mut [f64; TILE],
    /// The spots of the lanes.
    pub(super) spots: &'d mut [Spot<T>],
    /// The starts of each lane, for each parameter of a group.
    pub(super) starts: &'d mut [Base<T>],
    /// For each lane, 1 plus the index of the numbers in its buffer; 0 if it must be filled.
    pub(super) filled: &'d mut [usize],
    /// The sums of the reductions, for each parameter of a group.
    pub(super) sums: &'d mut [Accumulators],
}

/// Proof that the tiles of a worker are borrowed.
pub(super) type Lent<'d, T> = PhantomData<&'d mut T>;

/// Buffers of `ROOM` numbers each, and a spare one after them.
// Invariant: `count` buffers and another one begin at `base`, borrowed exclusively for `'d`. References into them are made by `all`,
// and by a `Work`, which borrows the buffers for as long: see `lend`.
pub(super) struct Tiles<'d, T> {
    base: Base<T>,
    count: usize,
    data: PhantomData<&'d mut T>,
}

impl<T> Tiles<'_, T> {
    /// The start of a lane's buffer.
    #[inline(always)]
    pub(super) const fn base(&self, lane: usize) -> Base<T> {
        self.base.after(lane * ROOM)
    }

    #[inline(always)]
    fn all(&mut self) -> &mut [[T; ROOM]] {
        // SAFETY: the worker has a buffer for each lane, and another one after those. No other reference into them is in use, because whatever
        // makes one borrows `self`.
        unsafe { from_raw_parts_mut(self.base.get().cast(), self.count + 1) }
    }

    /// A lane's buffer.
    #[inline(always)]
    pub(super) fn own(&mut self, lane: usize) -> &mut [T; ROOM] {
        &mut self.all()[lane]
    }

    /// A tile of a lane's buffer, and a spare tile.
    #[inline(always)]
    pub(super) fn with_spare(&mut self, lane: usize) -> (&mut [T; TILE], &mut [T; TILE]) {
        let spare = self.count;
        let [own, spare] = self.all().get_disjoint_mut([lane, spare]).expect("each lane has a buffer");
        let tiles = own.first_chunk_mut().zip(spare.first_chunk_mut());
        tiles.expect("a buffer has a tile")
    }

    /// Borrows all buffers for a `Work`, which finds them by their bases.
    #[inline(always)]
    pub(super) const fn lend(&mut self) -> Lent<'_, T> {
        PhantomData
    }
}

impl<T: Float> PassBuffers<T> {
    /// Grows the buffers for these numbers of lanes, reductions and column sums, and borrows them.
    #[inline]
    pub(super) fn spread(&mut self, lanes: usize, reductions: usize, columns: usize) -> Buffers<'_, T> {
        let needed = (lanes + 1) * ROOM + LINE / size_of::<T>();
        if self.lanes.len() < needed || self.arguments.len() <= reductions || self.columns.len() < columns {
            self.grow(needed, reductions + 1, columns);
        }
        if self.filled.len() < lanes || self.sums.len() < GROUP * reductions {
            self.grow_places(lanes, reductions);
        }
        let before = before_line(&self.lanes);
        let base = Base::of_mut(&mut self.lanes[before..]);
        let (results, arguments) = self.arguments.split_first_mut().expect("there is a place for results");
        Buffers {
            lanes: Tiles { base, count: lanes, data: PhantomData },
            arguments,
            columns: &mut self.columns,
            results: &mut results.0,
            spots: &mut self.spots[..lanes],
            starts: &mut self.starts[..GROUP * lanes],
            filled: &mut self.filled[..lanes],
            sums: &mut self.sums[..GROUP * reductions],
        }
    }

    /// A buffer of one tile.
    pub(crate) fn tile(&mut self) -> &mut [T; TILE] {
        if self.lanes.len() < TILE {
            self.grow(TILE, 0, 0);
        }
        self.lanes.first_chunk_mut().expect("there is a tile")
    }

    #[cold]
    fn grow(&mut self, lanes: usize, arguments: usize, columns: usize) {
        self.lanes.resize(lanes.max(self.lanes.len()), T::ZERO);
        self.arguments.resize(arguments.max(self.arguments.len()), Wide([0.0; TILE]));
        self.columns.resize(columns.max(self.columns.len()), 0.0);
    }

    #[cold]
    fn grow_places(&mut self, lanes: usize, reductions: usize) {
        self.filled.resize(lanes.max(self.filled.len()), 0);
        self.spots.resize(self.filled.len(), Spot::NONE);
        self.starts.resize(GROUP * self.filled.len(), Base::of(&[]));
        self.sums.resize((GROUP * reductions).max(self.sums.len()), [0.0; LANES]);
    }
}

/// The number of elements before the first cache line that begins in the slice.
#[inline(always)]
fn before_line<T>(numbers: &[T]) -> usize {
    numbers.as_ptr().addr().wrapping_neg() % LINE / size_of::<T>()
}
