//! Scalars of blocks: each operation gives what it gives for each number.

use crate::kernel::number::{FEW, each, one, powi, select, truth};
use crate::kernel::{Register, math, number};

const A: [f64; FEW] = [0.5, -2.0, 0.0, 3.75, f64::NAN, f64::INFINITY, 1e-300, -0.25];
const B: [f64; FEW] = [2.0, 0.5, -1.0, 0.0, 1.0, 3.0, f64::NAN, -0.25];
const C: [f64; FEW] = [1.0, 1.5, 2.0, 0.0, -1.0, 0.25, 4.0, f64::NEG_INFINITY];

/// The bits of a number for each parameter, the same for every NaN.
fn bits(number: Register) -> [u64; FEW] {
    std::array::from_fn(|item| bits_of(number.of(item)))
}

fn bits_of(x: f64) -> u64 {
    if x.is_nan() { f64::NAN.to_bits() } else { x.to_bits() }
}

fn expected(f: impl Fn(usize) -> f64) -> [u64; FEW] {
    std::array::from_fn(|item| bits_of(f(item)))
}

macro_rules! operations {
    ($($section:ident { $($rows:tt)* })*) => {
        #[test]
        fn operations_are_those_of_plain_numbers() {
            $(operations!(@$section $($rows)*);)*
        }
    };
    (@unary $Neg:ident = $neg:ident($v:ident) as -, $w:ident, $m:literal;
        $($Op:ident = $name:ident($x:ident), $work:ident, $meaning:literal;)*) => {
        assert_eq!(bits(-Register::Each(A)), expected(|item| -A[item]));
        $(assert_eq!(bits(number::$name(Register::Each(A))), expected(|item| math::$name(A[item])), stringify!($name));
        assert_eq!(bits(number::$name(0.5)), expected(|_| math::$name(0.5)), stringify!($name));)*
    };
    (@binary $($Op:ident = $name:ident($a:ident, $b:ident) $(as $sign:tt)?, $work:ident, $meaning:literal;)*) => {
        $(operations!(@pair $name $($sign)?);)*
    };
    (@pair $name:ident $sign:tt) => {
        assert_eq!(bits(Register::Each(A) $sign Register::Each(B)), expected(|item| A[item] $sign B[item]));
        assert_eq!(bits(Register::Each(A) $sign 0.75), expected(|item| A[item] $sign 0.75));
        assert_eq!(bits(0.75 $sign Register::Each(B)), expected(|item| 0.75 $sign B[item]));
        assert_eq!(bits(one(0.5) $sign one(0.75)), expected(|_| 0.5 $sign 0.75));
    };
    (@pair $name:ident) => {
        let f = |a: Register, b: Register| number::$name(a, b);
        assert_eq!(bits(f(Register::Each(A), Register::Each(B))), expected(|item| math::$name(A[item], B[item])));
        assert_eq!(bits(f(one(0.75), Register::Each(B))), expected(|item| math::$name(0.75, B[item])));
        assert_eq!(bits(f(one(0.75), one(0.5))), expected(|_| math::$name(0.75, 0.5)));
    };
    (@ternary $($Op:ident = $name:ident($a:ident, $b:ident, $c:ident), $work:ident, $meaning:literal;)*) => {
        $(let f = |a: Register, b: Register, c: Register| number::$name(a, b, c);
        let [a, b, c] = [A, B, C].map(Register::Each);
        assert_eq!(bits(f(a, b, c)), expected(|item| math::$name(A[item], B[item], C[item])), stringify!($name));
        assert_eq!(bits(f(one(0.5), b, one(2.0))), expected(|item| math::$name(0.5, B[item], 2.0)));
        assert_eq!(bits(f(one(0.5), one(1.0), one(2.0))), expected(|_| math::$name(0.5, 1.0, 2.0)));)*
    };
    (@compare $($Op:ident = $name:ident($a:ident, $b:ident) as $sign:tt, $work:ident, $meaning:literal;)*) => {
        $(let f = |a: Register, b: Register| number::$name(a, b);
        let each = f(Register::Each(A), Register::Each(B)).number();
        assert_eq!(bits(each), expected(|item| f64::from(A[item] $sign B[item])), stringify!($name));
        assert_eq!(bits(f(one(0.5), one(0.5)).number()), expected(|_| f64::from(0.5 $sign 0.5)));)*
    };
    (@$other:ident $($rows:tt)*) => {};
}
optim_language::operations!(operations);

#[test]
fn answers_are_joined_and_chosen_by() {
    let (a, b) = (number::gt(Register::Each(A), 0.0), number::lt(Register::Each(B), 1.0));
    let is = |item: usize| (A[item] > 0.0, B[item] < 1.0);
    assert_eq!(bits((a & b).number()), expected(|item| f64::from(is(item).0 & is(item).1)));
    assert_eq!(bits((a | b).number()), expected(|item| f64::from(is(item).0 | is(item).1)));
    assert_eq!(bits((!a).number()), expected(|item| f64::from(!is(item).0)));
    assert_eq!(bits((true & a).number()), bits(a.number()));
    assert_eq!(bits((a | true).number()), [1.0_f64.to_bits(); FEW]);
    assert_eq!(bits((truth(false) | truth(true)).number()), [1.0_f64.to_bits(); FEW]);
    let chosen = select(a, Register::Each(C), 7.0);
    assert_eq!(bits(chosen), expected(|item| if is(item).0 { C[item] } else { 7.0 }));
    assert_eq!(bits(select(false, 1.0, Register::Each(C))), expected(|item| C[item]));
}

#[test]
fn functions_of_one_or_several() {
    assert_eq!(bits(powi(Register::Each(A), -3)), expected(|item| math::powi(A[item], -3)));
    let sum = |[a, b]: [f64; 2]| a + 2.0 * b;
    assert_eq!(bits(each([Register::Each(A), one(3.0)], sum)), expected(|item| A[item] + 6.0));
    assert!(matches!(each([one(1.0), one(3.0)], sum), Register::One(7.0)));
    assert_eq!(Register::Each(A).first(), A[0]);
}
