//! [`Value`] for handles: an `#[elementwise]` function called in a step is recorded like the rest of it.

use super::handle::sealed::{Input, Sealed};
use super::handle::{Cols, Mask, Matrices, Rows, Scalar, Tensor};
use super::op::{Binary, Comparison, Op, Ternary, Unary};
use super::record::Slot;
use crate::kernel::{Lane, Value};

macro_rules! record {
    ($($section:ident { $($rows:tt)* })*) => {
        $(record!(@$section $($rows)*);)*
    };
    (@unary $($Op:ident = $name:ident($x:ident) $(as $sign:tt)?, $work:ident, $meaning:literal;)*) => {
        $(fn $name($x: Self) -> Self {
            Self::make(Op::Unary(Unary::$Op), &[$x.slot()])
        })*
    };
    (@binary $($Op:ident = $name:ident($a:ident, $b:ident) $(as $sign:tt)?, $work:ident, $meaning:literal;)*) => {
        $(fn $name($a: Self, $b: Self) -> Self {
            Self::make(Op::Binary(Binary::$Op), &[$a.slot(), $b.slot()])
        })*
    };
    (@ternary $($Op:ident = $name:ident($a:ident, $b:ident, $c:ident), $work:ident, $meaning:literal;)*) => {
        $(fn $name($a: Self, $b: Self, $c: Self) -> Self {
            Self::make(Op::Ternary(Ternary::$Op), &[$a.slot(), $b.slot(), $c.slot()])
        })*
    };
    (@compare $($Op:ident = $name:ident($a:ident, $b:ident) as $sign:tt, $work:ident, $meaning:literal;)*) => {
        $(fn $name($a: Self, $b: Self) -> Self::Mask {
            Mask::make(Op::Compare(Comparison::$Op), &[$a.slot(), $b.slot()])
        })*
    };
    (@$masks:ident $($rows:tt)*) => {};
}

macro_rules! handle {
    ($Kind:ident) => {
        impl Value for $Kind {
            type Mask = Mask<$Kind>;

            fn lift(x: f64) -> Self {
                <Self as Sealed>::lift(Slot::constant(x))
            }

            optim_language::operations!(record);

            fn powi(x: Self, n: i32) -> Self {
                Self::make(Op::Powi(n), &[x.slot()])
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
}
handle!(Scalar);
handle!(Matrices);
handle!(Rows);
handle!(Cols);
handle!(Tensor);

macro_rules! lanes {
    ($($From:ident => $($To:ident)*;)*) => {
        $($(impl Lane<$To> for $From {
            fn lane(self) -> $To {
                <$To as Sealed>::lift(self.slot())
            }
        })*)*
    };
}
lanes! {
    Scalar => Scalar Matrices Rows Cols Tensor;
    Matrices => Matrices Rows Cols Tensor;
    Rows => Rows Tensor;
    Cols => Cols Tensor;
    Tensor => Tensor;
}
