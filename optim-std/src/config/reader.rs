//! Converts keys, including old names, to settings of optimizers and schedules.

use std::sync::Arc;

use optim_core::{HyperInfo, Registry, Setting};

use super::argument::{Argument, Owner};
use super::cursor::{Cursor, Entry, Notes};
use super::document::Data;
use super::error::{ConfigError, Problem, Remark};
use super::misplaced::{misplaced, outside};

/// Reads documents, with the names in a registry.
pub(super) struct Reader<'r> {
    pub(super) registry: &'r Registry,
    pub(super) notes: Notes,
}

impl Reader<'_> {
    /// The arguments in a mapping: entries with present names first, then the others.
    pub(super) fn arguments(&mut self, owner: &Owner, entries: &[Entry<'_>]) -> Result<Vec<Argument>, ConfigError> {
        let (today, old): (Vec<_>, Vec<_>) = entries.iter().partition(|entry| owner.find(&entry.key.name).is_some());
        let mut arguments = Vec::new();
        for entry in today {
            let Some(info) = owner.find(&entry.key.name) else { continue };
            self.give(owner, info, entry, &mut arguments)?;
        }
        let old = self.halves(owner, old, &mut arguments)?;
        for entry in old {
            let Some(info) = owner.find_old(&entry.key.name) else {
                let unknown = || entry.unknown(owner.name, "argument", owner.known());
                self.notes.refuse(outside(&entry.key.name).map_or_else(unknown, |help| misplaced(entry, help)))?;
                continue;
            };
            if self.give(owner, info, entry, &mut arguments)? {
                self.notes.warn(entry.place(), alias(owner, entry.key.name.clone(), info));
            }
        }
        Ok(arguments)
    }

    /// Sets the value of an argument that has none yet. Returns true if it was set.
    fn give(
        &mut self,
        owner: &Owner,
        info: &'static HyperInfo,
        entry: &Entry<'_>,
        arguments: &mut Vec<Argument>,
    ) -> Result<bool, ConfigError> {
        if arguments.iter().any(|argument| argument.info.name == info.name) {
            let given = entry.key.name.clone();
            let name = if info.name_under(owner.which) == given { info.name } else { info.name_under(owner.which) };
            let twice = Problem::Twice { given, name: name.to_owned() };
            self.notes.refuse(ConfigError::new(entry.place(), twice))?;
            return Ok(false);
        }
        let value = self.setting(&entry.value)?;
        arguments.push(Argument { info, value, place: entry.value.place() });
        Ok(true)
    }

    /// Sets pairs that are written as two halves. Returns the other entries.
    fn halves<'e, 'd>(
        &mut self,
        owner: &Owner,
        mut entries: Vec<&'e Entry<'d>>,
        arguments: &mut Vec<Argument>,
    ) -> Result<Vec<&'e Entry<'d>>, ConfigError> {
        for (today, names) in owner.old.halves {
            let of = |name: &str| entries.iter().position(|entry| entry.key.name == name);
            let (Some(info), Some(first), Some(second)) = (owner.find(today), of(names[0]), of(names[1])) else {
                continue;
            };
            let halves = [entries[first], entries[second]];
            entries.retain(|entry| !names.contains(&entry.key.name.as_str()));
            let given = format!("{}` and `{}", names[0], names[1]);
            if arguments.iter().any(|argument| argument.info.name == info.name) {
                let twice = Problem::Twice { given, name: (*today).to_owned() };
                self.notes.refuse(ConfigError::new(halves[0].place(), twice))?;
                continue;
            }
            let value = Setting::Tuple(vec![self.setting(&halves[0].value)?, self.setting(&halves[1].value)?]);
            arguments.push(Argument { info, value, place: halves[0].value.place() });
            self.notes.warn(halves[0].place(), alias(owner, given, info));
        }
        Ok(entries)
    }

    /// The value of an argument. A mapping is a schedule.
    pub(super) fn setting(&mut self, at: &Cursor<'_>) -> Result<Setting, ConfigError> {
        at.shallow()?;
        Ok(match at.data() {
            Data::Null => Setting::None,
            Data::Bool(value) => Setting::Bool(*value),
            Data::Int(number) => Setting::Int(*number),
            Data::Float(number) => Setting::Float(*number),
            Data::Text(text) => Setting::Choice(text.clone()),
            Data::List(_) => {
                let items = at.items().unwrap_or_default();
                Setting::Tuple(items.iter().map(|item| self.setting(item)).collect::<Result<_, _>>()?)
            }
            Data::Map(_) => Setting::Scheduled(self.schedule(at)?),
            Data::Schedule(schedule) => Setting::Scheduled(Arc::clone(schedule)),
        })
    }
}

fn alias(owner: &Owner, given: String, info: &HyperInfo) -> Remark {
    Remark::Alias { owner: owner.name.to_owned(), given, name: info.name_under(owner.which).to_owned() }
}
