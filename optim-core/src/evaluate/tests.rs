//! The evaluator with ndarray, against the interpreter.

use std::collections::BTreeMap;

use super::compose::reshape_on_host;
use super::{Backend, EvaluateError, Evaluated, Evaluation, NdarrayBackend, Value, run, run_together};
use crate::draw::DrawKey;
use crate::lang;
use crate::lang::{Cols, Dtype, Graph, Recorder, Rows, Scalar, Tensor, ops};
use crate::random::Random;
use crate::shape::{Dim, Dims, ParamShape};

/// Numbers with every edge.
fn numbers(count: usize, seed: u64) -> Vec<f64> {
    let edges = [0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 3.7, 1e9, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
    let mut random = Random::new(seed);
    (0..count).map(|_| if random.one_in(2) { *random.pick(&edges) } else { random.between(-3.0, 3.0) }).collect()
}

fn plain(count: usize, seed: u64) -> Vec<f64> {
    let mut random = Random::new(seed);
    (0..count).map(|_| random.between(-2.0, 2.0)).collect()
}

/// A step with the evaluator.
fn evaluate(graph: &Graph, param: &[f64], grad: &[f64], states: &BTreeMap<String, Vec<f64>>) -> Evaluated<Vec<f64>> {
    let backend = NdarrayBackend::<f64>::new();
    let folded = ParamShape::of(graph.shape());
    let shape = [folded.batch(), folded.rows(), folded.cols()];
    let upload = |data: &[f64], shape| backend.upload(data, shape).unwrap();
    let of = |name: &str| graph.leaves().find(|(_, leaf)| leaf.name() == name).map(|(id, _)| id);
    let states: BTreeMap<_, _> = states
        .iter()
        .filter_map(|(name, data)| {
            let (batch, rows, cols) = graph.nodes()[of(name)?].extent().sizes();
            Some((name.clone(), Value::Tensor(upload(data, [batch, rows, cols]))))
        })
        .collect();
    let (param, grad) = (upload(param, shape), upload(grad, shape));
    let (hypers, draws) = (BTreeMap::new(), DrawKey::new(0).param(""));
    let run_of = Evaluation { graph, param: &param, grad: &grad, states: &states, hypers: &hypers, t: 3, draws };
    let outputs = run(&backend, run_of).unwrap();
    let down = |x: &_| backend.download(x).unwrap();
    Evaluated {
        param: outputs.param.as_ref().map(down),
        states: outputs
            .states
            .into_iter()
            .map(|(name, value)| match value {
                Value::Number(x) => (name, Value::Number(x)),
                Value::Tensor(x) => (name, Value::Tensor(down(&x))),
            })
            .collect(),
        reported: outputs
            .reported
            .into_iter()
            .map(|(name, value)| match value {
                Value::Number(x) => (name, Value::Number(x)),
                Value::Tensor(x) => (name, Value::Tensor(down(&x))),
            })
            .collect(),
    }
}

#[track_caller]
fn same(name: &str, found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len(), "{name}");
    for (place, (found, expected)) in found.iter().zip(expected).enumerate() {
        let near = (found - expected).abs() <= 1e-12 * expected.abs().max(1.0);
        let equal = found == expected || found.is_nan() && expected.is_nan() || near;
        assert!(equal, "{name}[{place}]: {found:?} evaluated, {expected:?} interpreted");
    }
}

/// Evaluates and interprets.
#[track_caller]
fn compare(graph: &Graph, param: &[f64], grad: &[f64], states: &BTreeMap<String, Vec<f64>>) {
    let found = evaluate(graph, param, grad, states);
    let expected = graph.run(Dtype::F64, param, grad, states, &BTreeMap::new(), 3).unwrap();
    if let Some(found) = found.param {
        same("param", &found, &expected.param);
    }
    let stores = graph.stores().iter().filter(|store| !store.extent().is_empty() && store.target().name() != "param");
    assert_eq!(found.states.len(), stores.count());
    for (name, value) in found.states {
        match value {
            Value::Number(x) => same(&name, &[x], &expected.states[&name]),
            Value::Tensor(x) => same(&name, &x, &expected.states[&name]),
        }
    }
}

macro_rules! store_each {
    ($($section:ident { $($Op:ident = $name:ident($($x:ident),+) $(as $sign:tt)?, $work:ident, $meaning:literal;)* })*) => {
        fn store_each(recorder: &Recorder, [param, grad, rows]: [Tensor; 3], number: Scalar) {
            $($(store_each!(@$section recorder [param, grad, rows, number] $name);)*)*
        }
    };
    (@unary $recorder:ident [$a:ident, $b:ident, $c:ident, $n:ident] $name:ident) => {
        $recorder.store_state(stringify!($name), ops::$name($a));
    };
    (@binary $recorder:ident [$a:ident, $b:ident, $c:ident, $n:ident] $name:ident) => {
        $recorder.store_state(stringify!($name), ops::$name($a, $b));
        $recorder.store_state(concat!(stringify!($name), ".repeated"), ops::$name($c, $b));
        $recorder.store_state(concat!(stringify!($name), ".right"), ops::$name($a, $n));
        $recorder.store_state(concat!(stringify!($name), ".left"), ops::$name($n, $a));
    };
    (@ternary $recorder:ident [$a:ident, $b:ident, $c:ident, $n:ident] $name:ident) => {
        $recorder.store_state(stringify!($name), ops::$name($a, $b, $c));
        $recorder.store_state(concat!(stringify!($name), ".numbers"), ops::$name($a, 0.5, $n));
    };
    (@compare $recorder:ident [$a:ident, $b:ident, $c:ident, $n:ident] $name:ident) => {
        let mask = ops::$name($a, $b) & !ops::$name($b, $n) | ops::$name($c, 1.0);
        $recorder.store_state(stringify!($name), ops::select(mask, $a, $b));
        $recorder.store_state(concat!(stringify!($name), ".count"), ops::row_sum(mask));
    };
    (@logic $($rest:tt)*) => {};
    (@choice $($rest:tt)*) => {};
}
optim_language::operations!(store_each);

/// Every elementwise function, with tensors, repeated values and numbers.
#[test]
fn elementwise_functions_are_the_interpreters() {
    let recorder = Recorder::new(&[2, 5, 7]);
    let rows = recorder.state::<Rows>("rows");
    let number = recorder.t() * 0.75;
    store_each(&recorder, [recorder.param(), recorder.grad(), ops::full(rows)], number);
    recorder.store_param(ops::powi(recorder.param(), 5) + ops::powi(recorder.grad(), -2) * ops::powi(number, 0));
    let graph = recorder.finish("Each").unwrap();
    for seed in 0..5 {
        let states = BTreeMap::from([("rows".to_owned(), numbers(10, seed))]);
        compare(&graph, &numbers(70, 10 + seed), &numbers(70, 20 + seed), &states);
    }
}

macro_rules! store_reductions {
    ($($section:ident {
        $($Fold:ident = $all:ident $row:ident $col:ident $matrix:ident $global:ident: $each:ident $join:ident $finish:ident, $meaning:literal;)*
    })*) => {
        fn store_reductions(recorder: &Recorder, [a, b]: [Tensor; 2], rows: Rows) {
            $($(
                store_reductions!(@$section recorder a b rows: $all $row $col $matrix);
            )*)*
        }

        /// Every reduction over the model, and of what they name.
        fn global_reductions(recorder: &Recorder) -> Vec<Scalar> {
            let (a, b, t) = (recorder.param(), recorder.grad(), recorder.t());
            let mut all = Vec::new();
            $($(
                let place = 10 + 6 * all.len() as u32;
                all.push(store_reductions!(@global $section $global a b place));
                let scalars = store_reductions!(@global $section $global t t (place + 3));
                recorder.store_state(stringify!($global), scalars);
            )*)*
            all
        }
    };
    (@global pairs $name:ident $a:ident $b:ident $place:tt) => { ops::$name($a, $b, $place) };
    (@global $one:ident $name:ident $a:ident $b:ident $place:tt) => { ops::$name($a, $place) };
    (@pairs $recorder:ident $a:ident $b:ident $rows:ident: $($name:ident)*) => {
        $($recorder.store_state(stringify!($name), ops::$name($a, $b));
        $recorder.store_state(concat!(stringify!($name), ".rows"), ops::$name($a, ops::full($rows)));)*
    };
    (@$one:ident $recorder:ident $a:ident $b:ident $rows:ident: $($name:ident)*) => {
        $($recorder.store_state(stringify!($name), ops::$name($a));
        $recorder.store_state(concat!(stringify!($name), ".rows"), ops::$name(ops::full($rows)));
        $recorder.store_state(concat!(stringify!($name), ".number"), ops::$name(ops::full(0.25)));)*
    };
}
optim_language::reductions!(store_reductions);

/// Every reduction of tensors, of repeated values and of numbers, with and without elements.
#[test]
fn reductions_are_the_interpreters() {
    for shape in [&[2, 3, 4][..], &[3, 1], &[1, 1, 1], &[5], &[], &[0, 3], &[3, 0], &[2, 0, 3], &[0]] {
        let recorder = Recorder::new(shape);
        store_reductions(&recorder, [recorder.param(), recorder.grad()], recorder.state("rows"));
        recorder.store_param(recorder.param() * recorder.grad());
        let graph = recorder.finish("Reductions").unwrap();
        let folded = ParamShape::of(shape);
        let rows = folded.batch() * folded.rows();
        for seed in 0..3 {
            let numbers = if seed == 0 { numbers } else { plain };
            let states = BTreeMap::from([("rows".to_owned(), plain(rows, seed))]);
            compare(&graph, &numbers(folded.len(), 10 + seed), &plain(folded.len(), 20 + seed), &states);
        }
    }
}

/// Reductions to the numbers along each axis and along all others, of tensors, of masks and of such numbers, and what meets them.
#[test]
fn numbers_along_axes_are_the_interpreters() {
    let shapes: [&[usize]; 13] = [
        &[],
        &[5],
        &[3, 4],
        &[1, 3],
        &[3, 1],
        &[2, 3, 4],
        &[2, 3, 2, 4],
        &[2, 1, 3, 1],
        &[0],
        &[0, 3],
        &[3, 0],
        &[2, 0, 3],
        &[0, 2, 3],
    ];
    for shape in shapes {
        let kept = (0..shape.len() + 2).flat_map(|axis| [Dim::Along(axis), Dim::Without(axis)]);
        for kept in kept {
            let recorder = Recorder::new(shape);
            let (param, grad) = (recorder.param(), recorder.grad());
            let dims = Dims::row(kept);
            let acc = recorder.state_of::<Cols>("acc", dims);
            let mut all = ops::full(acc) * param;
            for fold in lang::Fold::ALL {
                let of = |x: Tensor, y: Tensor| match fold {
                    lang::Fold::Dot => ops::reduce_pair_to(*fold, x, y, kept),
                    _ => ops::reduce_to(*fold, x, kept),
                };
                let again = |x: Cols| match fold {
                    lang::Fold::Dot => ops::reduce_pair_to(*fold, x, acc, kept),
                    _ => ops::reduce_to(*fold, x, kept),
                };
                let reduced = of(param, grad);
                let store = |name: &str, x| recorder.store_state_of(&format!("{}.{name}", fold.name()), x, dims);
                store("tensor", reduced);
                store("number", of(ops::full(0.25), ops::full(0.5)));
                store("again", again(reduced));
                store("acc", ops::max(acc, reduced) * 2.0 + recorder.t());
                all += ops::select(ops::gt(acc, reduced), grad, reduced);
            }
            recorder.store_state_of("count", ops::reduce_to(lang::Fold::Sum, ops::gt(param, grad), kept), dims);
            recorder.store_state_of("mean", ops::reduce_to(lang::Fold::Mean, ops::gt(acc, 0.5), kept), dims);
            recorder.store_state_of("filled", ops::lift::<Cols, _>(ops::sum(grad)) - acc, dims);
            recorder.store_state_of("drawn", ops::uniform_like(acc, 0), dims);
            recorder.store_state("sum", ops::sum(acc) + ops::dot(acc, ops::sum(grad)) + ops::dot(acc, grad));
            recorder.store_state("rows", ops::row_sum(ops::full(acc)));
            recorder.store_state("turned", ops::norm(ops::row_sum(ops::t(ops::full(acc)))));
            recorder.store_state("whole", ops::full(acc));
            recorder.store_param(all);
            let graph = recorder.finish("Axes").unwrap();
            let folded = ParamShape::of(shape);
            for seed in 0..2 {
                let numbers = if seed == 0 { numbers } else { plain };
                let states = BTreeMap::from([("acc".to_owned(), plain(folded.size(kept), seed))]);
                compare(&graph, &numbers(folded.len(), 10 + seed), &plain(folded.len(), 20 + seed), &states);
            }
        }
    }
}

/// The elements stay in C order, also those of views.
#[test]
fn the_default_reshape_is_that_of_ndarray() {
    let backend = NdarrayBackend::<f64>::new();
    let x = backend.upload(&plain(6, 1), [1, 2, 3]).unwrap();
    let views = [backend.transpose(&x).unwrap(), backend.broadcast(&x, [4, 2, 3]).unwrap(), x];
    for x in views {
        let shape = [1, backend.shape(&x).iter().product(), 1];
        let (own, host) = (backend.reshape(&x, shape).unwrap(), reshape_on_host(&backend, &x, shape).unwrap());
        assert_eq!(backend.shape(&own), shape);
        same("reshape", &backend.download(&own).unwrap(), &backend.download(&host).unwrap());
        same("reshape", &backend.download(&own).unwrap(), &backend.download(&x).unwrap());
    }
}

/// Quantiles of tensors, of repeated values and of numbers, with and without elements, at fixed numbers and at those of the data.
#[test]
fn quantiles_are_the_interpreters() {
    for shape in [&[2, 3, 4][..], &[2, 3, 2, 3], &[3, 1], &[1, 1, 1], &[5], &[], &[0, 3], &[3, 0], &[2, 0, 3], &[0]] {
        let recorder = Recorder::new(shape);
        let (x, grad, rows) = (recorder.param(), recorder.grad(), recorder.state::<Rows>("rows"));
        let fraction = ops::abs(ops::tanh(ops::sum(grad)));
        recorder.store_state("all", ops::quantile(x, 0.3));
        recorder.store_state("row", ops::row_quantile(x, fraction));
        recorder.store_state("col", ops::col_quantile(x, 0.75));
        recorder.store_state("matrix", ops::matrix_quantile(x, fraction));
        recorder.store_state("repeated", ops::quantile(ops::full(rows), fraction * 1.5));
        recorder.store_state("of rows", ops::col_quantile(rows, 0.5));
        recorder.store_state("number", ops::row_quantile(ops::full(0.25), 0.5));
        for axis in 0..shape.len() + 2 {
            let [along, without] = [Dim::Along(axis), Dim::Without(axis)].map(Dims::row);
            let store = |name: &str, x, dims| recorder.store_state_of(&format!("{name} {axis}"), x, dims);
            let (first, second) = (ops::quantile_along(x, fraction, axis), ops::quantile_without(x, 0.4, axis));
            store("along", first, along);
            store("without", second, without);
            store("along of rows", ops::quantile_along(ops::full(rows), 0.7, axis), along);
            store("without number", ops::quantile_without(ops::full(0.25), fraction, axis), without);
            store("along again", ops::quantile_along(first, 0.2, axis), along);
            store("without again", ops::quantile_without(second, fraction * 1.5, axis), without);
        }
        recorder.store_param(x - grad * ops::quantile(grad, fraction));
        let graph = recorder.finish("Quantiles").unwrap();
        let folded = ParamShape::of(shape);
        for seed in 0..3 {
            let numbers = if seed == 0 { numbers } else { plain };
            let states = BTreeMap::from([("rows".to_owned(), plain(folded.batch() * folded.rows(), seed))]);
            compare(&graph, &numbers(folded.len(), 10 + seed), &plain(folded.len(), 20 + seed), &states);
        }
    }
}

/// Products, orders, parts of matrices, random numbers.
#[test]
fn matrices_and_draws_are_the_interpreters() {
    for shape in [&[2, 4, 3][..], &[3, 3], &[4, 1], &[4, 0]] {
        let recorder = Recorder::new(shape);
        let (x, grad) = (recorder.param(), recorder.grad());
        let square = ops::matmul(ops::t(x), grad);
        let cols = recorder.state::<Cols>("cols");
        recorder.store_state("square", ops::col_sum(square));
        recorder.store_state("repeated", ops::col_sum(ops::matmul(ops::t(x), ops::full(cols) * 1.0 + grad)));
        recorder.store_state("diag", ops::diag(square));
        if shape.last() != Some(&0) {
            recorder.store_state("first", ops::row_sum(ops::first_cols(x, 1)));
        }
        recorder.store_state("taken", ops::take_cols(x, ops::argsort(cols)));
        if shape.last() != Some(&0) {
            let put = ops::put_cols(x, ops::argsort(cols), ops::first_cols(grad, 1));
            recorder.store_state("put", ops::row_sum(ops::put_cols(put, ops::argsort(cols), ops::row_sum(x))));
        }
        let eye = ops::eye(Dim::Cols);
        recorder.store_state("eye", ops::row_sum(ops::matmul(x, eye + square)));
        recorder.store_param(x + ops::normal_like(x, 0) * ops::uniform_like(x, 1));
        recorder.store_state("drawn", ops::normal_like(recorder.t(), 2));
        let graph = recorder.finish("Matrices").unwrap();
        let len = shape.iter().product();
        let cols: usize = shape.iter().rev().skip(2).product::<usize>() * shape[shape.len() - 1];
        let states = BTreeMap::from([("cols".to_owned(), plain(cols, 3))]);
        compare(&graph, &plain(len, 1), &plain(len, 2), &states);
    }
}

#[cfg(feature = "linalg")]
#[test]
fn decompositions_are_the_interpreters() {
    let recorder = Recorder::new(&[2, 4, 3]);
    let x = recorder.param();
    let gram = ops::matmul(ops::t(x), x);
    let (u, s, v) = ops::svd(x);
    let (q, r) = ops::qr(x);
    let (vectors, values) = ops::eigh(gram);
    recorder.store_state("svd", ops::row_sum(ops::matmul(u * s, ops::t(v))));
    recorder.store_state("s", s);
    recorder.store_state("qr", ops::row_sum(ops::matmul(q, r)));
    recorder.store_state("values", values);
    recorder.store_state("vectors", ops::col_sum(ops::abs(vectors)));
    recorder.store_state("cholesky", ops::col_sum(ops::cholesky(gram)));
    recorder.store_state("solve", ops::sum(ops::solve(gram, ops::t(x))));
    recorder.store_state("root", ops::col_sum(ops::inv_root(gram, 4, 1e-6)));
    recorder.store_param(x * ops::sum(u));
    let graph = recorder.finish("Decompositions").unwrap();
    compare(&graph, &plain(24, 1), &plain(24, 2), &BTreeMap::new());
}

/// Reductions over the model join what the parameters have, and the joint number stays where they are.
#[test]
fn reductions_over_the_model_are_the_interpreters() {
    let graph = |shape: &[usize]| {
        let recorder = Recorder::new(shape);
        let (param, grad) = (recorder.param(), recorder.grad());
        let norm = ops::global_norm(grad, 0);
        let largest = ops::global_amax(param / norm, 1);
        let steps = ops::global_mean(recorder.t(), 2);
        recorder.store_state("steps", steps);
        let all = global_reductions(&recorder).into_iter().fold(steps, |all, one| all * 2.0 + one);
        recorder.store_param(param - grad / norm * largest + ops::global_rms(param, 4) * steps + all);
        recorder.finish("Together").unwrap()
    };
    let graphs = [graph(&[2, 3]), graph(&[4])];
    let numbers: Vec<_> = (0..4).map(|seed| plain([6, 6, 4, 4][seed as usize], seed)).collect();
    let (states, hypers) = (BTreeMap::new(), BTreeMap::new());
    let interpreted: Vec<_> = (0..2)
        .map(|place| lang::Run {
            graph: &graphs[place],
            param: &numbers[2 * place],
            grad: &numbers[2 * place + 1],
            states: &states,
            hypers: &hypers,
            t: 1 + place as u64,
        })
        .collect();
    let expected = lang::run_together(Dtype::F64, &interpreted).unwrap();
    let backend = NdarrayBackend::<f64>::new();
    let shapes = [[1, 2, 3], [1, 1, 4]];
    let tensors: Vec<_> = (0..4).map(|place| backend.upload(&numbers[place], shapes[place / 2]).unwrap()).collect();
    let (none, draws) = (BTreeMap::new(), DrawKey::new(0));
    let runs: Vec<_> = (0..2)
        .map(|place| Evaluation {
            graph: &graphs[place],
            param: &tensors[2 * place],
            grad: &tensors[2 * place + 1],
            states: &none,
            hypers: &hypers,
            t: 1 + place as u64,
            draws,
        })
        .collect();
    for (found, expected) in run_together(&backend, &runs).unwrap().iter().zip(&expected) {
        same("param", &backend.download(found.param.as_ref().unwrap()).unwrap(), &expected.param);
        // The host's values stay on the host.
        for (name, value) in &found.states {
            let Value::Number(number) = value else { panic!("{name} is {value:?}") };
            same(name, &[*number], &expected.states[name]);
        }
        assert_eq!(found.states.len(), 1 + lang::Fold::ALL.len());
    }
}

#[test]
fn what_is_missing_or_of_another_shape_is_told() {
    let recorder = Recorder::new(&[2, 3]);
    recorder.store_param(recorder.param() - recorder.state::<Tensor>("buffer"));
    let graph = recorder.finish("Test").unwrap();
    let backend = NdarrayBackend::<f32>::new();
    let right = backend.fill(1.0, [1, 2, 3]).unwrap();
    let wrong = backend.fill(1.0, [1, 3, 2]).unwrap();
    let hypers = BTreeMap::new();
    let step = |param: &_, buffer: Option<&_>| {
        let states =
            buffer.map(|x: &ndarray::ArcArray<f32, ndarray::Ix3>| ("buffer".to_owned(), Value::Tensor(x.clone())));
        let states = states.into_iter().collect();
        let draws = DrawKey::new(0);
        run(&backend, Evaluation { graph: &graph, param, grad: &right, states: &states, hypers: &hypers, t: 1, draws })
    };
    assert!(step(&right, Some(&right)).is_ok());
    let missing = step(&right, None).unwrap_err();
    assert!(matches!(&missing, EvaluateError::Missing { name } if name == "buffer"), "{missing}");
    for (error, name) in [(step(&wrong, Some(&right)), "param"), (step(&right, Some(&wrong)), "buffer")] {
        let error = error.unwrap_err();
        assert!(
            error.to_string().starts_with(&format!("`{name}` has the shape [1, 3, 2], expected [1, 2, 3]")),
            "{error}"
        );
    }
}
