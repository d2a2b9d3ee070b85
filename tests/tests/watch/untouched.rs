//! Steps whose outputs read values that the step changes later: transposes, list items, values in loops, in probes and
//! around inner optimizers. Each reports the same numbers as its graph, and watching changes no bit.

use std::fmt::Debug;

use optim_std::IntoBuilder;
use optim_std::testing::check;
use optim_std::{Builder, Definition, Optimizer};

use super::*;

/// A transpose that is folded into a product. An output reads it after the matrix has changed.
#[optimizer(state <m = 0.0, left: (rows, rows) = 0.0>, requires(param.ndim() == 2, "matrices"), output <skew: scalar, trace: scalar, drift: scalar>)]
#[derive(Debug, Clone, PartialEq)]
struct Transposed {
    #[hyper(default = 0.1, range = 0.0..)]
    lr: f64,
}

#[optimizer]
impl Transposed {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, output: &mut Output<Self>) {
        let turned = state.m.t();
        let old = state.left;
        state.left = 0.5 * state.left + 0.5 * grad.matmul(grad.t());
        state.m = 0.9 * state.m + grad;
        let update = state.left.matmul(state.m) / (state.left.norm() + 1.0);
        *param -= self.lr * update;
        output.skew = (turned - state.m.t()).amax();
        output.trace = turned.matmul(grad).norm();
        output.drift = (state.left - old).norm() / (old.t().norm() + 1.0);
    }
}

/// List items that move after an output has read them, and nested loops only for an output.
#[optimizer(state <history: [tensor; 3] = 0.0, weights: [scalar; 3] = 1.0>, output <spread: scalar, joint: global, sum: scalar>)]
#[derive(Debug, Clone, PartialEq)]
struct Shifting {
    #[hyper(default = 0.1, range = 0.0..)]
    lr: f64,
}

#[optimizer]
impl Shifting {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, output: &mut Output<Self>) {
        let (oldest, weight) = (state.history[2], state.weights[2]);
        let mut spread = scalar(0.0);
        for i in 0..3 {
            for j in 0..2 {
                spread += (state.history[i] - state.history[j]).norm() * state.weights[i];
            }
        }
        for i in 0..2 {
            state.history[2 - i] = state.history[1 - i];
            state.weights[2 - i] = state.weights[1 - i];
        }
        state.history[0] = grad;
        state.weights[0] = grad.amax();
        let mut update = full(0.0);
        for i in 0..3 {
            update += state.history[i];
        }
        *param -= self.lr * update / 3.0;
        output.spread = spread;
        output.joint = (oldest * weight).global_sum();
        output.sum = (oldest - state.history[2]).sum() + state.weights[1];
    }
}

/// Outputs of a wrapper before and after its inner optimizer, which has its own, also in a probe.
#[optimizer(state <mean = 0.0>, output <before: scalar, moved: scalar, joint: global>)]
#[derive(Debug, Clone, PartialEq)]
struct Around<O: Definition> {
    inner: O,
}

#[optimizer]
impl<O: Definition> Around<O> {
    fn probe(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        *param += 0.01 * grad / (grad.norm() + 1.0);
        self.inner.probe(param, grad);
    }

    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, output: &mut Output<Self>) {
        let start = *param;
        output.before = start.norm();
        if every(2) {
            self.inner.step(param, grad + state.mean);
        }
        state.mean = 0.5 * state.mean + 0.5 * (*param - start);
        output.moved = (*param - start).norm() + state.mean.amax();
        output.joint = (*param).global_amax() + grad.global_norm();
    }
}

fn small() -> Model<f32> {
    let shapes: [(&str, &[usize]); 3] = [("a", &[7, 5]), ("b", &[3, 6]), ("c", &[17, 1])];
    shapes.iter().enumerate().map(|(place, (name, shape))| ((*name).to_owned(), array(shape, place))).collect()
}

fn large() -> Model<f32> {
    Model::from([("a".to_owned(), array(&[300, 120], 1)), ("b".to_owned(), turned(&array(&[70, 90], 2)))])
}

/// Watches all outputs, some, and none, in turn.
fn same_bits<O: Definition + Debug>(builder: &Builder<O>, start: &Model<f32>) {
    let names = builder.build(start).unwrap().watchable();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let (mut plain, mut watched) = (builder.build(start).unwrap(), builder.build(start).unwrap());
    let (mut a, mut b) = (start.clone(), start.clone());
    for step in 0..8 {
        let numbers: Vec<&str> = match step % 4 {
            0 => names.clone(),
            1 => names.iter().rev().take(2).copied().collect(),
            2 => Vec::new(),
            _ => names.iter().skip(3).step_by(2).copied().collect(),
        };
        watched.watch(numbers).unwrap();
        let mut seed = 0;
        let mut run = |opt: &mut Optimizer<f32>, model: &mut Model<f32>| {
            seed = 100 * step;
            opt.step_with(model, |model| {
                seed += 1;
                let of = |(n, (name, x)): (usize, (&String, &ArrayD<f32>))| {
                    (name.clone(), array::<f32>(x.shape(), 10 * seed + n) + &x.mapv(|x| 0.1 * x))
                };
                Ok::<_, StepError>(((), model.iter().enumerate().map(of).collect::<Model<f32>>()))
            })
        };
        run(&mut plain, &mut a).unwrap();
        run(&mut watched, &mut b).unwrap();
        assert_eq!(a, b, "step {step}");
        assert_eq!(plain.state_dict(), watched.state_dict(), "step {step}");
    }
}

#[test]
fn transposes() {
    check::<Transposed>();
    for model in [small(), large()] {
        same_bits(&Transposed::new().into_builder(), &model);
    }
}

#[test]
fn items_of_lists() {
    check::<Shifting>();
    for model in [small(), large()] {
        same_bits(&Shifting::new().into_builder(), &model);
    }
}

#[test]
fn wrappers_with_a_probe() {
    check::<Around<Shifting>>();
    check::<Cautious<Around<Transposed>>>();
    for model in [small(), large()] {
        same_bits(&Around::new(Transposed::new()).into_builder(), &model);
        same_bits(&Lookahead::new(Around::new(Shifting::new())).into_builder(), &model);
    }
}
