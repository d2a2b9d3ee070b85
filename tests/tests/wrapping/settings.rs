//! Settings of the inner optimizer: groups, schedules, names.

use std::collections::BTreeMap;

use ndarray::{Array1, array};
use optim_std::prelude::*;

use crate::optimizers::{Accumulate, Plain};

fn model() -> BTreeMap<String, Array1<f64>> {
    [("w".to_owned(), array![1.0, -2.0]), ("b".to_owned(), array![0.5])].into()
}

#[test]
fn settings_have_the_name_of_the_field_in_front() {
    let model = model();
    let mut opt = Lookahead::new(AdamW::new().lr(0.25)).k(3).build(&model).unwrap();
    assert_eq!(opt.value_in("default", "inner.lr").unwrap(), 0.25.into());
    let names: Vec<_> = opt.values()[0].values.iter().map(|(name, _)| *name).collect();
    assert_eq!(names[..4], ["k", "alpha", "inner.lr", "inner.betas"]);
    opt.set("inner.lr", 0.5).unwrap();
    opt.set("inner.betas", (0.5, 0.75)).unwrap();
    opt.set("alpha", 0.75).unwrap();
    let lookahead: Lookahead<AdamW> = opt.groups()[0].hyperparameters_at(0).unwrap();
    assert_eq!((lookahead.inner.lr, lookahead.inner.betas, lookahead.alpha, lookahead.k), (0.5, (0.5, 0.75), 0.75, 3));
    assert_eq!(opt.groups()[0].hyperparameters_at::<Lookahead<Plain>>(0), None);
    let unknown = opt.set("inner.lrr", 0.5).unwrap_err().to_string();
    assert!(unknown.contains("did you mean `inner.lr`"), "{unknown}");
    let unknown = opt.set("lr", 0.5).unwrap_err().to_string();
    assert!(unknown.contains("inner.lr"), "{unknown}");
    assert!(opt.set("inner.lr", -0.5).is_err());
    assert_eq!(opt.value_in("default", "inner.lr").unwrap(), 0.5.into());
}

#[test]
fn groups_change_what_is_inside() {
    let mut model = model();
    let mut opt = Lookahead::new(Plain::new().lr(0.1).momentum(0.0))
        .k(100)
        .group("biases", |p| p.name() == "b", |h| h.inner(|i| i.lr(0.5)).alpha(0.25))
        .build(&model)
        .unwrap();
    assert_eq!(opt.value_in("biases", "inner.lr").unwrap(), 0.5.into());
    assert_eq!(opt.value_in("biases", "alpha").unwrap(), 0.25.into());
    assert_eq!(opt.value_in("default", "inner.lr").unwrap(), 0.1.into());
    let grads = model.clone();
    opt.step(&mut model, &grads).unwrap();
    assert_eq!(model["w"], array![0.9, -1.8]);
    assert_eq!(model["b"], array![0.25]);

    let nested = Ema::new(Lookahead::new(Plain::new()))
        .group("biases", |p| p.name() == "b", |h| h.inner(|l| l.k(7).inner(|i| i.lr(0.5))))
        .build(&model)
        .unwrap();
    assert_eq!(nested.value_in("biases", "inner.inner.lr").unwrap(), 0.5.into());
    assert_eq!(nested.value_in("biases", "inner.k").unwrap(), 7.into());
}

#[test]
fn schedules_inside() {
    let mut x = array![1.0, -2.0];
    let lr = LinearLR::new(0.4, 0.0, 4);
    let mut opt = Lookahead::new(Plain::new().lr(lr.clone()).momentum(0.0)).k(100).build(&x).unwrap();
    let mut plain = Plain::new().lr(lr).momentum(0.0).build(&x).unwrap();
    let mut y = x.clone();
    for _ in 0..6 {
        let (a, b) = (x.clone(), y.clone());
        opt.step(&mut x, &a).unwrap();
        plain.step(&mut y, &b).unwrap();
        assert_eq!(x, y);
    }
    assert_eq!(opt.schedules()[0].hyper, "inner.lr");
    opt.set("inner.lr", 0.1).unwrap();
    opt.schedule(&Tags::all(), "inner.lr", LinearLR::new(0.4, 0.0, 8)).unwrap();
    assert_eq!(opt.value_in("default", "inner.lr").unwrap(), 0.1.into());
    let mut adamw = Lookahead::new(AdamW::new()).build(&x).unwrap();
    adamw.schedule(&Tags::all(), "inner.betas.0", ConstantLR::new(0.5)).unwrap();
    assert!(adamw.schedule(&Tags::all(), "inner.betas.2", ConstantLR::new(0.5)).is_err());
}

#[test]
fn reports_have_the_schedules_inside_as_the_step_used_them() {
    let mut x = array![1.0, -2.0];
    let mut opt = Accumulate::new(Plain::new().lr(LinearLR::new(0.4, 0.0, 4))).k(2).build(&x).unwrap();
    for _ in 0..6 {
        let coming = opt.value_in("default", "inner.lr").unwrap();
        let grad = x.clone();
        let report = opt.step(&mut x, &grad).unwrap();
        assert_eq!(report.value_in("default", "inner.lr").unwrap(), coming);
        assert_eq!(report.value_in("default", "k").unwrap(), 2.into());
    }
    assert_ne!(opt.value_in("default", "inner.lr").unwrap(), 0.4.into());
}

#[test]
fn builders_show_their_settings() {
    let text = format!("{:?}", Lookahead::new(AdamW::new().lr(0.25)).k(3));
    assert!(text.contains("Lookahead") && text.contains("inner.lr: 0.25") && text.contains("k: 3"), "{text}");
    let by_name = optim_std::Builder::<Lookahead<AdamW>>::around(AdamW::new());
    let by_name = by_name.set("inner.lr", 0.5).unwrap().set("k", 2_usize).unwrap();
    assert_eq!(by_name.build(&array![1.0_f32]).unwrap().value_in("default", "inner.lr").unwrap(), 0.5.into());
    assert!(by_name.set("lr", 0.5).is_err());
}

/// If the call is under a timed condition, inner schedules follow the inner step count.
#[test]
fn schedules_follow_the_steps_of_their_optimizer() {
    let (mut x, mut y) = (array![1.0, -2.0], array![1.0, -2.0]);
    let lr = LinearLR::new(0.4, 0.0, 4);
    let mut opt = Accumulate::new(Plain::new().lr(lr.clone())).k(3).build(&x).unwrap();
    let mut plain = Plain::new().lr(lr).build(&y).unwrap();
    for step in 1..=15 {
        opt.step(&mut x, &array![0.5, 0.25]).unwrap();
        if step % 3 == 0 {
            plain.step(&mut y, &array![0.5, 0.25]).unwrap();
        }
        assert_eq!(x, y, "step {step}");
        assert_eq!(opt.value_in("default", "inner.lr").unwrap(), plain.value_in("default", "lr").unwrap());
        assert_eq!(opt.schedules()[0].position, plain.steps());
    }
    let accumulate: Accumulate<Plain> = opt.groups()[0].hyperparameters_at(6).unwrap();
    assert_eq!(accumulate.inner.lr, 0.2);
}
