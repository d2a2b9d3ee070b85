//! Reductions. They add in the type of scalars and round once, as in kernels.

use optim_language::Each;

use super::body::ModuleValue;
use super::error::StableHloError;
use super::types::Type;
use super::writer::{Of, Writer};
use crate::kernel::{self, Finish};
use crate::lang::{Fold, Node, Over, ValueExtent};
use crate::shape::Dim;

impl Writer {
    pub(super) fn reduction(
        &mut self,
        of: Of<'_>,
        node: &Node,
        (fold, over): (Fold, Over),
        values: &[ModuleValue],
    ) -> Result<ModuleValue, StableHloError> {
        let operand = of.graph.joined(node);
        let x = self.operands(of, node, values)?;
        let (rows, cols) = (of.leading(), of.leading() + 1);
        let axes = match (operand.dims(), over) {
            (None, _) => Vec::new(),
            (_, Over::All) => (0..=cols).collect(),
            (_, Over::Row) => vec![cols],
            (_, Over::Col) => vec![rows],
            (_, Over::Matrix) => vec![rows, cols],
        };
        Ok(self.reduced(of, node, (fold, &axes), &x))
    }

    /// A reduction along an axis. The operand has all elements, or already one number for each index of the axis.
    pub(super) fn reduction_to(
        &mut self,
        of: Of<'_>,
        node: &Node,
        (fold, kept): (Fold, Dim),
        values: &[ModuleValue],
    ) -> Result<ModuleValue, StableHloError> {
        let x = self.operands(of, node, values)?;
        let axes = match kept {
            // There is already one number for each index.
            _ if of.graph.joined(node).is_of_axis() => Vec::new(),
            Dim::Along(axis) => (0..x.sizes().len()).filter(|place| Some(*place) != of.place(axis)).collect(),
            Dim::Without(axis) => of.place(axis).into_iter().collect(),
            _ => return Err(of.malformed(node)),
        };
        Ok(self.reduced(of, node, (fold, &axes), &x))
    }

    /// The combined numbers along some axes, in the shape and type of the node.
    fn reduced(&mut self, of: Of<'_>, node: &Node, (fold, axes): (Fold, &[usize]), x: &ModuleValue) -> ModuleValue {
        let count: f64 = axes.iter().map(|axis| x.sizes()[*axis] as f64).product();
        let part = self.part(fold, x, axes);
        let folded = self.finished(fold.finish(), &part, count);
        let to = Type::new(&of.sizes(node.extent()), self.numbers(node.extent()));
        let shaped = self.body.reshape(&folded, &to.sizes);
        self.body.convert(&shaped, to.element)
    }

    /// The numbers that a reduction combines, in the type of sums: of one value, or the products of two values.
    fn operands(&mut self, of: Of<'_>, node: &Node, values: &[ModuleValue]) -> Result<ModuleValue, StableHloError> {
        let operand = of.graph.joined(node);
        let mut inputs = Vec::with_capacity(2);
        for arg in node.inputs() {
            // Operands are rounded to the element type before they are converted to the type of sums.
            let as_given = Type::new(&of.sizes(operand), self.numbers(operand));
            let input = self.input(*arg, values, &as_given).ok_or_else(|| of.malformed(node))?;
            inputs.push(self.body.convert(&input, self.scalar));
        }
        let [x, rest @ ..] = &inputs[..] else { return Err(of.malformed(node)) };
        let x = match rest {
            [] => x.clone(),
            [y, ..] => self.body.binary("multiply", x, y),
        };
        Ok(x)
    }

    /// The combined numbers along these axes, which are removed, without the last operation of the reduction.
    fn part(&mut self, fold: Fold, x: &ModuleValue, axes: &[usize]) -> ModuleValue {
        let body = &mut self.body;
        let each = match fold.each() {
            // Products are computed from the operands.
            Each::Itself | Each::Product => x.clone(),
            Each::Absolute => body.unary("abs", x),
            Each::Square => body.binary("multiply", x, x),
        };
        let (operation, start) = combination(fold.join());
        body.reduce(operation, &each, start, axes)
    }

    /// The last operation of a reduction of `count` numbers.
    fn finished(&mut self, finish: Finish, x: &ModuleValue, count: f64) -> ModuleValue {
        let body = &mut self.body;
        match finish {
            Finish::None => x.clone(),
            Finish::Mean => body.with_constant("divide", x, count),
            Finish::Sqrt => body.unary("sqrt", x),
            Finish::SqrtMean => {
                let mean = body.with_constant("divide", x, count);
                body.unary("sqrt", &mean)
            }
        }
    }

    /// A reduction of the numbers of several parameters.
    pub(super) fn global(
        &mut self,
        fold: Fold,
        shares: &[(Of<'_>, &Node, &[ModuleValue])],
    ) -> Result<ModuleValue, StableHloError> {
        let (mut parts, mut count) = (Vec::with_capacity(shares.len()), 0);
        for (of, node, values) in shares {
            let x = self.operands(*of, node, values)?;
            count += of.graph.joined(node).len();
            let axes: Vec<usize> = (0..x.sizes().len()).collect();
            parts.push(self.part(fold, &x, &axes));
        }
        let joint = self.joint(fold.join(), &parts);
        Ok(self.finished(fold.finish(), &joint, count as f64))
    }

    /// Combines numbers of several parameters.
    pub(super) fn joint(&mut self, fold: kernel::Fold, numbers: &[ModuleValue]) -> ModuleValue {
        let scalar = Type::scalar(self.scalar);
        let (operation, start) = combination(fold);
        let joined = numbers.iter().cloned().reduce(|all, next| self.body.binary(operation, &all, &next));
        joined.unwrap_or_else(|| self.body.constant(start, &scalar))
    }

    /// A value in the shape and type that its port needs.
    pub(super) fn kept(&mut self, of: Of<'_>, value: &ModuleValue, extent: ValueExtent, to: &Type) -> ModuleValue {
        let inside = Type::new(&of.sizes(extent), to.element);
        let fitted = self.fitted(value, &inside);
        self.body.reshape(&fitted, &to.sizes)
    }
}

/// The operation that combines two numbers, and its neutral element.
fn combination(fold: kernel::Fold) -> (&'static str, f64) {
    match fold {
        kernel::Fold::Sum => ("add", 0.0),
        kernel::Fold::Max => ("maximum", f64::NEG_INFINITY),
        kernel::Fold::Min => ("minimum", f64::INFINITY),
    }
}
