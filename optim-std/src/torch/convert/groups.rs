//! Parameters that are in different groups here and in the file.

use std::collections::{BTreeMap, HashMap, HashSet};

use optim_core::LoadParams;

use super::by_name::{OTHER_NAMES, by_name};
use super::{Here, HereParam};
use crate::torch::error::listed;
use crate::torch::optimizer::{OptimizerState, SavedParam};
use optim_core::__private::messages::shown;

/// A suggestion for groups of different sizes.
pub(super) fn help(file: &OptimizerState, here: &Here<'_>) -> String {
    let (in_file, in_groups) = (order(&file.group_sizes()), order(&sizes(here)));
    let named = file.names().and_then(|names| by_name(&names, here, &LoadParams::new(), OTHER_NAMES).ok());
    let mut help = match &named {
        _ if in_file.len() != in_groups.len() => Vec::new(),
        Some(places) => by_name_in_file(file, here, places, &in_file, &in_groups),
        None => by_shape(file, here, &in_file, &in_groups).unwrap_or_default(),
    };
    let mut build = "build the optimizer with the groups of the file".to_owned();
    if is_of_trainer(file) {
        build += "; the Hugging Face Trainer gives no weight decay to biases, and none to the weights of LayerNorm and RMSNorm";
    }
    let names = match named {
        Some(_) => "go by the names: `Names::Auto`",
        None => "give the names of the file's parameters, in its order: `Names::listed([…])`",
    };
    help.extend([build, format!("if the groups here are meant to differ, {names}")]);
    help.join("\nhelp: ")
}

/// Returns true for two groups, the second without weight decay, as Hugging Face's `Trainer` makes them.
fn is_of_trainer(file: &OptimizerState) -> bool {
    match file.groups.as_slice() {
        [_, second] => second.get("weight_decay").and_then(|decay| decay.as_f64().ok()) == Some(0.0),
        _ => false,
    }
}

/// The indices of groups, counted without empty ones. Groups with the same index belong together.
type Order = HashMap<usize, usize>;

fn order(sizes: &[usize]) -> Order {
    let used = sizes.iter().enumerate().filter(|&(_, &size)| size > 0);
    used.enumerate().map(|(place, (group, _))| (group, place)).collect()
}

fn sizes(here: &Here<'_>) -> Vec<usize> {
    let mut sizes = vec![0; here.groups.len()];
    here.params.iter().for_each(|param| sizes[param.group] += 1);
    sizes
}

/// Parameters that are in another group of the file, by their names.
fn by_name_in_file(
    file: &OptimizerState,
    here: &Here<'_>,
    places: &[usize],
    in_file: &Order,
    in_groups: &Order,
) -> Vec<String> {
    let others = here
        .params
        .iter()
        .zip(places)
        .filter(|&(param, &place)| in_file.get(&file.params[place].group) != in_groups.get(&param.group));
    let others: Vec<&str> = others.map(|(param, _)| param.name).collect();
    vec![format!("{} {} in another group of the file", listed(&others), are(others.len()))]
}

fn are(count: usize) -> &'static str {
    if count == 1 { "is" } else { "are" }
}

/// The states of a parameter that are arrays, with their shapes.
type Shapes = Vec<(String, Vec<usize>)>;

/// The shapes that groups have more often here than in the file; `None` if the file contains no shapes.
fn by_shape(file: &OptimizerState, here: &Here<'_>, in_file: &Order, in_groups: &Order) -> Option<Vec<String>> {
    /// The largest number of shapes in a message.
    const FEW: usize = 4;
    let saved: Vec<Shapes> = file.params.iter().map(saved_shapes).collect::<Option<_>>()?;
    let own: Vec<Shapes> = here.params.iter().map(own_shapes).collect();
    // States that exist only with some settings are left out.
    let [there, known] =
        [&saved, &own].map(|all| all.iter().flatten().map(|(state, _)| &**state).collect::<HashSet<&str>>());
    let comparable = |shapes: &Shapes| {
        let mut shapes: Shapes =
            shapes.iter().filter(|(state, _)| there.contains(&**state) && known.contains(&**state)).cloned().collect();
        shapes.sort_unstable();
        // A parameter without gradients so far may have any shape.
        (!shapes.is_empty()).then_some(shapes)
    };
    let mut counts: HashMap<(Option<&usize>, Shapes), usize> = HashMap::new();
    for (param, shapes) in file.params.iter().zip(&saved) {
        *counts.entry((in_file.get(&param.group), comparable(shapes)?)).or_default() += 1;
    }
    let mut groups: BTreeMap<(Option<&usize>, Shapes), Vec<&HereParam<'_>>> = BTreeMap::new();
    for (param, shapes) in here.params.iter().zip(&own) {
        groups.entry((in_groups.get(&param.group), comparable(shapes)?)).or_default().push(param);
    }
    let more = groups.into_iter().filter_map(|(key, params)| {
        let more = params.len().checked_sub(counts.get(&key).copied().unwrap_or(0)).filter(|&more| more > 0)?;
        let first = params.first()?;
        let names: Vec<&str> = params.iter().map(|param| param.name).collect();
        let (count, group, shape) = (params.len(), here.groups.get(first.group)?.name, first.shape);
        let subject = match (more, count) {
            (1, 1) => "the only parameter".to_owned(),
            (more, count) if more == count => format!("all {count} parameters"),
            (more, count) => format!("{more} of the {count} parameters"),
        };
        let (are, names) = (are(more), listed(&names));
        Some(format!(
            "{subject} of shape {shape:?} in group `{}` {are} in another group of the file: {names}",
            shown(group)
        ))
    });
    Some(more.take(FEW).collect())
}

fn saved_shapes(param: &SavedParam) -> Option<Shapes> {
    let states = param.states().ok()?.into_iter().filter(|(_, value)| value.is_tensor());
    states.map(|(state, value)| Some((state, value.tensor().ok()?.shape().to_vec()))).collect()
}

fn own_shapes(param: &HereParam<'_>) -> Shapes {
    param.states.iter().filter_map(|(state, shape)| Some((state.clone(), shape.clone()?))).collect()
}
