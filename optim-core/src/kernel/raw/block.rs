//! Passes over small parameters: a whole parameter in one call, and a block of several similar parameters.

use std::iter::once;
use std::slice::from_raw_parts;

use super::base::{Base, Spot, Starts};
use super::lane::{Adjust, Lane};
use super::lines::{BEFORE_STATES, GRAD, LineBlock, PARAM};
use super::moves::Streams;
use super::pass::Pass;
use super::pass_buffers::PassBuffers;
use super::ready::{Located, Ready, Resolved};
use super::reduce::Red;
use super::work::{PassLoop, Work};
use crate::kernel::arena::Arena;
use crate::kernel::fold::{Combine, LANES, Sum, reduce_lanes_by};
use crate::kernel::geometry::Geometry;
use crate::kernel::level::Isa;
use crate::kernel::program::{GROUP, PassParameters, ScalarOperand, StepNumbers};
use crate::kernel::{Float, GradLoad, Source, StateSlot, StepContext, Stream};

impl<T: Float> Pass<'_, T> {
    /// Processes a line that is one unit and the whole claim in one call, and sets the results. It does the same as the loops over units, runs and
    /// tiles, which have one iteration each here. Returns false, and does nothing, if numbers must be decoded, gathered or adjusted first.
    #[inline(never)]
    pub(super) fn run_at_once(
        &self,
        pass_buffers: &mut PassBuffers<T>,
        body: &PassLoop<'_, T>,
        results: &mut [f64],
    ) -> bool {
        let (lanes, reductions) = (self.lanes, self.reductions);
        if !self.linear || !lanes.iter().all(|lane| matches!(lane, Lane::Line(_) | Lane::Absent)) {
            return false;
        }
        let mut buffers = pass_buffers.spread(lanes.len(), reductions.len(), self.columns);
        for (k, (lane, spot)) in lanes.iter().zip(&mut *buffers.spots).enumerate() {
            *spot = match lane {
                Lane::Line(base) => Spot::line(*base),
                _ => Spot::fixed(buffers.lanes.base(k)),
            };
        }
        // Maxima of absolute values can start at 0, too.
        buffers.sums[..reductions.len()].fill([Sum::START; LANES]);
        self.run_body((0, 0, self.plan.geometry.len()), &mut buffers, body);
        for ((result, red), sums) in results.iter_mut().zip(reductions).zip(buffers.sums) {
            *result = red.rule.result(reduce_lanes_by(red.rule.fold, sums));
        }
        true
    }
}

/// The largest number of streams of a pass that runs for a block. It limits an array on the stack.
const MOST_STREAMS: usize = 16;
/// The largest parameter whose gradients are scaled or clipped for a block, in elements: the copies must stay in cache.
const ADJUSTED: usize = 2048;

impl<T: Float> StepContext<'_, T> {
    /// Runs a pass for all parameters of a block: in groups if all streams are lines, otherwise one parameter after another.
    #[inline(never)]
    pub(super) fn pass_block(
        &mut self,
        parameters: &PassParameters,
        streams: Streams<'_>,
        known: &mut StepNumbers,
        ready: &mut Ready<T>,
        body: &PassLoop<'_, T>,
    ) {
        if self.run_lines(parameters, streams, known, ready, body) {
            return;
        }
        let Ready { scalars, resolved, .. } = ready;
        for item in 0..self.block.len() {
            let own = item.min(self.block.different() - 1);
            let registers = scalars.fill(parameters, known, &(own..own + 1));
            self.switch_to(item);
            self.pass_one((parameters, streams), registers, resolved, body);
            self.switch_back(item);
            for (operand, result) in parameters.results.iter().zip(&resolved.results) {
                if let Some(results) = known.each_mut(*operand) {
                    results[item] = *result;
                }
            }
        }
    }

    /// Switches the context to one parameter of the block.
    fn switch_to(&mut self, item: usize) {
        self.claim.switch_to(item);
        if item > 0
            && let Arena { scratch, beside, .. } = &mut *self.arena
            && let Some(own) = beside.get_mut(item - 1)
        {
            std::mem::swap(scratch, own);
        }
    }

    /// Switches the context back to the first parameter.
    fn switch_back(&mut self, item: usize) {
        self.switch_to(item);
        self.claim.switch_to(0);
    }

    /// Runs a pass if all its streams are lines or absent and its reductions are sums of all numbers. Otherwise it does nothing and returns false.
    #[inline(always)]
    #[expect(clippy::too_many_lines, reason = "each part would be one more call per pass of small parameters")]
    fn run_lines(
        &mut self,
        parameters: &PassParameters,
        Streams { inputs, outputs, reductions }: Streams<'_>,
        known: &mut StepNumbers,
        Ready { scalars, resolved: Resolved { reds, .. }, located }: &mut Ready<T>,
        body: &PassLoop<'_, T>,
    ) -> bool {
        let PassParameters { extent, moves, results, .. } = parameters;
        let len = self.claim.len();
        let geometry = Geometry::flat(len);
        let fits = moves.is_plain && moves.has_sums && len > 0 && extent.len() == len && geometry.units == 1;
        let streams = inputs.len() + outputs.len();
        located.resize(streams, Located::Nowhere);
        if !fits || streams > MOST_STREAMS || !self.is_whole() || !self.locate(inputs.iter().chain(outputs), located) {
            return false;
        }
        reds.clear();
        reds.extend(reductions.iter().map(|reduction| Red::one(reduction, len)));
        let same = self.block.same || !differs(&parameters.casts, &parameters.numbers);
        let (isa, load) = (self.isa, *self.claim.job.load);
        let adjusts = located.iter().any(|located| matches!(located, Located::Grad));
        let Arena { pass_buffers, scratch, beside, adjusted, .. } = &mut *self.arena;
        let mut buffers = pass_buffers.spread(streams, reds.len(), 0);
        let registers = scalars.fill(parameters, known, &(0..if same { 1 } else { self.block.len() }));
        // The buffers of reductions and of other numbers are large enough for a group.
        let in_columns = |located: &Located| matches!(located, Located::Nowhere | Located::Column(_));
        let most = if reds.is_empty() && located.iter().all(in_columns) { self.block.len() } else { GROUP };
        let mut first = 0;
        for block in self.block.groups(most) {
            let count = block.len();
            let mut starts = [Starts { bases: &[], each: 0 }; MOST_STREAMS];
            let adjusted = if adjusts { adjust(isa, load, block, len, adjusted) } else { &mut [] };
            // Iterators over several lists at once are calls.
            let mut own = buffers.starts.chunks_exact_mut(GROUP);
            for (k, located) in located.iter().enumerate() {
                let Some(own) = own.next() else { break };
                starts[k] = match *located {
                    Located::Column(column) => block.column(column),
                    Located::Nowhere => Starts::stored(own, 0, once(buffers.lanes.base(k))),
                    Located::Grad => Starts::stored(own, 1, adjusted.chunks_exact_mut(len).map(Base::of_mut)),
                    Located::Scratch(slot) => {
                        let bases = (first..first + count).map(|item| {
                            let other = item.checked_sub(1).map(|other| &mut beside[other]);
                            Base::new(other.unwrap_or(&mut *scratch)[slot].as_mut_ptr())
                        });
                        Starts::stored(own, 1, bases)
                    }
                };
                let base = starts[k].of(0);
                buffers.spots[k] = if starts[k].each == 0 { Spot::fixed(base) } else { Spot::line(base) };
            }
            let sums = &mut buffers.sums[..count * reds.len()];
            sums.fill([Sum::START; LANES]);
            body(
                isa,
                &mut Work {
                    spots: buffers.spots,
                    starts: &starts[..streams],
                    inputs: inputs.len(),
                    count,
                    registers: if same { registers } else { registers.of(first, self.block.len()) },
                    reductions: reds,
                    n: len,
                    at: 0,
                    from: 0,
                    step: geometry.step,
                    linear: true,
                    roundings: None,
                    lent: buffers.lanes.lend(),
                    arguments: buffers.arguments,
                    columns: buffers.columns,
                    sums,
                },
            );
            for (k, (operand, red)) in results.iter().zip(&*reds).enumerate() {
                let Some(results) = known.each_mut(*operand) else { continue };
                for (item, result) in results[first..first + count].iter_mut().enumerate() {
                    *result = red.rule.result(reduce_lanes_by(red.rule.fold, &sums[item * reds.len() + k]));
                }
            }
            first += count;
        }
        true
    }

    /// Locates the streams of a plain pass among the lines of each parameter in the block. Returns false if one is missing.
    fn locate<'s>(&self, mut streams: impl Iterator<Item = &'s Stream>, located: &mut [Located]) -> bool {
        let len = self.claim.len();
        let mut located = located.iter_mut();
        streams.all(|stream| {
            let Some(located) = located.next() else { return false };
            *located = match stream.source {
                Source::Param => Located::Column(PARAM),
                Source::RawGrad => Located::Column(GRAD),
                Source::Grad if self.claim.job.load.is_plain() => Located::Column(GRAD),
                Source::Grad if len <= ADJUSTED => Located::Grad,
                Source::State(state) => match self.claim.job.states.get(state) {
                    Some(StateSlot::Array(_)) => Located::Column(BEFORE_STATES + state),
                    Some(StateSlot::Absent) | None => Located::Nowhere,
                    Some(StateSlot::Scalar { .. } | StateSlot::Stored(_)) => return false,
                },
                Source::Scratch(slot) => {
                    let others = &self.arena.beside[..self.block.len() - 1];
                    let mut all = once(&self.arena.scratch).chain(others);
                    if !all.all(|slots| slots.get(slot).is_some_and(|slot| slot.len() >= len)) {
                        return false;
                    }
                    Located::Scratch(slot)
                }
                Source::Grad | Source::Input(_) | Source::Item(..) | Source::Repeated(_) | Source::Draw(_) => {
                    return false;
                }
            };
            true
        })
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
    for ([_, grad], to) in block.own.iter().zip(buffer.chunks_exact_mut(len)) {
        // SAFETY: each gradient of a block has `len` numbers here, and nobody writes a gradient meanwhile.
        let from = unsafe { from_raw_parts(grad.get(), len) };
        isa.run(
            #[inline(always)]
            || adjust.apply(from, to),
        );
    }
    buffer
}

/// Returns true if some scalars may differ between the parameters of a block.
fn differs(casts: &[ScalarOperand], numbers: &[ScalarOperand]) -> bool {
    casts.iter().chain(numbers).any(|operand| matches!(operand, ScalarOperand::Each(_)))
}
