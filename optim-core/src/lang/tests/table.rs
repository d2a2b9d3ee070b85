//! Every row of the table of operations: the code of the kernels against that of the interpreter.

use optim_language::Work;

use super::super::{Binary, Comparison, Dtype, Op, Ternary, Unary, Value, elementwise};
use super::numbers;
use crate::dtype::DType;
use crate::kernel::Float;

/// Numbers at which functions have edges, and some without a pattern.
fn samples<T: Float>(count: usize) -> Vec<T> {
    let (tiny, large) = (T::min_positive_value().as_(), 0.9 / T::min_positive_value().as_());
    let edges = [0.0, 1.0, 0.5, 2.5, 3.7, tiny, tiny / 8.0, large, large.sqrt(), 1e9, f64::INFINITY];
    let signed = edges.into_iter().flat_map(|x| [x, -x]).chain([f64::NAN]);
    signed.chain(numbers(count, 21)).map(T::cast).collect()
}

/// Compares one result; a function of the library may be wrong in the last digits in single precision.
#[track_caller]
fn compare<T: Float>(name: &str, work: Work, op: &Op, inputs: &[T], found: T) {
    let dtype = if T::DTYPE == DType::F32 { Dtype::F32 } else { Dtype::F64 };
    let wide: Vec<f64> = inputs.iter().map(|x| x.as_()).collect();
    let (found, expected) = (found.as_(), elementwise(op, &wide, |x| dtype.round(x)));
    let allowed = if work == Work::Library && dtype == Dtype::F32 { 4.0 * f64::from(f32::EPSILON) } else { 0.0 };
    // The smallest numbers have fewer digits.
    let near = (found - expected).abs() <= allowed * expected.abs().max(T::min_positive_value().as_());
    let same = found == expected || found.is_nan() && expected.is_nan();
    assert!(same || near, "{} of {name}{inputs:?}: {found:?} in a kernel, {expected:?} interpreted", T::DTYPE);
}

macro_rules! rows {
    ($($section:ident { $($rows:tt)* })*) => {
        $(rows!(@$section $($rows)*);)*
    };
    (@unary $($Op:ident = $name:ident($x:ident) $(as $sign:tt)?, $work:ident, $meaning:literal;)*) => {
        fn unary<T: Float>() {
            for x in samples::<T>(40) {
                $(compare(stringify!($name), Work::$work, &Op::Unary(Unary::$Op), &[x], <T as Value>::$name(x));)*
            }
        }
    };
    (@binary $($Op:ident = $name:ident($a:ident, $b:ident) $(as $sign:tt)?, $work:ident, $meaning:literal;)*) => {
        fn binary<T: Float>() {
            for a in samples::<T>(20) {
                for b in samples::<T>(20) {
                    let found = [$(<T as Value>::$name(a, b)),*];
                    let rows = [$((stringify!($name), Work::$work, Op::Binary(Binary::$Op))),*];
                    for (found, (name, work, op)) in found.into_iter().zip(rows) {
                        compare(name, work, &op, &[a, b], found);
                    }
                }
            }
        }
    };
    (@ternary $($Op:ident = $name:ident($a:ident, $b:ident, $c:ident), $work:ident, $meaning:literal;)*) => {
        fn ternary<T: Float>() {
            for a in samples::<T>(5) {
                for b in samples::<T>(5) {
                    for c in samples::<T>(5) {
                        let found = [$(<T as Value>::$name(a, b, c)),*];
                        let rows = [$((stringify!($name), Work::$work, Op::Ternary(Ternary::$Op))),*];
                        for (found, (name, work, op)) in found.into_iter().zip(rows) {
                            compare(name, work, &op, &[a, b, c], found);
                        }
                    }
                }
            }
        }
    };
    (@compare $($Op:ident = $name:ident($a:ident, $b:ident) as $sign:tt, $work:ident, $meaning:literal;)*) => {
        fn comparisons<T: Float>() {
            for a in samples::<T>(20) {
                for b in samples::<T>(20) {
                    $(let found = if <T as Value>::$name(a, b) { T::ONE } else { T::ZERO };
                    compare(stringify!($name), Work::$work, &Op::Compare(Comparison::$Op), &[a, b], found);)*
                }
            }
        }
    };
    (@$masks:ident $($rows:tt)*) => {};
}
optim_language::operations!(rows);

#[test]
fn kernels_and_interpreter_agree_on_every_row() {
    unary::<f32>();
    unary::<f64>();
    binary::<f32>();
    binary::<f64>();
    ternary::<f32>();
    ternary::<f64>();
    comparisons::<f32>();
    comparisons::<f64>();
}
