//! Optimizers around optimizers, as they are declared.

use super::Definition;
use crate::hyper::{HyperError, HyperInfo, Hyperparameters, Setting};
use crate::kernel::{Description, LoopNumber, Source};
use crate::lang::{Graph, GraphError, Recorder};
use crate::state::StateInfo;

/// The call of the inner optimizer in a wrapper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wraps {
    /// The field of the inner optimizer: what its states and settings are called by.
    pub field: &'static str,
    /// The call in `probe`, if the wrapper has one.
    pub probe: Option<InnerCall>,
    /// True if the wrapper's `eval` calls that of the inner optimizer.
    pub eval: bool,
    /// True if a timed condition stands around the call in `step`, so that the inner optimizer counts its steps by itself.
    pub timed: bool,
}

/// A call of the inner optimizer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InnerCall {
    /// The value that the inner optimizer updates: the parameter or a state.
    pub place: Source,
    /// The gradient that it is given: the gradient or a scratch slot.
    pub grad: Source,
}

/// A function from the type of an optimizer to some result, for wrappers and others.
pub trait Composition: Sized {
    /// The result.
    type Of;

    /// The result for an optimizer that is not a wrapper.
    fn alone<O: Definition>(self) -> Self::Of;

    /// The result for the wrapper `W`, whose own part does not depend on the inner optimizer, around the optimizer `I`.
    fn wrapped<W: Definition, I: Definition>(self) -> Self::Of;
}

/// Stands for the inner optimizer of a wrapper where its type is not known: `Lookahead<UnknownInner>` is the wrapper alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnknownInner;

impl Hyperparameters for UnknownInner {
    const NAME: &'static str = "UnknownInner";
    const HYPERS: &'static [HyperInfo] = &[];

    fn from_values(_: &[Setting]) -> Result<Self, HyperError> {
        Ok(Self)
    }

    fn get(&self, _: usize) -> Setting {
        Setting::None
    }
}

/// It does nothing.
impl Definition for UnknownInner {
    const STATES: &'static [StateInfo] = &[];
    const USES_STEP: bool = false;
    const PASSES_ARE_ELEMENTWISE: bool = false;

    fn trace(&self, axes: &[usize], _: u64) -> Result<Graph, GraphError> {
        Recorder::new(axes).finish(Self::NAME)
    }

    fn step<'k, E: LoopNumber>(&'k self, _: &mut Description<'_, 'k, E>) {}
}
