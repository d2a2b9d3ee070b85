//! Maps the parameters of a file to the parameters here.

use optim_core::LoadParams;

use super::by_name::{OTHER_NAMES, by_name};
use super::{ConvertError, Here, HereParam, groups};
use crate::torch::optimizer::OptimizerState;

/// The mapping from the numbered parameters of a file to names.
///
/// ```
/// use optim_std::LoadParams;
/// use optim_std::torch::Names;
///
/// // The parameters of LayerNorm, in the order of `model.parameters()` in Python.
/// let listed = Names::listed(["norm.weight", "norm.bias"]);
/// // The file has names, those of a larger model.
/// let renamed = Names::Renamed(LoadParams::new().prefix("transformer."));
/// # drop((listed, renamed));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Names {
    /// By [`InFile`](Self::InFile) if the file has names, otherwise by [`InOrder`](Self::InOrder).
    #[default]
    Auto,
    /// By order. Torch numbers parameters group by group. If the groups here and in the file have the same sizes, the first
    /// group in the file is the first group with parameters here, in the order of the model. If the file has one group, its
    /// parameters are the parameters of the model, in order.
    ///
    /// A `BTreeMap` or `HashMap` of several parameters is an error, because its order is unrelated to the order in
    /// another program. It is also an error if the file has the same names in another order.
    InOrder,
    /// By the names in the file, which `torch.optim` writes for optimizers of `model.named_parameters()`. PyTorch's
    /// prefixes `module.` and `_orig_mod.` are dropped, see [`LoadParams`].
    InFile,
    /// By the names in the file, if they differ from the names here.
    Renamed(LoadParams),
    /// By these names, in the order of the file: the first group, then the next.
    Listed(Vec<String>),
}

impl Names {
    /// Uses these names, in the order of the file: the first group, then the next.
    pub fn listed<S: Into<String>>(names: impl IntoIterator<Item = S>) -> Self {
        Self::Listed(names.into_iter().map(Into::into).collect())
    }

    /// For every parameter here, in the order of the model: its index in the file.
    pub(in crate::torch) fn places(&self, file: &OptimizerState, here: &Here<'_>) -> Result<Vec<usize>, ConvertError> {
        let in_file = || file.names().ok_or(ConvertError::NoNames);
        match self {
            Self::Auto => match file.names() {
                Some(names) => by_name(&names, here, &LoadParams::new(), OTHER_NAMES),
                None => in_order(file, here),
            },
            Self::InOrder => in_order(file, here),
            Self::InFile => by_name(&in_file()?, here, &LoadParams::new(), OTHER_NAMES),
            Self::Renamed(names) => by_name(&in_file()?, here, names, OTHER_NAMES),
            Self::Listed(names) => {
                if names.len() != file.len() {
                    return Err(ConvertError::Count { file: file.len(), here: names.len() });
                }
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                by_name(&names, here, &LoadParams::new(), "list every parameter here once, in the order of the file")
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
    let mut in_groups: Vec<Vec<&HereParam<'_>>> = here.groups.iter().map(|_| Vec::new()).collect();
    for param in &here.params {
        // If the file has only one group, groups here do not matter.
        let group = if in_file.len() <= 1 { 0 } else { param.group };
        in_groups[group].push(param);
    }
    in_groups.retain(|group| !group.is_empty());
    let sizes: Vec<usize> = in_groups.iter().map(Vec::len).collect();
    if in_file != sizes {
        let help = groups::help(file, here);
        return Err(ConvertError::GroupSizes { file: in_file, here: sizes, help });
    }
    let ordered: Vec<&str> = in_groups.iter().flatten().map(|param| param.name).collect();
    let places = by_name(&ordered, here, &LoadParams::new(), OTHER_NAMES)?;
    // If both have the same names, they show a difference in the order.
    if let Some(names) = file.names()
        && let Ok(named) = by_name(&names, here, &LoadParams::new(), OTHER_NAMES)
    {
        let differ = here.params.iter().zip(places.iter().zip(&named)).find(|(_, (ordered, named))| ordered != named);
        return match differ {
            None => Ok(places),
            Some((param, (&ordered, &named))) => {
                let (param, file) = (param.name.to_owned(), names[ordered].to_owned());
                Err(ConvertError::OrderDiffers { param, file, ordered, named })
            }
        };
    }
    for group in &in_groups {
        let help = "give the names of the file's parameters, in its order: `Names::listed([…])`";
        refuse_unordered(group.iter().map(|param| (param.name, param.ordered)), help)?;
    }
    Ok(places)
}

/// Refuses parameters of one group that the model does not order.
pub(in crate::torch) fn refuse_unordered<'a>(
    params: impl Iterator<Item = (&'a str, bool)>,
    help: &'static str,
) -> Result<(), ConvertError> {
    let unordered: Vec<String> = params.filter(|(_, ordered)| !ordered).map(|(name, _)| name.to_owned()).collect();
    if unordered.len() > 1 { Err(ConvertError::NoOrder { params: unordered, help }) } else { Ok(()) }
}
