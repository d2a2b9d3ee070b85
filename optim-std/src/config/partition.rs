//! Several optimizers in one: `Partition: [{hidden: {ndim: 2, except: ["embed*", "head*"], Muon: {lr: 0.02}}}, {rest: {AdamW: {lr: 3.0e-4}}}]`.

use optim_core::{AnyBuilder, BuildError, Partition};

use super::configured::ConfiguredRule;
use super::cursor::{Cursor, Entry};
use super::document::Data;
use super::error::{ConfigError, Problem};
use super::glob::matches;
use super::misplaced::{misplaced, outside};
use super::optimizer::ConfiguredRate;
use super::optimizer_config::{OptimizerConfig, PartitionInside};
use super::reader::Reader;

/// The name that a document has in place of an optimizer's name.
pub(super) const PARTITION: &str = "Partition";

const RULE: &str = "a rule, `{hidden: {ndim: 2, except: [embed*], Muon: {lr: 0.02}}}`";
const PATTERNS: &str = "a pattern of parameter names, or a list of patterns";
const AXES: &str = "a number of axes, or a list of numbers";
const ONE: &str = "the name of one optimizer besides `match`, `except`, `ndim` and `optional`: `{Muon: {lr: 0.02}}`";

/// The conditions of a rule. It takes a parameter that meets all given conditions, unless an earlier rule takes it.
#[derive(Clone, Debug, Default)]
pub(super) struct RuleMatch {
    /// Patterns: at least one must match the name.
    patterns: Option<Vec<String>>,
    /// Patterns: none may match the name.
    except: Vec<String>,
    /// Allowed numbers of axes.
    ndim: Option<Vec<usize>>,
    /// True if the rule may have no parameters.
    pub(super) optional: bool,
}

impl RuleMatch {
    /// The keys of the conditions.
    pub(super) const KEYS: [&'static str; 3] = ["match", "except", "ndim"];

    /// Reads the condition in an entry. Returns false if the entry has another key.
    pub(super) fn read(&mut self, entry: &Entry<'_>) -> Result<bool, ConfigError> {
        let at = &entry.value;
        match entry.key.name.as_str() {
            "match" => self.patterns = Some(at.texts(PATTERNS)?),
            "except" => self.except = at.texts(PATTERNS)?,
            "ndim" => self.ndim = Some(axes(at)?),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Returns true if the rule is for this parameter.
    pub(super) fn takes(&self, name: &str, ndim: usize) -> bool {
        let any = |patterns: &[String]| patterns.iter().any(|pattern| matches(pattern, name));
        self.patterns.as_deref().is_none_or(any)
            && !any(&self.except)
            && self.ndim.as_deref().is_none_or(|known| known.contains(&ndim))
    }
}

impl Reader<'_> {
    /// The list of rules, as an optimizer without arguments.
    pub(super) fn partition(
        &mut self,
        at: &Cursor<'_>,
        learning_rate: ConfiguredRate,
    ) -> Result<OptimizerConfig, ConfigError> {
        at.shallow()?;
        let items =
            at.items().ok_or_else(|| at.expected("a list of rules: each a mapping from its name to an optimizer"))?;
        let mut rules = Vec::with_capacity(items.len());
        for item in &items {
            let entries = item.entries(RULE)?;
            let [rule] = entries.as_slice() else { return Err(item.expected(RULE)) };
            rules.push(self.rule_of_partition(rule, learning_rate)?);
        }
        let inside = Some(PartitionInside { rules, wrappers: Vec::new() });
        let empty = AnyBuilder::from(Partition::new());
        Ok(OptimizerConfig { inside, ..OptimizerConfig::new(*empty.entry(), empty, at.place()) })
    }

    fn rule_of_partition(
        &mut self,
        Entry { key, value }: &Entry<'_>,
        learning_rate: ConfiguredRate,
    ) -> Result<ConfiguredRule, ConfigError> {
        let (mut found, mut optimizers) = (RuleMatch::default(), Vec::new());
        for entry in value.entries(RULE)? {
            match entry.key.name.as_str() {
                _ if found.read(&entry)? => {}
                "optional" => match entry.value.data() {
                    Data::Bool(optional) => found.optional = *optional,
                    _ => return Err(entry.value.expected("`true` or `false`")),
                },
                name => match outside(name) {
                    Some(help) => self.notes.refuse(misplaced(&entry, help))?,
                    None => optimizers.push(entry),
                },
            }
        }
        let [only] = optimizers.as_slice() else {
            return Err(match optimizers.get(1) {
                None => value.error(Problem::Missing { key: "the optimizer".to_owned(), help: ONE }),
                Some(_) => value.expected(ONE),
            });
        };
        let (name, place) = (only.key.name.as_str(), only.place());
        let nested = |optimizer| {
            ConfigError::new(only.place(), BuildError::PartitionInside { rule: key.name.clone(), optimizer })
        };
        if name == PARTITION {
            return Err(nested(PARTITION));
        }
        let entries = only.value.entries("a mapping of arguments")?;
        let optimizer = self.optimizer((name, place), &only.value, entries, learning_rate)?;
        if optimizer.inside.is_some() {
            return Err(nested(optimizer.empty.name()));
        }
        Ok(ConfiguredRule { rule: Some((key.name.clone(), found)), optimizer, fields: String::new() })
    }
}

/// One number of axes, or several.
fn axes(at: &Cursor<'_>) -> Result<Vec<usize>, ConfigError> {
    let number = |at: &Cursor<'_>| match *at.data() {
        Data::Int(number) => usize::try_from(number).map_err(|_| at.expected("a number of axes, at least 0")),
        _ => Err(at.expected(AXES)),
    };
    match at.items() {
        None => Ok(vec![number(at)?]),
        Some(items) => items.iter().map(number).collect(),
    }
}
