//! Passes over small parameters: one at once, and several that are alike, for which what a step computes before is done once.

use super::base::Base;
use super::bind::{direct, is_line};
use super::claim::Claim;
use super::desk::{Buffers, Desk};
use super::jobs::JobRef;
use super::lane::Lane;
use super::pass::{Body, Pass};
use super::place::Place;
use super::share::Division;
use super::work::{Spot, Spots, Work};
use crate::kernel::fold::{Combine, LANES, Sum, halve};
use crate::kernel::piece::Span;
use crate::kernel::{Float, Source, StateSlot, Stream};

/// Most parameters that are done by one call of what a pass computes: its constants are made ready once for all of them.
const TOGETHER: usize = 8;

impl<T: Float, const I: usize, const O: usize, const R: usize> Pass<'_, T, I, O, R> {
    /// Processes a line that is one unit, and all of a claim, at once: what going through units, runs and tiles comes to where there is
    /// one of each. `false`, and nothing is done, if numbers must be made ready before.
    #[inline(never)]
    pub(super) fn run_at_once(&self, desk: &mut Desk<T>, body: &Body<'_, T, I, O, R>) -> bool {
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
        for (partial, sums) in self.partials.iter().zip(&sums) {
            partial.set(halve::<Sum>(sums));
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
            && bind(&other, streams.0, &mut inputs)
            && bind(&other, streams.1, &mut outputs)
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
        let (Some(inputs), Some(outputs)) = (
            sources(self.inputs, streams.0, &mut first.inputs),
            sources(self.outputs, streams.1, &mut first.outputs),
        ) else {
            return;
        };
        let len = self.plan.geometry.len();
        let mut spots = [first; TOGETHER];
        let mut lines = [buffers.lanes.base(0); LINES];
        let mut count = TOGETHER;
        while count == TOGETHER {
            count = 0;
            while count < TOGETHER
                && let Some(other) = claim.behind(count)
                && find_lines(&claim.job, &other, len, &mut lines)
            {
                follow(&inputs, &lines, &mut spots[count].inputs);
                follow(&outputs, &lines, &mut spots[count].outputs);
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
fn bind<T: Float>(job: &JobRef<'_, T>, streams: &[Stream], lanes: &mut [Lane<T>]) -> bool {
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

/// The parameter, the gradient and the first states of a job: where they begin, if they are lines. A step of more states goes through its
/// parameters one at a time.
const LINES: usize = 16;

/// Which of the lines of a job each stream is; `LINES` if it is absent. Tells the spots that they move along with the position. `None` if a
/// stream is neither a line nor absent.
#[inline(always)]
fn sources<T: Float, const N: usize>(
    lanes: &[Lane<T>; N],
    streams: &[Stream; N],
    spots: &mut [Spot<T>; N],
) -> Option<[usize; N]> {
    let mut sources = [LINES; N];
    for k in 0..N {
        sources[k] = match (lanes[k], streams[k].source) {
            (Lane::Absent, _) => continue,
            (Lane::Line(_), Source::Param) => 0,
            (Lane::Line(_), Source::Grad) => 1,
            (Lane::Line(_), Source::State(state)) if state < LINES - 2 => 2 + state,
            _ => return None,
        };
        spots[k].step = 1;
    }
    Some(sources)
}

/// Where the lines of a job begin that is like another one and has lines of so many elements alone; `false` if it has not. The gradient is
/// taken as it is.
#[inline(always)]
fn find_lines<T: Float>(job: &JobRef<'_, T>, other: &JobRef<'_, T>, len: usize, lines: &mut [Base<T>; LINES]) -> bool {
    let (Place::Native(param), Place::Native(grad)) = (other.param.place, other.grad.place) else { return false };
    if !job.agrees(other)
        || !is_line(other.param.shape, other.param.strides, len)
        || !is_line(other.grad.shape, other.grad.strides, len)
        || job.states.len() != other.states.len()
    {
        return false;
    }
    let [of_param, of_grad, states @ ..] = lines;
    (*of_param, *of_grad) = (param, grad);
    // What lies behind the last line is no stream of this pass. A loop: an iterator's `all` may become a call for each.
    for (k, (one, state)) in job.states.iter().zip(other.states).enumerate() {
        match (one, state) {
            (StateSlot::Array(_), StateSlot::Array(array)) => {
                if !is_line(array.shape(), Some(array.strides()), len) {
                    return false;
                }
                if let Some(line) = states.get_mut(k) {
                    *line = Base::new(array.as_ptr().cast_mut());
                }
            }
            _ if !JobRef::is_like_state(one, state) => return false,
            _ => {}
        }
    }
    true
}

/// Takes the lines that streams are.
#[inline(always)]
fn follow<T: Float, const N: usize>(sources: &[usize; N], lines: &[Base<T>; LINES], spots: &mut [Spot<T>; N]) {
    for k in 0..N {
        if let Some(base) = lines.get(sources[k]) {
            spots[k].base = *base;
        }
    }
}
