//! The data that a step needs of a parameter besides its arrays.

use std::sync::Arc;

use super::Float;
use crate::draw::DrawKey;
use crate::dtype::DType;
use crate::shape::{ParamShape, ParamView};

/// An optimizer's data on one parameter.
#[derive(Clone, Debug)]
pub(crate) struct Param {
    pub(crate) name: Arc<str>,
    /// The index that ends the name, if one does.
    pub(crate) last_index: Option<LastIndex>,
    /// True if the model gives it a place among the others.
    pub(crate) ordered: bool,
    /// The shape of its arrays in the model.
    pub(crate) shape: Box<[usize]>,
    /// The shape in which the optimizer sees it, if that is another.
    pub(crate) view: Option<Arc<ParamView>>,
    pub(crate) folded: ParamShape,
    /// The type of its elements when the optimizer was built.
    pub(crate) dtype: DType,
    pub(crate) group: usize,
    /// Where its random numbers come from.
    pub(crate) draws: DrawKey,
}

/// The number of steps with a gradient for a parameter. Apart from the other data, because each step changes all of them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct StepsDone<T> {
    t: u64,
    /// The same as an element, for views.
    view: T,
}

impl<T: Float> StepsDone<T> {
    pub(crate) fn new(t: u64) -> Self {
        Self { t, view: T::cast(t as f64) }
    }

    #[inline(always)]
    pub(crate) const fn get(self) -> u64 {
        self.t
    }

    pub(crate) const fn as_element(&self) -> &T {
        &self.view
    }

    /// The number of the next step.
    #[inline(always)]
    pub(crate) const fn next(self) -> u64 {
        self.t.saturating_add(1)
    }
}

/// The last segment of a full name, if it may be an index: read once, so that indices are compared as numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LastIndex {
    pub(crate) index: usize,
    /// The length of the text before it.
    pub(crate) before: usize,
}

impl LastIndex {
    /// The index of a full name; `None` if it does not end in an index as it is printed.
    pub(crate) fn of(full: &str) -> Option<Self> {
        let before = full.rfind('.').map_or(0, |point| point + 1);
        let index: usize = full[before..].parse().ok()?;
        (index.to_string() == full[before..]).then_some(Self { index, before })
    }
}
