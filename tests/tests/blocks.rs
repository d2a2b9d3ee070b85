//! Blocks of small parameters that are alike. A parameter in a block gets the same bits as alone.

use std::collections::BTreeMap;

use ndarray::{ArrayD, IxDyn, ShapeBuilder};
use optim_std::author::*;
use optim_std::registry;
use optim_std::{AnyBuilder, Float, OptimizerEntry, StateView, Threads};
use optim_tests::compare::compare;
use optim_tests::step;
use optim_tests::stock::{rows_of_parameters, shape_for};

type Model<T> = BTreeMap<String, ArrayD<T>>;

/// The number of parameters of a model: some alike, others between them.
const COUNT: usize = 21;
/// The number of parameters for more than one block. Their numbers differ.
const FULL: usize = 150;

/// Numbers of any sign, large and small.
fn numbers<T: Float>(shape: &[usize], seed: usize) -> ArrayD<T> {
    let mut state = seed as u64 + 1;
    ArrayD::from_shape_simple_fn(IxDyn(shape), || {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        T::cast(((state >> 33) as f64 / f64::from(1_u32 << 31) - 0.5) * 10_f64.powi((state >> 60) as i32 % 4 - 2))
    })
}

/// Parameters of one shape. One of them has another memory order than its neighbours.
fn model<T: Float>(shape: &[usize], count: usize, turned_place: usize, seed: usize) -> Model<T> {
    let mut model = Model::new();
    for place in 0..count {
        let mut array = numbers(shape, seed + place);
        if place == turned_place {
            let mut turned = ArrayD::zeros(IxDyn(shape).f());
            turned.assign(&array);
            array = turned;
        }
        model.insert(format!("{place:02}"), array);
    }
    model
}

/// A model for each parameter, or one model of all.
fn models<T: Float>(all: Model<T>, alone: bool) -> Vec<Model<T>> {
    if alone { all.into_iter().map(|param| Model::from([param])).collect() } else { vec![all] }
}

/// The gradients of a model's parameters in a step. One gradient has another memory order than its parameter, a different one in each step.
fn gradients<T: Float>(params: &Model<T>, shape: &[usize], number: usize) -> Model<T> {
    let mut grads = model::<T>(shape, FULL, 9 + number, 1000 * number);
    grads.retain(|name, _| params.contains_key(name));
    grads
}

/// The bits of all parameters and states after some steps. In the second step, one parameter has no gradient, so its
/// step count differs from then on.
fn after_steps<T: Float>(
    builder: &AnyBuilder,
    clip: Option<f64>,
    (shape, count): (&[usize], usize),
    alone: bool,
) -> Vec<(String, Option<u64>)> {
    // None for NaN, because the compiler may take one NaN for another.
    let bits = |x: f64| (!x.is_nan()).then(|| x.to_bits());
    let mut all = Vec::new();
    for mut params in models(model::<T>(shape, count, 12, 0), alone) {
        let mut optimizer = builder.build(&params).unwrap();
        optimizer.set_threads(Threads::One);
        optimizer.set_clip_value(clip).unwrap();
        for number in 1..=4 {
            let mut grads = gradients(&params, shape, number);
            if number == 2 {
                grads.remove("04");
            }
            step(&mut optimizer, &mut params, &grads).unwrap();
        }
        let mut push = |name: &str, state: &str, x: f64| all.push((format!("{name} {state}"), bits(x)));
        for (name, param) in &params {
            param.iter().for_each(|x| push(name, "", x.as_()));
        }
        optimizer.visit_state(|name, state, view| match view {
            StateView::Scalar(number) => push(name, state, number),
            StateView::Array(array) => array.iter().for_each(|x| push(name, state, x.as_())),
        });
    }
    all.sort_by(|(one, _), (other, _)| one.cmp(other));
    all
}

fn agree<T: Float>(builder: &AnyBuilder, clip: Option<f64>, name: &str, shape: &[usize]) {
    agree_on::<T>(builder, clip, name, (shape, COUNT));
}

fn agree_on<T: Float>(builder: &AnyBuilder, clip: Option<f64>, name: &str, model: (&[usize], usize)) {
    let together = after_steps::<T>(builder, clip, model, false);
    let alone = after_steps::<T>(builder, clip, model, true);
    assert!(!together.is_empty());
    for (one, two) in together.iter().zip(&alone) {
        assert_eq!(one, two, "{name} {model:?} {}", T::DTYPE);
    }
    assert_eq!(together.len(), alone.len());
}

#[test]
fn every_optimizer_has_the_bits_that_each_parameter_has_by_itself() {
    for (entry, row) in rows_of_parameters() {
        let builder = row.builder(entry, 0.1);
        for shape in [&[37][..], &[6, 5], &[1]] {
            let shape = shape_for(entry, shape);
            agree::<f32>(&builder, None, entry.name, &shape);
            agree::<f64>(&builder, None, entry.name, &shape);
            // Gradients are clipped when they are read.
            agree::<f32>(&builder, Some(0.05), entry.name, &shape);
        }
    }
}

#[test]
fn more_than_a_block() {
    for names in [&["Lamb"][..], &["Adafactor"], &["AdamW"], &["NAdam"], &["Lookahead", "Lamb"]] {
        let (name, builder) = (names.join(" around "), chain(names));
        agree_on::<f32>(&builder, None, &name, (&[7], FULL));
        agree_on::<f64>(&builder, Some(0.05), &name, (&[3, 5], FULL));
    }
}

#[test]
fn blocks_whose_clipped_gradients_do_not_fit_in_cache() {
    // Optimizers with and without scalar states.
    let names = ["AdamW", "NAdam", "Lion"];
    for (entry, row) in rows_of_parameters().filter(|(entry, _)| names.contains(&entry.name)) {
        agree::<f32>(&row.builder(entry, 0.1), Some(0.05), entry.name, &[2100]);
    }
}

/// An optimizer whose pass has more streams than a pass of a block may have.
#[optimizer(state <history: [tensor; 18] = 0.0>)]
#[derive(Debug, Clone)]
pub struct Wide {
    #[hyper(default = 0.1)]
    lr: f64,
}

#[optimizer]
impl Wide {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let mut sum = grad;
        for k in 0..18 {
            state.history[k] = 0.5 * state.history[k] + sum;
            sum = 0.25 * state.history[k] - 0.5 * sum;
        }
        *param -= self.lr * sum;
    }
}

#[test]
fn passes_with_many_streams() {
    let builder = OptimizerEntry::of::<Wide>().builder();
    agree::<f32>(&builder, None, "Wide", &[37]);
    agree::<f64>(&builder, Some(0.05), "Wide", &[6, 5]);
}

/// Everything that a step can do with scalars of each parameter: states, conditions, functions, powers, a loop, and a value that only one arm has.
#[optimizer(state <mean = 0.0, ratio: scalar = 0.5, count: scalar = 0.0>)]
#[derive(Debug, Clone)]
pub struct Scalars {
    #[hyper(default = 0.1, range = 0.0..)]
    lr: f64,
    #[hyper(default = true)]
    rooted: bool,
}

#[elementwise]
fn softened<V: Value>(x: V, by: f64) -> V {
    x / (by + x.abs())
}

#[optimizer]
impl Scalars {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let norm = grad.norm();
        let largest = grad.abs().amax();
        let is_small = (norm < 1.0) | !(largest > 0.2) & (state.ratio >= 0.4);
        let scaled = if self.rooted { norm.sqrt() } else { scalar(2.0) };
        let mut power = select(is_small, scaled, largest);
        for k in 0..3 {
            power = power.powf(0.9) + 0.1 * power.powi(k + 1) / (1.0 + norm);
        }
        let wave = softened(power.min(3.0), 0.5) - (-power).exp();
        state.count = state.count + 1.0;
        state.ratio = 0.5 * state.ratio + 0.5 * wave.clamp(-1.0, 1.0);
        // A loop inside a pass, which also computes scalars.
        let (mut smooth, mut weight) = (grad, wave);
        for k in 0..3 {
            weight = select(is_small, weight * 0.5, weight.powi(k)) + state.ratio;
            smooth = select(weight > 0.4, smooth + weight * grad.abs(), smooth);
        }
        state.mean = select(is_small, state.ratio * state.mean + smooth, smooth - 0.1 * state.mean);
        let spread = (state.mean - state.mean.mean()).rms();
        *param -= self.lr * wave * state.mean / (1.0 + spread + state.count);
    }
}

#[test]
fn scalars_of_each_parameter() {
    for rooted in [true, false] {
        let builder = OptimizerEntry::of::<Scalars>().builder().set("rooted", rooted).unwrap();
        for shape in [&[37][..], &[6, 5], &[]] {
            agree::<f32>(&builder, None, "Scalars", shape);
            agree::<f64>(&builder, Some(0.3), "Scalars", shape);
        }
    }
    compare::<Scalars>(1);
}

/// Runs the inner optimizer in some steps only, on a state, with another gradient.
#[optimizer(state <place = param>)]
#[derive(Debug, Clone)]
pub struct Seldom<O: Definition> {
    inner: O,
    #[hyper(default = 2, range = 1..)]
    k: usize,
}

#[optimizer]
impl<O: Definition> Seldom<O> {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        if every(self.k) {
            self.inner.step(&mut state.place, grad / (1.0 + grad.norm()));
        }
        *param = 0.75 * state.place + 0.25 * *param;
    }
}

#[test]
fn wrappers_have_blocks_too() {
    let chains: [&[&str]; 6] = [
        &["Lookahead", "AdamW"],
        &["Lookahead", "Lamb"],
        &["Ema", "SGD"],
        &["Cautious", "Adafactor"],
        &["Seldom", "AdamW"],
        &["Ema", "Seldom", "Cautious", "Lamb"],
    ];
    for names in chains {
        let (name, builder) = (names.join(" around "), chain(names));
        for shape in [&[37][..], &[6, 5]] {
            agree::<f32>(&builder, None, &name, shape);
            agree::<f64>(&builder, Some(0.05), &name, shape);
        }
    }
}

/// Nested wrappers around an optimizer.
fn chain(names: &[&str]) -> AnyBuilder {
    let builder = |name| registry().optimizer(name).unwrap().builder();
    let (inner, wrappers) = names.split_last().unwrap();
    let inner = builder(inner).set("lr", 0.1).unwrap();
    wrappers.iter().rev().fold(inner, |inner, name| builder(name).inner(inner).unwrap())
}

/// The same, after one parameter got another inner step count, as a checkpoint may set it.
#[test]
fn parameters_of_a_block_have_the_same_step_inside() {
    // The second wrapper asks about its own step.
    for names in [["Cautious", "Seldom", "AdamW"], ["Seldom", "Seldom", "Lamb"]] {
        let builder = chain(&names);
        let after = |alone| {
            let mut all = Model::new();
            for mut params in models(model::<f64>(&[5], COUNT, 12, 0), alone) {
                let mut optimizer = builder.build(&params).unwrap();
                let count = if names[0] == "Seldom" { "inner.step" } else { "inner.inner.step" };
                if params.contains_key("05") {
                    optimizer.set_state("05", count, ndarray::arr0(7.0).view()).unwrap();
                }
                for number in 1..=4 {
                    let grads = gradients(&params, &[5], number);
                    step(&mut optimizer, &mut params, &grads).unwrap();
                }
                all.extend(params);
            }
            all
        };
        assert_eq!(after(false), after(true), "{names:?}");
    }
}

/// An optimizer without states. States have the parameter's memory order, so nothing else shows this order.
#[optimizer]
#[derive(Debug, Clone)]
pub struct Stateless {
    #[hyper(default = 0.1)]
    lr: f64,
}

#[optimizer]
impl Stateless {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param -= self.lr * grad;
    }
}

#[test]
fn parameters_without_states_that_lie_otherwise_in_memory() {
    let builder = OptimizerEntry::of::<Stateless>().builder();
    agree::<f32>(&builder, None, "Stateless", &[6, 5]);
    agree::<f64>(&builder, Some(0.05), "Stateless", &[3, 2, 4]);
}

/// A number that depends on the steps in which a parameter had a gradient, not only on their number.
#[optimizer(state <total: scalar = 0.0>)]
#[derive(Debug, Clone)]
pub struct Summed {
    #[hyper(default = 0.1, scheduled)]
    lr: f64,
}

#[optimizer]
impl Summed {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.total = state.total + self.lr;
        *param -= state.total * grad;
    }
}

/// Parameters that had gradients in the same number of steps, but in different steps. Then their numbers become equal
/// again, as a checkpoint may set them.
#[test]
fn parameters_of_a_block_have_the_same_numbers() {
    let builder = OptimizerEntry::of::<Summed>().builder();
    let after = |alone| {
        let mut all = Model::new();
        for mut params in models(model::<f32>(&[5], COUNT, 12, 0), alone) {
            let mut optimizer = builder.build(&params).unwrap();
            for number in 1..=7 {
                let mut grads = gradients(&params, &[5], number);
                // In the first step, all parameters have the same numbers.
                let missing = |name: &str| match number {
                    2 => ["03", "05", "06"].contains(&name),
                    3 => ["04", "07"].contains(&name),
                    _ => false,
                };
                grads.retain(|name, _| !missing(name));
                if number == 6 {
                    for name in params.keys() {
                        optimizer.set_state(name, "total", ndarray::arr0(0.5).view()).unwrap();
                    }
                }
                optimizer.set("lr", 0.1 * number as f64).unwrap();
                step(&mut optimizer, &mut params, &grads).unwrap();
            }
            all.extend(params);
        }
        all
    };
    assert_eq!(after(false), after(true));
}

#[test]
fn pieces_of_a_large_batch_inside_of_a_wrapper() {
    let after = |wrapper, threads| {
        let mut params: Model<f32> = [("weight".to_owned(), numbers(&[64, 64, 9, 9], 1))].into();
        let mut optimizer = chain(&[wrapper, "Adafactor"]).build(&params).unwrap();
        optimizer.set_threads(threads);
        for number in 1..=6 {
            let grads: Model<f32> = [("weight".to_owned(), numbers(&[64, 64, 9, 9], 10 + number))].into();
            step(&mut optimizer, &mut params, &grads).unwrap();
        }
        params
    };
    for wrapper in ["Lookahead", "Cautious"] {
        assert_eq!(after(wrapper, Threads::One), after(wrapper, Threads::N(2)), "{wrapper}");
    }
}
