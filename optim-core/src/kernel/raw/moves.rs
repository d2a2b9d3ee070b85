//! The streams of a pass, with facts that depend only on them. They are computed once, when the pass is described.

use crate::draw::Draw;
use crate::kernel::{Fold, NOWHERE, Reduction, Source, Stream};
use crate::shape::Axes;

/// The streams of a pass, and its reductions.
// Invariant: what it says of them is true. It is made in one place, and never changed.
#[derive(Debug)]
pub(crate) struct Moves {
    inputs: Box<[Stream]>,
    outputs: Box<[Stream]>,
    reductions: Box<[Reduction]>,
    /// True if all streams have the parameter's axes, no output is also another stream, and no reduction keeps an axis.
    pub(super) is_plain: bool,
    /// True if no output is also another stream.
    are_distinct: bool,
    /// True if all reductions are sums, except reductions that the loop computes itself.
    pub(super) has_sums: bool,
    /// True if some streams are random numbers.
    draws: bool,
}

/// The streams that a pass reads and writes, and its reductions.
#[derive(Clone, Copy)]
pub(crate) struct Streams<'p> {
    pub(crate) inputs: &'p [Stream],
    pub(crate) outputs: &'p [Stream],
    pub(crate) reductions: &'p [Reduction],
}

impl<'p> Streams<'p> {
    /// The inputs, then the outputs.
    pub(crate) fn all(self) -> impl Iterator<Item = &'p Stream> + Clone {
        self.inputs.iter().chain(self.outputs)
    }
}

impl Moves {
    /// The streams of a pass. Its loop computes the last `watched` reductions itself.
    pub(crate) fn new(Streams { inputs, outputs, reductions }: Streams<'_>, watched: usize) -> Self {
        let are_whole = inputs.iter().chain(outputs).all(|stream| stream.axes == Axes::Tensor);
        let keep_none = reductions.iter().all(|reduction| reduction.keep == Axes::Scalar);
        let are_distinct = are_distinct(inputs, outputs);
        Self {
            is_plain: are_whole && keep_none && are_distinct,
            are_distinct,
            has_sums: reductions.iter().rev().skip(watched).all(|reduction| reduction.fold == Fold::Sum),
            draws: inputs.iter().any(|stream| matches!(stream.source, Source::Draw(_))),
            inputs: inputs.into(),
            outputs: outputs.into(),
            reductions: reductions.into(),
        }
    }

    pub(crate) const fn streams(&self) -> Streams<'_> {
        Streams { inputs: &self.inputs, outputs: &self.outputs, reductions: &self.reductions }
    }

    /// Returns true if no output of the pass is also another stream. Some outputs may be replaced by these copies.
    #[inline]
    pub(super) fn are_distinct(&self, inputs: &[Stream], outputs: &[Stream]) -> bool {
        if std::ptr::eq(outputs, &raw const *self.outputs) { self.are_distinct } else { are_distinct(inputs, outputs) }
    }

    /// The streams, with each described draw replaced by a draw of the step. If there are any, the inputs are copied to the buffer.
    pub(crate) fn drawn<'s>(&'s self, draw: impl Fn(Draw) -> Draw, buffer: &'s mut Vec<Stream>) -> Streams<'s> {
        if !self.draws {
            return self.streams();
        }
        buffer.clear();
        buffer.extend(self.inputs.iter().map(|stream| match stream.source {
            Source::Draw(described) => Stream { source: Source::Draw(draw(described)), ..*stream },
            _ => *stream,
        }));
        Streams { inputs: buffer, ..self.streams() }
    }
}

/// Returns true if no output is also another stream of the pass.
fn are_distinct(inputs: &[Stream], outputs: &[Stream]) -> bool {
    // Sources that have a bit are compared as bits.
    let mut met = 0;
    for input in inputs {
        met |= bit(&input.source);
    }
    // An item is a part of a slot, and repeated numbers are a slot that is read in another order.
    let in_slots = |stream: &Stream| matches!(stream.source, Source::Item(..) | Source::Repeated(_));
    let has_items = inputs.iter().chain(outputs).any(in_slots);
    for (k, output) in outputs.iter().enumerate() {
        let bit = bit(&output.source);
        let is_other = if bit == 0 || has_items { is_met(output, inputs, &outputs[..k]) } else { met & bit != 0 };
        if is_other
            || matches!(
                output.source,
                Source::Grad | Source::RawGrad | Source::Input(_) | Source::Repeated(_) | Source::Draw(_)
            )
        {
            return false;
        }
        met |= bit;
    }
    true
}

/// A separate bit for the parameter and for each of the first states and scratch slots; 0 for other sources.
const fn bit(source: &Source) -> u64 {
    match source {
        Source::Param => 1,
        Source::State(index) if *index < 31 => 2 << *index,
        Source::Scratch(slot) if *slot < 32 => 1 << (32 + *slot),
        _ => 0,
    }
}

/// Streams that are nowhere have no memory, so they never overlap.
fn is_met(stream: &Stream, inputs: &[Stream], outputs: &[Stream]) -> bool {
    let is_nowhere = matches!(stream.source, Source::State(NOWHERE) | Source::Item(_, NOWHERE));
    !is_nowhere && inputs.iter().chain(outputs).any(|other| overlap(stream, other))
}

/// Returns true if two streams may have an element in common. Different items of one slot do not overlap if they have the same length.
fn overlap(a: &Stream, b: &Stream) -> bool {
    match (a.source, b.source) {
        (Source::Item(slot, _), Source::Item(other, _)) if a.axes != b.axes => slot == other,
        (Source::Item(..), Source::Scratch(_)) | (Source::Scratch(_), Source::Item(..)) => {
            a.source.slot() == b.source.slot()
        }
        (Source::Repeated(_), _) | (_, Source::Repeated(_)) => a.source.slot() == b.source.slot(),
        (a, b) => a == b,
    }
}
