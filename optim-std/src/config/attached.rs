//! Schedules, and the groups to which they apply.

use std::sync::Arc;

use optim_core::{Float, HyperError, Optimizer, Schedule, Tags};

use super::cursor::Cursor;
use super::document::Data;
use super::error::{ConfigError, Problem};
use super::keys::{KEY, TAGS};
use super::place::Place;
use super::reader::Reader;
use super::schedule::named;

/// A schedule, the hyperparameter that it sets, and its groups.
#[derive(Clone, Debug)]
pub struct Attachment {
    hyper: String,
    groups: Tags,
    schedule: Arc<dyn Schedule>,
    place: Place,
}

impl Attachment {
    pub(super) fn new(hyper: &str, groups: Tags, schedule: Arc<dyn Schedule>, place: Place) -> Self {
        Self { hyper: hyper.to_owned(), groups, schedule, place }
    }

    /// The same schedule for another hyperparameter.
    pub(super) fn of(self, hyper: &str) -> Self {
        Self { hyper: hyper.to_owned(), ..self }
    }

    /// The hyperparameter: the `param_group_key`, or `lr` or `weight_decay` by the schedule's name.
    pub fn hyper(&self) -> &str {
        &self.hyper
    }

    /// The groups that the schedule is for.
    pub fn groups(&self) -> Tags {
        self.groups.clone()
    }

    /// The schedule.
    pub fn schedule(&self) -> &Arc<dyn Schedule> {
        &self.schedule
    }

    /// The place of its configuration.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// Attaches the schedule to an optimizer.
    ///
    /// # Errors
    ///
    /// The same errors as [`Optimizer::schedule`](optim_core::Optimizer::schedule).
    pub fn attach<T: Float>(&self, optimizer: &mut Optimizer<T>) -> Result<(), HyperError> {
        optimizer.schedule(&self.groups, &self.hyper, Arc::clone(&self.schedule))
    }

    /// The error if another schedule applies to the same setting of the same groups.
    pub(super) fn against(&self, others: &[Self]) -> Result<(), ConfigError> {
        match others.iter().find(|other| other.hyper == self.hyper && other.groups.overlap(&self.groups)) {
            None => Ok(()),
            Some(other) => {
                let problem = Problem::TwoSchedules { hyper: self.hyper.clone(), first: other.place.clone() };
                Err(ConfigError::new(self.place.clone(), problem))
            }
        }
    }
}

impl Reader<'_> {
    /// A schedule and the keys that are not its arguments: `param_group_tags`, `param_group_key`.
    pub(super) fn attachment(&mut self, at: &Cursor<'_>) -> Result<Attachment, ConfigError> {
        if !matches!(at.data(), Data::Map(_)) {
            let schedule = self.schedule(at)?;
            return Ok(Attachment::new("lr", Tags::all(), schedule, at.place()));
        }
        let mut named = named(at)?;
        let mut groups = Tags::all();
        let mut hyper = None;
        for entry in &named.arguments {
            match entry.key.name.as_str() {
                TAGS => groups = chosen(&entry.value)?,
                KEY => {
                    let expected = "the name of a hyperparameter";
                    hyper = Some(entry.value.text().ok_or_else(|| entry.value.expected(expected))?);
                }
                _ => {}
            }
        }
        named.arguments.retain(|entry| ![TAGS, KEY].contains(&entry.key.name.as_str()));
        let schedule = self.make(&named)?;
        // The formula has two names. The name in the document says to which hyperparameter it applies.
        let decay = named.name.to_lowercase().ends_with("wd");
        let hyper = hyper.unwrap_or(if decay { "weight_decay" } else { "lr" });
        Ok(Attachment::new(hyper, groups, schedule, named.place))
    }
}

/// `null`, a tag, or a list of tags. In a list, `null` means groups without tags.
fn chosen(at: &Cursor<'_>) -> Result<Tags, ConfigError> {
    const EXPECTED: &str = "a tag, or a list of tags that differ, where null means groups without tags";
    let mut words: Vec<String> = Vec::new();
    let mut untagged = false;
    match at.data() {
        Data::Null => return Ok(Tags::all()),
        Data::Text(word) => words.push(word.clone()),
        Data::List(items) if !items.is_empty() => {
            for item in at.items().unwrap_or_default() {
                match item.data() {
                    Data::Null if !untagged => untagged = true,
                    Data::Text(word) if !words.contains(word) => words.push(word.clone()),
                    _ => return Err(item.expected(EXPECTED)),
                }
            }
        }
        _ => return Err(at.expected(EXPECTED)),
    }
    let tags = Tags::any_of(words);
    Ok(if untagged { tags.or_untagged() } else { tags })
}
