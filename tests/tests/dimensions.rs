//! States of any pair of dimensions: kernel against interpreter, first values, checkpoints, errors of `build`.

#![allow(missing_docs, reason = "the optimizers here are read in this file only")]

use std::collections::BTreeMap;

use ndarray::{ArrayD, IxDyn, array};
use optim_std::author::*;
use optim_std::testing::Check;
use optim_std::{BuildError, Definition, HyperError, LoadOptions, StateDict};

/// The statistics of Shampoo, used directly as preconditioners.
#[optimizer(state <l: (rows, rows) = eye(self.eps), r: (cols, cols) = eye>)]
#[derive(Debug, Clone)]
pub struct Statistics {
    #[hyper(default = 0.01, range = 0.0..1.0)]
    lr: f64,
    #[hyper(default = 0.5, range = 0.1..1.0)]
    eps: f64,
}

#[optimizer]
impl Statistics {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.l = 0.9 * state.l + 0.1 * grad.matmul(grad.t());
        state.r = 0.9 * state.r + 0.1 * grad.t().matmul(grad);
        *param -= self.lr * state.l.matmul(grad).matmul(state.r);
    }
}

/// Momentum in a space of few columns. The basis follows the gradient.
#[optimizer(state <basis: (cols, self.rank) = 0.25, momentum: (rows, self.rank) = 0.0>)]
#[derive(Debug, Clone)]
pub struct LowRank {
    #[hyper(default = 0.01, range = 0.0..1.0)]
    lr: f64,
    #[hyper(default = 2, range = 1..=4)]
    rank: usize,
}

#[optimizer]
impl LowRank {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.momentum = 0.9 * state.momentum + self.project(grad, state);
        state.basis = 0.9 * state.basis + 0.1 * grad.t().matmul(state.momentum);
        *param -= self.lr * state.momentum.matmul(state.basis.t());
    }

    fn project(&self, x: Tensor, state: &mut State<Self>) -> Tensor {
        let projected: Tensor = x.matmul(state.basis);
        projected
    }
}

/// Rows and columns as matrices: transposed and multiplied, in a loop, in a helper, and by a fixed choice.
#[optimizer(state <left: rows = 0.5, top: (1, self.k) = 0.25, tall: (cols, 1) = 0.0, scale: matrices = 1.0>)]
#[derive(Debug, Clone)]
pub struct Outer {
    #[hyper(default = 0.01, range = 0.0..1.0)]
    lr: f64,
    #[hyper(default = 2, range = 1..=3)]
    k: usize,
    #[hyper(default = false)]
    turned: bool,
}

#[optimizer]
impl Outer {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let right = state.left.t().matmul(grad);
        state.tall = 0.5 * state.tall + 0.1 * right.t();
        for _ in 0..2 {
            state.left = 0.1 * self.times(grad, state.tall).tanh();
        }
        state.scale = 0.1 * right.matmul(state.tall).t() + state.left.t().matmul(state.left).tanh();
        let choice = if self.turned { state.tall.t() } else { grad.col_mean() };
        let spread = state.left.matmul(state.scale).matmul(state.top);
        state.top = 0.1 * (state.left.t().matmul(spread)).tanh() + state.top.t().t();
        *param -= self.lr * (state.left.matmul(choice) + grad.row_mean() * right + spread.matmul(state.top.t()));
    }

    fn times(&self, x: Tensor, y: Rows) -> Rows {
        x.matmul(y)
    }
}

const WIDTH: u32 = 3;

/// Sides of length one, of a constant, and of the smaller dimension, with elementwise arithmetic, reductions and masks.
#[optimizer(state <
    tall: (cols, 1) = 1.0,
    flat: (1, rows) = { self.first },
    diagonal: (min(rows, cols), 1) = 0.0,
    table: (self.k, WIDTH) = -0.5,
    lone: (1, self.k) = 0.0,
    per_matrix: matrices = 0.0,
    widest: (param.rows() + param.cols(), 1) = 0.0 if param.ndim() >= 2,
>)]
#[derive(Debug, Clone)]
pub struct Sides {
    #[hyper(default = 0.01, range = 0.0..1.0)]
    lr: f64,
    #[hyper(default = 0.75, range = 0.1..1.0)]
    first: f64,
    #[hyper(default = 2, range = 1..=5)]
    k: i64,
}

#[optimizer]
impl Sides {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.tall = 0.5 * state.tall + grad.t().row_mean();
        state.flat = 0.5 * state.flat + grad.t().col_sum();
        if param.rows() <= param.cols() {
            state.diagonal = 0.5 * state.diagonal + grad.row_mean();
        } else {
            state.diagonal = 0.5 * state.diagonal + grad.t().row_mean();
        }
        let total = state.table.row_sum() + state.diagonal.matrix_mean();
        state.lone = 0.9 * state.lone + state.table.t().col_mean();
        state.table = select(state.table > 0.25, state.table * 0.5, state.table + 0.1 * total + 0.01 * grad.mean());
        state.per_matrix = 0.5 * state.per_matrix + state.lone.matrix_sum();
        if param.ndim() >= 2 {
            state.widest = full(grad.norm()).matrix_mean() + 0.5 * state.widest;
            *param -= 0.01 * state.widest.mean();
        }
        let outer = state.tall * state.flat;
        *param -= self.lr * (outer.t() + grad + state.per_matrix + 0.1 * state.lone.rms());
    }
}

/// All parameters with more than two axes are one matrix.
#[optimizer(matrix, state <l: (rows, rows) = 0.0, copy: (rows, cols) = param>)]
#[derive(Debug, Clone)]
pub struct Folded {
    #[hyper(default = 0.01, range = 0.0..1.0)]
    lr: f64,
}

#[optimizer]
impl Folded {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.l = 0.5 * state.l + grad.matmul(grad.t());
        state.copy = 0.5 * state.copy + state.l.matmul(grad);
        *param -= self.lr * state.copy;
        state.l *= 0.5;
    }
}

/// Dimensions that are equal because of a condition, in both directions.
#[optimizer(state <smaller: (min(cols, rows), cols) = 0.0, l: (rows, rows) = 0.5, sums = 0.0>)]
#[derive(Debug, Clone)]
pub struct Known {
    #[hyper(default = 0.01, range = 0.0..1.0)]
    lr: f64,
}

#[optimizer]
impl Known {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        if param.rows() < param.cols() {
            state.smaller = 0.5 * state.smaller + grad;
            state.sums = 0.9 * state.sums + state.smaller;
            state.l = 0.5 * state.l + state.smaller.matmul(grad.t());
        } else {
            state.smaller = 0.5 * state.smaller + grad.t().matmul(grad);
            state.sums = state.sums + grad.matmul(state.smaller);
        }
        *param -= self.lr * (state.sums + state.l.row_mean() + state.smaller.col_sum());
    }
}

/// Only states change: the only pass is not over the parameter.
#[optimizer(state <l: (rows, rows) = 1.0>)]
#[derive(Debug, Clone)]
pub struct Alone {
    #[hyper(default = 0.5, range = 0.1..1.0)]
    decay: f64,
}

#[optimizer]
impl Alone {
    fn step(&self, param: &mut Tensor, _grad: Tensor, state: &mut State<Self>) {
        state.l = self.decay * state.l + 0.125;
        *param *= 1.0;
    }
}

#[track_caller]
fn check<O: Definition>(cases: u64) {
    optim_tests::agrees::<O>(Check::new(), cases);
}

#[test]
fn kernels_agree_with_graphs() {
    check::<Statistics>(30);
    check::<LowRank>(30);
    check::<Outer>(60);
    check::<Sides>(60);
    check::<Folded>(30);
    check::<Known>(60);
    check::<Alone>(20);
}

type Model = BTreeMap<String, ArrayD<f64>>;

fn of(array: ArrayD<f64>) -> Model {
    BTreeMap::from([("w".to_owned(), array)])
}

fn model(shape: &[usize]) -> Model {
    of(ArrayD::from_elem(IxDyn(shape), 0.5))
}

#[test]
fn arrays_are_the_leading_axes_and_both_sides() {
    let opt = Sides::new().k(4).build(&model(&[2, 3, 5])).unwrap();
    let shape = |state| opt.state("w", state).unwrap().shape().to_vec();
    assert_eq!(shape("tall"), [2, 5, 1]);
    assert_eq!(shape("flat"), [2, 1, 3]);
    assert_eq!(shape("diagonal"), [2, 3, 1]);
    assert_eq!(shape("table"), [2, 4, 3]);
    assert_eq!(shape("lone"), [2, 1, 4]);
    assert_eq!(shape("per_matrix"), [2]);
    assert_eq!(shape("widest"), [2, 8, 1]);
    let opt = Sides::new().build(&model(&[5])).unwrap();
    assert_eq!(opt.state("w", "tall").unwrap().shape(), [5, 1]);
    assert!(opt.state("w", "widest").is_err());
}

#[test]
fn eye_is_a_number_along_each_diagonal() {
    let opt = Statistics::new().eps(0.25).build(&model(&[2, 2, 3])).unwrap();
    let l = opt.state("w", "l").unwrap();
    assert_eq!(l, array![[[0.25, 0.0], [0.0, 0.25]], [[0.25, 0.0], [0.0, 0.25]]].into_dyn());
    assert_eq!(opt.state("w", "r").unwrap().sum(), 6.0);
    assert_eq!(opt.state_bytes(), 8 * (2 * 4 + 2 * 9));
}

#[test]
fn sizes_that_do_not_fit_are_errors_of_build() {
    let error = Sides::new().k(2).build(&model(&[2, 3])).map(drop);
    assert!(error.is_ok());
    #[derive(Debug, Clone)]
    #[optimizer(state <x: (rows, self.k - 2) = 0.0>)]
    struct Less {
        k: i32,
    }
    #[optimizer]
    impl Less {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.x = 0.5 * state.x;
            *param -= grad;
        }
    }
    for k in [1, 2] {
        let error = Less::new(k).build(&model(&[2, 3])).map(drop).unwrap_err();
        assert!(
            matches!(&error, BuildError::Dimensions { param, name: "x", input: false, .. } if param == "w"),
            "{error:?}"
        );
        assert_eq!(
            error.to_string(),
            "state `x` of parameter `w` has dimensions (rows, 0), declared as (rows, self.k - 2)\n\
             help: a fixed dimension is at least 1"
        );
        assert!(Less::new(k).plan_for(&[2, 3]).is_err());
    }
    assert!(Less::new(3).build(&model(&[2, 3])).is_ok());
    // Two dimensions whose product no array can have.
    let error = Less::new(i32::MAX).plan_for(&[1 << 40, 1 << 20]).map(drop).unwrap_err();
    assert!(matches!(error, BuildError::OutOfMemory { state: "x", .. }), "{error:?}");
    let error = Alone::new().plan_for(&[1 << 40, 1]).map(drop).unwrap_err();
    assert!(matches!(error, BuildError::OutOfMemory { state: "l", .. }), "{error:?}");
    assert!(Alone::new().plan_for(&[0, 1 << 40]).is_ok());
}

#[test]
fn a_plan_counts_what_a_state_has() {
    let plan = Statistics::new().plan_for(&[4, 6, 10]).unwrap();
    assert_eq!(plan.state_bytes(4), 4 * 4 * (36 + 100));
    let names: Vec<_> = plan.states.iter().map(|state| (&*state.name, state.numbers)).collect();
    assert_eq!(names, [("l", 4 * 36), ("r", 4 * 100)]);
}

#[test]
fn states_go_through_a_state_dict_and_files() {
    let mut params = model(&[2, 3, 4]);
    let grads = of(ArrayD::from_shape_fn(IxDyn(&[2, 3, 4]), |i| (i[0] + 2 * i[1]) as f64 - 0.5 * i[2] as f64));
    let mut opt = LowRank::new().rank(3).build(&params).unwrap();
    opt.step(&mut params, &grads).unwrap();
    let dict: StateDict = opt.state_dict();
    let mut other = LowRank::new().rank(3).build(&params).unwrap();
    other.load_state_dict(&dict, &LoadOptions::default()).unwrap();
    assert_eq!(other.state("w", "basis").unwrap(), opt.state("w", "basis").unwrap());
    assert_eq!(other.state("w", "momentum").unwrap().shape(), [2, 3, 3]);
    let mut smaller = LowRank::new().rank(2).build(&params).unwrap();
    let error = smaller.load_state_dict(&dict, &LoadOptions::default()).unwrap_err().to_string();
    assert!(error.contains("basis") || error.contains("rank"), "{error}");
    let mut masked = LowRank::new().build(&params).unwrap();
    assert!(masked.state_names_to_sparsify().is_empty());
    masked.step(&mut params, &grads).unwrap();
}

/// `build` allocates arrays with the sizes in its settings, so a later change of these settings is refused.
#[test]
fn sizes_of_states_stay_those_of_build() {
    let mut params = model(&[4, 3]);
    let grads = of(ArrayD::from_elem(IxDyn(&[4, 3]), 0.5));
    let mut opt = LowRank::new().rank(3).build(&params).unwrap();
    for rank in [1, 2, 4] {
        let error = opt.set("rank", rank).unwrap_err();
        assert!(matches!(error, HyperError::ChangesState { name: "rank", .. }), "{error:?}");
    }
    opt.set("rank", 3).unwrap();
    opt.step(&mut params, &grads).unwrap();
    assert_eq!(opt.state("w", "momentum").unwrap().shape(), [4, 3]);
}

#[test]
fn layouts_of_the_parameter_do_not_matter() {
    let shape = [3, 3];
    let number = |i: usize, j: usize| 0.25 * i as f64 - 0.5 * j as f64 + 0.125;
    let plain = ndarray::Array2::from_shape_fn(shape, |(i, j)| number(i, j)).into_dyn();
    let swapped = ndarray::Array2::from_shape_fn(shape, |(i, j)| number(j, i)).reversed_axes().into_dyn();
    let run = |param: &ArrayD<f64>| {
        let (mut params, grads) = (of(param.clone()), of(plain.clone()));
        assert_eq!(params["w"].strides(), param.strides());
        let mut opt = Statistics::new().build(&params).unwrap();
        for _ in 0..3 {
            opt.step(&mut params, &grads).unwrap();
        }
        (params, opt.state("w", "l").unwrap().to_owned())
    };
    assert_eq!(run(&plain), run(&swapped));
}

/// Parameters of the same shape are stored next to each other.
#[test]
fn states_go_through_files() {
    let mut params: Model =
        (0..40).map(|i| (format!("w{i}"), ArrayD::from_elem(IxDyn(&[3, 2]), 0.1 * i as f64))).collect();
    let grads: Model = params.iter().map(|(name, array)| (name.clone(), array.mapv(|x| 1.0 - x))).collect();
    let mut opt = LowRank::new().rank(3).build(&params).unwrap();
    opt.step(&mut params, &grads).unwrap();
    let path = std::env::temp_dir().join(format!("optim-dimensions-{}.safetensors", std::process::id()));
    opt.save(&path).unwrap();
    let mut other = LowRank::new().rank(3).build(&params).unwrap();
    other.load(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    for name in params.keys() {
        for state in ["basis", "momentum"] {
            assert_eq!(other.state(name, state).unwrap(), opt.state(name, state).unwrap(), "{name} {state}");
        }
    }
}
