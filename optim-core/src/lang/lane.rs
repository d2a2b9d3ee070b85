//! Arguments of elementwise functions: a number of any kind where one of the joint kind is wanted.

use super::handle::sealed::{Input, Sealed};
use super::handle::{Cols, Matrices, Rows, Scalar, Tensor};
use super::value::Value;
use crate::kernel::Float;

/// A number that stands for one of kind `V`: the same, or one that broadcasts to it.
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

/// A fixed argument of an elementwise function, as generated code passes it: a number for every entry where the
/// function takes one of its generic kind, itself where it takes a fixed type.
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
