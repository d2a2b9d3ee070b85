//! Watched numbers of modules, compared with the CPU.

use optim_std::author::*;
use optim_std::burn::{BurnModuleOptimizer, BurnOptions, LearningRates, StepPath};
use optim_std::prelude::*;
use optim_std::registry::AnyBuilder;
use optim_std::{Float, Optimizer, Watched};

use super::support::{Elem, Net, net_arrays};

/// Follows the sign and reports numbers, one of them only for matrices.
#[optimizer(state <exp_avg = 0.0>, output <spread: scalar, rank: scalar if param.ndim() == 2, count: scalar, sizes: [scalar; self.k]>)]
#[derive(Debug, Clone)]
struct Reporting {
    /// Learning rate.
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    lr: f64,
    /// Number of sizes.
    #[hyper(default = 2, range = 1..)]
    k: usize,
}

#[optimizer]
impl Reporting {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, output: &mut Output<Self>) {
        state.exp_avg = 0.9 * state.exp_avg + 0.1 * grad;
        output.spread = (grad - state.exp_avg).rms();
        if param.ndim() == 2 {
            output.rank = state.exp_avg.amax();
        }
        if every(2) {
            output.count = grad.mean();
        }
        for i in 0..self.k {
            output.sizes[i] = grad.norm() * 0.5f64.powi(i as i32);
        }
        *param -= self.lr * state.exp_avg.sign();
    }
}

const BUILT_IN: [&str; 6] = ["grad_norm", "grad_amax", "param_norm", "update_norm", "update_ratio", "cosine"];

fn builders() -> Vec<(&'static str, AnyBuilder)> {
    let declared = BUILT_IN.into_iter().chain([
        "matrices.spread",
        "matrices.rank",
        "matrices.count",
        "matrices.sizes",
        "rest.trust_ratio",
    ]);
    let recipe = || {
        Partition::new()
            .rule("matrices", |p| p.ndim() == 2, Reporting::new().lr(0.02))
            .rest("rest", LARS::new())
            .grad_scale(0.5)
            .clip_value(0.6)
    };
    vec![
        ("all of a partition", recipe().watch(declared.clone()).into()),
        ("every second step", recipe().watch_every(2, declared).into()),
        ("of one optimizer", Reporting::new().watch(["cosine", "rank"]).into()),
        // Lists of several lengths.
        ("a list", Reporting::new().group("lines", |p| p.ndim() < 2, |h| h.k(4)).watch(["sizes", "cosine"]).into()),
        ("one sum", AdamW::new().watch(["cosine"]).into()),
    ]
}

fn of_module(builder: &AnyBuilder, path: StepPath, model: &Net) -> BurnModuleOptimizer {
    let options = BurnOptions::new().path(path).learning_rates(LearningRates::Factor);
    BurnModuleOptimizer::with_options(builder.clone(), options, model).unwrap()
}

/// Checks that both report the same numbers, and nothing else.
fn compare(what: &str, expected: Option<&Watched>, found: Option<&Watched>, tolerance: f64) -> usize {
    let (Some(expected), Some(found)) = (expected, found) else {
        assert!(expected.is_none() && found.is_none(), "{what}: one of both reports");
        return 0;
    };
    let names = |watched: &Watched| watched.watching().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(names(expected), names(found), "{what}");
    let near = |name: &str, expected: f64, found: Option<f64>| {
        let is_near = found.is_some_and(|found| (expected - found).abs() <= tolerance * expected.abs().max(1e-3));
        assert!(is_near, "{what}: {name} is {expected}, found {found:?}");
    };
    for (name, value) in expected.of_model() {
        near(name, value, found.model(name));
    }
    for (param, name, value) in expected.of_params() {
        near(&format!("{name} of {param}"), value, found.param(param, name));
    }
    assert_eq!(expected.of_model().count(), found.of_model().count(), "{what}");
    assert_eq!(expected.of_params().count(), found.of_params().count(), "{what}");
    expected.of_params().count()
}

/// Steps an optimizer on the CPU and a module. They have the same order of parameters only if the names are sorted, so sums of the model differ by
/// rounding.
fn steps<T: Elem>(path: StepPath, tolerance: f64) {
    let mut reported = 0;
    for (what, builder) in builders() {
        let mut arrays = net_arrays::<T>(1);
        let mut cpu = builder.build(&arrays).unwrap();
        let mut model = Net::new(&arrays);
        let optimizer = of_module(&builder, path, &model);
        let mut stepping = optimizer.init();
        for step in 1..=4 {
            let given = net_arrays::<T>(100 * step);
            let report = Optimizer::step(&mut cpu, &mut arrays, &given).unwrap();
            let given = model.grads(&given);
            model = stepping.step(1.0, model, given);
            let found = optimizer.take_watched();
            reported += compare(&format!("{what}, step {step}"), report.watched.as_ref(), found.as_ref(), tolerance);
            assert!(optimizer.take_watched().is_none(), "they were taken");
        }
    }
    assert!(reported > 200, "{reported}");
}

#[test]
fn the_kernel_reports_what_the_engine_does() {
    steps::<f32>(StepPath::Auto, 1e-12);
    steps::<f64>(StepPath::Kernel, 1e-12);
}

#[test]
fn the_graph_reports_what_the_engine_does() {
    steps::<f64>(StepPath::Graph, 1e-9);
    steps::<f32>(StepPath::Graph, 2e-4);
}

/// In the order of the module, an optimizer on the CPU reports the same numbers, to the bit.
#[test]
fn numbers_of_the_model_are_those_of_the_engine_to_the_bit() {
    let builder: AnyBuilder = AdamW::new().watch(BUILT_IN).into();
    let arrays = net_arrays::<f32>(1);
    let model = Net::new(&arrays);
    let optimizer = of_module(&builder, StepPath::Auto, &model);
    let in_order = |arrays: &super::support::Arrays<f32>| {
        let own = |name: &str| (name.to_owned(), arrays[name].clone());
        optim_std::params::Named(optimizer.param_names().map(own).collect())
    };
    let (mut params, given) = (in_order(&arrays), net_arrays::<f32>(2));
    let mut cpu = builder.build(&params).unwrap();
    let report = cpu.step(&mut params, &in_order(&given)).unwrap();
    let grads = model.grads(&given);
    optimizer.init().step(1.0, model, grads);
    assert_eq!(optimizer.take_watched(), report.watched);
}

/// Only parameters with a gradient in the last step report, even if the numbers of the previous step were not taken.
#[test]
fn a_step_forgets_the_one_before() {
    let builder: AnyBuilder = AdamW::new().watch(["grad_norm"]).into();
    let mut model = Net::new(&net_arrays::<f32>(1));
    let optimizer = of_module(&builder, StepPath::Auto, &model);
    let mut stepping = optimizer.init();
    let mut given = net_arrays::<f32>(2);
    for _ in 0..2 {
        let grads = model.grads(&given);
        model = stepping.step(1.0, model, grads);
        given.remove("embed");
    }
    let watched = optimizer.take_watched().unwrap();
    assert!(watched.param("embed", "grad_norm").is_none());
    assert_eq!(watched.of_params().count(), 5);
}

fn moves_to<T: Float + Elem>(builder: &AnyBuilder, path: StepPath) -> super::support::Arrays<T> {
    let mut model = Net::new(&net_arrays::<T>(1));
    let mut stepping = of_module(builder, path, &model).init();
    for step in 1..=4 {
        let given = model.grads(&net_arrays::<T>(100 * step));
        model = stepping.step(1.0, model, given);
    }
    model.arrays()
}

/// Watching changes no bit of a parameter.
#[test]
fn watching_changes_nothing() {
    for path in [StepPath::Auto, StepPath::Graph] {
        for (what, watching) in builders() {
            let alone = watching.clone().watch([""; 0]);
            assert_eq!(moves_to::<f32>(&watching, path), moves_to::<f32>(&alone, path), "{what}");
        }
    }
}
