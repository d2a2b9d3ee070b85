//! The code that is compiled for each pass and each instruction set: the innermost loops of a step.

#![allow(clippy::needless_range_loop, reason = "one index runs over several fixed-size arrays of lanes at once")]

use super::base::{Spot, Starts};
use super::halves::{self, LocalBlock, Rounding};
use super::pass_buffers::{Lent, Wide};
use super::reduce::Red;
use super::tile::{BLOCK, Tile, array, none};
use crate::draw::{DrawKey, KnownGroup};
use crate::kernel::fold::{Accumulators, LANES, Sum, add_lanes, join_to};
use crate::kernel::level::{Isa, ONE_LOOP, ProcessorHalves};
use crate::kernel::{Float, LoopCode, TILE};
use crate::shape::Axes;

/// The scalars of a pass: the same for all parameters of a block, or one set after another for each parameter.
#[derive(Clone, Copy)]
pub(super) struct Registers<'w, T> {
    /// Rounded to the element type.
    pub(super) casts: &'w [T],
    /// Not rounded, for scalar arithmetic of the pass.
    pub(super) numbers: &'w [f64],
}

impl<T> Registers<'_, T> {
    /// The registers from the parameter `first`, if each of `count` parameters has its own.
    #[inline(always)]
    pub(super) fn of(self, first: usize, count: usize) -> Self {
        let Self { casts, numbers } = self;
        Self { casts: &casts[casts.len() / count * first..], numbers: &numbers[numbers.len() / count * first..] }
    }
}

/// A piece of a pass: `n` consecutive elements of one parameter, or of each of several parameters.
// Invariant: an input or output that moves along has `n` numbers, one that stays has `step` of them, and `n` is at most `step`
// unless the pass is linear; one that stays in a linear pass has a tile. The numbers are those of a stretch or of a lent buffer of this thread:
// nobody writes an input's meanwhile, an output's are this thread's alone, and no other stream of the pass has any of them, but for buffers that
// stand for what is absent from several parameters. All of this also holds at the starts for each parameter of a block.
pub(crate) struct Work<'w, T> {
    /// The spots of one parameter, or of the first of a block: the inputs, `inputs` of them, then the outputs.
    pub(super) spots: &'w [Spot<T>],
    /// The starts at these spots, for each parameter of a block; empty for one parameter.
    pub(super) starts: &'w [Starts<'w, T>],
    pub(super) inputs: usize,
    /// The number of parameters.
    pub(super) count: usize,
    pub(super) registers: Registers<'w, T>,
    pub(super) reductions: &'w [Red<T>],
    pub(super) n: usize,
    /// The index of the first of these elements in the parameter.
    pub(super) at: usize,
    /// The number of elements of the run before them.
    pub(super) from: usize,
    /// The largest number of elements of a tile.
    pub(super) step: usize,
    /// True if the pass is linear. Otherwise the caller adds the arguments to the reductions.
    pub(super) linear: bool,
    /// `Some` if some numbers are upper halves; then the pass is linear. For each output the source of random bits, if it is rounded at random.
    pub(super) roundings: Option<&'w [Option<DrawKey>]>,
    /// Borrows the buffers that contain some of these numbers.
    pub(super) lent: Lent<'w, T>,
    /// The arguments of the reductions, a tile for each.
    pub(super) arguments: &'w mut [Wide],
    /// Sums per column. In a linear pass, they belong to the elements of the run.
    pub(super) columns: &'w mut [f64],
    /// The sums of each reduction for each parameter.
    pub(super) sums: &'w mut [Accumulators],
}

/// The smallest parameter of a block whose later elements are prefetched. In a smaller one, they would belong to other arrays. A piece of one
/// parameter may be a short row, and the next row follows.
const WORTH_LOOKING: usize = 512;

/// The loop of a pass. It is called for each piece of work, with the instruction set to use.
pub(crate) type PassLoop<'b, T> = dyn Fn(Isa, &mut Work<'_, T>) + Send + Sync + 'b;

impl<T: Float> Work<'_, T> {
    /// Runs a pass's closure over the elements: first over whole blocks, whose length is a constant, then over the rest. The closure is compiled once
    /// for each instruction set, so it and the functions that it calls must be `#[inline(always)]`.
    ///
    /// # Panics
    /// If the closure has other numbers of inputs, outputs or reductions than this work, or more scalars.
    #[inline(always)]
    pub(crate) fn run<const I: usize, const O: usize, const R: usize, const K: usize, const L: usize>(
        &mut self,
        isa: Isa,
        tile: impl Fn([T; K], [f64; L], [&[T]; I], [&mut [T]; O], [&mut [f64]; R]),
    ) {
        if !ONE_LOOP && halves::are_read::<T>() && self.roundings.is_some() {
            isa.run_with_halves(
                #[inline(always)]
                |by| self.run_items::<true, I, O, R, K, L>((false, by, isa), tile),
            );
            return;
        }
        // Few machines lack the higher levels, so the `lowest` level has one loop less to compile per pass.
        isa.run_by_level(
            #[inline(always)]
            |lowest| self.run_items::<false, I, O, R, K, L>((lowest, None, isa), tile),
        );
    }

    /// Runs a closure for one parameter after another. `HALVES` is true if some numbers are upper halves. It is a constant, so that the compiler
    /// compiles only one of the two loops.
    #[inline(always)]
    fn run_items<const HALVES: bool, const I: usize, const O: usize, const R: usize, const K: usize, const L: usize>(
        &mut self,
        (lowest, by, isa): (bool, Option<ProcessorHalves>, Isa),
        tile: impl Fn([T; K], [f64; L], [&[T]; I], [&mut [T]; O], [&mut [f64]; R]),
    ) {
        let fits = self.inputs == I && self.spots.len() == I + O && self.sums.len() == self.count * R;
        assert!(fits, "a pass runs with its streams and its reductions");
        // Copied, because the compiler reads memory behind a pointer again after each write through another pointer.
        let (mut inputs, outputs) = first_chunk::<_, I>(self.spots);
        let (mut outputs, _) = first_chunk::<_, O>(outputs);
        let (starts, more) = (self.starts.first_chunk::<I>(), self.starts.get(I..).and_then(<[_]>::first_chunk::<O>));
        let starts = starts.zip(more);
        assert!(self.count == 1 || starts.is_some(), "each parameter of a block has its starts");
        let Registers { casts, numbers } = self.registers;
        let (mut other_casts, mut other_numbers) = (casts, numbers);
        let mut item = 0;
        while item < self.count {
            let (casts, numbers);
            (casts, other_casts) = first_chunk::<_, K>(other_casts);
            (numbers, other_numbers) = first_chunk::<_, L>(other_numbers);
            // An inner loop, so that the compiler prepares scalars once for all parameters that have the same.
            let each_has_own = (K > 0 && other_casts.len() >= K) || (L > 0 && other_numbers.len() >= L);
            let end = if each_has_own { item + 1 } else { self.count };
            while item < end {
                if let Some((of_inputs, of_outputs)) = starts {
                    for k in 0..I {
                        inputs[k].base = of_inputs[k].of(item);
                    }
                    for k in 0..O {
                        outputs[k].base = of_outputs[k].of(item);
                    }
                }
                let mut sums: [Accumulators; R] =
                    *self.sums[item * R..].first_chunk().expect("each parameter has its sums");
                if HALVES {
                    self.run_halves(
                        (&inputs, &outputs),
                        (by, isa),
                        &mut sums,
                        #[inline(always)]
                        |inputs, outputs, arguments| tile(casts, numbers, inputs, outputs, arguments),
                    );
                } else {
                    self.run_at(
                        (inputs, outputs),
                        lowest,
                        &mut sums,
                        #[inline(always)]
                        |inputs, outputs, arguments| tile(casts, numbers, inputs, outputs, arguments),
                    );
                }
                if let Some(to) = self.sums[item * R..].first_chunk_mut() {
                    *to = sums;
                }
                item += 1;
            }
        }
    }

    /// Runs a closure over the elements of one parameter.
    #[inline(always)]
    fn run_at<const I: usize, const O: usize, const R: usize>(
        &mut self,
        (inputs, outputs): ([Spot<T>; I], [Spot<T>; O]),
        lowest: bool,
        sums: &mut [Accumulators; R],
        tile: impl Fn([&[T]; I], [&mut [T]; O], [&mut [f64]; R]),
    ) {
        let (n, mut i) = (self.n, 0);
        let reductions: &[Red<T>; R] = self.reductions.first_chunk().expect("a pass has its reductions");
        let arguments = self.arguments.first_chunk_mut::<R>().expect("there is a tile for each reduction");
        if !ONE_LOOP && self.linear && !lowest {
            let looks_ahead = self.count == 1 || n >= WORTH_LOOKING;
            while i + BLOCK <= n {
                let here = Tile { first: i, n: BLOCK, ahead: false };
                // One branch for all streams.
                if looks_ahead {
                    here.look_ahead(&inputs);
                    here.look_ahead(&outputs);
                }
                let (read, written) = here.slices(&inputs, &outputs);
                tile(read, written, starts(arguments, BLOCK));
                for k in 0..R {
                    if reductions[k].rule.kept == Axes::Cols {
                        join_to::<Sum>(
                            &mut self.columns[reductions[k].rule.column + self.from + i..][..BLOCK],
                            block(&mut arguments[k]),
                        );
                    } else {
                        add_lanes(&mut sums[k], block(&mut arguments[k]));
                    }
                }
                i += BLOCK;
            }
        }
        while i < n {
            let len = self.step.min(n - i);
            let here = Tile { first: i, n: len, ahead: lowest && self.linear };
            let (read, written) = here.slices(&inputs, &outputs);
            tile(read, written, starts(arguments, len));
            if self.linear {
                for k in 0..R {
                    take_in(&reductions[k], (&mut arguments[k], len), self.columns, self.from + i, &mut sums[k]);
                }
            }
            i += len;
        }
    }

    /// Runs a closure over the elements of one parameter if some numbers are upper halves. Only linear passes have them.
    #[inline(always)]
    fn run_halves<const I: usize, const O: usize, const R: usize>(
        &mut self,
        (all_inputs, all_outputs): (&[Spot<T>; I], &[Spot<T>; O]),
        (by, isa): (Option<ProcessorHalves>, Isa),
        sums: &mut [Accumulators; R],
        tile: impl Fn([&[T]; I], [&mut [T]; O], [&mut [f64]; R]),
    ) {
        let reductions: &[Red<T>; R] = self.reductions.first_chunk().expect("a pass has its reductions");
        let arguments = self.arguments.first_chunk_mut::<R>().expect("there is a tile for each reduction");
        let (mut own_inputs, mut own_outputs) = ([LocalBlock::ZEROS; I], [LocalBlock::ZEROS; O]);
        let (mut last_inputs, mut last_outputs) = ([LocalBlock::ZEROS; I], [LocalBlock::ZEROS; O]);
        let (mut inputs, mut outputs) = (*all_inputs, *all_outputs);
        let (mut roundings, mut known) = ([None; O], [KnownGroup::NONE; O]);
        for (to, from) in roundings.iter_mut().zip(self.roundings.unwrap_or_default()) {
            *to = from.map(|key| Rounding { key, isa });
        }
        let last = Tile { first: self.n / BLOCK * BLOCK, n: self.n % BLOCK, ahead: false };
        // One loop for the blocks and for the rest, so that the closure is compiled once.
        for (begin, end, n) in [(0, last.first, BLOCK), (last.first, self.n, last.n)] {
            if begin == end {
                continue;
            }
            if n < BLOCK {
                for k in 0..I {
                    inputs[k] = last_inputs[k].copy(last, &all_inputs[k]);
                }
                for k in 0..O {
                    outputs[k] = last_outputs[k].copy(last, &all_outputs[k]);
                }
            }
            for first in (begin..end).step_by(BLOCK) {
                let here = Tile { first: first - begin, n: BLOCK, ahead: true };
                let mut read: [&[T]; I] = [&[]; I];
                for (k, own) in own_inputs.iter_mut().enumerate() {
                    read[k] = own.read(here, &inputs[k]);
                }
                let mut written: [&mut [T]; O] = none();
                for (k, own) in own_outputs.iter_mut().enumerate() {
                    written[k] = own.read_mut(here, &outputs[k]);
                }
                tile(read, written, starts(arguments, BLOCK));
                let mut are_exact = true;
                for k in 0..O {
                    match roundings[k] {
                        None => are_exact &= own_outputs[k].leave(here, &outputs[k], by),
                        Some(rounding) => {
                            own_outputs[k].leave_at_random(here, &outputs[k], rounding, self.at + first, &mut known[k]);
                        }
                    }
                }
                if !are_exact {
                    halves::leave_exactly(here, &outputs, &own_outputs, &roundings);
                }
                for k in 0..R {
                    take_in(&reductions[k], (&mut arguments[k], n), self.columns, self.from + first, &mut sums[k]);
                }
            }
        }
        if last.n > 0 {
            for k in 0..O {
                last_outputs[k].copy_back(last, &all_outputs[k], roundings[k], self.at + last.first);
            }
        }
    }

    /// Runs a loop that is stored as data, with these numbers of scalars of each kind.
    pub(crate) fn run_code(&mut self, code: &LoopCode, (casts, numbers): (usize, usize)) {
        let reductions = self.reductions.len();
        let mut spots = self.spots.to_vec();
        for item in 0..self.count {
            spots.iter_mut().zip(self.starts).for_each(|(spot, starts)| spot.base = starts.of(item));
            let (inputs, outputs) = spots.split_at(self.inputs);
            let scalars = (own(self.registers.casts, casts, item), own(self.registers.numbers, numbers, item));
            for i in (0..self.n).step_by(self.step) {
                let len = self.step.min(self.n - i);
                let here = Tile { first: i, n: len, ahead: false };
                let read: Vec<&[T]> = inputs.iter().map(|spot| here.input(spot)).collect();
                let mut written: Vec<&mut [T]> = outputs.iter().map(|spot| here.output(spot)).collect();
                let mut places: Vec<&mut [f64]> = self.arguments.iter_mut().map(|tile| &mut tile.0[..len]).collect();
                code.run(scalars, &read, &mut written, &mut places[..reductions]);
                if self.linear {
                    let sums = &mut self.sums[item * reductions..];
                    for (k, reduction) in self.reductions.iter().enumerate() {
                        take_in(reduction, (&mut self.arguments[k], len), self.columns, self.from + i, &mut sums[k]);
                    }
                }
            }
        }
    }
}

/// Adds the numbers of a tile to the sums of a reduction. `first` is the position of the first number in its row.
#[inline(always)]
fn take_in<T>(
    reduction: &Red<T>,
    (numbers, len): (&mut Wide, usize),
    columns: &mut [f64],
    first: usize,
    sums: &mut Accumulators,
) {
    if reduction.rule.kept == Axes::Cols {
        join_to::<Sum>(&mut columns[reduction.rule.column + first..], &numbers.0[..len]);
    } else {
        add_lanes(sums, fill_up(numbers, len));
    }
}

/// The scalars of one parameter of a block, `each` of them; the scalars of the first parameter, if they are the same for all.
pub(super) fn own<V>(all: &[V], each: usize, item: usize) -> &[V] {
    let own = all.get(item * each..).filter(|own| own.len() >= each).unwrap_or(all);
    &own[..each]
}

/// The first `N` scalars or spots, and the rest.
#[inline(always)]
fn first_chunk<V: Copy, const N: usize>(all: &[V]) -> ([V; N], &[V]) {
    let (first, others) = all.split_first_chunk::<N>().expect("a pass has its registers and its streams");
    (*first, others)
}

/// The first `n` arguments of each reduction.
#[inline(always)]
fn starts<const R: usize>(arguments: &mut [Wide; R], n: usize) -> [&mut [f64]; R] {
    let mut arguments = arguments.iter_mut();
    array(
        #[inline(always)]
        |_| arguments.next().map_or(&mut [][..], |Wide(numbers)| &mut numbers[..n]),
    )
}

/// The first block of a tile, whose length is a constant.
#[inline(always)]
fn block(numbers: &mut Wide) -> &mut [f64; BLOCK] {
    const { assert!(BLOCK <= TILE) };
    let (blocks, _) = numbers.0.as_chunks_mut::<BLOCK>();
    &mut blocks[0]
}

/// Sets the numbers after the first `n` to 0, up to the next multiple of `LANES`, and returns all numbers up to there.
#[inline(always)]
fn fill_up(Wide(numbers): &mut Wide, n: usize) -> &[f64] {
    let whole = n.next_multiple_of(LANES).min(TILE);
    if let Some(last) = numbers[..whole].last_chunk_mut::<LANES>().filter(|_| n < whole) {
        // Writes all lanes, so that the compiler uses one vector instead of single numbers.
        for (k, x) in last.iter_mut().enumerate() {
            *x = if k < n % LANES { *x } else { 0.0 };
        }
    }
    &numbers[..whole]
}

const _: () = assert!(TILE.is_multiple_of(BLOCK) && BLOCK.is_multiple_of(LANES));
