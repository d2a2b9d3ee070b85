//! What a step costs besides the kernel. `cargo test --release -p optim-core overhead -- --ignored --nocapture`

use std::hint::black_box;
use std::time::Instant;

use ndarray::arr1;

use super::*;
use crate::kernel::Threads;

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

impl Kernel for Idle {
    const PASSES_ARE_ELEMENTWISE: bool = true;

    fn step<T: Float>(&self, _: &mut Cx<'_, T>) {}
}

impl Definition for Idle {
    const STATES: &'static [StateInfo] = STATES;
    const USES_STEP: bool = false;

    fn graph(&self, shape: &[usize]) -> Result<Graph, GraphError> {
        Recorder::new(shape).finish(Self::NAME)
    }

    fn plan() -> Plan {
        Plan::of::<Self>(&[])
    }
}

#[test]
#[ignore = "a measurement"]
fn overhead_per_parameter() {
    const COUNT: usize = 1000;
    const STEPS: u32 = 100;
    let layer = || Layer { weight: Array2::<f32>::ones((4, 4)), bias: arr1(&[1.0; 4]) };
    let mut model: Vec<Layer<f32>> = (0..COUNT / 2).map(|_| layer()).collect();
    let grads = model.clone();
    let mut optimizer = Builder::<Idle>::new().threads(Threads::One).build(&model).expect("valid");
    let mut moving = momentum(1e-3).threads(Threads::One).build(&model).expect("valid");
    let mut measure = |what: &str, step: &mut dyn FnMut(&mut Vec<Layer<f32>>)| {
        let best = (0..30)
            .map(|_| {
                let start = Instant::now();
                for _ in 0..STEPS {
                    step(black_box(&mut model));
                }
                start.elapsed()
            })
            .min();
        let each = best.map_or(0.0, |best| best.as_secs_f64() * 1e9) / f64::from(STEPS) / COUNT as f64;
        println!("{what}: {each:.1} ns per parameter");
    };
    measure("visits alone", &mut |model| {
        let mut count = 0;
        grads.visit(Name::ROOT, &mut |_, grad| {
            count += black_box(grad).shape().len();
        });
        model.visit_mut(Name::ROOT, &mut |_, param| {
            count += black_box(param).shape().len();
        });
        black_box(count);
    });
    measure("a step without a kernel", &mut |model| {
        optimizer.step(model, &grads).expect("valid");
    });
    measure("a step of momentum on 4 or 16 elements", &mut |model| {
        moving.step(model, &grads).expect("valid");
    });
}
