//! The buffers in which a pass is prepared. They are kept from pass to pass, so that a pass does not allocate.

use std::ops::Range;

use super::lane::Lane;
use super::moves::Streams;
use super::reduce::Red;
use super::work::Registers;
use crate::kernel::program::{PassParameters, ScalarOperand, StepNumbers};
use crate::kernel::{Float, Stream};

/// Lanes, reductions and scalars of the current pass.
#[derive(Debug, Default)]
pub(crate) struct Ready<T> {
    pub(super) scalars: ScalarBuffer<T>,
    pub(super) resolved: Resolved<T>,
    /// The locations of the streams of a block.
    pub(super) located: Vec<Located>,
}

/// A pass with its streams and reductions resolved.
#[derive(Debug, Default)]
pub(super) struct Resolved<T> {
    /// Inputs, then outputs.
    pub(super) lanes: Vec<Lane<T>>,
    pub(super) reds: Vec<Red<T>>,
    /// The results of reductions that keep no axis.
    pub(super) results: Vec<f64>,
    /// The outputs. Some may be replaced by copies.
    pub(super) outputs: Vec<Stream>,
}

/// The location of a stream's numbers, for each parameter of a block.
#[derive(Clone, Copy, Debug)]
pub(super) enum Located {
    /// No parameter has the stream.
    Nowhere,
    /// In a column of the block.
    Column(usize),
    /// The gradient, scaled and clipped.
    Grad,
    Scratch(usize),
}

/// The scalars of a pass.
#[derive(Debug, Default)]
pub(super) struct ScalarBuffer<T> {
    casts: Vec<T>,
    numbers: Vec<f64>,
}

impl<T: Float> Resolved<T> {
    /// Makes room for the streams and reductions of a pass.
    pub(super) fn reset(&mut self, Streams { inputs, outputs, reductions }: Streams<'_>) {
        resize(&mut self.lanes, inputs.len() + outputs.len(), Lane::Absent);
        resize(&mut self.reds, reductions.len(), Red::NONE);
        resize(&mut self.results, reductions.len(), 0.0);
        self.results.iter_mut().for_each(|result| *result = 0.0);
    }
}

impl<T: Float> ScalarBuffer<T> {
    /// Sets the scalars of some parameters of a block, or of the only one.
    pub(super) fn fill(&mut self, of: &PassParameters, known: &StepNumbers, items: &Range<usize>) -> Registers<'_, T> {
        fill(&mut self.casts, &of.casts, known, items, T::cast);
        fill(&mut self.numbers, &of.numbers, known, items, |x| x);
        Registers { casts: &self.casts, numbers: &self.numbers }
    }
}

/// Changes the length of a buffer. Most buffers have it already, and `Vec::resize` is a call.
#[inline(always)]
fn resize<V: Clone>(buffer: &mut Vec<V>, len: usize, with: V) {
    if buffer.len() != len {
        buffer.resize(len, with);
    }
}

/// Writes the numbers of operands for some parameters: all numbers of one parameter, then all of the next.
fn fill<V: Float>(
    to: &mut Vec<V>,
    operands: &[ScalarOperand],
    known: &StepNumbers,
    items: &Range<usize>,
    cast: impl Fn(f64) -> V,
) {
    resize(to, operands.len() * items.len(), V::ZERO);
    for (place, operand) in operands.iter().enumerate() {
        let own = to.chunks_exact_mut(operands.len()).map(|own| &mut own[place]);
        match known.each(*operand) {
            Some(lanes) => own.zip(&lanes[items.clone()]).for_each(|(own, x)| *own = cast(*x)),
            None => {
                let same = cast(known.of(*operand));
                own.for_each(|own| *own = same);
            }
        }
    }
}
