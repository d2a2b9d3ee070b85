//! The functions of the language, free and generic: each takes any mix of fixed numbers and handles.
//!
//! A step's `x.sqrt()` is `ops::sqrt(x)` here, `a < b` is `ops::lt(a, b)`. The result of an elementwise function is of the
//! joint kind of its arguments; of fixed numbers only it is a fixed number.

use super::function::Function;
use super::handle::sealed::{Input, Sealed};
use super::handle::{Number, Scalar};
use super::join::Join;
use super::op::{Binary, Op, Ternary, Unary};

pub use super::draws::functions::*;
pub use super::guard::{Read, condition, fixed_number};
pub use super::join::{assign, full, join2, join3, join4, join5, join6, lift, lift_to, scalar};
pub use super::mask::{eq, ge, gt, le, lt, ne, select};
pub use super::matrices::{
    argsort, cholesky, diag, eigh, eye, first_col, first_cols, inv_root, matmul, put_cols, qr, solve, solve_lower, svd,
    t, take_cols,
};
pub use super::reduce::functions::*;
pub use super::reduce::{reduce_pair_to, reduce_to};

macro_rules! functions {
    ($($section:ident { $($rows:tt)* })*) => {
        $(functions!(@$section $($rows)*);)*
    };
    (@unary $($Op:ident = $name:ident($x:ident) $(as $sign:tt)?, $work:ident, $meaning:literal;)*) => {
        $(#[doc = $meaning]
        pub fn $name<X: Number>($x: X) -> X {
            X::make(Op::Unary(Unary::$Op), &[$x.slot()])
        })*
    };
    (@binary $($Op:ident = $name:ident($a:ident, $b:ident) $(as $sign:tt)?, $work:ident, $meaning:literal;)*) => {
        $(#[doc = $meaning]
        pub fn $name<A: Join<B, Output = K>, B, K: Number>($a: A, $b: B) -> K {
            K::make(Op::Binary(Binary::$Op), &[$a.slot(), A::other($b)])
        })*
    };
    (@ternary $($Op:ident = $name:ident($a:ident, $b:ident, $c:ident), $work:ident, $meaning:literal;)*) => {
        $(#[doc = $meaning]
        pub fn $name<A, B, C, J, K>($a: A, $b: B, $c: C) -> K
        where
            A: Join<B, Output = J>,
            J: Join<C, Output = K>,
            K: Number,
        {
            K::make(Op::Ternary(Ternary::$Op), &[$a.slot(), A::other($b), J::other($c)])
        })*
    };
    // Masks are in `mask.rs`.
    (@$other:ident $($rows:tt)*) => {};
}
optim_language::operations!(functions);

/// An integer power by repeated multiplication; `1 / powi(x, -n)` for a negative exponent.
pub fn powi<X: Number>(x: X, n: i32) -> X {
    X::make(Op::Powi(n), &[x.slot()])
}

/// The value of a function that is only code, as one operation.
pub fn call(function: Function, x: Scalar) -> Scalar {
    Scalar::make(Op::Call(function), &[x.slot()])
}
