//! The stock optimizers.

use optim_std::optimizers::{Lamb, Muon, RAdam, SGD};
use optim_std::testing::{Check, Failure, Refusal};
use optim_std::{Definition, Schedule, Setting};
use optim_tests::each_optimizer;
use optim_tests::stock::row;

use super::{check, check_exact};

const CASES: u64 = 64;

/// A step without reductions over the tensor must agree to the bit, unless it draws random numbers or takes powers of elements.
fn agrees<O: Definition>() {
    let row = row(O::NAME);
    if let Some(shape) = row.shape {
        optim_tests::agrees::<O>(Check::new().shape(shape), CASES);
    } else if row.elementwise && !row.random && !row.powers {
        check_exact::<O>(CASES);
    } else {
        check::<O>(CASES);
    }
}

each_optimizer!(
    #[test]
    agrees
);

#[test]
fn radam_once_it_divides_by_the_second_moment() {
    let summary = optim_tests::agrees::<RAdam>(Check::new().steps(8).set("betas", (0.9, 0.999)), CASES);
    assert_eq!(summary.exact, summary.passed);
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

/// If an optimizer refuses a case, there are no results to compare.
#[test]
fn a_refusal_is_no_difference() {
    #[derive(Debug)]
    struct Half;
    impl Schedule for Half {
        fn at(&self, _: u64) -> f64 {
            0.5
        }
    }
    let failure = Check::new().set("dampening", Setting::schedule(Half)).run::<SGD>().unwrap_err();
    let Failure::Refused { optimizer: "SGD", refusal, .. } = &failure else { panic!("{failure}") };
    assert!(matches!(**refusal, Refusal::Build(_)), "{refusal:?}");
    let text = failure.to_string();
    assert!(text.contains("`dampening` of SGD is fixed before training and can't have a schedule"), "{text}");
    assert!(!text.contains("differs"), "{text}");
}

#[test]
fn cases_are_the_same_in_every_run() {
    let of = |seed: u64| Check::new().cases(20).seed(seed).run::<Lamb>().unwrap();
    assert_eq!(of(1), of(1));
    let given = Check::new().cases(20).set("adam", true).shape(&[6, 5]).run::<Lamb>().unwrap();
    assert_eq!((given.passed, given.left_out), (20, 0));
}
