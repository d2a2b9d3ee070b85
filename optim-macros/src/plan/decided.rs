//! Branches whose arm is known.

use std::collections::BTreeMap;

/// The arm that runs in each decided branch.
pub(super) type Decided = BTreeMap<usize, usize>;
