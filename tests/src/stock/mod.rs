//! One row per stock optimizer: settings for tests, and special facts.

mod adam;
mod matrices;
mod others;
mod reference;
mod row;

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use optim_std::OptimizerEntry;
pub use row::{Declared, Rest, Row};

use crate::takes;

/// All rows.
pub fn all() -> impl Iterator<Item = &'static Row> {
    [reference::ROWS, adam::ROWS, matrices::ROWS, others::ROWS].into_iter().flatten()
}

/// Every stock optimizer with its row.
///
/// # Panics
///
/// If an optimizer has no row.
pub fn rows() -> impl Iterator<Item = (&'static OptimizerEntry, &'static Row)> {
    optim_std::optimizers().iter().map(|entry| (entry, row(entry.name)))
}

/// The optimizers that step each parameter independently.
pub fn rows_of_parameters() -> impl Iterator<Item = (&'static OptimizerEntry, &'static Row)> {
    rows().filter(|(_, row)| !row.together)
}

/// The row of an optimizer.
///
/// # Panics
///
/// If it has no row.
#[must_use]
pub fn row(name: &str) -> &'static Row {
    all().find(|row| row.name == name).unwrap_or_else(|| panic!("{name} has no row in `optim_tests::stock`"))
}

/// The shape in a form that this optimizer takes: if it refuses vectors, they become matrices with one column.
#[must_use]
pub fn shape_for(entry: &OptimizerEntry, shape: &[usize]) -> Vec<usize> {
    // Cached, because tests call it for every array, and it must build an optimizer.
    static TAKES_VECTORS: Mutex<BTreeMap<&str, bool>> = Mutex::new(BTreeMap::new());
    let mut known = TAKES_VECTORS.lock().unwrap_or_else(PoisonError::into_inner);
    let takes_vectors = *known.entry(entry.name).or_insert_with(|| takes(entry, &[1]));
    let mut shape = shape.to_vec();
    if !takes_vectors {
        shape.resize(shape.len().max(2), 1);
    }
    shape
}
