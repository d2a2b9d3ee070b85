//! The job of one function of an optimizer over one parameter: the runtime fills it in, `run_step` consumes it.

use std::ops::Deref;

use ndarray::ArrayD;

use super::{Cx, Float, Stored, TensorMut, TensorRef, math};
use crate::draw::DrawKey;
use crate::shape::ParamShape;

/// One function of a [`Kernel`]: what the runtime must know before it calls it.
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

/// How many small parameters a function of a [`Kernel`] runs for at once: parameters of one group that have the same shape and step count,
/// and whose arrays are all side by side in memory. Its scalar code runs once for them, and each of its passes goes over all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Batching {
    /// One: it draws random numbers, has inputs, or does more than scalar code and passes.
    Alone,
    /// A few, each with scalars of its own from the first scalar state or reduction on.
    Few,
    /// As many as follow each other: all scalars are the same, for which scalar states must be equal and passes must not reduce.
    Many,
}

impl Batching {
    /// The number for two functions that run one inside of the other.
    pub(crate) const fn with(self, inside: Self) -> Self {
        match (self, inside) {
            (Self::Alone, _) | (_, Self::Alone) => Self::Alone,
            (Self::Few, _) | (_, Self::Few) => Self::Few,
            (Self::Many, Self::Many) => Self::Many,
        }
    }
}

/// A kernel that is written by hand: a list of functions over one parameter, of which the runtime calls the ones that it
/// needs. Optimizers describe their steps instead, see [`Description`](super::Description).
pub trait Kernel: Sync {
    /// The functions. Numbers of entries are places in this list.
    const ENTRIES: &'static [Entry];

    /// Writes the length of each scratch slot of an entry for a parameter of this shape into `lens`
    /// ([`Entry::scratch`] numbers).
    fn scratch(&self, entry: usize, shape: ParamShape, lens: &mut [usize]) {
        let _ = (entry, shape, lens);
    }

    /// One entry, over one parameter. If it is elementwise it is called once for every piece of the parameter.
    fn run<T: Float>(&self, entry: usize, cx: &mut Cx<'_, T>);
}

/// A [`Kernel`] whose type is not known, for elements of one type.
pub trait AnyKernel<T: Float>: Sync {
    /// See [`Entry::elementwise`].
    fn is_elementwise(&self, entry: usize) -> bool;

    /// See [`Entry::batching`].
    fn batching(&self, entry: usize) -> Batching {
        let _ = entry;
        Batching::Alone
    }

    /// Number of scratch slots of an entry.
    fn slot_count(&self, entry: usize) -> usize {
        let _ = entry;
        0
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

    /// See [`Kernel::run`]; scratch slots are made here.
    fn run(&self, entry: usize, cx: &mut Cx<'_, T>);
}

impl<K: Kernel, T: Float> AnyKernel<T> for K {
    fn is_elementwise(&self, entry: usize) -> bool {
        K::ENTRIES.get(entry).is_some_and(|entry| entry.elementwise)
    }

    fn slot_count(&self, entry: usize) -> usize {
        slots::<K>(entry)
    }

    fn slots(&self, entry: usize, shape: ParamShape) -> Vec<usize> {
        let mut lens = vec![0; slots::<K>(entry)];
        Kernel::scratch(self, entry, shape, &mut lens);
        lens
    }

    fn run(&self, entry: usize, cx: &mut Cx<'_, T>) {
        let slots = slots::<K>(entry);
        if slots > 0 {
            cx.reserve(slots, &|shape, lens| Kernel::scratch(self, entry, shape, lens));
        }
        Kernel::run(self, entry, cx);
    }
}

/// The number of scratch slots of an entry.
fn slots<K: Kernel>(entry: usize) -> usize {
    K::ENTRIES.get(entry).map_or(0, |entry| entry.scratch)
}

/// One state of one parameter.
#[derive(Clone, Debug)]
pub enum StateSlot<T> {
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
    pub fn scalar(value: f64) -> Self {
        Self::Scalar { value, view: T::cast(value) }
    }
}

/// One input of one parameter in a step.
#[derive(Clone, Copy, Debug)]
pub enum InputSlot<'a, T> {
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
pub struct GradLoad {
    /// Factor.
    pub scale: f64,
    /// Largest absolute value that a scaled gradient keeps.
    pub clip: Option<f64>,
}

impl GradLoad {
    /// Gradients as they are.
    pub const PLAIN: Self = Self { scale: 1.0, clip: None };

    /// Returns true if gradients are taken as they are.
    #[inline]
    #[must_use]
    pub fn is_plain(self) -> bool {
        self.scale == 1.0 && self.clip.is_none()
    }
}

impl Default for GradLoad {
    fn default() -> Self {
        Self::PLAIN
    }
}

/// The states of a parameter, in order of declaration.
#[derive(Debug)]
pub enum States<'a, T> {
    /// The entry may change them.
    Exclusive(&'a mut [StateSlot<T>]),
    /// The entry reads them, and others may do so meanwhile.
    Shared(&'a [StateSlot<T>]),
}

impl<T> States<'_, T> {
    /// The states to change; `None` if they are shared.
    #[inline]
    pub(crate) fn exclusive(&mut self) -> Option<&mut [StateSlot<T>]> {
        match self {
            Self::Exclusive(states) => Some(states),
            Self::Shared(_) => None,
        }
    }

    /// Returns true if the entry may only read them.
    #[inline(always)]
    pub(crate) const fn is_shared(&self) -> bool {
        matches!(self, Self::Shared(_))
    }
}

impl<T> Deref for States<'_, T> {
    type Target = [StateSlot<T>];

    #[inline(always)]
    fn deref(&self) -> &[StateSlot<T>] {
        match self {
            Self::Exclusive(states) => states,
            Self::Shared(states) => states,
        }
    }
}

/// One parameter's part of a step, or of another function of its optimizer.
///
/// The caller has checked that `param`, `grad` and every tensor state and input have one shape, that `shape` describes it, and
/// that the other states and inputs have the shape that belongs to their kind. What breaks this panics or gives wrong numbers, but
/// never reaches memory outside the arrays.
pub struct Job<'a, T: Float> {
    /// The optimizer with the values of this parameter's group.
    pub kernel: &'a dyn AnyKernel<T>,
    /// The parameter.
    pub param: TensorMut<'a, T>,
    /// Its gradient; an array without elements for a function that has none.
    pub grad: TensorRef<'a, T>,
    /// Its inputs, in order of declaration; none for a function that has none.
    pub inputs: &'a [InputSlot<'a, T>],
    /// Its states.
    pub states: States<'a, T>,
    /// The step count, from 1.
    pub t: u64,
    /// The source of the parameter's random numbers.
    pub draws: DrawKey,
    /// The changes of the gradient when it is read.
    pub load: &'a GradLoad,
    /// The parameter's shape.
    pub shape: ParamShape,
}

impl<T: Float> Job<'_, T> {
    /// Sets a scalar state; any other stays as it is, and so does what is shared. Subnormal numbers become 0, as in tensors: powers of a weight
    /// get there after some thousand steps, stay there, and slow every step from then on.
    #[inline]
    pub(crate) fn set_scalar(&mut self, state: usize, to: f64) {
        let to = math::flush(to);
        if let Some(StateSlot::Scalar { value, view }) =
            self.states.exclusive().and_then(|states| states.get_mut(state))
        {
            (*value, *view) = (to, T::cast(to));
        }
    }
}
