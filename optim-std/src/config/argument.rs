//! Arguments by name, including old names, and the optimizers and schedules to which they belong.

use optim_core::{HyperError, HyperInfo, Setting};

use super::error::{ConfigError, Problem};
use super::place::Place;

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
    pub(super) fn find(&self, name: &str) -> Option<&'static HyperInfo> {
        self.infos.iter().find(|info| info.is_called(name))
    }

    /// The argument with this old name, or with this name in other upper or lower case.
    pub(super) fn find_old(&self, name: &str) -> Option<&'static HyperInfo> {
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

    pub(super) fn known(&self) -> Vec<String> {
        self.infos.iter().map(|info| info.name_under(self.which).to_owned()).collect()
    }
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
