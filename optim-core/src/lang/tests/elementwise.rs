use super::super::{Dtype, Number, Scalar, Tensor, Value, ops};
use super::{assert_same, compute, numbers, record};
use std::collections::BTreeMap;

const SPECIAL: [f64; 12] =
    [0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 1e-310, f64::MAX, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 3.7];

/// A function of one tensor on a tensor, on a fixed number and as a plain float, against its formula.
#[track_caller]
fn one(tensor: fn(Tensor) -> Tensor, fixed: fn(f64) -> f64, plain: fn(f64) -> f64, formula: fn(f64) -> f64) {
    let x = [&SPECIAL[..], &numbers(20, 1)].concat();
    let expected: Vec<f64> = x.iter().map(|x| formula(*x)).collect();
    assert_same(&compute(&[x.len()], &x, &x, |_, p, _| tensor(p)), &expected);
    assert_same(&x.iter().map(|x| fixed(*x)).collect::<Vec<_>>(), &expected);
    assert_same(&x.iter().map(|x| plain(*x)).collect::<Vec<_>>(), &expected);
}

macro_rules! one {
    ($($name:ident = $formula:expr;)*) => {
        $(#[test]
        fn $name() {
            one(ops::$name::<Tensor>, ops::$name::<f64>, <f64 as Value>::$name, $formula);
        })*
    };
}
one! {
    neg = |x| -x;
    abs = f64::abs;
    sqrt = f64::sqrt;
    rsqrt = |x| 1.0 / x.sqrt();
    recip = |x| 1.0 / x;
    square = |x| x * x;
    exp = f64::exp;
    expm1 = f64::exp_m1;
    ln = f64::ln;
    log1p = f64::ln_1p;
    sin = f64::sin;
    cos = f64::cos;
    tanh = f64::tanh;
    sign = |x| if x.is_nan() || x == 0.0 { x } else { x.signum() };
    floor = f64::floor;
    ceil = f64::ceil;
    round = f64::round;
    trunc = f64::trunc;
}

fn nan_or(a: f64, b: f64, f: fn(f64, f64) -> f64) -> f64 {
    if a.is_nan() || b.is_nan() { f64::NAN } else { f(a, b) }
}

macro_rules! two {
    ($($name:ident = $formula:expr;)*) => {
        $(#[test]
        fn $name() {
            let formula: fn(f64, f64) -> f64 = $formula;
            let (mut a, mut b) = (numbers(9, 2), numbers(9, 3));
            for x in SPECIAL {
                for y in SPECIAL {
                    a.push(x);
                    b.push(y);
                }
            }
            let expected: Vec<f64> = a.iter().zip(&b).map(|(a, b)| formula(*a, *b)).collect();
            assert_same(&compute(&[a.len()], &a, &b, |_, a, b| ops::$name(a, b)), &expected);
            let fixed: Vec<f64> = a.iter().zip(&b).map(|(a, b)| ops::$name(*a, *b)).collect();
            assert_same(&fixed, &expected);
            let plain: Vec<f64> = a.iter().zip(&b).map(|(a, b)| Value::$name(*a, *b)).collect();
            assert_same(&plain, &expected);
        })*
    };
}
two! {
    add = |a, b| a + b;
    sub = |a, b| a - b;
    mul = |a, b| a * b;
    div = |a, b| a / b;
    rem = |a, b| a % b;
    min = |a, b| nan_or(a, b, f64::min);
    max = |a, b| nan_or(a, b, f64::max);
    powf = f64::powf;
    atan2 = f64::atan2;
    copysign = f64::copysign;
    hypot = within_an_ulp;
}

/// The length as this crate computes it, which is compared with the platform's.
fn within_an_ulp(a: f64, b: f64) -> f64 {
    let (found, expected) = (crate::kernel::math::hypot(a, b), f64::hypot(a, b));
    let apart = found.to_bits().abs_diff(expected.to_bits());
    assert!(apart <= 1 || found.is_nan() && expected.is_nan(), "{a:?}, {b:?}: {found:?} is not {expected:?}");
    found
}

#[test]
fn lengths_at_the_edges() {
    let (huge, small, tiny) = (f64::MAX, f64::exp2(-1000.0), f64::from_bits(1));
    for (a, b, length) in [
        (3.0 / small, 4.0 / small, 5.0 / small),
        (-3.0 * small, 4.0 * small, 5.0 * small),
        (3.0 * tiny, -4.0 * tiny, 5.0 * tiny),
        (huge, 0.0, huge),
        (huge, huge, f64::INFINITY),
        (huge, tiny, huge),
        (-0.0, -0.0, 0.0),
        (f64::NEG_INFINITY, f64::NAN, f64::INFINITY),
        (f64::NAN, f64::INFINITY, f64::INFINITY),
        (f64::NAN, 0.0, f64::NAN),
    ] {
        assert_same(&[Value::hypot(a, b), ops::hypot(a, b)], &[length; 2]);
        assert_same(&[Value::hypot(b, a), ops::hypot(b, a)], &[length; 2]);
    }
    assert_eq!(<f32 as Value>::hypot(3e30, 4e30), 5e30);
    assert_eq!(<f32 as Value>::hypot(f32::MAX, f32::MAX), f32::INFINITY);
    // Every size of number, in both orders, and around the places where the scale changes.
    for exponent in -1070..1020 {
        for (a, b) in [(1.1, 1.7), (1.9, 0.3), (1.3, 1e-5), (1.7, 1e-13)] {
            let (a, b) = (a * f64::exp2(f64::from(exponent)), b * f64::exp2(f64::from(exponent)));
            assert_eq!(ops::hypot(a, b).to_bits(), within_an_ulp(a, b).to_bits(), "{a:?}, {b:?}");
            assert_eq!(ops::hypot(b, a).to_bits(), within_an_ulp(b, a).to_bits(), "{b:?}, {a:?}");
        }
    }
}

#[test]
fn integer_powers() {
    for n in [-3i32, -1, 0, 1, 2, 3, 5, 10] {
        for x in [1.5, -2.0, 0.25] {
            let product = (0..n.abs()).fold(1.0, |product, _| product * x);
            let expected = if n < 0 { 1.0 / product } else { product };
            assert_eq!(ops::powi(x, n), expected, "{x} to the {n}");
            assert_eq!(Value::powi(x, n), expected, "{x} to the {n}");
            assert_same(&compute(&[], &[x], &[0.0], |_, p, _| ops::powi(p, n)), &[expected]);
        }
    }
    assert_eq!(ops::powi(2.0, i32::MIN), 0.0);
    assert_eq!(Value::powi(2.0, i32::MIN), 0.0);
}

#[test]
fn clamp_never_fails() {
    let x = [-2.0, 0.5, 3.0, f64::NAN];
    let clamped = |lo: f64, hi: f64| compute(&[4], &x, &x, |_, p, _| ops::clamp(p, lo, hi));
    assert_same(&clamped(-1.0, 1.0), &[-1.0, 0.5, 1.0, f64::NAN]);
    assert_same(&clamped(1.0, -1.0), &[-1.0, -1.0, -1.0, f64::NAN]);
    assert_same(&clamped(f64::NAN, 1.0), &[f64::NAN; 4]);
    let plain: Vec<f64> = x.iter().map(|x| Value::clamp(*x, 1.0, -1.0)).collect();
    assert_same(&plain, &[-1.0, -1.0, -1.0, f64::NAN]);
}

#[test]
fn lerp_and_select() {
    let (a, b) = (numbers(6, 4), numbers(6, 5));
    let expected: Vec<f64> = a.iter().zip(&b).map(|(a, b)| a + 0.3 * (b - a)).collect();
    assert_same(&compute(&[6], &a, &b, |_, a, b| ops::lerp(a, b, 0.3)), &expected);
    let expected: Vec<f64> = a.iter().zip(&b).map(|(a, b)| if a < b { *a } else { 7.0 }).collect();
    assert_same(&compute(&[6], &a, &b, |_, a, b| ops::select(ops::lt(a, b), a, 7.0)), &expected);
}

#[test]
fn comparisons_and_masks() {
    let a = [1.0, 2.0, 3.0, f64::NAN];
    let b = [2.0, 2.0, 2.0, 2.0];
    let number = |mask| ops::select(mask, 1.0, 0.0);
    assert_same(&compute(&[4], &a, &b, |_, a, b| number(ops::lt(a, b))), &[1.0, 0.0, 0.0, 0.0]);
    assert_same(&compute(&[4], &a, &b, |_, a, b| number(ops::le(a, b))), &[1.0, 1.0, 0.0, 0.0]);
    assert_same(&compute(&[4], &a, &b, |_, a, b| number(ops::gt(a, b))), &[0.0, 0.0, 1.0, 0.0]);
    assert_same(&compute(&[4], &a, &b, |_, a, b| number(ops::ge(a, b))), &[0.0, 1.0, 1.0, 0.0]);
    assert_same(&compute(&[4], &a, &b, |_, a, b| number(ops::eq(a, b))), &[0.0, 1.0, 0.0, 0.0]);
    assert_same(&compute(&[4], &a, &b, |_, a, b| number(ops::ne(a, b))), &[1.0, 0.0, 1.0, 1.0]);
    assert_same(&compute(&[4], &a, &b, |_, a, b| number(!ops::lt(a, b))), &[0.0, 1.0, 1.0, 1.0]);
    assert_same(&compute(&[4], &a, &b, |_, a, b| number(ops::lt(1.5, a) & ops::le(a, b))), &[0.0, 1.0, 0.0, 0.0]);
    assert_same(&compute(&[4], &a, &b, |_, a, b| number(ops::lt(a, 1.5) | ops::gt(a, b))), &[1.0, 0.0, 1.0, 0.0]);
}

/// Elements round to single precision after every operation, scalars when they meet elements.
#[test]
fn single_precision_has_its_own_bits() {
    let graph = record(&[3], |r, p, g| {
        let lr = r.hyper("lr", 0.1);
        ops::lerp(p * g / (p - 0.3), ops::rsqrt(ops::square(g)), lr * 3.0)
    });
    let (p, g) = ([0.1f32, 1.7, -2.3], [0.7f32, -1.1, 3.3]);
    let wide = |x: &[f32]| x.iter().map(|x| f64::from(*x)).collect::<Vec<_>>();
    let found = graph.run(Dtype::F32, &wide(&p), &wide(&g), &BTreeMap::new(), &BTreeMap::new(), 1).unwrap().param;
    let expected: Vec<f64> = p
        .iter()
        .zip(g)
        .map(|(&p, g)| {
            let (a, b, w) = (p * g / (p - 0.3f32), 1.0 / (g * g).sqrt(), (0.1f64 * 3.0) as f32);
            f64::from(a + w * (b - a))
        })
        .collect();
    assert_same(&found, &expected);
}

#[test]
fn functions_take_fixed_numbers_and_scalars_alone() {
    fn is_scalar(_: Scalar) {}
    fn is_fixed<N: Number + Into<f64>>(x: N) -> f64 {
        x.into()
    }
    assert_eq!(is_fixed(ops::max(1.0, ops::powf(2.0, 3.0))), 8.0);
    assert_eq!(is_fixed(ops::lerp(1.0, 3.0, 0.5)), 2.0);
    assert_eq!(is_fixed(ops::clamp(5.0, 0.0, 1.0)), 1.0);
    let found = compute(&[1], &[1.0], &[0.0], |r, p, _| {
        let t = r.t() + 1.0;
        is_scalar(ops::powf(0.5, t));
        is_scalar(ops::select(ops::gt(t, 1.0), 2.0, t));
        p * ops::powf(0.5, t) + ops::select(ops::gt(t, 1.5), 2.0, 1.0)
    });
    assert_same(&found, &[2.25]);
}
