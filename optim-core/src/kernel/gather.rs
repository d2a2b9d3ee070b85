//! Moving tiles between strided memory and plain buffers.

use super::Float;

/// One axis of a strided array: its length and the distance between neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Axis {
    pub(crate) len: usize,
    pub(crate) stride: isize,
}

/// Appends the axes of an array in the given order, without axes of length 1, neighbours joined where they are one
/// run in memory. An array that is a plain line of elements adds nothing, or one axis of stride 1.
pub(crate) fn push_axes(
    axes: &mut Vec<Axis>,
    shape: &[usize],
    strides: Option<&[isize]>,
    order: impl ExactSizeIterator<Item = usize>,
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
pub(crate) fn sort_by_stride(axes: &mut [usize], strides: Option<&[isize]>) {
    if let Some(strides) = strides {
        axes.sort_by_key(|&k| std::cmp::Reverse(strides[k].unsigned_abs()));
    }
}

/// Whether axes made by `push_axes` are a plain line of elements.
pub(crate) fn is_line(axes: &[Axis]) -> bool {
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

/// Copies the elements `start..start + n` of a strided array into a buffer.
///
/// # Safety
/// `base` and `axes` describe readable elements, `start + n` is at most their number and no axis is empty; `to` has
/// room for `n` elements and does not overlap them.
#[inline(always)]
pub(crate) unsafe fn gather<T: Float>(base: *const T, axes: &[Axis], start: usize, n: usize, to: *mut T) {
    walk(
        axes,
        start,
        n,
        #[inline(always)]
        |done, offset, len, stride| {
            for k in 0..len {
                // SAFETY: `walk` visits the indices `start..start + n` of the array, which the caller vouches for.
                let x = unsafe { base.wrapping_offset(offset + k as isize * stride).read() };
                // SAFETY: `done + k < n`.
                unsafe { to.wrapping_add(done + k).write(x) };
            }
        },
    );
}

/// Copies a buffer to the elements `start..start + n` of a strided array.
///
/// # Safety
/// As for [`gather`], the other way round.
#[inline(always)]
pub(crate) unsafe fn scatter<T: Float>(from: *const T, axes: &[Axis], start: usize, n: usize, base: *mut T) {
    walk(
        axes,
        start,
        n,
        #[inline(always)]
        |done, offset, len, stride| {
            for k in 0..len {
                // SAFETY: `done + k < n`.
                let x = unsafe { from.wrapping_add(done + k).read() };
                // SAFETY: `walk` visits the indices `start..start + n` of the array, which the caller vouches for.
                unsafe { base.wrapping_offset(offset + k as isize * stride).write(x) };
            }
        },
    );
}
