//! Tiles of matrix products: the innermost loops, with the best instructions of the machine.
//!
//! A *panel* has a few lines of a matrix: rows of the left one, columns of the right one. Its elements are in the order in which a loop reads them.
//! The choice of a loop ignores the level, so that a machine has the same results at each level.

#[cfg(all(target_arch = "x86_64", target_os = "linux", target_pointer_width = "64", not(miri)))]
mod amx;
mod full;
mod rounded;
mod square;

pub(crate) use rounded::Pair;
pub(crate) use square::{SIDE, Square, SquareElement};
#[cfg(test)]
pub(crate) use {full::choices as full_choices, rounded::choices as rounded_choices};

use crate::kernel::Float;

/// A loop that adds the products of two panels to a tile of the result.
///
/// Invariant: the machine and the system have the instructions of the function.
#[derive(Debug)]
pub(crate) struct Dot<T, P> {
    /// The number of lines in a panel of the left matrix: the rows of a tile.
    pub(crate) rows: usize,
    /// The number of lines in a panel of the right matrix: the columns of a tile.
    pub(crate) cols: usize,
    /// The number of elements of a line that are neighbours in a panel of the left matrix. In a panel of the right matrix, lines alternate.
    pub(crate) group: usize,
    /// The number of elements of each line that are multiplied at once, a multiple of the group. Both panels are in the nearest cache then.
    pub(crate) depth: usize,
    /// Adds the products of two panels with the same number of elements per line, a multiple of the group.
    pub(crate) add: Add<T, P>,
}

/// A function that adds the products of two panels to a tile.
type Add<T, P> = fn(&[P], &[P], &mut DotTile<'_, T>);

/// A tile of the result.
#[derive(Debug)]
pub(crate) struct DotTile<'t, T> {
    /// The elements, from the first one of the first row to the last one of the last row.
    pub(crate) numbers: &'t mut [T],
    /// The distance between rows.
    pub(crate) stride: usize,
    /// The number of wanted columns. The other ones may get any numbers.
    #[cfg_attr(any(not(target_arch = "x86_64"), miri), expect(dead_code, reason = "only loops with masks read it"))]
    pub(crate) cols: usize,
    /// True if the sums start with these products. Otherwise, the products are added to the numbers of the tile.
    pub(crate) first: bool,
}

/// An element of a panel: some numbers of a line.
pub(crate) trait Packed<T>: SquareElement + Send + Sync {
    /// The number of numbers: one or two.
    const NUMBERS: usize;

    /// Packs numbers of a line. An element of one number ignores the second one.
    fn pack(one: T, two: T) -> Self;
}

impl<T: Float> Packed<T> for T {
    const NUMBERS: usize = 1;

    #[inline(always)]
    fn pack(one: T, _: T) -> T {
        one
    }
}

/// The loop for products in the type of the numbers.
pub(crate) fn full<T: Float>() -> Dot<T, T> {
    best(full::choices())
}

/// The loop for products of numbers that are rounded to `bf16`.
pub(crate) fn rounded() -> Dot<f32, Pair> {
    best(rounded::choices())
}

/// The last one of the loops that the machine has.
fn best<T, P, const N: usize>(choices: [Option<Dot<T, P>>; N]) -> Dot<T, P> {
    choices.into_iter().flatten().next_back().expect("a loop needs no special instructions")
}
