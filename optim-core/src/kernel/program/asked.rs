//! Questions about time while a step is described: its program holds for all steps that answer them alike.

use super::rows::ScalarRows;
use crate::time::{Slot, Time, Whole};

/// A question about the step count, with its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    Every { k: u64, first: u64, is: bool },
    After { n: u64, is: bool },
    At { n: u64, is: bool },
    Slot { of: u64, later: u64, place: usize },
}

impl Question {
    /// True if a step gives the same answer.
    pub(crate) fn holds(self, time: Time) -> bool {
        match self {
            Self::Every { k, first, is } => time.every_from(k, first) == is,
            Self::After { n, is } => time.after(n) == is,
            Self::At { n, is } => time.at(n) == is,
            Self::Slot { of, later, place } => time.slot_later(of, later).place() == place,
        }
    }
}

/// The step count of a step that is described. The methods are those of [`Time`].
#[derive(Clone, Copy, Debug)]
pub struct Asked<'p> {
    pub(super) time: Time,
    /// The state that this step count is kept in, if it is not the parameter's.
    pub(super) count: Option<usize>,
    pub(super) rows: &'p ScalarRows,
}

impl Asked<'_> {
    fn note(self, question: Question) {
        self.rows.ask(question, self.count);
    }

    /// See [`Time::every`].
    pub fn every<K: Whole>(self, k: K) -> bool {
        self.every_from(k, k)
    }

    /// See [`Time::every_from`].
    pub fn every_from<K: Whole, F: Whole>(self, k: K, first: F) -> bool {
        let is = self.time.every_from(k, first);
        self.note(Question::Every { k: k.count(), first: first.count(), is });
        is
    }

    /// See [`Time::after`].
    pub fn after<K: Whole>(self, n: K) -> bool {
        let is = self.time.after(n);
        self.note(Question::After { n: n.count(), is });
        is
    }

    /// See [`Time::at`].
    pub fn at<K: Whole>(self, n: K) -> bool {
        let is = self.time.at(n);
        self.note(Question::At { n: n.count(), is });
        is
    }

    /// See [`Time::slot`].
    pub fn slot<K: Whole>(self, m: K) -> Slot {
        self.slot_later(m, 0_u64)
    }

    /// See [`Time::slot_later`].
    pub fn slot_later<K: Whole, I: Whole>(self, m: K, i: I) -> Slot {
        let slot = self.time.slot_later(m, i);
        self.note(Question::Slot { of: m.count(), later: i.count(), place: slot.place() });
        slot
    }

    /// See [`Time::index`].
    #[must_use]
    pub fn index(self, slot: Slot, length: usize) -> usize {
        self.time.index(slot, length)
    }
}
