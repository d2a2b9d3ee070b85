//! `build`: groups, settings, allocation, and everything that it refuses.

use std::collections::{BTreeMap, HashMap};

use ndarray::{Array2, ArrayD, Axis, CowArray, IxDyn, ShapeBuilder};

use super::*;
use crate::builder::BuildError;
use crate::hyper::schedule::from_fn;
use crate::kernel::Threads;
use crate::{NonFinite, OptionError};

fn refused(builder: &Builder<Momentum>) -> BuildError {
    builder.build(&model()).expect_err("must be refused")
}

#[test]
fn allocates_every_state_before_the_first_step() {
    let optimizer = momentum(0.1).set_at(NESTEROV, true.into()).build(&model()).expect("valid");
    assert_eq!(optimizer.param_names().collect::<Vec<_>>(), NAMES);
    let state = |param, state| optimizer.state(param, state).expect("exists").to_owned();
    assert_eq!(state("layers.0.weight", "momentum_buffer"), ArrayD::<f32>::zeros(IxDyn(&[2, 3])));
    assert_eq!(state("layers.1.weight", "origin"), model().layers[1].weight.clone().into_dyn());
    assert_eq!(state("layers.0.weight", "row"), ArrayD::from_elem(IxDyn(&[2]), 0.25));
    assert_eq!(state("scale", "row"), ArrayD::from_elem(IxDyn(&[2, 1]), 0.25));
    assert_eq!(state("scale", "total"), ArrayD::from_elem(IxDyn(&[]), 0.1));
    assert_eq!(state("scale", "step"), ArrayD::<f32>::zeros(IxDyn(&[])));
    // 2 * (6 + 2) + 4 elements twice, rows 2 * 2 + 2, and five numbers in double precision.
    assert_eq!(optimizer.state_bytes(), (20 * 2 + 6) * 4 + 5 * 8);
    assert_eq!(optimizer.state_names().collect::<Vec<_>>(), ["momentum_buffer", "origin", "row", "total", "step"]);
    assert_eq!(optimizer.state_names_to_sparsify(), ["momentum_buffer", "origin"]);
}

#[test]
fn element_type_follows_the_model() {
    let wide = Array2::<f64>::zeros((2, 2));
    let optimizer = momentum(0.1).build(&wide).expect("valid");
    let state: CowArray<'_, f64, IxDyn> = optimizer.state("param", "momentum_buffer").expect("exists");
    assert_eq!(state.shape(), [2, 2]);
}

#[test]
fn collections_are_models() {
    let array = || ArrayD::<f32>::zeros(IxDyn(&[3]));
    let names = |optimizer: Optimizer<f32>| -> Vec<String> { optimizer.param_names().map(str::to_owned).collect() };
    let builder = momentum(0.1);
    let map = BTreeMap::from([("b".to_owned(), array()), ("a".to_owned(), array())]);
    assert_eq!(names(builder.build(&map).expect("valid")), ["a", "b"]);
    let map = HashMap::from([("b", array()), ("c", array()), ("a", array())]);
    assert_eq!(names(builder.build(&map).expect("valid")), ["a", "b", "c"]);
    assert_eq!(names(builder.build(&vec![array(), array()]).expect("valid")), ["0", "1"]);
    assert_eq!(names(builder.build(&[array(), array()]).expect("valid")), ["0", "1"]);
    assert_eq!(names(builder.build(&(array(), Array2::<f32>::zeros((1, 1)))).expect("valid")), ["0", "1"]);
    let boxed: Box<dyn Parameters<Elem = f32>> = Box::new(Some(array()));
    assert_eq!(names(builder.build(&boxed).expect("valid")), ["param"]);
    assert_eq!(names(builder.build(&*boxed).expect("valid")), ["param"]);
    let (mut a, mut b) = (array(), array());
    assert_eq!(names(builder.build(&(&mut a, &mut b)).expect("valid")), ["0", "1"]);
    assert_eq!(names(builder.build(&vec![(array(), vec![array()])]).expect("valid")), ["0.0", "0.1.0"]);
}

#[test]
fn state_lies_as_the_parameter_does() {
    let c = ArrayD::<f32>::zeros(IxDyn(&[3, 4, 5]));
    let f = ArrayD::<f32>::zeros(IxDyn(&[3, 4, 5]).f());
    let permuted = ArrayD::<f32>::zeros(IxDyn(&[5, 3, 4])).permuted_axes(IxDyn(&[1, 2, 0]));
    let ones = ArrayD::<f32>::zeros(IxDyn(&[1, 4, 1, 5])).reversed_axes();
    let mut sliced = ArrayD::<f32>::zeros(IxDyn(&[6, 4, 5]));
    let mut reversed = ArrayD::<f32>::zeros(IxDyn(&[3, 4, 5]));
    reversed.invert_axis(Axis(1));
    let sliced = sliced.slice_axis_mut(Axis(2), (1..4).into());
    let builder = momentum(0.1);
    let strides = |array: &dyn Parameters<Elem = f32>| {
        let optimizer = builder.build(array).expect("valid");
        optimizer.state("param", "momentum_buffer").expect("exists").strides().to_vec()
    };
    assert_eq!(strides(&c), c.strides());
    assert_eq!(strides(&f), f.strides());
    assert_eq!(strides(&permuted), permuted.strides());
    let of_ones = strides(&ones);
    assert_eq!((of_ones[0], of_ones[2]), (1, 5), "axes with more than one element");
    assert_eq!(strides(&sliced), [12, 3, 1], "gaps: C order");
    assert_eq!(strides(&reversed), [20, 5, 1], "backwards: C order");
    assert_eq!(strides(&ArrayD::<f32>::zeros(IxDyn(&[3, 0, 5]))).len(), 3);
    assert_eq!(strides(&ndarray::arr0(1.0_f32)), [0_isize; 0]);
}

#[test]
fn groups_override_base_settings_in_any_order() {
    let overrides = || Builder::new().set_at(LR, 0.0.into()).tag("frozen").tag("bias");
    let is_bias = |param: &crate::ParamInfo<'_>| param.name().ends_with("bias") && param.ndim() == 1;
    let first = Builder::new().group("bias", is_bias, overrides()).set_at(LR, 0.3.into()).tag("rest");
    let last = momentum(0.3).tag("rest").group("bias", is_bias, overrides());
    for builder in [first, last] {
        let optimizer = builder.build(&model()).expect("valid");
        let [rest, bias] = optimizer.groups() else { panic!("two groups") };
        assert_eq!((rest.name(), rest.tags(), rest.members()), ("default", &["rest".to_owned()][..], &[0, 2, 4][..]));
        assert_eq!((bias.name(), bias.members()), ("bias", &[1, 3][..]));
        assert_eq!(bias.tags(), ["frozen", "bias"]);
        assert_eq!(
            optimizer.value("lr").expect("known"),
            [("default", Setting::Float(0.3)), ("bias", Setting::Float(0.0))]
        );
        assert_eq!(optimizer.group_of("layers.1.bias").expect("known").name(), "bias");
        assert_eq!(bias.settings().map(|(name, _)| name).collect::<Vec<_>>(), ["lr", "pair", "nesterov", "mode"]);
    }
}

#[test]
fn the_default_group_may_be_empty() {
    let optimizer = momentum(0.1).group("all", |_| true, Builder::new()).build(&model()).expect("valid");
    assert!(optimizer.groups()[0].members().is_empty());
    assert_eq!(optimizer.groups()[1].members().len(), NAMES.len());
}

#[test]
fn refuses_wrong_groups() {
    let all = |_: &crate::ParamInfo<'_>| true;
    let none = |_: &crate::ParamInfo<'_>| false;
    let new = Builder::new;
    let message = |builder: Builder<Momentum>| refused(&builder).to_string();
    assert_eq!(
        message(momentum(0.1).group("a", all, new()).group("b", |p| p.name() == "scale", new())),
        "parameter `scale` is in two groups, `a` and `b`"
    );
    assert!(message(momentum(0.1).group("a", none, new())).starts_with("parameter group `a` matches no parameter"));
    assert_eq!(
        message(momentum(0.1).group("a", all, new()).group("a", none, new())),
        "two parameter groups are called `a`"
    );
    assert_eq!(
        message(momentum(0.1).group("default", all, new())),
        "two parameter groups are called `default`\nhelp: `default` is the group of all parameters that are in no other"
    );
    assert_eq!(
        message(momentum(0.1).group("a", all, new().clip_norm(1.0))),
        "the overrides of parameter group `a` call `clip_norm`, which is for the whole optimizer"
    );
    assert!(matches!(
        refused(&momentum(0.1).group("a", all, new().group("b", all, new()))),
        BuildError::Misplaced { option: "group", .. }
    ));
    assert_eq!(
        message(momentum(0.1).group("bias", |p| p.ndim() == 1, new().set_at(PAIR, (0.5, -1.0).into()))),
        "in parameter group `bias`: `pair` of Momentum is (0.5, -1.0), allowed: at least 0"
    );
}

#[test]
fn refuses_wrong_settings() {
    let of = |builder: Builder<Momentum>| match refused(&builder) {
        BuildError::Hyper { group, error } if group == "default" => error,
        other => panic!("{other}"),
    };
    assert_eq!(of(Builder::new()).to_string(), "`lr` of Momentum has no default and was not given");
    for bad in [f64::NAN, f64::INFINITY, -0.1] {
        assert!(matches!(of(momentum(bad)), HyperError::Range { name: "lr", .. }), "{bad}");
        assert!(matches!(
            of(Builder::new().set_at(LR, Setting::schedule(from_fn(move |_| bad)))),
            HyperError::Range { .. }
        ));
    }
    assert_eq!(
        of(momentum(0.1).set_at(PAIR, (1.0, 0.0).into())).to_string(),
        "`pair` of Momentum is (1.0, 0.0), allowed: at least 0 and less than 1"
    );
    assert_eq!(
        of(momentum(0.1).set_at(MODE, "matrx".into())).to_string(),
        "`mode` of Momentum cannot be matrx: expected one of `any`, `matrix`"
    );
    assert_eq!(
        of(momentum(0.1).set_at(PAIR, 1.0.into())).to_string(),
        "`pair` of Momentum cannot be 1.0: expected a tuple of 2 values"
    );
    assert_eq!(
        of(momentum(0.1).set_at(NESTEROV, Setting::schedule(from_fn(|_| 0.0)))).to_string(),
        "`nesterov` of Momentum is fixed before training and can't have a schedule\n\
         help: these can have a schedule: `lr`, `pair`"
    );
    assert!(matches!(of(momentum(0.1).set_at(99, 1.0.into())), HyperError::Unknown { .. }));
    let nested = Setting::Tuple(vec![Setting::Tuple(vec![Setting::schedule(from_fn(|_| 0.0))]), 0.0.into()]);
    assert!(matches!(of(momentum(0.1).set_at(PAIR, nested.clone())), HyperError::Type { .. }));
    assert!(matches!(of(momentum(0.1).set_at(MODE, nested)), HyperError::NotScheduled { .. }));
    assert_eq!(
        of(momentum(0.1).set_at(NESTEROV, true.into()).set_at(PAIR, (0.0, 0.0).into())).to_string(),
        "Momentum cannot run with these hyperparameters: nesterov needs momentum"
    );
    assert_eq!(
        of(momentum(0.1).set_at(MODE, "matrix".into())).to_string(),
        "Momentum cannot update parameter `layers.0.bias` of shape [2]: it needs 2 dimensions"
    );
    assert_eq!(
        momentum(0.1).set("nestrov", true).expect_err("unknown").to_string(),
        "Momentum has no hyperparameter `nestrov`\nhelp: did you mean `nesterov`?"
    );
    assert!(momentum(0.1).set("mode", "any").is_ok());
}

#[test]
fn refuses_wrong_options() {
    for bad in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        for (option, builder) in [
            ("grad_scale", momentum(0.1).grad_scale(bad)),
            ("clip_norm", momentum(0.1).clip_norm(bad)),
            ("clip_value", momentum(0.1).clip_value(bad)),
        ] {
            let BuildError::Option(OptionError::NotPositive { option: found, .. }) = refused(&builder) else {
                panic!("{bad}")
            };
            assert_eq!(found, option);
        }
    }
    let good = momentum(0.1).grad_scale(0.5).clip_norm(1.0).clip_value(2.0);
    assert!(good.non_finite(NonFinite::Skip).threads(Threads::One).build(&model()).is_ok());
}

#[test]
fn refuses_wrong_models() {
    let none: Vec<Array1<f32>> = Vec::new();
    assert_eq!(momentum(0.1).build(&none).expect_err("empty"), BuildError::NoParameters);
    let twice = (BTreeMap::from([("a.b", ndarray::arr1(&[1.0_f32]))]), 0);
    let inner = BTreeMap::from([("b", twice.0["a.b"].clone())]);
    // `a.b` as one key, and as key `b` in `a`.
    struct Clash<'m>(&'m BTreeMap<&'static str, Array1<f32>>, BTreeMap<&'static str, Array1<f32>>);
    impl Parameters for Clash<'_> {
        type Elem = f32;
        fn visit<'a>(&'a self, name: Name<'_>, f: &mut dyn FnMut(Name<'_>, TensorRef<'a, f32>)) {
            self.0.visit(name, f);
            self.1.visit(name.child("a"), f);
        }
        fn visit_mut<'a>(&'a mut self, _: Name<'_>, _: &mut dyn FnMut(Name<'_>, TensorMut<'a, f32>)) {}
    }
    assert_eq!(
        momentum(0.1).build(&Clash(&twice.0, inner)).expect_err("clash").to_string(),
        "two parameters are called `a.b`"
    );
    // No elements, but a state of a size that nothing holds.
    let huge = Array2::<f32>::zeros((usize::MAX / 8, 0));
    assert!(matches!(momentum(0.1).build(&huge).expect_err("too large"), BuildError::OutOfMemory { state: "row", .. }));
}

#[test]
fn plan_prints() {
    let plan = momentum(0.1).plan_for(&[10]).expect("valid");
    assert!(plan.is_elementwise());
    assert_eq!(
        plan.to_string(),
        "Momentum of [10]: 1 pass\n  \
         1. over Tensor of 1 x 1 x 10: reads param momentum_buffer grad, writes param momentum_buffer\n  \
         per element: 20 B moved (f32), 0 divisions, 0 square roots\n  \
         in all: 200 B moved (f32), 48 B of state (f32)"
    );
}
