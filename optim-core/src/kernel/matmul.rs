//! Products and transposes of matrices in scratch slots.

use std::sync::{Mutex, PoisonError};

use ndarray::linalg::general_mat_mul;
use ndarray::{ArrayView2, ArrayViewMut2, s};

use super::raw::Part;
use super::threads::side_by_side;
use super::{Cx, Extent, Float, Operand, PassKind};

/// Rows of the result that are computed at once. Fixed, so that results don't depend on threads.
const ROWS: usize = 256;
/// Multiplications from which on a product is shared out among threads.
const SHARE: usize = 1 << 20;
/// Side of the squares that a transpose moves at once.
const SQUARE: usize = 32;

impl<T: Float> Cx<'_, T> {
    /// Writes the products of two batches of matrices into a slot, in C order.
    ///
    /// The batch is the parameter's. Products are left to `ndarray`, which picks its own instructions; results don't
    /// depend on the number of threads or the level in use, but may on the machine.
    ///
    /// # Panics
    /// If the sizes don't agree or are those of no array, a slot does not exist or is too short, or `into` is also an
    /// operand: generated code does none of this.
    pub fn matmul(&mut self, a: Operand, b: Operand, into: usize) {
        let ((m, inner), (other, n)) = (a.size(), b.size());
        assert!(inner == other, "the sizes of a matrix product agree");
        assert!(into != a.slot && into != b.slot, "a product has a scratch slot of its own");
        let batch = self.shape().batch();
        let extent = Extent::new(batch, m, n);
        if let Part::Nothing = self.claim.part() {
            return self.record_call(PassKind::Matmul, extent, &[a, b], into);
        }
        let len = extent.len();
        let mut result = std::mem::take(&mut self.arena.scratch[into]);
        let product = &mut result[..len];
        let (from_a, from_b) = (self.matrices(a), self.matrices(b));
        let block = |index: usize, first: usize, rows: &mut [T]| {
            let len = rows.len() / n;
            let a = matrix(from_a, a, index);
            let b = matrix(from_b, b, index);
            if let Ok(mut rows) = ArrayViewMut2::from_shape((len, n), rows) {
                general_mat_mul(T::ONE, &a.slice(s![first..first + len, ..]), &b, T::ZERO, &mut rows);
            }
        };
        if len > 0 {
            self.each_block(product, (m, n), ROWS, len.saturating_mul(inner) >= SHARE, &block);
        }
        self.arena.scratch[into] = result;
    }

    /// Writes the transposes of a batch of matrices into a slot, in C order.
    ///
    /// # Panics
    /// If the sizes are those of no array, a slot does not exist or is too short, or the slots are the same: generated
    /// code does none of this.
    pub fn transpose(&mut self, from: Operand, into: usize) {
        assert!(into != from.slot, "a transpose has a scratch slot of its own");
        let (n, m) = from.size();
        let extent = Extent::new(self.shape().batch(), m, n);
        if let Part::Nothing = self.claim.part() {
            return self.record_call(PassKind::Transpose, extent, &[from], into);
        }
        let len = extent.len();
        let mut result = std::mem::take(&mut self.arena.scratch[into]);
        let transposed = &mut result[..len];
        let numbers = self.matrices(from);
        let block = |index: usize, first: usize, rows: &mut [T]| {
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
        };
        if len > 0 {
            self.each_block(transposed, (m, n), SQUARE, len >= SHARE, &block);
        }
        self.arena.scratch[into] = result;
    }

    /// The numbers of a batch of matrices.
    pub(super) fn matrices(&self, operand: Operand) -> &[T] {
        let Operand { slot, rows, cols, .. } = operand;
        &self.arena.scratch[slot][..Extent::new(self.shape().batch(), rows, cols).len()]
    }

    /// Calls `block(matrix, first row, rows)` for blocks of rows of a batch of `m` × `n` matrices.
    fn each_block(
        &self,
        matrices: &mut [T],
        (m, n): (usize, usize),
        height: usize,
        large: bool,
        block: &(impl Fn(usize, usize, &mut [T]) + Sync),
    ) {
        let blocks = matrices.chunks_mut(m * n).enumerate().flat_map(|(index, matrix)| {
            matrix.chunks_mut(height * n).enumerate().map(move |(k, rows)| (index, k * height, rows))
        });
        match self.claim.part() {
            Part::Shared(workers, _) if large => {
                let queue = Mutex::new(blocks);
                let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
                side_by_side(workers, &|| {
                    while let Some((index, first, rows)) = next() {
                        block(index, first, rows);
                    }
                });
            }
            _ => blocks.for_each(|(index, first, rows)| block(index, first, rows)),
        }
    }
}

/// One matrix of a batch.
pub(super) fn matrix<T: Float>(numbers: &[T], operand: Operand, index: usize) -> ArrayView2<'_, T> {
    let Operand { rows, cols, transposed, .. } = operand;
    let numbers = &numbers[index * rows * cols..(index + 1) * rows * cols];
    // The slice has just the right length; the empty view is never seen.
    let matrix = ArrayView2::from_shape((rows, cols), numbers).unwrap_or_else(|_| ArrayView2::from(&[[]; 0]));
    if transposed { matrix.reversed_axes() } else { matrix }
}
