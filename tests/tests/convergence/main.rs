//! Properties of every stock optimizer, by name: it reaches the minimum of small problems, its step has the right
//! length, its states keep their form, and parameters are independent.

mod problems;

use ndarray::{ArrayD, IxDyn};
use optim_std::{Float, Optimizer, OptimizerEntry, ParamInfo, StateView};
use optim_tests::cases;
use optim_tests::stock::{Rest, rows, rows_of_parameters, shape_for};

use problems::{PROBLEMS, numbers};

type Arrays<T> = Vec<ArrayD<T>>;

/// Arrays of another element type, in shapes that the optimizer accepts.
fn arrays<T: Float>(entry: &OptimizerEntry, arrays: &[ArrayD<f64>]) -> Arrays<T> {
    let array = |array: &ArrayD<f64>| {
        let shape = shape_for(entry, array.shape());
        ArrayD::from_shape_vec(IxDyn(&shape), array.iter().map(|x| T::cast(*x)).collect()).unwrap()
    };
    arrays.iter().map(array).collect()
}

fn widened<T: Float>(arrays: &[ArrayD<T>]) -> Arrays<f64> {
    arrays.iter().map(|array| array.mapv(T::as_)).collect()
}

fn bits<T: Float>(arrays: &[ArrayD<T>]) -> Vec<u64> {
    arrays.iter().flatten().map(|x| x.as_().to_bits()).collect()
}

/// Both element types, for the name of a generic function.
macro_rules! for_both {
    ($function:ident($($argument:expr),*)) => {
        $function::<f32>($($argument),*);
        $function::<f64>($($argument),*);
    };
}

fn converges_in<T: Float>(place: usize, failures: &mut Vec<String>) {
    let problem = &PROBLEMS[place];
    for (entry, row) in rows().filter(|(_, row)| !row.random) {
        let mut params = arrays::<T>(entry, &(problem.start)());
        let mut optimizer = row.builder(entry, row.lr[place]).build(&params).unwrap();
        for _ in 0..problem.steps {
            let (_, grads) = (problem.loss)(&widened(&params));
            optim_tests::step(&mut optimizer, &mut params, &arrays::<T>(entry, &grads)).unwrap();
        }
        let (loss, _) = (problem.loss)(&widened(&params));
        if loss.is_nan() || loss > problem.reached {
            failures.push(format!("{} in {} on {}: {loss:e}", entry.name, T::DTYPE, problem.name));
        }
    }
}

/// A test for each problem, so that they run in parallel.
mod every_optimizer_converges {
    use super::*;

    fn on(place: usize) {
        let mut failures = Vec::new();
        for_both!(converges_in(place, &mut failures));
        assert!(failures.is_empty(), "{failures:#?}");
    }

    #[test]
    fn on_the_quadratic() {
        on(0);
    }

    #[test]
    fn on_rosenbrock() {
        on(1);
    }

    #[test]
    fn on_the_network() {
        on(2);
    }
}

fn slope_in<T: Float>(tolerance: f64, failures: &mut Vec<String>) {
    for (entry, row) in rows().filter(|(_, row)| !row.random) {
        let mut params = arrays::<T>(entry, &[ndarray::arr1(&[10.0]).into_dyn()]);
        let mut optimizer = entry.builder().set("lr", 0.01).unwrap().build(&params).unwrap();
        for step in 1..=10 {
            let slope = f64::from(11 - step) * 0.2;
            let grads = arrays::<T>(entry, &[ndarray::arr1(&[slope]).into_dyn()]);
            optim_tests::step(&mut optimizer, &mut params, &grads).unwrap();
        }
        let distance = 10.0 - widened(&params)[0].sum();
        if distance.is_nan() || (distance - row.slope).abs() > tolerance {
            failures.push(format!("{} in {}: {distance}, not {}", entry.name, T::DTYPE, row.slope));
        }
    }
}

#[test]
fn steps_have_the_length_of_the_formula() {
    // Each of the ten steps from 10 rounds by half of 1e-6.
    let mut failures = Vec::new();
    slope_in::<f32>(1e-5, &mut failures);
    slope_in::<f64>(1e-8, &mut failures);
    assert!(failures.is_empty(), "{failures:#?}");
}

/// For each parameter and state: the shape, or `None` for a single number.
type Form = Vec<(String, String, Option<Vec<usize>>)>;

fn form<T: Float>(optimizer: &Optimizer<T>) -> Form {
    let mut form = Vec::new();
    optimizer.visit_state(|param, state, value| {
        let shape = match value {
            StateView::Scalar(_) => None,
            StateView::Array(array) => Some(array.shape().to_vec()),
        };
        form.push((param.to_owned(), state.to_owned(), shape));
    });
    form
}

fn all_finite<T: Float>(optimizer: &Optimizer<T>, params: &[ArrayD<T>]) -> bool {
    let mut finite = params.iter().flatten().all(|x| x.as_().is_finite());
    let empty: Vec<_> = optimizer.params().filter(ParamInfo::is_empty).map(|info| info.name().to_owned()).collect();
    optimizer.visit_state(|param, _, value| {
        // Averages over the rows of a matrix without rows are NaN.
        if empty.iter().any(|name| name == param) {
            return;
        }
        finite &= match value {
            StateView::Scalar(number) => number.is_finite(),
            StateView::Array(array) => array.iter().all(|x| x.as_().is_finite()),
        };
    });
    finite
}

const SHAPES: [&[usize]; 6] = [&[5], &[3, 4], &[2, 3, 4], &[0, 3], &[1], &[7, 1]];

fn random<T: Float>(entry: &OptimizerEntry, shapes: &[&[usize]], seed: u64) -> Arrays<T> {
    let numbers: Vec<_> = (0..).zip(shapes).map(|(place, shape)| numbers(shape, 1000 * seed + place)).collect();
    arrays(entry, &numbers)
}

fn state_in<T: Float>() {
    for (entry, row) in rows() {
        let mut params = random::<T>(entry, &SHAPES, 0);
        let mut optimizer = row.builder(entry, row.lr[0]).build(&params).unwrap();
        let before = form(&optimizer);
        let is_declared = |state: &str| {
            entry.states.iter().any(|info| match state.strip_prefix(info.name) {
                Some("") => info.list.is_none(),
                Some(item) => {
                    info.list.is_some() && item.strip_prefix('.').is_some_and(|item| item.parse::<usize>().is_ok())
                }
                None => false,
            })
        };
        assert!(before.iter().all(|(_, state, _)| state == "step" || is_declared(state)), "{before:?}");
        for step in 1..=5 {
            optim_tests::step(&mut optimizer, &mut params, &random::<T>(entry, &SHAPES, step)).unwrap();
            assert_eq!(form(&optimizer), before, "{}", entry.name);
        }
        assert!(all_finite(&optimizer, &params), "{}", entry.name);
    }
}

#[test]
fn state_keeps_its_names_and_shapes() {
    for_both!(state_in());
}

fn rest_in<T: Float>() {
    for (entry, row) in rows().filter(|(_, row)| !row.random) {
        let start = random::<T>(entry, &SHAPES, 0);
        let still: Arrays<T> = start.iter().map(|param| param.mapv(|_| T::cast(0.0))).collect();
        for (name, mut params) in [("at zero", still.clone()), ("elsewhere", start)] {
            let before = params.clone();
            let mut optimizer = row.builder(entry, row.lr[0]).build(&params).unwrap();
            for _ in 0..5 {
                optim_tests::step(&mut optimizer, &mut params, &still).unwrap();
            }
            assert!(all_finite(&optimizer, &params), "{} {name}", entry.name);
            let mut pairs = params.iter().flatten().zip(before.iter().flatten()).map(|(a, b)| (a.as_(), b.as_()));
            match row.rest {
                Rest::Stays => assert_eq!(params, before, "{} {name}", entry.name),
                Rest::Shrinks => {
                    let mut shrunk = pairs.map(|(now, old)| now.abs() / old.abs());
                    assert!(
                        shrunk.all(|share| share.is_nan() || (0.99..1.0).contains(&share)),
                        "{} {name}",
                        entry.name
                    );
                }
                Rest::Drifts => {
                    assert!(pairs.all(|(now, old)| (now - old).abs() < 1e-3), "{} {name}", entry.name);
                    assert_ne!(params, before, "{} {name}", entry.name);
                }
            }
        }
    }
}

#[test]
fn without_gradient_nothing_moves() {
    for_both!(rest_in());
}

fn alone_in<T: Float>(count: u64) {
    let shapes: Vec<&[usize]> = SHAPES.into_iter().cycle().take(count as usize).collect();
    for (entry, row) in rows_of_parameters().filter(|(_, row)| !row.random) {
        let builder = row.builder(entry, row.lr[0]);
        let mut together = random::<T>(entry, &shapes, 0);
        let mut alone = together.clone();
        let mut optimizer = builder.build(&together).unwrap();
        let mut optimizers: Vec<_> = alone.iter().map(|param| builder.build(param).unwrap()).collect();
        for step in 1..=3 {
            let grads = random::<T>(entry, &shapes, step);
            optim_tests::step(&mut optimizer, &mut together, &grads).unwrap();
            for ((optimizer, param), grad) in optimizers.iter_mut().zip(&mut alone).zip(&grads) {
                optim_tests::step(optimizer, param, grad).unwrap();
            }
        }
        assert!(bits(&together) == bits(&alone), "{} in {}", entry.name, T::DTYPE);
    }
}

#[test]
fn hundreds_of_parameters_are_hundreds_of_optimizers() {
    for_both!(alone_in(cases(1000)));
}

fn groups_in<T: Float>() {
    for (entry, row) in rows_of_parameters().filter(|(_, row)| !row.random) {
        let lr = row.lr[0];
        let overrides = entry.builder().set("lr", 0.25 * lr).unwrap();
        let builder = row.builder(entry, lr).group("slow", |param| param.ndim() == 3 || param.len() == 5, overrides);
        let mut grouped = random::<T>(entry, &SHAPES, 0);
        let mut alone = grouped.clone();
        let mut optimizer = builder.build(&grouped).unwrap();
        assert_eq!(optimizer.group_infos().len(), 2);
        let is_slow = |param: &ArrayD<T>| param.ndim() == 3 || param.len() == 5;
        let mut optimizers: Vec<_> = alone
            .iter()
            .map(|param| row.builder(entry, if is_slow(param) { 0.25 * lr } else { lr }).build(param).unwrap())
            .collect();
        for step in 1..=3 {
            let grads = random::<T>(entry, &SHAPES, step);
            optim_tests::step(&mut optimizer, &mut grouped, &grads).unwrap();
            for ((optimizer, param), grad) in optimizers.iter_mut().zip(&mut alone).zip(&grads) {
                optim_tests::step(optimizer, param, grad).unwrap();
            }
        }
        assert!(bits(&grouped) == bits(&alone), "{} in {}", entry.name, T::DTYPE);
    }
}

#[test]
fn groups_are_optimizers_of_their_own() {
    for_both!(groups_in());
}
