//! The dimensions of every operation's result, and what is computed along them.

use super::super::handle::sealed::{Input, Sealed};
use super::super::op::{Binary, Comparison, Fold, Op, Over, Ternary, Unary};
use super::super::{Cols, Graph, GraphError, Matrices, Recorder, Rows, Scalar, Tensor, ValueExtent, ops};
use super::{assert_close, compute, numbers, record, run_with};
use crate::shape::{Axes, Dim, Dims, ParamShape};

/// Batches, no batch, vectors, single numbers, squares, and several ways to be empty.
const SHAPES: [&[usize]; 12] =
    [&[2, 3, 4], &[4, 3], &[3, 4], &[3, 3], &[1, 4], &[4, 1], &[1, 1], &[5], &[], &[0, 4], &[4, 0], &[0, 2, 3]];

const TENSOR: Option<Dims> = Some(Dims::TENSOR);
const ROWS: Option<Dims> = Some(Dims::ROWS);
const COLS: Option<Dims> = Some(Dims::COLS);
const MATRICES: Option<Dims> = Some(Dims::MATRICES);

/// Records one step of each shape and looks at its last node.
#[track_caller]
fn check<R>(expected: Option<Dims>, step: impl Fn(&Recorder, Tensor) -> R) {
    for shape in SHAPES {
        let recorder = Recorder::new(shape);
        step(&recorder, recorder.param());
        let graph = recorder.finish("Dims").unwrap_or_else(|error| panic!("{shape:?}: {error}"));
        let node = graph.nodes().last().expect("the parameter is a node");
        assert_eq!(node.dims(), expected, "{} of {shape:?}", node.op_name());
        assert_eq!(node.extent(), ValueExtent::of(expected, ParamShape::of(shape)), "{} of {shape:?}", node.op_name());
    }
}

/// Values of each kind, of dimensions of the kind's own and of swapped ones.
fn tensors(p: Tensor) -> [(Tensor, Option<Dims>); 3] {
    let product = ops::matmul(p, ops::t(p));
    [(p, TENSOR), (ops::t(p), Some(Dims::TENSOR.t())), (product, Some(Dims::new(Dim::Rows, Dim::Rows)))]
}

fn rows(r: &Recorder) -> Rows {
    r.state("rows")
}

fn cols(r: &Recorder) -> Cols {
    r.state("cols")
}

fn matrices(r: &Recorder) -> Matrices {
    r.state("matrices")
}

#[test]
fn leaves() {
    check(TENSOR, |r, _| r.grad());
    check(None, |r, p| (p, r.t()));
    check(None, |r, _| r.hyper("lr", 0.1));
    check(None, |r, _| r.store_state("s", r.state::<Scalar>("s") + 1.0));
    check(TENSOR, |r, _| r.store_state("s", -r.state::<Tensor>("s")));
    check(ROWS, |r, _| r.store_state("s", -rows(r)));
    check(COLS, |r, _| r.store_state("s", -cols(r)));
    check(MATRICES, |r, _| r.store_state("s", -matrices(r)));
}

/// Elementwise operations of values of the same dimensions have these, all of them.
#[test]
fn elementwise() {
    fn of<K: Sealed>(value: fn(&Recorder, Tensor) -> K, dims: Option<Dims>) {
        let apply = |op: &Op, count: usize| {
            check(dims, |r, p| {
                let x = value(r, p);
                K::make(op.clone(), &[x.slot(); 3][..count])
            });
        };
        Unary::ALL.iter().for_each(|op| apply(&Op::Unary(*op), 1));
        Binary::ALL.iter().for_each(|op| apply(&Op::Binary(*op), 2));
        Ternary::ALL.iter().for_each(|op| apply(&Op::Ternary(*op), 3));
        Comparison::ALL.iter().for_each(|op| apply(&Op::Compare(*op), 2));
        for (op, count) in [(Op::Powi(3), 1), (Op::Select, 3), (Op::Not, 1), (Op::And, 2), (Op::Or, 2)] {
            apply(&op, count);
        }
    }
    of(|r, _| r.t(), None);
    of(|r, _| matrices(r), MATRICES);
    of(|r, _| rows(r), ROWS);
    of(|r, _| cols(r), COLS);
    of(|_, p| p, TENSOR);
    of(|_, p| tensors(p)[1].0, Some(Dims::new(Dim::Cols, Dim::Rows)));
    of(|_, p| tensors(p)[2].0, Some(Dims::new(Dim::Rows, Dim::Rows)));
    of(|_, p| ops::row_sum(tensors(p)[1].0), Some(Dims::new(Dim::Cols, Dim::One)));
}

/// Two values meet where dimensions are equal or one of them is 1.
#[test]
fn broadcasting() {
    check(TENSOR, |r, _| rows(r) * cols(r));
    check(TENSOR, |r, p| cols(r) + p);
    check(TENSOR, |r, p| p / r.t());
    check(ROWS, |r, _| matrices(r) - rows(r));
    check(COLS, |r, _| cols(r) * matrices(r));
    check(MATRICES, |r, _| r.t() + matrices(r));
    check(TENSOR, |r, p| ops::lt(p, 0.5) & ops::gt(p, rows(r)));
    check(TENSOR, |r, _| ops::select(ops::lt(rows(r), 0.5), cols(r), 1.0));
    check(TENSOR, |r, p| ops::clamp(p, rows(r), cols(r)));
    check(TENSOR, |r, _| ops::lerp(rows(r), cols(r), r.t()));
    // (cols, 1) with (1, rows) is (cols, rows), of products (rows, rows).
    check(Some(Dims::TENSOR.t()), |_, p| ops::row_sum(ops::t(p)) * ops::col_sum(ops::t(p)));
    check(Some(Dims::new(Dim::Rows, Dim::Rows)), |r, p| rows(r) * ops::col_sum(ops::t(p)));
    check(Some(Dims::new(Dim::Cols, Dim::Cols)), |r, p| ops::row_sum(ops::t(p)) * cols(r));
}

#[test]
fn reductions() {
    for fold in Fold::ALL {
        let inputs = if *fold == Fold::Dot { 2 } else { 1 };
        for over in Over::ALL {
            for (place, (_, dims)) in tensors(Recorder::new(&[2, 3]).param()).into_iter().enumerate() {
                let dims = dims.expect("a tensor has dimensions");
                let expected = match over {
                    Over::All => None,
                    Over::Row => Some(Dims { cols: Dim::One, ..dims }),
                    Over::Col => Some(Dims { rows: Dim::One, ..dims }),
                    Over::Matrix => MATRICES,
                };
                check(expected, |_, p| {
                    let x = [tensors(p)[place].0.slot(); 2];
                    let (op, x) = (Op::Reduce(*fold, *over), &x[..inputs]);
                    match over {
                        Over::All => Scalar::make(op, x).slot(),
                        Over::Row => Rows::make(op, x).slot(),
                        Over::Col => Cols::make(op, x).slot(),
                        Over::Matrix => Matrices::make(op, x).slot(),
                    }
                });
            }
        }
    }
    check(MATRICES, |r, _| ops::col_sum(rows(r)));
    check(MATRICES, |r, _| ops::row_sum(cols(r)));
    check(MATRICES, |r, _| ops::matrix_sum(cols(r)));
    check(ROWS, |r, _| ops::row_dot(rows(r), cols(r)));
    check(None, |r, _| ops::sum(matrices(r)));
    check(COLS, |_, p| ops::col_mean(ops::gt(p, 0.0)));
}

#[test]
fn products_and_transposes() {
    use Dim::{Cols, Rows};
    let pair = |rows, cols| Some(Dims::new(rows, cols));
    check(pair(Cols, Rows), |_, p| ops::t(p));
    check(TENSOR, |_, p| ops::t(ops::t(p)));
    check(pair(Rows, Rows), |_, p| ops::matmul(p, ops::t(p)));
    check(pair(Cols, Cols), |_, p| ops::matmul(ops::t(p), p));
    check(TENSOR, |_, p| ops::matmul(ops::matmul(p, ops::t(p)), p));
    check(pair(Cols, Rows), |_, p| ops::matmul(ops::t(p), ops::matmul(p, ops::t(p))));
    check(pair(Rows, Rows), |_, p| ops::t(ops::matmul(p, ops::t(p))));
}

#[test]
fn lifts() {
    let square = Dims::new(Dim::Rows, Dim::Rows);
    check(Some(square), |r, _| ops::lift_to::<Tensor, _>(r.t(), square));
    check(Some(square), |r, _| ops::lift_to::<Tensor, _>(rows(r), square));
    check(Some(square), |_, _| ops::lift_to::<Tensor, _>(0.5, square));
    let column = Dims::new(Dim::Cols, Dim::One);
    check(Some(column), |r, _| ops::lift_to::<Rows, _>(matrices(r), column));
    let fixed = Dims::new(Dim::Rows, Dim::Size(2));
    check(Some(fixed), |r, _| -ops::lift_to::<Tensor, _>(rows(r), fixed));
    // A mask of such a value has its dimensions too.
    check(Some(fixed), |r, _| ops::lt(ops::lift_to::<Tensor, _>(rows(r), fixed), 0.0));
}

/// `full(x)` is a tensor of the dimensions of `x` until it meets others. Where its numbers are counted or moved, it has those
/// of the parameter.
#[test]
fn full_takes_the_dimensions_of_what_it_meets() {
    check(MATRICES, |r, _| ops::full(r.t()));
    check(MATRICES, |_, _| ops::full(0.5));
    check(ROWS, |r, _| ops::full(rows(r)));
    check(Some(Dims::new(Dim::Rows, Dim::Rows)), |_, p| ops::matmul(p, ops::t(p)) + ops::full(1.0));
    check(ROWS, |_, _| ops::row_sum(ops::full(1.0)));
    check(Some(Dims::TENSOR.t()), |r, _| ops::t(ops::full(rows(r))));
    check(Some(Dims::new(Dim::Rows, Dim::Rows)), |_, p| ops::matmul(ops::full(1.0), ops::t(p)));

    let recorder = Recorder::new(&[2, 3]);
    let p = recorder.param();
    recorder.store_param(p + ops::sum(ops::full(1.0) * ops::full(2.0)) * ops::dot(p, ops::full(1.0)));
    let expected = "\
Test [2, 3]
  %0 = param                              # tensor
  %1 = full 1.0                           # tensor
  %2 = full 2.0                           # tensor
  %3 = mul %1, %2                         # tensor
  %4 = full %3                            # tensor
  %5 = sum %4                             # scalar
  %6 = full 1.0                           # tensor
  %7 = dot %0, %6                         # scalar
  %8 = mul %5, %7                         # scalar
  %9 = add %0, %8                         # tensor
  store param, %9                         # tensor
";
    assert_eq!(recorder.finish("Test").unwrap().to_string(), expected);
}

/// The text says which dimensions a value has where they are not those of its kind, on a square parameter too.
#[test]
fn the_text_names_other_dimensions() {
    let text = |shape: &[usize]| {
        record(shape, |_, p, _| {
            let square = ops::matmul(p, ops::t(p));
            let row = ops::row_sum(ops::t(p));
            p * ops::sum(square) + ops::sum(row)
        })
        .to_string()
    };
    let kinds = |text: &str| -> Vec<String> {
        text.lines().filter_map(|line| line.split_once("  # ")).map(|(_, kind)| kind.to_owned()).collect()
    };
    let wide = kinds(&text(&[2, 3]));
    assert_eq!(
        wide[2..6],
        ["tensor 1x3x2 (cols, rows)", "tensor 1x2x2 (rows, rows)", "tensor 1x3x2 (cols, rows)", "rows 1x3x_ (cols, 1)"]
    );
    assert_eq!(kinds(&text(&[4, 3, 3]))[3], "tensor 4x3x3 (rows, rows)");
}

fn failed<R>(shape: &[usize], step: impl FnOnce(&Recorder, Tensor) -> R) -> GraphError {
    let recorder = Recorder::new(shape);
    step(&recorder, recorder.param());
    recorder.finish("Mistake").expect_err("the dimensions do not fit")
}

/// Each error names the operation and both pairs of dimensions.
#[test]
fn dimensions_that_differ() {
    let cases: [(GraphError, &[&str]); 9] = [
        (failed(&[2, 3], |_, p| p + ops::t(p)), &["`add`", "(rows, cols) and (cols, rows)"]),
        (failed(&[2, 3], |_, p| ops::lt(p, ops::t(p))), &["`lt`", "(rows, cols) and (cols, rows)"]),
        (
            failed(&[2, 3], |r, p| rows(r) * ops::row_sum(ops::t(p))),
            &["`mul`", "(rows, 1) and (cols, 1)", "1x2x_ and 1x3x_"],
        ),
        (
            failed(&[5, 2, 3], |r, p| ops::clamp(p, rows(r), ops::col_sum(ops::t(p)))),
            &["`clamp`", "(rows, cols) and (1, rows)", "5x2x3 and 5x_x2"],
        ),
        (failed(&[2, 3], |_, p| ops::row_dot(p, ops::t(p))), &["`row_dot`", "(rows, cols) and (cols, rows)"]),
        (failed(&[2, 3], |_, p| ops::matmul(p, p)), &["`matmul`", "(rows, cols) by (rows, cols)"]),
        (
            failed(&[2, 3], |_, p| ops::matmul(p, ops::matmul(p, ops::t(p)))),
            &["`matmul`", "(rows, cols) by (rows, rows)", "1x2x3 and 1x2x2"],
        ),
        (failed(&[2, 3], |r, p| r.store_param(ops::t(p))), &["`param`", "(rows, cols)", "(cols, rows)"]),
        (
            failed(&[2, 3], |r, p| r.store_state("row", ops::row_sum(ops::t(p)))),
            &["`row`", "(rows, 1)", "(cols, 1)", "1x2x_ and 1x3x_"],
        ),
    ];
    for (error, parts) in cases {
        let text = error.to_string();
        for part in parts {
            assert!(text.contains(part), "{part:?} in {text:?}");
        }
    }
    // A size is not repeated, even where it is 1, on either side.
    let one = |r: &Recorder| ops::lift_to::<Tensor, _>(rows(r), Dims::new(Dim::Rows, Dim::Size(1)));
    let error = failed(&[2, 3], |r, p| p + one(r));
    assert!(error.to_string().contains("(rows, cols) and (rows, 1): sizes 1x2x3 and 1x2x1"), "{error}");
    let error = failed(&[2, 3], |r, p| one(r) + p);
    assert!(error.to_string().contains("(rows, 1) and (rows, cols): sizes 1x2x1 and 1x2x3"), "{error}");
}

/// A lift to dimensions that its value does not have is a mistake, not a read beyond the value.
#[test]
fn lifts_that_do_not_broadcast() {
    let square = Dims::new(Dim::Rows, Dim::Rows);
    let error = failed(&[2, 3], |r, p| r.store_param(p * ops::sum(ops::lift_to::<Tensor, _>(p, square))));
    assert!(matches!(error, GraphError::Sizes { op: "full", .. }), "{error}");
    let error = failed(&[2, 3], |r, _| ops::lift_to::<Rows, _>(rows(r), Dims::new(Dim::Cols, Dim::One)));
    assert!(matches!(error, GraphError::Sizes { op: "rows", .. }), "{error}");
    let error = failed(&[2, 3], |_, p| ops::lift_to::<Tensor, _>(p, Dims::ROWS));
    assert!(matches!(error, GraphError::Sizes { op: "full", .. }), "{error}");
}

#[test]
fn leaves_of_two_pairs() {
    let recorder = Recorder::new(&[2, 2]);
    let _ = (recorder.state::<Rows>("s"), recorder.state::<Cols>("s"));
    assert_eq!(recorder.finish("Two").unwrap_err().to_string(), "`s` is declared both as rows and as cols");
}

fn sizes(shape: &[usize]) -> (usize, usize, usize) {
    let shape = ParamShape::of(shape);
    (shape.batch(), shape.rows(), shape.cols())
}

/// The interpreter's products and broadcasts, against loops, for every shape.
#[test]
fn values_follow_their_dimensions() {
    for shape in SHAPES {
        let (b, m, n) = sizes(shape);
        let (p, row, col) = (numbers(b * m * n, 30), numbers(b * m, 31), numbers(b * n, 32));
        let at = |k: usize, i: usize, j: usize| p[(k * m + i) * n + j];
        let states: [(&str, &[f64]); 2] = [("rows", &row), ("cols", &col)];
        let stored = |step: &dyn Fn(&Recorder, Tensor) -> Tensor| -> Vec<f64> {
            let graph: Graph = record(shape, |r, p, _| step(r, p));
            run_with(&graph, &p, &p, &states).param
        };
        let every = |f: &dyn Fn(usize, usize, usize) -> f64| -> Vec<f64> {
            (0..b * m * n).map(|place| f(place / (m * n), place / n % m, place % n)).collect()
        };

        // (rows, 1) with (1, cols).
        let found = stored(&|r, p| ops::assign(rows(r) * cols(r) + p));
        assert_close(&found, &every(&|k, i, j| row[k * m + i] * col[k * n + j] + at(k, i, j)));
        // (rows, cols)·(cols, rows)·(rows, cols), from either side.
        let square = |k: usize, i: usize, l: usize| (0..n).map(|j| at(k, i, j) * at(k, l, j)).sum::<f64>();
        let expected = every(&|k, i, j| (0..m).map(|l| square(k, i, l) * at(k, l, j)).sum());
        assert_close(&stored(&|_, p| ops::matmul(ops::matmul(p, ops::t(p)), p)), &expected);
        assert_close(&stored(&|_, p| ops::matmul(p, ops::matmul(ops::t(p), p))), &expected);
        // The columns of the transposed value are the rows.
        let found = stored(&|_, p| p + ops::t(ops::t(p) * ops::col_sum(ops::t(p))));
        let of_row = |k: usize, i: usize| (0..n).map(|j| at(k, i, j)).sum::<f64>();
        assert_close(&found, &every(&|k, i, j| at(k, i, j) + at(k, i, j) * of_row(k, i)));
        // A value that is repeated counts as often as it is repeated.
        let lifted = |r: &Recorder| ops::lift_to::<Tensor, _>(rows(r), Dims::new(Dim::Rows, Dim::Size(2)));
        let found = stored(&|r, p| p + ops::row_sum(lifted(r)));
        assert_close(&found, &every(&|k, i, j| at(k, i, j) + 2.0 * row[k * m + i]));
        let found = stored(&|_, p| p + ops::matrix_sum(ops::full(2.0)));
        assert_close(&found, &every(&|k, i, j| at(k, i, j) + 2.0 * (m * n) as f64));
        let found = stored(&|r, p| p + ops::sum(ops::gt(ops::full(r.t()), 0.0)));
        assert_close(&found, &every(&|k, i, j| at(k, i, j) + (b * m * n) as f64));
    }
}

/// Many matrices without an element are not looked at one by one.
#[test]
fn nothing_takes_no_time() {
    for shape in [[usize::MAX, usize::MAX, 3, 0], [usize::MAX, 2, 0, 3], [0, usize::MAX, usize::MAX, 3]] {
        let graph = record(&shape, |_, p, _| p * ops::sum(p) + ops::norm(p));
        assert_close(&run_with(&graph, &[], &[], &[]).param, &[]);
    }
}

#[test]
fn a_product_of_a_column_and_a_row() {
    let (shape, p) = (&[3, 1], [1.0, 2.0, 3.0]);
    let found = compute(shape, &p, &p, |_, p, _| ops::matmul(ops::matmul(p, ops::t(p)), p));
    assert_close(&found, &[14.0, 28.0, 42.0]);
    let graph = record(shape, |_, p, _| ops::matmul(ops::matmul(p, ops::t(p)), p));
    assert_eq!(graph.nodes()[3].extent().sizes(), (1, 3, 3));
    assert_eq!(graph.stores()[0].extent().dims(), Axes::Tensor.dims());
}
