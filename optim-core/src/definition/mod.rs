//! The trait `Definition`: everything that `#[optimizer]` generates for an optimizer except its kernel.

mod expansion;
mod wrapping;

use std::borrow::Cow;
use std::ops::Range;

pub use wrapping::{Composition, InnerCall, UnknownInner, Wraps};

use crate::hyper::Hyperparameters;
use crate::input::InputInfo;
use crate::kernel::{Batching, Description, Entry, LoopNumber, Source, StepSettings};
use crate::lang::{Graph, GraphError};
use crate::output::OutputInfo;
use crate::shape::{Dims, ParamShape};
use crate::state::{Initial, StateInfo};

/// A function that you can write in the annotated impl, and that the optimizer runs over its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Routine {
    /// `fn step`: the update.
    Step,
    /// `fn probe`: moves the parameters to the point at which the gradient for the step is computed.
    Probe,
    /// `fn eval`: the weights for evaluation.
    Eval,
}

/// All of them.
pub(crate) const ROUTINES: [Routine; 3] = [Routine::Step, Routine::Probe, Routine::Eval];

/// A complete optimizer: hyperparameters, state, kernel and graph. Implemented by `#[optimizer]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a complete optimizer",
    label = "no `#[optimizer]` step for this struct",
    note = "write `#[optimizer] impl {Self} {{ fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {{ … }} }}`",
    note = "see `optim_std::guide::errors#items`"
)]
pub trait Definition: Hyperparameters + Clone {
    /// The declared states, in order. Indices below are places in it.
    const STATES: &'static [StateInfo];
    /// The declared inputs, in order: values that the caller passes in addition to gradients. Input indices refer to
    /// this list.
    const INPUTS: &'static [InputInfo] = &[];
    /// The declared outputs, in order: numbers that a step reports. Output indices refer to this list.
    const OUTPUTS: &'static [OutputInfo] = &[];
    /// True if a parameter of more than two axes is one matrix, its first axis by all others, instead of a batch of
    /// matrices of the last two axes. Decides rows, columns, products and their states. A parameter with a view is that, whatever is said here.
    const MATRIX: bool = false;
    /// True if the step reads its count, as `t` or in a timed condition; the optimizer then has a state `step`.
    const USES_STEP: bool = false;
    /// True if the step begins with questions about its count, which tell when a wrapper calls its inner optimizer as well.
    #[doc(hidden)]
    const ASKS: bool = false;
    /// True if it uses numbers of the whole model: it has global states, or reduces over all parameters. The scratch of its
    /// routines then lives as long as the step, for each parameter.
    const GLOBAL: bool = false;
    /// [`Entry::elementwise`] of the step.
    #[doc(hidden)]
    const PASSES_ARE_ELEMENTWISE: bool;
    /// [`Entry::scratch`] of the step.
    #[doc(hidden)]
    const SCRATCH: usize = 0;
    /// [`Entry::batching`] of the step.
    #[doc(hidden)]
    const BATCHING: Batching = Batching::Alone;
    /// The entries of all routines, those of the step first.
    #[doc(hidden)]
    const ENTRIES: &'static [Entry] =
        &[Entry { elementwise: Self::PASSES_ARE_ELEMENTWISE, scratch: Self::SCRATCH, batching: Self::BATCHING }];
    /// Places of the global states that multiply the learning rate.
    #[doc(hidden)]
    const LR_FACTORS: &'static [usize] = &[];
    /// The entries that are the step, in the order in which they run.
    #[doc(hidden)]
    const STEP: Range<usize> = 0..1;
    /// The entries of `probe`; empty without it.
    #[doc(hidden)]
    const PROBE: Range<usize> = 0..0;
    /// The entries of `eval`; empty without it.
    #[doc(hidden)]
    const EVAL: Range<usize> = 0..0;
    /// The entries of a step that reports its outputs; empty if it has none.
    #[doc(hidden)]
    const WATCHED: Range<usize> = 0..0;
    /// [`GLOBAL`](Self::GLOBAL) of such a step.
    #[doc(hidden)]
    const WATCHED_GLOBAL: bool = Self::GLOBAL;
    /// The values that `probe` may change: the parameter, states.
    #[doc(hidden)]
    const PROBE_WRITES: &'static [Source] = &[];

    /// The call of the inner optimizer, if this is a wrapper; all other items here then describe the wrapper alone.
    #[doc(hidden)]
    const WRAPS: Option<Wraps> = None;

    /// True of a [`Partition`](crate::Partition) alone, which stands for the optimizers of its rules.
    #[doc(hidden)]
    const RULES: bool = false;

    /// Calls the composition with this type; a wrapper also passes the type of the inner optimizer.
    #[doc(hidden)]
    fn compose<C: Composition>(composition: C) -> C::Of {
        composition.alone::<Self>()
    }

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

    /// Returns true if a state exists for a parameter of this shape.
    fn state_exists(&self, state: usize, shape: ParamShape) -> bool {
        let _ = (state, shape);
        true
    }

    /// The dimensions of a state's array for a parameter of this shape, or of this item of a list; none of a scalar state.
    fn state_dims(&self, state: usize, item: usize, shape: ParamShape) -> Option<Dims> {
        let _ = (item, shape);
        declared_dims::<Self>(state)
    }

    /// The number of items that a list of states has for a parameter of this shape, at least 1; `None` for a state that is not a list.
    fn state_length(&self, state: usize, shape: ParamShape) -> Option<usize> {
        let _ = (state, shape);
        None
    }

    /// Returns true if the caller gives an input for a parameter of this shape at its step `t`, from 1.
    fn input_due(&self, input: usize, shape: ParamShape, t: u64) -> bool {
        let _ = (input, shape, t);
        true
    }

    /// The dimensions of an input's array for a parameter of this shape; none of one number.
    fn input_dims(&self, input: usize, shape: ParamShape) -> Option<Dims> {
        let _ = shape;
        declared_input_dims::<Self>(input)
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

    /// Returns true if an output exists for a parameter of this shape.
    fn output_exists(&self, output: usize, shape: ParamShape) -> bool {
        let _ = (output, shape);
        true
    }

    /// The number of items that a list of outputs has for a parameter of this shape, at least 1; `None` for an output that is not a list.
    fn output_length(&self, output: usize, shape: ParamShape) -> Option<usize> {
        let _ = (output, shape);
        None
    }

    /// The value of a state before the first step: zeros unless the definition says otherwise.
    fn state_initial(&self, state: usize, shape: ParamShape) -> Initial {
        let _ = (state, shape);
        Initial::Constant(0.0)
    }

    /// A step as a graph of single operations, for a parameter of this shape and these hyperparameters: its step `t`, from 1.
    /// Only timed conditions, such as `every(10)`, make steps differ.
    ///
    /// # Errors
    ///
    /// Returns an error if the operations' shapes do not fit together.
    fn graph(&self, shape: &[usize], t: u64) -> Result<Graph, GraphError> {
        self.trace(&Self::axes(shape), t)
    }

    /// A routine as a graph of single operations, at step `t`; `None` if the optimizer does not have it.
    ///
    /// # Errors
    ///
    /// Returns an error if the operations' shapes do not fit together.
    fn graph_of(&self, routine: Routine, shape: &[usize], t: u64) -> Result<Option<Graph>, GraphError> {
        self.trace_of(routine, &Self::axes(shape), t)
    }

    /// [`graph`](Self::graph) of a parameter whose axes the step sees like this, whatever [`axes`](Self::axes) makes of them.
    #[doc(hidden)]
    fn trace(&self, axes: &[usize], t: u64) -> Result<Graph, GraphError>;

    /// [`graph_of`](Self::graph_of) of a parameter whose axes the step sees like this.
    #[doc(hidden)]
    fn trace_of(&self, routine: Routine, axes: &[usize], t: u64) -> Result<Option<Graph>, GraphError> {
        match routine {
            Routine::Step => self.trace(axes, t).map(Some),
            Routine::Probe | Routine::Eval => Ok(None),
        }
    }

    /// [`Kernel::scratch`] of the step.
    #[doc(hidden)]
    fn scratch(&self, shape: ParamShape, lens: &mut [usize]) {
        let _ = (shape, lens);
    }

    /// See [`Kernel::scratch`].
    #[doc(hidden)]
    fn scratch_of(&self, entry: usize, shape: ParamShape, lens: &mut [usize]) {
        let _ = entry;
        Definition::scratch(self, shape, lens);
    }

    /// Describes the step.
    #[doc(hidden)]
    fn step<'k, E: LoopNumber>(&'k self, cx: &mut Description<'_, 'k, E>);

    /// The settings that the step reads as numbers, in the order in which it names them.
    #[doc(hidden)]
    fn settings(&self, to: &mut StepSettings) {
        let _ = to;
    }

    /// The same of an entry.
    #[doc(hidden)]
    fn settings_of(&self, entry: usize, to: &mut StepSettings) {
        let _ = entry;
        Definition::settings(self, to);
    }

    /// Describes an entry.
    #[doc(hidden)]
    #[inline(always)]
    fn describe<'k, E: LoopNumber>(&'k self, entry: usize, cx: &mut Description<'_, 'k, E>) {
        let _ = entry;
        Definition::step(self, cx);
    }
}

/// The dimensions of a state whose kind has them.
pub fn declared_dims<D: Definition>(state: usize) -> Option<Dims> {
    D::STATES.get(state).and_then(|info| info.axes.dims())
}

/// The dimensions of an input whose kind has them.
pub fn declared_input_dims<D: Definition>(input: usize) -> Option<Dims> {
    D::INPUTS.get(input).and_then(|info| info.axes.dims())
}
