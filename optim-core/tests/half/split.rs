//! Parameters of `bf16` whose further bits the optimizer keeps.

use half::{bf16, f16};
use ndarray::{ArrayD, array};
use optim_core::{Builder, LoadOptions, Optimizer, StateDict, StepError, Storage, Threads};

use super::*;

/// Moves the parameters, so that the gradient is taken elsewhere.
#[optimizer(crate = optim_core, state <start = 0.0>)]
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Sharp {
    #[hyper(default = 0.01, scheduled, range = 0.0..)]
    pub(crate) lr: f64,
}

#[optimizer]
impl Sharp {
    fn probe(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.start = *param;
        *param += 0.1 * grad;
    }

    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param = state.start - self.lr * grad;
    }
}

/// The part of a number that is kept.
fn kept(storage: Storage, x: f32) -> f32 {
    match storage {
        // 16 bits of precision: the last 8 are rounded off, ties to even.
        Storage::Split8 => {
            let bits = x.to_bits();
            let (whole, rest) = (bits >> 8, bits & 0xff);
            let up = rest > 0x80 || rest == 0x80 && whole % 2 == 1;
            f32::from_bits((whole + u32::from(up)) << 8)
        }
        _ => x,
    }
}

/// The nearest `bf16`, away from zero if there are two.
fn nearest(x: f32) -> bf16 {
    bf16::from_bits(((x.to_bits() + 0x8000) >> 16) as u16)
}

/// The bits of all states that are declared.
fn declared(optimizer: &Optimizer<f32>) -> Vec<u32> {
    let mut all = Vec::new();
    optimizer.visit_state(|_, name, state| match state {
        StateView::Array(array) if name != "param-rest" => all.extend(array.iter().map(|x| x.to_bits())),
        StateView::Array(_) => {}
        StateView::Scalar(x) => all.push((x as f32).to_bits()),
    });
    all
}

fn as_if_kept_between_steps<O: Definition>(shape: &[usize], layout: Layout, storage: Storage) {
    let label = format!("{} of {shape:?}, {layout:?}, {storage}", O::NAME);
    let mut model = numbers::<bf16>(shape, 1, layout);
    let mut exact: ArrayD<f32> = laid(&model.mapv(bf16::to_f32), layout);
    let mut found = Builder::<O>::new().storage("param", storage).build(&model).unwrap();
    let mut native = Builder::<O>::new().build(&exact).unwrap();
    for step in 0..5 {
        let grads = numbers::<bf16>(shape, 10 + step, Layout::C);
        found.step(&mut model, &grads).unwrap();
        native.step(&mut exact, &grads.mapv(bf16::to_f32)).unwrap();
        exact.mapv_inplace(|x| kept(storage, x));
        let full = found.full_weights(&model).unwrap();
        assert_eq!(full["param"].shape(), model.shape());
        assert_eq!(bits(&full["param"]), bits(&exact), "{label} after {step}");
        assert_eq!(bits(&model), bits(&exact.mapv(nearest)), "{label} after {step}");
        assert_eq!(declared(&found), declared(&native), "states of {label} after {step}");
    }
}

#[test]
fn steps_are_those_of_the_numbers_that_are_kept() {
    for shape in [&[][..], &[0], &[1], &[63], &[257], &[5000], &[37, 29], &[3, 0, 2], &[2, 9, 40], &[90, 401]] {
        for (layout, storage) in LAYOUTS.into_iter().flat_map(|l| [Storage::Split8, Storage::Split16].map(|s| (l, s))) {
            as_if_kept_between_steps::<Adam>(shape, layout, storage);
            if shape.len() > 1 {
                as_if_kept_between_steps::<Factored>(shape, layout, storage);
            }
        }
    }
}

#[test]
fn small_changes_are_not_lost() {
    let far = |storage| {
        let mut model = array![bf16::ONE];
        let mut optimizer = Builder::<Adam>::new().storage("param", storage).build(&model).unwrap();
        optimizer.set("lr", 2.0_f64.powi(-13)).unwrap();
        for _ in 0..64 {
            optimizer.step(&mut model, &array![-1.0_f32]).unwrap();
        }
        f64::from(model[0].to_f32()) - 1.0
    };
    assert_eq!(far(Storage::Native), 0.0);
    for storage in [Storage::Split8, Storage::Split16] {
        assert!(far(storage) >= 1.0 / 128.0, "{storage}: {}", far(storage));
    }
}

/// A model with one split parameter and one of `f32`, and its optimizer after some steps.
type Mixed = (ArrayD<bf16>, ArrayD<f32>);

fn grads(step: u64) -> Mixed {
    (numbers(&[300, 3], 10 + step, Layout::C), numbers(&[70], 20 + step, Layout::C))
}

fn split<O: Definition>(storage: Storage) -> Builder<O> {
    let group = Builder::new().storage("param", storage);
    Builder::new().group("split", |p| p.name() == "0", group).threads(Threads::One)
}

fn mixed<O: Definition>(storage: Storage) -> (Mixed, Optimizer<f32>) {
    let mut model = (numbers::<bf16>(&[300, 3], 1, Layout::Fortran), numbers::<f32>(&[70], 2, Layout::C));
    let mut optimizer = split::<O>(storage).build(&model).unwrap();
    for step in 0..3 {
        optimizer.step(&mut model, &grads(step)).unwrap();
    }
    (model, optimizer)
}

fn rest(optimizer: &Optimizer<f32>) -> Vec<u32> {
    optimizer.state("0", "param-rest").unwrap().iter().map(|x| x.to_bits()).collect()
}

#[test]
fn groups_may_split_their_parameters() {
    let (model, optimizer) = mixed::<Adam>(Storage::Split8);
    assert_eq!(optimizer.storage("0", "param-rest"), Ok(Storage::Split8));
    assert!(optimizer.state("1", "param-rest").is_err());
    let full = optimizer.full_weights(&model).unwrap();
    assert_eq!(bits(&full["1"]), bits(&model.1));
    assert_eq!(full["0"].mapv(nearest), model.0);
    assert!(full["0"].iter().zip(&model.0).any(|(full, x)| *full != x.to_f32()));
}

#[test]
fn a_wrapper_steps_the_numbers_that_are_kept() {
    let mut model = numbers::<bf16>(&[300], 1, Layout::C);
    let mut exact = model.mapv(bf16::to_f32);
    let mut found = Held::new(Adam::new()).storage("param", Storage::Split16).build(&model).unwrap();
    let mut native = Held::new(Adam::new()).build(&exact).unwrap();
    for step in 0..3 {
        let grads = numbers::<f32>(&[300], 10 + step, Layout::C);
        found.step(&mut model, &grads).unwrap();
        native.step(&mut exact, &grads).unwrap();
        assert_eq!(bits(&found.full_weights(&model).unwrap()["param"]), bits(&exact));
    }
}

#[test]
fn weights_are_taken_in_full() {
    let (mut model, mut optimizer) = mixed::<Adam>(Storage::Split16);
    let weights = (numbers::<f32>(&[300, 3], 5, Layout::Fortran), numbers::<f32>(&[70], 6, Layout::C));
    optimizer.set_full_weights(&mut model, &weights).unwrap();
    let full = optimizer.full_weights(&model).unwrap();
    assert_eq!((bits(&full["0"]), bits(&full["1"])), (bits(&weights.0), bits(&weights.1)));
    assert_eq!(model.0, weights.0.mapv(nearest));
    let before = (bits(&model.0), rest(&optimizer));
    let wrong = (numbers::<f32>(&[300, 3], 5, Layout::C), numbers::<f32>(&[71], 6, Layout::C));
    assert!(matches!(optimizer.set_full_weights(&mut model, &wrong), Err(StepError::ParameterShape { .. })));
    assert_eq!((bits(&model.0), rest(&optimizer)), before);
}

/// The numbers of a probe and a step in full, as those of a model of four bytes.
#[test]
fn watched_numbers_count_the_bits() {
    let all = ["param_norm", "update_norm", "cosine"];
    let mut model = numbers::<bf16>(&[300], 1, Layout::C);
    let mut exact = model.mapv(bf16::to_f32);
    let small = || Sharp::new().lr(1e-4).watch(all);
    let mut found = small().storage("param", Storage::Split16).build(&model).unwrap();
    let mut native = small().build(&exact).unwrap();
    for step in 0..3 {
        let grads = numbers::<f32>(&[300], 10 + step, Layout::C);
        found.step_with(&mut model, |_| Ok::<_, StepError>(((), grads.clone()))).unwrap();
        native.step_with(&mut exact, |_| Ok::<_, StepError>(((), grads.clone()))).unwrap();
        let watched = |report: Option<&optim_core::StepReport>| report.unwrap().watched.clone().unwrap();
        assert_eq!(watched(found.last_report()), watched(native.last_report()));
    }
}

#[test]
fn memory_and_plans_count_the_bits() {
    for (storage, bytes) in [(Storage::Split8, 3), (Storage::Split16, 4)] {
        let model = ArrayD::from_elem(vec![512], bf16::ONE);
        let optimizer = Builder::<Adam>::new().storage("param", storage).build(&model).unwrap();
        assert_eq!(optimizer.plan("param").unwrap().bytes_per_element(4), f64::from(2 * bytes) + 2.0 + 16.0);
        assert_eq!(optimizer.state_bytes(), 512 * (8 + bytes as usize - 2));
        assert_eq!(optimizer.plan("param").unwrap().state_bytes(4), optimizer.state_bytes());
        assert_eq!(optimizer.plan("param").unwrap().eval_bytes(4), 512 * (2 + 2 + 4));
        let optimizer = Builder::<Sharp>::new().storage("param", storage).build(&model).unwrap();
        assert_eq!(optimizer.plan("param").unwrap().backup_bytes(4), optimizer.backup_bytes());
    }
}

#[test]
fn checkpoints_have_the_bits() {
    for storage in [Storage::Split8, Storage::Split16] {
        let (mut model, mut optimizer) = mixed::<Adam>(storage);
        let dict = optimizer.state_dict();
        let mut again = model.clone();
        let mut resumed = mixed::<Adam>(storage).1;
        resumed.step(&mut mixed::<Adam>(storage).0, &grads(9)).unwrap();
        resumed.load_state_dict(&dict, &LoadOptions::strict()).unwrap();
        for step in 3..6 {
            optimizer.step(&mut model, &grads(step)).unwrap();
            resumed.step(&mut again, &grads(step)).unwrap();
        }
        assert_eq!((bits(&model.0), rest(&optimizer)), (bits(&again.0), rest(&resumed)), "{storage}");
    }
}

#[test]
fn files_have_the_bits() {
    let folder = std::env::temp_dir().join(format!("optim-split-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for storage in [Storage::Split8, Storage::Split16] {
        let path = folder.join("run.ckpt");
        let (model, optimizer) = mixed::<Adam>(storage);
        optim_core::Checkpoint::new().params(&model).optimizer(&optimizer).save(&path).unwrap();
        let (mut other, mut resumed) = mixed::<Adam>(storage);
        resumed.step(&mut other, &grads(9)).unwrap();
        optim_core::CheckpointFile::open(&path).unwrap().load(&mut other, &mut resumed).unwrap();
        assert_eq!((bits(&model.0), rest(&optimizer)), (bits(&other.0), rest(&resumed)), "{storage}");
        // Weights in full for others to read.
        let path = folder.join("weights.safetensors");
        let full = optimizer.full_weights(&model).unwrap();
        optim_core::safetensors::save_params(&full, &path).unwrap();
        let mut read = (ArrayD::<f32>::zeros(vec![300, 3]), ArrayD::<f32>::zeros(vec![70]));
        optim_core::safetensors::SafetensorsFile::open(&path).unwrap().load_params(&mut read).unwrap();
        assert_eq!((bits(&read.0), bits(&read.1)), (bits(&full["0"]), bits(&full["1"])));
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn another_number_of_bits_is_loaded_if_that_is_asked_for() {
    let load = |from: &StateDict, to: Storage, options| {
        let (model, mut optimizer) = mixed::<Adam>(to);
        optimizer.load_state_dict(from, &options).map(|_| (optimizer, model))
    };
    let of = |storage| mixed::<Adam>(storage).1.state_dict();
    for (from, to) in [
        (Storage::Split8, Storage::Split16),
        (Storage::Split16, Storage::Split8),
        (Storage::Native, Storage::Split8),
        (Storage::Split16, Storage::Native),
    ] {
        let error = load(&of(from), to, LoadOptions::strict()).map(drop).unwrap_err().to_string();
        assert!(error.contains("param-rest"), "{from} to {to}: {error}");
        let (loaded, _) = load(&of(from), to, LoadOptions::strict().cast()).unwrap();
        if to == Storage::Native {
            assert!(loaded.state("0", "param-rest").is_err());
            continue;
        }
        let found = loaded.state("0", "param-rest").unwrap().into_owned();
        let zeros = ArrayD::<f32>::zeros(vec![300, 3]);
        let before = match from {
            Storage::Native => zeros,
            _ => mixed::<Adam>(from).1.state("0", "param-rest").unwrap().into_owned(),
        };
        let expected = match (from, to) {
            (Storage::Split8, _) => before.mapv(|x| 256.0 * x),
            _ => before.mapv(|x| (x / 256.0).round_ties_even().clamp(-128.0, 127.0)),
        };
        assert_eq!(found, expected, "{from} to {to}");
    }
}

#[test]
fn masked_elements_are_zero_with_all_their_bits() {
    let (mut model, mut optimizer) = mixed::<Adam>(Storage::Split8);
    let kept = ArrayD::from_shape_fn(vec![300, 3], |place| (place[0] + place[1]) % 3 != 0);
    optimizer.set_mask("0", &kept).unwrap();
    optimizer.step(&mut model, &grads(3)).unwrap();
    let full = optimizer.full_weights(&model).unwrap();
    for ((x, kept), code) in full["0"].iter().zip(&kept).zip(&model.0) {
        assert!(*kept || x.to_bits() == 0 && code.to_bits() == 0);
    }
    let rest = optimizer.state("0", "param-rest").unwrap();
    assert!(rest.iter().zip(&kept).all(|(rest, kept)| *kept || *rest == 0.0));
}

/// The lower bits are a part of the parameter, so they become zero together with its upper bits.
#[test]
fn a_mask_leaves_all_bits_of_the_parameter_until_it_is_applied() {
    let (mut model, mut optimizer) = mixed::<Adam>(Storage::Split8);
    let full = |optimizer: &Optimizer<f32>, model: &Mixed| optimizer.full_weights(model).unwrap()["0"].clone();
    let before = full(&optimizer, &model);
    let kept = ArrayD::from_shape_fn(vec![300, 3], |place| (place[0] + place[1]) % 3 != 0);
    let zeroed = |x: &ArrayD<f32>| x.iter().zip(&kept).all(|(x, kept)| *kept || x.to_bits() == 0);
    optimizer.set_mask("0", &kept).unwrap();
    assert!(zeroed(&optimizer.state("0", "exp_avg").unwrap().into_owned()));
    assert_eq!(bits(&full(&optimizer, &model)), bits(&before));

    // Also in a checkpoint, and after another state was written.
    let mut loaded = mixed::<Adam>(Storage::Split8).1;
    loaded.load_state_dict(&optimizer.state_dict(), &LoadOptions::strict()).unwrap();
    loaded.visit_state_mut(|_, _, _| {});
    assert_eq!(bits(&full(&loaded, &model)), bits(&before));

    loaded.apply_masks(&mut model).unwrap();
    let expected = ndarray::Zip::from(&before).and(&kept).map_collect(|x, kept| if *kept { *x } else { 0.0 });
    assert_eq!(bits(&full(&loaded, &model)), bits(&expected));
    loaded.step(&mut model, &grads(3)).unwrap();
    assert!(zeroed(&full(&loaded, &model)));
    assert!(zeroed(&loaded.state("0", "param-rest").unwrap().into_owned()));
}

#[test]
fn evaluation_leaves_the_bits_alone() {
    let (mut model, optimizer) = mixed::<Adam>(Storage::Split8);
    let before = (bits(&model.0), rest(&optimizer));
    let weights = optimizer.eval_weights(&model).unwrap();
    assert_ne!(bits(&weights.0), before.0);
    optimizer.with_eval(&mut model, |model| assert_eq!(bits(&model.0), bits(&weights.0))).unwrap();
    assert_eq!((bits(&model.0), rest(&optimizer)), before);
}

#[test]
fn a_probe_that_fails_leaves_the_bits_as_they_were() {
    let mut model = (numbers::<bf16>(&[300, 3], 1, Layout::C), numbers::<f32>(&[70], 2, Layout::C));
    let mut optimizer = split::<Sharp>(Storage::Split16).build(&model).unwrap();
    optimizer.step_with(&mut model, |_| Ok::<_, StepError>(((), grads(0)))).unwrap();
    let before = (bits(&model.0), rest(&optimizer));
    let mut calls = 0;
    let failed = optimizer.step_with(&mut model, |probed| {
        calls += 1;
        if calls == 1 {
            return Ok(((), grads(1)));
        }
        assert_ne!(bits(&probed.0), before.0);
        Err(StepError::UnknownGradient { param: String::new(), nearest: None })
    });
    assert!(failed.is_err() && calls == 2);
    assert_eq!((bits(&model.0), rest(&optimizer)), before);
    // A step that succeeds is one of the numbers in full, which are where they were before the probe.
    let full = |model: &Mixed, optimizer: &Optimizer<f32>| optimizer.full_weights(model).unwrap()["0"].clone();
    let mut exact = (full(&model, &optimizer), model.1.clone());
    let mut native = Builder::<Sharp>::new().build(&exact).unwrap();
    optimizer.step_with(&mut model, |_| Ok::<_, StepError>(((), grads(2)))).unwrap();
    native.step_with(&mut exact, |_| Ok::<_, StepError>(((), grads(2)))).unwrap();
    assert_eq!(bits(&full(&model, &optimizer)), bits(&exact.0));
}

/// Weights that somebody else writes are taken as they are, or nearly.
#[test]
fn parameters_that_are_replaced_are_read_as_they_are() {
    let (mut model, mut optimizer) = mixed::<Adam>(Storage::Split8);
    optimizer.set("lr", 0.0).unwrap();
    let others = [0.0, -0.0, 1.0, -1.0, 1e-39, f32::MIN_POSITIVE, 3.3e38, f32::INFINITY].map(bf16::from_f32);
    model.0.iter_mut().zip(others.iter().cycle()).for_each(|(to, from)| *to = *from);
    let written = model.0.clone();
    optimizer.step(&mut model, &grads(3)).unwrap();
    for (found, written) in model.0.iter().zip(&written) {
        let (found, written) = (found.to_f32(), written.to_f32());
        assert!(found == written || (found - written).abs() <= written.abs() / 128.0, "{found} for {written}");
    }
}

/// A parameter of another type than at `build` cannot be one with its lower bits.
#[test]
fn a_change_of_the_element_type_is_refused() {
    let (model, mut optimizer) = mixed::<Adam>(Storage::Split8);
    let before = (rest(&optimizer), optimizer.steps());
    let wide = model.0.mapv(bf16::to_f32);
    let mut halves = (wide.mapv(f16::from_f32), model.1.clone());
    let mut wide = (wide, model.1.clone());
    let message =
        |found: &str| format!("parameter `0` has elements of {found}, it had bf16 when the optimizer was built");
    assert_eq!(optimizer.step(&mut halves, &grads(3)).unwrap_err().to_string(), message("f16"));
    assert_eq!(optimizer.step(&mut wide, &grads(3)).unwrap_err().to_string(), message("f32"));
    assert_eq!(optimizer.full_weights(&halves).unwrap_err().to_string(), message("f16"));
    assert!(optimizer.set_full_weights(&mut halves, &wide).is_err());
    assert_eq!((rest(&optimizer), optimizer.steps()), before);
}

#[test]
fn what_cannot_be_split_is_refused() {
    let shapes = optim_core::Shapes::<f32>::new([("w", vec![3])]);
    let error = Builder::<Adam>::new().storage("param", Storage::Split8).build(&shapes).unwrap_err().to_string();
    assert_eq!(
        error,
        "parameter `w` has elements of f32, and only elements of bf16 can be stored as split8\nhelp: choose this storage in a group of parameters with elements of bf16"
    );
    let error =
        Builder::<Adam>::new().storage("parm", Storage::Split8).build(&array![bf16::ONE]).unwrap_err().to_string();
    assert!(error.contains("did you mean `param`?"), "{error}");
    let build = |state: &str| Builder::<Adam>::new().storage(state, Storage::Split8).build(&array![1.0_f32]).map(drop);
    assert_eq!(
        build("param").unwrap_err().to_string(),
        "parameter `param` has elements of f32, and only elements of bf16 can be stored as split8\nhelp: choose this storage in a group of parameters with elements of bf16"
    );
    assert_eq!(
        build("exp_avg").unwrap_err().to_string(),
        "state `exp_avg` can't be stored as split8, which is for parameters of bf16\nhelp: write `.storage(\"param\", …)`, or \
         choose another storage"
    );
}
