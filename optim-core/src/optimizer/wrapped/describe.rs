//! The program of a wrapper. The wrapper describes its own part, and at the call, its inner optimizer describes the rest.

use super::definition::Wrapped;
use super::{CalledRoutine, WrapperPart};
use crate::definition::Routine;
use crate::kernel::{
    Describe, Description, Entry, Float, InnerCount, Inside, LoopNumber, StepSettings, WrittenElement,
};
use crate::optimizer::with_programs::Entries;
use crate::shape::ParamShape;
use crate::time::{Questions, StepCount, Time};

impl Wrapped {
    /// The inner optimizer for the call in an entry.
    fn inside<E: LoopNumber>(
        &self,
        entry: usize,
        called: CalledRoutine,
        description: &Description<'_, '_, E>,
    ) -> Inside<'_, E> {
        let Self { parts, wrapper, inner, .. } = self;
        let is_own = entry < parts.own.entries.len();
        let own = wrapper.description::<E::Float>();
        let (shape, t) = (description.shape(), description.time().step());
        // For a parameter, its states contain the count.
        let is_planned = description.is_planned();
        Inside {
            optimizer: inner.description(),
            field: parts.wraps.field,
            entries: called.entries,
            states: parts.share_of_inner(),
            inputs: parts.own.inputs.len(),
            outputs: parts.own.outputs.len(),
            slots: if is_own { parts.own.entries[entry].scratch } else { 0 },
            settings: if is_own { StepSettings::count(&|to| own.settings_of(entry, to)) } else { 0 },
            count: parts.wraps.timed.then(|| InnerCount {
                state: parts.own.states.len(),
                counts: called.routine == Some(Routine::Step),
                planned: if is_planned { self.inner_step(shape, t) } else { 0 },
            }),
        }
    }
}

impl Wrapped {
    /// Describes an entry of the wrapper, including its inner optimizer.
    fn describe_both<'k, E: LoopNumber>(&'k self, entry: usize, description: &mut Description<'_, 'k, E>) {
        let inside = self.parts.called(entry).map(|called| self.inside(entry, called, description));
        match (self.parts.entry(entry), inside) {
            (WrapperPart::Own(entry), inside) => {
                let own = self.wrapper.description::<E::Float>();
                description.of_wrapper(self.parts.share_of_own(), inside, |own_part| {
                    E::describe_entry(own, entry, own_part);
                });
            }
            (_, Some(inside)) => description.of_inner(&inside),
            (_, None) => {}
        }
    }
}

impl<T: Float> Describe<T> for Wrapped {
    fn describe<'k>(&'k self, entry: usize, description: &mut Description<'_, 'k, T>) {
        self.describe_both(entry, description);
    }

    fn describe_written<'k>(&'k self, entry: usize, description: &mut Description<'_, 'k, WrittenElement>) {
        self.describe_both(entry, description);
    }

    fn settings_of(&self, entry: usize, to: &mut StepSettings) {
        if let WrapperPart::Own(entry) = self.parts.entry(entry) {
            let own = self.wrapper.description::<T>();
            own.settings_of(entry, to);
        }
        let inner = self.inner.description::<T>();
        for entry in self.parts.called(entry).into_iter().flat_map(|called| called.entries) {
            inner.settings_of(entry, to);
        }
    }

    fn ask(&self, entry: usize, shape: ParamShape, count: StepCount, to: &mut Questions) {
        let (mut count, mut calls) = (count, true);
        if let WrapperPart::Own(entry) = self.parts.entry(entry) {
            to.calls_inner = false;
            let own = self.wrapper.description::<T>();
            own.ask(entry, shape, count, to);
            calls = to.calls_inner || !self.parts.wraps.timed;
            count = self.count_inside(shape, count);
        }
        let inner = self.inner.description::<T>();
        for entry in self.parts.called(entry).filter(|_| calls).into_iter().flat_map(|called| called.entries) {
            inner.ask(entry, shape, count, to);
        }
    }
}

impl Wrapped {
    /// The step count of the inner optimizer, if the states are not known.
    fn count_inside(&self, shape: ParamShape, count: StepCount) -> StepCount {
        if !self.parts.wraps.timed {
            return count;
        }
        StepCount {
            time: Time::new(self.inner_step(shape, count.time.step())),
            state: Some(self.parts.own.states.len()),
            every: count.every_inside(self.every(shape)),
        }
    }
}

impl Entries for Wrapped {
    fn entry(&self, entry: usize) -> Entry {
        self.parts.entries[entry.min(self.parts.entries.len() - 1)]
    }

    fn scratch_of(&self, entry: usize, shape: ParamShape, lens: &mut [usize]) {
        let of_own = match self.parts.entry(entry) {
            WrapperPart::Own(entry) => self.parts.own.entries[entry].scratch,
            WrapperPart::Inner(_) | WrapperPart::Count => 0,
        };
        let (to_own, to_inner) = lens.split_at_mut(of_own.min(lens.len()));
        if of_own > 0 {
            self.wrapper.scratch_of(entry, shape, to_own);
        }
        to_inner.fill(0);
        // Scratch is not kept from one entry to the next, so the largest length at each place is enough. A routine usually has one entry.
        let mut others = Vec::new();
        for (number, entry) in self.parts.called(entry).into_iter().flat_map(|called| called.entries).enumerate() {
            let count = self.parts.inner.entries[entry].scratch;
            if number == 0 {
                self.inner.scratch_of(entry, shape, &mut to_inner[..count]);
            } else {
                others.clear();
                others.resize(count, 0);
                self.inner.scratch_of(entry, shape, &mut others);
                to_inner.iter_mut().zip(&others).for_each(|(most, len)| *most = (*len).max(*most));
            }
        }
    }

    fn counts(&self) -> &[usize] {
        self.parts.counts
    }
}
