//! Lists of states: `history: [tensor; self.m]`.

mod build;
mod local;
mod optimizers;
mod plan;
mod run;
mod settings;

use optim_std::Definition;
use optim_std::testing::Check;
use optim_tests::{agrees, each_type};

use local::*;
use optimizers::*;
use settings::Betas;

/// Kernel and graph agree, in the first steps and after a full round of a ring.
fn agree<O: Definition>() {
    for (steps, cases) in [(1, 60), (3, 30), (9, 12)] {
        agrees::<O>(Check::new().steps(steps), cases);
    }
}

each_type!(agree: Delayed, Momenta, Lbfgs, Averages, Aliases, Shapes, Nested, Handed, Betas, Sums, Weighed, Sides, Powers, Placed, Turned, Joint, AroundSgd, Read);
