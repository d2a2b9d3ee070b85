//! A clock that writes down what it is asked: the questions of one step, their answers, and what they decided.

use optim_language::time::{self, Answers, Program};

use super::{Slot, Time, Whole};

/// Answers at one step, written down. The methods are those of [`Time`], each with the call as it is written.
#[derive(Debug)]
pub struct Clock {
    time: Time,
    step: u64,
    /// The steps that are counted: one of so many, and the first of them.
    counted: (u64, u64),
    pub(super) answers: Answers,
    error: Option<TimeError>,
}

/// A mistake in a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TimeError {
    /// An argument is too small.
    Argument { call: &'static str, value: String, least: u64 },
    /// A slot goes beyond the list that it indexes.
    Slot { call: &'static str, slots: usize, length: usize },
    /// A step has more programs than are allowed.
    Programs,
}

impl Clock {
    pub(super) fn at_step(step: u64) -> Self {
        Self { time: Time::new(step), step, counted: (1, 1), answers: Answers::default(), error: None }
    }

    /// The counted step of a number, as one of all steps.
    const fn step_of(&self, counted: u64) -> u64 {
        let (k, first) = self.counted;
        first.saturating_add(counted.saturating_sub(1).saturating_mul(k))
    }

    fn ask_every(&mut self, k: u64, first: u64) -> bool {
        let period = k.saturating_mul(self.counted.0);
        self.answers.every(period, self.step_of(first), self.step)
    }

    fn ask_after(&mut self, n: u64) -> bool {
        let first = self.step_of(n.saturating_add(1));
        self.answers.ask(time::Event::After(first.saturating_sub(1)), self.step)
    }

    /// Runs `ask` for an optimizer that counts only the steps first, first + k, …, of which this is one.
    pub(crate) fn inside(&mut self, (k, first): (u64, u64), ask: impl FnOnce(&mut Self)) {
        let (time, outside) = (self.time, self.counted);
        self.counted = (k.saturating_mul(outside.0), self.step_of(first));
        let number = self.step.saturating_sub(self.counted.1) / self.counted.0.max(1);
        self.time = Time::new(number.saturating_add(1));
        ask(self);
        (self.time, self.counted) = (time, outside);
    }

    /// The number, which may not be below `least`.
    fn at_least<K: Whole>(&mut self, least: u64, number: K, call: &'static str) -> u64 {
        let count = number.count();
        // A negative number counts as 0.
        let value = number.shown();
        if (count < least || value.starts_with('-')) && self.error.is_none() {
            self.error = Some(TimeError::Argument { call, value, least });
        }
        count.max(least)
    }

    /// See [`Time::every`].
    pub fn every<K: Whole>(&mut self, k: K, call: &'static str) -> bool {
        self.every_from(k, k, call)
    }

    /// See [`Time::every_from`].
    pub fn every_from<K: Whole, F: Whole>(&mut self, k: K, first: F, call: &'static str) -> bool {
        let (k, first) = (self.at_least(1, k, call), self.at_least(1, first, call));
        self.ask_every(k, first)
    }

    /// See [`Time::after`].
    pub fn after<K: Whole>(&mut self, n: K, call: &'static str) -> bool {
        let n = self.at_least(1, n, call);
        self.ask_after(n)
    }

    /// See [`Time::at`].
    pub fn at<K: Whole>(&mut self, n: K, call: &'static str) -> bool {
        let n = self.at_least(1, n, call);
        self.ask_after(n - 1) && !self.ask_after(n)
    }

    /// See [`Time::slot`].
    pub fn slot<K: Whole>(&mut self, m: K, call: &'static str) -> Slot {
        let m = self.at_least(1, m, call);
        self.time.slot(m)
    }

    /// See [`Time::slot_later`].
    pub fn slot_later<K: Whole, I: Whole>(&mut self, m: K, i: I, call: &'static str) -> Slot {
        let (m, i) = (self.at_least(1, m, call), self.at_least(0, i, call));
        self.time.slot_later(m, i)
    }

    /// See [`Time::index`]; the call has the name of the list.
    pub fn index(&mut self, slot: Slot, length: usize, call: &'static str) -> usize {
        if slot.of > length && self.error.is_none() {
            self.error = Some(TimeError::Slot { call, slots: slot.of, length });
        }
        self.time.index(slot, length)
    }

    /// A timed branch takes one of its arms.
    pub fn decides(&mut self, branch: usize, holds: bool) -> bool {
        self.answers.arms.push((branch, holds));
        holds
    }
}

/// The programs of what `ask` asks, by their first steps. What asks nothing has one.
pub(crate) fn programs(ask: &dyn Fn(&mut Clock)) -> Result<Vec<Program>, TimeError> {
    let found = time::programs(|step| {
        let mut clock = Clock::at_step(step);
        ask(&mut clock);
        clock.error.map_or(Ok(clock.answers), Err)
    })?;
    found.ok_or(TimeError::Programs)
}
