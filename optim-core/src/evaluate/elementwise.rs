//! Elementwise operations. Values that are known on the host are computed there.

use super::value::Computed;
use super::walk::{Failed, Walk};
use super::{Backend, EvaluateError};
use crate::lang::{Arg, Op, elementwise};

impl<B: Backend + ?Sized> Walk<'_, B> {
    /// An elementwise operation.
    pub(super) fn elementwise(&self, op: &Op, args: &[Computed<B>], rounds: bool) -> Result<Computed<B>, Failed<B>> {
        if let Some(numbers) = args.iter().map(on_host).collect::<Option<Vec<f64>>>() {
            return Ok(self.elementwise_on_host(op, &numbers, rounds));
        }
        let name = op.name();
        let backend = self.backend;
        let of = |result: Result<B::Tensor, B::Error>| {
            result.map(Computed::Tensor).map_err(|error| EvaluateError::Backend { op: name, error })
        };
        let mask = |result: Result<B::Mask, B::Error>| {
            result.map(Computed::Mask).map_err(|error| EvaluateError::Backend { op: name, error })
        };
        match (op, args) {
            (Op::Lift, [x]) => Ok(x.clone()),
            (Op::Unary(op), [Computed::Tensor(x)]) => of(backend.unary(*op, x)),
            (Op::Powi(n), [Computed::Tensor(x)]) => of(backend.powi(x, *n)),
            (Op::Binary(op), [Computed::Tensor(a), Computed::Tensor(b)]) => of(backend.binary(*op, a, b)),
            (Op::Binary(op), [Computed::Tensor(a), Computed::Number(b)]) => of(backend.binary_number(*op, a, *b)),
            (Op::Binary(op), [Computed::Number(a), Computed::Tensor(b)]) => of(backend.number_binary(*op, *a, b)),
            (Op::Ternary(op), [a, b, c]) => {
                let [a, b, c] = [self.tensor(name, a)?, self.tensor(name, b)?, self.tensor(name, c)?];
                of(backend.ternary(*op, &a, &b, &c))
            }
            (Op::Compare(op), [a, b]) => mask(backend.compare(*op, &self.tensor(name, a)?, &self.tensor(name, b)?)),
            (Op::Select, [Computed::Truth(yes), a, b]) => Ok(if *yes { a.clone() } else { b.clone() }),
            (Op::Select, [Computed::Mask(mask), a, b]) => {
                of(backend.select(mask, &self.tensor(name, a)?, &self.tensor(name, b)?))
            }
            (Op::Not, [Computed::Mask(x)]) => mask(backend.not(x)),
            (Op::And, [Computed::Mask(a), Computed::Mask(b)]) => mask(backend.and(a, b)),
            (Op::Or, [Computed::Mask(a), Computed::Mask(b)]) => mask(backend.or(a, b)),
            (Op::And, [Computed::Truth(yes), other] | [other, Computed::Truth(yes)]) => {
                Ok(if *yes { other.clone() } else { Computed::Truth(false) })
            }
            (Op::Or, [Computed::Truth(yes), other] | [other, Computed::Truth(yes)]) => {
                Ok(if *yes { Computed::Truth(true) } else { other.clone() })
            }
            (Op::Call(_), _) => {
                Err(EvaluateError::Unsupported { op: name, reason: "it is code that runs on numbers of the host only" })
            }
            _ => Err(EvaluateError::Unsupported { op: name, reason: "its operands are of other kinds than it takes" }),
        }
    }

    /// The operation on the host, as the interpreter computes it.
    fn elementwise_on_host(&self, op: &Op, numbers: &[f64], rounds: bool) -> Computed<B> {
        let dtype = self.backend.dtype();
        let round = |x: f64| if rounds { dtype.round(x) } else { x };
        let numbers: Vec<f64> = numbers.iter().map(|x| round(*x)).collect();
        let result = elementwise(op, &numbers, round);
        match op {
            Op::Compare(_) | Op::And | Op::Or | Op::Not => Computed::Truth(result == 1.0),
            _ => Computed::Number(result),
        }
    }

    /// A number or mask as a tensor.
    pub(super) fn tensor(&self, op: &'static str, x: &Computed<B>) -> Result<B::Tensor, Failed<B>> {
        match x {
            Computed::Tensor(x) => Ok(x.clone()),
            Computed::Number(x) => self.backend.fill(*x, [1; 3]).map_err(|error| EvaluateError::Backend { op, error }),
            Computed::Truth(yes) => {
                let number = if *yes { 1.0 } else { 0.0 };
                self.backend.fill(number, [1; 3]).map_err(|error| EvaluateError::Backend { op, error })
            }
            Computed::Mask(mask) => {
                let number = |x| self.backend.fill(x, [1; 3]).map_err(|error| EvaluateError::Backend { op, error });
                self.backend
                    .select(mask, &number(1.0)?, &number(0.0)?)
                    .map_err(|error| EvaluateError::Backend { op, error })
            }
            // The node of a call is its first result.
            Computed::Results(all) if !all.is_empty() => Ok(all[0].clone()),
            Computed::Results(_) | Computed::Order(_) | Computed::Dropped => {
                Err(EvaluateError::Unsupported { op, reason: "an operand is not a tensor" })
            }
        }
    }

    /// The tensor, with all of its elements.
    pub(super) fn whole(&self, op: &'static str, x: &Computed<B>, shape: [usize; 3]) -> Result<B::Tensor, Failed<B>> {
        if let Computed::Number(x) = x {
            return self.backend.fill(*x, shape).map_err(|error| EvaluateError::Backend { op, error });
        }
        let x = self.tensor(op, x)?;
        match self.backend.shape(&x) == shape {
            true => Ok(x),
            false => self.backend.broadcast(&x, shape).map_err(|error| EvaluateError::Backend { op, error }),
        }
    }

    /// An input of a node.
    pub(super) fn argument(arg: Arg, values: &[Computed<B>]) -> Computed<B> {
        match arg {
            Arg::Node(id) => values[id].clone(),
            Arg::Constant(x) => Computed::Number(x),
        }
    }
}

/// A value that the host knows; a mask is 1 or 0.
fn on_host<B: Backend + ?Sized>(x: &Computed<B>) -> Option<f64> {
    match x {
        Computed::Number(x) => Some(*x),
        Computed::Truth(yes) => Some(if *yes { 1.0 } else { 0.0 }),
        _ => None,
    }
}
