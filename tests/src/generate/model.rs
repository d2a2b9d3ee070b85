//! The whole model: reductions over all parameters, and states with their results.

use super::Generator;
use super::kinds::{COLS, MATRICES, ROWS, SCALAR, TENSOR};
use super::table::Fold;

impl Generator {
    /// Returns true if a reduction over the model is allowed here: all parameters must reach it the same number of times.
    pub(super) fn may_reduce_model(&self) -> bool {
        self.reduces_model && self.timed == 0 && self.own_loops == 0
    }

    /// Assigns a number of the whole model, under conditions that are the same for the whole model.
    pub(super) fn assign_global(&mut self) -> String {
        match self.settings.flags.first().cloned() {
            Some(flag) if self.rng.chance(0.3) => {
                let text = self.under(std::slice::from_ref(&flag), Self::assigned_global);
                format!("if {flag} {{\n    {text}}}\n")
            }
            _ => self.assigned_global(),
        }
    }

    fn assigned_global(&mut self) -> String {
        let globals: Vec<_> = self.usable_states().into_iter().filter(|state| state.global).collect();
        if globals.is_empty() {
            return String::new();
        }
        let name = format!("state.{}", self.rng.pick(&globals).name);
        let value = self.whole(2);
        match self.rng.below(3) {
            0 => format!("{name} = {value};\n"),
            1 => format!("{name} = 0.5 * {name} + 0.5 * {value};\n"),
            _ => format!("{name} = {name}.lerp({value}, 0.25);\n"),
        }
    }

    /// A number of the whole model, with an absolute value of at most 1.
    pub(super) fn whole(&mut self, depth: usize) -> String {
        let globals: Vec<_> = self.usable_states().into_iter().filter(|state| state.global).collect();
        let operand = |this: &mut Self| this.whole(depth.saturating_sub(1));
        match self.rng.below(if depth == 0 { 4 } else { 8 }) {
            0 => format!("scalar({})", self.rng.literal(0.1, 0.9)),
            1 if self.has_input => "input.loss.tanh()".to_owned(),
            1 | 2 => format!("state.{}", self.rng.pick(&globals).name),
            3..=5 => self.model_reduction(depth),
            6 => {
                let (a, b) = (operand(self), operand(self));
                self.rng.pick(&[format!("({a} * {b})"), format!("(0.5 * {a} - 0.5 * {b})")])
            }
            _ => {
                let (a, b, c) = (operand(self), operand(self), self.rng.literal(0.1, 0.9));
                format!("select({a} > {b} + {c}, {b}, {c})")
            }
        }
    }

    /// A reduction over the model, scaled to a small number.
    fn model_reduction(&mut self, depth: usize) -> String {
        let of = self.rng.pick(&[TENSOR, TENSOR, ROWS, COLS, MATRICES, SCALAR]);
        let value = self.number(of, depth).operand();
        match self.rng.pick(Fold::ALL) {
            Fold::Dot => format!("{value}.global_dot({value}).tanh()"),
            fold => format!("{value}.global_{}().tanh()", fold.name()),
        }
    }
}
