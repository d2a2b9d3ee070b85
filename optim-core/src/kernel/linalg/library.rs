//! The library: `faer`, on one thread, in memory from the caller.
//!
//! Matrices are in column-major order. Sizes must be at least 1.

use faer::diag::DiagMut;
use faer::dyn_stack::{MemStack, StackReq};
use faer::linalg::cholesky::llt::factor::{cholesky_in_place, cholesky_in_place_scratch};
use faer::linalg::evd::{ComputeEigenvectors, self_adjoint_evd, self_adjoint_evd_scratch};
use faer::linalg::householder::{
    apply_block_householder_sequence_on_the_left_in_place_scratch,
    apply_block_householder_sequence_on_the_left_in_place_with_conj,
};
use faer::linalg::lu::partial_pivoting::factor::{lu_in_place, lu_in_place_scratch};
use faer::linalg::lu::partial_pivoting::solve::{solve_in_place, solve_in_place_scratch};
use faer::linalg::matmul::triangular::{BlockStructure, matmul};
use faer::linalg::qr::no_pivoting::factor::{qr_in_place, qr_in_place_scratch, recommended_block_size};
use faer::linalg::svd::{self, ComputeSvdVectors, svd_scratch};
use faer::linalg::triangular_solve::solve_lower_triangular_in_place;
use faer::{Accum, Conj, MatMut, MatRef, Par};

/// The workspace of the library: the capacity of an empty vector.
pub(super) type Memory = Vec<f64>;

const PAR: Par = Par::Seq;
/// About the number of reflections after which more columns of `q` are processed.
const REFLECTIONS: usize = 64;

/// The number of elements that contain the requested memory, for any alignment of the first.
fn numbers(ask: StackReq) -> usize {
    ask.unaligned_bytes_required().div_ceil(size_of::<f64>())
}

fn stack(memory: &mut Memory) -> &mut MemStack {
    MemStack::new_any(memory.spare_capacity_mut())
}

fn matrix(numbers: &[f64], rows: usize, cols: usize) -> MatRef<'_, f64> {
    MatRef::from_column_major_slice(numbers, rows, cols)
}

fn matrix_mut(numbers: &mut [f64], rows: usize, cols: usize) -> MatMut<'_, f64> {
    MatMut::from_column_major_slice_mut(numbers, rows, cols)
}

pub(super) fn eigh_needs(n: usize) -> usize {
    if n == 0 {
        return 0;
    }
    numbers(self_adjoint_evd_scratch::<f64>(n, ComputeEigenvectors::Yes, PAR, Default::default()))
}

/// Computes eigenvectors, if they are wanted, and eigenvalues in ascending order. Reads only the lower triangle of `a`. Returns true if it converged.
pub(super) fn eigh(n: usize, a: &[f64], vectors: Option<&mut [f64]>, values: &mut [f64], memory: &mut Memory) -> bool {
    let (values, vectors) = (DiagMut::from_slice_mut(values), vectors.map(|vectors| matrix_mut(vectors, n, n)));
    self_adjoint_evd(matrix(a, n, n), values, vectors, PAR, stack(memory), Default::default()).is_ok()
}

pub(super) fn svd_needs(m: usize, n: usize) -> usize {
    let thin = ComputeSvdVectors::Thin;
    numbers(svd_scratch::<f64>(m, n, thin, thin, PAR, Default::default()))
}

/// Computes `u`, `s` in descending order, and `v`. Returns true if it converged.
pub(super) fn svd(
    (m, n): (usize, usize),
    a: &[f64],
    u: &mut [f64],
    s: &mut [f64],
    v: &mut [f64],
    memory: &mut Memory,
) -> bool {
    let k = m.min(n);
    let (u, v) = (matrix_mut(u, m, k), matrix_mut(v, n, k));
    let s = DiagMut::from_slice_mut(s);
    svd::svd(matrix(a, m, n), s, Some(u), Some(v), PAR, stack(memory), Default::default()).is_ok()
}

pub(super) fn qr_block(m: usize, n: usize) -> usize {
    if m.checked_mul(n).is_some() { recommended_block_size::<f64>(m, n) } else { usize::MAX }
}

pub(super) fn qr_needs(m: usize, n: usize) -> usize {
    let block = qr_block(m, n);
    let factor = qr_in_place_scratch::<f64>(m, n, block, PAR, Default::default());
    numbers(factor.or(apply_block_householder_sequence_on_the_left_in_place_scratch::<f64>(m, block, n)))
}

/// Computes `q`, and writes `r` to the upper triangle of `a`.
pub(super) fn qr((m, n): (usize, usize), a: &mut [f64], q: &mut [f64], coefficients: &mut [f64], memory: &mut Memory) {
    let block = qr_block(m, n);
    qr_in_place(matrix_mut(a, m, n), matrix_mut(coefficients, block, n), PAR, stack(memory), Default::default());
    q.fill(0.0);
    q.iter_mut().step_by(m + 1).for_each(|x| *x = 1.0);
    let (basis, coefficients, mut q) = (matrix(a, m, n), matrix(coefficients, block, n), matrix_mut(q, m, n));
    // The last reflections first. Each part of them leaves the rows and the columns before it as they are in the identity.
    let part = REFLECTIONS.next_multiple_of(block.max(1));
    for from in (0..n).step_by(part).rev() {
        let count = part.min(n - from);
        apply_block_householder_sequence_on_the_left_in_place_with_conj(
            basis.submatrix(from, from, m - from, count),
            coefficients.subcols(from, count),
            Conj::No,
            q.as_mut().submatrix_mut(from, from, m - from, n - from),
            PAR,
            stack(memory),
        );
    }
}

pub(super) fn cholesky_needs(n: usize) -> usize {
    numbers(cholesky_in_place_scratch::<f64>(n, PAR, Default::default()))
}

/// Writes the factor to the lower triangle of `a`. Returns true if there is one.
pub(super) fn cholesky(n: usize, a: &mut [f64], memory: &mut Memory) -> bool {
    cholesky_in_place(matrix_mut(a, n, n), Default::default(), PAR, stack(memory), Default::default()).is_ok()
}

pub(super) fn solve_needs(n: usize, k: usize) -> usize {
    let factor = lu_in_place_scratch::<usize, f64>(n, n, PAR, Default::default());
    numbers(factor.or(solve_in_place_scratch::<usize, f64>(n, k, PAR)))
}

/// Replaces `b` by the solution. If there is none, some of its numbers are infinite or NaN.
pub(super) fn solve((n, k): (usize, usize), a: &mut [f64], b: &mut [f64], places: &mut [usize], memory: &mut Memory) {
    let (forward, backward) = places.split_at_mut(n);
    let (_, order) = lu_in_place(matrix_mut(a, n, n), forward, backward, PAR, stack(memory), Default::default());
    let factors = matrix(a, n, n);
    solve_in_place(factors, factors, order, matrix_mut(b, n, k), PAR, stack(memory));
}

/// Replaces `b` by the solution. If there is none, some of its numbers are infinite or NaN.
pub(super) fn solve_lower((n, k): (usize, usize), a: &[f64], b: &mut [f64]) {
    solve_lower_triangular_in_place(matrix(a, n, n), matrix_mut(b, n, k), PAR);
}

/// Computes the lower triangle of `a · bᵀ` for square matrices.
pub(super) fn lower_product(n: usize, a: &[f64], b: &[f64], product: &mut [f64]) {
    let (a, b) = (matrix(a, n, n), matrix(b, n, n).transpose());
    let (whole, lower) = (BlockStructure::Rectangular, BlockStructure::TriangularLower);
    matmul(matrix_mut(product, n, n), lower, Accum::Replace, a, whole, b, whole, 1.0, PAR);
}
