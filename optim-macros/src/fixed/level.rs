//! Levels: the time at which a value is known without running the step.
//!
//! Values that only the step computes have no level. They are not fixed expressions, and their
//! place is `kind.rs`.

use super::{Fixed, Form, Function};

/// The time at which a fixed expression is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Level {
    /// Before training, and the same for the whole model.
    Shared,
    /// Before training, for each parameter.
    #[default]
    Fixed,
    /// Before each step of the parameter.
    Timed(Timed),
}

/// The two types of timed values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Timed {
    /// A `bool`, which decides an `if`.
    Condition,
    /// An index into a list.
    Slot,
}

/// A question about the step count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Question {
    Every,
    After,
    At,
    /// The index of this step in a list of this length, or the index a number of steps later.
    Slot,
    /// A slot as the index into a list of this length.
    Index,
}

impl Question {
    /// The question with the name of a called function.
    pub(crate) fn of(function: &str) -> Option<Self> {
        [Self::Every, Self::After, Self::At, Self::Slot].into_iter().find(|question| question.name() == function)
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Every => "every",
            Self::After => "after",
            Self::At => "at",
            Self::Slot => "slot",
            Self::Index => "index",
        }
    }

    /// The type of the answer.
    pub(super) const fn answer(self) -> Timed {
        match self {
            Self::Every | Self::After | Self::At => Timed::Condition,
            Self::Slot | Self::Index => Timed::Slot,
        }
    }
}

impl Level {
    pub(crate) const fn is_shared(self) -> bool {
        matches!(self, Self::Shared)
    }

    pub(crate) const fn is_timed(self) -> bool {
        matches!(self, Self::Timed(_))
    }

    /// The later one of two levels.
    pub(crate) const fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Shared, level) | (level, Self::Shared) | (Self::Fixed, level) => level,
            (Self::Timed(_), _) => self,
        }
    }

    /// The level of a form, if all of its variables are fixed.
    pub(super) fn of(form: &Form<Fixed>) -> Self {
        match form {
            Form::Asked(question, _) => Self::Timed(question.answer()),
            // The levels of its variables are added where it is used.
            Form::Block(_, value) => value.level(),
            Form::Setting(setting) if !setting.shared => Self::Fixed,
            Form::Variable(_) | Form::Size(_) => Self::Fixed,
            Form::Call(Function::Dim, axis) => axis.iter().fold(Self::Fixed, |level, axis| level.and(axis.level())),
            form => {
                let mut level = Self::Shared;
                form.each(&mut |part| level = level.and(part.level()));
                level
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ops::TIME_FUNCTIONS;

    #[test]
    fn each_function_of_the_step_count_is_a_question() {
        assert!(TIME_FUNCTIONS.iter().all(|name| Question::of(name).is_some_and(|question| question.name() == *name)));
    }
}
