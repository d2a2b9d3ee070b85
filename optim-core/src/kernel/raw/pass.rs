//! One pass over memory: made ready, divided among threads, and walked unit by unit.

#![allow(clippy::needless_range_loop, reason = "one index runs over several fixed-size arrays of lanes at once")]

use std::slice::from_raw_parts;

use super::base::Base;
use super::claim::Part;
use super::coded::{decode, encode};
use super::desk::{Buffers, Desk, Tiles};
use super::lane::{Adjust, Lane, Plan, load, store};
use super::moves::Moves;
use super::prepare::{Prepared, Streams, results_of};
use super::reduce::{Red, take_in};
use super::share::{Division, Own, Share, Stretch};
use super::work::{Registers, Spot, Spots, Work, look_ahead};
use crate::kernel::arena::Arena;
use crate::kernel::combine::Sums;
use crate::kernel::fold::{Accumulators, Folds, LANES, halve_by};
use crate::kernel::geometry::Geometry;
use crate::kernel::partial::Partial;
use crate::kernel::program::{PassParameters, StepNumbers};
use crate::kernel::threads::side_by_side;
use crate::kernel::{Cx, Extent, Float, TILE};
use crate::shape::Axes;

impl<T: Float> Cx<'_, T> {
    /// One pass of a program: `tile` is called for consecutive stretches of its index space, with the scalars of `known` that it uses, rounded to
    /// the element type and as they are, the numbers of each input (read), of each output (read and written), and a place for each reduction's
    /// numbers, which it fills. The results of reductions that keep nothing go to `known`, the others to their scratch slots.
    ///
    /// Outputs must have all axes of the extent, inputs that lack one are repeated along it.
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
    pub(crate) fn pass_described<const I: usize, const O: usize, const R: usize, const K: usize, const L: usize>(
        &mut self,
        parameters: &PassParameters<I, O, R, K, L>,
        moves: &Moves<I, O, R>,
        known: &mut StepNumbers,
        tile: impl Fn([T; K], [f64; L], [&[T]; I], [&mut [T]; O], [&mut [f64]; R]) + Sync,
    ) {
        let isa = self.isa;
        let body = |work: &mut Work<'_, T, I, O, R>| {
            isa.run_by_level(
                #[inline(always)]
                |lowest| work.run(lowest, &tile),
            );
        };
        self.pass_by_body(parameters, moves, known, &body);
    }

    /// The same for a closure that is compiled once, not for each instruction set.
    pub(crate) fn pass_at_any_level<const I: usize, const O: usize, const R: usize, const K: usize, const L: usize>(
        &mut self,
        parameters: &PassParameters<I, O, R, K, L>,
        moves: &Moves<I, O, R>,
        known: &mut StepNumbers,
        tile: impl Fn([T; K], [f64; L], [&[T]; I], [&mut [T]; O], [&mut [f64]; R]) + Sync,
    ) {
        self.pass_by_body(parameters, moves, known, &|work| work.run(true, &tile));
    }

    #[inline(always)]
    fn pass_by_body<const I: usize, const O: usize, const R: usize, const K: usize, const L: usize>(
        &mut self,
        PassParameters { extent, casts, numbers, results, .. }: &PassParameters<I, O, R, K, L>,
        moves: &Moves<I, O, R>,
        known: &mut StepNumbers,
        body: &Body<'_, T, I, O, R>,
    ) {
        if self.block.is_empty() {
            let (mut own_casts, mut own) = ([T::ZERO; K], [0.0; L]);
            for k in 0..K {
                own_casts[k] = T::cast(known.of(casts[k]));
            }
            for k in 0..L {
                own[k] = known.of(numbers[k]);
            }
            let registers = Registers { casts: &own_casts, numbers: &own };
            let found = self.pass_one(*extent, moves, registers, body);
            for k in 0..R {
                known.set(results[k], found[k]);
            }
            return;
        }
        let found = self.pass_block(*extent, moves, (casts, numbers, known), body);
        for k in 0..R {
            known.set_all(results[k], found[k]);
        }
    }

    /// One pass for one parameter.
    #[inline(never)]
    pub(super) fn pass_one<const I: usize, const O: usize, const R: usize>(
        &mut self,
        extent: Extent,
        moves: &Moves<I, O, R>,
        registers: Registers<'_, T>,
        body: &Body<'_, T, I, O, R>,
    ) -> [f64; R] {
        // Everything that does not depend on the closure is a function of slices: it is compiled once, not for every pass.
        let mut results = [0.0; R];
        let (mut lanes_in, mut lanes_out) = ([Lane::Absent; I], [Lane::Absent; O]);
        let mut reds = [Red::NONE; R];
        let mut geometry = Geometry::flat(0);
        let plain = self.prepare_plain(extent, moves, (&mut lanes_in, &mut lanes_out), &mut reds, &mut geometry);
        let mut widened = false;
        let is_plain = plain.is_some();
        let prepared = plain.or_else(|| {
            let Moves { inputs, mut outputs, reductions, .. } = *moves;
            widened = self.widen(extent, &inputs, &mut outputs, &reductions);
            let streams = Streams { inputs: &inputs, outputs: &outputs, reductions: &reductions };
            self.prepare(extent, streams, (&mut lanes_in, &mut lanes_out), &mut reds, &mut geometry, &mut results)
        });
        let Some(Prepared { linear, columns, span, partials: first }) = prepared else {
            return results;
        };
        // All of a small parameter in C order.
        let is_small = is_plain && geometry.units == 1 && !matches!(self.claim.part(), Part::Range(..));
        let Arena { desk, notes, partials, .. } = &mut *self.arena;
        let partials = &mut partials[first..];
        // Referred to, not moved: copies of what was just written would wait for it to be read back.
        let plan = Plan { geometry: &geometry, isa: self.isa, notes, adjust: Adjust::new(*self.claim.job.load) };
        let (inputs, outputs) = (&lanes_in, &lanes_out);
        let pass = Pass { plan: &plan, inputs, outputs, registers, reductions: &reds, partials, columns, linear };
        let is_done = is_small && pass.run_at_once(desk, body, &mut results);
        if !is_done {
            pass.run(Division::new(&self.claim, &geometry, span), desk, body);
        }
        if R > 0 && !is_done {
            results_of(&geometry, &reds, partials, &mut results);
        }
        if widened {
            self.narrow();
        }
        results
    }
}

/// A pass with its lanes, ready to run on any thread. Nothing here depends on what it computes, nor on the instruction
/// set: that is the body's.
pub(super) struct Pass<'n, T, const I: usize, const O: usize, const R: usize> {
    pub(super) plan: &'n Plan<'n, T>,
    pub(super) inputs: &'n [Lane<T>; I],
    pub(super) outputs: &'n [Lane<T>; O],
    pub(super) registers: Registers<'n, T>,
    pub(super) reductions: &'n [Red<T>; R],
    /// One number per unit and reduction, then what `Red::partial` points to.
    pub(super) partials: &'n [Partial],
    /// Column sums that a desk must hold.
    pub(super) columns: usize,
    /// True if tiles are parts of rows, all lanes move along a row or stay, and all reductions are sums.
    pub(super) linear: bool,
}

/// The loop of a pass, compiled for each instruction set: one call for each piece of work.
pub(super) type Body<'b, T, const I: usize, const O: usize, const R: usize> =
    dyn Fn(&mut Work<'_, T, I, O, R>) + Sync + 'b;

/// The data that a worker keeps from one run of a unit to the next.
struct Held<const I: usize, const O: usize, const R: usize> {
    /// For whom the buffers of inputs and outputs were filled last.
    filled: ([usize; I], [usize; O]),
    sums: [Accumulators; R],
}

impl<T: Float, const I: usize, const O: usize, const R: usize> Pass<'_, T, I, O, R> {
    /// Processes all units of a part, and returns when that is done.
    fn run(&self, division: Division<'_, T>, desk: &mut Desk<T>, body: &Body<'_, T, I, O, R>) {
        match division {
            Division::Many(workers, shares, arenas) => side_by_side(workers, &|| {
                let mut arena = arenas.take();
                let mut buffers = arena.desk.spread(I + O, R, self.columns);
                while let Some(mut share) = shares.next() {
                    self.run_share(&mut share, &mut buffers, body);
                }
                arenas.put_back(arena);
            }),
            Division::One(mut share) => self.run_share(&mut share, &mut desk.spread(I + O, R, self.columns), body),
        }
    }

    /// Processes a share of the units. Like lanes further down, it is referred to, not moved: a copy of what was just
    /// written would wait for it to be read back, which small parameters feel.
    pub(super) fn run_share(&self, share: &mut Share, buffers: &mut Buffers<'_, T>, body: &Body<'_, T, I, O, R>) {
        let geometry = self.plan.geometry;
        while let Some(own) = share.next(geometry) {
            let mut held = Held { filled: ([0; I], [0; O]), sums: [[0.0; LANES]; R] };
            for k in 0..R {
                held.sums[k] = [self.reductions[k].rule.fold.start(); LANES];
            }
            let mut runs = own.runs();
            while let Some(at) = runs.next(geometry) {
                if self.linear {
                    self.run_line(at, buffers, &mut held, body);
                } else {
                    self.run_tiles(at, buffers, &mut held, body);
                }
            }
            self.leave_sums(&own, &held.sums);
        }
    }

    /// Leaves what a unit's elements were combined to.
    #[inline(always)]
    fn leave_sums(&self, own: &Own, sums: &[Accumulators; R]) {
        for k in 0..R {
            self.partials[own.unit().index * R + k].set(halve_by(self.reductions[k].rule.fold, &sums[k]));
        }
    }

    /// Processes a run where every lane either moves along with the position or stays: all at once, or a tile at a time if
    /// numbers must be adjusted before. This is the way that matters.
    #[inline(always)]
    fn run_line(
        &self,
        mut at: Stretch<'_>,
        buffers: &mut Buffers<'_, T>,
        held: &mut Held<I, O, R>,
        body: &Body<'_, T, I, O, R>,
    ) {
        let geometry = self.plan.geometry;
        let len = at.left();
        if len == 0 {
            return;
        }
        at.tile(len);
        let nowhere = Spot { base: buffers.lanes.base(0), step: 0 };
        let (mut reads, mut writes) = ([nowhere; I], [nowhere; O]);
        let mut at_once = len;
        for k in 0..I {
            reads[k] = self.follow(&self.inputs[k], at, &mut buffers.lanes, k, &mut held.filled.0[k]);
            if matches!(self.inputs[k], Lane::Adjusted(_) | Lane::Coded(_)) {
                at_once = TILE;
            }
        }
        for k in 0..O {
            writes[k] = self.follow(&self.outputs[k], at, &mut buffers.lanes, I + k, &mut held.filled.1[k]);
            if matches!(self.outputs[k], Lane::Coded(_)) {
                at_once = TILE;
            }
        }
        for red in self.reductions {
            if red.rule.kept == Axes::Cols {
                red.rule.columns(at.unit(), at.at(), buffers.columns);
            }
        }
        let first = at.at().i;
        let mut from = 0;
        while from < len {
            let n = at_once.min(len - from);
            let mut spots = Spots { inputs: reads, outputs: writes };
            for k in 0..I {
                spots.inputs[k].base = match self.inputs[k] {
                    Lane::Adjusted(_) => adjust(self.plan, reads[k].after(from), n, &mut buffers.lanes, k),
                    Lane::Coded(lane) => decode(self.plan, lane, (first + from, n), &mut buffers.lanes, k),
                    Lane::Absent | Lane::Line(_) | Lane::Noted(_) => reads[k].after(from),
                };
            }
            for k in 0..O {
                spots.outputs[k].base = match self.outputs[k] {
                    Lane::Coded(lane) => decode(self.plan, lane, (first + from, n), &mut buffers.lanes, I + k),
                    _ => writes[k].after(from),
                };
            }
            // They are those of the run's next `n` elements.
            body(&mut Work {
                spots: &[spots],
                registers: self.registers,
                reductions: self.reductions,
                n,
                from,
                step: geometry.step,
                linear: true,
                lent: buffers.lanes.lend(),
                arguments: buffers.arguments,
                columns: buffers.columns,
                sums: std::slice::from_mut(&mut held.sums),
            });
            for k in 0..O {
                if let Lane::Coded(lane) = self.outputs[k] {
                    encode(self.plan, lane, (first + from, n), &mut buffers.lanes, I + k);
                }
            }
            from += n;
        }
        at.advance(geometry);
        // Nothing is left, which tells the reductions that the run ends.
        at.tile(0);
        for k in 0..R {
            if self.reductions[k].rule.kept != Axes::Scalar {
                let red = &self.reductions[k];
                let (lanes, columns, results) = (&mut held.sums[k], &mut *buffers.columns, &mut *buffers.results);
                let sums = Sums { lanes, columns, results };
                take_in(self.plan, red, at, (&[0.0; TILE], 0), sums, self.partials);
            }
        }
    }

    /// Processes a run of any kind, tile by tile.
    #[inline(always)]
    fn run_tiles(
        &self,
        mut at: Stretch<'_>,
        buffers: &mut Buffers<'_, T>,
        held: &mut Held<I, O, R>,
        body: &Body<'_, T, I, O, R>,
    ) {
        let geometry = self.plan.geometry;
        while at.left() > 0 {
            at.tile(geometry.step);
            let n = at.at().n;
            let nowhere = Spot { base: buffers.lanes.base(0), step: 0 };
            let mut spots = Spots { inputs: [nowhere; I], outputs: [nowhere; O] };
            for k in 0..I {
                spots.inputs[k].base = self.fetch(&self.inputs[k], at, &mut buffers.lanes, k, &mut held.filled.0[k]);
            }
            for k in 0..O {
                spots.outputs[k].base =
                    self.fetch(&self.outputs[k], at, &mut buffers.lanes, I + k, &mut held.filled.1[k]);
            }
            body(&mut Work {
                spots: &[spots],
                registers: self.registers,
                reductions: self.reductions,
                n,
                from: 0,
                step: geometry.step,
                linear: false,
                lent: buffers.lanes.lend(),
                arguments: buffers.arguments,
                columns: buffers.columns,
                sums: std::slice::from_mut(&mut held.sums),
            });
            for k in 0..O {
                match self.outputs[k] {
                    // SAFETY: this is an output, and the stretch is one of this thread's share.
                    Lane::Noted(detail) => unsafe { store(self.plan, detail, at, &mut buffers.lanes, I + k) },
                    Lane::Coded(lane) => encode(self.plan, lane, (at.at().i, n), &mut buffers.lanes, I + k),
                    Lane::Absent | Lane::Line(_) | Lane::Adjusted(_) => {}
                }
            }
            for k in 0..R {
                let red = &self.reductions[k];
                let (lanes, columns, results) = (&mut held.sums[k], &mut *buffers.columns, &mut *buffers.results);
                let sums = Sums { lanes, columns, results };
                take_in(self.plan, red, at, (&buffers.arguments[k].0, n), sums, self.partials);
            }
            at.advance(geometry);
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
            Lane::Adjusted(_) => adjust(self.plan, found, at.at().n, buffers, k),
            Lane::Coded(lane) => decode(self.plan, *lane, (at.at().i, at.at().n), buffers, k),
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
            // Each piece is decoded into the buffer when it is due.
            Lane::Coded(_) => return Spot { base: buffers.base(k), step: 1 },
            Lane::Absent => None,
            Lane::Noted(detail) => load(self.plan, detail, at, buffers, k, filled),
        };
        match found {
            Some(base) => Spot { base, step: 1 },
            None => Spot { base: buffers.base(k), step: 0 },
        }
    }
}

/// Scales and clips `n` numbers of an adjusted lane, which begin at `from`, into its buffer `k`, and tells where that is. A
/// function of its own, which is compiled once for all passes.
#[inline(never)]
fn adjust<T: Float>(plan: &Plan<'_, T>, from: Base<T>, n: usize, buffers: &mut Tiles<'_, T>, k: usize) -> Base<T> {
    look_ahead(from, n);
    // SAFETY: `follow` has found `n` numbers of an input here. Nobody writes them, since they are the gradient's.
    let numbers = unsafe { from_raw_parts(from.get(), n) };
    let (buffer, _) = buffers.with_spare(k);
    plan.isa.run(
        #[inline(always)]
        || plan.adjust.apply(numbers, &mut buffer[..n]),
    );
    buffers.base(k)
}
