//! Steps of an optimizer on demand. `peers.py` runs them alternately with steps of other programs.
//!
//! Each line on the standard input is a command. The program answers it with one line:
//!
//! ```text
//! make {"shapes": [[64, 3, 7, 7], [64]], "optimizer": {"AdamW": {"lr": 0.001}}, "bf16_products": false}   →   ready
//! make {"shapes": [[64, 3, 7, 7], [64]], "library": "candle"}                     →   ready, for its AdamW
//! run 3                                                                           →   seconds for three steps together
//! ```
//!
//! `RAYON_NUM_THREADS` sets the number of threads.

mod burn;
mod candle;
mod dfdx;
mod ours;

use std::error::Error;
use std::io::{BufRead, stdin};
use std::time::Duration;

use serde_json::Value;

/// Learning rate and weight decay of the other libraries' AdamW.
const LR: f64 = 1e-5;
const WEIGHT_DECAY: f64 = 0.01;

/// An optimizer with its parameters and constant gradients.
trait Stepper {
    /// Makes a step, and returns its time.
    fn step(&mut self) -> Result<Duration, Box<dyn Error>>;
}

/// Numbers from -1 to 1 that look random, the same as in `peers.py`.
fn numbers(len: usize, seed: usize, scale: f32) -> Vec<f32> {
    let number = |index: usize| {
        let bits = (index as u32).wrapping_mul(2_654_435_761) >> 9;
        scale * ((bits as f32 + 0.5) / (1 << 22) as f32 - 1.0)
    };
    (seed..seed + len).map(number).collect()
}

fn make(command: &Value) -> Result<Box<dyn Stepper>, Box<dyn Error>> {
    let shapes: Vec<Vec<usize>> = serde_json::from_value(command["shapes"].clone())?;
    // Their AdamW updates each element separately, so a vector is enough.
    let lens: Vec<usize> = shapes.iter().map(|shape| shape.iter().product()).collect();
    Ok(match command["library"].as_str() {
        None => Box::new(ours::Ours::new(&shapes, command)?),
        Some("burn") => Box::new(burn::Burn::new(&lens)),
        Some("candle") => Box::new(candle::Candle::new(&lens)?),
        Some("dfdx") => Box::new(dfdx::Dfdx::new(&lens)?),
        Some(library) => return Err(format!("no library `{library}` here: burn, candle, dfdx").into()),
    })
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut stepper = None;
    for line in stdin().lock().lines() {
        let line = line?;
        match line.split_once(' ') {
            Some(("make", command)) => {
                stepper = Some(make(&serde_json::from_str(command)?)?);
                println!("ready");
            }
            Some(("run", steps)) => {
                let stepper = stepper.as_mut().ok_or("`make` comes first")?;
                let mut sum = Duration::ZERO;
                for _ in 0..steps.parse::<usize>()? {
                    sum += stepper.step()?;
                }
                println!("{}", sum.as_secs_f64());
            }
            _ => return Err(format!("`{line}` is no command").into()),
        }
    }
    Ok(())
}
