//! A step that is recorded instead of run: its passes and calls, and the memory that they would move.

use std::ops::Range;

use ndarray::arr1;

use super::arena::Arena;
use super::level::Isa;
use super::linalg::Need;
use super::raw::{Claim, Part};
use super::{
    AnyKernel, Cx, Extent, Float, GradLoad, Job, Operand, Reduction, Source, States, Stream, TensorMut, TensorRef,
};
use crate::draw::DrawKey;
use crate::shape::{Axes, ParamShape};

macro_rules! kinds {
    ($($section:ident {
        $($Call:ident = $name:ident($($x:ident),+) as $graph:literal -> ($($result:ident),+), $by:ident, $meaning:literal;)*
    })*) => {
        /// The kind of a pass.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum PassKind {
            /// A fused loop over elements.
            Loop,
            $($(#[doc = $meaning] $Call,)*)*
        }

        impl PassKind {
            /// The name of a call of linear algebra, as it is called in graphs.
            #[must_use]
            pub const fn call(self) -> Option<&'static str> {
                match self {
                    Self::Loop => None,
                    $($(Self::$Call => Some($graph),)*)*
                }
            }
        }
    };
}
optim_language::library_calls!(kinds);

/// A pass or a call of a step.
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
    /// The number of elements.
    pub(crate) numbers: usize,
}

impl Moved {
    fn of(stream: &Stream, extent: Extent) -> Self {
        Self { source: stream.source, axes: stream.axes, numbers: extent.over(stream.axes).len() }
    }

    fn of_slot(slot: usize, extent: Extent) -> Self {
        Self::of(&Source::Scratch(slot).tensor(), extent)
    }
}

/// Records the passes of these entries at step `t` of a parameter of this shape and how often each runs, in the order of their first runs. No
/// element is touched and no memory taken for any, so that a large shape costs no more than a small one.
///
/// # Panics
/// Panics where the step does.
pub(crate) fn record<T: Float>(
    kernel: &dyn AnyKernel<T>,
    entries: Range<usize>,
    shape: ParamShape,
    t: u64,
) -> Vec<(Recorded, usize)> {
    arena_of(kernel, entries, shape, t).recorded
}

/// At how many cuts these entries wait for numbers of the whole model, at step `t`.
///
/// # Panics
/// Panics where the step does.
pub(crate) fn cuts<T: Float>(kernel: &dyn AnyKernel<T>, entries: Range<usize>, shape: ParamShape, t: u64) -> usize {
    arena_of(kernel, entries, shape, t).cuts
}

/// The memory that the calls of linear algebra of these entries need at step `t`, besides their operands and results.
///
/// # Panics
/// Panics where the step does.
pub(crate) fn need<T: Float>(kernel: &dyn AnyKernel<T>, entries: Range<usize>, shape: ParamShape, t: u64) -> Need {
    arena_of(kernel, entries, shape, t).need
}

/// The arena after a recording of these entries.
fn arena_of<T: Float>(kernel: &dyn AnyKernel<T>, entries: Range<usize>, shape: ParamShape, t: u64) -> Arena<T> {
    let (mut param, grad) = (arr1(&[]), arr1(&[]));
    let mut job = Job {
        kernel,
        param: TensorMut::from_array(&mut param),
        grad: TensorRef::from_array(&grad),
        states: States::Exclusive(&mut []),
        t,
        inputs: &[],
        draws: DrawKey::new(0),
        load: &GradLoad::PLAIN,
        shape,
    };
    let mut arena = Arena::default();
    for entry in entries {
        kernel.run(entry, &mut Cx::new(Claim::new(&mut job, Part::Nothing), 0, Isa::current(), &mut arena));
    }
    arena
}

impl<T: Float> Cx<'_, T> {
    /// Counts a cut.
    pub(super) fn record_cut(&mut self) {
        self.arena.cuts = self.arena.cuts.saturating_add(1);
    }

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
        let kept = reductions.iter().filter(|reduction| reduction.keep != Axes::Scalar);
        let results = kept.map(|reduction| moved(&Source::Scratch(reduction.into).over(reduction.keep)));
        let outputs = outputs.iter().map(moved).chain(results).collect();
        // Random numbers are computed, not moved.
        let inputs = inputs.iter().filter(|stream| !matches!(stream.source, Source::Draw(_))).map(moved).collect();
        self.record(PassKind::Loop, extent, inputs, outputs, reductions.len());
    }

    /// Writes a call down that has matrices of `extent` as its result.
    pub(super) fn record_call(&mut self, kind: PassKind, extent: Extent, operands: &[Operand], into: usize) {
        self.record_calls(kind, extent, operands, &[(into, extent)]);
    }

    /// Writes a call down whose first result has this extent, with the slots and the extents of those that are wanted.
    #[cold]
    #[inline(never)]
    pub(super) fn record_calls(
        &mut self,
        kind: PassKind,
        extent: Extent,
        operands: &[Operand],
        results: &[(usize, Extent)],
    ) {
        let batch = self.shape().batch();
        let stored = |operand: &Operand| Moved::of_slot(operand.slot, Extent::new(batch, operand.rows, operand.cols));
        let inputs = operands.iter().map(stored).collect();
        let outputs = results.iter().map(|(slot, extent)| Moved::of_slot(*slot, *extent)).collect();
        self.record(kind, extent, inputs, outputs, 0);
    }

    fn record(&mut self, kind: PassKind, extent: Extent, inputs: Vec<Moved>, outputs: Vec<Moved>, reductions: usize) {
        let size = [extent.batch, extent.rows, extent.cols];
        let new = Recorded { place: self.places.of(self.place), kind, size, inputs, outputs, reductions };
        self.place = self.place.saturating_add(1);
        match self.arena.recorded.iter_mut().find(|(known, _)| *known == new) {
            Some((_, times)) => *times = times.saturating_add(1),
            None => self.arena.recorded.push((new, 1)),
        }
    }
}
