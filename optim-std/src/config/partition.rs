//! Several optimizers in one: `Partition: [{hidden: {ndim: 2, except: ["embed*", "head*"], Muon: {lr: 0.02}}}, {rest: {AdamW: {lr: 3.0e-4}}}]`.

use optim_core::{AnyBuilder, BuildError, Partition};

use super::cursor::{Cursor, Entry};
use super::document::Data;
use super::error::{ConfigError, Problem};
use super::keys::PARTITION;
use super::misplaced::{misplaced, outside};
use super::optimizer::ConfiguredRate;
use super::optimizer_config::{ConfiguredRule, OptimizerConfig, PartitionInside};
use super::reader::Reader;
use super::rule_match::RuleMatch;

const RULE: &str = "a rule, `{hidden: {ndim: 2, except: [embed*], Muon: {lr: 0.02}}}`";
const ONE: &str = "the name of one optimizer besides `match`, `except`, `ndim` and `optional`: `{Muon: {lr: 0.02}}`";

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
