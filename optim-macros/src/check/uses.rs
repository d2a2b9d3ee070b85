//! What a body uses of what is around it.

use std::collections::BTreeSet;

use syn::Path;

use crate::ast::Call;

/// What the later stages and the rules about whole bodies ask for.
#[derive(Default)]
pub(crate) struct Uses {
    /// Places of states that the step or a helper function names.
    pub(crate) states: BTreeSet<usize>,
    /// Paths used as constants, to prove that they are no statics.
    pub(crate) consts: Vec<Path>,
    /// Elementwise functions that are called.
    pub(crate) calls: Vec<Call>,
    /// How often random numbers are drawn.
    pub(crate) draws: u32,
}
