//! Step counts of optimizers inside of wrappers.

/// The step count of an optimizer that does not run in every step.
#[derive(Clone, Copy)]
pub(crate) struct InnerCount {
    /// The state that it is kept in, among those of both.
    pub(crate) state: usize,
    /// True if a call counts as a step.
    pub(crate) counts: bool,
    /// The step count where nothing is known of states.
    pub(crate) planned: u64,
}

impl InnerCount {
    /// The step that comes after so many.
    pub(crate) const fn next(finished: f64) -> u64 {
        (finished as u64).saturating_add(1)
    }
}
