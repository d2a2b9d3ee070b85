//! Names of values inside of wrappers.

/// The names of an inner optimizer's values, for plans.
#[derive(Debug, Default)]
pub(crate) struct Names {
    /// The fields of the wrappers around it.
    pub(crate) fields: Vec<&'static str>,
    /// The scratch slots that are its parameter and its gradient.
    pub(crate) lent: [Option<usize>; 2],
}
