//! Products and transposes of matrices in scratch slots.

use std::ops::Range;

use ndarray::linalg::general_mat_mul;
use ndarray::{ArrayView2, ArrayViewMut2, s};

use super::linalg::Need;
use super::product::{self, MatmulPrecision};
use super::program::CallParts;
use super::raw::Part;
use super::threads::share_out;
use super::{Cx, Description, Extent, Float, LoopNumber, Operand, PassKind};
use crate::dtype::DType;

/// Rows of the result that are computed at once. Fixed, so that results don't depend on threads.
const ROWS: usize = 256;
/// The same of symmetric results: what is beside the diagonal in their blocks is computed twice.
const HALF_ROWS: usize = 128;
const _: () = assert!(HALF_ROWS.is_multiple_of(SQUARE) && product::BLOCK.is_multiple_of(SQUARE));
/// Multiplications from which on a product is shared out among threads.
const SHARE: usize = 1 << 20;
/// Side of the squares that a transpose moves at once.
const SQUARE: usize = 32;

impl<E: LoopNumber> Description<'_, '_, E> {
    /// Describes the products of two batches of matrices, which go to a slot. The batch is the parameter's.
    ///
    /// # Panics
    /// If the sizes don't agree or are those of no array, or `into` is also an operand.
    pub fn matmul(&mut self, a: Operand, b: Operand, into: usize) {
        let (a, b, into) = (self.own_operand(a), self.own_operand(b), self.own_slot(into));
        let (m, n) = product_size(a, b, into);
        let called = self.one_result(PassKind::Matmul, vec![a, b], (into, m, n));
        self.call(called, move |cx, _| cx.matmul(a, b, into));
    }

    /// Describes the transposes of a batch of matrices, which go to a slot.
    ///
    /// # Panics
    /// If the sizes are those of no array, or the slots are the same.
    pub fn transpose(&mut self, from: Operand, into: usize) {
        let (from, into) = (self.own_operand(from), self.own_slot(into));
        let (m, n) = transposed_size(from, into);
        let called = self.one_result(PassKind::Transpose, vec![from], (into, m, n));
        self.call(called, move |cx, _| cx.transpose(from, into));
    }

    fn one_result(&self, kind: PassKind, operands: Vec<Operand>, (slot, m, n): (usize, usize, usize)) -> CallParts {
        let extent = Extent::new(self.shape().batch(), m, n);
        CallParts { kind, extent, operands, results: vec![(slot, extent)], need: Need::default() }
    }
}

/// The size of a product that goes to a slot.
fn product_size(a: Operand, b: Operand, into: usize) -> (usize, usize) {
    let ((m, inner), (other, n)) = (a.size(), b.size());
    assert!(inner == other, "the sizes of a matrix product agree");
    assert!(into != a.slot && into != b.slot, "a product has a scratch slot of its own");
    (m, n)
}

/// The size of a transpose that goes to a slot.
fn transposed_size(from: Operand, into: usize) -> (usize, usize) {
    assert!(into != from.slot, "a transpose has a scratch slot of its own");
    let (n, m) = from.size();
    (m, n)
}

impl<T: Float> Cx<'_, T> {
    /// Writes the products of two batches of matrices into a slot, in C order.
    ///
    /// The batch is the parameter's. Products are left to `ndarray`, which picks its own instructions, or with
    /// [`MatmulPrecision::Bf16`] computed here; results don't depend on the number of threads or the level in use, but those of `ndarray` may
    /// on the machine. Of `x · xᵀ`, `xᵀ · x` and the square of a
    /// symmetric matrix one half is computed, and the other is the same numbers.
    ///
    /// # Panics
    /// If the sizes don't agree or are those of no array, a slot does not exist or is too short, or `into` is also an
    /// operand: generated code does none of this.
    pub(crate) fn matmul(&mut self, a: Operand, b: Operand, into: usize) {
        let (m, n) = product_size(a, b, into);
        let len = Extent::new(self.shape().batch(), m, n).len();
        let mut result = std::mem::take(&mut self.arena.scratch[into]);
        if len > 0 {
            self.multiply(a, b, (m, n), &mut result[..len]);
        }
        self.arena.scratch[into] = result;
    }

    /// Writes a batch of products that have elements.
    fn multiply(&mut self, a: Operand, b: Operand, (m, n): (usize, usize), to: &mut [T]) {
        let mut panels = std::mem::take(&mut self.arena.panels);
        let (isa, workers) = (self.isa, self.workers(to.len().saturating_mul(a.size().1) >= SHARE));
        let (from_a, from_b) = (self.matrices(a), self.matrices(b));
        let rounded = self.arena.precision == MatmulPrecision::Bf16 && T::DTYPE == DType::F32;
        let least = if rounded { product::BLOCK } else { HALF_ROWS };
        let half = n > least && is_symmetric(from_a, a, b);
        if let (true, Some(from_a), Some(from_b), Some(to)) =
            (rounded, T::as_f32(from_a), T::as_f32(from_b), T::as_f32_mut(to))
        {
            let operands = (|index| matrix(from_a, a, index), |index| matrix(from_b, b, index));
            product::multiply(&mut panels, (isa, workers), operands, (m, n), half, to);
        } else {
            let height = if half { HALF_ROWS } else { ROWS };
            share_out(workers, blocks(to, (m, n), height), &|(index, first, rows): (usize, usize, &mut [T])| {
                let len = rows.len() / n;
                let cols = if half { first + len } else { n };
                let (a, b) = (matrix(from_a, a, index), matrix(from_b, b, index));
                if let Ok(mut rows) = ArrayViewMut2::from_shape((len, n), rows) {
                    let (a, b) = (a.slice(s![first..first + len, ..]), b.slice(s![.., ..cols]));
                    general_mat_mul(T::ONE, &a, &b, T::ZERO, &mut rows.slice_mut(s![.., ..cols]));
                }
            });
        }
        if half {
            to.chunks_exact_mut(n * n).for_each(|product| mirror(product, n, least));
        }
        self.arena.panels = panels;
    }

    /// Writes the transposes of a batch of matrices into a slot, in C order.
    ///
    /// # Panics
    /// If the sizes are those of no array, a slot does not exist or is too short, or the slots are the same: generated
    /// code does none of this.
    pub(crate) fn transpose(&mut self, from: Operand, into: usize) {
        let (m, n) = transposed_size(from, into);
        let len = Extent::new(self.shape().batch(), m, n).len();
        let mut result = std::mem::take(&mut self.arena.scratch[into]);
        let transposed = &mut result[..len];
        let numbers = self.matrices(from);
        if len > 0 {
            let blocks = blocks(transposed, (m, n), SQUARE);
            share_out(self.workers(len >= SHARE), blocks, &|(index, first, rows): (usize, usize, &mut [T])| {
                let from = matrix(numbers, from, index).reversed_axes();
                let len = rows.len() / n;
                for col in (0..n).step_by(SQUARE) {
                    let to = (col + SQUARE).min(n);
                    for r in 0..len {
                        for c in col..to {
                            rows[r * n + c] = from[(first + r, c)];
                        }
                    }
                }
            });
        }
        self.arena.scratch[into] = result;
    }

    /// The numbers of a batch of matrices.
    pub(crate) fn matrices(&self, operand: Operand) -> &[T] {
        self.matrices_of(self.shape().batch(), operand)
    }

    /// The numbers of this many matrices.
    pub(super) fn matrices_of(&self, batch: usize, operand: Operand) -> &[T] {
        let Operand { slot, rows, cols, .. } = operand;
        &self.arena.scratch[slot][..Extent::new(batch, rows, cols).len()]
    }

    /// The number of threads that work on the parameter: one unless there is much to do.
    const fn workers(&self, large: bool) -> usize {
        match self.claim.part() {
            Part::Shared(workers, _) if large => workers,
            _ => 1,
        }
    }
}

/// Blocks of `height` rows of a batch of `m` × `n` matrices: the index of the matrix, the first row, the rows.
pub(super) fn blocks<T>(
    matrices: &mut [T],
    (m, n): (usize, usize),
    height: usize,
) -> impl Iterator<Item = (usize, usize, &mut [T])> {
    matrices.chunks_mut(m * n).enumerate().flat_map(move |(index, matrix)| {
        matrix.chunks_mut(height * n).enumerate().map(move |(k, rows)| (index, k * height, rows))
    })
}

/// Returns true if the products of two operands are symmetric, to the bit: they are transposes of each other.
fn is_symmetric<T: Float>(numbers: &[T], a: Operand, b: Operand) -> bool {
    if a.slot != b.slot || (a.rows, a.cols) != (b.rows, b.cols) {
        return false;
    }
    let n = a.rows;
    // Asking costs as much as one column of the product.
    a.transposed != b.transposed || n == a.cols && numbers.chunks_exact(n * n).all(|matrix| is_mirrored(matrix, n))
}

/// Returns true if a matrix of `n` rows and columns is its own transpose.
fn is_mirrored<T: Float>(matrix: &[T], n: usize) -> bool {
    squares(n).all(|(rows, cols)| {
        let below = turned(matrix, n, &rows, &cols);
        rows.zip(&below).all(|(r, below)| matrix[r * n..][cols.clone()] == below[..cols.len()])
    })
}

/// Makes what is above the blocks on the diagonal, which have so many rows, the transpose of what is below them.
fn mirror<T: Float>(matrix: &mut [T], n: usize, height: usize) {
    for (rows, cols) in squares(n).filter(|(rows, cols)| rows.start / height < cols.start / height) {
        let below = turned(matrix, n, &rows, &cols);
        for (r, below) in rows.zip(&below) {
            matrix[r * n..][cols.clone()].copy_from_slice(&below[..cols.len()]);
        }
    }
}

/// A square of a matrix's transpose. Copied row by row: what one column needs of memory is far apart.
fn turned<T: Float>(matrix: &[T], n: usize, rows: &Range<usize>, cols: &Range<usize>) -> [[T; SQUARE]; SQUARE] {
    let mut square = [[T::ZERO; SQUARE]; SQUARE];
    for (c, from) in cols.clone().enumerate() {
        for (to, &x) in square.iter_mut().zip(&matrix[from * n..][rows.clone()]) {
            to[c] = x;
        }
    }
    square
}

/// The squares that a matrix has on and above its diagonal, as rows and columns of each.
fn squares(n: usize) -> impl Iterator<Item = (Range<usize>, Range<usize>)> {
    let part = move |first: usize| first..(first + SQUARE).min(n);
    let firsts = (0..n).step_by(SQUARE);
    firsts.flat_map(move |row| (row..n).step_by(SQUARE).map(move |col| (part(row), part(col))))
}

/// One matrix of a batch.
pub(super) fn matrix<T: Float>(numbers: &[T], operand: Operand, index: usize) -> ArrayView2<'_, T> {
    let Operand { rows, cols, transposed, .. } = operand;
    let numbers = &numbers[index * rows * cols..(index + 1) * rows * cols];
    // The slice has just the right length; the empty view is never seen.
    let matrix = ArrayView2::from_shape((rows, cols), numbers).unwrap_or_else(|_| ArrayView2::from(&[[]; 0]));
    if transposed { matrix.reversed_axes() } else { matrix }
}
