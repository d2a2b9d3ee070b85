//! A tile of a piece of work: the numbers of its inputs and outputs, as slices.

use std::mem::{MaybeUninit, transmute_copy};
use std::slice::{from_raw_parts, from_raw_parts_mut};

use super::base::{Base, Spot, look_ahead};

/// The number of elements that a linear pass processes at once.
pub(super) const BLOCK: usize = 64;

/// A tile of a piece of work, or a block of a linear one.
// Invariant: a `Work` has these elements, and its inputs and outputs that stay have as many numbers. It is asked once for each of its inputs and
// outputs, when slices of the tile before it are not in use; for upper halves to write when those that it has shown are not.
#[derive(Clone, Copy)]
pub(super) struct Tile {
    pub(super) first: usize,
    pub(super) n: usize,
    /// True if later elements are prefetched.
    pub(super) ahead: bool,
}

impl Tile {
    /// The numbers of an input.
    #[inline(always)]
    pub(super) fn input<'s, T>(self, spot: &Spot<T>) -> &'s [T] {
        let from = self.from(spot);
        // SAFETY: an input has these numbers, and nobody writes them, by the invariants of `Work` and of the tile.
        unsafe { from_raw_parts(from.get(), self.n) }
    }

    /// The numbers of an output.
    #[inline(always)]
    pub(super) fn output<'s, T>(self, spot: &Spot<T>) -> &'s mut [T] {
        let from = self.from(spot);
        // SAFETY: an output has them too. Nobody else reaches them, and no slice of the tile before is left.
        unsafe { from_raw_parts_mut(from.get(), self.n) }
    }

    /// The upper halves of an input or an output.
    #[inline(always)]
    pub(super) fn halves<'s, T>(self, spot: &Spot<T>) -> &'s [u16] {
        let from = spot.after(self.first).halves();
        if self.ahead {
            look_ahead(from, self.n);
        }
        // SAFETY: a spot of halves has these, an input's that nobody writes, or an output's that are this thread's alone, by the invariants.
        unsafe { from_raw_parts(from.get(), self.n) }
    }

    /// The writable upper halves of an output.
    #[inline(always)]
    pub(super) fn halves_mut<'s, T>(self, spot: &Spot<T>) -> &'s mut [u16] {
        // SAFETY: an output has these halves, which are this thread's alone. Slices of what was read are no longer in use, by the invariant of the
        // tile.
        unsafe { from_raw_parts_mut(spot.after(self.first).halves().get(), self.n) }
    }

    #[inline(always)]
    fn from<T>(self, spot: &Spot<T>) -> Base<T> {
        let from = spot.after(self.first);
        if self.ahead {
            look_ahead(from, self.n);
        }
        from
    }

    /// Prefetches later elements of some streams.
    #[inline(always)]
    pub(super) fn look_ahead<T, const N: usize>(self, spots: &[Spot<T>; N]) {
        for spot in spots {
            look_ahead(spot.after(self.first), self.n);
        }
    }

    /// The numbers of all inputs and outputs.
    #[inline(always)]
    pub(super) fn slices<'s, T, const I: usize, const O: usize>(
        self,
        inputs: &[Spot<T>; I],
        outputs: &[Spot<T>; O],
    ) -> ([&'s [T]; I], [&'s mut [T]; O]) {
        let read = array(
            #[inline(always)]
            |k| self.input(&inputs[k]),
        );
        let written = array(
            #[inline(always)]
            |k| self.output(&outputs[k]),
        );
        (read, written)
    }
}

/// Creates an array from the index of each element. The compiler does not inline `std::array::from_fn`, and its call takes
/// longer than a small tile.
#[inline(always)]
pub(super) fn array<V, const N: usize>(mut make: impl FnMut(usize) -> V) -> [V; N] {
    let mut all = [const { MaybeUninit::<V>::uninit() }; N];
    for (k, to) in all.iter_mut().enumerate() {
        to.write(make(k));
    }
    // SAFETY: the loop has written all elements, and `MaybeUninit<V>` has the layout of `V`. The original is not used again.
    unsafe { transmute_copy(&all) }
}

/// Empty slices as placeholders.
#[inline(always)]
pub(super) fn none<'s, T, const N: usize>() -> [&'s mut [T]; N] {
    array(
        #[inline(always)]
        |_| -> &'s mut [T] { &mut [] },
    )
}
