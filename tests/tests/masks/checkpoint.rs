//! Masks in state dicts and files.

use std::path::PathBuf;

use ndarray::{Array1, Array2, array};
use optim_std::checkpoint::{Checkpoint, CheckpointError, CheckpointFile, DType, Difference, StateEntry, TensorData};
use optim_std::optimizers::AdamW;
use optim_std::{Float, LoadOptions, Optimizer, Registry};

use super::bed::{
    Any, Layout, Masks, Model, arrays, assert_zero, build, builder, entries, make_hostile, masks, views, views_mut,
};

/// A test file that is removed after the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        Self(std::env::temp_dir().join(format!("optim-masks-{name}-{}", std::process::id())))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        drop(std::fs::remove_file(&self.0));
    }
}

const SHAPES: &[(&str, &[usize])] = &[("cube", &[2, 3, 4]), ("empty", &[0, 3]), ("free", &[4, 5]), ("matrix", &[7, 5])];

fn train<T: Float>(optimizer: &mut Any<T>, model: &mut Model<T>, masks: &Masks, steps: std::ops::Range<usize>) {
    for step in steps {
        let mut grads: Model<T> = arrays(SHAPES, Layout::C, step + 10);
        make_hostile(&mut grads, masks);
        optim_tests::step(optimizer, &mut views_mut(model), &views(&grads)).unwrap();
    }
}

fn same_masks<T: Float>(a: &Any<T>, b: &Any<T>) -> bool {
    a.masks().eq(b.masks())
}

/// Trains, saves, and loads into a new optimizer, which continues to the same bits.
fn continues<T: Float>(layout: Layout) {
    let file = Scratch::new(&format!("continues-{}", T::DTYPE));
    for entry in optim_std::optimizers() {
        let builder = builder(entry, false);
        let masks = masks(SHAPES);
        let mut model: Model<T> = arrays(SHAPES, layout, 1);
        let mut opt = build(&builder, &model, &masks);
        train(&mut opt, &mut model, &masks, 0..3);

        let dict = opt.state_dict();
        Checkpoint::new().optimizer(&opt).save(&file.0).unwrap();
        let opened = CheckpointFile::open(&file.0).unwrap();
        assert_eq!(opened.state_dict(&Registry::global()).unwrap(), dict, "{}", entry.name);
        opened.verify().unwrap();
        let (mut of_dict, mut of_file) = (model.clone(), model.clone());
        // The optimizer had another mask before. `free` loses its mask.
        let other = Masks::from([("free".to_owned(), Array2::from_elem((4, 5), false).into_dyn())]);
        let mut by_dict = build(&builder, &model, &other);
        let mut by_file = build(&builder, &model, &Masks::new());
        by_dict.load_state_dict(&dict, &LoadOptions::strict()).unwrap();
        by_file.load(&file.0).unwrap();
        assert!(same_masks(&by_dict, &opt) && same_masks(&by_file, &opt), "{}", entry.name);

        for (opt, model) in [(&mut opt, &mut model), (&mut by_dict, &mut of_dict), (&mut by_file, &mut of_file)] {
            train(opt, model, &masks, 3..5);
            assert_zero(&*opt, model, &masks, entry.name);
        }
        let expected = entries(&opt, &model);
        assert_eq!(entries(&by_dict, &of_dict), expected, "{}", entry.name);
        assert_eq!(entries(&by_file, &of_file), expected, "{}", entry.name);
        // The dict in a file gives the same file.
        let saved = std::fs::read(&file.0).unwrap();
        Checkpoint::new().state_dict(&dict).save(&file.0).unwrap();
        assert!(std::fs::read(&file.0).unwrap() == saved, "{}", entry.name);
    }
}

#[test]
fn continues_f32() {
    continues::<f32>(Layout::Fortran);
}

#[test]
fn continues_f64() {
    continues::<f64>(Layout::Sliced);
}

fn small() -> Optimizer<f32> {
    let mut model = array![1.0_f32, 2.0, 3.0];
    let mut opt = AdamW::new().build(&model).unwrap();
    opt.set_mask("param", &array![true, false, true]).unwrap();
    opt.step(&mut model, &array![1.0, 1.0, 1.0]).unwrap();
    opt
}

#[test]
fn a_checkpoint_without_masks_has_none() {
    let mut opt = small();
    let plain = AdamW::new().build(&array![1.0_f32, 2.0, 3.0]).unwrap();
    opt.load_state_dict(&plain.state_dict(), &LoadOptions::strict()).unwrap();
    assert_eq!(opt.masks().count(), 0);
}

#[test]
fn states_are_zero_under_the_loaded_mask() {
    let mut dict = small().state_dict();
    let ones = StateEntry::Tensor(TensorData::from_array(&Array1::<f32>::ones(3)));
    dict.params[0].states[0].1 = ones;
    let mut opt = AdamW::new().build(&array![1.0_f32, 2.0, 3.0]).unwrap();
    opt.load_state_dict(&dict, &LoadOptions::strict()).unwrap();
    assert_eq!(opt.state("param", "exp_avg").unwrap(), array![1.0, 0.0, 1.0].into_dyn());
}

#[test]
fn masks_that_are_none() {
    let wrong = [
        TensorData::from_mask(&array![true, false]),
        TensorData::from_mask(&array![[true, false, true]]),
        TensorData::from_array(&array![1.0_f32, 0.0, 1.0]),
    ];
    for mask in wrong {
        let mut dict = small().state_dict();
        let found = (mask.dtype(), mask.shape().to_vec());
        dict.params[0].mask = Some(mask);
        dict.params[0].step_count = 77;
        let mut opt = small();
        let error = opt.load_state_dict(&dict, &LoadOptions::strict()).unwrap_err();
        let CheckpointError::Differs(report) = &error else { panic!("{error}") };
        let [Difference::Mask { param, found: shape, found_type, .. }] = &*report.mismatched else { panic!("{error}") };
        assert_eq!((param.as_str(), (*found_type, shape.clone())), ("param", found));
        assert!(error.to_string().contains("the checkpoint's mask of parameter `param` has elements of type"));
        // A parameter that is left out keeps everything, including its mask.
        let report = opt.load_state_dict(&dict, &LoadOptions::matching()).unwrap();
        assert_eq!((report.loaded.len(), opt.step_count("param").unwrap()), (0, 1));
        assert_eq!(opt.mask("param").unwrap().unwrap(), array![true, false, true].into_dyn());
        // It does not change in a file.
        let file = Scratch::new("none");
        Checkpoint::new().state_dict(&dict).save(&file.0).unwrap();
        assert_eq!(CheckpointFile::open(&file.0).unwrap().state_dict(&Registry::global()).unwrap(), dict);
        assert!(opt.load(&file.0).is_err());
    }
    assert_eq!(DType::Bool.to_string(), "bool");
}
