//! Reductions. They add up in the type of scalars and round once, as kernels do.

use super::body::ModuleValue;
use super::error::StableHloError;
use super::types::Type;
use super::writer::{Of, Writer};
use crate::lang::{Fold, Node, Over, ValueExtent};

impl Writer {
    pub(super) fn reduction(
        &mut self,
        of: Of<'_>,
        node: &Node,
        (fold, over): (Fold, Over),
        values: &[ModuleValue],
    ) -> Result<ModuleValue, StableHloError> {
        let operand = of.graph.joined(node);
        let mut inputs = Vec::with_capacity(2);
        for arg in node.inputs() {
            // Elements first, as they are rounded, and then in the type of sums.
            let as_given = Type::new(&of.sizes(operand), self.numbers(operand));
            let input = self.input(*arg, values, &as_given).ok_or_else(|| of.malformed(node))?;
            inputs.push(self.body.convert(&input, self.scalar));
        }
        let [x, rest @ ..] = &inputs[..] else { return Err(of.malformed(node)) };
        let x = match rest {
            [] => x.clone(),
            [y, ..] => self.body.binary("multiply", x, y),
        };
        let (rows, cols) = (of.leading(), of.leading() + 1);
        let axes = match (operand.dims(), over) {
            (None, _) => Vec::new(),
            (_, Over::All) => (0..=cols).collect(),
            (_, Over::Row) => vec![cols],
            (_, Over::Col) => vec![rows],
            (_, Over::Matrix) => vec![rows, cols],
        };
        let count: f64 = axes.iter().map(|axis| x.sizes()[*axis] as f64).product();
        let folded = self.folded(fold, &x, &axes, count);
        let to = Type::new(&of.sizes(node.extent()), self.numbers(node.extent()));
        let shaped = self.body.reshape(&folded, &to.sizes);
        Ok(self.body.convert(&shaped, to.element))
    }

    /// The reduction along these axes, which go, of `count` numbers each.
    fn folded(&mut self, fold: Fold, x: &ModuleValue, axes: &[usize], count: f64) -> ModuleValue {
        let body = &mut self.body;
        match fold {
            Fold::Sum | Fold::Dot => body.reduce("add", x, 0.0, axes),
            Fold::SumAbs => {
                let x = body.unary("abs", x);
                body.reduce("add", &x, 0.0, axes)
            }
            Fold::Mean => {
                let sum = body.reduce("add", x, 0.0, axes);
                body.with_constant("divide", &sum, count)
            }
            Fold::Norm | Fold::Rms => {
                let squares = body.binary("multiply", x, x);
                let mut sum = body.reduce("add", &squares, 0.0, axes);
                if fold == Fold::Rms {
                    sum = body.with_constant("divide", &sum, count);
                }
                body.unary("sqrt", &sum)
            }
            Fold::Amax => body.reduce("maximum", x, f64::NEG_INFINITY, axes),
            Fold::Amin => body.reduce("minimum", x, f64::INFINITY, axes),
        }
    }

    /// The numbers of several parameters joined: their sum, the largest, the smallest.
    pub(super) fn joint(&mut self, fold: Fold, numbers: &[ModuleValue]) -> ModuleValue {
        let scalar = Type::scalar(self.scalar);
        let operation = match fold {
            Fold::Amax => "maximum",
            Fold::Amin => "minimum",
            _ => "add",
        };
        let joined = numbers.iter().cloned().reduce(|all, next| self.body.binary(operation, &all, &next));
        joined.unwrap_or_else(|| self.body.constant(f64::NAN, &scalar))
    }

    /// A value in the shape and type that its place keeps.
    pub(super) fn kept(&mut self, of: Of<'_>, value: &ModuleValue, extent: ValueExtent, to: &Type) -> ModuleValue {
        let inside = Type::new(&of.sizes(extent), to.element);
        let fitted = self.fitted(value, &inside);
        self.body.reshape(&fitted, &to.sizes)
    }
}
