//! Numbers of rows, columns and matrices, spread over the elements of a tile.

#![cfg_attr(
    not(all(target_arch = "x86_64", not(miri), any(not(debug_assertions), feature = "levels"))),
    allow(dead_code, unused_variables, reason = "the baseline has no vectors to use tables with")
)]

use crate::kernel::geometry::{Cover, Geometry};
use crate::kernel::level::Isa;
use crate::kernel::{Float, TILE};
use crate::shape::Axes;

/// Numbers per register, for the widest registers.
const LANES: usize = 16;
/// The smallest pass, in elements, for which a table is worth its cost.
const LEAST: usize = 8 * TILE;

/// The pattern by which numbers are repeated for the elements of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pattern {
    /// Each number belongs to this number of consecutive elements.
    Each(usize),
    /// Each matrix has one row of numbers, which is repeated for each of its rows. The fields are the rows and columns of a matrix.
    Rows(usize, usize),
}

impl Pattern {
    /// The pattern, if the numbers differ between tiles.
    fn of(spread: Axes, geometry: &Geometry) -> Option<Self> {
        let (rows, cols) = (geometry.rows, geometry.cols);
        match (spread, geometry.cover) {
            (Axes::Rows, Cover::Rows(_) | Cover::Matrices(_)) => Some(Self::Each(cols)),
            (Axes::Matrices, Cover::Matrices(_)) => Some(Self::Each(rows * cols)),
            (Axes::Cols, Cover::Matrices(_)) => Some(Self::Rows(rows, cols)),
            _ => None,
        }
    }

    /// The index of the number of an element.
    fn number(self, element: usize) -> usize {
        match self {
            Self::Each(times) => element / times,
            Self::Rows(rows, cols) => element / (rows * cols) * cols + element % cols,
        }
    }
}

/// The indices of the numbers of a tile's elements, computed once for many tiles.
#[derive(Debug)]
pub(super) struct SpreadTable {
    pattern: Pattern,
    /// For each register of elements the first number that it needs, and for each element the distance of its number from that.
    first: [u8; TILE / LANES],
    after: [u8; TILE],
}

impl SpreadTable {
    /// The table of a pattern; `None` if the elements of a register need numbers that do not fit in one register.
    fn new(pattern: Pattern) -> Option<Self> {
        let mut table = Self { pattern, first: [0; TILE / LANES], after: [0; TILE] };
        for (k, (first, after)) in table.first.iter_mut().zip(table.after.as_chunks_mut::<LANES>().0).enumerate() {
            let numbers: [usize; LANES] = std::array::from_fn(|lane| pattern.number(k * LANES + lane));
            let least = numbers.iter().fold(TILE, |least, &number| least.min(number));
            *first = u8::try_from(least).ok()?;
            for (after, number) in after.iter_mut().zip(numbers) {
                *after = u8::try_from(number - least).ok().filter(|&after| usize::from(after) < LANES)?;
            }
        }
        Some(table)
    }
}

/// The tables of a pass: at most one for rows, columns and matrices each. They are kept for the next pass.
#[derive(Debug, Default)]
pub(super) struct Tables([Option<SpreadTable>; 3]);

impl Tables {
    /// Adds a table for numbers that are spread over the pass in this way, if it is worth its cost.
    pub(super) fn add(&mut self, spread: Axes, geometry: &Geometry) {
        let place = match spread {
            Axes::Rows => 0,
            Axes::Cols => 1,
            Axes::Matrices => 2,
            Axes::Tensor | Axes::Scalar => return,
        };
        let Some(pattern) = Pattern::of(spread, geometry) else { return };
        if geometry.len() >= LEAST && self.0[place].as_ref().is_none_or(|table| table.pattern != pattern) {
            self.0[place] = SpreadTable::new(pattern);
        }
    }

    fn find(&self, pattern: Pattern) -> Option<&SpreadTable> {
        self.0.iter().flatten().find(|table| table.pattern == pattern)
    }
}

/// Returns true if a level has permutations that can use tables.
pub(super) const fn has_permutations(isa: Isa) -> bool {
    match isa {
        #[cfg(all(target_arch = "x86_64", not(miri), any(not(debug_assertions), feature = "levels")))]
        Isa::Avx512(_) => true,
        _ => false,
    }
}

/// Spreads numbers over the first `n` elements. The elements after them have unspecified values.
#[inline(always)]
pub(super) fn spread<T: Float>(
    isa: Isa,
    (pattern, tables): (Pattern, &Tables),
    numbers: &[T],
    (to, n): (&mut [T; TILE], usize),
) {
    if let Some(table) = tables.find(pattern)
        && permute(isa, table, numbers, (to, n))
    {
        return;
    }
    let to = &mut to[..n];
    isa.run(
        #[inline(always)]
        || match pattern {
            Pattern::Each(times) => repeat_each(numbers, times, to),
            Pattern::Rows(rows, cols) => tile_rows(numbers, rows, cols, to),
        },
    );
}

/// Spreads numbers with a table. Returns false if the level has no vectors for it.
#[inline]
fn permute<T: Float>(isa: Isa, table: &SpreadTable, numbers: &[T], (to, n): (&mut [T; TILE], usize)) -> bool {
    match isa {
        #[cfg(all(target_arch = "x86_64", not(miri), any(not(debug_assertions), feature = "levels")))]
        // SAFETY: a value of `Isa::Avx512` proves that the machine has the instructions of this level, and permuting needs no others.
        Isa::Avx512(_) => unsafe { super::avx512::spread((&table.first, &table.after), numbers, (to, n)) },
        _ => false,
    }
}

/// Writes each number `times` times.
#[inline(always)]
fn repeat_each<T: Float>(from: &[T], times: usize, to: &mut [T]) {
    match times {
        2 => repeat_each_of::<T, 2>(from, to),
        3 => repeat_each_of::<T, 3>(from, to),
        4 => repeat_each_of::<T, 4>(from, to),
        5 => repeat_each_of::<T, 5>(from, to),
        7 => repeat_each_of::<T, 7>(from, to),
        8 => repeat_each_of::<T, 8>(from, to),
        9 => repeat_each_of::<T, 9>(from, to),
        _ => {
            let mut from = from.iter();
            for to in to.chunks_exact_mut(times) {
                let x = from.next().copied().unwrap_or(T::ZERO);
                for to in to {
                    *to = x;
                }
            }
        }
    }
}

#[inline(always)]
fn repeat_each_of<T: Float, const N: usize>(from: &[T], to: &mut [T]) {
    let (to, _) = to.as_chunks_mut::<N>();
    for (&x, to) in from.iter().zip(to) {
        *to = [x; N];
    }
}

/// Writes the row of each matrix `rows` times.
#[inline(always)]
fn tile_rows<T: Float>(from: &[T], rows: usize, cols: usize, to: &mut [T]) {
    match (rows, cols) {
        (3, 3) => tile_rows_of::<T, 3, 3>(from, to),
        (5, 5) => tile_rows_of::<T, 5, 5>(from, to),
        (7, 7) => tile_rows_of::<T, 7, 7>(from, to),
        _ => {
            for (k, matrix) in to.chunks_exact_mut(rows * cols).enumerate() {
                let row = &from[k * cols..][..cols];
                for to in matrix.chunks_exact_mut(cols) {
                    to.copy_from_slice(row);
                }
            }
        }
    }
}

#[inline(always)]
fn tile_rows_of<T: Float, const ROWS: usize, const COLS: usize>(from: &[T], to: &mut [T]) {
    let (from, _) = from.as_chunks::<COLS>();
    for (row, to) in from.iter().zip(to.chunks_exact_mut(ROWS * COLS)) {
        for r in 0..ROWS {
            to[r * COLS..(r + 1) * COLS].copy_from_slice(row);
        }
    }
}
