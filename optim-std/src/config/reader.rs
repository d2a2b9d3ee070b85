//! Converts keys, including old names, to settings of optimizers and schedules.

use std::sync::Arc;

use optim_core::{HyperError, HyperInfo, Registry, Setting};

use super::cursor::{Cursor, Entry, Notes};
use super::document::Data;
use super::error::{ConfigError, Problem, Remark};
use super::misplaced::{misplaced, outside};
use super::place::Place;

/// Reads documents, with the names in a registry.
pub(super) struct Reader<'r> {
    pub(super) registry: &'r Registry,
    pub(super) notes: Notes,
}

/// An argument, under its present name.
#[derive(Clone, Debug)]
pub(super) struct Argument {
    pub(super) info: &'static HyperInfo,
    pub(super) value: Setting,
    pub(super) place: Place,
}

/// Old names of arguments.
pub(super) struct OldNames {
    /// A name, and its old names.
    pub(super) one: &'static [(&'static str, &'static [&'static str])],
    /// A pair, and the old names of its two halves. Both halves are needed.
    pub(super) halves: &'static [(&'static str, [&'static str; 2])],
}

/// The optimizer or schedule to which arguments belong.
pub(super) struct Owner {
    pub(super) name: &'static str,
    pub(super) infos: &'static [HyperInfo],
    /// The index of the name by which the document calls the owner, see [`HyperInfo::name_under`].
    pub(super) which: usize,
    pub(super) old: &'static OldNames,
}

impl Owner {
    fn find(&self, name: &str) -> Option<&'static HyperInfo> {
        self.infos.iter().find(|info| info.is_called(name))
    }

    /// The argument with this old name, or with this name in other upper or lower case.
    fn find_old(&self, name: &str) -> Option<&'static HyperInfo> {
        let old = self.old.one.iter().filter(|(_, old)| old.contains(&name));
        old.filter_map(|(today, _)| self.find(today)).next().or_else(|| {
            let same = |known: &&str| known.eq_ignore_ascii_case(name);
            self.infos.iter().find(|info| same(&info.name) || info.names.iter().any(&same))
        })
    }

    /// All names of arguments, including old ones. Names of an inner optimizer are without the wrapper's field.
    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> {
        let one = self.old.one.iter().filter(|(today, _)| self.find(today).is_some()).flat_map(|(_, old)| *old);
        let halves = self.old.halves.iter().filter(|(today, _)| self.find(today).is_some()).flat_map(|(_, old)| old);
        let last = |info: &HyperInfo| info.name.rsplit('.').next().unwrap_or(info.name);
        self.infos.iter().map(last).chain(one.chain(halves).copied())
    }

    fn known(&self) -> Vec<String> {
        self.infos.iter().map(|info| info.name_under(self.which).to_owned()).collect()
    }
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

/// An error about an argument, with the argument's place if it is known.
pub(super) fn located(error: HyperError, at: Place, arguments: &[Argument]) -> ConfigError {
    let about = match &error {
        HyperError::Type { name, .. } | HyperError::Range { name, .. } | HyperError::NotScheduled { name, .. } => {
            Some(*name)
        }
        HyperError::Schedule { path, .. } => path.split(['.', '[']).next(),
        _ => None,
    };
    let inside = |argument: &&Argument, name: &str| {
        argument.info.name.strip_suffix(name).is_some_and(|field| field.ends_with('.'))
    };
    let argument = about.and_then(|name| {
        let mut named = arguments.iter().filter(|argument| argument.info.is_called(name));
        named.next().or_else(|| arguments.iter().find(|argument| inside(argument, name)))
    });
    let place = argument.map_or(at, |argument| argument.place.clone());
    match (error, argument.map(|argument| &argument.value)) {
        // The message shows the text in quotes, because it may look like a number.
        (HyperError::Type { name, expected, .. }, Some(Setting::Choice(text))) => {
            let (expected, found) = (format!("{expected} for `{name}`"), format!("the text {text:?}"));
            ConfigError::new(place, Problem::Type { expected, found })
        }
        (error, _) => ConfigError::new(place, error),
    }
}
