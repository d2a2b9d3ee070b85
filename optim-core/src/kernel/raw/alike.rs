//! Parameters that are alike in one pass: what a step computes before it is done once for all of them.

use super::claim::Claim;
use super::desk::{Desk, Tiles};
use super::lane::Lane;
use super::pass::{Body, Pass};
use super::share::Division;
use super::work::{Spot, Work};
use crate::kernel::fold::LANES;
use crate::kernel::piece::Span;
use crate::kernel::{Float, Stream};

impl<T: Float, const I: usize, const O: usize, const R: usize> Pass<'_, T, I, O, R> {
    /// Does the same for other jobs that are like the one of the claim, as long as their arrays are in C order, too.
    #[inline(never)]
    pub(super) fn run_others(
        &self,
        claim: &Claim<'_, T>,
        (inputs, outputs): (&[Stream; I], &[Stream; O]),
        desk: &mut Desk<T>,
        body: &Body<'_, T, I, O, R>,
    ) {
        let (mut lanes_in, mut lanes_out) = (*self.inputs, *self.outputs);
        let mut buffers = desk.spread(I + O, R, self.columns);
        let Self { plan, reductions, partials, columns, linear, .. } = *self;
        let geometry = plan.geometry;
        while let Some(other) = claim.other() {
            let bound = other.is_plain()
                && other.direct_all(inputs, &mut lanes_in)
                && other.direct_all(outputs, &mut lanes_out);
            if !bound {
                break;
            }
            // The same number of elements, since the shapes are the same: all of them are the one unit, and this thread's.
            let spots = if linear && geometry.units == 1 {
                spots(&lanes_in, &buffers.lanes, 0).zip(spots(&lanes_out, &buffers.lanes, I))
            } else {
                None
            };
            if let Some((inputs, outputs)) = spots {
                body(&mut Work {
                    inputs,
                    outputs,
                    reductions,
                    n: geometry.len(),
                    from: 0,
                    step: geometry.step,
                    linear: true,
                    lent: buffers.lanes.lend(),
                    arguments: buffers.arguments,
                    columns: buffers.columns,
                    sums: &mut [[0.0; LANES]; R],
                });
            } else if let Division::One(mut share) = Division::new(&other, geometry, Span::All) {
                let pass = Pass { plan, inputs: &lanes_in, outputs: &lanes_out, reductions, partials, columns, linear };
                pass.run_share(&mut share, &mut buffers, body);
            }
            claim.take_other();
        }
    }
}

/// Where lanes that are lines, or absent, begin; `None` if one is neither. The buffers of the lanes begin at `first`.
#[inline(always)]
fn spots<T: Float, const N: usize>(lanes: &[Lane<T>; N], buffers: &Tiles<'_, T>, first: usize) -> Option<[Spot<T>; N]> {
    let mut spots = [Spot { base: buffers.base(0), step: 0 }; N];
    for k in 0..N {
        spots[k] = match lanes[k] {
            Lane::Line(base) => Spot { base, step: 1 },
            Lane::Absent => Spot { base: buffers.base(first + k), step: 0 },
            Lane::Adjusted(_) | Lane::Coded(_) | Lane::Noted(_) => return None,
        };
    }
    Some(spots)
}
