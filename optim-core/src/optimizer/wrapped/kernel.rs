//! The kernel of a wrapper: the entries of both parts, and the call of the inner optimizer.

use std::ops::Range;

use super::definition::Wrapped;
use super::{Part, Parts};
use crate::definition::Routine;
use crate::draw::hash;
use crate::kernel::{AnyKernel, Cx, Float, Inner, LENT, Source};
use crate::optimizer::global::longest_inside;
use crate::shape::ParamShape;

impl Wrapped {
    /// An entry of either part.
    fn entry(&self, entry: usize) -> Part {
        match entry.checked_sub(self.parts.own.entries.len()) {
            None => Part::Own(entry),
            Some(entry) => Part::Inner(entry),
        }
    }

    /// The routine of the inner optimizer that an entry of the wrapper calls.
    fn called(&self, own: usize) -> Option<Routine> {
        let Parts { own: about, wraps, .. } = self.parts;
        if about.step.contains(&own) {
            Some(Routine::Step)
        } else if about.probe.contains(&own) {
            wraps.probe.map(|_| Routine::Probe)
        } else if about.eval.contains(&own) {
            wraps.eval.then_some(Routine::Eval)
        } else {
            None
        }
    }

    fn inner_of<T: Float>(&self, entries: Range<usize>, counts: bool, cx: &Cx<'_, T>) -> Inner<'_, T> {
        let Parts { own, wraps, .. } = self.parts;
        let step = if cx.is_recorded() { self.inner_step(cx.shape(), cx.step()) } else { 0 };
        Inner {
            kernel: self.inner.kernel(),
            field: wraps.field,
            entries,
            states: cx.states().of_part(self.parts.share_of_inner()),
            inputs: cx.input_place(own.inputs.len()),
            count: wraps.timed.then(|| (cx.states().of(own.states.len()), counts)),
            step,
            draws: hash(wraps.field),
        }
    }
}

impl<T: Float> AnyKernel<T> for Wrapped {
    fn is_elementwise(&self, entry: usize) -> bool {
        match self.entry(entry) {
            Part::Own(entry) => self.called(entry).is_none() && self.own.kernel::<T>().is_elementwise(entry),
            // Facts about the whole model are kept by parameter, not by piece.
            Part::Inner(_) if self.parts.own.global => false,
            Part::Inner(entry) => self.inner.kernel::<T>().is_elementwise(entry),
            Part::Count => false,
        }
    }

    fn slot_count(&self, entry: usize) -> usize {
        match self.entry(entry) {
            Part::Own(entry) => self.own.kernel::<T>().slot_count(entry),
            // They are made where it runs.
            Part::Inner(_) | Part::Count => 0,
        }
    }

    fn slots(&self, entry: usize, shape: ParamShape) -> Vec<usize> {
        match self.entry(entry) {
            Part::Own(entry) => self.own.kernel::<T>().slots(entry, shape),
            Part::Inner(_) | Part::Count => Vec::new(),
        }
    }

    fn slots_inside(&self, entry: usize, shape: ParamShape) -> Vec<Vec<usize>> {
        let entries = match self.entry(entry) {
            Part::Own(entry) => self.called(entry).map_or(0..0, |routine| self.parts.inner.entries_of(routine)),
            Part::Inner(entry) => entry..entry + 1,
            Part::Count => 0..0,
        };
        let kernel = self.inner.kernel::<T>();
        let mut inside = Vec::new();
        for entry in entries {
            // Behind them is what the wrapper lends.
            let slots = kernel.slots(entry, shape).into_iter().chain([0; LENT.len()]);
            longest_inside(&mut inside, vec![slots.collect()]);
            longest_inside(&mut inside, std::iter::once(Vec::new()).chain(kernel.slots_inside(entry, shape)).collect());
        }
        inside
    }

    fn scratch(&self, entry: usize, shape: ParamShape) -> usize {
        let inner = |entry| self.inner.kernel::<T>().scratch(entry, shape);
        match self.entry(entry) {
            Part::Own(entry) => {
                let entries = self.called(entry).map_or(0..0, |routine| self.parts.inner.entries_of(routine));
                let most = entries.map(inner).max().unwrap_or(0);
                self.own.kernel::<T>().scratch(entry, shape).saturating_add(most)
            }
            Part::Inner(entry) => inner(entry),
            Part::Count => 0,
        }
    }

    fn run(&self, entry: usize, cx: &mut Cx<'_, T>) {
        match self.entry(entry) {
            Part::Own(entry) => {
                let own = self.parts.share_of_own();
                let Some(routine) = self.called(entry) else {
                    return self.own.kernel::<T>().run(entry, &mut cx.of_own(own));
                };
                let inner = self.inner_of(self.parts.inner.entries_of(routine), routine == Routine::Step, cx);
                let mut cx = cx.of_own(own);
                self.own.kernel::<T>().run(entry, &mut cx.of_wrapper(&inner));
            }
            Part::Inner(entry) => {
                // Whoever runs this entry sees by itself whether it waits.
                let _ = self.inner_of(entry..entry + 1, false, cx).call(cx, 0, Source::Param, Source::Grad);
            }
            Part::Count => {}
        }
    }
}
