//! A scan of all gradients, for their norm, and for infinity and NaN.

use super::arena::Arena;
use super::fold::{LANES, add_lanes, reduce_lanes_by};
use super::geometry::CHUNK;
use super::level::Isa;
use super::partial::Partial;
use super::threads::{Queue, side_by_side};
use super::{Arenas, Float, Fold, TILE, TensorRef, Threads};

/// The smallest scan that uses threads, in elements of all gradients.
const SHARE: usize = 256 * 1024;

/// The result of a scan.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Scan {
    /// Sum of the squares of all scaled elements, in double precision. With `f64` gradients it may overflow.
    pub(crate) norm_squared: f64,
    /// The arrays that contain an infinite number or a NaN before scaling.
    pub(crate) not_finite: Vec<usize>,
}

/// Reads all gradients once. Partial sums over fixed chunks are added in order, so the result has the same bits for any number of threads and any
/// level.
#[must_use]
pub(crate) fn scan<T: Float>(grads: &[TensorRef<'_, T>], scale: f64, arenas: &Arenas<T>, threads: Threads) -> Scan {
    let isa = Isa::current();
    // Views may repeat elements, so their total number of elements is not limited.
    let total = grads.iter().map(TensorRef::len).fold(0, usize::saturating_add);
    let chunks = grads.iter().map(|grad| grad.len().div_ceil(CHUNK)).fold(0, usize::saturating_add);
    let workers = if total < SHARE { 1 } else { threads.workers() };
    let mut home = arenas.take();
    let mut partials = std::mem::take(&mut home.partials);
    if partials.len() < chunks {
        partials.resize_with(chunks, Partial::default);
    }
    let queue = Queue::new(chunks, workers);
    let work = || {
        let mut arena = arenas.take();
        let (mut index, mut start) = (0, 0);
        while let Some((from, to)) = queue.take() {
            for (chunk, partial) in (from..to).zip(&partials[from..to]) {
                while start + grads[index].len().div_ceil(CHUNK) <= chunk {
                    start += grads[index].len().div_ceil(CHUNK);
                    index += 1;
                }
                let sum = sum_of_squares(isa, &grads[index], (chunk - start) * CHUNK, scale, &mut arena);
                partial.set(sum);
            }
        }
        arenas.put_back(arena);
    };
    side_by_side(workers, &work);
    let mut norm_squared = 0.0;
    let mut not_finite = Vec::new();
    let mut chunk = 0;
    for (index, grad) in grads.iter().enumerate() {
        let count = grad.len().div_ceil(CHUNK);
        let sum: f64 = partials[chunk..chunk + count].iter().map(Partial::get).sum();
        chunk += count;
        norm_squared += sum;
        // A finite sum has only finite terms, but an infinite sum may have large finite terms.
        if !sum.is_finite() && !grad.to_ndarray().iter().all(|x| x.is_finite()) {
            not_finite.push(index);
        }
    }
    home.partials = partials;
    arenas.put_back(home);
    Scan { norm_squared, not_finite }
}

fn sum_of_squares<T: Float>(isa: Isa, grad: &TensorRef<'_, T>, start: usize, scale: f64, arena: &mut Arena<T>) -> f64 {
    let end = grad.len().min(start + CHUNK);
    let Arena { notes, pass_buffers, .. } = arena;
    let (reader, buffer) = (notes.reader(grad), pass_buffers.tile());
    isa.run(
        #[inline(always)]
        || {
            let mut lanes = [0.0; LANES];
            let mut squares = [0.0; TILE];
            let mut i = start;
            while i < end {
                let n = TILE.min(end - i);
                let numbers = reader.read(i, n, buffer);
                for (square, &x) in squares.iter_mut().zip(numbers) {
                    let x = x.as_() * scale;
                    *square = x * x;
                }
                let whole = n.next_multiple_of(LANES);
                squares[n..whole].fill(0.0);
                add_lanes(&mut lanes, &squares[..whole]);
                i += n;
            }
            reduce_lanes_by(Fold::Sum, &lanes)
        },
    )
}
