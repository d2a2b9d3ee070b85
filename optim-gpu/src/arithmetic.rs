//! The operations of the step language on a device, in single precision.

#![allow(
    clippy::manual_is_multiple_of,
    clippy::needless_pass_by_value,
    clippy::needless_range_loop,
    unused_qualifications,
    reason = "a kernel is written in a language of its own, which takes these forms only"
)]

use cubecl::prelude::*;
use optim_core::program::Computation;
use optim_language::{Finish, Fold};

use crate::body::{Operand, Work};

/// The value of an operand.
#[cube]
pub(crate) fn number(
    lines: &Sequence<f32>,
    loaded: &Sequence<f32>,
    held: &Sequence<f32>,
    registers: &[f32],
    first: usize,
    #[comptime] operand: Operand,
) -> f32 {
    match comptime!(operand) {
        Operand::Fixed(bits) => fixed(bits),
        Operand::Register(place) => registers[first + place],
        Operand::Held(place) => *held.index(place),
        Operand::Loaded(place) => *loaded.index(place),
        Operand::Line(place) => *lines.index(place),
    }
}

/// A fixed number. WGSL has no literals for NaN and infinity.
#[cube]
pub(crate) fn fixed(#[comptime] bits: u32) -> f32 {
    if comptime!(f32::from_bits(bits).is_finite()) {
        f32::new(comptime!(f32::from_bits(bits)))
    } else {
        f32::reinterpret(comptime!(bits).runtime())
    }
}

/// The result of a line.
#[cube]
pub(crate) fn line(
    lines: &Sequence<f32>,
    loaded: &Sequence<f32>,
    held: &Sequence<f32>,
    registers: &[f32],
    first: usize,
    #[comptime] work: Work,
) -> f32 {
    match comptime!(work) {
        Work::Compute(computation, operands) => {
            let a = number(lines, loaded, held, registers, first, comptime!(operands[0]));
            let b = number(lines, loaded, held, registers, first, comptime!(operands[1]));
            let c = number(lines, loaded, held, registers, first, comptime!(operands[2]));
            compute(a, b, c, computation)
        }
        Work::Powi(x, n) => powi(number(lines, loaded, held, registers, first, x), n),
        Work::Flush(x) => flush(number(lines, loaded, held, registers, first, x)),
    }
}

#[cube]
fn flush(x: f32) -> f32 {
    select(x.abs() < f32::new(comptime!(f32::MIN_POSITIVE)), f32::new(0.0), x)
}

/// A mask as a number.
#[cube]
fn mask(yes: bool) -> f32 {
    select(yes, f32::new(1.0), f32::new(0.0))
}

#[cube]
fn sign(x: f32) -> f32 {
    select(x > f32::new(0.0), f32::new(1.0), select(x < f32::new(0.0), f32::new(-1.0), x))
}

/// Rounds with ties away from zero. The device rounds ties to even.
#[cube]
fn round(x: f32) -> f32 {
    let whole = x.trunc();
    select((x - whole).abs() >= f32::new(0.5), whole + sign(x), whole)
}

/// A power. On a device, powers of negative numbers are not defined.
#[cube]
fn powf(x: f32, n: f32) -> f32 {
    let size = x.abs().powf(n);
    let half = n * f32::new(0.5);
    let signed = select(half == half.trunc(), size, -size);
    let negative = select(n == n.trunc(), signed, f32::reinterpret(comptime!(f32::NAN.to_bits()).runtime()));
    let power = select(x < f32::new(0.0), negative, size);
    select(n == f32::new(0.0), f32::new(1.0), power)
}

#[cube]
fn powi(x: f32, #[comptime] n: i32) -> f32 {
    let power = RuntimeCell::<f32>::new(f32::new(1.0));
    let factor = RuntimeCell::<f32>::new(x);
    #[unroll]
    for bit in 0..comptime!(32 - n.unsigned_abs().leading_zeros()) {
        if comptime!((n.unsigned_abs() >> bit) & 1 == 1) {
            power.store(power.read() * factor.read());
        }
        factor.store(factor.read() * factor.read());
    }
    if comptime!(n < 0) { f32::new(1.0) / power.read() } else { power.read() }
}

/// `e^x - 1`, near 0 by its series. A device would subtract 1 from `e^x` and lose digits.
#[cube]
fn expm1(x: f32) -> f32 {
    let sum = RuntimeCell::<f32>::new(f32::new(1.0));
    #[unroll]
    for k in 0..8u32 {
        let n = comptime!((9 - k) as f32);
        sum.store(sum.read() * x / f32::new(n) + f32::new(1.0));
    }
    select(x.abs() < f32::new(0.5), x * sum.read(), x.exp() - f32::new(1.0))
}

/// Hyperbolic tangent. A device may lose digits near 0, and overflow far from it.
#[cube]
fn tanh(x: f32) -> f32 {
    let e = expm1(f32::new(2.0) * x);
    let far = min_nan(max_nan(x, f32::new(-10.0)), f32::new(10.0));
    select(x.abs() < f32::new(0.25), e / (e + f32::new(2.0)), far.tanh())
}

/// `ln(1 + x)`, near 0 by the series of `2 atanh(s)` in `s²` for `s = x / (2 + x)`.
#[cube]
fn log1p(x: f32) -> f32 {
    let s = x / (f32::new(2.0) + x);
    let square = s * s;
    let sum = RuntimeCell::<f32>::new(f32::new(comptime!(1.0 / 13.0)));
    #[unroll]
    for k in 0..6u32 {
        let n = comptime!((11 - 2 * k) as f32);
        sum.store(sum.read() * square + f32::new(comptime!(1.0 / n)));
    }
    select(x.abs() < f32::new(0.25), f32::new(2.0) * s * sum.read(), (f32::new(1.0) + x).ln())
}

#[cube]
fn copysign(x: f32, sign: f32) -> f32 {
    let kept = u32::reinterpret(x) & comptime!(0x7fff_ffffu32).runtime();
    f32::reinterpret(kept | (u32::reinterpret(sign) & comptime!(0x8000_0000u32).runtime()))
}

#[cube]
fn compute(a: f32, b: f32, c: f32, #[comptime] computation: Computation) -> f32 {
    match comptime!(computation) {
        Computation::Neg => -a,
        Computation::Abs => a.abs(),
        Computation::Sqrt => a.sqrt(),
        Computation::Rsqrt => f32::new(1.0) / a.sqrt(),
        Computation::Recip => f32::new(1.0) / a,
        Computation::Square => a * a,
        Computation::Exp => a.exp(),
        Computation::Expm1 => expm1(a),
        Computation::Ln => a.ln(),
        Computation::Log1p => log1p(a),
        Computation::Sin => a.sin(),
        Computation::Cos => a.cos(),
        Computation::Tanh => tanh(a),
        Computation::Sign => sign(a),
        Computation::Floor => a.floor(),
        Computation::Ceil => a.ceil(),
        Computation::Round => round(a),
        Computation::Trunc => a.trunc(),
        Computation::Add => a + b,
        Computation::Sub => a - b,
        Computation::Mul => a * b,
        Computation::Div => a / b,
        Computation::Rem => a - b * (a / b).trunc(),
        Computation::Min => min_nan(a, b),
        Computation::Max => max_nan(a, b),
        Computation::Powf => powf(a, b),
        Computation::Atan2 => a.atan2(b),
        Computation::Hypot => a.hypot(b),
        Computation::Copysign => copysign(a, b),
        Computation::Clamp => min_nan(max_nan(a, b), c),
        Computation::Lerp => a + c * (b - a),
        Computation::Lt => mask(a < b),
        Computation::Le => mask(a <= b),
        Computation::Gt => mask(a > b),
        Computation::Ge => mask(a >= b),
        Computation::Eq => mask(a == b),
        Computation::Ne => mask(a != b),
        Computation::BitAnd => min(a, b),
        Computation::BitOr => max(a, b),
        Computation::Not => f32::new(1.0) - a,
        Computation::Select => select(a != f32::new(0.0), b, c),
    }
}

/// The result of an empty reduction.
#[cube]
pub(crate) fn start(#[comptime] fold: Fold) -> f32 {
    match comptime!(fold) {
        Fold::Sum => f32::new(0.0),
        Fold::Max => fixed(comptime!(f32::NEG_INFINITY.to_bits())),
        Fold::Min => fixed(comptime!(f32::INFINITY.to_bits())),
    }
}

#[cube]
pub(crate) fn join(a: f32, b: f32, #[comptime] fold: Fold) -> f32 {
    match comptime!(fold) {
        Fold::Sum => a + b,
        Fold::Max => max_nan(a, b),
        Fold::Min => min_nan(a, b),
    }
}

#[cube]
pub(crate) fn finish(x: f32, count: f32, #[comptime] finish: Finish) -> f32 {
    match comptime!(finish) {
        Finish::None => x,
        Finish::Mean => x / count,
        Finish::Sqrt => x.sqrt(),
        Finish::SqrtMean => (x / count).sqrt(),
    }
}
