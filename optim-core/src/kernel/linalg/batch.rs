//! Divides the slots of a call into the matrices of a batch.

use ndarray::ArrayView2;

use super::{Need, Workspace};
use crate::kernel::matmul::matrix;
use crate::kernel::program::{CallParts, StepNumbers};
use crate::kernel::{Description, Extent, Float, LoopNumber, Operand, PassKind, StepContext};

/// The slot of a result, and the size of each of its matrices.
#[derive(Clone, Copy)]
pub(crate) struct CallOutput {
    slot: Option<usize>,
    rows: usize,
    cols: usize,
}

/// A result for this slot. Without a slot, it is not wanted.
pub(crate) fn output(slot: impl Into<Option<usize>>, rows: usize, cols: usize) -> CallOutput {
    CallOutput { slot: slot.into(), rows, cols }
}

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
        self.call(called, move |cx, numbers| {
            cx.for_each_matrix(batch, &operands, &outputs, need, |matrices, results, workspace| {
                work(matrices, results, workspace, numbers)
            });
        });
    }
}

impl<T: Float> StepContext<'_, T> {
    fn for_each_matrix<const I: usize, const R: usize>(
        &mut self,
        batch: usize,
        operands: &[Operand; I],
        outputs: &[CallOutput; R],
        need: Need,
        mut work: impl FnMut([ArrayView2<'_, T>; I], [&mut [T]; R], &mut Workspace) -> bool,
    ) {
        let mut workspace = std::mem::take(&mut self.arena.workspace);
        workspace.reserve(need);
        let mut taken: [Vec<T>; R] = outputs.map(|output| match output.slot {
            Some(slot) => std::mem::take(&mut self.arena.scratch[slot]),
            None => Vec::new(),
        });
        let given = operands.map(|operand| self.matrices_of(batch, operand));
        // A batch of empty matrices may be very long, so it is not looped over.
        let batch = if outputs.iter().all(|output| output.rows == 0 || output.cols == 0) { 0 } else { batch };
        let mut rest: [&mut [T]; R] = taken.each_mut().map(|numbers| &mut numbers[..]);
        for index in 0..batch {
            let mut place = 0;
            let mut results = rest.each_mut().map(|rest| {
                let CallOutput { slot, rows, cols } = outputs[place];
                place += 1;
                let len = if slot.is_some() { rows * cols } else { 0 };
                rest.split_off_mut(..len).expect("a slot has all matrices of a result")
            });
            let mut place = 0;
            let matrices = given.map(|numbers| {
                place += 1;
                matrix(numbers, operands[place - 1], index)
            });
            if !work(matrices, results.each_mut().map(|result| &mut **result), &mut workspace) {
                results.into_iter().for_each(|result| result.fill(T::nan()));
            }
        }
        for (numbers, output) in taken.into_iter().zip(outputs) {
            if let Some(slot) = output.slot {
                self.arena.scratch[slot] = numbers;
            }
        }
        self.arena.workspace = workspace;
    }
}
