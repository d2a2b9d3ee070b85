//! The cost of a step besides the kernel. `cargo test --release -p optim-core overhead -- --ignored --nocapture`

use std::hint::black_box;
use std::time::Instant;

use ndarray::{arr1, arr2};

use super::*;
use crate::kernel::Threads;
use crate::params::Named;

/// A step that does nothing.
#[derive(Clone, Debug)]
struct Idle;

impl Hyperparameters for Idle {
    const NAME: &'static str = "Idle";
    const HYPERS: &'static [HyperInfo] = &[];

    fn from_values(_: &[Setting]) -> Result<Self, HyperError> {
        Ok(Self)
    }

    fn get(&self, _: usize) -> Setting {
        Setting::None
    }
}

impl Definition for Idle {
    const STATES: &'static [StateInfo] = STATES;
    const USES_STEP: bool = false;
    const PASSES_ARE_ELEMENTWISE: bool = true;

    fn trace(&self, axes: &[usize], _: u64) -> Result<Graph, GraphError> {
        Recorder::new(axes).finish(Self::NAME)
    }

    fn step<'k, E: LoopNumber>(&'k self, _: &mut Description<'_, 'k, E>) {}
}

/// Times steps of so many parameters.
fn measure<M>(what: &str, count: usize, model: &mut M, mut step: impl FnMut(&mut M)) {
    // Short, so that some of them are not interrupted.
    const STEPS: u32 = 5;
    let best = (0..1000)
        .map(|_| {
            let start = Instant::now();
            for _ in 0..STEPS {
                step(black_box(model));
            }
            start.elapsed()
        })
        .min();
    let each = best.map_or(0.0, |best| best.as_secs_f64() * 1e9) / f64::from(STEPS) / count as f64;
    println!("{what}: {each:.1} ns per parameter");
}

const COUNT: usize = 1000;

#[test]
#[ignore = "a measurement"]
fn overhead_per_parameter() {
    let layer = || Layer { weight: Array2::<f32>::ones((4, 4)), bias: arr1(&[1.0; 4]) };
    let mut model: Vec<Layer<f32>> = (0..COUNT / 2).map(|_| layer()).collect();
    let grads = model.clone();
    let mut optimizer = Builder::<Idle>::new().threads(Threads::One).build(&model).expect("valid");
    let mut moving = momentum(1e-3).threads(Threads::One).build(&model).expect("valid");
    measure("visits alone", COUNT, &mut model, |model| {
        let mut count = 0;
        grads.visit(Name::ROOT, &mut |_, grad| {
            count += black_box(grad).shape().len();
        });
        model.visit_mut(Name::ROOT, &mut |_, param| {
            count += black_box(param).shape().len();
        });
        black_box(count);
    });
    measure("a step without a kernel", COUNT, &mut model, |model| {
        optimizer.step(model, &grads).expect("valid");
    });
    measure("a step of momentum on 4 or 16 elements", COUNT, &mut model, |model| {
        moving.step(model, &grads).expect("valid");
    });
}

/// Numbers of another library, without any struct.
struct Foreign {
    name: String,
    shape: Vec<usize>,
    strides: Vec<usize>,
    data: Vec<f32>,
    grad: Vec<f32>,
}

#[test]
#[ignore = "a measurement"]
fn overhead_of_views() {
    let layer = || Layer { weight: arr2(&[[1.0_f32; 10]; 10]), bias: arr1(&[1.0; 100]) };
    let mut model: Vec<Layer<f32>> = (0..COUNT / 2).map(|_| layer()).collect();
    let grads = model.clone();
    let mut arrays = Vec::new();
    model.visit(Name::ROOT, &mut |name, array| {
        let (shape, data) = (array.shape().to_vec(), vec![1.0; 100]);
        let strides = array.to_ndarray().strides().iter().map(|&stride| stride as usize).collect();
        arrays.push(Foreign { name: name.to_string(), shape, strides, grad: data.clone(), data });
    });
    let mut named = Named(arrays.iter().map(|a| (a.name.clone(), arr1(&a.data))).collect());
    let named_grads = named.clone();
    let mut by_struct = momentum(1e-3).threads(Threads::One).build(&model).expect("valid");
    let mut by_name = by_struct.clone();
    let mut by_stride = by_struct.clone();
    let mut in_map = momentum(1e-3).threads(Threads::One).build(&named).expect("valid");
    let shapes = crate::Shapes::<f32>::new(arrays.iter().enumerate().map(|(k, a)| (k.to_string(), &a.shape)));
    let mut by_place = momentum(1e-3).threads(Threads::One).build(&shapes);
    for _ in 0..3 {
        measure("a model", COUNT, &mut model, |model| {
            by_struct.step(model, &grads).expect("valid");
        });
        measure("arrays by name", COUNT, &mut named, |named| {
            in_map.step(named, &named_grads).expect("valid");
        });
        measure("views by name", COUNT, &mut arrays, |arrays| {
            let mut model = Named::with_capacity(COUNT);
            let mut grads = Named::with_capacity(COUNT);
            for Foreign { name, shape, data, grad, .. } in arrays {
                model.push(name.as_str(), TensorMut::from_slice(data, shape).expect("valid"));
                grads.push(name.as_str(), TensorRef::from_slice(grad, shape).expect("valid"));
            }
            by_name.step(&mut model, &grads).expect("valid");
        });
        measure("views with strides by name", COUNT, &mut arrays, |arrays| {
            let mut model = Named::with_capacity(COUNT);
            let mut grads = Named::with_capacity(COUNT);
            for Foreign { name, shape, strides, data, grad } in arrays {
                model.push(name.as_str(), TensorMut::from_strided(data, 0, shape, strides).expect("valid"));
                grads.push(name.as_str(), TensorRef::from_strided(grad, 0, shape, strides).expect("valid"));
            }
            by_stride.step(&mut model, &grads).expect("valid");
        });
        let Ok(by_place) = &mut by_place else { continue };
        measure("views by place", COUNT, &mut arrays, |arrays| {
            let mut model = Vec::with_capacity(COUNT);
            let mut grads = Vec::with_capacity(COUNT);
            for Foreign { shape, data, grad, .. } in arrays {
                model.push(TensorMut::from_slice(data, shape).expect("valid"));
                grads.push(TensorRef::from_slice(grad, shape).expect("valid"));
            }
            by_place.step(&mut model, &grads).expect("valid");
        });
    }
}
