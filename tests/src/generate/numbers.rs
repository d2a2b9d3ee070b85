//! Expressions of the step: numbers of every shape.

use super::Generator;
use super::kinds::{Code, SCALAR, Shape, TENSOR, Type};
use super::table::{Binary, Ternary, Unary};

/// The largest absolute value of variables, states and the parameter.
pub(super) const LIMIT: f64 = 4.0;

impl Generator {
    /// A number for every element of a shape.
    pub(super) fn number(&mut self, shape: Shape, depth: usize) -> Code {
        if depth == 0 || self.rng.chance(0.12) || self.budget == 0 {
            return self.leaf(shape);
        }
        self.budget -= 1;
        if self.drawing && !self.elementwise && self.rng.chance(0.1) {
            return self.drawn(shape, depth - 1);
        }
        if self.has_axes && shape == TENSOR && !self.elementwise && self.rng.chance(0.15) {
            return self.along(depth - 1);
        }
        match self.rng.weighted(&[8, 4, 4, 4, 4, 2, 1]) {
            0 => self.binary(shape, depth - 1),
            1 => self.unary(shape, depth - 1),
            2 => self.ternary(shape, depth - 1),
            3 if !self.elementwise => self.reduction(shape, depth - 1).unwrap_or_else(|| self.leaf(shape)),
            4 => self.call(shape, depth - 1),
            5 => self.chosen(shape, depth - 1),
            6 if !self.elementwise && shape.row.is_some() && shape.col.is_some() => self.product(shape, depth - 1),
            _ => self.binary(shape, depth - 1),
        }
    }

    /// Random numbers in the shape of another value.
    fn drawn(&mut self, shape: Shape, depth: usize) -> Code {
        let like = self.number(shape, depth.min(1));
        // A fixed number has no shape, so it is converted to a value of the step.
        let like = if shape == SCALAR { format!("scalar(0.0) + {}", like.operand()) } else { like.text };
        if self.rng.chance(0.5) {
            return Code::simple(format!("uniform_like({like})"), 1.0);
        }
        self.limit(Code::simple(format!("normal_like({like})"), 9.0), LIMIT)
    }

    /// A number of this shape, kept below a bound.
    pub(super) fn limited(&mut self, shape: Shape, depth: usize, bound: f64) -> Code {
        let code = self.number(shape, depth);
        self.limit(code, bound)
    }

    /// Keeps a number below a bound.
    pub(super) fn limit(&mut self, code: Code, bound: f64) -> Code {
        if code.bound <= bound {
            return code;
        }
        let factor = bound / code.bound;
        if factor > 0.02 && self.rng.chance(0.5) {
            return Code::compound(format!("{} * {:.3}", code.operand(), factor * 0.99), bound);
        }
        let edge = bound.min(2.0) * (0.6 + 0.4 * self.rng.unit());
        match self.rng.below(4) {
            0 if bound >= 1.0 => Code::simple(format!("{}.tanh()", code.operand()), 1.0),
            1 if bound >= 1.0 && code.text.len() < 60 => Code::compound(
                format!("{} / ({}.abs() + {})", code.operand(), code.operand(), self.rng.literal(0.6, 1.4)),
                1.0,
            ),
            2 => Code::simple(format!("{}.min({edge:.3}).max(-{edge:.3})", code.operand()), edge),
            _ => Code::simple(format!("{}.clamp(-{edge:.3}, {edge:.3})", code.operand()), edge),
        }
    }

    /// An existing value.
    pub(super) fn leaf(&mut self, shape: Shape) -> Code {
        if self.rng.chance(0.5)
            && let Some(variable) = self.variable(|ty| *ty == Type::Number(shape))
        {
            return Code::simple(variable.name, LIMIT);
        }
        if self.rng.chance(0.3)
            && let Some(code) = self.element(shape)
        {
            return code;
        }
        let places = self.readable(shape);
        if !places.is_empty() && self.rng.chance(0.6) {
            return Code::simple(self.rng.pick(&places), LIMIT);
        }
        if shape == TENSOR && (self.has_grad || self.param.is_some()) && !self.elementwise {
            let mut leaves = Vec::new();
            leaves.extend(self.has_grad.then(|| "grad".to_owned()));
            leaves.extend(self.param.as_ref().map(|param| format!("*{param}")));
            let text = self.rng.pick(&leaves);
            return if text.starts_with('*') { Code::compound(text, LIMIT) } else { Code::simple(text, LIMIT) };
        }
        if shape == SCALAR && self.has_self && self.rng.chance(0.6) {
            if self.has_count && self.rng.chance(0.3) {
                return Code::simple("t", LIMIT);
            }
            return Code::simple(self.rng.pick(&self.settings.scheduled), 1.0);
        }
        if let Some(variable) = self.variable(|ty| *ty == Type::Number(shape)) {
            return Code::simple(variable.name, LIMIT);
        }
        if self.elementwise {
            return self.fixed(0);
        }
        self.made(shape)
    }

    /// An element of a tuple or array in scope.
    fn element(&mut self, shape: Shape) -> Option<Code> {
        let holds = |ty: &Type| match ty {
            Type::Tuple(items) => items.contains(&Type::Number(shape)),
            Type::Array(own, _) => *own == shape,
            _ => false,
        };
        let variable = self.variable(holds)?;
        let name = &variable.name;
        match &variable.ty {
            Type::Tuple(items) => {
                let places: Vec<usize> = (0..items.len()).filter(|i| items[*i] == Type::Number(shape)).collect();
                Some(Code::simple(format!("{name}.{}", self.rng.pick(&places)), LIMIT))
            }
            Type::Array(_, length) => {
                let length = *length;
                let counter = self.variable(|ty| matches!(ty, Type::Count(below) if *below <= length));
                let place = match counter {
                    Some(counter) if self.rng.chance(0.6) => counter.name,
                    _ => self.rng.below(length).to_string(),
                };
                Some(Code::simple(format!("{name}[{place}]"), LIMIT))
            }
            _ => None,
        }
    }

    /// A shape that broadcasts to this one.
    pub(super) fn part(&mut self, shape: Shape) -> Shape {
        if self.elementwise { shape } else { self.rng.pick(&shape.parts()) }
    }

    /// Two values that broadcast to this shape, in any order.
    fn operands(&mut self, shape: Shape, depth: usize, bounds: (f64, f64)) -> (Code, Code) {
        let split = !self.elementwise && shape.row.is_some() && shape.col.is_some() && self.rng.chance(0.2);
        if split {
            let (row, col) = (Shape { col: None, ..shape }, Shape { row: None, ..shape });
            let (row, col) = if self.rng.chance(0.5) { (row, col) } else { (col, row) };
            return (self.limited(row, depth, bounds.0), self.limited(col, depth, bounds.1));
        }
        let other = if self.rng.chance(0.45) { shape } else { self.part(shape) };
        let first = self.rng.chance(0.7);
        let any = |this: &mut Self, bound: f64| {
            if this.rng.chance(0.3) {
                let fixed = this.fixed(1);
                return if fixed.bound <= bound { fixed } else { Code::simple("0.45", 0.45) };
            }
            this.limited(other, depth, bound)
        };
        if first {
            (self.limited(shape, depth, bounds.0), any(self, bounds.1))
        } else {
            (any(self, bounds.0), self.limited(shape, depth, bounds.1))
        }
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each operation")]
    fn binary(&mut self, shape: Shape, depth: usize) -> Code {
        use Binary::{Add, Atan2, Copysign, Div, Hypot, Max, Min, Mul, Powf, Rem, Sub};
        let weight = |op: &Binary| match op {
            Mul => 8,
            Add => 6,
            Sub => 5,
            Div => 3,
            Max | Min | Powf => 2,
            _ => 1,
        };
        let weights: Vec<usize> = Binary::ALL.iter().map(weight).collect();
        match Binary::ALL[self.rng.weighted(&weights)] {
            Add => self.infix(shape, depth, "+", |a, b| a + b),
            Sub => self.infix(shape, depth, "-", |a, b| a + b),
            Mul => self.infix(shape, depth, "*", |a, b| a * b),
            Div => {
                let (a, b) = self.operands(shape, depth, (LIMIT, LIMIT));
                if b.text.len() > 60 {
                    return Code::compound(format!("{} * {}", a.operand(), b.operand()), a.bound * b.bound);
                }
                let least = self.rng.literal(0.5, 1.5);
                Code::compound(
                    format!("{} / ({} * {} + {least})", a.operand(), b.operand(), b.operand()),
                    a.bound * 2.0,
                )
            }
            op @ (Max | Min) => self.method(shape, depth, op.name()),
            Copysign => {
                let part = self.part(shape);
                let (a, b) = (self.limited(shape, depth, LIMIT), self.limited(part, depth, LIMIT));
                // The sign of NaN is not defined.
                let shift = self.rng.literal(0.01, 0.3);
                Code::simple(
                    format!("{}.copysign(select({} > -{shift}, 1.0, -1.0))", a.operand(), b.operand()),
                    a.bound,
                )
            }
            Atan2 => {
                let (a, b) = self.receiver(shape, depth);
                let least = self.rng.literal(0.5, 1.0);
                Code::simple(format!("{}.atan2({} * {} + {least})", a.operand(), b.operand(), b.operand()), 1.6)
            }
            Hypot => {
                let (a, b) = self.receiver(shape, depth);
                Code::simple(format!("{}.hypot({})", a.operand(), b.text), a.bound + b.bound)
            }
            Rem => {
                let a = self.limited(shape, depth, LIMIT);
                let (shift, by) = (self.rng.literal(0.01, 0.1), self.rng.literal(0.6, 2.0));
                Code::compound(format!("({} + {shift}) % {by}", a.operand()), 2.0)
            }
            Powf => {
                let a = self.limited(shape, depth, LIMIT);
                let (x, least) = (a.operand(), self.rng.literal(0.4, 1.2));
                if self.rng.chance(0.5) {
                    let fixed = self.fixed(0);
                    return Code::simple(format!("({x}.abs() + {least}).powf({})", fixed.text), 30.0);
                }
                let part = self.part(shape);
                let exponent = self.number(part, depth.saturating_sub(1));
                Code::simple(format!("({x}.abs() * 0.5 + {least}).powf({}.tanh())", exponent.operand()), 4.0)
            }
        }
    }

    fn infix(&mut self, shape: Shape, depth: usize, op: &str, bound: fn(f64, f64) -> f64) -> Code {
        let (a, b) = self.operands(shape, depth, (LIMIT, LIMIT));
        Code::compound(format!("{} {op} {}", a.operand(), b.operand()), bound(a.bound, b.bound))
    }

    /// Operands. The first one can be a receiver.
    fn receiver(&mut self, shape: Shape, depth: usize) -> (Code, Code) {
        let a = self.limited(shape, depth, LIMIT);
        let part = self.part(shape);
        let b = if self.rng.chance(0.3) { self.fixed(1) } else { self.limited(part, depth, LIMIT) };
        (a, b)
    }

    fn method(&mut self, shape: Shape, depth: usize, name: &str) -> Code {
        let (a, b) = self.receiver(shape, depth);
        Code::simple(format!("{}.{name}({})", a.operand(), b.text), a.bound.max(b.bound))
    }

    fn unary(&mut self, shape: Shape, depth: usize) -> Code {
        use Unary::{
            Abs, Ceil, Cos, Exp, Expm1, Floor, Ln, Log1p, Neg, Recip, Round, Rsqrt, Sign, Sin, Sqrt, Square, Tanh,
            Trunc,
        };
        if self.rng.chance(0.1) {
            return self.power(shape, depth);
        }
        // Functions with jumps are drawn less often.
        let weights: Vec<usize> =
            Unary::ALL.iter().map(|op| if matches!(op, Floor | Ceil | Round | Trunc) { 1 } else { 4 }).collect();
        let op = Unary::ALL[self.rng.weighted(&weights)];
        let name = op.name();
        let a = self.limited(shape, depth, LIMIT);
        let (x, bound) = (a.operand(), a.bound);
        let (c, d) = (self.rng.literal(0.4, 1.2), self.rng.literal(0.01, 0.2));
        match op {
            Neg => Code::compound(format!("-{x}"), bound),
            Abs => Code::simple(format!("{x}.{name}()"), bound),
            Square => Code::simple(format!("{x}.{name}()"), bound * bound),
            Tanh | Sin | Cos => Code::simple(format!("{x}.{name}()"), 1.0),
            Sqrt => Code::simple(format!("({x}.abs() + {c}).{name}()"), bound + 1.0),
            Rsqrt => Code::simple(format!("({x}.square() + {c}).{name}()"), 1.6),
            Recip => Code::simple(format!("({x}.abs() + {c}).{name}()"), 2.5),
            Exp => Code::simple(format!("({x} * 0.4).{name}()"), 5.0),
            Expm1 => Code::simple(format!("{x}.tanh().{name}()"), 1.8),
            Ln => Code::simple(format!("({x}.abs() + {c}).{name}()"), 2.0),
            Log1p => Code::simple(format!("{x}.square().{name}()"), 3.0),
            Sign => Code::simple(format!("({x} + {d}).{name}()"), 1.0),
            Floor | Ceil | Round | Trunc => Code::simple(format!("({x} * 1.37 + {d}).{name}()"), bound * 1.4 + 1.0),
        }
    }

    /// An integer power.
    fn power(&mut self, shape: Shape, depth: usize) -> Code {
        let x = self.limited(shape, depth, LIMIT).operand();
        if self.rng.chance(0.4) {
            let least = self.rng.literal(0.4, 1.2);
            return Code::simple(format!("({x}.abs() + {least}).powi(-{})", self.rng.pick(&["1", "2"])), 7.0);
        }
        let exponent = match self.variable(|ty| matches!(ty, Type::Count(_))) {
            Some(counter) if self.rng.chance(0.5) => format!("{} as i32", counter.name),
            _ => self.rng.pick(&["2", "3", "1", "0"]).to_owned(),
        };
        Code::simple(format!("{x}.clamp(-1.3, 1.2).powi({exponent})"), 3.0)
    }

    fn ternary(&mut self, shape: Shape, depth: usize) -> Code {
        if self.rng.chance(0.5) {
            let (a, b) = self.operands(shape, depth, (LIMIT, LIMIT));
            let mask = self.mask(shape, depth.min(2));
            return Code::simple(format!("select({}, {}, {})", mask.text, a.text, b.text), a.bound.max(b.bound));
        }
        let part = self.part(shape);
        match self.rng.pick(Ternary::ALL) {
            Ternary::Lerp if self.rng.chance(0.2) => {
                let (a, b) = self.receiver(shape, depth);
                Code::simple(format!("({} * 0.3).square().lerp({}, 0.25)", a.operand(), b.operand()), LIMIT)
            }
            Ternary::Lerp => {
                let (a, b) = self.receiver(shape, depth);
                let weight = if self.rng.chance(0.5) { self.fixed(0) } else { self.limited(part, depth, 1.0) };
                Code::simple(
                    format!("{}.lerp({}, {})", a.operand(), b.text, weight.text),
                    a.bound + weight.bound * (a.bound + b.bound),
                )
            }
            Ternary::Clamp => {
                let a = self.limited(shape, depth, LIMIT);
                let low = self.limited(part, depth, 1.0);
                Code::simple(
                    format!("{}.clamp({}, {})", a.operand(), low.text, self.rng.literal(1.0, 2.0)),
                    a.bound.max(2.0),
                )
            }
        }
    }

    /// A block, or a fixed choice between two values.
    fn chosen(&mut self, shape: Shape, depth: usize) -> Code {
        match self.rng.below(4) {
            0 => {
                let name = self.name();
                let inner = self.limited(shape, depth, LIMIT);
                self.scoped(|this| {
                    this.declare(&name, Type::Number(shape), false);
                    let value = this.number(shape, depth.min(1));
                    Code::compound(format!("{{ let {name} = {}; {} }}", inner.text, value.text), value.bound)
                })
            }
            1 if self.settings.option && self.has_self => {
                let name = self.name();
                let facts = ["self.maybe.is_some()".to_owned()];
                let a = self.under(&facts, |this| {
                    this.scoped(|this| {
                        this.declare(&name, Type::Fixed { typed: true }, false);
                        this.number(shape, depth)
                    })
                });
                let b = self.number(shape, depth);
                let text = format!("if let Some({name}) = self.maybe {{ {} }} else {{ {} }}", a.text, b.text);
                Code::compound(text, a.bound.max(b.bound))
            }
            2 if self.settings.mode && self.has_self => {
                let (a, b) = (self.number(shape, depth), self.number(shape, depth));
                let other = self.rng.pick(&["Mode::First", "Mode::Third", "Mode::First | Mode::Third"]);
                let text = format!("match self.mode {{ {other} => {}, _ => {} }}", a.text, b.text);
                Code::compound(text, a.bound.max(b.bound))
            }
            _ => {
                let condition = self.condition(1);
                let a = self.under(&condition.then, |this| this.number(shape, depth));
                // An arm may have a smaller kind, which is then lifted. Its dimensions must not depend on a condition.
                let part = if !shape.is_oriented() && self.rng.chance(0.2) { self.part(shape) } else { shape };
                let b = self.under(&condition.otherwise, |this| this.number(part, depth));
                let text = format!("if {} {{ {} }} else {{ {} }}", condition.text, a.text, b.text);
                Code::compound(text, a.bound.max(b.bound))
            }
        }
    }
}
