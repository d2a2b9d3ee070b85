//! The outputs that the rules of an optimizer declare, by their full names.

use super::dynamic::About;
use super::group::Group;
use super::rule::{BuiltRule, full_name};
use super::watch_error::WatchError;
use super::watched_number::WatchedNumber;
use crate::kernel::{Float, Param};
use crate::output::OutputInfo;
use crate::shape::ParamShape;
use crate::suggestion::nearest;
use crate::watched::{OutputNumber, Watchable};

/// An output that a rule declares, by its full name.
pub(super) struct DeclaredOutput {
    name: String,
    /// The rule, or `None` for an output of wrappers around all rules, and the output's place among the outputs of an optimizer.
    place: (Option<usize>, usize),
    info: &'static OutputInfo,
    /// True if it exists for a parameter, if it is global, or if the rule has no parameters.
    exists: bool,
    /// The largest number of its items for a parameter, if it is a list.
    items: Option<usize>,
}

impl DeclaredOutput {
    fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn into_name(self) -> String {
        self.name
    }

    pub(super) fn exists(&self) -> bool {
        self.exists
    }

    /// The items that a name means: all items or one. In a `part` of a model, it may be an item of a parameter in another part. An output that is not
    /// a list counts as its first item.
    fn items_called(&self, name: &str, part: bool) -> Option<std::ops::Range<usize>> {
        let all = 0..self.items.unwrap_or(1);
        if self.name == name {
            return Some(all);
        }
        let item: usize = name.strip_prefix(&*self.name)?.strip_prefix('.')?.parse().ok()?;
        let is_item = self.items.is_some() && self.name_of(item) == name && (part || all.contains(&item));
        is_item.then(|| item..item.saturating_add(1))
    }

    fn name_of(&self, item: usize) -> String {
        match self.items {
            Some(_) => format!("{}.{item}", self.name),
            None => self.name.clone(),
        }
    }
}

/// The declared outputs of an optimizer: first of the wrappers around all rules, then of each rule.
pub(super) fn declared_outputs<T: Float>(
    around: Option<&'static About>,
    rules: &[BuiltRule<T>],
    groups: &[Group],
    params: &[Param],
) -> Vec<DeclaredOutput> {
    let of_all = around.map(|around| (None, around, 0..groups.len(), 0));
    let of_rules = rules.iter().enumerate().map(|(place, rule)| {
        let BuiltRule { about, groups, .. } = rule;
        (Some(place), *about, groups.clone(), outputs_of(around))
    });
    let mut all = Vec::new();
    for (rule, about, own, first) in of_all.into_iter().chain(of_rules) {
        for (output, info) in about.outputs.iter().enumerate().skip(first) {
            let exists = |group: usize, shape| groups[group].definition().output_exists(output, shape);
            let length = |group: usize, shape| {
                let definition = groups[group].definition();
                definition.output_length(output, shape).filter(|_| definition.output_exists(output, shape)).unwrap_or(0)
            };
            let mut params = params.iter().filter(|param| own.contains(&param.group)).peekable();
            let (one, of_params) = ((own.start, ParamShape::of(&[])), params.clone());
            let exists = match info.global {
                true => exists(one.0, one.1),
                false => params.peek().is_none() || params.any(|param| exists(param.group, param.folded)),
            };
            let items = info.list.map(|_| match info.global {
                true => length(one.0, one.1),
                false => of_params.map(|param| length(param.group, param.folded)).max().unwrap_or(0),
            });
            let rule_name = rule.and_then(|rule| rules[rule].name.as_deref());
            let name = full_name(rule_name, info.name);
            all.push(DeclaredOutput { name, place: (rule, output), info, exists, items });
        }
    }
    all
}

/// The number of outputs of the wrappers around all rules. They are the first outputs of each rule.
fn outputs_of(around: Option<&'static About>) -> usize {
    around.map_or(0, |around| around.outputs.len())
}

/// The number of an optimizer's output with this name.
pub(super) fn number_of(outputs: &[OutputInfo], name: &str) -> Option<OutputNumber> {
    outputs.iter().enumerate().find_map(|(output, info)| {
        let item = match info.list {
            None => (info.name == name).then_some(0)?,
            Some(_) => name.strip_prefix(info.name)?.strip_prefix('.')?.parse().ok()?,
        };
        Some(OutputNumber { output, item })
    })
}

/// The numbers with this name: one, or all items of a list. In a `part` of a model, an output may belong to parameters of other parts.
pub(super) fn watched_numbers(
    name: &str,
    outputs: &[DeclaredOutput],
    part: bool,
) -> Result<Vec<WatchedNumber>, WatchError> {
    if let Some(number) = Watchable::ALL.into_iter().find(|number| number.name() == name) {
        return Ok(vec![WatchedNumber::BuiltIn(number)]);
    }
    let found = outputs.iter().find_map(|output| Some((output, output.items_called(name, part)?)));
    let Some((found, items)) = found else { return Err(unknown(name, outputs)) };
    if let (false, Some(condition)) = (found.exists || part, found.info.condition) {
        return Err(WatchError::Absent { name: name.to_owned(), condition });
    }
    let (rule, output) = found.place;
    let number = |item| WatchedNumber::Declared {
        rule,
        number: OutputNumber { output, item },
        name: found.name_of(item).into(),
        global: found.info.global,
    };
    Ok(items.map(number).collect())
}

/// The error for an unknown name.
fn unknown(name: &str, outputs: &[DeclaredOutput]) -> WatchError {
    let own = |output: &&DeclaredOutput| output.name.rsplit('.').next() == Some(name);
    let meant: Vec<&str> = outputs.iter().filter(own).map(|output| &*output.name).collect();
    let known: Vec<&str> = match meant.is_empty() {
        true => {
            Watchable::ALL.iter().map(|number| number.name()).chain(outputs.iter().map(DeclaredOutput::name)).collect()
        }
        false => meant.clone(),
    };
    // The name may be an item that the list does not have.
    let of_list = name.rsplit_once('.').filter(|(_, item)| item.parse::<usize>().is_ok()).map(|(list, _)| list);
    let list = outputs.iter().find(|output| output.items.is_some() && Some(output.name()) == of_list);
    let nearest = match meant[..] {
        [] if let Some(list) = list => Some(list.name.clone()),
        [] => nearest(name, known.iter().copied()),
        [only] => Some(only.to_owned()),
        _ => None,
    };
    let known = known.into_iter().map(str::to_owned).collect();
    WatchError::Unknown { name: name.to_owned(), nearest, known }
}
