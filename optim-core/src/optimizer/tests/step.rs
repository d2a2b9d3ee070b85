//! Steps: what they compute, what they skip, and what makes them fail without a trace.

use std::collections::{BTreeMap, HashMap};

use ndarray::{ArrayD, IxDyn, arr1};

use super::*;
use crate::hyper::schedule::from_fn;
use crate::optimizer::StepError;
use crate::{NonFinite, Optimizer};

/// One parameter with one element, and its gradient.
fn one(x: f32) -> Array1<f32> {
    arr1(&[x])
}

#[test]
fn updates_parameters_state_and_counts() {
    let mut model = model();
    let mut optimizer = momentum(0.5).build(&model).expect("valid");
    let report = optimizer.step(&mut model, &grads(1.0)).expect("valid");
    assert!(report.applied);
    assert_eq!((report.updated, report.grad_norm), (5, None));
    optimizer.step(&mut model, &grads(1.0)).expect("valid");
    // Buffers 1, then 1.5.
    assert_eq!(model.layers[0].weight[[0, 1]], 2.0 - 0.5 - 0.75);
    assert_eq!(optimizer.state("scale", "momentum_buffer").expect("exists"), ArrayD::from_elem(IxDyn(&[2, 1, 2]), 1.5));
    assert_eq!(optimizer.state_value("scale", "total"), Ok(crate::StateView::Scalar(0.1 + 0.5 * 1.0 + 0.5 * 2.0)));
    assert_eq!(optimizer.state("scale", "step").expect("exists")[[]], 2.0);
    assert_eq!((optimizer.steps(), optimizer.step_count("scale")), (2, Ok(2)));
    assert_eq!(optimizer.last_report(), Some(&report));
}

#[test]
fn parameters_without_a_gradient_stay() {
    let mut model = model();
    let before = model.clone();
    let mut optimizer = momentum(0.5).build(&model).expect("valid");
    // A map, in another order than the model, with some of the names.
    let some = HashMap::from([
        ("scale", Array3::from_elem((2, 1, 2), 1.0).into_dyn()),
        ("layers.0.bias", arr1(&[1.0, 1.0]).into_dyn()),
    ]);
    let report = optimizer.step(&mut model, &some).expect("valid");
    assert_eq!(report.updated, 2);
    assert_eq!(model.layers[0].weight, before.layers[0].weight);
    assert_eq!(model.layers[1], before.layers[1]);
    assert_eq!(model.layers[0].bias, arr1(&[0.5, 0.5]));
    assert_eq!(model.scale[[1, 0, 1]], 0.0);
    let counts: Vec<u64> = NAMES.iter().map(|name| optimizer.step_count(name).expect("known")).collect();
    assert_eq!(counts, [0, 1, 0, 0, 1]);
    assert_eq!(optimizer.state_value("layers.1.bias", "total"), Ok(crate::StateView::Scalar(0.1)));
    // None at all is a step like any other.
    let none: BTreeMap<String, Array1<f32>> = BTreeMap::new();
    assert_eq!(optimizer.step(&mut model, &none).expect("valid").updated, 0);
    assert_eq!(optimizer.steps(), 2);
}

#[test]
fn any_order_of_visits_is_the_same_step() {
    let parts = ["c", "a", "b"];
    let make = |x: f32, order: [usize; 3]| order.map(|place| BTreeMap::from([(parts[place], one(x + place as f32))]));
    let mut expected = make(1.0, [0, 1, 2]);
    // Maps of one entry in an array would be called `0.c`; a wrapper drops the place.
    struct Flat([BTreeMap<&'static str, Array1<f32>>; 3]);
    impl Parameters for Flat {
        type Elem = f32;
        fn visit<'a>(&'a self, name: Name<'_>, f: &mut dyn FnMut(Name<'_>, TensorRef<'a, f32>)) {
            self.0.iter().for_each(|part| part.visit(name, f));
        }
        fn visit_mut<'a>(&'a mut self, name: Name<'_>, f: &mut dyn FnMut(Name<'_>, TensorMut<'a, f32>)) {
            self.0.iter_mut().for_each(|part| part.visit_mut(name, f));
        }
    }
    let mut optimizer = momentum(0.5).build(&Flat(expected.clone())).expect("valid");
    for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2], [2, 0, 1]] {
        let mut optimizer = optimizer.clone();
        let mut model = Flat(make(1.0, order));
        optimizer.step(&mut model, &Flat(make(0.0, [order[1], order[0], order[2]]))).expect("valid");
        for part in model.0 {
            let (key, value) = part.into_iter().next().expect("one entry");
            let place = parts.iter().position(|&part| part == key).expect("known") as f32;
            assert_eq!(value[0], 1.0 + place - 0.5 * place, "{key}");
        }
    }
    let error = optimizer.step(&mut Flat(make(1.0, [0, 1, 1])), &Flat(make(1.0, [0, 1, 2]))).expect_err("twice");
    assert_eq!(error.to_string(), "two parameters are called `a`");
    let error = optimizer.step(&mut Flat(expected.clone()), &Flat(make(1.0, [2, 1, 1]))).expect_err("twice");
    assert_eq!(error.to_string(), "there are two gradients for parameter `a`");
    expected[2].insert("d", one(0.0));
    let error = optimizer.step(&mut Flat(expected), &Flat(make(1.0, [0, 1, 2]))).expect_err("more");
    assert!(matches!(error, StepError::UnknownParameter { param, .. } if param == "d"));
}

/// Runs a step that must fail, and checks that it left no trace.
fn fails(optimizer: &mut Optimizer<f32>, model: &mut Model<f32>, grads: &dyn Parameters<Elem = f32>) -> String {
    let before = (snapshot(optimizer), format!("{model:?}"), optimizer.last_report().cloned());
    let error = optimizer.step(model, grads).expect_err("must fail");
    assert_eq!((snapshot(optimizer), format!("{model:?}"), optimizer.last_report().cloned()), before);
    error.to_string()
}

#[test]
fn wrong_arrays_change_nothing() {
    let mut model = model();
    let mut optimizer = momentum(0.5).build(&model).expect("valid");
    optimizer.step(&mut model, &grads(1.0)).expect("valid");
    let mut fails = |model: &mut Model<f32>, grads: &dyn Parameters<Elem = f32>| fails(&mut optimizer, model, grads);

    assert_eq!(
        fails(&mut model, &BTreeMap::from([("scale", one(1.0)), ("layer.0.bias", one(1.0))])),
        "there is a gradient for `layer.0.bias`, which is not a parameter of this optimizer\n\
         help: did you mean `layers.0.bias`?"
    );
    let mut wrong = grads(1.0);
    wrong.layers[1].bias = one(1.0);
    assert_eq!(
        fails(&mut model, &wrong),
        "the gradient of parameter `layers.1.bias` has shape [1], the parameter has [2]"
    );
    let mut wrong = grads(1.0);
    wrong.layers[1].weight = Array2::zeros((3, 2));
    assert!(fails(&mut model, &wrong).contains("`layers.1.weight` has shape [3, 2]"));
    let mut wrong = model.clone();
    wrong.layers[0].bias = arr1(&[1.0; 3]);
    assert_eq!(
        fails(&mut wrong, &grads(1.0)),
        "parameter `layers.0.bias` has shape [3], it had [2] when the optimizer was built"
    );
    let mut wrong = model.clone();
    wrong.layers.pop();
    assert_eq!(
        fails(&mut wrong, &BTreeMap::from([("scale", Array3::<f32>::zeros((2, 1, 2)))])),
        "parameter `layers.1.weight` is missing or read-only, but the optimizer was built with it"
    );
    let mut wrong = model.clone();
    wrong.extra = Some(one(1.0));
    assert_eq!(fails(&mut wrong, &grads(1.0)), "parameter `extra` did not exist when the optimizer was built");
    let hostile = "\u{0}\u{202e}".repeat(1000);
    let escaped = r"\0\u{202e}".repeat(1000);
    assert!(fails(&mut model, &BTreeMap::from([(hostile, one(1.0))])).contains(&escaped));
    assert!(fails(&mut model, &one(1.0)).contains("a gradient for `param`"));
}

/// Arrays that come in order are compared with those of `build`, whatever the steps before were like.
#[test]
fn arrays_of_a_map_are_checked_in_every_step() {
    type Map = BTreeMap<String, ArrayD<f32>>;
    let name = |place: usize| format!("layer{place:05}.w");
    let numbers = |k: usize| ArrayD::from_shape_fn(vec![2, 3], |at| (3 * at[0] + at[1] + k) as f32);
    let make = |from: usize| -> Map { (0..5).map(|place| (name(place), numbers(place + from))).collect() };
    let mut optimizer = momentum(0.5).build(&make(0)).expect("valid");
    let mut model = make(0);
    optimizer.step(&mut model, &make(1)).expect("valid");
    let before = (snapshot(&optimizer), model.clone());
    let mut refused = |params: &Map, grads: &Map| {
        let mut params = params.clone();
        let error = optimizer.step(&mut params, grads).expect_err("must fail");
        assert_eq!(snapshot(&optimizer), before.0);
        error.to_string()
    };
    let renamed = |map: &Map, to: &str| {
        let rename = |name: &String| if *name == "layer00002.w" { to.to_owned() } else { name.clone() };
        map.iter().map(|(name, array)| (rename(name), array.clone())).collect::<Map>()
    };
    for to in ["layer00002.v", "layer00002-w", "Layer00002.w", "layer00002.ww", "layer0002.w", "w", ""] {
        let unknown = refused(&model, &renamed(&make(1), to));
        assert!(unknown.contains(&format!("there is a gradient for `{to}`")), "{unknown}");
        let unknown = refused(&renamed(&model, to), &make(1));
        assert!(unknown.contains(&format!("parameter `{to}` did not exist")), "{unknown}");
    }
    for shape in [vec![3, 2], vec![6], vec![1, 2, 3], vec![2, 4]] {
        let mut grads = make(1);
        grads.insert(name(2), ArrayD::zeros(shape.clone()));
        assert!(refused(&model, &grads).contains("the gradient of parameter `layer00002.w` has shape"));
        let mut params = model.clone();
        params.insert(name(2), ArrayD::zeros(shape));
        assert!(refused(&params, &make(1)).contains("parameter `layer00002.w` has shape"));
    }
    // The same numbers in another memory order, and a gradient less.
    let turned = |map: &Map| -> Map {
        map.iter()
            .map(|(name, array)| (name.clone(), array.t().as_standard_layout().into_owned().reversed_axes()))
            .collect()
    };
    let (mut other, mut turned_model) = (optimizer.clone(), turned(&model));
    let (mut grads, mut turned_grads) = (make(2), turned(&make(2)));
    assert!(!turned_grads[&name(0)].is_standard_layout());
    for _ in 0..2 {
        optimizer.step(&mut model, &grads).expect("valid");
        other.step(&mut turned_model, &turned_grads).expect("valid");
        assert_eq!(model, turned_model);
        grads.remove(&name(2));
        turned_grads.remove(&name(2));
    }
}

#[test]
fn policies_for_gradients_that_are_not_finite() {
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let mut wrong = grads(1.0);
        wrong.layers[1].weight[[1, 1]] = bad;
        wrong.scale[[0, 0, 0]] = bad;
        let mut model = model();
        let mut optimizer = momentum(0.5).non_finite(NonFinite::Error).build(&model).expect("valid");
        optimizer.step(&mut model, &grads(1.0)).expect("valid");
        assert_eq!(
            fails(&mut optimizer, &mut model, &wrong),
            "the gradient of parameter `layers.1.weight` is not finite"
        );

        optimizer.set_non_finite(NonFinite::Skip);
        let before = (snapshot(&optimizer), model.clone());
        let report = optimizer.step(&mut model, &wrong).expect("skipped");
        assert!(!report.applied);
        assert_eq!((snapshot(&optimizer), &model), (before.0, &before.1));
        assert!(optimizer.step(&mut model, &grads(1.0)).expect("valid").applied);

        optimizer.set_non_finite(NonFinite::Off);
        optimizer.step(&mut model, &wrong).expect("goes on");
        assert!(!model.scale[[0, 0, 0]].is_finite());
        assert!(model.scale[[0, 0, 1]].is_finite());
    }
    // The offender is found by its place among the parameters, not among the gradients.
    let mut model = model();
    let mut optimizer = momentum(0.5).non_finite(NonFinite::Error).build(&model).expect("valid");
    let wrong = BTreeMap::from([("scale", Array3::from_elem((2, 1, 2), f32::NAN))]);
    assert_eq!(fails(&mut optimizer, &mut model, &wrong), "the gradient of parameter `scale` is not finite");
}

#[test]
fn clips_by_the_norm_of_all_gradients() {
    let step = |builder: Builder<Momentum>, grads: [f32; 2]| {
        let mut model = [one(0.0), one(0.0)];
        let mut optimizer = builder.threads(crate::kernel::Threads::One).build(&model).expect("valid");
        let report = optimizer.step(&mut model, &grads.map(one)).expect("valid");
        (report.grad_norm, [model[0][0], model[1][0]])
    };
    let near = |a: [f32; 2], b: [f32; 2]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-6);
    let (norm, moved) = step(momentum(1.0).clip_norm(1.0), [3.0, -4.0]);
    assert_eq!(norm, Some(5.0));
    assert!(near(moved, [-0.6, 0.8]), "{moved:?}");
    let (norm, moved) = step(momentum(1.0).clip_norm(10.0), [3.0, -4.0]);
    assert_eq!((norm, moved), (Some(5.0), [-3.0, 4.0]));
    // Scale, then norm, then value.
    let (norm, moved) = step(momentum(1.0).grad_scale(2.0).clip_norm(5.0).clip_value(3.5), [3.0, -4.0]);
    assert_eq!(norm, Some(10.0));
    assert!(near(moved, [-3.0, 3.5]), "{moved:?}");
    let (norm, moved) = step(momentum(1.0).clip_value(3.5), [3.0, -4.0]);
    assert_eq!((norm, moved), (None, [-3.0, 3.5]));
    let (norm, moved) = step(momentum(1.0).grad_scale(0.5), [3.0, -4.0]);
    assert_eq!((norm, moved), (None, [-1.5, 2.0]));
    let (norm, moved) = step(momentum(1.0).clip_norm(1.0), [3.0, f32::NAN]);
    assert!(norm.is_some_and(f64::is_nan) && moved.iter().all(|x| x.is_nan()), "as torch does");
}

#[test]
fn schedules_count_finished_steps() {
    let lr = Setting::schedule(from_fn(|step| 0.5 + step as f64));
    let builder = Builder::<Momentum>::new()
        .set_at(LR, lr)
        .set_at(PAIR, Setting::Tuple(vec![Setting::schedule(from_fn(|step| 0.25 * step as f64)), 0.0.into()]))
        .group("b", |p| p.name() == "1", Builder::new().set_at(LR, 0.125.into()));
    let mut model = [one(0.0), one(0.0)];
    let mut optimizer = builder.build(&model).expect("valid");
    assert_eq!(optimizer.value_in("default", "lr"), Ok(Setting::Float(0.5)));
    optimizer.step(&mut model, &[one(1.0), one(1.0)]).expect("valid");
    assert_eq!([model[0][0], model[1][0]], [-0.5, -0.125]);
    assert_eq!(optimizer.value_in("default", "lr"), Ok(Setting::Float(1.5)));
    assert_eq!(optimizer.value_in("default", "pair"), Ok((0.25, 0.0).into()));
    assert_eq!(optimizer.value_in("b", "lr"), Ok(Setting::Float(0.125)));
    // A failed step leaves the schedules where they are.
    optimizer.step(&mut model, &one(1.0)).expect_err("unknown name");
    optimizer.step(&mut model, &[one(1.0), one(1.0)]).expect("valid");
    assert_eq!([model[0][0], model[1][0]], [-0.5 - 1.5 * 1.25, -0.125 - 0.125 * 1.25]);
    assert_eq!(optimizer.groups()[0].hyperparameters_at(2).map(|settings: Momentum| settings.lr), Some(2.5));
}

#[test]
fn schedules_may_not_leave_the_range() {
    for (bad, shown) in [(-1.0, "-1.0"), (f64::NAN, "NaN"), (f64::INFINITY, "inf")] {
        let lr = Setting::schedule(from_fn(move |step| if step == 1 { bad } else { 0.5 }));
        let mut model = model();
        let mut optimizer = Builder::<Momentum>::new().set_at(LR, lr).build(&model).expect("valid at first");
        optimizer.step(&mut model, &grads(1.0)).expect("valid");
        assert_eq!(
            fails(&mut optimizer, &mut model, &grads(1.0)),
            format!("the schedule for `lr` in parameter group `default` gives {shown} at step 1, allowed: at least 0")
        );
        optimizer.set("lr", 0.25).expect("valid");
        optimizer.step(&mut model, &grads(1.0)).expect("valid again");
    }
    let fading = Setting::Tuple(vec![Setting::schedule(from_fn(|step| 0.5 - 0.5 * step as f64)), 0.0.into()]);
    let mut model = model();
    let builder = momentum(0.5).set_at(PAIR, fading).set_at(NESTEROV, true.into());
    let mut optimizer = builder.build(&model).expect("valid at first");
    optimizer.step(&mut model, &grads(1.0)).expect("valid");
    assert_eq!(
        fails(&mut optimizer, &mut model, &grads(1.0)),
        "in parameter group `default` at step 1: nesterov needs momentum"
    );
}

#[test]
fn the_closure_form_returns_the_loss() {
    let mut model = one(2.0);
    let mut optimizer = momentum(0.5).build(&model).expect("valid");
    let loss = optimizer.step_with(&mut model, |model| Ok::<_, StepError>((model[0] * model[0], 2.0 * model)));
    assert_eq!((loss, model[0]), (Ok(4.0), 0.0));
    let failed: Result<f32, Box<dyn std::error::Error>> =
        optimizer.step_with(&mut model, |_| Ok((1.0, Array2::<f32>::zeros((1, 1)))));
    assert!(failed.expect_err("shape").to_string().contains("`param` has shape [1, 1]"));
    let failed = optimizer
        .step_with(&mut model, |_| -> Result<(f32, Array1<f32>), Box<dyn std::error::Error>> { Err("no data".into()) });
    assert_eq!(failed.expect_err("its own").to_string(), "no data");
    assert_eq!(optimizer.steps(), 1);
}

#[test]
fn any_layout_and_any_kind_at_run_time() {
    let mut model: Box<dyn Parameters<Elem = f32>> =
        Box::new(BTreeMap::from([("w", Array2::<f32>::ones((3, 4)).reversed_axes())]));
    let grads: Box<dyn Parameters<Elem = f32>> = Box::new(BTreeMap::from([(
        "w".to_owned(),
        Array2::from_shape_fn((4, 3), |(row, col)| (row * 3 + col) as f32).into_dyn(),
    )]));
    let mut optimizer: Optimizer<f32> = momentum(1.0).build(&*model).expect("valid");
    assert!(optimizer.step(&mut *model, &*grads).expect("valid").applied);
    assert_eq!((optimizer.name(), optimizer.steps()), ("Momentum", 1));
    assert!(optimizer.param_names().eq(["w"]));
    let buffer = optimizer.state("w", "momentum_buffer").expect("exists");
    assert_eq!((buffer[[3, 2]], buffer[[1, 0]]), (11.0, 3.0));
    model.visit(Name::ROOT, &mut |name, w| {
        assert!(name == "w");
        assert_eq!((w.to_ndarray()[[3, 2]], w.to_ndarray()[[1, 0]]), (-10.0, -2.0));
    });
}

#[test]
fn empty_parameters_take_steps() {
    let mut model = (Array2::<f32>::zeros((0, 3)), ArrayD::<f32>::zeros(IxDyn(&[])));
    let grads = (Array2::<f32>::zeros((0, 3)), ArrayD::from_elem(IxDyn(&[]), 1.0));
    let mut optimizer = momentum(1.0).clip_norm(10.0).build(&model).expect("valid");
    assert_eq!(optimizer.step(&mut model, &grads).expect("valid").grad_norm, Some(1.0));
    assert_eq!(model.1[[]], -1.0);
    assert_eq!(optimizer.step_count("0"), Ok(1));
}

#[test]
fn references_and_views_serve_as_gradients() {
    let (mut w, mut b) = (Array2::<f32>::ones((2, 2)), one(1.0));
    let (dw, db) = (Array2::<f32>::ones((2, 4)), one(2.0));
    let mut optimizer = momentum(0.5).build(&(&w, &b)).expect("valid");
    let every_second = dw.slice(ndarray::s![.., ..;2]);
    optimizer.step(&mut (&mut w, &mut b), &(every_second, &db)).expect("valid");
    assert_eq!((w[[1, 1]], b[0]), (0.5, 0.0));
    let view = w.view_mut();
    optimizer.step(&mut (view, b.to_shared()), &(dw.slice(ndarray::s![.., 2..]), &db)).expect("valid");
    assert_eq!(w[[1, 1]], 0.5 - 0.5 * 1.5);
    let error = optimizer.step(&mut (w.view(), &b), &one(1.0).insert_axis(ndarray::Axis(0))).expect_err("read-only");
    assert!(matches!(error, StepError::UnknownGradient { .. }), "{error}");
    let error = optimizer.step(&mut (w.view(), &b), &(&dw.slice(ndarray::s![.., 2..]), &db)).expect_err("read-only");
    assert_eq!(error, StepError::MissingParameter { param: "0".to_owned() });
}
