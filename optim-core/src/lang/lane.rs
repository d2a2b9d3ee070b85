//! Arguments of elementwise functions: a number of any kind where one of the joint kind is wanted.

use super::handle::sealed::{Input, Sealed};
use super::handle::{Cols, Matrices, Rows, Scalar, Tensor};

/// A number that stands for one of kind `V`: the same, or one that broadcasts to it.
#[diagnostic::on_unimplemented(
    message = "an elementwise function can't take a `{Self}` here",
    label = "this is a `{Self}`",
    note = "its generic arguments are numbers of the step and fixed `f64` numbers"
)]
pub trait Lane<V> {
    /// The number as a `V`.
    fn lane(self) -> V;
}

impl Lane<f32> for f32 {
    #[inline(always)]
    fn lane(self) -> f32 {
        self
    }
}

impl Lane<f64> for f64 {
    #[inline(always)]
    fn lane(self) -> f64 {
        self
    }
}

impl Lane<f32> for f64 {
    /// Rounded once.
    #[inline(always)]
    fn lane(self) -> f32 {
        self as f32
    }
}

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
    f64 => Scalar Matrices Rows Cols Tensor;
    Scalar => Scalar Matrices Rows Cols Tensor;
    Matrices => Matrices Rows Cols Tensor;
    Rows => Rows Tensor;
    Cols => Cols Tensor;
    Tensor => Tensor;
}
