//! States that are kept in fewer bytes: steps, views, checkpoints, masks, errors.

#![allow(missing_docs, reason = "the optimizers here are read in these files only")]

mod checkpoints;
mod steps;
mod surface;

use std::collections::BTreeMap;

use ndarray::{Array2, ArrayD, ArrayView, Axis, Dimension, IxDyn, ShapeBuilder};
use optim_core::lang::{State, Tensor};
use optim_core::{Builder, Definition, Float, Optimizer, Storage, Threads};
use optim_macros::optimizer;

/// Two full-sized states and a number, in one pass.
#[optimizer(crate = optim_core, state <exp_avg = 0.0, exp_avg_sq = 0.0, power: scalar = { self.beta2 }>)]
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Adam {
    #[hyper(default = 0.01, scheduled, range = 0.0..)]
    pub(crate) lr: f64,
    #[hyper(default = 0.99, scheduled, range = 0.0..1.0)]
    pub(crate) beta2: f64,
}

#[optimizer]
impl Adam {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.exp_avg = 0.9 * state.exp_avg + 0.1 * grad;
        state.exp_avg_sq = self.beta2 * state.exp_avg_sq + (1.0 - self.beta2) * grad.square();
        let second = (state.exp_avg_sq / (1.0 - state.power)).sqrt();
        state.power *= self.beta2;
        *param -= self.lr * state.exp_avg / (second + 1e-8);
    }
}

/// Rows and columns, passes that tell them apart and write a full-sized state, and one that reads rows.
#[optimizer(crate = optim_core, state <row: rows = 0.0, col: cols = 0.0, exp_avg = 0.0>)]
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Factored {
    #[hyper(default = 0.01, scheduled, range = 0.0..)]
    pub(crate) lr: f64,
}

#[optimizer]
impl Factored {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.row = 0.9 * state.row + 0.1 * grad.square().row_mean();
        state.col = 0.9 * state.col + 0.1 * grad.square().col_mean();
        let update = grad / ((state.row * state.col).sqrt() + 1e-3);
        let update = update / (1.0_f64).max(update.rms());
        state.exp_avg = 0.9 * state.exp_avg + update * state.row.sqrt();
        *param -= self.lr * state.exp_avg;
    }
}

/// A list, a state under a condition, and one that begins as the parameter.
#[optimizer(crate = optim_core, state <history: [tensor; 3] = 0.0, slow = param, seldom = 0.5 if self.rare>)]
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Listed {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub(crate) lr: f64,
    #[hyper(default = false)]
    pub(crate) rare: bool,
}

#[optimizer]
impl Listed {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.history[slot(3)] = grad;
        let sum = state.history[0] + state.history[1] + state.history[2];
        if self.rare {
            state.seldom = 0.5 * state.seldom + sum;
        }
        state.slow = 0.5 * state.slow + 0.5 * *param;
        *param -= self.lr * sum + 0.01 * (*param - state.slow);
    }
}

pub(crate) const KEPT: [Storage; 4] = [Storage::Bf16, Storage::F16, Storage::Block8, Storage::Companded8];

pub(crate) type Model<T> = BTreeMap<String, ArrayD<T>>;

/// Numbers between -1 and 1 of several sizes, the same for the same seed.
pub(crate) fn numbers<T: Float>(shape: &[usize], seed: u64, layout: Layout) -> ArrayD<T> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        T::cast(((state >> 40) as f64 / 8_388_608.0 - 1.0) * 10_f64.powi(-((state >> 20 & 3) as i32)))
    };
    let logical = ArrayD::from_shape_simple_fn(IxDyn(shape), &mut next);
    let mut array = match layout {
        Layout::C => return logical,
        Layout::Fortran => ArrayD::zeros(IxDyn(shape).f()),
        Layout::Reversed => {
            let mut array = ArrayD::zeros(IxDyn(shape));
            (0..shape.len()).for_each(|axis| array.invert_axis(Axis(axis)));
            array
        }
    };
    array.assign(&logical);
    array
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Layout {
    C,
    Fortran,
    Reversed,
}

pub(crate) const LAYOUTS: [Layout; 3] = [Layout::C, Layout::Fortran, Layout::Reversed];

pub(crate) fn model_of<T: Float>(shape: &[usize], seed: u64, layout: Layout) -> Model<T> {
    [("w".to_owned(), numbers(shape, seed, layout))].into()
}

pub(crate) fn bits<T: Float, D: Dimension>(array: &ArrayView<'_, T, D>) -> Vec<u64> {
    array.iter().map(|x| x.to_bits()).collect()
}

/// Parameter and states of `w`.
pub(crate) fn all_bits<T: Float>(model: &Model<T>, optimizer: &Optimizer<T>) -> Vec<u64> {
    let mut all = bits(&model["w"].view());
    optimizer.visit_state(|_, _, state| match state {
        optim_core::StateView::Scalar(x) => all.push(x.to_bits()),
        optim_core::StateView::Array(array) => all.extend(bits(&array.view())),
    });
    all
}

/// With all arrays of states kept so.
pub(crate) fn kept<O: Definition>(mut builder: Builder<O>, storage: Storage) -> Builder<O> {
    for state in O::STATES.iter().filter(|state| state.axes != optim_core::shape::Axes::Scalar) {
        builder = builder.storage(state.name, storage);
    }
    builder
}

pub(crate) fn matrix(rows: usize, cols: usize) -> Array2<f32> {
    numbers(&[rows, cols], 7, Layout::C).into_dimensionality().unwrap()
}

pub(crate) const ALL: Threads = Threads::All;
