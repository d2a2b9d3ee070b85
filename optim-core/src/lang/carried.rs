//! Constants that step functions carry to those that call them: the type of one follows from its value, which a macro does not see.

/// A type of constants that can be carried, by a number, and the length of arrays.
#[diagnostic::on_unimplemented(
    message = "a step function can't use a constant of type `{Self}`",
    label = "not a number, a `bool`, or an array of such",
    note = "pass it as an argument, or use a number, a `bool`, up to four `f64` in a tuple, or an array of those",
    note = "see `optim_std::guide::errors#functions`"
)]
pub trait CarriedType {
    /// The number of the type.
    const KIND: usize;
    /// The length of an array, 0 of all else.
    const LENGTH: usize;
}

/// The number of the type of a constant.
pub const fn carried_kind<T: CarriedType>(_: &T) -> usize {
    T::KIND
}

/// Its length, if it is an array.
pub const fn carried_length<T: CarriedType>(_: &T) -> usize {
    T::LENGTH
}

/// The type with these numbers.
pub enum Carried<const KIND: usize, const LENGTH: usize> {}

/// The way back from the numbers to the type.
pub trait Carry {
    /// The type.
    type Type;
}

/// The `#[elementwise]` function with this place among those that a step function calls.
pub trait Carries<const PLACE: usize> {
    /// The type beside it.
    type Function;
}

/// `number number_of_arrays type`
macro_rules! carried {
    ($($kind:literal $array:literal $type:ty,)*) => {$(
        impl CarriedType for $type {
            const KIND: usize = $kind;
            const LENGTH: usize = 0;
        }

        impl Carry for Carried<$kind, 0> {
            type Type = $type;
        }

        impl<const N: usize> CarriedType for [$type; N] {
            const KIND: usize = $array;
            const LENGTH: usize = N;
        }

        impl<const N: usize> Carry for Carried<$array, N> {
            type Type = [$type; N];
        }
    )*};
}

carried! {
    0 100 f64,
    1 101 f32,
    2 102 bool,
    3 103 u8,
    4 104 u16,
    5 105 u32,
    6 106 u64,
    7 107 usize,
    8 108 i8,
    9 109 i16,
    10 110 i32,
    11 111 i64,
    12 112 isize,
    13 113 (f64, f64),
    14 114 (f64, f64, f64),
    15 115 (f64, f64, f64, f64),
    16 116 Option<f64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: f64 = 1.5;
    const TABLE: [(f64, f64, f64); 2] = [(1.0, 2.0, 3.0), (4.0, 5.0, 6.0)];

    #[test]
    fn a_constant_has_its_own_type_again() {
        const AGAIN: <Carried<{ carried_kind(&ONE) }, { carried_length(&ONE) }> as Carry>::Type = ONE;
        const ROWS: <Carried<{ carried_kind(&TABLE) }, { carried_length(&TABLE) }> as Carry>::Type = TABLE;
        let (number, rows): (f64, [(f64, f64, f64); 2]) = (AGAIN, ROWS);
        assert_eq!((number, rows), (ONE, TABLE));
    }
}
