//! Which parameter of a file is which parameter here.

use std::collections::HashMap;

use super::{ConvertError, Here};
use crate::torch::optimizer::OptimizerState;

/// How the parameters of a file, which are numbered, get names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Names {
    /// By their order. Torch numbers parameters group by group: with as many groups here and there, of the same sizes, the first
    /// group's parameters are those of the first group here that has any, in the order of the model. With one group in the file,
    /// its parameters are those of the model, in order.
    #[default]
    InOrder,
    /// By the names in the file, which are there if the optimizer was made with `model.named_parameters()`.
    InFile,
    /// By these names, in the order of the file: through its first group, then the next.
    Listed(Vec<String>),
}

impl Names {
    /// These names, in the order of the file: through its first group, then the next.
    pub fn listed<S: Into<String>>(names: impl IntoIterator<Item = S>) -> Self {
        Self::Listed(names.into_iter().map(Into::into).collect())
    }

    /// The place in the file of every parameter here, in the order of the model.
    pub(super) fn places(&self, file: &OptimizerState, here: &Here<'_>) -> Result<Vec<usize>, ConvertError> {
        match self {
            Self::InOrder => in_order(file, here),
            Self::InFile => by_name(&file.names().ok_or(ConvertError::NoNames)?, here),
            Self::Listed(names) => {
                if names.len() != file.len() {
                    return Err(ConvertError::Count { file: file.len(), here: names.len() });
                }
                by_name(&names.iter().map(String::as_str).collect::<Vec<_>>(), here)
            }
        }
    }
}

fn in_order(file: &OptimizerState, here: &Here<'_>) -> Result<Vec<usize>, ConvertError> {
    if file.len() != here.params.len() {
        return Err(ConvertError::Count { file: file.len(), here: here.params.len() });
    }
    let mut in_file = file.group_sizes();
    in_file.retain(|&size| size > 0);
    if in_file.len() <= 1 {
        return Ok((0..file.len()).collect());
    }
    let mut in_groups: Vec<usize> = here.groups.iter().map(|group| group.members.len()).collect();
    in_groups.retain(|&size| size > 0);
    if in_file != in_groups {
        return Err(ConvertError::GroupSizes { file: in_file, here: in_groups });
    }
    let ordered: Vec<&str> = here.groups.iter().flat_map(|group| group.members.iter().copied()).collect();
    by_name(&ordered, here)
}

fn by_name(names: &[&str], here: &Here<'_>) -> Result<Vec<usize>, ConvertError> {
    let mut by_name = HashMap::with_capacity(names.len());
    let mut unknown = Vec::new();
    for (place, &name) in names.iter().enumerate() {
        if by_name.insert(name, place).is_some() {
            unknown.push(name.to_owned());
        }
    }
    let mut missing = Vec::new();
    let mut places = Vec::with_capacity(here.params.len());
    for param in &here.params {
        match by_name.remove(param.name) {
            Some(place) => places.push(place),
            None => missing.push(param.name.to_owned()),
        }
    }
    let mut rest: Vec<&str> = by_name.into_keys().collect();
    rest.sort_unstable();
    unknown.extend(rest.into_iter().map(ToOwned::to_owned));
    if missing.is_empty() && unknown.is_empty() { Ok(places) } else { Err(ConvertError::Names { missing, unknown }) }
}
