//! Products and transposes of matrices in scratch slots.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use ndarray::linalg::general_mat_mul;
use ndarray::{ArrayView2, ArrayViewMut2};

use super::linalg::Need;
use super::product::{self, MatmulPrecision, Size, blocks};
use super::program::{CallParts, CallWork};
use super::raw::{Coverage, SIDE, Square, SquareElement, full, rounded};
use super::threads::share_out;
use super::{Description, Extent, Float, LoopNumber, Operand, PassKind, StepContext};

/// The smallest number of multiplications for which a product is divided among threads.
const SHARE: usize = 1 << 20;
/// The number of multiplications below which `ndarray` multiplies two matrices, unless their product is symmetric or rounded. Packing them into
/// panels would take too long.
const SMALL: usize = 1 << 20;
/// The number of columns above which only one half of a symmetric product is computed.
const HALF: usize = 2 * product::BLOCK;
const _: () = assert!(product::BLOCK.is_multiple_of(SIDE));

impl<E: LoopNumber> Description<'_, '_, E> {
    /// Describes the products of two batches of matrices, which are written to a slot. The batch size is the parameter's.
    ///
    /// # Panics
    /// If the sizes do not match or no array can have them, or `into` is also an operand.
    pub fn matmul(&mut self, a: Operand, b: Operand, into: usize) {
        let (a, b, into) = (self.own_operand(a), self.own_operand(b), self.own_slot(into));
        let (m, n) = product_size(a, b, into);
        let called = self.one_result(PassKind::Matmul, vec![a, b], (into, m, n));
        self.call(called, CallWork::Whole(Box::new(move |cx, _| cx.matmul(a, b, into))));
    }

    /// Describes the transposes of a batch of matrices, which are written to a slot.
    ///
    /// # Panics
    /// If no array can have the sizes, or the slots are the same.
    pub fn transpose(&mut self, from: Operand, into: usize) {
        let (from, into) = (self.own_operand(from), self.own_slot(into));
        let (m, n) = transposed_size(from, into);
        let called = self.one_result(PassKind::Transpose, vec![from], (into, m, n));
        self.call(called, CallWork::Whole(Box::new(move |cx, _| cx.transpose(from, into))));
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
    /// The batch size is the parameter's. Results do not depend on the number of threads or on the level, but on the instructions of the machine.
    /// For `x · xᵀ`, `xᵀ · x` and the square of a symmetric matrix with more than `HALF` columns, only one half is computed, and the other half is a
    /// copy.
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
        let inner = a.size().1;
        let workers = self.workers(to.len().saturating_mul(inner) >= SHARE);
        let run = (self.isa, workers);
        let size = Size { rows: m, cols: n, half: n > HALF && is_symmetric(workers, self.matrices(a), a, b) };
        let mut panels = std::mem::take(&mut self.arena.panels);
        let (from_a, from_b) = (self.matrices(a), self.matrices(b));
        let operands = (|index| matrix(from_a, a, index), |index| matrix(from_b, b, index));
        match (self.arena.precision, T::as_f32(from_a), T::as_f32(from_b), T::as_f32_mut(to)) {
            (MatmulPrecision::Bf16, Some(from_a), Some(from_b), Some(to)) => {
                let operands = (|index| matrix(from_a, a, index), |index| matrix(from_b, b, index));
                product::multiply(&rounded(), &mut panels.rounded, run, operands, size, to);
            }
            _ if size.half || (m * n).saturating_mul(inner) >= SMALL => {
                product::multiply(&full(), &mut panels.full, run, operands, size, to);
            }
            _ => share_out(workers, to.chunks_exact_mut(m * n).enumerate(), &|(index, to): (usize, &mut [T])| {
                if let Ok(mut to) = ArrayViewMut2::from_shape((m, n), to) {
                    general_mat_mul(T::ONE, &operands.0(index), &operands.1(index), T::ZERO, &mut to);
                }
            }),
        }
        if size.half {
            to.chunks_exact_mut(n * n).for_each(|product| mirror(workers, product, n));
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
            let blocks = blocks(transposed, (m, n), SIDE);
            share_out(self.workers(len >= SHARE), blocks, &|(index, first, rows): (usize, usize, &mut [T])| {
                let from_numbers = &numbers[index * m * n..(index + 1) * m * n];
                if from.transposed {
                    return rows.copy_from_slice(&from_numbers[first * n..][..rows.len()]);
                }
                let lines = first..first + rows.len() / n;
                let mut square = Square::default();
                for col in (0..n).step_by(SIDE) {
                    turn(&from_numbers[col * m..], m, &lines, &mut square);
                    let width = SIDE.min(n - col);
                    for (row, from) in rows.chunks_exact_mut(n).zip(&square) {
                        row[col..col + width].copy_from_slice(&from[..width]);
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

/// Returns true if the products of two operands are exactly symmetric, because the operands are transposes of each other.
fn is_symmetric<T: Float>(workers: usize, numbers: &[T], a: Operand, b: Operand) -> bool {
    if a.slot != b.slot || (a.rows, a.cols) != (b.rows, b.cols) {
        return false;
    }
    let n = a.rows;
    // The comparison costs as much as one column of the product.
    a.transposed != b.transposed
        || n == a.cols && numbers.chunks_exact(n * n).all(|matrix| is_mirrored(workers, matrix, n))
}

/// Returns true if a matrix of `n` rows and columns is its own transpose.
fn is_mirrored<T: Float>(workers: usize, matrix: &[T], n: usize) -> bool {
    let same = AtomicBool::new(true);
    share_out(workers, (0..n).step_by(SIDE), &|row| {
        let rows = row..n.min(row + SIDE);
        let mut square = Square::default();
        let same_rows = (row..n).step_by(SIDE).take_while(|_| same.load(Ordering::Relaxed)).all(|col| {
            let cols = col..n.min(col + SIDE);
            turn(&matrix[col * n..], n, &rows, &mut square);
            rows.clone().zip(&square).all(|(r, below)| matrix[r * n..][cols.clone()] == below[..cols.len()])
        });
        if !same_rows {
            same.store(false, Ordering::Relaxed);
        }
    });
    same.into_inner()
}

/// Copies the transpose of the part below the blocks on the diagonal to the part above them.
///
/// A pair of neighbouring squares on the diagonal has a square above and one below. One pass over the matrix handles all pairs of one size, and the
/// next pass handles pairs of twice the size.
fn mirror<T: Float>(workers: usize, matrix: &mut [T], n: usize) {
    let sides = std::iter::successors(Some(product::BLOCK), |side| Some(2 * side)).take_while(|side| *side < n);
    for side in sides {
        let pairs = matrix.chunks_mut(2 * side * n).enumerate().filter(|(_, pair)| pair.len() > side * n);
        let rows = pairs.flat_map(|(k, pair)| {
            let (above, below) = pair.split_at_mut(side * n);
            let below = &*below;
            above.chunks_mut(SIDE * n).enumerate().map(move |(r, rows)| (2 * k * side, r * SIDE, rows, below))
        });
        share_out(workers, rows, &|(first, row, rows, below): (usize, usize, &mut [T], &[T])| {
            let lines = first + row..first + row + rows.len() / n;
            let mut square = Square::default();
            for (k, below) in below.chunks(SIDE * n).enumerate() {
                let (col, width) = (first + side + k * SIDE, below.len() / n);
                turn(below, n, &lines, &mut square);
                for (row, below) in rows.chunks_exact_mut(n).zip(&square) {
                    row[col..col + width].copy_from_slice(&below[..width]);
                }
            }
        });
    }
}

/// Writes the transpose of a square: columns of the first rows, which have `n` numbers. The rest of the result has any numbers.
fn turn<T: Float>(rows: &[T], n: usize, cols: &Range<usize>, square: &mut Square<T>) {
    for (to, row) in square.iter_mut().zip(rows.chunks_exact(n)) {
        let from = &row[cols.clone()];
        match from.first_chunk() {
            Some(from) => *to = *from,
            None => to[..from.len()].copy_from_slice(from),
        }
    }
    T::transpose(square);
}

/// One matrix of a batch.
pub(super) fn matrix<T: Float>(numbers: &[T], operand: Operand, index: usize) -> ArrayView2<'_, T> {
    let Operand { rows, cols, transposed, .. } = operand;
    let numbers = &numbers[index * rows * cols..(index + 1) * rows * cols];
    // The slice always has the right length, so the empty view is never used.
    let matrix = ArrayView2::from_shape((rows, cols), numbers).unwrap_or_else(|_| ArrayView2::from(&[[]; 0]));
    if transposed { matrix.reversed_axes() } else { matrix }
}
