//! Products of matrices whose numbers are rounded to `bf16` first, with sums in single precision.
//!
//! Both matrices are packed into panels in which two numbers that follow each other along the sum are next to each other. `raw/dot.rs` adds
//! the products of such pairs to a tile of the result. Each element is summed in the order of the pairs, whatever the blocks and the
//! instructions are, so its bits depend on nothing else.

use ndarray::{ArrayView2, ArrayViewMut2, s};

use super::Float;
use super::level::Isa;
use super::raw::dot;
use super::storage::half::{narrow, upper_half, wide};

/// How precisely a step multiplies matrices of `f32`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MatmulPrecision {
    /// In the type of the elements.
    #[default]
    Full,
    /// Numbers are rounded to `bf16`, 8 bits of precision, and products are summed in `f32`. Subnormal numbers count as 0. With the
    /// instructions of AVX512-BF16 this is twice as fast; other processors compute the same bits, and take longer than for `Full`. Nothing
    /// changes for `f64`.
    Bf16,
}

/// Rows and columns of a tile.
pub(super) const ROWS: usize = 8;
pub(super) const COLS: usize = 48;
/// Pairs of a panel.
const DEPTH: usize = 256;

/// Two codes of `bf16`, the first one in the lower half.
pub(super) type Pair = u32;

/// Writes `a · b`.
pub(super) fn multiply<T: Float>(isa: Isa, a: ArrayView2<'_, T>, b: ArrayView2<'_, T>, mut to: ArrayViewMut2<'_, T>) {
    let ((rows, inner), cols) = (a.dim(), b.ncols());
    let pairs = inner.div_ceil(2);
    let depth = DEPTH.min(pairs);
    let mut left = vec![[0; ROWS]; rows.div_ceil(ROWS) * depth];
    let mut right = vec![[0; COLS]; cols.div_ceil(COLS) * depth];
    to.fill(T::ZERO);
    for first in (0..pairs).step_by(DEPTH) {
        let depth = DEPTH.min(pairs - first);
        let part = 2 * first..inner.min(2 * (first + depth));
        pack(a.slice(s![.., part.clone()]), depth, &mut left);
        pack(b.slice(s![part, ..]).reversed_axes(), depth, &mut right);
        for (col, b) in (0..cols).step_by(COLS).zip(right.chunks_exact(depth)) {
            for (row, a) in (0..rows).step_by(ROWS).zip(left.chunks_exact(depth)) {
                let mut tile = to.slice_mut(s![row..rows.min(row + ROWS), col..cols.min(col + COLS)]);
                let mut sums = [[0.0; COLS]; ROWS];
                for (sums, tile) in sums.iter_mut().zip(tile.rows()) {
                    sums.iter_mut().zip(tile).for_each(|(sum, &x)| *sum = narrow(x));
                }
                dot(isa, a, b, &mut sums);
                for (sums, tile) in sums.iter().zip(tile.rows_mut()) {
                    tile.into_iter().zip(sums).for_each(|(x, &sum)| *x = wide(sum));
                }
            }
        }
    }
}

/// Packs lines of numbers, `N` at a time: the first pairs of all, then the second ones. What is missing is 0.
fn pack<T: Float, const N: usize>(lines: ArrayView2<'_, T>, depth: usize, panels: &mut [[Pair; N]]) {
    let (count, len) = lines.dim();
    for (first, panel) in (0..count).step_by(N).zip(panels.chunks_exact_mut(depth)) {
        let lines = lines.slice(s![first..count.min(first + N), ..]);
        if lines.nrows() < N || len < 2 * depth {
            panel.fill([0; N]);
        }
        if lines.strides()[1] == 1 {
            for (k, line) in lines.rows().into_iter().enumerate() {
                let numbers = line.to_slice().unwrap_or_default();
                for (to, pair) in panel.iter_mut().zip(numbers.chunks(2)) {
                    to[k] = code(pair[0]) | pair.get(1).map_or(0, |&x| code(x) << 16);
                }
            }
        } else {
            for (k, column) in lines.columns().into_iter().enumerate() {
                let to = &mut panel[k / 2];
                let put = |(to, x): (&mut Pair, T)| *to = if k % 2 == 0 { code(x) } else { *to | code(x) << 16 };
                match column.to_slice() {
                    Some(numbers) => to.iter_mut().zip(numbers.iter().copied()).for_each(put),
                    None => to.iter_mut().zip(column.iter().copied()).for_each(put),
                }
            }
        }
    }
}

/// The nearest code of a number; 0 with its sign if that is subnormal.
#[inline(always)]
fn code<T: Float>(x: T) -> Pair {
    let code = u32::from(upper_half(narrow(x)));
    if code & 0x7f80 == 0 { code & 0x8000 } else { code }
}
