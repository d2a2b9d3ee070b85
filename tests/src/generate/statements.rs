//! The choice of the next statement, and variables.

use super::kinds::{Dim, SCALAR, Shape, TENSOR, Type, matrix};
use super::numbers::LIMIT;
use super::{Generator, indented};

impl Generator {
    /// Some statements.
    pub(super) fn statements(&mut self, count: usize, depth: usize) -> String {
        (0..count).map(|_| self.statement(depth)).collect()
    }

    fn statement(&mut self, depth: usize) -> String {
        if self.budget == 0 {
            return self.assign_place();
        }
        self.budget -= 1;
        let control = if depth > 0 { [4, 3, 2, 2, 10, 3, 1, 3] } else { [0; 8] };
        let [branch, choice, option, known, turns, over, later, timed] = control;
        let timed = if self.asks_time { timed } else { 0 };
        let oriented = usize::from(
            depth > 0
                && self.loops == 0
                && self.param.as_deref() == Some("param")
                && !self.facts.contains(&"oriented".to_owned()),
        );
        let squares = usize::from(oriented == 1 && self.has_sizes && self.has_state && !self.reads_state);
        let weights = [
            10, 3, 3, 6, 6, 8, 5, 3, 2, 2, 1, 4, 2, 2, branch, choice, option, known, turns, over, later, timed,
            oriented, squares,
        ];
        match self.rng.weighted(&weights) {
            0 => self.let_number(false),
            1 => self.let_tuple(),
            2 => self.let_block(),
            3 => self.let_number(true),
            4 => self.assign_variable(),
            5 => self.assign_place(),
            6 => self.let_fixed(),
            7 => self.change_fixed(),
            8 => self.let_mask(),
            9 => self.let_array(),
            10 => format!("let _ = {};\n", self.random_value().1),
            11 => self.call_statement(),
            12 => self.assign_two(),
            13 => self.assign_element(),
            14 => self.branch(depth - 1),
            15 => self.matched(depth - 1),
            16 => self.optional(depth - 1),
            17 => self.under_a_state(depth - 1),
            18 => self.turns_over_range(depth - 1),
            19 => self.turns_over_values(depth - 1),
            20 => self.declared_later(),
            21 => self.timed_branch(depth - 1),
            22 => self.orient(),
            _ => self.squares(),
        }
    }

    /// A value of a random shape, and its expression.
    fn random_value(&mut self) -> (Shape, String) {
        let shape = self.shape();
        let value = self.limited(shape, 3, LIMIT);
        (shape, value.text)
    }

    pub(super) fn let_number(&mut self, mutable: bool) -> String {
        let (shape, value) = self.random_value();
        let name = self.name();
        self.declare(&name, Type::Number(shape), mutable);
        let ty = if self.rng.chance(0.1) { format!(": {}", shape.name()) } else { String::new() };
        format!("let {}{name}{ty} = {value};\n", if mutable { "mut " } else { "" })
    }

    fn let_tuple(&mut self) -> String {
        if self.rng.chance(0.5)
            && let Some(call) = self.helper_call(&[TENSOR, SCALAR], 1)
        {
            let (a, b) = ("direction".to_owned(), "length".to_owned());
            self.declare(&a, Type::Number(TENSOR), false);
            self.declare(&b, Type::Number(SCALAR), true);
            return format!("let ({a}, mut {b}) = {call};\n");
        }
        if let (Some((pair, scheduled)), true) =
            (self.settings.pairs.first().cloned(), self.has_self && self.rng.chance(0.4))
        {
            let ty = if scheduled { Type::Number(SCALAR) } else { Type::Fixed { typed: true } };
            self.declare("beta1", ty.clone(), false);
            self.declare("beta2", ty, false);
            return format!("let (beta1, beta2) = {pair};\n");
        }
        let ((a, first), (b, second)) = (self.random_value(), self.random_value());
        if self.rng.chance(0.4) {
            let name = self.rng.pick(&["pair", "both"]);
            self.declare(name, Type::Tuple(vec![Type::Number(a), Type::Number(b)]), true);
            return format!("let mut {name} = ({first}, {second});\n");
        }
        let (x, y) = (self.name(), self.name());
        if x == y {
            return format!("let _ = ({first}, {second});\n");
        }
        let other = self.condition(0);
        let text = match self.rng.below(4) {
            0 => format!("let (mut {x}, ({y}, _)) = ({first}, ({second}, 0.5));\n"),
            1 => {
                let (third, fourth) = (self.limited(a, 1, LIMIT), self.limited(b, 1, LIMIT));
                format!(
                    "let (mut {x}, {y}) = if {} {{ ({first}, {second}) }} else {{ ({}, {}) }};\n",
                    other.text, third.text, fourth.text
                )
            }
            _ => format!("let (mut {x}, {y}) = ({first}, {second});\n"),
        };
        self.declare(&x, Type::Number(a), true);
        self.declare(&y, Type::Number(b), false);
        text
    }

    fn let_block(&mut self) -> String {
        let shape = self.shape();
        let body = self.scoped(|this| {
            let count = 1 + this.rng.below(2);
            let inner = this.statements(count, 0);
            let value = this.limited(shape, 2, LIMIT);
            format!("{inner}{}\n", value.text)
        });
        let name = self.name();
        let condition = self.rng.chance(0.5).then(|| self.condition(1));
        let text = match condition {
            Some(condition) => {
                let other = self.limited(shape, 2, LIMIT);
                format!(
                    "let mut {name} = if {} {{\n    {}\n}} else {{\n{}}};\n",
                    condition.text,
                    other.text,
                    indented(&body)
                )
            }
            None => format!("let mut {name} = {{\n{}}};\n", indented(&body)),
        };
        self.declare(&name, Type::Number(shape), true);
        text
    }

    pub(super) fn let_fixed(&mut self) -> String {
        let mutable = self.rng.chance(0.6);
        match self.rng.below(4) {
            0 => {
                let condition = self.condition(1);
                self.declare("flag", Type::Flag, false);
                format!("let flag = {};\n", condition.text)
            }
            1 => {
                let turns = self.turns();
                let name = self.rng.pick(&["k", "turn"]);
                self.declare(name, Type::Count(5), false);
                format!("let {name}: usize = {turns};\n")
            }
            _ => {
                let value = self.fixed(2);
                let name = self.rng.pick(&["k", "rate", "x", "weight"]);
                let value = if value.bound > 2.0 { "0.73".to_owned() } else { value.text };
                self.declare(name, Type::Fixed { typed: true }, mutable);
                format!("let {}{name}: f64 = {value};\n", if mutable { "mut " } else { "" })
            }
        }
    }

    fn let_mask(&mut self) -> String {
        let shape = self.shape();
        let mask = self.mask(shape, 2);
        let name = self.rng.pick(&["mask", "keep"]);
        let mutable = self.rng.chance(0.3);
        self.declare(name, Type::Mask(shape), mutable);
        format!("let {}{name} = {};\n", if mutable { "mut " } else { "" }, mask.text)
    }

    pub(super) fn let_array(&mut self) -> String {
        let shape = self.rng.pick(&[TENSOR, TENSOR, SCALAR, super::kinds::ROWS]);
        let length = 2 + self.rng.below(2);
        let items: Vec<String> = (0..length).map(|_| self.limited(shape, 2, LIMIT).text).collect();
        let name = self.rng.pick(&["items", "list"]);
        self.declare(name, Type::Array(shape, length), true);
        format!("let mut {name} = [{}];\n", items.join(", "))
    }

    fn call_statement(&mut self) -> String {
        match self.helper_call(&[], 1) {
            Some(call) => format!("{call};\n"),
            None => self.let_number(false),
        }
    }

    fn declared_later(&mut self) -> String {
        let (shape, name) = (self.shape(), "late".to_owned());
        if self.variables.iter().any(|variable| variable.name == name) {
            return self.let_number(false);
        }
        let condition = self.condition(1);
        let (a, b) = (self.limited(shape, 2, LIMIT), self.limited(shape, 2, LIMIT));
        self.declare(&name, Type::Number(shape), false);
        format!(
            "let {name};\nif {} {{\n    {name} = {};\n}} else {{\n    {name} = {};\n}}\n",
            condition.text, a.text, b.text
        )
    }

    /// Assigns a square matrix of the smaller size, in a branch that knows which size is smaller.
    fn squares(&mut self) -> String {
        let mut of = |dim| self.limited(matrix(dim, dim), 2, LIMIT).text;
        let (flat, tall) = (of(Dim::Rows), of(Dim::Cols));
        format!(
            "if param.rows() <= param.cols() {{\n    state.gram = {flat};\n}} else {{\n    state.gram = {tall};\n}}\n"
        )
    }

    /// Works on the transposed matrix, in a branch in which it has fewer rows.
    fn orient(&mut self) -> String {
        self.facts.push("oriented".to_owned());
        let value = self.limited(TENSOR, 2, LIMIT);
        let flat = matrix(Dim::Short, Dim::Long);
        let mut text = format!(
            "let tall = param.rows() > param.cols();\nlet mut oriented = if tall {{ {}.t() }} else {{ {} }};\n",
            value.operand(),
            value.text
        );
        self.scoped(|this| {
            this.declare("oriented", Type::Number(flat), true);
            let next = this.limited(flat, 3, LIMIT);
            let turns = this.turns();
            text.push_str(&format!("for _ in 0..{turns} {{\n    oriented = {};\n}}\n", next.text));
        });
        text.push_str("let back = if tall { oriented.t() } else { oriented };\n");
        self.declare("back", Type::Number(TENSOR), false);
        text
    }
}
