//! Changes of an optimizer whose states are on a device.

use std::panic::{AssertUnwindSafe, catch_unwind};

use ndarray::{ArrayD, IxDyn};
use optim_std::prelude::*;
use optim_std::{Builder, DeviceError, Optimizer, OptimizerChanged, Storage};

use crate::support::{Device, Model, compare, model, numbers, pair, step};

fn of(shapes: &[&[usize]]) -> Model<f64> {
    model(shapes.iter().map(|shape| shape.to_vec()).collect::<Vec<_>>().iter())
}

fn builder() -> Builder<AdamW> {
    Builder::<AdamW>::new().set("lr", 0.1).unwrap()
}

/// Steps on the device until its states are not zero.
fn stepped(shapes: &[&[usize]]) -> (Device<f64>, Model<f64>) {
    let mut model = of(shapes);
    let (_, mut on) = pair(&builder(), &model);
    let grads = numbers(&model, 1);
    step(&mut on, &mut model, &grads).unwrap();
    (on, model)
}

#[track_caller]
fn is<R, E>(result: &Result<R, DeviceError<E>>, expected: OptimizerChanged) {
    assert!(matches!(result, Err(DeviceError::Changed(found)) if *found == expected));
}

/// Fewer parameters, more parameters, and parameters of another shape or name.
#[test]
fn an_optimizer_of_other_parameters_is_refused() {
    let renamed =
        Model::from([("a".to_owned(), ArrayD::zeros(IxDyn(&[4, 3]))), ("b".to_owned(), ArrayD::zeros(IxDyn(&[3])))]);
    for other in [of(&[&[4, 3]]), of(&[&[4, 3], &[3], &[2]]), of(&[&[3, 4], &[3]]), renamed] {
        let (mut on, mut model) = stepped(&[&[4, 3], &[3]]);
        let before = on.download().unwrap().state_dict();
        let grads = numbers(&model, 2);
        let tensors: Vec<_> = (0..2).map(|_| None).collect();
        // A change that is refused at once changes nothing.
        is(&on.change_state(|optimizer| *optimizer = builder().build(&other).unwrap()), OptimizerChanged::Parameters);
        assert!(on.download().unwrap().state_dict() == before);
        step(&mut on, &mut model, &grads).unwrap();

        on.change_settings(|optimizer| *optimizer = builder().build(&other).unwrap());
        is(&on.step(&tensors, &tensors), OptimizerChanged::Parameters);
        is(&on.eval_weights(&tensors), OptimizerChanged::Parameters);
        is(&on.download(), OptimizerChanged::Parameters);
        is(&on.change_state(|_| ()), OptimizerChanged::Parameters);
    }
}

#[test]
fn a_panic_in_a_change_is_noticed() {
    let (mut on, _) = stepped(&[&[4, 3]]);
    let other = builder().build(&of(&[&[4, 3], &[3]])).unwrap();
    let change = AssertUnwindSafe(|| {
        on.change_settings(|optimizer| {
            *optimizer = other;
            panic!("on purpose")
        })
    });
    assert!(catch_unwind(change).is_err());
    is(&on.step(&[None, None], &[None, None]), OptimizerChanged::Parameters);
}

/// Another optimizer for the same parameters, and the same optimizer with other states.
#[test]
fn an_optimizer_with_other_states_needs_a_change_of_state() {
    type Build = fn(&Model<f64>) -> Optimizer<f64>;
    let others: [Build; 3] = [
        |model| Lion::new().lr(0.1).build(model).unwrap(),
        |model| AdamW::new().lr(0.1).amsgrad(true).build(model).unwrap(),
        |model| Adam::new().lr(0.1).build(model).unwrap(),
    ];
    for build in others {
        let (mut on, mut by_graph) = stepped(&[&[4, 3], &[3]]);
        let mut host = build(&by_graph);
        on.change_settings(|optimizer| *optimizer = host.clone());
        let grads = numbers(&by_graph, 2);
        is(&step(&mut on, &mut by_graph, &grads), OptimizerChanged::States);
        is(&on.download(), OptimizerChanged::States);
        on.change_state(|_| ()).unwrap();
        let mut by_kernel = by_graph.clone();
        host.step(&mut by_kernel, &grads).unwrap();
        step(&mut on, &mut by_graph, &grads).unwrap();
        compare(&host, &mut on, &by_kernel, &by_graph, 1e-12);
    }
}

/// A mask that the device does not have is refused by steps. No state is lost when it is copied.
#[test]
fn a_mask_in_the_settings_loses_no_state() {
    let (mut on, mut by_graph) = stepped(&[&[4, 3], &[3]]);
    let mut host = on.download().unwrap().clone();
    let mask = by_graph["0"].mapv(|x| x > 0.0);
    host.set_mask("0", &mask).unwrap();
    on.change_settings(|optimizer| optimizer.set_mask("0", &mask)).unwrap();
    let grads = numbers(&by_graph, 2);
    is(&step(&mut on, &mut by_graph, &grads), OptimizerChanged::Masks);
    let mut by_kernel = by_graph.clone();
    compare(&host, &mut on, &by_kernel, &by_graph, 0.0);
    on.change_state(|_| ()).unwrap();
    compare(&host, &mut on, &by_kernel, &by_graph, 0.0);
    host.step(&mut by_kernel, &grads).unwrap();
    step(&mut on, &mut by_graph, &grads).unwrap();
    compare(&host, &mut on, &by_kernel, &by_graph, 1e-12);
    on.change_settings(|optimizer| optimizer.clear_mask("0")).unwrap();
    is(&step(&mut on, &mut by_graph, &grads), OptimizerChanged::Masks);
}

#[test]
fn a_change_to_other_storage_is_refused() {
    let (mut on, model) = stepped(&[&[512]]);
    let before = on.download().unwrap().state_dict();
    let stored = || builder().storage("exp_avg", Storage::Block8).build(&model).unwrap();
    let refused = on.change_state(|optimizer| *optimizer = stored());
    assert!(matches!(refused, Err(DeviceError::Graph { .. })));
    assert!(on.download().unwrap().state_dict() == before);
}
