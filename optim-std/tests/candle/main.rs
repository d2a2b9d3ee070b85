//! Variables of candle: steps in their own memory, and on the graph.

mod eval;
mod inputs;
mod threads;

use std::collections::BTreeMap;

use candle_core::backprop::GradStore;
use candle_core::{DType, Device, Tensor, Var};
use candle_nn::{Optimizer as _, VarBuilder, VarMap};
use optim_std::author::*;
use optim_std::candle::{CandleBackend, CandleError, CandleOptimizer};
use optim_std::draw::DrawKey;
use optim_std::evaluate::{self, Backend, Evaluation, Value};
use optim_std::lang::{Binary, Comparison, Dtype, Fold, Recorder, Unary, ops};
use optim_std::ndarray::ArrayD;
use optim_std::prelude::*;
use optim_std::shape::{Dim, Dims, ParamShape};
use optim_std::{Builder, Optimizer, StepError, Storage};

fn numbers(count: usize, seed: u64) -> Vec<f64> {
    let number = |place: u64| {
        let bits = (place + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ seed.wrapping_mul(0xd134_2543_de82_ef95);
        ((bits ^ bits >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 11) as f64 / (1_u64 << 53) as f64 * 2.0 - 1.0
    };
    (0..count as u64).map(number).collect()
}

fn tensor(shape: &[usize], seed: u64) -> Tensor {
    Tensor::from_vec(numbers(shape.iter().product(), seed), shape, &Device::Cpu).unwrap()
}

const SHAPES: [&[usize]; 3] = [&[4, 3], &[2, 5, 5], &[7]];

fn vars() -> Vec<(String, Var)> {
    let var = |(place, shape): (usize, &&[usize])| {
        (place.to_string(), Var::from_tensor(&tensor(shape, place as u64)).unwrap())
    };
    SHAPES.iter().enumerate().map(var).collect()
}

/// A store without gradients. candle creates a store only in `backward`.
fn no_grads() -> GradStore {
    let var = Var::ones(1, DType::F64, &Device::Cpu).unwrap();
    var.sum_all().unwrap().backward().unwrap()
}

fn grads(vars: &[(String, Var)], seed: u64) -> GradStore {
    let mut grads = no_grads();
    for (place, (_, var)) in vars.iter().enumerate() {
        grads.insert(var, tensor(var.dims(), 100 + 10 * seed + place as u64));
    }
    grads
}

fn of(x: &Tensor) -> Vec<f64> {
    x.flatten_all().unwrap().to_dtype(DType::F64).unwrap().to_vec1().unwrap()
}

#[track_caller]
fn same(what: &str, found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (place, (found, expected)) in found.iter().zip(expected).enumerate() {
        let near = (found - expected).abs() <= 1e-9 * expected.abs().max(1e-3);
        assert!(
            near || found == expected || found.is_nan() && expected.is_nan(),
            "{what}[{place}]: {found:?} for {expected:?}"
        );
    }
}

/// The steps of the graph with tensors of candle agree with the fused kernel.
fn agrees<O: Definition>() {
    let index = O::HYPERS.iter().position(|info| info.name == "lr");
    let builder = index.map_or_else(Builder::<O>::new, |index| Builder::new().set_at(index, Setting::Float(0.01)));
    // Some optimizers only take matrices.
    let kept = |vars: Vec<(String, Var)>| match O::NAME {
        "Muon" => vars.into_iter().take(1).collect(),
        _ => vars,
    };
    let (fused, by_graph) = (kept(vars()), kept(vars()));
    let mut on_host = CandleOptimizer::<O, f64>::from_named(fused.clone(), builder.clone()).unwrap();
    let mut on_graph = CandleOptimizer::<O, f64>::from_named(by_graph.clone(), builder).unwrap().on_graph().unwrap();
    for t in 0..5 {
        on_host.update(&grads(&fused, t)).unwrap();
        on_graph.update(&grads(&by_graph, t)).unwrap();
        for ((name, fused), (_, by_graph)) in fused.iter().zip(&by_graph) {
            same(&format!("{} {name} after step {t}", O::NAME), &of(by_graph), &of(fused));
        }
    }
    let copy = on_graph.sync().unwrap();
    on_host.optimizer().visit_state(|param, state, _| {
        let of = |opt: &Optimizer<f64>| opt.state(param, state).unwrap().iter().copied().collect::<Vec<f64>>();
        same(&format!("{} {param} {state}", O::NAME), &of(copy), &of(on_host.optimizer()));
    });
}

#[test]
fn graph_and_kernel_agree() {
    macro_rules! each {
        ($($name:ident)*) => { $(agrees::<$name>();)* };
    }
    each!(ASGD Adadelta Adafactor Adagrad Adam AdamW Adamax Lamb Lion Muon NAdam RAdam RMSprop Rprop SGD);
}

#[test]
fn variables_of_a_map_have_their_names() {
    let map = VarMap::new();
    let layer = candle_nn::linear(3, 2, VarBuilder::from_varmap(&map, DType::F32, &Device::Cpu).pp("fc")).unwrap();
    let settings =
        AdamW::new().lr(0.1).weight_decay(0.1).group("bias", |p| p.name() == "fc.bias", |h| h.weight_decay(0.0));
    let mut opt: CandleOptimizer<AdamW> = CandleOptimizer::from_varmap(&map, settings).unwrap();
    assert_eq!(opt.optimizer().param_names().collect::<Vec<_>>(), ["fc.bias", "fc.weight"]);
    let x = Tensor::ones((4, 3), DType::F32, &Device::Cpu).unwrap();
    let loss = || candle_nn::Module::forward(&layer, &x).unwrap().sqr().unwrap().mean_all().unwrap();
    let first = loss().to_scalar::<f32>().unwrap();
    for _ in 0..50 {
        opt.backward_step(&loss()).unwrap();
    }
    assert!(loss().to_scalar::<f32>().unwrap() < 0.1 * first);
    assert_eq!(opt.optimizer().step_count("fc.weight").unwrap(), 50);
    assert_eq!(opt.learning_rate(), 0.1);
    opt.set_learning_rate(0.01);
    assert_eq!(opt.learning_rate(), 0.01);
    opt.set_learning_rate(-1.0);
    assert_eq!(opt.learning_rate(), 0.01);
}

/// A wrapper with a factor of the inner learning rate.
#[optimizer(state <scale: global = 0.5>, lr_factor(scale))]
#[derive(Debug, Clone)]
struct Slower<O: Definition> {
    inner: O,
}

#[optimizer]
impl<O: Definition> Slower<O> {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let before = *param;
        self.inner.step(param, grad);
        *param = before + state.scale * (*param - before);
    }
}

#[test]
fn the_learning_rate_is_the_one_of_the_step() {
    let opt: Result<CandleOptimizer<Slower<AdamW>, f64>, _> =
        CandleOptimizer::from_named(vars(), Slower::new(AdamW::new().lr(0.25)));
    let mut opt = opt.unwrap();
    assert_eq!(opt.learning_rate(), 0.125);
    // It sets the inner optimizer's setting.
    opt.set_learning_rate(0.5);
    assert_eq!(opt.optimizer().value_in("default", "inner.lr"), Ok(0.5.into()));
    assert_eq!(opt.learning_rate(), 0.25);
}

/// The trait's constructor numbers the variables, and skips variables without floats.
#[test]
fn the_trait_builds_it() {
    let weight = Var::ones((2, 2), DType::F32, &Device::Cpu).unwrap();
    let count = Var::from_tensor(&Tensor::new(1_u32, &Device::Cpu).unwrap()).unwrap();
    let opt = <CandleOptimizer<Lion> as candle_nn::Optimizer>::new(vec![count, weight], Builder::new()).unwrap();
    assert_eq!(opt.optimizer().param_names().collect::<Vec<_>>(), ["0"]);
}

/// A gradient that is a view of its variable, or of another one, does not block the step.
#[test]
fn gradients_in_the_memory_of_variables() {
    let vars = vars();
    let mut grads = no_grads();
    grads.insert(&vars[0].1, vars[0].1.as_detached_tensor());
    grads.insert(&vars[2].1, vars[1].1.as_detached_tensor().flatten_all().unwrap().narrow(0, 3, 7).unwrap());
    let expected: Vec<f64> = of(&vars[0].1).iter().map(|x| x - 0.5 * x).collect();
    let untouched = of(&vars[1].1);
    let mut opt = CandleOptimizer::<SGD, f64>::from_named(vars.clone(), SGD::new(0.5)).unwrap();
    assert_eq!(opt.update(&grads).unwrap().updated, 2);
    same("own", &of(&vars[0].1), &expected);
    assert_eq!(of(&vars[1].1), untouched);
    assert_eq!(opt.optimizer().step_count("1").unwrap(), 0);
}

/// Variables of two bytes are updated in their memory, as if rounded after a step in `f32`. Their gradients have their type or `f32`.
#[test]
fn variables_of_two_bytes() {
    for (dtype, grad_dtype) in [(DType::BF16, DType::BF16), (DType::F16, DType::F16), (DType::BF16, DType::F32)] {
        let given = |shape: &[usize], seed, dtype| tensor(shape, seed).to_dtype(dtype).unwrap();
        let wide = |x: &Tensor| x.to_dtype(DType::F32).unwrap();
        let vars: Vec<(String, Var)> = SHAPES
            .iter()
            .enumerate()
            .map(|(k, shape)| (k.to_string(), Var::from_tensor(&given(shape, k as u64, dtype)).unwrap()))
            .collect();
        let mut exact: Vec<Var> = vars.iter().map(|(_, var)| Var::from_tensor(&wide(var)).unwrap()).collect();
        let named = exact.iter().enumerate().map(|(k, var)| (k.to_string(), var.clone()));
        let mut native = CandleOptimizer::<AdamW>::from_named(named, AdamW::new().lr(0.1)).unwrap();
        let mut opt = CandleOptimizer::<AdamW>::from_named(vars.clone(), AdamW::new().lr(0.1)).unwrap();
        for step in 0..3 {
            let (mut grads, mut wide_grads) = (no_grads(), no_grads());
            for ((k, shape), exact) in SHAPES.iter().enumerate().zip(&exact) {
                let grad = given(shape, 10 + step + k as u64, dtype).to_dtype(grad_dtype).unwrap();
                wide_grads.insert(exact, wide(&grad));
                grads.insert(&vars[k].1, grad);
            }
            assert_eq!(opt.update(&grads).unwrap().updated, 3);
            native.update(&wide_grads).unwrap();
            for ((_, var), exact) in vars.iter().zip(&mut exact) {
                exact.set(&wide(&exact.to_dtype(dtype).unwrap())).unwrap();
                assert_eq!(
                    of(&wide(var).to_dtype(DType::F64).unwrap()),
                    of(&exact.to_dtype(DType::F64).unwrap()),
                    "{dtype:?}"
                );
            }
        }
    }
}

#[test]
fn what_does_not_fit_is_told() {
    let ones = |dtype| Var::ones((2, 2), dtype, &Device::Cpu).unwrap();
    let build = |vars: Vec<(&str, Var)>| CandleOptimizer::<AdamW>::from_named(vars, AdamW::new()).unwrap_err();
    let error = build(vec![("a", ones(DType::F32)), ("b", ones(DType::F64))]);
    assert_eq!(error.to_string(), "variable `b` has elements of type f64, this optimizer takes f32");
    let error = build(vec![("a", ones(DType::U32))]);
    assert!(matches!(error, CandleError::Dtype { .. }), "{error}");
    let half = CandleOptimizer::<AdamW>::from_named([("a", ones(DType::BF16))], AdamW::new()).unwrap();
    assert_eq!(
        half.on_graph().unwrap_err().to_string(),
        "variable `a` has elements of type bf16, this optimizer takes f32"
    );
    let stored = AdamW::new().storage("exp_avg", Storage::Block8);
    let stored = CandleOptimizer::<AdamW>::from_named([("a", ones(DType::F32))], stored).unwrap();
    let error = stored.on_graph().unwrap_err().to_string();
    assert!(error.contains("`exp_avg` is stored as block8, but a graph keeps it as f32"), "{error}");
    let shared = ones(DType::F32);
    let error = build(vec![("a", shared.clone()), ("b", shared)]);
    assert_eq!(error.to_string(), "the variables `a` and `b` share their memory");

    let var = ones(DType::F32);
    let mut opt = CandleOptimizer::<AdamW>::from_named([("a", var.clone())], AdamW::new()).unwrap();
    for (grad, what) in [(ones(DType::F64), "element type"), (Var::ones(4, DType::F32, &Device::Cpu).unwrap(), "shape")]
    {
        let mut grads = no_grads();
        grads.insert(&var, grad.as_detached_tensor());
        let error = opt.update(&grads).unwrap_err();
        assert!(error.to_string().contains(what), "{error}");
    }
    assert_eq!(opt.optimizer().steps(), 0);
}

/// The optimizer keeps the lower bits of `bf16` variables. PyTorch's files do not have them.
#[test]
fn split_variables() {
    let build = || {
        let var = |(k, shape): (usize, &&[usize])| {
            (k.to_string(), Var::from_tensor(&tensor(shape, k as u64).to_dtype(DType::BF16).unwrap()).unwrap())
        };
        let vars: Vec<(String, Var)> = SHAPES.iter().enumerate().map(var).collect();
        let builder = AdamW::new().lr(1e-4).storage("param", Storage::Split16);
        (CandleOptimizer::<AdamW>::from_named(vars.clone(), builder).unwrap(), vars)
    };
    let (mut opt, vars) = build();
    let wide =
        |(name, var): &(String, Var)| (name.clone(), Var::from_tensor(&var.to_dtype(DType::F32).unwrap()).unwrap());
    let exact: Vec<(String, Var)> = vars.iter().map(wide).collect();
    let mut native = CandleOptimizer::<AdamW>::from_named(exact.clone(), AdamW::new().lr(1e-4)).unwrap();
    for step in 0..5 {
        let given = |vars: &[(String, Var)]| {
            let mut all = no_grads();
            for (k, (_, var)) in vars.iter().enumerate() {
                all.insert(var, tensor(var.dims(), 20 + 3 * step + k as u64).to_dtype(DType::F32).unwrap());
            }
            all
        };
        opt.update(&given(&vars)).unwrap();
        native.update(&given(&exact)).unwrap();
    }
    for ((_, var), (_, exact)) in vars.iter().zip(&exact) {
        same("split", &of(var), &of(&exact.to_dtype(DType::BF16).unwrap()));
    }
    let full = opt.full_weights().unwrap();
    for (name, exact) in &exact {
        assert_eq!(full[name].dtype(), DType::F32);
        same("full", &of(&full[name]), &of(exact));
    }
    assert_eq!(of(&native.full_weights().unwrap()["0"]), of(&exact[0].1));
    let written =
        |opt: &CandleOptimizer<AdamW>| optim_std::torch::Export::new(opt.optimizer()).write(Vec::new()).unwrap().0;
    assert!(written(&opt) == written(&native));
}

/// A refused step changes neither variables nor states, in memory or on the graph.
#[test]
fn a_refused_step_changes_nothing() {
    for on_graph in [false, true] {
        let vars = vars();
        let before: Vec<_> = vars.iter().map(|(_, var)| of(var)).collect();
        let settings = AdamW::new().non_finite(NonFinite::Error);
        let mut opt = CandleOptimizer::<AdamW, f64>::from_named(vars.clone(), settings).unwrap();
        if on_graph {
            opt = opt.on_graph().unwrap();
        }
        let mut grads = grads(&vars, 1);
        grads.insert(&vars[1].1, Tensor::full(f64::NAN, &[2_usize, 5, 5][..], &Device::Cpu).unwrap());
        let error = opt.update(&grads).unwrap_err();
        assert!(error.to_string().contains("gradient of parameter `1` is not finite"), "{error}");
        assert_eq!(vars.iter().map(|(_, var)| of(var)).collect::<Vec<_>>(), before);
        assert_eq!(opt.optimizer().steps(), 0);
        let refused: candle_core::Error = CandleError::from(StepError::NonFinite { param: "1".to_owned() }).into();
        assert!(refused.to_string().contains("not finite"));
    }
}

/// Settings, masks and checkpoints, on the host and on the graph.
#[test]
fn settings_masks_and_states() {
    let run = |on_graph: bool| {
        let vars = vars();
        let mut opt =
            CandleOptimizer::<AdamW, f64>::from_named(vars.clone(), AdamW::new().lr(0.1).clip_norm(1.0)).unwrap();
        if on_graph {
            opt = opt.on_graph().unwrap();
        }
        let mask = ArrayD::from_shape_fn(vec![4, 3], |at| at[1] != 0);
        opt.change_state(|opt| opt.set_mask("0", &mask)).unwrap().unwrap();
        for t in 0..3 {
            opt.update(&grads(&vars, t)).unwrap();
        }
        opt.change_settings(|opt| opt.set("lr", 0.01)).unwrap();
        let dict = opt.sync().unwrap().state_dict();
        opt.update(&grads(&vars, 3)).unwrap();
        let first = of(&vars[0].1);
        assert!(first.iter().step_by(3).all(|x| *x == 0.0));
        // Back to the third step.
        opt.change_state(|opt| opt.load_state_dict(&dict, &LoadOptions::default())).unwrap().unwrap();
        assert_eq!(opt.optimizer().steps(), 3);
        let state = opt.sync().unwrap().state("1", "exp_avg").unwrap().iter().copied().collect::<Vec<f64>>();
        (first, state)
    };
    let (expected, found) = (run(false), run(true));
    same("param", &found.0, &expected.0);
    same("state", &found.1, &expected.1);
}

/// Every function of candle's tensors, also at edge cases.
#[test]
fn functions_are_those_of_the_language() {
    let backend = CandleBackend::<f64>::new(Device::Cpu);
    let reference = evaluate::NdarrayBackend::<f64>::new();
    let edges = [0.0, -0.0, 0.5, -0.5, 1.5, -2.5, 1e-9, -1e-9, 20.0, -20.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
    let (rows, cols): (Vec<f64>, Vec<f64>) = (edges.to_vec(), edges.to_vec());
    let n = edges.len();
    let up = || (backend.upload(&rows, [1, n, 1]).unwrap(), backend.upload(&cols, [1, 1, n]).unwrap());
    let expected_up = || (reference.upload(&rows, [1, n, 1]).unwrap(), reference.upload(&cols, [1, 1, n]).unwrap());
    let ((a, b), (c, d)) = (up(), expected_up());
    for op in Unary::ALL {
        let found = backend.download(&backend.unary(*op, &a).unwrap()).unwrap();
        same(op.name(), &found, &reference.download(&reference.unary(*op, &c).unwrap()).unwrap());
    }
    for op in Binary::ALL.iter().filter(|op| **op != Binary::Rem) {
        let found = backend.download(&backend.binary(*op, &a, &b).unwrap()).unwrap();
        same(op.name(), &found, &reference.download(&reference.binary(*op, &c, &d).unwrap()).unwrap());
    }
    for op in Comparison::ALL {
        let (mask, expected) = (backend.compare(*op, &a, &b).unwrap(), reference.compare(*op, &c, &d).unwrap());
        let (mask, expected) = (backend.not(&mask).unwrap(), reference.not(&expected).unwrap());
        let found = backend.download(&backend.select(&mask, &a, &b).unwrap()).unwrap();
        same(op.name(), &found, &reference.download(&reference.select(&expected, &c, &d).unwrap()).unwrap());
    }
}

/// Reductions to the numbers along each axis and along all others, combined with other values.
#[test]
fn numbers_along_axes_are_those_of_the_interpreter() {
    for shape in [&[3, 4][..], &[5], &[2, 3, 4], &[2, 3, 2, 4]] {
        let folded = ParamShape::of(shape);
        let recorder = Recorder::new(shape);
        let (param, grad) = (recorder.param(), recorder.grad());
        let kept = |axis| [Dim::Along(axis), Dim::Without(axis)];
        let mut all = param;
        for (kept, fold) in (0..5).flat_map(kept).flat_map(|kept| Fold::ALL.iter().map(move |fold| (kept, *fold))) {
            let reduced = match fold {
                Fold::Dot => ops::reduce_pair_to(fold, param, grad, kept),
                _ => ops::reduce_to(fold, param, kept),
            };
            recorder.store_state_of(&format!("{}.{kept}", fold.name()), reduced, Dims::row(kept));
            all += ops::select(ops::gt(reduced, 0.5), grad, reduced);
        }
        for axis in 0..5 {
            let store = |name: &str, x, kept| recorder.store_state_of(&format!("{name}.{kept}"), x, Dims::row(kept));
            store("quantile", ops::quantile_along(param, 0.3, axis), Dim::Along(axis));
            store(
                "quantile",
                ops::quantile_without(grad, ops::abs(ops::tanh(ops::sum(param))), axis),
                Dim::Without(axis),
            );
        }
        recorder.store_param(all);
        let graph = recorder.finish("Axes").unwrap();
        let (x, g) = (numbers(folded.len(), 1), numbers(folded.len(), 2));
        let expected = graph.run(Dtype::F64, &x, &g, &BTreeMap::new(), &BTreeMap::new(), 1).unwrap();
        let backend = CandleBackend::<f64>::new(Device::Cpu);
        let up = |data: &[f64]| backend.upload(data, [folded.batch(), folded.rows(), folded.cols()]).unwrap();
        let (states, hypers, draws) = (BTreeMap::new(), BTreeMap::new(), DrawKey::new(0));
        let (param, grad) = (&up(&x), &up(&g));
        let run = Evaluation { graph: &graph, param, grad, states: &states, hypers: &hypers, t: 1, draws };
        let outputs = evaluate::run(&backend, run).unwrap();
        same("param", &backend.download(&outputs.param.unwrap()).unwrap(), &expected.param);
        assert_eq!(outputs.states.len(), 10 * (Fold::ALL.len() + 1));
        for (name, value) in outputs.states {
            let Value::Tensor(found) = value else { panic!("{name} is a number") };
            same(&name, &backend.download(&found).unwrap(), &expected.states[&name]);
        }
    }
}

/// Steps that become shorter with the sum of all gradients so far.
#[optimizer(state <seen: global = 0.0>)]
#[derive(Debug, Clone)]
struct Shrinking {
    /// Learning rate.
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    lr: f64,
}

#[optimizer]
impl Shrinking {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.seen += grad.square().global_sum();
        *param -= self.lr / (1.0 + state.seen).sqrt() * grad;
    }
}

#[test]
fn several_optimizers_in_one_step_variables_by_memory_and_by_graph() {
    let partition = || {
        let rest = Shrinking::new().group("first", |p| p.name() == "1", |h| h.lr(0.2));
        Partition::new()
            .rule("matrices", |p| p.name() == "0", Muon::new().lr(0.1))
            .rule("other", |p| p.name() == "2", Shrinking::new())
            .rest("rest", rest)
            .clip_norm(1.0)
            .spikes(Spikes::scale(1.01).window(1))
    };
    let (fused, by_graph) = (vars(), vars());
    let mut on_host = CandleOptimizer::<Partition, f64>::from_named(fused.clone(), partition()).unwrap();
    let mut on_graph =
        CandleOptimizer::<Partition, f64>::from_named(by_graph.clone(), partition()).unwrap().on_graph().unwrap();
    for t in 0..5 {
        let norms = [on_host.update(&grads(&fused, t)).unwrap(), on_graph.update(&grads(&by_graph, t)).unwrap()];
        same("norm", &[norms[1].grad_norm.unwrap()], &[norms[0].grad_norm.unwrap()]);
        for ((name, fused), (_, by_graph)) in fused.iter().zip(&by_graph) {
            same(&format!("{name} after step {t}"), &of(by_graph), &of(fused));
        }
    }
    let globals = |opt: &Optimizer<f64>| opt.globals().map(|(name, x)| (name.to_owned(), x)).collect::<Vec<_>>();
    let (known, found) = (globals(on_host.optimizer()), globals(on_graph.sync().unwrap()));
    assert_eq!(known.iter().map(|(name, _)| &**name).collect::<Vec<_>>(), ["other.seen", "rest.seen"]);
    assert_ne!(known[0].1, known[1].1);
    for ((name, expected), (_, found)) in known.iter().zip(&found) {
        same(name, &[*found], &[*expected]);
    }
    assert_eq!(on_host.learning_rate(), 0.1);
    on_host.set_learning_rate(0.5);
    assert_eq!(on_host.learning_rate(), 0.1);
    let made = <CandleOptimizer<Partition, f64> as candle_nn::Optimizer>::new(
        vars().into_iter().map(|(_, var)| var).collect(),
        partition(),
    );
    assert_eq!(made.unwrap().optimizer().groups().len(), 4);
}

#[test]
fn views_by_memory_and_by_graph() {
    let muon = || {
        let muon = Muon::new().lr(0.1).view("batch", |p| p.name() == "1", |p| p.shape().to_vec());
        muon.view("halves", |p| p.name() == "0", |p| [2, 2, p.dim(1)])
    };
    let some = || vars().into_iter().take(2).collect::<Vec<_>>();
    let (fused, by_graph, plain) = (some(), some(), some());
    let mut on_host = CandleOptimizer::<Muon, f64>::from_named(fused.clone(), muon()).unwrap();
    let mut on_graph = CandleOptimizer::<Muon, f64>::from_named(by_graph.clone(), muon()).unwrap().on_graph().unwrap();
    let mut without = CandleOptimizer::<Muon, f64>::from_named(plain.clone(), Muon::new().lr(0.1)).unwrap();
    for t in 0..3 {
        on_host.update(&grads(&fused, t)).unwrap();
        on_graph.update(&grads(&by_graph, t)).unwrap();
        without.update(&grads(&plain, t)).unwrap();
        for place in 0..2 {
            same(&format!("{place} after step {t}"), &of(&by_graph[place].1), &of(&fused[place].1));
            assert_ne!(of(&fused[place].1), of(&plain[place].1));
        }
    }
    assert_eq!(on_graph.sync().unwrap().state("0", "momentum_buffer").unwrap().shape(), [2, 2, 3]);
}
