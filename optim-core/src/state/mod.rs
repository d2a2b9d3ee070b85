//! State of a parameter: as declared, to read and to write.

mod items;

use ndarray::{ArrayView, ArrayViewMutD, CowArray, Dimension, IxDyn};

use crate::shape::Axes;
pub use items::{ItemPlaces, REST};
pub(crate) use items::{ListedState, States};

/// One declared state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateInfo {
    /// Its name.
    pub name: &'static str,
    /// The axes of the parameter that it has; the kind of its values, if it has a [`pair`](Self::pair) of its own.
    pub axes: Axes,
    /// Its dimensions as declared, `(cols, self.rank)`, if they are not those of a kind. [`Definition::state_dims`] gives their sizes.
    ///
    /// [`Definition::state_dims`]: crate::Definition::state_dims
    pub pair: Option<&'static str>,
    /// True if the parameter's mask also applies to it: true for tensors, unless they are declared as `(rows, cols)`.
    pub sparsify: bool,
    /// True if it exists only under a condition.
    pub conditional: bool,
    /// True if it is one number for the whole optimizer, instead of one for each parameter.
    pub global: bool,
    /// The length as declared, `self.m`, if it is a list of such states. [`Definition::state_length`] gives the number.
    ///
    /// [`Definition::state_length`]: crate::Definition::state_length
    pub list: Option<&'static str>,
}

impl StateInfo {
    /// A state that always exists. Masks apply to it if it is a tensor.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(name: &'static str, axes: Axes) -> Self {
        Self {
            name,
            axes,
            pair: None,
            sparsify: matches!(axes, Axes::Tensor),
            conditional: false,
            global: false,
            list: None,
        }
    }

    /// With dimensions that no kind has. Masks do not apply to it.
    #[doc(hidden)]
    #[must_use]
    pub const fn pair(self, dims: &'static str) -> Self {
        Self { pair: Some(dims), sparsify: false, ..self }
    }

    /// Declares that masks do not apply to it.
    #[doc(hidden)]
    #[must_use]
    pub const fn unmasked(self) -> Self {
        Self { sparsify: false, ..self }
    }

    /// Returns true if it has a number for each element of the parameter.
    #[must_use]
    pub const fn is_tensor(&self) -> bool {
        matches!(self.axes, Axes::Tensor) && self.pair.is_none()
    }

    /// Returns true for a list with an item for each axis of the parameter, which is of that axis: it may have none.
    pub(crate) fn is_by_axis(&self) -> bool {
        matches!(self.pair, Some("along" | "without"))
    }

    /// Declares that it exists only under a condition.
    #[doc(hidden)]
    #[must_use]
    pub const fn conditional(self) -> Self {
        Self { conditional: true, ..self }
    }

    /// Declares one number for the whole optimizer.
    #[doc(hidden)]
    #[must_use]
    pub const fn global(self) -> Self {
        Self { global: true, ..self }
    }

    /// A list of such states, of this length as declared.
    #[doc(hidden)]
    #[must_use]
    pub const fn list(self, length: &'static str) -> Self {
        Self { list: Some(length), ..self }
    }
}

/// The value of a state before the first step.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Initial {
    /// Every element is this number, rounded to the element type; a scalar state keeps it unchanged.
    Constant(f64),
    /// A copy of the parameter.
    Param,
    /// Identity matrices times this number; the state's matrices are squares.
    Identity(f64),
    /// Normal numbers of mean 0 and this standard deviation, from the optimizer's seed: see [`draw`](crate::draw).
    Normal(f64),
}

/// The name of the step count where it is read as a state, in optimizers whose step uses it.
pub(crate) const STEP_STATE: &str = "step";

/// A state to read.
#[derive(Clone, Debug, PartialEq)]
pub enum StateView<'a, T> {
    /// One number, kept in double precision.
    Scalar(f64),
    /// An array: a view, or a copy if the state has another [storage](crate::Storage).
    Array(CowArray<'a, T, IxDyn>),
}

impl<T> From<f64> for StateView<'_, T> {
    fn from(number: f64) -> Self {
        Self::Scalar(number)
    }
}

impl<'a, T, D: Dimension> From<ArrayView<'a, T, D>> for StateView<'a, T> {
    fn from(array: ArrayView<'a, T, D>) -> Self {
        Self::Array(array.into_dyn().into())
    }
}

/// A state to write. Its shape cannot change.
#[derive(Debug)]
pub enum StateMut<'a, T> {
    /// One number, kept in double precision.
    Scalar(&'a mut f64),
    /// An array.
    Array(ArrayViewMutD<'a, T>),
}
