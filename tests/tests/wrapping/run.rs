//! Wrappers at work.

use ndarray::{Array2, array};
use optim_core::testing::check;
use optim_std::prelude::*;

use crate::optimizers::{Ahead, AheadSgd, Plain};

#[test]
fn a_wrapper_computes_what_is_written_out() {
    let start: Array2<f32> = array![[1.0, -2.0, 0.5], [0.25, 3.0, -0.75]];
    let (mut a, mut b) = (start.clone(), start);
    let mut wrapped = Ahead::new(Plain::new().lr(0.05)).k(2).build(&a).unwrap();
    let mut written = AheadSgd::new().lr(0.05).k(2).build(&b).unwrap();
    for step in 0..7 {
        let grad = a.mapv(|x| x * 0.3 + step as f32 * 0.01);
        wrapped.step(&mut a, &grad).unwrap();
        written.step(&mut b, &grad).unwrap();
        assert_eq!(a, b, "step {step}");
    }
    assert_eq!(wrapped.name(), "Ahead<Plain>");
    let names: Vec<_> = wrapped.state_names().collect();
    assert_eq!(names, ["slow", "inner.momentum_buffer"]);
}

#[test]
fn kernel_and_graph_agree() {
    check::<Ahead<Plain>>();
    check::<AheadSgd>();
    check::<Ahead<Ahead<Plain>>>();
}
