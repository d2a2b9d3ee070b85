//! The trait of all numbers: the type of the arguments of an `#[elementwise]` function.

use std::ops::{BitAnd, BitOr, Not};

use super::{Float, math};

/// Declares the functions of numbers.
macro_rules! declare {
    ($($section:ident { $($rows:tt)* })*) => {
        $(declare!(@$section $($rows)*);)*
    };
    (@logic $($rows:tt)*) => {};
    (@choice $($rows:tt)*) => {};
    (@compare $($Op:ident = $name:ident($a:ident, $b:ident) as $sign:tt, $work:ident, $meaning:literal;)*) => {
        $(#[doc = $meaning]
        fn $name($a: Self, $b: Self) -> Self::Mask;)*
    };
    (@$numbers:ident $($Op:ident = $name:ident($($x:ident),+) $(as $sign:tt)?, $work:ident, $meaning:literal;)*) => {
        $(#[doc = $meaning]
        fn $name($($x: Self),+) -> Self;)*
    };
}

/// A number of any kind: a plain float inside a kernel, a fixed number, or a handle while a step is recorded.
///
/// Write `#[elementwise] fn softsign<V: Value>(x: V) -> V` with ordinary operators, methods and comparisons. The attribute translates them to
/// functions of this trait. Operators and comparisons between `V` and fixed numbers lift the number with [`Value::lift`]. All functions are
/// functions of the step language, with the same special cases: `sign(0) = 0`, and NaN propagates through `min`, `max`, `clamp` and `sign`.
///
/// The functions are not methods, so importing the trait does not change the meaning of plain Rust.
#[diagnostic::on_unimplemented(
    message = "an `#[elementwise]` function takes numbers, not `{Self}`",
    label = "this is a `{Self}`",
    note = "numbers are `f64`, `Scalar`, `Tensor`, `Rows`, `Cols` and `Matrices`; convert an integer with `as f64`",
    note = "see `optim_std::guide::errors#elementwise`"
)]
pub trait Value: Copy + Lane<Self> {
    /// True or false for each number: the result of a comparison.
    type Mask: Copy + BitAnd<Output = Self::Mask> + BitOr<Output = Self::Mask> + Not<Output = Self::Mask>;

    /// A fixed number, rounded once to the element type.
    fn lift(x: f64) -> Self;

    optim_language::operations!(declare);

    /// Integer power by repeated multiplication.
    fn powi(x: Self, n: i32) -> Self;

    /// True where both masks are.
    fn and(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// True where at least one of the masks is.
    fn or(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// The negated mask.
    fn not(mask: Self::Mask) -> Self::Mask;
    /// `a` where the mask is true, otherwise `b`. Both are computed.
    fn select(mask: Self::Mask, a: Self, b: Self) -> Self;
}

/// Implements the functions of numbers for plain floats: with Rust's operators, and functions of [`math`].
macro_rules! compute {
    (@apply $name:ident($x:ident) as $sign:tt) => {
        $sign $x
    };
    (@apply $name:ident($a:ident, $b:ident) as $sign:tt) => {
        $a $sign $b
    };
    (@apply $name:ident($($x:ident),+)) => {
        math::$name($($x),+)
    };
    (@function $name:ident($($x:ident),+) $(as $sign:tt)?) => {
        #[inline(always)]
        fn $name($($x: Self),+) -> Self {
            compute!(@apply $name($($x),+) $(as $sign)?)
        }
    };
    ($($section:ident { $($rows:tt)* })*) => {
        $(compute!(@$section $($rows)*);)*
    };
    (@logic $($rows:tt)*) => {};
    (@choice $($rows:tt)*) => {};
    (@compare $($Op:ident = $name:ident($a:ident, $b:ident) as $sign:tt, $work:ident, $meaning:literal;)*) => {
        $(#[inline(always)]
        fn $name($a: Self, $b: Self) -> bool {
            $a $sign $b
        })*
    };
    (@$numbers:ident
        $($Op:ident = $name:ident $operands:tt $(as $sign:tt)?, $work:ident, $meaning:literal;)*) => {
        $(compute!(@function $name $operands $(as $sign)?);)*
    };
}

/// Plain floats, with the arithmetic of the kernels. The functions are inlined, and have no branches where possible.
#[diagnostic::do_not_recommend]
impl<T: Float> Value for T {
    type Mask = bool;

    #[inline(always)]
    fn lift(x: f64) -> Self {
        T::cast(x)
    }
    #[inline(always)]
    fn powi(x: Self, n: i32) -> Self {
        math::powi(x, n)
    }

    optim_language::operations!(compute);

    #[inline(always)]
    fn and(a: bool, b: bool) -> bool {
        a & b
    }
    #[inline(always)]
    fn or(a: bool, b: bool) -> bool {
        a | b
    }
    #[inline(always)]
    fn not(mask: bool) -> bool {
        !mask
    }
    #[inline(always)]
    fn select(mask: bool, a: Self, b: Self) -> Self {
        if mask { a } else { b }
    }
}

/// A number that can be converted to a `V`: a `V` itself, or a number that broadcasts to it.
#[diagnostic::on_unimplemented(
    message = "an elementwise function can't take a `{Self}` here",
    label = "this is a `{Self}`",
    note = "its generic arguments can be numbers of the step and fixed `f64` numbers",
    note = "see `optim_std::guide::errors#elementwise`"
)]
pub trait Lane<V> {
    /// The number as a `V`.
    fn lane(self) -> V;
}

impl<T: Float> Lane<T> for T {
    #[inline(always)]
    fn lane(self) -> T {
        self
    }
}

/// A fixed argument of an elementwise function, as generated code passes it. If the function takes its generic type, the argument becomes a number
/// for every entry. If it takes a fixed type, the argument stays the same.
pub struct Given<F>(pub F);

impl<V: Value> Lane<V> for Given<f64> {
    #[inline(always)]
    fn lane(self) -> V {
        V::lift(self.0)
    }
}

/// An argument of the fixed type `F`.
#[diagnostic::on_unimplemented(
    message = "this argument of an elementwise function must be a fixed `{F}`",
    label = "this is known only during training, or of another type",
    note = "declare an argument that may be a tensor with the generic type: `x: V`",
    note = "see `optim_std::guide::errors#elementwise`"
)]
pub trait Fixed<F> {
    /// The argument.
    fn fixed(self) -> F;
}

impl<F> Fixed<F> for Given<F> {
    #[inline(always)]
    fn fixed(self) -> F {
        self.0
    }
}
