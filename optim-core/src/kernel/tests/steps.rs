//! Whole steps over many parameters: every division of the work gives the plain result, bit for bit.

use ndarray::{ArrayD, IxDyn};

use super::by_hand::{Kernel, with_row};
use super::kernels::{Adam, Factored, Lars, Products, adam};
use super::support::{
    LAYOUTS, Layout, Random, assert_close, assert_same, laid_out, numbers, on_seven_threads, random, ways,
};
use crate::draw::Law;
use crate::kernel::program::Drawn;
use crate::kernel::{
    AnyKernel, Arenas, Batching, Entry, Float, GradLoad, Source, StateSlot, StepContext, TensorRef, Threads, inlined,
    levels, run_row, scan, with_level,
};
use crate::shape::ParamShape;

#[derive(Clone)]
struct Model<T> {
    params: Vec<ArrayD<T>>,
    grads: Vec<ArrayD<T>>,
    states: Vec<Vec<StateSlot<T>>>,
}

impl<T: Float> Model<T> {
    /// Shapes with so many tensor states each, all in one layout; `scalar` adds a scalar state.
    fn new(shapes: &[Vec<usize>], states: usize, layout: Layout, scalar: bool) -> Self {
        let mut r = Random(11);
        let mut array = |shape: &[usize]| laid_out(&random::<T>(shape, &mut r), layout);
        let mut model = Self { params: Vec::new(), grads: Vec::new(), states: Vec::new() };
        for (k, shape) in shapes.iter().enumerate() {
            model.params.push(array(shape));
            model.grads.push(array(shape));
            let mut slots: Vec<_> =
                (0..states).map(|_| StateSlot::Array(Box::new(array(shape).mapv_into(T::abs)))).collect();
            if scalar {
                if k % 2 == 1 {
                    slots[2] = StateSlot::Absent;
                }
                slots.push(StateSlot::scalar(0.5));
            }
            model.states.push(slots);
        }
        model
    }

    /// One step of all parameters, as a row: those that are alike in blocks.
    fn step<K: AnyKernel<T>>(&mut self, kernel: &K, threads: Threads, load: GradLoad) {
        let arenas = Arenas::default();
        let Self { params, grads, states } = self;
        with_row(kernel, (params, grads), states, (2, 0, load), |row| {
            on_seven_threads(|| run_row(row, 0, None, &arenas, threads));
        });
    }

    /// The same, each parameter by itself.
    fn step_one_by_one<K: AnyKernel<T>>(&mut self, kernel: &K, load: GradLoad) {
        let arenas = Arenas::default();
        for place in 0..self.params.len() {
            let alone = place..place + 1;
            let arrays = (&mut self.params[alone.clone()], &self.grads[alone.clone()]);
            with_row(kernel, arrays, &mut self.states[alone], (2, place as u64, load), |row| {
                run_row(row, 0, None, &arenas, Threads::One);
            });
        }
    }

    /// All numbers, parameter by parameter.
    fn numbers(&self) -> Vec<f64> {
        let mut all: Vec<f64> = self.params.iter().flat_map(numbers).collect();
        for slot in self.states.iter().flatten() {
            match slot {
                StateSlot::Absent => {}
                StateSlot::Scalar { value, .. } => all.push(*value),
                StateSlot::Array(array) => all.extend(numbers(array)),
                StateSlot::Stored(stored) => all.extend(numbers(&stored.to_array::<T>())),
            }
        }
        all
    }
}

/// Many small parameters and a few large ones, with empty ones between.
fn shapes() -> Vec<Vec<usize>> {
    let mut shapes: Vec<Vec<usize>> = (0..60).map(|k| vec![k % 7 + 1, 13 * (k % 5)]).collect();
    if !cfg!(miri) {
        shapes.extend([vec![2100, 64], vec![], vec![9000], vec![20, 30, 3, 3], vec![50_001]]);
    }
    shapes.extend([vec![3], vec![0]]);
    shapes
}

fn same_everywhere<T: Float, K: AnyKernel<T>>(
    kernel: &K,
    states: usize,
    scalar: bool,
    load: GradLoad,
    layouts: &[Layout],
) {
    let shapes = shapes();
    for &layout in layouts {
        same_from(&Model::<T>::new(&shapes, states, layout, scalar), kernel, load, layout);
    }
}

fn same_from<T: Float, K: AnyKernel<T>>(start: &Model<T>, kernel: &K, load: GradLoad, layout: Layout) {
    let mut first: Option<Vec<f64>> = None;
    for (level, threads) in ways(&[Threads::N(2), Threads::N(7), Threads::All]) {
        let mut model = start.clone();
        with_level(level, || model.step(kernel, threads, load));
        let got = model.numbers();
        let first = first.get_or_insert_with(|| got.clone());
        assert_same(&got, first, &format!("{layout:?} {level:?} {threads:?}"));
    }
}

#[test]
fn elementwise_steps_are_the_same_everywhere() {
    same_everywhere::<f32, _>(&Adam { lr: 0.1 }, 3, true, GradLoad::PLAIN, &LAYOUTS);
    let load = GradLoad { scale: 0.25, clip: Some(0.1) };
    same_everywhere::<f64, _>(&Adam { lr: 0.1 }, 3, true, load, &[Layout::C, Layout::F, Layout::Stepped]);
}

/// NaNs are in the same places, whatever their bits.
#[test]
fn steps_with_numbers_that_are_none_are_the_same_everywhere() {
    for layout in [Layout::C, Layout::Stepped] {
        let mut start = Model::<f64>::new(&shapes(), 3, layout, true);
        for (k, x) in start.grads.iter_mut().flatten().enumerate() {
            match k % 61 {
                3 => *x = f64::INFINITY,
                17 => *x = f64::NEG_INFINITY,
                29 => *x = f64::NAN,
                43 => *x = f64::from_bits(0xfff8_0000_0000_1234),
                _ => {}
            }
        }
        for (k, x) in start.params.iter_mut().flatten().enumerate() {
            match k % 59 {
                5 => *x = f64::from_bits(0x7ff8_0000_0000_4321),
                7 => *x = f64::INFINITY,
                _ => {}
            }
        }
        same_from(&start, &Adam { lr: 0.1 }, GradLoad::PLAIN, layout);
        same_from(&start, &Lars { lr: 0.1 }, GradLoad::PLAIN, layout);
    }
}

/// Gradient descent with a random step size.
struct RandomSize;

impl Kernel for RandomSize {
    const ENTRY: Entry = Entry { elementwise: true, scratch: 0, batching: Batching::Alone };

    fn run<T: Float>(&self, cx: &mut StepContext<'_, T>) {
        let (iterations, within) = (Vec::new(), Vec::new());
        let drawn = Drawn { law: Law::Uniform, place: 0, iterations, probe: false, within, count: None };
        let size = T::cast(cx.drawn(&drawn).number(0));
        cx.pass(
            cx.shape().into(),
            [Source::Grad.tensor()],
            [Source::Param.tensor()],
            [],
            [0.0; 0],
            #[inline(always)]
            |[], [g], [p], []| p.iter_mut().zip(g).for_each(|(p, &g)| *p -= size * g),
        );
    }
}

#[test]
fn parameters_that_are_alike_give_what_each_gives_alone() {
    let lens = [100, 1, 64, 5000, 40_000];
    let lens = &lens[..if cfg!(miri) { 3 } else { 5 }];
    // Several in a row of each shape, and the same again.
    let shapes: Vec<_> = (0..2 * 9 * lens.len()).map(|k| vec![lens[k / 9 % lens.len()]]).collect();
    let mut start = Model::<f32>::new(&shapes, 3, Layout::C, true);
    for (k, (param, states)) in start.params.iter_mut().zip(&mut start.states).enumerate() {
        let array = |x| StateSlot::Array(Box::new(ArrayD::from_elem(param.raw_dim(), x)));
        states[2] = if k % 9 == 5 { StateSlot::Absent } else { array(0.25) };
        match k % 9 {
            2 => states[3] = StateSlot::scalar(0.75),
            7 => *param = laid_out(param, Layout::Stepped),
            8 => states[1] = StateSlot::Array(Box::new(laid_out(&start.grads[k].mapv(f32::abs), Layout::Reversed))),
            _ => {}
        }
    }
    for load in [GradLoad::PLAIN, GradLoad { scale: 0.25, clip: Some(0.1) }] {
        let mut alone = start.clone();
        alone.step_one_by_one(&Adam { lr: 0.1 }, load);
        let mut random = start.clone();
        random.step_one_by_one(&RandomSize, load);
        let mut reduced = start.clone();
        reduced.step_one_by_one(&Lars { lr: 0.1 }, load);
        for (level, threads) in ways(&[Threads::N(2), Threads::N(7)]) {
            let mut model = start.clone();
            with_level(level, || model.step(&Adam { lr: 0.1 }, threads, load));
            assert_same(&model.numbers(), &alone.numbers(), &format!("{level:?} {threads:?}"));
            let mut model = start.clone();
            with_level(level, || model.step(&RandomSize, threads, load));
            assert_same(&model.numbers(), &random.numbers(), &format!("random sizes, {level:?} {threads:?}"));
            let mut model = start.clone();
            with_level(level, || model.step(&Lars { lr: 0.1 }, threads, load));
            assert_same(&model.numbers(), &reduced.numbers(), &format!("reductions, {level:?} {threads:?}"));
        }
    }
}

#[test]
fn a_row_of_parameters_that_are_alike_is_done_whole() {
    // More than are done by one call, up to one that has another layout, and the rest.
    let mut start = Model::<f32>::new(&vec![vec![37]; 30], 3, Layout::C, true);
    start.states.iter_mut().for_each(|states| states[2] = StateSlot::Absent);
    start.params[19] = laid_out(&start.params[19], Layout::Reversed);
    let mut alone = start.clone();
    alone.step_one_by_one(&Adam { lr: 0.1 }, GradLoad::PLAIN);
    for threads in [Threads::One, Threads::N(2)] {
        let mut model = start.clone();
        model.step(&Adam { lr: 0.1 }, threads, GradLoad::PLAIN);
        assert_same(&model.numbers(), &alone.numbers(), &format!("{threads:?}"));
        let scalars = model.states.iter().filter(|states| matches!(states[3], StateSlot::Scalar { value: 0.45, .. }));
        assert_eq!(scalars.count(), 30, "{threads:?}");
    }
}

#[test]
fn steps_with_reductions_are_the_same_everywhere() {
    let layouts = [Layout::C, Layout::F, Layout::Cropped];
    same_everywhere::<f32, _>(&Lars { lr: 0.1 }, 1, false, GradLoad::PLAIN, &layouts);
    same_everywhere::<f32, _>(&Factored { lr: 0.1 }, 0, false, GradLoad::PLAIN, &layouts);
    same_everywhere::<f64, _>(&Factored { lr: 0.1 }, 0, false, GradLoad { scale: 3.0, clip: None }, &layouts[..1]);
}

#[test]
#[cfg_attr(miri, ignore = "the matrix library is not for it")]
fn steps_with_products_are_the_same_everywhere() {
    same_everywhere::<f32, _>(&Products { lr: 0.1 }, 0, false, GradLoad::PLAIN, &[Layout::C, Layout::F]);
}

#[test]
fn adam_is_what_it_says() {
    for layout in LAYOUTS {
        let mut model = Model::<f64>::new(&[vec![7, 11], vec![5], vec![2, 3, 4]], 3, layout, true);
        let before = (model.params.clone(), model.grads.clone(), model.states.clone());
        let load = GradLoad { scale: 2.0, clip: Some(0.7) };
        model.step(&Adam { lr: 0.1 }, Threads::One, load);
        for k in 0..3 {
            let (StateSlot::Array(m), StateSlot::Array(v)) = (&before.2[k][0], &before.2[k][1]) else { panic!() };
            let mut expected = Vec::new();
            for (((&p, &g), &m), &v) in before.0[k].iter().zip(&before.1[k]).zip(m.iter()).zip(v.iter()) {
                expected.push(adam(0.1, 0.5, 2.0, p, (g * 2.0).clamp(-0.7, 0.7), m, v).0);
            }
            assert_close::<f64>(&numbers(&model.params[k]), &expected, &format!("{layout:?} {k}"));
            let StateSlot::Scalar { value, view } = model.states[k][3] else { panic!() };
            assert!(value == 0.45 && view == 0.45, "a scalar state is set when the step is done");
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "the matrix library is not for it")]
fn products_are_what_they_say() {
    let shape = [2, 5, 40];
    for layout in LAYOUTS {
        let mut model = Model::<f64>::new(&[shape.to_vec()], 0, layout, false);
        let (before, grad) = (model.params[0].clone(), model.grads[0].clone());
        model.step(&Products { lr: 0.5 }, Threads::One, GradLoad::PLAIN);
        let mut expected = before;
        for b in 0..2 {
            for (r, c) in (0..5).flat_map(|r| (0..40).map(move |c| (r, c))) {
                let mut sum = 0.0;
                for k in 0..5 {
                    let inner: f64 = (0..40).map(|j| grad[[b, r, j]] * grad[[b, k, j]]).sum();
                    sum += inner * grad[[b, k, c]];
                }
                expected[[b, r, c]] -= 0.5 * sum;
            }
        }
        let tolerance = |a: &[f64]| a.iter().map(|x| x / 1e3).collect::<Vec<_>>();
        assert_close::<f64>(&tolerance(&numbers(&model.params[0])), &tolerance(&numbers(&expected)), "product");
    }
}

#[test]
fn a_scan_finds_norms_and_what_is_not_finite() {
    let shapes: &[&[usize]] = if cfg!(miri) {
        &[&[3, 4], &[0], &[700]]
    } else {
        &[&[3, 4], &[0], &[300, 200], &[], &[210_000], &[20, 30, 7]]
    };
    let arenas = Arenas::default();
    for layout in LAYOUTS {
        let mut r = Random(5);
        let mut grads: Vec<ArrayD<f32>> = shapes.iter().map(|s| laid_out(&random(s, &mut r), layout)).collect();
        let read = |grads: &[ArrayD<f32>], threads| {
            let views: Vec<_> = grads.iter().map(|g| TensorRef::from_array(g)).collect();
            on_seven_threads(|| scan(&views, 0.5, &arenas, threads))
        };
        let expected: f64 = grads.iter().flatten().map(|&x| f64::from(x).powi(2) / 4.0).sum();
        let first = read(&grads, Threads::One);
        assert!((first.norm_squared / expected - 1.0).abs() < 1e-12 && first.not_finite.is_empty());
        for level in levels() {
            for threads in [Threads::One, Threads::N(2), Threads::N(7)] {
                assert_eq!(with_level(level, || read(&grads, threads)), first, "{layout:?} {level:?} {threads:?}");
            }
        }
        *grads[2].iter_mut().last().unwrap() = f32::NEG_INFINITY;
        assert_eq!(read(&grads, Threads::All).not_finite, [2]);
        *grads[0].iter_mut().next().unwrap() = f32::NAN;
        assert_eq!(read(&grads, Threads::All).not_finite, [0, 2]);
    }
    let huge = ArrayD::from_elem(IxDyn(&[3]), 1e300_f64);
    let read = scan(&[TensorRef::from_array(&huge)], 1.0, &Arenas::default(), Threads::One);
    assert!(read.norm_squared.is_infinite() && read.not_finite.is_empty());
}

/// A kernel that requests less scratch than it writes.
struct TooLittle;

impl Kernel for TooLittle {
    const ENTRY: Entry = Entry { elementwise: false, scratch: 1, batching: Batching::Alone };

    fn scratch(&self, shape: ParamShape, lens: &mut [usize]) {
        lens[0] = shape.len() - 1;
    }

    fn run<T: Float>(&self, cx: &mut StepContext<'_, T>) {
        let shape = cx.shape();
        let copy = inlined(
            #[inline(always)]
            |from: &[T], to: &mut [T]| to.copy_from_slice(from),
        );
        cx.pass(
            shape.into(),
            [Source::Grad.tensor()],
            [Source::Scratch(0).tensor()],
            [],
            [0.0; 0],
            #[inline(always)]
            |[], [g], [x], []| copy(g, x),
        );
    }
}

#[test]
#[should_panic(expected = "a scratch slot holds its stream")]
fn scratch_is_never_written_beyond_its_end() {
    Model::<f64>::new(&[vec![3, 4]], 0, Layout::C, false).step(&TooLittle, Threads::One, GradLoad::PLAIN);
}
