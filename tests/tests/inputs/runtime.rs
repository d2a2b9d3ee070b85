//! Inputs at run time: which are due, which are refused, and that nothing changes then.

use std::collections::BTreeMap;

use ndarray::{Array0, ArrayD, IxDyn, arr0, array};
use optim_std::author::*;
use optim_std::prelude::*;
use optim_std::{BuildError, Optimizer, StateView, StepError, Threads};

use crate::optimizers::*;

type Model = BTreeMap<&'static str, ArrayD<f32>>;

fn model() -> Model {
    let array = |n: usize, by: f32| ArrayD::from_shape_fn(IxDyn(&[n, 3]), |i| by * (1.0 + i[0] as f32 - i[1] as f32));
    BTreeMap::from([("a", array(40, 0.1)), ("b", array(7, 0.3)), ("bias", array(5, -0.2))])
}

fn grads(step: u64) -> Model {
    model().into_iter().map(|(name, array)| (name, array.mapv(|x| (x * step as f32).sin()))).collect()
}

fn hessians(step: u64) -> Model {
    model().into_iter().map(|(name, array)| (name, array.mapv(|x| (x + step as f32).cos()))).collect()
}

/// Parameters and all states, to the bit.
fn bits(params: &Model, opt: &Optimizer<f32>) -> Vec<u64> {
    let mut bits: Vec<u64> = params.values().flatten().map(|x| u64::from(x.to_bits())).collect();
    opt.visit_state(|_, _, view| match view {
        StateView::Scalar(number) => bits.push(number.to_bits()),
        StateView::Array(array) => bits.extend(array.iter().map(|x| u64::from(x.to_bits()))),
    });
    bits.push(opt.steps());
    bits
}

/// A step of [`Curved`] with a Hessian for each parameter for which one is due.
fn step(opt: &mut Optimizer<f32>, params: &mut Model, step: u64) {
    let inputs = Inputs::new().tensors_where_due("hessian", hessians(step));
    opt.with_inputs(&inputs).step(params, &grads(step)).unwrap();
}

#[test]
fn each_parameter_counts_its_own_steps() {
    let mut params = model();
    let is_bias = |param: &optim_std::ParamInfo<'_>| param.name() == "bias";
    let mut opt = Curved::new().k(3).group("bias", is_bias, |h| h.k(2)).build(&params).unwrap();
    let mut due = Vec::new();
    for t in 1..=7 {
        due.push(opt.due("hessian").unwrap().join(" "));
        let mut grads = grads(t);
        if t == 2 {
            grads.remove("b");
        }
        let inputs = Inputs::new().tensors_where_due("hessian", hessians(t));
        opt.with_inputs(&inputs).step(&mut params, &grads).unwrap();
    }
    // `b` missed one step, so it is one behind.
    assert_eq!(due, ["", "bias", "a", "b bias", "", "a bias", "b"]);
}

#[test]
fn the_numbers_are_those_of_the_formula() {
    let mut x = array![1.0_f64, -2.0];
    let mut opt = Polyak::new().least(1.0).build(&x).unwrap();
    let inputs = Inputs::new().number("loss", 6.0);
    opt.with_inputs(&inputs).step(&mut x, &array![3.0, 4.0]).unwrap();
    let rate = 5.0 / (25.0 + 1e-12);
    assert_eq!(x, array![1.0 - rate * 3.0, -2.0 - rate * 4.0]);
}

/// An error has the caller's names of parameters and inputs, and changes nothing.
#[test]
fn wrong_inputs_are_refused_and_change_nothing() {
    let mut params = model();
    let mut opt = Curved::new().k(2).build(&params).unwrap();
    let refused = |opt: &mut Optimizer<f32>, params: &mut Model, inputs: &Inputs<'_, f32>| {
        let before = bits(params, opt);
        let error = opt.with_inputs(inputs).step(params, &grads(1)).unwrap_err();
        assert_eq!(before, bits(params, opt), "{error}");
        error
    };
    let error = refused(&mut opt, &mut params, &Inputs::new().tensors("hessian", hessians(1)));
    assert_eq!(error, StepError::InputNotDue { input: "hessian", param: Some("a".to_owned()) });
    let shown = "the input `hessian` of parameter `a` is not due in this step\n\
                 help: `opt.due(\"hessian\")` lists the parameters that need it";
    assert_eq!(error.to_string(), shown);

    step(&mut opt, &mut params, 1);
    let before = bits(&params, &opt);
    let error = opt.step(&mut params, &grads(2)).unwrap_err();
    assert_eq!(error, StepError::MissingInput { input: "hessian", param: "a".to_owned(), global: false });
    let shown = "parameter `a` needs the input `hessian` in this step\n\
                 help: write `opt.with_inputs(&Inputs::new().tensors(\"hessian\", &arrays)).step(…)`";
    assert_eq!(error.to_string(), shown);
    assert_eq!(before, bits(&params, &opt));

    let mut some = hessians(2);
    some.remove("b");
    let error = refused(&mut opt, &mut params, &Inputs::new().tensors("hessian", &some));
    assert_eq!(error, StepError::MissingInput { input: "hessian", param: "b".to_owned(), global: false });
    some.insert("b", ArrayD::zeros(IxDyn(&[3, 7])));
    let error = refused(&mut opt, &mut params, &Inputs::new().tensors("hessian", &some));
    let (expected, found) = (vec![7, 3], vec![3, 7]);
    assert_eq!(error, StepError::InputShape { input: "hessian", param: "b".to_owned(), expected, found });
    let shown = "the input `hessian` of parameter `b` has shape [3, 7], expected [7, 3]";
    assert_eq!(error.to_string(), shown);

    let mut more = hessians(2);
    more.insert("bia", ArrayD::zeros(IxDyn(&[1])));
    let error = refused(&mut opt, &mut params, &Inputs::new().tensors("hessian", &more));
    let shown = "the input `hessian` has an array for `bia`, which is not a parameter of this optimizer";
    assert!(error.to_string().starts_with(shown) && error.to_string().contains("`bias`"), "{error}");
    let twice = optim_std::Named::from_iter([
        ("a", ndarray::Array2::<f32>::zeros((40, 3))),
        ("a", ndarray::Array2::zeros((40, 3))),
    ]);
    let error = refused(&mut opt, &mut params, &Inputs::new().tensors("hessian", &twice));
    assert_eq!(error, StepError::DuplicateInputParameter { input: "hessian", param: "a".to_owned() });
    let error = refused(&mut opt, &mut params, &Inputs::new().number("hessian", 1.0));
    assert_eq!(
        error.to_string(),
        "the input `hessian` is declared as `tensor`\nhelp: give an array for each parameter, `.tensors(\"hessian\", &arrays)`"
    );
    let both = Inputs::new().tensors("hessian", hessians(2)).tensors("hessian", hessians(3));
    assert_eq!(refused(&mut opt, &mut params, &both), StepError::DuplicateInput { input: "hessian" });
    let error = refused(&mut opt, &mut params, &Inputs::new().number("hesian", 1.0));
    assert!(error.to_string().starts_with("Curved has no input `hesian`"), "{error}");
    assert!(error.to_string().contains("`hessian`"), "{error}");
    assert!(matches!(opt.due("loss"), Err(StepError::UnknownInput { .. })));
    // A refused input is still due.
    assert_eq!(opt.due("hessian").unwrap(), ["a", "b", "bias"]);
    step(&mut opt, &mut params, 2);
}

#[test]
fn optimizers_without_inputs_take_none() {
    let mut x = array![1.0_f32];
    let mut opt = AdamW::new().build(&x).unwrap();
    let error = opt.with_inputs(&Inputs::new().number("loss", 0.5)).step(&mut x, &array![1.0]).unwrap_err();
    assert_eq!(error.to_string(), "AdamW has no input `loss`: it declares none");
    opt.with_inputs(&Inputs::new()).step(&mut x, &array![1.0]).unwrap();
    assert!(opt.inputs().is_empty());
}

/// The shared settings decide when a global number is due.
#[test]
fn global_numbers_are_due_for_all() {
    let mut params = BTreeMap::from([("a", array![[1.0_f64, 2.0]]), ("b", array![[3.0, 4.0]])]);
    let ones = |value: f64| -> BTreeMap<&str, ndarray::Array2<f64>> {
        BTreeMap::from([("a", array![[value, value]]), ("b", array![[value, value]])])
    };
    let each: BTreeMap<&str, Array0<f64>> = BTreeMap::from([("a", arr0(1.0)), ("b", arr0(1.0))]);
    let rows: BTreeMap<&str, ndarray::Array1<f64>> = BTreeMap::from([("a", array![1.0]), ("b", array![1.0])]);
    for (k, due) in [(1, vec![]), (2, vec!["a", "b"])] {
        let mut opt = EveryKind::new().wide(false).k(k).build(&params).unwrap();
        assert_eq!(opt.due("price").unwrap(), due);
        let inputs = Inputs::new().tensors("field", ones(0.5)).tensors("row", rows.clone()).number("loss", 2.0);
        let inputs = inputs.tensors("each", each.clone()).tensors_where_due("late", ones(1.0));
        let grads = ones(1.0);
        if !due.is_empty() {
            let error = opt.with_inputs(&inputs).step(&mut params, &grads).unwrap_err();
            assert!(matches!(error, StepError::MissingInput { input: "price", global: true, .. }), "{error}");
        }
        let inputs = inputs.number("price", 0.5);
        let result = opt.with_inputs(&inputs).step(&mut params, &grads);
        match due.is_empty() {
            true => assert_eq!(result, Err(StepError::InputNotDue { input: "price", param: None })),
            false => assert!(result.is_ok()),
        }
    }
}

/// Inside a wrapper that counts its own steps, a global number is due if it is due for any parameter.
#[test]
fn global_numbers_inside_are_due_for_any() {
    let mut params = BTreeMap::from([("a", array![[1.0_f64, 2.0]]), ("b", array![[3.0, 4.0]])]);
    let ones = |value: f64| -> BTreeMap<&str, ndarray::Array2<f64>> {
        BTreeMap::from([("a", array![[value, value]]), ("b", array![[value, value]])])
    };
    let is_b = |param: &optim_std::ParamInfo<'_>| param.name() == "b";
    let builder = Seldom::new(Polyak::new()).k(3).group("b", is_b, |h| h.k(2));
    let mut opt = builder.build(&params).unwrap();
    let mut due = Vec::new();
    for _ in 1..=6 {
        due.push(opt.due("inner.loss").unwrap().join(" "));
        let mut inputs = Inputs::new();
        let grads = ones(1.0);
        if due.last().is_some_and(|due| !due.is_empty()) {
            let error = opt.with_inputs(&inputs).step(&mut params, &grads).unwrap_err();
            assert!(matches!(error, StepError::MissingInput { input: "inner.loss", global: true, .. }), "{error}");
            assert!(
                error
                    .to_string()
                    .ends_with("write `opt.with_inputs(&Inputs::new().number(\"inner.loss\", x)).step(…)`")
            );
            inputs = inputs.number("inner.loss", 0.5);
        }
        opt.with_inputs(&inputs).step(&mut params, &grads).unwrap();
    }
    assert_eq!(due, ["", "b", "a", "b", "", "a b"]);
    let error = opt.with_inputs(&Inputs::new().number("inner.loss", 0.5)).step(&mut params, &ones(1.0)).unwrap_err();
    assert_eq!(error, StepError::InputNotDue { input: "inner.loss", param: None });
}

#[test]
fn global_inputs_are_one_number() {
    let mut params = BTreeMap::from([("a", array![[1.0_f64, 2.0]]), ("b", array![[3.0, 4.0]])]);
    let ones = |value: f64| -> BTreeMap<&str, ndarray::Array2<f64>> {
        BTreeMap::from([("a", array![[value, value]]), ("b", array![[value, value]])])
    };
    let mut opt = Polyak::new().build(&params).unwrap();
    let wrong = Inputs::new().tensors("loss", ones(1.0));
    let error = opt.with_inputs(&wrong).step(&mut params, &ones(1.0)).unwrap_err();
    let shown = "the input `loss` is declared as `global`\nhelp: give one number, `.number(\"loss\", x)`";
    assert_eq!(error.to_string(), shown);
    // Without any gradient, no input is needed.
    let none: BTreeMap<&str, ndarray::Array2<f64>> = BTreeMap::new();
    opt.with_inputs(&Inputs::new().number("loss", 1.0)).step(&mut params, &none).unwrap();
    opt.step(&mut params, &none).unwrap();
}

#[test]
fn the_policy_for_numbers_that_are_not_finite_holds() {
    let mut params = model();
    let mut wrong = hessians(1);
    wrong.get_mut("b").unwrap()[[2, 1]] = f32::NAN;
    for policy in [NonFinite::Off, NonFinite::Error, NonFinite::Skip, NonFinite::Strict] {
        let mut opt = Curved::new().k(1).non_finite(policy).build(&params).unwrap();
        let before = bits(&params, &opt);
        let inputs = Inputs::new().tensors("hessian", &wrong);
        let report = opt.with_inputs(&inputs).step(&mut params.clone(), &grads(1));
        match policy {
            NonFinite::Off => assert!(report.unwrap().applied),
            NonFinite::Error | NonFinite::Strict => {
                let error = report.unwrap_err();
                assert_eq!(error, StepError::NonFiniteInput { input: "hessian", param: "b".to_owned() });
                assert_eq!(before, bits(&params, &opt));
            }
            NonFinite::Skip => {
                let report = report.unwrap();
                let found: Vec<String> = report.not_finite.iter().map(ToString::to_string).collect();
                assert_eq!((report.applied, found), (false, vec!["the input `hessian` of `b`".to_owned()]));
                assert_eq!(before, bits(&params, &opt));
            }
            other => unreachable!("{other:?}"),
        }
    }
    let mut opt = Polyak::new().non_finite(NonFinite::Error).build(&params).unwrap();
    let inputs = Inputs::new().number("loss", f64::INFINITY);
    let error = opt.with_inputs(&inputs).step(&mut params, &grads(1)).unwrap_err();
    assert_eq!(error.to_string(), "the input `loss` of parameter `a` is not finite");
    // An error names a number for all parameters once.
    opt.set_non_finite(NonFinite::Skip);
    let report = opt.with_inputs(&inputs).step(&mut params, &grads(1)).unwrap();
    assert_eq!(report.not_finite.len(), 1);
}

#[test]
fn masked_elements_of_inputs_count_as_zero() {
    let kept = array![[true, false], [true, true]].into_dyn();
    let start = array![[1.0_f64, 2.0], [3.0, 4.0]];
    let run = |hessian: f64| {
        let mut x = start.clone();
        let mut opt = EveryKind::new().wide(false).k(1).build(&x).unwrap();
        opt.set_mask("param", &kept).unwrap();
        let field = array![[1.0, hessian], [-1.0, 0.5]];
        for t in 1..=3 {
            let inputs = Inputs::new().tensors("field", &field).tensors("row", array![1.0, 2.0]).number("loss", 0.5);
            let inputs = inputs
                .tensors("each", arr0(1.0))
                .tensors_where_due("late", array![[hessian, hessian], [1.0, t as f64]]);
            opt.with_inputs(&inputs).step(&mut x, &array![[0.1, 7.0], [0.2, 0.3]]).unwrap();
            assert_eq!(x[[0, 1]], 0.0);
        }
        x
    };
    // `field` has a norm, to which masked elements add nothing. `late` is masked when it is stored.
    let (small, large) = (run(0.0), run(1e6));
    assert_eq!(small[[1, 0]].to_bits(), large[[1, 0]].to_bits());
    assert_eq!(small[[1, 1]].to_bits(), large[[1, 1]].to_bits());
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let big = || {
        let array =
            |n: usize| ArrayD::from_shape_fn(IxDyn(&[n, 300]), |i| (0.37 * i[0] as f32 - 0.11 * i[1] as f32).sin());
        BTreeMap::from([("a", array(700)), ("b", array(3)), ("bias", array(120))])
    };
    let run = |threads| {
        let mut params = big();
        let mut opt = Curved::new().k(2).threads(threads).build(&params).unwrap();
        for t in 1..=5 {
            let of =
                |by: f32| -> Model { big().into_iter().map(|(name, x)| (name, x.mapv(|x| (x * by).cos()))).collect() };
            let inputs = Inputs::new().tensors_where_due("hessian", of(0.3 * t as f32));
            opt.with_inputs(&inputs).step(&mut params, &of(t as f32)).unwrap();
        }
        bits(&params, &opt)
    };
    let one = run(Threads::One);
    assert!(run(Threads::N(2)) == one && run(Threads::N(7)) == one);
}

#[test]
fn resuming_between_two_inputs_gives_the_same_bits() {
    let path = std::env::temp_dir().join(format!("optim-inputs-{}.safetensors", std::process::id()));
    let build = || Curved::new().k(4).build(&model()).unwrap();
    let (mut whole, mut params) = (build(), model());
    (1..=11).for_each(|t| step(&mut whole, &mut params, t));
    for killed in [3, 4, 6] {
        let (mut first, mut resumed) = (build(), model());
        (1..=killed).for_each(|t| step(&mut first, &mut resumed, t));
        first.save(&path).unwrap();
        let mut second = build();
        second.load(&path).unwrap();
        assert_eq!(second.due("hessian").unwrap().len(), if killed == 3 { 3 } else { 0 });
        (killed + 1..=11).for_each(|t| step(&mut second, &mut resumed, t));
        assert_eq!(bits(&resumed, &second), bits(&params, &whole), "killed after step {killed}");
    }
    std::fs::remove_file(&path).unwrap();
}

/// The probe and the step see the same inputs. A missing input is an error before the probe.
#[test]
fn a_probe_sees_the_same_inputs() {
    let mut x = array![1.0_f64, -2.0];
    let mut opt = Guided::new().lr(0.5).build(&x).unwrap();
    let inputs = Inputs::new().tensors("radius", array![0.25, 0.5]);
    let mut seen = Vec::new();
    let loss = opt.with_inputs(&inputs).step_with(&mut x, |x| {
        seen.push(x.clone());
        Ok::<_, StepError>((x.sum(), x.clone()))
    });
    assert_eq!(loss, Ok(-1.0));
    assert_eq!(seen, [array![1.0, -2.0], array![1.25, -2.5]]);
    assert_eq!(x, array![1.0 - 0.5 * 1.25 / 1.25, -2.0 + 0.5 * 2.5 / 1.5]);

    let before = x.clone();
    let mut calls = 0;
    let error = opt.step_with(&mut x, |x| {
        calls += 1;
        Ok::<_, StepError>((0.0, x.clone()))
    });
    let missing = StepError::MissingInput { input: "radius", param: "param".to_owned(), global: false };
    assert_eq!((error, calls), (Err(missing), 1));
    assert_eq!(x, before);
    assert_eq!(opt.steps(), 1);
    let error = opt.with_inputs(&inputs).step(&mut x, &before).unwrap_err();
    assert!(matches!(error, StepError::NeedsProbe { .. }));
}

#[test]
fn plans_list_inputs_where_they_are_read() {
    let plan = Curved::new().k(4).plan_for(&[100, 10]).unwrap();
    let reads = |pass: usize| plan.passes[pass].reads.iter().map(|stream| &*stream.name).collect::<Vec<_>>();
    let hessians: Vec<bool> = (0..2).map(|pass| reads(pass).contains(&"hessian")).collect();
    assert_eq!(hessians, [false, true]);
    assert_eq!(reads(1), ["param", "exp_avg", "curvature", "grad", "hessian"]);
    assert!(plan.is_elementwise());
    let kinds: Vec<&str> = EveryKind::INPUTS.iter().map(optim_std::InputInfo::kind).collect();
    let expected = ["tensor", "rows", "cols", "matrices", "scalar", "(cols, self.rank)", "tensor", "global", "global"];
    assert_eq!(kinds, expected);
}

/// Optimizers by name take the same inputs, without configuration.
#[test]
fn optimizers_by_name_take_inputs() {
    let entry = optim_std::OptimizerEntry::of::<Curved>();
    assert_eq!(entry.inputs.len(), 1);
    let mut params = model();
    let mut opt = entry.builder().set("k", 2).unwrap().build(&params).unwrap();
    (1..=4).for_each(|t| step(&mut opt, &mut params, t));
    let (mut typed, mut expected) = (Curved::new().k(2).build(&model()).unwrap(), model());
    (1..=4).for_each(|t| step(&mut typed, &mut expected, t));
    assert_eq!(bits(&params, &opt), bits(&expected, &typed));
}

#[test]
fn sizes_of_inputs_are_checked_by_build() {
    let error = EveryKind::new().rank(0).build(&model()).unwrap_err();
    assert!(error.to_string().contains("rank"), "{error}");
}

/// If a group's settings do not allow a size, the error names the input.
#[test]
fn an_input_without_columns_is_refused_by_build() {
    #[optimizer(input <basis: (cols, self.rank)>)]
    #[derive(Debug, Clone)]
    struct Narrow {
        #[hyper(default = 0)]
        rank: usize,
    }

    #[optimizer]
    impl Narrow {
        fn step(&self, param: &mut Tensor, grad: Tensor, input: Input<Self>, _state: &mut State<Self>) {
            let basis = input.basis;
            *param -= grad.matmul(basis).matmul(basis.t());
        }
    }

    let error = Narrow::new().build(&array![[1.0, 2.0]]).unwrap_err();
    assert!(matches!(&error, BuildError::Dimensions { name: "basis", input: true, .. }), "{error:?}");
    assert!(error.to_string().starts_with("input `basis` of parameter `param` has dimensions (cols, 0)"), "{error}");
}
