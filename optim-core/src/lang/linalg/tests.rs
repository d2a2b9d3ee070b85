//! The naive algorithms on matrices whose results are known, or are put together again.

use super::*;
use crate::random::Random;

fn matrix(rows: usize, cols: usize, data: &[f64]) -> DenseMatrix {
    DenseMatrix { rows, cols, data: data.to_vec() }
}

fn product(a: &DenseMatrix, b: &DenseMatrix) -> DenseMatrix {
    DenseMatrix::from_fn(a.rows, b.cols, |r, c| (0..a.cols).map(|k| a.at(r, k) * b.at(k, c)).sum())
}

#[track_caller]
fn close(found: &DenseMatrix, expected: &DenseMatrix) {
    assert_eq!((found.rows, found.cols), (expected.rows, expected.cols));
    let largest = expected.largest().max(1e-300);
    for (found, expected) in found.data.iter().zip(&expected.data) {
        assert!((found - expected).abs() <= 1e-13 * largest, "{found:e} for {expected:e}");
    }
}

fn random(rows: usize, cols: usize) -> DenseMatrix {
    let mut random = Random::new(5);
    let data = (0..rows * cols).map(|_| random.between(-1.0, 1.0)).collect();
    DenseMatrix { rows, cols, data }
}

fn call(call: Library, operands: &[DenseMatrix]) -> Vec<DenseMatrix> {
    results(call, operands).unwrap()
}

#[test]
fn a_small_matrix_has_the_values_that_are_known() {
    let x = matrix(2, 2, &[2.0, 1.0, 1.0, 2.0]);
    let found = call(Library::Eigh, std::slice::from_ref(&x));
    let h = 0.5_f64.sqrt();
    close(&found[0], &matrix(2, 2, &[h, h, -h, h]));
    close(&found[1], &matrix(1, 2, &[1.0, 3.0]));
    close(
        &call(Library::InvRoot, &[x.clone(), matrix(1, 1, &[1.0]), matrix(1, 1, &[0.0])])[0],
        &matrix(2, 2, &[2.0 / 3.0, -1.0 / 3.0, -1.0 / 3.0, 2.0 / 3.0]),
    );
    close(
        &call(Library::Cholesky, std::slice::from_ref(&x))[0],
        &matrix(2, 2, &[2.0_f64.sqrt(), 0.0, h, 1.5_f64.sqrt()]),
    );
    close(&call(Library::Solve, &[x.clone(), matrix(2, 1, &[3.0, 3.0])])[0], &matrix(2, 1, &[1.0, 1.0]));
    close(&call(Library::SolveLower, &[x.clone(), matrix(2, 1, &[2.0, 3.0])])[0], &matrix(2, 1, &[1.0, 1.0]));
    close(&call(Library::Diag, &[x])[0], &matrix(1, 2, &[2.0, 2.0]));
}

#[test]
fn decompositions_make_the_matrix() {
    for (rows, cols) in [(1, 1), (2, 2), (3, 2), (7, 7), (12, 5), (5, 12), (20, 20)] {
        let x = random(rows, cols);
        let mut repeated = x.clone();
        (0..rows).for_each(|row| repeated.data[row * cols] = repeated.data[row * cols + cols - 1]);
        for x in [x, repeated, matrix(rows, cols, &vec![0.0; rows * cols]), matrix(rows, cols, &vec![3.0; rows * cols])]
        {
            let eye = |n| DenseMatrix::from_fn(n, n, |r, c| f64::from(u8::from(r == c)));
            let [u, s, v] = &call(Library::Svd, std::slice::from_ref(&x))[..] else { panic!("three") };
            let scaled = DenseMatrix::from_fn(u.rows, u.cols, |r, c| u.at(r, c) * s.at(0, c));
            close(&product(&scaled, &v.t()), &x);
            close(&product(&u.t(), u), &eye(u.cols));
            close(&product(&v.t(), v), &eye(v.cols));
            if rows >= cols {
                let [q, r] = &call(Library::Qr, std::slice::from_ref(&x))[..] else { panic!("two") };
                close(&product(q, r), &x);
                close(&product(&q.t(), q), &eye(cols));
            }
            let square = product(&x, &x.t());
            let [v, w] = &call(Library::Eigh, std::slice::from_ref(&square))[..] else { panic!("two") };
            let scaled = DenseMatrix::from_fn(v.rows, v.cols, |r, c| v.at(r, c) * w.at(0, c));
            close(&product(&scaled, &v.t()), &square);
            close(&product(&v.t(), v), &eye(rows));
        }
    }
}

#[test]
fn orders_are_stable_and_have_nan_last() {
    let x = matrix(1, 6, &[2.0, f64::NAN, -1.0, 2.0, f64::NEG_INFINITY, f64::NAN]);
    let order = call(Library::Argsort, std::slice::from_ref(&x)).remove(0);
    assert_eq!(order.data, [4.0, 2.0, 0.0, 3.0, 1.0, 5.0]);
    assert_eq!(call(Library::TakeCols, &[x, order])[0].data[..4], [f64::NEG_INFINITY, -1.0, 2.0, 2.0]);
}

#[test]
fn without_a_result_there_is_nan() {
    let bad = matrix(2, 2, &[1.0, f64::NAN, 0.0, 1.0]);
    let zero = matrix(2, 2, &[0.0; 4]);
    let b = matrix(2, 1, &[1.0, 2.0]);
    let cases = [
        (Library::Eigh, vec![bad.clone()]),
        (Library::Svd, vec![bad.clone()]),
        (Library::Qr, vec![bad.clone()]),
        (Library::Cholesky, vec![bad.clone()]),
        (Library::Cholesky, vec![zero.clone()]),
        (Library::Solve, vec![zero.clone(), b.clone()]),
        (Library::Solve, vec![bad, b.clone()]),
        (Library::SolveLower, vec![zero.clone(), b]),
        (Library::InvRoot, vec![zero, matrix(1, 1, &[2.0]), matrix(1, 1, &[0.0])]),
    ];
    for (function, operands) in cases {
        let found = call(function, &operands);
        assert!(found.iter().all(|result| result.data.iter().all(|x| x.is_nan())), "{function:?}");
    }
}
