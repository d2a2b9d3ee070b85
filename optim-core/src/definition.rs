//! What `#[optimizer]` states about an optimizer beside its kernel.

use std::borrow::Cow;

use crate::hyper::Hyperparameters;
use crate::kernel::{Cx, Float, Kernel};
use crate::lang::{Graph, GraphError};
use crate::plan::{PassPlan, Plan};
use crate::shape::{Dims, ParamShape};
use crate::state::{Initial, StateInfo};
use crate::time::Clock;

/// A complete optimizer: hyperparameters, state, kernel and graph. Implemented by `#[optimizer]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a complete optimizer",
    label = "no `#[optimizer]` step for this struct",
    note = "write `#[optimizer] impl {Self} {{ fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {{ … }} }}`"
)]
pub trait Definition: Hyperparameters + Clone {
    /// The declared states, in order. Indices below are places in it.
    const STATES: &'static [StateInfo];
    /// Whether a parameter of more than two axes is one matrix, its first axis by all others, instead of a batch of
    /// matrices of the last two axes. Decides rows, columns, products and their states.
    const MATRIX: bool = false;
    /// Whether the step reads its count, as `t` or in a timed condition; the optimizer then has a state `step`.
    const USES_STEP: bool;
    /// See [`Kernel::PASSES_ARE_ELEMENTWISE`].
    #[doc(hidden)]
    const PASSES_ARE_ELEMENTWISE: bool;
    /// See [`Kernel::SCRATCH`].
    #[doc(hidden)]
    const SCRATCH: usize = 0;

    /// Checks what the hyperparameters must fulfil together.
    ///
    /// # Errors
    ///
    /// The message of the first requirement that is not met.
    fn requirement(&self) -> Result<(), &'static str> {
        Ok(())
    }

    /// Checks what a parameter of this shape must fulfil.
    ///
    /// # Errors
    ///
    /// The message of the first requirement that is not met.
    fn requirement_param(&self, shape: ParamShape) -> Result<(), &'static str> {
        let _ = shape;
        Ok(())
    }

    /// Whether a state exists for a parameter of this shape.
    fn state_exists(&self, state: usize, shape: ParamShape) -> bool {
        let _ = (state, shape);
        true
    }

    /// The dimensions of a state's array beside a parameter of this shape; none of a scalar state.
    fn state_dims(&self, state: usize, shape: ParamShape) -> Option<Dims> {
        let _ = shape;
        declared_dims::<Self>(state)
    }

    /// The axes of a parameter as the step sees them: its own, or two of them where [`MATRIX`](Self::MATRIX) says so.
    fn axes(shape: &[usize]) -> Cow<'_, [usize]> {
        match shape {
            [first, others @ ..] if Self::MATRIX && others.len() > 1 => {
                let others = others.iter().fold(1_usize, |product, n| product.saturating_mul(*n));
                Cow::Owned(vec![*first, others])
            }
            _ => Cow::Borrowed(shape),
        }
    }

    /// What a state holds before the first step: zeros unless the definition says otherwise.
    fn state_initial(&self, state: usize, shape: ParamShape) -> Initial {
        let _ = (state, shape);
        Initial::Constant(0.0)
    }

    /// A step as a graph of single operations, for a parameter of this shape and these hyperparameters: its step `t`, from 1.
    /// Only timed conditions, such as `every(10)`, make steps differ.
    ///
    /// # Errors
    ///
    /// When the operations' shapes do not fit together.
    fn graph(&self, shape: &[usize], t: u64) -> Result<Graph, GraphError>;

    /// Asks the clock everything that a step asks of time, for a parameter of this shape.
    #[doc(hidden)]
    fn ask(&self, shape: ParamShape, clock: &mut Clock) {
        let _ = (shape, clock);
    }

    /// What the kernel does with any settings and any shape: its passes over memory and their costs. What runs with certain
    /// ones is [`plan_for`](crate::builder::DefinitionExt::plan_for).
    fn plan() -> Plan;

    /// See [`Kernel::scratch`].
    #[doc(hidden)]
    fn scratch(&self, shape: ParamShape, lens: &mut [usize]) {
        let _ = (shape, lens);
    }

    /// See [`Kernel::step`].
    #[doc(hidden)]
    fn step<T: Float>(&self, cx: &mut Cx<'_, T>);
}

/// [`Definition::axes`]. A path to the method itself would have a missing `Clone` reported once more.
pub fn axes<D: Definition>(shape: &[usize]) -> Cow<'_, [usize]> {
    D::axes(shape)
}

/// The dimensions of a state whose kind has them.
pub fn declared_dims<D: Definition>(state: usize) -> Option<Dims> {
    D::STATES.get(state).and_then(|info| info.axes.dims())
}

impl Plan {
    /// The plan of an optimizer of these passes.
    #[must_use]
    pub const fn of<O: Definition>(passes: &'static [PassPlan]) -> Self {
        Self { optimizer: O::NAME, passes, states: O::STATES }
    }
}

/// One trait implementation per optimizer, so that a second `#[optimizer] impl` is one conflict and not two.
impl<D: Definition> Kernel for D {
    const PASSES_ARE_ELEMENTWISE: bool = D::PASSES_ARE_ELEMENTWISE;
    const SCRATCH: usize = D::SCRATCH;

    fn scratch(&self, shape: ParamShape, lens: &mut [usize]) {
        Definition::scratch(self, shape, lens);
    }

    #[inline(always)]
    fn step<T: Float>(&self, cx: &mut Cx<'_, T>) {
        Definition::step(self, cx);
    }
}
