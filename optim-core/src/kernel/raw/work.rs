//! The code that is compiled for each pass and each instruction set: the innermost loops of a step.

#![allow(clippy::needless_range_loop, reason = "one index runs over several fixed-size arrays of lanes at once")]

use std::slice::{from_raw_parts, from_raw_parts_mut};

use super::base::Base;
use super::desk::{Lent, Wide};
use super::reduce::Red;
use crate::kernel::TILE;
use crate::kernel::fold::{Accumulators, LANES, add_lanes};
use crate::shape::Axes;

/// How far ahead memory is asked for, in bytes.
const AHEAD: usize = 2048;
const LINE: usize = 64;
/// Elements that are processed at once where nothing special is needed.
const BLOCK: usize = 64;

/// Where the numbers of an input or an output are at some stretch.
#[derive(Clone, Copy)]
pub(super) struct Spot<T> {
    pub(super) base: Base<T>,
    /// True if they move along with the position (1) or stay (0).
    pub(super) step: usize,
}

impl<T> Spot<T> {
    #[inline(always)]
    pub(super) const fn after(&self, n: usize) -> Base<T> {
        self.base.after(n * self.step)
    }
}

/// Where the numbers of all inputs and outputs are at some stretch.
#[derive(Clone, Copy)]
pub(super) struct Spots<T, const I: usize, const O: usize> {
    pub(super) inputs: [Spot<T>; I],
    pub(super) outputs: [Spot<T>; O],
}

/// The scalars that a pass uses: the same for all parameters of a block, or those of each side by side.
#[derive(Clone, Copy)]
pub(super) struct Registers<'w, T> {
    /// Rounded to the element type.
    pub(super) casts: &'w [T],
    /// As they are, for what a pass computes of scalars.
    pub(super) numbers: &'w [f64],
}

impl<T> Registers<'_, T> {
    /// The registers from a parameter on, where each of so many has its own.
    #[inline(always)]
    pub(super) fn of(self, first: usize, count: usize) -> Self {
        let Self { casts, numbers } = self;
        Self { casts: &casts[casts.len() / count * first..], numbers: &numbers[numbers.len() / count * first..] }
    }
}

/// A piece of a pass: `n` elements side by side, or so many of each of several parameters.
// Invariant: an input or output that moves along has `n` numbers, one that stays has `step` of them, and `n` is at most `step`
// unless the pass is linear. The numbers are those of a stretch or of a lent buffer of this thread: nobody writes an input's
// meanwhile, an output's are this thread's alone, and no other stream of the pass has any of them, but for buffers that stand for
// what is absent from several parameters.
pub(super) struct Work<'w, T, const I: usize, const O: usize, const R: usize> {
    /// The spots of one parameter, or of each of a block.
    pub(super) spots: &'w [Spots<T, I, O>],
    pub(super) registers: Registers<'w, T>,
    pub(super) reductions: &'w [Red<T>; R],
    pub(super) n: usize,
    /// How many elements of the run come before.
    pub(super) from: usize,
    /// Most elements of a tile.
    pub(super) step: usize,
    /// True if the pass is linear; else whoever made this takes in what reductions are of.
    pub(super) linear: bool,
    /// The buffers that some of these numbers are in.
    pub(super) lent: Lent<'w, T>,
    /// Numbers that reductions are of, a tile for each.
    pub(super) arguments: &'w mut [Wide],
    /// Sums per column, of the run's elements for a linear pass.
    pub(super) columns: &'w mut [f64],
    /// As many as there are `spots`.
    pub(super) sums: &'w mut [[Accumulators; R]],
}

impl<T: Copy, const I: usize, const O: usize, const R: usize> Work<'_, T, I, O, R> {
    /// Runs a pass's closure over the elements: whole blocks first, whose length is a constant, then what is left. Few machines
    /// are without the higher levels: for the `lowest` each pass is one loop less to compile.
    #[inline(always)]
    pub(super) fn run<const K: usize, const L: usize>(
        &mut self,
        lowest: bool,
        tile: &impl Fn([T; K], [f64; L], [&[T]; I], [&mut [T]; O], [&mut [f64]; R]),
    ) {
        let Registers { casts, numbers } = self.registers;
        let (mut casts, mut other_casts) = first_chunk::<_, K>(casts);
        let (mut numbers, mut other_numbers) = first_chunk::<_, L>(numbers);
        for (item, spots) in self.spots.iter().enumerate() {
            // Copies: what a pointer leads to is read again after each write through another.
            let mut sums = self.sums[item];
            self.run_at(
                *spots,
                lowest,
                &mut sums,
                #[inline(always)]
                |inputs, outputs, arguments| tile(casts, numbers, inputs, outputs, arguments),
            );
            self.sums[item] = sums;
            if K > 0 && other_casts.len() >= K {
                (casts, other_casts) = first_chunk(other_casts);
            }
            if L > 0 && other_numbers.len() >= L {
                (numbers, other_numbers) = first_chunk(other_numbers);
            }
        }
    }

    /// The same over the elements of one parameter.
    #[inline(always)]
    fn run_at(
        &mut self,
        Spots { inputs, outputs }: Spots<T, I, O>,
        lowest: bool,
        sums: &mut [Accumulators; R],
        tile: impl Fn([&[T]; I], [&mut [T]; O], [&mut [f64]; R]),
    ) {
        let (n, mut i) = (self.n, 0);
        if self.linear && !lowest {
            let arguments = self.arguments.first_chunk_mut::<R>().expect("a desk has a tile for each reduction");
            while i + BLOCK <= n {
                // SAFETY: the block's elements are among the `n`, and the last block's slices are not in use.
                let (inputs, outputs) = unsafe { slices(&inputs, &outputs, i, BLOCK, true) };
                let mut places: [&mut [f64]; R] = none();
                // Most passes have no reductions: what an iterator over none of them leaves is not always nothing.
                if R > 0 {
                    for (place, numbers) in places.iter_mut().zip(&mut *arguments) {
                        *place = block(numbers);
                    }
                }
                tile(inputs, outputs, places);
                for k in 0..R {
                    if self.reductions[k].rule.kept == Axes::Cols {
                        add_each(
                            &mut self.columns[self.reductions[k].rule.column + self.from + i..][..BLOCK],
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
            // SAFETY: these elements are among the `n` and no more than a tile; the last slices are not in use.
            let (inputs, outputs) = unsafe { slices(&inputs, &outputs, i, len, lowest && self.linear) };
            let arguments = self.arguments.first_chunk_mut::<R>().expect("a desk has a tile for each reduction");
            let mut places: [&mut [f64]; R] = none();
            if R > 0 {
                for (place, numbers) in places.iter_mut().zip(&mut *arguments) {
                    *place = &mut numbers.0[..len];
                }
            }
            tile(inputs, outputs, places);
            if self.linear {
                for k in 0..R {
                    if self.reductions[k].rule.kept == Axes::Cols {
                        let columns = &mut self.columns[self.reductions[k].rule.column + self.from + i..];
                        add_each(columns, &arguments[k].0[..len]);
                    } else {
                        add_lanes(&mut sums[k], fill_up(&mut arguments[k], len));
                    }
                }
            }
            i += len;
        }
    }
}

/// The numbers of `n` elements of a piece of work, from the one at `i` on.
///
/// # Safety
/// They are inputs and outputs of a `Work` that has these elements, as many as one that stays has numbers. Slices of the last
/// call are not in use.
#[inline(always)]
unsafe fn slices<'s, T, const I: usize, const O: usize>(
    inputs: &[Spot<T>; I],
    outputs: &[Spot<T>; O],
    i: usize,
    n: usize,
    ahead: bool,
) -> ([&'s [T]; I], [&'s mut [T]; O]) {
    let mut read: [&[T]; I] = [&[]; I];
    for k in 0..I {
        let from = inputs[k].after(i);
        if ahead {
            look_ahead(from, n);
        }
        // SAFETY: an input has these numbers, and nobody writes them, by the invariant of `Work` and the contract above.
        read[k] = unsafe { from_raw_parts(from.get(), n) };
    }
    let mut written: [&mut [T]; O] = none();
    for k in 0..O {
        let from = outputs[k].after(i);
        if ahead {
            look_ahead(from, n);
        }
        // SAFETY: an output has them too, nobody else reaches them, and no slice of the last call does.
        written[k] = unsafe { from_raw_parts_mut(from.get(), n) };
    }
    (read, written)
}

/// The first scalars of some, and those behind them.
#[inline(always)]
fn first_chunk<V: Copy, const N: usize>(all: &[V]) -> ([V; N], &[V]) {
    let (first, others) = all.split_first_chunk::<N>().expect("a pass has its registers");
    (*first, others)
}

/// Adds numbers to others.
#[inline(always)]
fn add_each(sums: &mut [f64], numbers: &[f64]) {
    for (sum, &x) in sums.iter_mut().zip(numbers) {
        *sum += x;
    }
}

/// The first block of a tile, whose length is a constant.
#[inline(always)]
fn block(numbers: &mut Wide) -> &mut [f64; BLOCK] {
    const { assert!(BLOCK <= TILE) };
    let (blocks, _) = numbers.0.as_chunks_mut::<BLOCK>();
    &mut blocks[0]
}

/// Sets what is behind the first `n` numbers to 0, up to the next multiple of `LANES`, and returns all up to there.
#[inline(always)]
fn fill_up(Wide(numbers): &mut Wide, n: usize) -> &[f64] {
    let whole = n.next_multiple_of(LANES).min(TILE);
    if let Some(last) = numbers[..whole].last_chunk_mut::<LANES>().filter(|_| n < whole) {
        // All of them, so that none is set alone.
        for (k, x) in last.iter_mut().enumerate() {
            *x = if k < n % LANES { *x } else { 0.0 };
        }
    }
    &numbers[..whole]
}

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
pub(super) fn look_ahead<T>(from: Base<T>, n: usize) {
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

const _: () = assert!(TILE.is_multiple_of(BLOCK) && BLOCK.is_multiple_of(LANES));
