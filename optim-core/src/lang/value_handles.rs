//! [`Value`] for handles: an `#[elementwise]` function called in a step is recorded like the rest of it.

use super::handle::sealed::{Input, Sealed};
use super::handle::{Cols, Mask, Matrices, Rows, Scalar, Tensor};
use super::op::{Binary, Comparison, Op, Unary};
use super::record::Slot;
use super::value::Value;

macro_rules! handle {
    ($Kind:ident) => {
        impl Value for $Kind {
            type Mask = Mask<$Kind>;

            fn lift(x: f64) -> Self {
                <Self as Sealed>::lift(Slot::constant(x))
            }

            handle!(@unary neg Neg, abs Abs, sqrt Sqrt, rsqrt Rsqrt, recip Recip, square Square, exp Exp, expm1 Expm1,
                ln Ln, log1p Log1p, sin Sin, cos Cos, tanh Tanh, sign Sign, floor Floor, ceil Ceil, round Round, trunc Trunc);
            handle!(@binary add Add, sub Sub, mul Mul, div Div, rem Rem, min Min, max Max, powf Powf, atan2 Atan2,
                copysign Copysign);
            handle!(@compare lt Lt, le Le, gt Gt, ge Ge, eq Eq, ne Ne);

            fn powi(x: Self, n: i32) -> Self {
                Self::make(Op::Powi(n), &[x.slot()])
            }
            fn clamp(x: Self, lo: Self, hi: Self) -> Self {
                Self::make(Op::Clamp, &[x.slot(), lo.slot(), hi.slot()])
            }
            fn lerp(a: Self, b: Self, w: Self) -> Self {
                Self::make(Op::Lerp, &[a.slot(), b.slot(), w.slot()])
            }
            fn and(a: Self::Mask, b: Self::Mask) -> Self::Mask {
                a & b
            }
            fn or(a: Self::Mask, b: Self::Mask) -> Self::Mask {
                a | b
            }
            fn not(mask: Self::Mask) -> Self::Mask {
                !mask
            }
            fn select(mask: Self::Mask, a: Self, b: Self) -> Self {
                Self::make(Op::Select, &[mask.slot(), a.slot(), b.slot()])
            }
        }
    };
    (@unary $($name:ident $Op:ident),*) => {
        $(fn $name(x: Self) -> Self {
            Self::make(Op::Unary(Unary::$Op), &[x.slot()])
        })*
    };
    (@binary $($name:ident $Op:ident),*) => {
        $(fn $name(a: Self, b: Self) -> Self {
            Self::make(Op::Binary(Binary::$Op), &[a.slot(), b.slot()])
        })*
    };
    (@compare $($name:ident $Op:ident),*) => {
        $(fn $name(a: Self, b: Self) -> Self::Mask {
            Mask::make(Op::Compare(Comparison::$Op), &[a.slot(), b.slot()])
        })*
    };
}
handle!(Scalar);
handle!(Matrices);
handle!(Rows);
handle!(Cols);
handle!(Tensor);
