//! Linear algebra on the matrices in scratch slots.
//!
//! One thread processes each matrix of a batch. Threads share the matrices of a large parameter, also of several calls, if
//! none writes a slot that another reads or writes. With the feature `linalg`, the library `faer` computes decompositions. They are in
//! double precision for all element types, and their results are rounded once. [`decompose`] adds guarantees of the language that the library does
//! not give: results for very large and very small numbers, NaN if there are no results, the sign of vectors.
//!
//! | file | purpose |
//! |---|---|
//! | `mod`, `plain` | the calls: decompositions, and calls without the library |
//! | `batch` | division of slots into the matrices of a batch, and of the matrices among threads |
//! | `decompose` | decompositions of one matrix, around the library |
//! | `library`, `absent` | the library; its replacement without the feature |
//! | `workspace` | the memory of the calls |
//! | `feature` | one clear error if a step needs the feature and it is not enabled |

#[cfg(not(feature = "linalg"))]
#[path = "absent.rs"]
mod library;
#[cfg(feature = "linalg")]
mod library;

mod batch;
mod decompose;
mod feature;
mod plain;
#[cfg(all(test, feature = "linalg"))]
mod tests;
mod workspace;

pub(crate) use workspace::Need;
pub(crate) use workspace::Workspace;

pub(crate) use self::batch::{CallOutput, MatrixCall, output};
use super::program::Register;
use super::{Description, LoopNumber, Operand, PassKind};

impl<'p, E: LoopNumber> Description<'p, '_, E> {
    /// Writes the eigenvectors of `(x + xᵀ) / 2`, one per column, and its eigenvalues in ascending order, into the given slots.
    ///
    /// # Panics
    /// Like all calls of linear algebra: if the sizes do not fit the call or no array can have them, a slot does not exist or is too short, or the
    /// slot of a result is also the slot of an operand or of another result. Generated code never does this.
    pub fn eigh(&mut self, x: Operand, vectors: Option<usize>, values: Option<usize>) {
        let n = square(x);
        let need = Need::symmetric(n);
        let results = [output(vectors, n, n), output(values, 1, n)];
        self.for_each_matrix(PassKind::Eigh, [x], results, need, move |[x], [vectors, values], workspace, _| {
            decompose::eigh(&x, vectors, values, workspace)
        });
    }

    /// Writes `u`, `s` and `v` with `x = (u · s) · vᵀ` into the given slots. `s` is in descending order.
    ///
    /// # Panics
    /// See [`eigh`](Self::eigh).
    pub fn svd(&mut self, x: Operand, u: Option<usize>, s: Option<usize>, v: Option<usize>) {
        let (m, n) = x.size();
        let k = m.min(n);
        let need = Need::svd(m, n);
        let results = [output(u, m, k), output(s, 1, k), output(v, n, k)];
        self.for_each_matrix(PassKind::Svd, [x], results, need, move |[x], [u, s, v], workspace, _| {
            decompose::svd(&x, u, s, v, workspace)
        });
    }

    /// Writes `q` and `r` with `x = q · r` into the given slots.
    ///
    /// # Panics
    /// See [`eigh`](Self::eigh).
    pub fn qr(&mut self, x: Operand, q: Option<usize>, r: Option<usize>) {
        let (m, n) = x.size();
        assert!(m >= n, "`qr` takes matrices with at least as many rows as columns");
        let need = Need::qr(m, n);
        let results = [output(q, m, n), output(r, n, n)];
        self.for_each_matrix(PassKind::Qr, [x], results, need, move |[x], [q, r], workspace, _| {
            decompose::qr(&x, q, r, workspace)
        });
    }

    /// Writes the lower factor of `(x + xᵀ) / 2` into a slot.
    ///
    /// # Panics
    /// See [`eigh`](Self::eigh).
    pub fn cholesky(&mut self, x: Operand, lower: usize) {
        let n = square(x);
        let results = [output(lower, n, n)];
        let need = Need::cholesky(n);
        self.for_each_matrix(PassKind::Cholesky, [x], results, need, move |[x], [lower], workspace, _| {
            decompose::cholesky(&x, lower, workspace)
        });
    }

    /// Writes `x` with `a · x = b` into a slot.
    ///
    /// # Panics
    /// See [`eigh`](Self::eigh).
    pub fn solve(&mut self, a: Operand, b: Operand, solution: usize) {
        let (n, k) = equations(a, b);
        let need = Need::solve(n, k);
        let results = [output(solution, n, k)];
        self.for_each_matrix(PassKind::Solve, [a, b], results, need, move |[a, b], [solution], workspace, _| {
            decompose::solve(&a, &b, solution, workspace)
        });
    }

    /// Writes `x` with `a · x = b` for the lower triangle of `a` into a slot.
    ///
    /// # Panics
    /// See [`eigh`](Self::eigh).
    pub fn solve_lower(&mut self, a: Operand, b: Operand, solution: usize) {
        let (n, k) = equations(a, b);
        let need = Need::solve(n, k);
        let results = [output(solution, n, k)];
        self.for_each_matrix(PassKind::SolveLower, [a, b], results, need, move |[a, b], [solution], workspace, _| {
            decompose::solve_lower(&a, &b, solution, workspace)
        });
    }

    /// Writes `v · (max(w, 0) + eps)^(-1/p) · vᵀ` into a slot, for the eigenvectors and eigenvalues of `(x + xᵀ) / 2`.
    ///
    /// # Panics
    /// See [`eigh`](Self::eigh).
    pub fn inv_root(&mut self, x: Operand, p: usize, eps: impl Into<Register<'p>>, root: usize) {
        let (n, eps) = (square(x), eps.into().operand());
        let need = Need::inv_root(n);
        let results = [output(root, n, n)];
        self.for_each_matrix(PassKind::InvRoot, [x], results, need, move |[x], [root], workspace, numbers| {
            decompose::inv_root(&x, p, numbers.of(eps), root, workspace)
        });
    }
}

/// The number of rows of square matrices.
fn square(x: Operand) -> usize {
    let (rows, cols) = x.size();
    assert!(rows == cols, "this call takes square matrices");
    rows
}

/// The number of equations, and the number of right-hand sides.
fn equations(a: Operand, b: Operand) -> (usize, usize) {
    let (rows, cols) = b.size();
    assert!(square(a) == rows, "right-hand sides have as many rows as the matrix");
    (rows, cols)
}
