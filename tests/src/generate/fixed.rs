//! Fixed numbers: plain Rust.

use super::Generator;
use super::kinds::{Code, Type};

impl Generator {
    /// A fixed number as an operand in tensor arithmetic.
    pub(super) fn fixed(&mut self, depth: usize) -> Code {
        if depth > 0 && self.rng.chance(0.5) {
            let (a, b) = (self.fixed(depth - 1), self.fixed(depth - 1));
            match self.rng.below(9) {
                0 => return Code::compound(format!("{} + {}", a.operand(), b.operand()), a.bound + b.bound),
                1 => return Code::compound(format!("{} * {}", a.operand(), b.operand()), a.bound * b.bound),
                2 => return Code::compound(format!("{} - {}", a.operand(), b.operand()), a.bound + b.bound),
                3 => return Code::simple(format!("f64::max({}, {})", a.text, b.text), a.bound.max(b.bound)),
                4 => {
                    let typed = self.typed_fixed();
                    let call = self.rng.pick(&["tanh()", "powi(2)", "abs()", "cos()", "square()"]);
                    return Code::simple(format!("{}.{call}", typed.operand()), typed.bound.powi(2).max(1.0));
                }
                5 => {
                    let typed = self.typed_fixed();
                    return Code::simple(format!("{}.min({})", typed.operand(), b.text), typed.bound.max(b.bound));
                }
                6 => {
                    let condition = self.condition(0);
                    return Code::compound(
                        format!("if {} {{ {} }} else {{ {} }}", condition.text, a.text, b.text),
                        a.bound.max(b.bound),
                    );
                }
                7 => {
                    if let Some(mode) = self.mode() {
                        let last = self.modes.pick(&["_", "Mode::Second | Mode::Third"]);
                        return Code::compound(
                            format!("match {mode} {{ Mode::First => {}, {last} => {} }}", a.text, b.text),
                            a.bound.max(b.bound),
                        );
                    }
                }
                8 => {
                    let name = self.name();
                    return Code::compound(
                        format!("{{ let {name} = {}; {name} + {} }}", a.text, b.text),
                        a.bound + b.bound,
                    );
                }
                _ => {}
            }
        }
        if self.rng.chance(0.35) {
            return Code::simple(self.rng.literal(0.05, 0.95), 1.0);
        }
        if self.rng.chance(0.4)
            && let Some(variable) = self.variable(|ty| matches!(ty, Type::Fixed { .. }))
        {
            return Code::simple(variable.name, 2.0);
        }
        self.typed_fixed()
    }

    /// A fixed number whose type, `f64`, is known to Rust.
    pub(super) fn typed_fixed(&mut self) -> Code {
        for _ in 0..10 {
            match self.rng.below(8) {
                0 | 1 if self.has_self && !self.settings.fixed.is_empty() => {
                    return Code::simple(self.rng.pick(&self.settings.fixed), 1.0);
                }
                2 => {
                    if let Some(variable) = self.variable(|ty| *ty == Type::Fixed { typed: true }) {
                        return Code::simple(variable.name, 2.0);
                    }
                }
                3 => {
                    if let Some(variable) = self.variable(|ty| matches!(ty, Type::Count(_))) {
                        return Code::compound(format!("{} as f64 * 0.3", variable.name), 1.0);
                    }
                }
                4 if self.has_self && self.settings.option => return Code::simple("self.maybe.unwrap_or(0.4)", 1.0),
                5 if self.has_self && self.settings.count => return Code::compound("self.n as f64 * 0.25", 1.0),
                6 if self.param.is_some() => {
                    let param = self.param.clone().unwrap_or_default();
                    let size = self.rng.pick(&["rows", "cols", "ndim"]);
                    return Code::compound(format!("1.0 / ({param}.{size}() as f64 + 1.0)"), 1.0);
                }
                7 => return Code::simple(self.rng.pick(&["RATE", "f64::EPSILON", "std::f64::consts::FRAC_1_PI"]), 1.0),
                _ => {}
            }
        }
        Code::simple("RATE", 1.0)
    }

    /// A small `usize`.
    pub(super) fn turns(&mut self) -> String {
        match self.rng.below(4) {
            0 | 1 if self.settings.count && self.has_self => "self.n".to_owned(),
            2 if self.param.is_some() => format!("{}.ndim().min(3)", self.param.clone().unwrap_or_default()),
            _ => self.rng.pick(&["2", "3", "1"]).to_owned(),
        }
    }
}
