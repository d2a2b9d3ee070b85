//! The division of a step among up to 64 threads, simulated: each piece of work goes to the thread that is done first, and takes a time that is
//! proportional to its number of elements.

use ndarray::{ArrayD, IxDyn};

use super::by_hand::{Kernel, with_row};
use crate::kernel::geometry::Geometry;
use crate::kernel::raw::{Coverage, Jobs, Pieces};
use crate::kernel::run::{cut_elements, cut_rest, large};
use crate::kernel::threads::Queue;
use crate::kernel::{Batching, Entry, Float, GradLoad, StepContext};

const THREADS: [usize; 7] = [1, 2, 4, 8, 16, 32, 64];

/// Does nothing.
struct Idle;

impl Kernel for Idle {
    const ENTRY: Entry = Entry { elementwise: true, scratch: 0, batching: Batching::Alone };

    fn run<T: Float>(&self, _: &mut StepContext<'_, T>) {}
}

/// The elements of the thread with the most of them.
fn busiest(pieces: &[usize], threads: usize) -> usize {
    let mut loads = vec![0; threads];
    for piece in pieces {
        *loads.iter_mut().min().expect("there is a thread") += piece;
    }
    loads.into_iter().max().unwrap_or(0)
}

/// The number of elements of each piece.
fn sizes<T: Float>(pieces: &Pieces<'_, T>) -> Vec<usize> {
    let mut sizes = Vec::new();
    loop {
        let mut piece = 0;
        let is_left = pieces.next(|_, claim| {
            piece += match claim.part() {
                Coverage::Range(from, to) => to - from,
                Coverage::Whole | Coverage::Shared(..) => claim.shape().len(),
            };
            0
        });
        if !is_left {
            return sizes;
        }
        sizes.push(piece);
    }
}

/// Calls `divide` with the jobs of a model of lines.
fn with_jobs<R>(lens: &[usize], divide: impl FnOnce(&mut Jobs<'_, '_, f32>) -> R) -> R {
    // No clone: the memory of zeros that nobody touches does not exist.
    let [mut params, grads] =
        [(); 2].map(|()| lens.iter().map(|&len| ArrayD::zeros(IxDyn(&[len]))).collect::<Vec<_>>());
    let mut states = vec![Vec::new(); lens.len()];
    with_row(&Idle, (&mut params, &grads), &mut states, (1, 0, GradLoad::PLAIN), |row| divide(&mut Jobs::Row(row)))
}

/// The elements of the busiest thread in an elementwise step, which threads join once.
fn elementwise(lens: &[usize], threads: usize) -> usize {
    let total = lens.iter().sum();
    let pieces = with_jobs(lens, |jobs| sizes(&Pieces::new(jobs, cut_elements(total, threads))));
    assert_eq!(pieces.iter().sum::<usize>(), total, "every element is in one piece");
    busiest(&pieces, threads)
}

/// The elements of the busiest thread in one pass of a step with reductions, added up over the parameters that threads share, and how often threads
/// join in such a pass.
fn reducing(lens: &[usize], threads: usize) -> (usize, usize) {
    let large = large(lens.iter().sum(), threads);
    let (mut elements, mut joins) = (0, 0);
    for &len in lens.iter().filter(|len| **len >= large) {
        let geometry = Geometry::flat(len);
        let workers = threads.min(geometry.units);
        let queue = Queue::new(geometry.units, workers);
        let mut pieces = Vec::new();
        while let Some((from, to)) = queue.take() {
            pieces.push((from..to).map(|unit| geometry.unit(unit).cols).map(|(from, to)| to - from).sum());
        }
        assert_eq!(pieces.iter().sum::<usize>(), len, "every element is in one unit");
        (elements, joins) = (elements + busiest(&pieces, workers), joins + 1);
    }
    let rest: usize = lens.iter().filter(|len| **len < large).sum();
    let pieces = with_jobs(lens, |jobs| sizes(&Pieces::new(jobs, cut_rest(large, rest, threads))));
    (elements + busiest(&pieces, threads), joins + usize::from(rest > 0))
}

/// The weights and the vectors of a transformer with 12 layers of width 768, and of its embeddings: 124 million elements.
fn transformer() -> Vec<usize> {
    let (width, layers) = (768, 12);
    let layer = [4 * width * width, 4 * width, width, 4 * width * width, 3 * width * width, 3 * width, width * width];
    let vectors = [width; 6];
    let mut lens = vec![50_257 * width, 1024 * width];
    lens.extend((0..layers).flat_map(|_| layer.into_iter().chain(vectors)));
    lens
}

/// The models of the table, and the largest ratio of the busiest thread to an even division.
fn models() -> [(&'static str, Vec<usize>, f64); 4] {
    [
        ("2^20", vec![1 << 20], 1.05),
        ("2^24", vec![1 << 24], 1.05),
        ("1000 x 100,000", vec![100_000; 1000], 1.05),
        ("transformer", transformer(), 1.3),
    ]
}

/// Prints a table with `--nocapture`: the time of a step relative to an even division without pauses.
#[test]
#[cfg_attr(miri, ignore = "too slow")]
fn work_is_divided_evenly_among_many_threads() {
    for (name, lens, most) in models() {
        let total: usize = lens.iter().sum();
        let row = THREADS.map(|threads| {
            let even = total as f64 / threads as f64;
            let (reducing, joins) = reducing(&lens, threads);
            (elementwise(&lens, threads) as f64 / even, reducing as f64 / even, joins)
        });
        println!("{name}: {row:.2?}");
        for (threads, (elementwise, reducing, _)) in THREADS.into_iter().zip(row) {
            assert!(elementwise <= most && reducing <= most, "{name} on {threads} threads: {elementwise}, {reducing}");
        }
    }
}
