//! The loop over tiles: the code around the innermost loops that a step's definition becomes.

#![allow(clippy::needless_range_loop, reason = "one index runs over several fixed-size arrays of lanes at once")]

use super::arena::{Buffers, Desk};
use super::cx::Part;
use super::geometry::{At, Runs, Unit};
use super::lane::{Lane, Plan, load, store};
use super::reduce::{Accumulators, Kept, LANES, Place, Red, add_lanes, columns_of, halve_by};
use super::threads::{Queue, side_by_side};
use super::{Float, Fold, TILE};

/// How far ahead memory is asked for, in bytes.
const AHEAD: usize = 2048;
const LINE: usize = 64;
/// Elements that are worked off at once where nothing special is to be done.
const BLOCK: usize = 64;

/// A pass with its lanes, ready to run on any thread.
pub(crate) struct Pass<'n, T, const I: usize, const O: usize, const R: usize> {
    pub(crate) plan: &'n Plan<'n, T>,
    pub(crate) inputs: &'n [Lane<T>; I],
    pub(crate) outputs: &'n [Lane<T>; O],
    pub(crate) reductions: &'n [Red<T>; R],
    /// One number per unit and reduction, then what `Red::partial` points to.
    pub(crate) partials: *mut f64,
    /// Column sums that a desk must hold.
    pub(crate) columns: usize,
    /// Whether tiles are parts of rows, all lanes move along a row or stay, and all reductions are sums.
    pub(crate) linear: bool,
}

/// Lets threads share a pass.
struct Shared<'p, P>(&'p P);
// SAFETY: a pass is only read, and the memory that it points to is divided among threads by units.
unsafe impl<P> Sync for Shared<'_, P> {}

impl<P> Shared<'_, P> {
    /// A closure that calls this captures the whole, and with it the promise above.
    const fn get(&self) -> &P {
        self.0
    }
}

/// What is to be worked off: some units, or part of a line.
#[derive(Clone, Copy)]
enum Work {
    Units(usize, usize),
    Line(usize, usize),
}

/// Where the inputs and outputs of a tile are, and whether they move along with it (1) or stay (0).
type Places<T, const I: usize, const O: usize> = ([(*mut T, usize); I], [(*mut T, usize); O]);

/// Asks for the cache lines of the elements that come `AHEAD` bytes after a tile.
#[inline(always)]
fn look_ahead<T>(from: *const T, n: usize) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let ahead = from.cast::<i8>().wrapping_add(AHEAD);
        for line in 0..(n * size_of::<T>()).div_ceil(LINE) {
            // SAFETY: a prefetch reads nothing that a program can see and never faults, whatever the address.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(ahead.wrapping_add(line * LINE)) };
        }
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = (from, n);
}

impl<T: Float, const I: usize, const O: usize, const R: usize> Pass<'_, T, I, O, R> {
    /// Works off all units of a part, and returns when that is done.
    ///
    /// # Safety
    /// Each lane reaches its numbers for the whole geometry; what outputs reach in the part, nothing else reaches, in
    /// this pass or another thread. There are partial results for all units if there are reductions.
    #[inline(always)]
    pub(crate) unsafe fn run(
        &self,
        part: Part<'_, T>,
        desk: &mut Desk<T>,
        tile: &(impl Fn([&[T]; I], [&mut [T]; O], [&mut [f64]; R]) + Sync),
    ) {
        let geometry = self.plan.geometry;
        match part {
            Part::Shared(workers, arenas) if geometry.units > 1 => {
                let workers = workers.min(geometry.units);
                let queue = Queue::new(geometry.units, workers);
                let shared = Shared(self);
                side_by_side(workers, &|| {
                    let pass = shared.get();
                    let mut arena = arenas.take();
                    let buffers = arena.desk.spread(I + O, R, pass.columns);
                    while let Some((from, to)) = queue.take() {
                        // SAFETY: the queue hands out each unit once; the arena is this worker's.
                        unsafe { pass.run_units(Work::Units(from, to), &buffers, tile) };
                    }
                    arenas.put_back(arena);
                });
            }
            Part::Whole | Part::Shared(..) => {
                let buffers = desk.spread(I + O, R, self.columns);
                // SAFETY: the units are all worked off here; the desk is lent for this.
                unsafe { self.run_units(Work::Units(0, geometry.units), &buffers, tile) };
            }
            Part::Range(from, to) => {
                assert!(geometry.cols == geometry.len(), "elementwise passes run over a line");
                assert!(from <= to && to <= geometry.cols, "a part lies inside its parameter");
                let buffers = desk.spread(I + O, R, self.columns);
                // SAFETY: the geometry is a line, of which the caller has this part to itself.
                unsafe { self.run_units(Work::Line(from, to), &buffers, tile) };
            }
            Part::Nothing => {}
        }
    }

    /// Works off some units.
    ///
    /// # Safety
    /// As for [`Pass::run_unit`].
    #[inline(never)]
    unsafe fn run_units(
        &self,
        work: Work,
        buffers: &Buffers<T>,
        tile: &impl Fn([&[T]; I], [&mut [T]; O], [&mut [f64]; R]),
    ) {
        self.plan.isa.run_by_level(
            #[inline(always)]
            |lowest| {
                // Few machines are without the higher levels: for them each pass is one loop less to compile.
                let by_blocks = self.linear && !lowest;
                let (from, to) = if let Work::Units(from, to) = work { (from, to) } else { (0, 1) };
                for index in from..to {
                    let mut unit = self.plan.geometry.unit(index);
                    if let Work::Line(from, to) = work {
                        unit.cols = (from, to);
                    }
                    // SAFETY: passed on from the caller.
                    unsafe { self.run_unit(&unit, by_blocks, buffers, tile) };
                }
            },
        );
    }

    /// Works off one unit: the whole blocks of each run first if that is asked for, then what is left, tile by tile.
    ///
    /// # Safety
    /// The unit lies inside the plan's geometry and no other thread works on it. Each lane reaches its numbers for the
    /// whole geometry; what outputs reach, nothing else reaches. The buffers belong to this thread, with a tile for
    /// each lane and reduction, and there are partial results for the unit if there are reductions. Only a linear pass
    /// runs `by_blocks`.
    #[inline(always)]
    unsafe fn run_unit(
        &self,
        unit: &Unit,
        by_blocks: bool,
        buffers: &Buffers<T>,
        tile: &impl Fn([&[T]; I], [&mut [T]; O], [&mut [f64]; R]),
    ) {
        let geometry = self.plan.geometry;
        let mut filled = ([0; I], [0; O]);
        let mut sums: [Accumulators; R] = self.reductions.map(
            #[inline(always)]
            |r| [r.fold.start(); LANES],
        );
        let mut runs = Runs::new(unit);
        while let Some(mut at) = runs.next(geometry, unit) {
            let mut reads = [(std::ptr::null_mut::<T>(), 0); I];
            let mut writes = [(std::ptr::null_mut::<T>(), 0); O];
            // How far `reads` and `writes` have moved.
            let mut reached = at.i;
            if self.linear {
                at.n = geometry.step.min(at.end - at.i);
                for k in 0..I {
                    // SAFETY: passed on from the caller.
                    reads[k] = unsafe { self.follow(self.inputs[k], at, buffers, k, &mut filled.0[k]) };
                }
                for k in 0..O {
                    // SAFETY: passed on from the caller.
                    writes[k] = unsafe { self.follow(self.outputs[k], at, buffers, I + k, &mut filled.1[k]) };
                }
                if by_blocks {
                    // SAFETY: passed on from the caller.
                    unsafe { self.blocks(unit, &mut at, (reads, writes), buffers, &mut sums, tile) };
                }
            }
            while at.i < at.end {
                at.n = geometry.step.min(at.end - at.i);
                for k in 0..I {
                    let (from, step) = &mut reads[k];
                    if self.linear && self.inputs[k].detail != Lane::<T>::ADJUSTED {
                        *from = from.wrapping_add((at.i - reached) * *step);
                    } else {
                        // SAFETY: passed on from the caller.
                        *from = unsafe { self.fetch(self.inputs[k], at, buffers, k, &mut filled.0[k]) };
                    }
                }
                for k in 0..O {
                    let (from, step) = &mut writes[k];
                    if self.linear {
                        *from = from.wrapping_add((at.i - reached) * *step);
                    } else {
                        // SAFETY: passed on from the caller.
                        *from = unsafe { self.fetch(self.outputs[k], at, buffers, I + k, &mut filled.1[k]) };
                    }
                }
                reached = at.i;
                // SAFETY: passed on from the caller.
                unsafe { self.tile(unit, at, (reads, writes), buffers, &mut sums, tile) };
                at.advance(geometry);
            }
        }
        for (k, sums) in sums.iter().enumerate() {
            let result = halve_by(self.reductions[k].fold, sums);
            // SAFETY: there is a partial result for each unit and reduction.
            unsafe { self.partials.wrapping_add(unit.index * R + k).write(result) };
        }
    }

    /// Works off the whole blocks of a run where every lane either moves along with the position or stays. This is
    /// the loop that matters: nothing in it depends on what kind of lane there is, and its length is fixed.
    ///
    /// # Safety
    /// As for [`Pass::run_unit`]; `at` starts a run of the unit and the pass is linear.
    #[inline(always)]
    unsafe fn blocks(
        &self,
        unit: &Unit,
        at: &mut At,
        (reads, writes): Places<T, I, O>,
        buffers: &Buffers<T>,
        sums: &mut [Accumulators; R],
        tile: &impl Fn([&[T]; I], [&mut [T]; O], [&mut [f64]; R]),
    ) {
        let whole = (at.end - at.i) / BLOCK * BLOCK;
        if whole == 0 {
            return;
        }
        at.n = BLOCK;
        let mut columns = [std::ptr::null_mut::<f64>(); R];
        for k in 0..R {
            if self.reductions[k].kept == Kept::Col {
                columns[k] = columns_of(self.plan, &self.reductions[k], unit, at, buffers, self.partials);
            }
        }
        let mut arguments = [[0.0; BLOCK]; R];
        let mut i = 0;
        while i < whole {
            let mut inputs: [&[T]; I] = [&[]; I];
            for k in 0..I {
                let (from, step) = reads[k];
                let mut from = from.wrapping_add(i * step);
                look_ahead(from, BLOCK);
                if self.inputs[k].detail == Lane::<T>::ADJUSTED {
                    // SAFETY: the lane has all numbers of the run, and the buffer is its own.
                    unsafe { self.plan.adjust.apply(from, BLOCK, buffers.lane(k)) };
                    from = buffers.lane(k);
                }
                // SAFETY: a lane that moves along has all numbers of the run, one that stays has a full buffer.
                inputs[k] = unsafe { std::slice::from_raw_parts(from, BLOCK) };
            }
            let outputs: [&mut [T]; O] = writes.map(
                #[inline(always)]
                |(from, step)| {
                    let from = from.wrapping_add(i * step);
                    look_ahead(from, BLOCK);
                    // SAFETY: as above; outputs are reached by nothing else.
                    unsafe { std::slice::from_raw_parts_mut(from, BLOCK) }
                },
            );
            tile(inputs, outputs, arguments.each_mut().map(<[f64; BLOCK]>::as_mut_slice));
            for k in 0..R {
                if self.reductions[k].kept == Kept::Col {
                    // SAFETY: the unit has a sum for each of its columns, which nobody else uses.
                    let sums = unsafe { std::slice::from_raw_parts_mut(columns[k].wrapping_add(i), BLOCK) };
                    for (sum, &x) in sums.iter_mut().zip(&arguments[k]) {
                        *sum += x;
                    }
                } else {
                    add_lanes(&mut sums[k], &arguments[k]);
                }
            }
            i += BLOCK;
        }
        at.i += whole;
        at.col += whole;
        if at.i == at.end {
            // Nothing is left for the tile that would have told the reductions that the run ends.
            at.n = 0;
            for k in 0..R {
                if self.reductions[k].kept != Kept::One {
                    let place = Place { plan: self.plan, red: &self.reductions[k], unit, at: *at, buffers };
                    // SAFETY: passed on from the caller.
                    unsafe { place.take_in(&[], &mut sums[k], self.partials) };
                }
            }
        }
    }

    /// Where a lane starts in a run, and whether it moves along (1) or stays (0).
    ///
    /// # Safety
    /// As for [`Pass::blocks`]; `k` is the number of the lane's buffer.
    #[inline(always)]
    unsafe fn follow(
        &self,
        lane: Lane<T>,
        at: At,
        buffers: &Buffers<T>,
        k: usize,
        filled: &mut usize,
    ) -> (*mut T, usize) {
        if matches!(lane.detail, Lane::<T>::DIRECT | Lane::<T>::ADJUSTED) {
            return (lane.base.wrapping_add(at.i), 1);
        }
        if lane.detail == Lane::<T>::ABSENT {
            return (buffers.lane(k), 0);
        }
        // SAFETY: the lane is not direct, the tile lies inside the geometry, and buffer `k` is this lane's own.
        let from = unsafe { load(self.plan, lane, at, buffers.lane(k), buffers.lane(I + O), filled) };
        (from, usize::from(lane.moves(self.plan)))
    }

    /// Works off one tile of any kind.
    ///
    /// # Safety
    /// As for [`Pass::run_unit`]; `at` is a tile of the unit.
    #[inline(always)]
    unsafe fn tile(
        &self,
        unit: &Unit,
        at: At,
        (reads, writes): Places<T, I, O>,
        buffers: &Buffers<T>,
        sums: &mut [Accumulators; R],
        tile: &impl Fn([&[T]; I], [&mut [T]; O], [&mut [f64]; R]),
    ) {
        let n = at.n;
        let places = writes;
        let reads: [&[T]; I] = reads.map(
            #[inline(always)]
            |(from, _)| {
                // SAFETY: `n` numbers of the lane, or of its buffer; only outputs are written, and they lie elsewhere.
                unsafe { std::slice::from_raw_parts(from, n) }
            },
        );
        let writes: [&mut [T]; O] = writes.map(
            #[inline(always)]
            |(from, _)| {
                // SAFETY: `n` numbers of each output or of its own buffer, which nothing else reaches.
                unsafe { std::slice::from_raw_parts_mut(from, n) }
            },
        );
        let mut k = 0;
        let arguments: [&mut [f64]; R] = [(); R].map(
            #[inline(always)]
            |()| {
                let from = buffers.arguments.wrapping_add(k * TILE);
                k += 1;
                // SAFETY: each reduction has its own buffer of `TILE` numbers.
                unsafe { std::slice::from_raw_parts_mut(from, n) }
            },
        );
        tile(reads, writes, arguments);
        if !self.linear {
            for k in 0..O {
                if self.outputs[k].detail != Lane::<T>::DIRECT {
                    // SAFETY: as for `load`, which gave this place.
                    unsafe { store(self.plan, self.outputs[k], at, places[k].0) };
                }
            }
        }
        for k in 0..R {
            let from = buffers.arguments.wrapping_add(k * TILE);
            let red = &self.reductions[k];
            if red.kept == Kept::One && red.fold == Fold::Sum {
                let whole = n.next_multiple_of(LANES);
                // SAFETY: `TILE` is a multiple of `LANES`, so that `whole` numbers fit.
                let numbers = unsafe { std::slice::from_raw_parts_mut(from, whole) };
                numbers[n..].fill(0.0);
                add_lanes(&mut sums[k], numbers);
            } else {
                // SAFETY: the tile has just filled its `n` numbers.
                let numbers = unsafe { std::slice::from_raw_parts(from, n) };
                let place = Place { plan: self.plan, red, unit, at, buffers };
                // SAFETY: passed on from the caller.
                unsafe { place.take_in(numbers, &mut sums[k], self.partials) };
            }
        }
    }

    /// Where a lane's numbers for one tile are.
    ///
    /// # Safety
    /// As for [`Pass::tile`]; `k` is the number of the lane's buffer.
    #[inline(always)]
    unsafe fn fetch(&self, lane: Lane<T>, at: At, buffers: &Buffers<T>, k: usize, filled: &mut usize) -> *mut T {
        if lane.detail == Lane::<T>::DIRECT {
            let from = lane.base.wrapping_add(at.i);
            look_ahead(from, at.n);
            return from;
        }
        // SAFETY: the lane is not direct, the tile lies inside the geometry, and buffer `k` is this lane's own.
        unsafe { load(self.plan, lane, at, buffers.lane(k), buffers.lane(I + O), filled) }
    }
}

const _: () = assert!(TILE.is_multiple_of(BLOCK) && BLOCK.is_multiple_of(LANES));
