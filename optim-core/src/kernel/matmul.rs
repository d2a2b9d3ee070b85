//! Products and transposes of matrices in scratch slots.

use std::ops::Range;

use ndarray::linalg::general_mat_mul;
use ndarray::{ArrayView2, ArrayViewMut2, s};

use super::linalg::Need;
use super::product::{self, MatmulPrecision};
use super::program::CallParts;
use super::raw::Coverage;
use super::threads::share_out;
use super::{Description, Extent, Float, LoopNumber, Operand, PassKind, StepContext};
use crate::dtype::DType;

/// The number of rows of the result that are computed at once. It is fixed, so that results do not depend on threads.
const ROWS: usize = 256;
/// The number of rows for symmetric results. Both halves of the blocks on the diagonal are computed, so smaller blocks save work.
const HALF_ROWS: usize = 128;
const _: () = assert!(HALF_ROWS.is_multiple_of(SQUARE) && product::BLOCK.is_multiple_of(SQUARE));
/// The smallest number of multiplications for which a product is divided among threads.
const SHARE: usize = 1 << 20;
/// The side of the squares that a transpose copies at once.
const SQUARE: usize = 32;

impl<E: LoopNumber> Description<'_, '_, E> {
    /// Describes the products of two batches of matrices, which are written to a slot. The batch size is the parameter's.
    ///
    /// # Panics
    /// If the sizes do not match or no array can have them, or `into` is also an operand.
    pub fn matmul(&mut self, a: Operand, b: Operand, into: usize) {
        let (a, b, into) = (self.own_operand(a), self.own_operand(b), self.own_slot(into));
        let (m, n) = product_size(a, b, into);
        let called = self.one_result(PassKind::Matmul, vec![a, b], (into, m, n));
        self.call(called, move |cx, _| cx.matmul(a, b, into));
    }

    /// Describes the transposes of a batch of matrices, which are written to a slot.
    ///
    /// # Panics
    /// If no array can have the sizes, or the slots are the same.
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

/// The size of a product. Checks its operands and its slot.
fn product_size(a: Operand, b: Operand, into: usize) -> (usize, usize) {
    let ((m, inner), (other, n)) = (a.size(), b.size());
    assert!(inner == other, "the sizes of a matrix product agree");
    assert!(into != a.slot && into != b.slot, "a product has a scratch slot of its own");
    (m, n)
}

/// The size of a transpose. Checks its slot.
fn transposed_size(from: Operand, into: usize) -> (usize, usize) {
    assert!(into != from.slot, "a transpose has a scratch slot of its own");
    let (n, m) = from.size();
    (m, n)
}

impl<T: Float> StepContext<'_, T> {
    /// Writes the products of two batches of matrices into a slot, in C order.
    ///
    /// The batch size is the parameter's. `ndarray` computes the products, and selects its own instructions. With [`MatmulPrecision::Bf16`], they are
    /// computed here. Results do not depend on the number of threads or on the level, but results of `ndarray` may depend on the machine. For `x ·
    /// xᵀ`, `xᵀ · x` and the square of a symmetric matrix, only one half is computed, and the other half is a copy.
    ///
    /// # Panics
    /// If the sizes do not match or no array can have them, a slot does not exist or is too short, or `into` is also an operand. Generated code never
    /// does this.
    pub(crate) fn matmul(&mut self, a: Operand, b: Operand, into: usize) {
        let (m, n) = product_size(a, b, into);
        let len = Extent::new(self.shape().batch(), m, n).len();
        let mut result = std::mem::take(&mut self.arena.scratch[into]);
        if len > 0 {
            self.multiply(a, b, (m, n), &mut result[..len]);
        }
        self.arena.scratch[into] = result;
    }

    /// Writes a batch of products, which have at least one element.
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
    /// If no array can have the sizes, a slot does not exist or is too short, or the slots are the same. Generated code never does this.
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

    /// The number of threads that work on the parameter: one unless the work is `large`.
    const fn workers(&self, large: bool) -> usize {
        match self.claim.part() {
            Coverage::Shared(workers, _) if large => workers,
            _ => 1,
        }
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

/// Returns true if the products of two operands are exactly symmetric, because the operands are transposes of each other.
fn is_symmetric<T: Float>(numbers: &[T], a: Operand, b: Operand) -> bool {
    if a.slot != b.slot || (a.rows, a.cols) != (b.rows, b.cols) {
        return false;
    }
    let n = a.rows;
    // The comparison costs as much as one column of the product.
    a.transposed != b.transposed || n == a.cols && numbers.chunks_exact(n * n).all(|matrix| is_mirrored(matrix, n))
}

/// Returns true if a matrix of `n` rows and columns is its own transpose.
fn is_mirrored<T: Float>(matrix: &[T], n: usize) -> bool {
    squares(n).all(|(rows, cols)| {
        let below = turned(matrix, n, &rows, &cols);
        rows.zip(&below).all(|(r, below)| matrix[r * n..][cols.clone()] == below[..cols.len()])
    })
}

/// Copies the transpose of the part below the blocks on the diagonal to the part above them. A block has `height` rows.
fn mirror<T: Float>(matrix: &mut [T], n: usize, height: usize) {
    for (rows, cols) in squares(n).filter(|(rows, cols)| rows.start / height < cols.start / height) {
        let below = turned(matrix, n, &rows, &cols);
        for (r, below) in rows.zip(&below) {
            matrix[r * n..][cols.clone()].copy_from_slice(&below[..cols.len()]);
        }
    }
}

/// A square of a matrix's transpose. It is copied row by row, because the numbers of a column are far apart in memory.
fn turned<T: Float>(matrix: &[T], n: usize, rows: &Range<usize>, cols: &Range<usize>) -> [[T; SQUARE]; SQUARE] {
    let mut square = [[T::ZERO; SQUARE]; SQUARE];
    for (c, from) in cols.clone().enumerate() {
        for (to, &x) in square.iter_mut().zip(&matrix[from * n..][rows.clone()]) {
            to[c] = x;
        }
    }
    square
}

/// The squares on and above the diagonal of a matrix, as ranges of rows and columns.
fn squares(n: usize) -> impl Iterator<Item = (Range<usize>, Range<usize>)> {
    let part = move |first: usize| first..(first + SQUARE).min(n);
    let firsts = (0..n).step_by(SQUARE);
    firsts.flat_map(move |row| (row..n).step_by(SQUARE).map(move |col| (part(row), part(col))))
}

/// One matrix of a batch.
pub(super) fn matrix<T: Float>(numbers: &[T], operand: Operand, index: usize) -> ArrayView2<'_, T> {
    let Operand { rows, cols, transposed, .. } = operand;
    let numbers = &numbers[index * rows * cols..(index + 1) * rows * cols];
    // The slice always has the right length, so the empty view is never used.
    let matrix = ArrayView2::from_shape((rows, cols), numbers).unwrap_or_else(|_| ArrayView2::from(&[[]; 0]));
    if transposed { matrix.reversed_axes() } else { matrix }
}
