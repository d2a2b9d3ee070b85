//! Inputs: values other than gradients that the caller gives to a step.

mod optimizers;
mod runtime;

use optim_std::Definition;
use optim_std::testing::Check;
use optim_tests::{agrees, each_type};

use optimizers::*;

/// Kernel and graph agree, from the first step of every program.
fn agree<O: Definition>() {
    for (steps, cases) in [(1, 60), (3, 30), (9, 12)] {
        agrees::<O>(Check::new().steps(steps), cases);
    }
}

type SeldomEveryKind = Seldom<EveryKind>;

each_type!(agree: Curved, Polyak, Plateau, EveryKind, SeldomEveryKind, Guided, Folded);
