//! The bits do not depend on the number of threads, the instruction set, the layout in memory, or an interruption.

use std::sync::{Mutex, PoisonError};

use ndarray::{ArrayD, ArrayViewMutD, IxDyn};
use optim_std::__private::{levels, with_level};
use optim_std::draw::{DrawKey, Law};
use optim_std::prelude::*;
use optim_std::{Builder, Definition, Float, LoadOptions, StateView};

use super::programs::{Control, First, Kinds, Noisy, Shapes};

/// Shapes around each threshold: tiles, pieces, units, large parameters.
const SHAPES: &[&[usize]] =
    &[&[], &[5], &[3, 4], &[8193], &[16_385], &[129, 257], &[1, 700], &[5, 40, 70], &[131_073], &[8, 3, 3, 3]];
/// Matrix products are slow.
const SMALL: &[&[usize]] = &[&[5], &[3, 4], &[65, 64], &[33, 130], &[3, 5, 7]];

fn arrays<T: Float>(shapes: &[&[usize]], f_order: bool) -> Vec<ArrayD<T>> {
    let number = |index: usize| T::cast(((index * 37) % 101) as f64 / 50.0 - 1.0);
    let array = |shape: &&[usize]| {
        let mut next = 0..;
        let plain = ArrayD::from_shape_simple_fn(IxDyn(shape), || number(next.next().unwrap()));
        if !f_order {
            return plain;
        }
        let mut turned = ArrayD::from_elem(plain.t().raw_dim(), T::cast(0.0)).reversed_axes();
        turned.assign(&plain);
        turned
    };
    shapes.iter().map(array).collect()
}

fn step<T: Float>(optimizer: &mut Optimizer<T>, params: &mut [ArrayD<T>], grads: &[ArrayD<T>]) {
    let mut views: Vec<ArrayViewMutD<'_, T>> = params.iter_mut().map(|param| param.view_mut()).collect();
    optimizer.step(&mut views, &grads.to_vec()).unwrap();
}

/// All results of the steps, in logical order.
fn bits<T: Float>(optimizer: &Optimizer<T>, params: &[ArrayD<T>]) -> Vec<u64> {
    let mut bits: Vec<u64> = params.iter().flatten().map(|x| x.to_bits()).collect();
    optimizer.visit_state(|_, _, state| match state {
        StateView::Scalar(x) => bits.push(x.to_bits()),
        StateView::Array(array) => bits.extend(array.iter().map(|x| Float::to_bits(*x))),
    });
    bits
}

fn steps<O: Definition, T: Float>(shapes: &[&[usize]], threads: Threads, f_order: bool, seed: u64) -> Vec<u64> {
    let (mut params, grads) = (arrays::<T>(shapes, f_order), arrays::<T>(shapes, false));
    let mut optimizer = Builder::<O>::new().threads(threads).seed(seed).build(&params).unwrap();
    for _ in 0..3 {
        step(&mut optimizer, &mut params, &grads);
    }
    bits(&optimizer, &params)
}

fn same_everywhere<O: Definition, T: Float>(shapes: &[&[usize]]) {
    // The level is global in the process. If there are several levels, only one test runs at a time.
    static ONE: Mutex<()> = Mutex::new(());
    let _one = (levels().len() > 1).then(|| ONE.lock().unwrap_or_else(PoisonError::into_inner));
    let expected = steps::<O, T>(shapes, Threads::One, false, 7);
    for threads in [Threads::N(2), Threads::N(5), Threads::All] {
        assert!(steps::<O, T>(shapes, threads, false, 7) == expected, "{} {threads:?}", O::NAME);
    }
    for level in levels() {
        assert!(with_level(level, || steps::<O, T>(shapes, Threads::One, false, 7)) == expected, "{level:?}");
    }
    let few = |seed| steps::<O, T>(&SMALL[..2], Threads::One, false, seed);
    assert!(few(7) != few(8), "{} draws nothing", O::NAME);
}

/// A test for each optimizer, so that they run in parallel.
mod threads_and_instruction_sets_change_nothing {
    use super::*;

    #[test]
    fn noisy_f32() {
        same_everywhere::<Noisy, f32>(SHAPES);
    }

    #[test]
    fn noisy_f64() {
        same_everywhere::<Noisy, f64>(SHAPES);
    }

    #[test]
    fn kinds() {
        same_everywhere::<Kinds, f32>(SHAPES);
    }

    #[test]
    fn control() {
        same_everywhere::<Control, f64>(SHAPES);
    }

    #[test]
    fn shapes() {
        same_everywhere::<Shapes, f32>(SMALL);
    }

    #[test]
    fn first() {
        same_everywhere::<First, f32>(SHAPES);
    }
}

/// Steps without sums. The order of a sum may follow the layout.
#[test]
fn layouts_change_nothing() {
    fn check<O: Definition, T: Float>() {
        let expected = steps::<O, T>(SHAPES, Threads::One, false, 7);
        for threads in [Threads::One, Threads::N(3)] {
            assert!(steps::<O, T>(SHAPES, threads, true, 7) == expected, "{}", O::NAME);
        }
    }
    check::<Noisy, f32>();
    check::<Noisy, f64>();
    check::<First, f32>();
    check::<First, f64>();
}

#[test]
fn an_optimizer_that_goes_on_draws_what_it_would_have_drawn() {
    let (shapes, file) = (&SHAPES[..4], std::env::temp_dir().join(format!("draws-{}.ckpt", std::process::id())));
    let (mut params, grads) = (arrays::<f32>(shapes, false), arrays::<f32>(shapes, false));
    let mut optimizer = Builder::<Noisy>::new().seed(1 << 40).build(&params).unwrap();
    step(&mut optimizer, &mut params, &grads);
    optimizer.save(&file).unwrap();
    let dict = optimizer.state_dict();
    let mut again = [params.clone(), params.clone()];
    (0..2).for_each(|_| step(&mut optimizer, &mut params, &grads));
    let expected = bits(&optimizer, &params);

    // The program has another seed. The seed of the checkpoint counts.
    let mut loaded = [3, 4].map(|seed| Builder::<Noisy>::new().seed(seed).build(&params).unwrap());
    loaded[0].load(&file).unwrap();
    loaded[1].load_state_dict(&dict, &LoadOptions::strict()).unwrap();
    std::fs::remove_file(&file).unwrap();
    for (optimizer, params) in loaded.iter_mut().zip(&mut again) {
        assert_eq!(optimizer.seed(), 1 << 40);
        (0..2).for_each(|_| step(optimizer, params, &grads));
        assert!(bits(optimizer, params) == expected);
    }
}

/// A default seed is not written, so files do not change. If a file has no seed, the optimizer keeps its seed.
#[test]
fn seeds_are_told_or_not() {
    let params = arrays::<f64>(&[&[3]], false);
    let mut optimizer = Builder::<First>::new().seed(5).build(&params).unwrap();
    let mut dict = Builder::<First>::new().build(&params).unwrap().state_dict();
    assert_eq!(dict.seed, Some(0));
    optimizer.load_state_dict(&dict, &LoadOptions::strict()).unwrap();
    assert_eq!(optimizer.seed(), 0);
    optimizer.set_seed(6);
    dict.seed = None;
    optimizer.load_state_dict(&dict, &LoadOptions::strict()).unwrap();
    assert_eq!(optimizer.seed(), 6);
}

/// A program sees the documented numbers. `optim_core::draw` defines how they depend on seed, name, step and element.
#[test]
fn numbers_are_the_promised_ones() {
    let params = vec![ArrayD::<f64>::zeros(IxDyn(&[3, 4])), ArrayD::zeros(IxDyn(&[2]))];
    let grads = params.clone();
    let mut optimizer = Noisy::new().temperature(1.0).seed(9).build(&params).unwrap();
    let mut stepped = params.clone();
    step(&mut optimizer, &mut stepped, &grads);
    let mut before = stepped.clone();
    step(&mut optimizer, &mut stepped, &grads);
    for (place, (before, after)) in before.iter_mut().zip(&stepped).enumerate() {
        // The second draw in the second step.
        let draw = DrawKey::new(9).param(&place.to_string()).draw(Law::Normal, 2, 1, &[]);
        for ((before, after), index) in before.iter().zip(after).zip(0..) {
            assert_eq!(*after, before - draw.number(index));
        }
    }
    let optimizer = Builder::<First>::new().seed(9).build(&params).unwrap();
    let noise = optimizer.state("0", "noise").unwrap();
    let draw = DrawKey::new(9).param("0").first("noise");
    assert!(noise.iter().zip(0..).all(|(x, index)| *x == 0.1 * draw.number(index)));
    assert!(optimizer.state("0", "zero").unwrap().iter().all(|x| *x == 0.0));
}

#[test]
fn a_standard_deviation_is_at_least_zero() {
    let params = arrays::<f64>(&[&[2, 2]], false);
    let error = First::new().sigma(-0.5).build(&params).unwrap_err().to_string();
    assert_eq!(
        error,
        "state `row` of parameter `0` starts as normal numbers of standard deviation -0.5, which must be finite and at least 0"
    );
}
