//! Types of choices in step functions: as arguments, and as constants in bodies.

use super::Choice;
use crate::lang::step_functions::{CHOICE, CarriedMember};

/// The type of a fixed argument of a step function that is not a type of the language.
#[diagnostic::on_unimplemented(
    message = "a step function can't take `{Self}`",
    label = "no enum with `#[derive(Choice)]`",
    note = "take numbers and `bool` by their own names, or derive `Choice` for an enum without values",
    note = "see `optim_std::guide::errors#functions`"
)]
pub trait FixedArgument {}

#[diagnostic::do_not_recommend]
impl<T: Choice> FixedArgument for T {}

/// Proves that a step function can take an argument of this type.
pub const fn takes<T: FixedArgument>() {}

#[diagnostic::do_not_recommend]
impl<T: Choice> CarriedMember for T {
    const KIND: usize = CHOICE;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::step_functions::{Carried, Carry, carried_kind_in, carried_length};

    #[derive(Clone, Copy, PartialEq, Debug)]
    enum Scaling {
        Spectral,
    }

    impl Scaling {
        const FACTORS: [f64; 2] = [0.2, 0.4];
    }

    impl Choice for Scaling {
        const NAMES: &'static [&'static str] = &["spectral"];

        fn name(self) -> &'static str {
            Self::NAMES[0]
        }

        fn parse(name: &str) -> Option<Self> {
            (name == Self::NAMES[0]).then_some(Self::Spectral)
        }
    }

    #[test]
    fn a_variant_is_of_the_type_that_has_it_and_a_number_is_not() {
        const KINDS: [usize; 2] = [carried_kind_in(&Scaling::Spectral), carried_kind_in(&Scaling::FACTORS)];
        const LENGTHS: [usize; 2] =
            [carried_length(KINDS[0], &Scaling::Spectral), carried_length(KINDS[1], &Scaling::FACTORS)];
        const VARIANT: <Carried<{ KINDS[0] }, { LENGTHS[0] }, Scaling> as Carry>::Type = Scaling::Spectral;
        const FACTORS: <Carried<{ KINDS[1] }, { LENGTHS[1] }, Scaling> as Carry>::Type = Scaling::FACTORS;
        let again: (Scaling, [f64; 2]) = (VARIANT, FACTORS);
        takes::<Scaling>();
        assert_eq!(again, (Scaling::parse("spectral").expect("a variant"), [0.2, 0.4]));
    }
}
