//! Element types of masks.

mod sealed {
    pub trait Sealed {}
    impl Sealed for bool {}
    impl Sealed for u8 {}
    impl Sealed for f32 {}
    impl Sealed for f64 {}
}

/// An element of a mask: `bool`, or a number that is 0 or 1.
pub trait MaskElement: sealed::Sealed + Copy {
    /// Returns true if the element is kept; `None` for a number that is neither 0 nor 1.
    fn kept(self) -> Option<bool>;
    /// The element as a number.
    fn to_f64(self) -> f64;
}

impl MaskElement for bool {
    fn kept(self) -> Option<bool> {
        Some(self)
    }

    fn to_f64(self) -> f64 {
        f64::from(u8::from(self))
    }
}

macro_rules! numbers {
    ($($number:ty)*) => {
        $(impl MaskElement for $number {
            fn kept(self) -> Option<bool> {
                let number = f64::from(self);
                (number == 0.0 || number == 1.0).then_some(number == 1.0)
            }

            fn to_f64(self) -> f64 {
                self.into()
            }
        })*
    };
}

numbers!(u8 f32 f64);
