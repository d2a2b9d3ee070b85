//! Runs of optimizers.

use std::collections::{BTreeMap, BTreeSet};

use ndarray::{ArrayD, ArrayViewD, Axis};
use optim_std::registry::{AnyBuilder, OptimizerEntry, find};
use optim_std::{Float, Optimizer, StateView, StepError};

use super::comparison::{Comparison, compare, verdict};
use super::manifest::{Config, Manifest, Outline, Settings};
use super::tensors::Tensors;
use super::tolerance::{Precision, movement};
use super::{Cases, Source, departures};
use crate::Error;

/// The recording of one parameter.
struct Recorded<'a> {
    init: ArrayViewD<'a, f64>,
    grads: Gradients<'a>,
    /// One entry per recorded step.
    params: ArrayViewD<'a, f64>,
    /// Weights for evaluation, one entry per recorded step; `None` if they were not recorded.
    eval: Option<ArrayViewD<'a, f64>>,
    /// Keys of the state's tensors, by name.
    state: BTreeMap<&'a str, &'a str>,
}

/// Parameters or gradients by name.
type Params<'a, T> = BTreeMap<&'a str, ArrayD<T>>;

/// The source of a parameter's gradients.
enum Gradients<'a> {
    /// One entry per step.
    Recorded(ArrayViewD<'a, f64>),
    /// `curvature · (param − target)`
    Quadratic { curvature: ArrayViewD<'a, f64>, target: ArrayViewD<'a, f64> },
}

impl Gradients<'_> {
    /// The gradient in a step, counted from 1, at this parameter.
    fn at<T: Float>(&self, step: usize, param: &ArrayD<T>) -> ArrayD<T> {
        match self {
            Self::Recorded(grads) => cast(&grads.index_axis(Axis(0), step - 1)),
            Self::Quadratic { curvature, target } => {
                let mut grad: ArrayD<T> = cast(target);
                grad.zip_mut_with(param, |target, param| *target = *param - *target);
                grad.zip_mut_with(&cast::<T>(curvature), |grad, curvature| *grad = *curvature * *grad);
                grad
            }
        }
    }
}

/// States by parameter and name.
type States = BTreeMap<String, BTreeMap<String, ArrayD<f64>>>;

/// Replays every run in a manifest.
pub(super) fn replay_manifest(source: &Source<'_>, cases: &mut Cases<'_>) -> Result<(), Error> {
    if source.json.get("optimizer").is_none() {
        return Err("it has no `optimizer`, and its name is that of no other kind of recording".into());
    }
    let manifest = Manifest::read(source.json)?;
    let tensors = Tensors::read(&source.path.with_extension("safetensors"))?;
    for (label, config) in &manifest.configs {
        cases.run(label, || match config {
            Ok(config) => run(&manifest.optimizer, &manifest.outline, config, &tensors),
            Err(error) => Err(error.to_string().into()),
        });
    }
    Ok(())
}

/// Replays one run, and returns the largest difference.
///
/// # Errors
///
/// If the recording is incomplete, the optimizer refuses the recorded settings, or a number differs from the recording.
pub fn run(optimizer: &str, outline: &Outline, config: &Config, tensors: &Tensors) -> Result<String, Error> {
    let (outline, config, reason) = departures::of_run(optimizer, outline, config);
    let (outline, config) = (&outline, &config);
    let entry = match config.inner {
        Some(_) => find(optim_std::wrappers(), optimizer)?,
        None => find(optim_std::optimizers(), optimizer)?,
    };
    let comparisons = match config.precision {
        Precision::Float32 => run_in::<f32>(entry, outline, config, tensors)?,
        Precision::Float64 | Precision::Float64Mixed => run_in::<f64>(entry, outline, config, tensors)?,
    };
    let why = reason.map_or_else(String::new, |reason| format!(" (otherwise on purpose: {reason})"));
    Ok(verdict(&comparisons, config.precision)? + &why)
}

fn run_in<T: Float>(
    entry: &OptimizerEntry,
    outline: &Outline,
    config: &Config,
    tensors: &Tensors,
) -> Result<Vec<Comparison>, Error> {
    let recorded = recorded(outline, config, tensors)?;
    let mut params: Params<'_, T> = recorded.iter().map(|(param, recorded)| (*param, cast(&recorded.init))).collect();
    let mut optimizer = builder(entry, config)?.build(&params)?;
    let initial = states(&optimizer);
    let moved = moved(outline, &recorded);
    let mut comparisons = Vec::new();
    let mut compare_params = |step: usize, params: &Params<'_, T>, optimizer: &Optimizer<T>| {
        for row in (0..outline.record_steps.len()).filter(|row| outline.record_steps[*row] == step) {
            let weights = optimizer.eval_weights(params)?;
            for (param, recorded) in &recorded {
                let mut compare_with = |place: String, found: &ArrayD<T>, expected: &ArrayViewD<'_, f64>| {
                    let (found, expected) = (found.mapv(T::as_), expected.index_axis(Axis(0), row));
                    comparisons.push(compare(place, &found.view(), &expected, moved[param], config.precision));
                };
                compare_with(format!("{param} after step {step}"), &params[param], &recorded.params);
                if let Some(eval) = &recorded.eval {
                    compare_with(format!("{param} evaluated after step {step}"), &weights[param], eval);
                }
            }
        }
        Ok::<(), Error>(())
    };
    compare_params(0, &params, &optimizer)?;
    for step in 1..=outline.until.unwrap_or(outline.steps) {
        let waits = |param: &str| config.no_grad.get(param).is_some_and(|steps| steps.contains(&step));
        let waiting: Params<'_, T> =
            params.iter().filter(|(param, _)| waits(param)).map(|(param, array)| (*param, array.clone())).collect();
        // A recording has one set of gradients for each step, so both calls in a step with a probe get the same gradients.
        let grads = |params: &Params<'_, T>| {
            let moving = recorded.iter().filter(|(param, _)| !waits(param));
            let grads = moving.map(|(param, recorded)| (*param, recorded.grads.at(step, &params[param]))).collect();
            Ok::<((), Params<'_, T>), StepError>(((), grads))
        };
        for _ in 0..config.iterations {
            optimizer.step_with(&mut params, grads).map_err(|error| format!("step {step}: {error}"))?;
        }
        if let Some(param) = waiting.iter().find(|(param, before)| !same(before, &params[*param])) {
            return Err(format!("{} changed at step {step}, where it has no gradient", param.0).into());
        }
        compare_params(step, &params, &optimizer)?;
    }
    if outline.states {
        compare_states(entry.name, &recorded, &initial, &states(&optimizer), config, tensors, &mut comparisons)?;
    }
    Ok(comparisons)
}

/// Finds the tensors of a run, and checks their shapes.
fn recorded<'a>(
    outline: &'a Outline,
    config: &'a Config,
    tensors: &'a Tensors,
) -> Result<BTreeMap<&'a str, Recorded<'a>>, Error> {
    let known = |place: &str, param: &str| {
        if outline.shapes.contains_key(param) {
            return Ok(());
        }
        Err(Error::from(format!("`{place}` has `{param}`, which is not a parameter: `shapes` does not have it")))
    };
    for (place, names) in [
        ("tensors.init", config.init.keys().collect::<Vec<_>>()),
        ("tensors.grads", config.grads.keys().collect()),
        ("tensors.params", config.params.keys().collect()),
        ("tensors.curvature", config.curvature.keys().collect()),
        ("tensors.target", config.target.keys().collect()),
        ("tensors.eval", config.eval.keys().collect()),
        ("tensors.state", config.state.keys().collect()),
        ("no_grad", config.no_grad.keys().collect()),
        ("groups", config.groups.iter().flat_map(|group| &group.params).collect()),
    ] {
        names.into_iter().try_for_each(|param| known(place, param))?;
    }
    let read = |(param, shape): (&'a String, &'a Vec<usize>)| {
        let find = |place: &str, keys: &'a BTreeMap<String, String>, entries: Option<usize>| {
            let key = keys.get(param).ok_or_else(|| format!("`tensors.{place}` has no `{param}`"))?;
            let shape: Vec<usize> = entries.into_iter().chain(shape.iter().copied()).collect();
            tensors.shaped(key, &shape).map_err(|error| Error::from(format!("{place} of {param}: {error}")))
        };
        let state = config.state.get(param).into_iter().flatten();
        let recorded = Recorded {
            init: find("init", &config.init, None)?,
            grads: if outline.quadratic {
                Gradients::Quadratic {
                    curvature: find("curvature", &config.curvature, None)?,
                    target: find("target", &config.target, None)?,
                }
            } else {
                Gradients::Recorded(find("grads", &config.grads, Some(outline.steps))?)
            },
            params: find("params", &config.params, Some(outline.record_steps.len()))?,
            eval: match config.eval.is_empty() {
                true => None,
                false => Some(find("eval", &config.eval, Some(outline.record_steps.len()))?),
            },
            state: state.map(|(name, key)| (name.as_str(), key.as_str())).collect(),
        };
        Ok((param.as_str(), recorded))
    };
    outline.shapes.iter().map(read).collect()
}

fn builder(entry: &OptimizerEntry, config: &Config) -> Result<AnyBuilder, Error> {
    let mut builder = configured(entry, &config.settings)?;
    if let Some((name, settings)) = &config.inner {
        builder = builder.inner(configured(find(optim_std::optimizers(), name)?, settings)?)?;
    }
    for (number, group) in config.groups.iter().enumerate() {
        let members: BTreeSet<String> = group.params.iter().cloned().collect();
        let name = format!("groups[{number}]");
        let overrides = configured(entry, &group.settings).map_err(|error| format!("`{name}`: {error}"))?;
        let overrides = group.tags.iter().fold(overrides, AnyBuilder::tag);
        builder = builder.group(name, move |param| members.contains(param.name()), overrides);
    }
    Ok(builder)
}

/// A builder with these settings.
pub(super) fn configured(entry: &OptimizerEntry, settings: &Settings) -> Result<AnyBuilder, optim_std::HyperError> {
    settings.iter().try_fold(entry.builder(), |builder, (name, value)| builder.set(name, value.clone()))
}

/// The distance of every parameter from its initial value to its last recorded value.
fn moved<'a>(outline: &Outline, recorded: &BTreeMap<&'a str, Recorded<'_>>) -> BTreeMap<&'a str, f64> {
    let last = (0..outline.record_steps.len()).max_by_key(|row| outline.record_steps[*row]);
    let moved = |recorded: &Recorded<'_>| {
        last.map_or(0.0, |row| movement(&recorded.params.index_axis(Axis(0), row), &recorded.init))
    };
    recorded.iter().map(|(param, recorded)| (*param, moved(recorded))).collect()
}

fn compare_states(
    optimizer: &str,
    recorded: &BTreeMap<&str, Recorded<'_>>,
    initial: &States,
    found: &States,
    config: &Config,
    tensors: &Tensors,
    comparisons: &mut Vec<Comparison>,
) -> Result<(), Error> {
    let none = BTreeMap::new();
    for (param, recorded) in recorded {
        let found = found.get(*param).unwrap_or(&none);
        let initial = initial.get(*param).unwrap_or(&none);
        let names: BTreeSet<&str> = found.keys().map(String::as_str).collect();
        let expected: BTreeSet<&str> = recorded.state.keys().copied().collect();
        if names != expected {
            let unknown = listed(expected.difference(&names));
            let missing = listed(names.difference(&expected));
            let found = listed(&names);
            return Err(format!(
                "state of {param}: {optimizer} keeps {found}; recorded but not kept: {unknown}; kept but not recorded: \
                 {missing}"
            )
            .into());
        }
        for (name, key) in &recorded.state {
            let place = format!("{name} of {param}");
            let (found, initial) = (&found[*name], &initial[*name]);
            let expected = tensors.shaped(key, found.shape()).map_err(|error| format!("{place}: {error}"))?;
            let moved = movement(&expected, &initial.view());
            comparisons.push(compare(place, &found.view(), &expected, moved, config.precision));
        }
    }
    Ok(())
}

/// Every state of every parameter.
fn states<T: Float>(optimizer: &Optimizer<T>) -> States {
    let mut states = States::new();
    optimizer.visit_state(|param, state, view| {
        let array = match view {
            StateView::Scalar(number) => ndarray::arr0(number).into_dyn(),
            StateView::Array(array) => array.mapv(T::as_),
        };
        states.entry(param.to_owned()).or_default().insert(state.to_owned(), array);
    });
    states
}

fn cast<T: Float>(array: &ArrayViewD<'_, f64>) -> ArrayD<T> {
    array.mapv(T::cast)
}

/// Returns true if all numbers are equal. NaN equals NaN.
fn same<T: Float>(a: &ArrayD<T>, b: &ArrayD<T>) -> bool {
    a.iter().zip(b).all(|(a, b)| a.as_().to_bits() == b.as_().to_bits())
}

fn listed<'a>(names: impl IntoIterator<Item = &'a &'a str>) -> String {
    let names: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    if names.is_empty() { "nothing".to_owned() } else { names.join(", ") }
}
