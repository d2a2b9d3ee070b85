//! Steps: the kernel decodes and encodes tile by tile what is decoded and encoded as a whole here.

use optim_core::__private::{levels, with_level};

use super::*;

/// Steps with states that are kept so, against steps in the element type between which the states are encoded and decoded as a whole.
fn same_as_between_steps<O: Definition, T: Float>(shape: &[usize], layouts: (Layout, Layout)) {
    let builder = Builder::<O>::new();
    for storage in KEPT {
        let label = format!("{} of {shape:?} as {storage}, {layouts:?}", O::NAME);
        let mut model = model_of::<T>(shape, 1, layouts.0);
        let mut other = model.clone();
        let mut found = kept(builder.clone(), storage).build(&model).unwrap();
        let mut codec = kept(builder.clone(), storage).build(&model).unwrap();
        let mut native = builder.build(&model).unwrap();
        for (param, state) in names(&native) {
            native.set_state(&param, &state, found.state(&param, &state).unwrap().view()).unwrap();
        }
        for step in 0..4 {
            let grads = model_of::<T>(shape, 10 + step, layouts.1);
            found.step(&mut model, &grads).unwrap();
            native.step(&mut other, &grads).unwrap();
            for (param, state) in names(&native) {
                codec.set_state(&param, &state, native.state(&param, &state).unwrap().view()).unwrap();
                native.set_state(&param, &state, codec.state(&param, &state).unwrap().view()).unwrap();
            }
            assert_eq!(bits(&model["w"].view()), bits(&other["w"].view()), "parameter of {label} after {step}");
            assert_eq!(all_bits(&model, &found), all_bits(&other, &native), "{label} after {step}");
        }
        let few = shape.iter().product::<usize>() < 256;
        assert!(few || found.state_bytes() < native.state_bytes(), "{label}");
    }
}

/// The arrays of states.
fn names<T: Float>(optimizer: &Optimizer<T>) -> Vec<(String, String)> {
    let mut names = Vec::new();
    optimizer.visit_state(|param, state, view| {
        if let optim_core::StateView::Array(_) = view {
            names.push((param.to_owned(), state.to_owned()));
        }
    });
    names
}

#[test]
fn elementwise_steps_are_as_if_encoded_between_steps() {
    for shape in [&[][..], &[0], &[1], &[255], &[256], &[257], &[5000], &[37, 29], &[3, 0, 2], &[2, 9, 40], &[90, 401]]
    {
        for layouts in LAYOUTS.into_iter().flat_map(|param| LAYOUTS.map(|grad| (param, grad))) {
            same_as_between_steps::<Adam, f32>(shape, layouts);
        }
        same_as_between_steps::<Adam, f64>(shape, (Layout::C, Layout::Fortran));
    }
}

#[test]
fn lists_conditions_and_first_values_are_kept_too() {
    let model = model_of::<f32>(&[300], 1, Layout::C);
    let optimizer = kept(Builder::<Listed>::new(), Storage::Block8).build(&model).unwrap();
    assert_eq!(optimizer.storage("w", "history.2"), Ok(Storage::Block8));
    assert!(optimizer.storage("w", "seldom").is_err() && optimizer.storage("w", "slow") == Ok(Storage::Block8));
    // It begins as the parameter, which is rounded.
    let (slow, param) = (optimizer.state("w", "slow").unwrap(), &model["w"]);
    assert!(slow.iter().zip(param).all(|(a, b)| (a - b).abs() <= 0.03 * b.abs() + 0.01) && slow != param);
    // Three arrays of a list and one other, in 8 bits.
    assert_eq!(optimizer.state_bytes(), 4 * (300 + 8));
}

/// Steps on any number of threads and with any instructions.
fn the_same_everywhere<O: Definition>(shape: &[usize], storage: Storage, layout: Layout) {
    let run = |threads| {
        let mut model = model_of::<f32>(shape, 1, layout);
        let mut optimizer = kept(Builder::<O>::new(), storage).threads(threads).build(&model).unwrap();
        for step in 0..3 {
            optimizer.step(&mut model, &model_of::<f32>(shape, 10 + step, Layout::C)).unwrap();
        }
        all_bits(&model, &optimizer)
    };
    let expected = run(Threads::One);
    assert!(expected.iter().all(|bits| !f32::from_bits(*bits as u32).is_nan()));
    for threads in [Threads::N(2), Threads::N(3), ALL] {
        assert!(run(threads) == expected, "{} of {shape:?} as {storage}, {threads:?}", O::NAME);
    }
    for level in levels() {
        assert!(with_level(level, || run(ALL)) == expected, "{} of {shape:?} as {storage}, {level:?}", O::NAME);
    }
}

#[test]
fn threads_and_instructions_do_not_matter() {
    for storage in KEPT.into_iter().chain([Storage::Bf16Stochastic]) {
        for layout in LAYOUTS {
            the_same_everywhere::<Adam>(&[401, 603], storage, layout);
            the_same_everywhere::<Factored>(&[401, 603], storage, layout);
        }
        the_same_everywhere::<Factored>(&[3, 300, 301], storage, Layout::C);
        the_same_everywhere::<Listed>(&[200_003], storage, Layout::C);
    }
}

/// Layouts of the parameter and the gradient change no number of an elementwise step, also where it rounds at random.
#[test]
fn layouts_do_not_matter() {
    for storage in KEPT.into_iter().chain([Storage::Bf16Stochastic]) {
        let run = |param, grad| {
            let mut model = model_of::<f32>(&[37, 29], 1, param);
            let mut optimizer = kept(Builder::<Adam>::new(), storage).build(&model).unwrap();
            for step in 0..3 {
                optimizer.step(&mut model, &model_of::<f32>(&[37, 29], 10 + step, grad)).unwrap();
            }
            all_bits(&model, &optimizer)
        };
        let expected = run(Layout::C, Layout::C);
        for layouts in LAYOUTS.into_iter().flat_map(|param| LAYOUTS.map(|grad| (param, grad))) {
            assert!(run(layouts.0, layouts.1) == expected, "{storage}, {layouts:?}");
        }
    }
}

/// Results with storage of fewer bytes are close to those without.
#[test]
fn rows_columns_and_several_passes_are_close() {
    for shape in [&[1, 1][..], &[0, 3], &[37, 29], &[256, 2], &[2, 300], &[5, 7, 3], &[60, 401]] {
        for (storage, layout) in KEPT.into_iter().flat_map(|storage| LAYOUTS.map(|layout| (storage, layout))) {
            let mut model = model_of::<f32>(shape, 1, layout);
            let mut exact = model.clone();
            let mut found = kept(Builder::<Factored>::new(), storage).build(&model).unwrap();
            let mut native = Builder::<Factored>::new().build(&model).unwrap();
            for step in 0..4 {
                let grads = model_of::<f32>(shape, 10 + step, Layout::C);
                found.step(&mut model, &grads).unwrap();
                native.step(&mut exact, &grads).unwrap();
            }
            for state in ["row", "col", "exp_avg"] {
                let (found, exact) = (found.state("w", state).unwrap(), native.state("w", state).unwrap());
                let largest = exact.iter().fold(0.0_f32, |largest, x| largest.max(x.abs()));
                for (found, exact) in found.iter().zip(&exact).filter(|(_, exact)| !exact.is_nan()) {
                    assert!(
                        (found - exact).abs() <= 0.05 * exact.abs() + 0.02 * largest,
                        "{state} of {shape:?} as {storage}: {found} for {exact}"
                    );
                }
            }
        }
    }
}

/// A gradient of which nothing good can come stays where it is: in its element, or in its block.
#[test]
fn what_is_not_finite_does_not_spread_beyond_its_block() {
    for storage in KEPT {
        let mut model = model_of::<f32>(&[1000], 1, Layout::C);
        let mut optimizer = kept(Builder::<Adam>::new(), storage).build(&model).unwrap();
        let mut grads = model_of::<f32>(&[1000], 2, Layout::C);
        grads.get_mut("w").unwrap()[[300]] = f32::NAN;
        optimizer.step(&mut model, &grads).unwrap();
        optimizer.step(&mut model, &model_of::<f32>(&[1000], 3, Layout::C)).unwrap();
        let block = storage.block().unwrap_or(1);
        let lost = 300 / block * block..(300 / block + 1) * block;
        for (place, x) in model["w"].iter().enumerate() {
            assert_eq!(x.is_nan(), lost.contains(&place), "element {place} as {storage}");
        }
    }
}

/// A second moment far below the largest of its group divides a first moment that is not: it must not become 0.
#[test]
fn small_second_moments_do_not_vanish_before_first_moments() {
    let mut model: Model<f32> = [("w".to_owned(), ArrayD::zeros(IxDyn(&[64])))].into();
    let mut optimizer = kept(Builder::<Adam>::new(), Storage::Companded8).build(&model).unwrap();
    let of = |large: f32, small: f32| -> Model<f32> {
        let sign = |k: usize| if k.is_multiple_of(2) { 1.0 } else { -1.0 };
        let numbers = (0..64).map(|k| if k % 32 == 0 { large } else { sign(k) * small }).collect();
        [("w".to_owned(), ArrayD::from_shape_vec(IxDyn(&[64]), numbers).unwrap())].into()
    };
    optimizer.step(&mut model, &of(1e4, 1e-3)).unwrap();
    (0..150).for_each(|_| drop(optimizer.step(&mut model, &of(1e-3, 1e-3)).unwrap()));
    assert!(optimizer.state("w", "exp_avg").unwrap().iter().all(|x| *x != 0.0));
    let before = model["w"].clone();
    // Nothing replaces a second moment of 0 now.
    optimizer.step(&mut model, &of(0.0, 0.0)).unwrap();
    let largest = (&model["w"] - &before).iter().fold(0.0_f32, |largest, x| largest.max(x.abs()));
    let lr = 0.01;
    assert!(largest > 0.0 && largest <= lr, "{largest}");
}
