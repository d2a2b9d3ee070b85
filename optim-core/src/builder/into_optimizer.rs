//! Builders of any type that make an optimizer for parameters.

use super::IntoBuilder;
use crate::definition::Definition;
use crate::optimizer::{BuildError, Optimizer};
use crate::params::BuildFrom;

/// A builder of an optimizer, or a [`Partition`](crate::Partition). Adapters for other libraries accept it.
pub trait IntoOptimizer {
    /// The optimizer that it builds; for a partition, the partition itself.
    type Optimizer;

    /// Builds the optimizer for these parameters.
    ///
    /// # Errors
    ///
    /// See [`BuildError`].
    fn into_optimizer<P: BuildFrom + ?Sized>(self, params: &P) -> Result<Optimizer<P::Elem>, BuildError>;
}

impl<B: IntoBuilder<Optimizer: Definition>> IntoOptimizer for B {
    type Optimizer = B::Optimizer;

    fn into_optimizer<P: BuildFrom + ?Sized>(self, params: &P) -> Result<Optimizer<P::Elem>, BuildError> {
        self.into_builder().build(params)
    }
}

/// An optimizer, by its type: a definition, or a [`Partition`](crate::Partition).
pub trait Buildable {
    /// All that is said of it before it is built: an [`IntoOptimizer`] of it. Where the struct of an optimizer has no impl yet, that is not reported here.
    type Settings;
}
