//! Layouts of arrays in memory: their axes.

/// One axis of a strided array: its length and the distance between neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Axis {
    pub(super) len: usize,
    pub(super) stride: isize,
}

/// Appends the axes of an array in the given order. It skips axes of length 1, and joins neighbours that are contiguous in memory. An array that
/// is a plain line of elements adds nothing, or one axis of stride 1.
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

/// Sorts axes from the largest stride to the smallest. Axes in C order stay as they are.
pub(super) fn sort_by_stride(axes: &mut [usize], strides: Option<&[isize]>) {
    if let Some(strides) = strides {
        // Insertion sort: there are few axes, and a step allocates no memory.
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
pub(super) fn are_line(axes: &[Axis]) -> bool {
    matches!(axes, [] | [Axis { stride: 1, .. }])
}

/// Appends an array's axes in the given order, and returns their range; an empty range if they are a line.
pub(super) fn lay(
    axes: &mut Vec<Axis>,
    shape: &[usize],
    strides: Option<&[isize]>,
    order: impl Iterator<Item = usize>,
) -> (usize, usize) {
    let first = axes.len();
    push_axes(axes, shape, strides, order);
    if are_line(&axes[first..]) {
        axes.truncate(first);
        return (0, 0);
    }
    (first, axes.len())
}

/// Returns whether an array is one run of memory in C order, and its number of elements.
#[inline]
pub(super) fn is_plain(shape: &[usize], strides: Option<&[isize]>) -> (bool, usize) {
    let Some(strides) = strides else { return (true, shape.iter().product()) };
    let (mut plain, mut len) = (true, 1);
    for (&n, &stride) in shape.iter().zip(strides).rev() {
        plain &= n == 1 || stride == len as isize;
        len *= n;
    }
    (plain, len)
}

/// Returns true if an array is one run of memory in C order with `len` elements.
#[inline(always)]
pub(super) fn is_line(shape: &[usize], strides: Option<&[isize]>, len: usize) -> bool {
    match (shape, strides) {
        // Most small parameters are vectors.
        ([own], None) => *own == len,
        ([own], Some([stride])) => *own == len && (*stride == 1 || len == 1),
        _ => is_plain(shape, strides) == (true, len),
    }
}
