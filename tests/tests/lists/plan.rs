//! What a step with lists streams.

use optim_std::Definition;

use crate::optimizers::*;

#[test]
fn print() {
    println!("{}", Delayed::plan());
    println!("{}", Delayed::new().k(5).plan_for(&[64, 4]).unwrap());
    println!("{}", Momenta::plan());
    println!("{}", Momenta::new().n(4).plan_for(&[64, 4]).unwrap());
    println!("{}", Lbfgs::plan());
    println!("{}", Lbfgs::new().plan_for(&[64, 4]).unwrap());
    println!("{}", Averages::plan());
    println!("{}", Averages::new().plan_for(&[64, 4]).unwrap());
    println!("{}", Aliases::plan());
    println!("{}", Shapes::plan());
    println!("{}", Shapes::new().plan_for(&[64, 4]).unwrap());
    println!("{}", Nested::plan());
}
