//! The loop of a pass that also computes sums over a parameter, its change and its gradient, tile by tile, while they are in cache.

#![allow(clippy::needless_range_loop, reason = "one index runs over several fixed-size arrays of lanes at once")]

use super::base::Spot;
use super::pass_buffers::Wide;
use super::tile::Tile;
use super::work::{PassLoop, Registers, Work, own};
use crate::kernel::fold::{Accumulators, Combine, LANES, Max};
use crate::kernel::level::Isa;
use crate::kernel::{Float, TILE, math};
use crate::watched::WatchedSum;

/// The loop of a pass, and the watched sums. They come after the loop's own reductions.
pub(crate) struct WatchedLoop<'k, T: Float> {
    body: Box<PassLoop<'k, T>>,
    sums: Vec<WatchedSum>,
    /// The number of the loop's own inputs, and of its own reductions.
    inputs: usize,
    reductions: usize,
    /// The number of its scalars of each kind.
    scalars: (usize, usize),
    /// Indices of streams of the pass: the parameter before and after the step, and its gradient, which is not a stream of the loop itself. Before
    /// and after may be one stream, which the pass changes.
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
        let mut spots = vec![Spot::NONE; work.spots.len()];
        let mut all = work.spots.to_vec();
        let mut before = [T::ZERO; TILE];
        for item in 0..work.count {
            all.iter_mut().zip(work.starts).for_each(|(spot, starts)| spot.base = starts.of(item));
            self.run_item(isa, work, item, &all, (&mut spots, &mut before));
        }
    }

    /// Runs the loop over the elements of a parameter, whose streams are at these spots, tile by tile, and adds to the watched sums. `spots` and
    /// `kept` are buffers for the spots of the loop, and for a tile of the parameter before the step.
    fn run_item(
        &self,
        isa: Isa,
        work: &mut Work<'_, T>,
        item: usize,
        all: &[Spot<T>],
        (spots, kept): (&mut [Spot<T>], &mut [T; TILE]),
    ) {
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
                let numbers = here.input(&all[before]);
                isa.run(
                    #[inline(always)]
                    || kept[..n].copy_from_slice(numbers),
                );
            }
            (self.body)(
                isa,
                &mut Work {
                    spots,
                    starts: &[],
                    inputs: self.inputs,
                    count: 1,
                    registers,
                    reductions: &work.reductions[..self.reductions],
                    n,
                    at: work.at + from,
                    from: work.from + from,
                    step,
                    linear,
                    roundings: None,
                    lent: std::marker::PhantomData,
                    arguments,
                    columns: &mut *work.columns,
                    sums,
                },
            );
            spots.iter_mut().for_each(|spot| spot.base = spot.after(n));
            let after: &[T] = self.update.map_or(&[], |(_, after)| here.input(&all[after]));
            let grad: &[T] = self.grad.map_or(&[], |grad| Tile { ahead: linear, ..here }.input(&all[grad]));
            let numbers = TileNumbers { before: &kept[..n], after, grad };
            isa.run(
                #[inline(always)]
                || match linear {
                    true if isa == Isa::Baseline => numbers.add::<false>(&self.sums, watched_sums),
                    true => numbers.add::<true>(&self.sums, watched_sums),
                    false => numbers.each(&self.sums, watched),
                },
            );
        }
    }
}

/// The numbers of a tile: the parameter before and after the step, and the gradient. Slices that are not watched are empty.
#[derive(Clone, Copy)]
struct TileNumbers<'t, T> {
    before: &'t [T],
    after: &'t [T],
    grad: &'t [T],
}

impl<T: Float> TileNumbers<'_, T> {
    /// Adds the numbers to the sums of a list, in a linear pass.
    #[inline(always)]
    fn add<const FMA: bool>(self, list: &[WatchedSum], to: &mut [Accumulators]) {
        let Self { before, after, grad } = self;
        let has_largest = matches!(list, [.., WatchedSum::GradMax]);
        let (sums, largest) = to.split_at_mut(list.len() - usize::from(has_largest));
        for to in largest {
            join_sizes(grad, to);
        }
        if let Some(all) = sums.as_mut_array() {
            add_tile::<T, ALL, FMA>([before, after, grad], all);
        } else if let Some(changes) = sums.as_mut_array() {
            add_tile::<T, CHANGES, FMA>([before, after, after], changes);
        } else if let Some(grads) = sums.as_mut_array() {
            add_tile::<T, GRADS, FMA>([grad, grad, grad], grads);
        }
    }

    /// Writes the terms of each sum. The caller adds them up.
    #[inline(always)]
    fn each(self, list: &[WatchedSum], watched: &mut [Wide]) {
        let Self { before, after, grad } = self;
        let wide = |x: T| -> f64 { x.as_() };
        for (sum, Wide(to)) in list.iter().zip(watched) {
            let changes = to.iter_mut().zip(before).zip(after);
            match sum {
                WatchedSum::Param => changes.for_each(|((to, p), _)| *to = square(wide(*p))),
                WatchedSum::Update => changes.for_each(|((to, p), x)| *to = square(wide(*x - *p))),
                WatchedSum::Product => {
                    changes.zip(grad).for_each(|(((to, p), x), g)| *to = wide(*x - *p) * wide(*g));
                }
                WatchedSum::Grad => to.iter_mut().zip(grad).for_each(|(to, g)| *to = square(wide(*g))),
                WatchedSum::GradMax => to.iter_mut().zip(grad).for_each(|(to, g)| *to = wide(*g).abs()),
            }
        }
    }
}

#[inline(always)]
fn square(x: f64) -> f64 {
    x * x
}

/// Updates the largest absolute values.
#[inline(always)]
fn join_sizes<T: Float>(numbers: &[T], to: &mut Accumulators) {
    let mut largest = [T::ZERO; LANES];
    let (groups, rest) = numbers.as_chunks();
    for group in groups.iter().chain(std::iter::once(&filled_up(rest))) {
        for k in 0..LANES {
            largest[k] = math::max(largest[k], group[k].abs());
        }
    }
    for k in 0..LANES {
        to[k] = Max::join(to[k], largest[k].as_());
    }
}

/// The numbers of sums. `ALL`: squares of the parameter, of its change and of the gradient, and products of the change and the gradient. `CHANGES`:
/// without the gradient. `GRADS`: only squares of the gradient.
const ALL: usize = 4;
const CHANGES: usize = 2;
const GRADS: usize = 1;

/// One element for each lane.
type SideBySide<T> = [T; LANES];

/// The number of lanes that are added at once: the size of a vector.
const HALF: usize = LANES / 2;

/// Adds the numbers of a tile: the parameter before and after, and the gradient.
#[inline(always)]
fn add_tile<T: Float, const N: usize, const FMA: bool>(numbers: [&[T]; 3], sums: &mut [Accumulators; N]) {
    let [(before, last_before), (after, last_after), (grad, last_grad)] = numbers.map(<[T]>::as_chunks);
    add_half::<T, 0, N, FMA>([before, after, grad], sums);
    add_half::<T, HALF, N, FMA>([before, after, grad], sums);
    if !last_after.is_empty() {
        // The zeros after the last numbers add nothing.
        let last = [last_before, last_after, last_grad].map(filled_up);
        add_half::<T, 0, N, FMA>(last.each_ref().map(std::slice::from_ref), sums);
        add_half::<T, HALF, N, FMA>(last.each_ref().map(std::slice::from_ref), sums);
    }
}

fn filled_up<X: Float>(numbers: &[X]) -> SideBySide<X> {
    let mut all = [X::ZERO; LANES];
    all[..numbers.len()].copy_from_slice(numbers);
    all
}

/// Adds half of the lanes of each group. With another order of loops, or with a closure for the terms, the compiler uses vectors of other lengths.
#[inline(always)]
fn add_half<T: Float, const FIRST: usize, const N: usize, const FMA: bool>(
    [before, after, grad]: [&[SideBySide<T>]; 3],
    sums: &mut [Accumulators; N],
) {
    let mut own = [[0.0; HALF]; N];
    for s in 0..N {
        for k in 0..HALF {
            own[s][k] = sums[s][FIRST + k];
        }
    }
    for ((before, after), grad) in before.iter().zip(after).zip(grad) {
        for k in 0..HALF {
            let (before, grad) = (before[FIRST + k], grad[FIRST + k]);
            let change = after[FIRST + k] - before;
            let factors = match N {
                ALL => [(before, before), (change, change), (grad, grad), (change, grad)],
                CHANGES => [(before, before), (change, change), (grad, grad), (grad, grad)],
                _ => [(grad, grad); ALL],
            };
            for s in 0..N {
                own[s][k] = add_product::<T, FMA>(own[s][k], factors[s]);
            }
        }
    }
    for s in 0..N {
        for k in 0..HALF {
            sums[s][FIRST + k] = own[s][k];
        }
    }
}

/// Adds a product. The product of two numbers with fewer bits is exact in 64 bits, so a fused instruction gives the same bits as two instructions.
#[inline(always)]
fn add_product<T: Float, const FMA: bool>(sum: f64, (a, b): (T, T)) -> f64 {
    let (a, b): (f64, f64) = (a.as_(), b.as_());
    if FMA && size_of::<T>() < size_of::<f64>() { a.mul_add(b, sum) } else { sum + a * b }
}
