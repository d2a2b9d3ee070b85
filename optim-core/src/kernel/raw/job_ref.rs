//! One job of a step, by reference.

use super::arrays::ArrayPlace;
use crate::draw::DrawKey;
use crate::kernel::{AnyKernel, Float, GradLoad, InputSlot, Job, StateSlot};
use crate::shape::ParamShape;

/// A job, wherever its parts are stored.
// Invariant: `dims` is the shape of the parameter, and that of the gradient too if it is a line.
#[derive(Clone, Copy)]
pub(super) struct JobRef<'a, T: Float> {
    pub(super) kernel: &'a dyn AnyKernel<T>,
    /// The location of the parameter. The claim decides who may write it.
    pub(super) param: ArrayPlace<'a, T>,
    pub(super) grad: ArrayPlace<'a, T>,
    /// The parameter's axes.
    pub(super) dims: &'a [usize],
    pub(super) inputs: &'a [InputSlot<'a, T>],
    pub(super) states: &'a [StateSlot<T>],
    /// True if the states are only read.
    pub(super) shares_states: bool,
    pub(super) t: u64,
    pub(super) draws: DrawKey,
    pub(super) load: &'a GradLoad,
    pub(super) shape: ParamShape,
}

impl<'a, T: Float> JobRef<'a, T> {
    #[inline(always)]
    pub(super) fn of(job: &'a Job<'_, T>) -> Self {
        Self {
            kernel: job.kernel,
            param: ArrayPlace::Mut(&job.param),
            grad: ArrayPlace::Ref(&job.grad),
            dims: job.param.shape(),
            inputs: job.inputs,
            states: job.states,
            shares_states: true,
            t: job.t,
            draws: job.draws,
            load: job.load,
            shape: job.shape,
        }
    }
}
