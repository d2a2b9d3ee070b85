//! A clock that records questions: the questions that a step asks about time, their answers, and the branches that these decided.

use optim_language::time::{self, Answers, Event, Program};

use super::{Slot, Time, Whole};

/// A question about a step count, and its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    Every { k: u64, first: u64, is: bool },
    After { n: u64, is: bool },
    At { n: u64, is: bool },
    Slot { of: u64, later: u64, place: usize },
}

impl Question {
    /// Returns true if another step gives the same answer.
    fn holds(self, time: Time) -> bool {
        match self {
            Self::Every { k, first, is } => time.every_from(k, first) == is,
            Self::After { n, is } => time.after(n) == is,
            Self::At { n, is } => time.at(n) == is,
            Self::Slot { of, later, place } => time.slot_later(of, later).place() == place,
        }
    }
}

/// A step count and its source.
#[derive(Clone, Copy, Debug)]
pub struct StepCount {
    pub(crate) time: Time,
    /// The state that contains it; `None` for the parameter's own step count.
    pub(crate) state: Option<usize>,
    /// The steps of the parameter that it counts, if they are known and regular: the period, and the first one.
    pub(crate) every: Option<(u64, u64)>,
}

impl StepCount {
    /// The parameter's own step count.
    pub(crate) const fn of_param(time: Time) -> Self {
        Self { time, state: None, every: Some((1, 1)) }
    }

    /// The steps of the parameter that an inner optimizer counts, if it counts these steps of this step count.
    pub(crate) fn every_inside(self, inside: Option<(u64, u64)>) -> Option<(u64, u64)> {
        let ((k, _), (inner_k, first)) = (self.every?, inside?);
        Some((k.saturating_mul(inner_k), self.step_of(first)?))
    }

    /// The step of the parameter at which this step count has this value.
    fn step_of(self, number: u64) -> Option<u64> {
        let (k, first) = self.every?;
        Some(first.saturating_add(number.saturating_sub(1).saturating_mul(k)))
    }
}

/// The arm of a step that calls the inner optimizer, see [`Questions::about_calls`].
pub(crate) const CALLS: usize = 0;

/// The questions that a step asks about its step counts, and the branches that the answers decided.
#[derive(Clone, Debug, Default)]
pub struct Questions {
    /// Each question once, with the state of its step count.
    asked: Vec<(Question, Option<usize>)>,
    pub(super) answers: Answers,
    error: Option<TimeError>,
    /// True if the step calls the inner optimizer.
    pub(crate) calls_inner: bool,
}

impl Questions {
    /// Returns true if another step has the same answers. `count` returns the step count in a state.
    pub(crate) fn hold(&self, time: Time, count: impl Fn(usize) -> u64) -> bool {
        let of = |state: Option<usize>| state.map_or(time, |state| Time::new(count(state)));
        self.asked.iter().all(|(question, state)| question.holds(of(*state)))
    }

    /// The questions, for which the only decision is the call of the inner optimizer: [`CALLS`] or the other arm.
    pub(crate) fn about_calls(mut self) -> Self {
        self.answers.arms = vec![(0, if self.calls_inner { CALLS } else { CALLS + 1 })];
        self
    }
}

/// A step count that records questions. It has the methods of [`Time`]; each also takes the text of the call.
#[derive(Debug)]
pub struct Clock<'a> {
    pub(super) count: StepCount,
    pub(super) questions: &'a mut Questions,
}

/// A mistake in a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TimeError {
    /// An argument that is too small.
    Argument { call: &'static str, value: String, least: u64 },
    /// A slot that goes beyond the end of its list.
    Slot { call: &'static str, slots: usize, length: usize },
    /// More programs than a step may have.
    Programs,
}

impl<'a> Clock<'a> {
    pub(crate) const fn new(count: StepCount, questions: &'a mut Questions) -> Self {
        Self { count, questions }
    }

    fn note(&mut self, question: Question) {
        let asked = (question, self.count.state);
        if !self.questions.asked.contains(&asked) {
            self.questions.asked.push(asked);
        }
    }

    fn ask_every(&mut self, k: u64, first: u64) {
        let StepCount { time, every, .. } = self.count;
        let steps = every.zip(self.count.step_of(first)).zip(self.count.step_of(time.step()));
        if let Some((((counted, _), first), step)) = steps {
            self.questions.answers.every(k.saturating_mul(counted), first, step);
        }
    }

    fn ask_after(&mut self, n: u64) -> bool {
        let StepCount { time, .. } = self.count;
        if let Some((first, step)) = self.count.step_of(n.saturating_add(1)).zip(self.count.step_of(time.step())) {
            self.questions.answers.ask(Event::After(first.saturating_sub(1)), step);
        }
        time.after(n)
    }

    /// The number. It is an error if it is below `least`.
    fn at_least<K: Whole>(&mut self, least: u64, number: K, call: &'static str) -> u64 {
        let count = number.count();
        // A negative number counts as 0.
        let value = number.shown();
        let error = &mut self.questions.error;
        if (count < least || value.starts_with('-')) && error.is_none() {
            *error = Some(TimeError::Argument { call, value, least });
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
        let is = self.count.time.every_from(k, first);
        self.ask_every(k, first);
        self.note(Question::Every { k, first, is });
        is
    }

    /// See [`Time::after`].
    pub fn after<K: Whole>(&mut self, n: K, call: &'static str) -> bool {
        let n = self.at_least(1, n, call);
        let is = self.ask_after(n);
        self.note(Question::After { n, is });
        is
    }

    /// See [`Time::at`].
    pub fn at<K: Whole>(&mut self, n: K, call: &'static str) -> bool {
        let n = self.at_least(1, n, call);
        let is = self.ask_after(n - 1) && !self.ask_after(n);
        self.note(Question::At { n, is });
        is
    }

    /// See [`Time::slot`].
    pub fn slot<K: Whole>(&mut self, m: K, call: &'static str) -> Slot {
        self.slot_later(m, 0_u64, call)
    }

    /// See [`Time::slot_later`].
    pub fn slot_later<K: Whole, I: Whole>(&mut self, m: K, i: I, call: &'static str) -> Slot {
        let (of, later) = (self.at_least(1, m, call), self.at_least(0, i, call));
        let slot = self.count.time.slot_later(of, later);
        self.note(Question::Slot { of, later, place: slot.place() });
        slot
    }

    /// See [`Time::index`]; the text of the call contains the name of the list.
    pub fn index(&mut self, slot: Slot, length: usize, call: &'static str) -> usize {
        let error = &mut self.questions.error;
        if slot.of > length && error.is_none() {
            *error = Some(TimeError::Slot { call, slots: slot.of, length });
        }
        self.count.time.index(slot, length)
    }

    /// Records the arm of a timed branch that runs.
    pub fn takes(&mut self, branch: usize, arm: usize) {
        self.questions.answers.arms.push((branch, arm));
    }

    /// Records that the step calls the inner optimizer.
    pub const fn calls_inner(&mut self) {
        self.questions.calls_inner = true;
    }
}

/// The programs of a step that asks these questions at a time, by their first steps. A step without questions has one.
pub(crate) fn programs(questions: impl Fn(Time) -> Questions) -> Result<Vec<Program>, TimeError> {
    let found = time::programs(|step| {
        let Questions { answers, error, .. } = questions(Time::new(step));
        error.map_or(Ok(answers), Err)
    })?;
    found.ok_or(TimeError::Programs)
}
