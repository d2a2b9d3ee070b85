//! Gradients that are suddenly large.

use ndarray::{Array1, array};
use optim_std::prelude::*;
use optim_std::{Optimizer, OptionError, StepError};

fn built(policy: Spikes) -> (Optimizer<f64>, Array1<f64>) {
    let model = array![1.0, -2.0];
    (SGD::new(0.5).momentum(0.9).spikes(policy).build(&model).unwrap(), model)
}

/// A gradient of this norm.
fn grad(norm: f64) -> Array1<f64> {
    array![0.6 * norm, -0.8 * norm]
}

fn steps(opt: &mut Optimizer<f64>, model: &mut Array1<f64>, norms: &[f64]) -> Vec<bool> {
    norms.iter().map(|norm| opt.step(model, &grad(*norm)).unwrap().applied).collect()
}

#[test]
fn a_spike_is_skipped_and_nothing_changes() {
    let (mut opt, mut model) = built(Spikes::skip(3.0).window(4));
    // Before the window is full, no norm is a spike.
    assert_eq!(steps(&mut opt, &mut model, &[1.0, 100.0, 2.0, 1.0]), [true; 4]);
    let (before, states) = (model.clone(), opt.state_dict().params);
    let report = opt.step(&mut model, &grad(6.5)).unwrap();
    let spike = report.spike.unwrap();
    assert!((spike.norm - 6.5).abs() < 1e-12 && (spike.limit - 4.5).abs() < 1e-12, "{spike:?}");
    assert_eq!((report.applied, report.updated, report.grad_norm), (false, 0, Some(spike.norm)));
    assert_eq!((model.clone(), opt.state_dict().params, opt.steps()), (before, states, 4));
    let report = opt.step(&mut model, &grad(2.0)).unwrap();
    assert_eq!((report.applied, report.spike, opt.steps()), (true, None, 5));
}

#[test]
fn a_run_goes_on_where_gradients_stay_large() {
    let (mut opt, mut model) = built(Spikes::skip(3.0).window(4));
    assert_eq!(steps(&mut opt, &mut model, &[1.0; 4]), [true; 4]);
    assert_eq!(steps(&mut opt, &mut model, &[50.0; 4]), [false, false, true, true]);
}

#[test]
fn a_spike_is_scaled_to_the_limit_and_then_clipped() {
    let policy = Spikes::scale(3.0).window(2);
    let (mut opt, mut model) = built(policy);
    let (mut plain, mut expected) = (SGD::new(0.5).momentum(0.9).build(&model).unwrap(), model.clone());
    for norm in [1.0, 1.0, 10.0, 1.0] {
        let report = opt.step(&mut model, &grad(norm)).unwrap();
        assert!(report.applied && report.spike.is_some() == (norm > 3.0) && report.grad_norm.is_some());
        plain.step(&mut expected, &grad(norm.min(3.0))).unwrap();
        assert!((&model - &expected).iter().all(|off| off.abs() < 1e-12), "{model} {expected}");
    }
    let clipped = |policy: Option<Spikes>| {
        let (mut opt, mut model) = built(Spikes::scale(3.0).window(2));
        opt.set_spikes(policy).unwrap();
        opt.set_clip_norm(Some(0.5)).unwrap();
        steps(&mut opt, &mut model, &[1.0, 1.0, 10.0]);
        model
    };
    assert!((clipped(Some(policy)) - clipped(None)).iter().all(|off| off.abs() < 1e-6));
}

#[test]
fn a_loaded_optimizer_decides_alike() {
    let path = std::env::temp_dir().join(format!("optim-spikes-{}.safetensors", std::process::id()));
    let (mut opt, mut model) = built(Spikes::skip(3.0).window(3));
    steps(&mut opt, &mut model, &[1.0, 2.0, 1.5]);
    opt.save(&path).unwrap();
    let (mut loaded, _) = built(Spikes::skip(3.0).window(3));
    loaded.load(&path).unwrap();
    assert_eq!(loaded.state_dict(), opt.state_dict());
    assert_eq!(loaded.state_dict().recent_norms.len(), 3);
    for opt in [&mut opt, &mut loaded] {
        assert_eq!(steps(opt, &mut model.clone(), &[5.0, 1.0]), [false, true]);
    }
    // A hand-made dict: NaN and infinity are not norms.
    let mut dict = opt.state_dict();
    dict.recent_norms.push(f64::NAN);
    Checkpoint::new().state_dict(&dict).save(&path).unwrap();
    loaded.load(&path).unwrap();
    assert_eq!(loaded.state_dict(), opt.state_dict());
    // Without a policy, there is nothing to save or to load.
    let mut plain = SGD::new(0.5).momentum(0.9).build(&model).unwrap();
    plain.load(&path).unwrap();
    assert!(plain.state_dict().recent_norms.is_empty());
    opt.set_spikes(None).unwrap();
    opt.save(&path).unwrap();
    loaded.load(&path).unwrap();
    assert!(loaded.state_dict().recent_norms.is_empty());
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn steps_without_gradients_and_wrappers_that_clip() {
    let (mut opt, mut model) = built(Spikes::skip(3.0).window(2));
    steps(&mut opt, &mut model, &[1.0, 1.0]);
    let none: Vec<(String, Array1<f64>)> = Vec::new();
    opt.step(&mut model, &optim_std::Named(none)).unwrap();
    assert_eq!(opt.state_dict().recent_norms.len(), 2);
    assert_eq!(steps(&mut opt, &mut model, &[9.0]), [false]);

    // The norm in the report is still the norm of the inner optimizer's gradient.
    let wrapper = || Accumulate::new(SGD::new(0.5)).k(2).clip_norm(5.0);
    let start = array![1.0, -2.0];
    let mut with = wrapper().spikes(Spikes::skip(9.0).window(2)).build(&start).unwrap();
    let mut without = wrapper().build(&start).unwrap();
    for norm in [1.0, 3.0, 2.0, 2.0] {
        let reports = [&mut with, &mut without].map(|opt| opt.step(&mut start.clone(), &grad(norm)).unwrap().grad_norm);
        assert_eq!(reports[0], reports[1]);
    }
}

#[test]
fn a_step_with_a_probe_is_skipped_as_a_whole() {
    let start = array![1.0, -2.0];
    let mut opt = SAM::new(SGD::new(0.5)).spikes(Spikes::skip(3.0).window(4)).build(&start).unwrap();
    let mut model = start.clone();
    let step = |opt: &mut Optimizer<f64>, model: &mut Array1<f64>, norms: [f64; 2]| {
        let mut norms = norms.into_iter();
        opt.step_with(model, |_| Ok::<_, StepError>(((), grad(norms.next().unwrap())))).unwrap();
        opt.last_report().unwrap().applied
    };
    assert!((0..4).all(|_| step(&mut opt, &mut model, [1.0, 1.0])));
    let before = model.clone();
    assert!(!step(&mut opt, &mut model, [9.0, 1.0]) && !step(&mut opt, &mut model, [1.0, 9.0]));
    assert_eq!(model, before);
}

#[test]
fn what_is_not_finite_is_left_to_its_own_policy() {
    let (mut opt, mut model) = built(Spikes::skip(3.0).window(1));
    assert_eq!(steps(&mut opt, &mut model, &[1.0]), [true]);
    opt.set_non_finite(NonFinite::Skip);
    let report = opt.step(&mut model, &grad(f64::NAN)).unwrap();
    assert_eq!((report.applied, report.spike, report.not_finite.len()), (false, None, 1));
    for wrong in [f64::NAN, f64::INFINITY, 1.0, -2.0] {
        assert!(matches!(opt.set_spikes(Some(Spikes::skip(wrong))), Err(OptionError::SpikeTimes { .. })), "{wrong}");
    }
    assert_eq!(opt.spikes(), Some(Spikes::skip(3.0).window(1)));
}
