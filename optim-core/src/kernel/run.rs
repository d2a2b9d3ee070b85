//! The step of all parameters.

use std::sync::{Mutex, PoisonError};

use super::arena::{Arena, Pending};
use super::level::Isa;
use super::program::FEW;
use super::raw::{Claim, Coverage, Cut, GRAIN, Jobs, LineBlock, ParamRow, Pieces};
use super::threads::side_by_side;
use super::{Arenas, Batching, Float, Globals, Job, StepContext, Threads};
use crate::watched::WatchSums;

/// The smallest step that uses threads, in elements of all parameters. It costs about 10 µs to wake a thread, and the thread helps after 50 µs.
const SHARE: usize = 32 * 1024;
/// The same limit for a step that consists of scalar code and passes, which takes less time per element.
const SHARE_PASSES: usize = 128 * 1024;
/// The same limit for an elementwise step.
const SHARE_ELEMENTWISE: usize = 256 * 1024;
/// The smallest parameter, in elements, that an elementwise step cuts into pieces.
const CUT: usize = 8 * 1024;

/// Runs the entry with this number for each job. It may read global states.
///
/// Elementwise steps divide all elements of all parameters evenly among the threads. In other steps, one thread processes each small parameter, and
/// all threads process each pass of a large parameter together. Results have the same bits for any number of threads and any level.
///
/// # Panics
/// If a job breaks its rules, or the kernel itself panics. Then parameters and states may be partly changed.
pub(crate) fn run_step<T: Float>(
    jobs: &mut [Job<'_, T>],
    entry: usize,
    globals: Option<&Globals<T>>,
    arenas: &Arenas<T>,
    threads: Threads,
) {
    let together = globals.map(|globals| Together { globals, phases: false });
    run(&mut Jobs::Each(jobs), (entry, Batching::Alone), together.as_ref(), arenas, threads);
}

/// Like [`run_step`], for all parameters of an optimizer that have a gradient. With `globals`, which has a place for each parameter, the step depends
/// on the whole model. Then this runs one phase: each parameter continues to its next cut.
///
/// # Panics
/// See [`run_step`].
pub(crate) fn run_row<T: Float>(
    row: &mut ParamRow<'_, T>,
    entry: usize,
    globals: Option<&Globals<T>>,
    arenas: &Arenas<T>,
    threads: Threads,
) {
    let batching = row.bind(entry);
    let together = globals.map(|globals| Together { globals, phases: true });
    run(&mut Jobs::Row(row), (entry, batching), together.as_ref(), arenas, threads);
}

/// Runs one phase, or a step that does not depend on the whole model.
fn run<T: Float>(
    jobs: &mut Jobs<'_, '_, T>,
    (entry, batching): (usize, Batching),
    together: Option<&Together<'_, T>>,
    arenas: &Arenas<T>,
    threads: Threads,
) {
    // The arrays do not overlap in memory, so their total number of elements is at most that of the largest possible array.
    let total = jobs.total().expect("a job's shape is that of its parameter");
    let watch = jobs.watch();
    let elementwise = watch.is_empty() && jobs.all_kernels(|kernel| kernel.is_elementwise(entry));
    let run = JobRun { entry, batching, isa: Isa::current(), watch, together };
    let least = match batching {
        _ if elementwise => SHARE_ELEMENTWISE,
        Batching::Few | Batching::Many => SHARE_PASSES,
        Batching::Alone => SHARE,
    };
    let workers = if total < least { 1 } else { threads.workers() };
    if workers <= 1 {
        return arenas.with_one(|arena| in_order(jobs, run, arena));
    }
    let pending = Mutex::new(Vec::new());
    let share = if elementwise { share_elements } else { share_jobs };
    share(jobs, run, arenas, total, workers, &pending);
    commit(jobs, &pending.into_inner().unwrap_or_else(PoisonError::into_inner));
}

/// Runs all parameters, one after another.
fn in_order<T: Float>(jobs: &mut Jobs<'_, '_, T>, run: JobRun<'_, T>, arena: &mut Arena<T>) {
    arena.pending.clear();
    let mut index = 0;
    while index < jobs.list().len() {
        let mut taken = 0;
        if let Some(claim) = Claim::at(jobs, index, Coverage::Whole) {
            taken = step(claim, index, run, arena);
            // Committed now, while the states are in cache.
            commit(jobs, &arena.pending);
            arena.pending.clear();
        }
        index += 1 + taken;
    }
}

/// Writes the pending scalar states and watched numbers.
fn commit<T: Float>(jobs: &mut Jobs<'_, '_, T>, pending: &[Pending]) {
    for &Pending { job, others, of, value } in pending {
        jobs.set_number((job, 1 + others), of, value);
    }
}

/// The data shared by jobs that run together.
struct Together<'a, T> {
    globals: &'a Globals<T>,
    /// True if jobs wait for each other. Then the index of a job is the place of its parameter.
    phases: bool,
}

/// The data that is the same for all jobs of a run.
#[derive(Clone, Copy)]
struct JobRun<'a, T> {
    entry: usize,
    batching: Batching,
    isa: Isa,
    watch: WatchSums,
    together: Option<&'a Together<'a, T>>,
}

/// The largest number of parameters in a block.
const MANY: usize = 64;
/// The largest number of elements in a block: its arrays must stay in cache from pass to pass.
const BLOCK: usize = 16 * 1024;

/// Runs a job, and returns the number of jobs after it that were processed with it. It is inlined to avoid copies of the claim, which are measurable
/// for small parameters.
#[inline(always)]
fn step<'a, T: Float>(claim: Claim<'a, T>, index: usize, run: JobRun<'a, T>, arena: &'a mut Arena<T>) -> usize {
    let JobRun { entry, batching, isa, watch, together } = run;
    let kernel = claim.kernel();
    match together {
        None => {
            let block = match batching {
                Batching::Alone => LineBlock::NONE,
                Batching::Few => claim.block((FEW, BLOCK), false),
                Batching::Many => claim.block((MANY, BLOCK), true),
            };
            kernel.run(entry, &mut StepContext { block, watch, ..StepContext::new(claim, index, isa, arena) });
            return block.len().saturating_sub(1);
        }
        Some(Together { globals: Globals { values: globals, .. }, phases: false }) => {
            kernel.run(entry, &mut StepContext { globals, watch, ..StepContext::new(claim, index, isa, arena) });
        }
        Some(Together { globals, .. }) => phase(claim, index, (entry, isa, watch), globals, arena),
    }
    0
}

/// Runs one phase of a job, unless the job waits or has ended.
fn phase<'a, T: Float>(
    claim: Claim<'a, T>,
    index: usize,
    (entry, isa, watch): (usize, Isa, WatchSums),
    globals: &'a Globals<T>,
    arena: &mut Arena<T>,
) {
    let Some(mut progress) = globals.running(index) else { return };
    let pending = arena.pending.len();
    progress.start();
    progress.swap(arena);
    std::mem::swap(&mut *progress, &mut arena.progress);
    let globals = &globals.values;
    let kernel = claim.kernel();
    kernel.run(entry, &mut StepContext { globals, phases: true, watch, ..StepContext::new(claim, index, isa, arena) });
    std::mem::swap(&mut *progress, &mut arena.progress);
    progress.swap(arena);
    progress.end(&mut arena.pending, pending);
}

/// Calls `work` on each worker, with a separate arena.
fn each_worker<T: Float>(
    workers: usize,
    arenas: &Arenas<T>,
    pending: &Mutex<Vec<Pending>>,
    work: &(dyn Fn(&mut Arena<T>) + Sync),
) {
    side_by_side(workers, &|| {
        let mut arena = arenas.take();
        arena.pending.clear();
        work(&mut arena);
        pending.lock().unwrap_or_else(PoisonError::into_inner).append(&mut arena.pending);
        arenas.put_back(arena);
    });
}

/// Divides all elements evenly.
fn share_elements<T: Float>(
    jobs: &mut Jobs<'_, '_, T>,
    run: JobRun<'_, T>,
    arenas: &Arenas<T>,
    total: usize,
    workers: usize,
    pending: &Mutex<Vec<Pending>>,
) {
    let pieces = Pieces::new(jobs, cut_elements(total, workers));
    each_worker(workers, arenas, pending, &|arena| {
        while pieces.next(|index, claim| step(claim, index, run, arena)) {}
    });
}

/// The division of an elementwise step, and the elements of a piece: about eight pieces per worker.
pub(super) fn cut_elements(total: usize, workers: usize) -> (Cut, usize) {
    (Cut::Elements(CUT), (total / (8 * workers)).max(CUT / 2).next_multiple_of(GRAIN))
}

/// The smallest parameter, in elements, for which passes can be divided among the workers.
pub(crate) const LARGE: usize = 128 * 1024;

/// The same limit in a step of this many elements.
pub(super) fn large(total: usize, workers: usize) -> usize {
    LARGE.max(total / (16 * workers))
}

/// The division of all smaller parameters, which have `rest` elements, and the elements of a piece.
pub(super) fn cut_rest(large: usize, rest: usize, workers: usize) -> (Cut, usize) {
    (Cut::Below(large), (rest / (16 * workers)).max(1))
}

/// Processes large parameters one after another, each with all workers, and then small parameters, each with one worker.
fn share_jobs<T: Float>(
    jobs: &mut Jobs<'_, '_, T>,
    run: JobRun<'_, T>,
    arenas: &Arenas<T>,
    total: usize,
    workers: usize,
    pending: &Mutex<Vec<Pending>>,
) {
    let large = large(total, workers);
    let mut arena = arenas.take();
    arena.pending.clear();
    for index in 0..jobs.list().len() {
        if jobs.list().size(index).is_some_and(|size| size >= large)
            && let Some(claim) = Claim::at(jobs, index, Coverage::Shared(workers, arenas))
        {
            step(claim, index, run, &mut arena);
        }
    }
    pending.lock().unwrap_or_else(PoisonError::into_inner).append(&mut arena.pending);
    arenas.put_back(arena);
    let rest: usize =
        (0..jobs.list().len()).filter_map(|index| jobs.list().size(index)).filter(|&size| size < large).sum();
    let pieces = Pieces::new(jobs, cut_rest(large, rest, workers));
    each_worker(if rest < SHARE { 1 } else { workers }, arenas, pending, &|arena| {
        while pieces.next(|index, claim| step(claim, index, run, arena)) {}
    });
}
