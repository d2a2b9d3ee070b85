//! Features around steps: options, masks, evaluation, files, plans, errors.

use half::{bf16, f16};
use ndarray::{ArcArray, ArrayD, ArrayView1, ArrayViewMut1, array};
use optim_core::evaluate::NdarrayBackend;
use optim_core::{Builder, Checkpoint, LoadOptions, Named, NonFinite, Parameters, StepError, Storage};
use optim_core::{TensorMut, TensorRef};

use super::*;

#[test]
fn arrays_of_two_bytes_are_models() {
    is_model(&array![bf16::ONE]);
    is_model(&[ArcArray::from_vec(vec![f16::ONE])]);
    let mut elements = [bf16::ONE, bf16::ZERO];
    is_model(&ArrayView1::from(&elements));
    is_model(&ArrayViewMut1::from(&mut elements));
    // A model with parameters of several types.
    let mut model = (array![bf16::from_f32(0.5)], (array![0.5_f32], array![f16::from_f32(0.5)]));
    let mut optimizer = Builder::<Adam>::new().build(&model).unwrap();
    optimizer.step(&mut model, &(array![1.0_f32], (array![bf16::ONE], array![f16::ONE]))).unwrap();
    let exact = 0.5 - 0.01 * (0.1_f32 / (0.01_f32.sqrt() + 1e-8));
    assert_eq!((model.0[0], model.1.1[0]), (bf16::from_f32(exact), f16::from_f32(exact)));
    assert!((model.1.0[0] - exact).abs() < 1e-6);
}

#[test]
fn views_tell_their_elements_and_are_written() {
    let mut data = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0].map(bf16::from_f32);
    let view = TensorRef::<f32>::from_half_strided(&data, 5, &[2, 2], &[-3_isize, -1]).unwrap();
    assert_eq!(
        (view.dtype().to_string(), view.to_ndarray()),
        ("bf16".to_owned(), array![[6.0, 5.0], [3.0, 2.0]].into_dyn().into())
    );
    assert!(TensorRef::<f32>::from_half_slice(&data, &[7]).is_err());
    assert!(TensorRef::<f32>::from_half_strided(&data, 1, &[2, 3], &[3_usize, 1]).is_err());
    assert!(TensorMut::<f32>::from_half_strided(&mut data, 0, &[2, 2], &[1_usize, 1]).is_err());
    let mut view = TensorMut::<f32>::from_half_strided(&mut data, 1, &[2, 2], &[1_usize, 2]).unwrap();
    assert!(view.to_ndarray_mut().is_none());
    view.assign([-1.0, -2.0, 1.0 + 1.0 / 512.0]);
    assert_eq!(data.map(bf16::to_f32), [1.0, -1.0, 1.0, -2.0, 5.0, 6.0]);
    let mut empty: [bf16; 0] = [];
    assert!(TensorMut::<f32>::from_half_strided(&mut empty, 9, &[0, 2], &[1_usize, 2]).unwrap().is_empty());
}

#[test]
fn options_for_gradients_read_their_numbers() {
    let mut model = array![bf16::ONE, bf16::ONE];
    let builder = Builder::<Adam>::new().clip_norm(1.0).non_finite(NonFinite::Error);
    let mut optimizer = builder.build(&model).unwrap();
    let report = optimizer.step(&mut model, &array![3.0, 4.0].mapv(bf16::from_f32)).unwrap();
    assert_eq!(report.grad_norm, Some(5.0));
    assert!((optimizer.state("param", "exp_avg").unwrap()[[1]] - 0.08).abs() < 1e-4);
    let before = (model.clone(), states(&optimizer));
    let error = optimizer.step(&mut model, &array![f16::INFINITY, f16::ONE]).unwrap_err();
    assert!(matches!(error, StepError::NonFinite { .. }) && before == (model.clone(), states(&optimizer)), "{error}");
    // Strided ones too.
    let grads = numbers::<bf16>(&[300, 7], 3, Layout::Fortran);
    let mut model = numbers::<bf16>(&[300, 7], 4, Layout::C);
    let mut optimizer = Builder::<Adam>::new().clip_norm(1.0).build(&model).unwrap();
    let norm = optimizer.step(&mut model, &grads).unwrap().grad_norm.unwrap();
    let exact: f64 = grads.iter().map(|x| f64::from(x.to_f32()).powi(2)).sum();
    assert!((norm - exact.sqrt()).abs() < 1e-9 * norm);
}

#[test]
fn masks_hold() {
    for layout in LAYOUTS {
        let mut model = numbers::<bf16>(&[20, 30], 1, layout);
        let mut optimizer = Builder::<Adam>::new().build(&model).unwrap();
        let kept = ArrayD::from_shape_fn(vec![20, 30], |place| (place[0] + place[1]) % 3 != 0);
        optimizer.set_mask("param", &kept).unwrap();
        let mut exact: ArrayD<f32> = model.mapv(bf16::to_f32);
        let mut native = Builder::<Adam>::new().build(&exact).unwrap();
        native.set_mask("param", &kept).unwrap();
        for step in 0..3 {
            let grads = numbers::<bf16>(&[20, 30], 5 + step, Layout::C);
            optimizer.step(&mut model, &grads).unwrap();
            native.step(&mut exact, &grads).unwrap();
            exact.mapv_inplace(|x| bf16::from_f32(x).to_f32());
        }
        assert_eq!((bits(&model.mapv(bf16::to_f32)), states(&optimizer)), (bits(&exact), states(&native)));
        assert!(model.iter().zip(&kept).all(|(x, kept)| *kept || x.to_bits() == 0));
    }
}

#[test]
fn evaluation_puts_the_parameters_back() {
    let mut model = numbers::<bf16>(&[300], 1, Layout::C);
    let mut optimizer = Builder::<Adam>::new().build(&model).unwrap();
    optimizer.step(&mut model, &numbers::<f32>(&[300], 2, Layout::C)).unwrap();
    let (before, exp_avg) = (model.clone(), optimizer.state("param", "exp_avg").unwrap());
    let expected: Vec<bf16> = before.iter().zip(&exp_avg).map(|(x, a)| bf16::from_f32(x.to_f32() + a)).collect();
    assert_eq!(optimizer.eval_weights(&model).unwrap().into_raw_vec_and_offset().0, expected);
    optimizer.with_eval(&mut model, |model| assert!(model.iter().eq(&expected))).unwrap();
    assert_eq!(model, before);
}

#[test]
fn files_have_the_numbers_as_they_are() {
    let folder = std::env::temp_dir().join(format!("optim-half-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut model = Named::new();
    model.push("a", numbers::<bf16>(&[300, 3], 1, Layout::Fortran));
    let path = folder.join("model.safetensors");
    optim_core::safetensors::save_params(&model, &path).unwrap();
    assert!(std::fs::metadata(&path).unwrap().len() < 2 * 900 + 300);
    let file = optim_core::safetensors::SafetensorsFile::open(&path).unwrap();
    let mut read = Named::new();
    read.push("a", ArrayD::<bf16>::zeros(vec![300, 3]));
    file.load_params(&mut read).unwrap();
    let arrays = |model: &Named<&str, ArrayD<bf16>>| {
        let mut all = Vec::new();
        model.visit(optim_core::Name::ROOT, &mut |_, array| all.extend(array.to_ndarray().iter().map(|x| x.to_bits())));
        all
    };
    assert_eq!(arrays(&model), arrays(&read));

    let path = folder.join("run.ckpt");
    let mut optimizer = Builder::<Adam>::new().build(&model).unwrap();
    Checkpoint::new().params(&model).optimizer(&optimizer).save(&path).unwrap();
    let grads = numbers::<bf16>(&[300, 3], 5, Layout::C);
    let mut named = Named::new();
    named.push("a", grads);
    optimizer.step(&mut model, &named).unwrap();
    let before = arrays(&read);
    let file = optim_core::CheckpointFile::open(&path).unwrap();
    file.load_params(&mut model).unwrap();
    assert_eq!(arrays(&model), before);
    // Into others it is converted if that is asked for.
    let mut wide = Named::new();
    wide.push("a", ArrayD::<f32>::zeros(vec![300, 3]));
    let error = file.load_params(&mut wide).unwrap_err().to_string();
    assert!(error.contains("bf16") && error.contains("f32"), "{error}");
    file.load_params_with(&mut wide, &LoadOptions::strict().cast()).unwrap();
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn plans_count_two_bytes() {
    let model = ArrayD::from_elem(vec![512], bf16::ONE);
    let plan = |builder: Builder<Adam>| builder.build(&model).unwrap().plan("param").unwrap().bytes_per_element(4);
    assert_eq!(plan(Builder::new()), 6.0 + 16.0);
    assert_eq!(plan(Builder::new().storage("exp_avg", Storage::Bf16).storage("exp_avg_sq", Storage::Bf16)), 14.0);
}

#[test]
fn what_is_not_possible_is_refused() {
    let build =
        |storage| Builder::<Adam>::new().storage("param", storage).build(&array![1.0_f32]).map(drop).unwrap_err();
    assert_eq!(
        build(Storage::Block8).to_string(),
        "parameters are kept as their arrays have them, not as block8\nhelp: allowed are `native` and, for arrays of bf16, \
         `bf16_stochastic`, `split8` and `split16`"
    );
    assert_eq!(
        build(Storage::Bf16Stochastic).to_string(),
        "parameter `param` has elements of f32, and only elements of bf16 can be stored as bf16_stochastic\nhelp: choose this storage in a group of parameters with elements of bf16"
    );
}

/// Graphs compute with one type: parameters of two bytes are refused.
#[test]
fn graphs_refuse_parameters_of_two_bytes() {
    let model = ArrayD::<bf16>::from_elem(IxDyn(&[3]), bf16::from_f32(0.5));
    let optimizer = || Builder::<Adam>::new().build(&model).unwrap();
    let expected = "`param` is stored as bf16, but a graph keeps it as f32\nhelp: ";
    let error = optimizer().to_stablehlo().unwrap_err().to_string();
    assert!(error.contains(expected), "{error}");
    let error = optimizer().on_device(NdarrayBackend::<f32>::new()).unwrap_err().to_string();
    assert!(error.contains(expected), "{error}");
}
