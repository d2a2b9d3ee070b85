//! The sizes by which launches divide parameters.

/// The number of units in a cube, and the width of the tree of a reduction.
pub(crate) const UNITS: usize = 256;
/// The elements of a parameter for one cube. The number does not depend on the device, so sums have the same parts everywhere.
pub(crate) const CHUNK: usize = 2048;
/// The rows of a matrix that a cube reduces to one number for each column.
pub(crate) const BLOCK: usize = 64;
