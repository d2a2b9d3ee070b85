//! The declared inputs of an optimizer: values that the caller passes to a step in addition to gradients.

use crate::shape::Axes;

/// One declared input. It is read like a state, and written by the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputInfo {
    /// Its name.
    pub name: &'static str,
    /// The axes of the parameter that it has; the kind of its values, if it has a [`pair`](Self::pair) of its own.
    pub axes: Axes,
    /// Its dimensions as declared, `(cols, self.rank)`, if they are not those of a kind. [`Definition::input_dims`] gives their sizes.
    ///
    /// [`Definition::input_dims`]: crate::Definition::input_dims
    pub pair: Option<&'static str>,
    /// True if it is one number for the whole optimizer, not one value for each parameter.
    pub global: bool,
    /// True if it is due only under a condition.
    pub conditional: bool,
}

impl InputInfo {
    /// Declares an input for each parameter that is due at every step.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(name: &'static str, axes: Axes) -> Self {
        Self { name, axes, pair: None, global: false, conditional: false }
    }

    /// With dimensions that are not those of a kind.
    #[doc(hidden)]
    #[must_use]
    pub const fn pair(self, dims: &'static str) -> Self {
        Self { pair: Some(dims), ..self }
    }

    /// Declares one number for the whole optimizer.
    #[doc(hidden)]
    #[must_use]
    pub const fn global(self) -> Self {
        Self { global: true, ..self }
    }

    /// Declares that it is due only under a condition.
    #[doc(hidden)]
    #[must_use]
    pub const fn conditional(self) -> Self {
        Self { conditional: true, ..self }
    }

    /// Its kind as it is declared: `tensor`, `(cols, self.rank)`, `global`.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self.pair {
            _ if self.global => "global",
            Some(pair) => pair,
            None => self.axes.keyword(),
        }
    }

    /// Returns true if it has a number for each element of the parameter.
    #[must_use]
    pub const fn is_tensor(&self) -> bool {
        matches!(self.axes, Axes::Tensor) && self.pair.is_none()
    }
}
