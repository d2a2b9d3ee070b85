use std::collections::BTreeMap;

use super::super::{Cols, Dtype, Fold, Matrices, Recorder, Rows, Run, Scalar, Tensor, ops, run_together};
use super::{assert_close, assert_same, compute, numbers};

const SHAPE: [usize; 3] = [2, 3, 4];

fn at(x: &[f64], b: usize, i: usize, j: usize) -> f64 {
    x[(b * 3 + i) * 4 + j]
}

pub(super) fn of(numbers: &[f64], name: &str) -> f64 {
    let n = numbers.len() as f64;
    let sum = |f: fn(f64) -> f64| numbers.iter().map(|x| f(*x)).sum::<f64>();
    match name {
        "sum" => sum(|x| x),
        "mean" => sum(|x| x) / n,
        "sum_abs" => sum(f64::abs),
        "norm" => sum(|x| x * x).sqrt(),
        "rms" => (sum(|x| x * x) / n).sqrt(),
        "amax" => numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        "amin" => numbers.iter().copied().fold(f64::INFINITY, f64::min),
        other => panic!("`{other}` has no meaning here"),
    }
}

macro_rules! reduction {
    ($($name:ident $row:ident $col:ident $matrix:ident;)*) => {
        $(#[test]
        fn $name() {
            let x = numbers(24, 11);
            let name = stringify!($name);
            let (mut rows, mut cols, mut matrices) = (vec![], vec![], vec![]);
            for b in 0..2 {
                for i in 0..3 {
                    for j in 0..4 {
                        let row: Vec<f64> = (0..4).map(|j| at(&x, b, i, j)).collect();
                        let col: Vec<f64> = (0..3).map(|i| at(&x, b, i, j)).collect();
                        rows.push(of(&row, name));
                        cols.push(of(&col, name));
                        matrices.push(of(&x[b * 12..(b + 1) * 12], name));
                    }
                }
            }
            let f = |step: fn(Tensor) -> Tensor| compute(&SHAPE, &x, &x, |_, p, _| step(p));
            assert_close(&f(|p| { let s: Scalar = ops::$name(p); ops::full(s) }), &[of(&x, name); 24]);
            assert_close(&f(|p| { let r: Rows = ops::$row(p); ops::full(r) }), &rows);
            assert_close(&f(|p| { let c: Cols = ops::$col(p); ops::full(c) }), &cols);
            assert_close(&f(|p| { let m: Matrices = ops::$matrix(p); ops::full(m) }), &matrices);
            // A reduction of rows or columns goes on over their own axis.
            let by_rows: Vec<f64> = (0..24)
                .map(|n| of(&(0..3).map(|i| rows[(n / 12 * 3 + i) * 4]).collect::<Vec<_>>(), name))
                .collect();
            let by_cols: Vec<f64> = (0..24)
                .map(|n| of(&(0..4).map(|j| cols[n / 12 * 12 + j]).collect::<Vec<_>>(), name))
                .collect();
            assert_close(&f(|p| { let m: Matrices = ops::$matrix(ops::$row(p)); ops::full(m) }), &by_rows);
            assert_close(&f(|p| { let m: Matrices = ops::$col(ops::$row(p)); ops::full(m) }), &by_rows);
            assert_close(&f(|p| { let m: Matrices = ops::$matrix(ops::$col(p)); ops::full(m) }), &by_cols);
            assert_close(&f(|p| { let m: Matrices = ops::$row(ops::$col(p)); ops::full(m) }), &by_cols);
            let both = of(&[matrices[0], matrices[12]], name);
            assert_close(&f(|p| ops::full(ops::$name(ops::$matrix(p)))), &[both; 24]);
        })*
    };
}
reduction! {
    sum row_sum col_sum matrix_sum;
    mean row_mean col_mean matrix_mean;
    sum_abs row_sum_abs col_sum_abs matrix_sum_abs;
    norm row_norm col_norm matrix_norm;
    rms row_rms col_rms matrix_rms;
    amax row_amax col_amax matrix_amax;
    amin row_amin col_amin matrix_amin;
}

#[test]
fn dot_of_every_kind() {
    let (x, y) = (numbers(24, 12), numbers(24, 13));
    let product: Vec<f64> = x.iter().zip(&y).map(|(x, y)| x * y).collect();
    let f = |step: fn(Tensor, Tensor) -> Tensor| compute(&SHAPE, &x, &y, |_, p, g| step(p, g));
    assert_close(&f(|p, g| ops::full(ops::dot(p, g))), &[of(&product, "sum"); 24]);
    let reduced = |step: fn(Tensor) -> Tensor| compute(&SHAPE, &product, &y, |_, p, _| step(p));
    assert_close(&f(|p, g| ops::full(ops::row_dot(p, g))), &reduced(|p| ops::full(ops::row_sum(p))));
    assert_close(&f(|p, g| ops::full(ops::col_dot(p, g))), &reduced(|p| ops::full(ops::col_sum(p))));
    assert_close(&f(|p, g| ops::full(ops::matrix_dot(p, g))), &reduced(|p| ops::full(ops::matrix_sum(p))));
    // The joint kind is what is summed over: a fixed number counts once per element.
    assert_close(&f(|p, _| ops::full(ops::dot(p, 2.0))), &[2.0 * of(&x, "sum"); 24]);
    assert_close(
        &f(|p, g| ops::full(ops::dot(ops::row_sum(p), g))),
        &f(|p, g| ops::full(ops::sum(ops::row_sum(p) * g))),
    );
}

#[test]
fn masks_are_counted() {
    let x = [1.0, -1.0, 2.0, f64::NAN, 5.0, -3.0];
    let f = |step: fn(Tensor) -> Tensor| compute(&[2, 3], &x, &x, |_, p, _| step(p));
    assert_same(&f(|p| ops::full(ops::sum(ops::gt(p, 0.0)))), &[3.0; 6]);
    assert_same(&f(|p| ops::full(ops::mean(ops::gt(p, 0.0)))), &[0.5; 6]);
    assert_same(&f(|p| ops::full(ops::row_sum(ops::gt(p, 0.0)))), &[2.0, 2.0, 2.0, 1.0, 1.0, 1.0]);
    assert_same(&f(|p| ops::full(ops::col_mean(ops::gt(p, 0.0)))), &[0.5, 0.5, 0.5, 0.5, 0.5, 0.5]);
    assert_same(&f(|p| ops::full(ops::matrix_sum(ops::ne(p, p)))), &[1.0; 6]);
}

#[test]
fn nothing_reduces_to_its_neutral_number() {
    // A 0x2 parameter has no element, and two columns; what is reduced is stored in a state to look at.
    let recorder = Recorder::new(&[0, 2]);
    let p = recorder.param();
    recorder.store_param(p * 2.0);
    recorder.store_state("sum", ops::sum(p));
    recorder.store_state("sum_abs", ops::sum_abs(p));
    recorder.store_state("norm", ops::norm(p));
    recorder.store_state("mean", ops::mean(p));
    recorder.store_state("rms", ops::rms(p));
    recorder.store_state("amax", ops::amax(p));
    recorder.store_state("amin", ops::amin(p));
    recorder.store_state("cols", ops::col_sum(p));
    recorder.store_state("rows", ops::row_mean(p));
    recorder.store_state("col_means", ops::col_mean(p));
    let states = super::run_with(&recorder.finish("Empty").unwrap(), &[], &[], &[]).states;
    assert_same(&states["sum"], &[0.0]);
    assert_same(&states["sum_abs"], &[0.0]);
    assert_same(&states["norm"], &[0.0]);
    assert_same(&states["mean"], &[f64::NAN]);
    assert_same(&states["rms"], &[f64::NAN]);
    assert_same(&states["amax"], &[f64::NEG_INFINITY]);
    assert_same(&states["amin"], &[f64::INFINITY]);
    assert_same(&states["cols"], &[0.0, 0.0]);
    assert_same(&states["rows"], &[]);
    assert_same(&states["col_means"], &[f64::NAN, f64::NAN]);
}

#[test]
fn nan_reaches_the_extremes() {
    let x = [1.0, f64::NAN, 3.0];
    assert_same(&compute(&[3], &x, &x, |_, p, _| ops::full(ops::amax(p))), &[f64::NAN; 3]);
    assert_same(&compute(&[3], &x, &x, |_, p, _| ops::full(ops::amin(p))), &[f64::NAN; 3]);
}

#[test]
fn products_and_transposes() {
    // Two matrices of 2x3, times their transposes, times themselves.
    let x = numbers(12, 14);
    let a = |b: usize, i: usize, j: usize| x[(b * 2 + i) * 3 + j];
    let mut expected = Vec::new();
    for b in 0..2 {
        for i in 0..2 {
            for j in 0..3 {
                let square = |k: usize| (0..3).map(|l| a(b, i, l) * a(b, k, l)).sum::<f64>();
                expected.push((0..2).map(|k| square(k) * a(b, k, j)).sum::<f64>());
            }
        }
    }
    let found = compute(&[2, 2, 3], &x, &x, |_, p, _| ops::matmul(ops::matmul(p, ops::t(p)), p));
    assert_close(&found, &expected);
    let found = compute(&[2, 2, 3], &x, &x, |_, p, _| ops::t(ops::t(p) + 1.0) - 1.0);
    assert_close(&found, &x);
    // A vector is one row.
    let found = compute(&[3], &[1.0, 2.0, 3.0], &[0.0; 3], |_, p, _| ops::matmul(ops::matmul(p, ops::t(p)), p));
    assert_same(&found, &[14.0, 28.0, 42.0]);
}

macro_rules! store_globals {
    ($($section:ident {
        $($Fold:ident = $all:ident $row:ident $col:ident $matrix:ident $global:ident: $each:ident $join:ident $finish:ident, $meaning:literal;)*
    })*) => {
        /// Every reduction of one parameter and of the model.
        fn store_globals(recorder: &Recorder) {
            let (param, grad) = (recorder.param(), recorder.grad());
            let mut place = 0;
            $($(
                recorder.store_state(stringify!($all), store_globals!(@$section $all param grad));
                recorder.store_state(stringify!($global), store_globals!(@$section $global param grad, place));
                place += 2;
            )*)*
            assert!(place > 0);
        }
    };
    (@pairs $name:ident $a:ident $b:ident $(, $place:ident)?) => { ops::$name($a, $b $(, $place)?) };
    (@$one:ident $name:ident $a:ident $b:ident $(, $place:ident)?) => { ops::$name($a $(, $place)?) };
}
optim_language::reductions!(store_globals);

#[test]
fn a_reduction_over_the_model_is_that_of_all_numbers() {
    let graph = |shape: &[usize]| {
        let recorder = Recorder::new(shape);
        store_globals(&recorder);
        recorder.store_param(recorder.param() * 2.0);
        recorder.finish("Model").unwrap()
    };
    let numbers: Vec<f64> = (0..13).map(|i| f64::from(i * 7 % 13) - 5.7).collect();
    let grads: Vec<f64> = (0..13).map(|i| f64::from(i * 5 % 13) - 6.3).collect();
    let (states, hypers) = (BTreeMap::new(), BTreeMap::new());
    let whole = graph(&[13]).run(Dtype::F64, &numbers, &grads, &states, &hypers, 1).unwrap();
    let graphs = [graph(&[2, 3]), graph(&[0, 4]), graph(&[7])];
    let runs = [0..6, 6..6, 6..13].into_iter().zip(&graphs).map(|(of, graph)| {
        let (param, grad) = (&numbers[of.clone()], &grads[of]);
        Run { graph, param, grad, states: &states, hypers: &hypers, t: 1 }
    });
    for outputs in run_together(Dtype::F64, &runs.collect::<Vec<_>>()).unwrap() {
        for fold in Fold::ALL {
            let joint = &outputs.states[&format!("global_{}", fold.name())];
            assert_eq!(joint, &whole.states[fold.name()], "{}", fold.name());
        }
    }
}
