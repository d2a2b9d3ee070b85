//! Steps: the kernel decodes and rounds tile by tile what is converted as a whole, by the crate `half`, here.

use half::{bf16, f16};
use ndarray::ArrayD;
use optim_core::__private::{levels, with_level};
use optim_core::{Builder, Parameters, Storage, Threads};

use super::*;

/// A step of a model of `E` with gradients of `G`, against one in `f32` whose parameters are rounded afterwards.
fn as_if_rounded_between_steps<O: Definition, E: Element, G: Element>(shape: &[usize], layouts: (Layout, Layout))
where
    ArrayD<E>: Parameters<Elem = f32>,
    ArrayD<G>: Parameters<Elem = f32>,
{
    let label = format!("{} of {shape:?}, {layouts:?}", O::NAME);
    let mut model = numbers::<E>(shape, 1, layouts.0);
    let mut exact: ArrayD<f32> = laid(&model.mapv(E::number), layouts.0);
    let mut found = Builder::<O>::new().build(&model).unwrap();
    let mut native = Builder::<O>::new().build(&exact).unwrap();
    assert_eq!(states(&found), states(&native), "{label} before the first step");
    for step in 0..4 {
        let grads = numbers::<G>(shape, 10 + step, layouts.1);
        found.step(&mut model, &grads).unwrap();
        native.step(&mut exact, &laid(&grads.mapv(G::number), layouts.1)).unwrap();
        exact.mapv_inplace(|x| E::rounded(x).number());
        assert_eq!(bits(&model.mapv(E::number)), bits(&exact), "{label} after {step}");
        assert_eq!(states(&found), states(&native), "states of {label} after {step}");
    }
}

#[test]
fn steps_are_as_if_rounded_between_steps() {
    for shape in [&[][..], &[0], &[1], &[255], &[257], &[5000], &[37, 29], &[3, 0, 2], &[2, 9, 40], &[90, 401]] {
        for layouts in LAYOUTS.into_iter().flat_map(|param| LAYOUTS.map(|grad| (param, grad))) {
            as_if_rounded_between_steps::<Adam, bf16, bf16>(shape, layouts);
            as_if_rounded_between_steps::<Adam, bf16, f32>(shape, layouts);
            as_if_rounded_between_steps::<Adam, f32, f16>(shape, layouts);
            as_if_rounded_between_steps::<Adam, f16, bf16>(shape, layouts);
            if shape.len() > 1 {
                as_if_rounded_between_steps::<Factored, bf16, bf16>(shape, layouts);
                as_if_rounded_between_steps::<Factored, f16, f32>(shape, layouts);
            }
        }
    }
}

/// A model whose states are kept otherwise, too.
fn run<O: Definition>(shape: &[usize], layouts: (Layout, Layout), storage: [Storage; 2], threads: Threads) -> Vec<u32> {
    let mut model = numbers::<bf16>(shape, 1, layouts.0);
    let builder = Builder::<O>::new().storage("param", storage[0]).threads(threads).clip_value(0.9);
    let names = O::STATES.iter().map(|state| state.name).filter(|_| storage[1] != Storage::Native);
    let builder = names.fold(builder, |builder, name| builder.storage(name, storage[1]));
    let mut optimizer = builder.build(&model).unwrap();
    for step in 0..3 {
        optimizer.step(&mut model, &numbers::<bf16>(shape, 10 + step, layouts.1)).unwrap();
    }
    bits(&model).into_iter().chain(states(&optimizer).into_iter().map(|x| x as u32)).collect()
}

const ROUNDED: [Storage; 4] = [Storage::Native, Storage::Bf16Stochastic, Storage::Split8, Storage::Split16];

#[test]
fn threads_and_instructions_do_not_matter() {
    for rounded in ROUNDED {
        for (storage, layout) in [Storage::Bf16, Storage::Block8].into_iter().zip([Layout::C, Layout::Fortran]) {
            for run in [run::<Adam>, run::<Factored>] {
                let at = |threads| run(&[601, 603], (layout, Layout::C), [rounded, storage], threads);
                let expected = at(Threads::One);
                assert!(
                    [Threads::N(2), Threads::N(3), Threads::All].into_iter().all(|threads| at(threads) == expected)
                );
                assert!(levels().into_iter().all(|level| with_level(level, || at(Threads::All)) == expected));
            }
        }
    }
}

/// All numbers that there are, with changes as small as the smallest of them: the processor's own conversions take those below `1e-38` for zero.
#[test]
fn every_number_is_rounded_alike_at_every_level() {
    let all = || ArrayD::from_shape_vec(vec![1 << 16], (0..=u16::MAX).map(bf16::from_bits).collect()).unwrap();
    let grads = numbers::<bf16>(&[1 << 16], 7, Layout::C);
    for lr in [0.0, 1e-39, 1e-38, 0.01] {
        let builder = Adam::new().lr(lr).storage("exp_avg", Storage::Bf16);
        let mut exact = all().mapv(f32::from);
        let mut native = builder.build(&exact).unwrap();
        native.step(&mut exact, &grads.mapv(f32::from)).unwrap();
        for level in levels() {
            let mut model = all();
            let mut found = builder.build(&model).unwrap();
            with_level(level, || found.step(&mut model, &grads)).unwrap();
            assert_eq!(states(&found), states(&native), "states with {lr} at {level:?}");
            for (found, exact) in model.iter().zip(&exact) {
                let exact = bf16::from_f32(*exact);
                let same = found.to_bits() == exact.to_bits() || found.is_nan() && exact.is_nan();
                assert!(same, "{found} instead of {exact} with {lr} at {level:?}");
            }
        }
    }
}

/// Unlike other states, one that an inner optimizer steps can have subnormal numbers: to that optimizer it is the parameter.
#[test]
fn a_state_that_is_stepped_is_rounded_alike_at_every_level() {
    let builder = Held::new(Adam::new().lr(1e-39)).storage("master", Storage::Bf16);
    let stepped = || {
        let mut model =
            ArrayD::from_shape_vec(vec![1 << 15], (0..1 << 15).map(|bits| bf16::from_bits(bits).to_f32()).collect())
                .unwrap();
        let mut optimizer = builder.build(&model).unwrap();
        optimizer.step(&mut model, &numbers::<f32>(&[1 << 15], 7, Layout::C)).unwrap();
        states(&optimizer)
    };
    let expected = with_level(levels()[0], stepped);
    let subnormal = expected.iter().filter(|bits| f32::from_bits(**bits as u32).is_subnormal());
    assert!(subnormal.count() > 100);
    for level in levels() {
        assert!(with_level(level, stepped) == expected, "{level:?}");
    }
}

#[test]
fn layouts_do_not_matter() {
    for (rounded, storage) in ROUNDED
        .into_iter()
        .flat_map(|rounded| [Storage::Native, Storage::Block8, Storage::Companded8].map(|s| (rounded, s)))
    {
        let at = |layouts| run::<Adam>(&[37, 29], layouts, [rounded, storage], Threads::One);
        let expected = at((Layout::C, Layout::C));
        for layouts in LAYOUTS.into_iter().flat_map(|param| LAYOUTS.map(|grad| (param, grad))) {
            assert!(at(layouts) == expected, "{rounded}, {storage}, {layouts:?}");
        }
    }
}

/// Changes of a hundredth of what is between two numbers: lost by rounding to the nearest, kept on average at random.
#[test]
fn small_changes_add_up_where_rounding_is_random() {
    let far = |storage| {
        let mut model = ArrayD::from_elem(vec![4096], bf16::ONE);
        let mut optimizer = Builder::<Adam>::new().storage("param", storage).build(&model).unwrap();
        optimizer.set("lr", 2.0_f64.powi(-13)).unwrap();
        for _ in 0..64 {
            optimizer.step(&mut model, &ArrayD::<f32>::from_elem(vec![4096], -1.0)).unwrap();
        }
        model.iter().map(|x| f64::from(x.to_f32()) - 1.0).sum::<f64>() / 4096.0
    };
    let mut exact = ArrayD::<f32>::ones(vec![1]);
    let mut optimizer = Builder::<Adam>::new().build(&exact).unwrap();
    optimizer.set("lr", 2.0_f64.powi(-13)).unwrap();
    for _ in 0..64 {
        optimizer.step(&mut exact, &ArrayD::<f32>::from_elem(vec![1], -1.0)).unwrap();
    }
    let wanted = f64::from(exact[[0]]) - 1.0;
    assert_eq!(far(Storage::Native), 0.0);
    let found = far(Storage::Bf16Stochastic);
    assert!((found / wanted - 1.0).abs() < 0.05, "{found} for {wanted}");
}
