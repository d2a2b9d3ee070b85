//! Reductions.

use optim_language::Each;

use super::value::Computed;
use super::walk::{Failed, Walk};
use super::{Backend, EvaluateError};
use crate::kernel::{self, Finish};
use crate::lang::{Binary, Fold, Graph, Node, Op, Over, Unary, fold_numbers};

impl<B: Backend + ?Sized> Walk<'_, B> {
    /// A reduction of one value, or of the products of two.
    pub(super) fn reduce(
        &self,
        graph: &Graph,
        node: &Node,
        (fold, over): (Fold, Over),
        args: &[Computed<B>],
    ) -> Result<Computed<B>, Failed<B>> {
        let name = node.op_name();
        let of = graph.joined(node).shape();
        let axes = match over {
            Over::All => [true, true, true],
            Over::Row => [false, false, true],
            Over::Col => [false, true, false],
            Over::Matrix => [false, true, true],
        };
        let count: usize = of.iter().zip(axes).filter(|(_, goes)| *goes).map(|(size, _)| *size).product();
        if count == 0 {
            return Ok(Computed::Number(fold_numbers(fold, &[])));
        }
        let fails = |error| EvaluateError::Backend { op: name, error };
        let backend = self.backend;
        let joined = match args {
            [x] => self.tensor(name, x)?,
            [a, b] => self.tensor(name, &self.elementwise(&Op::Binary(Binary::Mul), &[a.clone(), b.clone()], true)?)?,
            _ => return Err(EvaluateError::Unsupported { op: name, reason: "it has no operand" }),
        };
        let each = match fold.each() {
            Each::Itself | Each::Product => joined,
            Each::Absolute => backend.unary(Unary::Abs, &joined).map_err(fails)?,
            Each::Square => backend.unary(Unary::Square, &joined).map_err(fails)?,
        };
        let whole = self.whole(name, &Computed::Tensor(each), of)?;
        // Axes of size 1 need no work.
        let axes: [bool; 3] = std::array::from_fn(|axis| axes[axis] && of[axis] != 1);
        let folded = match axes {
            [false, false, false] => whole,
            axes => backend.reduce(fold.join(), &whole, axes).map_err(fails)?,
        };
        let mean = |x: &B::Tensor| backend.binary_number(Binary::Div, x, count as f64).map_err(fails);
        Ok(Computed::Tensor(match fold.finish() {
            Finish::None => folded,
            Finish::Mean => mean(&folded)?,
            Finish::Sqrt => backend.unary(Unary::Sqrt, &folded).map_err(fails)?,
            Finish::SqrtMean => backend.unary(Unary::Sqrt, &mean(&folded)?).map_err(fails)?,
        }))
    }

    /// The numbers of several parameters as one.
    pub(super) fn join(&self, fold: Fold, own: &[&Computed<B>]) -> Result<Computed<B>, Failed<B>> {
        let name = "global";
        let numbers = own.iter().map(|x| if let Computed::Number(x) = x { Some(*x) } else { None });
        if let Some(numbers) = numbers.collect::<Option<Vec<f64>>>() {
            return Ok(Computed::Number(fold_numbers(fold, &numbers)));
        }
        let op = match fold.join() {
            kernel::Fold::Sum => Binary::Add,
            kernel::Fold::Max => Binary::Max,
            kernel::Fold::Min => Binary::Min,
        };
        let mut joint: Option<B::Tensor> = None;
        for own in own {
            let own = self.tensor(name, own)?;
            joint = Some(match joint {
                None => own,
                Some(joint) => {
                    self.backend.binary(op, &joint, &own).map_err(|error| EvaluateError::Backend { op: name, error })?
                }
            });
        }
        Ok(joint.map_or(Computed::Number(f64::NAN), Computed::Tensor))
    }
}
