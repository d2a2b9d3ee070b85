//! The data of a parameter that a step needs besides its arrays.

use std::sync::Arc;

use super::Float;
use crate::draw::DrawKey;
use crate::dtype::DType;
use crate::shape::{ParamShape, ParamView};

/// An optimizer's data about one parameter.
#[derive(Clone, Debug)]
pub(crate) struct Param {
    pub(crate) name: Arc<str>,
    /// The index at the end of the name, if there is one.
    pub(crate) last_index: Option<LastIndex>,
    /// True if the model determines its place among the parameters.
    pub(crate) ordered: bool,
    /// The shape of its arrays in the model.
    pub(crate) shape: Box<[usize]>,
    /// The view in which the optimizer sees it, if it has one.
    pub(crate) view: Option<Arc<ParamView>>,
    pub(crate) folded: ParamShape,
    /// The type of its elements when the optimizer was built.
    pub(crate) dtype: DType,
    pub(crate) group: usize,
    /// The source of its random numbers.
    pub(crate) draws: DrawKey,
}

/// The number of steps with a gradient for a parameter. It is separate from the other data, because each step changes it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct StepsDone<T> {
    t: u64,
    /// The number in the element type, for views.
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

/// The last segment of a full name, if it is an index. It is parsed once, so that indices can be compared as numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LastIndex {
    pub(crate) index: usize,
    /// The length of the text before it.
    pub(crate) before: usize,
}

impl LastIndex {
    /// The index of a full name; `None` if the name does not end in an index in its usual form, without leading zeros.
    pub(crate) fn of(full: &str) -> Option<Self> {
        let before = full.rfind('.').map_or(0, |point| point + 1);
        let index: usize = full[before..].parse().ok()?;
        (index.to_string() == full[before..]).then_some(Self { index, before })
    }
}
