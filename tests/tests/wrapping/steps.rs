//! Steps of wrappers.

use ndarray::{Array1, Array2, array};
use optim_std::plan::StepProgram;
use optim_std::prelude::*;
use optim_std::{BuildError, StepError};

use crate::optimizers::{
    Accumulate, Behind, Between, Centralize, Curved, LookaheadPlain, Mean, Noisy, Plain, Queued, Sharp, Starts, Uneven,
};

fn start() -> Array2<f32> {
    array![[1.0, -2.0, 0.5], [0.25, 3.0, -0.75]]
}

fn grad(step: usize) -> Array2<f32> {
    Array2::from_shape_fn((2, 3), |(row, col)| ((step * 7 + row * 3 + col * 5) % 11) as f32 / 5.0 - 1.0)
}

#[test]
fn a_wrapper_computes_what_is_written_out() {
    let (mut a, mut b) = (start(), start());
    let mut wrapped = Lookahead::new(Plain::new().lr(0.05)).k(2).alpha(0.3).build(&a).unwrap();
    let mut written = LookaheadPlain::new().lr(0.05).k(2).alpha(0.3).build(&b).unwrap();
    for step in 0..7 {
        wrapped.step(&mut a, &grad(step)).unwrap();
        written.step(&mut b, &grad(step)).unwrap();
        assert_eq!(a, b, "step {step}");
        for (own, other) in [("slow", "slow"), ("inner.momentum_buffer", "momentum_buffer")] {
            assert_eq!(wrapped.state("param", own).unwrap(), written.state("param", other).unwrap());
        }
    }
    assert_eq!(wrapped.name(), "Lookahead<Plain>");
    assert_eq!(wrapped.state_names().collect::<Vec<_>>(), ["slow", "inner.momentum_buffer", "step"]);
}

/// The inner optimizer steps with the mean of k gradients, and does nothing in between.
#[test]
fn gradients_are_accumulated() {
    let (mut a, mut b) = (start(), start());
    let mut accumulating = Accumulate::new(AdamW::new().lr(0.1)).k(4).build(&a).unwrap();
    let mut plain = AdamW::new().lr(0.1).build(&b).unwrap();
    let mut sum = Array2::zeros((2, 3));
    for step in 1..=12 {
        let before = a.clone();
        accumulating.step(&mut a, &grad(step)).unwrap();
        sum += &grad(step);
        if step % 4 != 0 {
            assert_eq!(a, before);
            continue;
        }
        plain.step(&mut b, &(&sum / 4.0)).unwrap();
        sum.fill(0.0);
        assert_eq!(a, b, "step {step}");
    }
    assert_eq!(accumulating.state("param", "inner.step").unwrap().first(), Some(&3.0));
    assert_eq!(accumulating.step_count("param").unwrap(), 12);
}

#[test]
fn a_state_stands_for_the_parameter() {
    let (mut a, mut b) = (start(), start());
    let mut behind = Behind::new(Plain::new()).build(&a).unwrap();
    let mut plain = Plain::new().build(&b).unwrap();
    let mut expected = start();
    for step in 0..5 {
        behind.step(&mut a, &grad(step)).unwrap();
        plain.step(&mut b, &grad(step)).unwrap();
        expected = 0.9 * expected + 0.1 * &b;
        assert_eq!(behind.state("param", "fast").unwrap(), b.view().into_dyn());
        assert_eq!(a, expected);
    }
}

#[test]
fn a_changed_gradient_costs_one_stream() {
    let (a, b) = (Centralize::new(Plain::new()), Plain::new());
    let (own, plain) = (a.plan_for(&[64, 64]).unwrap(), b.plan_for(&[64, 64]).unwrap());
    let names =
        |reads: &[optim_std::plan::StepStream]| reads.iter().map(|stream| stream.name.clone()).collect::<Vec<_>>();
    let inner = own.passes.last().unwrap();
    assert_eq!(names(&inner.writes), ["param", "inner.momentum_buffer"]);
    assert_eq!(names(&inner.reads), ["param", "inner.momentum_buffer", "inner.grad"]);
    assert_eq!(inner.bytes(4), plain.bytes(4));
    let same = Lookahead::new(Plain::new()).k(1000).plan_for(&[64, 64]).unwrap();
    assert!(same.bytes_per_element(4) < plain.bytes_per_element(4) + 0.1, "{same}");
    let text = Lookahead::new(AdamW::new()).plan_for(&[8, 8]).unwrap().to_string();
    assert!(text.contains("inner.exp_avg"), "{text}");
}

/// In steps in which the inner optimizer does not run, nothing is kept for it.
#[test]
fn a_step_that_only_accumulates_writes_one_stream() {
    let plan = Accumulate::new(Plain::new()).k(4).plan_for(&[64, 64]).unwrap();
    let writes: Vec<usize> = plan.passes.iter().map(|pass| pass.writes.len()).collect();
    // The sum is written. In one of four steps, also the inner optimizer's streams.
    assert_eq!(writes, [1, 2, 2], "{plan}");
}

#[test]
fn plans_have_the_programs_of_both() {
    let plan = Accumulate::new(Noisy::new().often(2)).k(3).plan_for(&[10]).unwrap();
    let shares: Vec<f64> = plan.programs.iter().map(StepProgram::share).collect();
    assert_eq!(shares.len(), 3, "{plan}");
    assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    assert!(shares.contains(&(1.0 / 6.0)), "{shares:?}");
    // Every second step of the inner optimizer, not every second step in which it could run.
    let plan = Accumulate::new(Noisy::new().often(2)).k(4).plan_for(&[10]).unwrap();
    let shares: Vec<f64> = plan.programs.iter().map(StepProgram::share).collect();
    assert_eq!(shares, [0.75, 0.125, 0.125], "{plan}");
    let plan = Accumulate::new(Accumulate::new(Noisy::new().often(2)).k(2)).k(2).plan_for(&[10]).unwrap();
    let mut shares: Vec<f64> = plan.programs.iter().map(StepProgram::share).collect();
    shares.sort_by(f64::total_cmp);
    assert_eq!(shares, [0.125, 0.125, 0.25, 0.5], "{plan}");
}

/// A probe moves the parameter, and the step starts at the original place.
#[test]
fn probes_of_wrappers_and_of_what_is_inside() {
    let mut x: Array1<f64> = array![1.0, -2.0];
    let mut opt = Sharp::new(Plain::new().lr(0.1).momentum(0.0)).rho(0.5).build(&x).unwrap();
    assert!(opt.has_probe());
    assert!(matches!(opt.step(&mut x, &array![1.0, 1.0]), Err(StepError::NeedsProbe { optimizer: "Sharp<Plain>" })));
    let mut seen = Vec::new();
    opt.step_with(&mut x, |x| {
        seen.push(x.clone());
        Ok::<_, StepError>((0.0, x * 2.0))
    })
    .unwrap();
    let first = array![1.0, -2.0];
    let moved = &first + &(0.5 * (&first * 2.0) / (20.0_f64.sqrt() + 1e-12));
    assert_eq!(seen, [first.clone(), moved.clone()]);
    assert_eq!(x, &first - &(0.1 * (moved * 2.0)));

    // The wrapper has no probe, so it uses the inner optimizer's.
    let mut y: Array1<f64> = array![1.0, -2.0];
    let mut outer = Lookahead::new(Sharp::new(Plain::new().lr(0.1).momentum(0.0)).rho(0.5)).build(&y).unwrap();
    assert!(outer.has_probe());
    outer.step_with(&mut y, |y| Ok::<_, StepError>((0.0, y * 2.0))).unwrap();
    assert_eq!(x, y);
    assert_eq!(outer.backup_bytes(), opt.backup_bytes());
}

#[test]
fn a_failed_probe_restores_everything() {
    let mut x: Array1<f64> = array![1.0, -2.0];
    let mut opt = Lookahead::new(Sharp::new(AdamW::new())).build(&x).unwrap();
    opt.step_with(&mut x, |x| Ok::<_, StepError>(((), x.clone()))).unwrap();
    let (before, dict) = (x.clone(), opt.state_dict());
    let mut calls = 0;
    let failed = opt.step_with(&mut x, |x| {
        calls += 1;
        if calls == 2 { Err(Box::<dyn std::error::Error>::from("stop")) } else { Ok(((), x.clone())) }
    });
    assert!(failed.is_err());
    assert_eq!(x, before);
    assert_eq!(opt.state_dict(), dict);
}

#[test]
fn evals_of_wrappers_and_of_what_is_inside() {
    let mut x = start();
    let mut opt = Lookahead::new(Ema::new(Plain::new()).decay(0.5)).build(&x).unwrap();
    assert!(opt.has_eval());
    for step in 0..4 {
        opt.step(&mut x, &grad(step)).unwrap();
    }
    let average = opt.eval_weights(&x).unwrap();
    assert_eq!(average.view().into_dyn(), opt.state("param", "inner.average").unwrap());
    assert_ne!(average, x);
}

#[test]
fn what_cannot_go_together_is_refused() {
    let x = start();
    let probe = Accumulate::new(Sharp::new(Plain::new())).build(&x).unwrap_err();
    assert!(probe.to_string().contains("has a `probe`, so it must run in every step"), "{probe}");
    let timed = Uneven::new(Noisy::new()).build(&x).unwrap_err();
    assert!(timed.to_string().contains("has timed conditions"), "{timed}");
    let option = Lookahead::new(Plain::new().clip_norm(1.0)).build(&x).unwrap_err();
    assert_eq!(option, BuildError::InnerOption { optimizer: "Lookahead<Plain>", option: "clip_norm" });
    let group = Lookahead::new(Plain::new().group("a", |_| true, |h| h.lr(1.0))).build(&x).unwrap_err();
    assert_eq!(group, BuildError::InnerOption { optimizer: "Lookahead<Plain>", option: "group" });
    let range = Lookahead::new(AdamW::new().lr(-1.0)).build(&x).unwrap_err();
    assert!(range.to_string().contains("`lr`"), "{range}");
}

#[test]
fn masks_hold_inside() {
    let mut x = start();
    let mut opt = Lookahead::new(AdamW::new().lr(0.1)).k(2).build(&x).unwrap();
    let mask = array![[true, false, true], [false, true, true]];
    opt.set_mask("param", &mask).unwrap();
    for step in 0..5 {
        opt.step(&mut x, &grad(step)).unwrap();
        for state in ["slow", "inner.exp_avg", "inner.exp_avg_sq"] {
            let view = opt.state("param", state).unwrap();
            assert!(mask.iter().zip(view.iter()).all(|(kept, x)| *kept || *x == 0.0), "{state}");
        }
        assert!(mask.iter().zip(x.iter()).all(|(kept, x)| *kept || *x == 0.0));
    }
    let sparse = opt.state_names_to_sparsify();
    assert_eq!(sparse, ["slow", "inner.exp_avg", "inner.exp_avg_sq", "inner.max_exp_avg_sq"]);
}

/// The graph shows the inner optimizer with its names.
#[test]
fn the_graph_of_both() {
    let graph = optim_std::Builder::<Lookahead<Plain>>::around(Plain::new()).graph(&[3], 5).unwrap();
    let text = graph.to_string();
    for name in ["inner.lr", "inner.momentum_buffer", "slow"] {
        assert!(text.contains(name), "{text}");
    }
}

#[test]
fn inputs_have_the_name_of_the_field_in_front() {
    let mut x = start();
    let mut opt = Accumulate::new(Curved::new().often(2)).k(2).build(&x).unwrap();
    let names: Vec<_> = opt.inputs().iter().map(|info| info.name).collect();
    assert_eq!(names, ["inner.hessian", "inner.loss"]);
    for step in 1..=8 {
        let due = |name: &str| !opt.due(name).unwrap().is_empty();
        assert_eq!((due("inner.hessian"), due("inner.loss")), (step % 4 == 0, step % 2 == 0));
        let mut inputs = Inputs::new();
        if step % 2 == 0 {
            inputs = inputs.number("inner.loss", 0.5);
        }
        if step % 4 == 0 {
            assert!(opt.with_inputs(&inputs).step(&mut x, &grad(step)).is_err());
            inputs = inputs.tensors("inner.hessian", grad(step));
        }
        opt.with_inputs(&inputs).step(&mut x, &grad(step)).unwrap();
    }
}

/// The inner optimizer's `eval` gets the wrapper's value. If it has no `eval`, this value is the result.
#[test]
fn evaluations_are_handed_on() {
    let (mut x, mut y) = (start(), start());
    let mut outer = Between::new(ScheduleFreeSGD::new().lr(0.1)).share(0.0).build(&x).unwrap();
    let mut alone = ScheduleFreeSGD::new().lr(0.1).build(&y).unwrap();
    let mut plain = Between::new(Plain::new()).share(0.0).build(&x).unwrap();
    for step in 0..4 {
        outer.step(&mut x, &grad(step)).unwrap();
        alone.step(&mut y, &grad(step)).unwrap();
    }
    assert_eq!(x, y);
    let norm = |x: &Array2<f32>| x.iter().map(|x| x * x).sum::<f32>().sqrt();
    let there = alone.eval_weights(&y).unwrap();
    let expected = &there + &((&x - &there) * (0.1 * norm(&there) / (1.0 + norm(&x))));
    let found = outer.eval_weights(&x).unwrap();
    assert!((&found - &expected).iter().all(|d| d.abs() < 1e-5), "{found} {expected}");
    plain.step(&mut y, &grad(0)).unwrap();
    let same = plain.eval_weights(&y).unwrap();
    assert!((&same - &y).iter().all(|d| d.abs() < 1e-5));
    let graph = optim_std::Builder::<Between<ScheduleFreeSGD>>::around(ScheduleFreeSGD::new());
    let graph = graph.graph_of(optim_std::Routine::Eval, &[3], 1).unwrap().unwrap();
    assert!(!graph.to_string().contains(" inner("), "{graph}");
}

/// Items have the names of their lists. For an inner optimizer, the field's name comes first.
#[test]
fn lists_have_names_inside() {
    let mut x = start();
    let mut opt = Queued::new(Mean::new().m(3)).n(2).build(&x).unwrap();
    for step in 0..3 {
        opt.step(&mut x, &grad(step)).unwrap();
    }
    assert_eq!(opt.state("param", "queue.0").unwrap(), grad(2).into_dyn());
    assert_eq!(opt.state("param", "queue.1").unwrap(), grad(1).into_dyn());
    assert_eq!(opt.state("param", "last").unwrap(), x.clone().into_dyn());
    let names: Vec<_> = opt.state_names().collect();
    assert!(names.contains(&"inner.past.2") && !names.contains(&"inner.past.3"), "{names:?}");
    assert!(opt.state("param", "queue.2").is_err());
    assert_eq!(opt.state("param", "inner.count").unwrap().first(), Some(&3.0));
}

/// The inner optimizer counts its own steps, from the first step that the wrapper allows.
#[test]
fn the_optimizer_inside_starts_later() {
    let start = array![1.0_f64, -2.0];
    for (k, first) in [(1, 1), (3, 1), (3, 2), (2, 5), (4, 4)] {
        let (mut x, mut y) = (start.clone(), start.clone());
        let mut opt = Starts::new(Lookahead::new(Plain::new()).k(2)).k(k).first(first).build(&x).unwrap();
        let mut plain = Lookahead::new(Plain::new()).k(2).build(&y).unwrap();
        for t in 1..=17_usize {
            let grad = start.mapv(|x| (x * t as f64).sin());
            opt.step(&mut x, &grad).unwrap();
            if t >= first && (t - first).is_multiple_of(k) {
                plain.step(&mut y, &grad).unwrap();
            }
            assert_eq!(x, y, "step {t} of {k}, {first}");
        }
    }
}
