//! A step that is written down instead of run: which passes and calls it asks for, and what they would move.

use ndarray::arr1;

use super::arena::Arena;
use super::level::Isa;
use super::raw::{Claim, Part};
use super::{
    AnyKernel, Cx, Extent, Float, GradLoad, Job, Operand, Reduction, Source, Stream, StreamAxes, TensorMut, TensorRef,
};
use crate::draw::DrawKey;
use crate::shape::{Axes, ParamShape};

/// What a pass is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PassKind {
    /// A fused loop over elements.
    Loop,
    /// A matrix product.
    Matmul,
    /// A transposition.
    Transpose,
}

/// A pass or a call that a step asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Recorded {
    /// Its place in the plan.
    pub(crate) place: usize,
    pub(crate) kind: PassKind,
    /// Matrices, rows and columns of what it walks over; of its result, if it is a call.
    pub(crate) size: [usize; 3],
    pub(crate) inputs: Vec<Moved>,
    /// Written, and perhaps read.
    pub(crate) outputs: Vec<Moved>,
    pub(crate) reductions: usize,
}

/// Numbers that a pass or a call reads or writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Moved {
    pub(crate) source: Source,
    pub(crate) axes: Axes,
    /// How many.
    pub(crate) numbers: usize,
}

impl Moved {
    fn of(stream: &Stream, extent: Extent) -> Self {
        let axes = match (stream.axes.batch, stream.axes.row, stream.axes.col) {
            (_, true, true) => Axes::Tensor,
            (_, true, false) => Axes::Rows,
            (_, false, true) => Axes::Cols,
            (true, false, false) => Axes::Matrices,
            (false, false, false) => Axes::Scalar,
        };
        Self { source: stream.source, axes, numbers: extent.over(stream.axes).len() }
    }

    fn of_slot(slot: usize, extent: Extent) -> Self {
        Self::of(&Source::Scratch(slot).tensor(), extent)
    }
}

/// What a step of a parameter of this shape asks for and how often, in the order in which each is first asked for. No
/// element is touched and no memory taken for any, so that a large shape costs no more than a small one.
///
/// # Panics
/// Where the step does.
pub(crate) fn record<T: Float>(kernel: &dyn AnyKernel<T>, shape: ParamShape) -> Vec<(Recorded, usize)> {
    let (mut param, grad) = (arr1(&[]), arr1(&[]));
    let mut job = Job {
        kernel,
        param: TensorMut::from_array(&mut param),
        grad: TensorRef::from_array(&grad),
        states: &mut [],
        t: 1,
        draws: DrawKey::new(0),
        load: GradLoad::PLAIN,
        shape,
    };
    let mut arena = Arena::default();
    kernel.step(&mut Cx::new(Claim::new(&mut job, Part::Nothing), 0, Isa::current(), &mut arena));
    arena.recorded
}

impl<T: Float> Cx<'_, T> {
    /// Writes a pass down.
    #[cold]
    #[inline(never)]
    pub(super) fn record_pass(
        &mut self,
        extent: Extent,
        inputs: &[Stream],
        outputs: &[Stream],
        reductions: &[Reduction],
    ) {
        let moved = |stream: &Stream| Moved::of(stream, extent);
        let kept = reductions.iter().filter(|reduction| reduction.keep != StreamAxes::ONE);
        let results = kept.map(|reduction| moved(&Source::Scratch(reduction.into).over(reduction.keep)));
        let outputs = outputs.iter().map(moved).chain(results).collect();
        // Random numbers are computed, not moved.
        let inputs = inputs.iter().filter(|stream| !matches!(stream.source, Source::Draw(_))).map(moved).collect();
        self.record(PassKind::Loop, extent, inputs, outputs, reductions.len());
    }

    /// Writes a call down that has matrices of `extent` as its result.
    #[cold]
    #[inline(never)]
    pub(super) fn record_call(&mut self, kind: PassKind, extent: Extent, operands: &[Operand], into: usize) {
        let batch = self.shape().batch();
        let stored = |operand: &Operand| Moved::of_slot(operand.slot, Extent::new(batch, operand.rows, operand.cols));
        let inputs = operands.iter().map(stored).collect();
        self.record(kind, extent, inputs, vec![Moved::of_slot(into, extent)], 0);
    }

    fn record(&mut self, kind: PassKind, extent: Extent, inputs: Vec<Moved>, outputs: Vec<Moved>, reductions: usize) {
        let size = [extent.batch, extent.rows, extent.cols];
        let new = Recorded { place: self.place, kind, size, inputs, outputs, reductions };
        self.place = self.place.saturating_add(1);
        match self.arena.recorded.iter_mut().find(|(known, _)| *known == new) {
            Some((_, times)) => *times = times.saturating_add(1),
            None => self.arena.recorded.push((new, 1)),
        }
    }
}
