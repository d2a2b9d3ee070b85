//! The optimizer with which a file is compared.

use std::collections::{HashMap, HashSet};

use optim_core::__private::REST;
use optim_core::{Float, Group, Optimizer, ParamView, Setting, StateError, StateView};

use super::ConvertError;

/// The name of the step count. Files and state dicts keep it next to the states.
const STEP: &str = "step";

/// An optimizer, or the rules of a partition, limited to the parts that a file can contain.
#[derive(Clone)]
pub(in crate::torch) struct Here<'a> {
    pub(in crate::torch) rules: Vec<HereRule<'a>>,
    pub(in crate::torch) groups: Vec<HereGroup<'a>>,
    pub(in crate::torch) params: Vec<HereParam<'a>>,
}

/// The single optimizer, or the optimizer of a rule.
#[derive(Clone)]
pub(in crate::torch) struct HereRule<'a> {
    /// The name of the rule, in a partition.
    pub(in crate::torch) name: Option<&'a str>,
    /// The innermost optimizer, whose states are in files.
    pub(in crate::torch) optimizer: &'static str,
    /// Its name with the names of the wrappers.
    pub(in crate::torch) whole: &'static str,
    /// Names and fields of the wrappers, outermost first.
    pub(in crate::torch) wrappers: Vec<(&'static str, &'static str)>,
    /// The states of the wrappers with their names here, without step counts.
    pub(in crate::torch) own_states: Vec<String>,
    /// All states that the inner optimizer declares, even if they do not exist.
    pub(in crate::torch) declared: Vec<String>,
    /// The first of its global states, for which a file has no room.
    global: Option<String>,
}

/// A group.
#[derive(Clone)]
pub(in crate::torch) struct HereGroup<'a> {
    /// The index of its rule.
    pub(in crate::torch) rule: usize,
    pub(in crate::torch) group: &'a Group,
    pub(in crate::torch) name: &'a str,
    pub(in crate::torch) members: Vec<&'a str>,
    /// The settings of the innermost optimizer, with its own names.
    pub(in crate::torch) settings: Vec<(&'static str, &'a Setting)>,
}

/// A parameter.
#[derive(Clone)]
pub(in crate::torch) struct HereParam<'a> {
    pub(in crate::torch) name: &'a str,
    /// True if the model gives it a place among the others.
    pub(in crate::torch) ordered: bool,
    pub(in crate::torch) shape: &'a [usize],
    pub(in crate::torch) view: Option<&'a ParamView>,
    pub(in crate::torch) group: usize,
    /// The states of the innermost optimizer, with its own names and with the shapes of arrays.
    pub(in crate::torch) states: HereStates,
}

/// States by name, with the shapes of arrays.
type HereStates = Vec<(String, Option<Vec<usize>>)>;

impl HereRule<'_> {
    /// The prefix of the innermost optimizer's names.
    pub(in crate::torch) fn prefix(&self) -> String {
        self.prefix_at(self.wrappers.len())
    }

    /// The prefix of names inside of this number of wrappers.
    pub(in crate::torch) fn prefix_at(&self, depth: usize) -> String {
        self.wrappers.iter().take(depth).flat_map(|(_, field)| [field, "."]).collect()
    }

    /// Returns true for a state or a step count of the wrappers.
    pub(in crate::torch) fn is_own(&self, state: &str) -> bool {
        !self.wrappers.is_empty() && state.strip_prefix(&*self.prefix()).is_none_or(|own| own == STEP)
    }

    /// The number of steps of a parameter, as counted inside of this number of wrappers.
    pub(in crate::torch) fn steps_inside<T: Float>(&self, opt: &Optimizer<T>, param: &str, depth: usize) -> u64 {
        let counted = |depth: usize| opt.state_value(param, &format!("{}{STEP}", self.prefix_at(depth)));
        // An inner optimizer without a count has the count of the next optimizer outside.
        let found = (1..=depth).rev().find_map(|depth| match counted(depth) {
            Ok(StateView::Scalar(number)) => Some(number as u64),
            _ => None,
        });
        found.unwrap_or_else(|| opt.step_count(param).unwrap_or(0))
    }
}

impl HereGroup<'_> {
    /// All settings of the group: the wrappers' settings, and these for the inner optimizer.
    pub(in crate::torch) fn with_own(&self, inside: Vec<(String, Setting)>) -> Vec<(String, Setting)> {
        let own = self.group.settings().len() - inside.len();
        let own = self.group.settings().take(own).map(|(name, value)| (name.to_owned(), value.clone()));
        let prefix = self.group.wrappers().into_iter().flat_map(|(_, field)| [field, "."]).collect::<String>();
        own.chain(inside.into_iter().map(|(name, value)| (format!("{prefix}{name}"), value))).collect()
    }

    /// The smallest number of steps after which the innermost optimizer has done `inside` steps; `None` if it never has exactly this number.
    pub(in crate::torch) fn steps_outside(&self, inside: u64) -> Option<u64> {
        if self.group.inner_counts(0).is_empty() {
            return Some(inside);
        }
        let done = |steps: u64| self.group.inner_counts(steps).last().map_or(steps, |(_, count)| *count);
        let mut most = inside.max(1);
        while done(most) < inside {
            most = most.checked_mul(2)?;
        }
        let mut least = 0;
        while least < most {
            let middle = least + (most - least) / 2;
            if done(middle) < inside { least = middle + 1 } else { most = middle }
        }
        (done(least) == inside).then_some(least)
    }
}

/// The names and shapes of the states of each parameter.
fn states_of<T: Float>(opt: &Optimizer<T>) -> HashMap<String, HereStates> {
    let mut states: HashMap<String, HereStates> = HashMap::new();
    opt.visit_state(|param, state, view| {
        // A file has whole weights, so it has no state for the lower bits of split parameters.
        if state == REST {
            return;
        }
        let shape = match view {
            StateView::Scalar(_) => None,
            StateView::Array(array) => Some(array.shape().to_vec()),
        };
        states.entry(param.to_owned()).or_default().push((state.to_owned(), shape));
    });
    states
}

impl<'a> Here<'a> {
    pub(in crate::torch) fn of<T: Float>(opt: &'a Optimizer<T>) -> Self {
        let names: Vec<&str> = opt.rules().collect();
        let rule_of = |group: &Group| {
            // Names of rules have no dots.
            let rule = group.name().split('.').next();
            names.iter().position(|name| Some(*name) == rule).unwrap_or(0)
        };
        let mut rules: Vec<Option<HereRule<'a>>> = names.iter().map(|_| None).collect();
        rules.resize_with(names.len().max(1), || None);
        let mut groups = Vec::new();
        let mut group_of: HashMap<&str, usize> = HashMap::new();
        for (place, (info, group)) in opt.group_infos().into_iter().zip(opt.groups()).enumerate() {
            let rule = rule_of(group);
            group_of.extend(info.members.iter().map(|member| (*member, place)));
            let known = rules[rule].get_or_insert_with(|| HereRule {
                name: names.get(rule).copied(),
                optimizer: group.innermost(),
                whole: group.optimizer(),
                wrappers: group.wrappers(),
                own_states: Vec::new(),
                declared: Vec::new(),
                global: None,
            });
            if known.declared.is_empty()
                && let Some(member) = info.members.first()
            {
                known.declare(opt, member);
            }
            let prefix = known.prefix();
            let own = |(name, value): (&'static str, &'a Setting)| Some((name.strip_prefix(&*prefix)?, value));
            let settings = info.settings.into_iter().filter_map(own).collect();
            groups.push(HereGroup { rule, group, name: info.name, members: info.members, settings });
        }
        let mut here = Self { rules: rules.into_iter().flatten().collect(), groups, params: Vec::new() };
        here.add_globals(opt);
        let mut states = states_of(opt);
        for info in opt.params() {
            let group = group_of.get(info.name()).copied().unwrap_or(0);
            let rule = &mut here.rules[here.groups[group].rule];
            let mut inside = Vec::new();
            for (state, shape) in states.remove(info.name()).unwrap_or_default() {
                match state.strip_prefix(&*rule.prefix()) {
                    Some(STEP) => {}
                    Some(own) => inside.push((own.to_owned(), shape)),
                    None if state == STEP || state.ends_with(".step") || rule.own_states.contains(&state) => {}
                    None => rule.own_states.push(state),
                }
            }
            here.params.push(HereParam {
                name: info.name(),
                ordered: info.is_ordered(),
                shape: info.shape(),
                view: opt.view_of(info.name()).ok().flatten(),
                group,
                states: inside,
            });
        }
        here
    }

    /// Adds global states. Global states of wrappers count as states of wrappers.
    fn add_globals<T: Float>(&mut self, opt: &Optimizer<T>) {
        for (state, _) in opt.globals() {
            let of = |rule: &HereRule<'_>| match rule.name {
                None => true,
                Some(name) => state.strip_prefix(name).is_some_and(|rest| rest.starts_with('.')),
            };
            let Some(rule) = self.rules.iter_mut().find(|rule| of(rule)) else { continue };
            let own = rule.name.map_or(state, |name| &state[name.len() + 1..]);
            match own.starts_with(&*rule.prefix()) {
                true => drop(rule.global.get_or_insert_with(|| state.to_owned())),
                false => rule.own_states.push(own.to_owned()),
            }
        }
    }

    /// Keeps only one rule.
    ///
    /// # Errors
    ///
    /// [`ConvertError::UnknownRule`]
    pub(in crate::torch) fn only(mut self, name: &str) -> Result<Self, ConvertError> {
        let Some(rule) = self.rules.iter().position(|rule| rule.name == Some(name)) else {
            let known = self.rules.iter().filter_map(|rule| rule.name.map(str::to_owned)).collect();
            return Err(ConvertError::UnknownRule { rule: name.to_owned(), known });
        };
        let first = self.groups.iter().position(|group| group.rule == rule).unwrap_or(0);
        self.params.retain(|param| self.groups[param.group].rule == rule);
        self.groups.retain(|group| group.rule == rule);
        // The groups of a rule are next to each other.
        self.params.iter_mut().for_each(|param| param.group -= first);
        self.groups.iter_mut().for_each(|group| group.rule = 0);
        self.rules = self.rules.into_iter().skip(rule).take(1).collect();
        Ok(self)
    }

    /// The rule of a group.
    pub(in crate::torch) fn rule_of(&self, group: usize) -> &HereRule<'a> {
        &self.rules[self.groups[group].rule]
    }

    /// The rules with parameters.
    pub(in crate::torch) fn used_rules(&self) -> impl Iterator<Item = &HereRule<'a>> {
        let used: HashSet<usize> = self.params.iter().map(|param| self.groups[param.group].rule).collect();
        self.rules.iter().enumerate().filter(move |(place, _)| used.contains(place)).map(|(_, rule)| rule)
    }
}

impl HereRule<'_> {
    /// # Errors
    ///
    /// [`ConvertError::GlobalState`], because a file has only states of parameters.
    pub(in crate::torch) fn refuse_globals(&self) -> Result<(), ConvertError> {
        match &self.global {
            Some(state) => Err(ConvertError::GlobalState { optimizer: self.whole, state: state.clone() }),
            None => Ok(()),
        }
    }

    fn declare<T: Float>(&mut self, opt: &Optimizer<T>, member: &str) {
        let prefix = self.prefix();
        for state in opt.state_names() {
            let unknown = matches!(opt.state_value(member, state), Err(StateError::UnknownState { .. }));
            let own = state.strip_prefix(&*prefix).filter(|own| !unknown && ![STEP, REST].contains(own));
            self.declared.extend(own.map(str::to_owned));
        }
    }
}
