//! The division of index spaces: every element once, in order, in units that follow from sizes alone.

use std::mem::replace;

use crate::kernel::TILE;
use crate::kernel::geometry::{CHUNK, Geometry, Runs};

/// Batch, rows, columns: matrices of less than a tile, a tile, a chunk and more, and those just beyond.
const MATRICES: [[usize; 3]; 16] = [
    [2, 3, 3],
    [7000, 3, 3],
    [1300, 7, 7],
    [5, 16, 16],
    [200, 10, 30],
    [3, 128, 128],
    [2, 129, 128],
    [40, 1, 300],
    [1, 20_000, 3],
    [1, 2048, 40],
    [3, 300, 200],
    [1, 150, 500],
    [2, 3, 8193],
    [1, 3, 24_575],
    [1, 3, 24_577],
    [2, 1, 70_000],
];

fn all() -> Vec<(Geometry, bool)> {
    let lines = [1, TILE + 1, CHUNK, CHUNK + 1, 24_575, 24_576, 70_000].map(|len| (Geometry::flat(len), false));
    let matrices = |by_column| MATRICES.map(|[b, r, c]| (Geometry::matrices(b, r, c, by_column), by_column));
    [&lines[..], &matrices(false), &matrices(true)].concat()
}

#[test]
#[cfg_attr(miri, ignore = "too slow")]
fn units_cover_every_element_once_and_in_order() {
    for (geometry, _) in all() {
        let mut seen = vec![false; geometry.len()];
        for index in 0..geometry.units {
            let unit = geometry.unit(index);
            assert_eq!(unit.index, index);
            let (mut runs, mut last) = (Runs::new(&unit), None);
            while let Some(mut at) = runs.next(&geometry, &unit) {
                while at.i < at.end {
                    at.n = geometry.step.min(at.end - at.i);
                    assert!((1..=TILE).contains(&at.n) && last < Some(at.i), "{geometry:?} {at:?}");
                    assert_eq!(at.i, (at.batch * geometry.rows + at.row) * geometry.cols + at.col, "{geometry:?}");
                    last = Some(at.i);
                    let new = seen[at.i..at.i + at.n].iter_mut().all(|seen| !replace(seen, true));
                    assert!(new, "{geometry:?} {at:?} once more");
                    at.advance(&geometry);
                }
            }
        }
        assert!(seen.iter().all(|&seen| seen), "{geometry:?} leaves elements out");
    }
}

#[test]
fn units_are_worth_their_while() {
    for (geometry, by_column) in all() {
        let len = geometry.len();
        assert!(geometry.units == 1 || len / geometry.units >= CHUNK / 4, "{geometry:?}: small units");
        for unit in (0..geometry.units).map(|index| geometry.unit(index)) {
            let size = |(from, to): (usize, usize)| to - from;
            let len = size(unit.batch) * size(unit.rows) * size(unit.cols);
            assert!(by_column || len <= 2 * CHUNK, "{geometry:?}: {unit:?} is large");
        }
    }
}

/// The last bits of a reduction depend on the division: a change of it is a change of results.
#[test]
fn the_division_stays_as_it_is() {
    let division = |g: Geometry| [g.step, g.group, g.blocks, g.block_rows, g.panels, g.panel_cols, g.units];
    for (len, expected) in [
        (CHUNK, [256, 1, 1, 1, 1, CHUNK, 1]),
        (24_575, [256, 1, 1, 1, 1, 24_575, 1]),
        (24_576, [256, 0, 1, 1, 2, 12_288, 2]),
        (70_000, [256, 0, 1, 1, 4, 17_536, 4]),
    ] {
        assert_eq!(division(Geometry::flat(len)), expected, "{len}");
    }
    for ([batch, rows, cols], by_column, expected) in [
        ([1, 10, 10], false, [100, 163, 1, 10, 1, 10, 1]),
        ([7000, 3, 3], false, [252, 1820, 1, 3, 1, 3, 4]),
        ([200, 10, 30], false, [240, 54, 1, 10, 1, 30, 4]),
        ([3, 128, 128], false, [256, 1, 1, 128, 1, 128, 3]),
        ([2, 129, 128], false, [256, 0, 2, 128, 1, 128, 4]),
        ([40, 1, 300], false, [160, 54, 1, 1, 1, 300, 1]),
        ([1, 20, 1900], false, [240, 0, 3, 8, 1, 1900, 3]),
        ([1, 20, 2100], false, [256, 0, 3, 7, 1, 2100, 3]),
        ([1, 20_000, 3], true, [255, 0, 4, 5525, 1, 3, 4]),
        ([1, 150, 500], false, [256, 0, 5, 32, 1, 500, 5]),
        ([1, 150, 500], true, [256, 0, 2, 75, 1, 500, 2]),
        ([2, 3, 8193], true, [256, 1, 1, 3, 1, 8193, 2]),
        ([3, 500, 300], true, [160, 0, 7, 72, 1, 300, 21]),
        ([1, 100_000, 100], true, [200, 0, 32, 3126, 1, 100, 32]),
        ([1, 3, 24_577], false, [256, 0, 3, 1, 2, 12_352, 6]),
        ([4, 1000, 40_000], true, [256, 0, 4, 250, 2, 20_032, 32]),
    ] {
        let got = division(Geometry::matrices(batch, rows, cols, by_column));
        assert_eq!(got, expected, "{batch} × {rows} × {cols}, {by_column}");
    }
}
