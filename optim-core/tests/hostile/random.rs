//! Random steps: passes, products and exchanges of slots that fit now and then, over parameters of any layout with states,
//! gradients and scratch that may be others than they should.
//!
//! Memory around the elements of arrays is compared; AddressSanitizer sees the rest. `HOSTILE_CASES=N` sets the number of
//! cases.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use ndarray::{ArrayD, ArrayViewD, Axis, IxDyn, Slice};
use optim_core::Threads;
use optim_core::kernel::{
    AnyKernel, Arenas, Batching, Cx, Entry, Extent, Finish, Float, Fold, GradLoad, Job, Kernel, Operand, Reduction,
    Source, StateSlot, States, Stream, TILE, TensorMut, TensorRef, levels, math, run_step, with_level,
};
use optim_core::shape::{Axes, ParamShape};

use super::{GIANTS, quietly};

/// The numbers around the elements of an array; no step writes them.
const OUTSIDE: f32 = 77.125;
/// Scratch slots of a kernel.
pub(super) const SLOTS: usize = 5;
/// The largest extent of a pass that may run.
const LARGE: usize = 1 << 18;

pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    pub(super) fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    pub(super) fn one_in(&mut self, cases: usize) -> bool {
        self.below(cases) == 0
    }

    pub(super) fn pick<V: Copy>(&mut self, of: &[V]) -> V {
        of[self.below(of.len())]
    }

    /// A number between -1 and 1, sometimes none.
    fn number(&mut self) -> f32 {
        match self.below(40) {
            0 => self.pick(&[f32::NAN, f32::INFINITY, -0.0, 1e-42]),
            _ => (self.next() >> 40) as f32 / (1 << 23) as f32 - 1.0,
        }
    }
}

/// A kernel whose step is what the random numbers say, in every piece of a parameter something else.
struct Attack<const ELEMENTWISE: bool> {
    seed: AtomicU64,
    shape: Vec<usize>,
    lens: [usize; SLOTS],
    /// Passes that ran to their end.
    passes: AtomicUsize,
}

impl<const ELEMENTWISE: bool> Kernel for Attack<ELEMENTWISE> {
    const ENTRIES: &'static [Entry] = &[Entry { elementwise: ELEMENTWISE, scratch: SLOTS, batching: Batching::Alone }];

    fn scratch(&self, _: usize, _: ParamShape, lens: &mut [usize]) {
        lens.copy_from_slice(&self.lens);
    }

    fn run<T: Float>(&self, _: usize, cx: &mut Cx<'_, T>) {
        let mut random = Random(self.seed.fetch_add(0x0123_4567_89ab_cdef, Ordering::Relaxed));
        for _ in 0..=random.below(5) {
            // A context that a panic has gone through is used again.
            let end = catch_unwind(AssertUnwindSafe(|| self.act(cx, &mut random)));
            if let Err(panic) = end
                && random.one_in(4)
            {
                resume_unwind(panic);
            }
        }
    }
}

/// A kernel that reports arbitrary passes.
struct Fickle(Attack<false>, AtomicUsize);

impl<T: Float> AnyKernel<T> for Fickle {
    fn is_elementwise(&self, _: usize) -> bool {
        self.1.fetch_add(1, Ordering::Relaxed).is_multiple_of(2)
    }

    fn run(&self, entry: usize, cx: &mut Cx<'_, T>) {
        AnyKernel::run(&self.0, entry, cx);
    }
}

impl<const ELEMENTWISE: bool> Attack<ELEMENTWISE> {
    fn act<T: Float>(&self, cx: &mut Cx<'_, T>, random: &mut Random) {
        let slot = |random: &mut Random| if random.one_in(40) { SLOTS } else { random.below(SLOTS) };
        let operand = |random: &mut Random| {
            let (rows, cols) = (self.size(random), self.size(random));
            let operand = Operand::new(slot(random), rows, cols);
            if random.one_in(2) { operand.transposed() } else { operand }
        };
        match random.below(16) {
            0 => cx.swap(slot(random), slot(random)),
            1 => {
                let state = random.below(12);
                cx.set_scalar(state, cx.scalar(state) + cx.t());
            }
            // The matrix library is not for Miri.
            2 | 3 if cfg!(miri) => {}
            2 => cx.matmul(operand(random), operand(random), slot(random)),
            3 => {
                // Products that fit, now and then.
                let (m, n) = (self.size(random), self.size(random));
                cx.matmul(Operand::new(0, m, n), Operand::new(1, m, n).transposed(), 2);
            }
            4 => cx.transpose(operand(random), slot(random)),
            _ => self.any_pass(cx, random),
        }
    }

    fn size(&self, random: &mut Random) -> usize {
        match random.below(10) {
            0 => random.pick(&GIANTS),
            1 => random.below(300),
            2..6 if !self.shape.is_empty() => random.pick(&self.shape),
            _ => random.below(5),
        }
    }

    fn extent(&self, random: &mut Random) -> Extent {
        let shape = ParamShape::of(&self.shape);
        let (batch, rows, cols) = (shape.batch(), shape.rows(), shape.cols());
        match random.below(16) {
            0..11 => Extent::from(shape),
            11 => Extent::new(1, 1, shape.len()),
            12 => Extent::new(cols, batch, rows),
            13 => Extent::new(batch, rows, 1),
            14 => Extent::new(batch, 1, cols),
            _ => Extent::new(self.size(random), self.size(random), self.size(random)),
        }
    }

    /// An input or an output: mostly one that fits, of slots that the other kind does not use.
    fn stream(random: &mut Random, output: bool) -> Stream {
        use Source::{Grad, Param, Scratch, State};
        let all = [Axes::Tensor, Axes::Rows, Axes::Cols, Axes::Matrices, Axes::Scalar];
        let tensor = [[State(0), Grad, State(4), Scratch(0)], [Param, Param, State(5), Scratch(1)]];
        let (source, axes) = match random.below(16) {
            0 => (random.pick(&[Param, Grad, State(6), State(7), State(99), Scratch(usize::MAX)]), random.pick(&all)),
            1 => (State(random.below(8)), random.pick(&all)),
            2 => (Scratch(random.below(SLOTS)), random.pick(&all)),
            3..8 if !output => {
                let kind = 1 + random.below(4);
                (random.pick(&[State(kind.min(3)), Scratch(kind.min(3) + 1)]), all[kind])
            }
            _ => (random.pick(&tensor[usize::from(output)]), Axes::Tensor),
        };
        Stream { source, axes }
    }

    fn reduction(random: &mut Random) -> Reduction {
        let axes = [Axes::Rows, Axes::Cols, Axes::Matrices, Axes::Tensor];
        let (kind, keeps) = (random.below(4), random.one_in(3));
        Reduction {
            fold: random.pick(&[Fold::Sum, Fold::Sum, Fold::Max, Fold::Min]),
            finish: random.pick(&[Finish::None, Finish::Mean, Finish::Sqrt, Finish::SqrtMean]),
            keep: if keeps { axes[kind] } else { Axes::Scalar },
            into: match random.below(24) {
                0 => usize::MAX,
                1 => random.below(SLOTS),
                _ => [2, 3, 4, 0][kind],
            },
        }
    }

    fn any_pass<T: Float>(&self, cx: &mut Cx<'_, T>, random: &mut Random) {
        let extent = self.extent(random);
        type Pass<A, T> = fn(&A, &mut Cx<'_, T>, &mut Random, Extent);
        let passes: [Pass<Self, T>; 13] = [
            Self::pass::<T, 0, 0, 1>,
            Self::pass::<T, 0, 1, 0>,
            Self::pass::<T, 0, 2, 1>,
            Self::pass::<T, 1, 0, 0>,
            Self::pass::<T, 1, 0, 2>,
            Self::pass::<T, 1, 1, 0>,
            Self::pass::<T, 1, 1, 3>,
            Self::pass::<T, 1, 2, 0>,
            Self::pass::<T, 2, 0, 3>,
            Self::pass::<T, 2, 1, 0>,
            Self::pass::<T, 2, 1, 2>,
            Self::pass::<T, 3, 2, 0>,
            Self::pass::<T, 3, 1, 4>,
        ];
        random.pick(&passes)(self, cx, random, extent);
    }

    fn pass<T: Float, const I: usize, const O: usize, const R: usize>(
        &self,
        cx: &mut Cx<'_, T>,
        random: &mut Random,
        extent: Extent,
    ) {
        let inputs: [Stream; I] = std::array::from_fn(|_| Self::stream(random, false));
        let mut outputs: [Stream; O] = std::array::from_fn(|_| Self::stream(random, true));
        let reductions: [Reduction; R] = std::array::from_fn(|_| Self::reduction(random));
        if extent.len() > LARGE {
            // Only a stream that does not fit ends it early.
            let Some(first) = outputs.first_mut() else { return };
            *first = Source::Param.tensor();
        }
        let panics_at = if random.one_in(6) { random.below(4) } else { usize::MAX };
        let calls = AtomicUsize::new(0);
        cx.pass(extent, inputs, outputs, reductions, [0.0; 0], |[], reads, writes, numbers| {
            let call = calls.fetch_add(1, Ordering::Relaxed);
            let mut lens = reads.iter().map(|read| read.len()).collect::<Vec<_>>();
            lens.extend(writes.iter().map(|write| write.len()).chain(numbers.iter().map(|numbers| numbers.len())));
            assert!(lens.iter().all(|&len| len == lens[0] && (1..=TILE).contains(&len)), "{lens:?}");
            let sum: f64 = reads.into_iter().flatten().map(|x| x.as_()).filter(|x| x.is_finite()).sum();
            let half = lens[0] / 2;
            for write in writes {
                write[..half].fill(T::cast(sum.sin()));
                if call == panics_at {
                    resume_unwind(Box::new("halfway"));
                }
                write[half..].iter_mut().for_each(|x| *x = math::clamp(*x * T::cast(0.5), -T::ONE, T::ONE));
            }
            numbers.into_iter().for_each(|numbers| numbers.fill(sum));
        });
        self.passes.fetch_add(1, Ordering::Relaxed);
    }
}

/// An array of random numbers, in some layout, with memory around it.
pub(super) fn array(shape: &[usize], random: &mut Random) -> ArrayD<f32> {
    let kind = random.below(6);
    let n = shape.len();
    if kind < 2 {
        return ArrayD::from_shape_simple_fn(IxDyn(shape), || random.number());
    }
    if kind == 2 {
        let turned: Vec<usize> = shape.iter().rev().copied().collect();
        return ArrayD::from_shape_simple_fn(IxDyn(&turned), || random.number()).reversed_axes();
    }
    let (step, around) = if kind == 3 { (2, 0) } else { (1, 1) };
    let large: Vec<usize> = shape.iter().map(|len| len * step + 2 * around).collect();
    let mut array = ArrayD::from_elem(IxDyn(&large), OUTSIDE);
    for (axis, &len) in shape.iter().enumerate() {
        let end = Some((around + len * step) as isize);
        array.slice_axis_inplace(Axis(axis), Slice::new(around as isize, end, step as isize));
        if kind == 5 {
            array.invert_axis(Axis(axis));
        }
    }
    if kind == 4 && n > 1 {
        array.swap_axes(n - 2, n - 1);
        if array.shape() != shape {
            array.swap_axes(n - 2, n - 1);
        }
    }
    array.map_inplace(|x| *x = random.number());
    array
}

/// Returns true if the memory around the elements is what it was.
pub(super) fn untouched(array: ArrayD<f32>) -> bool {
    let len = array.len();
    let memory = array.into_raw_vec_and_offset().0;
    memory.iter().filter(|&&x| x == OUTSIDE).count() >= memory.len() - len
}

const SHAPES: [&[usize]; 16] = [
    &[],
    &[1],
    &[5],
    &[0],
    &[3, 4],
    &[0, 3],
    &[3, 0],
    &[2, 3, 3],
    &[17, 16],
    &[300],
    &[2, 300],
    &[33, 7, 7],
    &[129, 128],
    &[4, 3, 70],
    &[2, 5, 1, 9],
    &[700, 3],
];
/// Enough for several threads, elementwise and pass by pass.
const SHARED: [&[usize]; 5] = [&[40_000], &[131_100], &[520, 505], &[3, 90_000], &[2, 131, 501]];

/// A shape that is the parameter's, or not.
fn claimed(shape: &[usize], random: &mut Random) -> ParamShape {
    match random.below(40) {
        0 => ParamShape::of(&[shape.iter().product()]),
        1 => ParamShape::of(&[random.pick(&GIANTS), random.pick(&GIANTS)]),
        2 => ParamShape::of(&[random.pick(&GIANTS), 0, random.pick(&GIANTS)]),
        3 => ParamShape::of(&[random.below(9)]),
        _ => ParamShape::of(shape),
    }
}

/// Steps of some parameters with one kernel. Returns how many passes ran to their end.
fn case(seed: u64, arenas: &Arenas<f32>) -> usize {
    let mut random = Random(seed);
    let count = 1 + random.below(3);
    let shapes: Vec<&[usize]> = (0..count)
        .map(|_| if !cfg!(miri) && random.one_in(12) { random.pick(&SHARED) } else { random.pick(&SHAPES) })
        .collect();
    let shape = ParamShape::of(shapes[0]);
    let lens = std::array::from_fn(|slot| match random.below(16) {
        0 => 0,
        1 => random.below(400),
        _ if slot == 2 => shape.batch() * shape.rows(),
        _ if slot == 3 => shape.batch() * shape.cols(),
        _ if slot == 4 => shape.batch(),
        _ => shape.len() + random.below(3),
    });
    let attack = || (AtomicU64::new(seed ^ 0x5555), shapes[0].to_vec(), lens, AtomicUsize::new(0));
    let whole = |(seed, shape, lens, passes)| Attack::<false> { seed, shape, lens, passes };
    let split = |(seed, shape, lens, passes)| Attack::<true> { seed, shape, lens, passes };
    let kernels = (whole(attack()), split(attack()), Fickle(whole(attack()), AtomicUsize::new(0)));
    let kernel: &dyn AnyKernel<f32> = match random.below(4) {
        0 => &kernels.1,
        1 => &kernels.2,
        _ => &kernels.0,
    };

    let mut params: Vec<ArrayD<f32>> = shapes.iter().map(|shape| array(shape, &mut random)).collect();
    let other = ArrayD::from_elem(IxDyn(&[]), 0.5_f32);
    let own: Vec<ArrayD<f32>> = shapes.iter().map(|shape| array(shape, &mut random)).collect();
    let strange: Vec<Option<ArrayViewD<'_, f32>>> = shapes
        .iter()
        .map(|shape| match random.below(16) {
            0 => other.broadcast(IxDyn(shape)),
            1 => other.broadcast(IxDyn(&[1 << 40])),
            2 => other.broadcast(IxDyn(&[7, 0])),
            _ => None,
        })
        .collect();
    let mut states: Vec<Vec<StateSlot<f32>>> = Vec::new();
    for shape in &shapes {
        let n = shape.len();
        let rows = &shape[..n.saturating_sub(1)];
        let cols = if n < 2 { shape.to_vec() } else { [&shape[..n - 2], &shape[n - 1..]].concat() };
        let matrices = &shape[..n.saturating_sub(2)];
        let mut slots: Vec<_> =
            [shape, rows, &cols, matrices].map(|shape| StateSlot::Array(Box::new(array(shape, &mut random)))).into();
        slots.extend([
            StateSlot::Array(Box::new(array(shape, &mut random))),
            StateSlot::Absent,
            StateSlot::scalar(0.25),
            StateSlot::Array(Box::new(array(random.pick(&SHAPES), &mut random))),
        ]);
        if random.one_in(12) {
            slots.truncate(random.below(8));
        }
        states.push(slots);
    }
    let load = if random.one_in(3) { GradLoad { scale: f64::NAN, clip: Some(-1.0) } } else { GradLoad::PLAIN };
    let threads = random.pick(&[Threads::One, Threads::All, Threads::N(3), Threads::N(usize::MAX), Threads::N(0)]);
    let level = random.pick(&levels());
    let mut jobs = Vec::new();
    for ((k, param), states) in params.iter_mut().enumerate().zip(&mut states) {
        jobs.push(Job {
            kernel,
            grad: strange[k]
                .as_ref()
                .map_or_else(|| TensorRef::from_array(&own[k]), |view| TensorRef::from_array(view)),
            param: TensorMut::from_array(param),
            states: States::Exclusive(states),
            t: random.next(),
            inputs: &[],
            draws: optim_core::draw::DrawKey::new(0),
            load: &load,
            shape: claimed(shapes[k], &mut random),
        });
    }
    let _ = catch_unwind(AssertUnwindSafe(|| with_level(level, || run_step(&mut jobs, 0, arenas, threads))));
    drop(jobs);
    assert!(params.into_iter().all(untouched), "case {seed}: a parameter");
    for slot in states.into_iter().flatten() {
        if let StateSlot::Array(array) = slot {
            assert!(untouched(*array), "case {seed}: a state");
        }
    }
    [&kernels.0.passes, &kernels.1.passes, &kernels.2.0.passes]
        .map(|passes| passes.load(Ordering::Relaxed))
        .iter()
        .sum()
}

#[test]
fn random_arguments() {
    quietly();
    let cases = std::env::var("HOSTILE_CASES").ok().and_then(|cases| cases.parse().ok());
    let cases = cases.unwrap_or(if cfg!(miri) { 60 } else { 3000 });
    let arenas = Arenas::new();
    let passes: usize = (0..cases).map(|seed| case(seed, &arenas)).sum();
    println!("{cases} cases, {passes} passes to their end, levels {:?}", levels());
    // Arguments that are all refused would show nothing.
    assert!(passes as u64 > cases, "{passes} passes");
}
