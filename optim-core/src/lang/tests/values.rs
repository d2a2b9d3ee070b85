use super::super::{Recorder, Value, ops};
use super::{assert_same, compute, numbers};

/// As `#[elementwise]` makes it of `x / (1.0 + x.abs())` with a choice for large numbers.
fn softsign<V: Value>(x: V, limit: V) -> V {
    let y = V::div(x, V::add(V::lift(1.0), V::abs(x)));
    V::select(V::and(V::gt(x, limit), V::not(V::lt(x, V::lift(0.0)))), limit, y)
}

fn formula(x: f64) -> f64 {
    if x > 1.5 { 1.5 } else { x / (1.0 + x.abs()) }
}

#[test]
fn one_function_for_floats_and_handles() {
    let x = numbers(24, 20);
    let expected: Vec<f64> = x.iter().map(|x| formula(*x)).collect();
    assert_same(&x.iter().map(|x| softsign(*x, 1.5)).collect::<Vec<_>>(), &expected);
    for x in &x {
        let x = *x as f32;
        let expected = if x > 1.5 { 1.5 } else { x / (1.0 + x.abs()) };
        assert_eq!(softsign(x, 1.5f32).to_bits(), expected.to_bits());
    }
    let found = compute(&[2, 3, 4], &x, &x, |_, p, _| {
        let (p, limit) = ops::join2(p, 1.5);
        softsign(p, limit)
    });
    assert_same(&found, &expected);
    let found = compute(&[2, 3, 4], &x, &x, |_, p, _| {
        let (row, limit) = ops::join2(ops::row_amax(p), 1.5);
        ops::full(softsign(row, limit))
    });
    for (i, row) in x.chunks(4).enumerate() {
        let largest = row.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        assert_same(&found[i * 4..][..4], &[formula(largest); 4]);
    }
}

/// Numbers lifted inside such a function stay fixed numbers in the graph and fit every size.
#[test]
fn lifted_numbers_are_inline() {
    let recorder = Recorder::new(&[2, 3]);
    let p = recorder.param();
    let (square, limit) = ops::join2(ops::matmul(p, ops::t(p)), 0.5);
    let x = softsign(square, limit);
    recorder.store_param(ops::matmul(x, p));
    let text = recorder.finish("Inline").unwrap().to_string();
    assert!(text.contains("add 1.0, %"), "{text}");
    assert!(text.contains("# tensor mask 1x2x2"), "{text}");
}

#[test]
fn single_precision_floats() {
    assert!(Value::sign(f32::NAN).is_nan());
    assert_eq!(Value::sign(-3.0f32), -1.0);
    assert_eq!(Value::sign(-0.0f32), 0.0);
    assert!(Value::min(1.0f32, f32::NAN).is_nan());
    assert!(Value::max(f32::NAN, 1.0f32).is_nan());
    assert_eq!(<f32 as Value>::lift(0.1), 0.1f32);
    assert_eq!(Value::lerp(1.0f32, 2.0, 0.5), 1.5);
    assert!(<f32 as Value>::or(false, true));
}
