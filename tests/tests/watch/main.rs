//! Watched numbers: norms of parameters, updates and gradients that a step reports.

mod around;
mod errors;
mod lists;
mod numbers;
mod outputs;
mod parts;
mod programs;
mod told;
mod untouched;

use std::collections::BTreeMap;

use ndarray::{ArrayD, IxDyn, ShapeBuilder};
use optim_std::author::*;
use optim_std::prelude::*;
use optim_std::{Float, Optimizer, StepError, Watched};

type Model<T> = BTreeMap<String, ArrayD<T>>;

const ALL: [&str; 6] = ["grad_norm", "grad_amax", "param_norm", "update_norm", "update_ratio", "cosine"];

/// Numbers of any sign.
fn array<T: Float>(shape: &[usize], seed: usize) -> ArrayD<T> {
    let mut state = seed as u64 + 1;
    ArrayD::from_shape_simple_fn(IxDyn(shape), || {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        T::cast((state >> 33) as f64 / f64::from(1_u32 << 31) - 0.5)
    })
}

/// The same array in another memory order.
fn turned<T: Float>(array: &ArrayD<T>) -> ArrayD<T> {
    let mut turned = ArrayD::zeros(array.raw_dim().f());
    turned.assign(array);
    turned
}

/// The numbers of one parameter, computed by the test.
fn expected<T: Float>(before: &ArrayD<T>, after: &ArrayD<T>, grad: &ArrayD<T>, scale: f64) -> [f64; 7] {
    let (mut param, mut update, mut own, mut product, mut largest) = (0.0, 0.0, 0.0, 0.0, 0.0_f64);
    for ((before, after), grad) in before.iter().zip(after).zip(grad) {
        let (before, change, grad): (f64, f64, f64) = (before.as_(), (*after - *before).as_(), grad.as_());
        let grad = scale * grad;
        param += before * before;
        update += change * change;
        own += grad * grad;
        product += change * grad;
        largest = largest.max(grad.abs());
    }
    [own, largest, param, update, product, 0.0, 0.0]
}

/// The watched numbers that follow from these sums.
fn numbers([own, largest, param, update, product, ..]: [f64; 7]) -> [f64; 6] {
    let ratio = |a: f64, b: f64| if a == 0.0 && b == 0.0 { 0.0 } else { a / b };
    let [own, param, update] = [own, param, update].map(f64::sqrt);
    [own, largest, param, update, ratio(update, param), ratio(-product, update * own)]
}

/// Compares the report of a step with numbers from the models before and after it.
fn compare<T: Float>(watched: &Watched, before: &Model<T>, after: &Model<T>, grads: &Model<T>, scale: f64, what: &str) {
    // Sums in double precision, in another order.
    let tolerance = 1e-12;
    let close = |name: &str, found: f64, expected: f64, size: f64| {
        let same = found.to_bits() == expected.to_bits() || (found.is_nan() && expected.is_nan());
        assert!(
            same || (found - expected).abs() <= tolerance * size.max(expected.abs()),
            "{what}: {name} is {found}, not {expected}"
        );
    };
    // A cosine is a sum of products that almost cancel.
    let of = |name: &str| if name == "cosine" { 1.0 } else { 0.0 };
    let mut all = [0.0_f64; 7];
    for (name, grad) in grads {
        let own = expected(&before[name], &after[name], grad, scale);
        for (name_of, expected) in ALL.iter().zip(numbers(own)) {
            close(&format!("{name_of} of {name}"), watched.param(name, name_of).unwrap(), expected, of(name_of));
        }
        let largest = all[1].max(own[1]);
        all.iter_mut().zip(own).for_each(|(all, own)| *all += own);
        all[1] = largest;
    }
    for (name, expected) in ALL.iter().zip(numbers(all)) {
        close(name, watched.model(name).unwrap(), expected, of(name));
    }
}

/// A step with all inputs of the optimizer, and its report.
fn watched_step<T: Float>(opt: &mut Optimizer<T>, model: &mut Model<T>, grads: &Model<T>) -> Option<Watched> {
    if opt.has_probe() {
        opt.step_with(model, |_| Ok::<_, StepError>(((), grads.clone()))).unwrap();
        return opt.last_report().unwrap().watched.clone();
    }
    optim_tests::step(opt, model, grads).unwrap().watched
}
