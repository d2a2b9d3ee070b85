//! `probe` and `eval` next to `step`.

mod optimizers;
mod runtime;

use optim_std::testing::{Check, check};
use optimizers::{Everything, Extragradient, PlainSam, PlainScheduleFree};

#[test]
fn kernels_agree_with_graphs() {
    check::<PlainSam>();
    check::<PlainScheduleFree>();
    check::<Extragradient>();
    check::<Everything>();
    let summary = Check::new().cases(60).seed(5).set("wide", true).shape(&[7, 5]).shape(&[2, 3, 3]).run::<Everything>();
    assert!(summary.expect("they agree").passed > 20);
}
