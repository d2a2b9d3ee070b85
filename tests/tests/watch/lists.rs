//! Outputs that are lists.

use optim_std::author::*;
use optim_std::contrib::*;
use optim_std::prelude::*;
use optim_std::testing::check;
use optim_std::{HyperError, Watched};

use super::{Model, array};

/// Lists of all kinds: assigned in a loop, with literals, in a helper, under conditions, and with a setting that is a list.
#[optimizer(
    state <momenta: [tensor; self.k] = 0.0, steps: global = 0.0>,
    output <
        sizes: [scalar; self.k],
        pair: [scalar; 2],
        weighted: [scalar; self.weights.len()],
        axes: [scalar; param.ndim()] if param.ndim() > 0,
        told: [scalar; self.k] if self.log,
        totals: [global; self.shared],
        whole: scalar,
    >,
)]
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Listing {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    lr: f64,
    #[hyper(default = 3, range = 1..6)]
    k: usize,
    #[hyper(default = 2, range = 1..4, shared)]
    shared: usize,
    #[hyper(default = false)]
    log: bool,
    #[hyper(default = [0.5, 0.25], range = 0.0..=1.0)]
    weights: Vec<f64>,
}

#[optimizer]
impl Listing {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, output: &mut Output<Self>) {
        state.steps += 1.0;
        let mut sum = full(0.0);
        for i in 0..self.k {
            let beta = 1.0 - 0.5f64.powi(i as i32);
            state.momenta[i] = beta * state.momenta[i] + grad;
            output.sizes[i] = state.momenta[i].norm();
            sum += state.momenta[i];
        }
        output.pair[1] = sum.amax();
        output.pair[0] = scalar(0.0);
        output.pair[0] = sum.amin();
        for i in 0..self.weights.len() {
            output.weighted[i] = self.weights[i] * grad.rms();
        }
        if param.ndim() > 0 {
            for axis in (0..param.ndim()).rev() {
                output.axes[axis] = scalar(param.dim(axis) as f64);
            }
        }
        self.tell(*param, grad, output);
        let total = grad.global_sum();
        for i in 0..self.shared {
            output.totals[i] = total + i as f64;
        }
        *param -= self.lr / self.k as f64 * sum;
        output.whole = (*param).norm();
    }

    fn tell(&self, param: Tensor, grad: Tensor, output: &mut Output<Self>) {
        if self.log {
            let mut x = param;
            for i in 0..self.k {
                x = x / (1.0 + x.norm());
                output.told[self.k - 1 - i] = x.dot(grad);
            }
        }
    }
}

#[test]
fn kernels_report_what_graphs_do() {
    check::<Listing>();
}

fn start() -> Model<f32> {
    Model::from([("a".to_owned(), array(&[3, 4], 1)), ("b".to_owned(), array(&[5], 2))])
}

fn grads(step: usize) -> Model<f32> {
    start().into_iter().enumerate().map(|(n, (name, x))| (name, array(x.shape(), 100 * step + n))).collect()
}

fn named(watched: &Watched, param: &str) -> Vec<String> {
    watched.of_params().filter(|(of, ..)| *of == param).map(|(_, name, _)| name.to_owned()).collect()
}

#[test]
fn the_name_of_a_list_stands_for_all_of_its_items() {
    let mut model = start();
    let mut opt = Listing::new().k(2).group("b", |p| p.name() == "b", |h| h.k(4)).build(&model).unwrap();
    assert!(opt.watchable().ends_with(&["sizes", "pair", "weighted", "axes", "totals", "whole"].map(str::to_owned)));
    opt.watch(["cosine", "sizes", "totals.1", "axes", "sizes.1"]).unwrap();
    let all = ["cosine", "sizes.0", "sizes.1", "sizes.2", "sizes.3", "totals.1", "axes.0", "axes.1"];
    assert_eq!(opt.watching().collect::<Vec<_>>(), all);
    let watched = opt.step(&mut model, &grads(0)).unwrap().watched.unwrap();
    // Each parameter has the items of its own list.
    assert_eq!(named(&watched, "a"), ["cosine", "sizes.0", "sizes.1", "axes.0", "axes.1"]);
    assert_eq!(named(&watched, "b"), ["cosine", "sizes.0", "sizes.1", "sizes.2", "sizes.3", "axes.0"]);
    assert_eq!((watched.param("a", "axes.0"), watched.param("a", "axes.1")), (Some(3.0), Some(4.0)));
    let sum: f64 = grads(0).values().flatten().map(|x| f64::from(*x)).sum();
    assert!((watched.model("totals.1").unwrap() - sum - 1.0).abs() < 1e-5);
    assert_eq!((watched.model("totals.0"), watched.param("a", "sizes"), watched.model("sizes.0")), (None, None, None));

    let mut other = start();
    let mut one = Listing::new().k(2).watch(["sizes.1"]).build(&other).unwrap();
    let only = one.step(&mut other, &grads(0)).unwrap().watched.unwrap();
    assert_eq!(named(&only, "a"), ["sizes.1"]);
    assert_eq!(only.param("a", "sizes.1"), watched.param("a", "sizes.1"));

    let mut error = |name: &str| opt.watch([name]).unwrap_err().to_string();
    assert_eq!(error("sizes.4"), "no number `sizes.4` can be watched\nhelp: did you mean `sizes`?");
    assert_eq!(error("pair.01"), "no number `pair.01` can be watched\nhelp: did you mean `pair`?");
    assert!(error("whole.0").starts_with("no number `whole.0` can be watched"));
    assert_eq!(error("told"), "`told` is reported only if `self.log`, which holds for no parameter");
}

/// Unlike lists of states, lists of outputs may change their lengths with settings.
#[test]
fn a_list_may_become_longer_and_shorter() {
    let mut model = start();
    let mut opt = Listing::new().watch(["weighted", "pair.1"]).build(&model).unwrap();
    assert_eq!(opt.watching().collect::<Vec<_>>(), ["weighted.0", "weighted.1", "pair.1"]);
    for (weights, count) in [(&[0.5, 0.25, 0.125][..], 3), (&[1.0], 1)] {
        opt.set("weights", weights.to_vec()).unwrap();
        let watched = opt.step(&mut model, &grads(1)).unwrap().watched.unwrap();
        assert_eq!(named(&watched, "a").len(), count + 1, "{weights:?}");
        assert_eq!(opt.watching().count(), count + 1);
    }
    let error = opt.set("weights", Vec::<f64>::new()).unwrap_err();
    assert!(matches!(error, HyperError::ListLength { list: "weighted", length: None, .. }), "{error}");
    assert_eq!(opt.watching().count(), 2);
}

/// A list of outputs reads the step's values in a loop that the step runs inside one pass. Another local list is only for outputs.
macro_rules! steps {
    ($Plain:ident, $Telling:ident) => {
        #[optimizer(state <average = 0.0>)]
        #[derive(Debug, Clone, PartialEq)]
        struct $Plain {
            #[hyper(default = 0.1, scheduled, range = 0.0..)]
            lr: f64,
            #[hyper(default = 3, range = 1..6)]
            k: usize,
        }

        #[optimizer]
        impl $Plain {
            fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
                state.average = 0.9 * state.average + 0.1 * grad;
                let mut update = state.average;
                for _ in 0..self.k {
                    update = 1.5 * update - 0.5 * update * update * update;
                }
                *param -= self.lr * update / (state.average.rms() + 1e-3);
            }
        }

        #[optimizer(state <average = 0.0>, output <errors: [scalar; self.k], ratios: [scalar; self.k]>)]
        #[derive(Debug, Clone, PartialEq)]
        struct $Telling {
            #[hyper(default = 0.1, scheduled, range = 0.0..)]
            lr: f64,
            #[hyper(default = 3, range = 1..6)]
            k: usize,
        }

        #[optimizer]
        impl $Telling {
            fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, output: &mut Output<Self>) {
                state.average = 0.9 * state.average + 0.1 * grad;
                let mut update = state.average;
                let mut norms = [scalar(0.0); self.k];
                for i in 0..self.k {
                    update = 1.5 * update - 0.5 * update * update * update;
                    output.errors[i] = (update.abs() - 1.0).amax();
                    norms[i] = update.norm();
                }
                for i in 0..self.k {
                    output.ratios[i] = norms[i] / norms[0];
                }
                *param -= self.lr * update / (state.average.rms() + 1e-3);
            }
        }
    };
}
steps!(Polished, PolishedTelling);

#[test]
fn lists_that_nobody_watches_cost_nothing_and_watching_changes_no_bit() {
    let start = start();
    let mut plain = Polished::new().build(&start).unwrap();
    let mut telling = PolishedTelling::new().build(&start).unwrap();
    for param in start.keys() {
        let plans = [plain.plan(param).unwrap(), telling.plan(param).unwrap()];
        let shown = plans.map(|plan| plan.to_string().replace("PolishedTelling", "Polished"));
        assert_eq!(shown[0], shown[1]);
    }
    let (mut a, mut b) = (start.clone(), start);
    for step in 0..6 {
        match step {
            2 => telling.watch(["errors"]).unwrap(),
            4 => telling.watch(["ratios", "cosine"]).unwrap(),
            _ => {}
        }
        plain.step(&mut a, &grads(step)).unwrap();
        let watched = telling.step(&mut b, &grads(step)).unwrap().watched;
        assert_eq!(a, b, "step {step}");
        assert_eq!(watched.as_ref().map_or(0, |watched| named(watched, "a").len()), [0, 0, 3, 3, 4, 4][step]);
        assert!(watched.is_none_or(|watched| watched.param("a", "ratios.0").is_none_or(|first| first == 1.0)));
    }
    for param in a.keys() {
        assert_eq!(plain.state(param, "average").unwrap(), telling.state(param, "average").unwrap());
    }
    check::<PolishedTelling>();
}

/// A loop that outputs split, and a later loop that continues with its results only for outputs.
#[optimizer(state <ratio: scalar = 0.1>, output <within: scalar, late: scalar, series: [scalar; 2]>)]
#[derive(Debug, Clone)]
struct Twofold {
    #[hyper(default = 0.1, scheduled)]
    lr: f64,
}

#[optimizer]
impl Twofold {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, output: &mut Output<Self>) {
        state.ratio = 0.5 * state.ratio + 0.25;
        let (mut update, mut share) = (grad, state.ratio + grad.mean());
        for i in 0..2 {
            share = 0.5 * share + 0.25 * state.ratio;
            output.within = 0.5 * share;
            update = 0.5 * update + 0.5 * grad.tanh();
            output.series[i] = update.abs().amax();
        }
        for _ in 0..2 {
            output.late = share;
        }
        *param -= self.lr * update;
    }
}

#[test]
fn loops_go_on_with_what_a_copy_leaves() {
    check::<Twofold>();
}

/// Items under a timed condition, and a slot: each step reports different items.
#[optimizer(output <ring: [scalar; self.k], rare: [scalar; 2]>)]
#[derive(Debug, Clone, PartialEq)]
struct Timed {
    #[hyper(default = 0.1, scheduled)]
    lr: f64,
    #[hyper(default = 3, range = 1..6)]
    k: usize,
}

#[optimizer]
impl Timed {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>, output: &mut Output<Self>) {
        output.ring[slot(self.k)] = grad.sum();
        if every(2) {
            for i in 0..2 {
                output.rare[i] = grad.norm() + i as f64;
            }
        }
        *param -= self.lr * grad;
    }
}

#[test]
fn some_steps_report_some_items() {
    let mut model = start();
    let mut opt = Timed::new().watch(["ring", "rare"]).build(&model).unwrap();
    for step in 0..7 {
        let watched = opt.step(&mut model, &grads(step)).unwrap().watched.unwrap();
        let mut expected = vec![format!("ring.{}", step % 3)];
        if step % 2 == 1 {
            expected.extend(["rare.0", "rare.1"].map(str::to_owned));
        }
        assert_eq!(named(&watched, "a"), expected, "step {step}");
    }
    check::<Timed>();
}

/// If `k` is more than 1, the second item is never assigned.
#[optimizer(output <some: [scalar; self.k]>)]
#[derive(Debug, Clone, PartialEq)]
struct Half {
    #[hyper(default = 0.1, scheduled)]
    lr: f64,
    #[hyper(default = 1, range = 1..6)]
    k: usize,
}

#[optimizer]
impl Half {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>, output: &mut Output<Self>) {
        output.some[0] = grad.norm();
        *param -= self.lr * grad;
    }
}

#[test]
fn build_finds_items_that_are_not_assigned() {
    assert!(Half::new().build(&start()).is_ok());
    let error = Half::new().k(3).build(&start()).unwrap_err().to_string();
    let text = "the step does not assign `some[1]`: the list of outputs `some` has 3 items\n\
                help: assign each of them, `for i in 0..3 { output.some[i] = …; }`";
    assert!(error.ends_with(text), "{error}");
}

#[test]
fn lists_of_optimizers_in_wrappers_and_partitions_have_their_names() {
    let start = start();
    let mut opt = Lookahead::new(Listing::new().k(2)).watch(["inner.sizes", "inner.totals.0"]).build(&start).unwrap();
    assert_eq!(opt.watching().collect::<Vec<_>>(), ["inner.sizes.0", "inner.sizes.1", "inner.totals.0"]);
    let mut plain = Listing::new().k(2).watch(["sizes", "totals"]).build(&start).unwrap();
    let (mut a, mut b) = (start.clone(), start.clone());
    for step in 0..3 {
        let wrapped = opt.step(&mut a, &grads(step)).unwrap().watched.unwrap();
        let plain = plain.step(&mut b, &grads(step)).unwrap().watched.unwrap();
        assert_eq!(wrapped.param("a", "inner.sizes.1"), plain.param("a", "sizes.1"));
        assert_eq!(wrapped.model("inner.totals.0"), plain.model("totals.0"));
    }
    let error = opt.watch(["sizes"]).unwrap_err().to_string();
    assert_eq!(error, "no number `sizes` can be watched\nhelp: did you mean `inner.sizes`?");

    let mut model = start.clone();
    let mut opt = Partition::new()
        .rule("wide", |p| p.ndim() > 1, Listing::new().k(2))
        .rest("rest", Listing::new().k(3))
        .watch(["wide.sizes", "rest.sizes.2", "rest.totals"])
        .build(&start)
        .unwrap();
    let names = ["wide.sizes.0", "wide.sizes.1", "rest.sizes.2", "rest.totals.0", "rest.totals.1"];
    assert_eq!(opt.watching().collect::<Vec<_>>(), names);
    let watched = opt.step(&mut model, &grads(0)).unwrap().watched.unwrap();
    assert_eq!(named(&watched, "a"), names[..2]);
    assert_eq!(named(&watched, "b"), names[2..3]);
    assert_eq!(watched.of_model().count(), 2);
}
