//! Builders of any type that make an engine for parameters.

use super::IntoBuilder;
use crate::definition::Definition;
use crate::optimizer::{BuildError, Engine};
use crate::params::BuildFrom;

/// A builder of an optimizer, or a [`Partition`](crate::Partition). Adapters for other libraries accept it.
pub trait IntoEngine {
    /// The optimizer that it builds; for a partition, the partition itself.
    type Optimizer;

    /// Builds the optimizer for these parameters, without its type.
    ///
    /// # Errors
    ///
    /// See [`BuildError`].
    fn into_engine<P: BuildFrom + ?Sized>(self, params: &P) -> Result<Engine<P::Elem>, BuildError>;
}

impl<B: IntoBuilder<Optimizer: Definition>> IntoEngine for B {
    type Optimizer = B::Optimizer;

    fn into_engine<P: BuildFrom + ?Sized>(self, params: &P) -> Result<Engine<P::Elem>, BuildError> {
        Ok(self.into_builder().build(params)?.into_engine())
    }
}

/// An optimizer, by its type: a definition, or a [`Partition`](crate::Partition).
pub trait Buildable {
    /// All that is said of it before it is built: an [`IntoEngine`] of it. Where the struct of an optimizer has no impl yet, that is not reported here.
    type Settings;
}
