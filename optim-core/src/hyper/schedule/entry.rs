//! Schedules made by name, for configuration.

use std::sync::Arc;

use super::{Formula, Schedule, formula};
use crate::hyper::{HyperError, HyperInfo, Setting};
use crate::names::UnknownSchedule;
use crate::source::SourcePlace;
use crate::suggestion::nearest;

/// A schedule, or the error in its arguments.
type MadeSchedule = Result<Arc<dyn Schedule>, HyperError>;

/// A schedule that can be made by name.
///
/// ```ignore
/// const COSINE: ScheduleEntry = ScheduleEntry::of::<CosineDecayLR>();
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ScheduleEntry {
    names: &'static [&'static str],
    doc: &'static str,
    source: SourcePlace,
    arguments: &'static [HyperInfo],
    make: fn(&[Setting]) -> MadeSchedule,
}

impl ScheduleEntry {
    /// The entry of a schedule with `#[scheduler]`.
    pub const fn of<F: Formula + Schedule>() -> Self {
        Self { names: F::NAMES, doc: F::DOC, source: F::SOURCE, arguments: F::HYPERS, make: make::<F> }
    }

    /// Its names, its own first.
    pub fn names(&self) -> &'static [&'static str] {
        self.names
    }

    /// Its own name.
    pub fn name(&self) -> &'static str {
        self.names.first().copied().unwrap_or_default()
    }

    /// Its documentation.
    pub fn doc(&self) -> &'static str {
        self.doc
    }

    /// The place of the struct.
    pub fn source(&self) -> SourcePlace {
        self.source
    }

    /// Its arguments, in the order of `new`; see [`HyperInfo::name_under`] for what they are called.
    pub fn arguments(&self) -> &'static [HyperInfo] {
        self.arguments
    }

    /// The index of `name` among its names. Case does not matter, and a trailing `LR` is optional.
    pub fn position(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| is_called(known, name))
    }

    /// Creates the schedule from arguments by name. Every name of an argument is accepted, whichever name of the
    /// schedule you use. Messages use the argument names that belong to `name`.
    ///
    /// # Errors
    ///
    /// An argument that is unknown, given twice, missing, of the wrong type or out of range.
    pub fn make(&self, name: &str, arguments: &[(&str, Setting)]) -> Result<Arc<dyn Schedule>, HyperError> {
        let which = self.position(name).unwrap_or(0);
        let schedule = self.names.get(which).copied().unwrap_or_default();
        let mut values: Vec<Option<Setting>> = vec![None; self.arguments.len()];
        for (argument, value) in arguments {
            let Some(place) = self.arguments.iter().position(|info| info.is_called(argument)) else {
                let known: Vec<&str> = self.arguments.iter().map(|info| info.name_under(which)).collect();
                return Err(HyperError::UnknownArgument {
                    schedule,
                    name: (*argument).to_owned(),
                    nearest: nearest(argument, known.iter().copied()),
                    known,
                });
            };
            if values[place].replace(value.clone()).is_some() {
                return Err(HyperError::Twice { schedule, name: self.arguments[place].name_under(which) });
            }
        }
        let filled = values.into_iter().zip(self.arguments).map(|(value, info)| {
            value
                .or_else(|| info.default.map(|default| default()))
                .ok_or(HyperError::Missing { optimizer: schedule, name: info.name_under(which) })
        });
        let values: Vec<Setting> = filled.collect::<Result<_, _>>()?;
        (self.make)(&values).map_err(|error| self.said_of(error, schedule, which))
    }

    /// The error with the argument names that belong to the schedule name that was used.
    fn said_of(&self, error: HyperError, schedule: &'static str, which: usize) -> HyperError {
        let called = |name: &'static str| {
            self.arguments.iter().find(|info| info.name == name).map_or(name, |info| info.name_under(which))
        };
        match error {
            HyperError::Type { name, value, expected, .. } => {
                HyperError::Type { optimizer: schedule, name: called(name), value, expected }
            }
            HyperError::Range { name, value, allowed, .. } => {
                HyperError::Range { optimizer: schedule, name: called(name), value, allowed }
            }
            HyperError::Arguments { message, given, .. } => HyperError::Arguments { schedule, message, given },
            other => other,
        }
    }
}

fn make<F: Formula + Schedule>(values: &[Setting]) -> MadeSchedule {
    let schedule = F::from_values(values)?;
    formula::validate(&schedule)?;
    Ok(Arc::new(schedule))
}

/// Returns true if `name` refers to the schedule called `known`.
fn is_called(known: &str, name: &str) -> bool {
    let short = |name: &str| {
        let name = name.to_lowercase();
        name.strip_suffix("lr").map_or_else(|| name.clone(), ToOwned::to_owned)
    };
    short(known) == short(name)
}

/// Finds the entry of a name. Case does not matter, and a trailing `LR` is optional.
///
/// # Errors
///
/// [`HyperError::UnknownSchedule`] with the nearest name.
pub fn find<'e>(entries: &'e [ScheduleEntry], name: &str) -> Result<&'e ScheduleEntry, HyperError> {
    let found = entries.iter().find(|entry| entry.position(name).is_some());
    found.ok_or_else(|| unknown(name, entries).into())
}

/// The error for a name that no entry has.
pub(super) fn unknown(name: &str, entries: &[ScheduleEntry]) -> UnknownSchedule {
    let names = entries.iter().flat_map(|entry| entry.names.iter().copied());
    UnknownSchedule {
        name: name.to_owned(),
        nearest: nearest(name, names),
        known: entries.iter().map(ScheduleEntry::name).collect(),
    }
}
