//! Steps of the graph, and modules of StableHLO: the graph has the shape of the view, and arrays have the shape of the model.

use ndarray::{Array3, ArrayD};
use optim_std::evaluate::{NdarrayBackend, Value};
use optim_std::prelude::*;
use optim_std::stablehlo::Role;
use optim_std::{AnyBuilder, OnDevice, registry};
use optim_tests::stock::rows_of_parameters;
use optim_tests::takes;
use optim_tests::xla::check;

use super::{Model, numbers, seed, viewed};

const SHAPE: [usize; 2] = [4, 6];

/// Steps on a host and on a device, from the same parameter.
fn agrees(name: &str, builder: &AnyBuilder, view: &[usize]) {
    let grad = |number| numbers::<f64>(&SHAPE, seed("v", number));
    let mut params = Model::from([("v".to_owned(), grad(90))]);
    let mut host: Optimizer<f64> = viewed(builder.clone(), view).build(&params).unwrap();
    let mut on: OnDevice<_, f64> = host.clone().on_device(NdarrayBackend::new()).unwrap();
    let shape = on.shape(0).unwrap();
    let tensor =
        |array: &ArrayD<f64>| Array3::from_shape_vec(shape, array.iter().copied().collect()).unwrap().into_shared();
    let mut there = tensor(&params["v"]);
    for number in 0..4 {
        host.step(&mut params, &Model::from([("v".to_owned(), grad(number))])).unwrap();
        let (made, _) = on.step(&[Some(there.clone())], &[Some(tensor(&grad(number)))]).unwrap();
        // Without a new parameter, the old one is kept.
        there = made.into_iter().flatten().next().unwrap_or(there);
        for (x, y) in params["v"].iter().zip(&there) {
            assert!((x - y).abs() <= 1e-8 * (1.0 + x.abs()), "{name} {view:?}: {x} {y}");
        }
    }
    let states = on.download().unwrap().state_dict();
    let expected = host.state_dict();
    assert_eq!(states.params[0].view, expected.params[0].view);
    for ((state, one), (_, other)) in states.params[0].states.iter().zip(&expected.params[0].states) {
        if let (optim_std::checkpoint::StateEntry::Tensor(one), optim_std::checkpoint::StateEntry::Tensor(other)) =
            (one, other)
        {
            assert_eq!(one.shape(), other.shape(), "{name} {state}");
        }
    }
    let _: Option<&Value<_>> = on.state("v", "exp_avg");
}

#[test]
fn every_optimizer_by_the_graph() {
    for (entry, row) in rows_of_parameters() {
        let whole = row.shape.is_some() || row.random;
        for view in [&[24][..], &[3, 8], &[2, 3, 4]] {
            let model = Model::from([("v".to_owned(), numbers::<f64>(&SHAPE, 1))]);
            let builder = row.builder(entry, 0.01);
            if whole || !takes(entry, view) {
                continue;
            }
            let opt = viewed(builder.clone(), view).build(&model).unwrap();
            let needs_more = !opt.inputs().is_empty() || opt.has_probe();
            if !needs_more {
                agrees(entry.name, &builder, view);
            }
        }
    }
}

#[test]
fn modules_of_stablehlo() {
    for (name, view) in [("AdamW", &[24][..]), ("Adafactor", &[3, 8]), ("Muon", &[2, 3, 4]), ("SM3", &[2, 3, 4])] {
        let builder = registry::find(optim_std::optimizers(), name).unwrap().builder().set("lr", 0.1).unwrap();
        let model = Model::from([("v".to_owned(), numbers::<f64>(&SHAPE, 1)), ("w".to_owned(), numbers(&SHAPE, 1))]);
        let module = viewed(builder, view).clip_norm(1.0).build(&model).unwrap().to_stablehlo().unwrap();
        check(module.text()).unwrap_or_else(|error| panic!("{name}: {error}\n{module}"));
        for port in module.signature().arguments().iter().chain(module.signature().results()) {
            match port.role() {
                Role::Param { .. } | Role::Grad { .. } => assert_eq!(port.shape(), SHAPE, "{name}"),
                Role::State { param, state } if param == "v" && ["exp_avg", "momentum_buffer"].contains(&&**state) => {
                    assert_eq!(port.shape(), view, "{name}");
                }
                _ => {}
            }
        }
    }
}

/// The graph of one parameter, with the axes of the view.
#[test]
fn graphs_of_builders() {
    let kernel = [4, 3, 2, 2];
    let muon = || Muon::new().view("kernels", |p| p.ndim() == 4, |p| p.shape().to_vec());
    let graph = |builder: optim_std::Builder<Muon>, shape: &[usize]| builder.graph(shape, 1).unwrap().to_string();
    let into = optim_std::IntoBuilder::into_builder;
    assert_eq!(graph(into(Muon::new()), &kernel), graph(into(Muon::new()), &[4, 12]));
    assert_ne!(graph(into(muon()), &kernel), graph(into(Muon::new()), &kernel));
    assert_eq!(graph(into(muon()), &[4, 12]), graph(into(Muon::new()), &[4, 12]));
}
