//! Matrices in scratch: products, copies in another order, identity matrices.

#![allow(
    clippy::manual_is_multiple_of,
    clippy::needless_pass_by_value,
    clippy::needless_range_loop,
    unused_qualifications,
    reason = "a kernel is written in a language of its own, which takes these forms only"
)]

use cubecl::prelude::*;

use crate::body::{copy_column, eye_column, product_column};
use crate::units::{CHUNK, UNITS};

/// The number of units along a side of a product's tile, and the number of terms that are in shared memory at a time.
const SIDE: usize = 16;
/// The numbers that a unit computes along a side of a tile, for large matrices.
const WIDE: usize = 4;

/// The kernel of a product. CubeCL compiles one kernel for each of these values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ProductBody {
    /// True for each operand that is transposed.
    pub(crate) transposed: [bool; 2],
    /// The numbers that a unit computes along each side of a tile. It loads each factor from shared memory once for this many products.
    each: usize,
}

impl ProductBody {
    /// The kernel for products of this size. Small products have small tiles, so that few units are idle.
    pub(crate) const fn new(transposed: [bool; 2], rows: usize, cols: usize) -> Self {
        let is_large = rows >= WIDE * SIDE && cols >= WIDE * SIDE;
        Self { transposed, each: if is_large { WIDE } else { 1 } }
    }

    /// The numbers along a side of a tile.
    const fn side(self) -> usize {
        SIDE * self.each
    }

    /// The stride of terms in shared memory: one more than a side, so that neighbours write to different banks.
    const fn pitch(self) -> usize {
        self.side() + 1
    }

    /// The tiles of a product.
    pub(crate) const fn tiles(self, rows: usize, cols: usize) -> usize {
        rows.div_ceil(self.side()) * cols.div_ceil(self.side())
    }
}

/// Row `k` of a unit's numbers in a tile of one operand, or its column. With `inner`, the index along the sums. Neighbouring units load neighbouring
/// numbers.
#[cube]
fn taken(k: usize, #[comptime] inner: bool, #[comptime] inner_last: bool, #[comptime] side: usize) -> usize {
    let unit = UNIT_POS as usize;
    if comptime!(inner_last) {
        if comptime!(inner) { unit % SIDE } else { unit / SIDE + k * comptime!(UNITS / SIDE) }
    } else {
        if comptime!(inner) { unit / side + k * comptime!(UNITS / side) } else { unit % side }
    }
}

/// Products of matrices in scratch. A cube computes one tile.
#[cube(launch_unchecked)]
#[allow(clippy::too_many_lines, reason = "the code of one kernel")]
pub(crate) fn product_kernel(scratch: &mut [f32], table: &[u32], #[comptime] body: ProductBody) {
    let cube = CUBE_POS;
    if cube < table[0] as usize {
        let at = table[1 + 2 * cube] as usize;
        let own = table[2 + 2 * cube] as usize;
        let rows = table[at + comptime!(product_column::ROWS)] as usize;
        let cols = table[at + comptime!(product_column::COLS)] as usize;
        let inner = table[at + comptime!(product_column::INNER)] as usize;
        let (side, pitch) = (comptime!(body.side()), comptime!(body.pitch()));
        let each = comptime!(body.each);
        let (down, across) = (rows.div_ceil(side), cols.div_ceil(side));
        let matrix = own / (down * across);
        let tile = own % (down * across);
        let (tile_row, tile_col) = ((tile / across) * side, (tile % across) * side);
        let a = table[at + comptime!(product_column::A)] as usize + matrix * rows * inner;
        let b = table[at + comptime!(product_column::B)] as usize + matrix * inner * cols;
        let to = table[at + comptime!(product_column::TO)] as usize + matrix * rows * cols;
        let unit = UNIT_POS as usize;
        let (row, col) = (unit / SIDE, unit % SIDE);
        // For each term of the sums, the factors from a column of the left tile and from a row of the right one.
        let mut left = Shared::<[f32]>::new_slice(comptime!(SIDE * body.pitch()));
        let mut right = Shared::<[f32]>::new_slice(comptime!(SIDE * body.pitch()));
        let mut sums = Sequence::<RuntimeCell<f32>>::new();
        #[unroll]
        for _sum in 0..comptime!(each * each) {
            sums.push(RuntimeCell::<f32>::new(f32::new(0.0)));
        }
        let mut from = comptime!(0usize).runtime();
        while from < inner {
            sync_cube();
            #[unroll]
            for k in 0..each {
                let r = taken(k, false, comptime!(!body.transposed[0]), side);
                let c = taken(k, true, comptime!(!body.transposed[0]), side);
                let (a_row, a_col) = (tile_row + r, from + c);
                let x = RuntimeCell::<f32>::new(f32::new(0.0));
                if a_row < rows && a_col < inner {
                    if comptime!(body.transposed[0]) {
                        x.store(scratch[a + a_col * rows + a_row]);
                    } else {
                        x.store(scratch[a + a_row * inner + a_col]);
                    }
                }
                left[c * pitch + r] = x.read();
            }
            #[unroll]
            for k in 0..each {
                let r = taken(k, true, comptime!(body.transposed[1]), side);
                let c = taken(k, false, comptime!(body.transposed[1]), side);
                let (b_row, b_col) = (from + r, tile_col + c);
                let y = RuntimeCell::<f32>::new(f32::new(0.0));
                if b_row < inner && b_col < cols {
                    if comptime!(body.transposed[1]) {
                        y.store(scratch[b + b_col * inner + b_row]);
                    } else {
                        y.store(scratch[b + b_row * cols + b_col]);
                    }
                }
                right[r * pitch + c] = y.read();
            }
            sync_cube();
            let mut term = comptime!(0usize).runtime();
            while term < SIDE {
                let mut across = Sequence::<f32>::new();
                #[unroll]
                for j in 0..each {
                    across.push(right[term * pitch + col + comptime!(j * SIDE)]);
                }
                #[unroll]
                for i in 0..each {
                    let x = left[term * pitch + row + comptime!(i * SIDE)];
                    #[unroll]
                    for j in 0..each {
                        let sum = sums.index(comptime!(i * each + j));
                        sum.store(sum.read() + x * *across.index(j));
                    }
                }
                term += 1usize;
            }
            from += SIDE;
        }
        #[unroll]
        for i in 0..each {
            #[unroll]
            for j in 0..each {
                let (r, c) = (tile_row + row + comptime!(i * SIDE), tile_col + col + comptime!(j * SIDE));
                if r < rows && c < cols {
                    scratch[to + r * cols + c] = sums.index(comptime!(i * each + j)).read();
                }
            }
        }
    }
}

/// Copies of matrices in scratch in another order: transposes, diagonals, columns. A cube copies a range.
#[cube(launch_unchecked)]
pub(crate) fn copy_kernel(scratch: &mut [f32], table: &[u32]) {
    let cube = CUBE_POS;
    if cube < table[0] as usize {
        let at = table[1 + 2 * cube] as usize;
        let own = table[2 + 2 * cube] as usize;
        let rows = table[at + comptime!(copy_column::ROWS)] as usize;
        let cols = table[at + comptime!(copy_column::COLS)] as usize;
        let len = table[at + comptime!(copy_column::LEN)] as usize;
        let from = table[at + comptime!(copy_column::FROM)] as usize;
        let to = table[at + comptime!(copy_column::TO)] as usize;
        let end = min(own * CHUNK + CHUNK, len);
        let mut i = own * CHUNK + UNIT_POS as usize;
        while i < end {
            let (matrix, row, col) = (i / (rows * cols), (i / cols) % rows, i % cols);
            let place = matrix * table[at + comptime!(copy_column::MATRIX)] as usize
                + row * table[at + comptime!(copy_column::ROW)] as usize
                + col * table[at + comptime!(copy_column::COL)] as usize;
            scratch[to + i] = scratch[from + place];
            i += UNITS;
        }
    }
}

/// Identity matrices in scratch. A cube writes a range.
#[cube(launch_unchecked)]
pub(crate) fn eye_kernel(scratch: &mut [f32], table: &[u32]) {
    let cube = CUBE_POS;
    if cube < table[0] as usize {
        let at = table[1 + 2 * cube] as usize;
        let own = table[2 + 2 * cube] as usize;
        let cols = table[at + comptime!(eye_column::COLS)] as usize;
        let len = table[at + comptime!(eye_column::LEN)] as usize;
        let to = table[at + comptime!(eye_column::TO)] as usize;
        let end = min(own * CHUNK + CHUNK, len);
        let mut i = own * CHUNK + UNIT_POS as usize;
        while i < end {
            scratch[to + i] = select((i / cols) % cols == i % cols, f32::new(1.0), f32::new(0.0));
            i += UNITS;
        }
    }
}

/// A copy of all words of an array. A float might not keep the bits of a NaN, so the copy uses integers.
#[cube(launch_unchecked)]
pub(crate) fn duplicate_kernel(from: &[u32], to: &mut [u32]) {
    let len = from.len();
    let first = CUBE_POS * CHUNK;
    let end = min(first + CHUNK, len);
    let mut i = first + UNIT_POS as usize;
    while i < end {
        to[i] = from[i];
        i += UNITS;
    }
}
