//! Every reduction, and states around reductions.

use std::collections::BTreeMap;

use optim_std::StateView;
use optim_std::author::*;
use optim_std::ndarray::{Array2, array};

use super::{check, check_exact};

macro_rules! reduce_all {
    ($Name:ident, $test:ident, $sum:ident $mean:ident $norm:ident $rms:ident $amax:ident $amin:ident $dot:ident) => {
        #[optimizer(state <a = 0.0>)]
        #[derive(Debug, Clone)]
        struct $Name {
            #[hyper(default = 0.01, scheduled, range = 0.0..=1.0)]
            lr: f64,
        }

        #[optimizer]
        impl $Name {
            fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
                let first = grad.$sum() - param.$mean() + grad.$norm() * param.$rms();
                let second = (grad * *param).$amax() + (grad - *param).$amin() * 0.5 + grad.$dot(*param);
                let counts = (grad > 0.1).$sum() / 16.0 + (grad.abs() < *param).$mean();
                let third = (grad * first.tanh()).$norm() + (*param - second).$rms() + (first * grad).$dot(second);
                state.a = 0.5 * state.a + (grad - first * 0.01).clamp(-4.0, 4.0);
                let fourth = state.a.$mean() + (state.a > counts).$mean();
                *param -= self.lr * (state.a + counts + (first + second + third + fourth).tanh());
            }
        }

        #[test]
        fn $test() {
            check::<$Name>(48);
        }
    };
}

reduce_all!(Whole, of_the_whole, sum mean norm rms amax amin dot);
reduce_all!(ByRow, by_row, row_sum row_mean row_norm row_rms row_amax row_amin row_dot);
reduce_all!(ByCol, by_column, col_sum col_mean col_norm col_rms col_amax col_amin col_dot);
reduce_all!(ByMatrix, by_matrix, matrix_sum matrix_mean matrix_norm matrix_rms matrix_amax matrix_amin matrix_dot);

/// Tests each row of the table of reductions alone.
macro_rules! each_row {
    (
        counts { $($C:ident = $c:ident $crow:ident $ccol:ident $cmatrix:ident $cglobal:ident: $($ceach:ident)+, $cdoc:literal;)* }
        numbers { $($N:ident = $n:ident $nrow:ident $ncol:ident $nmatrix:ident $nglobal:ident: $($neach:ident)+, $ndoc:literal;)* }
        pairs { $($P:ident = $p:ident $prow:ident $pcol:ident $pmatrix:ident $pglobal:ident: $($peach:ident)+, $pdoc:literal;)* }
    ) => {
        each_row!(EachOfAll each_of_all: $($c)* $($n)*, $($p)*);
        each_row!(EachOfRow each_of_row: $($crow)* $($nrow)*, $($prow)*);
        each_row!(EachOfCol each_of_col: $($ccol)* $($ncol)*, $($pcol)*);
        each_row!(EachOfMatrix each_of_matrix: $($cmatrix)* $($nmatrix)*, $($pmatrix)*);
    };
    ($Name:ident $test:ident: $($one:ident)*, $($two:ident)*) => {
        #[optimizer]
        #[derive(Debug, Clone)]
        struct $Name {
            #[hyper(default = 0.01, scheduled, range = 0.0..=1.0)]
            lr: f64,
        }

        #[optimizer]
        impl $Name {
            fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
                let mut update = grad;
                $(update += grad.$one() / (1.0 + grad.$one().abs());)*
                $(update += grad.$two(*param) / (1.0 + grad.$two(*param).abs());)*
                *param -= self.lr * update;
            }
        }

        #[test]
        fn $test() {
            check::<$Name>(32);
        }
    };
}
optim_language::reductions!(each_row);

/// Quantiles along every axis, for values of every kind. The fractions are literals, settings and computed numbers,
/// some above 1. Some quantiles are under a fixed condition and in a loop.
#[optimizer(state <a = 0.0, fraction: scalar = 0.25>)]
#[derive(Debug, Clone)]
struct Quantiles {
    #[hyper(default = 0.01, scheduled, range = 0.0..=1.0)]
    lr: f64,
    #[hyper(default = 0.9, range = 0.0..=1.0)]
    fixed: f64,
    #[hyper(default = 0.5, scheduled, range = 0.0..=1.0)]
    middle: f64,
    #[hyper(default = true)]
    limited: bool,
}

#[optimizer]
impl Quantiles {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let (row, col) = (grad.row_quantile(self.middle), grad.col_quantile(0.1));
        let matrix = (grad * *param).matrix_quantile(state.fraction) + row.col_quantile(0.3) - col.row_quantile(1.0);
        let small = row.matrix_quantile(0.0) + col.matrix_quantile(self.fixed) - row.quantile(0.6) * col.quantile(0.7);
        let mut limit = grad.abs().quantile(self.fixed);
        if self.limited {
            limit = limit.min(2.0 * matrix.quantile(0.5).abs() + 1.0);
            let quarter = grad.t().quantile(0.25);
            limit += quarter.tanh() + grad.t().row_quantile(0.75).mean().tanh();
        }
        for _ in 0..2 {
            limit += (grad * limit).quantile(state.fraction).tanh() + (grad / limit).row_quantile(0.5).mean().tanh();
        }
        state.a = 0.5 * state.a + grad.clamp(-limit, limit);
        // NaN if the fraction is above 1.
        let beyond = state.a.quantile(state.fraction * 2.0);
        state.fraction = 0.9 * state.fraction + 0.07 + select(beyond == beyond, 0.01, 0.02);
        *param -= self.lr * (state.a + (row * col).tanh() + (matrix + small).tanh());
    }
}

#[test]
fn quantiles() {
    check::<Quantiles>(48);
}

/// Only movements without rounding, so both must agree in every bit, also for NaN and infinity.
#[optimizer]
#[derive(Debug, Clone)]
struct ExactQuantiles {
    #[hyper(default = 0.01, scheduled, range = 0.0..=1.0)]
    lr: f64,
}

#[optimizer]
impl ExactQuantiles {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        let infinite = 1.0 / grad.round();
        let all = infinite.quantile(0.45) + infinite.row_quantile(0.3) + infinite.col_quantile(0.8);
        let update = grad - grad.quantile(0.37) + grad.row_quantile(0.21) * grad.col_quantile(self.lr);
        *param -= self.lr * select(all.abs() < 1.0, update + all, update * grad.matrix_quantile(0.93));
        // Neighbours with weight 0, which are infinite.
        *param += (infinite.row_quantile(0.0) + infinite.col_quantile(0.5)).clamp(-2.0, 2.0);
    }
}

#[test]
fn quantiles_are_exact() {
    check_exact::<ExactQuantiles>(32);
}

/// Reductions of values that already have fewer axes.
#[optimizer(state <row: rows = 0.1, col: cols = 0.2>)]
#[derive(Debug, Clone)]
struct Small {
    #[hyper(default = 0.01, scheduled, range = 0.0..=1.0)]
    lr: f64,
}

#[optimizer]
impl Small {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let (row, col) = (grad.row_mean(), grad.col_mean());
        let matrix = row.matrix_norm() + col.matrix_amax() - row.matrix_mean() * state.col.matrix_sum().tanh();
        let scalar = row.sum().tanh() + col.rms() + matrix.mean() - matrix.amax() + row.dot(row).sqrt() + matrix.norm();
        let joint = row.dot(grad) + grad.dot(col) + row.dot(col) + matrix.dot(grad) + row.dot(matrix);
        let rows = (row * col).row_sum() + (row * grad).row_amax() + row.row_dot(grad) + col.row_dot(grad);
        let cols = (row * col).col_rms() + (col * grad).col_amin() + grad.col_dot(row);
        let masks = (row > 0.0).mean() + (row > matrix).matrix_mean().sum() + (row < col).row_mean().amin();
        state.row = 0.5 * state.row + rows.tanh();
        state.col = state.col.lerp(cols.tanh(), 0.3) + masks;
        *param -= self.lr * (scalar + joint.tanh() + matrix.tanh() * state.row + state.col) * grad.tanh();
    }
}

/// State is read and written before, between and after reductions that depend on it.
#[optimizer(state <a = 0.0, b = param, c = 1.0>)]
#[derive(Debug, Clone)]
struct Around {
    #[hyper(default = 0.1, scheduled, range = 0.0..=1.0)]
    lr: f64,
}

#[optimizer]
impl Around {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let old = state.a;
        state.a = 0.9 * state.a + grad;
        let length = state.a.norm() + 1.0;
        state.a /= length;
        let again = (state.a - old).rms();
        *param -= self.lr * state.a;
        let moved = param.amax();
        state.b = select(moved > 0.5, old, state.b) + again * *param;
        *param *= 1.0 - 0.01 * state.b.amin().tanh();
        state.c = old * state.c + *param - state.b.mean();
        (state.a, state.b) = (state.b, state.a);
        *param += 0.01 * state.c.tanh() * (old.dot(state.c).tanh() + length);
    }
}

/// Four reductions, each of the result of the previous one.
#[optimizer(state <a = 0.0>)]
#[derive(Debug, Clone)]
struct Chain {
    #[hyper(default = 0.1, scheduled, range = 0.0..=1.0)]
    lr: f64,
}

#[optimizer]
impl Chain {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let heavy = (0.3 * grad).tanh().exp();
        let centred = heavy - heavy.mean();
        let rows = centred / (centred.row_norm() + 0.1);
        let cols = rows / (rows.col_rms() + 0.1);
        let scaled = cols / (cols.matrix_amax().abs() + 0.1);
        state.a = 0.5 * state.a + scaled.row_amax() * scaled.col_amin();
        *param -= self.lr * (scaled + heavy) / (scaled.norm() + state.a.norm() + 1.0);
    }
}

/// Only maximum and minimum, which are exact, including ties.
#[optimizer(state <top: scalar = 0.0, row: rows = 0.0>)]
#[derive(Debug, Clone)]
struct Extremes {
    #[hyper(default = 0.1, scheduled, range = 0.0..=1.0)]
    lr: f64,
}

#[optimizer]
impl Extremes {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let first = (grad == grad.row_amax()) | (grad == grad.col_amin());
        state.top = state.top.max(grad.amax()).min(4.0);
        state.row = state.row.max(grad.row_amin());
        let count = first.sum() / (1.0 + (grad != 0.0).sum());
        *param -= self.lr * select(first, grad * count, state.row) + 0.01 * state.top.min(1.0);
    }
}

#[test]
fn of_rows_columns_and_matrices() {
    check::<Small>(48);
}

#[test]
fn state_around_them() {
    check::<Around>(48);
}

#[test]
fn one_after_another() {
    check::<Chain>(40);
}

#[test]
fn extremes_are_exact() {
    check_exact::<Extremes>(40);
}

/// Sums of absolute values, and norms, along every axis.
#[optimizer(state <all: scalar = 9.0, row: rows = 9.0, col: cols = 9.0, matrix = 9.0>)]
#[derive(Debug, Clone)]
struct Absolute {
    #[hyper(default = 1.0, scheduled, range = 0.0..=1.0)]
    lr: f64,
}

#[optimizer]
impl Absolute {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.all = grad.sum_abs() * self.lr;
        state.row = grad.row_sum_abs();
        state.col = grad.col_sum_abs();
        state.matrix = full(grad.matrix_sum_abs());
        *param = param.hypot(grad);
    }
}

/// The states of [`Absolute`] and its parameter after one step in single precision.
fn absolute(param: Array2<f32>, grad: &Array2<f32>) -> [Vec<f64>; 5] {
    let mut model = param;
    let mut optimizer = Absolute::new().build(&model).unwrap();
    optimizer.step(&mut model, grad).unwrap();
    let mut states = BTreeMap::new();
    optimizer.visit_state(|_, state, view| {
        let numbers = match view {
            StateView::Scalar(number) => vec![number],
            StateView::Array(array) => array.iter().map(|x| f64::from(*x)).collect(),
        };
        states.insert(state.to_owned(), numbers);
    });
    let mut take = |state: &str| states.remove(state).unwrap();
    let model = model.iter().map(|x| f64::from(*x)).collect();
    [take("all"), take("row"), take("col"), take("matrix"), model]
}

#[test]
fn absolute_values_and_lengths_where_numbers_end() {
    let (max, inf, nan) = (f32::MAX, f32::INFINITY, f32::NAN);
    let wide = f64::from(max);
    // Sums are in double precision. They become infinite when they are converted to the element type.
    let [all, row, col, matrix, lengths] =
        absolute(array![[3.0, 0.0], [-0.0, 3e38]], &array![[-4.0, -max], [0.0, 3e38]]);
    let large = wide + f64::from(3e38_f32);
    assert_eq!(all, [4.0 + large]);
    assert_eq!([row, col], [[wide, f64::from(3e38_f32)], [4.0, f64::INFINITY]]);
    assert_eq!(matrix, [f64::INFINITY; 4]);
    assert_eq!(lengths, [5.0, wide, 0.0, f64::INFINITY]);

    let [all, row, col, _, lengths] = absolute(array![[nan, nan], [inf, 1.0]], &array![[-inf, 1.0], [2.0, nan]]);
    assert!(all[0].is_nan() && row[0].is_infinite() && row[1].is_nan() && col[0].is_infinite() && col[1].is_nan());
    assert!(lengths[0] == f64::INFINITY && lengths[1].is_nan() && lengths[2] == f64::INFINITY && lengths[3].is_nan());

    let [all, row, col, matrix, lengths] = absolute(Array2::zeros((0, 2)), &Array2::zeros((0, 2)));
    assert_eq!((all, row, col, matrix, lengths), (vec![0.0], vec![], vec![0.0, 0.0], vec![], vec![]));
}
