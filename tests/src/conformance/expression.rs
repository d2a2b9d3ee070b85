//! Functions of the step in recordings: Python expressions of `e`, such as `0.95**e` or `1/(1+e)`.
//!
//! Numbers, `e`, `pi`, parentheses, `+ - * / // % **` with Python's precedence, and `abs`, `cos`, `exp`, `floor`, `log`, `max`, `min`, `sin`,
//! `sqrt`, with or without `math.` in front.

use std::f64::consts::PI;
use std::str::FromStr;

use crate::Error;

/// An expression of `e`.
#[derive(Clone, Debug, PartialEq)]
pub struct Expression(Node);

#[derive(Clone, Debug, PartialEq)]
enum Node {
    Number(f64),
    Step,
    Negative(Box<Node>),
    Binary(&'static str, Box<Node>, Box<Node>),
    Call(&'static str, Vec<Node>),
}

/// Left-associative operators by precedence. `**` and signs are separate.
const OPERATORS: [&[&str]; 2] = [&["+", "-"], &["//", "*", "/", "%"]];

/// Functions, and true if they take two or more arguments.
const FUNCTIONS: [(&str, bool); 9] = [
    ("abs", false),
    ("cos", false),
    ("exp", false),
    ("floor", false),
    ("log", false),
    ("max", true),
    ("min", true),
    ("sin", false),
    ("sqrt", false),
];

/// The deepest nesting of parentheses and signs. Recordings only have a few levels.
const DEEPEST: usize = 100;

impl Expression {
    /// The value at a step.
    #[must_use]
    pub fn at(&self, e: f64) -> f64 {
        self.0.at(e)
    }
}

impl FromStr for Expression {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let mut parser = Parser { rest: text, depth: 0 };
        let unknown = |rest: &str| -> Error { format!("cannot evaluate `{text}`: `{rest}` is not understood").into() };
        match parser.sum(0) {
            Some(node) if parser.rest.trim().is_empty() => Ok(Self(node)),
            _ => Err(unknown(parser.rest.trim())),
        }
    }
}

impl Node {
    fn at(&self, e: f64) -> f64 {
        match self {
            Self::Number(number) => *number,
            Self::Step => e,
            Self::Negative(inner) => -inner.at(e),
            Self::Binary(operator, left, right) => {
                let (a, b) = (left.at(e), right.at(e));
                match *operator {
                    "+" => a + b,
                    "-" => a - b,
                    "*" => a * b,
                    "/" => a / b,
                    "//" => (a / b).floor(),
                    // In Python, the result has the sign of the divisor.
                    "%" => a - b * (a / b).floor(),
                    _ => a.powf(b),
                }
            }
            Self::Call(function, arguments) => {
                let mut arguments = arguments.iter().map(|argument| argument.at(e));
                let first = arguments.next().unwrap_or(f64::NAN);
                match *function {
                    "abs" => first.abs(),
                    "cos" => first.cos(),
                    "exp" => first.exp(),
                    "floor" => first.floor(),
                    "log" => first.ln(),
                    "max" => arguments.fold(first, f64::max),
                    "min" => arguments.fold(first, f64::min),
                    "sin" => first.sin(),
                    _ => first.sqrt(),
                }
            }
        }
    }
}

/// The rest of a text. Each method parses something at its start, or returns `None`.
struct Parser<'t> {
    rest: &'t str,
    depth: usize,
}

impl Parser<'_> {
    fn take(&mut self, token: &str) -> Option<()> {
        self.rest = self.rest.trim_start();
        let rest = self.rest.strip_prefix(token)?;
        // The first `*` of `**` is not an operator.
        if token == "*" && rest.starts_with('*') {
            return None;
        }
        self.rest = rest;
        Some(())
    }

    /// Left-associative operators of one precedence.
    fn sum(&mut self, level: usize) -> Option<Node> {
        let Some(operators) = OPERATORS.get(level) else { return self.signed() };
        let mut left = self.sum(level + 1)?;
        while let Some(operator) = operators.iter().find(|operator| self.take(operator).is_some()) {
            left = Node::Binary(operator, Box::new(left), Box::new(self.sum(level + 1)?));
        }
        Some(left)
    }

    /// `-x`, which has lower precedence than a power: `-2**2` is -4.
    fn signed(&mut self) -> Option<Node> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        let node = if self.take("-").is_some() {
            Node::Negative(Box::new(self.signed()?))
        } else if self.take("+").is_some() {
            self.signed()?
        } else {
            self.power()?
        };
        self.depth -= 1;
        Some(node)
    }

    /// `x**y`, which is right-associative.
    fn power(&mut self) -> Option<Node> {
        let base = self.atom()?;
        match self.take("**") {
            Some(()) => Some(Node::Binary("**", Box::new(base), Box::new(self.signed()?))),
            None => Some(base),
        }
    }

    fn atom(&mut self) -> Option<Node> {
        if self.take("(").is_some() {
            let inner = self.sum(0)?;
            self.take(")")?;
            return Some(inner);
        }
        self.rest = self.rest.trim_start();
        if self.rest.starts_with(|first: char| first.is_ascii_digit() || first == '.') {
            return self.number();
        }
        let rest = self.rest.strip_prefix("math.").unwrap_or(self.rest);
        let length = rest.find(|letter: char| !letter.is_ascii_alphabetic()).unwrap_or(rest.len());
        let (name, after) = rest.split_at(length);
        let named = match name {
            "e" => Node::Step,
            "pi" => Node::Number(PI),
            name => {
                let (name, many) = *FUNCTIONS.iter().find(|(known, _)| *known == name)?;
                self.rest = after;
                self.take("(")?;
                let mut arguments = vec![self.sum(0)?];
                while many && self.take(",").is_some() {
                    arguments.push(self.sum(0)?);
                }
                self.take(")")?;
                return Some(Node::Call(name, arguments));
            }
        };
        self.rest = after;
        Some(named)
    }

    /// `12`, `.5`, `1e-3`.
    fn number(&mut self) -> Option<Node> {
        let digits = |text: &str| text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
        let mut length = digits(self.rest);
        let exponent = self.rest[length..].strip_prefix(['e', 'E']);
        if let Some(exponent) = exponent {
            let unsigned = exponent.strip_prefix(['-', '+']).unwrap_or(exponent);
            let count = unsigned.find(|c: char| !c.is_ascii_digit()).unwrap_or(unsigned.len());
            if count > 0 {
                length += 1 + (exponent.len() - unsigned.len()) + count;
            }
        }
        let (number, rest) = self.rest.split_at(length);
        self.rest = rest;
        number.parse().ok().map(Node::Number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str, e: f64) -> f64 {
        text.parse::<Expression>().unwrap().at(e)
    }

    #[test]
    fn as_python_computes() {
        assert_eq!(at("0.95**e", 2.0), 0.95_f64.powf(2.0));
        assert_eq!(at("1/(1+e)", 3.0), 0.25);
        assert_eq!(at("0.5+0*e", 7.0), 0.5);
        assert_eq!(at("-2**2", 0.0), -4.0);
        assert_eq!(at("2**3**2", 0.0), 512.0);
        assert_eq!(at("2**-1 - 1 - 1", 0.0), -1.5);
        assert_eq!(at("7//2 + -7 % 3", 0.0), 5.0);
        assert_eq!(at("8 / 2 * 4", 0.0), 16.0);
        assert_eq!(at("min(1.0, e/10, 1e-1 * 3)", 2.0), 0.2);
        assert_eq!(at("0.5*(1+math.cos(math.pi*e/10))", 10.0), 0.0);
    }

    #[test]
    fn what_is_not_understood_is_an_error() {
        for wrong in ["", "e e", "x + 1", "(e", "min()", "1 +", "sqrt(1, 2)", "__import__('os')", "1..2", "e;1"] {
            assert!(wrong.parse::<Expression>().is_err(), "{wrong}");
        }
        assert!("-".repeat(100_000).parse::<Expression>().is_err());
        assert!("(".repeat(100_000).parse::<Expression>().is_err());
    }
}
