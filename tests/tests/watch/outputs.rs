//! Outputs that optimizers declare.

use ndarray::ArrayD;
use optim_std::author::*;
use optim_std::contrib::*;
use optim_std::prelude::*;
use optim_std::testing::check;
use optim_std::{Optimizer, Threads};

use super::{Model, array};

/// Outputs of all kinds: norms before and after a barrier, settings, under conditions, in a helper.
#[optimizer(
    state <exp_avg = 0.0, steps: global = 0.0>,
    output <
        update_rms: scalar,
        ratio: scalar if param.ndim() >= 2,
        total: global,
        due: scalar,
        rate: scalar if self.tell,
    >,
)]
#[derive(Debug, Clone, PartialEq)]
struct Reporting {
    /// Learning rate.
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    lr: f64,
    /// Weight of the old average.
    #[hyper(default = 0.9, range = 0.0..1.0)]
    beta: f64,
    /// Reports the rate.
    #[hyper(default = false)]
    tell: bool,
}

#[optimizer]
impl Reporting {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, output: &mut Output<Self>) {
        state.exp_avg = self.beta * state.exp_avg + (1.0 - self.beta) * grad;
        state.steps += 1.0;
        let update = state.exp_avg / (state.exp_avg.norm() + 1e-8);
        *param -= self.lr * update;
        output.total = grad.global_sum() + state.steps;
        self.tell(*param, update, output);
        if every(2) {
            output.due = (update - grad).amax();
        }
    }

    fn tell(&self, param: Tensor, update: Tensor, output: &mut Output<Self>) {
        output.update_rms = scalar(0.0);
        let rms = update.rms();
        output.update_rms = rms;
        if param.ndim() >= 2 {
            output.ratio = update.norm() / param.norm();
        }
        if self.tell {
            output.rate = self.lr;
        }
    }
}

#[test]
fn kernels_report_what_graphs_do() {
    check::<Reporting>();
}

/// The same step without outputs, and with outputs that need a barrier, a timed condition, a draw and numbers of the whole model.
macro_rules! twice {
    ($Plain:ident, $Telling:ident) => {
        #[optimizer(state <exp_avg = 0.0, exp_avg_sq = 0.0>)]
        #[derive(Debug, Clone, PartialEq)]
        struct $Plain {
            #[hyper(default = 0.1, scheduled, range = 0.0..)]
            lr: f64,
        }

        #[optimizer]
        impl $Plain {
            fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
                let before = *param;
                state.exp_avg = state.exp_avg.lerp(grad, 0.1);
                state.exp_avg_sq = state.exp_avg_sq.lerp(grad.square(), 0.01);
                let noise = normal_like(*param);
                let update = state.exp_avg / (state.exp_avg_sq.sqrt() + 1e-8) + 1e-3 * noise;
                *param = before - self.lr * update;
            }
        }

        #[optimizer(
                            state <exp_avg = 0.0, exp_avg_sq = 0.0>,
                            output <share: scalar, spread: scalar, largest: scalar, joint: global, drawn: scalar>,
                        )]
        #[derive(Debug, Clone, PartialEq)]
        struct $Telling {
            #[hyper(default = 0.1, scheduled, range = 0.0..)]
            lr: f64,
        }

        #[optimizer]
        impl $Telling {
            fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, output: &mut Output<Self>) {
                let before = *param;
                let old = state.exp_avg;
                let due = every(3);
                state.exp_avg = state.exp_avg.lerp(grad, 0.1);
                state.exp_avg_sq = state.exp_avg_sq.lerp(grad.square(), 0.01);
                let noise = normal_like(*param);
                let update = state.exp_avg / (state.exp_avg_sq.sqrt() + 1e-8) + 1e-3 * noise;
                *param = before - self.lr * update;
                output.share = (old - state.exp_avg).norm() / old.norm();
                let centered = before - before.mean();
                output.spread = centered.rms();
                if due {
                    output.largest = (centered / centered.abs().amax()).row_sum().amax();
                }
                output.joint = grad.global_norm();
                output.drawn = uniform_like(*param).mean();
            }
        }
    };
}
twice!(Plain, Telling);

fn small() -> Model<f32> {
    let shapes: [(&str, &[usize]); 4] = [("a", &[7, 5]), ("b", &[5]), ("c", &[2, 3, 4]), ("d", &[])];
    shapes.iter().enumerate().map(|(place, (name, shape))| ((*name).to_owned(), array(shape, place))).collect()
}

fn grads(step: usize) -> Model<f32> {
    small().into_iter().enumerate().map(|(n, (name, x))| (name, array(x.shape(), 100 * step + n))).collect()
}

/// If nothing is watched, a step is the same as without outputs. If outputs are watched, parameters and states have the same bits.
#[test]
fn nothing_is_done_for_outputs_that_nobody_watches() {
    let start = small();
    let mut plain = Plain::new().seed(3).build(&start).unwrap();
    let mut telling = Telling::new().seed(3).build(&start).unwrap();
    for param in start.keys() {
        let plans = [plain.plan(param).unwrap(), telling.plan(param).unwrap()];
        let shown = plans.map(|plan| plan.to_string().replace("Telling", "Plain"));
        assert_eq!(shown[0], shown[1]);
    }
    assert!(!telling.is_of_whole_model());
    let (mut a, mut b) = (start.clone(), start.clone());
    for step in 0..10 {
        match step {
            3 => telling.watch(["share", "drawn", "joint"]).unwrap(),
            6 => telling.watch(["share", "largest", "cosine"]).unwrap(),
            8 => telling.watch([]).unwrap(),
            _ => {}
        }
        let grads = grads(step);
        plain.step(&mut a, &grads).unwrap();
        let watched = telling.step(&mut b, &grads).unwrap().watched;
        assert_eq!(watched.is_some(), (3..8).contains(&step));
        assert_eq!(a, b, "step {step}");
        if let Some(watched) = watched {
            // Steps 3, 6 and 9 of each parameter; `step` counts from 0.
            let is_due = (step + 1) % 3 == 0;
            assert_eq!(watched.param("a", "largest").is_some(), step >= 6 && is_due, "step {step}");
            let norm = grads.values().flatten().map(|x| f64::from(*x) * f64::from(*x)).sum::<f64>().sqrt();
            assert_eq!(watched.model("joint").is_some(), step < 6);
            assert!(watched.model("joint").is_none_or(|found| (found - norm).abs() < 1e-6 * norm));
            assert_eq!(watched.param("a", "joint"), None, "one for all");
            assert!(watched.param("a", "share").is_some_and(f64::is_finite));
        }
    }
    for (param, state) in start.keys().flat_map(|param| [(param, "exp_avg"), (param, "exp_avg_sq")]) {
        assert_eq!(plain.state(param, state).unwrap(), telling.state(param, state).unwrap(), "{param} {state}");
    }
}

#[test]
fn kernels_report_what_graphs_do_in_steps_with_several_passes() {
    check::<Telling>();
    check::<Plain>();
}

/// Many small parameters in blocks, on several threads, report the same numbers as each parameter alone.
#[test]
fn small_parameters_report_their_own_numbers() {
    let shape = |n: usize| if n.is_multiple_of(3) { vec![4, 3] } else { vec![n % 5 + 1] };
    let start: Model<f32> = (0..150).map(|n| (format!("{n:03}"), array(&shape(n), n))).collect();
    let grads: Model<f32> = (0..150).map(|n| (format!("{n:03}"), array(&shape(n), 1000 + n))).collect();
    let builder = StableAdamW::new().watch(["update_rms", "update_norm"]);
    let mut opt = builder.clone().threads(Threads::N(2)).build(&start).unwrap();
    let mut model = start.clone();
    let watched = opt.step(&mut model, &grads).unwrap().watched.unwrap();
    for (name, x) in &start {
        let mut alone = Model::from([(name.clone(), x.clone())]);
        let mut opt = builder.clone().build(&alone).unwrap();
        let own = Model::from([(name.clone(), grads[name].clone())]);
        let expected = opt.step(&mut alone, &own).unwrap().watched.unwrap();
        for number in ["update_rms", "update_norm"] {
            assert_eq!(watched.param(name, number), expected.param(name, number), "{name} {number}");
        }
        assert_eq!(alone[name], model[name]);
    }
    assert_eq!(watched.of_model().map(|(name, _)| name).collect::<Vec<_>>(), ["update_norm"]);
    assert_eq!(watched.of_params().count(), 300);
}

fn close(found: Option<f64>, expected: f64) {
    let found = found.expect("a number");
    assert!((found - expected).abs() <= 1e-6 * expected.abs(), "{found} {expected}");
}

fn norm<'x>(numbers: impl IntoIterator<Item = &'x f64>) -> f64 {
    numbers.into_iter().map(|x| x * x).sum::<f64>().sqrt()
}

#[test]
fn stock_optimizers_report_what_their_papers_name() {
    let x = array::<f64>(&[4, 3], 1);
    let grad = array::<f64>(&[4, 3], 2);
    let start = Model::from([("w".to_owned(), x.clone()), ("b".to_owned(), array(&[3], 5))]);
    let grads = Model::from([("w".to_owned(), grad.clone()), ("b".to_owned(), array(&[3], 6))]);

    // In the first step, the average of squares is the square.
    let mut opt = StableAdamW::new().watch(["update_rms"]).build(&start).unwrap();
    let watched = opt.step(&mut start.clone(), &grads).unwrap().watched.unwrap();
    close(watched.param("w", "update_rms"), 1.0);
    close(watched.param("b", "update_rms"), 1.0);

    let mut opt = LARS::new().weight_decay(0.1).watch(["trust_ratio"]).build(&start).unwrap();
    let watched = opt.step(&mut start.clone(), &grads).unwrap().watched.unwrap();
    close(watched.param("w", "trust_ratio"), 1e-3 * norm(&x) / (norm(&grad) + 0.1 * norm(&x)));
    assert_eq!((watched.param("b", "trust_ratio"), watched.model("trust_ratio")), (None, None));

    // The first step has no estimate. In the second step, there is only one estimate.
    let mut opt = Prodigy::new().watch(["d_hat"]).build(&start).unwrap();
    let mut model = start.clone();
    let watched = opt.step(&mut model, &grads).unwrap().watched.unwrap();
    assert_eq!((watched.model("d_hat"), watched.param("w", "d_hat")), (Some(0.0), None));
    for _ in 0..20 {
        let watched = opt.step(&mut model, &grads).unwrap().watched.unwrap();
        let d_hat = watched.model("d_hat").unwrap();
        assert!(d_hat > 0.0 && d_hat <= opt.global("d_max").unwrap());
        assert_eq!(opt.global("d_max").unwrap().max(d_hat), opt.global("d").unwrap());
    }

    let start = Model::from([("q".to_owned(), x)]);
    let mut opt = MuonClip::new().qk_clip(QkClip::Query).watch(["qk_scale"]).build(&start).unwrap();
    let logits = ArrayD::from_shape_vec(vec![4], vec![50.0, 400.0, 125.0, 1.0]).unwrap();
    let inputs = Inputs::new().tensors("max_logits", Model::from([("q".to_owned(), logits)]));
    let grads = Model::from([("q".to_owned(), grad)]);
    let report = opt.with_inputs(&inputs).step(&mut start.clone(), &grads).unwrap();
    close(report.watched.unwrap().param("q", "qk_scale"), 0.25);
    let error = MuonClip::new().watch(["qk_scale"]).build(&start).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`qk_scale` is reported only if `self.qk_clip != QkClip::Off`, which holds for no parameter"
    );
}

#[test]
fn outputs_of_an_optimizer_in_a_wrapper_begin_with_its_field() {
    let start = small();
    let mut opt = Lookahead::new(StableAdamW::new()).build(&start).unwrap();
    assert_eq!(opt.watchable().last().map(String::as_str), Some("inner.update_rms"));
    let error = opt.watch(["update_rms"]).unwrap_err();
    let text = "no number `update_rms` can be watched\nhelp: did you mean `inner.update_rms`?";
    assert_eq!(error.to_string(), text);
    opt.watch(["inner.update_rms", "cosine"]).unwrap();
    let mut plain = StableAdamW::new().watch(["update_rms"]).build(&start).unwrap();
    let (mut a, mut b) = (start.clone(), start);
    for step in 0..4 {
        let wrapped = opt.step(&mut a, &grads(step)).unwrap().watched.unwrap();
        let plain = plain.step(&mut b, &grads(step)).unwrap().watched.unwrap();
        for param in ["a", "b", "c", "d"] {
            assert_eq!(wrapped.param(param, "inner.update_rms"), plain.param(param, "update_rms"));
        }
    }
    // The inner optimizer runs in every second step.
    let mut opt = Accumulate::new(StableAdamW::new()).k(2).watch(["inner.update_rms"]).build(&a).unwrap();
    let reports = [0, 1, 2, 3].map(|step| opt.step(&mut a, &grads(step)).unwrap().watched.unwrap());
    assert_eq!(reports.map(|watched| watched.param("a", "inner.update_rms").is_some()), [false, true, false, true]);
}

#[test]
fn outputs_of_a_partition_begin_with_the_rule() {
    let start = small();
    let partition = |watch: &[&str]| {
        Partition::new()
            .rule("wide", |p| p.ndim() >= 2, LARS::new())
            .rule("line", |p| p.ndim() == 1, StableAdamW::new())
            .rest("rest", StableAdamW::new())
            .watch(watch.iter().copied())
            .build(&start)
    };
    let text = |watch: &[&str]| partition(watch).unwrap_err().to_string();
    assert_eq!(
        text(&["trust_ratio"]),
        "no number `trust_ratio` can be watched\nhelp: did you mean `wide.trust_ratio`?"
    );
    assert_eq!(
        text(&["update_rms"]),
        "no number `update_rms` can be watched\nhelp: there are `line.update_rms`, `rest.update_rms`"
    );
    let mut opt = partition(&["wide.trust_ratio", "line.update_rms", "param_norm"]).unwrap();
    assert_eq!(opt.watching().collect::<Vec<_>>(), ["wide.trust_ratio", "line.update_rms", "param_norm"]);
    let watched = opt.step(&mut start.clone(), &grads(0)).unwrap().watched.unwrap();
    let has = |param: &str| ["wide.trust_ratio", "line.update_rms"].map(|name| watched.param(param, name).is_some());
    assert_eq!(["a", "b", "c", "d"].map(has), [[true, false], [false, true], [true, false], [false, false]]);
    assert_eq!(watched.of_params().count(), 3 + 4);
}

#[test]
fn plans_show_outputs_that_are_watched() {
    let mut opt = LARS::new().build(&small()).unwrap();
    let reductions =
        |opt: &Optimizer<f32>| opt.plan("a").unwrap().passes.iter().map(|pass| pass.reductions).sum::<usize>();
    let before = reductions(&opt);
    opt.watch(["trust_ratio"]).unwrap();
    // The step computes the norms in it anyway.
    assert_eq!(reductions(&opt), before);
    let mut opt = Telling::new().build(&small()).unwrap();
    assert_eq!(reductions(&opt), 0);
    opt.watch(["spread"]).unwrap();
    assert!(reductions(&opt) > 0 && opt.plan("a").unwrap().programs.len() == 2);
    opt.watch(["cosine"]).unwrap();
    assert_eq!((reductions(&opt), opt.plan("a").unwrap().programs.len()), (4, 1));
}

/// A copy keeps the watched names. Masks, missing gradients and skipped steps do not change them.
#[test]
fn only_parameters_with_a_gradient_report() {
    let start = small();
    let mut opt = StableAdamW::new().watch(["update_rms"]).build(&start).unwrap();
    let mut some = grads(0);
    some.remove("b");
    let watched = opt.clone().step(&mut start.clone(), &some).unwrap().watched.unwrap();
    assert_eq!(watched.of_params().map(|(param, ..)| param).collect::<Vec<_>>(), ["a", "c", "d"]);
    let watched = opt.step(&mut start.clone(), &Model::<f32>::new()).unwrap().watched.unwrap();
    assert_eq!((watched.of_params().count(), watched.of_model().count()), (0, 0));
}

/// The largest number of programs of a step, and outputs at other times.
#[optimizer(state <a = 0.0, b = 0.0, c = 0.0>, output <one: scalar, two: scalar>)]
#[derive(Debug, Clone)]
struct Eight {
    #[hyper(default = 0.1, scheduled)]
    lr: f64,
}

#[optimizer]
impl Eight {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, output: &mut Output<Self>) {
        if every(2) {
            state.a = grad;
        }
        if every(3) {
            state.b = grad;
        }
        if every(5) {
            state.c = grad;
        }
        *param -= self.lr * (grad + state.a + state.b + state.c);
        let due = every(7);
        if due {
            let norm = grad.norm();
            if every(2) {
                output.one = norm;
            }
        }
        if every(11) {
            output.two = (*param).norm();
        }
    }
}

#[test]
fn outputs_make_no_programs() {
    let start = Model::from([("a".to_owned(), array::<f32>(&[6], 1))]);
    let mut opt = Eight::new().build(&start).unwrap();
    assert_eq!(opt.plan("a").unwrap().programs.len(), 8);
    opt.watch(["one", "two"]).unwrap();
    assert_eq!(opt.plan("a").unwrap().programs.len(), 8);
    let mut model = start;
    for step in 1..30 {
        let watched =
            opt.step(&mut model, &Model::from([("a".to_owned(), array::<f32>(&[6], step))])).unwrap().watched.unwrap();
        assert_eq!(watched.param("a", "one").is_some(), step.is_multiple_of(14), "step {step}");
        assert_eq!(watched.param("a", "two").is_some(), step.is_multiple_of(11), "step {step}");
    }
}

/// An output that needs the old parameter when norms are known. It must not read the state again, which is stored without subnormal numbers.
#[optimizer(state <average = 0.0, other = 0.0>, output <spread: scalar, gap: scalar>)]
#[derive(Debug, Clone)]
struct Tiny {
    #[hyper(default = 1e30, scheduled)]
    lr: f64,
}

#[optimizer]
impl Tiny {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, output: &mut Output<Self>) {
        let (before, old) = (*param, state.average);
        state.average = 0.5 * state.average + 0.5 * grad;
        state.other = 0.5 * state.other + 0.25 * state.average;
        *param -= self.lr * (state.average + state.other);
        let norm = state.average.norm();
        output.spread = (before - before.mean()).rms() / norm;
        output.gap = ((old - before) / (norm + 1.0)).amax();
    }
}

#[test]
fn watching_changes_no_bit_where_numbers_are_subnormal() {
    let start = Model::from([("a".to_owned(), array::<f32>(&[7, 3], 1))]);
    let tiny = |step: usize| Model::from([("a".to_owned(), array::<f32>(&[7, 3], step).mapv(|x| x * 1e-38))]);
    let mut plain = Tiny::new().build(&start).unwrap();
    let mut watched = Tiny::new().watch(["spread", "gap"]).build(&start).unwrap();
    let (mut a, mut b) = (start.clone(), start.clone());
    for step in 0..5 {
        plain.step(&mut a, &tiny(step)).unwrap();
        assert!(watched.step(&mut b, &tiny(step)).unwrap().watched.is_some());
        assert_eq!(a, b, "step {step}");
        for state in ["average", "other"] {
            assert_eq!(plain.state("a", state).unwrap(), watched.state("a", state).unwrap());
        }
    }
    assert_ne!(a, start);
}

/// An output in a loop with separate passes, which read the parameter after the step has written it.
#[optimizer(state <steps: scalar = 0.0>, output <alignment: global>)]
#[derive(Debug, Clone)]
struct Repeated {
    /// Learning rate.
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    lr: f64,
}

#[optimizer]
impl Repeated {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, output: &mut Output<Self>) {
        state.steps += 1.0;
        let mut alignment = grad.row_amax();
        for _ in 0..2 {
            alignment = 0.5 * alignment + (*param).row_dot(grad).tanh();
        }
        output.alignment = alignment.global_mean();
        *param -= self.lr * grad;
    }
}

#[test]
fn loops_for_outputs_read_the_old_parameter() {
    check::<Repeated>();
}
