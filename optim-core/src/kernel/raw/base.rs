//! The only pointer type of the kernel, and the location of a stream's numbers.

/// The start of the numbers of an array or a buffer.
///
/// It reads and writes nothing itself. Each `unsafe` block that uses it says why the numbers exist and who else can access them.
#[derive(Debug)]
pub(crate) struct Base<T>(*mut T);

impl<T> Clone for Base<T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Base<T> {}

// SAFETY: sending an address sends no number. What is read or written through it is proven where that is done, and needs
// no more than numbers that may be sent and shared.
unsafe impl<T: Send + Sync> Send for Base<T> {}
// SAFETY: an address that is shared lets nobody reach a number without such a proof.
unsafe impl<T: Send + Sync> Sync for Base<T> {}

impl<T> Base<T> {
    #[inline(always)]
    pub(super) const fn new(ptr: *mut T) -> Self {
        Self(ptr)
    }

    /// The same address as a base of upper halves.
    #[inline(always)]
    pub(super) const fn halves(self) -> Base<u16> {
        Base(self.0.cast())
    }

    /// The base of numbers that are only read.
    #[inline(always)]
    pub(super) const fn of(numbers: &[T]) -> Self {
        Self(numbers.as_ptr().cast_mut())
    }

    #[inline(always)]
    pub(super) const fn of_mut(numbers: &mut [T]) -> Self {
        Self(numbers.as_mut_ptr())
    }

    #[inline(always)]
    pub(super) const fn get(self) -> *mut T {
        self.0
    }

    /// The base moved forward by `n` numbers.
    #[inline(always)]
    pub(super) const fn after(self, n: usize) -> Self {
        Self(self.0.wrapping_add(n))
    }

    /// The base moved back by `n` numbers.
    #[inline(always)]
    pub(super) const fn before(self, n: usize) -> Self {
        Self(self.0.wrapping_sub(n))
    }

    /// The base moved by `n` numbers, forward or back.
    #[inline(always)]
    pub(super) const fn offset(self, n: isize) -> Self {
        Self(self.0.wrapping_offset(n))
    }
}

/// The location of the numbers of an input or an output, for one stretch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot<T> {
    pub(super) base: Base<T>,
    /// Bytes from one number to the next: 0 if all elements use the same numbers, 2 for upper halves.
    step: u32,
    /// True if no number that is written here is subnormal.
    pub(super) is_flushed: bool,
}

impl<T> Spot<T> {
    /// A placeholder.
    pub(super) const NONE: Self = Self::fixed(Base::new(std::ptr::dangling_mut()));

    /// Consecutive numbers.
    #[inline(always)]
    pub(super) const fn line(base: Base<T>) -> Self {
        Self { base, step: size_of::<T>() as u32, is_flushed: false }
    }

    /// The same numbers for each tile.
    #[inline(always)]
    pub(super) const fn fixed(base: Base<T>) -> Self {
        Self { base, step: 0, is_flushed: false }
    }

    /// Consecutive upper halves of numbers.
    #[inline(always)]
    pub(super) const fn halves(base: Base<u16>, is_flushed: bool) -> Self {
        Self { base: Base(base.0.cast()), step: size_of::<u16>() as u32, is_flushed }
    }

    /// The spot moved forward by `n` numbers.
    #[inline(always)]
    pub(super) const fn moved(self, n: usize) -> Self {
        Self { base: self.after(n), ..self }
    }

    /// Returns true if these are upper halves.
    #[inline(always)]
    pub(super) const fn is_halves(&self) -> bool {
        self.step == size_of::<u16>() as u32
    }

    /// Returns true if all tiles use the same numbers.
    #[inline(always)]
    pub(super) const fn is_fixed(&self) -> bool {
        self.step == 0
    }

    /// The number of bytes by which the spot moves after `n` numbers.
    #[inline(always)]
    pub(super) const fn bytes(&self, n: usize) -> usize {
        n * self.step as usize
    }

    #[inline(always)]
    pub(super) const fn after(&self, n: usize) -> Base<T> {
        Base(self.base.0.wrapping_byte_add(self.bytes(n)))
    }
}

/// The starts of a stream's numbers for each parameter of a block: every `each`-th base. If `each` is 0, all parameters start at the first base.
#[derive(Clone, Copy)]
pub(super) struct Starts<'w, T> {
    pub(super) bases: &'w [Base<T>],
    pub(super) each: usize,
}

impl<'w, T> Starts<'w, T> {
    /// Stores some starts, and returns them.
    pub(super) fn stored(to: &'w mut [Base<T>], each: usize, bases: impl Iterator<Item = Base<T>>) -> Self {
        to.iter_mut().zip(bases).for_each(|(to, base)| *to = base);
        Self { bases: to, each }
    }

    #[inline(always)]
    pub(super) fn of(&self, item: usize) -> Base<T> {
        self.bases[item * self.each]
    }
}

/// Prefetches the cache lines 2048 bytes after a tile.
#[inline(always)]
pub(super) fn look_ahead<T>(from: Base<T>, n: usize) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        const AHEAD: usize = 2048;
        const LINE: usize = 64;
        let ahead = from.get().cast::<i8>().wrapping_add(AHEAD);
        for line in 0..(n * size_of::<T>()).div_ceil(LINE) {
            // SAFETY: a prefetch reads nothing that a program can see and never faults, whatever the address.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(ahead.wrapping_add(line * LINE)) };
        }
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = (from, n);
}
