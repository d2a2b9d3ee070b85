//! Passes over small parameters: one at once, and a block of several that are alike.

#![allow(clippy::needless_range_loop, reason = "one index runs over several fixed-size arrays of lanes at once")]

use std::ops::Range;
use std::slice::from_raw_parts;

use super::base::Base;
use super::desk::{Buffers, Desk};
use super::lane::{Adjust, Lane};
use super::lines::{BEFORE_STATES, GRAD, LineBlock, PARAM};
use super::moves::Moves;
use super::pass::{Body, Pass};
use super::reduce::Red;
use super::work::{Registers, Spot, Spots, Work};
use crate::kernel::arena::Arena;
use crate::kernel::fold::{Combine, LANES, Sum, halve};
use crate::kernel::geometry::Geometry;
use crate::kernel::level::Isa;
use crate::kernel::program::{FEW, GROUP, Lanes, ScalarOperand, StepNumbers};
use crate::kernel::{Cx, Extent, Float, GradLoad, Source, StateSlot, Stream};

impl<T: Float, const I: usize, const O: usize, const R: usize> Pass<'_, T, I, O, R> {
    /// Processes a line that is one unit, and all of a claim, at once: what going through units, runs and tiles comes to where there is
    /// one of each, and tells the results. `false`, and nothing is done, if numbers must be made ready before.
    #[inline(never)]
    pub(super) fn run_at_once(&self, desk: &mut Desk<T>, body: &Body<'_, T, I, O, R>, results: &mut [f64; R]) -> bool {
        let mut buffers = desk.spread(I + O, R, self.columns);
        let mut spots = Spots { inputs: self.nowhere(&buffers, 0), outputs: self.nowhere(&buffers, I) };
        let ready = place(self.inputs, &mut spots.inputs) && place(self.outputs, &mut spots.outputs);
        if !self.linear || !ready {
            return false;
        }
        let mut sums = [[Sum::START; LANES]; R];
        body(&mut Work {
            spots: &[spots],
            registers: self.registers,
            reductions: self.reductions,
            n: self.plan.geometry.len(),
            from: 0,
            step: self.plan.geometry.step,
            linear: true,
            lent: buffers.lanes.lend(),
            arguments: buffers.arguments,
            columns: buffers.columns,
            sums: std::slice::from_mut(&mut sums),
        });
        for k in 0..R {
            results[k] = self.reductions[k].rule.result(halve::<Sum>(&sums[k]));
        }
        true
    }

    /// The buffers of so many streams, the first of them at `first`: where a stream is that is absent.
    #[inline(always)]
    fn nowhere<const N: usize>(&self, buffers: &Buffers<'_, T>, first: usize) -> [Spot<T>; N] {
        nowhere(buffers, first)
    }
}

#[inline(always)]
fn nowhere<T: Float, const N: usize>(buffers: &Buffers<'_, T>, first: usize) -> [Spot<T>; N] {
    std::array::from_fn(
        #[inline(always)]
        |k| Spot { base: buffers.lanes.base(first + k), step: 0 },
    )
}

/// Most elements of parameters whose gradients are scaled or clipped for a block: these copies are to stay in cache.
const ADJUSTED: usize = 2048;

impl<T: Float> Cx<'_, T> {
    /// A pass over all parameters of a block: as many as fit at a time where all streams are lines, else one after another.
    #[inline(never)]
    pub(super) fn pass_block<const I: usize, const O: usize, const R: usize>(
        &mut self,
        extent: Extent,
        moves: &Moves<I, O, R>,
        registers: GivenScalars<'_>,
        body: &Body<'_, T, I, O, R>,
    ) -> [Lanes; R] {
        let mut results = [[0.0; FEW]; R];
        if !self.run_lines(extent, moves, registers, body, &mut results) {
            let mut buffer = std::mem::take(&mut self.arena.registers);
            for item in 0..self.block.len() {
                let known = item.min(self.block.different() - 1);
                let registers = buffer.fill(registers, known..known + 1);
                self.turn_to(item);
                let own = self.pass_one(extent, moves, registers, body);
                self.turn_back(item);
                for k in 0..R {
                    results[k][item] = own[k];
                }
            }
            self.arena.registers = buffer;
        }
        results
    }

    /// From here on the context is that of one parameter of the block.
    fn turn_to(&mut self, item: usize) {
        self.claim.turn_to(item);
        if item > 0
            && let Arena { scratch, beside, .. } = &mut *self.arena
            && let Some(own) = beside.get_mut(item - 1)
        {
            std::mem::swap(scratch, own);
        }
    }

    /// From here on it is that of the first one again.
    fn turn_back(&mut self, item: usize) {
        self.turn_to(item);
        self.claim.turn_to(0);
    }

    /// Does a pass if all its streams are lines or absent, and its reductions are sums of all numbers; `false`, and nothing is done, else.
    #[inline(always)]
    fn run_lines<const I: usize, const O: usize, const R: usize>(
        &mut self,
        extent: Extent,
        moves: &Moves<I, O, R>,
        registers: GivenScalars<'_>,
        body: &Body<'_, T, I, O, R>,
        results: &mut [Lanes; R],
    ) -> bool {
        let Moves { inputs, outputs, reductions, .. } = moves;
        let len = self.claim.len();
        let geometry = Geometry::flat(len);
        let fits = moves.is_plain && moves.has_sums && len > 0 && extent.len() == len && geometry.units == 1;
        let (mut sources_in, mut sources_out) = ([From::Nowhere; I], [From::Nowhere; O]);
        if !fits
            || !self.is_whole()
            || !self.find_sources(inputs, &mut sources_in)
            || !self.find_sources(outputs, &mut sources_out)
        {
            return false;
        }
        let mut reds = [Red::NONE; R];
        for k in 0..R {
            reds[k] = Red::one(&reductions[k], len);
        }
        let same = self.block.same || !differs(registers.0) && !differs(registers.1);
        let (isa, load) = (self.isa, *self.claim.job.load);
        let adjusts = !load.is_plain() && sources_in.iter().any(|from| matches!(from, From::Grad));
        let Arena { desk, scratch, beside, registers: buffer, adjusted, .. } = &mut *self.arena;
        let mut buffers = desk.spread(I + O, R, 0);
        let mut spots = Spots { inputs: nowhere(&buffers, 0), outputs: nowhere(&buffers, I) };
        let steps_in = spots.inputs.iter_mut().zip(&sources_in);
        let steps_out = spots.outputs.iter_mut().zip(&sources_out);
        steps_in.chain(steps_out).for_each(|(spot, from)| spot.step = usize::from(!matches!(from, From::Nowhere)));
        let mut spots = [spots; GROUP];
        let registers = buffer.fill(registers, 0..if same { 1 } else { self.block.len() });
        for (group, block) in self.block.groups().enumerate() {
            let first = group * GROUP;
            let adjusted = if adjusts { adjust(isa, load, block, len, adjusted) } else { &mut [] };
            let mut places = Places { block, first, adjusted, len, scratch: &mut *scratch, beside: &mut *beside };
            places.fill(&sources_in, &mut spots, |spots| &mut spots.inputs);
            places.fill(&sources_out, &mut spots, |spots| &mut spots.outputs);
            let count = block.len();
            let mut sums = [[[Sum::START; LANES]; R]; GROUP];
            body(&mut Work {
                spots: &spots[..count],
                registers: if same { registers } else { registers.of(first, self.block.len()) },
                reductions: &reds,
                n: len,
                from: 0,
                step: geometry.step,
                linear: true,
                lent: buffers.lanes.lend(),
                arguments: buffers.arguments,
                columns: buffers.columns,
                sums: &mut sums[..count],
            });
            for k in 0..R {
                for item in 0..count {
                    results[k][first + item] = reds[k].rule.result(halve::<Sum>(&sums[item][k]));
                }
            }
        }
        true
    }

    /// Where the streams of a plain pass are found in the lines of each parameter of the block; `false` if one is not there.
    fn find_sources(&self, streams: &[Stream], sources: &mut [From]) -> bool {
        let len = self.claim.len();
        streams.iter().zip(sources).all(|(stream, from)| {
            *from = match stream.source {
                Source::Param => From::Column(PARAM),
                Source::Grad if self.claim.job.load.is_plain() || len <= ADJUSTED => From::Grad,
                Source::State(state) => match self.claim.job.states.get(state) {
                    Some(StateSlot::Array(_)) => From::Column(BEFORE_STATES + state),
                    Some(StateSlot::Absent) | None => From::Nowhere,
                    Some(StateSlot::Scalar { .. } | StateSlot::Stored(_)) => return false,
                },
                Source::Scratch(slot) => {
                    let others = &self.arena.beside[..self.block.len() - 1];
                    let mut all = std::iter::once(&self.arena.scratch).chain(others);
                    if !all.all(|slots| slots.get(slot).is_some_and(|slot| slot.len() >= len)) {
                        return false;
                    }
                    From::Scratch(slot)
                }
                Source::Grad | Source::Input(_) | Source::Item(..) | Source::Draw(_) => return false,
            };
            true
        })
    }
}

/// Where the numbers of a stream are, for each parameter of a block.
#[derive(Clone, Copy)]
enum From {
    /// The stream is absent from all.
    Nowhere,
    /// In a column of the block.
    Column(usize),
    Grad,
    Scratch(usize),
}

/// Where the streams of a pass begin for some parameters of a block, the first of which is at a place.
struct Places<'p, 'a, T> {
    block: LineBlock<'a, T>,
    first: usize,
    /// Their gradients, `len` numbers of each, if they were scaled or clipped.
    adjusted: &'p mut [T],
    len: usize,
    scratch: &'p mut Vec<Vec<T>>,
    beside: &'p mut [Vec<Vec<T>>],
}

impl<T: Float> Places<'_, '_, T> {
    /// Fills in the spots of inputs or outputs: a stream for all parameters, then the next one.
    #[inline(always)]
    fn fill<const N: usize, S>(
        &mut self,
        sources: &[From; N],
        spots: &mut [S; GROUP],
        own: impl Fn(&mut S) -> &mut [Spot<T>; N],
    ) {
        for k in 0..N {
            let each = spots.iter_mut().map(|spots| &mut own(spots)[k].base);
            match sources[k] {
                From::Nowhere => {}
                From::Grad if !self.adjusted.is_empty() => {
                    let grads = self.adjusted.chunks_exact_mut(self.len);
                    each.zip(grads).for_each(|(base, grad)| *base = Base::of_mut(grad));
                }
                From::Grad => each.zip(self.block.column(GRAD)).for_each(|(base, own)| *base = own),
                From::Column(column) => each.zip(self.block.column(column)).for_each(|(base, own)| *base = own),
                From::Scratch(slot) => {
                    for (item, base) in (self.first..).zip(each).take(self.block.len()) {
                        let slots = match item.checked_sub(1) {
                            Some(other) => &mut self.beside[other],
                            None => &mut *self.scratch,
                        };
                        *base = Base::new(slots[slot].as_mut_ptr());
                    }
                }
            }
        }
    }
}

/// The gradients of some parameters of a block, scaled and clipped.
#[inline(never)]
fn adjust<'b, T: Float>(
    isa: Isa,
    load: GradLoad,
    block: LineBlock<'_, T>,
    len: usize,
    buffer: &'b mut Vec<T>,
) -> &'b mut [T] {
    buffer.resize(block.len() * len, T::ZERO);
    let adjust = Adjust::new(load);
    for (grad, to) in block.column(GRAD).zip(buffer.chunks_exact_mut(len)) {
        // SAFETY: each gradient of a block has `len` numbers here, and nobody writes a gradient meanwhile.
        let from = unsafe { from_raw_parts(grad.get(), len) };
        isa.run(
            #[inline(always)]
            || adjust.apply(from, to),
        );
    }
    buffer
}

/// The scalars of a pass: those that are rounded to the element type, those that are given as they are, and their numbers.
type GivenScalars<'s> = (&'s [ScalarOperand], &'s [ScalarOperand], &'s StepNumbers);

/// The registers of a pass over a block.
#[derive(Debug)]
pub(crate) struct RegisterBuffer<T> {
    casts: Vec<T>,
    numbers: Vec<f64>,
}

impl<T> Default for RegisterBuffer<T> {
    fn default() -> Self {
        Self { casts: Vec::new(), numbers: Vec::new() }
    }
}

impl<T: Float> RegisterBuffer<T> {
    /// Takes those of some parameters: the first ones rounded to the element type, the others as they are.
    fn fill(&mut self, (casts, numbers, known): GivenScalars<'_>, items: Range<usize>) -> Registers<'_, T> {
        fill(&mut self.casts, casts, known, &items, T::cast);
        fill(&mut self.numbers, numbers, known, &items, |x| x);
        Registers { casts: &self.casts, numbers: &self.numbers }
    }
}

/// The numbers of operands for some parameters, those of each parameter side by side.
fn fill<V: Float>(
    to: &mut Vec<V>,
    operands: &[ScalarOperand],
    known: &StepNumbers,
    items: &Range<usize>,
    cast: impl Fn(f64) -> V,
) {
    to.resize(operands.len() * items.len(), V::ZERO);
    for (place, operand) in operands.iter().enumerate() {
        let own = to.chunks_exact_mut(operands.len()).map(|own| &mut own[place]);
        match known.each(*operand) {
            Some(lanes) => own.zip(&lanes[items.clone()]).for_each(|(own, x)| *own = cast(*x)),
            None => {
                let same = cast(known.of(*operand));
                own.for_each(|own| *own = same);
            }
        }
    }
}

/// Returns true if some may differ between the parameters of a block.
fn differs(operands: &[ScalarOperand]) -> bool {
    operands.iter().any(|operand| matches!(operand, ScalarOperand::Each(_)))
}

/// Where lanes that are lines begin; `false` if one is neither a line nor absent.
#[inline(always)]
fn place<T: Float, const N: usize>(lanes: &[Lane<T>; N], spots: &mut [Spot<T>; N]) -> bool {
    for k in 0..N {
        match lanes[k] {
            Lane::Line(base) => spots[k] = Spot { base, step: 1 },
            Lane::Absent => {}
            Lane::Adjusted(_) | Lane::Coded(_) | Lane::Noted(_) => return false,
        }
    }
    true
}
