//! From the slots of a call to the matrices of a batch, one after the other.

use ndarray::ArrayView2;

use super::{Need, Workspace};
use crate::kernel::matmul::matrix;
use crate::kernel::raw::Part;
use crate::kernel::{Cx, Extent, Float, Operand, PassKind};

/// The place of a result, and the size of each of its matrices.
#[derive(Clone, Copy)]
pub(super) struct Output {
    slot: Option<usize>,
    rows: usize,
    cols: usize,
}

/// A result that goes to this slot.
pub(super) const fn into(slot: usize, rows: usize, cols: usize) -> Output {
    maybe(Some(slot), rows, cols)
}

/// A result that goes to this slot, if there is one.
pub(super) const fn maybe(slot: Option<usize>, rows: usize, cols: usize) -> Output {
    Output { slot, rows, cols }
}

/// Results that there are not.
pub(super) fn fill_nan<T: Float, const R: usize>(results: [&mut [T]; R]) {
    results.into_iter().for_each(|result| result.fill(T::nan()));
}

impl<T: Float> Cx<'_, T> {
    /// Calls `work` for each matrix of the batch, with the operands, the results, which are empty where nobody wants them, and a
    /// workspace of the size needed.
    pub(super) fn call<const I: usize, const R: usize>(
        &mut self,
        kind: PassKind,
        operands: [Operand; I],
        outputs: [Output; R],
        need: impl FnOnce() -> Need,
        mut work: impl FnMut([ArrayView2<'_, T>; I], [&mut [T]; R], &mut Workspace),
    ) {
        let batch = self.shape().batch();
        let slots = || outputs.iter().filter_map(|output| output.slot);
        let own = |slot: usize| {
            operands.iter().all(|operand| operand.slot != slot) && slots().filter(|other| *other == slot).count() == 1
        };
        assert!(slots().all(own), "each result has a scratch slot of its own");
        let extents = outputs.map(|output| Extent::new(batch, output.rows, output.cols));
        if let Part::Nothing = self.claim.part() {
            let results = outputs.iter().zip(extents).filter_map(|(output, extent)| Some((output.slot?, extent)));
            let most = &mut self.arena.recording.need;
            *most = most.max(need());
            return self.record_calls(kind, extents[0], &operands, &results.collect::<Vec<_>>());
        }
        let mut workspace = std::mem::take(&mut self.arena.workspace);
        workspace.reserve(need());
        let mut taken: [Vec<T>; R] = outputs.map(|output| match output.slot {
            Some(slot) => std::mem::take(&mut self.arena.scratch[slot]),
            None => Vec::new(),
        });
        let given = operands.map(|operand| self.matrices(operand));
        // A batch may be long although its matrices are empty: no loop over it then.
        let batch = if extents.iter().all(|extent| extent.len() == 0) { 0 } else { batch };
        let mut rest: [&mut [T]; R] = taken.each_mut().map(|numbers| &mut numbers[..]);
        for index in 0..batch {
            let mut place = 0;
            let results = rest.each_mut().map(|rest| {
                let Output { slot, rows, cols } = outputs[place];
                place += 1;
                let len = if slot.is_some() { rows * cols } else { 0 };
                rest.split_off_mut(..len).expect("a slot has all matrices of a result")
            });
            let mut place = 0;
            let matrices = given.map(|numbers| {
                place += 1;
                matrix(numbers, operands[place - 1], index)
            });
            work(matrices, results, &mut workspace);
        }
        for (numbers, output) in taken.into_iter().zip(outputs) {
            if let Some(slot) = output.slot {
                self.arena.scratch[slot] = numbers;
            }
        }
        self.arena.workspace = workspace;
    }
}
