//! Reading and writing the data of an optimizer.

use std::collections::BTreeSet;

use ndarray::{Array2, array};
use optim_std::optimizers::{Adafactor, AdamW, Lion, SGD};
use optim_std::{HyperError, Setting, StateError, StateMut, StateView};

use super::{NAMES, all, model, single, trained};

#[test]
fn every_state_is_visited_once() {
    let (optimizer, _) = trained();
    let mut seen = BTreeSet::new();
    optimizer.visit_state(|param, state, view| {
        assert!(seen.insert((param.to_owned(), state.to_owned())));
        match (state, view) {
            ("beta1_power" | "beta2_power", StateView::Scalar(_)) => {}
            ("exp_avg" | "exp_avg_sq", StateView::Array(array)) => {
                assert_eq!(array, optimizer.state(param, state).unwrap());
            }
            other => panic!("{other:?}"),
        }
    });
    assert_eq!(seen.len(), NAMES.len() * 4);
    assert!(NAMES.iter().all(|name| seen.contains(&((*name).to_owned(), "exp_avg".to_owned()))));
}

#[test]
fn names_to_sparsify() {
    assert_eq!(trained().0.state_names_to_sparsify(), ["exp_avg", "exp_avg_sq", "max_exp_avg_sq"]);
    let adafactor = Adafactor::new().lr(0.1).build(&model()).unwrap();
    // States of rows and columns have no element for each element of the parameter.
    assert_eq!(adafactor.state_names_to_sparsify(), ["exp_avg_sq", "exp_avg"]);
    assert!(adafactor.state_names().any(|name| name == "step"));
    assert_eq!(SGD::new(0.1).build(&model()).unwrap().state_names_to_sparsify(), ["momentum_buffer"]);
}

#[test]
fn state_is_read_by_name() {
    let (optimizer, _) = trained();
    assert_eq!(optimizer.state("out.weight", "exp_avg").unwrap().shape(), [2, 2]);
    assert_eq!(optimizer.state("out.weight", "beta1_power").unwrap().ndim(), 0);
    let StateView::Scalar(power) = optimizer.state_value("out.weight", "beta2_power").unwrap() else { panic!() };
    assert!((power - 0.999_f64.powi(4)).abs() < 1e-15);
    let error = optimizer.state("out.wieght", "exp_avg").unwrap_err();
    assert!(
        matches!(&error, StateError::UnknownParameter { nearest: Some(near), .. } if near == "out.weight"),
        "{error:?}"
    );
    let error = optimizer.state("out.weight", "exp_average").unwrap_err();
    assert!(matches!(&error, StateError::UnknownState { optimizer: "AdamW", .. }), "{error:?}");
    let error = optimizer.state("out.weight", "max_exp_avg_sq").unwrap_err();
    assert!(matches!(error, StateError::Absent { .. }), "{error:?}");
}

/// A place that is too large for the product with the number of states would wrap around to another parameter.
#[test]
fn states_are_written_at_their_places_only() {
    let mut optimizer = AdamW::new().build(&single()).unwrap();
    let states = optimizer.state_names().count();
    assert!(optimizer.put_state_at(0, 0, &[1.0; 4]));
    for (param, state) in [(1, 0), (usize::MAX, 0), (usize::MAX / states + 1, 0), (0, states), (0, usize::MAX)] {
        assert!(!optimizer.put_state_at(param, state, &[2.0; 4]), "{param}, {state}");
    }
    assert_eq!(optimizer.array_at(0, 0).unwrap().collect::<Vec<_>>(), [&1.0; 4]);
}

#[test]
fn state_is_written_and_used() {
    let mut params = single();
    let mut optimizer = SGD::new(1.0).momentum(0.5).build(&params).unwrap();
    let buffer = array![[2.0, 4.0], [6.0, 8.0]];
    // Writing to a transposed view uses indices, not the memory order.
    optimizer.set_state("w", "momentum_buffer", buffer.t()).unwrap();
    assert_eq!(optimizer.state("w", "momentum_buffer").unwrap(), buffer.t().into_dyn());
    let error = optimizer.set_state("w", "momentum_buffer", array![1.0].view()).unwrap_err();
    assert!(matches!(error, StateError::Shape { .. }), "{error:?}");
    let zeros = std::collections::BTreeMap::from([("w", Array2::<f64>::zeros((2, 2)))]);
    optimizer.step(&mut params, &zeros).unwrap();
    assert_eq!(params["w"], (single()["w"].clone() - 0.5 * &buffer.t()).into_dyn());
    optimizer.visit_state_mut(|param, state, value| {
        assert_eq!((param, state), ("w", "momentum_buffer"));
        let StateMut::Array(mut array) = value else { panic!() };
        array.fill(0.0);
    });
    let before = params.clone();
    optimizer.step(&mut params, &zeros).unwrap();
    assert_eq!(params, before);
}

#[test]
fn counts_are_written_and_used() {
    let mut params = single();
    let mut optimizer = Adafactor::new().lr(0.1).build(&params).unwrap();
    optimizer.step(&mut params, &single()).unwrap();
    assert_eq!(optimizer.state("w", "step").unwrap().first(), Some(&1.0));
    optimizer.set_state("w", "step", 41.0).unwrap();
    optimizer.step(&mut params, &single()).unwrap();
    assert_eq!(optimizer.step_count("w").unwrap(), 42);
    for wrong in [-1.0, 0.5, f64::NAN, f64::INFINITY] {
        let error = optimizer.set_state("w", "step", wrong).unwrap_err();
        assert!(matches!(error, StateError::StepCount { .. }), "{error:?}");
    }
    assert_eq!(optimizer.step_count("w").unwrap(), 42);
}

#[test]
fn an_optimizer_goes_on_where_another_stopped() {
    let (mut old, mut params) = trained();
    let mut new = AdamW::new().lr(0.1).build(&params).unwrap();
    let mut states = Vec::new();
    old.visit_state(|param, state, view| {
        let view = match view {
            StateView::Scalar(number) => Err(number),
            StateView::Array(array) => Ok(array.to_owned()),
        };
        states.push((param.to_owned(), state.to_owned(), view));
    });
    for (param, state, value) in &states {
        match value {
            Ok(array) => new.set_state(param, state, array.view()).unwrap(),
            Err(number) => new.set_state(param, state, *number).unwrap(),
        }
    }
    let mut copy = params.clone();
    old.step(&mut params, &all(0.5)).unwrap();
    new.step(&mut copy, &all(0.5)).unwrap();
    assert_eq!(params, copy);
}

#[test]
fn settings_change_or_stay() {
    let (mut optimizer, _) = trained();
    optimizer.set("lr", 0.5).unwrap();
    assert_eq!(optimizer.value("lr").unwrap(), [("default", Setting::Float(0.5))]);
    assert!(matches!(optimizer.set("lr", -1.0), Err(HyperError::Range { .. })));
    assert!(matches!(optimizer.set("lr", true), Err(HyperError::Type { .. })));
    assert!(matches!(optimizer.set_in("biases", "lr", 0.1), Err(HyperError::UnknownGroup { .. })));
    assert!(matches!(optimizer.set("rate", 0.1), Err(HyperError::Unknown { .. })));
    let error = optimizer.set("amsgrad", true).unwrap_err();
    assert!(matches!(&error, HyperError::ChangesState { name: "amsgrad", .. }), "{error:?}");
    assert_eq!(optimizer.value_in("default", "lr").unwrap(), Setting::Float(0.5));
    assert_eq!(optimizer.value_in("default", "amsgrad").unwrap(), Setting::Bool(false));
}

#[test]
fn clones_are_independent() {
    let (mut optimizer, mut params) = trained();
    let (copy, before) = (optimizer.clone(), params.clone());
    optimizer.step(&mut params, &all(1.0)).unwrap();
    assert_eq!((copy.steps(), optimizer.steps()), (3, 4));
    let mut again = before;
    let mut copy = copy;
    copy.step(&mut again, &all(1.0)).unwrap();
    assert_eq!(params, again);
}

#[test]
fn layouts_do_not_matter() {
    let mut params =
        (array![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], array![[1.0, 4.0], [2.0, 5.0], [3.0, 6.0]].reversed_axes());
    assert_eq!(params.0, params.1);
    let mut optimizer = Lion::new().lr(0.1).build(&params).unwrap();
    let grads =
        (array![[1.0, -1.0, 0.0], [2.0, 3.0, -4.0]], array![[1.0, 2.0], [-1.0, 3.0], [0.0, -4.0]].reversed_axes());
    for _ in 0..3 {
        optimizer.step(&mut params, &grads).unwrap();
        assert_eq!(params.0, params.1);
    }
    assert_eq!(optimizer.state("0", "exp_avg").unwrap(), optimizer.state("1", "exp_avg").unwrap());
}
