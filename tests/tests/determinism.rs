//! The bits do not depend on the number of threads and the instruction set. All NaN count as equal: their sign and
//! payload are not defined (`optim-std/docs/numerics.md`).

use std::sync::LazyLock;

use ndarray::{ArrayD, IxDyn};
use optim_std::__private::{levels, with_level};
use optim_std::Level;
use optim_std::plan::PassKind;
use optim_std::{Builder, Definition, Float, Setting, StateView, Threads};
use optim_tests::each_optimizer;

/// Shapes of the parameters in one model.
type Set = &'static [&'static [usize]];

/// One parameter below every threshold, and models around each threshold: tiles (256), pieces (8192), chunks (16,384),
/// shared work (32,768 in total), large parameters (131,072). Also tensors of many chunks, rows and columns.
const SHAPES: &[Set] = &[
    &[&[5], &[3, 4], &[], &[0, 3], &[2, 3, 4]],
    &[&[8191], &[8193], &[16_385], &[129, 257], &[1, 700], &[700, 1]],
    &[&[131_071], &[131_073], &[363, 362], &[5, 40, 70], &[7], &[3, 5]],
    &[&[150_003], &[2, 129, 513], &[1000, 3], &[3, 1000], &[64, 16, 3, 3]],
];

/// Matrix products are slow: smaller ones for optimizers that need them.
const MATRICES: &[Set] =
    &[&[&[5, 3], &[3, 5], &[2, 3, 4]], &[&[129, 65], &[64, 130], &[8, 3, 3, 3]], &[&[400, 330], &[17, 19]]];

/// A number for an index: any sign, a few orders of magnitude, no pattern.
fn number(place: usize, seed: usize) -> f64 {
    let bits =
        (place as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (seed as u64).wrapping_mul(0xd134_2543_de82_ef95);
    let bits = (bits ^ (bits >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let unit = (bits >> 11) as f64 / (1_u64 << 53) as f64;
    (unit - 0.5) * 10_f64.powi((bits % 5) as i32 - 3)
}

fn arrays<T: Float>(shapes: &[&[usize]], seed: usize, f_order: bool) -> Vec<ArrayD<T>> {
    let array = |(place, shape): (usize, &&[usize])| {
        let mut next = 0;
        let mut next = || {
            next += 1;
            T::cast(number(next, seed + 100 * place))
        };
        if f_order {
            let turned: Vec<usize> = shape.iter().rev().copied().collect();
            ArrayD::from_shape_simple_fn(IxDyn(&turned), &mut next).reversed_axes()
        } else {
            ArrayD::from_shape_simple_fn(IxDyn(shape), &mut next)
        }
    };
    shapes.iter().enumerate().map(array).collect()
}

/// The bits of a number; `None` for NaN, because the compiler may take one NaN for another.
fn bits(number: f64) -> Option<u64> {
    (!number.is_nan()).then(|| number.to_bits())
}

/// All results of three steps, to the bit.
fn steps<O: Definition, T: Float>(
    builder: &Builder<O>,
    threads: Threads,
    mut params: Vec<ArrayD<T>>,
    grads: &[Vec<ArrayD<T>>; 3],
) -> Vec<Option<u64>> {
    let mut optimizer = builder.clone().threads(threads).build(&params).unwrap();
    for grads in grads {
        on_seven_threads(|| optimizer.step(&mut params, grads)).unwrap();
    }
    let mut all: Vec<Option<u64>> = params.iter().flatten().map(|x| bits(x.as_())).collect();
    optimizer.visit_state(|_, _, state| match state {
        StateView::Scalar(number) => all.push(bits(number)),
        StateView::Array(array) => all.extend(array.iter().map(|x| bits(x.as_()))),
    });
    let report = optimizer.last_report().unwrap();
    all.extend(report.grad_norm.map(bits));
    if let Some(watched) = &report.watched {
        all.extend(watched.of_model().map(|(_, number)| bits(number)));
        all.extend(watched.of_params().map(|(.., number)| bits(number)));
    }
    all
}

/// Runs a closure in a pool of seven threads on any machine.
fn on_seven_threads<R: Send>(run: impl FnOnce() -> R + Send) -> R {
    static POOL: LazyLock<rayon::ThreadPool> =
        LazyLock::new(|| rayon::ThreadPoolBuilder::new().num_threads(7).build().unwrap());
    POOL.install(run)
}

/// Makes some numbers infinite or NaN, with each pattern at some places.
fn spoil<T: Float>(arrays: &mut [ArrayD<T>]) {
    for (place, number) in arrays.iter_mut().flatten().enumerate() {
        match place % 61 {
            3 => *number = T::infinity(),
            17 => *number = T::neg_infinity(),
            29 => *number = T::nan(),
            // A negative NaN with a payload.
            43 => *number = -T::from_bits(T::nan().to_bits() | 0x1234),
            _ => {}
        }
    }
}

/// Seven threads and fewer give the same bits as the baseline instructions on one thread.
fn deterministic_in<O: Definition, T: Float>(builder: &Builder<O>, sets: &[Set], spoiled: bool) {
    for (number, shapes) in sets.iter().enumerate() {
        let params = arrays::<T>(shapes, 0, false);
        // In the second step, gradients have another memory order than the parameters.
        let mut grads = [1, 2, 3].map(|step| arrays::<T>(shapes, step, step == 2));
        if spoiled {
            grads.iter_mut().for_each(|grads| spoil(grads));
        }
        let run = |level, threads| with_level(level, || steps::<O, T>(builder, threads, params.clone(), &grads));
        let expected = run(Level::Baseline, Threads::One);
        assert!(expected.iter().any(|bits| *bits != Some(0)));
        for level in levels() {
            let others: &[Threads] = match level {
                // A build without the feature `levels` only has this level, and tests fewer numbers of threads.
                Level::Baseline if levels().len() == 1 => &[Threads::All],
                Level::Baseline => &[Threads::N(2), Threads::All],
                _ => &[Threads::One, Threads::N(2), Threads::All],
            };
            for &threads in others {
                let found = run(level, threads);
                let differs = found.iter().zip(&expected).position(|(a, b)| a != b);
                assert_eq!(differs, None, "{} {} shapes {number}: {level:?}, {threads:?}", O::NAME, T::DTYPE);
            }
        }
    }
}

/// Settings that switch on parts of a step that the defaults leave out.
const SETTINGS: &[(&str, &str)] = &[
    ("lr", "0.1"),
    ("weight_decay", "0.1"),
    ("lr_decay", "0.1"),
    ("momentum", "0.9"),
    ("centered", "true"),
    ("t0", "1.0"),
];

fn deterministic<O: Definition>() {
    // The level is global in the process, and other tests of this file set it too. That would be harmless if levels did not change results, but the
    // tests check exactly this. So they run one at a time, unless there is only one level.
    static ONE: std::sync::Mutex<()> = std::sync::Mutex::new(());
    let _one = (levels().len() > 1).then(|| ONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner));
    let known = SETTINGS.iter().filter(|(name, _)| O::HYPERS.iter().any(|info| info.name == *name));
    let builder = known.fold(Builder::<O>::new(), |builder, (name, value)| {
        builder.set(name, value.parse::<Setting>().unwrap()).unwrap()
    });
    // Large enough for any rank in the settings.
    let plan = builder.plan_for(&[1000, 1000]).expect("a matrix is a parameter of every optimizer");
    let multiplies = plan.passes.iter().any(|pass| pass.kind == PassKind::Matmul);
    let sets = if multiplies { MATRICES } else { SHAPES };
    deterministic_in::<O, f32>(&builder, sets, false);
    // A reduction over a NaN gives NaN, so one set is enough.
    deterministic_in::<O, f32>(&builder, &sets[1..2], true);
    deterministic_in::<O, f64>(&builder, &sets[..1], true);
    // Sums in the passes, also for elementwise optimizers.
    let watched = builder.clone().watch(["update_norm", "cosine"]);
    deterministic_in::<O, f32>(&watched, if levels().len() == 1 { &sets[..1] } else { &sets[1..] }, false);
    // The division of work does not depend on the element type. The usual tests are to be quick, so they run the large sets only in single precision.
    let doubles = if levels().len() == 1 { &sets[..2] } else { sets };
    deterministic_in::<O, f64>(&builder.clip_norm(1.0).grad_scale(0.5), doubles, false);
}

each_optimizer!(
    #[test]
    deterministic
);
