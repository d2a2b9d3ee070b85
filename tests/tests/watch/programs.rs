//! Watched numbers of wrappers and partitions, and of steps that write a parameter several times or not at all.

use optim_std::{AnyBuilder, Partition, registry};

use super::*;

/// Moves only in every second step, and keeps the gradients in between.
#[optimizer(state <sum = 0.0>)]
#[derive(Debug, Clone)]
struct EverySecond {
    #[hyper(default = 0.5, range = 0.0..)]
    lr: f64,
}

#[optimizer]
impl EverySecond {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.sum += grad;
        if every(2) {
            *param -= self.lr * state.sum;
        }
    }
}

fn model<T: Float>(seed: usize) -> Model<T> {
    let shapes = [&[7][..], &[7], &[6, 5], &[70, 9], &[7], &[0, 3], &[6, 5]];
    let arrays = shapes.iter().enumerate().map(|(place, shape)| {
        let array = array(shape, 100 * seed + place);
        (format!("{place}"), if place == 2 { turned(&array) } else { array })
    });
    arrays.collect()
}

/// Steps of an optimizer, compared with the models before and after.
fn agree<T: Float>(opt: &mut Optimizer<T>, what: &str) {
    opt.watch(ALL).unwrap();
    let mut after = model::<T>(0);
    for step in 1..=4 {
        let (before, grads) = (after.clone(), model(step));
        let watched = watched_step(opt, &mut after, &grads).unwrap();
        compare(&watched, &before, &after, &grads, 1.0, what);
    }
}

#[test]
fn steps_that_do_not_write_the_parameter() {
    agree(&mut EverySecond::new().build(&model::<f32>(0)).unwrap(), "second");
    agree(&mut EverySecond::new().build(&model::<f64>(0)).unwrap(), "second");
}

/// The wrapper writes the parameter after the inner optimizer, in chunks and on threads.
#[test]
fn a_large_parameter_that_two_passes_write() {
    let shape = [3, 60_000];
    let one = |seed| Model::from([("a".to_owned(), array::<f32>(&shape, seed))]);
    let (mut after, grads) = (one(1), one(2));
    let mut opt = inside(&["Lookahead", "AdamW"]).watch(ALL).build(&after).unwrap();
    for _ in 0..7 {
        let before = after.clone();
        let watched = watched_step(&mut opt, &mut after, &grads).unwrap();
        compare(&watched, &before, &after, &grads, 1.0, "large");
    }
}

fn inside(names: &[&str]) -> AnyBuilder {
    let builder = |name: &&str| registry().optimizer(name).unwrap().builder();
    let (inner, wrappers) = names.split_last().unwrap();
    let inner = builder(inner).set("lr", 0.1).unwrap();
    wrappers.iter().rev().fold(inner, |inner, name| builder(name).inner(inner).unwrap())
}

/// The numbers cover both together.
#[test]
fn wrappers() {
    let all = [
        "Accumulate",
        "AGC",
        "Cautious",
        "Ema",
        "GradientCentralization",
        "Grokfast",
        "Lookahead",
        "MARS",
        "MasterWeights",
    ];
    let more = ["ReduceOnPlateau", "SAM", "SWA", "ScheduleFree"];
    let known =
        |name: &&&str| registry().optimizer(name).is_ok_and(|entry| entry.builder().inner(inside(&["AdamW"])).is_ok());
    let wrappers: Vec<&str> = all.iter().chain(&more).filter(known).copied().collect();
    assert!(wrappers.len() >= 8, "{wrappers:?}");
    for wrapper in wrappers {
        for inner in ["AdamW", "Lamb", "Prodigy"] {
            let builder = inside(&[wrapper, inner]);
            agree(&mut builder.build(&model::<f32>(0)).unwrap(), &format!("{wrapper} around {inner}"));
            agree(&mut builder.build(&model::<f64>(0)).unwrap(), &format!("{wrapper} around {inner}"));
        }
    }
    agree(&mut inside(&["Lookahead", "Cautious", "Lamb"]).build(&model::<f32>(0)).unwrap(), "three");
}

#[test]
fn partitions() {
    let partition = Partition::new()
        .rule("hidden", |p| p.ndim() == 2, inside(&["Muon"]))
        .rest("rest", inside(&["Prodigy"]))
        .clip_norm(0.5);
    agree(&mut partition.build(&model::<f32>(0)).unwrap(), "Muon and Prodigy");
    let partition =
        Partition::new().rule("hidden", |p| p.ndim() == 2, inside(&["SAM", "AdamW"])).rest("rest", inside(&["AdamW"]));
    agree(&mut partition.build(&model::<f64>(0)).unwrap(), "SAM and AdamW");
}

/// Masked elements count as 0 before the step, for any content of the model.
#[test]
fn masks() {
    let grads = Model::from([("a".to_owned(), ArrayD::from_elem(vec![2], 1.0_f64))]);
    let mask = ArrayD::from_shape_vec(vec![2], vec![true, false]).unwrap();
    for names in [&["AdamW"][..], &["SAM", "AdamW"], &["Lookahead", "AdamW"]] {
        let mut model = Model::from([("a".to_owned(), ArrayD::from_shape_vec(vec![2], vec![3.0, 4.0]).unwrap())]);
        let mut opt = inside(names).watch(["param_norm", "update_norm"]).build(&model).unwrap();
        opt.set_mask("a", &mask).unwrap();
        let watched = watched_step(&mut opt, &mut model, &grads).unwrap();
        assert_eq!(watched.model("param_norm"), Some(3.0), "{names:?}");
        let change = (model["a"][0] - 3.0).abs();
        let found = watched.model("update_norm").unwrap();
        assert!((found - change).abs() < 1e-12 && change > 0.0, "{names:?}: {found}, not {change}");
    }
}

/// The optimizer sees a parameter in another shape. A matrix has another memory order.
#[test]
fn views() {
    let is_matrix = |p: &optim_std::ParamInfo<'_>| p.name() == "3" || p.name() == "2";
    let halves = |p: &optim_std::ParamInfo<'_>| [2, p.dim(0) / 2, p.dim(1)];
    let partition = Partition::new()
        .rule("hidden", |p| p.ndim() == 2, Muon::new().lr(0.1).view("halves", is_matrix, halves))
        .rest("rest", inside(&["AdamW"]));
    agree(&mut partition.build(&model::<f32>(0)).unwrap(), "Muon of halves");
    agree(&mut Lamb::new().view("halves", is_matrix, halves).build(&model::<f64>(0)).unwrap(), "Lamb of halves");
}

/// If the passes are elementwise, watching adds no pass and no stream.
#[test]
fn plans_show_what_is_watched() {
    let start = Model::from([("a".to_owned(), array::<f32>(&[40, 30], 1))]);
    let streams = |opt: &Optimizer<f32>| {
        let plan = opt.plan("a").unwrap();
        let of = |pass: &optim_std::plan::StepPass| (pass.reads.len(), pass.writes.len(), pass.reductions);
        plan.passes.iter().map(of).collect::<Vec<_>>()
    };
    let mut opt = AdamW::new().build(&start).unwrap();
    assert_eq!(streams(&opt), [(4, 3, 0)]);
    opt.watch(["update_norm", "cosine"]).unwrap();
    assert_eq!(streams(&opt), [(4, 3, 4)]);
    opt.watch([]).unwrap();
    assert_eq!(streams(&opt), [(4, 3, 0)]);
    // The gradient becomes one more stream of LAMB's second pass.
    let mut opt = Lamb::new().build(&start).unwrap();
    let before = streams(&opt);
    opt.watch(["grad_norm"]).unwrap();
    let after = streams(&opt);
    assert_eq!((after[0], after[1].0, after[1].2), (before[0], before[1].0 + 1, before[1].2 + 1));
    // In some steps, the wrapper writes the parameter after the inner optimizer. This adds a copy before it, and a pass that compares.
    let mut opt = inside(&["Lookahead", "AdamW"]).build(&start).unwrap();
    assert_eq!(streams(&opt), [(4, 3, 0), (2, 2, 0)]);
    opt.watch(["update_norm"]).unwrap();
    assert_eq!(streams(&opt), [(4, 3, 2), (1, 1, 0), (4, 3, 0), (2, 2, 0), (2, 0, 2)]);
    opt.watch(["grad_norm"]).unwrap();
    assert_eq!(streams(&opt), [(4, 3, 1), (4, 3, 0), (2, 2, 0), (1, 0, 1)]);
}
