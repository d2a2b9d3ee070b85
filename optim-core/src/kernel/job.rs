//! The job of one function of an optimizer over one parameter: the runtime fills it in, `run_step` consumes it.

use ndarray::ArrayD;

use super::{Cx, Float, Stored, TensorMut, TensorRef};
use crate::draw::DrawKey;
use crate::shape::ParamShape;

/// One function of an optimizer: what the runtime must know before it calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// True if its passes are without reductions, scratch or repeated numbers, so that it may be split at any
    /// element.
    pub elementwise: bool,
    /// Number of scratch slots.
    pub scratch: usize,
    /// How many parameters that are alike it may run for at once.
    pub batching: Batching,
}

/// How many small parameters a function of an optimizer runs for at once: parameters of one group that have the same shape and step count,
/// and whose arrays are all side by side in memory. Its scalar code runs once for them, and each of its passes goes over all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Batching {
    // In ascending order: functions that run together run for the least of theirs.
    /// One: it draws random numbers, has inputs, or does more than scalar code and passes.
    Alone,
    /// A few, each with scalars of its own from the first scalar state or reduction on.
    Few,
    /// As many as follow each other: all scalars are the same, for which scalar states must be equal and passes must not reduce.
    Many,
}

/// The functions of an optimizer whose type is not known, for elements of one type. Numbers of entries are places in its list of them.
pub(crate) trait AnyKernel<T: Float>: Sync {
    /// See [`Entry::elementwise`].
    fn is_elementwise(&self, entry: usize) -> bool;

    /// See [`Entry::batching`].
    fn batching(&self, entry: usize) -> Batching {
        let _ = entry;
        Batching::Alone
    }

    /// Elements of all scratch slots of an entry for a parameter of this shape; `usize::MAX` if there are more.
    fn scratch(&self, entry: usize, shape: ParamShape) -> usize {
        self.slots(entry, shape).into_iter().fold(0, usize::saturating_add)
    }

    /// The length of each scratch slot of an entry for a parameter of this shape.
    fn slots(&self, entry: usize, shape: ParamShape) -> Vec<usize> {
        let _ = (entry, shape);
        Vec::new()
    }

    /// The places of scalar states that count the steps of optimizers inside of wrappers: parameters of a block have the same.
    fn counts(&self) -> &[usize] {
        &[]
    }

    /// Runs one entry over one parameter. If it is elementwise, it is called once for every piece of the parameter.
    fn run(&self, entry: usize, cx: &mut Cx<'_, T>);
}

/// One state of one parameter.
#[derive(Clone, Debug)]
pub(crate) enum StateSlot<T> {
    /// The state's condition does not hold for this parameter.
    Absent,
    /// One number, kept in double precision.
    Scalar {
        /// The number. A step that sets it changes it when it is done.
        value: f64,
        /// `value` rounded to the element type, for views.
        view: T,
    },
    /// An array of any layout; in a box, because it is several times as large as the others.
    Array(Box<ArrayD<T>>),
    /// An array in C order that is kept in fewer bytes.
    Stored(Box<Stored>),
}

impl<T: Float> StateSlot<T> {
    /// A scalar state.
    #[must_use]
    pub(crate) fn scalar(value: f64) -> Self {
        Self::Scalar { value, view: T::cast(value) }
    }

    /// The bits that the parameter lacks, if this is them.
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
    /// Factor.
    pub(crate) scale: f64,
    /// Largest absolute value that a scaled gradient keeps.
    pub(crate) clip: Option<f64>,
}

impl GradLoad {
    /// Gradients as they are.
    pub(crate) const PLAIN: Self = Self { scale: 1.0, clip: None };

    /// Returns true if gradients are taken as they are.
    #[inline]
    #[must_use]
    pub(crate) fn is_plain(self) -> bool {
        self.scale == 1.0 && self.clip.is_none()
    }
}

/// One parameter's part of a function that reads states and does not change them.
///
/// The caller has checked that `param`, `grad` and every tensor state and input have one shape, that `shape` describes it, and
/// that the other states and inputs have the shape that belongs to their kind. What breaks this panics or gives wrong numbers, but
/// never reaches memory outside the arrays.
pub(crate) struct Job<'a, T: Float> {
    /// The optimizer with the values of this parameter's group.
    pub(crate) kernel: &'a dyn AnyKernel<T>,
    /// The parameter.
    pub(crate) param: TensorMut<'a, T>,
    /// Its gradient; an array without elements for a function that has none.
    pub(crate) grad: TensorRef<'a, T>,
    /// Its inputs, in order of declaration; none for a function that has none.
    pub(crate) inputs: &'a [InputSlot<'a, T>],
    /// Its states, in order of declaration: they are only read.
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
