//! Timed conditions: `every`, `after`, `at` and `slot`.

mod optimizers;

use optim_std::testing::Check;
use optim_std::Definition as _;

use optimizers::*;

#[test]
fn kernels_agree_with_graphs() {
    for steps in [1, 7] {
        Check::new().cases(24).steps(steps).run::<Lookahead>().unwrap();
        Check::new().cases(24).steps(steps).run::<Accumulate>().unwrap();
    }
}

#[test]
fn plans() {
    println!("{}", Lookahead::plan());
    println!("{}", Lookahead::new().plan_for(&[10, 20]).unwrap());
    panic!();
}
