//! The numbers with which the loop of a pass computes: plain floats, or numbers that record the operations on them.

use std::ops::{Add, Div, Mul, Neg, Rem, Sub};

use super::level::Isa;
use super::program::{Describe, Description, PassParameters};
use super::{Float, Value, Work, math};

/// A number of the loop of a pass. Generated code describes a step for any kind of them. With [`Float`] elements, a pass is compiled. With
/// [`Written`](super::program::Written) elements, it is data.
pub trait LoopNumber:
    Value
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Rem<Output = Self>
    + Neg<Output = Self>
{
    /// The element type.
    type Float: Float;

    /// The same kind of number in double precision, for scalars and for arguments of reductions.
    type Wide: Value<Mask = Self::Mask>
        + Add<Output = Self::Wide>
        + Sub<Output = Self::Wide>
        + Mul<Output = Self::Wide>
        + Div<Output = Self::Wide>
        + Rem<Output = Self::Wide>
        + Neg<Output = Self::Wide>;

    /// Converts the number to double precision.
    fn wide(self) -> Self::Wide;

    /// Rounds a number to the nearest element.
    fn rounded(x: Self::Wide) -> Self;

    /// A fixed number in double precision.
    #[inline(always)]
    fn exact(x: f64) -> Self::Wide {
        Self::Wide::lift(x)
    }

    /// A fixed mask.
    fn known(is: bool) -> Self::Mask;

    /// See [`math::flush`].
    fn flush(self) -> Self;

    /// Adds a pass to the description.
    #[doc(hidden)]
    fn describe_pass<'k, const I: usize, const O: usize, const R: usize, const K: usize, const L: usize>(
        description: &mut Description<'_, 'k, Self>,
        parameters: PassParameters,
        tile: impl Fn([Self; K], [Self::Wide; L], [&[Self]; I], [&mut [Self]; O], [&mut [Self::Wide]; R]) + Send + Sync + 'k,
    );

    /// Describes an entry of an optimizer.
    #[doc(hidden)]
    fn describe_entry<'k>(
        optimizer: &'k dyn Describe<Self::Float>,
        entry: usize,
        description: &mut Description<'_, 'k, Self>,
    );
}

impl<T: Float> LoopNumber for T {
    type Float = T;
    type Wide = f64;

    #[inline(always)]
    fn wide(self) -> f64 {
        self.as_()
    }

    #[inline(always)]
    fn rounded(x: f64) -> Self {
        T::cast(x)
    }

    #[inline(always)]
    fn known(is: bool) -> bool {
        is
    }

    #[inline(always)]
    fn flush(self) -> Self {
        math::flush(self)
    }

    fn describe_pass<'k, const I: usize, const O: usize, const R: usize, const K: usize, const L: usize>(
        description: &mut Description<'_, 'k, T>,
        parameters: PassParameters,
        tile: impl Fn([T; K], [f64; L], [&[T]; I], [&mut [T]; O], [&mut [f64]; R]) + Send + Sync + 'k,
    ) {
        let body = move |isa: Isa, work: &mut Work<'_, T>| {
            work.run(
                isa,
                // A reference to the closure would prevent its compilation for each instruction set.
                #[inline(always)]
                |casts, numbers, inputs, outputs, reductions| tile(casts, numbers, inputs, outputs, reductions),
            );
        };
        description.add_pass(PassParameters { takes_halves: true, ..parameters }, Box::new(body));
    }

    fn describe_entry<'k>(optimizer: &'k dyn Describe<T>, entry: usize, description: &mut Description<'_, 'k, T>) {
        optimizer.describe(entry, description);
    }
}
