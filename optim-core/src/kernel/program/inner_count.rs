//! Step counts of optimizers inside of wrappers.

/// The step count of an optimizer that does not run in every step.
#[derive(Clone, Copy)]
pub(crate) struct InnerCount {
    /// The state that contains it, among the states of both.
    pub(crate) state: usize,
    /// True if a call counts as a step.
    pub(crate) counts: bool,
    /// The step count for a plan, in which the states are not known.
    pub(crate) planned: u64,
}

impl InnerCount {
    /// The step after this number of finished steps.
    pub(crate) const fn next(finished: f64) -> u64 {
        (finished as u64).saturating_add(1)
    }
}
