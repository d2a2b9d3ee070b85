//! Choices in step functions: as their arguments, and as constants in their bodies.

use super::Choice;
use crate::lang::step_functions::{CHOICE, CarriedMember};

/// The type of a fixed argument of a step function that is none of the language's.
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
