//! Wrappers in checkpoints.

use ndarray::{Array2, array};
use optim_std::checkpoint::StateEntry;
use optim_std::prelude::*;
use optim_std::{CheckpointError, StateError, StateView};

use crate::optimizers::{Accumulate, Noisy, Plain};

fn start() -> Array2<f32> {
    array![[1.0, -2.0, 0.5], [0.25, 3.0, -0.75]]
}

fn grad(step: usize) -> Array2<f32> {
    Array2::from_shape_fn((2, 3), |(row, col)| ((step * 7 + row * 3 + col * 5) % 11) as f32 / 5.0 - 1.0)
}

/// Saved in the middle of a period, with the inner optimizer in the middle of its own period.
#[test]
fn a_run_resumes_to_the_same_bits() {
    let build = |x: &Array2<f32>| {
        let inner = Lookahead::new(Noisy::new().lr(LinearLR::new(0.1, 0.01, 20)).often(2)).k(2);
        Ema::new(Accumulate::new(inner).k(3)).decay(0.9).seed(11).build(x).unwrap()
    };
    let folder = std::env::temp_dir().join(format!("wrapping-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for stop in [1, 4, 7, 8, 11] {
        let (mut a, mut b) = (start(), start());
        let mut whole = build(&a);
        let mut first = build(&b);
        for step in 0..stop {
            whole.step(&mut a, &grad(step)).unwrap();
            first.step(&mut b, &grad(step)).unwrap();
        }
        let path = folder.join(format!("{stop}.safetensors"));
        first.save(&path).unwrap();
        drop(first);
        let mut second = build(&start());
        second.load(&path).unwrap();
        for step in stop..20 {
            whole.step(&mut a, &grad(step)).unwrap();
            second.step(&mut b, &grad(step)).unwrap();
            assert_eq!(a, b, "step {step} after a stop at {stop}");
        }
        assert_eq!(whole.state_dict(), second.state_dict());
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn states_have_the_name_of_the_field_in_front() {
    let mut x = start();
    let mut opt = Accumulate::new(AdamW::new()).k(2).build(&x).unwrap();
    opt.step(&mut x, &grad(0)).unwrap();
    opt.step(&mut x, &grad(1)).unwrap();
    let dict = opt.state_dict();
    assert_eq!(dict.optimizer, "Accumulate<AdamW>");
    let names: Vec<&str> = dict.params[0].states.iter().map(|(name, _)| &**name).collect();
    assert_eq!(names[..4], ["sum", "inner.step", "inner.exp_avg", "inner.exp_avg_sq"]);
    let settings: Vec<&str> = dict.groups[0].settings.iter().map(|(name, _)| &**name).collect();
    assert_eq!(settings[..2], ["k", "inner.lr"]);
}

#[test]
fn another_optimizer_inside_is_refused() {
    let x = start();
    let dict = Lookahead::new(AdamW::new()).build(&x).unwrap().state_dict();
    let mut other = Lookahead::new(Plain::new()).build(&x).unwrap();
    let before = other.state_dict();
    let error = other.load_state_dict(&dict, &LoadOptions::default()).unwrap_err();
    let CheckpointError::Optimizer { expected, found } = &error else { panic!("{error}") };
    assert_eq!((&**expected, &**found), ("Lookahead<Plain>", "Lookahead<AdamW>"));
    assert_eq!(other.state_dict(), before);
    let mut plain = AdamW::new().build(&x).unwrap();
    assert!(plain.load_state_dict(&dict, &LoadOptions::default()).is_err());
}

/// A checkpoint has the inner optimizer's count as a number. Only whole numbers are accepted.
#[test]
fn a_count_of_the_optimizer_inside_is_whole() {
    let mut x = start();
    let mut opt = Accumulate::new(AdamW::new()).k(2).build(&x).unwrap();
    opt.step(&mut x, &grad(0)).unwrap();
    let before = opt.state_dict();
    for value in [0.5, -1.0, f64::NAN, f64::INFINITY, 1e17] {
        let mut dict = before.clone();
        let (_, count) = dict.params[0].states.iter_mut().find(|(name, _)| &**name == "inner.step").unwrap();
        *count = StateEntry::Scalar(value);
        let error = opt.load_state_dict(&dict, &LoadOptions::strict()).unwrap_err();
        assert!(matches!(&error, CheckpointError::StepCount { state, .. } if state == "inner.step"), "{error}");
        let error = opt.set_state("param", "inner.step", StateView::Scalar(value)).unwrap_err();
        assert!(matches!(&error, StateError::StepCount { .. }), "{error}");
        assert_eq!(opt.state_dict(), before);
    }
    opt.set_state("param", "inner.step", StateView::Scalar(3.0)).unwrap();
}
