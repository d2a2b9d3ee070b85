//! Time: branches that differ from step to step, and numbers that depend on the step.

use super::kinds::{SCALAR, Type};
use super::numbers::LIMIT;
use super::{Generator, indented};

/// The timed conditions of a program. At most eight combinations from each list occur.
const CONDITIONS: [&[&str]; 2] = [
    &["every(2)", "every(4)", "after(2)", "at(1)", "every(2) && after(2)", "!every(4)", "every(4, 1)", "every(2, 5)"],
    &["every(3)", "after(1)", "every(param.ndim() + 1)", "every(3) || at(1)", "!after(1)", "every(3, 2)"],
];

impl Generator {
    pub(super) fn timed_condition(&mut self) -> String {
        loop {
            let condition = self.rng.pick(CONDITIONS[self.timed_conditions]);
            let needs_param = condition.contains("param");
            if !needs_param || self.param.as_deref() == Some("param") {
                return condition.to_owned();
            }
        }
    }

    /// Code in a timed branch, which may not change a fixed variable.
    fn timed_arm(&mut self, depth: usize, facts: &[String]) -> String {
        let count = 1 + self.rng.below(2);
        self.timed += 1;
        let body = self.under(facts, |this| this.scoped(|this| this.statements(count, depth)));
        self.timed -= 1;
        indented(&body)
    }

    pub(super) fn timed_branch(&mut self, depth: usize) -> String {
        let condition = self.timed_condition();
        let facts = [condition.clone()];
        match self.rng.below(5) {
            0 => {
                let name = self.name();
                self.declare(&name, Type::Number(SCALAR), false);
                let (a, b) = (self.rng.literal(0.1, LIMIT), self.rng.literal(0.1, LIMIT));
                format!("let {name} = if {condition} {{ {a} }} else {{ {b} }};\n")
            }
            1 => {
                let then = self.timed_arm(depth, &facts);
                format!("let due = {condition};\nif due {{\n{then}}}\n")
            }
            2 => {
                let (then, otherwise) = (self.timed_arm(depth, &facts), self.timed_arm(depth, &[]));
                format!("if {condition} {{\n{then}}} else {{\n{otherwise}}}\n")
            }
            _ => {
                let then = self.timed_arm(depth, &facts);
                format!("if {condition} {{\n{then}}}\n")
            }
        }
    }
}
