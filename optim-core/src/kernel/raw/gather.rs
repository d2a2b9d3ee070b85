//! Gathers tiles from strided memory, and scatters them to it.

use super::base::Base;
use super::layout::{Axis, lay, sort_by_stride};
use super::origin::{Half, Origin};
use super::view::TensorRef;
use crate::kernel::{Float, TILE};

/// Calls `run(done, offset, len, stride)` for each stretch along the last axis of the elements `start..start + n`.
#[inline(always)]
fn walk(axes: &[Axis], start: usize, n: usize, mut run: impl FnMut(usize, isize, usize, isize)) {
    const POINT: Axis = Axis { len: 1, stride: 0 };
    let (outer, middle, inner) = match *axes {
        [] => (&[][..], POINT, POINT),
        [inner] => (&[][..], POINT, inner),
        [ref outer @ .., middle, inner] => (outer, middle, inner),
    };
    let mut x = start % inner.len;
    let rest = start / inner.len;
    let mut y = rest % middle.len;
    let mut z = rest / middle.len;
    let mut base = offset(outer, z);
    let mut done = 0;
    while done < n {
        let len = (inner.len - x).min(n - done);
        run(done, base + y as isize * middle.stride + x as isize * inner.stride, len, inner.stride);
        done += len;
        x = 0;
        y += 1;
        if y == middle.len {
            y = 0;
            z += 1;
            base = offset(outer, z);
        }
    }
}

/// The offset of the element with C-order index `i` over some axes. Indices beyond the end wrap around.
#[inline(always)]
fn offset(axes: &[Axis], mut i: usize) -> isize {
    let mut sum = 0;
    for axis in axes.iter().rev() {
        sum += (i % axis.len) as isize * axis.stride;
        i /= axis.len;
    }
    sum
}

/// The numbers of an array in the order of `axes`, which may differ from C order.
// Invariant: every index below `len` has its element, where `walk` over `axes` finds it, or after `base` if there are no
// axes. Nothing is said about who else reads and writes them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbers<'x, T> {
    base: Base<T>,
    len: usize,
    axes: &'x [Axis],
}

impl<'x, T: Copy> Numbers<'x, T> {
    /// The numbers of an array of `len` elements from `base` on. `axes` are the axes that `push_axes` found for it; none if the array is a line.
    #[inline(always)]
    pub(super) const fn new(base: Base<T>, len: usize, axes: &'x [Axis]) -> Self {
        Self { base, len, axes }
    }

    #[inline(always)]
    fn check(self, start: usize, n: usize) {
        assert!(start <= self.len && n <= self.len - start, "numbers of an array lie inside of it");
    }

    /// The start of the numbers `start..start + n`, if they are contiguous.
    #[inline(always)]
    pub(super) fn in_place(self, start: usize, n: usize) -> Option<Base<T>> {
        self.check(start, n);
        self.axes.is_empty().then(|| self.base.after(start))
    }

    /// Returns the `n` numbers from `start` on: in the array if they are contiguous, otherwise copied into the buffer.
    ///
    /// # Safety
    /// Nobody writes them while the result is in use.
    #[inline(always)]
    pub(super) unsafe fn read<'s>(self, start: usize, n: usize, buffer: &'s mut [T]) -> &'s [T]
    where
        'x: 's,
    {
        if let Some(from) = self.in_place(start, n) {
            // SAFETY: the array has `n` numbers from `start` on, side by side, and whoever calls this keeps writers away.
            return unsafe { std::slice::from_raw_parts(from.get(), n) };
        }
        // SAFETY: nobody writes these numbers now, by the contract of this function.
        unsafe { self.gather(start, &mut buffer[..n]) };
        &buffer[..n]
    }

    /// Copies the numbers from `start` on into a buffer.
    ///
    /// # Safety
    /// Nobody writes them meanwhile.
    #[inline(always)]
    pub(super) unsafe fn gather(self, start: usize, to: &mut [T]) {
        self.check(start, to.len());
        let line = [Axis { len: self.len, stride: 1 }];
        walk(
            if self.axes.is_empty() { &line } else { self.axes },
            start,
            to.len(),
            #[inline(always)]
            |done, offset, len, stride| {
                for (k, to) in to[done..done + len].iter_mut().enumerate() {
                    let from = self.base.offset(offset + k as isize * stride);
                    // SAFETY: `walk` visits indices below `len`, so that this is an element of the array; nobody writes it
                    // now, by the contract of this function, and `to` is borrowed exclusively, so not a part of it.
                    *to = unsafe { from.get().read() };
                }
            },
        );
    }

    /// Copies a buffer to the numbers from `start` on.
    ///
    /// # Safety
    /// The array may be written, and nobody else reads or writes these numbers meanwhile.
    #[inline(always)]
    pub(super) unsafe fn scatter(self, start: usize, from: &[T]) {
        self.check(start, from.len());
        let line = [Axis { len: self.len, stride: 1 }];
        walk(
            if self.axes.is_empty() { &line } else { self.axes },
            start,
            from.len(),
            #[inline(always)]
            |done, offset, len, stride| {
                for (k, &x) in from[done..done + len].iter().enumerate() {
                    let to = self.base.offset(offset + k as isize * stride);
                    // SAFETY: `walk` visits indices below `len`, so that this is an element of the array; it is the caller's
                    // alone, by the contract of this function.
                    unsafe { to.get().write(x) };
                }
            },
        );
    }
}

/// A reader of an array, stretch by stretch in the order of memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reader<'x, T>(Read<'x, T>);

#[derive(Clone, Copy, Debug)]
enum Read<'x, T> {
    Native(Borrowed<'x, T>),
    Half(Borrowed<'x, u16>, Half),
}

/// The elements of a [`Reader`]'s array.
// Invariant: the array is borrowed for `'x`, and so not written.
#[derive(Clone, Copy, Debug)]
struct Borrowed<'x, E>(Numbers<'x, E>);

impl<'x, E: Copy> Borrowed<'x, E> {
    #[inline(always)]
    fn read<'s>(self, start: usize, n: usize, buffer: &'s mut [E]) -> &'s [E]
    where
        'x: 's,
    {
        // SAFETY: nobody writes these elements for `'x`, by the invariant.
        unsafe { self.0.read(start, n, buffer) }
    }
}

impl<'x, T: Float> Reader<'x, T> {
    /// A reader of an array. `axes` and `order` are buffers.
    pub(super) fn new(array: &TensorRef<'x, T>, axes: &'x mut Vec<Axis>, order: &mut Vec<usize>) -> Self {
        let (shape, strides) = (array.shape, array.strides);
        order.clear();
        order.extend(0..shape.len());
        sort_by_stride(order, strides);
        axes.clear();
        let (first, last) = lay(axes, shape, strides, order.iter().copied());
        let (len, axes) = (array.len(), &axes[first..last]);
        Self(match array.place {
            Origin::Native(base) => Read::Native(Borrowed(Numbers::new(base, len, axes))),
            Origin::Half { base, half, .. } => Read::Half(Borrowed(Numbers::new(base, len, axes)), half),
        })
    }

    /// Returns the `n` numbers from `start` on, in the buffer if they are not contiguous or take two bytes.
    ///
    /// # Panics
    /// If the array ends before, or `n` numbers need the buffer and are more than a tile.
    #[inline(always)]
    pub(crate) fn read<'s>(self, start: usize, n: usize, buffer: &'s mut [T; TILE]) -> &'s [T]
    where
        'x: 's,
    {
        match self.0 {
            Read::Native(numbers) => numbers.read(start, n, buffer),
            Read::Half(codes, half) => {
                half.decode(codes.read(start, n, &mut [0; TILE]), &mut buffer[..n]);
                &buffer[..n]
            }
        }
    }
}
