//! Products of matrices whose numbers are rounded to `bf16` first, with sums in single precision.
//!
//! Both matrices are packed into panels in which two numbers that follow each other along the sum are next to each other. `raw/dot.rs` adds
//! the products of such pairs to a tile of the result. Each element is summed in the order of the pairs, whatever the blocks and the
//! instructions are, so its bits depend on nothing else.

use ndarray::{ArrayView2, s};

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

/// Writes `a · b` into rows of `to` that are `stride` apart.
pub(super) fn multiply<T: Float>(isa: Isa, a: &ArrayView2<'_, T>, b: &ArrayView2<'_, T>, to: &mut [T], stride: usize) {
    let ((rows, inner), cols) = (a.dim(), b.ncols());
    if rows == 0 || cols == 0 {
        return;
    }
    let pairs = inner.div_ceil(2);
    let depth = DEPTH.min(pairs);
    let mut left = vec![[0; ROWS]; rows.div_ceil(ROWS) * depth];
    let mut right = vec![[0; COLS]; cols.div_ceil(COLS) * depth];
    to.chunks_mut(stride).take(rows).for_each(|row| row[..cols].fill(T::ZERO));
    for first in (0..pairs).step_by(DEPTH) {
        let depth = DEPTH.min(pairs - first);
        let part = 2 * first..inner.min(2 * (first + depth));
        pack(isa, &a.slice(s![.., part.clone()]), depth, &mut left);
        pack(isa, &b.slice(s![part, ..]).reversed_axes(), depth, &mut right);
        for (col, b) in (0..cols).step_by(COLS).zip(right.chunks_exact(depth)) {
            let width = COLS.min(cols - col);
            for (row, a) in (0..rows).step_by(ROWS).zip(left.chunks_exact(depth)) {
                let tile = &mut to[row * stride + col..];
                let height = ROWS.min(rows - row);
                let mut sums = [[0.0; COLS]; ROWS];
                for (sums, row) in sums[..height].iter_mut().zip(tile.chunks(stride)) {
                    sums.iter_mut().zip(&row[..width]).for_each(|(sum, &x)| *sum = narrow(x));
                }
                dot(isa, a, b, &mut sums);
                for (sums, row) in sums[..height].iter().zip(tile.chunks_mut(stride)) {
                    row[..width].iter_mut().zip(sums).for_each(|(x, &sum)| *x = wide(sum));
                }
            }
        }
    }
}

/// Packs lines of numbers, `N` at a time: the first pairs of all, then the second ones. Missing numbers are 0.
fn pack<T: Float, const N: usize>(isa: Isa, lines: &ArrayView2<'_, T>, depth: usize, panels: &mut [[Pair; N]]) {
    let (count, len) = lines.dim();
    for (first, panel) in (0..count).step_by(N).zip(panels.chunks_exact_mut(depth)) {
        let lines = lines.slice(s![first..count.min(first + N), ..]);
        if lines.nrows() < N {
            panel.fill([0; N]);
        }
        if lines.strides()[0] == 1 {
            for (k, to) in panel.iter_mut().enumerate() {
                let column = |k| if k < len { lines.column(k).to_slice() } else { None };
                let (one, two) = (column(2 * k).unwrap_or_default(), column(2 * k + 1).unwrap_or_default());
                isa.run(
                    #[inline(always)]
                    || pack_columns(one, two, to),
                );
            }
        } else {
            for (k, line) in lines.rows().into_iter().enumerate() {
                let mut copy = [T::ZERO; 2 * DEPTH];
                let numbers = line.to_slice().unwrap_or_else(|| {
                    copy.iter_mut().zip(line).for_each(|(to, &x)| *to = x);
                    &copy[..len]
                });
                isa.run(
                    #[inline(always)]
                    || pack_line(numbers, k, panel),
                );
            }
        }
    }
}

/// Packs the pairs that two columns make; the second one may be missing.
#[inline(always)]
fn pack_columns<T: Float>(one: &[T], two: &[T], to: &mut [Pair]) {
    if two.is_empty() {
        to.iter_mut().zip(one).for_each(|(to, &x)| *to = code(x));
        return;
    }
    for ((to, &x), &y) in to.iter_mut().zip(one).zip(two) {
        *to = code(x) | code(y) << 16;
    }
}

/// Packs line `k` of a panel.
#[inline(always)]
fn pack_line<T: Float, const N: usize>(numbers: &[T], k: usize, panel: &mut [[Pair; N]]) {
    let mut codes = [0_u16; 2 * DEPTH];
    for (to, &x) in codes.iter_mut().zip(numbers) {
        *to = code(x) as u16;
    }
    for (to, &[one, two]) in panel.iter_mut().zip(codes.as_chunks().0) {
        to[k] = u32::from(one) | u32::from(two) << 16;
    }
}

/// The nearest code of a number; 0 with its sign if that is subnormal.
#[inline(always)]
fn code<T: Float>(x: T) -> Pair {
    let code = u32::from(upper_half(narrow(x)));
    if code & 0x7f80 == 0 { code & 0x8000 } else { code }
}
