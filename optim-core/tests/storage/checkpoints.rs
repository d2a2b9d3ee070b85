//! Checkpoints: the codes as they are, and from one way of keeping to another.

use optim_core::checkpoint::{StateEntry, TensorData};
use optim_core::{CheckpointError, LoadOptions, StateDict};

use super::*;

const SHAPE: [usize; 2] = [37, 29];

fn trained(storage: Storage) -> (Model<f32>, Optimizer<f32>) {
    trained_of(storage, &SHAPE)
}

fn trained_of(storage: Storage, shape: &[usize]) -> (Model<f32>, Optimizer<f32>) {
    let mut model = model_of::<f32>(shape, 1, Layout::Fortran);
    let mut optimizer = kept(Builder::<Adam>::new(), storage).build(&model).unwrap();
    for step in 0..3 {
        optimizer.step(&mut model, &model_of::<f32>(shape, 10 + step, Layout::C)).unwrap();
    }
    (model, optimizer)
}

/// Goes on from a state dict, as the one that was saved.
#[test]
fn an_optimizer_goes_on_where_it_was() {
    for storage in Storage::OF_STATES {
        let (mut model, mut optimizer) = trained(storage);
        let (mut other, dict) = (model.clone(), optimizer.state_dict());
        let mut resumed = kept(Builder::<Adam>::new(), storage).build(&other).unwrap();
        resumed.load_state_dict(&dict, &LoadOptions::strict()).unwrap();
        assert_eq!(resumed.state_dict(), dict, "{storage}");
        let path = std::env::temp_dir().join(format!("optim-storage-{}-{storage}", std::process::id()));
        optimizer.save(&path).unwrap();
        let mut from_file = kept(Builder::<Adam>::new(), storage).build(&other).unwrap();
        from_file.load(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        assert_eq!(from_file.state_dict(), dict, "{storage}");
        let grads = model_of::<f32>(&SHAPE, 20, Layout::C);
        optimizer.step(&mut model, &grads).unwrap();
        resumed.step(&mut other, &grads).unwrap();
        assert_eq!(all_bits(&model, &optimizer), all_bits(&other, &resumed), "{storage}");
    }
}

/// From any storage to any other, if that is asked for.
#[test]
fn what_is_kept_otherwise_is_refused_or_converted() {
    // The number of scales of a small array is the same for all storages that have them.
    let all = Storage::OF_STATES.into_iter().flat_map(|from| Storage::OF_STATES.map(|to| (from, to)));
    for ((from, to), shape) in all.flat_map(|pair| [&SHAPE[..], &[5]].map(|shape| (pair, shape))) {
        let (model, optimizer) = trained_of(from, shape);
        let dict = optimizer.state_dict();
        let mut other = kept(Builder::<Adam>::new(), to).build(&model).unwrap();
        let before = other.state_dict();
        let strict = other.load_state_dict(&dict, &LoadOptions::strict());
        // Both ways to round have the same numbers.
        let alike = |storage| if storage == Storage::Bf16Stochastic { Storage::Bf16 } else { storage };
        if alike(from) == alike(to) {
            assert!(strict.is_ok(), "{from} to {to}");
            continue;
        }
        let CheckpointError::Differs(report) = strict.unwrap_err() else { panic!("{from} to {to}") };
        assert!(report.to_string().contains("has elements of type"), "{report}");
        assert_eq!(other.state_dict(), before, "nothing has changed");
        other.load_state_dict(&dict, &LoadOptions::strict().cast()).unwrap();
        let (kept, expected) = (other.state("w", "exp_avg").unwrap(), optimizer.state("w", "exp_avg").unwrap());
        let largest = expected.iter().fold(0.0_f32, |largest, x| largest.max(x.abs()));
        for (kept, expected) in kept.iter().zip(&expected) {
            assert!(
                (kept - expected).abs() <= 0.04 * expected.abs() + 0.01 * largest,
                "{from} to {to}: {kept} for {expected}"
            );
        }
    }
}

#[test]
fn codes_without_their_scales_are_refused() {
    for storage in [Storage::Block8, Storage::Companded8] {
        codes_without_their_scales(storage);
    }
}

fn codes_without_their_scales(saved: Storage) {
    let (model, optimizer) = trained(saved);
    let dict = optimizer.state_dict();
    let names: Vec<&str> = dict.params[0].states.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["exp_avg", "exp_avg.scale", "exp_avg_sq", "exp_avg_sq.scale", "power"]);
    let without = |what: &str| {
        let mut dict: StateDict = dict.clone();
        dict.params[0].states.retain(|(name, _)| name != what);
        dict
    };
    for storage in [Storage::Block8, Storage::Companded8, Storage::Native, Storage::F16] {
        let mut other = kept(Builder::<Adam>::new(), storage).build(&model).unwrap();
        let error = other.load_state_dict(&without("exp_avg.scale"), &LoadOptions::strict().cast()).unwrap_err();
        assert!(error.to_string().contains("`exp_avg.scale`"), "{storage}: {error}");
        let mut fewer = dict.clone();
        let (_, scales) = fewer.params[0].states.iter_mut().find(|(name, _)| name == "exp_avg.scale").unwrap();
        *scales = StateEntry::Tensor(TensorData::from_array(&ndarray::Array1::<f32>::zeros(2)));
        let error = other.load_state_dict(&fewer, &LoadOptions::strict().cast()).unwrap_err();
        assert!(error.to_string().contains("`exp_avg.scale`"), "{storage}: {error}");
        let error = other.load_state_dict(&without("exp_avg"), &LoadOptions::strict().cast()).unwrap_err();
        assert!(error.to_string().contains("`exp_avg`"), "{storage}: {error}");
    }
}
