//! Memory for state: zeroed lazily by the system, on huge pages where that pays.

use num_traits::Zero;

/// A vector of zeros. The system provides zeroed pages when they are first touched, so a large vector costs nothing until it is used. On Linux,
/// vectors from 4 MiB request huge pages.
///
/// # Panics
/// If they take more than `isize::MAX` bytes, as for any vector.
#[must_use]
pub fn zeroed<T: Copy + Zero>(len: usize) -> Vec<T> {
    let zeros = vec![T::zero(); len];
    advise(&zeros);
    zeros
}

#[cfg(all(target_os = "linux", not(miri)))]
fn advise<T>(data: &[T]) {
    // In bytes: a page, and the smallest vector for which huge pages are requested.
    const PAGE: usize = 4096;
    const HUGE: usize = 4 << 20;
    let bytes = size_of_val(data);
    if bytes < HUGE {
        return;
    }
    let start = data.as_ptr().addr();
    let first = start.next_multiple_of(PAGE);
    let len = (start + bytes - first) & !(PAGE - 1);
    let page = data.as_ptr().cast::<u8>().wrapping_add(first - start).cast_mut();
    // SAFETY: the range lies inside one live allocation; the advice changes how its pages are backed, not what they
    // hold. A refusal is harmless, so the result is not looked at.
    unsafe { libc::madvise(page.cast(), len, libc::MADV_HUGEPAGE) };
}

#[cfg(not(all(target_os = "linux", not(miri))))]
fn advise<T>(_: &[T]) {}
