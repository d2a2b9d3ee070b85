//! Whole optimizers: a model with several parameters, with every setting that affects a step.

use std::collections::BTreeMap;

use ndarray::{ArrayD, IxDyn};
use optim_core::registry::AnyBuilder;
use optim_core::schedule::from_fn;
use optim_core::stablehlo::{Module, Role, StableHloError};
use optim_core::{BuildError, Float, Optimizer, OptimizerEntry, ParamInfo, Routine, Setting, StateView};
use optim_std::prelude::*;

use super::{Case, Numbers, Run};
use crate::generate::Rng;
use crate::{Error, step, takes};

/// The parameters. Their rows can be divided among eight devices.
const MODEL: [(&str, &[usize]); 4] =
    [("fc.weight", &[16, 6]), ("fc.bias", &[8]), ("conv.weight", &[8, 3, 2, 2]), ("scale", &[])];

type Model<T> = BTreeMap<String, ArrayD<T>>;

/// A case, or the reason why it has no module.
type Made = Result<Result<Case, String>, Error>;

/// All cases.
pub(super) fn cases(steps: u64) -> impl Iterator<Item = Made> {
    let stock = optim_std::optimizers().iter().flat_map(move |entry| {
        let settings = variants(entry);
        settings.into_iter().enumerate().flat_map(move |(place, settings)| {
            let name = format!("{}/{place}", entry.name);
            let single = of_entry::<f32>(entry, &settings, &format!("{name}/f32"), steps);
            let double = of_entry::<f64>(entry, &settings, &format!("{name}/f64"), steps);
            [single, double]
        })
    });
    stock.chain(wrappers(steps))
}

/// Calls `check` with the module of every stock optimizer and setting, and with its name.
pub fn each_variant(check: &mut dyn FnMut(&'static str, Result<Module, StableHloError>)) {
    for entry in optim_std::optimizers() {
        for settings in variants(entry) {
            let model = model::<f32>(&|shape| takes(entry, shape));
            let built = builder(entry, &settings).ok().and_then(|builder| builder.build(&model).ok());
            if let Some(built) = built {
                check(entry.name, built.to_stablehlo());
            }
        }
    }
}

fn wrappers(steps: u64) -> Vec<Made> {
    let all = |_: &[usize]| true;
    let mut made = Vec::new();
    let model = model::<f32>(&all);
    let inner = || AdamW::new().lr(0.01);
    match Lookahead::new(inner()).build(&model) {
        Ok(mut opt) => made.push(run("Lookahead/0/f32", &mut opt, model.clone(), steps)),
        Err(error) => made.push(Err(error.into())),
    }
    match Ema::new(inner()).build(&model) {
        Ok(mut opt) => made.push(run("Ema/0/f32", &mut opt, model.clone(), steps)),
        Err(error) => made.push(Err(error.into())),
    }
    match SAM::new(inner()).build(&model) {
        Ok(mut opt) => made.push(run("SAM/0/f32", &mut opt, model.clone(), steps)),
        Err(error) => made.push(Err(error.into())),
    }
    // Two groups with different schedules, and scaled and clipped gradients.
    let numbers = ["grad_norm", "grad_amax", "param_norm", "update_norm", "update_ratio", "cosine"];
    let grouped = AdamW::new()
        .watch(numbers)
        .lr(from_fn(|step| 0.01 / (step as f64 + 1.0)))
        .weight_decay(0.1)
        .group("bias", |param| param.name().ends_with("bias"), |group| group.weight_decay(0.0).lr(0.02))
        .grad_scale(0.5)
        .clip_norm(1.0)
        .clip_value(0.2);
    match grouped.build(&model) {
        Ok(mut opt) => made.push(run("Groups/0/f32", &mut opt, model.clone(), steps)),
        Err(error) => made.push(Err(error.into())),
    }
    // Parameters with views.
    let shape = |param: &ParamInfo<'_>| [param.dim(1), param.len() / param.dim(1)];
    match Adafactor::new().lr(0.01).view("turned", |param| param.ndim() > 1, shape).build(&model) {
        Ok(mut opt) => made.push(run("Views/0/f32", &mut opt, model.clone(), steps)),
        Err(error) => made.push(Err(error.into())),
    }
    made.extend(partitions(&self::model(&all), steps));
    made
}

/// Two rules with global states and outputs of the same name, alone and in wrappers with numbers of all rules. In
/// single precision, Prodigy's numbers cancel in the first steps.
fn partitions(model: &Model<f64>, steps: u64) -> [Made; 3] {
    let rules = || {
        let wide = Partition::new().rule("wide", |param| param.ndim() > 1, Prodigy::new().lr(0.5));
        wide.rest("rest", Prodigy::new())
    };
    let watched = ["wide.d_hat", "rest.d_hat"];
    let in_wrapper = ["wide.inner.d_hat", "rest.inner.d_hat"];
    let made = |name: &str, built: Result<Optimizer<f64>, BuildError>| match built {
        Ok(mut opt) => run(name, &mut opt, model.clone(), steps),
        Err(error) => Err(error.into()),
    };
    let clipped = Accumulate::new(rules()).k(1).clip_norm(0.5).watch(in_wrapper).build(model);
    let plateau = ReduceOnPlateau::new(rules()).patience(1_usize).watch(in_wrapper).build(model);
    [
        made("Partition/0/f64", rules().watch(watched).build(model)),
        made("Partition/1/f64", clipped),
        made("Partition/2/f64", plateau),
    ]
}

/// Each setting changed from its default, if the optimizer can be built with it, and all changes together.
fn variants(entry: &OptimizerEntry) -> Vec<Vec<(&'static str, Setting)>> {
    let base: Vec<(&'static str, Setting)> = entry
        .hypers
        .iter()
        .filter(|hyper| hyper.name == "lr" || hyper.default.is_none())
        .filter(|hyper| entry.name != "Prodigy" || hyper.name != "lr")
        .map(|hyper| (hyper.name, 0.02.into()))
        .collect();
    let works = |settings: &Vec<(&'static str, Setting)>| {
        let model = model::<f64>(&|shape| takes(entry, shape));
        builder(entry, settings).is_ok_and(|builder| !model.is_empty() && builder.build(&model).is_ok())
    };
    let mut variants = vec![base.clone()];
    let mut together = base.clone();
    for hyper in entry.hypers {
        let default = hyper.default.map(|default| default());
        let other: Vec<Setting> = match (hyper.name, default) {
            (_, Some(Setting::Bool(default))) => vec![(!default).into()],
            ("weight_decay" | "momentum" | "dampening" | "beta1" | "lambd" | "lr_decay", _) => vec![0.1.into()],
            ("lr", _) => vec![Setting::schedule(from_fn(|step| 0.02 / (step as f64 + 1.0)))],
            (_, Some(Setting::None)) => vec![0.5.into()],
            ("k" | "precondition_frequency" | "update_proj_gap" | "rank" | "history_size", _) => vec![Setting::Int(3)],
            _ => Vec::new(),
        };
        for value in other {
            let own: Vec<_> = base.iter().cloned().chain([(hyper.name, value.clone())]).collect();
            if works(&own) {
                variants.push(own);
            }
            together.push((hyper.name, value));
            if !works(&together) {
                together.pop();
            }
        }
    }
    if works(&together) && together.len() > base.len() + 1 {
        variants.push(together);
    }
    variants
}

fn builder(entry: &OptimizerEntry, settings: &[(&'static str, Setting)]) -> Result<AnyBuilder, Error> {
    let mut settings = settings.iter();
    let builder = settings.try_fold(entry.builder(), |builder, (name, value)| builder.set(name, value.clone()))?;
    Ok(builder)
}

fn model<T: Float>(takes: &dyn Fn(&[usize]) -> bool) -> Model<T> {
    let rng = &mut Rng::new(7);
    let shapes = MODEL.iter().filter(|(_, shape)| takes(shape));
    shapes.map(|(name, shape)| ((*name).to_owned(), random(shape, rng))).collect()
}

/// Numbers between -1 and 1.
fn random<T: Float>(shape: &[usize], rng: &mut Rng) -> ArrayD<T> {
    ArrayD::from_shape_fn(IxDyn(shape), |_| T::cast(2.0 * rng.unit() - 1.0))
}

fn of_entry<T: Float>(entry: &OptimizerEntry, settings: &[(&'static str, Setting)], name: &str, steps: u64) -> Made {
    let model = model::<T>(&|shape| takes(entry, shape));
    let mut optimizer = builder(entry, settings)?.build(&model)?;
    run(name, &mut optimizer, model, steps)
}

/// Runs an optimizer, and records its arguments and results.
fn run<T: Float>(name: &str, optimizer: &mut Optimizer<T>, mut model: Model<T>, steps: u64) -> Made {
    let rng = &mut Rng::new(11);
    let mut case = Case { name: name.to_owned(), kind: "optimizer", start: start(optimizer, &model), runs: Vec::new() };
    for _ in 0..steps {
        let mut grads =
            || -> Model<T> { model.iter().map(|(name, param)| (name.clone(), random(param.shape(), rng))).collect() };
        let (first, second) = (grads(), grads());
        let step_module = match optimizer.to_stablehlo() {
            Ok(module) => module,
            Err(error) => return Ok(Err(format!("{name}: {error}"))),
        };
        let probe = match optimizer.to_stablehlo_at(Routine::Probe, 0) {
            Ok(module) => Some(module),
            Err(StableHloError::Routine { .. }) => None,
            Err(error) => return Ok(Err(format!("{name}: {error}"))),
        };
        let grad = if probe.is_some() { &second } else { &first };
        let given = |module: &Module, grads: &Model<T>| {
            let given = module.signature().arguments().iter().filter_map(|port| {
                let numbers = match port.role() {
                    Role::Grad { param } => Numbers::of(grads.get(param)?),
                    // The inputs of `step`.
                    Role::Input { .. } => {
                        Numbers { shape: port.shape().to_vec(), numbers: vec![1.0; port.shape().iter().product()] }
                    }
                    Role::Hyper { value, .. } => Numbers::scalar(*value),
                    Role::Step { value, .. } => Numbers::scalar(*value as f64),
                    _ => return None,
                };
                Some((port.role().describe(), numbers))
            });
            given.collect::<BTreeMap<_, _>>()
        };
        let of_step = given(&step_module, grad);
        match probe {
            None => {
                step(optimizer, &mut model, &first)?;
            }
            Some(probe) => {
                let given = given(&probe, &first);
                case.runs.push(Run { module: probe, given, expected: BTreeMap::new() });
                let mut both = [&first, &second].into_iter();
                optimizer.step_with(&mut model, |_| {
                    Ok::<_, optim_std::StepError>(((), both.next().cloned().unwrap_or_default()))
                })?;
            }
        }
        let mut expected = BTreeMap::new();
        for port in step_module.signature().results() {
            expected.insert(port.role().describe(), updated(port.role(), optimizer, &model)?);
        }
        case.runs.push(Run { module: step_module, given: of_step, expected });
    }
    Ok(Ok(case))
}

/// All updated values before the first step. They are collected first, because different steps may update different values.
fn start<T: Float>(optimizer: &Optimizer<T>, model: &Model<T>) -> BTreeMap<String, Numbers> {
    let mut start = BTreeMap::new();
    for (name, param) in model {
        start.insert(Role::Param { param: name.clone() }.describe(), Numbers::of(param));
    }
    optimizer.visit_state(|param, state, view| {
        let role = Role::State { param: param.to_owned(), state: state.to_owned() };
        start.insert(role.describe(), numbers(view));
    });
    for (state, value) in optimizer.globals() {
        start.insert(Role::Global { state: state.to_owned() }.describe(), Numbers::scalar(value));
        // States of wrappers around a partition have no rule in their name.
        if let Some((_, of_all)) = state.split_once('.').filter(|(_, of_all)| optimizer.global(of_all).is_ok()) {
            start.insert(Role::Global { state: of_all.to_owned() }.describe(), Numbers::scalar(value));
        }
    }
    start
}

fn numbers<T: Float>(view: StateView<'_, T>) -> Numbers {
    match view {
        StateView::Scalar(x) => Numbers::scalar(x),
        StateView::Array(array) => Numbers::of(&array.to_owned()),
    }
}

/// The current value of an updated argument, from the optimizer or the model.
fn updated<T: Float>(role: &Role, optimizer: &Optimizer<T>, model: &Model<T>) -> Result<Numbers, Error> {
    Ok(match role {
        Role::Param { param } => Numbers::of(&model[param]),
        Role::State { param, state } => numbers(optimizer.state_value(param, state)?),
        Role::Global { state } => Numbers::scalar(optimizer.global(state)?),
        Role::Output { param, output } => {
            let watched = optimizer.last_report().and_then(|report| report.watched.as_ref());
            let number = watched.and_then(|watched| match param {
                Some(param) => watched.param(param, output),
                None => watched.model(output),
            });
            Numbers::scalar(number.ok_or_else(|| format!("`{output}` is not reported"))?)
        }
        other => return Err(format!("`{}` is not updated", other.describe()).into()),
    })
}
