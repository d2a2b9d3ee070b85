//! Support for step functions in generated code: proofs, and access to items that are private to their modules.
//!
//! The type of a carried constant is unknown to the macro. The compiler finds it from the value, through two numbers.

use std::marker::PhantomData;

/// A step function that searches for cycles of calls. A macro sees only one function, so generated code does this.
pub trait Caller {
    /// Its name.
    const NAME: &'static str;
    /// A unique name.
    const ID: &'static str;
}

/// The functions on the way to the present one, the last one first: `(a, (b, ()))`.
pub trait Callers {
    /// The functions as a list.
    const LIST: Option<&'static CallerList>;
}

/// A list of functions on the way to the present one.
#[derive(Clone, Copy, Debug)]
pub struct CallerList {
    name: &'static str,
    id: &'static str,
    /// The functions before this one.
    before: Option<&'static Self>,
}

impl Callers for () {
    const LIST: Option<&'static CallerList> = None;
}

impl<F: Caller, C: Callers> Callers for (F, C) {
    const LIST: Option<&'static CallerList> = Some(&CallerList { name: F::NAME, id: F::ID, before: C::LIST });
}

/// Returns true if the function is not among its callers, so that the search continues.
///
/// # Panics
/// If the function is the first caller, so that they form a cycle. The compiler shows the message, which names all functions in it.
/// A cycle without the first caller is found by the search that starts in it.
#[track_caller]
pub const fn goes_on<F: Caller, C: Callers>() -> bool {
    let mut list = C::LIST;
    while let Some(caller) = list {
        if is_same(caller.id, F::ID) {
            if caller.before.is_none() {
                let mut text = CircleText { bytes: [0; CIRCLE], len: 0 };
                text.callers(C::LIST);
                text.name(F::NAME);
                text.push("\nhelp: move the shared code to a separate function, or write one of the calls inline");
                text.panic();
            }
            return false;
        }
        list = caller.before;
    }
    true
}

const fn is_same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut place = 0;
    while place < a.len() && place < b.len() && a[place] == b[place] {
        place += 1;
    }
    place == a.len() && place == b.len()
}

/// The largest number of bytes in the text of a cycle. The rest is left out.
const CIRCLE: usize = 1024;

/// The text of a cycle that is being written.
struct CircleText {
    bytes: [u8; CIRCLE],
    len: usize,
}

impl CircleText {
    const fn push(&mut self, text: &str) {
        let text = text.as_bytes();
        if text.len() > CIRCLE - self.len {
            return;
        }
        let mut place = 0;
        while place < text.len() {
            self.bytes[self.len + place] = text[place];
            place += 1;
        }
        self.len += text.len();
    }

    const fn name(&mut self, name: &str) {
        self.push("`");
        self.push(name);
        self.push("`");
    }

    /// Adds the functions, the first one first.
    const fn callers(&mut self, list: Option<&CallerList>) {
        match list {
            None => self.push("step functions use each other in a circle: "),
            Some(last) => {
                self.callers(last.before);
                self.name(last.name);
                self.push(" uses ");
            }
        }
    }

    #[track_caller]
    const fn panic(&self) -> ! {
        match core::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => panic!("{}", text),
            Err(_) => panic!("step functions use each other in a circle"),
        }
    }
}

/// The `#[elementwise]` function with this index among those that a step function calls.
pub trait Carries<const PLACE: usize> {
    /// The type next to the function.
    type Function;
}

/// The type with this index among those that a step function carries for its callers.
pub trait CarriesType<const PLACE: usize> {
    /// The type.
    type Type;
}

/// The same on a type that only the module of the step function sees, so it may be private there.
pub trait NamesType<const PLACE: usize> {
    /// The type.
    type Type;
}

/// A type that a carried constant may have.
#[diagnostic::on_unimplemented(
    message = "a step function can't use a constant of type `{Self}`",
    label = "not a number, a `bool`, or an array of such",
    note = "pass it as an argument, or use a number, a `bool`, up to four `f64` in a tuple, or an array of those",
    note = "write the variant of an enum with its type, `Scaling::Spectral`, and derive `Choice` for it",
    note = "see `optim_std::guide::errors#functions`"
)]
pub trait CarriedConstant {
    /// The number of the type.
    const KIND: usize;
}

#[diagnostic::do_not_recommend]
impl<T: CarriedType> CarriedConstant for T {
    const KIND: usize = T::KIND;
}

/// The same as [`CarriedConstant`] without a message: for this one the compiler lists all types.
pub trait CarriedType {
    /// The number.
    const KIND: usize;
}

/// A type that a carried constant may have if its path contains a type: that type itself, or a type of the table.
#[diagnostic::on_unimplemented(
    message = "a step function can't use a constant of type `{Self}`",
    label = "not a number, a `bool`, an array of such, or the variant of an enum with `#[derive(Choice)]`",
    note = "see `optim_std::guide::errors#functions`"
)]
pub trait CarriedMember {
    /// The number.
    const KIND: usize;
}

/// The number of the type that a constant's path contains.
pub(crate) const CHOICE: usize = 1000;

/// The number of the type of a constant whose path contains a type.
pub const fn carried_kind_in<T: CarriedMember>(_: &T) -> usize {
    T::KIND
}

/// The number of the type of a constant.
pub const fn carried_kind<T: CarriedConstant>(_: &T) -> usize {
    T::KIND
}

/// Stands for the type with this number, and with this length if it is an array. `Of` is the type in the constant's path.
pub struct Carried<const KIND: usize, const LENGTH: usize, Of = ()>(PhantomData<Of>);

/// Converts the numbers back to the type.
pub trait Carry {
    /// The type.
    type Type;
}

impl<Of> Carry for Carried<CHOICE, 0, Of> {
    type Type = Of;
}

/// `number number_of_arrays type`
macro_rules! carried {
    ($($kind:literal $array:literal $type:ty,)*) => {
        /// The length of a constant that is an array; 0 for any other.
        pub const fn carried_length<T>(kind: usize, _: &T) -> usize {
            match kind {
                $($array => size_of::<T>() / size_of::<$type>(),)*
                _ => 0,
            }
        }

        $(
            impl CarriedType for $type {
                const KIND: usize = $kind;
            }

            impl CarriedMember for $type {
                const KIND: usize = $kind;
            }

            impl<Of> Carry for Carried<$kind, 0, Of> {
                type Type = $type;
            }

            impl<const N: usize> CarriedType for [$type; N] {
                const KIND: usize = $array;
            }

            impl<const N: usize> CarriedMember for [$type; N] {
                const KIND: usize = $array;
            }

            impl<const N: usize, Of> Carry for Carried<$array, N, Of> {
                type Type = [$type; N];
            }
        )*
    };
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
    const NONE: [bool; 0] = [];
    const TABLE: [(f64, f64, f64); 2] = [(1.0, 2.0, 3.0), (4.0, 5.0, 6.0)];

    struct First;
    struct Second;

    impl Caller for First {
        const NAME: &'static str = "first";
        const ID: &'static str = "first_1";
    }

    impl Caller for Second {
        const NAME: &'static str = "second";
        const ID: &'static str = "first_12";
    }

    #[test]
    fn a_function_that_does_not_come_back_goes_on() {
        assert!(goes_on::<First, ()>() && goes_on::<Second, (First, ())>());
        // A cycle that does not contain the first function.
        assert!(!goes_on::<First, (First, (Second, ()))>());
    }

    #[test]
    #[should_panic(
        expected = "step functions use each other in a circle: `first` uses `second` uses `first`\nhelp: move"
    )]
    fn a_circle_is_named() {
        goes_on::<First, (Second, (First, ()))>();
    }

    #[test]
    fn a_constant_has_its_own_type_again() {
        const KINDS: [usize; 3] = [carried_kind(&ONE), carried_kind(&NONE), carried_kind(&TABLE)];
        const NUMBER: <Carried<{ KINDS[0] }, { carried_length(KINDS[0], &ONE) }> as Carry>::Type = ONE;
        const NOTHING: <Carried<{ KINDS[1] }, { carried_length(KINDS[1], &NONE) }> as Carry>::Type = NONE;
        const ROWS: <Carried<{ KINDS[2] }, { carried_length(KINDS[2], &TABLE) }> as Carry>::Type = TABLE;
        let again: (f64, [bool; 0], [(f64, f64, f64); 2]) = (NUMBER, NOTHING, ROWS);
        assert_eq!(again, (ONE, NONE, TABLE));
    }
}
