//! The number of threads that a step uses.

use ndarray::{ArrayD, IxDyn};

use super::by_hand::{Kernel, with_row};
use super::kernels::Lars;
use super::support::{Random, on_seven_threads, random};
use crate::kernel::{
    AnyKernel, Arenas, Batching, Entry, Float, GradLoad, Need, Source, StateSlot, StepContext, TensorRef, Threads,
    run_row, scan,
};

const MANY: [usize; 6] = [8, 10_000_000, 1 << 60, 1 << 61, 1 << 63, usize::MAX];

#[test]
fn never_more_than_the_pool_has() {
    let pool = if cfg!(feature = "rayon") { 7 } else { 1 };
    on_seven_threads(|| {
        for n in MANY {
            assert_eq!(Threads::N(n).workers(), pool, "{n}");
        }
        assert_eq!([Threads::All, Threads::One, Threads::N(0), Threads::N(1)].map(Threads::workers), [pool, 1, 1, 1]);
        assert_eq!(Threads::N(3).workers(), pool.min(3));
    });
}

/// Steps that are shared out, and readings of gradients, end in no time with the bits of one thread.
#[test]
#[cfg_attr(miri, ignore = "too slow")]
fn any_number_of_threads_gives_the_same() {
    struct Halve;
    impl Kernel for Halve {
        const ENTRY: Entry = Entry { elementwise: true, scratch: 0, batching: Batching::Alone };

        fn run<T: Float>(&self, cx: &mut StepContext<'_, T>) {
            let param = [Source::Param.tensor()];
            cx.pass(cx.shape().into(), [], param, [], [0.0; 0], |[], [], [p], []| {
                p.iter_mut().for_each(|p| *p /= T::ONE + T::ONE);
            });
        }
    }
    let shape = [270, 1000];
    let start: ArrayD<f32> = random(&shape, &mut Random(1));
    let state: ArrayD<f32> = random(&shape, &mut Random(3));
    let grad = random(&shape, &mut Random(2));
    let arenas = Arenas::default();
    let step = |threads| {
        let stepped = |kernel: &(dyn AnyKernel<f32> + Sync), mut states: Vec<StateSlot<f32>>| {
            let (mut params, grads) = ([start.clone()], [grad.clone()]);
            with_row(
                kernel,
                (&mut params, &grads),
                std::slice::from_mut(&mut states),
                (1, 0, GradLoad::PLAIN),
                |row| {
                    on_seven_threads(|| run_row(row, 0, None, &arenas, threads));
                },
            );
            let [param] = params;
            (param, states)
        };
        let (first, _) = stepped(&Halve, Vec::new());
        let (second, states) = stepped(&Lars { lr: 0.1 }, vec![StateSlot::Array(Box::new(state.clone()))]);
        let params = [first, second];
        let [StateSlot::Array(state)] = &states[..] else { panic!() };
        let grads = [TensorRef::from_array(&grad)];
        let norm = on_seven_threads(|| scan(&grads, 1.0, &arenas, threads)).norm_squared;
        (params.map(|param| param.mapv(f32::to_bits)), state.mapv(f32::to_bits), norm.to_bits())
    };
    let expected = step(Threads::One);
    assert_eq!(expected.0[0].raw_dim(), IxDyn(&shape));
    for n in MANY {
        assert!(step(Threads::N(n)) == expected, "{n} threads");
    }
}

/// The arena that was used last is taken first, so that the large scratch of a step stays in one of them.
#[test]
fn arenas_are_taken_again_in_order() {
    let arenas = Arenas::<f32>::default();
    let (mut main, helper, mut prepared) = (arenas.take(), arenas.take(), arenas.take());
    main.adjusted = vec![1.0];
    prepared.workspace.reserve(Need { places: 1, ..Need::default() });
    arenas.put_back(helper);
    arenas.put_back(main);
    let main = arenas.take();
    assert_eq!(main.adjusted, [1.0]);
    arenas.put_back(prepared);
    arenas.put_back(main);
    let prepared = arenas.take();
    assert!(!prepared.workspace.is_empty(), "an arena with a workspace comes first");
    assert_eq!(arenas.take().adjusted, [1.0]);
}
