//! What one step of one parameter is given: the runtime fills these in, `run_step` consumes them.

use ndarray::ArrayD;

use super::{Cx, Float, TensorMut, TensorRef, math};
use crate::draw::DrawKey;
use crate::shape::ParamShape;

/// An optimizer's step as fused loops. Generated code implements it as part of `Definition`, on the optimizer struct, whose
/// fields hold the values of the hyperparameters for the coming step.
pub trait Kernel: Sync {
    /// Whether the step is one pass over the parameter without reductions, scratch or repeated numbers, so that it may
    /// be split at any element.
    const PASSES_ARE_ELEMENTWISE: bool;
    /// Number of scratch slots.
    const SCRATCH: usize = 0;

    /// Writes the length of each scratch slot for a parameter of this shape into `lens` (`SCRATCH` numbers).
    fn scratch(&self, _shape: ParamShape, _lens: &mut [usize]) {}

    /// One step of one parameter. With elementwise passes it is called once for every piece of the parameter.
    fn step<T: Float>(&self, cx: &mut Cx<'_, T>);
}

/// A [`Kernel`] whose type is not known, for elements of one type.
pub trait AnyKernel<T: Float>: Sync {
    /// See [`Kernel::PASSES_ARE_ELEMENTWISE`].
    fn passes_are_elementwise(&self) -> bool;

    /// Elements of all scratch slots for a parameter of this shape; `usize::MAX` if there are more.
    fn scratch(&self, shape: ParamShape) -> usize {
        let _ = shape;
        0
    }

    /// See [`Kernel::step`]; scratch slots are made here.
    fn step(&self, cx: &mut Cx<'_, T>);
}

impl<K: Kernel, T: Float> AnyKernel<T> for K {
    fn passes_are_elementwise(&self) -> bool {
        K::PASSES_ARE_ELEMENTWISE
    }

    fn scratch(&self, shape: ParamShape) -> usize {
        let mut lens = vec![0; K::SCRATCH];
        Kernel::scratch(self, shape, &mut lens);
        lens.into_iter().fold(0, usize::saturating_add)
    }

    fn step(&self, cx: &mut Cx<'_, T>) {
        if K::SCRATCH > 0 {
            cx.reserve(K::SCRATCH, &|shape, lens| Kernel::scratch(self, shape, lens));
        }
        Kernel::step(self, cx);
    }
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
}

impl<T: Float> StateSlot<T> {
    /// A scalar state.
    #[must_use]
    pub fn scalar(value: f64) -> Self {
        Self::Scalar { value, view: T::cast(value) }
    }
}

/// What happens to a gradient on its way into a step: first `g · scale`, then clipping to `[-clip, clip]`, both in
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

    /// Whether gradients are taken as they are.
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

/// One parameter's part of a step.
///
/// The caller has checked that `param`, `grad` and every tensor state have one shape, that `shape` describes it, and
/// that the other states have the shape that belongs to their kind. What breaks this panics or gives wrong numbers, but
/// never reaches memory outside the arrays.
pub struct Job<'a, T: Float> {
    /// The optimizer with the values of this parameter's group.
    pub kernel: &'a dyn AnyKernel<T>,
    /// The parameter.
    pub param: TensorMut<'a, T>,
    /// Its gradient.
    pub grad: TensorRef<'a, T>,
    /// Its states in order of declaration.
    pub states: &'a mut [StateSlot<T>],
    /// The step count, from 1.
    pub t: u64,
    /// Where the parameter's random numbers come from.
    pub draws: DrawKey,
    /// What happens to the gradient on the way in.
    pub load: GradLoad,
    /// The parameter's shape.
    pub shape: ParamShape,
}

impl<T: Float> Job<'_, T> {
    /// Sets a scalar state; any other stays as it is. Subnormal numbers become 0, as in tensors: powers of a weight
    /// get there after some thousand steps, stay there, and slow every step from then on.
    #[inline]
    pub(crate) fn set_scalar(&mut self, state: usize, to: f64) {
        let to = math::flush(to);
        if let Some(StateSlot::Scalar { value, view }) = self.states.get_mut(state) {
            (*value, *view) = (to, T::cast(to));
        }
    }
}
