//! The stock optimizers.

use optim_std::optimizers::{
    ASGD, Adadelta, Adafactor, Adagrad, Adam, AdamW, Adamax, Lamb, Lion, Muon, NAdam, RAdam, RMSprop, Rprop, SGD,
};
use optim_std::testing::{Check, Failure};

use super::{check, check_exact};

const CASES: u64 = 64;

#[test]
fn asgd() {
    check_exact::<ASGD>(CASES);
}

#[test]
fn adadelta() {
    check_exact::<Adadelta>(CASES);
}

#[test]
fn adafactor() {
    check::<Adafactor>(CASES);
}

#[test]
fn adagrad() {
    check_exact::<Adagrad>(CASES);
}

#[test]
fn adam() {
    check_exact::<Adam>(CASES);
}

#[test]
fn adamw() {
    check_exact::<AdamW>(CASES);
}

#[test]
fn adamax() {
    check_exact::<Adamax>(CASES);
}

#[test]
fn lamb() {
    check::<Lamb>(CASES);
}

#[test]
fn lion() {
    check_exact::<Lion>(CASES);
}

#[test]
fn muon() {
    check::<Muon>(CASES);
}

#[test]
fn nadam() {
    check_exact::<NAdam>(CASES);
}

#[test]
fn radam() {
    check_exact::<RAdam>(CASES);
}

#[test]
fn radam_once_it_divides_by_the_second_moment() {
    let summary = Check::new().cases(CASES).steps(8).set("betas", (0.9, 0.999)).run::<RAdam>();
    let summary = summary.unwrap_or_else(|failure| panic!("{failure}"));
    assert!(2 * summary.passed > CASES && summary.exact == summary.passed, "{summary:?}");
}

#[test]
fn rmsprop() {
    check_exact::<RMSprop>(CASES);
}

#[test]
fn rprop() {
    check_exact::<Rprop>(CASES);
}

#[test]
fn sgd() {
    check_exact::<SGD>(CASES);
}

#[test]
fn a_shape_that_no_case_can_have_is_an_error() {
    let failure = Check::new().shape(&[5]).run::<Muon>().unwrap_err();
    assert!(matches!(&failure, Failure::Shapes { message, .. } if message.contains("2 dimensions")), "{failure}");
}

#[test]
fn settings_that_cannot_be_are_an_error() {
    let failure = Check::new().set("nesterov", true).set("momentum", 0.0).run::<SGD>().unwrap_err();
    assert!(matches!(failure, Failure::Settings(_)), "{failure}");
    let failure = Check::new().set("momentun", 0.0).run::<SGD>().unwrap_err();
    assert!(failure.to_string().contains("did you mean `momentum`"), "{failure}");
}

#[test]
fn cases_are_the_same_in_every_run() {
    let of = |seed: u64| Check::new().cases(20).seed(seed).run::<Lamb>().unwrap();
    assert_eq!(of(1), of(1));
    let given = Check::new().cases(20).set("adam", true).shape(&[6, 5]).run::<Lamb>().unwrap();
    assert_eq!((given.passed, given.left_out), (20, 0));
}
