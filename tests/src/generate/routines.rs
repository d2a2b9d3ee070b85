//! The functions that the runtime calls: `step`, `probe` and `eval`.

use super::kinds::{TENSOR, Type};
use super::{Generator, indented};

impl Generator {
    /// The function `step`.
    pub(super) fn step(&mut self) -> String {
        self.param = Some("param".to_owned());
        (self.has_grad, self.has_state, self.has_self) = (true, true, true);
        (self.has_input, self.reduces_model) = (self.has_inputs, self.has_globals);
        self.has_count = self.rng.chance(0.3);
        self.budget = 45 * self.size;
        let count = (4 + self.rng.below(6)) * self.size;
        let mut body = self.begin_outputs();
        if self.rng.chance(0.8) {
            body.push_str(&self.first_moments());
        }
        body.push_str(&self.statements(count / 2, 2));
        body.push_str(&self.assign_global());
        body.push_str(&self.told_loop());
        if self.wraps {
            body.push_str(&self.inner_step());
        }
        body.push_str(&self.statements(count - count / 2, 2));
        body.push_str(&self.assign_global());
        body.push_str(&self.assign_outputs());
        let last = self.limited(TENSOR, 2, 2.0);
        body.push_str(&format!("*param -= {} * 0.25;\n", last.operand()));
        if self.rng.chance(0.3) {
            body.push_str(&self.assign_outputs());
        }
        if self.rng.chance(0.3) {
            body.push_str(&self.assign_place());
        }
        self.telling = false;
        format!("fn step({}) {{\n{}}}\n", self.parameters(&body), indented(&body))
    }

    /// The parameters of a step or a probe with this body.
    fn parameters(&self, body: &str) -> String {
        let input = if body.contains("input.") { ", input: Input<Self>" } else { "" };
        let t = if self.has_count { ", t: Scalar" } else { "" };
        let output = if body.contains("output.") { ", output: &mut Output<Self>" } else { "" };
        format!("&self, param: &mut Tensor, grad: Tensor{input}, state: &mut State<Self>{output}{t}")
    }

    /// The function `probe`, which changes the parameter.
    pub(super) fn probe(&mut self) -> String {
        self.variables.clear();
        self.has_count = self.rng.chance(0.3);
        self.budget = 12;
        let mut body = self.statements(2, 2);
        if self.rng.chance(0.3) {
            body.push_str(&self.first_moments());
        }
        body.push_str(&self.assign_place());
        let last = self.limited(TENSOR, 2, 2.0);
        body.push_str(&format!("*param += {} * 0.125;\n", last.operand()));
        body.push_str(&self.assign_global());
        format!("\nfn probe({}) {{\n{}}}\n", self.parameters(&body), indented(&body))
    }

    /// The function `eval`.
    pub(super) fn eval(&mut self) -> String {
        self.variables.clear();
        self.param = None;
        (self.has_grad, self.has_count, self.reads_state) = (false, false, true);
        (self.has_input, self.reduces_model) = (false, false);
        self.declare("param", Type::Number(TENSOR), false);
        self.budget = 12;
        let body = self.statements(3, 2);
        let value = self.limited(TENSOR, 3, 2.0);
        format!(
            "\nfn eval(&self, param: Tensor, state: &State<Self>) -> Tensor {{\n{}}}\n",
            indented(&format!("{body}{}\n", value.text))
        )
    }

    /// Assigns half of the states. Other statements assign the rest.
    fn first_moments(&mut self) -> String {
        let mut text = String::new();
        for state in self.writable_states() {
            if self.rng.chance(0.5) {
                let form = self.rng.below(3);
                let name = &state.name;
                if form == 0 {
                    text.push_str(&format!("let old = state.{name};\n"));
                    self.declare("old", Type::Number(state.shape), false);
                }
                let value = self.limited(state.shape, 2, 2.0);
                text.push_str(&match form {
                    0 => format!("state.{name} = {};\n", value.text),
                    1 => format!("state.{name} = 0.5 * state.{name} + 0.5 * {};\n", value.operand()),
                    _ => format!("state.{name} = state.{name}.lerp({}, 0.3);\n", value.text),
                });
            }
        }
        text
    }
}
