//! The runtime with numbers of the whole model.

use std::collections::BTreeMap;
use std::path::PathBuf;

use ndarray::{ArrayD, IxDyn, array};
use optim_core::NonFinite;
use optim_core::{BuildError, CheckpointError, HyperError, LoadOptions, StateError, StepError};
use optim_std::author::*;
use optim_std::prelude::*;
use optim_std::schedule::from_fn;
use optim_std::{Float, ParamInfo, Registry, StateView};

use crate::programs::{Clipped, ClippedAdamW, Counting, Everything, Sharpness};

/// A test folder that is removed after the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("optim-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        Self(folder)
    }

    fn join(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

type Model<T = f64> = BTreeMap<String, ArrayD<T>>;

/// Pseudorandom numbers from -1 to 1.
fn number(place: usize, seed: usize) -> f64 {
    let bits =
        (place as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (seed as u64).wrapping_mul(0xd134_2543_de82_ef95);
    let bits = (bits ^ (bits >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (bits >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
}

fn model<T: Float>(shapes: &[&[usize]], seed: usize) -> Model<T> {
    let array = |(place, shape): (usize, &&[usize])| {
        let mut next = 1000 * place;
        let array = ArrayD::from_shape_simple_fn(IxDyn(shape), || {
            next += 1;
            T::cast(number(next, seed))
        });
        (format!("layer{place:04}"), array)
    };
    shapes.iter().enumerate().map(array).collect()
}

fn bits<T: Float>(model: &Model<T>) -> Vec<u64> {
    model.values().flatten().map(|x| x.as_().to_bits()).collect()
}

/// All states of an optimizer, to the bit.
fn remembered<T: Float>(optimizer: &Optimizer<T>) -> Vec<(String, Vec<u64>)> {
    let mut all: Vec<(String, Vec<u64>)> =
        optimizer.globals().map(|(name, value)| (name.to_owned(), vec![value.to_bits()])).collect();
    optimizer.visit_state(|param, state, view| {
        let numbers = match view {
            StateView::Scalar(number) => vec![number.to_bits()],
            StateView::Array(array) => array.iter().map(|x| x.as_().to_bits()).collect(),
        };
        all.push((format!("{param}.{state}"), numbers));
    });
    all
}

const SHAPES: &[&[usize]] = &[&[3, 4], &[5], &[], &[2, 3, 2], &[0, 3], &[1, 7]];

#[test]
fn a_clipped_step_is_that_of_the_option() {
    for max_norm in [0.5, 3.0, 1e3] {
        let (mut ours, mut theirs) = (model::<f64>(SHAPES, 1), model::<f64>(SHAPES, 1));
        let limit = f64::min(max_norm, 10.0);
        let mut clipped = Clipped::new().lr(0.1).max_norm(limit).build(&ours).expect("valid");
        let mut plain = SGD::new(0.1).clip_norm(limit).build(&theirs).expect("valid");
        let (mut ours_adam, mut theirs_adam) = (model::<f64>(SHAPES, 1), model::<f64>(SHAPES, 1));
        let mut adam = ClippedAdamW::new().lr(0.01).max_norm(limit).build(&ours_adam).expect("valid");
        let mut stock = ClippedAdamW::new().lr(0.01).clips(false).clip_norm(limit).build(&theirs_adam).expect("valid");
        for step in 0..6 {
            let grads = model::<f64>(SHAPES, 10 + step);
            clipped.step(&mut ours, &grads).expect("a step");
            plain.step(&mut theirs, &grads).expect("a step");
            adam.step(&mut ours_adam, &grads).expect("a step");
            stock.step(&mut theirs_adam, &grads).expect("a step");
        }
        let near =
            |a: &Model, b: &Model| a.values().flatten().zip(b.values().flatten()).all(|(a, b)| (a - b).abs() < 1e-7);
        assert!(near(&ours, &theirs), "{max_norm}");
        assert!(near(&ours_adam, &theirs_adam), "{max_norm}: {ours_adam:?} {theirs_adam:?}");
        assert_ne!(ours, model::<f64>(SHAPES, 1));
    }
}

/// All results of some steps, on this number of threads.
fn after<T: Float>(
    build: impl Fn(&Model<T>) -> Optimizer<T> + Sync,
    shapes: &[&[usize]],
    threads: usize,
) -> Everywhere {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
    pool.install(|| {
        let mut params = model::<T>(shapes, 1);
        let mut optimizer = build(&params);
        for step in 0..3 {
            let mut grads = model::<T>(shapes, 20 + step);
            // In each step, other parameters have a gradient.
            grads.retain(|name, _| !(name.as_bytes().last().copied().unwrap_or(0) as usize + step).is_multiple_of(3));
            optimizer.step(&mut params, &grads).expect("a step");
        }
        (bits(&params), remembered(&optimizer))
    })
}

/// Parameters and all states.
type Everywhere = (Vec<u64>, Vec<(String, Vec<u64>)>);

#[test]
fn the_bits_are_those_of_one_thread() {
    let many: Vec<&[usize]> = (0..300).map(|place| if place % 7 == 0 { &[40, 9][..] } else { &[13][..] }).collect();
    let large: &[&[usize]] = &[&[7], &[400, 401], &[131_073], &[3, 5, 700], &[20_000], &[]];
    let everything = |params: &Model<f32>| Everything::new().build(params).expect("valid");
    let prodigy = |params: &Model| Prodigy::new().d0(1e-2).build(params).expect("valid");
    for shapes in [SHAPES, &many[..], large] {
        let one = after(everything, shapes, 1);
        for threads in [2, 7] {
            assert_eq!(after(everything, shapes, threads), one, "{threads} threads");
        }
        let one = after(prodigy, shapes, 1);
        for threads in [2, 7] {
            assert_eq!(after(prodigy, shapes, threads), one, "{threads} threads");
        }
    }
}

#[test]
fn parameters_without_a_gradient_take_no_part() {
    let mut params: Model = model(&[&[2], &[2]], 1);
    let before = params.clone();
    let mut optimizer = Everything::new().lr(0.1).build(&params).expect("valid");
    let grads = BTreeMap::from([("layer0001".to_owned(), array![3.0, 4.0].into_dyn())]);
    optimizer.step(&mut params, &grads).expect("a step");
    assert_eq!(params["layer0000"], before["layer0000"]);
    assert_ne!(params["layer0001"], before["layer0001"]);
    // The norm of all gradients is the norm of the only one: 5.
    assert!((optimizer.global("ratio").unwrap() - (0.5 * 0.5 + 0.5 * 5.0 / 6.0)).abs() < 1e-12);
    assert_eq!(optimizer.global("largest"), Ok(4.0));

    let globals: Vec<f64> = optimizer.globals().map(|(_, value)| value).collect();
    let report = optimizer.step(&mut params, &Model::<f64>::new()).expect("a step of nothing");
    assert_eq!(report.updated, 0);
    assert_eq!(optimizer.globals().map(|(_, value)| value).collect::<Vec<_>>(), globals, "nothing is assigned");
}

#[test]
fn a_reduction_is_of_those_that_come_to_it() {
    /// Only matrices enter the sum. Other parameters do not change.
    #[optimizer(state <inside: scalar = 0.0, all: global = 0.0>)]
    #[derive(Debug, Clone)]
    struct Matrices;

    #[optimizer]
    impl Matrices {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut factor = scalar(1.0);
            if param.ndim() >= 2 {
                // Two reductions over the model. Vectors reach neither.
                let first = grad.global_sum();
                factor = (grad * first).global_amax();
            }
            state.inside = factor;
            state.all = (factor * grad).global_sum();
            *param = full(factor);
        }
    }

    let mut params: Model = model(&[&[2, 2], &[3], &[1, 2]], 1);
    let mut optimizer = Matrices::new().build(&params).expect("valid");
    let mut grads = params.clone();
    grads.insert("layer0000".to_owned(), array![[1.0, 2.0], [3.0, -4.0]].into_dyn());
    grads.insert("layer0001".to_owned(), array![10.0, 20.0, 30.0].into_dyn());
    grads.insert("layer0002".to_owned(), array![[5.0, 0.5]].into_dyn());
    optimizer.step(&mut params, &grads).expect("a step");
    let (sum, largest) = (2.0 + 5.5, 5.0);
    assert_eq!(params["layer0000"][[0, 0]], sum * largest);
    assert_eq!(params["layer0002"][[0, 0]], sum * largest);
    assert_eq!(params["layer0001"][[0]], 1.0);
    assert_eq!(optimizer.global("all"), Ok(sum * sum * largest + 60.0));
    let plan = Matrices::new().plan_for(&[4, 4]).expect("a plan");
    assert_eq!((plan.phases, Matrices::new().plan_for(&[4]).expect("a plan").phases), (4, 2));
}

#[test]
fn turns_are_cuts_of_their_own() {
    /// Halves the sum of all numbers, as often as its argument says.
    #[optimizer(state <last: global = 0.0>)]
    #[derive(Debug, Clone)]
    struct Turning {
        #[hyper(default = 4, shared)]
        turns: usize,
    }

    #[optimizer]
    impl Turning {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut x = grad;
            for outer in 0..self.turns {
                for _ in 0..outer {
                    x = x + x.global_sum();
                }
                state.last = x.global_sum();
            }
            *param = x;
        }
    }

    for turns in [0, 1, 4] {
        let mut params: Model = model(&[&[2], &[1]], 1);
        let mut optimizer = Turning::new().turns(turns).build(&params).expect("valid");
        let grads = BTreeMap::from([
            ("layer0000".to_owned(), array![1.0, 2.0].into_dyn()),
            ("layer0001".to_owned(), array![-0.5].into_dyn()),
        ]);
        optimizer.step(&mut params, &grads).expect("a step");
        let mut x = [1.0, 2.0, -0.5];
        let mut last = 0.0;
        for outer in 0..turns {
            for _ in 0..outer {
                let sum = x[0] + x[1] + x[2];
                x.iter_mut().for_each(|x| *x += sum);
            }
            last = x[0] + x[1] + x[2];
        }
        let found: Vec<f64> = params.values().flatten().copied().collect();
        assert_eq!(found, x);
        assert_eq!(optimizer.global("last"), Ok(last));
        let cuts = turns * turns.saturating_sub(1) / 2 + turns;
        assert_eq!(Turning::new().turns(turns).plan_for(&[9]).expect("a plan").phases, cuts + 1);
    }
}

#[test]
fn groups_override_what_is_theirs() {
    let params: Model = model(SHAPES, 1);
    let vectors = |p: &ParamInfo<'_>| p.shape().len() < 2;
    let mut optimizer = Everything::new()
        .group("vectors", vectors, |h| h.lr(0.05).matrices(true).tag("small"))
        .build(&params)
        .expect("what groups may override");
    let mut stepped = params.clone();
    optimizer.step(&mut stepped, &model::<f64>(SHAPES, 2)).expect("a step");

    let shared =
        |error: &HyperError| matches!(error, HyperError::Shared { optimizer: "Everything", name: "first" | "keep" });
    let refused = Everything::new().group("vectors", vectors, |h| h.first(1.0)).build(&params);
    match refused {
        Err(BuildError::Hyper { group, error }) if group == "vectors" && shared(&error) => {
            assert!(error.to_string().contains("the same for the whole model"), "{error}");
        }
        other => panic!("{other:?}"),
    }
    let error = optimizer.set_in("vectors", "keep", 0.25).expect_err("it is of all groups");
    assert!(shared(&error), "{error}");
    let before = remembered(&optimizer);
    assert!(optimizer.schedule(&Tags::any_of(["small"]), "keep", from_fn(|_| 0.5)).is_err());
    optimizer.set("keep", 0.25).expect("all groups at once");
    assert!(optimizer.value("keep").expect("a setting").iter().all(|(_, value)| *value == 0.25.into()));
    assert_eq!(remembered(&optimizer), before);
}

#[test]
fn a_step_that_fails_changes_nothing() {
    let mut params: Model = model(SHAPES, 1);
    let mut optimizer = Everything::new().non_finite(NonFinite::Error).build(&params).expect("valid");
    optimizer.step(&mut params, &model::<f64>(SHAPES, 2)).expect("a step");
    let (before, memory) = (bits(&params), remembered(&optimizer));
    let mut grads: Model = model(SHAPES, 3);
    grads.get_mut("layer0003").expect("a parameter")[[1, 2, 1]] = f64::NAN;
    assert!(matches!(optimizer.step(&mut params, &grads), Err(StepError::NonFinite { .. })));
    assert_eq!((bits(&params), remembered(&optimizer)), (before.clone(), memory.clone()));
    optimizer.set_non_finite(NonFinite::Skip);
    assert!(!optimizer.step(&mut params, &grads).expect("skipped").applied);
    assert_eq!((bits(&params), remembered(&optimizer)), (before, memory));
}

#[test]
fn a_probe_that_is_not_followed_by_its_step_is_undone() {
    let mut params: Model = model(SHAPES, 1);
    let mut optimizer = Sharpness::new().build(&params).expect("valid");
    let grads: Model = model(SHAPES, 2);
    optimizer.step_with(&mut params, |_| Ok::<_, StepError>((0.0, grads.clone()))).expect("a step");
    assert_eq!(optimizer.global("radius"), Ok(0.05 * 0.9));
    let (before, memory) = (bits(&params), remembered(&optimizer));
    let mut calls = 0;
    let failed = optimizer.step_with(&mut params, |_| {
        calls += 1;
        if calls == 1 { Ok((0.0, grads.clone())) } else { Err(StepError::NeedsProbe { optimizer: "none" }) }
    });
    assert!(failed.is_err());
    assert_eq!((bits(&params), remembered(&optimizer)), (before, memory));
}

#[test]
fn a_run_goes_on_to_the_same_bits() {
    let folder = Folder::new("global");
    let shapes = SHAPES;
    let run = |optimizer: &mut Optimizer<f32>, params: &mut Model<f32>, steps: std::ops::Range<usize>| {
        for step in steps {
            let noise = model::<f32>(shapes, 30 + step);
            let grads: Model<f32> = params.iter().map(|(name, x)| (name.clone(), x + &noise[name] * 0.1)).collect();
            optimizer.step(params, &grads).expect("a step");
        }
    };
    let mut params = model::<f32>(shapes, 1);
    let mut optimizer = Prodigy::new().d0(1e-3).build(&params).expect("valid");
    run(&mut optimizer, &mut params, 0..4);
    let path = folder.join("run.safetensors");
    optimizer.save(&path).expect("saved");
    let (dict, halfway, copy) = (optimizer.state_dict(), params.clone(), optimizer.clone());
    assert!(dict.globals.iter().any(|(name, value)| name == "d" && *value > 1e-3), "{:?}", dict.globals);
    run(&mut optimizer, &mut params, 4..9);

    let fresh = || Prodigy::new().d0(1e-3).build(&model::<f32>(shapes, 99)).expect("valid");
    let (mut from_file, mut from_dict, mut cloned) = (fresh(), fresh(), copy);
    from_file.load(&path).expect("loaded");
    from_dict.load_state_dict(&dict, &LoadOptions::strict()).expect("loaded");
    for other in [&mut from_file, &mut from_dict, &mut cloned] {
        let mut others = halfway.clone();
        run(other, &mut others, 4..9);
        assert_eq!((bits(&others), remembered(other)), (bits(&params), remembered(&optimizer)));
    }
}

#[test]
fn a_checkpoint_has_all_global_states_or_is_refused() {
    let params: Model = model(SHAPES, 1);
    let mut optimizer = Everything::new().build(&params).expect("valid");
    optimizer.set_global("seen", f64::NAN).expect("a global state");
    optimizer.set_global("ratio", -0.1).expect("a global state");
    let folder = Folder::new("global-states");
    let path = folder.join("state.safetensors");
    optimizer.save(&path).expect("saved");
    let mut other = Everything::new().build(&params).expect("valid");
    other.load(&path).expect("loaded");
    assert!(other.global("seen").expect("a global state").is_nan());
    assert_eq!(other.global("ratio"), Ok(-0.1));
    assert_eq!(
        CheckpointFile::open(&path).and_then(|file| file.state_dict(&Registry::global())).expect("read").globals.len(),
        3
    );

    let mut dict = optimizer.state_dict();
    dict.globals.retain(|(name, _)| name != "ratio");
    dict.globals.push(("rato".to_owned(), 1.0));
    let error = other.load_state_dict(&dict, &LoadOptions::strict()).expect_err("one is missing");
    let text = error.to_string();
    assert!(text.contains("the global state `ratio` is not in the checkpoint"), "{text}");
    assert!(text.contains("the checkpoint has a global state `rato`"), "{text}");
    other.load_state_dict(&dict, &LoadOptions::matching()).expect("as far as they agree");
    assert_eq!(other.global("ratio"), Ok(-0.1), "it stays");

    dict = optimizer.state_dict();
    dict.globals.push(("ratio".to_owned(), 1.0));
    assert!(matches!(other.load_state_dict(&dict, &LoadOptions::strict()), Err(CheckpointError::Twice { .. })));
}

#[test]
fn masked_numbers_count_as_zero() {
    let mut params: Model =
        BTreeMap::from([("a".to_owned(), array![3.0, 100.0].into_dyn()), ("b".to_owned(), array![4.0].into_dyn())]);
    let mut optimizer = Clipped::new().lr(1.0).max_norm(1.0).build(&params).expect("valid");
    optimizer.set_mask("a", &array![true, false]).expect("a mask");
    optimizer.apply_masks(&mut params).expect("applied");
    let grads = params.clone();
    optimizer
        .step(
            &mut params,
            &BTreeMap::from([("a".to_owned(), array![3.0, 1e6].into_dyn()), ("b".to_owned(), grads["b"].clone())]),
        )
        .expect("a step");
    assert!((params["a"][[0]] - (3.0 - 0.6)).abs() < 1e-5 && params["a"][[1]] == 0.0);
    assert!((params["b"][[0]] - (4.0 - 0.8)).abs() < 1e-5);
}

#[test]
fn nothing_has_a_smallest_largest_number() {
    /// The results of reductions.
    #[optimizer(state <sum: global = 1.0, largest: global = 1.0, smallest: global = 1.0, mean: global = 1.0>)]
    #[derive(Debug, Clone)]
    struct Reduced;

    #[optimizer]
    impl Reduced {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.sum = grad.global_sum() + grad.global_norm();
            state.largest = grad.global_amax();
            state.smallest = grad.global_amin();
            state.mean = grad.global_mean();
            *param -= grad;
        }
    }

    let mut params: Model = model(&[&[0, 3], &[0]], 1);
    let mut optimizer = Reduced::new().build(&params).expect("valid");
    let grads = params.clone();
    optimizer.step(&mut params, &grads).expect("a step");
    assert_eq!(optimizer.global("sum"), Ok(0.0));
    assert_eq!(optimizer.global("largest"), Ok(f64::NEG_INFINITY));
    assert_eq!(optimizer.global("smallest"), Ok(f64::INFINITY));
    assert!(optimizer.global("mean").expect("a state").is_nan());

    let mut one = array![2.0_f64, -3.0];
    let mut optimizer = Reduced::new().build(&one).expect("one parameter");
    optimizer.step(&mut one, &array![2.0, -4.0]).expect("a step");
    let values: Vec<f64> = optimizer.globals().map(|(_, value)| value).collect();
    assert_eq!(values, [-2.0 + 20.0_f64.sqrt(), 2.0, -4.0, -1.0]);
}

#[test]
fn global_states_have_names() {
    let params: Model = model(SHAPES, 1);
    let mut optimizer = Everything::new().first(3.0).build(&params).expect("valid");
    let globals: Vec<_> = optimizer.globals().collect();
    assert_eq!(globals, [("seen", 0.0), ("largest", 3.0), ("ratio", 0.5)]);
    let error = optimizer.global("larges").expect_err("no such state");
    assert!(matches!(&error, StateError::UnknownGlobal { nearest: Some(near), .. } if near == "largest"), "{error}");
    for error in [
        optimizer.state("layer0000", "largest").map(drop),
        optimizer.state_value("layer0000", "largest").map(drop),
        optimizer.set_state("layer0000", "largest", 1.0),
    ] {
        assert_eq!(error, Err(StateError::Global { state: "largest".to_owned() }));
    }
    assert_eq!(
        optimizer.set_global("buffer", 1.0).map_err(|error| error.to_string()).unwrap_err(),
        "Everything has no global state `buffer`\nhelp: there are `seen`, `largest`, `ratio`"
    );
    // A tensor and a number of each parameter. Three numbers in total.
    let elements: usize = params.values().map(ArrayD::len).sum();
    assert_eq!(optimizer.state_bytes(), 8 * (elements + params.len() + 3));

    let plan = Everything::new().plan_for(&[3, 4]).expect("a plan");
    assert!(plan.phases > 3 && plan.phase_bytes(8) > 0, "{plan}");
    assert!(plan.to_string().contains("phases over the whole model"), "{plan}");
    let all: usize = SHAPES.iter().map(|shape| Everything::new().plan_for(shape).expect("a plan").phase_bytes(8)).sum();
    assert_eq!(optimizer.phase_bytes(), all);
    assert_eq!(AdamW::new().build(&params).expect("valid").phase_bytes(), 0);
}

#[test]
fn global_states_are_there_for_evaluation() {
    let mut x = array![1.0_f64, 2.0];
    let mut optimizer = Counting::new().lr(0.0).build(&x).expect("valid");
    assert_eq!(optimizer.eval_weights(&x), Ok(x.clone()));
    for _ in 0..3 {
        optimizer.step(&mut x, &array![1.0, 1.0]).expect("a step");
    }
    assert_eq!(optimizer.eval_weights(&x), Ok(&x * 1.03));
    assert_eq!(optimizer.with_eval(&mut x, |x| x.clone()), Ok(array![1.03, 2.06]));
    assert_eq!(optimizer.global("steps"), Ok(3.0));
}

#[test]
fn states_as_data_of_groups_that_disagree_are_refused() {
    let params: Model = model(SHAPES, 1);
    let build =
        || Everything::new().group("vectors", |p| p.shape().len() < 2, |h| h.lr(0.05)).build(&params).expect("valid");
    let mut dict = build().state_dict();
    for (name, value) in &mut dict.groups[1].settings {
        if name == "keep" {
            *value = 0.125.into();
        }
    }
    let error = build().load_state_dict(&dict, &LoadOptions::strict()).expect_err("they disagree");
    assert!(matches!(error, CheckpointError::Hyper { error: HyperError::Shared { name: "keep", .. }, .. }), "{error}");
}
