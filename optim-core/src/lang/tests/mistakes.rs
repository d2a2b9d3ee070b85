use std::collections::BTreeMap;

use super::super::{Dtype, GraphError, Recorder, Rows, RunError, Tensor, ops};

fn failed(shape: &[usize], step: impl FnOnce(&Recorder, Tensor)) -> GraphError {
    let recorder = Recorder::new(shape);
    step(&recorder, recorder.param());
    recorder.finish("Mistake").expect_err("the step does not fit the shape")
}

#[test]
fn sizes_that_differ() {
    let error = failed(&[2, 3], |r, p| r.store_param(p + ops::t(p)));
    assert_eq!(
        error.to_string(),
        "`add` of (rows, cols) and (cols, rows): sizes 1x2x3 and 1x3x2 differ (batch x rows x cols)"
    );
    let error = failed(&[2, 3], |r, p| r.store_param(p + ops::row_sum(ops::t(p))));
    assert_eq!(
        error.to_string(),
        "`add` of (rows, cols) and (cols, 1): sizes 1x2x3 and 1x3x_ differ (batch x rows x cols)"
    );
    let error = failed(&[2, 3], |_, p| {
        let _ = ops::dot(p, ops::t(p));
    });
    assert!(matches!(error, GraphError::Sizes { op: "dot", .. }), "{error}");
    // The first of two mistakes is reported.
    let error = failed(&[2, 3], |_, p| {
        let sum = p * ops::t(p);
        let _ = ops::matmul(sum, p) + 1.0;
    });
    assert!(matches!(error, GraphError::Sizes { op: "mul", .. }), "{error}");
}

#[test]
fn products_that_do_not_fit() {
    let error = failed(&[2, 3], |r, p| r.store_param(ops::matmul(p, p)));
    assert_eq!(
        error.to_string(),
        "`matmul` of (rows, cols) by (rows, cols), of sizes 1x2x3 and 1x2x3: the columns of the left must be the rows of \
         the right (batch x rows x cols)\n\
         help: transpose one side, as in `a.matmul(b.t())`"
    );
}

#[test]
fn stores_that_do_not_fit() {
    let error = failed(&[2, 3], |r, p| r.store_param(ops::t(p)));
    assert_eq!(
        error.to_string(),
        "`param` is (rows, cols), but a value of dimensions (cols, rows) is stored in it: sizes 1x2x3 and 1x3x2 differ \
         (batch x rows x cols)"
    );
    let error = failed(&[2, 3], |r, p| {
        r.store_state("row", ops::row_sum(ops::t(p)));
    });
    assert!(matches!(error, GraphError::Store { ref name, .. } if name == "row"), "{error}");
}

#[test]
fn values_of_another_recording() {
    let kept = Recorder::new(&[2]).param();
    assert_eq!(kept.len(), 0);
    let _ = kept * 2.0;
    let error = failed(&[2], |r, p| r.store_param(p + kept));
    assert_eq!(error, GraphError::Foreign { op: "add" });
    let error = failed(&[2], |r, _| r.store_param(kept));
    assert_eq!(error, GraphError::Foreign { op: "store" });
    let outer = Recorder::new(&[2]);
    let inner = Recorder::new(&[3]);
    assert_eq!((outer.param().len(), inner.param().len()), (2, 3));
    assert_eq!(outer.param().rows(), 1);
    inner.store_param(inner.param() * 2.0);
    assert!(inner.finish("Inner").is_ok());
    outer.store_param(outer.param() * 2.0);
    assert!(outer.finish("Outer").is_ok());
}

#[test]
fn names_of_two_kinds() {
    let error = failed(&[2, 2], |r, _| {
        let _: Rows = r.state("s");
        let _: Tensor = r.state("s");
    });
    assert_eq!(error.to_string(), "`s` is declared both as rows and as tensor");
}

#[test]
fn inputs_that_do_not_fit() {
    let recorder = Recorder::new(&[2, 3]);
    recorder.store_param(recorder.param() + recorder.state::<Rows>("row") * recorder.hyper("lr", 1.0));
    let graph = recorder.finish("Inputs").unwrap();
    let run = |param: &[f64], row: Option<&[f64]>| {
        let states: BTreeMap<_, _> = row.iter().map(|row| ("row".to_owned(), row.to_vec())).collect();
        graph.run(Dtype::F64, param, &[0.0; 6], &states, &BTreeMap::from([("lr".to_owned(), 2.0)]), 1)
    };
    assert_eq!(run(&[0.0; 5], None).unwrap_err().to_string(), "`param` has 6 values, but 5 are given");
    assert_eq!(run(&[0.0; 6], None).unwrap_err(), RunError::MissingState { name: "row".to_owned() });
    assert_eq!(run(&[0.0; 6], Some(&[1.0])).unwrap_err().to_string(), "`row` has 2 values, but 1 are given");
    assert_eq!(run(&[0.0; 6], Some(&[1.0, 2.0])).unwrap().param, [2.0, 2.0, 2.0, 4.0, 4.0, 4.0]);
}

/// Stored state is never subnormal; scalars and the parameter keep theirs.
#[test]
fn stored_state_is_flushed() {
    let recorder = Recorder::new(&[2]);
    let p = recorder.param();
    recorder.store_param(p * 0.5);
    recorder.store_state("m", p * 0.5);
    // A power of 0.9 kept as scalar state would be subnormal for ever after some thousand steps.
    recorder.store_state("s", recorder.t() * 1e-310);
    recorder.store_state("normal", recorder.t() * 1e-300);
    let graph = recorder.finish("Flush").unwrap();
    let none = BTreeMap::new();
    let run = |dtype, p: &[f64]| graph.run(dtype, p, p, &none, &BTreeMap::new(), 1).unwrap();
    let out = run(Dtype::F64, &[-f64::MIN_POSITIVE, 2.0 * f64::MIN_POSITIVE]);
    assert_eq!(out.states["m"], [0.0, f64::MIN_POSITIVE]);
    assert_eq!(out.param, [-f64::MIN_POSITIVE / 2.0, f64::MIN_POSITIVE]);
    assert_eq!(out.states["s"], [0.0]);
    assert_eq!(out.states["normal"], [1e-300]);
    let smallest = f64::from(f32::MIN_POSITIVE);
    assert_eq!(run(Dtype::F32, &[smallest, f64::NAN]).states["m"][0], 0.0);
    assert!(run(Dtype::F32, &[smallest, f64::NAN]).states["m"][1].is_nan());
}

#[test]
fn unchanged_state_is_no_store() {
    let recorder = Recorder::new(&[2]);
    recorder.store_param(recorder.param() * 2.0);
    let m = recorder.state::<Tensor>("m");
    recorder.store_state("m", m + 1.0);
    recorder.store_state("m", m);
    let graph = recorder.finish("Unchanged").unwrap();
    assert_eq!(graph.stores().len(), 1);
    let out = super::run_with(&graph, &[1.0; 2], &[0.0; 2], &[("m", &[3.0, 4.0])]);
    assert_eq!(out.states["m"], [3.0, 4.0]);
}

#[test]
fn values_larger_than_memory() {
    let recorder = Recorder::new(&[usize::MAX, 0]);
    recorder.store_param(recorder.param() * ops::row_sum(recorder.param()));
    let graph = recorder.finish("Large").unwrap();
    let none = BTreeMap::new();
    let error = graph.run(Dtype::F64, &[], &[], &none, &BTreeMap::new(), 1).unwrap_err();
    assert!(matches!(error, RunError::TooLarge { op: "row_sum", .. }), "{error}");
}
