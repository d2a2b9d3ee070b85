//! Decompositions of one matrix, with guarantees of the language that the library does not give.
//!
//! Each function returns true if there are results. Otherwise the slots have unspecified contents. Computations are in double precision, with
//! matrices in column-major order.

use ndarray::ArrayView2;

use super::{Workspace, library};
use crate::kernel::Float;
use crate::kernel::raw::SIDE;

pub(super) fn eigh<T: Float>(
    x: &ArrayView2<'_, T>,
    vectors: &mut [T],
    values: &mut [T],
    workspace: &mut Workspace,
) -> bool {
    let n = x.nrows();
    let Workspace { numbers, library, .. } = workspace;
    let [a, v, w] = parts(numbers, [n * n, n * n, n]);
    symmetric(x, a, (!vectors.is_empty()).then_some(&mut *v), w, library) && store(v, n, vectors) && store(w, 1, values)
}

pub(super) fn inv_root<T: Float>(
    x: &ArrayView2<'_, T>,
    p: usize,
    eps: f64,
    root: &mut [T],
    workspace: &mut Workspace,
) -> bool {
    let n = x.nrows();
    let Workspace { numbers, library, .. } = workspace;
    let [a, v, w, product] = parts(numbers, [n * n, n * n, n, n * n]);
    if !symmetric(x, a, Some(v), w, library) {
        return false;
    }
    let exponent = -1.0 / p as f64;
    for ((to, from), w) in a.chunks_exact_mut(n).zip(v.chunks_exact(n)).zip(&*w) {
        let factor = (if *w > 0.0 { *w } else { 0.0 } + eps).powf(exponent);
        to.iter_mut().zip(from).for_each(|(to, from)| *to = factor * *from);
    }
    library::lower_product(n, a, v, product);
    for_each_element(n, n, |r, c| {
        if r < c {
            product[c * n + r] = product[r * n + c];
        }
    });
    store(product, n, root)
}

pub(super) fn svd<T: Float>(
    x: &ArrayView2<'_, T>,
    u_into: &mut [T],
    s_into: &mut [T],
    v_into: &mut [T],
    workspace: &mut Workspace,
) -> bool {
    let (m, n) = x.dim();
    let k = m.min(n);
    let Workspace { numbers, library, .. } = workspace;
    let [a, u, s, v] = parts(numbers, [m * n, m * k, k, n * k]);
    let Some(power) = load_scaled(x, a) else { return false };
    if !library::svd((m, n), a, u, s, v, library) {
        return false;
    }
    // If a matrix does not have full rank, the library returns rounding errors, in any order and with any sign.
    for (s, v) in s.iter_mut().zip(v.chunks_exact_mut(n)).filter(|(s, _)| **s < 0.0) {
        *s = -*s;
        v.iter_mut().for_each(|x| *x = -*x);
    }
    sort(s, |a, b| a > b, [(&mut *u, m), (&mut *v, n)]);
    for (u, v) in u.chunks_exact_mut(m).zip(v.chunks_exact_mut(n)) {
        if is_turned(u) {
            u.iter_mut().chain(v).for_each(|x| *x = -*x);
        }
    }
    s.iter_mut().for_each(|s| *s *= power);
    // All results are checked, so that a result does not depend on which others are wanted.
    is_finite(u) && is_finite(s) && is_finite(v) && store(u, m, u_into) && store(s, 1, s_into) && store(v, n, v_into)
}

pub(super) fn qr<T: Float>(
    x: &ArrayView2<'_, T>,
    q_into: &mut [T],
    r_into: &mut [T],
    workspace: &mut Workspace,
) -> bool {
    let (m, n) = x.dim();
    let Workspace { numbers, library, .. } = workspace;
    let [a, q, coefficients] = parts(numbers, [m * n, m * n, library::qr_block(m, n) * n]);
    let Some(power) = load_scaled(x, a) else { return false };
    library::qr((m, n), a, q, coefficients, library);
    // The upper triangle of `a` is `r`. The rest was used for `q`.
    for c in 0..n {
        a[c * m + c + 1..(c + 1) * m].fill(0.0);
    }
    // The library does not need its coefficients any more.
    for (row, factor) in coefficients.iter_mut().take(n).enumerate() {
        let turned = a[row * m + row] < 0.0;
        *factor = if turned { -power } else { power };
        if turned {
            q[row * m..(row + 1) * m].iter_mut().for_each(|x| *x = -*x);
        }
    }
    for (c, column) in a.chunks_exact_mut(m).enumerate() {
        column.iter_mut().zip(&*coefficients).take(c + 1).for_each(|(x, factor)| *x *= factor);
    }
    if !is_finite(a) || !is_finite(q) {
        return false;
    }
    if !r_into.is_empty() {
        for_each_element(n, n, |row, c| r_into[row * n + c] = T::cast(a[c * m + row]));
    }
    store(q, m, q_into)
}

pub(super) fn cholesky<T: Float>(x: &ArrayView2<'_, T>, lower: &mut [T], workspace: &mut Workspace) -> bool {
    let n = x.nrows();
    let Workspace { numbers, library, .. } = workspace;
    let [a] = parts(numbers, [n * n]);
    if !load(x, a) {
        return false;
    }
    make_symmetric(a, n);
    if !library::cholesky(n, a, library) {
        return false;
    }
    for c in 1..n {
        a[c * n..c * n + c].fill(0.0);
    }
    store(a, n, lower)
}

pub(super) fn solve<T: Float>(
    a: &ArrayView2<'_, T>,
    b: &ArrayView2<'_, T>,
    solution: &mut [T],
    workspace: &mut Workspace,
) -> bool {
    let (n, k) = b.dim();
    let Workspace { numbers, library, places } = workspace;
    let [matrix, x] = parts(numbers, [n * n, n * k]);
    let Some(power) = load_scaled(a, matrix) else { return false };
    if !load(b, x) {
        return false;
    }
    library::solve((n, k), matrix, x, &mut places[..2 * n], library);
    x.iter_mut().for_each(|x| *x /= power);
    store(x, n, solution)
}

pub(super) fn solve_lower<T: Float>(
    a: &ArrayView2<'_, T>,
    b: &ArrayView2<'_, T>,
    solution: &mut [T],
    workspace: &mut Workspace,
) -> bool {
    let (n, k) = b.dim();
    let [matrix, x] = parts(&mut workspace.numbers, [n * n, n * k]);
    load(a, matrix);
    // Elements above the diagonal are not read.
    for c in 1..n {
        matrix[c * n..c * n + c].fill(0.0);
    }
    if !is_finite(matrix) || !load(b, x) {
        return false;
    }
    let power = scale(matrix);
    library::solve_lower((n, k), matrix, x);
    x.iter_mut().for_each(|x| *x /= power);
    store(x, n, solution)
}

/// The eigenvectors and eigenvalues of `(x + xᵀ) / 2`.
fn symmetric<T: Float>(
    x: &ArrayView2<'_, T>,
    a: &mut [f64],
    mut vectors: Option<&mut [f64]>,
    values: &mut [f64],
    memory: &mut library::Memory,
) -> bool {
    let n = x.nrows();
    let Some(power) = load_scaled(x, a) else { return false };
    make_symmetric(a, n);
    if !library::eigh(n, a, vectors.as_deref_mut(), values, memory) {
        return false;
    }
    match &mut vectors {
        Some(vectors) => sort(values, |a, b| a < b, [(&mut **vectors, n)]),
        None => sort(values, |a, b| a < b, []),
    }
    for vector in vectors.iter_mut().flat_map(|vectors| vectors.chunks_exact_mut(n)) {
        if is_turned(vector) {
            vector.iter_mut().for_each(|x| *x = -*x);
        }
    }
    values.iter_mut().for_each(|value| *value *= power);
    is_finite(values) && vectors.is_none_or(|vectors| is_finite(vectors))
}

/// Sorts values together with their columns, which have the given lengths. At most a few values are out of order, so insertion sort is fast.
fn sort<const N: usize>(values: &mut [f64], before: fn(f64, f64) -> bool, mut columns: [(&mut [f64], usize); N]) {
    for last in 1..values.len() {
        let mut place = last;
        while place > 0 && before(values[place], values[place - 1]) {
            values.swap(place - 1, place);
            for (columns, len) in &mut columns {
                let (a, b) = columns[(place - 1) * *len..(place + 1) * *len].split_at_mut(*len);
                a.swap_with_slice(b);
            }
            place -= 1;
        }
    }
}

/// Returns true if a vector has the wrong sign. The first number with at least 7/8 of the largest absolute value must not be negative. The tolerance
/// ensures that rounding does not decide between numbers of almost the same size.
fn is_turned(vector: &[f64]) -> bool {
    let largest = vector.iter().fold(0.0, |largest: f64, x| largest.max(x.abs()));
    vector.iter().find(|x| x.abs() >= 0.875 * largest).is_some_and(|first| *first < 0.0)
}

/// Divides numbers into parts of these lengths.
fn parts<const N: usize>(mut numbers: &mut [f64], lens: [usize; N]) -> [&mut [f64]; N] {
    lens.map(|len| numbers.split_off_mut(..len).expect("a workspace is as large as is needed"))
}

/// Reads a matrix. Returns true if all of its numbers are finite.
fn load<T: Float>(x: &ArrayView2<'_, T>, into: &mut [f64]) -> bool {
    let (rows, cols) = x.dim();
    for_each_element(rows, cols, |r, c| into[c * rows + r] = x[(r, c)].as_());
    is_finite(into)
}

/// Reads a matrix, and divides it by a power of two, so that squares of its numbers do not overflow and no digit is lost. Returns the power, or
/// `None` if a number is not finite.
fn load_scaled<T: Float>(x: &ArrayView2<'_, T>, into: &mut [f64]) -> Option<f64> {
    load(x, into).then(|| scale(into))
}

fn scale(numbers: &mut [f64]) -> f64 {
    let largest = numbers.iter().fold(0.0, |largest: f64, x| largest.max(x.abs()));
    if largest == 0.0 {
        return 1.0;
    }
    let exponent = (largest.to_bits() >> 52) as i32 - 1023;
    let exponent = exponent.max(-1022);
    let inverse = 2.0_f64.powi(-exponent);
    numbers.iter_mut().for_each(|x| *x *= inverse);
    2.0_f64.powi(exponent)
}

/// Replaces `x` by `(x + xᵀ) / 2`. It halves before it adds, because the sum could overflow.
fn make_symmetric(x: &mut [f64], n: usize) {
    for_each_element(n, n, |r, c| {
        if r < c {
            let mean = 0.5 * x[c * n + r] + 0.5 * x[r * n + c];
            x[c * n + r] = mean;
            x[r * n + c] = mean;
        }
    });
}

fn is_finite(numbers: &[f64]) -> bool {
    numbers.iter().all(|x| x.is_finite())
}

/// Calls a function with the row and the column of each element, square by square. Line by line, one of the two matrices would be read across its
/// lines, far apart in memory.
fn for_each_element(rows: usize, cols: usize, mut each: impl FnMut(usize, usize)) {
    for row in (0..rows).step_by(SIDE) {
        for col in (0..cols).step_by(SIDE) {
            for r in row..rows.min(row + SIDE) {
                for c in col..cols.min(col + SIDE) {
                    each(r, c);
                }
            }
        }
    }
}

/// Writes columns of `rows` numbers in C order, if they are wanted. Returns true if all of them are finite.
fn store<T: Float>(numbers: &[f64], rows: usize, into: &mut [T]) -> bool {
    let cols = into.len() / rows.max(1);
    if cols == 0 {
        return true;
    }
    for_each_element(rows, cols, |r, c| into[r * cols + c] = T::cast(numbers[c * rows + r]));
    is_finite(numbers)
}
