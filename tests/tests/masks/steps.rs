//! Effects of masks on a step other than the numbers.

use std::collections::BTreeMap;

use ndarray::{Array1, Array2, array};
use optim_std::author::*;
use optim_std::optimizers::{Adagrad, AdamW, Rprop, SGD};
use optim_std::prelude::*;
use optim_std::{StateMut, StepError};

#[derive(Parameters, Clone, Debug, PartialEq)]
struct Linear {
    weight: Array2<f64>,
    bias: Array1<f64>,
}

fn linear() -> Linear {
    Linear { weight: array![[1.0, -2.0], [0.5, 3.0]], bias: array![1.0, -1.0] }
}

fn grads() -> Linear {
    Linear { weight: array![[3.0, f64::INFINITY], [f64::NAN, 4.0]], bias: array![0.0, 12.0] }
}

/// Masks NaN and infinity in the gradient.
fn mask() -> Array2<bool> {
    array![[true, false], [false, true]]
}

/// Counts steps for each element of the parameter, and for each element in another basis.
#[optimizer(state <of_param = 0.0, in_basis: (rows, cols) = 0.0, items: [(rows, cols); 2] = 0.0>)]
#[derive(Debug, Clone)]
struct CountsInBasis;

#[optimizer]
impl CountsInBasis {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.of_param += 1.0;
        state.in_basis += 1.0;
        state.items[1] += 1.0;
        *param -= grad;
    }
}

#[test]
fn masks_do_not_apply_to_states_with_a_pair() {
    let mut model = linear();
    let mut opt = CountsInBasis::new().build(&model).unwrap();
    assert_eq!(opt.state_names_to_sparsify(), ["of_param"]);
    opt.step(&mut model, &linear()).unwrap();
    opt.set_mask("weight", &mask()).unwrap();
    opt.step(&mut model, &grads()).unwrap();
    assert_eq!(opt.state("weight", "of_param").unwrap(), array![[2.0, 0.0], [0.0, 2.0]].into_dyn());
    for name in ["in_basis", "items.1"] {
        assert_eq!(opt.state("weight", name).unwrap(), array![[2.0, 2.0], [2.0, 2.0]].into_dyn());
    }
}

#[test]
fn norms_don_t_see_masked_gradients() {
    let mut model = linear();
    let mut opt = SGD::new(1.0).clip_norm(1.0).build(&model).unwrap();
    opt.set_mask("weight", &mask()).unwrap();
    let report = opt.step(&mut model, &grads()).unwrap();
    // The norm of 3, 4 and 12.
    assert_eq!(report.grad_norm, Some(13.0));
    assert!((model.weight[[0, 0]] - (1.0 - 3.0 / 13.0)).abs() < 1e-6);
}

#[test]
fn policies_don_t_see_masked_gradients() {
    for policy in [NonFinite::Error, NonFinite::Skip] {
        let mut model = linear();
        let mut opt = AdamW::new().non_finite(policy).build(&model).unwrap();
        opt.set_mask("weight", &mask()).unwrap();
        assert!(opt.step(&mut model, &grads()).unwrap().applied);
        assert!(model.weight.iter().all(|x| x.is_finite()));
    }
}

#[test]
fn a_failed_step_changes_nothing() {
    let mut model = linear();
    let mut opt = AdamW::new().non_finite(NonFinite::Error).build(&model).unwrap();
    opt.step(&mut model, &linear()).unwrap();
    opt.set_mask("weight", &mask()).unwrap();
    let before = (model.clone(), opt.state("weight", "exp_avg").unwrap().to_owned(), opt.steps());
    // A NaN that is not masked. The masked part of the parameter is not yet zero.
    let mut bad = grads();
    bad.bias[0] = f64::NAN;
    assert_eq!(opt.step(&mut model, &bad), Err(StepError::NonFinite { param: "bias".to_owned() }));
    let short = BTreeMap::from([("weight", array![[1.0, 2.0]])]);
    assert!(matches!(opt.step(&mut model, &short), Err(StepError::GradientShape { .. })));
    assert_eq!((model.clone(), opt.state("weight", "exp_avg").unwrap().to_owned(), opt.steps()), before);
    opt.set_non_finite(NonFinite::Skip);
    assert!(!opt.step(&mut model, &bad).unwrap().applied);
    assert_eq!((model, opt.state("weight", "exp_avg").unwrap().to_owned(), opt.steps()), before);
}

#[test]
fn without_a_gradient_nothing_happens() {
    let mut model = linear();
    let mut opt = AdamW::new().build(&model).unwrap();
    opt.set_mask("weight", &mask()).unwrap();
    opt.step(&mut model, &BTreeMap::from([("bias", array![1.0, 1.0])])).unwrap();
    assert_eq!(model.weight, linear().weight);
    opt.apply_masks(&mut model).unwrap();
    assert_eq!(model.weight, array![[1.0, 0.0], [0.0, 3.0]]);
    assert_ne!(model.bias, linear().bias);
}

#[test]
fn the_gradient_stays_the_callers() {
    let (mut model, grads) = (linear(), grads());
    let mut opt = AdamW::new().build(&model).unwrap();
    opt.set_mask("weight", &mask()).unwrap();
    opt.step(&mut model, &grads).unwrap();
    assert!(grads.weight[[1, 0]].is_nan() && grads.weight[[0, 1]] == f64::INFINITY);
}

#[test]
fn states_are_zero_from_the_beginning() {
    let mut model = array![1.0_f64, 2.0, 3.0];
    let mut opt = Adagrad::new().initial_accumulator_value(0.5).eps(0.0).build(&model).unwrap();
    opt.set_mask("param", &array![1, 0, 1]).unwrap();
    assert_eq!(opt.state("param", "sum").unwrap(), array![0.5, 0.0, 0.5].into_dyn());
    // 0/0 under the mask.
    opt.step(&mut model, &array![1.0, 1.0, 1.0]).unwrap();
    assert_eq!(opt.state("param", "sum").unwrap(), array![1.5, 0.0, 1.5].into_dyn());
    assert_eq!(model[1].to_bits(), 0);
    assert!(model.iter().all(|x| x.is_finite()));
}

#[test]
fn writes_of_states_stay_under_the_mask() {
    let model = linear();
    let mut opt = AdamW::new().build(&model).unwrap();
    opt.set_mask("weight", &mask()).unwrap();
    let ones = Array2::<f64>::ones((2, 2)).into_dyn();
    let masked = array![[1.0, 0.0], [0.0, 1.0]].into_dyn();
    opt.set_state("weight", "exp_avg", ones.view()).unwrap();
    assert_eq!(opt.state("weight", "exp_avg").unwrap(), masked);
    opt.visit_state_mut(|_, _, state| {
        if let StateMut::Array(mut array) = state {
            array.fill(1.0);
        }
    });
    assert_eq!(opt.state("weight", "exp_avg_sq").unwrap(), masked);
    assert_eq!(opt.state("bias", "exp_avg").unwrap(), array![1.0, 1.0].into_dyn());
}

#[test]
fn regrown_elements_start_from_zero() {
    let mut model = array![1.0_f64, 2.0, 3.0];
    let grad = array![1.0, 1.0, 1.0];
    let mut opt = Rprop::new().lr(0.1).step_sizes((0.01, 50.0)).build(&model).unwrap();
    opt.set_mask("param", &array![true, false, true]).unwrap();
    opt.step(&mut model, &grad).unwrap();
    opt.step(&mut model, &grad).unwrap();
    opt.set_mask("param", &array![false, true, true]).unwrap();
    assert_eq!(opt.state("param", "step_size").unwrap().as_slice().unwrap()[..2], [0.0, 0.0]);
    opt.step(&mut model, &grad).unwrap();
    // The smallest step, from 0.
    assert_eq!(model.as_slice().unwrap()[..2], [0.0, -0.01]);
    assert!(opt.clear_mask("param").unwrap());
    opt.step(&mut model, &grad).unwrap();
    assert_eq!(model[0], -0.01);
}

#[test]
fn groups_and_clones() {
    let mut model = linear();
    let builder = SGD::new(0.5).group("bias", |p| p.name() == "bias", |h| h.lr(0.25));
    let mut opt = builder.build(&model).unwrap();
    opt.set_mask("bias", &array![0.0, 1.0]).unwrap();
    let mut other = (opt.clone(), model.clone());
    let grads = Linear { weight: Array2::ones((2, 2)), bias: array![1.0, 1.0] };
    opt.step(&mut model, &grads).unwrap();
    assert_eq!(model.bias, array![0.0, -1.25]);
    assert_eq!(model.weight, linear().weight - 0.5);
    // A copy has separate masks.
    opt.clear_mask("bias").unwrap();
    other.0.step(&mut other.1, &grads).unwrap();
    assert_eq!(other.1, model);
    assert_eq!(other.0.masks().count(), 1);
}

#[test]
fn all_or_nothing_masked() {
    let mut model = array![1.0_f64, 2.0, 3.0];
    let mut opt = AdamW::new().lr(0.1).build(&model).unwrap();
    opt.set_mask("param", &Array1::from_elem(3, false)).unwrap();
    opt.step(&mut model, &array![f64::NAN, 1.0, 2.0]).unwrap();
    assert_eq!(model, array![0.0, 0.0, 0.0]);
    let mut free = array![1.0, 2.0, 3.0];
    let (mut kept, mut without) = (AdamW::new().build(&free).unwrap(), AdamW::new().build(&free).unwrap());
    kept.set_mask("param", &Array1::from_elem(3, true)).unwrap();
    let mut same = free.clone();
    kept.step(&mut free, &array![1.0, 2.0, 3.0]).unwrap();
    without.step(&mut same, &array![1.0, 2.0, 3.0]).unwrap();
    assert_eq!(free, same);
}
