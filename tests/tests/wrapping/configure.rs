//! Wrappers by name: in configurations and in the registry.

use ndarray::array;
use optim_std::config::{Config, configure_optimizer};
use optim_std::prelude::*;
use optim_std::{BuildError, OptimizerEntry, registry, wrappers};

fn refused(text: &str) -> String {
    match Config::parse(text) {
        Err(error) => error.to_string(),
        Ok(config) => config.build(&array![1.0_f32]).map(|_| ()).unwrap_err().to_string(),
    }
}

#[test]
fn a_wrapper_with_an_optimizer_inside() {
    let config =
        Config::parse("optimizer: {Lookahead: {inner: {AdamW: {lr: 0.25, betas: [0.5, 0.75]}}, k: 6}}").unwrap();
    let opt = config.build(&array![1.0_f32, 2.0]).unwrap();
    assert_eq!(opt.name(), "Lookahead<AdamW>");
    assert_eq!(opt.value_in("default", "inner.lr").unwrap(), 0.25.into());
    assert_eq!(opt.value_in("default", "inner.betas").unwrap(), (0.5, 0.75).into());
    assert_eq!(opt.value_in("default", "k").unwrap(), 6.into());
    let named = configure_optimizer("ema", &array![1.0_f32], [("inner", "Lion")]).unwrap().value;
    assert_eq!(named.name(), "Ema<Lion>");
    let nested = "optimizer: {Ema: {decay: 0.9, inner: {Lookahead: {k: 2, inner: {SGD: {lr: 0.5}}}}}}";
    let nested = Config::parse(nested).unwrap().build(&array![1.0_f32]).unwrap();
    assert_eq!(nested.name(), "Ema<Lookahead<SGD>>");
    assert_eq!(nested.value_in("default", "inner.inner.lr").unwrap(), 0.5.into());
}

#[test]
fn every_registered_optimizer_goes_inside() {
    for wrapper in wrappers() {
        for entry in optim_std::optimizers().iter().chain(wrappers()) {
            // Wrappers refuse these settings.
            if entry.is_global() || entry.states.iter().any(|state| state.list.is_some()) {
                continue;
            }
            let inner = match entry.inner {
                None => entry.builder().set("lr", 0.1).unwrap(),
                Some(_) => entry.builder().inner(registry().optimizer("AdamW").unwrap().builder()).unwrap(),
            };
            let mut x = array![[1.0_f64, -2.0], [0.5, 0.25]];
            let mut opt = wrapper.builder().inner(inner).unwrap().build(&x).unwrap();
            for _ in 0..3 {
                let mut inputs = Inputs::new();
                for input in opt.inputs() {
                    if input.global {
                        inputs = inputs.number(input.name, 1.0);
                    }
                }
                let given = opt.with_inputs(&inputs);
                given.step_with(&mut x, |x| Ok::<_, optim_std::StepError>(((), x * 2.0))).unwrap();
            }
            assert!(opt.name().starts_with(&format!("{}<{}", wrapper.name, entry.name)));
            assert!(x.iter().all(|x| x.is_finite()));
        }
    }
}

#[test]
fn groups_and_schedules() {
    let text = "
optimizer:
  Lookahead:
    k: 3
    params:
      '*.bias': {inner.weight_decay: 0.0, alpha: 0.25}
    inner:
      AdamW:
        weight_decay: 0.1
        params: {'*.bias': {eps: 0.5}}
        learning_rate: {scheduler: Linear, initial_learning_rate: 0.5, end_learning_rate: 0.0, total_iters: 10}
";
    let model: std::collections::BTreeMap<_, _> =
        ["a.weight", "a.bias"].into_iter().map(|name| (name.to_owned(), array![1.0_f32])).collect();
    let opt = Config::parse(text).unwrap().build(&model).unwrap();
    let value = |param: &str, name: &str| opt.group_of(param).unwrap().value_at(name, 0).unwrap();
    assert_eq!(value("a.bias", "inner.weight_decay"), 0.0.into());
    assert_eq!(value("a.bias", "inner.eps"), 0.5.into());
    assert_eq!(value("a.bias", "alpha"), 0.25.into());
    assert_eq!(value("a.weight", "inner.weight_decay"), 0.1.into());
    assert_eq!(value("a.weight", "inner.lr"), 0.5.into());
    let text = "
optimizer: {Lookahead: {inner: {SGD: {momentum: 0.5}}}}
schedulers: [{CosineDecayLR: {initial_learning_rate: 0.25, end_learning_rate: 0.0, total_iters: 10}}]
";
    let opt = Config::parse(text).unwrap().build(&model).unwrap();
    assert_eq!(opt.value_in("default", "inner.lr").unwrap(), 0.25.into());
}

#[test]
fn mistakes() {
    assert!(refused("optimizer: {Lookahead: {k: 3}}").contains("`inner` is missing"));
    assert!(refused("optimizer: {Lookahead: {inner: {AdamX: {}}}}").contains("AdamX"));
    assert!(refused("optimizer: {Lookahead: {inner: {AdamW: {lrr: 1}}}}").contains("lrr"));
    assert!(refused("optimizer: {Lookahead: {inner: {AdamW: {}, SGD: {}}}}").contains("one optimizer"));
    assert!(refused("optimizer: {Lookahead: {inner: 3}}").contains("one optimizer"));
    assert!(refused("optimizer: {AdamW: {inner: {SGD: {}}}}").contains("inner"));
    let range = refused("optimizer:\n  Lookahead:\n    inner:\n      AdamW:\n        lr: -1");
    assert!(range.contains("line 5") && range.contains("`lr`"), "{range}");
    assert!(refused("optimizer: {Lookahead: {inner: {SGD: {}}}}").contains("lr"));

    let lookahead = registry().optimizer("Lookahead").unwrap();
    let alone = lookahead.builder().build(&array![1.0_f32]).map(|_| ()).unwrap_err();
    assert_eq!(alone, BuildError::NoInner { optimizer: "Lookahead", field: "inner" });
    let adamw = registry().optimizer("AdamW").unwrap().builder();
    let wrong = adamw.clone().inner(adamw).map(|_| ()).unwrap_err();
    assert_eq!(wrong, BuildError::NotAWrapper { optimizer: "AdamW", inner: "AdamW" });
    let [adamw, lion] = ["AdamW", "Lion"].map(|name| registry().optimizer(name).unwrap().builder());
    let twice = lookahead.builder().inner(adamw).unwrap().inner(lion).map(|_| ()).unwrap_err();
    assert_eq!(twice, BuildError::TwoInner { optimizer: "Lookahead", second: "Lion" });
}

#[test]
fn the_entry_of_a_wrapper_is_the_same_whatever_its_type_has_inside() {
    let x = array![1.0_f32];
    let [adamw, lion] =
        ["AdamW", "Lion"].map(|name| registry().optimizer(name).unwrap().builder().set("lr", 0.1).unwrap());
    let entry = OptimizerEntry::of::<Lookahead<AdamW>>();
    assert_eq!(entry.builder().inner(lion).unwrap().build(&x).unwrap().name(), "Lookahead<Lion>");
    assert_eq!(entry.builder().inner(adamw).unwrap().build(&x).unwrap().name(), "Lookahead<AdamW>");
    let alone = entry.builder().build(&x).map(|_| ()).unwrap_err();
    assert_eq!(alone, BuildError::NoInner { optimizer: "Lookahead", field: "inner" });
}

#[test]
fn names_and_types_give_the_same_optimizer() {
    let mut x = array![1.0_f32, -2.0];
    let mut y = x.clone();
    let inner = registry().optimizer("AdamW").unwrap().builder().set("lr", 0.1).unwrap();
    let mut named = registry().optimizer("Lookahead").unwrap().builder().inner(inner).unwrap().build(&x).unwrap();
    let mut typed = Lookahead::new(AdamW::new().lr(0.1)).build(&x).unwrap();
    for _ in 0..7 {
        let (a, b) = (x.clone(), y.clone());
        named.step(&mut x, &a).unwrap();
        typed.step(&mut y, &b).unwrap();
    }
    assert_eq!(x, y);
    typed.load_state_dict(&named.state_dict(), &LoadOptions::default()).unwrap();
}
