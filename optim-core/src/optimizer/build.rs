//! Builds optimizers from settings and parameters.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use super::allocate::allocate;
use super::assignment::{Assignment, resolve};
use super::backup::Backup;
use super::build_error::{BuildError, hyper, no_workspace};
use super::default_group::DEFAULT_GROUP;
use super::dynamic::About;
use super::global::globals;
use super::group::Group;
use super::lists::lists_have_lengths;
use super::outputs::declared_outputs;
use super::rule::{BuiltRule, full_name};
use super::rule_spec::{RuleSpec, choose, inputs_agree};
use super::spec::{GroupSpec, Spec};
use super::taken::norm_state;
use super::views::views_match;
use super::watch::Watch;
use super::{Optimizer, Param};
use crate::definition::{ROUTINES, Routine};
use crate::draw::DrawKey;
use crate::dtype::DType;
use crate::gradient::RecentNorms;
use crate::hyper::{HyperError, guarded};
use crate::kernel::{Arenas, Float, LARGE, LastIndex, Need, Slots, StateSlot, StepsDone, Storage, elements, need};
use crate::lang::Graph;
use crate::params::{Declared, ParamInfo};
use crate::shape::{Dim, ParamShape};
use crate::sparsity::Masks;
use crate::state::States;
use crate::time::{Program, TimeError};

impl<T: Float> Optimizer<T> {
    pub(crate) fn of(about: &'static About, spec: &Spec, declared: &[Declared<'_, T>]) -> Result<Self, BuildError> {
        // Checked before a wrapper takes an option as its own setting.
        spec.options.validate()?;
        spec.inside_is_right(about)?;
        let spec = &*spec.with_taken(about);
        if about.of_rules {
            return Self::of_partition(about, spec, declared);
        }
        Self::of_rules(&[RuleSpec { name: None, about, spec, takes: None, optional: false }], (spec, None), declared)
    }

    /// Builds an optimizer of one or several rules. `whole` has the options of the step, and `around` the wrappers around a partition.
    #[inline(never)]
    pub(super) fn of_rules(
        rules: &[RuleSpec<'_>],
        (whole, around): (&Spec, Option<&'static About>),
        declared: &[Declared<'_, T>],
    ) -> Result<Self, BuildError> {
        whole.options.validate()?;
        for rule in rules {
            rule.spec.inside_is_right(rule.about)?;
            rule.is_right(whole)?;
        }
        inputs_agree(rules)?;
        let (mut groups, mut ranges) = (Vec::new(), Vec::with_capacity(rules.len()));
        for (place, rule) in rules.iter().enumerate() {
            let first = groups.len();
            groups.extend(groups_of(rule)?.into_iter().map(|group| group.of_rule(place)));
            ranges.push(first..groups.len());
        }
        let chosen = choose(rules, declared)?;
        let (mut params, places) = params(rules, &chosen, declared, DrawKey::new(whole.seed))?;
        for ((place, rule), range) in rules.iter().enumerate().zip(&ranges) {
            assign(rule, (&mut groups, range.clone()), &mut params, |param| chosen[param] == place)?;
            let own = params.iter().zip(&chosen).filter(|(_, rule)| **rule == place).map(|(param, _)| param);
            views_match(rule, own)?;
        }

        let (need, longest) = check_params(rules, &chosen, (&params, declared), &groups)?;
        let states = states_of(rules, &longest, (&groups, &ranges));
        let width = states.iter().map(States::len).max().unwrap_or(0);
        let mut slots: Vec<StateSlot<T>> = Vec::with_capacity(params.len() * width);
        for ((param, declared), rule) in params.iter().zip(declared).zip(&chosen) {
            allocate(&groups[param.group], &states[*rule], (param, declared), &mut slots)?;
            slots.extend((states[*rule].len()..width).map(|_| StateSlot::Absent));
        }
        let of_param = chosen.iter().map(|rule| (rules[*rule].about, &states[*rule]));
        let backup = Backup::new(of_param, declared, &slots)?;
        let made = built(rules, (around, ranges), states, (&groups, &params))?;
        let arenas = Arenas::with_precision(whole.precision);
        if need != Need::default() {
            arenas.prepare(whole.threads.workers().min(params.len().max(need.tasks)), need);
        }
        let in_order = rules.iter().any(|rule| rule.about.global || rule.about.watched_global);
        let watch = whole.watch.as_ref().map(|(every, names)| {
            let outputs = declared_outputs(around, &made, &groups, &params);
            Watch::new(*every, names.iter().map(String::as_str), &outputs, whole.part)
        });
        Ok(Self {
            rules: made,
            around,
            groups,
            counts: vec![StepsDone::default(); params.len()],
            params: params.into(),
            slots: Slots::new(slots, in_order),
            backup,
            places,
            masks: Masks::new(),
            arenas,
            norms: RecentNorms::default(),
            watch: watch.transpose()?.unwrap_or_default(),
            options: whole.options,
            threads: whole.threads,
            seed: whole.seed,
            steps: 0,
            group_settings: None,
            last_report: None,
        })
    }
}

/// Checks the parameters, once for each kind. Returns the memory that linear algebra needs, and for each rule the length of its longest list of
/// states.
fn check_params<T: Float>(
    rules: &[RuleSpec<'_>],
    chosen: &[usize],
    (params, declared): (&[Param], &[Declared<'_, T>]),
    groups: &[Group],
) -> Result<(Need, Vec<usize>), BuildError> {
    let (mut seen, mut need, mut longest) = (HashSet::new(), Need::default(), vec![1; rules.len()]);
    for ((param, declared), rule) in params.iter().zip(declared).zip(chosen) {
        let storage = groups[param.group].chosen_for_params();
        let has_elements = declared.array.is_some() || storage.is_split();
        if storage != Storage::Native && has_elements && param.dtype != DType::BF16 {
            let (param, found) = (param.name.to_string(), param.dtype);
            return Err(BuildError::NotBf16 { param, found, storage });
        }
        if !seen.insert((param.group, param.seen(), param.folded)) {
            continue;
        }
        let group = &groups[param.group];
        need = need.max(fits::<T>(group, param)?);
        has_workspace::<T>(group, param)?;
        let states = rules[*rule].about.states.len();
        longest[*rule] = longest[*rule].max(group.definition().longest_list(states, param.folded));
    }
    Ok((need, longest))
}

/// The states of each rule. The longest list of a rule has this number of items.
fn states_of(rules: &[RuleSpec<'_>], longest: &[usize], (groups, ranges): (&[Group], &[Range<usize>])) -> Vec<States> {
    let states = rules.iter().zip(longest).zip(ranges).map(|((rule, longest), own)| {
        let states = States::new(rule.about.states, *longest);
        let splits = groups[own.clone()].iter().any(|group| group.chosen_for_params().is_split());
        if splits { states.with_rest() } else { states }
    });
    states.collect()
}

/// The built rules, with their groups and states.
fn built<T: Float>(
    rules: &[RuleSpec<'_>],
    (around, ranges): (Option<&'static About>, Vec<Range<usize>>),
    states: Vec<States>,
    (groups, params): (&[Group], &[Param]),
) -> Result<Vec<BuiltRule<T>>, BuildError> {
    let mut made = Vec::with_capacity(rules.len());
    for ((RuleSpec { name, about, .. }, own), states) in rules.iter().zip(ranges).zip(states) {
        made.push(BuiltRule {
            name: name.map(Arc::from),
            about,
            globals: globals(about, &states, (groups, &own), params)?,
            norm_state: norm_state(about, &states),
            shared_states: around.map_or_else(Vec::new, |around| around.global_places(&states)),
            full_names: match name {
                None => Vec::new(),
                Some(_) => states.iter().map(|state| full_name(*name, &state.name)).collect(),
            },
            states,
            groups: own,
        });
    }
    Ok(made)
}

/// Checks that a step of a parameter is possible and fits in memory. Returns the memory that its linear algebra needs.
pub(super) fn fits<T: Float>(group: &Group, param: &Param) -> Result<Need, BuildError> {
    accepts(group, param).map_err(|error| hyper(group.name(), error))?;
    states_fit::<T>(group, param)?;
    let bytes = workspace::<T>(group, param).saturating_mul(size_of::<T>());
    // No array can be larger, so the library cannot be asked for the rest.
    if bytes > isize::MAX as usize {
        return Err(no_workspace(param));
    }
    let need = need_of::<T>(group, param).map_err(|error| hyper(group.name(), error))?;
    if bytes.saturating_add(need.bytes()) > isize::MAX as usize {
        return Err(no_workspace(param));
    }
    // One thread processes all calls of a smaller parameter.
    let tasks = if param.folded.len() < LARGE { need.tasks.min(1) } else { need.tasks };
    Ok(Need { tasks, ..need })
}

/// The memory that the linear algebra of a parameter's routines needs.
fn need_of<T: Float>(group: &Group, param: &Param) -> Result<Need, HyperError> {
    let about = group.about();
    // Calls read and write scratch, so an optimizer without scratch has no calls.
    if about.entries.iter().all(|entry| entry.scratch == 0) {
        return Ok(Need::default());
    }
    let optimizer = group.definition().description::<T>();
    timed_programs(group, param)?.iter().try_fold(Need::default(), |most, program| {
        Ok(most.max(guarded(about.name, || need(optimizer, about.unwatched_entries(), param.folded, program.first()))?))
    })
}

/// Checks that there is memory for the intermediate values of a step. A parameter without elements may need much: one number for
/// each column of a matrix without rows.
fn has_workspace<T: Float>(group: &Group, param: &Param) -> Result<(), BuildError> {
    let reserved = Vec::<T>::new().try_reserve_exact(workspace::<T>(group, param));
    reserved.map_err(|_| no_workspace(param))
}

/// The number of elements of a step's intermediate values.
fn workspace<T: Float>(group: &Group, param: &Param) -> usize {
    let kernel = group.definition().kernel::<T>();
    let entries = group.about().unwatched_entries();
    entries.map(|entry| kernel.scratch(entry, param.folded)).max().unwrap_or(0)
}

/// Checks that arrays can have the dimensions of a parameter's states and inputs.
fn states_fit<T>(group: &Group, param: &Param) -> Result<(), BuildError> {
    let (about, definition) = (group.about(), group.definition());
    let states = about.states.iter().enumerate().map(|(index, info)| {
        let exists = definition.state_exists(index, param.folded);
        (
            info.name,
            false,
            info.pair.filter(|_| exists),
            definition.state_dims(index, 0, param.folded).filter(|_| exists),
        )
    });
    let inputs = about.inputs.iter().enumerate();
    let inputs = inputs.map(|(index, info)| (info.name, true, info.pair, definition.input_dims(index, param.folded)));
    for (name, input, pair, dims) in states.chain(inputs) {
        let (Some(pair), Some(dims)) = (pair, dims) else { continue };
        if dims.rows == Dim::Size(0) || dims.cols == Dim::Size(0) {
            return Err(BuildError::Dimensions {
                param: param.name.to_string(),
                name,
                input,
                declared: pair,
                dims: dims.to_string(),
            });
        }
        // Counts empty axes as 1, because a pass loops over each of the other axes.
        let sizes = param.folded.sizes(dims).into_iter();
        let elements = sizes.fold(1_usize, |product, size| product.saturating_mul(size.max(1)));
        if elements > isize::MAX as usize / size_of::<T>() {
            return Err(BuildError::OutOfMemory { param: param.name.to_string(), state: name, elements });
        }
    }
    Ok(())
}

/// Checks that an optimizer with these hyperparameters can update a parameter of this shape.
///
/// All fixed code of the optimizer runs here once, as it does in every step. So a panic happens before anything exists.
pub(super) fn accepts(group: &Group, param: &Param) -> Result<(), HyperError> {
    let (about, definition) = (group.about(), group.definition());
    let refused = |message| HyperError::Parameter {
        optimizer: about.name,
        param: param.name.to_string(),
        shape: param.seen().to_vec(),
        message,
    };
    guarded(about.name, || definition.requirement_param(param.folded))?.map_err(refused)?;
    guarded(about.name, || {
        for state in 0..about.states.len() {
            if definition.state_exists(state, param.folded) {
                definition.state_initial(state, param.folded);
                definition.state_dims(state, 0, param.folded);
            }
        }
    })?;
    lists_have_lengths(group, param)?;
    let axes = about.axes_of(&param.shape, param.view.as_deref());
    for program in timed_programs(group, param)? {
        guarded(about.name, || {
            for input in 0..about.inputs.len() {
                definition.input_due(input, param.folded, program.first());
                definition.input_dims(input, param.folded);
            }
        })?;
        for routine in ROUTINES {
            // Some functions accept only matrices of certain sizes. The macro checks everything else.
            let graph = guarded(about.name, || definition.trace_of(routine, &axes, program.first()).map(drop))?;
            graph.map_err(|error| HyperError::Shape {
                optimizer: about.name,
                param: param.name.to_string(),
                shape: param.seen().to_vec(),
                error: Box::new(error),
            })?;
        }
    }
    Ok(())
}

/// The programs of a step of a parameter: one, or several if there are timed conditions.
pub(super) fn timed_programs(group: &Group, param: &Param) -> Result<Vec<Program>, HyperError> {
    programs_of(group, param, &group.about().step)
}

/// The programs of a step that reports its outputs. If outputs would cause too many programs, the programs of the step without outputs replace them.
pub(super) fn watched_programs(group: &Group, param: &Param) -> Result<Vec<Program>, HyperError> {
    match programs_of(group, param, &group.about().watched_entries()) {
        Err(HyperError::Programs { .. }) => timed_programs(group, param),
        programs => programs,
    }
}

fn programs_of(group: &Group, param: &Param, entries: &Range<usize>) -> Result<Vec<Program>, HyperError> {
    let (about, definition) = (group.about(), group.definition());
    let (optimizer, param_name, shape) = (about.name, || param.name.to_string(), || param.seen().to_vec());
    let found = guarded(optimizer, || definition.programs(entries, param.folded))?;
    found.map_err(|error| match error {
        TimeError::Argument { call, value, least } => HyperError::TimedArgument {
            optimizer,
            param: param_name().into(),
            shape: shape().into(),
            call,
            value: value.into(),
            least,
        },
        TimeError::Slot { call, slots, length } => {
            HyperError::Slot { optimizer, param: param_name().into(), shape: shape().into(), call, slots, length }
        }
        TimeError::Programs => HyperError::Programs { optimizer, param: param_name(), shape: shape() },
    })
}

/// The graph of the group `default`.
pub(crate) fn graph(about: &'static About, spec: &Spec, shape: &[usize], t: u64) -> Result<Graph, BuildError> {
    let (group, param) = single(about, spec, shape)?;
    accepts(&group, &param).map_err(|error| hyper(DEFAULT_GROUP, error))?;
    Ok(group.definition().trace(&about.axes_of(shape, param.view.as_deref()), t).map_err(Box::new)?)
}

/// The graph of a routine with the settings of the group `default`; `None` if the optimizer does not have it.
pub(crate) fn graph_of(
    about: &'static About,
    spec: &Spec,
    routine: Routine,
    shape: &[usize],
    t: u64,
) -> Result<Option<Graph>, BuildError> {
    let (group, param) = single(about, spec, shape)?;
    accepts(&group, &param).map_err(|error| hyper(DEFAULT_GROUP, error))?;
    Ok(group.definition().trace_of(routine, &about.axes_of(shape, param.view.as_deref()), t).map_err(Box::new)?)
}

/// The group `default`, and a parameter of this shape in it.
pub(super) fn single(about: &'static About, spec: &Spec, shape: &[usize]) -> Result<(Group, Param), BuildError> {
    spec.inside_is_right(about)?;
    if about.of_rules {
        return Err(BuildError::PartitionShape { optimizer: about.name });
    }
    let spec = &*spec.with_taken(about);
    let settings = resolve(about, &[&spec.settings])
        .and_then(|settings| Group::new(about, DEFAULT_GROUP, Vec::new(), spec.factor, settings, 0));
    let group = settings.map_err(|error| hyper(DEFAULT_GROUP, error))?.storing(&[&spec.storage])?;
    let name = "param";
    check_size(name, shape)?;
    let view = spec.view_of(&ParamInfo::new(name, shape, true))?;
    let folded = ParamShape::of(&about.axes_of(shape, view.as_deref()));
    let param = Param {
        name: name.into(),
        last_index: None,
        ordered: true,
        shape: shape.into(),
        view,
        folded,
        dtype: DType::F64,
        group: 0,
        draws: DrawKey::new(spec.seed).param(name),
    };
    Ok((group, param))
}

/// The default group of a rule and all of its other groups, without members.
fn groups_of(RuleSpec { name: rule, about, spec, .. }: &RuleSpec<'_>) -> Result<Vec<Group>, BuildError> {
    let make = |name: &str, settings: &[&[Assignment]], own: &Spec| {
        let group = resolve(about, settings)
            .and_then(|settings| Group::new(about, name, own.tags.clone(), own.factor, settings, 0))
            .map_err(|error| hyper(name, error))?;
        match std::ptr::eq(own, *spec) {
            true => group.storing(&[&spec.storage]),
            false => {
                let group = group.owning(own.settings.iter().map(|given| given.index));
                group.storing(&[&spec.storage, &own.storage])
            }
        }
    };
    let mut groups = vec![make(rule.unwrap_or(DEFAULT_GROUP), &[&spec.settings], spec)?];
    for GroupSpec { name, overrides, .. } in &spec.groups {
        let full = full_name(*rule, name);
        overrides.inside_is_right(about)?;
        if let Some(option) = overrides.whole.last().copied() {
            return Err(BuildError::Misplaced { group: full, option });
        }
        let shared = overrides.settings.iter().filter_map(|given| about.hypers.get(given.index));
        if let Some(info) = shared.into_iter().find(|info| info.shared) {
            return Err(hyper(&full, HyperError::Shared { optimizer: about.name, name: info.name }));
        }
        if name == DEFAULT_GROUP || groups.iter().any(|other| other.name() == full) {
            return Err(BuildError::DuplicateGroup { group: name.clone() });
        }
        groups.push(make(&full, &[&spec.settings, &overrides.settings], overrides)?);
    }
    Ok(groups)
}

/// Checks that an array can have this shape.
fn check_size(param: &str, shape: &[usize]) -> Result<(), BuildError> {
    match elements(shape) {
        Ok(_) => Ok(()),
        Err(_) => Err(BuildError::TooLarge { param: param.to_owned(), shape: shape.to_vec() }),
    }
}

type Params = (Vec<Param>, HashMap<Arc<str>, usize>);

/// The parameters, and their places by name. `chosen` has the rule of each.
fn params<T: Float>(
    rules: &[RuleSpec<'_>],
    chosen: &[usize],
    declared: &[Declared<'_, T>],
    seed: DrawKey,
) -> Result<Params, BuildError> {
    let mut params = Vec::with_capacity(declared.len());
    let mut places = HashMap::with_capacity(declared.len());
    for (place, (Declared { name, shape, ordered, array }, rule)) in declared.iter().zip(chosen).enumerate() {
        let name: Arc<str> = name.as_str().into();
        if places.insert(Arc::clone(&name), place).is_some() {
            return Err(BuildError::DuplicateParameter { param: name.to_string() });
        }
        check_size(&name, shape)?;
        let RuleSpec { about, spec, .. } = &rules[*rule];
        let view = spec.view_of(&ParamInfo::new(&name, shape, *ordered))?;
        let (shape, folded) = ((*shape).into(), ParamShape::of(&about.axes_of(shape, view.as_deref())));
        let draws = seed.param(&name);
        let dtype = array.map_or(T::DTYPE, |array| array.dtype());
        let (last_index, ordered) = (LastIndex::of(&name), *ordered);
        params.push(Param { name, last_index, ordered, shape, view, folded, dtype, group: 0, draws });
    }
    if params.is_empty() {
        return Err(BuildError::NoParameters);
    }
    Ok((params, places))
}

/// Assigns each parameter that is a rule's `own` to one of its groups.
fn assign(
    rule: &RuleSpec<'_>,
    (groups, range): (&mut [Group], Range<usize>),
    params: &mut [Param],
    own: impl Fn(usize) -> bool,
) -> Result<(), BuildError> {
    let default = range.start;
    for (place, param) in params.iter_mut().enumerate().filter(|(place, _)| own(*place)) {
        let info = ParamInfo::new(&param.name, &param.shape, param.ordered);
        param.group = default;
        for (spec, group) in rule.spec.groups.iter().zip(default + 1..) {
            if !(spec.predicate)(&info) {
                continue;
            }
            if param.group != default {
                return Err(BuildError::TwoGroups {
                    param: param.name.to_string(),
                    first: groups[param.group].name().to_owned(),
                    second: groups[group].name().to_owned(),
                });
            }
            param.group = group;
        }
        groups[param.group].push_member(place);
    }
    let groups = &groups[range];
    if rule.spec.part || rule.optional && groups.iter().all(|group| group.members().is_empty()) {
        return Ok(());
    }
    match groups.iter().skip(1).find(|group| group.members().is_empty()) {
        None => Ok(()),
        Some(empty) => Err(BuildError::EmptyGroup {
            group: empty.name().to_owned(),
            params: params.iter().map(|param| param.name.to_string()).collect(),
        }),
    }
}
