//! The declared outputs of an optimizer: numbers that a step reports.

/// One declared output. Only a watched step reports it, and checkpoints do not contain it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutputInfo {
    /// Its name.
    pub name: &'static str,
    /// True if it is one number for the whole optimizer, not one for each parameter.
    pub global: bool,
    /// The length as declared, `self.k`, if it is a list of such numbers. [`Definition::output_length`] gives the number.
    ///
    /// [`Definition::output_length`]: crate::Definition::output_length
    pub list: Option<&'static str>,
    /// The text of its condition, if it exists only under one.
    pub condition: Option<&'static str>,
}

impl OutputInfo {
    /// Declares an output for each parameter that always exists.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        Self { name, global: false, list: None, condition: None }
    }

    /// Declares one number for the whole optimizer.
    #[doc(hidden)]
    #[must_use]
    pub const fn global(self) -> Self {
        Self { global: true, ..self }
    }

    /// Declares a list of such numbers, with this length: `sizes.0`, `sizes.1`, ….
    #[doc(hidden)]
    #[must_use]
    pub const fn list(self, length: &'static str) -> Self {
        Self { list: Some(length), ..self }
    }

    /// Declares that it exists only under a condition.
    #[doc(hidden)]
    #[must_use]
    pub const fn conditional(self, condition: &'static str) -> Self {
        Self { condition: Some(condition), ..self }
    }

    /// Its declared kind, for a list the kind of an item: `scalar`, `global`.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        if self.global { "global" } else { "scalar" }
    }
}
