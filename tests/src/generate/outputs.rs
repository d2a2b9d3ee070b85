//! Outputs: numbers that a step assigns and nobody reads but who watches it.

use super::kinds::SCALAR;
use super::numbers::LIMIT;
use super::{Generator, indented};

/// One program of so many has outputs.
const OUTPUTS: u64 = 3;

/// A declared output.
#[derive(Clone, Debug)]
pub(super) struct Output {
    name: &'static str,
    kind: &'static str,
    condition: Option<String>,
}

/// Returns true if the program of a seed has outputs.
pub(super) fn are_in(seed: u64) -> bool {
    seed % OUTPUTS == 1
}

impl Generator {
    /// Draws the outputs.
    pub(super) fn draw_outputs(&mut self) {
        let output = |name, kind, condition| Output { name, kind, condition };
        self.outputs.push(output("told", "scalar", None));
        if self.rng.chance(0.7) {
            let condition = self.state_condition();
            self.outputs.push(output("often", "scalar", Some(condition)));
        }
        if self.asks_time && self.rng.chance(0.7) {
            self.outputs.push(output("rarely", "scalar", None));
        }
        if self.has_globals {
            self.outputs.push(output("joint", "global", None));
        }
    }

    /// Assignments to all outputs, at a place that every step comes to.
    pub(super) fn assign_outputs(&mut self) -> String {
        let mut text = String::new();
        for Output { name, kind, condition } in self.outputs.clone() {
            let target = format!("output.{name}");
            match (condition, name) {
                _ if kind == "global" => text.push_str(&format!("{target} = {};\n", self.whole(2))),
                (Some(condition), _) => {
                    let body = self.under(std::slice::from_ref(&condition), |this| this.assigned(&target));
                    text.push_str(&format!("if {condition} {{\n{}}}\n", indented(&body)));
                }
                (None, "rarely") => {
                    let condition = self.timed_condition();
                    self.timed += 1;
                    let body = self.under(std::slice::from_ref(&condition), |this| this.assigned(&target));
                    self.timed -= 1;
                    text.push_str(&format!("if {condition} {{\n{}}}\n", indented(&body)));
                }
                _ => text.push_str(&self.assigned(&target)),
            }
        }
        text
    }

    /// One assignment, perhaps of a variable, or in a loop or in an arm.
    fn assigned(&mut self, target: &str) -> String {
        let value = self.limited(SCALAR, 3, LIMIT).text;
        match self.rng.below(4) {
            0 => format!("let told = {value};\n{target} = told;\n"),
            1 => format!("for _ in 0..2 {{\n    {target} = {value};\n}}\n"),
            2 => {
                let (condition, other) = (self.condition(0).text, self.limited(SCALAR, 2, LIMIT).text);
                format!("if {condition} {{\n    {target} = {value};\n}} else {{\n    {target} = {other};\n}}\n")
            }
            _ => format!("{target} = {value};\n"),
        }
    }

    /// The entries of `output <…>`.
    pub(super) fn output_declarations(&self) -> Vec<String> {
        let entry = |output: &Output| {
            let condition = output.condition.as_ref().map(|condition| format!(" if {condition}")).unwrap_or_default();
            format!("    {}: {}{condition},\n", output.name, output.kind)
        };
        self.outputs.iter().map(entry).collect()
    }
}
