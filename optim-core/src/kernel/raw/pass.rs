//! The loop over tiles: the code around the innermost loops that a step's definition becomes.

#![allow(clippy::needless_range_loop, reason = "one index runs over several fixed-size arrays of lanes at once")]

use std::slice::{from_raw_parts, from_raw_parts_mut};

use super::base::Base;
use super::desk::{Buffers, Desk, Tiles};
use super::lane::{Adjust, Lane, Plan, load, store};
use super::prepare::{Prepared, Streams, results_of};
use super::reduce::{Kept, Place, Red, columns_of};
use super::share::{Division, Own, Share, Stretch};
use crate::kernel::arena::Arena;
use crate::kernel::fold::{Accumulators, LANES, add_lanes, halve_by};
use crate::kernel::geometry::Geometry;
use crate::kernel::partial::Partial;
use crate::kernel::threads::side_by_side;
use crate::kernel::{Cx, Extent, Float, Fold, Reduction, Stream, TILE};

/// How far ahead memory is asked for, in bytes.
const AHEAD: usize = 2048;
const LINE: usize = 64;
/// Elements that are processed at once where nothing special is needed.
const BLOCK: usize = 64;

impl<T: Float> Cx<'_, T> {
    /// One pass over an index space: `tile` is called for consecutive stretches of it, with the numbers of each input
    /// (read), of each output (read and written), and a place for each reduction's numbers, which it fills.
    ///
    /// Outputs must have all axes of `extent`, inputs that lack one are repeated along it. Returns the results of
    /// reductions that keep nothing; the others go to their scratch slots, in place of their results stand zeros.
    /// The order in which elements are combined follows from the shape and the layout alone.
    ///
    /// The closure is compiled once per instruction-set level, so it and what it calls must be `#[inline(always)]`.
    ///
    /// # Panics
    /// If the arguments do not fit together, which does not happen in generated code run on valid jobs: an output is
    /// also another stream of the pass, or a state that is shared; an output or the gradient lacks an axis of the extent; a reduction has no slot of
    /// its own; a state does not exist or has another number of elements than the extent over the stream's axes, a slot
    /// does not exist or has fewer; the kernel says that its passes are elementwise, and this one is not.
    #[inline(always)]
    pub fn pass<const I: usize, const O: usize, const R: usize>(
        &mut self,
        extent: Extent,
        inputs: [Stream; I],
        outputs: [Stream; O],
        reductions: [Reduction; R],
        tile: impl Fn([&[T]; I], [&mut [T]; O], [&mut [f64]; R]) + Sync,
    ) -> [f64; R] {
        // What does not depend on the closure is a function of slices: it is compiled once, not for every pass.
        let mut results = [0.0; R];
        let (mut lanes_in, mut lanes_out) = ([Lane::Absent; I], [Lane::Absent; O]);
        let mut reds = [Red::NONE; R];
        let mut geometry = Geometry::flat(0);
        let plain = self.prepare_plain(
            extent,
            (&inputs, &outputs, &reductions),
            (&mut lanes_in, &mut lanes_out),
            &mut reds,
            &mut geometry,
        );
        let prepared = plain.or_else(|| {
            // Copies, so that the others stay constants.
            let (mut inputs, mut outputs, reductions) = (inputs, outputs, reductions);
            if self.claim.view().is_some() {
                self.rename(&mut inputs);
                self.rename(&mut outputs);
            }
            let streams = Streams { inputs: &inputs, outputs: &outputs, reductions: &reductions };
            self.prepare(extent, streams, (&mut lanes_in, &mut lanes_out), &mut reds, &mut geometry, &mut results)
        });
        let Some(Prepared { linear, columns }) = prepared else {
            return results;
        };
        let division = Division::new(&self.claim, &geometry);
        let Arena { desk, notes, partials, .. } = &mut *self.arena;
        // Referred to, not moved: copies of what was just written would wait for it to be read back.
        let plan = Plan { geometry: &geometry, isa: self.isa, notes, adjust: Adjust::new(*self.claim.job.load) };
        let pass =
            Pass { plan: &plan, inputs: &lanes_in, outputs: &lanes_out, reductions: &reds, partials, columns, linear };
        pass.run(division, desk, &tile);
        if R > 0 {
            results_of(&geometry, &reds, partials, &mut results);
        }
        results
    }
}

impl<T: Float> Cx<'_, T> {
    /// The streams of an optimizer that runs inside of a wrapper become those of the job.
    #[inline(never)]
    fn rename(&self, streams: &mut [Stream]) {
        streams.iter_mut().for_each(|stream| stream.source = self.claim.source(stream.source));
    }
}

/// A pass with its lanes, ready to run on any thread.
struct Pass<'n, T, const I: usize, const O: usize, const R: usize> {
    plan: &'n Plan<'n, T>,
    inputs: &'n [Lane<T>; I],
    outputs: &'n [Lane<T>; O],
    reductions: &'n [Red<T>; R],
    /// One number per unit and reduction, then what `Red::partial` points to.
    partials: &'n [Partial],
    /// Column sums that a desk must hold.
    columns: usize,
    /// Whether tiles are parts of rows, all lanes move along a row or stay, and all reductions are sums.
    linear: bool,
}

/// Where the numbers of an input or an output are at some stretch.
#[derive(Clone, Copy)]
struct Spot<T> {
    base: Base<T>,
    /// Whether they move along with the position (1) or stay (0).
    step: usize,
}

impl<T> Spot<T> {
    #[inline(always)]
    fn after(self, n: usize) -> Base<T> {
        self.base.after(n * self.step)
    }
}

/// The inputs and outputs of a stretch.
type Spots<T, const I: usize, const O: usize> = ([Spot<T>; I], [Spot<T>; O]);

/// Slices to be filled in. Here, so that making them is compiled once for each number of them and not for every pass.
#[inline(always)]
fn none<'s, T, const N: usize>() -> [&'s mut [T]; N] {
    std::array::from_fn(
        #[inline(always)]
        |_| -> &'s mut [T] { &mut [] },
    )
}

/// Asks for the cache lines of the elements that come `AHEAD` bytes after a tile.
#[inline(always)]
fn look_ahead<T>(from: Base<T>, n: usize) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let ahead = from.get().cast::<i8>().wrapping_add(AHEAD);
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
    #[inline(always)]
    fn run(
        &self,
        division: Division<'_, T>,
        desk: &mut Desk<T>,
        tile: &(impl Fn([&[T]; I], [&mut [T]; O], [&mut [f64]; R]) + Sync),
    ) {
        match division {
            Division::Many(workers, shares, arenas) => side_by_side(workers, &|| {
                let mut arena = arenas.take();
                let mut buffers = arena.desk.spread(I + O, R, self.columns);
                while let Some(mut share) = shares.next() {
                    self.run_share(&mut share, &mut buffers, tile);
                }
                arenas.put_back(arena);
            }),
            Division::One(mut share) => self.run_share(&mut share, &mut desk.spread(I + O, R, self.columns), tile),
        }
    }

    /// Works off a share of the units. Like lanes further down, it is referred to, not moved: a copy of what was just
    /// written would wait for it to be read back, which small parameters feel.
    #[inline(never)]
    fn run_share(
        &self,
        share: &mut Share,
        buffers: &mut Buffers<'_, T>,
        tile: &impl Fn([&[T]; I], [&mut [T]; O], [&mut [f64]; R]),
    ) {
        self.plan.isa.run_by_level(
            #[inline(always)]
            |lowest| {
                // Few machines are without the higher levels: for them each pass is one loop less to compile.
                let by_blocks = self.linear && !lowest;
                while let Some(own) = share.next(self.plan.geometry) {
                    self.run_unit(&own, by_blocks, buffers, tile);
                }
            },
        );
    }

    /// Works off one unit: the whole blocks of each run first if that is asked for, then what is left, tile by tile.
    /// Only a linear pass runs `by_blocks`.
    #[inline(always)]
    fn run_unit(
        &self,
        own: &Own,
        by_blocks: bool,
        buffers: &mut Buffers<'_, T>,
        tile: &impl Fn([&[T]; I], [&mut [T]; O], [&mut [f64]; R]),
    ) {
        let geometry = self.plan.geometry;
        let mut filled = ([0; I], [0; O]);
        let mut sums: [Accumulators; R] = [[0.0; LANES]; R];
        for k in 0..R {
            sums[k] = [self.reductions[k].fold.start(); LANES];
        }
        let mut runs = own.runs();
        while let Some(mut at) = runs.next(geometry) {
            let nowhere = Spot { base: buffers.lanes.base(0), step: 0 };
            let (mut reads, mut writes) = ([nowhere; I], [nowhere; O]);
            if self.linear {
                at.tile(at.left());
                for k in 0..I {
                    reads[k] = self.follow(&self.inputs[k], at, &mut buffers.lanes, k, &mut filled.0[k]);
                }
                for k in 0..O {
                    writes[k] = self.follow(&self.outputs[k], at, &mut buffers.lanes, I + k, &mut filled.1[k]);
                }
            }
            // How far `reads` and `writes` have moved.
            let mut reached = at.at().i;
            if by_blocks {
                self.blocks(&mut at, (reads, writes), buffers, &mut sums, tile);
            }
            while at.left() > 0 {
                at.tile(geometry.step);
                let i = at.at().i;
                for k in 0..I {
                    reads[k].base = if self.linear && !matches!(self.inputs[k], Lane::Adjusted(_)) {
                        reads[k].after(i - reached)
                    } else {
                        self.fetch(&self.inputs[k], at, &mut buffers.lanes, k, &mut filled.0[k])
                    };
                }
                for k in 0..O {
                    writes[k].base = if self.linear {
                        writes[k].after(i - reached)
                    } else {
                        self.fetch(&self.outputs[k], at, &mut buffers.lanes, I + k, &mut filled.1[k])
                    };
                }
                reached = i;
                self.tile(at, (reads, writes), buffers, &mut sums, tile);
                at.advance(geometry);
            }
        }
        for (k, sums) in sums.iter().enumerate() {
            self.partials[own.unit().index * R + k].set(halve_by(self.reductions[k].fold, sums));
        }
    }

    /// Works off the whole blocks of a run where every lane either moves along with the position or stays. This is
    /// the loop that matters: nothing in it depends on what kind of lane there is, and its length is fixed.
    #[inline(always)]
    fn blocks(
        &self,
        at: &mut Stretch<'_>,
        (reads, writes): Spots<T, I, O>,
        buffers: &mut Buffers<'_, T>,
        sums: &mut [Accumulators; R],
        tile: &impl Fn([&[T]; I], [&mut [T]; O], [&mut [f64]; R]),
    ) {
        let whole = at.left() / BLOCK * BLOCK;
        if whole == 0 {
            return;
        }
        at.tile(whole);
        for red in self.reductions {
            if red.kept == Kept::Col {
                columns_of(red, at.unit(), at.at(), buffers.columns);
            }
        }
        let mut arguments = [[0.0; BLOCK]; R];
        let mut i = 0;
        while i < whole {
            let mut inputs: [&[T]; I] = [&[]; I];
            for k in 0..I {
                let mut from = reads[k].after(i);
                look_ahead(from, BLOCK);
                if matches!(self.inputs[k], Lane::Adjusted(_)) {
                    from = self.adjust(from, BLOCK, &mut buffers.lanes, k);
                }
                // SAFETY: `i + BLOCK` numbers of the run are before its end, and a line has them all; what stays has a whole
                // tile in a buffer. They are inputs, so that nobody writes them during the pass, or a buffer of this thread,
                // of which only outputs' are written below, and those are others.
                inputs[k] = unsafe { from_raw_parts(from.get(), BLOCK) };
            }
            let mut outputs: [&mut [T]; O] = none();
            for k in 0..O {
                let from = writes[k].after(i);
                look_ahead(from, BLOCK);
                // SAFETY: the output has these numbers, as an input has. They are elements of a unit that is this
                // thread's alone, no other stream of the pass has them, or they are this output's own buffer.
                outputs[k] = unsafe { from_raw_parts_mut(from.get(), BLOCK) };
            }
            let mut places: [&mut [f64]; R] = none();
            for (place, numbers) in places.iter_mut().zip(&mut arguments) {
                *place = numbers;
            }
            tile(inputs, outputs, places);
            for k in 0..R {
                if self.reductions[k].kept == Kept::Col {
                    let sums = &mut buffers.columns[self.reductions[k].column + i..][..BLOCK];
                    for (sum, &x) in sums.iter_mut().zip(&arguments[k]) {
                        *sum += x;
                    }
                } else {
                    add_lanes(&mut sums[k], &arguments[k]);
                }
            }
            i += BLOCK;
        }
        at.advance(self.plan.geometry);
        if at.left() == 0 {
            // Nothing is left for the tile that would have told the reductions that the run ends.
            at.tile(0);
            for (red, sums) in self.reductions.iter().zip(sums) {
                if red.kept != Kept::One {
                    let place = Place { plan: self.plan, red, stretch: *at };
                    place.take_in(&[], sums, buffers.columns, self.partials);
                }
            }
        }
    }

    /// Works off one tile of any kind.
    #[inline(always)]
    fn tile(
        &self,
        at: Stretch<'_>,
        (reads, writes): Spots<T, I, O>,
        buffers: &mut Buffers<'_, T>,
        sums: &mut [Accumulators; R],
        tile: &impl Fn([&[T]; I], [&mut [T]; O], [&mut [f64]; R]),
    ) {
        let n = at.at().n;
        let mut inputs: [&[T]; I] = [&[]; I];
        for k in 0..I {
            // SAFETY: the lane has `n` numbers at this tile, in its array or in its buffer of a tile. Nobody writes an
            // input during the pass, and of the buffers, only outputs' are written below, which are others.
            inputs[k] = unsafe { from_raw_parts(reads[k].base.get(), n) };
        }
        let mut outputs: [&mut [T]; O] = none();
        for k in 0..O {
            // SAFETY: the output has `n` numbers at this tile: elements of a unit that is this thread's alone, which no
            // other stream of the pass has, or those of its own buffer.
            outputs[k] = unsafe { from_raw_parts_mut(writes[k].base.get(), n) };
        }
        let arguments = buffers.arguments.first_chunk_mut::<R>().expect("a desk has a tile for each reduction");
        let mut places: [&mut [f64]; R] = none();
        for (place, numbers) in places.iter_mut().zip(&mut *arguments) {
            *place = &mut numbers[..n];
        }
        tile(inputs, outputs, places);
        if !self.linear {
            for k in 0..O {
                if let Lane::Noted(detail) = self.outputs[k] {
                    // SAFETY: the tile has just filled the buffer of this output, number `I + k`, and is done with it.
                    unsafe { store(self.plan, detail, at, &mut buffers.lanes, I + k) };
                }
            }
        }
        for k in 0..R {
            let (red, numbers) = (&self.reductions[k], &mut arguments[k]);
            if red.kept == Kept::One && red.fold == Fold::Sum {
                let whole = n.next_multiple_of(LANES);
                numbers[n..whole].fill(0.0);
                add_lanes(&mut sums[k], &numbers[..whole]);
            } else {
                let place = Place { plan: self.plan, red, stretch: at };
                place.take_in(&numbers[..n], &mut sums[k], buffers.columns, self.partials);
            }
        }
    }

    /// Where a lane's numbers for one tile are.
    #[inline(always)]
    fn fetch(
        &self,
        lane: &Lane<T>,
        at: Stretch<'_>,
        buffers: &mut Tiles<'_, T>,
        k: usize,
        filled: &mut usize,
    ) -> Base<T> {
        let found = self.follow(lane, at, buffers, k, filled).base;
        match lane {
            Lane::Line(_) => {
                look_ahead(found, at.at().n);
                found
            }
            Lane::Adjusted(_) => self.adjust(found, at.at().n, buffers, k),
            Lane::Absent | Lane::Noted(_) => found,
        }
    }

    /// Where a lane's numbers for a tile or a run are, which are not yet scaled and clipped if the lane is a line.
    #[inline(always)]
    fn follow(
        &self,
        lane: &Lane<T>,
        at: Stretch<'_>,
        buffers: &mut Tiles<'_, T>,
        k: usize,
        filled: &mut usize,
    ) -> Spot<T> {
        let found = match *lane {
            Lane::Line(base) | Lane::Adjusted(base) => Some(base.after(at.at().i)),
            Lane::Absent => None,
            // SAFETY: buffer `k` is this lane's in the whole pass. References into it go to the closure of a pass and end
            // before the next tile is sought.
            Lane::Noted(detail) => unsafe { load(self.plan, detail, at, buffers, k, filled) },
        };
        match found {
            Some(base) => Spot { base, step: 1 },
            None => Spot { base: buffers.base(k), step: 0 },
        }
    }

    /// Scales and clips `n` numbers of an adjusted lane into its buffer `k`, and tells where that is.
    #[inline(always)]
    fn adjust(&self, from: Base<T>, n: usize, buffers: &mut Tiles<'_, T>, k: usize) -> Base<T> {
        // SAFETY: `follow` has found `n` numbers of an input here. Nobody writes them, since they are the gradient's.
        let numbers = unsafe { from_raw_parts(from.get(), n) };
        // SAFETY: buffer `k` is this lane's, and references into it have ended, as for `load`.
        let (buffer, _) = unsafe { buffers.with_spare(k) };
        self.plan.adjust.apply(numbers, &mut buffer[..n]);
        buffers.base(k)
    }
}

const _: () = assert!(TILE.is_multiple_of(BLOCK) && BLOCK.is_multiple_of(LANES));
