//! Optimizers with and without export, and the contents of a signature.

use std::collections::BTreeSet;

use ndarray::{Array1, Array2};
use optim_core::lang::{Dtype, Recorder, ops};
use optim_core::stablehlo::{ElementType, Role, StableHloError};
use optim_std::author::*;
use optim_std::prelude::*;
use optim_std::{NonFinite, Routine, Storage};
use optim_tests::xla::{check, each_variant};

/// Every stock optimizer with all of its settings has a module, or returns the error in the guide.
#[test]
fn every_optimizer_has_a_module_or_a_decomposition() {
    let (mut good, mut refused) = (BTreeSet::new(), BTreeSet::new());
    each_variant(&mut |name, module| match module {
        Ok(module) => {
            let operations = check(module.text()).unwrap_or_else(|error| panic!("{name}: {error}\n{module}"));
            assert!(operations > 5, "{name}: {module}");
            good.insert(name);
        }
        Err(StableHloError::Decomposition { function, .. }) => {
            refused.insert((name, function));
        }
        Err(error) => panic!("{name}: {error}"),
    });
    let expected = [("GaLore", "svd"), ("SOAP", "eigh"), ("Shampoo", "inv_root")];
    assert!(refused.iter().all(|refused| expected.contains(refused)), "{refused:?}");
    for entry in optim_std::optimizers() {
        let whole = !["SOAP", "Shampoo"].contains(&entry.name);
        assert_eq!(good.contains(entry.name), whole, "{}", entry.name);
    }
}

#[test]
fn a_signature_names_what_the_module_takes_and_gives() {
    let model = Array2::<f32>::zeros((4, 3));
    let mut opt = NAdam::new().lr(0.1).build(&model).unwrap();
    let describe = |opt: &Optimizer<f32>| -> Vec<String> {
        let module = opt.to_stablehlo().unwrap();
        module.signature().arguments().iter().map(|port| port.role().describe()).collect()
    };
    let arguments = describe(&opt);
    assert_eq!(arguments[0], "param param");
    assert!(arguments.contains(&"state param mu_product".to_owned()), "{arguments:?}");
    assert_eq!(arguments.last().unwrap(), "step");
    let module = opt.to_stablehlo().unwrap();
    let signature = module.signature();
    for (argument, result) in signature.arguments().iter().zip(signature.results()) {
        assert_eq!(argument, result, "a result takes the place of its argument");
    }
    assert_eq!(signature.arguments().last().unwrap().element_type(), ElementType::I64);
    let step = |opt: &Optimizer<f32>| match opt.to_stablehlo().unwrap().signature().arguments().last() {
        Some(port) => port.role().clone(),
        None => panic!("no arguments"),
    };
    assert_eq!(step(&opt), Role::Step { param: None, value: 1 });
    opt.step(&mut model.clone(), &model).unwrap();
    assert_eq!(step(&opt), Role::Step { param: None, value: 2 });
    assert_eq!(opt.to_stablehlo().unwrap().text(), module.text(), "only numbers are new, and they are arguments");
}

/// Parameters with gradients in different steps have different step counts.
#[test]
fn step_counts_differ() {
    let mut model = std::collections::BTreeMap::from([
        ("a".to_owned(), Array1::<f64>::zeros(2)),
        ("b".to_owned(), Array1::<f64>::zeros(2)),
    ]);
    let mut opt = NAdam::new().lr(0.1).build(&model).unwrap();
    let only = std::collections::BTreeMap::from([("a".to_owned(), Array1::<f64>::ones(2))]);
    opt.step(&mut model, &only).unwrap();
    let module = opt.to_stablehlo().unwrap();
    let steps: Vec<Role> =
        module.signature().arguments().iter().rev().take(2).map(|port| port.role().clone()).collect();
    assert_eq!(steps[0], Role::Step { param: Some("b".into()), value: 1 });
    assert_eq!(steps[1], Role::Step { param: Some("a".into()), value: 2 });
    check(module.text()).unwrap();
}

/// Each combination of timed conditions has a separate module. A probe and an evaluation are routines.
#[test]
fn modules_are_of_one_program_and_routine() {
    let model = Array2::<f32>::zeros((4, 3));
    let opt = Lookahead::new(SGD::new(0.1)).k(2).build(&model).unwrap();
    let at = |later| opt.to_stablehlo_at(Routine::Step, later).unwrap();
    assert_eq!(at(0).text(), at(2).text());
    assert_ne!(at(0).text(), at(1).text());
    assert!(matches!(opt.to_stablehlo_at(Routine::Probe, 0), Err(StableHloError::Routine { routine: "probe", .. })));
    let sam = SAM::new(SGD::new(0.1)).build(&model).unwrap();
    check(sam.to_stablehlo_at(Routine::Probe, 0).unwrap().text()).unwrap();
    let free = ScheduleFreeSGD::new().lr(0.1).build(&model).unwrap();
    let eval = free.to_stablehlo_at(Routine::Eval, 0).unwrap();
    let results: Vec<String> = eval.signature().results().iter().map(|port| port.role().describe()).collect();
    assert_eq!(results, ["param param"]);
    assert!(!eval.text().contains("aliasing"), "weights for evaluation are beside the parameters:\n{eval}");
    check(eval.text()).unwrap();
}

#[test]
fn what_a_module_does_not_do_is_an_error() {
    let model = Array2::<f32>::zeros((4, 3));
    let careful = Lion::new().non_finite(NonFinite::Skip).build(&model).unwrap();
    let error = careful.to_stablehlo().unwrap_err().to_string();
    assert!(error.starts_with("the optimizer has a policy on gradients that are not finite"), "{error}");
    let mut masked = Lion::new().build(&model).unwrap();
    masked.set_mask("param", &Array2::from_elem((4, 3), false)).unwrap();
    assert!(matches!(masked.to_stablehlo(), Err(StableHloError::Option { option: "masks", .. })));

    for storage in [Storage::Bf16, Storage::Bf16Stochastic, Storage::F16, Storage::Block8, Storage::Companded8] {
        let stored = Lion::new().storage("exp_avg", storage).build(&model).unwrap();
        let error = stored.to_stablehlo().unwrap_err().to_string();
        let expected =
            format!("parameter `param`: `exp_avg` is stored as {storage}, but a graph keeps it as f32\nhelp: ");
        assert!(error.starts_with(&expected), "{error}");
    }

    let recorder = Recorder::new(&[3, 3]);
    recorder.store_param(ops::qr(recorder.param()).0);
    let error = recorder.finish("Q").unwrap().to_stablehlo(Dtype::F32).unwrap_err();
    assert_eq!(error, StableHloError::Decomposition { param: "param".into(), function: "qr" });
    let closure = LambdaLR::new(0.1).lambdas([|t: f64| 1.0 / (t + 1.0)]);
    let error = Schedule::graph(&closure).unwrap().to_stablehlo(Dtype::F32).unwrap_err();
    assert!(matches!(error, StableHloError::Code { .. }), "{error}");
    let recorder = Recorder::new(&[3]);
    recorder.store_param(recorder.inner(recorder.param(), recorder.grad()));
    let error = recorder.finish("Wrapper").unwrap().to_stablehlo(Dtype::F32).unwrap_err();
    assert_eq!(error, StableHloError::Inner { name: "Wrapper".into() });
}

/// Watched numbers are the last results.
#[test]
fn watched_outputs_are_results() {
    let model = std::collections::BTreeMap::from([("a", Array2::<f32>::ones((4, 3))), ("b", Array2::zeros((2, 2)))]);
    let outputs = |opt: &Optimizer<f32>| -> Vec<String> {
        let module = opt.to_stablehlo().unwrap();
        check(module.text()).unwrap();
        let (arguments, results) = (module.signature().arguments(), module.signature().results());
        let updated = results.iter().zip(arguments).take_while(|(result, argument)| result == argument).count();
        results[updated..].iter().map(|port| format!("{} {:?}", port.role().describe(), port.shape())).collect()
    };
    let mut opt = LARS::new().build(&model).unwrap();
    let plain = opt.to_stablehlo().unwrap();
    assert_eq!(outputs(&opt), [""; 0]);
    opt.watch_every(10, ["trust_ratio"]).unwrap();
    assert_eq!(outputs(&opt), ["output a trust_ratio []", "output b trust_ratio []"]);
    assert_ne!(opt.to_stablehlo().unwrap().text(), plain.text());
    opt.watch([]).unwrap();
    assert_eq!(opt.to_stablehlo().unwrap().text(), plain.text());
    let opt = Prodigy::new().watch(["d_hat"]).build(&model).unwrap();
    assert_eq!(outputs(&opt), ["output d_hat []"]);
    let opt = Lookahead::new(StableAdamW::new()).watch(["inner.update_rms"]).build(&model).unwrap();
    assert_eq!(outputs(&opt)[0], "output a inner.update_rms []");
    let opt = LARS::new().watch(["update_norm", "trust_ratio"]).build(&model).unwrap();
    let expected = ["a trust_ratio", "b trust_ratio", "a update_norm", "b update_norm", "update_norm"];
    assert_eq!(outputs(&opt), expected.map(|name| format!("output {name} []")));
    let opt = SAM::new(AdamW::new()).watch(["update_norm"]).build(&model).unwrap();
    let error = opt.to_stablehlo().unwrap_err();
    assert!(matches!(error, StableHloError::Option { option, .. } if option.starts_with("watched numbers")), "{error}");
}

/// Rules may declare outputs of the same name, for each parameter or for all.
#[test]
fn watched_outputs_of_a_partition_are_apart() {
    let model = std::collections::BTreeMap::from([("a", Array2::<f32>::ones((4, 3))), ("b", Array2::zeros((2, 2)))]);
    let partition = Partition::new().rule("one", |p| p.name() == "a", Reporting::new()).rest("other", Counting::new());
    let mut opt = partition.build(&model).unwrap();
    opt.watch(["one.total", "other.total", "other.largest"]).unwrap();
    let module = opt.to_stablehlo().unwrap();
    check(module.text()).unwrap();
    let results = module.signature().results().iter().map(|port| port.role().describe());
    let outputs: Vec<String> = results.filter(|role| role.starts_with("output")).collect();
    assert_eq!(outputs, ["output one.total", "output b other.total", "output b other.largest"]);
    opt.watch(["other.parts", "one.sums.1"]).unwrap();
    let module = opt.to_stablehlo().unwrap();
    check(module.text()).unwrap();
    let results = module.signature().results().iter().map(|port| port.role().describe());
    let outputs: Vec<String> = results.filter(|role| role.starts_with("output")).collect();
    assert_eq!(outputs, ["output one.sums.1", "output b other.parts.0", "output b other.parts.1"]);
}

#[optimizer(output <total: global, sums: [global; 2]>)]
#[derive(Debug, Clone, PartialEq)]
struct Reporting {}

#[optimizer]
impl Reporting {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, output: &mut Output<Self>) {
        *param -= grad;
        output.total = grad.global_sum();
        for i in 0..2 {
            output.sums[i] = grad.global_sum() + i as f64;
        }
    }
}

#[optimizer(output <total: scalar, largest: scalar, parts: [scalar; param.ndim()]>)]
#[derive(Debug, Clone, PartialEq)]
struct Counting {}

#[optimizer]
impl Counting {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, output: &mut Output<Self>) {
        *param -= grad;
        output.total = grad.sum();
        output.largest = grad.amax();
        for axis in 0..param.ndim() {
            output.parts[axis] = grad.mean() * param.dim(axis) as f64;
        }
    }
}

/// Parameters may have any name. In a module, the names are distinct, and attributes have the original names.
#[test]
fn any_name_is_a_name() {
    let names = ["a b", "a_b", "a\"b", "ü", "7", "a.b"];
    let model: std::collections::BTreeMap<String, Array1<f32>> =
        names.iter().map(|name| ((*name).to_owned(), Array1::zeros(2))).collect();
    let module = Lion::new().build(&model).unwrap().to_stablehlo().unwrap();
    check(module.text()).unwrap();
    assert!(module.text().contains("jax.arg_info = \"param a\\22b\""), "{module}");
    assert!(module.text().contains("jax.arg_info = \"param \\C3\\BC\""), "{module}");
}

#[test]
fn a_schedule_has_a_module() {
    let schedule = CosineAnnealingLR::new(0.1, 100);
    let module = Schedule::graph(&schedule).unwrap().to_stablehlo(Dtype::F64).unwrap();
    check(module.text()).unwrap();
    let roles = |ports: &[optim_core::stablehlo::Port]| -> Vec<String> {
        ports.iter().map(|port| port.role().describe()).collect()
    };
    assert_eq!(roles(module.signature().arguments()), ["step"]);
    assert_eq!(roles(module.signature().results()), ["value"]);
}

#[test]
fn a_partition_is_one_module() {
    let model = std::collections::BTreeMap::from([
        ("fc.bias".to_owned(), ndarray::ArrayD::<f32>::zeros(vec![3])),
        ("fc.weight".to_owned(), ndarray::ArrayD::zeros(vec![3, 4])),
    ]);
    let partition = |rest: optim_std::AnyBuilder| {
        Partition::new().rule("hidden", |p| p.ndim() == 2, Muon::new().lr(0.02)).rest("rest", rest).clip_norm(1.0)
    };
    let opt = partition(AdamW::new().lr(LinearLR::new(0.1, 0.0, 9)).into()).build(&model).unwrap();
    let module = opt.to_stablehlo().unwrap();
    check(module.text()).unwrap();
    let roles: Vec<String> = module.signature().arguments().iter().map(|port| port.role().describe()).collect();
    for role in ["param fc.bias", "param fc.weight", "state fc.bias exp_avg_sq", "state fc.weight momentum_buffer"] {
        assert!(roles.contains(&role.to_owned()), "{role}: {roles:?}");
    }
    assert!(roles.iter().any(|role| role.starts_with("hyper rest") && role.ends_with("lr")), "{roles:?}");
    // A wrapper's norm covers all rules, so its module has one sum of both parameters.
    let rules = Partition::new().rule("hidden", |p| p.ndim() == 2, Muon::new()).rest("rest", AdamW::new());
    let wrapped = Accumulate::new(rules).k(1).clip_norm(1.0).build(&model).unwrap().to_stablehlo().unwrap();
    check(wrapped.text()).unwrap();
    // Global states have the same names as in the optimizer.
    let roles = |module: optim_std::stablehlo::Module| -> Vec<String> {
        check(module.text()).unwrap();
        let roles = module.signature().arguments().iter().map(|port| port.role().describe());
        roles.filter(|role| role.starts_with("global")).collect()
    };
    let found = roles(partition(Prodigy::new().into()).build(&model).unwrap().to_stablehlo().unwrap());
    assert_eq!(found, ["global rest.d", "global rest.d_max", "global rest.d_numerator", "global rest.k"]);
    let rules = Partition::new().rule("hidden", |p| p.ndim() == 2, Muon::new()).rest("rest", Prodigy::new());
    let found = roles(ReduceOnPlateau::new(rules).build(&model).unwrap().to_stablehlo().unwrap());
    assert_eq!(found[0], "global scale");
    assert!(found.contains(&"global rest.inner.d".to_owned()) && !found.iter().any(|role| role.contains("rest.scale")));
}
