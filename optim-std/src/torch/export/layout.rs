//! The groups and numbers of parameters in a file.

use std::collections::HashMap;

use optim_core::LoadParams;

use crate::torch::convert::{ConvertError, GroupSettings, Here, Names, by_name, refuse_unordered};
use crate::torch::optimizer::{OptimizerState, SavedGroup};
use crate::torch::pickle::PickleWriter;

/// The source of a file's order and groups.
#[derive(Clone, Default)]
pub(super) enum Form<'a> {
    /// The groups here, with parameters in the order of the model.
    #[default]
    Model,
    /// The groups here, ordered by the first of their parameters among these names.
    Order(Vec<String>),
    /// The layout of another file.
    Like(&'a OptimizerState, Names),
}

/// A group in the file.
pub(super) struct Group<'a> {
    /// The index of its group here; `None` if it has no parameters.
    pub(super) here: Option<usize>,
    /// The group of the other file, if that file's layout is kept.
    pub(super) like: Option<&'a SavedGroup>,
    pub(super) members: Vec<Member<'a>>,
}

/// A parameter in the file.
pub(super) struct Member<'a> {
    pub(super) param: &'a str,
    pub(super) key: ParamKey<'a>,
    /// The name in the file, if there is one.
    pub(super) name: Option<&'a str>,
}

/// The key of a parameter.
#[derive(Clone, Copy)]
pub(super) enum ParamKey<'a> {
    Number(i128),
    Name(&'a str),
}

impl<'a> Form<'a> {
    /// The groups of the file, in its order.
    pub(super) fn groups(&self, here: &Here<'a>) -> Result<Vec<Group<'a>>, ConvertError> {
        match self {
            Self::Model => {
                let ordered: HashMap<&str, bool> =
                    here.params.iter().map(|param| (param.name, param.ordered)).collect();
                for group in &here.groups {
                    let members = group.members.iter().map(|&name| (name, ordered.get(name).copied().unwrap_or(true)));
                    refuse_unordered(
                        members,
                        "say in which order they are to be: `Export::order([…])`, `Export::like(…)`",
                    )?;
                }
                Ok(numbered(here.groups.iter().map(|group| group.members.clone()).enumerate()))
            }
            Self::Order(names) => {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                let places = by_name(&names, here, &LoadParams::new(), "list every parameter here once")?;
                let mut members: Vec<Vec<(usize, &str)>> = here.groups.iter().map(|_| Vec::new()).collect();
                for (param, place) in here.params.iter().zip(places) {
                    members[param.group].push((place, param.name));
                }
                members.iter_mut().for_each(|group| group.sort_unstable());
                let mut groups: Vec<(usize, Vec<(usize, &str)>)> = members.into_iter().enumerate().collect();
                groups.sort_by_key(|(_, members)| members.first().map(|&(place, _)| place));
                let names = |members: Vec<(usize, &'a str)>| members.into_iter().map(|(_, name)| name).collect();
                Ok(numbered(groups.into_iter().map(|(group, members)| (group, names(members)))))
            }
            Self::Like(state, names) => like(state, names, here),
        }
    }
}

/// The groups here with their members, numbered through all groups. Groups without members are left out.
fn numbered<'a>(groups: impl Iterator<Item = (usize, Vec<&'a str>)>) -> Vec<Group<'a>> {
    let mut number = 0;
    let mut member = |param| {
        let key = ParamKey::Number(number);
        number += 1;
        Member { param, key, name: Some(param) }
    };
    let groups = groups.filter(|(_, members)| !members.is_empty());
    let groups = groups.map(|(group, members)| Group {
        here: Some(group),
        like: None,
        members: members.into_iter().map(&mut member).collect(),
    });
    groups.collect()
}

fn like<'a>(state: &'a OptimizerState, names: &Names, here: &Here<'a>) -> Result<Vec<Group<'a>>, ConvertError> {
    let mut param_at = vec![0; state.params.len()];
    for (param, place) in names.places(state, here)?.into_iter().enumerate() {
        param_at[place] = param;
    }
    // Names and numbers were compared before, so all parameters of the file are here.
    let mut groups: Vec<Group<'a>> =
        state.groups.iter().map(|group| Group { here: None, like: Some(group), members: Vec::new() }).collect();
    for (saved, &param) in state.params.iter().zip(&param_at) {
        let param = &here.params[param];
        let group = &mut groups[saved.group];
        if let (Some(first), Some(member)) = (group.here.filter(|&first| first != param.group), group.members.first()) {
            let settings = |group: usize| here.groups[group].settings.iter();
            let other = settings(first).zip(settings(param.group)).find(|(a, b)| a != b).map(|((hyper, _), _)| *hyper);
            let same = here.rule_of(first).optimizer == here.rule_of(param.group).optimizer;
            if let Some(hyper) = other.filter(|_| same).or((!same).then_some("optimizer")) {
                return Err(ConvertError::Joined {
                    place: group.like.map_or_else(String::new, |group| group.place.clone()),
                    first: member.param.to_owned(),
                    second: param.name.to_owned(),
                    hyper: hyper.to_owned(),
                });
            }
        }
        group.here.get_or_insert(param.group);
        let key = saved.number.map_or(ParamKey::Name(&saved.key), ParamKey::Number);
        group.members.push(Member { param: param.name, key, name: saved.name.as_deref() });
    }
    for group in &groups {
        // The settings of the other file must belong to this optimizer. Unknown settings are copied.
        if let (Some(place), Some(saved)) = (group.here, group.like) {
            GroupSettings::read(saved, here, here.groups[place].rule, &mut Vec::new())?;
        }
    }
    Ok(groups)
}

pub(super) fn write_key(w: &mut PickleWriter, key: ParamKey<'_>) {
    match key {
        ParamKey::Number(number) => w.int(number),
        ParamKey::Name(name) => w.str(name),
    }
}
