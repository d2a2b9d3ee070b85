//! Branches whose arm is known.

use std::collections::BTreeMap;

/// The arms of branches that are decided.
pub(super) type Decided = BTreeMap<usize, usize>;
