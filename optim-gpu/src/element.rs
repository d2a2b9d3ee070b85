//! The work on one element of a pass: loads, lines, stores.

#![allow(
    clippy::manual_is_multiple_of,
    clippy::needless_pass_by_value,
    clippy::needless_range_loop,
    unused_qualifications,
    reason = "a kernel is written in a language of its own, which takes these forms only"
)]

use cubecl::prelude::*;
use optim_core::shape::Axes;

use crate::arithmetic::{line, number};
use crate::body::{Elements, Format, GradLoad, Index, PassBody, Place, column};
use crate::random::drawn;
use crate::remark::{Remark, remark};
use crate::storage::{block_code, block_number, block_of, block_scale, code_in, half, half_code, packed};

/// Element `at` of the buffer `slot`. The kernel contains a binary search over the slots.
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

/// The index of a pass's element in a stream.
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

/// The number, or 0 if the mask drops the element.
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
        Format::Blocks(storage, scales) => {
            let scale = states[*columns.index(scales) as usize + at / comptime!(block_of(storage))];
            block_number(code_in(codes.index(0usize)[first + at / 4], at, 8usize), scale, storage)
        }
    }
}

/// The whole work on one element in a pass: loads, lines, stores. Returns the numbers for its reductions. If several
/// units share a word, units beyond the last element compute the last element again, without storing it.
#[cube]
pub(crate) fn element<N: Numeric>(
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

/// Stores the numbers of a cube's units where several units share a word: elements `i` up to the last. All units of a cube must call it together.
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
                // Memory behind the last element belongs to another array.
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
                Format::Blocks(storage, scales) => {
                    let scale = block_scale(value, storage);
                    let word = packed(block_code(value, scale, storage), 8usize);
                    if i <= last && i % 4 == 0 {
                        codes.index_mut(0usize)[first + i / 4] = word;
                    }
                    if i <= last && i % comptime!(block_of(storage)) == 0 {
                        states[*columns.index(scales) as usize + i / comptime!(block_of(storage))] =
                            f32::reinterpret(scale);
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
