//! The kernel of a pass over many parameters at once. Parameters and gradients are `f32`, or words of two elements each.
//!
//! A table says what each cube does. It has the number of cubes, for each cube the place of a row and a number within its parameter, then the rows.

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

use crate::arithmetic::{finish, join, line, number, start};
use crate::body::{Elements, Format, GradLoad, Index, Kept, Operand, PassBody, Place, column};
use crate::random::drawn;
use crate::remark::{Remark, remark};
use crate::storage::{block_code, block_number, block_scale, code_in, half, half_code, packed};

/// Units of a cube, and the width of the tree of a reduction.
pub(crate) const UNITS: usize = 256;
/// Elements of a parameter for one cube. It does not depend on the device, so sums are of the same parts everywhere.
pub(crate) const CHUNK: usize = 2048;
/// Rows of a matrix that are reduced to one number for each column at a time.
pub(crate) const BLOCK: usize = 64;

/// The joint number of all units of a cube, by a tree of a fixed shape.
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

/// Element `at` of the buffer `slot`, found by halving at the time of compilation.
#[cube]
fn load_slot<N: Numeric>(
    buffers: &Sequence<Box<[N]>>,
    slot: u32,
    at: usize,
    #[comptime] from: usize,
    #[comptime] to: usize,
) -> N {
    if comptime!(to - from == 1) {
        buffers.index(from)[at]
    } else {
        let value = RuntimeCell::<N>::new(N::from_int(0));
        if slot < comptime!(((from + to) / 2) as u32) {
            value.store(load_slot(buffers, slot, at, from, comptime!((from + to) / 2)));
        } else {
            value.store(load_slot(buffers, slot, at, comptime!((from + to) / 2), to));
        }
        value.read()
    }
}

#[cube]
fn store_slot<N: Numeric>(
    buffers: &mut Sequence<Box<[N]>>,
    slot: u32,
    at: usize,
    value: N,
    #[comptime] from: usize,
    #[comptime] to: usize,
) {
    if comptime!(to - from == 1) {
        buffers.index_mut(from)[at] = value;
    } else {
        if slot < comptime!(((from + to) / 2) as u32) {
            store_slot(buffers, slot, at, value, from, comptime!((from + to) / 2));
        } else {
            store_slot(buffers, slot, at, value, comptime!((from + to) / 2), to);
        }
    }
}

/// The index within a stream of an element of the pass.
#[cube]
fn index_of(i: usize, columns: &Sequence<u32>, #[comptime] index: Index) -> usize {
    match comptime!(index) {
        Index::Of(axes) => match comptime!(axes) {
            Axes::Tensor => i,
            Axes::Scalar => comptime!(0usize).runtime(),
            Axes::Matrices => {
                i / ((*columns.index(comptime!(column::ROWS)) as usize)
                    * *columns.index(comptime!(column::COLS)) as usize)
            }
            Axes::Rows => i / *columns.index(comptime!(column::COLS)) as usize,
            Axes::Cols => {
                let cols = *columns.index(comptime!(column::COLS)) as usize;
                let size = cols * *columns.index(comptime!(column::ROWS)) as usize;
                (i / size) * cols + i % cols
            }
        },
        Index::Axis { column, without } => {
            let size = *columns.index(column) as usize;
            let behind = *columns.index(comptime!(column + 1)) as usize;
            if comptime!(without) { (i / (size * behind)) * behind + i % behind } else { (i / behind) % size }
        }
    }
}

/// A gradient as the step sees it.
#[cube]
fn loaded_grad(raw: f32, held: &Sequence<f32>, #[comptime] load: GradLoad, #[comptime] first: usize) -> f32 {
    let grad = RuntimeCell::<f32>::new(raw);
    if comptime!(load.scales) {
        grad.store(grad.read() * *held.index(first));
    }
    if comptime!(load.clips) {
        let limit = *held.index(comptime!(first + 1));
        grad.store(min_nan(max_nan(grad.read(), -limit), limit));
    }
    grad.read()
}

/// A number, 0 where the mask does not keep the element.
#[cube]
fn masked(
    value: f32,
    at: usize,
    states: &[f32],
    columns: &Sequence<u32>,
    #[comptime] mask: (bool, Option<usize>),
) -> f32 {
    if comptime!(mask.0 && mask.1.is_some()) {
        let kept = states[*columns.index(comptime!(mask.1.unwrap_or(0))) as usize + at];
        select(kept == f32::new(0.0), f32::new(0.0), value)
    } else {
        value
    }
}

/// Element `at` of a parameter or its gradient.
#[cube]
fn load_given<N: Numeric>(
    buffers: &Sequence<Box<[N]>>,
    at: usize,
    columns: &Sequence<u32>,
    #[comptime] format: Format,
) -> f32 {
    let (slot, begin) = (*columns.index(comptime!(column::SLOT)), *columns.index(comptime!(column::AT)) as usize);
    let count = buffers.len();
    if comptime!(format.is_packed()) {
        let word = load_slot::<N>(buffers, slot, begin + at / 2, 0usize, count);
        half(code_in(u32::cast_from(word), at, 16usize), format)
    } else {
        f32::cast_from(load_slot::<N>(buffers, slot, begin + at, 0usize, count))
    }
}

/// Element `at` of a state.
#[cube]
fn load_state(
    states: &[f32],
    codes: &Sequence<Box<[u32]>>,
    first: usize,
    at: usize,
    columns: &Sequence<u32>,
    #[comptime] format: Format,
) -> f32 {
    match comptime!(format) {
        Format::Single => states[first + at],
        Format::Bf16 | Format::Bf16Random(_) | Format::F16 => {
            half(code_in(codes.index(0usize)[first + at / 2], at, 16usize), format)
        }
        Format::Block8(scales) => {
            let scale = states[*columns.index(scales) as usize + at / UNITS];
            block_number(code_in(codes.index(0usize)[first + at / 4], at, 8usize), scale)
        }
    }
}

/// All that a pass computes for one element: loads, lines, stores. Returns what its reductions take. Units beyond the last element do as it does, but for
/// stores, if several share a word.
#[cube]
fn element<N: Numeric>(
    i: usize,
    last: usize,
    params: &mut Sequence<Box<[N]>>,
    grads: &Sequence<Box<[N]>>,
    inputs: &Sequence<Box<[f32]>>,
    codes: &mut Sequence<Box<[u32]>>,
    states: &mut [f32],
    scratch: &mut [f32],
    registers: &[f32],
    held: &Sequence<f32>,
    columns: &Sequence<u32>,
    #[comptime] body: PassBody,
) -> Sequence<f32> {
    let none = Sequence::<f32>::new();
    let mut loaded = Sequence::<f32>::new();
    let own = if comptime!(body.packs()) { min(i, last) } else { i };
    #[unroll]
    for k in 0..comptime!(body.loads.len()) {
        remark(comptime!(Remark::Load(k)));
        let elements = comptime!(body.loads[k]);
        let format = comptime!(elements.format);
        let at = index_of(own, columns, comptime!(elements.index));
        let value = match comptime!(elements.place) {
            Place::Param => load_given::<N>(&*params, at, columns, format),
            Place::RawGrad => load_given::<N>(grads, at, columns, format),
            Place::Grad => {
                let raw = load_given::<N>(grads, at, columns, format);
                loaded_grad(raw, held, comptime!(body.grad), comptime!(body.held.len()))
            }
            Place::Input(input) => {
                let count = comptime!(body.inputs.len());
                let slot = *columns.index(comptime!(column::SLOT)) * comptime!(count as u32) + comptime!(input as u32);
                load_slot::<f32>(inputs, slot, at, 0usize, inputs.len())
            }
            Place::State(column) => load_state(&*states, &*codes, *columns.index(column) as usize, at, columns, format),
            Place::Scratch(column) => scratch[*columns.index(column) as usize + at],
            Place::Draw(law, column) => drawn(registers, *columns.index(column) as usize, at, law),
            Place::Nowhere => f32::new(0.0),
        };
        let value = masked(value, at, &*states, columns, comptime!((elements.masked, body.mask)));
        loaded.push(value);
    }
    let mut lines = Sequence::<f32>::new();
    #[unroll]
    for k in 0..comptime!(body.work.len()) {
        remark(comptime!(Remark::Line(k)));
        let value = line(&lines, &loaded, held, registers, 0usize, comptime!(body.work[k]));
        lines.push(value);
    }
    #[unroll]
    for k in 0..comptime!(body.stores.len()) {
        remark(comptime!(Remark::Store(k)));
        let elements = comptime!(body.stores[k].0);
        let value = number(&lines, &loaded, held, registers, 0usize, comptime!(body.stores[k].1));
        let at = index_of(own, columns, comptime!(elements.index));
        let value = masked(value, at, &*states, columns, comptime!((elements.masked, body.mask)));
        if comptime!(elements.format.is_packed()) {
            store_packed::<N>(i, last, value, params, codes, states, registers, columns, elements);
        } else if comptime!(body.packs()) {
            if i <= last {
                store::<N>(at, value, params, states, scratch, columns, comptime!(elements.place));
            }
        } else {
            store::<N>(at, value, params, states, scratch, columns, comptime!(elements.place));
        }
    }
    let mut reduced = none;
    #[unroll]
    for k in 0..comptime!(body.reductions.len()) {
        let value = number(&lines, &loaded, held, registers, 0usize, comptime!(body.reductions[k].1));
        reduced.push(value);
    }
    reduced
}

#[cube]
fn store<N: Numeric>(
    at: usize,
    value: f32,
    params: &mut Sequence<Box<[N]>>,
    states: &mut [f32],
    scratch: &mut [f32],
    columns: &Sequence<u32>,
    #[comptime] place: Place,
) {
    match comptime!(place) {
        Place::Param => {
            let count = params.len();
            let begin = *columns.index(comptime!(column::AT)) as usize;
            let slot = *columns.index(comptime!(column::SLOT));
            store_slot::<N>(params, slot, begin + at, N::cast_from(value), 0usize, count);
        }
        Place::State(column) => states[*columns.index(column) as usize + at] = value,
        Place::Scratch(column) => scratch[*columns.index(column) as usize + at] = value,
        Place::Grad | Place::RawGrad | Place::Input(_) | Place::Draw(..) | Place::Nowhere => {}
    }
}

/// Stores the numbers of a cube's units, of which several share a word: elements `i` up to the last. All units of a cube call it together.
#[cube]
fn store_packed<N: Numeric>(
    i: usize,
    last: usize,
    value: f32,
    params: &mut Sequence<Box<[N]>>,
    codes: &mut Sequence<Box<[u32]>>,
    states: &mut [f32],
    registers: &[f32],
    columns: &Sequence<u32>,
    #[comptime] elements: Elements,
) {
    let format = comptime!(elements.format);
    match comptime!(elements.place) {
        Place::Param => {
            let count = params.len();
            let first = *columns.index(comptime!(column::AT)) as usize;
            let slot = *columns.index(comptime!(column::SLOT));
            let code = RuntimeCell::<u32>::new(half_code(value, i, registers, columns, format));
            if i == last + 1 && i % 2 == 1 {
                // Behind the last element is something else.
                let word = load_slot::<N>(&*params, slot, first + i / 2, 0usize, count);
                code.store(code_in(u32::cast_from(word), i, 16usize));
            }
            let word = packed(code.read(), 16usize);
            if i <= last && i % 2 == 0 {
                store_slot::<N>(params, slot, first + i / 2, N::cast_from(word), 0usize, count);
            }
        }
        Place::State(column) => {
            let first = *columns.index(column) as usize;
            match comptime!(format) {
                Format::Block8(scales) => {
                    let scale = block_scale(value);
                    let word = packed(block_code(value, scale), 8usize);
                    if i <= last && i % 4 == 0 {
                        codes.index_mut(0usize)[first + i / 4] = word;
                    }
                    if UNIT_POS == 0 {
                        states[*columns.index(scales) as usize + i / UNITS] = f32::reinterpret(scale);
                    }
                }
                Format::Single | Format::Bf16 | Format::Bf16Random(_) | Format::F16 => {
                    let word = packed(half_code(value, i, registers, columns, format), 16usize);
                    if i <= last && i % 2 == 0 {
                        codes.index_mut(0usize)[first + i / 2] = word;
                    }
                }
            }
        }
        Place::Scratch(_) | Place::Grad | Place::RawGrad | Place::Input(_) | Place::Draw(..) | Place::Nowhere => {}
    }
}

/// The row of a parameter: read once, because a device cannot know that no store changes the table.
#[cube]
fn columns_of(table: &[u32], row: usize, #[comptime] count: usize) -> Sequence<u32> {
    let mut columns = Sequence::<u32>::new();
    #[unroll]
    for k in 0..count {
        columns.push(table[row + k]);
    }
    columns
}

/// The registers of a parameter that its elements read, then the factor and the limit of gradients: read once, likewise.
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

/// A walk over parameters. A cube does a stretch of elements of one of them, or gives one number of a reduction that keeps axes.
#[cube(launch_unchecked)]
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
            // A unit has a column, so that neighbours read neighbouring elements, and a cube a block of rows.
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
            // The elements of a cube: so many, from a first one on.
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
            // Units that share words of memory go on together.
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

/// Joins the numbers of one more element with those so far.
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
