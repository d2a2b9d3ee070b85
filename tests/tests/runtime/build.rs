//! Errors of `build`.

use std::collections::BTreeMap;

use ndarray::{Array1, ArrayD, array};
use optim_std::optimizers::{AdamW, Lion, SGD, SGDBuilder};
use optim_std::prelude::*;
use optim_std::schedule::from_fn;
use optim_std::{AnyBuilder, BuildError, Builder, HyperError, OptionError};

use super::{NAMES, model, single};

#[test]
fn names_are_paths() {
    let optimizer = Lion::new().build(&model()).unwrap();
    assert_eq!(optimizer.param_names().collect::<Vec<_>>(), NAMES);
    let shapes: Vec<Vec<usize>> = optimizer.params().map(|param| param.shape().to_vec()).collect();
    assert_eq!(shapes, [vec![2, 3], vec![2, 2], vec![2], vec![2, 2], vec![2, 2], vec![2]]);
}

#[test]
fn groups_have_their_own_hyperparameters() {
    let optimizer = AdamW::new()
        .group("biases", |p| p.name().ends_with("bias"), |h| h.weight_decay(0.0).tag("no decay"))
        .weight_decay(0.1)
        .group("embedding", |p| p.name() == "embedding", |h| h.lr(0.5).amsgrad(true))
        .lr(0.01)
        .build(&model())
        .unwrap();
    let value = |group, hyper| optimizer.value_in(group, hyper).unwrap();
    assert_eq!(value("default", "lr"), Setting::Float(0.01));
    assert_eq!(value("biases", "lr"), Setting::Float(0.01));
    assert_eq!(value("biases", "weight_decay"), Setting::Float(0.0));
    assert_eq!(value("embedding", "weight_decay"), Setting::Float(0.1));
    assert_eq!(value("embedding", "lr"), Setting::Float(0.5));
    let members: Vec<Vec<&str>> = optimizer.group_infos().into_iter().map(|group| group.members).collect();
    assert_eq!(members[0], ["layers.0.weight", "layers.1.weight", "out.weight"]);
    assert_eq!(members[1], ["layers.0.bias", "out.bias"]);
    assert_eq!(optimizer.group("biases").unwrap().tags(), ["no decay"]);
    // Each group decides which states exist.
    assert!(optimizer.state("embedding", "max_exp_avg_sq").is_ok());
    assert!(optimizer.state("out.bias", "max_exp_avg_sq").is_err());
}

#[test]
fn groups_that_are_none() {
    let build = |builder: LionBuilder| builder.build(&model()).map(|_| ()).unwrap_err();
    let same = |h: LionBuilder| h;
    let error = build(Lion::new().group("norms", |p| p.name().contains("norm"), same));
    assert!(matches!(&error, BuildError::EmptyGroup { group, params } if group == "norms" && params.len() == 6));
    let error = build(Lion::new().group("a", |p| p.ndim() == 1, same).group("b", |p| p.name().ends_with("bias"), same));
    let BuildError::TwoGroups { param, first, second } = &error else { panic!("{error:?}") };
    assert_eq!((param.as_str(), first.as_str(), second.as_str()), ("layers.0.bias", "a", "b"));
    let error = build(Lion::new().group("a", |p| p.ndim() == 1, same).group("a", |p| p.ndim() == 2, same));
    assert!(matches!(error, BuildError::DuplicateGroup { .. }), "{error:?}");
    let error = build(Lion::new().group("default", |p| p.ndim() == 1, same));
    assert!(matches!(error, BuildError::DuplicateGroup { .. }), "{error:?}");
    let error = build(Lion::new().group("a", |p| p.ndim() == 1, |h| h.clip_norm(1.0)));
    assert!(matches!(&error, BuildError::Misplaced { group, option: "clip_norm" } if group == "a"), "{error:?}");
}

#[test]
fn hyperparameters_are_checked_in_every_group() {
    let nan = Lion::new().lr(f64::NAN).build(&model()).unwrap_err();
    assert!(matches!(&nan, BuildError::Hyper { error: HyperError::Range { name: "lr", .. }, .. }), "{nan:?}");
    let beta = Lion::new().betas((0.9, 1.0)).build(&model()).unwrap_err();
    let text = beta.to_string();
    assert!(text.contains("`betas`") && text.contains("less than 1") && text.contains("(0.9, 1.0)"), "{text}");
    let inside =
        SGD::new(0.1).group("biases", |p| p.ndim() == 1, |h| h.weight_decay(-1.0)).build(&model()).unwrap_err();
    let BuildError::Hyper { group, error: HyperError::Range { name: "weight_decay", .. } } = &inside else {
        panic!("{inside:?}")
    };
    assert_eq!(group, "biases");
    let together = SGD::new(0.1).momentum(0.9).group("biases", |p| p.ndim() == 1, |h| h.nesterov(true).dampening(0.5));
    let error = together.build(&model()).unwrap_err();
    assert!(
        matches!(&error, BuildError::Hyper { error: HyperError::Requirement { .. }, group } if group == "biases"),
        "{error:?}"
    );
    let schedule = SGD::new(0.1).weight_decay(from_fn(|_| -0.1)).build(&model()).unwrap_err();
    assert!(matches!(schedule, BuildError::Hyper { error: HyperError::Range { .. }, .. }), "{schedule:?}");
}

#[test]
fn hyperparameters_by_name() {
    let error = Builder::<AdamW>::new().set("wieght_decay", 0.1).unwrap_err();
    assert!(error.to_string().contains("did you mean `weight_decay`?"), "{error}");
    let build = |name: &str, value: Setting| Builder::<AdamW>::new().set(name, value).unwrap().build(&model());
    assert!(build("lr", Setting::Int(1)).is_ok());
    for (name, value) in [
        ("lr", Setting::Bool(true)),
        ("lr", Setting::None),
        ("amsgrad", Setting::Float(1.0)),
        ("betas", Setting::Float(0.9)),
        ("betas", Setting::Tuple(vec![Setting::Float(0.9)])),
        ("eps", Setting::Choice("small".to_owned())),
    ] {
        let error = build(name, value).unwrap_err();
        assert!(matches!(&error, BuildError::Hyper { error: HyperError::Type { .. }, .. }), "{name}: {error:?}");
    }
    let schedule = Setting::schedule(from_fn(|_| 0.1));
    let sgd = Builder::<SGD>::new().set("lr", 0.1).unwrap().set("dampening", schedule).unwrap();
    let fixed = sgd.build(&model()).unwrap_err();
    let BuildError::Hyper { error: HyperError::NotScheduled { name: "dampening", scheduled, .. }, .. } = &fixed else {
        panic!("{fixed:?}")
    };
    assert_eq!(scheduled, &["lr", "momentum", "weight_decay"]);
    let missing = Builder::<SGD>::new().build(&model()).unwrap_err();
    assert!(matches!(missing, BuildError::Hyper { error: HyperError::Missing { name: "lr", .. }, .. }), "{missing:?}");
}

#[test]
fn one_number_of_a_tuple_is_set() {
    let adamw = || optim_std::registry().optimizer("AdamW").unwrap().builder();
    let group = adamw().set("betas.1", 0.5).unwrap();
    let biases = |param: &optim_std::ParamInfo<'_>| param.name().ends_with("bias");
    let builder = adamw().group("biases", biases, group).set("betas.0", 0.25).unwrap();
    let optimizer = builder.clone().build(&model()).unwrap();
    let betas = |optimizer: &Optimizer<f32>, group| optimizer.value_in(group, "betas").unwrap();
    assert_eq!(betas(&optimizer, "default"), (0.25, 0.999).into());
    assert_eq!(betas(&optimizer, "biases"), (0.25, 0.5).into(), "the other number is the optimizer's");
    // The last one counts, and the whole replaces all numbers.
    let builder = builder.set("betas", (0.5, 0.75)).unwrap().set("betas.1", from_fn(|_| 0.125)).unwrap();
    let optimizer = builder.build(&model()).unwrap();
    assert_eq!(betas(&optimizer, "default"), (0.5, 0.125).into());
    assert_eq!(betas(&optimizer, "biases"), (0.5, 0.5).into());
    let inside = optim_std::registry().optimizer("Lookahead").unwrap().builder().inner(adamw()).unwrap();
    let optimizer = inside.set("inner.betas.0", 0.5).unwrap().build(&model()).unwrap();
    assert_eq!(optimizer.value_in("default", "inner.betas").unwrap(), (0.5, 0.999).into());
    let typed = Builder::<AdamW>::new().set("betas.0", 0.5).unwrap();
    assert!(format!("{typed:?}").contains("betas.0: 0.5"), "{typed:?}");
    assert_eq!(typed.build(&model()).unwrap().value_in("default", "betas").unwrap(), (0.5, 0.999).into());

    let refused = |name| match adamw().set(name, 0.5) {
        Err(error) => error,
        Ok(builder) => match builder.build(&model()).map(drop) {
            Err(BuildError::Hyper { error, .. }) => error,
            other => panic!("{name}: {other:?}"),
        },
    };
    assert_eq!(
        refused("betas.2").to_string(),
        "`betas.2` of AdamW does not exist\nhelp: there are `betas.0`, `betas.1`"
    );
    assert_eq!(refused("lr.0").to_string(), "`lr.0` of AdamW does not exist: it is a single number");
    assert!(matches!(refused("bettas.0"), HyperError::Unknown { name, .. } if name == "bettas"));
    for name in ["betas.+0", "betas.00"] {
        assert!(matches!(refused(name), HyperError::Unknown { name: unknown, .. } if unknown == name));
    }
    assert!(matches!(refused("betas.x"), HyperError::Unknown { name, .. } if name == "betas.x"));
    let out_of_range = adamw().set("betas.0", 1.5).unwrap().build(&model()).unwrap_err();
    assert!(matches!(out_of_range, BuildError::Hyper { error: HyperError::Range { name: "betas", .. }, .. }));
}

#[test]
fn options_are_checked() {
    for number in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        for (option, builder) in [
            ("grad_scale", Lion::new().grad_scale(number)),
            ("clip_norm", Lion::new().clip_norm(number)),
            ("clip_value", Lion::new().clip_value(number)),
        ] {
            let error = builder.build(&model()).unwrap_err();
            assert!(
                matches!(&error, BuildError::Option(OptionError::NotPositive { option: own, .. }) if *own == option),
                "{error:?}"
            );
        }
    }
}

#[test]
fn models_without_parameters_or_with_twins() {
    let none: Vec<Array1<f32>> = Vec::new();
    assert_eq!(Lion::new().build(&none).unwrap_err(), BuildError::NoParameters);
    let twins = BTreeMap::from([("a.0", vec![Array1::<f32>::zeros(2)]), ("a", vec![])]);
    assert!(Lion::new().build(&twins).is_ok());
    let part = || BTreeMap::from([("x", Array1::<f32>::zeros(2))]);
    let twins = (part(), part());
    assert_eq!(Lion::new().build(&twins).unwrap().param_names().collect::<Vec<_>>(), ["0.x", "1.x"]);
    #[derive(Parameters)]
    struct Twins {
        #[parameters(rename = "a.0")]
        first: Array1<f32>,
        a: Vec<Array1<f32>>,
    }
    let twins = Twins { first: Array1::zeros(1), a: vec![Array1::zeros(2)] };
    let error = Lion::new().build(&twins).unwrap_err();
    assert!(matches!(&error, BuildError::DuplicateParameter { param } if param == "a.0"), "{error:?}");
}

#[test]
fn empty_parameters_are_parameters() {
    let mut params = BTreeMap::from([("none", ArrayD::<f64>::zeros(vec![0, 3])), ("one", ArrayD::zeros(vec![]))]);
    let grads = params.clone();
    let mut optimizer = Adafactor::new().lr(0.1).build(&params).unwrap();
    assert_eq!(optimizer.state("none", "exp_avg_sq_col").unwrap().shape(), [3]);
    assert_eq!(optimizer.state("none", "exp_avg_sq_row").unwrap().shape(), [0]);
    assert_eq!(optimizer.step(&mut params, &grads).unwrap().updated, 2);
    assert!(params["one"].iter().all(|x| x.is_finite()));
}

#[test]
fn builders_can_be_used_again() {
    let builder = Lion::new().lr(0.5);
    let (first, second) = (builder.clone().build(&model()).unwrap(), builder.build(&single()).unwrap());
    assert_eq!(first.value_in("default", "lr").unwrap(), second.value_in("default", "lr").unwrap());
}

/// With `none = 0.0`, a plain 0 means that there is no momentum and no buffer. A schedule is a number at every step.
#[test]
fn a_number_that_means_none() {
    let param = BTreeMap::from([("w", array![1.0, 2.0])]);
    let buffers = |settings: &SGDBuilder| settings.build(&param).unwrap().state("w", "momentum_buffer").is_ok();
    assert!(!buffers(&SGD::new(0.1)));
    assert!(!buffers(&SGD::new(0.1).momentum(0.0)));
    assert!(!buffers(&SGD::new(0.1).momentum(None)));
    assert!(buffers(&SGD::new(0.1).momentum(0.9)));
    assert!(buffers(&SGD::new(0.1).momentum(from_fn(|step| 0.1 * step as f64))));
    let off = SGD::new(0.1).momentum(0.9).group("off", |p| p.name() == "w", |h| h.momentum(0.0));
    assert!(!buffers(&off));

    let mut optimizer = SGD::new(0.1).build(&param).unwrap();
    assert_eq!(optimizer.value_in("default", "momentum").unwrap(), Setting::Float(0.0));
    let error = optimizer.set("momentum", 0.9).unwrap_err();
    assert!(matches!(error, HyperError::ChangesState { name: "momentum", .. }), "{error}");
    optimizer.set("momentum", 0).unwrap();
    assert!(SGD::new(0.1).momentum(-0.5).build(&param).is_err());
}

/// Settings are stored by index, and `eps` of Adam has the index of `dampening` of SGD.
#[test]
fn overrides_of_another_optimizer_are_refused() {
    let entry = |name| optim_std::registry::find(optim_std::optimizers(), name).unwrap();
    let adam = entry("Adam").builder().set("eps", 0.5).unwrap();
    let sgd = entry("SGD").builder().set("lr", 0.1).unwrap().group("all", |_| true, adam);
    let error = sgd.build(&model()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the overrides of parameter group `all` are for Adam, but the optimizer is SGD\n\
         help: create them with a builder of SGD"
    );
    assert!(sgd.graph(&[2], 1).is_err());
    let own = entry("SGD").builder().set("dampening", 0.5).unwrap();
    assert!(entry("SGD").builder().set("lr", 0.1).unwrap().group("all", |_| true, own).build(&model()).is_ok());
}

/// Inside of a wrapper, another optimizer may have the same name.
#[test]
fn overrides_of_another_inner_optimizer_are_refused() {
    mod first {
        use optim_std::author::*;

        #[optimizer]
        #[derive(Clone)]
        pub(super) struct Shrink {
            #[hyper(default = 0.5)]
            pub lr: f64,
            #[hyper(default = 0.25)]
            pub decay: f64,
        }

        #[optimizer]
        impl Shrink {
            fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
                *param -= self.lr * (grad + self.decay * *param);
            }
        }
    }
    mod second {
        use optim_std::author::*;

        #[optimizer]
        #[derive(Clone)]
        pub(super) struct Shrink {
            #[hyper(default = 0.25)]
            pub decay: f64,
            #[hyper(default = 0.5)]
            pub lr: f64,
        }

        #[optimizer]
        impl Shrink {
            fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
                *param -= self.lr * (grad + self.decay * *param);
            }
        }
    }
    let around = || AnyBuilder::from(Ema::new(first::Shrink::new()));
    let other = AnyBuilder::from(Ema::new(second::Shrink::new()));
    let error = around().group("all", |_| true, other).build(&model()).unwrap_err();
    assert!(error.to_string().starts_with("the overrides of parameter group `all` are for Ema<Shrink>"), "{error}");
    assert!(around().group("all", |_| true, around()).build(&model()).is_ok());
}

#[test]
fn every_error_on_the_way_to_an_optimizer_is_one_of_build() {
    fn built(name: &str, setting: &str, lr: f64) -> Result<Optimizer<f32>, BuildError> {
        optim_std::registry().optimizer(name)?.builder().set(setting, lr)?.build(&model())
    }
    assert_eq!(built("lion", "lr", 0.5).unwrap().name(), "Lion");
    assert!(matches!(built("lyon", "lr", 0.5).unwrap_err(), BuildError::Lookup(_)));
    for (setting, lr) in [("lrr", 0.5), ("lr", -0.5)] {
        let error = built("lion", setting, lr).unwrap_err();
        let BuildError::Hyper { error: inner, .. } = &error else { panic!("{error}") };
        assert_eq!(error.to_string(), inner.to_string());
        assert_eq!(std::error::Error::source(&error).unwrap().to_string(), inner.to_string());
        // The text occurs once.
        assert_eq!(format!("{error:?}"), error.to_string());
    }
}
