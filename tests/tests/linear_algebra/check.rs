//! Kernels compared with the interpreter.

use optim_std::Definition;
use optim_std::testing::Check;

use super::optimizers::*;

#[track_caller]
fn check<O: Definition>() {
    match Check::new().cases(32).run::<O>() {
        Ok(summary) => assert!(summary.passed >= 8, "{}: {summary:?}", O::NAME),
        Err(failure) => panic!("{failure}"),
    }
}

#[test]
fn inverse_roots() {
    check::<Roots>();
}

#[test]
fn eigenvectors() {
    check::<Rotated>();
}

#[test]
fn singular_values() {
    check::<Singular>();
}

#[test]
fn signs_of_vectors() {
    check::<Signs>();
}

#[test]
fn orthonormal_columns() {
    check::<Orthonormal>();
}

#[test]
fn systems_of_equations() {
    check::<Equations>();
}

#[test]
fn orders_of_columns() {
    check::<Largest>();
    check::<PutBack>();
}

/// Sizes at which the library works in blocks of columns. The library's unit tests test the sizes of all its algorithms.
#[test]
fn larger_matrices() {
    for shape in [[18, 18], [3, 30]] {
        let one = || Check::new().cases(2).steps(1).shape(&shape);
        let done = [one().run::<Roots>(), one().run::<Rotated>(), one().run::<Singular>(), one().run::<Equations>()];
        for summary in done {
            let summary = summary.unwrap_or_else(|failure| panic!("{failure}"));
            assert_eq!(summary.passed, 2, "{shape:?}");
        }
    }
}
