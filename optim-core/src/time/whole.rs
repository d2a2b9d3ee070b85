//! The integer types of arguments to questions about time.

/// An integer of any type, fixed before training: the argument of `every`, `after`, `at` and `slot`.
#[diagnostic::on_unimplemented(
    message = "`every`, `after`, `at` and `slot` take a fixed integer, but this is a `{Self}`",
    label = "this is a `{Self}`",
    note = "use a literal such as `10`, or a field of an integer type such as `usize`",
    note = "see `optim_std::guide::errors#time`"
)]
pub trait Whole: Copy {
    /// The number as a count: 0 if it is negative, `u64::MAX` if it is larger than that.
    #[doc(hidden)]
    fn count(self) -> u64;

    /// The number, for messages.
    #[doc(hidden)]
    fn shown(self) -> String;
}

macro_rules! whole {
    ($($number:ty),*) => {
        $(impl Whole for $number {
            #[inline]
            fn count(self) -> u64 {
                #[allow(unused_comparisons, reason = "only some types are signed")]
                let negative = self < 0;
                u64::try_from(self).unwrap_or(if negative { 0 } else { u64::MAX })
            }

            fn shown(self) -> String {
                self.to_string()
            }
        })*
    };
}
whole!(u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize);
