//! The scalars of a step, while it is described: fixed numbers, or rows of its program.

use std::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Rem, Sub};
use std::sync::Arc;

use super::computation::Computation;
use super::operand::ScalarOperand;
use super::rows::ScalarRows;
use crate::kernel::math;

/// A scalar of a step, while it is described: a known number, or a number that the step computes when it runs.
#[derive(Clone, Copy, Debug)]
pub struct Register<'p> {
    /// The rows that contain it; `None` if it is known.
    rows: Option<&'p ScalarRows>,
    operand: ScalarOperand,
}

impl<'p> Register<'p> {
    pub(crate) const fn new(rows: &'p ScalarRows, operand: ScalarOperand) -> Self {
        Self { rows: Some(rows), operand }
    }

    pub(crate) const fn fixed(x: f64) -> Self {
        Self { rows: None, operand: ScalarOperand::Fixed(x) }
    }

    pub(crate) const fn operand(self) -> ScalarOperand {
        self.operand
    }

    /// An operation on scalars. It is computed at once if all of them are known.
    #[inline(never)]
    fn compute(computation: Computation, registers: [Self; 3]) -> Self {
        let operands = registers.map(Self::operand);
        match (registers.iter().find_map(|register| register.rows), operands) {
            (_, [ScalarOperand::Fixed(a), ScalarOperand::Fixed(b), ScalarOperand::Fixed(c)]) => {
                Self::fixed(computation.of([a, b, c]))
            }
            (Some(rows), operands) => Self::new(rows, rows.compute(computation, operands)),
            (None, _) => Self::fixed(f64::NAN),
        }
    }

    fn unary(self, computation: Computation) -> Self {
        Self::compute(computation, [self, Self::fixed(0.0), Self::fixed(0.0)])
    }

    fn binary(self, other: Self, computation: Computation) -> Self {
        Self::compute(computation, [self, other, Self::fixed(0.0)])
    }
}

impl From<f64> for Register<'_> {
    #[inline]
    fn from(x: f64) -> Self {
        Self::fixed(x)
    }
}

/// The result of a comparison of [`Register`]s: 1 for true, 0 for false.
#[derive(Clone, Copy, Debug)]
pub struct Truth<'p>(Register<'p>);

impl From<bool> for Truth<'_> {
    #[inline]
    fn from(is: bool) -> Self {
        Self(Register::fixed(f64::from(is)))
    }
}

impl<'p> Truth<'p> {
    /// The result as a number: 1 for true, 0 for false.
    #[inline]
    #[must_use]
    pub const fn number(self) -> Register<'p> {
        self.0
    }
}

/// A fixed number.
#[inline]
#[must_use]
pub const fn one<'p>(x: f64) -> Register<'p> {
    Register::fixed(x)
}

/// A fixed result of a comparison.
#[inline]
#[must_use]
pub fn truth<'p>(is: bool) -> Truth<'p> {
    Truth::from(is)
}

/// `then` if a comparison is true, otherwise `els`.
#[inline]
pub fn select<'p>(
    truth: impl Into<Truth<'p>>,
    then: impl Into<Register<'p>>,
    els: impl Into<Register<'p>>,
) -> Register<'p> {
    Register::compute(Computation::Select, [truth.into().0, then.into(), els.into()])
}

/// A user's function of several numbers.
pub fn each<'p, const N: usize>(
    registers: [Register<'p>; N],
    f: impl Fn([f64; N]) -> f64 + Send + Sync + 'static,
) -> Register<'p> {
    let of =
        move |numbers: &mut dyn Iterator<Item = f64>| f(std::array::from_fn(|_| numbers.next().unwrap_or(f64::NAN)));
    let operands: Vec<ScalarOperand> = registers.iter().map(|register| register.operand).collect();
    match registers.iter().find_map(|register| register.rows) {
        Some(rows) => Register::new(rows, rows.call(Arc::new(of), operands)),
        None => Register::fixed(of(&mut operands.into_iter().map(ScalarOperand::known))),
    }
}

/// Integer power by repeated multiplication.
pub fn powi<'p>(x: impl Into<Register<'p>>, n: i32) -> Register<'p> {
    let x = x.into();
    match (x.rows, x.operand) {
        (Some(rows), row) => Register::new(rows, rows.powi(row, n)),
        (None, known) => Register::fixed(math::powi(known.known(), n)),
    }
}

macro_rules! functions {
    ($($section:ident { $($rows:tt)* })*) => {
        $(functions!(@$section $($rows)*);)*
    };
    (@unary $Neg:ident = $neg:ident($v:ident) as -, $w:ident, $m:literal;
        $($Op:ident = $name:ident($x:ident), $work:ident, $meaning:literal;)*) => {
        $(#[doc = $meaning]
        #[inline]
        pub fn $name<'p>($x: impl Into<Register<'p>>) -> Register<'p> {
            $x.into().unary(Computation::$Op)
        })*
    };
    (@binary $($Op:ident = $name:ident($a:ident, $b:ident) $(as $sign:tt)?, $work:ident, $meaning:literal;)*) => {
        $(functions!(@function $Op $name $($sign)?, $meaning);)*
    };
    (@function $Op:ident $name:ident $sign:tt, $meaning:literal) => {
        impl $Op for Register<'_> {
            type Output = Self;
            #[inline]
            fn $name(self, other: Self) -> Self {
                self.binary(other, Computation::$Op)
            }
        }
        impl $Op<f64> for Register<'_> {
            type Output = Self;
            #[inline]
            fn $name(self, other: f64) -> Self {
                self.binary(Self::fixed(other), Computation::$Op)
            }
        }
        impl<'p> $Op<Register<'p>> for f64 {
            type Output = Register<'p>;
            #[inline]
            fn $name(self, other: Register<'p>) -> Register<'p> {
                Register::fixed(self).binary(other, Computation::$Op)
            }
        }
    };
    (@function $Op:ident $name:ident, $meaning:literal) => {
        #[doc = $meaning]
        #[inline]
        pub fn $name<'p>(a: impl Into<Register<'p>>, b: impl Into<Register<'p>>) -> Register<'p> {
            a.into().binary(b.into(), Computation::$Op)
        }
    };
    (@ternary $($Op:ident = $name:ident($a:ident, $b:ident, $c:ident), $work:ident, $meaning:literal;)*) => {
        $(#[doc = $meaning]
        #[inline]
        pub fn $name<'p>(
            $a: impl Into<Register<'p>>,
            $b: impl Into<Register<'p>>,
            $c: impl Into<Register<'p>>,
        ) -> Register<'p> {
            Register::compute(Computation::$Op, [$a.into(), $b.into(), $c.into()])
        })*
    };
    (@compare $($Op:ident = $name:ident($a:ident, $b:ident) as $sign:tt, $work:ident, $meaning:literal;)*) => {
        $(#[doc = $meaning]
        #[inline]
        pub fn $name<'p>(a: impl Into<Register<'p>>, b: impl Into<Register<'p>>) -> Truth<'p> {
            Truth(a.into().binary(b.into(), Computation::$Op))
        })*
    };
    (@$other:ident $($rows:tt)*) => {};
}
optim_language::operations!(functions);

impl Neg for Register<'_> {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        self.unary(Computation::Neg)
    }
}

impl Not for Truth<'_> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(self.0.unary(Computation::Not))
    }
}

macro_rules! logic {
    ($($Op:ident = $name:ident;)*) => {$(
        impl $Op for Truth<'_> {
            type Output = Self;
            #[inline]
            fn $name(self, other: Self) -> Self {
                Self(self.0.binary(other.0, Computation::$Op))
            }
        }
        impl $Op<bool> for Truth<'_> {
            type Output = Self;
            #[inline]
            fn $name(self, other: bool) -> Self {
                $Op::$name(self, Self::from(other))
            }
        }
        impl<'p> $Op<Truth<'p>> for bool {
            type Output = Truth<'p>;
            #[inline]
            fn $name(self, other: Truth<'p>) -> Truth<'p> {
                $Op::$name(Truth::from(self), other)
            }
        }
    )*};
}
logic! {
    BitAnd = bitand;
    BitOr = bitor;
}
