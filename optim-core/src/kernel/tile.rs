//! The loop over tiles: the code around the innermost loops that a step's definition becomes.

use super::arena::{Buffers, Desk};
use super::cx::Part;
use super::geometry::{Runs, Unit};
use super::lane::{Lane, Plan, load, store};
use super::reduce::{Accumulators, Kept, LANES, Red, add_lanes, halve_by, take_in};
use super::threads::{Queue, side_by_side};
use super::{Float, Fold, TILE};

/// How far ahead memory is asked for, in bytes.
const AHEAD: usize = 2048;
const LINE: usize = 64;

/// A pass with its lanes, ready to run on any thread.
pub(crate) struct Pass<'n, T, const I: usize, const O: usize, const R: usize> {
    pub(crate) plan: Plan<'n, T>,
    pub(crate) inputs: [Lane<T>; I],
    pub(crate) outputs: [Lane<T>; O],
    pub(crate) reductions: [Red<T>; R],
    /// One number per unit and reduction, then what `Red::partial` points to.
    pub(crate) partials: *mut f64,
    /// Column sums that a desk must hold.
    pub(crate) columns: usize,
    /// Whether to ask for memory ahead of use.
    pub(crate) prefetch: bool,
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

/// Asks for the cache lines of the elements that come `AHEAD` bytes after a tile.
#[inline(always)]
fn prefetch<T>(from: *const T, n: usize) {
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
        let geometry = &self.plan.geometry;
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
                        unsafe { pass.run_units(from, to, None, &buffers, tile) };
                    }
                    arenas.put_back(arena);
                });
            }
            Part::Whole | Part::Shared(..) => {
                let buffers = desk.spread(I + O, R, self.columns);
                // SAFETY: the units are all worked off here; the desk is lent for this.
                unsafe { self.run_units(0, geometry.units, None, &buffers, tile) };
            }
            Part::Range(from, to) => {
                assert!(R == 0 && geometry.cols == geometry.len(), "only elementwise passes may be split anywhere");
                assert!(from <= to && to <= geometry.cols, "a part lies inside its parameter");
                let buffers = desk.spread(I + O, R, self.columns);
                let unit = Unit { index: 0, batch: (0, 1), rows: (0, 1), cols: (from, to) };
                // SAFETY: the geometry is a line, of which the caller has this part to itself.
                unsafe { self.run_units(0, 1, Some(unit), &buffers, tile) };
            }
        }
    }

    /// Works off the units `from..to`, or one given unit.
    ///
    /// # Safety
    /// As for [`Pass::run_unit`].
    #[inline(never)]
    unsafe fn run_units(
        &self,
        from: usize,
        to: usize,
        given: Option<Unit>,
        buffers: &Buffers<T>,
        tile: &impl Fn([&[T]; I], [&mut [T]; O], [&mut [f64]; R]),
    ) {
        self.plan.isa.run(
            #[inline(always)]
            || {
                for index in from..to {
                    let unit = given.unwrap_or_else(|| self.plan.geometry.unit(index));
                    // SAFETY: passed on from the caller.
                    unsafe { self.run_unit(&unit, buffers, tile) };
                }
            },
        );
    }

    /// Works off one unit.
    ///
    /// # Safety
    /// The unit lies inside the plan's geometry and no other thread works on it. Each lane reaches its numbers for the
    /// whole geometry; what outputs reach, nothing else reaches. The buffers belong to this thread, with a tile for
    /// each lane and reduction, and there are partial results for the unit if there are reductions.
    #[inline(always)]
    pub(crate) unsafe fn run_unit(
        &self,
        unit: &Unit,
        buffers: &Buffers<T>,
        tile: &impl Fn([&[T]; I], [&mut [T]; O], [&mut [f64]; R]),
    ) {
        let plan = &self.plan;
        let geometry = &plan.geometry;
        let spare = buffers.lanes.wrapping_add((I + O) * TILE);
        let mut filled_in = [0; I];
        let mut filled_out = [0; O];
        let mut lanes: [Accumulators; R] = self.reductions.map(
            #[inline(always)]
            |r| [r.fold.start(); LANES],
        );
        let mut runs = Runs::new(unit);
        while let Some(mut at) = runs.next(geometry, unit) {
            while at.i < at.end {
                at.n = geometry.step.min(at.end - at.i);
                let n = at.n;
                let mut inputs: [&[T]; I] = [&[]; I];
                for k in 0..I {
                    let lane = self.inputs[k];
                    let from = if lane.detail == Lane::<T>::DIRECT {
                        let from = lane.base.wrapping_add(at.i);
                        if self.prefetch {
                            prefetch(from, n);
                        }
                        from
                    } else {
                        let buffer = buffers.lanes.wrapping_add(k * TILE);
                        // SAFETY: the lane is not direct, the tile lies inside the geometry, and buffer `k` is this
                        // lane's own.
                        unsafe { load(plan, lane, at, buffer, spare, &mut filled_in[k]) }
                    };
                    // SAFETY: `n` numbers of the lane, or of its buffer; only outputs are written, and they lie
                    // elsewhere.
                    inputs[k] = unsafe { std::slice::from_raw_parts(from, n) };
                }
                let mut places = [std::ptr::null_mut::<T>(); O];
                for k in 0..O {
                    let lane = self.outputs[k];
                    places[k] = if lane.detail == Lane::<T>::DIRECT {
                        let from = lane.base.wrapping_add(at.i);
                        if self.prefetch {
                            prefetch(from, n);
                        }
                        from
                    } else {
                        let buffer = buffers.lanes.wrapping_add((I + k) * TILE);
                        // SAFETY: as for inputs.
                        unsafe { load(plan, lane, at, buffer, spare, &mut filled_out[k]) }
                    };
                }
                // SAFETY: `n` numbers of each output or of its own buffer, which nothing else reaches.
                let outputs = places.map(
                    #[inline(always)]
                    |from| unsafe { std::slice::from_raw_parts_mut(from, n) },
                );
                let mut r = 0;
                let arguments: [&mut [f64]; R] = [(); R].map(
                    #[inline(always)]
                    |()| {
                        let from = buffers.arguments.wrapping_add(r * TILE);
                        r += 1;
                        // SAFETY: each reduction has its own buffer of `TILE` numbers.
                        unsafe { std::slice::from_raw_parts_mut(from, n) }
                    },
                );
                tile(inputs, outputs, arguments);
                for k in 0..O {
                    if self.outputs[k].detail != Lane::<T>::DIRECT {
                        // SAFETY: as for `load`, which gave `places[k]`.
                        unsafe { store(plan, self.outputs[k], at, places[k]) };
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
                        add_lanes(&mut lanes[k], numbers);
                    } else {
                        // SAFETY: the tile has just filled its `n` numbers.
                        let numbers = unsafe { std::slice::from_raw_parts(from, n) };
                        // SAFETY: as the caller promises.
                        unsafe { take_in(plan, red, unit, at, numbers, &mut lanes[k], buffers, self.partials) };
                    }
                }
                at.advance(geometry);
            }
        }
        for k in 0..R {
            let result = halve_by(self.reductions[k].fold, &lanes[k]);
            // SAFETY: there is a partial result for each unit and reduction.
            unsafe { self.partials.wrapping_add(unit.index * R + k).write(result) };
        }
    }
}
