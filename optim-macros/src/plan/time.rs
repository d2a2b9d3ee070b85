//! Moments in a frame: the order of its passes, calls and loops.

/// A moment in a frame. Everything in a level comes after all earlier levels.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Moment {
    /// The number of barriers before it.
    pub(crate) level: usize,
    pub(crate) phase: Phase,
}

/// The phases of one level, in this order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Phase {
    /// Everything before the frame.
    Before,
    /// Scalar code.
    Scalars,
    /// The pass of one shape.
    Pass(Rank),
    /// Calls on whole matrices, from scratch to scratch.
    Calls,
    /// Loops with passes of their own.
    Loops,
    /// The call of the inner optimizer.
    Inner,
    /// Cuts, at which the step waits for numbers of all parameters.
    Cuts,
}

/// The index of a shape among the shapes of passes. Shapes with fewer axes come first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Rank(pub(super) usize);

impl Moment {
    /// The moment before a frame, whose first level begins with scalars.
    pub(super) const BEFORE_ALL: Self = Self { level: 0, phase: Phase::Before };

    /// The first moment of a level.
    pub(super) const fn start_of(level: usize) -> Self {
        Self { level, phase: Phase::Scalars }
    }
}
