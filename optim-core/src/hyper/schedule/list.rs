//! Schedules by name.

use super::ScheduleEntry;
use super::entry::unknown;
use crate::names::{LookupError, same};

/// Schedules by name: the schedules of a registry, from which checkpoints create theirs.
#[derive(Clone, Debug, Default)]
pub(crate) struct ScheduleList {
    entries: Vec<ScheduleEntry>,
}

#[cfg(feature = "inventory")]
inventory::collect!(ScheduleEntry);

impl ScheduleList {
    /// The schedules that registered themselves, sorted by name and place, because the linker decides the order of registration.
    #[cfg(feature = "inventory")]
    pub(crate) fn registered() -> Self {
        let mut entries: Vec<ScheduleEntry> = inventory::iter::<ScheduleEntry>.into_iter().copied().collect();
        crate::sorting::sort_by_key(&mut entries, |entry| (entry.name(), entry.source().file, entry.source().line));
        let mut list = Self::default();
        list.add(&entries);
        list
    }

    /// The schedules that registered themselves: none without the feature `inventory`.
    #[cfg(not(feature = "inventory"))]
    pub(crate) fn registered() -> Self {
        Self::default()
    }

    /// Adds schedules. One that is already in the list is not added again.
    pub(crate) fn add(&mut self, entries: &[ScheduleEntry]) {
        for entry in entries {
            if !self.entries.iter().any(|known| same((known.name(), known.source()), (entry.name(), entry.source()))) {
                self.entries.push(*entry);
            }
        }
    }

    /// Every schedule.
    pub(crate) fn entries(&self) -> &[ScheduleEntry] {
        &self.entries
    }

    /// The schedule with this name. An exact name comes before a name without `LR`.
    pub(crate) fn get(&self, name: &str) -> Result<&ScheduleEntry, LookupError> {
        let exact = |entry: &&ScheduleEntry| entry.names().iter().any(|known| known.eq_ignore_ascii_case(name));
        let mut found: Vec<&ScheduleEntry> = self.entries.iter().filter(exact).collect();
        if found.is_empty() {
            found = self.entries.iter().filter(|entry| entry.position(name).is_some()).collect();
        }
        match found.as_slice() {
            [entry] => Ok(entry),
            [first, second, ..] => Err(LookupError::Twice {
                what: "schedules",
                name: first.name(),
                places: Box::new([first.source(), second.source()]),
            }),
            [] => Err(LookupError::UnknownSchedule(unknown(name, &self.entries))),
        }
    }
}
