//! Products of matrices whose numbers are rounded to `bf16` first, with sums in single precision.
//!
//! Both matrices are packed into panels. A panel contains pairs: two numbers that are neighbours along the sum are also neighbours in memory.
//! `raw/dot.rs` adds the products of such pairs to a tile of the result. Each element is summed in the order of the pairs, so its bits do not depend
//! on the blocks or the instructions.

use ndarray::{ArrayView2, Axis};

use super::level::Isa;
use super::matmul::blocks;
use super::raw::dot;
use super::storage::half::upper_half;
use super::threads::share_out;

/// The precision with which a step multiplies matrices of `f32`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MatmulPrecision {
    /// Multiplies in the type of the elements.
    #[default]
    Full,
    /// Rounds numbers to `bf16`, 8 bits of precision, and sums products in `f32`. Subnormal numbers count as 0. With the instructions of AVX512-BF16,
    /// this is twice as fast. Other processors compute the same bits, but take longer than with `Full`. It has no effect for `f64`.
    Bf16,
}

/// The numbers of rows and columns of a tile.
pub(super) const ROWS: usize = 8;
pub(super) const COLS: usize = 48;
/// The number of pairs of a panel that are multiplied at once. The pairs of the columns stay in the nearest cache.
const DEPTH: usize = 256;
/// The number of pairs of a line that are packed at once.
const CHUNK: usize = 16;

/// The number of rows of the result that are computed at once.
pub(super) const BLOCK: usize = 64;
/// The number of pairs that are packed before products are computed. One product may have more.
const PACKED: usize = 1 << 20;

/// Two codes of `bf16`, the first one in the lower half.
pub(super) type Pair = u32;

/// The packed matrices of products. They are kept from product to product, so that only the largest one allocates memory.
#[derive(Debug, Default)]
pub(crate) struct Panels {
    /// Pairs of each panel.
    pairs: usize,
    /// Panels of each matrix.
    rows: usize,
    cols: usize,
    left: Vec<[Pair; ROWS]>,
    right: Vec<[Pair; COLS]>,
}

impl Panels {
    /// Packs the operands of some products of the same size, with this number of workers. The products have at least one element.
    pub(super) fn pack<'m>(
        &mut self,
        isa: Isa,
        workers: usize,
        products: usize,
        (a, b): (impl Fn(usize) -> ArrayView2<'m, f32> + Sync, impl Fn(usize) -> ArrayView2<'m, f32> + Sync),
    ) {
        let ((rows, inner), cols) = (a(0).dim(), b(0).ncols());
        // An empty sum has one pair of zeros.
        self.pairs = inner.div_ceil(2).max(1);
        (self.rows, self.cols) = (rows.div_ceil(ROWS), cols.div_ceil(COLS));
        pack_all(isa, workers, (products, self.rows, self.pairs), &mut self.left, a);
        pack_all(isa, workers, (products, self.cols, self.pairs), &mut self.right, |k| b(k).reversed_axes());
    }

    /// Writes the first `cols` elements of rows of a product, from the row `first`, a multiple of `ROWS`. The rows are `stride` apart.
    pub(super) fn multiply(
        &self,
        isa: Isa,
        (product, first): (usize, usize),
        cols: usize,
        to: &mut [f32],
        stride: usize,
    ) {
        let left = &self.left[(product * self.rows + first / ROWS) * self.pairs..];
        let right = &self.right[product * self.cols * self.pairs..];
        for depth in (0..self.pairs).step_by(DEPTH) {
            let part = depth..self.pairs.min(depth + DEPTH);
            for (col, b) in (0..cols).step_by(COLS).zip(right.chunks_exact(self.pairs)) {
                for (rows, a) in to.chunks_mut(ROWS * stride).zip(left.chunks_exact(self.pairs)) {
                    let mut sums = [[0.0; COLS]; ROWS];
                    // Compiled for the level, because a tile consists of a few of its vectors.
                    if depth > 0 {
                        isa.run(
                            #[inline(always)]
                            || {
                                for (sums, row) in sums.iter_mut().zip(rows.chunks(stride)) {
                                    copy::<COLS>(&row[col..cols], sums);
                                }
                            },
                        );
                    }
                    dot(isa, &a[part.clone()], &b[part.clone()], &mut sums);
                    isa.run(
                        #[inline(always)]
                        || {
                            for (sums, row) in sums.iter().zip(rows.chunks_mut(stride)) {
                                copy::<COLS>(sums, &mut row[col..cols]);
                            }
                        },
                    );
                }
            }
        }
    }
}

/// Writes the products of some matrices in C order. For symmetric products, `half`, only the blocks on the diagonal and left of it are computed.
pub(super) fn multiply<'m>(
    panels: &mut Panels,
    (isa, workers): (Isa, usize),
    (a, b): (impl Fn(usize) -> ArrayView2<'m, f32> + Sync, impl Fn(usize) -> ArrayView2<'m, f32> + Sync),
    (rows, cols): (usize, usize),
    half: bool,
    to: &mut [f32],
) {
    let lines = rows.next_multiple_of(ROWS) + cols.next_multiple_of(COLS);
    let together = (PACKED / lines / a(0).ncols().div_ceil(2).max(1)).max(1);
    for (k, to) in to.chunks_mut(together * rows * cols).enumerate() {
        let first = k * together;
        panels.pack(isa, workers, to.len() / (rows * cols), (|k| a(first + k), |k| b(first + k)));
        share_out(workers, blocks(to, (rows, cols), BLOCK), &|(k, row, to): (usize, usize, &mut [f32])| {
            let width = if half { row + to.len() / cols } else { cols };
            panels.multiply(isa, (k, row), width, to, cols);
        });
    }
}

/// Copies the elements that both rows have, at most `N`. Usually there are `N`, and then the length is a constant.
#[inline(always)]
fn copy<const N: usize>(from: &[f32], to: &mut [f32]) {
    if let (Some(from), Some(to)) = (from.first_chunk::<N>(), to.first_chunk_mut()) {
        *to = *from;
    } else {
        to.iter_mut().zip(from).for_each(|(to, &x)| *to = x);
    }
}

/// Packs the lines of some matrices, with these numbers of panels per matrix and pairs per panel.
fn pack_all<'m, const N: usize>(
    isa: Isa,
    workers: usize,
    (matrices, panels, pairs): (usize, usize, usize),
    to: &mut Vec<[Pair; N]>,
    matrix: impl Fn(usize) -> ArrayView2<'m, f32> + Sync,
) {
    let len = matrices * panels * pairs;
    if to.len() < len {
        to.resize(len, [0; N]);
    }
    share_out(workers, to[..len].chunks_exact_mut(pairs).enumerate(), &|(k, panel): (usize, &mut [_])| {
        let matrix = matrix(k / panels);
        let (_, lines) = matrix.split_at(Axis(0), k % panels * N);
        let (lines, _) = lines.split_at(Axis(0), N.min(lines.nrows()));
        pack(isa, &lines, panel);
    });
}

/// Packs at most `N` lines of numbers: the first pairs of all lines, then the second pairs, and so on. Missing numbers are 0.
fn pack<const N: usize>(isa: Isa, lines: &ArrayView2<'_, f32>, panel: &mut [[Pair; N]]) {
    if lines.nrows() < N || lines.is_empty() {
        panel.fill([0; N]);
    }
    if lines.strides()[0] == 1 {
        let mut columns = lines.columns().into_iter();
        let mut next = || columns.next().and_then(|column| column.to_slice()).unwrap_or_default();
        for to in panel {
            let (one, two) = (next(), next());
            isa.run(
                #[inline(always)]
                || pack_columns(one, two, to),
            );
        }
        return;
    }
    // One part of all lines at a time, so that the written pairs stay in the nearest cache.
    for (part, panel) in panel.chunks_mut(CHUNK).enumerate() {
        for (k, line) in lines.rows().into_iter().enumerate() {
            let (_, line) = line.split_at(Axis(0), line.len().min(2 * CHUNK * part));
            let (line, _) = line.split_at(Axis(0), line.len().min(2 * CHUNK));
            let mut numbers = [0.0; 2 * CHUNK];
            match line.to_slice() {
                Some(line) => copy::<{ 2 * CHUNK }>(line, &mut numbers),
                None => numbers.iter_mut().zip(line).for_each(|(to, &x)| *to = x),
            }
            isa.run(
                #[inline(always)]
                || pack_line(&numbers, k, panel),
            );
        }
    }
}

/// Packs two columns as pairs. The second column may be missing.
#[inline(always)]
fn pack_columns(one: &[f32], two: &[f32], to: &mut [Pair]) {
    if two.is_empty() {
        to.iter_mut().zip(one).for_each(|(to, &x)| *to = code(x));
        return;
    }
    for ((to, &x), &y) in to.iter_mut().zip(one).zip(two) {
        *to = code(x) | code(y) << 16;
    }
}

/// Packs a part of line `k`.
#[inline(always)]
fn pack_line<const N: usize>(numbers: &[f32; 2 * CHUNK], k: usize, panel: &mut [[Pair; N]]) {
    let mut pairs = [0; CHUNK];
    for (to, &[one, two]) in pairs.iter_mut().zip(numbers.as_chunks().0) {
        *to = code(one) | code(two) << 16;
    }
    for (to, pair) in panel.iter_mut().zip(pairs) {
        to[k] = pair;
    }
}

/// The nearest code of a number; 0 with its sign if the code is subnormal.
#[inline(always)]
fn code(x: f32) -> Pair {
    let code = u32::from(upper_half(x));
    if code & 0x7f80 == 0 { code & 0x8000 } else { code }
}
