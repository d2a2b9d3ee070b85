//! When a value is known that is not computed by the step.
//!
//! The levels of the language are here but for those of values that are known only in the step, which are no fixed expressions and
//! have their place in `kind.rs`.

use super::{Fixed, Form, Function};

/// When a fixed expression is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Level {
    /// Before training, for the whole model.
    Shared,
    /// Before training, for the parameter.
    #[default]
    Fixed,
    /// Before each step of the parameter.
    Timed(Timed),
}

/// Values that are known before each step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Timed {
    /// A `bool`, which decides what the step does.
    Condition,
    /// A place in a list.
    Slot,
}

/// A question about the step count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Question {
    Every,
    After,
    At,
    /// The place of this step in a list of so many, or that some steps later.
    Slot,
    /// A slot as an index into a list of a length.
    Index,
}

impl Question {
    /// The question that a function asks.
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

    /// The kind of the answer.
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

    /// The narrower one of two.
    pub(crate) const fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Shared, level) | (level, Self::Shared) | (Self::Fixed, level) => level,
            (Self::Timed(_), _) => self,
        }
    }

    /// The level of a form whose variables, if it is one, are fixed.
    pub(super) fn of(form: &Form<Fixed>) -> Self {
        match form {
            Form::Asked(question, _) => Self::Timed(question.answer()),
            // The values of its variables are known where they are read.
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
