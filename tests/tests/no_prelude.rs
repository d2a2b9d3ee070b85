//! Programs without a prelude: generated code uses absolute paths for all names.
#![no_implicit_prelude]
#![allow(dead_code, reason = "they need to compile")]

use ::optim_std::Parameters;
use ::optim_std::author::{Choice, Scalar, ScheduleRef, State, Tensor, Value, elementwise, optimizer, scheduler};

#[::core::prelude::v1::derive(::core::fmt::Debug, ::core::clone::Clone, ::core::marker::Copy, Choice)]
enum Norm {
    Two,
    Largest,
}

#[elementwise]
fn softsign<V: Value>(x: V, width: f64) -> V {
    x / (width + x.abs())
}

#[elementwise]
fn cube<V: Value>(x: V) -> V {
    x.powi(3)
}

const PART: f64 = 0.25;

#[optimizer]
fn thinned(average: &mut Tensor, input: Tensor, turns: usize, beta: Scalar) -> Tensor {
    let mut weight = PART * input;
    for _ in 0..turns {
        weight = beta * cube(weight);
    }
    *average = beta * *average + weight;
    weight
}

#[optimizer(uses(thinned))]
fn thinned_twice(average: &mut Tensor, input: Tensor) -> Tensor {
    thinned(average, thinned(average, input, 2, PART), 1, 0.5)
}

#[optimizer(
    state <exp_avg = 0.0 if self.nesterov, rows: rows = { self.betas.0 }, cols: cols = { 0.5 }, power: scalar = 1.0>,
    requires(self.weight_decay < 1.0, "small"),
    requires(param.ndim() < 9, "few")
)]
#[::core::prelude::v1::derive(::core::fmt::Debug, ::core::clone::Clone)]
struct Wide {
    #[hyper(scheduled)]
    lr: f64,
    #[hyper(default = (0.9, 0.99), scheduled)]
    betas: (f64, f64),
    #[hyper(default = 0.1, range = 0.0..)]
    weight_decay: f64,
    #[hyper(default = true)]
    nesterov: bool,
    #[hyper(default = Norm::Two)]
    norms: Norm,
    #[hyper(default = ::core::option::Option::None, none = 0.0)]
    value: ::core::option::Option<f64>,
    turns: usize,
}

#[optimizer(uses(thinned_twice))]
impl Wide {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
        let (beta1, beta2) = self.betas;
        let mut update = softsign(grad, 2.0) + cube(grad);
        if self.nesterov {
            state.exp_avg = beta1 * state.exp_avg + (1.0 - beta1) * grad;
            update += state.exp_avg + thinned_twice(&mut state.exp_avg, grad);
        }
        let norm = match self.norms {
            Norm::Two => grad.norm(),
            Norm::Largest => grad.abs().amax(),
        };
        state.rows = beta2 * state.rows + update.row_mean();
        state.cols = beta2 * state.cols + update.col_sum();
        state.power *= 0.5;
        let mut k = 1.0;
        for i in 0..self.turns {
            k *= 0.5;
            update += k * i as f64 * grad.max(0.0);
        }
        update = select(grad.abs() > 1.0, update, update.matmul(update.t()).matmul(update));
        *param *= 1.0 - self.lr * self.weight_decay * state.power;
        *param -= self.lr * self.half(update) / (t + norm) * state.rows * state.cols;
    }

    fn half(&self, x: Tensor) -> Tensor {
        0.5 * x
    }
}

#[scheduler(names(Other), requires(self.warmup > 0, "some"))]
#[::core::prelude::v1::derive(::core::fmt::Debug, ::core::clone::Clone)]
struct Chain {
    initial: f64,
    first: ScheduleRef,
    #[hyper(default = ::core::default::Default::default())]
    more: ::std::vec::Vec<ScheduleRef>,
    #[hyper(default = ::core::option::Option::None)]
    end: ::core::option::Option<f64>,
    #[hyper(default = 3)]
    warmup: u64,
}

#[scheduler]
impl Chain {
    fn value(&self, t: Scalar) -> Scalar {
        let mut sum = self.initial * self.first.value(t);
        for part in &self.more {
            sum += part.value(t);
        }
        sum * (t / self.warmup as f64).min(1.0)
    }
}

#[::core::prelude::v1::derive(Parameters)]
struct Layer {
    weight: ::optim_std::ndarray::Array2<f32>,
    bias: ::optim_std::ndarray::Array1<f32>,
}

#[::core::prelude::v1::derive(Parameters)]
struct Pair(Layer, ::optim_std::ndarray::Array1<f32>);

#[::core::prelude::v1::test]
fn programs_without_a_prelude_run() {
    let model = ::optim_std::ndarray::Array2::<f32>::ones((2, 3));
    let built = Wide::new(Chain::new(0.1, 1.0).warmup(2), 2)
        .betas((0.5, 0.75))
        .group("small", |param| param.ndim() < 2, |settings| settings.weight_decay(0.0))
        .build(&model);
    ::core::assert!(built.is_err(), "the group has no parameter");
    let mut model = model;
    let grads = ::core::clone::Clone::clone(&model);
    let mut optimizer = Wide::new(0.1, 2).build(&model).expect("right settings");
    optimizer.step(&mut model, &grads).expect("a right step");
    ::optim_std::testing::check::<Wide>();
}
