//! A clock that writes down what it is asked: the questions of one step, their answers, and what they decided.

use optim_language::time::{self, Answers, Event, Program};

use super::{Slot, Time, Whole};

/// Answers at one step, written down. The methods are those of [`Time`], each with the call as it is written.
#[derive(Debug)]
pub struct Clock {
    time: Time,
    step: u64,
    /// Of so many steps one is counted.
    every: u64,
    pub(super) answers: Answers,
    error: Option<TimeError>,
}

/// What is wrong with a question.
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
        Self { time: Time::new(step), step, every: 1, answers: Answers::default(), error: None }
    }

    fn ask(&mut self, event: Event) -> bool {
        let every = self.every;
        // What is asked of counted steps, as a question about all of them.
        let event = match event {
            _ if every == 1 => event,
            Event::Every(k) => Event::Every(k.saturating_mul(every)),
            Event::After(n) => Event::After(n.saturating_add(1).saturating_mul(every).saturating_sub(1)),
        };
        self.answers.ask(event, self.step)
    }

    /// Asks as something that counts only each so many steps, of which this is one.
    pub(crate) fn inside(&mut self, every: u64, ask: impl FnOnce(&mut Self)) {
        let (time, outside) = (self.time, self.every);
        self.every = outside.saturating_mul(every);
        self.time = Time::new(self.step / self.every.max(1));
        ask(self);
        (self.time, self.every) = (time, outside);
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
        let k = self.at_least(1, k, call);
        self.ask(Event::Every(k))
    }

    /// See [`Time::after`].
    pub fn after<K: Whole>(&mut self, n: K, call: &'static str) -> bool {
        let n = self.at_least(1, n, call);
        self.ask(Event::After(n))
    }

    /// See [`Time::at`].
    pub fn at<K: Whole>(&mut self, n: K, call: &'static str) -> bool {
        let n = self.at_least(1, n, call);
        self.ask(Event::After(n - 1)) && !self.ask(Event::After(n))
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

    /// See [`Time::index`].
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
