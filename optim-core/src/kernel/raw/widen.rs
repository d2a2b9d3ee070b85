//! Passes that cannot write whole blocks, because their tiles are rows or matrices. They work on a decoded copy of all numbers, which is encoded
//! after the pass.

use super::claim::Coverage;
use super::coded::Coded;
use crate::kernel::resolve::{Order, Space};
use crate::kernel::{Extent, Float, Reduction, Source, StateSlot, StepContext, Stored, Stream, TILE, zeroed};

/// The first scratch slot of such copies.
pub(super) const WIDE: usize = usize::MAX / 2;

impl<'j, T: Float> StepContext<'j, T> {
    /// The state of a stream, if it is stored in fewer bytes.
    pub(super) fn stored(&self, source: Source) -> Option<(usize, &'j Stored)> {
        match source {
            Source::State(index) => match self.claim.job.states.get(index) {
                Some(StateSlot::Stored(stored)) => Some((index, stored)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns true if it is stored in blocks.
    pub(super) fn in_blocks(&self, source: Source) -> bool {
        self.stored(source).is_some_and(|(_, stored)| stored.storage().map().is_some())
    }

    /// The codes of such a state, for a pass that reads and writes them.
    pub(super) fn coded(&self, index: usize, stored: &Stored) -> Coded {
        let job = self.claim.job;
        Coded::new(stored, || job.draws.rounding(job.t, index as u64))
    }

    /// A scratch slot, or the slot of a copy.
    #[inline]
    pub(super) fn slot(&mut self, slot: usize) -> &mut Vec<T> {
        match slot.checked_sub(WIDE) {
            Some(copy) => &mut self.arena.wide[copy],
            None => &mut self.arena.scratch[slot],
        }
    }

    /// Replaces outputs by copies if the pass cannot write their blocks as a whole. Returns true if there are any.
    #[inline(never)]
    pub(super) fn widen(
        &mut self,
        extent: Extent,
        inputs: &[Stream],
        outputs: &mut [Stream],
        reductions: &[Reduction],
    ) -> bool {
        let runs = matches!(self.claim.part(), Coverage::Whole | Coverage::Shared(..)) && !self.claim.shares_states();
        if !runs || extent.len() == 0 || !outputs.iter().any(|stream| self.in_blocks(stream.source)) {
            return false;
        }
        let order = Order::of(&self.claim, extent, inputs.iter().chain(&*outputs), reductions);
        if Space::of(order, extent, || inputs.iter().chain(&*outputs), reductions).is_line() {
            return false;
        }
        self.arena.widened.clear();
        for stream in outputs {
            if !self.in_blocks(stream.source) {
                continue;
            }
            let Some((index, stored)) = self.stored(stream.source) else { continue };
            let (len, copy) = (stored.len(), self.arena.widened.len());
            self.arena.widened.push(index);
            if self.arena.wide.len() <= copy {
                self.arena.wide.push(Vec::new());
            }
            let to = &mut self.arena.wide[copy];
            if to.len() < len {
                *to = Vec::new();
                *to = zeroed(len);
            }
            self.isa.run(
                #[inline(always)]
                || {
                    for (first, to) in (0..).step_by(TILE).zip(to[..len].chunks_mut(TILE)) {
                        stored.decode(first, to);
                    }
                },
            );
            stream.source = Source::Scratch(WIDE + copy);
        }
        true
    }

    /// Encodes the copies after the pass.
    #[inline(never)]
    pub(super) fn narrow(&mut self) {
        while let Some(index) = self.arena.widened.pop() {
            let copy = self.arena.widened.len();
            let Some((_, stored)) = self.stored(Source::State(index)) else { continue };
            let coded = self.coded(index, stored);
            let numbers = &self.arena.wide[copy][..coded.len()];
            self.isa.run(
                #[inline(always)]
                || {
                    for (first, numbers) in (0..).step_by(TILE).zip(numbers.chunks(TILE)) {
                        // SAFETY: the claim is for all of the parameter, its states are not shared, and the pass has ended: nobody else
                        // reads or writes this state now. Each tile begins a block.
                        unsafe { coded.write(&[], first, numbers) };
                    }
                },
            );
        }
    }
}
