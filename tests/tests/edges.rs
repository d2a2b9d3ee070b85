//! The stock optimizers at the limits of numbers: gradients of zero, gradients whose squares are zero or infinite, and
//! the edge cases in their documentation.

use std::collections::BTreeMap;

use ndarray::{ArrayD, IxDyn};
use optim_std::optimizers::{
    ASGD, Adadelta, Adafactor, Adagrad, Adam, AdamW, Adamax, Lamb, Lion, Muon, NAdam, RAdam, RMSprop, Rprop, SGD,
};
use optim_std::{Builder, Definition, Float, HyperInfo, Optimizer, Setting, StateView};
use optim_tests::each_optimizer;
use optim_tests::stock::{Rest, row};

/// Enough steps for RAdam to divide by its second moment.
const STEPS: usize = 8;

type Arrays<T> = BTreeMap<String, ArrayD<T>>;
/// Names and shapes of states. A scalar has no shape.
type Shapes = Vec<(String, Option<Vec<usize>>)>;
type Settings<'a> = &'a [(&'a str, Setting)];

/// Only matrices, because Muon needs them. One of them starts at zero.
fn params<T: Float>() -> Arrays<T> {
    let numbers = |factor: f64| {
        let mut place = 0.0;
        ArrayD::from_shape_simple_fn(IxDyn(&[2, 3]), || {
            place += 1.0;
            T::cast(factor * place * if place % 2.0 == 0.0 { -0.25 } else { 0.5 })
        })
    };
    BTreeMap::from([("some".to_owned(), numbers(1.0)), ("zero".to_owned(), numbers(0.0))])
}

/// An optimizer and its parameters during a run.
struct Run<T: Float> {
    optimizer: Optimizer<T>,
    params: Arrays<T>,
}

impl<T: Float> Run<T> {
    /// Sets a learning rate if the optimizer has no default.
    fn new<O: Definition>(settings: Settings<'_>) -> Self {
        let mut builder = Builder::<O>::new();
        let missing =
            |info: &&HyperInfo| info.default.is_none_or(|value| info.name == "lr" && value() == Setting::None);
        for info in O::HYPERS.iter().filter(missing) {
            builder = builder.set(info.name, 0.1).unwrap();
        }
        for (name, value) in settings {
            builder = builder.set(name, value.clone()).unwrap();
        }
        let params = params();
        Self { optimizer: builder.build(&params).unwrap(), params }
    }

    /// A step with the same gradient for every element.
    fn step(&mut self, grad: f64) {
        let grads: Arrays<T> =
            self.params.iter().map(|(name, array)| (name.clone(), array.mapv(|_| T::cast(grad)))).collect();
        optim_tests::step(&mut self.optimizer, &mut self.params, &grads).unwrap();
    }

    /// The elements of the parameters.
    fn numbers(&self) -> Vec<f64> {
        self.params.values().flatten().map(|x| x.as_()).collect()
    }

    /// Every state, and the elements of all states.
    fn states(&self) -> (Shapes, Vec<f64>) {
        let (mut shapes, mut numbers) = (Vec::new(), Vec::new());
        self.optimizer.visit_state(|param, state, view| {
            let shape = match view {
                StateView::Scalar(number) => {
                    numbers.push(number);
                    None
                }
                StateView::Array(array) => {
                    numbers.extend(array.iter().map(|x| x.as_()));
                    Some(array.shape().to_vec())
                }
            };
            shapes.push((format!("{param}.{state}"), shape));
        });
        (shapes, numbers)
    }
}

/// Names, and the gradients of every step.
const GRADIENTS: &[(&str, [f64; STEPS])] = &[
    ("zero", [0.0; STEPS]),
    ("negative zero", [-0.0; STEPS]),
    ("huge", [1e30, -1e30, 1e30, 1e30, -1e30, 1e30, 1e30, 1e30]),
    ("tiny", [1e-30, -1e-30, 1e-30, 1e-30, -1e-30, 1e-30, 1e-30, 1e-30]),
    ("huge once", [0.1, 1e30, 0.1, -0.1, 0.1, 0.1, -0.1, 0.1]),
    ("huge to tiny", [1e30, 1e15, 1.0, 1e-15, 1e-30, 0.0, 1e-30, -1.0]),
];

/// Default settings never lead to NaN, for any gradients.
fn stays_a_number<O: Definition, T: Float>() {
    // Adafactor and CAME divide one mean of squares by another. Kron, Shampoo and SOAP build matrices of squares.
    let squares_cancel = matches!(O::NAME, "Adafactor" | "CAME" | "Kron" | "Shampoo" | "SOAP") && T::DTYPE.size() == 4;
    for (name, grads) in GRADIENTS.iter().filter(|(name, _)| !(squares_cancel && name.contains("huge"))) {
        let what = format!("{} {}, gradients {name}", O::NAME, T::DTYPE);
        let mut run = Run::<T>::new::<O>(&[]);
        let shapes = run.states().0;
        for grad in grads {
            run.step(*grad);
            let (found, states) = run.states();
            assert_eq!(found, shapes, "{what}");
            assert!(run.numbers().iter().all(|x| x.is_finite()), "{what}: {:?}", run.numbers());
            // Squares of huge gradients are infinite in single precision.
            let sound = |x: &f64| x.is_finite() || (!x.is_nan() && T::DTYPE.size() == 4 && name.contains("huge"));
            assert!(states.iter().all(sound), "{what}: {states:?}");
        }
    }
}

#[test]
fn defaults_have_no_fragile_spot() {
    fn both<O: Definition>() {
        stays_a_number::<O, f32>();
        stays_a_number::<O, f64>();
    }
    each_optimizer!(both);
}

#[test]
fn no_gradient_moves_nothing() {
    fn still<O: Definition, T: Float>() {
        if row(O::NAME).random {
            return;
        }
        let mut run = Run::<T>::new::<O>(&[]);
        let before = run.numbers();
        for _ in 0..STEPS {
            run.step(0.0);
        }
        assert_eq!(
            run.numbers() == before,
            row(O::NAME).rest == Rest::Stays,
            "{} {}: {:?}",
            O::NAME,
            T::DTYPE,
            run.numbers()
        );
    }
    fn both<O: Definition>() {
        still::<O, f32>();
        still::<O, f64>();
    }
    each_optimizer!(both);
}

/// The result for all elements.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Fate {
    /// The element does not move.
    Stays,
    /// The element moves.
    Moves,
    /// The element becomes NaN.
    Nan,
    /// The element becomes NaN or infinite.
    NotFinite,
}

#[track_caller]
fn fate<O: Definition, T: Float>(settings: Settings<'_>, grads: &[f64], expected: Fate) {
    let mut run = Run::<T>::new::<O>(settings);
    let before = run.numbers();
    for grad in grads {
        run.step(*grad);
    }
    let after = run.numbers();
    let so = |(before, after): (&f64, &f64)| match expected {
        Fate::Stays => before == after,
        Fate::Moves => after.is_finite() && before != after,
        Fate::Nan => after.is_nan(),
        Fate::NotFinite => !after.is_finite(),
    };
    assert!(
        before.iter().zip(&after).all(so),
        "{} {} {settings:?}, gradients {grads:?}: {expected:?} expected, found {before:?} -> {after:?}",
        O::NAME,
        T::DTYPE
    );
}

#[track_caller]
fn fate_in_both<O: Definition>(settings: Settings<'_>, grads: &[f64], expected: Fate) {
    fate::<O, f32>(settings, grads, expected);
    fate::<O, f64>(settings, grads, expected);
}

fn no_eps() -> (&'static str, Setting) {
    ("eps", 0.0.into())
}

/// `eps = 0` and gradients that have all been zero: 0 / 0.
#[test]
fn without_eps_zero_gradients_are_nan() {
    let zeros = &[0.0; STEPS];
    fate_in_both::<Adadelta>(&[no_eps()], zeros, Fate::Nan);
    fate_in_both::<Adagrad>(&[no_eps()], zeros, Fate::Nan);
    fate_in_both::<Adagrad>(&[no_eps(), ("initial_accumulator_value", 0.1.into())], zeros, Fate::Stays);
    fate_in_both::<Adam>(&[no_eps()], zeros, Fate::Nan);
    fate_in_both::<AdamW>(&[no_eps()], zeros, Fate::Nan);
    fate_in_both::<Adamax>(&[no_eps()], zeros, Fate::Nan);
    fate_in_both::<Lamb>(&[no_eps()], zeros, Fate::Nan);
    fate_in_both::<Muon>(&[no_eps()], zeros, Fate::Nan);
    fate_in_both::<NAdam>(&[no_eps()], zeros, Fate::Nan);
    fate_in_both::<RAdam>(&[no_eps()], zeros, Fate::Nan);
    fate_in_both::<RAdam>(&[no_eps()], &zeros[..5], Fate::Stays);
    fate_in_both::<RMSprop>(&[no_eps()], zeros, Fate::Nan);
}

/// `eps = 0` and gradients whose squares are zero in single precision, but not in double precision.
#[test]
fn without_eps_tiny_gradients_are_not_finite() {
    fn of<O: Definition>() {
        for grad in [1e-23, 1e-30] {
            fate::<O, f32>(&[no_eps()], &[grad; STEPS], Fate::NotFinite);
            fate::<O, f64>(&[no_eps()], &[grad; STEPS], Fate::Moves);
        }
        fate::<O, f32>(&[no_eps()], &[1e-17; STEPS], Fate::Moves);
    }
    of::<Adagrad>();
    of::<Adam>();
    of::<AdamW>();
    of::<Lamb>();
    of::<NAdam>();
    of::<RAdam>();
    of::<RMSprop>();
    // Without squares, both precisions behave the same.
    fate_in_both::<Adamax>(&[no_eps()], &[1e-30; STEPS], Fate::Moves);
    // Only the average of its steps could move it, and this average starts at zero.
    fate::<Adadelta, f32>(&[no_eps()], &[1e-23; STEPS], Fate::Nan);
    fate_in_both::<Adadelta>(&[no_eps()], &[0.5; STEPS], Fate::Stays);
}

/// Squares that are infinite in single precision: nothing moves. In double precision, they are usual numbers.
#[test]
fn huge_gradients_stop_what_divides_by_their_squares() {
    fn of<O: Definition>() {
        for grad in [2e19, 1e30] {
            fate::<O, f32>(&[], &[grad; STEPS], Fate::Stays);
            fate::<O, f64>(&[], &[grad; STEPS], Fate::Moves);
        }
        // This is permanent: later gradients have no effect either.
        fate::<O, f32>(&[], &[1e30, 0.1, 0.1, 0.1], Fate::Stays);
        fate::<O, f32>(&[], &[1.8e19; STEPS], Fate::Moves);
    }
    of::<Adadelta>();
    of::<Adagrad>();
    of::<Adam>();
    of::<AdamW>();
    of::<Lamb>();
    of::<NAdam>();
    of::<RMSprop>();
    // Its first steps do not divide.
    fate_in_both::<RAdam>(&[], &[1e30; 5], Fate::Moves);
    fate_in_both::<Adamax>(&[], &[1e30; STEPS], Fate::Moves);
    fate_in_both::<ASGD>(&[], &[1e30; STEPS], Fate::Moves);
    fate_in_both::<Lion>(&[], &[1e30; STEPS], Fate::Moves);
    fate_in_both::<Muon>(&[], &[1e30; STEPS], Fate::Moves);
    fate_in_both::<Rprop>(&[], &[1e30; STEPS], Fate::Moves);
    fate_in_both::<SGD>(&[("momentum", 0.9.into())], &[1e30; STEPS], Fate::Moves);
    // Weight decay is not divided, so it continues.
    let mut run = Run::<f32>::new::<AdamW>(&[("lr", 0.5.into()), ("weight_decay", 1.0.into())]);
    let before = run.numbers();
    run.step(1e30);
    assert!(before.iter().zip(run.numbers()).all(|(before, after)| after == 0.5 * before));
}

#[test]
fn adafactor_divides_infinite_means_of_matrices() {
    fate::<Adafactor, f32>(&[], &[1e30; STEPS], Fate::Nan);
    fate::<Adafactor, f64>(&[], &[1e30; STEPS], Fate::Moves);
    fate_in_both::<Adafactor>(&[("eps", Setting::Tuple(vec![0.0.into(), 1e-3.into()]))], &[0.0; 3], Fate::Nan);
}

#[test]
fn radam_stops_at_huge_gradients_when_it_divides() {
    let mut run = Run::<f32>::new::<RAdam>(&[]);
    for _ in 0..5 {
        run.step(1e30);
    }
    let before = run.numbers();
    run.step(1e30);
    assert_eq!(run.numbers(), before);
}

/// A variance from two averages: if the gradient hardly changes, all digits cancel, and the rest can have any sign.
#[test]
fn a_centered_rmsprop_has_no_negative_variance() {
    let settings = [("centered", true.into()), ("alpha", 0.5.into())];
    let mut negative = 0;
    for place in 0..50 {
        let grad = 0.1 + 0.003 * f64::from(place);
        let mut run = Run::<f32>::new::<RMSprop>(&settings);
        for _ in 0..60 {
            let before = run.numbers();
            run.step(grad);
            let state = |name: &str| run.optimizer.state("some", name).unwrap()[[0, 0]];
            let variance = state("square_avg") - state("grad_avg") * state("grad_avg");
            negative += usize::from(variance < 0.0);
            // The movement has the documented limit.
            let longest = 0.01 * grad / 1e-8;
            let moved = before.iter().zip(run.numbers()).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            assert!(moved.is_finite() && moved <= 1.001 * longest, "{moved} > {longest}");
        }
    }
    assert!(negative > 0, "the case never arose");
}

#[test]
fn rmsprop_beyond_its_averages() {
    let centered = &[("centered", true.into())];
    fate::<RMSprop, f32>(centered, &[1e20; STEPS], Fate::Stays);
    fate::<RMSprop, f32>(centered, &[1e30; STEPS], Fate::Nan);
    fate::<RMSprop, f64>(centered, &[1e30; STEPS], Fate::Moves);
    fate_in_both::<RMSprop>(&[("alpha", 2.0.into())], &[0.1; STEPS], Fate::Nan);
}

#[test]
fn asgd_with_a_negative_decay_ends() {
    let settings = &[("lr", 0.1.into()), ("lambd", Setting::Float(-1.0))];
    fate_in_both::<ASGD>(settings, &[0.1; 9], Fate::Moves);
    fate_in_both::<ASGD>(settings, &[0.1; 13], Fate::Nan);
}

/// If a product of gradients underflows, it is not a change of sign.
#[test]
fn rprop_does_not_see_turns_of_tiny_gradients() {
    fn lengths<T: Float>(grads: &[f64]) -> Vec<f64> {
        let mut run = Run::<T>::new::<Rprop>(&[("lr", 0.1.into())]);
        grads.iter().for_each(|grad| run.step(*grad));
        run.optimizer.state("some", "step_size").unwrap().iter().map(|x| (x.as_() * 1e6).round() / 1e6).collect()
    }
    let [turn, same] = [[1e-23, -1e-23], [1e-23, 1e-23]];
    assert!(lengths::<f32>(&turn).iter().chain(&lengths::<f32>(&same)).all(|length| *length == 0.1));
    assert!(lengths::<f64>(&turn).iter().all(|length| *length == 0.05));
    assert!(lengths::<f64>(&same).iter().all(|length| *length == 0.12));
    // A factor of 1 counts as a change of sign: every gradient is dropped.
    let etas = Setting::Tuple(vec![Setting::Float(1.0), Setting::Float(1.2)]);
    fate_in_both::<Rprop>(&[("etas", etas)], &[0.1; STEPS], Fate::Stays);
}

/// The difference from torch's first step, which is not damped.
#[test]
fn full_dampening_stops_sgd() {
    fate_in_both::<SGD>(&[("momentum", 0.9.into()), ("dampening", 1.0.into())], &[0.5; STEPS], Fate::Stays);
}
