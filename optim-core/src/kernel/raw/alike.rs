//! Passes over small parameters: one at once, and several that are alike, for which what a step computes before is done once.

use super::bind::{direct, is_line};
use super::claim::Claim;
use super::desk::{Buffers, Desk};
use super::jobs::JobRef;
use super::lane::Lane;
use super::pass::{Body, Pass};
use super::row::Lines;
use super::share::Division;
use super::work::{Spot, Spots, Work};
use crate::kernel::fold::{Combine, LANES, Sum, halve};
use crate::kernel::piece::Span;
use crate::kernel::{Float, Source, Stream};

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
        let (Some(inputs), Some(outputs)) =
            (sources(self.inputs, streams.0, &mut first.inputs), sources(self.outputs, streams.1, &mut first.outputs))
        else {
            return;
        };
        let len = self.plan.geometry.len();
        let mut spots = [first; TOGETHER];
        loop {
            let mut found = [const { None }; TOGETHER];
            find_lines(claim, len, &mut found);
            let mut count = 0;
            for lines in found.iter().map_while(Option::as_ref) {
                if !follow(&inputs, lines, &mut spots[count].inputs)
                    || !follow(&outputs, lines, &mut spots[count].outputs)
                {
                    break;
                }
                count += 1;
            }
            if count == 0 {
                return;
            }
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

/// Which of the lines of a job each stream is: the parameter, the gradient, then the states; `None` if it is absent.
type Sources<const N: usize> = [Option<usize>; N];

/// Which of the lines of a job streams are, and tells the spots of lines that they move along with the position. `None` if a stream is neither
/// a line nor absent.
#[inline(always)]
fn sources<T: Float, const N: usize>(
    lanes: &[Lane<T>; N],
    streams: &[Stream; N],
    spots: &mut [Spot<T>; N],
) -> Option<Sources<N>> {
    let mut sources = [None; N];
    for k in 0..N {
        sources[k] = match (lanes[k], streams[k].source) {
            (Lane::Absent, _) => continue,
            (Lane::Line(_), Source::Param) => Some(0),
            (Lane::Line(_), Source::Grad) => Some(1),
            (Lane::Line(_), Source::State(state)) => Some(2 + state),
            _ => return None,
        };
        spots[k].step = 1;
    }
    Some(sources)
}

/// The lines of the next of the others, as many as are like the job of the claim and have lines of so many elements alone. A function
/// that is compiled once for all passes.
#[inline(never)]
fn find_lines<'a, T: Float>(claim: &Claim<'a, T>, len: usize, found: &mut [Option<Lines<'a, T>>; TOGETHER]) {
    for (ahead, found) in found.iter_mut().enumerate() {
        *found = claim.lines(ahead, len);
        if found.is_none() {
            break;
        }
    }
}

/// Takes the lines that streams are; `false` if there is one less.
#[inline(always)]
fn follow<T: Float, const N: usize>(sources: &Sources<N>, lines: &Lines<'_, T>, spots: &mut [Spot<T>; N]) -> bool {
    for k in 0..N {
        let Some(source) = sources[k] else { continue };
        spots[k].base = match source.checked_sub(2) {
            Some(state) => match lines.states.get(state) {
                Some(base) => *base,
                None => return false,
            },
            None if source == 0 => lines.param,
            None => lines.grad,
        };
    }
    true
}
