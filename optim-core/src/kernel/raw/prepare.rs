//! The work around the loop of a pass: checks and places of numbers before it, results after it.

use super::claim::Part;
use super::lane::{Lane, Notes};
use super::reduce::{Red, put_together};
use super::spread::has_permutations;
use crate::dtype::DType;
use crate::kernel::fold::Folds;
use crate::kernel::geometry::{Cover, Geometry};
use crate::kernel::partial::Partial;
use crate::kernel::piece::Span;
use crate::kernel::resolve::Need;
use crate::kernel::{Cx, Extent, Float, Fold, NOWHERE, Reduction, Source, Stream};
use crate::shape::Axes;

/// The streams that a pass reads and writes, and its reductions.
#[derive(Clone, Copy)]
pub(super) struct Streams<'p> {
    pub(super) inputs: &'p [Stream],
    pub(super) outputs: &'p [Stream],
    pub(super) reductions: &'p [Reduction],
}

/// The data of a loop beside its lanes.
pub(super) struct Prepared {
    /// True if tiles are parts of rows, all lanes move along a row or stay, and all reductions are sums.
    pub(super) linear: bool,
    /// Column sums that a desk must hold.
    pub(super) columns: usize,
    /// Which part of the pass is due.
    pub(super) span: Span,
    /// Where its partial results begin.
    pub(super) partials: usize,
}

impl<T: Float> Cx<'_, T> {
    /// Prepares the pass that most are: over a parameter whose arrays are all in C order, without results per row or column.
    /// This is compiled for each pass, whose streams are constants, so that little of it remains: the loop of a small parameter
    /// takes no longer than asking about its streams at run time. `None` leaves the pass to [`Cx::prepare`].
    #[inline(always)]
    pub(super) fn prepare_plain<const I: usize, const O: usize, const R: usize>(
        &mut self,
        extent: Extent,
        (inputs, outputs, reductions): (&[Stream; I], &[Stream; O], &[Reduction; R]),
        (lanes_in, lanes_out): (&mut [Lane<T>; I], &mut [Lane<T>; O]),
        reds: &mut [Red<T>; R],
        geometry: &mut Geometry,
    ) -> Option<Prepared> {
        // An optimizer inside of a wrapper calls streams by other names.
        if self.claim.view().is_some() || !self.is_whole() {
            return None;
        }
        let len = extent.len();
        let takes_part = match self.claim.part() {
            Part::Whole | Part::Shared(..) => true,
            Part::Range(..) => R == 0 && self.is_elementwise(extent, inputs, outputs),
            Part::Nothing => false,
        };
        let is_whole = takes_part && self.claim.is_plain() && len == self.claim.len() && len > 0;
        if !is_whole || self.claim.shares_states() || !are_distinct(inputs, outputs) {
            return None;
        }
        for k in 0..I {
            if !self.direct(&inputs[k], &mut lanes_in[k]) {
                return None;
            }
        }
        for k in 0..O {
            if !self.direct(&outputs[k], &mut lanes_out[k]) {
                return None;
            }
        }
        let mut linear = true;
        for k in 0..R {
            if reductions[k].keep != Axes::Scalar {
                return None;
            }
            linear &= reductions[k].fold == Fold::Sum;
            reds[k] = Red::one(&reductions[k], len);
        }
        *geometry = Geometry::flat(len);
        let need = Need::of(geometry, R);
        if self.arena.partials.len() < need.partials {
            self.arena.grow_partials(need.partials);
        }
        Some(Prepared { linear, columns: need.columns, span: Span::All, partials: 0 })
    }

    /// Returns true if pieces of the parameter may run side by side: each keeps to its own elements, the same in every pass.
    #[inline(always)]
    fn is_elementwise(&self, extent: Extent, inputs: &[Stream], outputs: &[Stream]) -> bool {
        let is_own = |s: &Stream| s.axes == Axes::Tensor && s.source.slot().is_none();
        extent == self.claim.shape().into() && inputs.iter().all(is_own) && outputs.iter().all(is_own)
    }

    /// Checks a pass, fills in its lanes, reductions and geometry, and makes room for its partial results. `None` if there is
    /// nothing to loop over; `results` are then those of the pass.
    ///
    /// # Panics
    /// If the arguments do not fit together, see [`Cx::pass`].
    #[inline(never)]
    pub(super) fn prepare(
        &mut self,
        extent: Extent,
        streams: Streams<'_>,
        (lanes_in, lanes_out): (&mut [Lane<T>], &mut [Lane<T>]),
        reds: &mut [Red<T>],
        geometry: &mut Geometry,
        results: &mut [f64],
    ) -> Option<Prepared> {
        let Streams { inputs, outputs, reductions } = streams;
        assert!(are_distinct(inputs, outputs), "the outputs of a pass are streams of their own");
        let writes_state = || outputs.iter().any(|s| matches!(s.source, Source::State(_)));
        assert!(!(self.claim.shares_states() && writes_state()), "shared states are no outputs");
        match self.claim.part() {
            Part::Whole | Part::Shared(..) => {}
            Part::Range(..) => {
                let elementwise = reductions.is_empty() && self.is_elementwise(extent, inputs, outputs);
                assert!(elementwise, "only elementwise passes may be split anywhere");
            }
            Part::Nothing => {
                self.record_pass(extent, inputs, outputs, reductions);
                return None;
            }
        }
        let len = extent.len();
        for (red, reduction) in reds.iter_mut().zip(reductions) {
            *red = Red::one(reduction, len);
        }
        if len == 0 {
            self.reduce_nothing(extent, reductions, reds);
            for (result, red) in results.iter_mut().zip(reds) {
                *result = red.rule.result(red.rule.fold.start());
            }
            return None;
        }
        let (streams_in, streams_out) = ((inputs, &mut *lanes_in), (outputs, &mut *lanes_out));
        let need = self.resolve(extent, streams_in, streams_out, (reductions, reds), geometry);
        if self.is_asked() {
            self.ask(extent, inputs.iter().chain(outputs), reductions, (geometry, need));
            return None;
        }
        let (span, partials) = self.span(extent, inputs.iter().chain(outputs), reductions, (geometry, need));
        let needed = partials + need.partials;
        if self.arena.partials.len() < needed {
            self.arena.grow_partials(needed);
        }
        if T::DTYPE == DType::F32 && has_permutations(self.isa) && !matches!(geometry.cover, Cover::Segment(_)) {
            let Notes { details, tables, .. } = &mut self.arena.notes;
            details.iter().for_each(|detail| tables.add(detail.spread, geometry));
        }
        let linear = matches!(geometry.cover, Cover::Segment(_))
            && lanes_in.iter().chain(&*lanes_out).all(|lane| lane.is_linear(&self.arena.notes))
            && reds.iter().all(|red| red.rule.fold == Fold::Sum && red.rule.kept != Axes::Tensor);
        Some(Prepared { linear, columns: need.columns, span, partials })
    }
}

/// Returns true if no output is another stream of the pass, too.
#[inline(always)]
pub(super) fn are_distinct(inputs: &[Stream], outputs: &[Stream]) -> bool {
    // Sources are bits where they have one: a bit test is a constant where streams are.
    let mut met = 0;
    for input in inputs {
        met |= bit(&input.source);
    }
    // An item is a part of a slot.
    let has_items = inputs.iter().chain(outputs).any(|stream| matches!(stream.source, Source::Item(..)));
    for (k, output) in outputs.iter().enumerate() {
        let bit = bit(&output.source);
        let is_other = if bit == 0 || has_items { is_met(output, inputs, &outputs[..k]) } else { met & bit != 0 };
        if is_other || matches!(output.source, Source::Grad | Source::Input(_) | Source::Draw(_)) {
            return false;
        }
        met |= bit;
    }
    true
}

/// A bit of its own for the parameter and each of the first states and scratch slots, 0 for other sources.
#[inline(always)]
const fn bit(source: &Source) -> u64 {
    match source {
        Source::Param => 1,
        Source::State(index) if *index < 31 => 2 << *index,
        Source::Scratch(slot) if *slot < 32 => 1 << (32 + *slot),
        Source::Grad
        | Source::State(_)
        | Source::Input(_)
        | Source::Scratch(_)
        | Source::Item(..)
        | Source::Draw(_) => 0,
    }
}

/// Streams that are nowhere have no memory, so they never overlap.
#[cold]
fn is_met(stream: &Stream, inputs: &[Stream], outputs: &[Stream]) -> bool {
    let is_nowhere = matches!(stream.source, Source::State(NOWHERE) | Source::Item(_, NOWHERE));
    !is_nowhere && inputs.iter().chain(outputs).any(|other| overlap(stream, other))
}

/// Returns true if two streams may have an element in common. Items of one slot are apart if they are equally long.
fn overlap(a: &Stream, b: &Stream) -> bool {
    match (a.source, b.source) {
        (Source::Item(slot, _), Source::Item(other, _)) if a.axes != b.axes => slot == other,
        (Source::Item(..), Source::Scratch(_)) | (Source::Scratch(_), Source::Item(..)) => {
            a.source.slot() == b.source.slot()
        }
        (a, b) => a == b,
    }
}

/// Puts together what the units of a pass have left. Reductions that keep something have their results in scratch slots; zeros
/// stand for them.
#[inline(never)]
pub(super) fn results_of<T: Float>(
    geometry: &Geometry,
    reds: &[Red<T>],
    partials: &mut [Partial],
    results: &mut [f64],
) {
    for (k, (red, result)) in reds.iter().zip(results).enumerate() {
        put_together(geometry, red, partials);
        if red.rule.kept == Axes::Scalar {
            let mut units = (0..geometry.units).map(|unit| partials[unit * reds.len() + k].get());
            let first = units.next().unwrap_or(red.rule.fold.start());
            *result = red.rule.result(units.fold(first, |sum, part| red.rule.fold.join(sum, part)));
        }
    }
}
