//! Measures steps in alternation.

use std::time::{Duration, Instant};

use ndarray::ArrayD;
use optim_std::Threads;

use crate::cases::{Case, Data, Shapes, Variant, limit};
use crate::hand::choose_shape;

/// The time to spend on measuring.
#[derive(Clone, Copy)]
pub(crate) struct Effort {
    /// The number of times that memory is allocated again.
    instances: usize,
    /// Approximate time for a cell of the table.
    time: Duration,
}

impl Effort {
    pub(crate) const FULL: Self = Self { instances: 3, time: Duration::from_millis(1500) };
    pub(crate) const QUICK: Self = Self { instances: 1, time: Duration::from_millis(200) };
}

pub(crate) struct Found {
    /// Time of a step per element.
    pub(crate) ns: f64,
    /// Median and quartiles of the ratio to the hand-written loop, in neighbouring runs.
    pub(crate) ratio: Option<[f64; 3]>,
    /// Bytes per element.
    pub(crate) bytes: f64,
    /// Bytes per second, divided by the bytes per second of the loop that only moves memory.
    pub(crate) of_limit: f64,
}

/// The shortest time of a turn.
const TURN: Duration = Duration::from_micros(500);
/// The smallest number of runs of each loop.
const FEWEST: usize = 7;

/// Times of a turn: the step, the hand-written loop, and the loop that only moves memory.
type Turn = [f64; 3];

pub(crate) fn measure(case: &Case, shapes: &Shapes, threads: Threads, variant: Variant, effort: Effort) -> Found {
    let workers = if threads == Threads::One { 1 } else { rayon::current_num_threads() };
    let len: usize = shapes.iter().map(|shape| shape.iter().product::<usize>()).sum();
    let (mut turns, mut bytes, mut states) = (Vec::new(), 0.0, 0);
    for instance in 0..effort.instances {
        let grads = Data::grads(shapes);
        let mut model: Vec<ArrayD<f32>> = Data::params(shapes);
        let mut ours = case.ours(threads, variant, &model);
        (bytes, states) = (ours.bytes, ours.states);
        let mut step = || (0..case.period).for_each(|_| (ours.step)(&mut model, &grads));
        let (mut data, mut moved) = (Data::new(shapes, case.factored), Data::new(shapes, false));
        let time = effort.time / effort.instances as u32;
        let hand = case.hand.unwrap_or(|_, _, _, f| f(&mut || {}));
        hand(workers, &mut data, &grads, &mut |hand| {
            choose_shape(hand);
            limit(states)(workers, &mut moved, &grads, &mut |limit| {
                let mut hand = || (0..case.period).for_each(|_| hand());
                let mut limit = || (0..case.period).for_each(|_| limit());
                let who: &mut [&mut dyn FnMut(); 3] = &mut [&mut step, &mut hand, &mut limit];
                turns.extend(take_turns(who, time, instance, len * case.period));
            });
        });
    }
    let median = |mut of: Vec<f64>| {
        of.sort_by(f64::total_cmp);
        [2, 1, 3].map(|quarter| of[of.len() * quarter / 4])
    };
    let [ns, ..] = median(turns.iter().map(|[step, ..]| step * 1e9).collect());
    let [of_limit, ..] = median(turns.iter().map(|[step, _, limit]| limit / step).collect());
    let moved_by_limit = 4 * (3 + 2 * states.clamp(1, 2));
    Found {
        ns,
        ratio: case.hand.map(|_| median(turns.iter().map(|[step, hand, _]| step / hand).collect())),
        bytes,
        of_limit: of_limit * bytes / moved_by_limit as f64,
    }
}

/// Seconds per element for each turn. The three loops begin in turn.
fn take_turns(who: &mut [&mut dyn FnMut(); 3], least: Duration, first: usize, len: usize) -> Vec<Turn> {
    let once = who.iter_mut().map(|f| time(1, f)).fold(0.0, f64::max);
    let calls = (TURN.as_secs_f64() / once).ceil() as usize;
    for f in who.iter_mut() {
        time(calls, f);
    }
    let mut turns = Vec::new();
    let began = Instant::now();
    while began.elapsed() < least || turns.len() < FEWEST {
        let mut turn = [0.0; 3];
        for place in 0..who.len() {
            let place = (first + turns.len() + place) % who.len();
            turn[place] = time(calls, who[place]) / (calls * len) as f64;
        }
        turns.push(turn);
    }
    turns
}

/// Seconds of several calls together.
fn time(calls: usize, f: &mut dyn FnMut()) -> f64 {
    let began = Instant::now();
    for _ in 0..calls {
        f();
    }
    began.elapsed().as_secs_f64()
}
