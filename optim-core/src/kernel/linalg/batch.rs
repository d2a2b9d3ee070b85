//! Divides the slots of calls into the matrices of a batch, and the matrices among threads.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use ndarray::ArrayView2;

use super::{Need, Workspace};
use crate::kernel::matmul::matrix;
use crate::kernel::program::{CallParts, CallWork, LibraryCall, SIDE_BY_SIDE, StepNumbers};
use crate::kernel::raw::Coverage;
use crate::kernel::threads::share_out;
use crate::kernel::{Description, Extent, Float, LoopNumber, Operand, PassKind, StepContext};

/// The largest number of operands and of results of a call.
const MOST: usize = 3;
/// The smallest work for which calls are divided among threads.
const SHARE: usize = 1 << 20;

/// The slot of a result, and the size of each of its matrices.
#[derive(Clone, Copy, Default)]
pub(crate) struct CallOutput {
    slot: Option<usize>,
    rows: usize,
    cols: usize,
}

/// A result for this slot. Without a slot, it is not wanted.
pub(crate) fn output(slot: impl Into<Option<usize>>, rows: usize, cols: usize) -> CallOutput {
    CallOutput { slot: slot.into(), rows, cols }
}

/// A call that does the same work for each matrix of a batch.
pub(crate) struct MatrixCall<'k, T: Float> {
    batch: usize,
    outputs: [CallOutput; MOST],
    work: Box<MatrixWork<'k, T>>,
}

/// The work for one matrix: the operands, the results, a workspace, and the scalars of the step. Operands and results that the call does not have are
/// empty. Returns false if it failed.
type MatrixWork<'k, T> =
    dyn Fn([ArrayView2<'_, T>; MOST], &mut [&mut [T]; MOST], &mut Workspace, &StepNumbers) -> bool + Send + Sync + 'k;

impl<'k, E: LoopNumber> Description<'_, 'k, E> {
    /// Describes a call that does `work` for each matrix of the batch, with the operands, the results, a workspace of the needed size, and the
    /// scalars of the step. Results that are not wanted are empty slices. If `work` returns false, all results become NaN.
    pub(crate) fn for_each_matrix<const I: usize, const R: usize>(
        &mut self,
        kind: PassKind,
        operands: [Operand; I],
        outputs: [CallOutput; R],
        need: Need,
        work: impl Fn([ArrayView2<'_, E::Float>; I], [&mut [E::Float]; R], &mut Workspace, &StepNumbers) -> bool
        + Send
        + Sync
        + 'k,
    ) {
        self.for_each_matrix_of(self.shape().batch(), kind, operands, outputs, need, work);
    }

    /// Like `for_each_matrix`, for a batch of any size.
    pub(crate) fn for_each_matrix_of<const I: usize, const R: usize>(
        &mut self,
        batch: usize,
        kind: PassKind,
        operands: [Operand; I],
        outputs: [CallOutput; R],
        need: Need,
        work: impl Fn([ArrayView2<'_, E::Float>; I], [&mut [E::Float]; R], &mut Workspace, &StepNumbers) -> bool
        + Send
        + Sync
        + 'k,
    ) {
        const { assert!(I <= MOST && R <= MOST) };
        let operands = operands.map(|operand| self.own_operand(operand));
        let outputs = outputs.map(|output| CallOutput { slot: output.slot.map(|slot| self.own_slot(slot)), ..output });
        let slots = || outputs.iter().filter_map(|output| output.slot);
        let own = |slot: usize| {
            operands.iter().all(|operand| operand.slot != slot) && slots().filter(|other| *other == slot).count() == 1
        };
        assert!(slots().all(own), "each result has a scratch slot of its own");
        let extents = outputs.map(|output| Extent::new(batch, output.rows, output.cols));
        let results = outputs.iter().zip(extents).filter_map(|(output, extent)| Some((output.slot?, extent))).collect();
        let called = CallParts { kind, extent: extents[0], operands: operands.to_vec(), results, need };
        // A batch of empty matrices may be very long, so it is not looped over.
        let empty = outputs.iter().all(|output| output.rows == 0 || output.cols == 0);
        let mut all = [CallOutput::default(); MOST];
        all[..R].copy_from_slice(&outputs);
        let work = move |operands: [ArrayView2<'_, E::Float>; MOST],
                         results: &mut [&mut [E::Float]; MOST],
                         workspace: &mut Workspace,
                         numbers: &StepNumbers| {
            let mut results = results.iter_mut();
            let results = std::array::from_fn(|_| results.next().map_or_else(Default::default, |result| &mut **result));
            work(std::array::from_fn(|place| operands[place]), results, workspace, numbers)
        };
        let call = MatrixCall { batch: if empty { 0 } else { batch }, outputs: all, work: Box::new(work) };
        self.call(called, CallWork::EachMatrix(call));
    }
}

/// The results of calls while they are computed: they are not in the scratch slots then.
type Results<T> = [[Vec<T>; MOST]; SIDE_BY_SIDE];

/// Some consecutive matrices of a call, with all of their results.
struct MatrixTask<'c, 'k, 'r, T: Float> {
    called: &'c CallParts,
    call: &'c MatrixCall<'k, T>,
    matrices: Range<usize>,
    results: [&'r mut [T]; MOST],
}

impl<T: Float> MatrixTask<'_, '_, '_, T> {
    fn run(mut self, scratch: &[Vec<T>], workspace: &mut Workspace, numbers: &StepNumbers) {
        for index in self.matrices {
            let operands = std::array::from_fn(|place| match self.called.operands.get(place) {
                Some(&operand) => {
                    let len = Extent::new(self.call.batch, operand.rows, operand.cols).len();
                    matrix(&scratch[operand.slot][..len], operand, index)
                }
                None => ArrayView2::from(&[[]; 0]),
            });
            let mut results = self.call.split(1, &mut self.results);
            if !(self.call.work)(operands, &mut results, workspace, numbers) {
                results.into_iter().for_each(|result| result.fill(T::nan()));
            }
        }
    }
}

impl<T: Float> MatrixCall<'_, T> {
    /// Splits the results of the first `count` matrices off.
    fn split<'r>(&self, count: usize, rest: &mut [&'r mut [T]; MOST]) -> [&'r mut [T]; MOST] {
        let mut outputs = self.outputs.iter();
        rest.each_mut().map(|rest| {
            let output = outputs.next().copied().unwrap_or_default();
            let len = if output.slot.is_some() { count * output.rows * output.cols } else { 0 };
            rest.split_off_mut(..len).expect("a slot has all matrices of a result")
        })
    }

    /// The number of matrices that one thread takes at a time: an eighth of its share.
    fn stretch(&self, workers: usize) -> usize {
        (self.batch / (8 * workers)).max(1)
    }
}

/// Divides calls among this number of threads.
fn tasks<'c, 'k: 'c, 'r, T: Float>(
    calls: impl Iterator<Item = (&'c CallParts, &'c MatrixCall<'k, T>)>,
    results: &'r mut Results<T>,
    workers: usize,
) -> impl Iterator<Item = MatrixTask<'c, 'k, 'r, T>> {
    calls.zip(results).flat_map(move |((called, call), results)| {
        let (mut rest, stretch) = (results.each_mut().map(|numbers| &mut numbers[..]), call.stretch(workers));
        (0..call.batch).step_by(stretch).map(move |first| {
            let matrices = first..call.batch.min(first + stretch);
            let results = call.split(matrices.len(), &mut rest);
            MatrixTask { called, call, matrices, results }
        })
    })
}

/// About the work of a call: the multiplications of a decomposition, or the elements that another call reads.
fn work_of<T: Float>(called: &CallParts, call: &MatrixCall<'_, T>) -> usize {
    let each = |operand: &Operand| {
        let elements = operand.rows.saturating_mul(operand.cols);
        let is_decomposition = called.need.library > 0;
        if is_decomposition { elements.saturating_mul(operand.rows.min(operand.cols)) } else { elements }
    };
    called.operands.iter().map(each).fold(0, usize::saturating_add).saturating_mul(call.batch)
}

impl<T: Float> StepContext<'_, T> {
    /// Runs calls that can run side by side. All threads share the matrices of a large parameter.
    pub(crate) fn for_each_matrix(&mut self, calls: &[LibraryCall<'_, T>], numbers: &StepNumbers) {
        let calls = calls.iter().filter_map(|call| match &call.work {
            CallWork::EachMatrix(each) => Some((&call.called, each)),
            CallWork::Whole(_) => None,
        });
        let need = calls.clone().fold(Need::default(), |need, (called, _)| need.max(called.need));
        let work = calls.clone().map(|(called, call)| work_of(called, call)).fold(0, usize::saturating_add);
        let shared = match self.claim.part() {
            Coverage::Shared(workers, arenas) if work >= SHARE => Some((workers, arenas)),
            _ => None,
        };
        let mut workspace = std::mem::take(&mut self.arena.workspace);
        workspace.reserve(need);
        let mut results = Results::<T>::default();
        for ((_, call), results) in calls.clone().zip(&mut results) {
            for (output, numbers) in call.outputs.iter().zip(results) {
                if let Some(slot) = output.slot {
                    *numbers = std::mem::take(&mut self.arena.scratch[slot]);
                }
            }
        }
        let scratch = &self.arena.scratch[..];
        match shared {
            Some((workers, arenas)) => {
                let count = calls.clone().map(|(_, call)| call.batch.div_ceil(call.stretch(workers))).sum();
                let tasks = tasks(calls.clone(), &mut results, workers);
                // The workspace of this arena, while no thread uses it.
                let own = Mutex::new(Some(workspace));
                let lock = || own.lock().unwrap_or_else(PoisonError::into_inner);
                share_out(workers.min(count), tasks, &|task: MatrixTask<'_, '_, '_, T>| {
                    let free = lock().take();
                    if let Some(mut workspace) = free {
                        task.run(scratch, &mut workspace, numbers);
                        *lock() = Some(workspace);
                    } else {
                        let mut arena = arenas.take();
                        arena.workspace.reserve(need);
                        task.run(scratch, &mut arena.workspace, numbers);
                        arenas.put_back(arena);
                    }
                });
                workspace = lock().take().unwrap_or_default();
            }
            None => tasks(calls.clone(), &mut results, 1).for_each(|task| task.run(scratch, &mut workspace, numbers)),
        }
        for ((_, call), results) in calls.zip(results) {
            for (output, numbers) in call.outputs.iter().zip(results) {
                if let Some(slot) = output.slot {
                    self.arena.scratch[slot] = numbers;
                }
            }
        }
        self.arena.workspace = workspace;
    }
}
