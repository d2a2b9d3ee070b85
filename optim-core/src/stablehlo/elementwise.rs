//! Elementwise functions. Functions that StableHLO lacks are composed of others, with the language's meaning.

use super::body::ModuleValue;
use super::error::StableHloError;
use super::types::{ElementType, Type};
use super::writer::{Of, Writer};
use crate::lang::{Arg, Binary, Comparison, Node, Op, Ternary, Unary};

impl Writer {
    pub(super) fn elementwise(
        &mut self,
        of: Of<'_>,
        node: &Node,
        values: &[ModuleValue],
    ) -> Result<ModuleValue, StableHloError> {
        let to = self.type_of(of, node);
        let numbers = to.of(self.numbers(node.extent()));
        let mask = to.of(ElementType::Bool);
        let mut input = |place: usize, to: &Type| -> Result<ModuleValue, StableHloError> {
            let found = node.inputs().get(place).and_then(|arg: &Arg| self.input(*arg, values, to));
            found.ok_or_else(|| of.malformed(node))
        };
        Ok(match node.op() {
            Op::Lift => input(0, &to)?,
            Op::Unary(op) => {
                let x = input(0, &numbers)?;
                self.unary(*op, &x)
            }
            Op::Powi(n) => {
                let x = input(0, &numbers)?;
                self.powi(&x, *n)
            }
            Op::Binary(op) => {
                let (a, b) = (input(0, &numbers)?, input(1, &numbers)?);
                self.binary(*op, &a, &b)
            }
            Op::Ternary(op) => {
                let (a, b, c) = (input(0, &numbers)?, input(1, &numbers)?, input(2, &numbers)?);
                self.ternary(*op, &a, &b, &c)
            }
            Op::Select => {
                let (mask, a, b) = (input(0, &mask)?, input(1, &numbers)?, input(2, &numbers)?);
                self.body.select(&mask, &a, &b)
            }
            Op::Compare(op) => {
                let (a, b) = (input(0, &numbers)?, input(1, &numbers)?);
                self.body.compare(direction(*op), &a, &b)
            }
            Op::And => {
                let (a, b) = (input(0, &mask)?, input(1, &mask)?);
                self.body.binary("and", &a, &b)
            }
            Op::Or => {
                let (a, b) = (input(0, &mask)?, input(1, &mask)?);
                self.body.binary("or", &a, &b)
            }
            Op::Not => {
                let a = input(0, &mask)?;
                self.body.unary("not", &a)
            }
            _ => return Err(of.malformed(node)),
        })
    }

    fn unary(&mut self, op: Unary, x: &ModuleValue) -> ModuleValue {
        let body = &mut self.body;
        match op {
            Unary::Neg => body.unary("negate", x),
            Unary::Abs => body.unary("abs", x),
            Unary::Sqrt => body.unary("sqrt", x),
            // `stablehlo.rsqrt` may be an approximation.
            Unary::Rsqrt => {
                let root = body.unary("sqrt", x);
                self.recip(&root)
            }
            Unary::Recip => self.recip(x),
            Unary::Square => body.binary("multiply", x, x),
            Unary::Exp => body.unary("exponential", x),
            Unary::Expm1 => body.unary("exponential_minus_one", x),
            Unary::Ln => body.unary("log", x),
            Unary::Log1p => body.unary("log_plus_one", x),
            Unary::Sin => body.unary("sine", x),
            Unary::Cos => body.unary("cosine", x),
            Unary::Tanh => body.unary("tanh", x),
            Unary::Sign => body.unary("sign", x),
            Unary::Floor => body.unary("floor", x),
            Unary::Ceil => body.unary("ceil", x),
            Unary::Round => body.unary("round_nearest_afz", x),
            Unary::Trunc => {
                let zero = body.constant(0.0, &x.of);
                let negative = body.compare("LT", x, &zero);
                let (up, down) = (body.unary("ceil", x), body.unary("floor", x));
                body.select(&negative, &up, &down)
            }
        }
    }

    fn recip(&mut self, x: &ModuleValue) -> ModuleValue {
        let one = self.body.constant(1.0, &x.of);
        self.body.binary("divide", &one, x)
    }

    pub(super) fn binary(&mut self, op: Binary, a: &ModuleValue, b: &ModuleValue) -> ModuleValue {
        let operation = match op {
            Binary::Add => "add",
            Binary::Sub => "subtract",
            Binary::Mul => "multiply",
            Binary::Div => "divide",
            Binary::Rem => "remainder",
            Binary::Min => "minimum",
            Binary::Max => "maximum",
            Binary::Powf => "power",
            Binary::Atan2 => "atan2",
            Binary::Hypot => return self.hypot(a, b),
            Binary::Copysign => return self.copysign(a, b),
        };
        self.body.binary(operation, a, b)
    }

    fn ternary(&mut self, op: Ternary, a: &ModuleValue, b: &ModuleValue, c: &ModuleValue) -> ModuleValue {
        let body = &mut self.body;
        match op {
            // `stablehlo.clamp` is not used: the bounds may be in any order, and NaN must propagate.
            Ternary::Clamp => {
                let raised = body.binary("maximum", a, b);
                body.binary("minimum", &raised, c)
            }
            Ternary::Lerp => {
                let way = body.binary("subtract", b, a);
                let part = body.binary("multiply", c, &way);
                body.binary("add", a, &part)
            }
        }
    }

    /// Repeated squaring, from the lowest binary digit of the exponent.
    fn powi(&mut self, x: &ModuleValue, n: i32) -> ModuleValue {
        let (mut result, mut square, mut digits) = (None, x.clone(), n.unsigned_abs());
        while digits > 0 {
            if digits % 2 == 1 {
                result = Some(match &result {
                    None => square.clone(),
                    Some(result) => self.body.binary("multiply", result, &square),
                });
            }
            digits /= 2;
            if digits > 0 {
                square = self.body.binary("multiply", &square, &square);
            }
        }
        match result {
            None => self.body.constant(1.0, &x.of),
            Some(result) if n < 0 => self.recip(&result),
            Some(result) => result,
        }
    }

    /// Numbers whose squares could overflow or underflow are scaled by a power of two, which is exact.
    fn hypot(&mut self, a: &ModuleValue, b: &ModuleValue) -> ModuleValue {
        let (large, over, under) = match a.element() {
            ElementType::F64 => (2_f64.powi(600), 1e150, 1e-120),
            _ => (2_f64.powi(80), 1e18, 1e-15),
        };
        let (a, b) = (self.body.unary("abs", a), self.body.unary("abs", b));
        let body = &mut self.body;
        let larger = body.binary("maximum", &a, &b);
        let [one, down, up, over, under, infinity] =
            [1.0, 1.0 / large, large, over, under, f64::INFINITY].map(|x| body.constant(x, &a.of));
        let (is_large, is_small) = (body.compare("GT", &larger, &over), body.compare("LT", &larger, &under));
        let scale = body.select(&is_small, &up, &one);
        let scale = body.select(&is_large, &down, &scale);
        let back = body.select(&is_small, &down, &one);
        let back = body.select(&is_large, &up, &back);
        let [a_square, b_square] = [&a, &b].map(|x| {
            let scaled = body.binary("multiply", x, &scale);
            body.binary("multiply", &scaled, &scaled)
        });
        let sum = body.binary("add", &a_square, &b_square);
        let root = body.unary("sqrt", &sum);
        let length = body.binary("multiply", &root, &back);
        // The result is infinite if either side is, even if the other is NaN.
        let [a_infinite, b_infinite] = [&a, &b].map(|x| body.compare("EQ", x, &infinity));
        let infinite = body.binary("or", &a_infinite, &b_infinite);
        body.select(&infinite, &infinity, &length)
    }

    /// Computed from bits, because the sign of 0 and NaN counts, too.
    fn copysign(&mut self, x: &ModuleValue, sign: &ModuleValue) -> ModuleValue {
        let (bits, sign_bit) = match x.element() {
            ElementType::F64 => (ElementType::U64, 1 << 63),
            _ => (ElementType::U32, 1 << 31),
        };
        let of = x.of.of(bits);
        let (mask, others) = (self.body.word(sign_bit, &of), self.body.word(sign_bit - 1, &of));
        let (x_bits, sign_bits) = (self.body.bitcast(x, bits), self.body.bitcast(sign, bits));
        let (size, sign) = (self.body.binary("and", &x_bits, &others), self.body.binary("and", &sign_bits, &mask));
        let both = self.body.binary("or", &size, &sign);
        self.body.bitcast(&both, x.element())
    }

    /// The number that a state stores: 0 instead of a number below the type's smallest normal one.
    pub(super) fn flushed(&mut self, x: &ModuleValue) -> ModuleValue {
        let smallest = match x.element() {
            ElementType::F64 => f64::MIN_POSITIVE,
            _ => f32::MIN_POSITIVE.into(),
        };
        let size = self.body.unary("abs", x);
        let (smallest, zero) = (self.body.constant(smallest, &x.of), self.body.constant(0.0, &x.of));
        let tiny = self.body.compare("LT", &size, &smallest);
        self.body.select(&tiny, &zero, x)
    }
}

fn direction(op: Comparison) -> &'static str {
    match op {
        Comparison::Lt => "LT",
        Comparison::Le => "LE",
        Comparison::Gt => "GT",
        Comparison::Ge => "GE",
        Comparison::Eq => "EQ",
        Comparison::Ne => "NE",
    }
}
