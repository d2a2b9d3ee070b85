//! Divides the slots of calls into the matrices of a batch, and the matrices among threads.

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
/// The smallest number of multiplications for which calls are divided among threads.
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

/// One matrix of a call.
struct MatrixTask<'c, 'k, 'r, T: Float> {
    called: &'c CallParts,
    call: &'c MatrixCall<'k, T>,
    index: usize,
    results: [&'r mut [T]; MOST],
}

impl<T: Float> MatrixTask<'_, '_, '_, T> {
    fn run(mut self, scratch: &[Vec<T>], workspace: &mut Workspace, numbers: &StepNumbers) {
        let operands = std::array::from_fn(|place| match self.called.operands.get(place) {
            Some(&operand) => {
                let len = Extent::new(self.call.batch, operand.rows, operand.cols).len();
                matrix(&scratch[operand.slot][..len], operand, self.index)
            }
            None => ArrayView2::from(&[[]; 0]),
        });
        if !(self.call.work)(operands, &mut self.results, workspace, numbers) {
            self.results.into_iter().for_each(|result| result.fill(T::nan()));
        }
    }
}

/// Divides calls into matrices.
fn tasks<'c, 'k: 'c, 'r, T: Float>(
    calls: impl Iterator<Item = (&'c CallParts, &'c MatrixCall<'k, T>)>,
    results: &'r mut Results<T>,
) -> impl Iterator<Item = MatrixTask<'c, 'k, 'r, T>> {
    calls.zip(results).flat_map(|((called, call), results)| {
        let mut rest = results.each_mut().map(|numbers| &mut numbers[..]);
        (0..call.batch).map(move |index| {
            let mut outputs = call.outputs.iter();
            let results = rest.each_mut().map(|rest| {
                let output = outputs.next().copied().unwrap_or_default();
                let len = if output.slot.is_some() { output.rows * output.cols } else { 0 };
                rest.split_off_mut(..len).expect("a slot has all matrices of a result")
            });
            MatrixTask { called, call, index, results }
        })
    })
}

/// About the number of multiplications of a call.
fn multiplications<T: Float>(called: &CallParts, call: &MatrixCall<'_, T>) -> usize {
    let each =
        |operand: &Operand| operand.rows.saturating_mul(operand.cols).saturating_mul(operand.rows.min(operand.cols));
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
        let work = calls.clone().map(|(called, call)| multiplications(called, call)).fold(0, usize::saturating_add);
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
        let (scratch, tasks) = (&self.arena.scratch[..], tasks(calls.clone(), &mut results));
        match self.claim.part() {
            Coverage::Shared(workers, arenas) if work >= SHARE => {
                // The workspace of this arena, while no thread uses it.
                let own = Mutex::new(Some(workspace));
                let lock = || own.lock().unwrap_or_else(PoisonError::into_inner);
                share_out(workers, tasks, &|task: MatrixTask<'_, '_, '_, T>| {
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
            _ => tasks.for_each(|task| task.run(scratch, &mut workspace, numbers)),
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
