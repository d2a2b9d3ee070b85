//! The elementwise functions of the language on single numbers, by definition.
//!
//! Every function computes in double precision and calls `round` where the element type rounds: after each `+ - * /` and each
//! root, and once for a function that is a single operation. For single precision this gives the
//! bits of single-precision arithmetic, since double precision has more than twice the digits.

use super::op::{Binary, Comparison, Op, Ternary, Unary};

/// The result of an elementwise operation. A mask is 1 or 0.
pub(crate) fn elementwise(op: &Op, inputs: &[f64], round: impl Fn(f64) -> f64) -> f64 {
    match (op, inputs) {
        (Op::Lift, &[x]) => round(x),
        (Op::Unary(op), &[x]) => unary(*op, x, round),
        (Op::Binary(op), &[a, b]) => round(binary(*op, a, b)),
        (Op::Powi(n), &[x]) => powi(x, *n, round),
        (Op::Ternary(op), &[a, b, c]) => ternary(*op, a, b, c, round),
        (Op::Select, &[mask, a, b]) => {
            if mask == 1.0 {
                a
            } else {
                b
            }
        }
        (Op::Compare(op), &[a, b]) => truth(compare(*op, a, b)),
        (Op::And, &[a, b]) => truth(a == 1.0 && b == 1.0),
        (Op::Or, &[a, b]) => truth(a == 1.0 || b == 1.0),
        (Op::Not, &[a]) => truth(a != 1.0),
        (Op::Call(function), &[x]) => round(function.run(x)),
        // Reductions, products and leaves are not elementwise operations.
        _ => f64::NAN,
    }
}

fn truth(yes: bool) -> f64 {
    if yes { 1.0 } else { 0.0 }
}

fn unary(op: Unary, x: f64, round: impl Fn(f64) -> f64) -> f64 {
    round(match op {
        Unary::Neg => -x,
        Unary::Abs => x.abs(),
        Unary::Sqrt => x.sqrt(),
        Unary::Rsqrt => 1.0 / round(x.sqrt()),
        Unary::Recip => 1.0 / x,
        Unary::Square => x * x,
        Unary::Exp => x.exp(),
        Unary::Expm1 => x.exp_m1(),
        Unary::Ln => x.ln(),
        Unary::Log1p => x.ln_1p(),
        Unary::Sin => x.sin(),
        Unary::Cos => x.cos(),
        Unary::Tanh => x.tanh(),
        Unary::Sign if x.is_nan() => x,
        Unary::Sign if x > 0.0 => 1.0,
        Unary::Sign if x < 0.0 => -1.0,
        Unary::Sign => 0.0,
        Unary::Floor => x.floor(),
        Unary::Ceil => x.ceil(),
        Unary::Round => x.round(),
        Unary::Trunc => x.trunc(),
    })
}

fn binary(op: Binary, a: f64, b: f64) -> f64 {
    match op {
        Binary::Add => a + b,
        Binary::Sub => a - b,
        Binary::Mul => a * b,
        Binary::Div => a / b,
        Binary::Rem => a % b,
        Binary::Min | Binary::Max if a.is_nan() || b.is_nan() => f64::NAN,
        Binary::Min => a.min(b),
        Binary::Max => a.max(b),
        Binary::Powf => a.powf(b),
        Binary::Atan2 => a.atan2(b),
        Binary::Hypot => hypot(a.abs(), b.abs()),
        Binary::Copysign => a.copysign(b),
    }
}

fn ternary(op: Ternary, a: f64, b: f64, c: f64, round: impl Fn(f64) -> f64) -> f64 {
    match op {
        Ternary::Clamp => min(max(a, b), c),
        Ternary::Lerp => round(a + round(c * round(b - a))),
    }
}

fn compare(op: Comparison, a: f64, b: f64) -> bool {
    match op {
        Comparison::Lt => a < b,
        Comparison::Le => a <= b,
        Comparison::Gt => a > b,
        Comparison::Ge => a >= b,
        Comparison::Eq => a == b,
        Comparison::Ne => a != b,
    }
}

/// The length of the hypotenuse of two non-negative sides. Both are scaled by the power of two next to the longer one, so that
/// its square is from 1 to 4.
fn hypot(a: f64, b: f64) -> f64 {
    let longer = max(a, b);
    if a.is_infinite() || b.is_infinite() {
        return f64::INFINITY;
    }
    if longer == 0.0 || longer.is_nan() {
        return longer;
    }
    let mut unit = 1.0;
    while longer / unit >= 2.0 {
        unit *= 2.0;
    }
    while longer / unit < 1.0 {
        unit /= 2.0;
    }
    let (a, b) = (a / unit, b / unit);
    (a * a + b * b).sqrt() * unit
}

/// Repeated squaring, from the lowest binary digit of the exponent.
fn powi(x: f64, n: i32, round: impl Fn(f64) -> f64) -> f64 {
    let (mut result, mut square, mut digits) = (1.0, x, n.unsigned_abs());
    while digits > 0 {
        if digits % 2 == 1 {
            result = round(result * square);
        }
        digits /= 2;
        if digits > 0 {
            square = round(square * square);
        }
    }
    if n < 0 { round(1.0 / result) } else { result }
}

/// The larger one; NaN if either is.
pub(super) fn max(a: f64, b: f64) -> f64 {
    binary(Binary::Max, a, b)
}

/// The smaller one; NaN if either is.
pub(super) fn min(a: f64, b: f64) -> f64 {
    binary(Binary::Min, a, b)
}
