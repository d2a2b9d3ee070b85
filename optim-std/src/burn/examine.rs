//! Checks of an optimizer before its first step.

use ndarray::{IxDyn, arr0};
use optim_core::BuildError;
use optim_core::DEFAULT_GROUP;
use optim_core::registry::AnyBuilder;
use optim_core::{Float, Named, NonFinite, Optimizer, TensorRef};

use super::error::BurnError;
use super::names::NamedParam;
use super::options::LearningRates;
use super::rates::LearningRate;

/// Shapes to try one after another, because an optimizer may refuse some of them. For example, an optimizer for matrices refuses vectors.
const SHAPES: [&[usize]; 4] = [&[2, 2], &[2], &[2, 2, 2, 2], &[]];

/// Checks an optimizer without names as far as possible before its first step, and finds the learning rate.
pub(super) fn examine_alone(builder: &AnyBuilder, rates: LearningRates) -> Result<Option<LearningRate>, BurnError> {
    // A partition chooses the optimizer of a parameter by name.
    if let Err(BuildError::PartitionShape { optimizer }) = builder.plan_for(&[1]) {
        return Err(BurnError::Partition { optimizer });
    }
    let mut first = None;
    for shape in SHAPES {
        let zeros = vec![0.0_f32; shape.iter().product()];
        let Ok(zeros) = TensorRef::from_slice(&zeros, shape) else { continue };
        match builder.build(&Named(vec![("0", zeros)])) {
            Ok(mut optimizer) => {
                one_by_one(&optimizer)?;
                nameless(&optimizer)?;
                return LearningRate::of(&mut optimizer, DEFAULT_GROUP, rates);
            }
            Err(error) => {
                first.get_or_insert(error);
            }
        }
    }
    match first {
        Some(BuildError::EmptyGroup { group, .. } | BuildError::TwoGroups { first: group, .. }) => {
            Err(BurnError::Group { group })
        }
        Some(
            BuildError::EmptyView { view, .. }
            | BuildError::ViewElements { view, .. }
            | BuildError::TwoViews { first: view, .. },
        ) => Err(BurnError::View { view }),
        Some(error) => Err(error.into()),
        None => Err(BuildError::NoParameters.into()),
    }
}

/// Checks the optimizer of a module with these parameters, and returns the learning rates of its groups.
pub(super) fn examine_module(
    builder: &AnyBuilder,
    rates: LearningRates,
    params: Vec<(String, Vec<usize>)>,
) -> Result<Vec<NamedParam>, BurnError> {
    // A single zero in memory, seen as arrays of every shape. States may be copies of parameters, so the arrays must exist.
    let zero = arr0(0.0_f32).into_dyn();
    let arrays = params.iter().map(|(name, shape)| {
        let array = zero.broadcast(IxDyn(shape)).ok_or_else(|| too_large(name, shape))?;
        Ok((&**name, array))
    });
    let mut optimizer = builder.build(&Named(arrays.collect::<Result<Vec<_>, BuildError>>()?))?;
    one_by_one(&optimizer)?;
    if optimizer.watches_whole_model() {
        return Err(BurnError::WatchesWholeModel { optimizer: optimizer.name() });
    }
    let groups: Vec<String> = optimizer.groups().iter().map(|group| group.name().to_owned()).collect();
    let has_members = |optimizer: &Optimizer<f32>, place: usize| {
        optimizer.groups().get(place).is_some_and(|group: &optim_core::Group| !group.members().is_empty())
    };
    let mut of_groups: Vec<Option<LearningRate>> = Vec::with_capacity(groups.len());
    for (place, group) in groups.iter().enumerate() {
        of_groups.push(match has_members(&optimizer, place) {
            true => LearningRate::of(&mut optimizer, group, rates)?,
            false => None,
        });
    }
    if rates == LearningRates::Given {
        same(of_groups.iter().flatten())?;
    }
    let named = params.into_iter().zip(0..).map(|((name, shape), place)| {
        let group = optimizer.group_of(&name).ok().map(|group| group.name().to_owned());
        let rate = of_groups.iter().flatten().find(|rate| Some(&rate.group) == group.as_ref()).cloned();
        NamedParam { place, name, shape, rate }
    });
    Ok(named.collect())
}

fn too_large(param: &str, shape: &[usize]) -> BuildError {
    BuildError::TooLarge { param: param.to_owned(), shape: shape.to_vec() }
}

/// Checks that one learning rate can replace all of these.
fn same<'r>(mut rates: impl Iterator<Item = &'r LearningRate>) -> Result<(), BurnError> {
    let Some(first) = rates.next() else { return Ok(()) };
    match rates.find(|rate| rate.own != first.own) {
        None => Ok(()),
        Some(second) => Err(BurnError::LearningRates {
            groups: [first.group.clone(), second.group.clone()],
            values: [first.own.to_string(), second.own.to_string()],
        }),
    }
}

/// Checks that a step can update one parameter after another.
fn one_by_one<T: Float>(optimizer: &Optimizer<T>) -> Result<(), BurnError> {
    let name = optimizer.name();
    if optimizer.is_of_whole_model() {
        return Err(BurnError::WholeModel { optimizer: name });
    }
    if optimizer.has_probe() {
        return Err(BurnError::Probe { optimizer: name });
    }
    if optimizer.has_eval() {
        return Err(BurnError::Eval { optimizer: name });
    }
    if let Some(input) = optimizer.inputs().first() {
        return Err(BurnError::Input { optimizer: name, input: input.name });
    }
    if optimizer.clip_norm().is_some() {
        let help = "burn's `GradientClipping` clips the gradient of each parameter by itself";
        return Err(BurnError::Option { optimizer: name, option: "clip_norm", help });
    }
    if optimizer.non_finite() != NonFinite::Off {
        let help = "look at the loss, or at the gradients, before the step";
        return Err(BurnError::Option { optimizer: name, option: "non_finite", help });
    }
    if optimizer.spikes().is_some() {
        let help = "compare the norms of gradients before the step";
        return Err(BurnError::Option { optimizer: name, option: "spikes", help });
    }
    Ok(())
}

/// Checks that nothing needs the names of parameters.
fn nameless<T: Float>(optimizer: &Optimizer<T>) -> Result<(), BurnError> {
    if let Some(group) = optimizer.groups().iter().find(|group| group.name() != DEFAULT_GROUP) {
        return Err(BurnError::Group { group: group.name().to_owned() });
    }
    let view = |param: &str| optimizer.view_of(param).ok().flatten().map(|view| view.name().to_owned());
    if let Some(view) = optimizer.param_names().find_map(view) {
        return Err(BurnError::View { view });
    }
    if optimizer.watching().next().is_some() {
        let help = "the numbers are reported by name: `BurnModuleOptimizer::new(…, &module)` knows the names";
        return Err(BurnError::Option { optimizer: optimizer.name(), option: "watch", help });
    }
    Ok(())
}
