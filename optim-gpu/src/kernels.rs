//! The kernel of a pass over many parameters at once. Parameters and gradients are `f32`, or words of two elements each.
//!
//! A table tells each cube its work. It has the number of cubes, then for each cube the place of its row and its number within the parameter, then
//! the rows.

#![allow(
    clippy::manual_is_multiple_of,
    clippy::needless_pass_by_value,
    clippy::needless_range_loop,
    unused_qualifications,
    reason = "a kernel is written in a language of its own, which takes these forms only"
)]

use cubecl::prelude::*;
use optim_core::shape::Axes;
use optim_language::{Finish, Fold};

use crate::arithmetic::{finish, join, start};
use crate::body::{GradLoad, Kept, Operand, PassBody, column};
use crate::element::element;
use crate::remark::{Remark, remark};
use crate::units::{CHUNK, UNITS};

/// Reduces the numbers of all units of a cube, by a tree of a fixed shape.
#[cube]
pub(crate) fn tree(x: f32, shared: &mut Shared<[f32]>, #[comptime] fold: Fold) -> f32 {
    let unit = UNIT_POS as usize;
    sync_cube();
    shared[unit] = x;
    let mut half = comptime!(UNITS / 2).runtime();
    while half > 0 {
        sync_cube();
        if unit < half {
            shared[unit] = join(shared[unit], shared[unit + half], fold);
        }
        half /= 2;
    }
    sync_cube();
    shared[0]
}

/// The row of a parameter. The kernel reads it once, because the device's compiler cannot know that no store changes the table.
#[cube]
fn columns_of(table: &[u32], row: usize, #[comptime] count: usize) -> Sequence<u32> {
    let mut columns = Sequence::<u32>::new();
    #[unroll]
    for k in 0..count {
        columns.push(table[row + k]);
    }
    columns
}

/// The registers that the elements of a parameter read, then the factor and the limit of gradients. The kernel reads them once, too.
#[cube]
fn held_of(registers: &[f32], columns: &Sequence<u32>, #[comptime] body: PassBody) -> Sequence<f32> {
    let first = *columns.index(comptime!(column::REGISTERS)) as usize;
    let mut held = Sequence::<f32>::new();
    #[unroll]
    for k in 0..comptime!(body.held.len()) {
        held.push(registers[first + comptime!(body.held[k])]);
    }
    if comptime!(body.grad != GradLoad::default()) {
        held.push(registers[0]);
        held.push(registers[1]);
    }
    held
}

/// A walk over parameters. A cube processes a range of elements of one parameter, or computes one number of a reduction that keeps axes.
#[cube(launch_unchecked)]
#[allow(clippy::too_many_lines, reason = "the code of one kernel")]
pub(crate) fn pass_kernel<N: Numeric>(
    params: &mut Sequence<Box<[N]>>,
    grads: &Sequence<Box<[N]>>,
    inputs: &Sequence<Box<[f32]>>,
    codes: &mut Sequence<Box<[u32]>>,
    states: &mut [f32],
    scratch: &mut [f32],
    registers: &[f32],
    table: &[u32],
    #[comptime] body: PassBody,
) {
    let cube = CUBE_POS;
    if cube < table[0] as usize {
        remark(comptime!(Remark::Cube));
        let row = table[1 + 2 * cube] as usize;
        let own = table[2 + 2 * cube] as usize;
        let columns = columns_of(table, row, comptime!(body.columns));
        let held = held_of(registers, &columns, comptime!(body.clone()));
        let rows = *columns.index(comptime!(column::ROWS)) as usize;
        let cols = *columns.index(comptime!(column::COLS)) as usize;
        let len = *columns.index(comptime!(column::BATCH)) as usize * rows * cols;
        let mut results = Sequence::<RuntimeCell<f32>>::new();
        #[unroll]
        for k in 0..comptime!(body.reductions.len()) {
            results.push(RuntimeCell::<f32>::new(start(comptime!(body.reductions[k].0))));
        }
        if comptime!(body.kept.as_ref().is_some_and(|kept| kept.axes == Axes::Cols)) {
            remark(comptime!(Remark::Elements));
            // Each unit has a column, so neighbouring units read neighbouring elements. Each cube has a block of rows.
            let size = *columns.index(comptime!(body.kept.as_ref().map_or(0, |kept| kept.block))) as usize;
            let (across, down) = (cols.div_ceil(UNITS), max(rows.div_ceil(size), 1));
            let (block, matrix) = ((own / across) % down, own / (across * down));
            let col = (own % across) * UNITS + UNIT_POS as usize;
            if col < cols {
                let mut r = block * size;
                let end = min(r + size, rows);
                while r < end {
                    let reduced = element::<N>(
                        (matrix * rows + r) * cols + col,
                        len,
                        params,
                        grads,
                        inputs,
                        codes,
                        states,
                        scratch,
                        registers,
                        &held,
                        &columns,
                        comptime!(body.clone()),
                    );
                    take_in(&results, &reduced, comptime!(body.reductions.clone()));
                    r += 1;
                }
                #[unroll]
                for r in 0..comptime!(body.reductions.len()) {
                    remark(comptime!(Remark::Reduction(r)));
                    let at = (matrix * down + block) * cols + col;
                    put(results.index(r).read(), at, r, scratch, &columns, comptime!(body.kept.clone()));
                }
            }
        } else {
            // The elements of a cube: the first one, and their number.
            let mut first = own * CHUNK;
            let mut count = min(len - min(first, len), comptime!(CHUNK));
            if comptime!(body.kept.is_some()) {
                match comptime!(body.kept.as_ref().map_or(Axes::Tensor, |kept| kept.axes)) {
                    Axes::Scalar => {
                        first = comptime!(0usize).runtime();
                        count = len;
                    }
                    Axes::Matrices => {
                        first = own * rows * cols;
                        count = rows * cols;
                    }
                    Axes::Rows => {
                        first = own * cols;
                        count = cols;
                    }
                    Axes::Cols | Axes::Tensor => {
                        first = own;
                        count = comptime!(1usize).runtime();
                    }
                }
            }
            remark(comptime!(Remark::Elements));
            let mut done = comptime!(0usize).runtime();
            let end = first + count;
            // Units that share words of memory must continue together.
            let ahead = if comptime!(body.packs()) { comptime!(0usize).runtime() } else { UNIT_POS as usize };
            while first + done + ahead < end {
                let i = first + done + UNIT_POS as usize;
                let reduced = element::<N>(
                    i,
                    end - 1,
                    params,
                    grads,
                    inputs,
                    codes,
                    states,
                    scratch,
                    registers,
                    &held,
                    &columns,
                    comptime!(body.clone()),
                );
                if comptime!(body.packs()) {
                    if i < end {
                        take_in(&results, &reduced, comptime!(body.reductions.clone()));
                    }
                } else {
                    take_in(&results, &reduced, comptime!(body.reductions.clone()));
                }
                done += UNITS;
            }
            if comptime!(!body.reductions.is_empty()) {
                let mut shared = Shared::<[f32]>::new_slice(UNITS);
                #[unroll]
                for r in 0..comptime!(body.reductions.len()) {
                    remark(comptime!(Remark::Reduction(r)));
                    let total = tree(results.index(r).read(), &mut shared, comptime!(body.reductions[r].0));
                    if UNIT_POS == 0 {
                        if comptime!(body.kept.is_some()) {
                            put(total, own, r, scratch, &columns, comptime!(body.kept.clone()));
                        } else {
                            let parts = *columns.index(comptime!(column::PARTS)) as usize;
                            scratch[parts + own * comptime!(body.reductions.len()) + r] = total;
                        }
                    }
                }
            }
        }
    }
}

/// Adds the numbers of one more element to the reductions.
#[cube]
fn take_in(
    results: &Sequence<RuntimeCell<f32>>,
    reduced: &Sequence<f32>,
    #[comptime] reductions: Vec<(Fold, Operand)>,
) {
    #[unroll]
    for r in 0..comptime!(reductions.len()) {
        let cell = results.index(r);
        cell.store(join(cell.read(), *reduced.index(r), comptime!(reductions[r].0)));
    }
}

/// The result of a reduction that keeps axes, or of a block of rows.
#[cube]
fn put(
    x: f32,
    at: usize,
    #[comptime] reduction: usize,
    scratch: &mut [f32],
    columns: &Sequence<u32>,
    #[comptime] kept: Option<Kept>,
) {
    let (how, column, count) = comptime!(kept.as_ref().map_or((Finish::None, 0, 0), |kept| (
        kept.finish[reduction].0,
        kept.finish[reduction].1,
        kept.count
    )));
    let count = f32::cast_from(*columns.index(count));
    scratch[*columns.index(column) as usize + at] = finish(x, count, how);
}
