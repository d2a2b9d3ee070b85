//! Parameter groups from patterns of names.

use std::collections::HashSet;

use optim_core::params::BuildFrom;
use optim_core::{AnyBuilder, HyperError, Setting, Storage};

use super::argument::Owner;
use super::cursor::{Cursor, Entry};
use super::error::{ConfigError, Problem};
use super::glob::matches;
use super::place::Place;
use super::reader::Reader;
use super::storage::storages;

/// A named group of parameters with different settings.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ParamGroup {
    /// The group's name.
    pub name: String,
    /// Names of its parameters.
    pub params: Vec<String>,
    /// The hyperparameters with other values than in the rest of the model.
    pub settings: Vec<(String, Setting)>,
    /// Its tags.
    pub tags: Vec<String>,
    /// Its factor for schedules that use one.
    pub adjust_learning_rate: Option<f64>,
    /// The storage of states, if it differs.
    pub storage: Vec<(String, Storage)>,
}

impl ParamGroup {
    /// The group with only these parameters; `None` if it has none of them.
    pub(super) fn of(&self, own: &HashSet<&str>) -> Option<Self> {
        let params: Vec<String> = self.params.iter().filter(|param| own.contains(param.as_str())).cloned().collect();
        (!params.is_empty()).then(|| Self { params, ..self.clone() })
    }

    /// Adds the group to a builder.
    ///
    /// # Errors
    ///
    /// Returns an error if the builder's optimizer has no such hyperparameter.
    pub fn add_to(&self, builder: AnyBuilder) -> Result<AnyBuilder, HyperError> {
        let mut overrides = builder.without_settings();
        for (name, value) in &self.settings {
            overrides = overrides.set(name, value.clone())?;
        }
        for tag in &self.tags {
            overrides = overrides.tag(tag);
        }
        if let Some(factor) = self.adjust_learning_rate {
            overrides = overrides.adjust_learning_rate(factor);
        }
        for (state, storage) in &self.storage {
            overrides = overrides.storage(state, *storage);
        }
        let members: HashSet<String> = self.params.iter().cloned().collect();
        Ok(builder.group(&self.name, move |param| members.contains(param.name()), overrides))
    }
}

/// Settings for the parameters that a pattern matches.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    /// The pattern, or the name of a kind of layer.
    pub(super) pattern: String,
    /// True if `embedding` and `decoder_kernel` are kinds of layers.
    pub(super) layers: bool,
    pub(super) settings: Vec<(&'static str, Setting)>,
    pub(super) tags: Vec<String>,
    pub(super) factor: Option<f64>,
    pub(super) storage: Vec<(String, Storage)>,
    pub(super) place: Place,
}

impl Rule {
    fn matches(&self, name: &str) -> bool {
        let lower = name.to_lowercase();
        let has = |part: &str| lower.contains(part);
        match self.pattern.as_str() {
            "embedding" if self.layers => has("embedding") && has("weight"),
            "decoder_kernel" if self.layers => has("weight") && (has("linear") || has("dense")),
            pattern => matches(pattern, name),
        }
    }
}

const TAGS: &str = "a tag, a list of tags, or a mapping of `tags` and what differs";

impl Reader<'_> {
    /// `params`: patterns, and the settings of matching parameters.
    pub(super) fn rules(&mut self, at: &Cursor<'_>, owner: &Owner) -> Result<Vec<Rule>, ConfigError> {
        let entries = at.entries("a mapping from patterns of parameter names to tags")?;
        entries.iter().map(|entry| self.rule(entry, owner)).collect()
    }

    fn rule(&mut self, entry: &Entry<'_>, owner: &Owner) -> Result<Rule, ConfigError> {
        let Entry { key, value } = entry;
        let mut rule = Rule {
            pattern: key.name.clone(),
            layers: false,
            settings: Vec::new(),
            tags: Vec::new(),
            factor: None,
            storage: Vec::new(),
            place: entry.place(),
        };
        if value.text().is_some() || value.items().is_some() {
            rule.tags = value.texts(TAGS)?;
            return Ok(rule);
        }
        let mut others = Vec::new();
        for entry in value.entries(TAGS)? {
            match entry.key.name.as_str() {
                "tag" | "tags" => rule.tags.extend(entry.value.texts("a tag or a list of tags")?),
                "storage" => rule.storage = storages(&entry.value)?,
                "adjust_learning_rate" => rule.factor = Some(factor(&entry.value)?),
                _ => others.push(entry),
            }
        }
        let arguments = self.arguments(owner, &others)?;
        rule.settings = arguments.into_iter().map(|argument| (argument.info.name, argument.value)).collect();
        Ok(rule)
    }

    /// `adjust_learning_rate`: kinds of layers or patterns, with factors.
    pub(super) fn factors(&mut self, at: &Cursor<'_>) -> Result<Vec<Rule>, ConfigError> {
        let entries =
            at.entries("a mapping from `embedding`, `decoder_kernel` or patterns of parameter names to factors")?;
        let rule = |entry: &Entry<'_>| {
            Ok(Rule {
                pattern: entry.key.name.clone(),
                layers: true,
                settings: Vec::new(),
                tags: Vec::new(),
                factor: Some(factor(&entry.value)?),
                storage: Vec::new(),
                place: entry.place(),
            })
        };
        entries.iter().map(rule).collect()
    }
}

fn factor(at: &Cursor<'_>) -> Result<f64, ConfigError> {
    at.number().filter(|factor| factor.is_finite()).ok_or_else(|| at.expected("a factor, a finite number"))
}

/// The names of all parameters.
pub(super) fn names<P: BuildFrom + ?Sized>(params: &P) -> Vec<String> {
    params.declared().iter().map(|param| param.name().to_owned()).collect()
}

/// One group for each set of rules that some parameter matches.
pub(super) fn groups(rules: &[Rule], params: &[String]) -> Result<Vec<ParamGroup>, ConfigError> {
    let mut groups: Vec<(Vec<usize>, ParamGroup)> = Vec::new();
    for param in params {
        let matched: Vec<usize> = (0..rules.len()).filter(|place| rules[*place].matches(param)).collect();
        if matched.is_empty() {
            continue;
        }
        match groups.iter_mut().find(|(rules, _)| *rules == matched) {
            Some((_, group)) => group.params.push(param.clone()),
            None => {
                let mut group = merged(matched.iter().map(|place| &rules[*place]), param)?;
                group.params.push(param.clone());
                groups.push((matched, group));
            }
        }
    }
    let unmatched = (0..rules.len()).find(|rule| !groups.iter().any(|(matched, _)| matched.contains(rule)));
    if let Some(rule) = unmatched {
        let Rule { pattern, place, .. } = &rules[rule];
        let problem = Problem::MatchesNothing { pattern: pattern.clone(), params: params.to_vec() };
        return Err(ConfigError::new(place.clone(), problem));
    }
    // Different patterns have different names, unless a pattern contains the separator.
    let mut groups: Vec<ParamGroup> = groups.into_iter().map(|(_, group)| group).collect();
    for place in 1..groups.len() {
        while groups[..place].iter().any(|other| other.name == groups[place].name) {
            groups[place].name.push('\'');
        }
    }
    Ok(groups)
}

/// The settings of several rules for one parameter.
fn merged<'r>(rules: impl Iterator<Item = &'r Rule>, param: &str) -> Result<ParamGroup, ConfigError> {
    let mut group = ParamGroup::default();
    for rule in rules {
        let twice = |what: &str| {
            let problem = Problem::TwoValues { what: what.to_owned(), param: param.to_owned() };
            ConfigError::new(rule.place.clone(), problem)
        };
        for (name, value) in &rule.settings {
            match group.settings.iter().find(|(known, _)| known == name) {
                Some((_, known)) if known != value => return Err(twice(name)),
                Some(_) => {}
                None => group.settings.push(((*name).to_owned(), value.clone())),
            }
        }
        match (group.adjust_learning_rate, rule.factor) {
            (Some(known), Some(factor)) if known != factor => return Err(twice("adjust_learning_rate")),
            (None, factor) => group.adjust_learning_rate = factor,
            _ => {}
        }
        for (state, storage) in &rule.storage {
            match group.storage.iter().find(|(known, _)| known == state) {
                Some((_, known)) if known != storage => return Err(twice(&format!("storage of {state}"))),
                Some(_) => {}
                None => group.storage.push((state.clone(), *storage)),
            }
        }
        let new = rule.tags.iter().filter(|tag| !group.tags.contains(tag)).cloned().collect::<Vec<_>>();
        group.tags.extend(new);
        if !group.name.is_empty() {
            group.name.push_str(" & ");
        }
        group.name.push_str(&rule.pattern);
    }
    if group.name == optim_core::DEFAULT_GROUP {
        group.name.push('\'');
    }
    Ok(group)
}

/// Returns true if a parameter usually has no weight decay: a bias, or a parameter of a normalisation.
pub(super) fn is_undecayed(name: &str) -> bool {
    let lower = name.to_lowercase();
    let short = |part: &str| {
        let part = part.trim_end_matches(|c: char| c.is_ascii_digit() || c == '_');
        matches!(part, "ln" | "bn" | "gn")
    };
    lower.contains("bias") || lower.contains("norm") || lower.split('.').any(short)
}
