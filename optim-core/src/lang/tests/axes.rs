//! Numbers along an axis of the parameter, or along all others, against arrays of ndarray.

use ndarray::{Array1, ArrayD, Axis, IxDyn};

use super::super::{Cols, Dtype, Fold, Graph, GraphError, Recorder, Scalar, Tensor, ops, quantile};
use super::reductions::of;
use super::{numbers, record, run, run_with};
use crate::shape::{Dim, Dims};

const SHAPES: [&[usize]; 11] =
    [&[], &[5], &[1], &[3, 4], &[2, 3, 4], &[2, 3, 2, 4], &[2, 1, 3], &[0], &[0, 3], &[3, 0], &[2, 0, 3]];

/// All axes of a shape and two that it does not have.
fn kept(shape: &[usize]) -> impl Iterator<Item = Dim> {
    (0..shape.len()).chain([shape.len(), shape.len() + 4]).flat_map(|axis| [Dim::Along(axis), Dim::Without(axis)])
}

fn array(shape: &[usize], numbers: &[f64]) -> ArrayD<f64> {
    ArrayD::from_shape_vec(IxDyn(shape), numbers.to_vec()).unwrap()
}

/// The numbers of each group that a reduction combines.
fn groups(x: &ArrayD<f64>, kept: Dim) -> Vec<Vec<f64>> {
    match kept {
        Dim::Along(axis) if axis < x.ndim() => {
            x.axis_iter(Axis(axis)).map(|part| part.iter().copied().collect()).collect()
        }
        Dim::Without(axis) if axis < x.ndim() => x.lanes(Axis(axis)).into_iter().map(|lane| lane.to_vec()).collect(),
        Dim::Along(_) => vec![x.iter().copied().collect()],
        _ => x.iter().map(|x| vec![*x]).collect(),
    }
}

/// These numbers for each element of a parameter.
fn repeated(shape: &[usize], numbers: &[f64], kept: Dim) -> Vec<f64> {
    let small: Vec<usize> = (0..shape.len())
        .map(|own| match kept {
            Dim::Along(axis) if axis != own => 1,
            Dim::Without(axis) if axis == own => 1,
            _ => shape[own],
        })
        .collect();
    array(&small, numbers).broadcast(IxDyn(shape)).unwrap().iter().copied().collect()
}

#[track_caller]
fn same(what: &str, found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (place, (a, b)) in found.iter().zip(expected).enumerate() {
        let near = (a - b).abs() <= 1e-12 * b.abs().max(1.0);
        assert!(near || a == b || a.is_nan() && b.is_nan(), "{what}[{place}]: {a:?} is not {b:?}");
    }
}

#[test]
fn every_reduction_to_every_axis() {
    for shape in SHAPES {
        let count = shape.iter().product();
        let (x, y) = (numbers(count, 21), numbers(count, 22));
        for (kept, fold) in kept(shape).flat_map(|kept| Fold::ALL.iter().map(move |fold| (kept, *fold))) {
            let recorder = Recorder::new(shape);
            let (p, g) = (recorder.param(), recorder.grad());
            let reduced = match fold {
                Fold::Dot => ops::reduce_pair_to(fold, p, g, kept),
                _ => ops::reduce_to(fold, p, kept),
            };
            recorder.store_state_of("kept", reduced, Dims::row(kept));
            recorder.store_param(ops::full(reduced));
            let outputs = run_with(&recorder.finish("Test").unwrap(), &x, &y, &[]);
            let (name, products): (_, Vec<f64>) = match fold {
                Fold::Dot => ("sum", x.iter().zip(&y).map(|(x, y)| x * y).collect()),
                _ => (fold.name(), x.clone()),
            };
            let expected: Vec<f64> =
                groups(&array(shape, &products), kept).iter().map(|group| of(group, name)).collect();
            let what = format!("{fold:?} {kept} of {shape:?}");
            same(&what, &outputs.states["kept"], &expected);
            same(&what, &outputs.param, &repeated(shape, &expected, kept));
        }
    }
}

/// At fractions that fall on a number, between two, beyond all and on none, of elements and of numbers that have the axis already.
#[test]
fn quantiles_to_every_axis() {
    for shape in SHAPES {
        let x = numbers(shape.iter().product(), 27);
        for (kept, q) in kept(shape).flat_map(|kept| [0.0, 0.3, 0.5, 1.0, 1.5, f64::NAN].map(|q| (kept, q))) {
            let recorder = Recorder::new(shape);
            let to = |x: Tensor| match kept {
                Dim::Without(axis) => ops::quantile_without(x, q, axis),
                Dim::Along(axis) => ops::quantile_along(x, recorder.t() * q, axis),
                _ => unreachable!("an axis is kept"),
            };
            let again = |x: Cols| match kept {
                Dim::Without(axis) => ops::quantile_without(x, q, axis),
                _ => ops::quantile_along(x, q, kept.axis().0),
            };
            let reduced = to(recorder.param());
            recorder.store_state_of("kept", reduced, Dims::row(kept));
            recorder.store_state_of("again", again(reduced), Dims::row(kept));
            recorder.store_state_of("number", to(ops::full(0.25)), Dims::row(kept));
            recorder.store_param(ops::full(reduced));
            let outputs = run_with(&recorder.finish("Test").unwrap(), &x, &x, &[]);
            let groups = groups(&array(shape, &x), kept);
            let expected: Vec<f64> = groups.iter().map(|group| quantile(group.clone(), q)).collect();
            let what = format!("{q} {kept} of {shape:?}");
            same(&what, &outputs.states["kept"], &expected);
            same(&what, &outputs.states["again"], &expected);
            same(&what, &outputs.param, &repeated(shape, &expected, kept));
            let number: Vec<f64> = groups.iter().map(|group| quantile(vec![0.25; group.len()], q)).collect();
            same(&what, &outputs.states["number"], &number);
        }
    }
}

#[test]
fn sums_are_those_of_ndarray() {
    let (shape, x) = ([2, 3, 4], numbers(24, 23));
    let sum = |kept| {
        let recorder = Recorder::new(&shape);
        recorder.store_state_of("sum", ops::reduce_to(Fold::Sum, recorder.param(), kept), Dims::row(kept));
        run_with(&recorder.finish("Test").unwrap(), &x, &x, &[]).states["sum"].clone()
    };
    let whole = array(&shape, &x);
    for axis in 0..3 {
        let without = whole.sum_axis(Axis(axis));
        same("without", &sum(Dim::Without(axis)), &without.iter().copied().collect::<Vec<_>>());
    }
    same("along 1", &sum(Dim::Along(1)), &whole.sum_axis(Axis(2)).sum_axis(Axis(0)).into_raw_vec_and_offset().0);
    same("along 5", &sum(Dim::Along(5)), &[whole.sum()]);
    same("without 5", &sum(Dim::Without(5)), &x);
}

/// Empty axes leave what a reduction of nothing gives.
#[test]
fn nothing_along_an_axis() {
    let of = |shape: &[usize], fold, kept| {
        let recorder = Recorder::new(shape);
        recorder.store_state_of("kept", ops::reduce_to(fold, recorder.param(), kept), Dims::row(kept));
        run_with(&recorder.finish("Test").unwrap(), &[], &[], &[]).states["kept"].clone()
    };
    same("sum", &of(&[0, 2], Fold::Sum, Dim::Along(1)), &[0.0; 2]);
    same("sum", &of(&[0, 2], Fold::Sum, Dim::Along(0)), &[]);
    same("mean", &of(&[0, 2], Fold::Mean, Dim::Without(0)), &[f64::NAN; 2]);
    same("amax", &of(&[2, 0, 2], Fold::Amax, Dim::Without(1)), &[f64::NEG_INFINITY; 4]);
    same("amin", &of(&[2, 0, 2], Fold::Amin, Dim::Along(0)), &[f64::INFINITY; 2]);
    same("none", &of(&[2, 0, 2], Fold::Amin, Dim::Without(0)), &[]);
}

/// A second reduction to the same numbers has one number for each.
#[test]
fn reduced_again_to_the_same() {
    let (shape, x) = ([3, 2, 2], numbers(12, 24));
    for kept in kept(&shape) {
        let recorder = Recorder::new(&shape);
        let once = ops::reduce_to(Fold::Sum, recorder.param(), kept);
        let twice = |fold| match fold {
            Fold::Dot => ops::reduce_pair_to(fold, once, once, kept),
            _ => ops::reduce_to(fold, once, kept),
        };
        for fold in Fold::ALL {
            recorder.store_state_of(fold.name(), twice(*fold), Dims::row(kept));
        }
        recorder.store_state("whole", ops::norm(once));
        let states = run_with(&recorder.finish("Test").unwrap(), &x, &x, &[]).states;
        let sums = &states["sum"];
        let each = |f: fn(f64) -> f64| sums.iter().map(|x| f(*x)).collect::<Vec<_>>();
        for name in ["mean", "amax", "amin"] {
            same(name, &states[name], sums);
        }
        for name in ["sum_abs", "norm", "rms"] {
            same(name, &states[name], &each(f64::abs));
        }
        same("dot", &states["dot"], &each(|x| x * x));
        same("whole", &states["whole"], &[of(sums, "norm")]);
    }
}

/// The expected numbers are worked out on paper for `[[1, 2, 3], [4, 5, 6]]`.
#[test]
fn they_meet_other_values() {
    let x = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    let f = |step: fn(&Recorder, Tensor) -> Tensor| {
        run(&record(&[2, 3], |recorder, p, _| step(recorder, p)), &x, &[0.5, 0.5, 0.5, 2.0, 2.0, 2.0])
    };
    let sum = |x: Tensor, kept| ops::reduce_to(Fold::Sum, x, kept);
    assert_eq!(f(|_, p| p - ops::reduce_to(Fold::Mean, p, Dim::Along(0))), [-1.0, 0.0, 1.0, -1.0, 0.0, 1.0]);
    assert_eq!(f(|_, p| ops::reduce_to(Fold::Amax, p, Dim::Along(1)) - p), [3.0, 3.0, 3.0, 0.0, 0.0, 0.0]);
    // Along one axis and along another: for every element.
    let both = |_: &Recorder, p: Tensor| {
        let (rows, cols) = (ops::reduce_to(Fold::Sum, p, Dim::Along(0)), ops::reduce_to(Fold::Sum, p, Dim::Along(1)));
        ops::full(rows * cols)
    };
    assert_eq!(f(both), [30.0, 42.0, 54.0, 75.0, 105.0, 135.0]);
    // With rows, a scalar, fixed numbers and one number for each matrix.
    let many = |recorder: &Recorder, p: Tensor| {
        let cols = ops::reduce_to(Fold::Sum, p, Dim::Along(1)) * 2.0 + recorder.t();
        ops::lerp(ops::full(ops::row_sum(p) + ops::matrix_sum(p)), ops::full(cols), 1.0)
    };
    assert_eq!(f(many), [11.0, 15.0, 19.0, 11.0, 15.0, 19.0]);
    let chosen = |_: &Recorder, p: Tensor| {
        let rows = ops::reduce_to(Fold::Sum, p, Dim::Along(0));
        ops::select(ops::gt(rows, 10.0), p, -rows)
    };
    assert_eq!(f(chosen), [-6.0, -6.0, -6.0, 4.0, 5.0, 6.0]);
    let counted = |_: &Recorder, p: Tensor| {
        let above = ops::reduce_to(Fold::Sum, ops::gt(p, 1.5), Dim::Along(1));
        let rows = ops::reduce_to(Fold::Mean, ops::gt(p, ops::full(4.5)), Dim::Without(1));
        ops::full(above) + rows
    };
    let third = 2.0 / 3.0;
    assert_eq!(f(counted), [1.0, 2.0, 2.0, 1.0 + third, 2.0 + third, 2.0 + third]);
    // The products of all elements, and of numbers along one axis alone.
    let recorder = Recorder::new(&[2, 3]);
    let (p, g) = (recorder.param(), recorder.grad());
    let cols = sum(p, Dim::Along(1));
    recorder.store_state("all", ops::dot(cols, p));
    recorder.store_state("own", ops::dot(cols, cols));
    recorder.store_state("fixed", ops::dot(cols, 2.0));
    recorder.store_state("scalar", ops::dot(cols, recorder.t()));
    recorder.store_state("other", ops::dot(recorder.t(), cols));
    let along = Dims::row(Dim::Along(0));
    recorder.store_state_of("rows", ops::reduce_pair_to(Fold::Dot, p, g, Dim::Along(0)), along);
    recorder.store_state_of("lifted", ops::reduce_pair_to(Fold::Dot, p, cols, Dim::Along(0)), along);
    recorder.store_state_of("counted", ops::reduce_pair_to(Fold::Dot, 2.0, g, Dim::Along(0)), along);
    let outputs = run_with(&recorder.finish("Test").unwrap(), &x, &[0.5, 0.5, 0.5, 2.0, 2.0, 2.0], &[]).states;
    for (name, expected) in [
        ("all", &[155.0][..]),
        ("own", &[155.0]),
        ("fixed", &[42.0]),
        ("scalar", &[21.0]),
        ("other", &[21.0]),
        ("rows", &[3.0, 30.0]),
        ("lifted", &[46.0, 109.0]),
        ("counted", &[3.0, 12.0]),
    ] {
        same(name, &outputs[name], expected);
    }
}

/// SM3 for a parameter of three axes: an accumulator for each, and the smallest of the three for each element.
#[test]
fn states_along_axes() {
    let shape = [2, 3, 2];
    let recorder = Recorder::new(&shape);
    let (p, g) = (recorder.param(), recorder.grad());
    let mut smallest: Option<Tensor> = None;
    let along = |axis| Dims::row(Dim::Along(axis));
    for axis in 0..3 {
        let acc = ops::full(recorder.state_of::<Cols>(&format!("acc.{axis}"), along(axis)));
        smallest = Some(smallest.map_or(acc, |smallest| ops::min(smallest, acc)));
    }
    let new = smallest.unwrap() + ops::square(g);
    for axis in 0..3 {
        let acc = ops::reduce_to(Fold::Amax, new, Dim::Along(axis));
        recorder.store_state_of(&format!("acc.{axis}"), acc, along(axis));
    }
    recorder.store_param(p - g / ops::sqrt(new));
    let graph = recorder.finish("SM3").unwrap();
    let (x, grad) = (numbers(12, 25), numbers(12, 26));
    let accs = [[0.5, 0.25].to_vec(), [1.0, 0.1, 0.3].to_vec(), [0.2, 2.0].to_vec()];
    let outputs = run_with(&graph, &x, &grad, &[("acc.0", &accs[0]), ("acc.1", &accs[1]), ("acc.2", &accs[2])]);
    let squares = array(&shape, &grad.iter().map(|g| g * g).collect::<Vec<_>>());
    let at = |place: &IxDyn| accs.iter().enumerate().map(|(axis, acc)| acc[place[axis]]).fold(f64::INFINITY, f64::min);
    let mut expected = squares.clone();
    expected.indexed_iter_mut().for_each(|(place, x)| *x += at(&place));
    for axis in 0..3 {
        let largest = expected.axis_iter(Axis(axis)).map(|part| of(&part.iter().copied().collect::<Vec<_>>(), "amax"));
        same("acc", &outputs.states[&format!("acc.{axis}")], &largest.collect::<Array1<f64>>().to_vec());
    }
    let moved = x.iter().zip(&grad).zip(&expected).map(|((x, g), acc)| x - g / acc.sqrt());
    same("param", &outputs.param, &moved.collect::<Vec<_>>());
    // In single precision each number along an axis is rounded once.
    let states = [("acc.0", vec![0.0; 2]), ("acc.1", vec![0.0; 3]), ("acc.2", vec![0.0; 2])];
    let states = states.map(|(name, numbers)| (name.to_owned(), numbers)).into();
    let single = graph.run(Dtype::F32, &x, &grad, &states, &Default::default(), 1).unwrap();
    assert!(single.states["acc.1"].iter().all(|x| f64::from(*x as f32) == *x));
}

fn finish(shape: &[usize], step: impl Fn(&Recorder, Tensor)) -> Result<Graph, GraphError> {
    let recorder = Recorder::new(shape);
    step(&recorder, recorder.param());
    recorder.store_param(recorder.param() * 2.0);
    recorder.finish("Test")
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table of cases")]
fn what_has_other_axes_is_refused() {
    let message = |step: fn(Tensor)| finish(&[2, 3, 4], |_, p| step(p)).unwrap_err().to_string();
    // A number and one number along an axis go where an axis is kept; rows, another axis and transposed elements do not.
    let store = |recorder: &Recorder, p: Tensor| {
        let dims = Dims::row(Dim::Along(1));
        let sum: Scalar = ops::sum(p);
        recorder.store_state_of("a", ops::lift::<Cols, _>(sum), dims);
        recorder.store_state_of("b", ops::lift::<Cols, _>(0.5), dims);
        recorder.store_state_of("c", ops::lift_to::<Cols, _>(ops::lift::<Cols, _>(sum), dims), dims);
        recorder.store_state_of("d", ops::reduce_to(Fold::Sum, p, Dim::Along(1)) * ops::lift::<Cols, _>(sum), dims);
    };
    let outputs = run_with(&finish(&[2, 3, 4], store).unwrap(), &[1.0; 24], &[1.0; 24], &[]).states;
    let expected = [[24.0; 3], [0.5; 3], [24.0; 3], [192.0; 3]];
    for (name, expected) in ["a", "b", "c", "d"].iter().zip(expected) {
        same(name, &outputs[*name], &expected);
    }
    let text = message(|p| {
        let _other: Cols = ops::reduce_to(Fold::Sum, ops::reduce_to(Fold::Sum, p, Dim::Along(0)), Dim::Along(1));
    });
    assert_eq!(
        text,
        "`sum_along(1)` of along(0), of size 2: it takes values that have all axes of the parameter, or the ones that it keeps \
         (batch x rows x cols)\nhelp: `full(x)` of a value has all axes"
    );
    let text = message(|p| {
        let _other: Cols = ops::quantile_without(ops::quantile_along(p, 0.5, 0), 0.5, 0);
    });
    assert!(
        text.starts_with("`quantile_without(0)` of along(0), of size 2: it takes values that have all axes"),
        "{text}"
    );
    let text = message(|p| {
        let _rows: Cols = ops::quantile_along(ops::row_sum(p), 0.5, 1);
    });
    assert!(text.starts_with("`quantile_along(1)` of (rows, 1), of size 2x3x_: "), "{text}");
    let other = message(|p| {
        let _sums: Cols = ops::reduce_to(Fold::Sum, p, Dim::Rows);
    });
    assert_eq!(
        other,
        "`sum_along` keeps the numbers along an axis, or along all others, but `rows` is neither\n\
         help: `Dim::Along(axis)` or `Dim::Without(axis)`"
    );
    let rows = message(|p| {
        let _rows: Cols = ops::reduce_to(Fold::Amax, ops::row_sum(p), Dim::Without(0));
    });
    assert!(rows.starts_with("`amax_without(0)` of (rows, 1), of size 2x3x_: "), "{rows}");
    let transposed = message(|p| {
        let _turned: Cols = ops::reduce_to(Fold::Amax, ops::t(p), Dim::Without(0));
    });
    assert!(transposed.starts_with("`amax_without(0)` of (cols, rows), of size 2x4x3: "), "{transposed}");
    let order = message(|p| {
        let _order = ops::argsort(ops::reduce_to(Fold::Sum, p, Dim::Along(2)));
    });
    assert_eq!(
        order,
        "`argsort` of along(2), of size 4: it takes matrices, and numbers along an axis are one row for the whole parameter\n\
         help: `full(x)` repeats them for every element"
    );
    let stored = |step: fn(Tensor) -> Cols| {
        let graph = finish(&[2, 3, 3], |recorder, p| recorder.store_state_of("acc", step(p), Dims::row(Dim::Along(1))));
        graph.map_or_else(|error| error.to_string(), |_| String::new())
    };
    let text = stored(|p| ops::reduce_to(Fold::Sum, p, Dim::Along(2)));
    assert!(text.starts_with("`acc` is along(1), but a value of dimensions along(2) is stored in it: "), "{text}");
    let text = stored(ops::col_sum);
    assert!(text.starts_with("`acc` is along(1), but a value of dimensions (1, cols) is stored in it: "), "{text}");
    assert_eq!(stored(|p| ops::reduce_to(Fold::Sum, p, Dim::Along(1))), "");
}

#[test]
fn text_and_drawings_name_the_axis() {
    let recorder = Recorder::new(&[2, 3, 4]);
    let (p, g) = (recorder.param(), recorder.grad());
    let acc = recorder.state_of::<Cols>("acc", Dims::row(Dim::Along(1)));
    let new = ops::reduce_pair_to(Fold::Dot, p, g, Dim::Along(1)) + acc;
    recorder.store_state_of("acc", new, Dims::row(Dim::Along(1)));
    recorder.store_param(ops::select(ops::gt(new, 0.0), p, ops::reduce_to(Fold::Amax, p, Dim::Without(0))));
    let graph = recorder.finish("Axes").unwrap();
    assert_eq!(
        graph.to_string(),
        "Axes [2, 3, 4]
  %0 = param                              # tensor
  %1 = grad                               # tensor
  %2 = state acc                          # along(1)
  %3 = dot_along(1) %0, %1                # along(1)
  %4 = add %3, %2                         # along(1)
  %5 = gt %4, 0.0                         # along(1) mask
  %6 = amax_without(0) %0                 # without(0)
  %7 = full %5                            # tensor mask
  %8 = full %6                            # tensor
  %9 = select %7, %0, %8                  # tensor
  store acc, %4                           # along(1)
  store param, %9                         # tensor
"
    );
    for drawing in [graph.to_svg(), graph.to_dot()] {
        assert!(drawing.contains("dot_along(1)") && drawing.contains("amax_without(0)"), "{drawing}");
    }
    assert_eq!((graph.count("dot_along"), graph.count("amax_without")), (1, 1));
}

#[test]
fn text_names_the_axis_of_a_quantile() {
    let recorder = Recorder::new(&[2, 3, 4]);
    let p = recorder.param();
    recorder.store_param(p - ops::quantile_without(p, ops::sum(p), 0) * ops::quantile_along(p, 0.5, 1));
    let text = recorder.finish("Axes").unwrap().to_string();
    assert!(text.contains("  %2 = quantile_without(0) %0, %1         # without(0)\n"), "{text}");
    assert!(text.contains("  %3 = quantile_along(1) %0, 0.5          # along(1)\n"), "{text}");
}
