//! The rules from which an optimizer is built, and the choice of a rule for each parameter.

use super::build_error::BuildError;
use super::dynamic::About;
use super::spec::{GROUP, Predicate, Spec, VIEW};
use super::taken::Clip;
use crate::params::{Declared, ParamInfo};

/// The optimizer of a rule before `build`, and the parameters that it takes.
#[derive(Clone, Copy)]
pub(crate) struct RuleSpec<'s> {
    /// Its name; `None` if there is only one rule.
    pub(crate) name: Option<&'s str>,
    pub(crate) about: &'static About,
    pub(crate) spec: &'s Spec,
    /// The predicate; `None` for all remaining parameters.
    pub(crate) takes: Option<&'s Predicate>,
    /// True if it may match no parameter.
    pub(crate) optional: bool,
}

impl RuleSpec<'_> {
    /// Returns true if it is not an error that it takes no parameter.
    pub(super) fn may_be_empty(&self) -> bool {
        self.optional || self.spec.part
    }

    /// Checks that a rule of a partition has no options of the whole step, whose options are `whole`.
    pub(super) fn is_right(&self, whole: &Spec) -> Result<(), BuildError> {
        let Some(rule) = self.name else { return Ok(()) };
        // A wrapper that clips itself may do so for its rule.
        let own = |option: &str| {
            [Clip::Norm, Clip::Value].into_iter().any(|clip| clip.name() == option && self.about.taken(clip).is_some())
        };
        if let Some(option) = self.spec.whole.iter().find(|option| ![GROUP, VIEW].contains(*option) && !own(option)) {
            return Err(BuildError::RuleOption { rule: rule.to_owned(), option });
        }
        self.spec.options.validate()?;
        let clips = [(Clip::Norm, whole.options.clip_norm), (Clip::Value, whole.options.clip_value)];
        for (clip, _) in clips.into_iter().filter(|(_, given)| given.is_some()) {
            if self.about.taken(clip).is_some() {
                let (rule, optimizer) = (rule.to_owned(), self.about.name());
                return Err(BuildError::RuleClips { rule, optimizer, option: clip.name() });
            }
        }
        Ok(())
    }
}

/// Checks that inputs with the same name have the same kind in all rules, because the caller gives them once.
pub(super) fn inputs_agree(rules: &[RuleSpec<'_>]) -> Result<(), BuildError> {
    for (place, rule) in rules.iter().enumerate() {
        let before = || rules[..place].iter();
        for input in rule.about.inputs {
            let other = |other: &RuleSpec<'_>| {
                other.about.inputs.iter().find(|known| known.name == input.name && known.kind() != input.kind())
            };
            if let Some((first, known)) = before().find_map(|first| Some((first, other(first)?))) {
                let name = |rule: &RuleSpec<'_>| rule.name.unwrap_or_default().to_owned();
                let (rules, kinds) = ([name(first), name(rule)], [known.kind(), input.kind()]);
                return Err(BuildError::InputKinds { input: input.name, rules, kinds });
            }
        }
    }
    Ok(())
}

/// The rule of each parameter: the first one that takes it.
pub(super) fn choose<T>(rules: &[RuleSpec<'_>], declared: &[Declared<'_, T>]) -> Result<Vec<usize>, BuildError> {
    let (mut chosen, mut left) = (Vec::with_capacity(declared.len()), Vec::new());
    for Declared { name, shape, ordered, .. } in declared {
        let info = ParamInfo::new(name, shape, *ordered);
        match rules.iter().position(|rule| rule.takes.is_none_or(|takes| takes(&info))) {
            Some(rule) => chosen.push(rule),
            None => left.push(name.clone()),
        }
    }
    let names = || rules.iter().filter_map(|rule| rule.name.map(str::to_owned));
    if !left.is_empty() {
        return Err(BuildError::NoRule { params: left, rules: names().collect() });
    }
    let empty = |(place, rule): &(usize, &RuleSpec<'_>)| !rule.may_be_empty() && !chosen.contains(place);
    match rules.iter().enumerate().find(empty) {
        Some((_, RuleSpec { name: Some(name), .. })) if !declared.is_empty() => Err(BuildError::EmptyRule {
            rule: (*name).to_owned(),
            params: declared.iter().map(|param| param.name.clone()).collect(),
        }),
        _ => Ok(chosen),
    }
}
