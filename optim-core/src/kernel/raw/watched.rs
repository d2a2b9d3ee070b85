//! The loop of a pass that also takes sums of a parameter, its change and its gradient, tile by tile, while they are in cache.

#![allow(clippy::needless_range_loop, reason = "one index runs over several fixed-size arrays of lanes at once")]

use super::base::Spot;
use super::desk::Wide;
use super::work::{PassLoop, Registers, Tile, Work, own};
use crate::kernel::fold::{Accumulators, LANES};
use crate::kernel::level::Isa;
use crate::kernel::program::WatchedSum;
use crate::kernel::{Float, TILE};

/// Most streams whose places need no memory of their own.
const FEW: usize = 32;

/// The loop of a pass, and the sums that it takes beside its own reductions, behind them.
pub(crate) struct WatchedLoop<'k, T: Float> {
    body: Box<PassLoop<'k, T>>,
    sums: Vec<WatchedSum>,
    /// The numbers of streams that it reads, and of its own reductions.
    inputs: usize,
    reductions: usize,
    /// How many scalars it has of each kind.
    scalars: (usize, usize),
    /// Among the streams of the pass: the parameter before and after the step, and its gradient, which the loop itself does not have. Before and
    /// after may be one stream: the pass changes it.
    update: Option<(usize, usize)>,
    grad: Option<usize>,
}

impl<'k, T: Float> WatchedLoop<'k, T> {
    pub(crate) fn new(
        body: Box<PassLoop<'k, T>>,
        (inputs, reductions): (usize, usize),
        scalars: (usize, usize),
        (update, grad): (Option<(usize, usize)>, Option<usize>),
        sums: Vec<WatchedSum>,
    ) -> Self {
        Self { body, sums, inputs, reductions, scalars, update, grad }
    }

    pub(crate) fn run(&self, isa: Isa, work: &mut Work<'_, T>) {
        let streams = work.spots.len() / work.count;
        let mut few = [Spot::NONE; FEW];
        let mut many = Vec::new();
        let spots = if streams <= FEW {
            &mut few[..streams]
        } else {
            many.resize(streams, Spot::NONE);
            &mut many[..]
        };
        for item in 0..work.count {
            self.run_item(isa, work, item, spots);
        }
    }

    /// Runs the loop over the elements of a parameter, a tile at a time, and adds what is watched.
    fn run_item(&self, isa: Isa, work: &mut Work<'_, T>, item: usize, spots: &mut [Spot<T>]) {
        let all = &work.spots[item * spots.len()..][..spots.len()];
        let mut count = 0;
        for (place, spot) in all.iter().enumerate() {
            if Some(place) != self.grad {
                spots[count] = *spot;
                count += 1;
            }
        }
        let spots = &mut spots[..count];
        let (arguments, watched) = work.arguments.split_at_mut(self.reductions);
        let reductions = work.reductions.len();
        let (sums, watched_sums) = work.sums[item * reductions..][..reductions].split_at_mut(self.reductions);
        let Registers { casts, numbers } = work.registers;
        let registers =
            Registers { casts: own(casts, self.scalars.0, item), numbers: own(numbers, self.scalars.1, item) };
        let (linear, step) = (work.linear, work.step);
        for from in (0..work.n).step_by(step) {
            let n = step.min(work.n - from);
            let here = Tile { first: from, n, ahead: false };
            if let Some((before, _)) = self.update {
                let (numbers, to) = (here.input(&all[before]), &mut watched[0].0[..n]);
                isa.run(
                    #[inline(always)]
                    || to.iter_mut().zip(numbers).for_each(|(to, x)| *to = x.as_()),
                );
            }
            (self.body)(
                isa,
                &mut Work {
                    spots,
                    inputs: self.inputs,
                    count: 1,
                    registers,
                    reductions: &work.reductions[..self.reductions],
                    n,
                    from: work.from + from,
                    step,
                    linear,
                    lent: std::marker::PhantomData,
                    arguments,
                    columns: &mut *work.columns,
                    sums,
                },
            );
            spots.iter_mut().for_each(|spot| spot.base = spot.after(n));
            let after: &[T] = self.update.map_or(&[], |(_, after)| here.input(&all[after]));
            let grad: &[T] = self.grad.map_or(&[], |grad| Tile { ahead: linear, ..here }.input(&all[grad]));
            let numbers = TileNumbers { after, grad };
            isa.run(
                #[inline(always)]
                || match linear {
                    true => numbers.add(watched, watched_sums),
                    false => numbers.each(&self.sums, watched, n),
                },
            );
        }
    }
}

/// The numbers of a tile: the parameter after the step, and the gradient. The parameter before is where the first sum has its numbers.
#[derive(Clone, Copy)]
struct TileNumbers<'t, T> {
    after: &'t [T],
    grad: &'t [T],
}

impl<T: Float> TileNumbers<'_, T> {
    /// Adds to the sums of a linear pass, which has no others than sums.
    #[inline(always)]
    fn add(self, watched: &[Wide], sums: &mut [Accumulators]) {
        let Self { after, grad } = self;
        let Some(Wide(before)) = watched.first() else { return };
        match (after, grad, sums) {
            (_, [], [param, update]) => {
                add_tile((before, after, after), [param, update], |p, x, _| [p * p, square(x - p)]);
            }
            ([], _, [sum]) => add_tile((before, grad, grad), [sum], |_, _, g| [square(g)]),
            (_, _, [param, update, sum, product]) => {
                add_tile((before, after, grad), [param, update, sum, product], |p, x, g| {
                    [square(p), square(x - p), square(g), (x - p) * g]
                });
            }
            _ => unreachable!("a watched pass has the sums of what it has"),
        }
    }

    /// Leaves the `n` numbers that each sum is of for whoever takes them in.
    #[inline(always)]
    fn each(self, list: &[WatchedSum], watched: &mut [Wide], n: usize) {
        let (Some((first, others)), Some(own)) = (watched.split_first_mut(), list.first()) else { return };
        for (sum, to) in list.iter().skip(1).zip(others) {
            self.set(*sum, &first.0, &mut to.0[..n]);
        }
        // The last one, because it has the parameter before the step until then.
        let before = first.0;
        self.set(*own, &before, &mut first.0[..n]);
    }

    /// The numbers that a sum is of.
    #[inline(always)]
    fn set(self, sum: WatchedSum, before: &[f64; TILE], to: &mut [f64]) {
        let Self { after, grad } = self;
        let to = to.iter_mut().enumerate();
        match sum {
            WatchedSum::Param => to.for_each(|(i, to)| *to = square(before[i])),
            WatchedSum::Update => to.for_each(|(i, to)| *to = square(after[i].as_() - before[i])),
            WatchedSum::Grad => to.for_each(|(i, to)| *to = square(grad[i].as_())),
            WatchedSum::Product => to.for_each(|(i, to)| *to = (after[i].as_() - before[i]) * grad[i].as_()),
            WatchedSum::GradMax => to.for_each(|(i, to)| *to = grad[i].as_().abs()),
        }
    }
}

#[inline(always)]
fn square(x: f64) -> f64 {
    x * x
}

/// As many elements as there are lanes.
type SideBySide<T> = [T; LANES];

/// Lanes that are added side by side: as many as a vector has, so that each sum is in one.
const HALF: usize = LANES / 2;

/// Adds what is made of the numbers of each element to lanes.
#[inline(always)]
fn add_tile<T: Float, const S: usize>(
    (before, after, grad): (&[f64; TILE], &[T], &[T]),
    mut sums: [&mut Accumulators; S],
    numbers: impl Fn(f64, f64, f64) -> [f64; S],
) {
    let (before, last_before) = before[..after.len()].as_chunks();
    let (after, last_after) = after.as_chunks();
    let (grad, last_grad) = grad.as_chunks();
    add_groups((before, after, grad), &mut sums, &numbers);
    if !last_after.is_empty() {
        // Zeros behind the last numbers add nothing.
        let last = (&[filled_up(last_before)][..], &[filled_up(last_after)][..], &[filled_up(last_grad)][..]);
        add_groups(last, &mut sums, &numbers);
    }
}

fn filled_up<X: Float>(numbers: &[X]) -> SideBySide<X> {
    let mut all = [X::ZERO; LANES];
    all[..numbers.len()].copy_from_slice(numbers);
    all
}

/// The same of whole groups of lanes.
#[inline(always)]
fn add_groups<T: Float, const S: usize>(
    (before, after, grad): (&[Accumulators], &[SideBySide<T>], &[SideBySide<T>]),
    sums: &mut [&mut Accumulators; S],
    numbers: impl Fn(f64, f64, f64) -> [f64; S],
) {
    for first in [0, HALF] {
        let mut own = [[0.0; HALF]; S];
        for s in 0..S {
            for k in 0..HALF {
                own[s][k] = sums[s][first + k];
            }
        }
        for ((before, after), grad) in before.iter().zip(after).zip(grad) {
            for k in 0..HALF {
                let added = numbers(before[first + k], after[first + k].as_(), grad[first + k].as_());
                for s in 0..S {
                    own[s][k] += added[s];
                }
            }
        }
        for s in 0..S {
            for k in 0..HALF {
                sums[s][first + k] = own[s][k];
            }
        }
    }
}
