//! The scalars of a step: one number, or one for each parameter of a block.
//!
//! A block is several small parameters that are alike, see [`Batching`](super::Batching). A step runs once for all of them: what it
//! computes between two passes is one number while it is the same for all, and a few side by side from the first reduction on.

use std::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Rem, Sub};

use super::math;

/// Most parameters of a block whose numbers differ.
pub(crate) const FEW: usize = 8;

/// A scalar of a step: of one parameter, or of each parameter of a block.
#[derive(Clone, Copy, Debug)]
pub enum Register {
    /// The same number for all parameters.
    One(f64),
    /// A number for each parameter.
    Each([f64; FEW]),
}

impl Register {
    /// The number of a parameter of the block.
    #[inline]
    pub(crate) const fn of(&self, item: usize) -> f64 {
        match self {
            Self::One(x) => *x,
            Self::Each(xs) => xs[item],
        }
    }

    /// The number of the first parameter: of the only one where a step runs for one at a time.
    #[inline]
    #[must_use]
    pub const fn first(&self) -> f64 {
        self.of(0)
    }

    /// The same function of each.
    #[inline]
    fn map(self, f: impl Fn(f64) -> f64) -> Self {
        match self {
            Self::One(x) => Self::One(f(x)),
            Self::Each(xs) => Self::Each(xs.map(f)),
        }
    }

    /// The same function of each two.
    #[inline]
    fn zip(self, other: Self, f: impl Fn(f64, f64) -> f64) -> Self {
        match (self, other) {
            (Self::One(a), Self::One(b)) => Self::One(f(a, b)),
            (a, b) => Self::Each(std::array::from_fn(|item| f(a.of(item), b.of(item)))),
        }
    }

    /// The same function of each three.
    #[inline]
    fn zip3(self, [b, c]: [Self; 2], f: impl Fn(f64, f64, f64) -> f64) -> Self {
        match (self, b, c) {
            (Self::One(a), Self::One(b), Self::One(c)) => Self::One(f(a, b, c)),
            (a, b, c) => Self::Each(std::array::from_fn(|item| f(a.of(item), b.of(item), c.of(item)))),
        }
    }
}

impl From<f64> for Register {
    #[inline]
    fn from(x: f64) -> Self {
        Self::One(x)
    }
}

/// The answer to a comparison of [`Register`]s: 1 where it is true, else 0.
#[derive(Clone, Copy, Debug)]
pub struct Truth(Register);

impl From<bool> for Truth {
    #[inline]
    fn from(is: bool) -> Self {
        Self(Register::One(f64::from(is)))
    }
}

impl Truth {
    /// 1 where it is true, else 0.
    #[inline]
    #[must_use]
    pub const fn number(self) -> Register {
        self.0
    }
}

/// The same number for all parameters.
#[inline]
#[must_use]
pub const fn one(x: f64) -> Register {
    Register::One(x)
}

/// The same answer for all parameters.
#[inline]
#[must_use]
pub fn truth(is: bool) -> Truth {
    Truth::from(is)
}

/// `then` where a comparison is true, else `els`.
#[inline]
pub fn select(truth: impl Into<Truth>, then: impl Into<Register>, els: impl Into<Register>) -> Register {
    let Truth(truth) = truth.into();
    truth.zip3([then.into(), els.into()], |truth, then, els| if truth == 0.0 { els } else { then })
}

/// A function of several numbers.
#[inline]
pub fn each<const N: usize>(numbers: [Register; N], f: impl Fn([f64; N]) -> f64) -> Register {
    if numbers.iter().all(|number| matches!(number, Register::One(_))) {
        return Register::One(f(numbers.map(|number| number.first())));
    }
    Register::Each(std::array::from_fn(|item| f(numbers.map(|number| number.of(item)))))
}

/// Integer power by repeated multiplication.
#[inline]
pub fn powi(x: impl Into<Register>, n: i32) -> Register {
    x.into().map(|x| math::powi(x, n))
}

macro_rules! functions {
    ($($section:ident { $($rows:tt)* })*) => {
        $(functions!(@$section $($rows)*);)*
    };
    (@unary $Neg:ident = $neg:ident($v:ident) as -, $w:ident, $m:literal;
        $($Op:ident = $name:ident($x:ident), $work:ident, $meaning:literal;)*) => {
        $(#[doc = $meaning]
        #[inline]
        pub fn $name($x: impl Into<Register>) -> Register {
            $x.into().map(math::$name)
        })*
    };
    (@binary $($Op:ident = $name:ident($a:ident, $b:ident) $(as $sign:tt)?, $work:ident, $meaning:literal;)*) => {
        $(functions!(@function $Op $name $($sign)?, $meaning);)*
    };
    (@function $Op:ident $name:ident $sign:tt, $meaning:literal) => {
        impl $Op for Register {
            type Output = Self;
            #[inline]
            fn $name(self, other: Self) -> Self {
                self.zip(other, |a, b| a $sign b)
            }
        }
        impl $Op<f64> for Register {
            type Output = Self;
            #[inline]
            fn $name(self, other: f64) -> Self {
                self.map(|x| x $sign other)
            }
        }
        impl $Op<Register> for f64 {
            type Output = Register;
            #[inline]
            fn $name(self, other: Register) -> Register {
                other.map(|x| self $sign x)
            }
        }
    };
    (@function $Op:ident $name:ident, $meaning:literal) => {
        #[doc = $meaning]
        #[inline]
        pub fn $name(a: impl Into<Register>, b: impl Into<Register>) -> Register {
            a.into().zip(b.into(), math::$name)
        }
    };
    (@ternary $($Op:ident = $name:ident($a:ident, $b:ident, $c:ident), $work:ident, $meaning:literal;)*) => {
        $(#[doc = $meaning]
        #[inline]
        pub fn $name($a: impl Into<Register>, $b: impl Into<Register>, $c: impl Into<Register>) -> Register {
            $a.into().zip3([$b.into(), $c.into()], math::$name)
        })*
    };
    (@compare $($Op:ident = $name:ident($a:ident, $b:ident) as $sign:tt, $work:ident, $meaning:literal;)*) => {
        $(#[doc = $meaning]
        #[inline]
        pub fn $name($a: impl Into<Register>, $b: impl Into<Register>) -> Truth {
            Truth($a.into().zip($b.into(), |a, b| f64::from(a $sign b)))
        })*
    };
    (@$other:ident $($rows:tt)*) => {};
}
optim_language::operations!(functions);

impl Neg for Register {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        self.map(|x| -x)
    }
}

impl Not for Truth {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|truth| 1.0 - truth))
    }
}

macro_rules! logic {
    ($($Op:ident = $name:ident by $join:ident;)*) => {$(
        impl $Op for Truth {
            type Output = Self;
            #[inline]
            fn $name(self, other: Self) -> Self {
                Self(self.0.zip(other.0, f64::$join))
            }
        }
        impl $Op<bool> for Truth {
            type Output = Self;
            #[inline]
            fn $name(self, other: bool) -> Self {
                $Op::$name(self, Self::from(other))
            }
        }
        impl $Op<Truth> for bool {
            type Output = Truth;
            #[inline]
            fn $name(self, other: Truth) -> Truth {
                $Op::$name(Truth::from(self), other)
            }
        }
    )*};
}
logic! {
    BitAnd = bitand by min;
    BitOr = bitor by max;
}
