//! What surrounds the loop of a pass: checks, and where its numbers are, before it; results after it.

use super::claim::Part;
use super::lane::Lane;
use super::reduce::{Kept, Red, put_together};
use crate::kernel::geometry::{Cover, Geometry};
use crate::kernel::partial::Partial;
use crate::kernel::resolve::Need;
use crate::kernel::{Cx, Extent, Float, Fold, Reduction, Source, Stream, StreamAxes};

/// What a pass reads, writes and reduces.
#[derive(Clone, Copy)]
pub(super) struct Streams<'p> {
    pub(super) inputs: &'p [Stream],
    pub(super) outputs: &'p [Stream],
    pub(super) reductions: &'p [Reduction],
}

/// What the loop needs to know beside its lanes.
pub(super) struct Prepared {
    /// Whether tiles are parts of rows, all lanes move along a row or stay, and all reductions are sums.
    pub(super) linear: bool,
    /// Column sums that a desk must hold.
    pub(super) columns: usize,
}

impl<T: Float> Cx<'_, T> {
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
        assert!(outputs_are_distinct(inputs, outputs), "the outputs of a pass are streams of their own");
        let writes_state = outputs.iter().any(|s| matches!(s.source, Source::State(_)));
        assert!(!(writes_state && self.claim.shares_states()), "shared states are no outputs");
        match self.claim.part() {
            Part::Whole | Part::Shared(..) => {}
            Part::Range(..) => {
                // Pieces of a parameter run side by side: each must keep to its own elements, the same in every pass.
                let plain = |s: &Stream| s.axes.is_tensor() && !matches!(s.source, Source::Scratch(_));
                let elementwise = reductions.is_empty()
                    && extent == self.claim.shape().into()
                    && inputs.iter().chain(outputs).all(plain);
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
                *result = red.result(red.fold.start());
            }
            return None;
        }
        let direct = len == self.claim.shape().len()
            && self.claim.is_plain()
            && reductions.iter().all(|r| r.keep == StreamAxes::ONE)
            && inputs.iter().zip(&mut *lanes_in).all(|(stream, lane)| self.direct(*stream, lane))
            && outputs.iter().zip(&mut *lanes_out).all(|(stream, lane)| self.direct(*stream, lane));
        let need = if direct {
            *geometry = Geometry::flat(len);
            Need::of(geometry, reductions.len())
        } else {
            let (inputs, outputs) = ((inputs, &mut *lanes_in), (outputs, &mut *lanes_out));
            self.resolve(extent, inputs, outputs, (reductions, reds), geometry)
        };
        if self.arena.partials.len() < need.partials {
            self.arena.grow_partials(need.partials);
        }
        let linear = matches!(geometry.cover, Cover::Segment(_))
            && (direct || lanes_in.iter().chain(&*lanes_out).all(|lane| lane.is_linear(&self.arena.notes)))
            && reds.iter().all(|red| red.fold == Fold::Sum && red.kept != Kept::Full);
        Some(Prepared { linear, columns: need.columns })
    }
}

fn outputs_are_distinct(inputs: &[Stream], outputs: &[Stream]) -> bool {
    outputs.iter().enumerate().all(|(k, output)| {
        let others = inputs.iter().chain(&outputs[k + 1..]);
        !matches!(output.source, Source::Grad | Source::Input(_) | Source::Draw(_))
            && others.into_iter().all(|other| other.source != output.source)
    })
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
        if red.kept == Kept::One {
            let mut units = (0..geometry.units).map(|unit| partials[unit * reds.len() + k].get());
            let first = units.next().unwrap_or(red.fold.start());
            *result = red.result(units.fold(first, |sum, part| red.fold.join(sum, part)));
        }
    }
}
