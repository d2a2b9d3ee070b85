//! Every optimizer with the tensors of a library, compared with its kernel.

mod changed;
mod failing;
mod options;
mod support;

use ndarray::ArrayD;
use optim_std::IntoBuilder;
use optim_std::evaluate::NdarrayBackend;
use optim_std::prelude::{Accumulate, Ema, Partition, Prodigy};
use optim_std::{Builder, Definition, DeviceError, Setting, StepError};
use optim_tests::each_optimizer;
use optim_tests::stock::row;

use support::{Model, compare, model, numbers, pair, step};

/// Steps of kernel and graph from the same state. Differences grow with each step, so each optimizer has a tolerance.
fn agrees<O: Definition>() {
    let row = row(O::NAME);
    let shapes: Vec<Vec<usize>> = match row.shape {
        Some(shape) => vec![shape.to_vec(); 2],
        None => vec![vec![4, 3], vec![2, 5, 5], vec![7]],
    };
    let entry = optim_std::optimizers().iter().find(|entry| entry.name == O::NAME).unwrap();
    let model: Model<f64> = model(shapes.iter().filter(|shape| optim_tests::takes(entry, shape)));
    let index = O::HYPERS.iter().position(|info| info.name == "lr");
    let builder = index.map_or_else(Builder::<O>::new, |index| Builder::new().set_at(index, Setting::Float(0.01)));
    let mut host = match builder.build(&model) {
        Ok(optimizer) => optimizer,
        Err(error) => panic!("{error}"),
    };
    let mut on_device = host.clone().on_device(NdarrayBackend::<f64>::new()).unwrap();
    let (mut by_kernel, mut by_graph) = (model.clone(), model);
    for t in 0..6 {
        let grads = numbers(&by_kernel, t);
        if host.has_probe()
            || (0..host.inputs().len()).any(|input| !host.due(host.inputs()[input].name).unwrap().is_empty())
        {
            let error = step(&mut on_device, &mut by_graph, &grads).unwrap_err();
            let refused = matches!(error, DeviceError::Probe { .. } | DeviceError::Input { .. });
            assert!(refused, "{error}");
            return;
        }
        host.step(&mut by_kernel, &grads).unwrap();
        step(&mut on_device, &mut by_graph, &grads).unwrap();
        compare(&host, &mut on_device, &by_kernel, &by_graph, 1e-9);
        if host.has_eval() {
            let by_kernel = host.eval_weights(&by_kernel).unwrap();
            let by_graph = support::eval(&on_device, &by_graph);
            support::same("eval", &by_kernel, &by_graph, 1e-9);
        }
    }
}

each_optimizer!(
    #[test]
    agrees
);

#[test]
fn single_precision_agrees() {
    let model: Model<f32> = model([&vec![4, 3], &vec![2, 5, 5]].into_iter());
    let (mut host, mut on_device) = pair::<optim_std::prelude::Lamb, f32>(&Builder::new(), &model);
    let (mut by_kernel, mut by_graph) = (model.clone(), model);
    for t in 0..10 {
        let grads = numbers(&by_kernel, t);
        host.step(&mut by_kernel, &grads).unwrap();
        step(&mut on_device, &mut by_graph, &grads).unwrap();
        compare(&host, &mut on_device, &by_kernel, &by_graph, 1e-5);
    }
}

/// A parameter without a gradient does not change, nor do its states and its count.
#[test]
fn without_a_gradient_nothing_changes() {
    let model: Model<f64> = model([&vec![4, 3], &vec![3]].into_iter());
    let (mut host, mut on_device) = pair::<optim_std::prelude::AdamW, f64>(&Builder::new(), &model);
    let (mut by_kernel, mut by_graph) = (model.clone(), model);
    for t in 0..4 {
        let mut grads = numbers(&by_kernel, t);
        if t % 2 == 1 {
            grads.remove("0");
        }
        host.step(&mut by_kernel, &grads).unwrap();
        step(&mut on_device, &mut by_graph, &grads).unwrap();
        compare(&host, &mut on_device, &by_kernel, &by_graph, 1e-12);
    }
    assert_eq!(on_device.optimizer().step_count("0").unwrap(), 2);
    assert_eq!(on_device.optimizer().steps(), 4);
    let wrong = Model::from([("0".to_owned(), ArrayD::zeros(vec![3, 4]))]);
    let error = step(&mut on_device, &mut by_graph, &wrong).unwrap_err();
    assert!(matches!(error, DeviceError::Step(StepError::GradientShape { .. })), "{error}");
    assert_eq!(on_device.optimizer().steps(), 4);
}

/// Numbers of the whole model cover all rules if a wrapper around the partition asks, and one rule if an inner optimizer asks.
#[test]
fn partitions_in_wrappers_agree() {
    let start: Model<f64> = model([vec![4, 3], vec![3], vec![2, 3], vec![5]].iter());
    let rules = Partition::new().rule("matrices", |p| p.ndim() == 2, Prodigy::new()).rest("rest", Prodigy::new());
    let wrapped = Ema::new(Accumulate::new(rules).k(2)).decay(0.5).clip_norm(0.3).into_builder();
    let (mut host, mut on_device) = pair(&wrapped, &start);
    let (mut by_kernel, mut by_graph) = (start.clone(), start);
    for t in 1..=6 {
        // All gradients are similar, so that the global states change.
        let grads: Model<f64> =
            by_kernel.iter().map(|(name, array)| (name.clone(), array * (1.0 + t as f64))).collect();
        let expected = host.step(&mut by_kernel, &grads).unwrap().grad_norm;
        let found = step(&mut on_device, &mut by_graph, &grads).unwrap().grad_norm;
        assert_eq!(expected.is_some(), t % 2 == 0);
        assert!((expected.unwrap_or(0.0) - found.unwrap_or(0.0)).abs() < 1e-9, "{expected:?} {found:?}");
        compare(&host, &mut on_device, &by_kernel, &by_graph, 1e-9);
    }
    let globals: Vec<(&str, f64)> = host.globals().filter(|(name, _)| name.ends_with(".d")).collect();
    assert!(matches!(globals[..], [("matrices.inner.inner.d", a), ("rest.inner.inner.d", b)] if a != b), "{globals:?}");
    support::same("eval", &host.eval_weights(&by_kernel).unwrap(), &support::eval(&on_device, &by_graph), 1e-9);
}
