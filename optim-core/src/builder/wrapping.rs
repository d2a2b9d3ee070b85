//! Builders of inner optimizers.

use super::Builder;
use crate::definition::Definition;

/// A builder: what `new` of a wrapper takes as the inner optimizer.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the builder of an optimizer",
    label = "expected a builder",
    note = "write for example `AdamW::new().lr(1e-3)`, without `build`",
    note = "see `optim_std::guide::errors#wrapping`"
)]
pub trait IntoBuilder {
    /// The type that is built.
    type Optimizer;

    /// The settings as they are, without the methods for each of them.
    fn into_builder(self) -> Builder<Self::Optimizer>;
}

/// An optimizer whose builder has a method for each setting.
pub trait HasBuilder: Sized {
    /// Its builder.
    type Builder: IntoBuilder<Optimizer = Self> + From<Builder<Self>>;
}

impl<O: Definition> IntoBuilder for Builder<O> {
    type Optimizer = O;

    fn into_builder(self) -> Self {
        self
    }
}

impl<W: Definition> Builder<W> {
    /// Creates a builder of a wrapper around this optimizer.
    pub fn around<B: IntoBuilder>(inner: B) -> Self {
        Self::new().and_inner(inner)
    }

    /// Sets hyperparameters of the inner optimizer.
    #[must_use]
    pub fn and_inner<B: IntoBuilder>(self, inner: B) -> Self {
        self.with_inner(inner.into_builder(), W::HYPERS.len())
    }
}
