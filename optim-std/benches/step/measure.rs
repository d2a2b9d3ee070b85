//! Taking turns and taking times.

use std::time::{Duration, Instant};

use ndarray::ArrayD;
use optim_std::Threads;

use crate::cases::{Data, Optimizer, Shapes};

/// How long to measure.
#[derive(Clone, Copy)]
pub(crate) struct Effort {
    /// How often memory is allocated anew.
    instances: usize,
    /// Time for one cell of the table, about.
    time: Duration,
}

impl Effort {
    pub(crate) const FULL: Self = Self { instances: 3, time: Duration::from_millis(1500) };
    pub(crate) const QUICK: Self = Self { instances: 1, time: Duration::from_millis(200) };
}

pub(crate) struct Found {
    /// Time of a step per element.
    pub(crate) ns: f64,
    /// Its ratio to the loop by hand, in neighbouring turns.
    pub(crate) ratio: f64,
    pub(crate) quartiles: (f64, f64),
}

/// Least time of one turn.
const TURN: Duration = Duration::from_micros(500);
/// Fewest turns of each.
const FEWEST: usize = 7;

pub(crate) fn measure(optimizer: &Optimizer, shapes: &Shapes, threads: Threads, effort: Effort) -> Found {
    let workers = if threads == Threads::One { 1 } else { rayon::current_num_threads() };
    let len: usize = shapes.iter().map(|shape| shape.iter().product::<usize>()).sum();
    let (mut times, mut ratios) = (Vec::new(), Vec::new());
    for instance in 0..effort.instances {
        let grads = Data::grads(shapes);
        let mut model: Vec<ArrayD<f32>> = Data::params(shapes);
        let mut ours = (optimizer.ours)(threads, &model);
        let mut data = Data::new(shapes, optimizer.factored);
        (optimizer.hand)(workers, &mut data, &grads, &mut |hand| {
            let once = time(1, hand).max(time(1, &mut || ours(&mut model, &grads)));
            let times_per_turn = (TURN.as_secs_f64() / once).ceil() as usize;
            time(times_per_turn, hand);
            time(times_per_turn, &mut || ours(&mut model, &grads));
            let began = Instant::now();
            let mut turn = instance;
            while began.elapsed() < effort.time / effort.instances as u32 || turn < instance + FEWEST {
                let [mut by_hand, mut by_step] = [0.0; 2];
                for who in [turn % 2, (turn + 1) % 2] {
                    if who == 0 {
                        by_hand = time(times_per_turn, hand);
                    } else {
                        by_step = time(times_per_turn, &mut || ours(&mut model, &grads));
                    }
                }
                times.push(by_step / (times_per_turn * len) as f64 * 1e9);
                ratios.push(by_step / by_hand);
                turn += 1;
            }
        });
    }
    times.sort_by(f64::total_cmp);
    ratios.sort_by(f64::total_cmp);
    let part = |sorted: &[f64], numerator: usize| sorted[sorted.len() * numerator / 4];
    Found { ns: part(&times, 2), ratio: part(&ratios, 2), quartiles: (part(&ratios, 1), part(&ratios, 3)) }
}

/// Seconds for some calls together.
fn time(calls: usize, f: &mut dyn FnMut()) -> f64 {
    let began = Instant::now();
    for _ in 0..calls {
        f();
    }
    began.elapsed().as_secs_f64()
}
