//! Products of matrices.
//!
//! Both matrices are packed into panels, a part of the sum at a time. The loops of `raw/dot` multiply two panels and add the products to a tile of
//! the result. Each element is summed in the order of its panels, so its bits do not depend on threads.

mod pack;

use std::ops::Range;

use ndarray::{ArrayView2, Axis, Slice};

use super::Float;
use super::level::Isa;
use super::raw::{Dot, DotTile, Packed};
use super::threads::share_out;
use pack::{PanelLayout, pack_all};

/// The precision with which a step multiplies matrices of `f32`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MatmulPrecision {
    /// Multiplies in the type of the elements.
    #[default]
    Full,
    /// Rounds numbers to `bf16`, 8 bits of precision, and sums products in `f32`. Subnormal numbers count as 0. With AMX on Linux, this is about four times as
    /// fast, and with AVX512-BF16 up to twice as fast. Other processors take longer than with `Full`. It has no effect for `f64`.
    Bf16,
}

/// The rows of a block of a symmetric product. Only blocks on the diagonal and left of it are computed.
pub(super) const BLOCK: usize = 64;
/// The most rows and columns of the result that are computed at once. They and their panels fit into a cache of 2 MiB.
const PART: usize = 256;
/// The most elements that are packed at once, unless the lines of one loop's depth have more.
const PACKED: usize = 1 << 20;
/// The number of elements in the largest tile.
const TILE: usize = 1024;

/// The packed matrices of products. They are kept from product to product, so that only the largest one allocates memory.
#[derive(Debug, Default)]
pub(crate) struct Panels<P> {
    left: Vec<P>,
    right: Vec<P>,
}

/// A function that returns a matrix of a batch.
pub(super) trait Batch<'m, T: 'm>: Fn(usize) -> ArrayView2<'m, T> + Sync {}
impl<'m, T: 'm, F: Fn(usize) -> ArrayView2<'m, T> + Sync> Batch<'m, T> for F {}

/// The size of the products, and whether only the blocks on the diagonal and left of it are wanted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size {
    pub(super) rows: usize,
    pub(super) cols: usize,
    pub(super) half: bool,
}

/// Writes the products of some matrices in C order. They have at least one element.
pub(super) fn multiply<'m, T: Float, P: Packed<T>>(
    dot: &Dot<T, P>,
    panels: &mut Panels<P>,
    (isa, workers): (Isa, usize),
    (a, b): (impl Batch<'m, T>, impl Batch<'m, T>),
    size: Size,
    to: &mut [T],
) {
    debug_assert!(dot.rows * dot.cols <= TILE && BLOCK.is_multiple_of(dot.rows) && dot.depth.is_multiple_of(dot.group));
    let Size { rows, cols, .. } = size;
    let inner = a(0).ncols();
    // An empty sum has one group of zeros.
    let elements = inner.div_ceil(P::NUMBERS).max(1).next_multiple_of(dot.group);
    let (left, right) = (rows.div_ceil(dot.rows), cols.div_ceil(dot.cols));
    let lines = left * dot.rows + right * dot.cols;
    let depth = (PACKED / lines / dot.depth * dot.depth).max(dot.depth).min(elements);
    let together = (PACKED / lines / depth).max(1);
    for (k, to) in to.chunks_mut(together * rows * cols).enumerate() {
        let matrices = to.len() / (rows * cols);
        let height = (rows * matrices / (4 * workers)).clamp(BLOCK, PART).next_multiple_of(BLOCK);
        for from in (0..elements).step_by(depth) {
            let depth = depth.min(elements - from);
            let part = |mut matrix: ArrayView2<'m, T>, axis| {
                let numbers = (from * P::NUMBERS).min(inner)..((from + depth) * P::NUMBERS).min(inner);
                matrix.slice_axis_inplace(Axis(axis), Slice::from(numbers));
                matrix
            };
            let left = PanelLayout { panels: left, width: dot.rows, group: dot.group, depth };
            let right = PanelLayout { panels: right, width: dot.cols, group: 1, depth };
            let Panels { left: memory, right: others } = &mut *panels;
            let packed = pack_all(isa, workers, (matrices, left), memory, |m| part(a(k * together + m), 1));
            let others =
                pack_all(isa, workers, (matrices, right), others, |m| part(b(k * together + m), 0).reversed_axes());
            share_out(workers, blocks(to, (rows, cols), height), &|(m, first, to): (usize, usize, &mut [T])| {
                let a = &packed[(m * left.panels + first / dot.rows) * left.panel()..];
                let b = &others[m * right.panels * right.panel()..];
                multiply_rows(dot, (a, left), (b, right), (first, size, from == 0), to);
            });
        }
    }
}

/// Adds the products of panels to some rows of the result, from the row `first`, a multiple of `BLOCK`.
fn multiply_rows<T: Float, P: Packed<T>>(
    dot: &Dot<T, P>,
    (a, left): (&[P], PanelLayout),
    (b, right): (&[P], PanelLayout),
    (first, size, new): (usize, Size, bool),
    to: &mut [T],
) {
    let mut edge = [T::ZERO; TILE];
    let rows = to.len() / size.cols;
    let cols = if size.half { size.cols.min((first + rows).next_multiple_of(BLOCK)) } else { size.cols };
    let group = PART / dot.cols * dot.cols;
    for group in (0..cols).step_by(group).map(|first| first..cols.min(first + group)) {
        for part in (0..left.depth).step_by(dot.depth).map(|first| first..left.depth.min(first + dot.depth)) {
            let new = new && part.start == 0;
            for col in group.clone().step_by(dot.cols) {
                let b = &b[col / dot.cols * right.panel()..][part.start * dot.cols..part.end * dot.cols];
                // The first row whose block on the diagonal has the column.
                let start = if size.half { (col / BLOCK * BLOCK).saturating_sub(first) } else { 0 };
                for row in (start..rows).step_by(dot.rows) {
                    let a = &a[row / dot.rows * left.panel()..][part.start * dot.rows..part.end * dot.rows];
                    let tile = (row..rows.min(row + dot.rows), col..size.cols.min(col + dot.cols));
                    multiply_tile(dot, (a, b), tile, (size.cols, new), to, &mut edge);
                }
            }
        }
    }
}

/// Adds the products of two panels to a tile: its rows and columns. The rows of the result are `stride` apart.
fn multiply_tile<T: Float, P>(
    dot: &Dot<T, P>,
    (a, b): (&[P], &[P]),
    (rows, cols): (Range<usize>, Range<usize>),
    (stride, first): (usize, bool),
    to: &mut [T],
    edge: &mut [T; TILE],
) {
    let to = &mut to[rows.start * stride + cols.start..];
    if rows.len() == dot.rows && cols.len() == dot.cols {
        return (dot.add)(a, b, &mut DotTile { numbers: to, stride, cols: dot.cols, first });
    }
    // A loop computes whole tiles, so the edges of the result are computed beside it.
    let cols = cols.len();
    if !first {
        for (edge, to) in edge.chunks_mut(dot.cols).zip(to.chunks(stride)).take(rows.len()) {
            edge[..cols].copy_from_slice(&to[..cols]);
        }
    }
    (dot.add)(a, b, &mut DotTile { numbers: edge, stride: dot.cols, cols, first });
    for (edge, to) in edge.chunks(dot.cols).zip(to.chunks_mut(stride)).take(rows.len()) {
        to[..cols].copy_from_slice(&edge[..cols]);
    }
}

/// Divides a batch of `m` × `n` matrices into blocks of `height` rows: the index of the matrix, the first row, the rows.
pub(super) fn blocks<T>(
    matrices: &mut [T],
    (m, n): (usize, usize),
    height: usize,
) -> impl Iterator<Item = (usize, usize, &mut [T])> {
    matrices.chunks_mut(m * n).enumerate().flat_map(move |(index, matrix)| {
        matrix.chunks_mut(height * n).enumerate().map(move |(k, rows)| (index, k * height, rows))
    })
}
