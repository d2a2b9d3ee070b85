//! The expansions of the impls of a few bodies, as text to read in `expand/snapshots/bodies/`: one for each part of emission that
//! the stock optimizers there don't show. `BLESS=1 cargo test -p optim-macros snapshots` writes it again.

use super::{expanded, texts};
use crate::expand::snapshots::compare;

fn is_kept(name: &str, states: &str, body: &str) {
    let program = expanded(states, body);
    assert_eq!(texts(&program), [""; 0], "{body}");
    let step = program.expansions.last().expect("the impl comes last");
    compare(&format!("bodies/{name}.rs"), step.tokens.clone());
}

/// Joins of fixed branches, with a state that exists in one of them, an `Option` and a choice.
#[test]
fn branches() {
    is_kept(
        "branches",
        "m = 0.0 if self.flag, n = 0.0 if self.fixed.is_some()",
        "let mut x = grad;
         if self.flag { state.m += x; x = state.m; } else if let Some(rate) = self.fixed { state.n = rate * x; x -= state.n; }
         *param -= match self.mode { Mode::A => self.lr, Mode::B if self.other => 0.5 * self.lr, _ => scalar(1.0) } * x;",
    );
}

/// A loop with a barrier in it: a value is carried through scratch, and a reduction is taken in every iteration.
#[test]
fn loops_with_barriers() {
    is_kept(
        "loops",
        "",
        "let mut x = grad; let mut total = scalar(0.0);
         for i in 0..self.k { let norm = x.norm(); x = x / (norm + i as f64 + 1.0); total += norm; }
         *param -= self.lr * total * x;",
    );
}

/// Fixed variables that change, inside of a loop and behind it, and decide.
#[test]
fn fixed_variables_that_change() {
    is_kept(
        "fixed",
        "",
        "let mut n = self.k; let mut rate = 1.0;
         for i in 0..3 { if n > i { rate *= 0.5; n += 1; *param -= rate * grad; } }
         if n > 4 && rate < 0.5 { rate = 1.0; }
         *param *= 1.0 - rate * self.lr;",
    );
}

/// Products and transpositions under a fixed condition.
#[test]
fn matrices() {
    is_kept(
        "matrices",
        "",
        "let tall = param.rows() > param.cols();
         let x = if tall { grad.t() } else { grad };
         let y = x.matmul(x.t()).matmul(x);
         *param -= if tall { y.t() } else { y };",
    );
}

/// The user's names that generated code could also use: states, variables that shadow others, a helper's arguments.
#[test]
fn hygiene() {
    is_kept(
        "hygiene",
        "index = 0.0, count = 0.0",
        "let shape = grad.norm(); let cx = shape * self.lr; let x = cx * grad; let x_2 = x; let x = x + x_2;
         let element = Self::helper(x, shape); state.index = element; state.count -= state.index; *param -= x;
         } fn helper(index: Tensor, x: Scalar) -> Tensor { let cx = index * x; cx",
    );
}
