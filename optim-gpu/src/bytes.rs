//! The bytes that a launch moves.

use crate::body::{Elements, Format, Index, PassBody, Place, column};
use crate::compile::{Column, len_of};
use crate::storage::block_of;

/// The bytes of the streams of a pass over one parameter, and of the results of reductions that keep axes. Parts of sums are not counted.
pub(crate) fn bytes_of(body: &PassBody, columns: &[Column], cubes: usize) -> u64 {
    let moved = body.loads.iter().chain(body.stores.iter().map(|(elements, _)| elements));
    let bytes: usize = moved.map(|elements| bytes_in(elements.format, numbers_of(*elements, columns))).sum();
    let kept = body.kept.as_ref().map_or(0, |kept| kept.finish.len() * cubes);
    (bytes + 4 * kept) as u64
}

/// The bytes of a number of elements in a format.
fn bytes_in(format: Format, numbers: usize) -> usize {
    let scales = match format {
        Format::Blocks(storage, _) => 4 * numbers.div_ceil(block_of(storage)),
        _ => 0,
    };
    numbers * format.bits() / 8 + scales
}

/// The number of elements of a stream.
fn numbers_of(Elements { place, index, .. }: Elements, columns: &[Column]) -> usize {
    let number = |column: usize| match columns.get(column) {
        Some(Column::Number(number)) => *number,
        _ => 0,
    };
    let sizes = [column::BATCH, column::ROWS, column::COLS].map(number);
    match (place, index) {
        // Random numbers are computed, not loaded.
        (Place::Nowhere | Place::Draw(..), _) => 0,
        (_, Index::Of(axes)) => len_of(sizes, axes),
        (_, Index::Axis { column, without: false }) => number(column),
        (_, Index::Axis { column, without: true }) => {
            sizes.iter().product::<usize>().checked_div(number(column)).unwrap_or(0)
        }
    }
}
