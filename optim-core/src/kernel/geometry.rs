//! The walk of a pass over its index space: the distinguished axes, the elements of a tile, and the fixed units of work.
//!
//! It depends only on sizes, never on the number of threads. So reductions have the same bits, whichever threads compute them.
//!
//! Sizes come from an `Extent`, so their product is at most `isize::MAX`. There are at most as many units, row blocks and column panels as matrices,
//! rows and columns, and an index exceeds its axis by at most a `CHUNK`. So no arithmetic here overflows.

use super::TILE;

/// The approximate number of elements per unit of work.
pub(crate) const CHUNK: usize = 16_384;
/// The largest number of row blocks with separate column sums, which are combined at the end.
const BLOCKS: usize = 32;
/// The smallest number of rows per such block.
const BLOCK_ROWS: usize = 64;

/// Panels begin at multiples of this number of columns.
const PANEL: usize = 64;

/// The consecutive elements that one tile covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cover {
    /// A part of one row with this number of elements.
    Segment(usize),
    /// This number of whole rows of one matrix.
    Rows(usize),
    /// This number of whole matrices.
    Matrices(usize),
}

/// An index space with its division into tiles and units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Geometry {
    pub(crate) batch: usize,
    pub(crate) rows: usize,
    pub(crate) cols: usize,
    pub(crate) cover: Cover,
    /// The number of elements of a full tile.
    pub(crate) step: usize,
    /// The number of whole matrices per unit; 0 if a matrix has several units.
    pub(crate) group: usize,
    /// The number of row blocks per matrix, and the rows of each.
    pub(crate) blocks: usize,
    pub(crate) block_rows: usize,
    /// The number of column panels per matrix, and the columns of each.
    pub(crate) panels: usize,
    pub(crate) panel_cols: usize,
    pub(crate) units: usize,
}

/// One unit of work: a box of the index space.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unit {
    pub(crate) index: usize,
    pub(crate) batch: (usize, usize),
    pub(crate) rows: (usize, usize),
    pub(crate) cols: (usize, usize),
}

impl Geometry {
    /// A plain line of elements.
    #[inline]
    pub(crate) fn flat(len: usize) -> Self {
        Self::line(len, PANEL)
    }

    /// A plain line of elements, whose units begin at multiples of a tile, for states that are stored in blocks of this size.
    pub(crate) fn in_tiles(len: usize) -> Self {
        Self::line(len, TILE)
    }

    #[inline(always)]
    fn line(len: usize, multiple: usize) -> Self {
        let (panels, panel_cols) = if len <= CHUNK { (1, len) } else { split(len, multiple) };
        Self {
            batch: 1,
            rows: 1,
            cols: len,
            cover: Cover::Segment(TILE),
            step: TILE,
            group: usize::from(panels == 1),
            blocks: 1,
            block_rows: 1,
            panels,
            panel_cols,
            units: panels,
        }
    }

    /// Matrices; `by_column` if numbers are reduced per column. No size is 0.
    pub(crate) fn matrices(batch: usize, rows: usize, cols: usize, by_column: bool) -> Self {
        let matrix = rows * cols;
        let cover = if matrix <= TILE && batch > 1 {
            Cover::Matrices(TILE / matrix)
        } else if cols <= TILE {
            Cover::Rows((TILE / cols).min(rows))
        } else {
            Cover::Segment(0)
        };
        let mut geometry = Self {
            batch,
            rows,
            cols,
            cover,
            step: 0,
            group: 0,
            blocks: 1,
            block_rows: rows,
            panels: 1,
            panel_cols: cols,
            units: 0,
        };
        if matrix <= CHUNK {
            let per_tile = if let Cover::Matrices(n) = cover { n } else { 1 };
            geometry.group = (CHUNK / matrix / per_tile).max(1) * per_tile;
            geometry.units = batch.div_ceil(geometry.group);
        } else {
            (geometry.panels, geometry.panel_cols) = split(cols, PANEL);
            let per_tile = if let Cover::Rows(n) = cover { n } else { 1 };
            let mut block = CHUNK / geometry.panel_cols;
            if by_column {
                let blocks = (BLOCKS / (batch * geometry.panels)).min(rows / BLOCK_ROWS).max(1);
                block = block.max(rows.div_ceil(blocks));
            }
            geometry.block_rows = block.max(1).next_multiple_of(per_tile).min(rows);
            geometry.blocks = rows.div_ceil(geometry.block_rows);
            geometry.units = batch * geometry.blocks * geometry.panels;
            if geometry.blocks * geometry.panels == 1 {
                geometry.group = 1;
            }
        }
        if let Cover::Segment(step) = &mut geometry.cover {
            let tiles = geometry.panel_cols.div_ceil(TILE);
            *step = if tiles > 8 { TILE } else { geometry.panel_cols.div_ceil(tiles).next_multiple_of(16) };
        }
        geometry.step = match geometry.cover {
            Cover::Segment(n) => n,
            Cover::Rows(n) => n * cols,
            Cover::Matrices(n) => n * matrix,
        };
        geometry
    }

    /// The unit with this index.
    #[inline]
    pub(crate) fn unit(&self, index: usize) -> Unit {
        if self.group > 0 {
            let first = index * self.group;
            let batch = (first, (first + self.group).min(self.batch));
            return Unit { index, batch, rows: (0, self.rows), cols: (0, self.cols) };
        }
        let (rest, panel) = if self.panels > 1 { (index / self.panels, index % self.panels) } else { (index, 0) };
        let (matrix, block) = if self.blocks > 1 { (rest / self.blocks, rest % self.blocks) } else { (rest, 0) };
        let (row, col) = (block * self.block_rows, panel * self.panel_cols);
        Unit {
            index,
            batch: (matrix, matrix + 1),
            rows: (row, (row + self.block_rows).min(self.rows)),
            cols: (col, (col + self.panel_cols).min(self.cols)),
        }
    }

    /// Number of elements.
    pub(crate) const fn len(&self) -> usize {
        self.batch * self.rows * self.cols
    }
}

/// Divides columns into panels of about `CHUNK` columns. Returns their number and their width, which is a multiple of `multiple` if there are
/// several.
fn split(cols: usize, multiple: usize) -> (usize, usize) {
    let panels = ((cols + CHUNK / 2) / CHUNK).max(1);
    if panels == 1 {
        return (1, cols);
    }
    let width = cols.div_ceil(panels).next_multiple_of(multiple);
    (cols.div_ceil(width), width)
}

/// The start of a tile and its number of elements.
#[derive(Clone, Copy, Debug)]
pub(crate) struct At {
    /// Index of the first element.
    pub(crate) i: usize,
    pub(crate) n: usize,
    pub(crate) batch: usize,
    pub(crate) row: usize,
    pub(crate) col: usize,
    /// Index after the last element of the run of tiles that this one is part of.
    pub(crate) end: usize,
}

/// Runs of consecutive tiles in a unit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Runs {
    batch: usize,
    row: usize,
    done: bool,
}

impl Runs {
    #[inline(always)]
    pub(crate) fn new(unit: &Unit) -> Self {
        let empty = unit.batch.0 >= unit.batch.1 || unit.rows.0 >= unit.rows.1;
        Self { batch: unit.batch.0, row: unit.rows.0, done: empty }
    }

    /// The start of the next run (`n` not yet set).
    #[inline(always)]
    pub(crate) fn next(&mut self, geometry: &Geometry, unit: &Unit) -> Option<At> {
        if self.done {
            return None;
        }
        let (batch, row) = (self.batch, self.row);
        let first_row = (batch * geometry.rows + row) * geometry.cols;
        let (i, end) = match geometry.cover {
            Cover::Segment(_) => {
                self.row += 1;
                if self.row == unit.rows.1 {
                    self.row = unit.rows.0;
                    self.batch += 1;
                }
                (first_row + unit.cols.0, first_row + unit.cols.1)
            }
            Cover::Rows(_) => {
                self.batch += 1;
                (first_row, (batch * geometry.rows + unit.rows.1) * geometry.cols)
            }
            Cover::Matrices(_) => {
                self.batch = unit.batch.1;
                (first_row, unit.batch.1 * geometry.rows * geometry.cols)
            }
        };
        self.done = self.batch >= unit.batch.1;
        Some(At { i, n: 0, batch, row, col: unit.cols.0, end })
    }
}

impl At {
    /// Moves to the next tile of the run.
    #[inline(always)]
    pub(crate) fn advance(&mut self, geometry: &Geometry) {
        self.i += self.n;
        match geometry.cover {
            Cover::Segment(_) => self.col += self.n,
            Cover::Rows(rows) => self.row += rows,
            Cover::Matrices(matrices) => self.batch += matrices,
        }
    }
}
