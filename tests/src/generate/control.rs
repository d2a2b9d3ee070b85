//! Control flow: nested fixed branches and loops.

use super::kinds::{SCALAR, TENSOR, Type};
use super::numbers::LIMIT;
use super::{Generator, indented};

impl Generator {
    /// Statements in braces, indented.
    fn arm(&mut self, facts: &[String], depth: usize) -> String {
        let count = 1 + self.rng.below(2);
        let body = self.under(facts, |this| this.scoped(|this| this.statements(count, depth)));
        indented(&body)
    }

    pub(super) fn branch(&mut self, depth: usize) -> String {
        let condition = self.condition(1);
        let then = self.arm(&condition.then, depth);
        match self.rng.below(3) {
            0 => format!("if {} {{\n{then}}}\n", condition.text),
            1 => {
                let otherwise = self.arm(&condition.otherwise, depth);
                format!("if {} {{\n{then}}} else {{\n{otherwise}}}\n", condition.text)
            }
            _ => {
                let other = self.under(&condition.otherwise, |this| this.condition(0));
                let facts: Vec<String> = condition.otherwise.iter().chain(&other.then).cloned().collect();
                let second = self.arm(&facts, depth);
                let third = self.arm(&[], depth);
                format!("if {} {{\n{then}}} else if {} {{\n{second}}} else {{\n{third}}}\n", condition.text, other.text)
            }
        }
    }

    pub(super) fn matched(&mut self, depth: usize) -> String {
        if let Some(mode) = self.mode()
            && self.rng.chance(0.6)
        {
            let first = self.arm(&[format!("{mode} != Mode::Second")], depth);
            let second = self.arm(&[format!("{mode} == Mode::Second")], depth);
            let third = self.arm(&[format!("{mode} != Mode::Second")], depth);
            return format!(
                "match {mode} {{\n    Mode::First => {{\n{}    }}\n    Mode::Second => {{\n{}    }}\n    Mode::Third => {{\n{}    }}\n}}\n",
                indented(&first),
                indented(&second),
                indented(&third)
            );
        }
        let scrutinee = match self.variable(|ty| matches!(ty, Type::Count(_))) {
            Some(counter) => counter.name,
            None => self.turns(),
        };
        let guard = if self.rng.chance(0.5) { Some(self.condition(0)) } else { None };
        let first = self.arm(&[], depth);
        let second = self.arm(guard.as_ref().map_or(&[][..], |guard| &guard.then[..]), depth);
        let third = self.scoped(|this| {
            this.declare("many", Type::Count(5), false);
            this.arm(&[], depth)
        });
        let second_pattern = guard.map_or_else(|| "1..=2".to_owned(), |guard| format!("1 | 2 if {}", guard.text));
        format!(
            "match {scrutinee} {{\n    0 => {{\n{}    }}\n    {second_pattern} => {{\n{}    }}\n    many => {{\n{}    }}\n}}\n",
            indented(&first),
            indented(&second),
            indented(&third)
        )
    }

    pub(super) fn optional(&mut self, depth: usize) -> String {
        if !self.settings.option || !self.has_self {
            return self.branch(depth);
        }
        let name = self.rng.pick(&["beta", "k", "x"]);
        let facts = ["self.maybe.is_some()".to_owned()];
        let then = self.scoped(|this| {
            this.declare(name, Type::Fixed { typed: true }, false);
            this.arm(&facts, depth)
        });
        if self.rng.chance(0.5) {
            return format!("if let Some({name}) = self.maybe {{\n{then}}}\n");
        }
        let otherwise = self.arm(&["self.maybe.is_none()".to_owned()], depth);
        format!("if let Some({name}) = self.maybe {{\n{then}}} else {{\n{otherwise}}}\n")
    }

    /// A branch in which some conditional state exists.
    pub(super) fn under_a_state(&mut self, depth: usize) -> String {
        let conditions: Vec<String> = self.states.iter().filter_map(|state| state.condition.clone()).collect();
        if conditions.is_empty() || !self.has_state || self.param.is_none() || !self.has_self {
            return self.branch(depth);
        }
        let condition = self.rng.pick(&conditions);
        let then = self.under(std::slice::from_ref(&condition), |this| {
            this.scoped(|this| {
                let first = this.statements(1, depth);
                format!("{first}{}", this.assign_place())
            })
        });
        let words = self.local_words(&condition);
        format!("if {words} {{\n{}}}\n", indented(&then))
    }

    /// Declares a mutable variable, unless there is one.
    fn something_mutable(&mut self) -> String {
        if self.rng.chance(0.5) && self.mutable(|ty| matches!(ty, Type::Number(_))).is_some() {
            return String::new();
        }
        let shape = self.shape();
        let value = self.limited(shape, 2, LIMIT);
        let name = self.name();
        self.declare(&name, Type::Number(shape), true);
        format!("let mut {name} = {};\n", value.text)
    }

    pub(super) fn turns_over_range(&mut self, depth: usize) -> String {
        let before = self.something_mutable();
        let turns = self.turns();
        let counter = self.rng.pick(&["i", "j", "step"]);
        let (head, ty) = match self.rng.below(7) {
            0 => (format!("for _ in 0..{turns}"), None),
            1 => (format!("for {counter} in (0..{turns}).rev()"), Some(Type::Count(4))),
            2 => (format!("for {counter} in 1..=2"), Some(Type::Count(3))),
            3 => {
                let (a, b) = (self.rng.literal(0.1, 0.9), self.rng.literal(0.1, 0.9));
                (format!("for {counter} in [{a}, {b}]"), Some(Type::Fixed { typed: false }))
            }
            4 => (format!("for {counter} in 0..2"), Some(Type::Count(2))),
            5 => (format!("for {counter} in (0..3).step_by(2)"), Some(Type::Count(3))),
            _ => (format!("for {counter} in 0..{turns}"), Some(Type::Count(4))),
        };
        let own = usize::from(head.contains("param"));
        self.own_loops += own;
        let body = self.turn(depth, |this| {
            if let Some(ty) = ty {
                this.declare(counter, ty, false);
            }
        });
        self.own_loops -= own;
        format!("{before}{head} {{\n{body}}}\n")
    }

    /// The body of a loop, which changes a carried variable.
    fn turn(&mut self, depth: usize, declare: impl FnOnce(&mut Self)) -> String {
        self.loops += 1;
        let budget = self.budget;
        self.budget = budget.min(14);
        let limit = self.budget;
        let body = self.scoped(|this| {
            declare(this);
            let ends = this.rng.below(3);
            let mut text = if ends == 1 { String::new() } else { this.carry() };
            text.push_str(&this.tell());
            let count = this.rng.below(2);
            text.push_str(&this.statements(count, if this.loops < 2 { depth } else { 0 }));
            if ends > 0 {
                text.push_str(&this.carry());
            }
            text.push_str(&this.tell());
            text
        });
        self.budget = budget - (limit - self.budget);
        self.loops -= 1;
        indented(&body)
    }

    /// An assignment to a variable outside the loop.
    fn carry(&mut self) -> String {
        let variable = self.mutable(|ty| matches!(ty, Type::Number(_)));
        match variable {
            Some(variable) if self.rng.chance(0.75) => {
                let Type::Number(shape) = variable.ty else { return String::new() };
                let value = self.limited(shape, 3, 2.0);
                let name = variable.name;
                match self.rng.below(3) {
                    0 => format!("{name} = 0.5 * {name} + {};\n", value.operand()),
                    1 => format!("{name} = {};\n", value.text),
                    _ => format!("{name} = {name}.lerp({}, 0.3);\n", value.text),
                }
            }
            _ => self.assign_place(),
        }
    }

    /// A loop over an array of values, which the macro unrolls.
    pub(super) fn turns_over_values(&mut self, depth: usize) -> String {
        let before = self.something_mutable();
        if self.loops > 0 {
            return before;
        }
        let (a, b) = (self.limited(TENSOR, 1, LIMIT), self.limited(TENSOR, 1, LIMIT));
        let (text, body) = match self.rng.below(3) {
            0 => {
                let (c, d) = (self.limited(SCALAR, 1, LIMIT), self.limited(SCALAR, 1, LIMIT));
                let body = self.turn(depth.min(1), |this| {
                    this.declare("item", Type::Number(TENSOR), false);
                    this.declare("by", Type::Number(SCALAR), false);
                });
                (format!("for (item, by) in [({}, {}), ({}, {})]", a.text, c.text, b.text, d.text), body)
            }
            1 => match self.variable(|ty| matches!(ty, Type::Array(..))) {
                Some(variable) => {
                    let Type::Array(shape, _) = variable.ty else { return before };
                    let body = self.turn(0, |this| this.declare("item", Type::Number(shape), false));
                    (format!("for item in {}", variable.name), body)
                }
                None => return before,
            },
            _ => {
                let body = self.turn(depth.min(1), |this| this.declare("item", Type::Number(TENSOR), true));
                (format!("for mut item in [{}, {}]", a.text, b.text), body)
            }
        };
        format!("{before}{text} {{\n{body}}}\n")
    }
}
