//! Guards: bounds on conditions, and on values with their own methods. Only values that are fixed before training meet them.

use super::handle::sealed::Input;

/// A condition of an `if`, `while` or `match` guard: a fixed `bool`.
#[diagnostic::on_unimplemented(
    message = "a step can't branch on a `{Self}`",
    label = "this condition is a `{Self}`, which is not known before training",
    note = "a condition can use only fixed values: settings, sizes and loop counters",
    note = "to choose per number, write `select(mask, a, b)`; both sides are computed",
    note = "see `optim_std::guide::errors#control_flow`"
)]
pub trait Condition: sealed::Sealed {
    #[doc(hidden)]
    fn fixed(self) -> bool;
}

impl Condition for bool {
    fn fixed(self) -> bool {
        self
    }
}

/// The condition. It compiles only for a `bool` that is fixed before training.
pub fn condition<C: Condition>(condition: C) -> bool {
    condition.fixed()
}

/// A value whose own methods may be called in a step: numbers and `bool`s fixed before the run, and `Option`s of them.
#[diagnostic::on_unimplemented(
    message = "a step can call only methods of numbers, but this is a `{Self}`",
    label = "this is a `{Self}`",
    note = "fixed numbers and `bool`s have the methods of Rust, values of the step have those of the language",
    note = "write other code as a helper function of the same `#[optimizer] impl`",
    note = "see `optim_std::guide::errors#calls`"
)]
pub trait FixedNumber: sealed::Sealed {}

/// The value. It compiles only if methods of the value may be called in a step.
pub fn fixed_number<T: FixedNumber>(number: T) -> T {
    number
}

/// An integer fixed before the run: the exponent of `powi`.
#[diagnostic::on_unimplemented(
    message = "the exponent of `powi` is `{Self}`, but must be a fixed integer",
    label = "this is a `{Self}`",
    note = "`powf` takes any exponent",
    note = "see `optim_std::guide::errors#kinds`"
)]
pub trait FixedInteger: sealed::Sealed {}

/// An integer fixed before the run that is a dimension, such as the columns of a state.
#[diagnostic::on_unimplemented(
    message = "a dimension must be a fixed integer, but this is `{Self}`",
    label = "this is a `{Self}`",
    note = "a dimension is `1`, `rows`, `cols`, a fixed integer such as `self.rank`, or `min(a, b)` of two",
    note = "see `optim_std::guide::errors#hyper`"
)]
pub trait FixedSize: sealed::Sealed {
    #[doc(hidden)]
    fn size(self) -> usize;
}

/// The number as a dimension; 0 if it is negative or too large, since no fixed dimension can be 0.
pub fn fixed_size<T: FixedSize>(number: T) -> usize {
    number.size()
}

/// An integer that is fixed before the run or known before each step: the index of an item of a list.
#[diagnostic::on_unimplemented(
    message = "the index of an item must be an integer, but this is `{Self}`",
    label = "this is a `{Self}`",
    note = "an item is named by a number of type `usize`, by a loop counter or by `slot(m)`",
    note = "see `optim_std::guide::errors#lists`"
)]
pub trait FixedIndex: sealed::Sealed {
    #[doc(hidden)]
    fn index(self) -> usize;
}

/// The number as an index; larger than any list if it is negative or too large.
#[inline]
pub fn fixed_index<T: FixedIndex>(number: T) -> usize {
    number.index()
}

/// The value. It compiles only for a fixed integer.
pub fn fixed_integer<T: FixedInteger>(integer: T) -> T {
    integer
}

/// A sequence with a fixed number of items, for a loop in a step.
#[diagnostic::on_unimplemented(
    message = "a step can loop only over fixed ranges and arrays, but this is `{Self}`",
    label = "this is a `{Self}`",
    note = "write a range such as `0..self.n`, or an array",
    note = "see `optim_std::guide::errors#control_flow`"
)]
pub trait FixedSequence: sealed::Sealed {}

/// The value. It compiles only for a fixed sequence.
pub fn fixed_sequence<T: FixedSequence>(sequence: T) -> T {
    sequence
}

impl<T: FixedNumber> sealed::Sealed for std::ops::Range<T> {}
impl<T: FixedNumber> FixedSequence for std::ops::Range<T> {}
impl<T: FixedNumber> sealed::Sealed for std::ops::RangeInclusive<T> {}
impl<T: FixedNumber> FixedSequence for std::ops::RangeInclusive<T> {}
impl<T, const N: usize> sealed::Sealed for [T; N] {}
impl<T, const N: usize> FixedSequence for [T; N] {}
impl<T, const N: usize> sealed::Sealed for &[T; N] {}
impl<T, const N: usize> FixedSequence for &[T; N] {}
impl<T> sealed::Sealed for &[T] {}
impl<T> FixedSequence for &[T] {}
macro_rules! adaptors {
    ($($Adaptor:ident)*) => {
        $(impl<T> sealed::Sealed for std::iter::$Adaptor<T> {}
        impl<T> FixedSequence for std::iter::$Adaptor<T> {})*
    };
}
adaptors!(Rev StepBy Enumerate Copied Cloned Skip Take);
impl<A, B> sealed::Sealed for std::iter::Zip<A, B> {}
impl<A, B> FixedSequence for std::iter::Zip<A, B> {}
impl<T> sealed::Sealed for std::slice::Iter<'_, T> {}
impl<T> FixedSequence for std::slice::Iter<'_, T> {}
impl<T, const N: usize> sealed::Sealed for std::array::IntoIter<T, N> {}
impl<T, const N: usize> FixedSequence for std::array::IntoIter<T, N> {}

mod sealed {
    pub trait Sealed {}
}

macro_rules! fixed {
    ($($Type:ty)*) => {
        $(impl sealed::Sealed for $Type {}
        impl FixedNumber for $Type {})*
    };
}
fixed!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64 bool);

macro_rules! integers {
    ($($Type:ty)*) => {
        $(impl FixedInteger for $Type {}
        impl FixedSize for $Type {
            fn size(self) -> usize {
                usize::try_from(self).unwrap_or(0)
            }
        }
        impl FixedIndex for $Type {
            fn index(self) -> usize {
                usize::try_from(self).unwrap_or(usize::MAX)
            }
        })*
    };
}
integers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

impl<T: FixedNumber> sealed::Sealed for Option<T> {}
impl<T: FixedNumber> FixedNumber for Option<T> {}
impl<T: FixedNumber> sealed::Sealed for &T {}
impl<T: FixedNumber> FixedNumber for &T {}

/// A value of the step, also behind references: `param.read()` copies the value of a `&mut Tensor`.
///
/// The functions of [`ops`](super::ops) take values. A method call would dereference its receiver, so generated code calls `read`.
pub trait Read: Input {
    /// The value.
    fn read(&self) -> Self {
        *self
    }
}

impl<T: Input> Read for T {}
