//! Jobs and kernels that break their promises: a panic or a result, never memory that is not theirs.

use std::panic::{AssertUnwindSafe, catch_unwind};

use ndarray::{Array2, ArrayD, IxDyn};

use super::by_hand::{Kernel, message, with_row};
use crate::draw::DrawKey;
use crate::kernel::{
    AnyKernel, Arenas, Batching, Entry, Float, GradLoad, Job, Reduction, Source, StateSlot, StepContext, TensorMut,
    TensorRef, Threads, run_row, run_step, scan,
};
use crate::shape::{Axes, ParamShape};

/// Sizes whose products overflow, or nearly.
const GIANTS: [usize; 8] = [1 << 31, 1 << 32, 1 << 40, (1 << 61) + 1, 1 << 62, 1 << 63, usize::MAX - 1, usize::MAX];

/// The message of the panic that a closure ends with.
fn refused<R>(f: impl FnOnce() -> R) -> String {
    message(catch_unwind(AssertUnwindSafe(f)).map(|_| ()).expect_err("it is refused"))
}

/// Writes a state.
struct Writes<const ELEMENTWISE: bool>;

impl<const ELEMENTWISE: bool> Kernel for Writes<ELEMENTWISE> {
    const ENTRY: Entry = Entry { elementwise: ELEMENTWISE, scratch: 0, batching: Batching::Alone };

    fn run<T: Float>(&self, cx: &mut StepContext<'_, T>) {
        cx.set_scalar(1, 5.0);
        cx.pass(cx.shape().into(), [], [Source::State(0).tensor()], [], [0.0; 0], |[], [], [to], []| {
            to.fill(T::ONE);
        });
    }
}

/// Runs a kernel over parameters of these sizes with shapes that are said to be theirs, and with these states.
fn run_jobs(kernel: &dyn AnyKernel<f32>, shapes: &[(usize, ParamShape)], states: &[StateSlot<f32>], threads: Threads) {
    let mut params: Vec<ArrayD<f32>> = shapes.iter().map(|(len, _)| ArrayD::zeros(IxDyn(&[*len]))).collect();
    let grads = params.clone();
    let arrays = params.iter_mut().zip(&grads).zip(shapes);
    let mut jobs: Vec<_> = arrays
        .map(|((param, grad), (_, shape))| Job {
            kernel,
            param: TensorMut::from_array(param),
            grad: TensorRef::from_array(grad),
            states,
            t: 1,
            inputs: &[],
            draws: DrawKey::new(0),
            load: &GradLoad::PLAIN,
            shape: *shape,
        })
        .collect();
    run_step(&mut jobs, 0, None, &Arenas::default(), threads);
}

#[test]
fn a_shape_that_is_not_the_parameters_is_refused() {
    let giants = GIANTS.map(|size| ParamShape::of(&[size]));
    for (first, second) in giants.into_iter().flat_map(|first| giants.map(|second| (first, second))) {
        for threads in [Threads::One, Threads::All] {
            let message = refused(|| run_jobs(&Writes::<true>, &[(40_000, first), (3, second)], &[], threads));
            assert_eq!(message, "a job's shape is that of its parameter");
        }
    }
}

#[test]
fn shared_states_are_not_written() {
    let kernels: [&dyn AnyKernel<f32>; 2] = [&Writes::<true>, &Writes::<false>];
    for (kernel, threads) in kernels.into_iter().flat_map(|kernel| [(kernel, Threads::One), (kernel, Threads::All)]) {
        let array = ArrayD::zeros(IxDyn(&[40_000]));
        let states = [StateSlot::Array(Box::new(array)), StateSlot::scalar(2.0)];
        let message = refused(|| run_jobs(kernel, &[(40_000, ParamShape::of(&[40_000]))], &states, threads));
        assert_eq!(message, "shared states are no outputs");
        let [StateSlot::Array(array), StateSlot::Scalar { value, .. }] = &states else { panic!() };
        assert!(array.iter().all(|x| *x == 0.0) && *value == 2.0);
    }
}

#[test]
fn scratch_of_any_length() {
    struct Greedy(usize);
    impl Kernel for Greedy {
        const ENTRY: Entry = Entry { elementwise: false, scratch: 2, batching: Batching::Alone };

        fn scratch(&self, _: ParamShape, lens: &mut [usize]) {
            lens.fill(self.0);
        }

        fn run<T: Float>(&self, cx: &mut StepContext<'_, T>) {
            let (extent, sum) = (cx.shape().into(), [Reduction::sum().keep(Axes::Rows, 1)]);
            cx.pass(extent, [Source::Param.tensor()], [Source::Scratch(0).tensor()], sum, [0.0; 0], |_, _, [to], _| {
                to.fill(T::ONE);
            });
        }
    }
    for (len, refusal) in [(0, "a scratch slot holds"), (5, "a scratch slot holds"), (usize::MAX, "capacity overflow")]
    {
        let (mut params, grads) = ([ArrayD::<f32>::zeros(IxDyn(&[2, 3]))], [ArrayD::zeros(IxDyn(&[2, 3]))]);
        let run = || {
            with_row(&Greedy(len), (&mut params, &grads), &mut [Vec::new()], (1, 0, GradLoad::PLAIN), |row| {
                run_row(row, 0, None, &Arenas::default(), Threads::One);
            });
        };
        let message = refused(run);
        assert!(message.contains(refusal), "{len}: {message}");
    }
}

/// Views that repeat elements, or have none along an axis of any length.
#[test]
fn views_that_no_array_owns() {
    let one = ArrayD::from_elem(IxDyn(&[]), 2.0_f32);
    let len = if cfg!(miri) { 70 } else { 70_000 };
    let many = one.broadcast(IxDyn(&[3, len])).unwrap();
    let view = TensorRef::from_array(&many);
    assert!(view.to_ndarray() == many && view.len() == 3 * len);
    let empty = Array2::<f32>::zeros((1 << 40, 0));
    let grads = [view, TensorRef::from_array(&empty), view];
    for threads in [Threads::One, Threads::All, Threads::N(usize::MAX)] {
        let found = scan(&grads, 1.0, &Arenas::default(), threads);
        assert!(found.norm_squared == 4.0 * (6 * len) as f64 && found.not_finite.is_empty());
    }
    assert!(grads[1].to_ndarray().is_empty() && grads[1].is_empty());
}
