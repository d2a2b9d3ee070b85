//! Time within a frame: in which order things are done.

/// A point in time. A later level comes after all of an earlier one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Moment {
    /// The number of barriers before it.
    pub(crate) level: usize,
    pub(crate) phase: Phase,
}

/// The phases of one level, in this order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Phase {
    /// The work before the frame.
    Before,
    /// Scalar code.
    Scalars,
    /// The pass over values of one shape.
    Pass(Rank),
    /// Calls on whole matrices, from scratch to scratch.
    Calls,
    /// Loops with barriers in them.
    Loops,
    /// The step of the inner optimizer.
    Inner,
    /// Cuts, where the step waits for numbers of all parameters.
    Cuts,
}

/// The place of a shape among those that have a pass: fewer axes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Rank(pub(super) usize);

impl Moment {
    /// Before the first moment of a frame, whose first level has scalars in it.
    pub(super) const BEFORE_ALL: Self = Self { level: 0, phase: Phase::Before };

    /// The first moment of a level.
    pub(super) const fn start_of(level: usize) -> Self {
        Self { level, phase: Phase::Scalars }
    }
}
