//! Matrices in scratch: products, and copies in another order.

#![allow(
    clippy::manual_is_multiple_of,
    clippy::needless_pass_by_value,
    clippy::needless_range_loop,
    unused_qualifications,
    reason = "a kernel is written in a language of its own, which takes these forms only"
)]

use cubecl::prelude::*;

use crate::body::{copy_column, product_column};
use crate::kernels::{CHUNK, UNITS};

/// The side of the tiles of a product: a unit for each number of one.
pub(crate) const SIDE: usize = 16;

/// Products of matrices in scratch. A cube gives a tile of one.
#[cube(launch_unchecked)]
pub(crate) fn product_kernel(scratch: &mut [f32], table: &[u32], #[comptime] transposed: [bool; 2]) {
    let cube = CUBE_POS;
    if cube < table[0] as usize {
        let at = table[1 + 2 * cube] as usize;
        let own = table[2 + 2 * cube] as usize;
        let rows = table[at + comptime!(product_column::ROWS)] as usize;
        let cols = table[at + comptime!(product_column::COLS)] as usize;
        let inner = table[at + comptime!(product_column::INNER)] as usize;
        let (down, across) = (rows.div_ceil(SIDE), cols.div_ceil(SIDE));
        let matrix = own / (down * across);
        let tile = own % (down * across);
        let (tile_row, tile_col) = ((tile / across) * SIDE, (tile % across) * SIDE);
        let a = table[at + comptime!(product_column::A)] as usize + matrix * rows * inner;
        let b = table[at + comptime!(product_column::B)] as usize + matrix * inner * cols;
        let to = table[at + comptime!(product_column::TO)] as usize + matrix * rows * cols;
        let unit = UNIT_POS as usize;
        let (row, col) = (unit / SIDE, unit % SIDE);
        let mut left = Shared::<[f32]>::new_slice(UNITS);
        let mut right = Shared::<[f32]>::new_slice(UNITS);
        let sum = RuntimeCell::<f32>::new(f32::new(0.0));
        let mut from = comptime!(0usize).runtime();
        while from < inner {
            let (a_row, a_col) = (tile_row + row, from + col);
            let (b_row, b_col) = (from + row, tile_col + col);
            let x = RuntimeCell::<f32>::new(f32::new(0.0));
            if a_row < rows && a_col < inner {
                if comptime!(transposed[0]) {
                    x.store(scratch[a + a_col * rows + a_row]);
                } else {
                    x.store(scratch[a + a_row * inner + a_col]);
                }
            }
            let y = RuntimeCell::<f32>::new(f32::new(0.0));
            if b_row < inner && b_col < cols {
                if comptime!(transposed[1]) {
                    y.store(scratch[b + b_col * inner + b_row]);
                } else {
                    y.store(scratch[b + b_row * cols + b_col]);
                }
            }
            sync_cube();
            left[unit] = x.read();
            right[unit] = y.read();
            sync_cube();
            #[unroll]
            for k in 0..SIDE {
                sum.store(sum.read() + left[row * SIDE + k] * right[k * SIDE + col]);
            }
            from += SIDE;
        }
        if tile_row + row < rows && tile_col + col < cols {
            scratch[to + (tile_row + row) * cols + tile_col + col] = sum.read();
        }
    }
}

/// Copies of matrices in scratch whose elements lie otherwise there: transposes, diagonals, columns. A cube does a stretch.
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
