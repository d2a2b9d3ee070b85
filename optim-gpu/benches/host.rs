//! The host's work in a step on a device: it describes the step and computes the numbers of its registers. It needs no device.
//!
//! `cargo bench -p optim-gpu --bench host`

use std::collections::BTreeMap;
use std::time::Instant;

use ndarray::ArrayD;
use optim_core::program::{DeviceReport, GivenToStep};

/// The number of measured groups of steps. The benchmark reports the fastest.
const GROUPS: usize = 20;
const STEPS: u32 = 20;

fn main() {
    let model: BTreeMap<String, ArrayD<f32>> =
        (0..1000).map(|k| (format!("p{k:03}"), ArrayD::zeros(vec![100]))).collect();
    println!("1,000 parameters of 100 elements, microseconds of one step");
    for name in ["AdamW", "Lamb", "Adafactor", "Prodigy"] {
        let entry = optim_std::optimizers().iter().find(|entry| entry.name == name).expect("a stock optimizer");
        let builder = entry.builder().set("lr", 0.01).expect("it has a learning rate");
        let mut cpu = builder.build(&model).expect("it builds");
        let scalars = cpu.device_scalars().expect("it can run on a device");
        let given = GivenToStep { has_grad: &|_| true, number: &|_| None, has_array: &|_, _| false };
        let mut fastest = f64::INFINITY;
        for _ in 0..GROUPS {
            let start = Instant::now();
            for _ in 0..STEPS {
                let step = cpu.describe_step(&given, &scalars).expect("a step");
                cpu.finish_step(&step, &DeviceReport::default());
            }
            fastest = fastest.min(start.elapsed().as_secs_f64() / f64::from(STEPS));
        }
        println!("{name:10} {:8.0}", fastest * 1e6);
    }
}
