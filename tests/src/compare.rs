//! Compares a kernel with the graph interpreter, for random settings, shapes and numbers.

use std::collections::BTreeMap;
use std::fmt::Write;

use ndarray::{ArrayD, IxDyn, ShapeBuilder};
use optim_core::Setting;
use optim_core::lang::{Dtype, Graph, Outputs};
use optim_core::registry::{AnyBuilder, OptimizerEntry};
use optim_core::schedule::from_fn;
use optim_core::{Definition, Float, HyperInfo, Optimizer, StateView};

use crate::generate::Rng;

/// Shapes with zero to four axes, including empty ones, single rows and single columns.
const SHAPES: &[&[usize]] = &[
    &[],
    &[0],
    &[1],
    &[7],
    &[131],
    &[5, 3],
    &[3, 6],
    &[1, 4],
    &[4, 1],
    &[19, 37],
    &[0, 3],
    &[3, 0],
    &[2, 3, 4],
    &[2, 0, 3],
    &[3, 2, 2, 3],
];

/// The number of steps in every run.
const STEPS: u64 = 2;

type States = BTreeMap<String, Vec<f64>>;

/// Runs an optimizer as kernel and as graph, in double and in single precision, and compares everything that each step
/// writes.
///
/// # Panics
///
/// If they differ by more than rounding, or one of them fails.
pub fn compare<O: Definition>(seed: u64) {
    compare_double::<O>(seed);
    for_cases(&OptimizerEntry::of::<O>(), seed, |case, shape, seed| run::<f32>(case, shape, seed, Dtype::F32, 1e-3));
}

/// [`compare`] in double precision only: half the work.
///
/// # Panics
///
/// The same as [`compare`].
pub fn compare_double<O: Definition>(seed: u64) {
    for_cases(&OptimizerEntry::of::<O>(), seed, |case, shape, seed| run::<f64>(case, shape, seed, Dtype::F64, 1e-9));
}

/// An optimizer with its settings. It has no type parameter, so its methods are compiled once.
struct Settled<'e> {
    entry: &'e OptimizerEntry,
    settings: Vec<(&'static str, Setting)>,
}

impl Settled<'_> {
    fn builder(&self) -> AnyBuilder {
        self.builder_with(Setting::clone)
    }

    /// The builder of a definition, with schedules at this step.
    fn builder_after(&self, steps: u64) -> AnyBuilder {
        self.builder_with(|value| value.at(steps))
    }

    fn builder_with(&self, value: impl Fn(&Setting) -> Setting) -> AnyBuilder {
        let set = |builder: AnyBuilder, (name, own): &(&'static str, Setting)| {
            builder.set(name, value(own)).unwrap_or_else(|error| panic!("{error}"))
        };
        self.settings.iter().fold(self.entry.builder(), set)
    }
}

/// Calls `check` with random settings, every shape, and a seed for the numbers.
fn for_cases(entry: &OptimizerEntry, seed: u64, check: impl Fn(&Settled<'_>, &[usize], u64)) {
    let mut rng = Rng::new(seed ^ 0x5eed);
    for shape in SHAPES {
        for _ in 0..2 {
            let settings = entry.hypers.iter().map(|info| (info.name, value(info, &mut rng))).collect();
            check(&Settled { entry, settings }, shape, rng.bits());
        }
    }
}

/// A random value of a hyperparameter.
fn value(info: &HyperInfo, rng: &mut Rng) -> Setting {
    let mut number = || {
        let x = 0.05 + 0.9 * rng.unit();
        if info.scheduled && rng.chance(0.5) {
            Setting::schedule(from_fn(move |step| x / (step as f64 + 1.0)))
        } else {
            Setting::Float(x)
        }
    };
    match info.type_name {
        "f64" => number(),
        "(f64, f64)" => Setting::Tuple(vec![number(), number()]),
        "bool" => Setting::Bool(rng.chance(0.5)),
        "usize" => Setting::from(rng.below(4)),
        "Option<f64>" if rng.chance(0.5) => Setting::None,
        "Option<f64>" => Setting::Float(rng.unit()),
        _ => Setting::Choice(rng.pick(&["first", "second", "third"]).to_owned()),
    }
}

/// An array in C or Fortran order, with a few zeros.
fn tensor<T: Float>(shape: &[usize], rng: &mut Rng) -> ArrayD<T> {
    let fortran = rng.chance(0.3);
    ArrayD::from_shape_fn(IxDyn(shape).set_f(fortran), |_| {
        let x = 4.0 * rng.unit() - 2.0;
        T::cast(if rng.chance(0.05) { 0.0 } else { x })
    })
}

fn numbers<'a, T: Float>(array: impl IntoIterator<Item = &'a T>) -> Vec<f64> {
    array.into_iter().map(|x| x.as_()).collect()
}

fn states<T: Float>(optimizer: &Optimizer<T>) -> States {
    let mut states = States::new();
    optimizer.visit_state(|_, name, state| {
        let numbers = match state {
            StateView::Scalar(x) => vec![x],
            StateView::Array(array) => numbers(&array),
        };
        states.insert(name.to_owned(), numbers);
    });
    states
}

fn run<T: Float>(case: &Settled<'_>, shape: &[usize], seed: u64, dtype: Dtype, tolerance: f64)
where
    ArrayD<T>: optim_core::Parameters<Elem = T>,
{
    let mut rng = Rng::new(seed);
    let mut param = BTreeMap::from([("w", tensor::<T>(shape, &mut rng))]);
    let mut optimizer = case.builder().build(&param).unwrap_or_else(|error| panic!("{error}"));
    for step in 1..=STEPS {
        let grad = BTreeMap::from([("w", tensor::<T>(shape, &mut rng))]);
        let graph = case.builder_after(step - 1).graph(shape, step).unwrap_or_else(|error| panic!("{error}"));
        let graph = graph.seeded(optimizer.seed(), "w");
        let inputs = Inputs {
            graph: &graph,
            dtype,
            param: numbers(&param["w"]),
            grad: numbers(&grad["w"]),
            states: states(&optimizer),
            step,
        };
        optimizer.step(&mut param, &grad).unwrap_or_else(|error| panic!("{error}"));
        let found = Outputs { param: numbers(&param["w"]), states: states(&optimizer), reported: BTreeMap::new() };
        let expected = inputs.outputs(0.0, &mut rng);
        if let Some(difference) = difference(&found, &expected, tolerance)
            && !inputs.are_delicate(&expected, &found, tolerance)
        {
            panic!("{difference}\nshape {shape:?}, {dtype:?}, step {step}, {:?}\n{graph}", case.settings);
        }
    }
}

/// The state before a step.
struct Inputs<'a> {
    graph: &'a Graph,
    dtype: Dtype,
    param: Vec<f64>,
    grad: Vec<f64>,
    states: States,
    step: u64,
}

impl Inputs<'_> {
    /// The interpreter's results for these inputs, or for inputs that differ in their last digits.
    fn outputs(&self, noise: f64, rng: &mut Rng) -> Outputs {
        let mut near = |numbers: &[f64]| -> Vec<f64> {
            // Without noise, numbers do not change. Infinite numbers do not change either, because infinity times 0 is NaN.
            let near = |x: &f64| {
                let change = noise * (2.0 * rng.unit() - 1.0) * (x.abs() + 0.1);
                if change.is_finite() { x + change } else { *x }
            };
            numbers.iter().map(near).collect()
        };
        let (param, grad) = (near(&self.param), near(&self.grad));
        let states = self
            .states
            .iter()
            .filter(|(name, _)| *name != "step")
            .map(|(name, numbers)| (name.clone(), near(numbers)))
            .collect();
        self.graph
            .run(self.dtype, &param, &grad, &states, &BTreeMap::new(), self.step)
            .unwrap_or_else(|error| panic!("{error}"))
    }

    /// Returns true if rounding of the inputs explains the difference, for example near the bound of a comparison.
    fn are_delicate(&self, expected: &Outputs, found: &Outputs, tolerance: f64) -> bool {
        let noise = if self.dtype == Dtype::F64 { 1e-14 } else { 1e-6 };
        let mut rng = Rng::new(17);
        (0..40).any(|_| {
            let near = self.outputs(noise, &mut rng);
            difference(&near, expected, tolerance).is_some() && difference(&near, found, 1e3 * tolerance).is_none()
        })
    }
}

/// The first place at which two results differ.
fn difference(found: &Outputs, expected: &Outputs, tolerance: f64) -> Option<String> {
    let mut text = String::new();
    let param = ("param", &found.param, &expected.param);
    let states =
        expected.states.iter().filter_map(|(name, numbers)| Some((name.as_str(), found.states.get(name)?, numbers)));
    for (name, found, expected) in std::iter::once(param).chain(states) {
        let magnitude = expected.iter().copied().filter(|x| x.is_finite()).fold(1e-3, |most: f64, x| most.max(x.abs()));
        let close = |a: f64, b: f64| a == b || (a.is_nan() && b.is_nan()) || (a - b).abs() <= tolerance * magnitude;
        let wrong: Vec<usize> = (0..expected.len().max(found.len()))
            .filter(|i| !matches!((found.get(*i), expected.get(*i)), (Some(a), Some(b)) if close(*a, *b)))
            .collect();
        if let Some(&first) = wrong.first() {
            let _ = write!(
                text,
                "`{name}`: {} of {} numbers differ; at {first} the kernel has {:?}, the interpreter {:?}; ",
                wrong.len(),
                expected.len(),
                found.get(first),
                expected.get(first)
            );
        }
    }
    (!text.is_empty()).then_some(text)
}
