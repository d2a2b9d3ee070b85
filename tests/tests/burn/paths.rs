//! Steps with burn's tensors, compared with steps with arrays.

use optim_std::author::*;
use optim_std::burn::{BurnError, StepPath};
use optim_std::registry::AnyBuilder;
use optim_tests::takes;

use super::support::{Elem, Stepped, for_burn, numbers, stock};

// burn has no tensors of rank 0.
const SHAPES: [&[usize]; 6] = [&[5], &[3, 4], &[2, 3, 4], &[2, 2, 3, 2], &[1, 2, 1, 3, 2], &[0, 3]];
const STEPS: u64 = 6;

/// Steps every optimizer with both, and passes the results to `same`.
fn compare<T: Elem>(path: StepPath, same: impl Fn(&str, &[usize], u64, T, T)) -> usize {
    let mut compared = 0;
    for (row, entry, builder) in stock() {
        let optimizer = match for_burn(&builder, path) {
            Ok(optimizer) => optimizer,
            Err(
                BurnError::WholeModel { .. }
                | BurnError::Probe { .. }
                | BurnError::Eval { .. }
                | BurnError::Input { .. },
            ) => {
                continue;
            }
            Err(error) => panic!("{}: {error}", entry.name),
        };
        // Each shape is the first parameter of a separate model, because random numbers depend on the parameter's
        // number. Bases of equal eigenvalues are arbitrary, so kernel and graph agree only for certain shapes.
        let shapes = match (row.shape, path) {
            (Some(shape), StepPath::Graph) => vec![shape],
            _ => SHAPES.to_vec(),
        };
        for shape in shapes.iter().filter(|shape| takes(entry, shape)) {
            let start = numbers::<T>(shape, 7);
            let mut model = std::collections::BTreeMap::from([("0".to_owned(), start.clone())]);
            let mut expected = builder.build(&model).expect("it takes the shape");
            let optimizer = for_burn(&builder, path).unwrap_or_else(|_| optimizer.clone());
            let mut found = Stepped::new(&optimizer, start);
            for step in 1..=STEPS {
                let grad = numbers::<T>(shape, 100 + step);
                expected.step(&mut model, &std::collections::BTreeMap::from([("0".to_owned(), grad.clone())])).unwrap();
                found.step(0.01, &grad);
                for (expected, found) in model["0"].iter().zip(&found.value) {
                    same(entry.name, shape, step, *expected, *found);
                }
            }
            compared += 1;
        }
    }
    compared
}

fn same_bits<T: Elem>(name: &str, shape: &[usize], step: u64, expected: T, found: T) {
    assert_eq!(expected.to_bits(), found.to_bits(), "{name} {shape:?} step {step}: {expected} and {found}");
}

/// Numbers along each axis, which no stock optimizer has.
#[optimizer(state <acc: [along; param.ndim()] = 0.0, last: without(0) = 0.0>)]
#[derive(Debug, Clone)]
struct AnyRank {
    /// Learning rate.
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    lr: f64,
}

#[optimizer]
impl AnyRank {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let mut least = full(f64::INFINITY);
        for i in 0..param.ndim() {
            least = least.min(state.acc[i]);
        }
        let new = least + grad.square();
        for i in 0..param.ndim() {
            state.acc[i] = new.amax_along(i);
        }
        state.last = 0.5 * state.last + grad.mean_without(0) - grad.quantile_without(0.3, 0);
        *param -= self.lr * (grad + state.last + grad.quantile_along(0.8, 1)) / (new + 1e-8).sqrt();
    }
}

#[test]
fn numbers_along_axes_are_the_same_on_both_paths() {
    for shape in SHAPES {
        for path in [StepPath::Kernel, StepPath::Graph] {
            let start = numbers::<f64>(shape, 7);
            let mut model = std::collections::BTreeMap::from([("0".to_owned(), start.clone())]);
            let builder: AnyBuilder = AnyRank::new().into();
            let mut expected = builder.clone().set("lr", 0.01).unwrap().build(&model).unwrap();
            let mut found = Stepped::new(&for_burn(&builder, path).unwrap(), start);
            for step in 1..=STEPS {
                let grad = numbers::<f64>(shape, 100 + step);
                expected.step(&mut model, &std::collections::BTreeMap::from([("0".to_owned(), grad.clone())])).unwrap();
                found.step(0.01, &grad);
                for (expected, found) in model["0"].iter().zip(&found.value) {
                    near(1e-12)("AnyRank", shape, step, *expected, *found);
                }
            }
        }
    }
}

#[test]
fn the_kernel_gives_the_same_bits() {
    assert!(compare::<f32>(StepPath::Auto, same_bits) > 60);
    compare::<f64>(StepPath::Kernel, same_bits);
}

/// The allowed difference between graph and kernel, relative to 1 or to the value, whichever is larger.
fn near<T: Elem>(tolerance: f64) -> impl Fn(&str, &[usize], u64, T, T) {
    move |name, shape, step, expected, found| {
        let (expected, found): (f64, f64) = (expected.as_(), found.as_());
        let error = (expected - found).abs() / expected.abs().max(1.0);
        assert!(error <= tolerance, "{name} {shape:?} step {step}: {expected} and {found}");
    }
}

#[test]
fn the_graph_gives_the_same_numbers_in_double_precision() {
    assert!(compare::<f64>(StepPath::Graph, near(1e-9)) > 60);
}

#[test]
fn the_graph_gives_the_same_numbers_in_single_precision() {
    compare::<f32>(StepPath::Graph, near(1e-4));
}
