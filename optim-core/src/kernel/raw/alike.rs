//! Passes over small parameters: one at once, and several that are alike, for which what a step computes before is done once.

use super::base::Base;
use super::bind::{direct, is_line};
use super::claim::Claim;
use super::desk::{Buffers, Desk};
use super::lane::Lane;
use super::pass::{Body, Pass};
use super::place::Place;
use super::share::Division;
use super::work::{Spot, Spots, Work};
use crate::kernel::fold::{Combine, LANES, Sum, halve};
use crate::kernel::piece::Span;
use crate::kernel::{Float, Job, Source, StateSlot, Stream};

/// Most parameters that are done by one call of what a pass computes: its constants are made ready once for all of them.
const TOGETHER: usize = 8;

impl<T: Float, const I: usize, const O: usize, const R: usize> Pass<'_, T, I, O, R> {
    /// Processes a line that is one unit, and all of a claim, at once: what going through units, runs and tiles comes to where there is
    /// one of each, and tells the results. `false`, and nothing is done, if numbers must be made ready before.
    #[inline(never)]
    pub(super) fn run_at_once(&self, desk: &mut Desk<T>, body: &Body<'_, T, I, O, R>, results: &mut [f64; R]) -> bool {
        let mut buffers = desk.spread(I + O, R, self.columns);
        let mut spots = Spots { inputs: self.nowhere(&buffers, 0), outputs: self.nowhere(&buffers, I) };
        let ready = place(self.inputs, &mut spots.inputs) && place(self.outputs, &mut spots.outputs);
        if !self.linear || !ready {
            return false;
        }
        let mut sums = [[Sum::START; LANES]; R];
        body(&mut Work {
            spots: &[spots],
            reductions: self.reductions,
            n: self.plan.geometry.len(),
            from: 0,
            step: self.plan.geometry.step,
            linear: true,
            lent: buffers.lanes.lend(),
            arguments: buffers.arguments,
            columns: buffers.columns,
            sums: &mut sums,
        });
        for k in 0..R {
            results[k] = self.reductions[k].rule.result(halve::<Sum>(&sums[k]));
        }
        true
    }

    /// Does the same for other jobs that are like the one of the claim, as long as their arrays are in C order, too.
    #[inline(never)]
    pub(super) fn run_others(
        &self,
        claim: &Claim<'_, T>,
        streams: (&[Stream; I], &[Stream; O]),
        desk: &mut Desk<T>,
        body: &Body<'_, T, I, O, R>,
    ) {
        let mut buffers = desk.spread(I + O, R, self.columns);
        // The same number of elements, since the shapes are the same: all of them are the one unit, and this thread's.
        if self.linear && self.plan.geometry.units == 1 {
            self.run_lines(claim, streams, &mut buffers, body);
        }
        let (mut inputs, mut outputs) = (*self.inputs, *self.outputs);
        while let Some(other) = claim.other(0)
            && bind(other, streams.0, &mut inputs)
            && bind(other, streams.1, &mut outputs)
        {
            let other = Claim::alone(other);
            let Division::One(mut share) = Division::new(&other, self.plan.geometry, Span::All) else { break };
            let pass = Pass { inputs: &inputs, outputs: &outputs, ..*self };
            pass.run_share(&mut share, &mut buffers, body);
            claim.take_others(1);
        }
    }

    /// Does so as long as all streams are lines or absent, several jobs at a time.
    #[inline(always)]
    fn run_lines(
        &self,
        claim: &Claim<'_, T>,
        streams: (&[Stream; I], &[Stream; O]),
        buffers: &mut Buffers<'_, T>,
        body: &Body<'_, T, I, O, R>,
    ) {
        // A stream that is absent from the first is absent from all; a line is where its source says.
        let mut first = Spots { inputs: self.nowhere(buffers, 0), outputs: self.nowhere(buffers, I) };
        if !are_lines(self.inputs, streams.0, &mut first.inputs)
            || !are_lines(self.outputs, streams.1, &mut first.outputs)
        {
            return;
        }
        let len = self.plan.geometry.len();
        let mut spots = [first; TOGETHER];
        let mut count = TOGETHER;
        while count == TOGETHER {
            count = 0;
            while count < TOGETHER
                && let Some(other) = claim.other(count)
                && is_line(other.param.shape, other.param.strides, len)
                && follow(other, streams.0, len, &mut spots[count].inputs)
                && follow(other, streams.1, len, &mut spots[count].outputs)
            {
                count += 1;
            }
            if count > 0 {
                body(&mut Work {
                    spots: &spots[..count],
                    reductions: self.reductions,
                    n: len,
                    from: 0,
                    step: self.plan.geometry.step,
                    linear: true,
                    lent: buffers.lanes.lend(),
                    arguments: buffers.arguments,
                    columns: buffers.columns,
                    sums: &mut [[0.0; LANES]; R],
                });
                claim.take_others(count);
            }
        }
    }

    /// The buffers of so many streams, the first of them at `first`: where a stream is that is absent.
    #[inline(always)]
    fn nowhere<const N: usize>(&self, buffers: &Buffers<'_, T>, first: usize) -> [Spot<T>; N] {
        std::array::from_fn(
            #[inline(always)]
            |k| Spot { base: buffers.lanes.base(first + k), step: 0 },
        )
    }
}

/// Resolves streams of a job in the plain case. A function of slices, which is compiled once for all passes.
fn bind<T: Float>(job: &Job<'_, T>, streams: &[Stream], lanes: &mut [Lane<T>]) -> bool {
    let len = job.shape.len();
    is_line(job.param.shape, job.param.strides, len)
        && streams.iter().zip(lanes).all(|(stream, lane)| direct(job, len, stream, lane))
}

/// Where lanes that are lines begin; `false` if one is neither a line nor absent.
#[inline(always)]
fn place<T: Float, const N: usize>(lanes: &[Lane<T>; N], spots: &mut [Spot<T>; N]) -> bool {
    for k in 0..N {
        match lanes[k] {
            Lane::Line(base) => spots[k] = Spot { base, step: 1 },
            Lane::Absent => {}
            Lane::Adjusted(_) | Lane::Coded(_) | Lane::Noted(_) => return false,
        }
    }
    true
}

/// Tells which streams are lines, which move along with the position; `false` if one is neither a line nor absent.
#[inline(always)]
fn are_lines<T: Float, const N: usize>(lanes: &[Lane<T>; N], streams: &[Stream; N], spots: &mut [Spot<T>; N]) -> bool {
    for k in 0..N {
        match (lanes[k], streams[k].source) {
            (Lane::Line(_), Source::Param | Source::Grad | Source::State(_)) => spots[k].step = 1,
            (Lane::Absent, _) => {}
            _ => return false,
        }
    }
    true
}

/// Where the lines of a job begin whose parameter is one of so many elements, and which is like one with the same lines; `false` if
/// one of them is none here.
#[inline(always)]
fn follow<T: Float, const N: usize>(
    job: &Job<'_, T>,
    streams: &[Stream; N],
    len: usize,
    spots: &mut [Spot<T>; N],
) -> bool {
    for (stream, spot) in streams.iter().zip(spots) {
        if spot.step == 1 {
            let Some(base) = line(job, stream.source, len) else { return false };
            spot.base = base;
        }
    }
    true
}

/// Where a source of a job begins, if it is a line of so many elements. The gradient is taken as it is.
#[inline(always)]
fn line<T: Float>(job: &Job<'_, T>, source: Source, len: usize) -> Option<Base<T>> {
    let place = match source {
        Source::State(index) => {
            let StateSlot::Array(array) = job.states.get(index)? else { return None };
            return is_line(array.shape(), Some(array.strides()), len).then_some(Base::new(array.as_ptr().cast_mut()));
        }
        Source::Param => job.param.place,
        Source::Grad if is_line(job.grad.shape, job.grad.strides, len) => job.grad.place,
        _ => return None,
    };
    match place {
        Place::Native(base) => Some(base),
        Place::Half { .. } => None,
    }
}
