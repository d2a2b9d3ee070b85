//! The work around the loop of a pass: checks and the location of numbers before it, results after it.

use super::claim::Coverage;
use super::lane::{Lane, Notes};
use super::moves::{Moves, Streams};
use super::reduce::{Red, put_together};
use super::spread::has_permutations;
use crate::dtype::DType;
use crate::kernel::fold::Folds;
use crate::kernel::geometry::{Cover, Geometry};
use crate::kernel::partial::Partial;
use crate::kernel::piece::Span;
use crate::kernel::resolve::Need;
use crate::kernel::{Extent, Float, Source, StepContext, Stream};
use crate::shape::Axes;

/// The data of a loop, without its lanes.
pub(super) struct Prepared {
    /// True if tiles are parts of rows, all lanes move along a row or stay, and all reductions are sums.
    pub(super) linear: bool,
    /// Column sums that a worker must hold.
    pub(super) columns: usize,
    /// The part of the pass to run.
    pub(super) span: Span,
    /// The start of its partial results.
    pub(super) partials: usize,
}

impl<T: Float> StepContext<'_, T> {
    /// Prepares the most common kind of pass: all arrays of the parameter are in C order, and there are no results per row or column. Returns `None`
    /// for any other pass, which [`StepContext::prepare`] prepares.
    #[inline(always)]
    pub(super) fn prepare_plain(
        &mut self,
        extent: Extent,
        (moves, streams): (&Moves, Streams<'_>),
        lanes: &mut [Lane<T>],
        reds: &mut [Red<T>],
        geometry: &mut Geometry,
    ) -> Option<Prepared> {
        if !moves.is_plain || !self.is_whole() {
            return None;
        }
        let Streams { inputs, outputs, reductions } = streams;
        let len = extent.len();
        let takes_part = match self.claim.part() {
            Coverage::Whole | Coverage::Shared(..) => true,
            Coverage::Range(..) => reductions.is_empty() && self.is_elementwise(extent, inputs, outputs),
        };
        let is_whole = takes_part && self.claim.is_plain() && len == self.claim.len() && len > 0;
        if !is_whole || self.claim.shares_states() {
            return None;
        }
        for (stream, lane) in inputs.iter().chain(outputs).zip(lanes) {
            if !self.direct(stream, lane) {
                return None;
            }
        }
        for (reduction, red) in reductions.iter().zip(reds) {
            *red = Red::one(reduction, len);
        }
        *geometry = Geometry::flat(len);
        let need = Need::of(geometry, reductions.len());
        if self.arena.partials.len() < need.partials {
            self.arena.grow_partials(need.partials);
        }
        Some(Prepared { linear: moves.has_sums, columns: need.columns, span: Span::All, partials: 0 })
    }

    /// Returns true if pieces of the parameter can run in parallel: each piece uses only its own elements, the same in every pass.
    #[inline(always)]
    fn is_elementwise(&self, extent: Extent, inputs: &[Stream], outputs: &[Stream]) -> bool {
        let is_own = |s: &Stream| s.axes == Axes::Tensor && s.source.slot().is_none();
        extent == self.claim.shape().into() && inputs.iter().all(is_own) && outputs.iter().all(is_own)
    }

    /// Checks a pass, sets its lanes, reductions and geometry, and reserves memory for its partial results. If there are no elements, it sets
    /// `results` and returns `None`.
    ///
    /// # Panics
    /// If the arguments do not fit together, see [`StepContext::pass_described`].
    #[inline(never)]
    pub(super) fn prepare(
        &mut self,
        extent: Extent,
        (moves, streams): (&Moves, Streams<'_>),
        lanes: &mut [Lane<T>],
        reds: &mut [Red<T>],
        geometry: &mut Geometry,
        results: &mut [f64],
    ) -> Option<Prepared> {
        let Streams { inputs, outputs, reductions } = streams;
        assert!(moves.are_distinct(inputs, outputs), "the outputs of a pass are streams of their own");
        let writes_state = || outputs.iter().any(|s| matches!(s.source, Source::State(_)));
        assert!(!(self.claim.shares_states() && writes_state()), "shared states are no outputs");
        match self.claim.part() {
            Coverage::Whole | Coverage::Shared(..) => {}
            Coverage::Range(..) => {
                let elementwise = reductions.is_empty() && self.is_elementwise(extent, inputs, outputs);
                assert!(elementwise, "only elementwise passes may be split anywhere");
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
        let need = self.resolve(extent, streams, lanes, reds, geometry);
        let (span, partials) = self.span(extent, streams, (geometry, need));
        let needed = partials + need.partials;
        if self.arena.partials.len() < needed {
            self.arena.grow_partials(needed);
        }
        if T::DTYPE == DType::F32 && has_permutations(self.isa) && !matches!(geometry.cover, Cover::Segment(_)) {
            let Notes { details, tables, .. } = &mut self.arena.notes;
            details.iter().for_each(|detail| tables.add(detail.spread, geometry));
        }
        let linear = matches!(geometry.cover, Cover::Segment(_))
            && lanes.iter().all(|lane| lane.is_linear(&self.arena.notes))
            && moves.has_sums
            && reds.iter().all(|red| red.rule.kept != Axes::Tensor);
        Some(Prepared { linear, columns: need.columns, span, partials })
    }
}

/// Joins the partial results of the units of a pass. Reductions that keep an axis have their results in scratch slots, and 0 in `results`.
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
