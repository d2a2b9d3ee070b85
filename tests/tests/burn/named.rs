//! Optimizers that know the parameters of a module by name, compared with the CPU: partitions, groups, views, records.

use burn::module::ParamGroup;
use burn::optim::ModuleOptimizer;
use optim_std::Storage;
use optim_std::burn::{BurnModuleOptimizer, BurnOptimizer, BurnOptions, LearningRates, StepPath};
use optim_std::prelude::*;
use optim_std::registry::AnyBuilder;

use super::support::{Arrays, Elem, NET, Net, net_arrays};

const STEPS: u64 = 5;

/// Builders that need the names of parameters, or all parameters.
fn builders() -> Vec<(&'static str, AnyBuilder)> {
    let no_decay = || {
        let schedule = CosineDecayLR::new(2e-2, 1e-3, 20).warmup(3);
        AdamW::new().lr(schedule).group("no_decay", |p| p.ndim() < 2, |h| h.weight_decay(0.0).lr(3e-3))
    };
    let recipe = || {
        Partition::new()
            .rule("hidden", |p| p.ndim() >= 2 && !p.name().contains("embed"), Muon::new().lr(0.02))
            .rest("rest", no_decay())
    };
    let experts = Muon::new().view("experts", |p| p.name() == "experts", |p| [p.dim(0), p.dim(2), p.dim(1)]);
    let viewed = Partition::new().rule("all", |p| p.ndim() > 1, experts).rest("rest", Lion::new());
    vec![
        ("groups", no_decay().into()),
        ("view", AdamW::new().view("flat", |p| p.name() == "embed", |p| [p.len()]).into()),
        ("partition", recipe().clip_value(1.0).grad_scale(0.5).into()),
        ("views of a rule", viewed.into()),
        ("an optional rule", recipe().rule("none", |_| false, SGD::new(0.1)).optional().into()),
    ]
}

fn of_module(builder: &AnyBuilder, path: StepPath, model: &Net) -> BurnModuleOptimizer {
    let options = BurnOptions::new().path(path).learning_rates(LearningRates::Factor);
    BurnModuleOptimizer::with_options(builder.clone(), options, model).unwrap()
}

/// The gradients of a step. In some steps, one parameter has none.
fn grads<T: Elem>(step: u64) -> Arrays<T> {
    let mut grads = net_arrays::<T>(100 * step);
    if step.is_multiple_of(3) {
        grads.remove("blocks.0.weight");
    }
    grads
}

/// Steps a module, and an optimizer on the CPU, and passes the numbers of both to `same`.
fn compare<T: Elem>(path: StepPath, same: impl Fn(&str, T, T)) {
    for (what, builder) in builders() {
        let mut expected = net_arrays::<T>(1);
        let mut cpu = builder.build(&expected).unwrap();
        let mut model = Net::new(&expected);
        let mut optimizer = of_module(&builder, path, &model).init();
        for step in 1..=STEPS {
            // In burn, the schedules of a parameter count its own steps, so all parameters have a gradient here.
            let given = net_arrays::<T>(100 * step);
            cpu.step(&mut expected, &given).unwrap();
            let given = model.grads(&given);
            model = optimizer.step(1.0, model, given);
            let found = model.arrays::<T>();
            for (name, expected) in &expected {
                for (expected, found) in expected.iter().zip(&found[name]) {
                    same(&format!("{what}: {name} in step {step}"), *expected, *found);
                }
            }
        }
    }
}

fn same_bits<T: Elem>(what: &str, expected: T, found: T) {
    assert_eq!(expected.to_bits(), found.to_bits(), "{what}: {expected} and {found}");
}

fn near<T: Elem>(tolerance: f64) -> impl Fn(&str, T, T) {
    move |what, expected, found| {
        let (expected, found): (f64, f64) = (expected.as_(), found.as_());
        assert!((expected - found).abs() <= tolerance * expected.abs().max(1.0), "{what}: {expected} and {found}");
    }
}

#[test]
fn the_kernel_gives_the_bits_of_the_engine() {
    compare::<f32>(StepPath::Auto, same_bits);
    compare::<f64>(StepPath::Kernel, same_bits);
}

#[test]
fn the_graph_gives_the_numbers_of_the_engine() {
    compare::<f64>(StepPath::Graph, near(1e-9));
    compare::<f32>(StepPath::Graph, near(1e-3));
}

/// Random numbers depend on the name of a parameter, as in an optimizer on the CPU.
#[test]
fn random_numbers_are_those_of_the_engine() {
    let adamw = AdamW::new().storage("exp_avg", Storage::Bf16Stochastic);
    let recipe: AnyBuilder = Partition::new()
        .rule("weights", |p| p.name().ends_with("weight"), adamw)
        .rest("rest", Lion::new())
        .seed(7)
        .into();
    let mut expected = net_arrays::<f32>(1);
    let mut cpu = recipe.build(&expected).unwrap();
    let mut model = Net::new(&expected);
    let mut optimizer = of_module(&recipe, StepPath::Auto, &model).init();
    for step in 1..=STEPS {
        let given = net_arrays::<f32>(100 * step);
        cpu.step(&mut expected, &given).unwrap();
        let given = model.grads(&given);
        model = optimizer.step(1.0, model, given);
    }
    assert_eq!(model.arrays::<f32>(), expected);
}

#[test]
fn names_are_the_paths_of_burn_in_the_order_of_the_module() {
    let model = Net::new(&net_arrays::<f32>(1));
    let optimizer = BurnModuleOptimizer::new(AdamW::new(), &model).unwrap();
    let found: Vec<&str> = optimizer.param_names().collect();
    let expected = ["embed", "blocks.0.weight", "blocks.0.bias", "blocks.1.weight", "blocks.1.bias", "experts"];
    assert_eq!(found, expected);
    assert!(NET.iter().all(|(name, _)| found.contains(name)));
    // Burn's groups have the same names.
    let mut stepping = optimizer.init();
    for (name, _) in NET {
        stepping = stepping.with_group(ParamGroup::from_path(name), BurnOptimizer::new(SGD::new(0.0)).unwrap(), None);
    }
    let before = model.arrays::<f32>();
    let given = model.grads(&net_arrays::<f32>(2));
    let model = stepping.step(0.0, model, given);
    assert_eq!(model.arrays::<f32>(), before);
}

/// One learning rate for all parameters, as in burn's own optimizers.
#[test]
fn the_learning_rate_is_that_of_the_step() {
    let recipe = Partition::new().rule("matrices", |p| p.ndim() == 2, SGD::new(0.5)).rest("rest", SGD::new(0.5));
    let model = Net::new(&net_arrays::<f32>(1));
    let mut stepping = BurnModuleOptimizer::new(recipe, &model).unwrap().init();
    let (mut expected, given) = (model.arrays::<f32>(), net_arrays::<f32>(2));
    let grads = model.grads(&given);
    let model = stepping.step(0.25, model, grads);
    for (name, array) in &mut expected {
        array.zip_mut_with(&given[name], |x, grad| *x -= 0.25 * grad);
    }
    assert_eq!(model.arrays::<f32>(), expected);
}

#[test]
fn gradients_are_clipped_by_burn() {
    let model = Net::new(&net_arrays::<f32>(1));
    let optimizer = BurnModuleOptimizer::new(SGD::new(1.0), &model).unwrap();
    let clipping = burn::grad_clipping::GradientClippingConfig::Value(0.25).init();
    let mut stepping: ModuleOptimizer = optimizer.init_with_clipping(clipping);
    let (mut expected, given) = (model.arrays::<f32>(), net_arrays::<f32>(2));
    let grads = model.grads(&given);
    let model = stepping.step(1.0, model, grads);
    for (name, array) in &mut expected {
        array.zip_mut_with(&given[name], |x, grad| *x -= grad.clamp(-0.25, 0.25));
    }
    assert_eq!(model.arrays::<f32>(), expected);
}

/// Makes six steps. After the third, a record is loaded into `to`, which continues.
fn round_trip(from: &BurnModuleOptimizer, to: impl FnOnce(&Net) -> BurnModuleOptimizer, what: &str) {
    let mut stepping = from.init();
    let mut model = Net::new(&net_arrays::<f32>(1));
    for step in 1..=3 {
        let given = model.grads(&grads::<f32>(step));
        model = stepping.step(1.0, model, given);
    }
    let mut restored = to(&model).init().from_bytes(stepping.into_bytes().unwrap()).unwrap();
    let mut again = model.clone();
    for step in 4..=6 {
        let given = (model.grads(&grads::<f32>(step)), again.grads(&grads::<f32>(step)));
        model = stepping.step(1.0, model, given.0);
        again = restored.step(1.0, again, given.1);
    }
    assert_eq!(model.arrays::<f32>(), again.arrays::<f32>(), "{what}");
}

#[test]
fn records_go_on_to_the_same_bits() {
    let model = Net::new(&net_arrays::<f32>(1));
    for path in [StepPath::Auto, StepPath::Graph] {
        for (what, builder) in builders() {
            round_trip(&of_module(&builder, path, &model), |model| of_module(&builder, path, model), what);
        }
    }
}

/// A parameter keeps its states if its optimizer has the same name, even if the rules are renamed.
#[test]
fn records_survive_other_rules() {
    let model = Net::new(&net_arrays::<f32>(1));
    let alone: AnyBuilder = AdamW::new().lr(1e-2).into();
    let rules = |matrices: &str, rest: &str| -> AnyBuilder {
        let adamw = || AdamW::new().lr(1e-2);
        Partition::new().rule(matrices, |p| p.ndim() == 2, adamw()).rest(rest, adamw()).into()
    };
    let of = |builder: &AnyBuilder, model: &Net| of_module(builder, StepPath::Auto, model);
    round_trip(&of(&rules("a", "b"), &model), |model| of(&rules("c", "d"), model), "other names");
    round_trip(&of(&alone, &model), |model| of(&rules("c", "d"), model), "one optimizer became several");
    round_trip(&of(&rules("c", "d"), &model), |model| of(&alone, model), "several became one");
}

/// A record from an optimizer without names belongs to the same parameters.
#[test]
fn records_without_names_are_taken() {
    let options = BurnOptions::new().learning_rates(LearningRates::Factor);
    let mut stepping = BurnOptimizer::with_options(AdamW::new(), options).unwrap().init();
    let model = Net::new(&net_arrays::<f32>(1));
    let given = model.grads(&net_arrays::<f32>(2));
    let mut model = stepping.step(1.0, model, given);
    let named = of_module(&AdamW::new().into(), StepPath::Auto, &model);
    let mut restored = named.init().load_record(stepping.to_record());
    let mut again = model.clone();
    let given = (model.grads(&net_arrays::<f32>(3)), again.grads(&net_arrays::<f32>(3)));
    model = stepping.step(1.0, model, given.0);
    again = restored.step(1.0, again, given.1);
    assert_eq!(model.arrays::<f32>(), again.arrays::<f32>());
}
