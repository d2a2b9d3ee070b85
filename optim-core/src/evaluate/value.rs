//! Values of a step while it is evaluated.

use std::sync::Arc;

use super::Backend;

/// A state, or another value that a step reads or leaves behind.
#[derive(Clone, Debug, PartialEq)]
pub enum Value<T> {
    /// One number, known on the host, in double precision.
    Number(f64),
    /// A tensor of rank 3; of shape `[1, 1, 1]` where it is one number that depends on data.
    Tensor(T),
}

/// The value of a node. A value that the host knows stays there, and is the same for every element. Axes along which a value is repeated
/// may have size 1 even if the node's extent is larger.
pub(super) enum Computed<B: Backend + ?Sized> {
    Number(f64),
    Truth(bool),
    Tensor(B::Tensor),
    Mask(B::Mask),
    /// A permutation of columns for each matrix of the batch.
    Order(Arc<Vec<usize>>),
    /// The results of a call with several results.
    Results(Vec<B::Tensor>),
    /// The value has been dropped after its last use.
    Dropped,
}

impl<B: Backend + ?Sized> Clone for Computed<B> {
    fn clone(&self) -> Self {
        match self {
            Self::Number(x) => Self::Number(*x),
            Self::Truth(x) => Self::Truth(*x),
            Self::Tensor(x) => Self::Tensor(x.clone()),
            Self::Mask(x) => Self::Mask(x.clone()),
            Self::Order(x) => Self::Order(Arc::clone(x)),
            // Only the first result is read by this node; others have their own nodes.
            Self::Results(all) => all.first().map_or(Self::Dropped, |first| Self::Tensor(first.clone())),
            Self::Dropped => Self::Dropped,
        }
    }
}

impl<B: Backend + ?Sized> From<Value<B::Tensor>> for Computed<B> {
    fn from(value: Value<B::Tensor>) -> Self {
        match value {
            Value::Number(x) => Self::Number(x),
            Value::Tensor(x) => Self::Tensor(x),
        }
    }
}
