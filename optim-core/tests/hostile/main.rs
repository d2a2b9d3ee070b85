//! The kernels' public items with arguments that nobody should pass: an error, a panic or a result, never undefined behaviour.
//!
//! There is no `unsafe` here, so whatever happens to memory is the kernels' doing. `fuzz/README.md` says how to run this
//! under AddressSanitizer.

#![forbid(unsafe_code)]

mod described;
mod random;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

use ndarray::{Array2, ArrayD, IxDyn};
use optim_core::Threads;
use optim_core::kernel::{
    AnyKernel, Arenas, Batching, Cx, Entry, Extent, Float, GradLoad, Job, Kernel, Operand, Reduction, Source,
    StateSlot, States, TensorMut, TensorRef, run_step, scan,
};
use optim_core::shape::{Axes, ParamShape};

/// Sizes whose products overflow, or nearly.
const GIANTS: [usize; 8] = [1 << 31, 1 << 32, 1 << 40, (1 << 61) + 1, 1 << 62, 1 << 63, usize::MAX - 1, usize::MAX];

/// Panics of the kernels are what this is about: only those of the tests are printed.
fn quietly() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let print = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if info.location().is_some_and(|at| at.file().contains("hostile")) {
                print(info);
            }
        }));
    });
}

/// The message of the panic that a closure ends with.
fn refused<R>(f: impl FnOnce() -> R) -> String {
    quietly();
    let Err(panic) = catch_unwind(AssertUnwindSafe(f)) else { panic!("it is not refused") };
    match panic.downcast::<String>() {
        Ok(message) => *message,
        Err(panic) => panic.downcast::<&str>().map_or_else(|_| "not a message".to_owned(), |message| (*message).into()),
    }
}

/// Calls a closure in the step of a parameter of zeros.
fn with_context(shape: &[usize], f: impl Fn(&mut Cx<'_, f32>) + Sync) {
    struct Calls<F>(F);
    impl<F: Fn(&mut Cx<'_, f32>) + Sync> AnyKernel<f32> for Calls<F> {
        fn is_elementwise(&self, _: usize) -> bool {
            false
        }

        fn run(&self, _: usize, cx: &mut Cx<'_, f32>) {
            (self.0)(cx);
        }
    }
    let mut param = ArrayD::zeros(IxDyn(shape));
    let grad = param.clone();
    let (param, grad) = (TensorMut::from_array(&mut param), TensorRef::from_array(&grad));
    let (kernel, shape) = (Calls(f), ParamShape::of(shape));
    let mut jobs = [Job {
        kernel: &kernel,
        param,
        grad,
        states: States::Exclusive(&mut []),
        t: 1,
        inputs: &[],
        draws: optim_core::draw::DrawKey::new(0),
        load: &GradLoad::PLAIN,
        shape,
    }];
    run_step(&mut jobs, 0, &Arenas::new(), Threads::One);
}

#[test]
fn an_extent_has_no_more_elements_than_an_array() {
    let message = "an extent has no more elements than an array can have";
    let most = isize::MAX as usize;
    for [batch, rows, cols] in [
        // Units times reductions were 2⁶³ · 2 and wrapped to 0.
        [1 << 63, 128, 128],
        [1 << 32, 1 << 31, 1],
        [usize::MAX, 1, 1],
        [1, 1, most + 1],
        // As of arrays, of an extent without elements too.
        [1 << 40, 0, 1 << 40],
    ] {
        assert_eq!(refused(|| Extent::new(batch, rows, cols)), message, "{batch} {rows} {cols}");
    }
    assert_eq!(refused(|| Extent::from(ParamShape::of(&[usize::MAX, 2, 2]))), message);
    assert_eq!(Extent::new(1 << 31, 1 << 31, 1).len(), 1 << 62);
    assert_eq!(Extent::new(1, most, 1).len(), most);
    assert_eq!(Extent::new(1 << 40, 0, 1 << 20).len(), 0);
}

/// A number of results of reductions that overflows where the elements' does not: nothing is allocated for
/// what cannot be counted.
#[test]
#[cfg_attr(miri, ignore = "too large")]
fn results_of_reductions_are_counted() {
    const MANY: usize = 1 << 15;
    let run = || {
        with_context(&[3], |cx| {
            let extent = Extent::new(1, 1, isize::MAX as usize);
            let _ = cx.pass(extent, [], [], [Reduction::sum(); MANY], [0.0; 0], |[], [], [], _| ());
        });
    };
    // A pass has an array of buffers for its reductions on the stack.
    let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(move || refused(run)).unwrap();
    assert_eq!(thread.join().unwrap(), "a pass has no more partial results than memory can hold");
}

#[test]
fn products_of_sizes_that_overflow_are_refused() {
    for [rows, cols] in [[1 << 32, 1 << 32], [usize::MAX, usize::MAX], [1 << 63, 2], [(1 << 33) + 1, 1 << 32]] {
        let (a, b) = (Operand::new(0, rows, cols), Operand::new(1, rows, cols).transposed());
        let message = "an extent has no more elements than an array can have";
        assert_eq!(refused(|| with_context(&[3], |cx| cx.matmul(a, b, 2))), message);
        assert_eq!(refused(|| with_context(&[3], |cx| cx.transpose(a, 2))), message);
    }
    let none = refused(|| with_context(&[3], |cx| cx.swap(0, 1)));
    assert!(none.contains("out of bounds"), "{none}");
}

#[test]
fn a_shape_that_is_not_the_parameters_is_refused() {
    struct Nothing;
    impl Kernel for Nothing {
        const ENTRIES: &'static [Entry] = &[Entry { elementwise: true, scratch: 0, batching: Batching::Alone }];
        fn run<T: Float>(&self, _: usize, _: &mut Cx<'_, T>) {}
    }
    let giants = GIANTS.map(|size| ParamShape::of(&[size]));
    for (first, second) in giants.into_iter().flat_map(|first| giants.map(|second| (first, second))) {
        for threads in [Threads::One, Threads::All] {
            let mut params = [ArrayD::<f32>::zeros(IxDyn(&[40_000])), ArrayD::zeros(IxDyn(&[3]))];
            let grads = params.clone();
            let mut jobs = Vec::new();
            for ((param, grad), shape) in params.iter_mut().zip(&grads).zip([first, second]) {
                let (param, grad) = (TensorMut::from_array(param), TensorRef::from_array(grad));
                jobs.push(Job {
                    kernel: &Nothing,
                    param,
                    grad,
                    states: States::Exclusive(&mut []),
                    t: 1,
                    inputs: &[],
                    draws: optim_core::draw::DrawKey::new(0),
                    load: &GradLoad::PLAIN,
                    shape,
                });
            }
            let message = refused(|| run_step(&mut jobs, 0, &Arenas::new(), threads));
            assert_eq!(message, "a job's shape is that of its parameter");
        }
    }
}

#[test]
fn shared_states_are_not_written() {
    struct Writes;
    impl Kernel for Writes {
        const ENTRIES: &'static [Entry] = &[
            Entry { elementwise: true, scratch: 0, batching: Batching::Alone },
            Entry { elementwise: false, scratch: 0, batching: Batching::Alone },
        ];
        fn run<T: Float>(&self, _: usize, cx: &mut Cx<'_, T>) {
            cx.set_scalar(1, 5.0);
            cx.pass(cx.shape().into(), [], [Source::State(0).tensor()], [], [0.0; 0], |[], [], [to], []| {
                to.fill(T::ONE);
            });
        }
    }
    // Places beyond the list are entries too, as a kernel likes.
    for (entry, threads) in [(0, Threads::One), (0, Threads::All), (1, Threads::All), (7, Threads::One)] {
        let mut param = ArrayD::<f32>::zeros(IxDyn(&[40_000]));
        let grad = param.clone();
        let states = [StateSlot::Array(Box::new(param.clone())), StateSlot::scalar(2.0)];
        let (param, grad) = (TensorMut::from_array(&mut param), TensorRef::from_array(&grad));
        let (shape, shared) = (ParamShape::of(&[40_000]), States::Shared(&states));
        let mut jobs = [Job {
            kernel: &Writes,
            param,
            grad,
            states: shared,
            t: 1,
            inputs: &[],
            draws: optim_core::draw::DrawKey::new(0),
            load: &GradLoad::PLAIN,
            shape,
        }];
        let message = refused(|| run_step(&mut jobs, entry, &Arenas::new(), threads));
        assert_eq!(message, "shared states are no outputs");
        let [StateSlot::Array(array), StateSlot::Scalar { value, .. }] = &states else { panic!() };
        assert!(array.iter().all(|x| *x == 0.0) && *value == 2.0);
    }
}

#[test]
fn scratch_of_any_length() {
    struct Greedy(usize);
    impl Kernel for Greedy {
        const ENTRIES: &'static [Entry] = &[Entry { elementwise: false, scratch: 2, batching: Batching::Alone }];
        fn scratch(&self, _: usize, _: ParamShape, lens: &mut [usize]) {
            lens.fill(self.0);
        }
        fn run<T: Float>(&self, _: usize, cx: &mut Cx<'_, T>) {
            let sum = [Reduction::sum().keep(Axes::Rows, 1)];
            cx.pass(
                cx.shape().into(),
                [Source::Param.tensor()],
                [Source::Scratch(0).tensor()],
                sum,
                [0.0; 0],
                |_, _, [to], _| {
                    to.fill(T::ONE);
                },
            );
        }
    }
    for (len, refusal) in [(0, "a scratch slot holds"), (5, "a scratch slot holds"), (usize::MAX, "capacity overflow")]
    {
        let mut param = ArrayD::<f32>::zeros(IxDyn(&[2, 3]));
        let grad = param.clone();
        let (param, grad) = (TensorMut::from_array(&mut param), TensorRef::from_array(&grad));
        let (kernel, shape) = (Greedy(len), ParamShape::of(&[2, 3]));
        let mut jobs = [Job {
            kernel: &kernel,
            param,
            grad,
            states: States::Exclusive(&mut []),
            t: 1,
            inputs: &[],
            draws: optim_core::draw::DrawKey::new(0),
            load: &GradLoad::PLAIN,
            shape,
        }];
        let message = refused(|| run_step(&mut jobs, 0, &Arenas::new(), Threads::One));
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
        let found = scan(&grads, 1.0, &Arenas::new(), threads);
        assert!(found.norm_squared == 4.0 * (6 * len) as f64 && found.not_finite.is_empty());
    }
    assert!(grads[1].to_ndarray().is_empty() && grads[1].is_empty());
}
