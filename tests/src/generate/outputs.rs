//! Outputs: numbers that a step assigns and that only the caller reads.

use super::kinds::{SCALAR, TENSOR, Type};
use super::numbers::LIMIT;
use super::states::FIXED;
use super::{Generator, indented};

/// One of this many programs has outputs.
const OUTPUTS: u64 = 3;

/// The length of the list of outputs that any statement may assign.
const ITEMS: usize = 3;

/// A declared output.
#[derive(Clone, Debug)]
pub(super) struct Output {
    name: &'static str,
    kind: String,
    condition: Option<String>,
}

/// Returns true if the program of a seed has outputs.
pub(super) fn are_in(seed: u64) -> bool {
    seed % OUTPUTS == 1
}

impl Generator {
    /// Draws the outputs.
    pub(super) fn draw_outputs(&mut self) {
        let output = |name, kind: &str, condition| Output { name, kind: kind.to_owned(), condition };
        self.outputs.push(output("told", "scalar", None));
        // Outputs that loops assign.
        self.outputs.push(output("within", "scalar", None));
        self.outputs.push(output("heard", "scalar", None));
        self.outputs.push(output("series", &format!("[scalar; {ITEMS}]"), None));
        let length = self.length();
        self.outputs.push(output("every_one", &format!("[scalar; {length}]"), None));
        if self.rng.chance(0.7) {
            let condition = self.state_condition();
            self.outputs.push(output("often", "scalar", Some(condition)));
        }
        if self.asks_time && self.rng.chance(0.7) {
            self.outputs.push(output("rarely", "scalar", None));
        }
        if self.has_globals {
            self.outputs.push(output("joint", "global", None));
            self.outputs.push(output("all", "[global; 2]", None));
        }
    }

    /// The length of the list that a loop assigns completely.
    fn length(&self) -> &'static str {
        if self.settings.count { FIXED } else { "2" }
    }

    /// Allows assignments of outputs from here to the end of the step.
    pub(super) fn begin_outputs(&mut self) -> String {
        self.telling = !self.outputs.is_empty();
        if !self.telling {
            return String::new();
        }
        format!(
            "let mut heard = scalar(0.25);\noutput.within = scalar(0.5);\n\
             for item in 0..{ITEMS} {{\n    output.series[item] = scalar(0.75);\n}}\n"
        )
    }

    /// Assigns an output, or a variable for one, in a loop. The value is often carried by the loop.
    pub(super) fn tell(&mut self) -> String {
        if !self.telling || self.rng.chance(0.4) {
            return String::new();
        }
        let value = self.told_value(None);
        match self.rng.below(5) {
            0 => format!("heard = 0.5 * heard + 0.5 * {value};\n"),
            1 | 2 => format!("output.series[{}] = {value};\n", self.index(ITEMS)),
            3 => {
                let (condition, other) = (self.condition(0), self.told_value(None));
                let inner = format!("if {} {{\n    output.within = {value};\n}}", condition.text);
                format!("{inner} else {{\n    output.within = {other};\n}}\n")
            }
            _ => format!("output.within = {value};\n"),
        }
    }

    /// A number for an output, often a reduction of this variable or of another variable that changes.
    fn told_value(&mut self, of: Option<&str>) -> String {
        let changing = self.mutable(|ty| *ty == Type::Number(TENSOR)).map(|variable| variable.name);
        match of.map(str::to_owned).or(changing) {
            Some(name) if self.rng.chance(0.7) => {
                let reduction =
                    self.rng.pick(&["rms()", "abs().amax()", "mean()", "row_mean().rms()", "col_sum().amin()"]);
                format!("{name}.{reduction}.tanh()")
            }
            _ => self.limited(SCALAR, 3, LIMIT).operand(),
        }
    }

    /// A loop that carries a value for the step, and assigns reductions of it to a list of outputs.
    pub(super) fn told_loop(&mut self) -> String {
        if !self.telling {
            return String::new();
        }
        let start = self.limited(TENSOR, 2, LIMIT).text;
        self.declare("carried", Type::Number(TENSOR), true);
        self.loops += 1;
        let next = self.limited(TENSOR, 2, LIMIT).operand();
        let (before, told) = (self.tell(), self.told_value(Some("carried")));
        let change =
            self.rng.pick(&["carried = 0.5 * carried + 0.5 *", "carried = carried.tanh() *", "carried -= 0.25 *"]);
        let after = self.tell();
        self.loops -= 1;
        let body = format!("{before}{change} {next};\noutput.every_one[item] = {told};\n{after}");
        format!("let mut carried = {start};\nfor item in 0..{} {{\n{}}}\n", self.length(), indented(&body))
    }

    /// Assigns all outputs at a place that every step reaches.
    pub(super) fn assign_outputs(&mut self) -> String {
        let mut text = String::new();
        for Output { name, kind, condition } in self.outputs.clone() {
            let target = format!("output.{name}");
            match (condition, name) {
                _ if kind == "global" => text.push_str(&format!("{target} = {};\n", self.whole(2))),
                (_, "all") => {
                    text.push_str(&format!("for item in 0..2 {{\n    {target}[item] = {};\n}}\n", self.whole(2)));
                }
                (_, "within" | "series" | "every_one") => {}
                (_, "heard") => text.push_str(&format!("{target} = heard;\n")),
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

    /// One assignment, possibly with a variable, in a loop or in an arm.
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
