//! Calls of kernels, with all `unsafe` code of this crate.
//!
//! CubeCL does not check how a kernel uses its buffers. A [`Plan`](crate::plan::Plan) is made for arrays of known lengths, and every offset, count and
//! index in its tables stays within them. `GpuOptimizer::checked`, [`GpuOptimizer::step_together`](crate::GpuOptimizer::step_together) and
//! `Array::of_elements` check the lengths of the arrays that they get.

use cubecl::bytes::Bytes;
use cubecl::prelude::*;
use cubecl::server::Handle;

use crate::body::{PassBody, ScalarBody};
use crate::kernels::pass_kernel;
use crate::matrices::{ProductBody, copy_kernel, duplicate_kernel, eye_kernel, product_kernel};
use crate::scalars::{join_kernel, scalar_kernel};
use crate::step_table::next_step_kernel;
use crate::units::{CHUNK, UNITS};
use optim_language::Fold;

/// An array of 32-bit numbers on the device.
#[derive(Clone, Debug)]
pub(crate) struct Array {
    pub(crate) handle: Handle,
    pub(crate) len: usize,
}

impl Array {
    /// The array with these numbers. If there are none, it has one number, because no buffer is empty.
    pub(crate) fn new<N: bytemuck::Pod>(client: &Client, numbers: &[N]) -> Self {
        let bytes: &[u8] = bytemuck::cast_slice(numbers);
        let handle = client.create_from_slice(if bytes.is_empty() { &[0; 4] } else { bytes });
        Self { handle, len: numbers.len().max(1) }
    }

    /// An array of a length, not initialized.
    pub(crate) fn empty(client: &Client, len: usize) -> Self {
        Self::of_bytes(client, 4 * len as u64)
    }

    /// An array of a number of bytes, not initialized.
    pub(crate) fn of_bytes(client: &Client, bytes: u64) -> Self {
        let bytes = usize::try_from(bytes.max(1)).unwrap_or(usize::MAX);
        Self { handle: client.empty(bytes), len: bytes.div_ceil(4) }
    }

    /// The first numbers of a buffer; `None` if it has fewer.
    #[cfg(feature = "burn")]
    pub(crate) fn of_elements(handle: &Handle, len: usize) -> Option<Self> {
        let fits = len > 0 && handle.size_in_used() / 4 >= len as u64;
        fits.then(|| Self { handle: handle.clone(), len })
    }

    /// The words of a buffer that has this number of elements, of some bytes each.
    pub(crate) fn of_given(handle: &Handle, elements: usize, bytes: u64) -> Self {
        let len = usize::try_from((elements as u64 * bytes).div_ceil(4)).unwrap_or(usize::MAX);
        Self { handle: handle.clone(), len }
    }

    fn argument(&self) -> BufferArg {
        // SAFETY: the memory behind the handle has at least `len` words. `new`, `of_bytes` and `empty` made it so, or `GpuOptimizer::checked`,
        // `step_together` and `of_elements` compared its size. An odd number of elements of two bytes ends in the middle of a word. The other half of
        // the word is memory, because CubeCL pads every allocation to the alignment of the device, which is a multiple of 4 bytes. If the handle is a
        // part of a larger buffer, it may be memory of another array: `store_packed` writes it back as it was, and launches on a stream do not
        // overlap.
        unsafe { BufferArg::from_raw_parts(self.handle.clone(), self.len) }
    }
}

/// Writes new numbers to a buffer, after all launches made before.
pub(crate) fn write<N: bytemuck::Pod>(client: &Client, to: &Handle, numbers: &[N]) {
    client.write(to, Bytes::from_bytes_vec(bytemuck::cast_slice(numbers).to_vec()));
}

/// The buffers of a launch of a pass.
pub(crate) struct PassBuffers<'a> {
    pub(crate) params: Vec<Array>,
    pub(crate) grads: Vec<Array>,
    pub(crate) inputs: Vec<Array>,
    /// States in fewer bytes, if the pass has any.
    pub(crate) codes: Option<&'a Array>,
    pub(crate) states: &'a Array,
    pub(crate) scratch: &'a Array,
    pub(crate) registers: &'a Array,
}

/// A grid of `cubes` cubes. A dimension of a grid has at most 65,535.
fn grid(cubes: usize) -> CubeCount {
    const MOST: usize = 32_768;
    let rows = cubes.div_ceil(MOST).max(1);
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    CubeCount::Static(count(if rows > 1 { MOST } else { cubes }), count(rows), 1)
}

/// The arguments for a sequence of buffers whose elements are one word each.
fn arguments<N: Numeric>(arrays: &[Array]) -> SequenceArg<Box<[N]>> {
    arrays.iter().map(Array::argument).collect()
}

fn units() -> CubeDim {
    CubeDim::new_1d(UNITS as u32)
}

pub(crate) fn pass(client: &Client, body: &PassBody, buffers: &PassBuffers<'_>, table: &Array, cubes: usize) {
    let launch = if body.is_half { pass_of::<u32> } else { pass_of::<f32> };
    launch(client, body, buffers, table, cubes);
}

/// The arguments for parameters and gradients of these elements, or words.
fn pass_of<N: Numeric>(client: &Client, body: &PassBody, buffers: &PassBuffers<'_>, table: &Array, cubes: usize) {
    let codes = buffers.codes.map(std::slice::from_ref).unwrap_or_default();
    // SAFETY: see the head of this file. No two cubes write the same word: their elements and numbers of reductions differ, and a cube has whole
    // words.
    unsafe {
        pass_kernel::launch_unchecked::<N>(
            client,
            grid(cubes),
            units(),
            arguments(&buffers.params),
            arguments(&buffers.grads),
            arguments(&buffers.inputs),
            arguments(codes),
            buffers.states.argument(),
            buffers.scratch.argument(),
            buffers.registers.argument(),
            table.argument(),
            body.clone(),
        );
    }
}

pub(crate) fn scalars(
    client: &Client,
    body: &ScalarBody,
    (scratch, registers, scalars): (&Array, &Array, &Array),
    table: &Array,
    cubes: usize,
) {
    // SAFETY: see the head of this file. No two cubes share registers or scalars, except a global state, to which each cube writes the same number.
    unsafe {
        scalar_kernel::launch_unchecked(
            client,
            grid(cubes),
            units(),
            scratch.argument(),
            registers.argument(),
            scalars.argument(),
            table.argument(),
            body.clone(),
        );
    }
}

pub(crate) fn join(client: &Client, fold: Fold, registers: &Array, table: &Array) {
    // SAFETY: see the head of this file. There is one cube, and results are written behind the last synchronisation.
    unsafe {
        join_kernel::launch_unchecked(client, grid(1), units(), registers.argument(), table.argument(), fold);
    }
}

pub(crate) fn product(client: &Client, body: ProductBody, scratch: &Array, table: &Array, cubes: usize) {
    // SAFETY: see the head of this file. No two cubes write the same tile, and the tiles are in a slot that no operand is in.
    unsafe {
        product_kernel::launch_unchecked(client, grid(cubes), units(), scratch.argument(), table.argument(), body);
    }
}

pub(crate) fn copy(client: &Client, scratch: &Array, table: &Array, cubes: usize) {
    // SAFETY: see the head of this file. No two cubes write the same range, and the ranges are in a slot that the operand is not in.
    unsafe {
        copy_kernel::launch_unchecked(client, grid(cubes), units(), scratch.argument(), table.argument());
    }
}

pub(crate) fn eye(client: &Client, scratch: &Array, table: &Array, cubes: usize) {
    // SAFETY: see the head of this file. Each cube writes another range.
    unsafe {
        eye_kernel::launch_unchecked(client, grid(cubes), units(), scratch.argument(), table.argument());
    }
}

/// Copies all words of an array to another array of the same length.
pub(crate) fn duplicate(client: &Client, from: &Array, to: &Array) {
    let cubes = from.len.div_ceil(CHUNK);
    // SAFETY: see the head of this file. Both arrays have the same number of words, and no two units write the same word.
    unsafe {
        duplicate_kernel::launch_unchecked(client, grid(cubes), units(), from.argument(), to.argument());
    }
}

pub(crate) fn next_step(client: &Client, table: &Array, registers: &Array) {
    // SAFETY: see the head of this file. There is one cube, no two places of the table name the same register, and the count is written behind the last
    // synchronisation.
    unsafe {
        next_step_kernel::launch_unchecked(client, grid(1), units(), table.argument(), registers.argument());
    }
}
