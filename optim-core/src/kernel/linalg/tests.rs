//! Decompositions put together again: of usual matrices, and of those at the edges.

use ndarray::{Array2, ArrayView2, array};

use super::{Workspace, decompose};
use crate::dtype::DType;
use crate::kernel::Float;
use crate::kernel::linalg::Need;
use crate::random::Random;

/// A workspace that must not grow: larger by nothing than what is asked for.
fn workspace(need: Need) -> Workspace {
    let mut workspace = Workspace::default();
    workspace.reserve(need);
    workspace
}

fn random<T: Float>(m: usize, n: usize, seed: u64) -> Array2<T> {
    let mut random = Random::new(seed);
    Array2::from_shape_simple_fn((m, n), || T::cast(random.between(-1.0, 1.0)))
}

fn wide<T: Float>(x: &ArrayView2<'_, T>) -> Array2<f64> {
    x.map(|x| x.as_())
}

fn of<T: Float>(rows: usize, cols: usize, numbers: &[T]) -> Array2<f64> {
    Array2::from_shape_vec((rows, cols), numbers.iter().map(|x| x.as_()).collect()).unwrap()
}

/// Equal but for rounding, relative to the largest number of `expected`.
#[track_caller]
fn close<T: Float>(found: &Array2<f64>, expected: &Array2<f64>, what: &str) {
    let epsilon = if T::DTYPE == DType::F32 { f64::from(f32::EPSILON) } else { f64::EPSILON };
    let size = expected.nrows().max(expected.ncols()) as f64;
    let largest = expected.iter().fold(0.0_f64, |largest, x| largest.max(x.abs())).max(1e-300);
    for (found, expected) in found.iter().zip(expected) {
        // Errors are relative to the norm, which grows with the size. Subnormal numbers have fewer digits.
        let allowed = (200.0 + 20.0 * size) * epsilon * (largest + T::min_positive_value().as_());
        assert!((found - expected).abs() <= allowed, "{what}: {found:e} for {expected:e}");
    }
}

/// Matrices of all kinds: with how many columns they are called what.
fn matrices<T: Float>(m: usize, n: usize) -> Vec<(&'static str, Array2<T>)> {
    let number = |x: f64| T::cast(x);
    let (huge, tiny) = if T::DTYPE == DType::F32 { (1e36, 1e-38) } else { (1e305, 1e-307) };
    let a = random::<T>(m, n, 1);
    let mut rank_one = Array2::from_elem((m, n), number(0.5));
    rank_one.iter_mut().enumerate().for_each(|(place, x)| *x = number(1.0 + (place / n) as f64));
    vec![
        ("zeros", Array2::from_elem((m, n), T::ZERO)),
        ("ones", Array2::from_elem((m, n), T::ONE)),
        ("identity", Array2::from_shape_fn((m, n), |(r, c)| if r == c { T::ONE } else { T::ZERO })),
        ("of rank 1", rank_one),
        ("huge", a.map(|x| number(x.as_() * huge))),
        ("tiny", a.map(|x| number(x.as_() * tiny))),
        ("subnormal", a.map(|x| number(x.as_() * tiny * 1e-3))),
        ("graded", Array2::from_shape_fn((m, n), |(r, c)| number(a[(r, c)].as_() * 10.0_f64.powi(-(r as i32))))),
        ("random", a),
    ]
}

const SIZES: [usize; 8] = [1, 2, 3, 5, 8, 17, 33, 130];

fn every<T: Float>(check: impl Fn(&str, &Array2<T>)) {
    for n in SIZES {
        for (name, x) in matrices::<T>(n, n) {
            check(&format!("{name}, {n}"), &x);
        }
    }
}

fn eigenvalues_of<T: Float>() {
    every::<T>(|what, x| {
        let n = x.nrows();
        let (mut v, mut w) = (vec![T::ZERO; n * n], vec![T::ZERO; n]);
        assert!(decompose::eigh(&x.view(), &mut v, &mut w, &mut workspace(Need::symmetric(n))), "{what}");
        let (v, w) = (of(n, n, &v), of(1, n, &w));
        let x = wide(&x.view());
        let symmetric = (&x * 0.5) + &(&x.t() * 0.5);
        close::<T>(&(&v * &w).dot(&v.t()), &symmetric, what);
        close::<T>(&v.t().dot(&v), &Array2::eye(n), what);
        assert!(w.iter().zip(w.iter().skip(1)).all(|(a, b)| a <= b), "{what}");
        for vector in v.columns() {
            let largest = vector.iter().fold(0.0_f64, |largest, x| largest.max(x.abs()));
            assert!(*vector.iter().find(|x| x.abs() >= 0.875 * largest).unwrap() > 0.0, "{what}");
        }
    });
}

#[test]
fn eigenvectors_and_eigenvalues_make_the_matrix() {
    eigenvalues_of::<f32>();
    eigenvalues_of::<f64>();
}

fn singular_values_of<T: Float>() {
    for (m, n) in [(1, 1), (1, 4), (4, 1), (3, 5), (5, 3), (8, 8), (33, 7), (7, 33), (140, 130)] {
        for (what, x) in matrices::<T>(m, n) {
            let k = m.min(n);
            let (mut u, mut s, mut v) = (vec![T::ZERO; m * k], vec![T::ZERO; k], vec![T::ZERO; n * k]);
            assert!(
                decompose::svd(&x.view(), &mut u, &mut s, &mut v, &mut workspace(Need::svd(m, n))),
                "{what} {m} {n}"
            );
            let (u, s, v) = (of(m, k, &u), of(1, k, &s), of(n, k, &v));
            close::<T>(&(&u * &s).dot(&v.t()), &wide(&x.view()), what);
            close::<T>(&u.t().dot(&u), &Array2::eye(k), what);
            close::<T>(&v.t().dot(&v), &Array2::eye(k), what);
            assert!(s.iter().all(|s| *s >= 0.0) && s.iter().zip(s.iter().skip(1)).all(|(a, b)| a >= b), "{what}");
        }
    }
}

#[test]
fn singular_vectors_and_values_make_the_matrix() {
    singular_values_of::<f32>();
    singular_values_of::<f64>();
}

fn factors_of<T: Float>() {
    for (m, n) in [(1, 1), (4, 1), (5, 3), (8, 8), (33, 7), (64, 33), (140, 130)] {
        for (what, x) in matrices::<T>(m, n) {
            let (mut q, mut r) = (vec![T::ZERO; m * n], vec![T::ZERO; n * n]);
            assert!(decompose::qr(&x.view(), &mut q, &mut r, &mut workspace(Need::qr(m, n))), "{what} {m} {n}");
            let (q, r) = (of(m, n, &q), of(n, n, &r));
            close::<T>(&q.dot(&r), &wide(&x.view()), what);
            close::<T>(&q.t().dot(&q), &Array2::eye(n), what);
            for row in 0..n {
                assert!(r[(row, row)] >= 0.0, "{what}");
                assert!((0..row).all(|c| r[(row, c)].to_bits() == 0), "{what}");
            }
        }
    }
}

#[test]
fn orthonormal_columns_and_a_triangle_make_the_matrix() {
    factors_of::<f32>();
    factors_of::<f64>();
}

/// `a · aᵀ` with ones on its diagonal in addition.
fn definite<T: Float>(n: usize) -> Array2<T> {
    let a = wide(&random::<T>(n, n, 7).view());
    (a.dot(&a.t()) + Array2::<f64>::eye(n)).map(|x| T::cast(*x))
}

fn triangles_of<T: Float>() {
    for n in SIZES {
        let x = definite::<T>(n);
        let mut l = vec![T::ZERO; n * n];
        assert!(decompose::cholesky(&x.view(), &mut l, &mut workspace(Need::cholesky(n))));
        let l = of(n, n, &l);
        close::<T>(&l.dot(&l.t()), &wide(&x.view()), "cholesky");
        assert!((0..n).all(|r| (r + 1..n).all(|c| l[(r, c)] == 0.0)));
    }
    let mut l = vec![T::ZERO; 4];
    for (a, b, c) in [(1.0, 2.0, 1.0), (0.0, 0.0, 0.0), (-1.0, 0.0, 1.0)] {
        let x = array![[a, b], [b, c]].map(|x| T::cast(*x));
        assert!(!decompose::cholesky(&x.view(), &mut l, &mut workspace(Need::cholesky(2))), "{x:?}");
    }
}

#[test]
fn lower_factors_make_the_matrix() {
    triangles_of::<f32>();
    triangles_of::<f64>();
}

fn systems_of<T: Float>() {
    for (n, k) in [(1, 1), (2, 5), (5, 1), (17, 3), (40, 40), (130, 2)] {
        let (a, b) = (definite::<T>(n), random::<T>(n, k, 3));
        let need = || workspace(Need::solve(n, k));
        let mut x = vec![T::ZERO; n * k];
        assert!(decompose::solve(&a.view(), &b.view(), &mut x, &mut need()));
        let (wide_a, wide_b) = (wide(&a.view()), wide(&b.view()));
        let error = wide_a.dot(&of(n, k, &x)) - &wide_b;
        let epsilon = if T::DTYPE == DType::F32 { 1e-3 } else { 1e-11 };
        assert!(error.iter().all(|x| x.abs() < epsilon), "{n} {k}");
        // Elements above the diagonal are not read.
        let mut lower = a.clone();
        lower.indexed_iter_mut().filter(|((r, c), _)| c > r).for_each(|(_, x)| *x = T::nan());
        assert!(decompose::solve_lower(&lower.view(), &b.view(), &mut x, &mut need()));
        let triangle = Array2::from_shape_fn((n, n), |(r, c)| if c > r { 0.0 } else { wide_a[(r, c)] });
        let error = triangle.dot(&of(n, k, &x)) - &wide_b;
        assert!(error.iter().all(|x| x.abs() < epsilon), "{n} {k}");
    }
    let singular = array![[1.0, 2.0], [2.0, 4.0]].map(|x| T::cast(*x));
    let (b, mut x) = (array![[T::ONE], [T::ONE]], [T::ZERO; 2]);
    let zero = Array2::from_elem((2, 2), T::ZERO);
    for a in [&singular, &zero] {
        assert!(!decompose::solve(&a.view(), &b.view(), &mut x, &mut workspace(Need::solve(2, 1))));
    }
    assert!(!decompose::solve_lower(&zero.view(), &b.view(), &mut x, &mut workspace(Need::solve(2, 1))));
}

#[test]
fn solutions_fulfil_their_equations() {
    systems_of::<f32>();
    systems_of::<f64>();
}

fn roots_of<T: Float>() {
    for n in SIZES {
        let x = definite::<T>(n);
        for p in [1, 2, 4] {
            let mut root = vec![T::ZERO; n * n];
            assert!(decompose::inv_root(&x.view(), p, 0.0, &mut root, &mut workspace(Need::inv_root(n))));
            let root = of(n, n, &root);
            let power = (0..p).fold(Array2::<f64>::eye(n), |power, _| power.dot(&root));
            let product = power.dot(&wide(&x.view()));
            let epsilon = if T::DTYPE == DType::F32 { 1e-2 } else { 1e-10 };
            assert!((product - Array2::<f64>::eye(n)).iter().all(|x| x.abs() < epsilon), "{n} {p}");
            assert_eq!(root, root.t(), "symmetric to the bit");
        }
        let zero = Array2::from_elem((n, n), T::ZERO);
        let mut root = vec![T::ZERO; n * n];
        assert!(decompose::inv_root(&zero.view(), 2, 0.25, &mut root, &mut workspace(Need::inv_root(n))));
        close::<T>(&of(n, n, &root), &(Array2::eye(n) * 2.0), "of nothing but eps");
        assert!(!decompose::inv_root(&zero.view(), 2, 0.0, &mut root, &mut workspace(Need::inv_root(n))), "1 / 0");
    }
}

#[test]
fn inverse_roots_undo_the_matrix() {
    roots_of::<f32>();
    roots_of::<f64>();
}

fn nothing_from_nan<T: Float>(number: T) {
    for n in SIZES {
        for place in [0, n * n / 2, n * n - 1] {
            let mut x = definite::<T>(n);
            *x.iter_mut().nth(place).unwrap() = number;
            let (x, b) = (x.view(), random::<T>(n, 2, 3));
            let (mut square, mut row, mut other) = (vec![T::ZERO; n * n], vec![T::ZERO; n], vec![T::ZERO; n * n]);
            let mut solution = vec![T::ZERO; n * 2];
            assert!(!decompose::eigh(&x, &mut square, &mut row, &mut workspace(Need::symmetric(n))));
            assert!(!decompose::svd(&x, &mut square, &mut row, &mut other, &mut workspace(Need::svd(n, n))));
            assert!(!decompose::qr(&x, &mut square, &mut other, &mut workspace(Need::qr(n, n))));
            assert!(!decompose::cholesky(&x, &mut square, &mut workspace(Need::cholesky(n))));
            assert!(!decompose::inv_root(&x, 2, 0.1, &mut square, &mut workspace(Need::inv_root(n))));
            assert!(!decompose::solve(&x, &b.view(), &mut solution, &mut workspace(Need::solve(n, 2))));
            let mut b = b.clone();
            b[(n / 2, 1)] = number;
            let a = definite::<T>(n);
            assert!(!decompose::solve(&a.view(), &b.view(), &mut solution, &mut workspace(Need::solve(n, 2))));
            assert!(!decompose::solve_lower(&a.view(), &b.view(), &mut solution, &mut workspace(Need::solve(n, 2))));
        }
    }
}

#[test]
fn what_is_not_finite_has_no_results() {
    [f32::NAN, f32::INFINITY, f32::NEG_INFINITY].into_iter().for_each(nothing_from_nan);
    [f64::NAN, f64::INFINITY, f64::NEG_INFINITY].into_iter().for_each(nothing_from_nan);
}
