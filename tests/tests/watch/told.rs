//! Outputs whose work has other streams than the step's passes. Streams decide in which order a pass walks over memory, and so the order of its sums.

use optim_std::ndarray::{Array2, Axis};
use optim_std::testing::Check;

use super::*;

/// A product only for an output. Its operand is copied to scratch next to a mean that the step needs.
#[optimizer(state <scale: rows = 2.0, exp_avg = 0.0>, output <product: scalar, share: scalar, rows: scalar, drawn: scalar>)]
#[derive(Debug, Clone, PartialEq)]
struct Told {
    /// Learning rate.
    #[hyper(default = 0.1, range = 0.0..)]
    lr: f64,
}

#[optimizer]
impl Told {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, output: &mut Output<Self>) {
        let before = *param;
        *param = *param * (1.0 + param.matrix_mean());
        state.exp_avg = 0.9 * state.exp_avg + self.lr * *param / (param.rms() + 1.0);
        let product = grad.matmul(grad.t());
        output.product = param.rms() + product.sum();
        output.share = (before / state.scale).norm() / (before * grad).norm();
        output.rows = (grad - before).row_norm().amax();
        output.drawn = (before * normal_like(before)).mean();
    }
}

/// A loop that only the watched step splits, and a loop with an unused reduction.
#[optimizer(state <per_col: cols = 0.5, sum: scalar = 0.0>, output <told: scalar, joint: global>)]
#[derive(Debug, Clone, PartialEq)]
struct Looping {
    /// Learning rate.
    #[hyper(default = 0.1, range = 0.0..)]
    lr: f64,
}

#[optimizer]
impl Looping {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, output: &mut Output<Self>) {
        let mut c = *param;
        for _ in 0..2 {
            state.per_col = c.col_sum();
            c = c.lerp(grad / (grad.abs() + 0.9), 0.3);
        }
        for _ in 0..2 {
            c = c.lerp(grad, 0.1);
            output.told = c.norm();
        }
        let share = c.norm();
        let norm = grad.col_norm();
        state.per_col = norm / (norm.square() + 1.1);
        state.sum = grad.sum();
        *param -= self.lr * c / (share + 1.0);
        output.joint = grad.matrix_mean().global_sum();
    }
}

/// Nested loops and branches, whose values both the step and its outputs read later.
#[optimizer(
    state <history: [tensor; 2] = 0.0, size: scalar = 1.0>,
    output <spread: scalar if self.tell, best: scalar, last: scalar, past: scalar>,
)]
#[derive(Debug, Clone, PartialEq)]
struct Nested {
    /// Learning rate.
    #[hyper(default = 0.1, range = 0.0..)]
    lr: f64,
    /// Reports the spread.
    #[hyper(default = true)]
    tell: bool,
}

#[optimizer]
impl Nested {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, output: &mut Output<Self>) {
        let (mut c, mut other) = (*param, grad);
        let (mut best, mut past) = (scalar(0.0), scalar(0.0));
        for i in 0..2 {
            for _ in 0..2 {
                c = c.lerp(grad, 0.1);
                other = 0.5 * other + 0.1 * c;
                if self.tell {
                    output.spread = (c - *param).amax() + other.norm();
                }
            }
            best = best.max(c.norm());
            past += (state.history[i] - c).norm();
        }
        let size = c.norm();
        state.history[1] = state.history[0];
        state.history[0] = c;
        state.size = size;
        *param -= self.lr * c / (size + 1.0);
        output.best = best + size;
        output.last = (other - c).rms();
        output.past = past;
    }
}

/// List items that the step overwrites before an output can read them, because it waits for a norm.
#[optimizer(state <left: [(rows, rows); 2] = eye(0.5), history: [tensor; 2] = 0.0>, output <told: scalar, past: scalar>)]
#[derive(Debug, Clone, PartialEq)]
struct Items {
    /// Learning rate.
    #[hyper(default = 0.1, range = 0.0..)]
    lr: f64,
}

#[optimizer]
impl Items {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, output: &mut Output<Self>) {
        let old = state.left[0];
        state.left[0] = old.min(0.9).matmul(0.5 * old + 0.1);
        let past = state.history[1];
        state.history[1] = 0.5 * past + state.left[0].matmul(grad) + state.left[1].matmul(state.history[0]);
        state.history[0] = grad;
        *param -= self.lr * state.history[1];
        output.told = (old - grad.t().col_rms()).quantile(0.7);
        output.past = (past - grad.norm()).norm();
    }
}

#[test]
fn kernels_report_what_graphs_do() {
    Check::new().seed(4).cases(200).run::<Items>().unwrap();
    Check::new().seed(4).cases(200).run::<Told>().unwrap();
    Check::new().seed(4).cases(200).run::<Looping>().unwrap();
    Check::new().seed(4).cases(200).run::<Nested>().unwrap();
}

/// The same numbers with columns, the end, or both first in memory.
fn laid(numbers: &ArrayD<f32>, [by_columns, from_behind]: [bool; 2]) -> Array2<f32> {
    let (rows, cols) = (numbers.shape()[0], numbers.shape()[1]);
    let mut laid = if by_columns { Array2::zeros((cols, rows)).reversed_axes() } else { Array2::zeros((rows, cols)) };
    if from_behind {
        laid.invert_axis(Axis(0));
    }
    laid.assign(numbers);
    laid
}

#[test]
fn watching_changes_no_bit_whatever_the_layout() {
    let layouts = [[false, false], [true, false], [false, true], [true, true]];
    for shape in [[5, 2], [7, 5], [150, 220], [3, 700]] {
        for (param, grad) in layouts.into_iter().flat_map(|param| layouts.map(|grad| (param, grad))) {
            let grad = laid(&array(&shape, 2), grad);
            let run = |names: &[&str]| {
                let mut x = laid(&array(&shape, 1), param);
                let mut opt = Told::new().seed(3).build(&x).unwrap();
                opt.watch(names.iter().copied()).unwrap();
                for _ in 0..3 {
                    opt.step(&mut x, &grad).unwrap();
                }
                let average = opt.state("param", "exp_avg").unwrap().to_owned();
                (x.iter().map(|x| x.to_bits()).collect::<Vec<_>>(), average)
            };
            let plain = run(&[]);
            for names in [&["product"][..], &["share"], &["rows", "update_norm"], &["drawn"], &["cosine", "grad_amax"]]
            {
                assert_eq!(run(names), plain, "{shape:?}, by columns and from behind {param:?}, {names:?}");
            }
        }
    }
}

#[test]
fn watching_changes_no_bit_of_items() {
    for shape in [[5, 2], [7, 5], [40, 70]] {
        let run = |names: &[&str]| {
            let mut x: ArrayD<f32> = array(&shape, 1);
            let mut opt = Items::new().build(&x).unwrap();
            opt.watch(names.iter().copied()).unwrap();
            for step in 0..4 {
                opt.step(&mut x, &array::<f32>(&shape, step)).unwrap();
            }
            let items = ["left.0", "left.1", "history.0", "history.1"];
            (x, items.map(|item| opt.state("param", item).unwrap().to_owned()))
        };
        let plain = run(&[]);
        for names in [&["told"][..], &["past"], &["told", "past", "cosine"]] {
            assert_eq!(run(names), plain, "{shape:?}, {names:?}");
        }
    }
}
