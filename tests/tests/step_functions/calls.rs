//! Calls: arguments are evaluated first, values are not converted, and functions call functions.

use optim_std::author::*;
use optim_std::testing::check;

/// A part of another function.
#[optimizer]
fn scaled(x: Tensor, by: Scalar) -> Tensor {
    by * x
}

/// Calls another step function twice.
#[optimizer(uses(scaled))]
fn twice_scaled(x: Tensor, by: Scalar) -> Tensor {
    scaled(scaled(x, by), 0.5)
}

/// A fixed loop, a fixed branch and linear algebra.
#[optimizer]
fn powers(x: Tensor, times: usize, flip: bool) -> Tensor {
    let tall = x.rows() > x.cols();
    let mut y = if tall { x.t() } else { x };
    y = y / (y.matrix_norm() + 1.0);
    for i in 0..times {
        let weight = 1.0 / (i + 1) as f64;
        y = y - weight * y.matmul(y.t()).matmul(y);
    }
    let y = if tall { y.t() } else { y };
    if flip { -y } else { y }
}

#[optimizer(state <exp_avg = 0.0>)]
#[derive(Debug, Clone)]
struct Called {
    #[hyper(default = 0.1, scheduled)]
    lr: f64,
    #[hyper(default = 0.9)]
    beta: f64,
}

#[optimizer(uses(twice_scaled, powers))]
impl Called {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.exp_avg = twice_scaled(state.exp_avg, self.beta) + powers(grad, 3, false);
        *param -= twice_scaled(state.exp_avg, self.lr);
    }
}

#[test]
fn functions_are_inlined_with_fixed_and_scheduled_arguments() {
    check::<Called>();
}

/// The lines of these functions, written into the step.
#[optimizer(state <exp_avg = 0.0>)]
#[derive(Debug, Clone)]
struct ByHand {
    #[hyper(default = 0.1, scheduled)]
    lr: f64,
    #[hyper(default = 0.9)]
    beta: f64,
}

#[optimizer]
impl ByHand {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let tall = param.rows() > param.cols();
        let mut y = if tall { grad.t() } else { grad };
        y = y / (y.matrix_norm() + 1.0);
        for i in 0..3 {
            let weight = 1.0 / (i + 1) as f64;
            y = y - weight * y.matmul(y.t()).matmul(y);
        }
        let y = if tall { y.t() } else { y };
        state.exp_avg = 0.5 * (self.beta * state.exp_avg) + y;
        *param -= 0.5 * (self.lr * state.exp_avg);
    }
}

#[test]
fn a_call_is_what_its_lines_are() {
    let shape = [4, 3];
    let model = ndarray::Array2::from_shape_fn(shape, |(i, j)| (i * 3 + j) as f32 / 7.0 - 0.5);
    let grad = model.mapv(f32::sin);
    let (mut a, mut b) = (model.clone(), model.clone());
    let mut called = Called::new().build(&a).expect("a model");
    let mut by_hand = ByHand::new().build(&b).expect("a model");
    for _ in 0..3 {
        called.step(&mut a, &grad).expect("a step");
        by_hand.step(&mut b, &grad).expect("a step");
    }
    assert_eq!(a, b);
}

/// Accepts values of any dimensions.
#[optimizer]
fn normalized(x: Tensor) -> Tensor {
    x / (x.norm() + x.rows() as f64 + 0.5 * x.cols() as f64)
}

/// Draws, reduces over the model, and gets a timed condition and the time.
#[optimizer]
fn noisy(x: Tensor, due: bool, t: Scalar) -> Tensor {
    let all = x.global_norm();
    let noise = if due { normal_like(x) } else { full(0.0) };
    x / (1.0 + all) + noise / (100.0 * t)
}

#[optimizer(state <row: rows = 0.0, basis: (cols, self.rank) = 0.1, kept = 0.0>)]
#[derive(Debug, Clone)]
struct OfAnyShape {
    #[hyper(default = 0.1)]
    lr: f64,
    #[hyper(default = 2, range = 1..)]
    rank: u32,
}

#[optimizer(uses(normalized, noisy))]
impl OfAnyShape {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
        state.row = normalized(state.row + grad.row_mean());
        state.basis = normalized(state.basis + 0.01 * grad.t().matmul(grad.matmul(state.basis)));
        state.kept = noisy(grad, every(3), t);
        *param -= self.lr * (state.row + state.kept + grad.matmul(state.basis).row_mean());
    }
}

#[test]
fn values_are_taken_with_their_dimensions() {
    check::<OfAnyShape>();
}

/// Sizes of values that a condition decides, sizes of products, and sizes of single rows.
#[optimizer]
fn measured(x: Tensor) -> Scalar {
    let wide = if x.rows() > x.cols() { x.t() } else { x };
    let square = wide.matmul(wide.t());
    let row = x.col_mean();
    scalar((wide.rows() + 2 * square.cols() + 3 * row.rows() + 4 * row.cols()) as f64)
}

/// Takes tuples, arrays and options, and returns several values.
#[optimizer]
fn mixed(x: Tensor, pair: (f64, f64), weights: [f64; 2], limit: Option<f64>) -> (Tensor, Scalar) {
    let (a, b) = pair;
    let mut y = a * x + b;
    for i in 0..2 {
        y = y + weights[i] * x;
    }
    if let Some(limit) = limit {
        y = y.clamp(-limit, limit);
    }
    (y, y.norm())
}

#[optimizer(state <previous = 0.0, basis: (self.rank, min(rows, cols)) = 0.1>)]
#[derive(Debug, Clone)]
struct Measured {
    #[hyper(default = 0.01, scheduled)]
    lr: f64,
    #[hyper(default = 2, range = 1..)]
    rank: usize,
    #[hyper(default = (0.5, 0.1))]
    pair: (f64, f64),
    #[hyper(default = None)]
    limit: Option<f64>,
}

#[optimizer(uses(measured, mixed))]
impl Measured {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let (update, norm) = mixed(grad, self.pair, [0.25, 0.125], self.limit);
        let sizes = measured(grad) + measured(state.basis);
        state.basis = 0.5 * state.basis + 1.0 / sizes;
        state.previous = update;
        *param -= self.lr * update / (norm + 1.0 / sizes);
    }

    fn eval(&self, param: Tensor, state: &State<Self>) -> Tensor {
        let (update, _) = mixed(state.previous, self.pair, [0.5, 0.5], None);
        param - self.lr * update
    }
}

#[test]
fn sizes_are_those_of_the_arguments_and_eval_calls_functions() {
    check::<Measured>();
}

/// A wrapper calls step functions, too.
#[optimizer(state <slow = param>)]
#[derive(Debug, Clone)]
struct Slow<O: Definition> {
    inner: O,
    #[hyper(default = 0.9)]
    beta: f64,
}

#[optimizer]
fn followed(place: &mut Tensor, value: Tensor, beta: Scalar) {
    *place = place.lerp(value, 1.0 - beta);
}

#[optimizer(uses(followed))]
impl<O: Definition> Slow<O> {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        self.inner.step(param, grad);
        followed(&mut state.slow, *param, self.beta);
    }
}

#[test]
fn wrappers_call_step_functions() {
    check::<Slow<Called>>();
}
