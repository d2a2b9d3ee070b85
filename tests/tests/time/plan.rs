//! Plans: which programs a step has, how often each runs and what it moves.

use crate::optimizers::*;
use optim_std::Definition;

#[test]
fn show() {
    println!("{}\n{}", Forms::plan(), Forms::new().plan_for(&[10, 20]).unwrap());
    println!("{}\n{}", Perhaps::plan(), Perhaps::new().k(Some(3)).plan_for(&[10, 20]).unwrap());
    println!("{}\n{}", Curvature::plan(), Curvature::new().plan_for(&[10, 20]).unwrap());
    println!("{}\n{}", Slots::plan(), Slots::new().plan_for(&[10, 20]).unwrap());
    println!("{}\n{}", Related::plan(), Related::new().plan_for(&[10, 20]).unwrap());
    panic!();
}
