//! Barriers: operations whose result is known only after all elements of their operands.
//!
//! A value that depends on a barrier belongs to a later level. Everything that the planner and the emitters decide by the kind of
//! a barrier is a row of [`Barrier::facts`].

use crate::ir::Def;
use crate::ops::Library;

/// A kind of barrier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Barrier {
    /// A sum, a norm, … of the elements, the rows, the columns or the matrices.
    Reduction,
    /// The same for each number along an axis.
    Axis,
    /// Linear algebra of whole matrices: a product, a transposition.
    Library(Library),
    /// One of several results of such a call.
    Result,
    /// The step of the inner optimizer.
    Inner,
    /// A number of all parameters.
    Global,
}

/// The facts that follow from the kind of a barrier.
pub(crate) struct BarrierFacts {
    /// The worker.
    pub(crate) work: Work,
    /// A call that can take this barrier's own operand instead of its result, and do the rest by itself.
    pub(crate) folds_into: Option<Barrier>,
}

/// The worker of a barrier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Work {
    /// The pass that computes the operands, while it has each element in a register.
    Pass,
    /// A call after the passes of the level: its operands and its result are whole arrays in scratch.
    Call,
    /// The inner optimizer, at the end of a level: after all that does not depend on it, so that places hold what it is to find
    /// there. Its gradient is in scratch unless it is the step's own, and its result is in the place.
    Inner,
    /// The call that it is a result of, which writes it to its place in scratch.
    Along,
    /// A cut after all else of the level, where the step waits for all parameters.
    Cut,
}

impl Barrier {
    /// The barrier that a value is, if it is one.
    pub(crate) fn of(def: &Def) -> Option<Self> {
        match def {
            Def::Reduce(..) => Some(Self::Reduction),
            Def::ReduceTo(..) => Some(Self::Axis),
            Def::Library(library, ..) => Some(Self::Library(*library)),
            Def::Result(..) => Some(Self::Result),
            Def::Inner(..) => Some(Self::Inner),
            Def::Global(..) => Some(Self::Global),
            Def::Fixed(_)
            | Def::Hyper(..)
            | Def::Grad
            | Def::Load(_)
            | Def::Item(_)
            | Def::Put(..)
            | Def::Count
            | Def::Draw(..)
            | Def::Op(..)
            | Def::Powi(..)
            | Def::Elementwise(..)
            | Def::Lift(_)
            | Def::Phi(_)
            | Def::Iteration(_)
            | Def::After(_) => None,
        }
    }

    /// The row of a kind.
    const fn facts(self) -> BarrierFacts {
        match self {
            Self::Reduction => BarrierFacts { work: Work::Pass, folds_into: None },
            Self::Inner => BarrierFacts { work: Work::Inner, folds_into: None },
            Self::Result => BarrierFacts { work: Work::Along, folds_into: None },
            Self::Global => BarrierFacts { work: Work::Cut, folds_into: None },
            Self::Library(Library::Transpose) => {
                BarrierFacts { work: Work::Call, folds_into: Some(Self::Library(Library::Matmul)) }
            }
            Self::Axis | Self::Library(_) => BarrierFacts { work: Work::Call, folds_into: None },
        }
    }

    /// The worker.
    pub(crate) const fn work(self) -> Work {
        self.facts().work
    }

    /// See [`BarrierFacts::folds_into`].
    pub(super) const fn folds_into(self) -> Option<Self> {
        self.facts().folds_into
    }
}

/// Returns true if a value is computed by a call.
pub(crate) fn is_call(def: &Def) -> bool {
    Barrier::of(def).is_some_and(|barrier| matches!(barrier.work(), Work::Call | Work::Along | Work::Inner))
}

/// Returns true if a value is nothing but the call whose results are values of their own.
pub(crate) fn has_results(def: &Def) -> bool {
    matches!(def, Def::Library(library, ..) if library.results().len() > 1)
}
