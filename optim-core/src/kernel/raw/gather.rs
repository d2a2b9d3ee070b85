//! Arrays of any layout as rows of numbers: tiles on their way from and to strided memory.

use super::base::Base;
use super::lane::Notes;
use super::place::{Half, Place};
use super::view::TensorRef;
use crate::kernel::{Float, TILE};

/// One axis of a strided array: its length and the distance between neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Axis {
    pub(super) len: usize,
    pub(super) stride: isize,
}

/// Appends the axes of an array in the given order, without axes of length 1, neighbours joined where they are one
/// run in memory. An array that is a plain line of elements adds nothing, or one axis of stride 1.
pub(super) fn push_axes(
    axes: &mut Vec<Axis>,
    shape: &[usize],
    strides: Option<&[isize]>,
    order: impl Iterator<Item = usize>,
) {
    let first = axes.len();
    for k in order {
        let len = shape[k];
        if len == 1 {
            continue;
        }
        // Without strides the array is in C order.
        let stride = strides.map_or_else(|| shape[k + 1..].iter().product::<usize>() as isize, |strides| strides[k]);
        match axes[first..].last_mut() {
            Some(last) if last.stride == stride * len as isize => *last = Axis { len: last.len * len, stride },
            _ => axes.push(Axis { len, stride }),
        }
    }
}

/// Sorts axes from the largest stride to the smallest; in C order they stay.
pub(super) fn sort_by_stride(axes: &mut [usize], strides: Option<&[isize]>) {
    if let Some(strides) = strides {
        // They are few, and a step takes no memory: each moves forward until one of at least its stride is before it.
        for last in 1..axes.len() {
            let mut k = last;
            while k > 0 && strides[axes[k - 1]].unsigned_abs() < strides[axes[k]].unsigned_abs() {
                axes.swap(k - 1, k);
                k -= 1;
            }
        }
    }
}

/// Returns true if axes made by `push_axes` are a plain line of elements.
pub(super) fn is_line(axes: &[Axis]) -> bool {
    matches!(axes, [] | [Axis { stride: 1, .. }])
}

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

/// Offset of the element with C-order index `i` over some axes; wraps past the end.
#[inline(always)]
fn offset(axes: &[Axis], mut i: usize) -> isize {
    let mut sum = 0;
    for axis in axes.iter().rev() {
        sum += (i % axis.len) as isize * axis.stride;
        i /= axis.len;
    }
    sum
}

/// The numbers of an array in the order of its axes: C order, or another that the axes were put in.
// Invariant: every index below `len` has its element, where `walk` over `axes` finds it, or after `base` if there are no
// axes. Nothing is said about who else reads and writes them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbers<'x, T> {
    base: Base<T>,
    len: usize,
    axes: &'x [Axis],
}

impl<'x, T: Copy> Numbers<'x, T> {
    /// The numbers of an array of `len` elements from `base` on, with the axes that `push_axes` found for it, or none if
    /// those are a line.
    #[inline(always)]
    pub(super) const fn new(base: Base<T>, len: usize, axes: &'x [Axis]) -> Self {
        Self { base, len, axes }
    }

    #[inline(always)]
    fn check(self, start: usize, n: usize) {
        assert!(start <= self.len && n <= self.len - start, "numbers of an array lie inside of it");
    }

    /// Where the numbers `start..start + n` are, if they lie side by side.
    #[inline(always)]
    pub(super) fn in_place(self, start: usize, n: usize) -> Option<Base<T>> {
        self.check(start, n);
        self.axes.is_empty().then(|| self.base.after(start))
    }

    /// The `n` numbers from `start` on: where they are if they lie side by side, copied into the buffer else.
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

/// Adds an array's axes in the given order to those of others, and tells where they are; nowhere if they are a line.
pub(super) fn lay(
    axes: &mut Vec<Axis>,
    shape: &[usize],
    strides: Option<&[isize]>,
    order: impl Iterator<Item = usize>,
) -> (usize, usize) {
    let first = axes.len();
    push_axes(axes, shape, strides, order);
    if is_line(&axes[first..]) {
        axes.truncate(first);
        return (0, 0);
    }
    (first, axes.len())
}

/// Reads an array stretch by stretch, in the order of memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reader<'x, T>(Read<'x, T>);

#[derive(Clone, Copy, Debug)]
enum Read<'x, T> {
    Native(Borrowed<'x, T>),
    Half(Borrowed<'x, u16>, Half),
}

/// The elements of an array that is read.
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
    pub(crate) fn new(array: &TensorRef<'x, T>, notes: &'x mut Notes<T>) -> Self {
        let (shape, strides) = (array.shape, array.strides);
        notes.order.clear();
        notes.order.extend(0..shape.len());
        sort_by_stride(&mut notes.order, strides);
        notes.axes.clear();
        let (first, last) = lay(&mut notes.axes, shape, strides, notes.order.iter().copied());
        let (len, axes) = (array.len(), &notes.axes[first..last]);
        Self(match array.place {
            Place::Native(base) => Read::Native(Borrowed(Numbers::new(base, len, axes))),
            Place::Half { base, half, .. } => Read::Half(Borrowed(Numbers::new(base, len, axes)), half),
        })
    }

    /// The `n` numbers from `start` on, copied into the buffer if need be.
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

/// Returns whether an array is one run of memory in C order, and its number of elements.
#[inline]
pub(super) fn is_plain(shape: &[usize], strides: Option<&[isize]>) -> (bool, usize) {
    let mut len = 1;
    let Some(strides) = strides else {
        for &n in shape.iter().rev() {
            len *= n;
        }
        return (true, len);
    };
    let mut plain = true;
    for (&n, &stride) in shape.iter().zip(strides).rev() {
        plain &= n == 1 || stride == len as isize;
        len *= n;
    }
    (plain, len)
}
