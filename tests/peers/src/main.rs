//! Steps of an optimizer on demand: `peers.py` requests them alternately with those of other programs.
//!
//! One line on the standard input is one command, and one line answers it:
//!
//! ```text
//! make {"shapes": [[64, 3, 7, 7], [64]], "optimizer": {"AdamW": {"lr": 0.001}}, "bf16_products": false}   →   ready
//! run 3                                                                           →   seconds for three steps together
//! ```
//!
//! The number of threads is that of `RAYON_NUM_THREADS`.

use std::error::Error;
use std::io::{BufRead, stdin};
use std::time::Instant;

use ndarray::ArrayD;
use optim_std::config::Config;
use optim_std::{AnyOptimizer, MatmulPrecision};
use serde_json::Value;

/// One optimizer at work.
struct Running {
    optimizer: Box<dyn AnyOptimizer<f32>>,
    model: Vec<ArrayD<f32>>,
    grads: Vec<ArrayD<f32>>,
}

/// Numbers from -1 to 1 that look random, the same as in `peers.py`.
fn array(shape: &[usize], seed: usize, scale: f32) -> ArrayD<f32> {
    let mut index = seed;
    ArrayD::from_shape_simple_fn(shape, || {
        let bits = (index as u32).wrapping_mul(2_654_435_761) >> 9;
        index += 1;
        scale * ((bits as f32 + 0.5) / (1 << 22) as f32 - 1.0)
    })
}

impl Running {
    fn new(command: &Value) -> Result<Self, Box<dyn Error>> {
        let shapes: Vec<Vec<usize>> = serde_json::from_value(command["shapes"].clone())?;
        let model: Vec<_> = shapes.iter().map(|shape| array(shape, 0, 1.0)).collect();
        let grads = shapes.iter().map(|shape| array(shape, 7, 0.01)).collect();
        let config = Config::parse(&format!(r#"{{"optimizer": {}}}"#, command["optimizer"]))?;
        let mut optimizer = config.build(&model)?;
        if command["bf16_products"].as_bool() == Some(true) {
            optimizer.set_matmul_precision(MatmulPrecision::Bf16);
        }
        Ok(Self { optimizer, model, grads })
    }

    fn run(&mut self, steps: usize) -> Result<f64, Box<dyn Error>> {
        let began = Instant::now();
        for _ in 0..steps {
            self.optimizer.step(&mut self.model, &self.grads)?;
        }
        Ok(began.elapsed().as_secs_f64())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut running = None;
    for line in stdin().lock().lines() {
        let line = line?;
        match line.split_once(' ') {
            Some(("make", command)) => {
                running = Some(Running::new(&serde_json::from_str(command)?)?);
                println!("ready");
            }
            Some(("run", steps)) => {
                let running = running.as_mut().ok_or("`make` comes first")?;
                println!("{}", running.run(steps.parse()?)?);
            }
            _ => return Err(format!("`{line}` is no command").into()),
        }
    }
    Ok(())
}
