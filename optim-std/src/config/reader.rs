//! Arguments of optimizers and schedules: from keys, old names among them, to settings.

use std::sync::Arc;

use optim_core::{HyperError, HyperInfo, Registry, Setting};

use super::cursor::{Cursor, Entry, Notes};
use super::document::Data;
use super::error::{ConfigError, Problem, Remark};
use super::place::Place;

/// Reads documents with the names that a registry knows.
pub(super) struct Reader<'r> {
    pub(super) registry: &'r Registry,
    pub(super) notes: Notes,
}

/// An argument by its name of today.
#[derive(Clone, Debug)]
pub(super) struct Argument {
    pub(super) info: &'static HyperInfo,
    pub(super) value: Setting,
    pub(super) place: Place,
}

/// Old names of arguments.
pub(super) struct OldNames {
    /// A name and the old ones.
    pub(super) one: &'static [(&'static str, &'static [&'static str])],
    /// A pair and the old names of its halves, of which both are needed.
    pub(super) halves: &'static [(&'static str, [&'static str; 2])],
}

/// What arguments are read for.
pub(super) struct Owner {
    pub(super) name: &'static str,
    pub(super) infos: &'static [HyperInfo],
    /// Which of the owner's names is used, see [`HyperInfo::name_under`].
    pub(super) which: usize,
    pub(super) old: &'static OldNames,
}

impl Owner {
    fn find(&self, name: &str) -> Option<&'static HyperInfo> {
        self.infos.iter().find(|info| info.is_called(name))
    }

    /// The argument that an old name means, or a name of today in other letters.
    fn find_old(&self, name: &str) -> Option<&'static HyperInfo> {
        let old = self.old.one.iter().filter(|(_, old)| old.contains(&name));
        old.filter_map(|(today, _)| self.find(today)).next().or_else(|| {
            let same = |known: &&str| known.eq_ignore_ascii_case(name);
            self.infos.iter().find(|info| same(&info.name) || info.names.iter().any(&same))
        })
    }

    fn known(&self) -> Vec<String> {
        self.infos.iter().map(|info| info.name_under(self.which).to_owned()).collect()
    }
}

impl Reader<'_> {
    /// The arguments that entries of a mapping give.
    pub(super) fn arguments(&mut self, owner: &Owner, entries: &[Entry<'_>]) -> Result<Vec<Argument>, ConfigError> {
        let mut arguments: Vec<Argument> = Vec::new();
        let mut others = Vec::new();
        for entry in entries {
            match owner.find(&entry.key.name) {
                Some(info) => {
                    if let Some(other) = arguments.iter().find(|other| other.info.name == info.name) {
                        let name = other.place.path().rsplit('.').next().unwrap_or_default().to_owned();
                        let twice = Problem::Twice { given: entry.key.name.clone(), name };
                        self.notes.refuse(ConfigError::new(entry.place(), twice))?;
                        continue;
                    }
                    let value = self.setting(&entry.value)?;
                    arguments.push(Argument { info, value, place: entry.value.place() });
                }
                None => others.push(entry),
            }
        }
        let mut used = vec![false; others.len()];
        for place in 0..others.len() {
            if used[place] {
                continue;
            }
            let entry = others[place];
            let name = entry.key.name.as_str();
            let half =
                owner.old.halves.iter().find(|(today, halves)| halves.contains(&name) && owner.find(today).is_some());
            if let Some((today, halves)) = half
                && let Some(info) = owner.find(today)
                && !arguments.iter().any(|argument| argument.info.name == info.name)
            {
                let of = |half: &str| others.iter().position(|entry| entry.key.name == half);
                if let (Some(first), Some(second)) = (of(halves[0]), of(halves[1])) {
                    (used[first], used[second]) = (true, true);
                    let given = format!("{}` and `{}", halves[0], halves[1]);
                    self.notes.warn(entry.place(), alias(owner, given, info));
                    let values = [self.setting(&others[first].value)?, self.setting(&others[second].value)?];
                    let value = Setting::Tuple(values.into());
                    arguments.push(Argument { info, value, place: others[first].value.place() });
                    continue;
                }
            }
            let Some(info) = owner.find_old(name) else {
                self.notes.refuse(entry.unknown(owner.name, "argument", owner.known()))?;
                continue;
            };
            if arguments.iter().any(|argument| argument.info.name == info.name) {
                let today = info.name_under(owner.which).to_owned();
                let twice = Problem::Twice { given: name.to_owned(), name: today };
                self.notes.refuse(ConfigError::new(entry.place(), twice))?;
                continue;
            }
            self.notes.warn(entry.place(), alias(owner, name.to_owned(), info));
            let value = self.setting(&entry.value)?;
            arguments.push(Argument { info, value, place: entry.value.place() });
        }
        Ok(arguments)
    }

    /// A value of an argument; mappings are schedules.
    pub(super) fn setting(&mut self, at: &Cursor<'_>) -> Result<Setting, ConfigError> {
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

/// An error about an argument, at its place where that is known.
pub(super) fn located(error: HyperError, at: Place, arguments: &[Argument]) -> ConfigError {
    let about = match &error {
        HyperError::Type { name, .. } | HyperError::Range { name, .. } | HyperError::NotScheduled { name, .. } => {
            Some(*name)
        }
        HyperError::Schedule { path, .. } => path.split(['.', '[']).next(),
        _ => None,
    };
    let argument = about.and_then(|name| arguments.iter().find(|argument| argument.info.is_called(name)));
    let place = argument.map_or(at, |argument| argument.place.clone());
    match (error, argument.map(|argument| &argument.value)) {
        // A number in quotes looks like one in a message, too.
        (HyperError::Type { name, expected, .. }, Some(Setting::Choice(text))) => {
            let (expected, found) = (format!("{expected} for `{name}`"), format!("the text {text:?}"));
            ConfigError::new(place, Problem::Type { expected, found })
        }
        (error, _) => ConfigError::new(place, error),
    }
}
