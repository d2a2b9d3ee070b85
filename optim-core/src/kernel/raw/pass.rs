//! One pass over memory: it is prepared, divided among threads, and processed unit by unit.

use std::slice::from_raw_parts;

use super::base::{Base, Spot, look_ahead};
use super::claim::Coverage;
use super::halves;
use super::lane::{Adjust, Lane, Notes, Plan, decode, encode, load, store};
use super::moves::Streams;
use super::pass_buffers::{Buffers, PassBuffers, ROOM, Tiles};
use super::prepare::{Prepared, results_of};
use super::ready::{Ready, Resolved};
use super::reduce::{Red, take_in};
use super::share::{Division, Own, Share, Stretch};
use super::work::{PassLoop, Registers, Work};
use crate::draw::Draw;
use crate::kernel::arena::Arena;
use crate::kernel::combine::Sums;
use crate::kernel::fold::{Accumulators, Folds, LANES, reduce_lanes_by};
use crate::kernel::geometry::Geometry;
use crate::kernel::partial::Partial;
use crate::kernel::program::{Drawn, PassParameters, StepNumbers};
use crate::kernel::threads::side_by_side;
use crate::kernel::{Float, StepContext, TILE};
use crate::shape::Axes;

impl<T: Float> StepContext<'_, T> {
    /// Runs one pass of a program: calls `body` for consecutive stretches of its index space. Described draws become draws of the step. Reductions
    /// that keep no axis write their results to `known`, all others to their scratch slots. Outputs must have all axes of the extent. Inputs that
    /// lack an axis are repeated along it. The order in which elements are combined depends only on the shape and the layout.
    ///
    /// # Panics
    /// If the arguments do not fit together. This never happens in generated code with valid jobs. The cases:
    /// - An output is also another stream of the pass, or a shared state.
    /// - An output or the gradient lacks an axis of the extent.
    /// - Two reductions, or a reduction and a stream, use the same slot.
    /// - A state has another number of elements than the extent over the stream's axes.
    /// - A stream is a scalar state, or an input that is one number.
    /// - A slot does not exist, or has fewer elements.
    /// - The kernel declares its passes as elementwise, but this pass is not.
    pub(crate) fn pass_described(
        &mut self,
        parameters: &PassParameters,
        draws: &[Drawn],
        known: &mut StepNumbers,
        body: &PassLoop<'_, T>,
    ) {
        let mut inputs = std::mem::take(&mut self.arena.drawn);
        let drawn = |draw: Draw| draws.get(draw.place()).map_or(draw, |described| self.drawn(described));
        let streams = parameters.moves.drawn(drawn, &mut inputs);
        let mut ready = self.arena.ready.take().unwrap_or_default();
        if self.block.is_empty() {
            let Ready { scalars, resolved, .. } = &mut *ready;
            let registers = scalars.fill(parameters, known, &(0..1));
            self.pass_one((parameters, streams), registers, resolved, body);
            for (operand, result) in parameters.results.iter().zip(&resolved.results) {
                known.set(*operand, *result);
            }
        } else {
            self.pass_block(parameters, streams, known, &mut ready, body);
        }
        self.arena.ready = Some(ready);
        self.arena.drawn = inputs;
    }

    /// Runs one pass for one parameter.
    #[inline(never)]
    pub(super) fn pass_one(
        &mut self,
        (PassParameters { extent, moves, takes_halves, flushed, .. }, streams): (&PassParameters, Streams<'_>),
        registers: Registers<'_, T>,
        resolved: &mut Resolved<T>,
        body: &PassLoop<'_, T>,
    ) {
        resolved.reset(streams);
        let Resolved { lanes, reds, results, outputs } = resolved;
        let mut geometry = Geometry::flat(0);
        let plain = self.prepare_plain(*extent, (moves, streams), lanes, reds, &mut geometry);
        let mut widened = false;
        let is_plain = plain.is_some();
        let prepared = plain.or_else(|| {
            outputs.clear();
            outputs.extend_from_slice(streams.outputs);
            widened = self.widen(*extent, streams.inputs, outputs, streams.reductions);
            let outputs = if widened { outputs } else { streams.outputs };
            self.prepare(*extent, (moves, Streams { outputs, ..streams }), lanes, reds, &mut geometry, results)
        });
        let Some(Prepared { linear, columns, span, partials: first }) = prepared else {
            return;
        };
        // True for a whole small parameter in C order.
        let is_small = is_plain && geometry.units == 1 && !matches!(self.claim.part(), Coverage::Range(..));
        let Arena { pass_buffers, notes, partials, .. } = &mut *self.arena;
        let partials = &mut partials[first..];
        let inputs = streams.inputs.len();
        let takes_halves = *takes_halves && linear && halves::are_read::<T>() && self.isa.takes_halves();
        let halves = if takes_halves && reads_halves(lanes, notes) {
            notes.roundings.clear();
            let Notes { roundings, details, .. } = &mut *notes;
            roundings.extend(lanes[inputs..].iter().map(|lane| match *lane {
                Lane::Coded(detail) => details[detail].coded.and_then(|coded| coded.random()),
                _ => None,
            }));
            Some(*flushed)
        } else {
            None
        };
        // Passed by reference, because a copy would have to wait for the values that were just written.
        let plan = Plan { geometry: &geometry, isa: self.isa, notes, adjust: Adjust::new(*self.claim.job.load) };
        let pass = Pass { plan: &plan, lanes, inputs, registers, reductions: reds, partials, columns, linear, halves };
        let is_done = is_small && pass.run_at_once(pass_buffers, body, results);
        if !is_done {
            pass.run(Division::new(&self.claim, &geometry, span), pass_buffers, body);
            results_of(&geometry, reds, partials, results);
        }
        if widened {
            self.narrow();
        }
    }
}

/// A pass with its lanes, ready to run on any thread. Only the body depends on the computation and on the instruction set.
pub(super) struct Pass<'n, T> {
    pub(super) plan: &'n Plan<'n, T>,
    /// The inputs, `inputs` of them, then the outputs.
    pub(super) lanes: &'n [Lane<T>],
    pub(super) inputs: usize,
    pub(super) registers: Registers<'n, T>,
    pub(super) reductions: &'n [Red<T>],
    /// One number per unit and reduction, then what `Rule::partial` points to.
    pub(super) partials: &'n [Partial],
    /// Column sums that a worker must hold.
    pub(super) columns: usize,
    /// True if tiles are parts of rows, all lanes move along a row or stay, and all reductions are sums.
    pub(super) linear: bool,
    /// `Some` if the loop reads and writes upper halves itself: a bit for each output to which it writes no subnormal number.
    pub(super) halves: Option<u64>,
}

impl<T: Float> Pass<'_, T> {
    /// Processes all units of a part, and returns when that is done.
    fn run(&self, division: Division<'_, T>, pass_buffers: &mut PassBuffers<T>, body: &PassLoop<'_, T>) {
        let (lanes, reductions) = (self.lanes.len(), self.reductions.len());
        match division {
            Division::Many(workers, shares, arenas) => side_by_side(workers, &|| {
                let mut arena = arenas.take();
                let mut buffers = arena.pass_buffers.spread(lanes, reductions, self.columns);
                while let Some(mut share) = shares.next() {
                    self.run_share(&mut share, &mut buffers, body);
                }
                arenas.put_back(arena);
            }),
            Division::One(mut share) => {
                self.run_share(&mut share, &mut pass_buffers.spread(lanes, reductions, self.columns), body);
            }
        }
    }

    /// Processes a share of the units. The share is passed by reference, as lanes are: a copy would have to wait for the values that were just
    /// written, which is measurable for small parameters.
    fn run_share(&self, share: &mut Share, buffers: &mut Buffers<'_, T>, body: &PassLoop<'_, T>) {
        let geometry = self.plan.geometry;
        while let Some(own) = share.next(geometry) {
            buffers.filled.fill(0);
            for (sums, red) in buffers.sums.iter_mut().zip(self.reductions) {
                *sums = [red.rule.fold.start(); LANES];
            }
            let mut runs = own.runs();
            while let Some(at) = runs.next(geometry) {
                if self.linear {
                    self.run_line(at, buffers, body);
                } else {
                    self.run_tiles(at, buffers, body);
                }
            }
            self.leave_sums(&own, buffers.sums);
        }
    }

    /// Stores the partial results of a unit.
    #[inline(always)]
    fn leave_sums(&self, own: &Own, sums: &[Accumulators]) {
        let first = own.unit().index * self.reductions.len();
        for (k, (red, sums)) in self.reductions.iter().zip(sums).enumerate() {
            self.partials[first + k].set(reduce_lanes_by(red.rule.fold, sums));
        }
    }

    /// Runs the loop over `n` elements from the element `at`, which is `from` elements after the start of the run.
    #[inline(always)]
    pub(super) fn run_body(
        &self,
        (at, from, n): (usize, usize, usize),
        buffers: &mut Buffers<'_, T>,
        body: &PassLoop<'_, T>,
    ) {
        body(
            self.plan.isa,
            &mut Work {
                spots: buffers.spots,
                starts: &[],
                inputs: self.inputs,
                count: 1,
                registers: self.registers,
                reductions: self.reductions,
                n,
                at,
                from,
                step: self.plan.geometry.step,
                linear: self.linear,
                roundings: self.halves.map(|_| &*self.plan.notes.roundings),
                lent: buffers.lanes.lend(),
                arguments: buffers.arguments,
                columns: buffers.columns,
                sums: &mut buffers.sums[..self.reductions.len()],
            },
        );
    }

    /// Processes a run in which each lane moves with the elements or stays fixed: in one call, or buffer by buffer if numbers must be decoded or
    /// adjusted first. Most of the work of a step is done here.
    #[inline(always)]
    fn run_line(&self, mut at: Stretch<'_>, buffers: &mut Buffers<'_, T>, body: &PassLoop<'_, T>) {
        let (geometry, plan) = (self.plan.geometry, self.plan);
        let len = at.left();
        if len == 0 {
            return;
        }
        at.tile(len);
        let mut at_once = len;
        for (k, lane) in self.lanes.iter().enumerate() {
            if let Some(halves) = self.halves(k) {
                buffers.spots[k] = halves.moved(at.at().i);
                continue;
            }
            buffers.spots[k] = self.follow(lane, at, &mut buffers.lanes, k, &mut buffers.filled[k]);
            if matches!(lane, Lane::Adjusted(_) | Lane::Coded(_)) {
                at_once = ROOM;
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
            for (k, lane) in self.lanes.iter().enumerate() {
                buffers.spots[k].base = match *lane {
                    Lane::Adjusted(base) => adjust(plan, base.after(first + from), n, &mut buffers.lanes, k),
                    Lane::Coded(lane) if self.halves(k).is_none() => {
                        decode(plan, lane, (first + from, n), &mut buffers.lanes, k)
                    }
                    Lane::Absent | Lane::Line(_) | Lane::Coded(_) | Lane::Noted(_) => continue,
                };
            }
            self.run_body((first + from, from, n), buffers, body);
            for (k, lane) in self.lanes.iter().enumerate() {
                if let (Lane::Coded(lane), None, true) = (lane, self.halves(k), k >= self.inputs) {
                    encode(plan, *lane, (first + from, n), &mut buffers.lanes, k);
                }
            }
            from += n;
            if from < len {
                buffers.spots.iter_mut().for_each(|spot| spot.base = spot.after(n));
            }
        }
        at.advance(geometry);
        // An empty tile signals the end of the run to the reductions.
        at.tile(0);
        for (k, red) in self.reductions.iter().enumerate() {
            if red.rule.kept != Axes::Scalar {
                let Buffers { columns, results, sums, .. } = buffers;
                let sums = Sums { lanes: &mut sums[k], columns, results };
                take_in((plan.isa, geometry), red, at, (&[0.0; TILE], 0), sums, self.partials);
            }
        }
    }

    /// The location of a lane's numbers, if the loop reads and writes them as upper halves.
    #[inline(always)]
    fn halves(&self, k: usize) -> Option<Spot<T>> {
        let (Some(flushed), Lane::Coded(detail)) = (self.halves, self.lanes[k]) else { return None };
        let is_flushed =
            k.checked_sub(self.inputs).is_some_and(|output| flushed.checked_shr(output as u32).unwrap_or(0) & 1 == 1);
        Some(Spot::halves(self.plan.notes.details[detail].coded?.halves()?, is_flushed))
    }

    /// Processes a run of any kind, tile by tile.
    #[inline(always)]
    fn run_tiles(&self, mut at: Stretch<'_>, buffers: &mut Buffers<'_, T>, body: &PassLoop<'_, T>) {
        let (geometry, plan) = (self.plan.geometry, self.plan);
        while at.left() > 0 {
            at.tile(geometry.step);
            let n = at.at().n;
            for (k, lane) in self.lanes.iter().enumerate() {
                let base = self.fetch(lane, at, &mut buffers.lanes, k, &mut buffers.filled[k]);
                buffers.spots[k] = Spot::fixed(base);
            }
            self.run_body((at.at().i, 0, n), buffers, body);
            for (k, lane) in self.lanes.iter().enumerate().skip(self.inputs) {
                match lane {
                    // SAFETY: this is an output, and the stretch is one of this thread's share.
                    Lane::Noted(detail) => unsafe { store(plan, *detail, at, &mut buffers.lanes, k) },
                    Lane::Coded(lane) => encode(plan, *lane, (at.at().i, n), &mut buffers.lanes, k),
                    Lane::Absent | Lane::Line(_) | Lane::Adjusted(_) => {}
                }
            }
            for (k, red) in self.reductions.iter().enumerate() {
                let Buffers { arguments, columns, results, sums, .. } = buffers;
                let sums = Sums { lanes: &mut sums[k], columns, results };
                take_in((plan.isa, geometry), red, at, (&arguments[k].0, n), sums, self.partials);
            }
            at.advance(geometry);
        }
    }

    /// Returns the start of a lane's numbers for one tile.
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

    /// Locates a lane's numbers for a tile or a run. Numbers of an adjusted line are not scaled and clipped yet.
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
            // The codes are decoded as many at a time as the buffer holds.
            Lane::Coded(_) => return Spot::line(buffers.base(k)),
            Lane::Absent => None,
            Lane::Noted(detail) => load(self.plan, detail, at, buffers, k, filled),
        };
        match found {
            Some(base) => Spot::line(base),
            None => Spot::fixed(buffers.base(k)),
        }
    }
}

/// Scales and clips `n` numbers of an adjusted lane, from `from`, into its buffer `k`, and returns the start of the buffer. It is a separate
/// function, so it is compiled once for all passes.
#[inline(never)]
fn adjust<T: Float>(plan: &Plan<'_, T>, from: Base<T>, n: usize, buffers: &mut Tiles<'_, T>, k: usize) -> Base<T> {
    look_ahead(from, n);
    // SAFETY: `follow` has found `n` numbers of an input here. Nobody writes them, since they are the gradient's.
    let numbers = unsafe { from_raw_parts(from.get(), n) };
    let buffer = buffers.own(k);
    plan.isa.run(
        #[inline(always)]
        || plan.adjust.apply(numbers, &mut buffer[..n]),
    );
    buffers.base(k)
}

/// Returns true if the loop can read the codes of some lanes itself. All other coded lanes use a buffer.
fn reads_halves<T: Float>(lanes: &[Lane<T>], notes: &Notes<T>) -> bool {
    lanes.iter().any(|lane| match *lane {
        Lane::Coded(detail) => notes.details[detail].coded.is_some_and(|coded| coded.halves().is_some()),
        _ => false,
    })
}
