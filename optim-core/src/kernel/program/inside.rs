//! Inner optimizers. When a wrapper calls its inner optimizer, the inner optimizer describes its step as a part of the wrapper's program.

use std::mem::replace;
use std::ops::Range;
use std::sync::Arc;

use super::Description;
use super::frame::Frame;
use super::inner_count::InnerCount;
use super::kept::Describe;
use super::names::Names;
use super::places::Share;
use super::settings::StepSettings;
use crate::draw::hash;
use crate::kernel::{LoopNumber, Source};
use crate::time::{StepCount, Time};

/// The inner optimizer of a wrapper, for the current routine of the wrapper.
pub(crate) struct Inside<'k, E: LoopNumber> {
    pub(crate) optimizer: &'k dyn Describe<E::Float>,
    /// The wrapper's field that contains it.
    pub(crate) field: &'static str,
    /// The entries that a call runs.
    pub(crate) entries: Range<usize>,
    /// Its share of the states of both.
    pub(crate) states: Share,
    /// The numbers of inputs, outputs, scratch slots and settings that the wrapper has itself.
    pub(crate) inputs: usize,
    pub(crate) outputs: usize,
    pub(crate) slots: usize,
    pub(crate) settings: usize,
    pub(crate) count: Option<InnerCount>,
}

impl<'k, E: LoopNumber> Description<'_, 'k, E> {
    /// Describes the wrapper's own part, with its share of the states. It may call `inside`.
    pub(crate) fn of_wrapper(&mut self, own: Share, inside: Option<Inside<'k, E>>, describe: impl FnOnce(&mut Self)) {
        let frame = self.frame.with_states(own);
        let frame = replace(&mut self.frame, frame);
        let outside = replace(&mut self.inside, inside.map(|inside| (inside, frame.clone())));
        describe(self);
        (self.frame, self.inside) = (frame, outside);
    }

    /// Describes only the inner optimizer, for a routine that the wrapper does not have.
    pub(crate) fn of_inner(&mut self, inside: &Inside<'k, E>) {
        let frame = self.frame.clone();
        inside.describe(self, &frame, 0, [Source::Param, Source::Grad].map(|source| frame.source(source)));
    }

    /// Runs the inner optimizer of a wrapper. It sees `place` as its parameter: the parameter, a state or a scratch slot. It sees `grad` as its
    /// gradient: the gradient or a scratch slot. Does nothing if there is no inner optimizer.
    ///
    /// The key gives the place of the call in the step, like the key of a join.
    pub fn inner(&mut self, key: u64, place: Source, grad: Source) {
        let Some((inside, outer)) = self.inside.take() else { return };
        let given = [place, grad].map(|source| self.frame.source(source));
        inside.describe(self, &outer, key, given);
        self.inside = Some((inside, outer));
    }
}

impl<'k, E: LoopNumber> Inside<'k, E> {
    /// Describes the entries. Their states, slots, settings and inputs belong to the frame `outer`.
    fn describe(&self, description: &mut Description<'_, 'k, E>, outer: &Frame, key: u64, [param, grad]: [Source; 2]) {
        let mut settings = self.settings;
        let mut count = None;
        for (number, entry) in (0..).zip(self.entries.clone()) {
            let mut frame = outer.called(self, [param, grad], settings, [key, number]);
            if let Some(own) = self.count {
                let state = outer.state(own.state);
                let time = Time::new(description.count_of(state, own.planned));
                frame.count = StepCount { time, state: Some(state), every: None };
                count = Some((state, own.counts));
            }
            let frame = replace(&mut description.frame, frame);
            let inside = description.inside.take();
            E::describe_entry(self.optimizer, entry, description);
            (description.frame, description.inside) = (frame, inside);
            settings += StepSettings::count(&|to| self.optimizer.settings_of(entry, to));
        }
        if let Some((state, true)) = count {
            description.count_step(state);
        }
    }
}

impl Frame {
    /// The frame of the inner optimizer, with the same step count. It sees `param` and `grad` as its parameter and its gradient. `settings` settings
    /// come before its own, and `keys` are the keys of its call.
    fn called<E: LoopNumber>(
        &self,
        inside: &Inside<'_, E>,
        [param, grad]: [Source; 2],
        settings: usize,
        keys: [u64; 2],
    ) -> Self {
        let mut fields = self.names.as_ref().map_or_else(Vec::new, |names| names.fields.clone());
        fields.push(inside.field);
        Self {
            param,
            grad,
            states: self.states.of_part(inside.states),
            inputs: self.inputs + inside.inputs,
            outputs: self.outputs + inside.outputs,
            slots: self.slots + inside.slots,
            settings: self.settings + settings,
            count: self.count,
            draws: self.draws.iter().copied().chain([hash(inside.field)]).collect(),
            keys: self.keys.iter().copied().chain(keys).collect(),
            names: Some(Arc::new(Names { fields, lent: [param, grad].map(Source::slot) })),
        }
    }
}
