//! Jobs: one function of an optimizer for one parameter. The runtime creates them, and `run_step` runs them.

use ndarray::ArrayD;

use super::{Float, StepContext, Stored, TensorMut, TensorRef};
use crate::draw::DrawKey;
use crate::shape::ParamShape;

/// Facts about one function of an optimizer that the runtime needs before it calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// True if its passes have no reductions, scratch or repeated numbers. Then the parameter may be split at any element.
    pub elementwise: bool,
    /// Number of scratch slots.
    pub scratch: usize,
    /// The number of similar parameters that it may process at once.
    pub batching: Batching,
}

/// The number of similar small parameters that a function of an optimizer processes at once. Similar parameters have the same group, shape and step
/// count, and all of their arrays are contiguous. The function's scalar code runs once for them, and each pass covers all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Batching {
    // In ascending order: functions that run together use the smallest of their values.
    /// One: the function draws random numbers, has inputs, or does more than scalar code and passes.
    Alone,
    /// A few: each parameter has its own scalars from the first scalar state or reduction on.
    Few,
    /// All consecutive ones: their scalars are the same, because their scalar states are equal and the passes have no reductions.
    Many,
}

/// The functions of an optimizer whose type is not known, for elements of one type. The number of an entry is its place in the optimizer's list.
pub(crate) trait AnyKernel<T: Float>: Sync {
    /// See [`Entry::elementwise`].
    fn is_elementwise(&self, entry: usize) -> bool;

    /// See [`Entry::batching`].
    fn batching(&self, entry: usize) -> Batching {
        let _ = entry;
        Batching::Alone
    }

    /// The total length of an entry's scratch slots for a parameter of this shape; `usize::MAX` if it overflows.
    fn scratch(&self, entry: usize, shape: ParamShape) -> usize {
        self.slots(entry, shape).into_iter().fold(0, usize::saturating_add)
    }

    /// The length of each scratch slot of an entry for a parameter of this shape.
    fn slots(&self, entry: usize, shape: ParamShape) -> Vec<usize> {
        let _ = (entry, shape);
        Vec::new()
    }

    /// The places of scalar states that count the steps of inner optimizers. All parameters of a block must have the same counts.
    fn counts(&self) -> &[usize] {
        &[]
    }

    /// Runs one entry for one parameter. An elementwise entry is called once for each piece of the parameter.
    fn run(&self, entry: usize, cx: &mut StepContext<'_, T>);
}

/// One state of one parameter.
#[derive(Clone, Debug)]
pub(crate) enum StateSlot<T> {
    /// The state's condition does not hold for this parameter.
    Absent,
    /// One number, kept in double precision.
    Scalar {
        /// The number. A step that sets it changes it only at its end.
        value: f64,
        /// `value` rounded to the element type, for views.
        view: T,
    },
    /// An array of any layout. It is boxed, because it is several times as large as the other variants.
    Array(Box<ArrayD<T>>),
    /// An array in C order that is stored in fewer bytes.
    Stored(Box<Stored>),
}

impl<T: Float> StateSlot<T> {
    /// A scalar state.
    #[must_use]
    pub(crate) fn scalar(value: f64) -> Self {
        Self::Scalar { value, view: T::cast(value) }
    }

    /// The lower bits of the parameter, if the slot contains them.
    pub(crate) fn rest(&self) -> Option<&Stored> {
        match self {
            Self::Stored(stored) if stored.storage().is_split() => Some(stored),
            _ => None,
        }
    }
}

/// One input of one parameter in a step.
#[derive(Clone, Copy, Debug)]
pub(crate) enum InputSlot<'a, T> {
    /// The input is not due.
    Absent,
    /// One number, in double precision.
    Number(f64),
    /// An array of any layout.
    Array(TensorRef<'a, T>),
}

/// The changes of a gradient when a step reads it: first `g · scale`, then clipping to `[-clip, clip]`, both in
/// the element type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct GradLoad {
    /// The factor.
    pub(crate) scale: f64,
    /// The largest absolute value of a scaled gradient after clipping.
    pub(crate) clip: Option<f64>,
}

impl GradLoad {
    /// No change.
    pub(crate) const PLAIN: Self = Self { scale: 1.0, clip: None };

    /// Returns true if gradients are not changed.
    #[inline]
    #[must_use]
    pub(crate) fn is_plain(self) -> bool {
        self.scale == 1.0 && self.clip.is_none()
    }
}

/// The job of a function that reads states and does not change them, for one parameter.
///
/// The caller has checked that `param`, `grad` and every tensor state and input have one shape, that `shape` describes it, and that all other states
/// and inputs have the shape of their kind. A job that breaks these rules panics or computes wrong numbers, but never accesses memory outside the
/// arrays.
pub(crate) struct Job<'a, T: Float> {
    /// The optimizer with the values of this parameter's group.
    pub(crate) kernel: &'a dyn AnyKernel<T>,
    /// The parameter.
    pub(crate) param: TensorMut<'a, T>,
    /// Its gradient; an empty array for a function without a gradient.
    pub(crate) grad: TensorRef<'a, T>,
    /// Its inputs, in order of declaration.
    pub(crate) inputs: &'a [InputSlot<'a, T>],
    /// Its states, in order of declaration. They are only read.
    pub(crate) states: &'a [StateSlot<T>],
    /// The step count, from 1.
    pub(crate) t: u64,
    /// The source of the parameter's random numbers.
    pub(crate) draws: DrawKey,
    /// The changes of the gradient when it is read.
    pub(crate) load: &'a GradLoad,
    /// The parameter's shape.
    pub(crate) shape: ParamShape,
}
