//! Assignments: to variables, parts of them, the parameter and states.

use super::Generator;
use super::kinds::{Shape, TENSOR, Type};
use super::numbers::LIMIT;

impl Generator {
    /// Assigns a variable, with `=` or in place.
    pub(super) fn assign_variable(&mut self) -> String {
        if self.rng.chance(0.15)
            && let Some(variable) = self.mutable(|ty| matches!(ty, Type::Mask(_)))
            && let Type::Mask(shape) = variable.ty
        {
            let mask = self.mask(shape, 2);
            return format!("{} = {};\n", variable.name, mask.text);
        }
        match self.mutable(|ty| matches!(ty, Type::Number(_))) {
            Some(variable) => match variable.ty {
                Type::Number(shape) => self.write(&variable.name, shape),
                _ => String::new(),
            },
            None => self.let_number(true),
        }
    }

    /// Assigns the parameter or a state.
    pub(super) fn assign_place(&mut self) -> String {
        let states = self.writable_states();
        if !states.is_empty() && !self.reads_state && self.rng.chance(0.7) {
            let state = self.rng.pick(&states);
            return self.write(&format!("state.{}", state.name), state.shape);
        }
        match self.param.clone() {
            Some(param) => self.write(&format!("*{param}"), TENSOR),
            None => self.let_number(false),
        }
    }

    fn write(&mut self, target: &str, shape: Shape) -> String {
        let depth = if self.budget == 0 { 0 } else { 3 };
        match self.rng.below(6) {
            0 | 1 => {
                let part = self.part(shape);
                let value = if self.rng.chance(0.2) { self.fixed(1) } else { self.limited(part, depth, 1.0) };
                let op = self.rng.pick(&["+=", "-="]);
                format!("{target} {op} {};\n", value.text)
            }
            2 => {
                let part = self.part(shape);
                let value = self.limited(part, depth, 1.0);
                format!("{target} *= {};\n", value.text)
            }
            3 => {
                let part = self.part(shape);
                let value = self.limited(part, depth, 1.0);
                format!("{target} /= {} * {} + {};\n", value.operand(), value.operand(), self.rng.literal(0.9, 1.3))
            }
            _ => {
                let value = self.limited(shape, depth, LIMIT);
                format!("{target} = {};\n", value.text)
            }
        }
    }

    pub(super) fn assign_two(&mut self) -> String {
        let first = self.mutable(|ty| matches!(ty, Type::Number(_)));
        let second = match &first {
            Some(first) => {
                let (name, ty) = (first.name.clone(), first.ty.clone());
                let same: Vec<_> = self
                    .visible()
                    .into_iter()
                    .filter(|other| other.mutable && other.ty == ty && other.name != name)
                    .collect();
                if same.is_empty() { None } else { Some(self.rng.pick(&same)) }
            }
            None => None,
        };
        match (first, second) {
            (Some(a), Some(b)) if self.rng.chance(0.5) => {
                format!("({}, {}) = ({}, {});\n", a.name, b.name, b.name, a.name)
            }
            (Some(a), _) if self.param.is_some() && a.ty == Type::Number(TENSOR) => {
                let param = self.param.clone().unwrap_or_default();
                format!("({}, *{param}) = (*{param}, {});\n", a.name, a.name)
            }
            _ => self.let_number(true),
        }
    }

    pub(super) fn assign_element(&mut self) -> String {
        let variable = self.mutable(|ty| matches!(ty, Type::Tuple(_) | Type::Array(..)));
        match variable.as_ref().map(|variable| &variable.ty) {
            Some(Type::Tuple(items)) => {
                let place = self.rng.below(items.len());
                let Type::Number(shape) = items[place] else { return String::new() };
                let name = variable.map(|variable| variable.name).unwrap_or_default();
                self.write(&format!("{name}.{place}"), shape)
            }
            Some(Type::Array(shape, length)) => {
                let (shape, place) = (*shape, self.rng.below(*length));
                let name = variable.map(|variable| variable.name).unwrap_or_default();
                self.write(&format!("{name}[{place}]"), shape)
            }
            _ => self.let_array(),
        }
    }

    /// Changes a fixed variable.
    pub(super) fn change_fixed(&mut self) -> String {
        match self.mutable(|ty| matches!(ty, Type::Fixed { .. })) {
            // In a timed branch, a fixed variable can't change.
            Some(variable) if self.timed == 0 => {
                let value = self.fixed(1);
                let name = variable.name;
                match self.rng.below(3) {
                    0 => format!("{name} *= 0.7;\n"),
                    1 => format!("{name} = {name} * 0.5 + 0.3;\n"),
                    _ => format!("{name} = f64::min({}, 1.5);\n", value.text),
                }
            }
            _ => self.let_fixed(),
        }
    }
}
