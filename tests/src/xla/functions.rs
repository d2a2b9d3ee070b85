//! Single functions of the language at edge cases, with the interpreter's results.

use std::collections::BTreeMap;

use optim_core::lang::{Cols, Dtype, Fold, Graph, Recorder, Rows, Tensor, ops};
use optim_core::shape::Dim;

use super::{Case, Numbers, Run};
use crate::Error;
use crate::generate::Rng;

/// Edge cases of functions, without subnormal numbers, because XLA treats them as 0.
fn edges(dtype: Dtype) -> Vec<f64> {
    let large = if dtype == Dtype::F32 { 1e30 } else { 1e300 };
    let numbers = [0.0, 1.0, 0.5, 2.5, 3.7, 1.0 / large, large, 1e9, 7.3, f64::INFINITY];
    numbers.into_iter().flat_map(|x| [x, -x]).chain([f64::NAN]).map(|x| dtype.round(x)).collect()
}

/// A function that computes a new parameter from the old one and the gradient.
type Step = Box<dyn Fn(&Recorder, Tensor, Tensor) -> Tensor>;

/// A step that writes the parameter.
struct Function {
    /// `elementwise`, or `joined` for a function that combines several numbers.
    kind: &'static str,
    name: &'static str,
    shape: Vec<usize>,
    step: Step,
    param: Vec<f64>,
    grad: Vec<f64>,
    state: Vec<f64>,
}

impl Function {
    fn case(&self, dtype: Dtype) -> Result<Case, Error> {
        let recorder = Recorder::new(&self.shape);
        recorder.store_param((self.step)(&recorder, recorder.param(), recorder.grad()));
        let graph: Graph = recorder.finish(self.name)?.seeded(11, "param");
        let module = graph.to_stablehlo(dtype)?;
        let numbers = |numbers: &[f64]| {
            let numbers = numbers.iter().map(|x| dtype.round(*x)).collect();
            Numbers { shape: self.shape.clone(), numbers }
        };
        let (param, grad, state) = (numbers(&self.param), numbers(&self.grad), numbers(&self.state));
        let states = BTreeMap::from([("c".to_owned(), state.numbers.clone())]);
        let outputs = graph.run(dtype, &param.numbers, &grad.numbers, &states, &BTreeMap::new(), 3)?;
        let name = format!("function/{}/{}", self.name, if dtype == Dtype::F32 { "f32" } else { "f64" });
        let expected = BTreeMap::from([("param param".to_owned(), numbers(&outputs.param))]);
        let start = BTreeMap::from([("param param".to_owned(), param), ("state param c".to_owned(), state)]);
        let given = BTreeMap::from([("grad param".to_owned(), grad), ("step".to_owned(), Numbers::scalar(3.0))]);
        Ok(Case { name, kind: self.kind, start, runs: vec![Run { module, given, expected }] })
    }
}

/// Each function in both types.
pub(super) fn cases() -> Result<Vec<Case>, Error> {
    let mut cases = Vec::new();
    for dtype in [Dtype::F32, Dtype::F64] {
        for function in
            elementwise(dtype).into_iter().chain(reductions()).chain(axes()).chain(matrices()).chain(draws())
        {
            cases.push(function.case(dtype)?);
        }
    }
    Ok(cases)
}

/// All pairs of edge cases, with another number next to them.
fn elementwise(dtype: Dtype) -> Vec<Function> {
    let edges = edges(dtype);
    let n = edges.len();
    let a: Vec<f64> = edges.iter().flat_map(|x| vec![*x; n]).collect();
    let b: Vec<f64> = (0..n).flat_map(|_| edges.clone()).collect();
    let c: Vec<f64> = (0..n * n).map(|place| edges[(place * 7 + place / n) % n]).collect();
    let function = |name: &'static str, step: Step| Function {
        kind: "elementwise",
        name,
        shape: vec![n * n],
        step,
        param: a.clone(),
        grad: b.clone(),
        state: c.clone(),
    };
    let mut functions = Vec::new();
    macro_rules! rows {
        ($($section:ident { $($rows:tt)* })*) => { $(rows!(@$section $($rows)*);)* };
        (@unary $($Op:ident = $name:ident($x:ident) $(as $sign:tt)?, $work:ident, $meaning:literal;)*) => {
            $(functions.push(function(stringify!($name), Box::new(|_, _, b| ops::$name(b))));)*
        };
        (@binary $($Op:ident = $name:ident($a:ident, $b:ident) $(as $sign:tt)?, $work:ident, $meaning:literal;)*) => {
            $(functions.push(function(stringify!($name), Box::new(|_, a, b| ops::$name(a, b))));)*
        };
        (@ternary $($Op:ident = $name:ident($a:ident, $b:ident, $c:ident), $work:ident, $meaning:literal;)*) => {
            $(functions.push(function(
                stringify!($name),
                Box::new(|recorder, a, b| ops::$name(a, b, recorder.state::<Tensor>("c"))),
            ));)*
        };
        (@compare $($Op:ident = $name:ident($a:ident, $b:ident) as $sign:tt, $work:ident, $meaning:literal;)*) => {
            $(functions.push(function(stringify!($name), Box::new(|_, a, b| ops::select(ops::$name(a, b), 1.0, 2.0 * b))));)*
        };
        (@$masks:ident $($rows:tt)*) => {};
    }
    optim_language::operations!(rows);
    functions.push(function("powi_5", Box::new(|_, _, b| ops::powi(b, 5))));
    functions.push(function("powi_-3", Box::new(|_, _, b| ops::powi(b, -3))));
    functions.push(function("powi_0", Box::new(|_, _, b| ops::powi(b, 0))));
    functions.push(function(
        "masks",
        Box::new(|_, a, b| ops::select(!ops::lt(a, b) & ops::gt(a, 0.0) | ops::eq(a, b), a, 3.0)),
    ));
    functions
}

fn random(count: usize, seed: u64) -> Vec<f64> {
    let rng = &mut Rng::new(seed);
    (0..count).map(|_| 4.0 * rng.unit() - 2.0).collect()
}

fn function(
    name: &'static str,
    shape: &[usize],
    step: impl Fn(&Recorder, Tensor, Tensor) -> Tensor + 'static,
) -> Function {
    let count = shape.iter().product();
    let (param, grad, state) = (random(count, 1), random(count, 2), random(count, 3));
    Function { kind: "joined", name, shape: shape.to_vec(), step: Box::new(step), param, grad, state }
}

fn reductions() -> Vec<Function> {
    let shape: &[usize] = &[3, 4, 5];
    let mut functions = Vec::new();
    macro_rules! rows {
        ($($section:ident { $($Fold:ident = $all:ident $row:ident $col:ident $matrix:ident $global:ident: $each:ident $join:ident $finish:ident, $meaning:literal;)* })*) => {
            $(rows!(@$section $($all $row $col $matrix;)*);)*
        };
        (@pairs $($all:ident $row:ident $col:ident $matrix:ident;)*) => {
            $(
                functions.push(function(stringify!($all), shape, |_, a, b| ops::full(ops::$all(a, b)) + 0.0 * a));
                functions.push(function(stringify!($row), shape, |_, a, b| ops::full(ops::$row(a, b)) + 0.0 * a));
                functions.push(function(stringify!($col), shape, |_, a, b| ops::full(ops::$col(a, b)) + 0.0 * a));
                functions.push(function(stringify!($matrix), shape, |_, a, b| ops::full(ops::$matrix(a, b)) + 0.0 * a));
            )*
        };
        (@$one:ident $($all:ident $row:ident $col:ident $matrix:ident;)*) => {
            $(
                functions.push(function(stringify!($all), shape, |_, a, _| ops::full(ops::$all(a)) + 0.0 * a));
                functions.push(function(stringify!($row), shape, |_, a, _| ops::full(ops::$row(a)) + 0.0 * a));
                functions.push(function(stringify!($col), shape, |_, a, _| ops::full(ops::$col(a)) + 0.0 * a));
                functions.push(function(stringify!($matrix), shape, |_, a, _| ops::full(ops::$matrix(a)) + 0.0 * a));
            )*
        };
    }
    optim_language::reductions!(rows);
    functions.extend([
        function("quantile", shape, |_, a, _| ops::full(ops::quantile(a, 0.3)) + 0.0 * a),
        function("row_quantile", shape, |r, a, _| ops::full(ops::row_quantile(a, 1.0 / r.t())) + 0.0 * a),
        function("col_quantile", shape, |_, a, b| {
            ops::full(ops::col_quantile(a, ops::abs(ops::tanh(ops::sum(b))))) + a
        }),
        function("matrix_quantile", shape, |_, a, _| ops::full(ops::matrix_quantile(a, 0.85)) + 0.0 * a),
        function("quantile_of_rows", shape, |_, a, _| ops::full(ops::col_quantile(ops::row_sum(a), 0.5)) + 0.0 * a),
        function("quantile_beyond", shape, |_, a, _| ops::full(ops::row_quantile(a, 1.5)) + 0.0 * a),
        function("quantile_infinite", shape, |_, a, b| {
            let infinite = ops::select(ops::gt(b, 0.4), 1.0 / (0.0 * b), a);
            ops::full(ops::row_quantile(infinite, 0.75)) + 0.0 * a
        }),
    ]);
    functions.push(function("count", shape, |_, a, b| ops::full(ops::row_sum(ops::gt(a, 0.5))) * b));
    let nan = |mut function: Function| {
        function.param[7] = f64::NAN;
        function
    };
    functions.push(nan(function("amax_nan", shape, |_, a, b| ops::full(ops::row_amax(a)) + 0.0 * b)));
    functions.push(nan(function("amin_nan", shape, |_, a, b| ops::full(ops::amin(a)) + 0.0 * b)));
    functions.push(nan(function("quantile_nan", shape, |_, a, b| ops::full(ops::row_quantile(a, 0.25)) + 0.0 * b)));
    functions.push(function("none", &[3, 0, 2], |_, a, _| a * ops::sum(a) + ops::full(ops::row_amax(a))));
    functions
}

/// Reductions along an axis, or along all other axes, and their results broadcast to elements.
#[expect(clippy::too_many_lines, reason = "a table of functions")]
fn axes() -> Vec<Function> {
    const AXES: [(&str, &str, Fold); 8] = [
        ("sum_along", "sum_without", Fold::Sum),
        ("mean_along", "mean_without", Fold::Mean),
        ("sum_abs_along", "sum_abs_without", Fold::SumAbs),
        ("norm_along", "norm_without", Fold::Norm),
        ("rms_along", "rms_without", Fold::Rms),
        ("amax_along", "amax_without", Fold::Amax),
        ("amin_along", "amin_without", Fold::Amin),
        ("dot_along", "dot_without", Fold::Dot),
    ];
    let mut functions = Vec::new();
    for (along, without, fold) in AXES {
        for (name, kept) in [(along, Dim::Along as fn(usize) -> Dim), (without, Dim::Without)] {
            functions.push(function(name, &[2, 3, 2, 4], move |_, a, b| {
                (0..5).fold(0.0 * a, |all, axis| {
                    let reduced = match fold {
                        Fold::Dot => ops::reduce_pair_to(fold, a, b, kept(axis)),
                        _ => ops::reduce_to(fold, a, kept(axis)),
                    };
                    0.5 * all + reduced * reduced
                })
            }));
        }
    }
    functions.extend([
        function("quantile_along", &[2, 3, 2, 4], |_, a, _| {
            (0..5).fold(0.0 * a, |all, axis| 0.5 * all + ops::quantile_along(a, 0.3, axis))
        }),
        function("quantile_without", &[2, 3, 2, 4], |r, a, _| {
            (0..5).fold(0.0 * a, |all, axis| 0.5 * all + ops::quantile_without(a, 0.7 / r.t(), axis))
        }),
        function("quantile_along_again", &[4, 5], |_, a, _| {
            let rows = ops::quantile_along(a, 0.8, 0);
            0.0 * a + ops::quantile_along(rows, 0.1, 0) * ops::sum(ops::quantile_without(a, 0.5, 1))
        }),
        function("quantile_along_vector", &[6], |_, a, b| {
            a * ops::quantile_without(b, 0.45, 0) + ops::quantile_along(a, 0.45, 0)
        }),
        function("quantile_along_number", &[], |_, a, b| a * ops::quantile_along(b, 0.5, 0)),
        function("quantile_along_none", &[3, 0, 2], |_, a, _| a * ops::quantile_along(a, 0.5, 0)),
        function("quantile_along_beyond", &[3, 4], |_, a, _| a * ops::quantile_without(a, 1.5, 0)),
    ]);
    let count = |a, b, kept| ops::full(ops::reduce_to(Fold::Mean, ops::gt(a, b), kept));
    let nan = |mut function: Function| {
        function.param[7] = f64::NAN;
        function
    };
    functions.extend([
        function("along_masks", &[3, 4, 5], move |_, a, b| count(a, b, Dim::Along(0)) * count(a, b, Dim::Without(1))),
        function("along_chosen", &[3, 4, 5], |_, a, b| {
            let [rows, cols] = [0, 1].map(|axis| ops::reduce_to(Fold::Sum, a, Dim::Along(axis)));
            ops::select(ops::gt(rows, 0.0), b, cols)
        }),
        function("along_again", &[4, 5], |_, a, _| {
            let rows = ops::reduce_to(Fold::Mean, a, Dim::Along(0));
            0.0 * a + ops::reduce_to(Fold::Rms, rows, Dim::Along(0)) * ops::sum(rows)
        }),
        function("along_vector", &[6], |_, a, b| {
            a * ops::reduce_to(Fold::Norm, b, Dim::Along(0)) + ops::reduce_to(Fold::Norm, a, Dim::Without(0))
        }),
        function("along_number", &[], |_, a, b| a * ops::reduce_to(Fold::Norm, b, Dim::Along(0))),
        function("along_drawn", &[2, 3, 5], |_, a, _| {
            ops::full(ops::normal_like(ops::reduce_to(Fold::Sum, a, Dim::Without(1)), 4)) + 0.0 * a
        }),
        function("along_none", &[3, 0, 2], |_, a, _| a * ops::reduce_to(Fold::Amax, a, Dim::Along(0))),
        nan(function("along_nan", &[3, 4, 5], |_, a, b| {
            b * ops::reduce_to(Fold::Amax, a, Dim::Along(0)) * ops::reduce_to(Fold::Amin, a, Dim::Without(1))
        })),
        nan(function("quantile_along_nan", &[3, 4, 5], |_, a, b| {
            b * ops::quantile_along(a, 0.5, 0) * ops::quantile_without(a, 0.5, 1)
        })),
    ]);
    functions
}

fn matrices() -> Vec<Function> {
    let batch: &[usize] = &[2, 4, 4];
    let positive = |a: Tensor| {
        let eye = ops::eye(Dim::Rows);
        ops::matmul(a, ops::t(a)) + 0.5 * eye
    };
    vec![
        function("matmul", batch, |_, a, b| ops::matmul(a, b)),
        function("matmul_wide", &[3, 5], |_, a, b| ops::matmul(ops::matmul(a, ops::t(b)), a)),
        function("t", batch, |_, a, _| ops::t(a)),
        function("diag", batch, |_, a, _| ops::full(ops::diag(a)) + 0.0 * a),
        function("eye", &[5, 3], |_, a, _| ops::matmul(ops::eye(Dim::Rows), a)),
        function("first_cols", &[2, 4, 6], |_, a, b| a * ops::first_col(b)),
        function("first_cols_two", &[4, 6], |_, a, b| {
            let square = ops::matmul(ops::first_cols(a, 2), ops::t(ops::first_cols(b, 2)));
            ops::matmul(square, a)
        }),
        function("take_cols", &[2, 3, 5], |_, a, b| ops::take_cols(a, ops::argsort(ops::col_sum(b)))),
        function("take_cols_equal", &[3, 6], |_, a, b| {
            let keys: Cols = ops::col_sum(ops::floor(b)) % 2.0;
            let nan = ops::select(ops::gt(keys, 0.9), ops::sqrt(-1.0 - keys), keys);
            ops::take_cols(a, ops::argsort(nan))
        }),
        function("take_cols_of_cols", &[2, 3, 5], |_, a, b| {
            let order = ops::argsort(ops::col_sum(b));
            ops::full(ops::take_cols(ops::col_mean(a), order)) + 0.0 * a
        }),
        function("put_cols", &[2, 3, 5], |_, a, b| {
            let order = ops::argsort(ops::col_sum(b));
            ops::put_cols(a, order, ops::first_cols(b, 2))
        }),
        function("put_cols_all", &[4, 3], |_, a, b| ops::put_cols(a, ops::argsort(ops::col_sum(b)), b)),
        function("put_cols_one", &[4, 3], |_, a, b| ops::put_cols(a, ops::argsort(ops::col_sum(b)), ops::row_sum(b))),
        function("cholesky", batch, move |_, a, _| ops::cholesky(positive(a))),
        function("cholesky_indefinite", batch, |_, a, _| ops::cholesky(a)),
        function("solve_lower", batch, |_, a, b| ops::solve_lower(a + 3.0 * ops::eye(Dim::Rows), b)),
        function("solve_lower_rows", batch, |_, a, b| {
            let rows: Rows = ops::row_sum(b);
            ops::full(ops::solve_lower(a + 3.0 * ops::eye(Dim::Rows), rows)) + 0.0 * a
        }),
        function("solve_lower_singular", &[3, 3], |_, a, b| ops::solve_lower(0.0 * a, b)),
    ]
}

fn draws() -> Vec<Function> {
    vec![
        function("uniform_like", &[5, 3], |_, a, _| ops::uniform_like(a, 0)),
        function("normal_like", &[2, 5, 3], |_, a, _| ops::normal_like(a, 1)),
        function("normal_rows", &[5, 3], |_, a, _| ops::full(ops::normal_like(ops::row_sum(a), 2)) + 0.0 * a),
        function("normal_scalar", &[3], |_, a, _| ops::full(ops::normal_like(ops::sum(a), 3)) + 0.0 * a),
    ]
}
