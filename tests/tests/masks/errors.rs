//! Wrong masks change nothing.

use ndarray::{Array2, ArrayD, array};
use optim_std::optimizers::AdamW;
use optim_std::prelude::*;
use optim_std::{MaskError, Optimizer, StepError, sparsity};

#[derive(Parameters, Clone)]
struct Model {
    weight: Array2<f32>,
}

fn model() -> Model {
    Model { weight: array![[1.0, 2.0], [3.0, 4.0]] }
}

fn trained() -> Optimizer<f32> {
    let mut model = model();
    let mut opt = AdamW::new().build(&model).unwrap();
    opt.step(&mut model, &array_named()).unwrap();
    opt.set_mask("weight", &array![[true, false], [true, true]]).unwrap();
    opt
}

fn array_named() -> Model {
    Model { weight: array![[1.0, 1.0], [1.0, 1.0]] }
}

/// Expects an error, and unchanged masks and states.
#[track_caller]
fn fails(change: impl FnOnce(&mut Optimizer<f32>) -> Result<(), MaskError>) -> (MaskError, String) {
    let mut opt = trained();
    let error = change(&mut opt).unwrap_err();
    let before = trained();
    assert_eq!(opt.mask("weight").unwrap(), before.mask("weight").unwrap());
    assert_eq!(opt.state("weight", "exp_avg").unwrap(), before.state("weight", "exp_avg").unwrap());
    let text = error.to_string();
    (error, text)
}

#[test]
fn unknown_parameter() {
    let expected = "there is no parameter `wieght`\nhelp: did you mean `weight`?";
    assert_eq!(fails(|opt| opt.set_mask("wieght", &array![[true]])).1, expected);
    assert_eq!(fails(|opt| opt.clear_mask("wieght").map(|_| ())).1, expected);
    assert_eq!(fails(|opt| opt.mask("wieght").map(|_| ())).1, expected);
    assert_eq!(fails(|opt| opt.density("wieght").map(|_| ())).1, expected);
}

#[test]
fn another_shape() {
    let (error, text) = fails(|opt| opt.set_mask("weight", &array![true, false, true, true]));
    assert!(matches!(error, MaskError::Shape { .. }));
    assert_eq!(text, "the mask of parameter `weight` has shape [4], the parameter has [2, 2]");
}

#[test]
fn other_numbers() {
    for bad in [0.5_f32, -1.0, f32::NAN, f32::INFINITY] {
        let (error, text) = fails(|opt| opt.set_mask("weight", &array![[1.0, 0.0], [0.0, bad]]));
        assert!(matches!(error, MaskError::Number { .. }));
        let expected = format!("the mask of parameter `weight` holds {:?}, allowed: 0 and 1\nhelp: ", f64::from(bad));
        assert!(text.starts_with(&expected), "{text}");
    }
    assert!(matches!(
        fails(|opt| opt.set_mask("weight", &array![[1_u8, 0], [0, 2]])).0,
        MaskError::Number { value: 2.0, .. }
    ));
}

#[test]
fn applied_to_another_model() {
    let opt = trained();
    let mut other = array![[1.0_f32, 2.0], [3.0, 4.0]];
    assert!(matches!(opt.apply_masks(&mut other), Err(StepError::UnknownParameter { .. })));
    assert_eq!(other, model().weight);
    let mut other = Model { weight: Array2::ones((3, 2)) };
    assert!(matches!(opt.apply_masks(&mut other), Err(StepError::ParameterShape { .. })));
    assert_eq!(other.weight, Array2::<f32>::ones((3, 2)));
}

#[test]
fn shares_that_are_none() {
    let array = ArrayD::<f64>::zeros(vec![3]);
    for bad in [-0.1, 1.5, f64::NAN] {
        let error = sparsity::magnitude(&array, bad).unwrap_err();
        assert_eq!(error.to_string(), format!("`sparsity` is {bad:?}, allowed: 0..=1"));
        let error = sparsity::random(&array, bad, 0).unwrap_err();
        assert_eq!(error.to_string(), format!("`density` is {bad:?}, allowed: 0..=1"));
    }
}
