//! The number of threads that a step uses.

use ndarray::{ArrayD, IxDyn};

use super::kernels::Lars;
use super::support::{Random, on_seven_threads, random};
use crate::kernel::{
    Arenas, Batching, Cx, Entry, Float, GradLoad, Job, Kernel, Source, StateSlot, States, TensorMut, TensorRef,
    Threads, run_step, scan,
};
use crate::shape::ParamShape;

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
        const ENTRIES: &'static [Entry] = &[Entry { elementwise: true, scratch: 0, batching: Batching::Alone }];

        fn run<T: Float>(&self, _: usize, cx: &mut Cx<'_, T>) {
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
    let arenas = Arenas::new();
    let step = |threads| {
        let (mut params, mut states) = ([start.clone(), start.clone()], [StateSlot::Array(Box::new(state.clone()))]);
        let [first, second] = &mut params;
        let (grad, load) = (TensorRef::from_array(&grad), GradLoad::PLAIN);
        let shape = ParamShape::of(&shape);
        let job = |kernel, param, states| Job {
            kernel,
            param,
            grad,
            states,
            t: 1,
            inputs: &[],
            draws: crate::draw::DrawKey::new(0),
            load: &load,
            shape,
        };
        on_seven_threads(|| {
            let param = TensorMut::from_array(first);
            run_step(&mut [job(&Halve, param, States::Exclusive(&mut []))], 0, &arenas, threads);
        });
        let lars = Lars { lr: 0.1 };
        on_seven_threads(|| {
            let param = TensorMut::from_array(second);
            run_step(&mut [job(&lars, param, States::Exclusive(&mut states))], 0, &arenas, threads);
        });
        let [StateSlot::Array(state)] = states else { panic!() };
        let norm = on_seven_threads(|| scan(&[grad], 1.0, &arenas, threads)).norm_squared;
        (params.map(|param| param.mapv(f32::to_bits)), state.mapv(f32::to_bits), norm.to_bits())
    };
    let expected = step(Threads::One);
    assert_eq!(expected.0[0].raw_dim(), IxDyn(&shape));
    for n in MANY {
        assert!(step(Threads::N(n)) == expected, "{n} threads");
    }
}
