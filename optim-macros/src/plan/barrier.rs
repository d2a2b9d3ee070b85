//! Barriers: operations that need all elements of their operands before their result is known.
//!
//! A value that depends on a barrier belongs to a later level. [`Barrier::facts`] has a row for each kind of barrier, with all decisions
//! of the planner and the emitters that depend on the kind.

use crate::ir::Def;
use crate::ops::Library;

/// A kind of barrier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Barrier {
    /// A sum, a norm, … of the elements, the rows, the columns or the matrices.
    Reduction,
    /// A reduction along an axis.
    Axis,
    /// Linear algebra of whole matrices: a product, a transposition.
    Library(Library),
    /// One of the results of a call with several.
    Result,
    /// The step of the inner optimizer.
    Inner,
    /// A number joined from all parameters.
    Global,
}

/// The decisions that depend on the kind of a barrier.
pub(crate) struct BarrierFacts {
    /// The code that computes it.
    pub(crate) work: Work,
    /// A call that can use this barrier's operand instead of its result, and do the barrier's work itself.
    pub(crate) folds_into: Option<Barrier>,
}

/// The code that computes a barrier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Work {
    /// The pass that computes the operands combines them, while it has each element in a register.
    Pass,
    /// A call after the passes of the level. Its operands and its result are whole arrays in scratch.
    Call,
    /// The inner optimizer, at the end of a level. Everything that does not depend on the call comes before it, so its place holds the right
    /// value. Its gradient is in scratch unless it is the step's own gradient, and its result is in the place.
    Inner,
    /// The call that the value is a result of. It writes the result to a slot.
    Along,
    /// A cut at the end of the level: the step waits for all parameters.
    Cut,
}

impl Barrier {
    /// The kind of barrier; `None` if the value is not a barrier.
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

    /// The row of this kind.
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

    /// The code that computes the barrier.
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

/// Returns true if a value is a call with several results, which are values themselves.
pub(crate) fn has_results(def: &Def) -> bool {
    matches!(def, Def::Library(library, ..) if library.results().len() > 1)
}
