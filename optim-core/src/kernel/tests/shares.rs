//! The division of work: every element of every parameter is stepped once, whatever the number of threads.

use std::collections::HashMap;
use std::sync::Mutex;

use ndarray::{ArrayD, IxDyn};

use super::by_hand::{Kernel, with_row};
use super::support::on_seven_threads;
use crate::draw::DrawKey;
use crate::kernel::raw::Coverage;
use crate::kernel::threads::Queue;
use crate::kernel::{Arenas, Batching, Entry, Float, GradLoad, StateSlot, StepContext, Threads, run_row};

/// The way a parameter was stepped.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
enum Step {
    Whole,
    Range(usize, usize),
    Shared(usize),
}

/// Notes how it is called, and counts in a scalar state.
#[derive(Default)]
struct Record<const ELEMENTWISE: bool>(Mutex<Vec<(DrawKey, Step)>>);

impl<const ELEMENTWISE: bool> Kernel for Record<ELEMENTWISE> {
    const ENTRY: Entry = Entry { elementwise: ELEMENTWISE, scratch: 0, batching: Batching::Alone };

    fn run<T: Float>(&self, cx: &mut StepContext<'_, T>) {
        let step = match cx.claim.part() {
            Coverage::Whole => Step::Whole,
            Coverage::Range(from, to) => Step::Range(from, to),
            Coverage::Shared(workers, _) => Step::Shared(workers),
        };
        cx.set_scalar(0, cx.claim.scalar(0) + 1.0);
        self.0.lock().unwrap().push((cx.claim.draws(), step));
    }
}

/// The steps of each of some lines.
fn steps<const ELEMENTWISE: bool>(lens: &[usize], threads: usize) -> Vec<Vec<Step>> {
    let kernel = Record::<ELEMENTWISE>::default();
    let mut params: Vec<_> = lens.iter().map(|&len| ArrayD::<f32>::zeros(IxDyn(&[len]))).collect();
    let grads = params.clone();
    let mut states = vec![vec![StateSlot::scalar(0.0)]; lens.len()];
    with_row(&kernel, (&mut params, &grads), &mut states, (1, 0, GradLoad::PLAIN), |row| {
        on_seven_threads(|| run_row(row, 0, None, &Arenas::default(), Threads::N(threads)));
    });
    for states in &states {
        assert!(matches!(states[..], [StateSlot::Scalar { value: 1.0, .. }]), "a scalar state is set once: {states:?}");
    }
    let mut steps = vec![Vec::new(); lens.len()];
    // Small parameters that are alike come in another order.
    let places: HashMap<DrawKey, usize> = (0..lens.len()).map(|place| (DrawKey::new(place as u64), place)).collect();
    for (key, step) in kernel.0.into_inner().unwrap() {
        steps[places[&key]].push(step);
    }
    steps.iter_mut().for_each(|steps| steps.sort_by(|a, b| a.partial_cmp(b).unwrap()));
    steps
}

/// Models with parameters of all sizes, with empty ones between, and with borders of pieces at borders of parameters.
#[cfg(feature = "rayon")]
fn models() -> Vec<Vec<usize>> {
    vec![
        vec![0, 270_000, 0],
        vec![262_144, 0],
        vec![4090, 100_000, 160_000],
        vec![100, 8191, 8192, 8193, 0, 0, 3, 30_000, 1, 64, 4096, 250_001, 0],
        vec![8192; 32],
        vec![4096; 80],
        vec![4; 66_000],
        vec![131_071, 131_072, 131_073, 5, 0, 20_000],
    ]
}

#[test]
#[cfg(feature = "rayon")]
#[cfg_attr(miri, ignore = "too slow")]
fn elementwise_steps_share_every_element_once() {
    for (model, threads) in models().iter().flat_map(|model| [2, 3, 7].map(|threads| (model, threads))) {
        let total: usize = model.iter().sum();
        let piece = (total / (8 * threads)).max(4096).next_multiple_of(256);
        let mut pieces = 0;
        for (&len, steps) in model.iter().zip(steps::<true>(model, threads)) {
            if len < 8192 {
                assert_eq!(steps, [Step::Whole], "{len} of {model:?}");
                continue;
            }
            let mut end = 0;
            pieces += steps.len() - 1;
            for step in steps {
                let Step::Range(from, to) = step else { panic!("{step:?}: {len} elements are cut") };
                assert!(from == end && from < to && to - from < piece + 256, "{from}..{to} after {end} of {len}");
                assert!(from % 256 == 0, "pieces begin with blocks");
                end = to;
            }
            assert_eq!(end, len, "{model:?}");
        }
        assert!(pieces <= total / piece, "{pieces} borders of pieces in {model:?}");
    }
}

#[test]
#[cfg(feature = "rayon")]
#[cfg_attr(miri, ignore = "too slow")]
fn other_steps_share_large_parameters_and_give_each_small_one_to_one() {
    for (model, threads) in models().iter().flat_map(|model| [2, 3, 7].map(|threads| (model, threads))) {
        for (&len, steps) in model.iter().zip(steps::<false>(model, threads)) {
            let expected = if len >= 131_072 { Step::Shared(threads) } else { Step::Whole };
            assert_eq!(steps, [expected], "{len} of {model:?}");
        }
    }
}

#[test]
fn a_queue_hands_out_every_number_once_and_in_order() {
    for (end, workers, stretch) in [(0, 2, 1), (7, 2, 1), (32, 2, 2), (100, 2, 6), (100, 1, 12)] {
        let queue = Queue::new(end, workers);
        let mut next = 0;
        while let Some((from, to)) = queue.take() {
            assert_eq!((from, to), (next, (next + stretch).min(end)));
            next = to;
        }
        assert_eq!(next, end);
    }
}

#[test]
fn little_work_and_one_thread_share_nothing() {
    for (model, threads) in [(&[20_000, 12_767][..], 7), (&[40_000, 0, 200_000], 1)] {
        assert!(steps::<true>(model, threads).iter().all(|steps| *steps == [Step::Whole]));
        assert!(steps::<false>(model, threads).iter().all(|steps| *steps == [Step::Whole]));
    }
    // Elementwise steps are done sooner.
    assert!(steps::<true>(&[262_143], 7).iter().all(|steps| *steps == [Step::Whole]));
}
