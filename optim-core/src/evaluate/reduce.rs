//! Reductions.

use optim_language::Each;

use super::value::Computed;
use super::walk::{Failed, Walk};
use super::{Backend, EvaluateError};
use crate::kernel::{self, Finish};
use crate::lang::{Binary, Fold, Graph, Node, Op, Over, Share, Unary, fold_numbers};

impl<B: Backend + ?Sized> Walk<'_, B> {
    /// A reduction of one value, or of the products of two values.
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
        let part = self.part(name, (fold, args), of, axes)?;
        self.finished(fold.finish(), Computed::Tensor(part), count)
    }

    /// The combined numbers, without the last operation of the reduction.
    fn part(
        &self,
        name: &'static str,
        (fold, args): (Fold, &[Computed<B>]),
        of: [usize; 3],
        axes: [bool; 3],
    ) -> Result<B::Tensor, Failed<B>> {
        self.combined(name, fold, self.numbers(name, (fold, args), of)?, axes)
    }

    /// The operands of a reduction, with all of their elements.
    pub(super) fn numbers(
        &self,
        name: &'static str,
        (fold, args): (Fold, &[Computed<B>]),
        of: [usize; 3],
    ) -> Result<B::Tensor, Failed<B>> {
        let each = self.tensor(name, &self.each(name, fold, args, true)?)?;
        self.whole(name, &Computed::Tensor(each), of)
    }

    /// Combines numbers along these axes.
    pub(super) fn combined(
        &self,
        name: &'static str,
        fold: Fold,
        numbers: B::Tensor,
        axes: [bool; 3],
    ) -> Result<B::Tensor, Failed<B>> {
        let of = self.backend.shape(&numbers);
        // An axis of size 1 needs no work.
        let axes: [bool; 3] = std::array::from_fn(|axis| axes[axis] && of[axis] != 1);
        match axes {
            [false, false, false] => Ok(numbers),
            axes => {
                let combined = self.backend.reduce(fold.join(), &numbers, axes);
                combined.map_err(|error| EvaluateError::Backend { op: name, error })
            }
        }
    }

    /// The operation on each number before the numbers are combined.
    fn each(
        &self,
        name: &'static str,
        fold: Fold,
        args: &[Computed<B>],
        rounds: bool,
    ) -> Result<Computed<B>, Failed<B>> {
        let number = |x: &Computed<B>| match x {
            Computed::Number(x) => Ok(Computed::Number(*x)),
            Computed::Truth(yes) => Ok(Computed::Number(if *yes { 1.0 } else { 0.0 })),
            x => self.tensor(name, x).map(Computed::Tensor),
        };
        match (fold.each(), args) {
            (Each::Itself, [x]) => number(x),
            (Each::Absolute, [x]) => self.elementwise(&Op::Unary(Unary::Abs), &[number(x)?], rounds),
            (Each::Square, [x]) => self.elementwise(&Op::Unary(Unary::Square), &[number(x)?], rounds),
            (Each::Product, [a, b]) => self.elementwise(&Op::Binary(Binary::Mul), &[number(a)?, number(b)?], rounds),
            (Each::Itself | Each::Absolute | Each::Square | Each::Product, _) => {
                Err(EvaluateError::Unsupported { op: name, reason: "it has another number of operands" })
            }
        }
    }

    /// The last operation of a reduction of `count` numbers.
    pub(super) fn finished(&self, finish: Finish, x: Computed<B>, count: usize) -> Result<Computed<B>, Failed<B>> {
        let mean =
            |x: Computed<B>| self.elementwise(&Op::Binary(Binary::Div), &[x, Computed::Number(count as f64)], false);
        let root = |x: Computed<B>| self.elementwise(&Op::Unary(Unary::Sqrt), &[x], false);
        match finish {
            Finish::None => Ok(x),
            Finish::Mean => mean(x),
            Finish::Sqrt => root(x),
            Finish::SqrtMean => root(mean(x)?),
        }
    }

    /// A reduction of the numbers of several parameters.
    pub(super) fn join(
        &self,
        fold: Fold,
        shares: &[Share<'_, Computed<B>>],
        graphs: &[&Graph],
    ) -> Result<Computed<B>, Failed<B>> {
        let name = Op::name(&Op::Reduce(fold, Over::All));
        let op = match fold.join() {
            kernel::Fold::Sum => Binary::Add,
            kernel::Fold::Max => Binary::Max,
            kernel::Fold::Min => Binary::Min,
        };
        let (mut joint, mut count) = (None, 0);
        for Share { run, node, values } in shares {
            let of = graphs[*run].joined(node);
            let args: Vec<Computed<B>> = node.inputs().iter().map(|arg| Self::argument(*arg, values)).collect();
            if of.is_empty() {
                continue;
            }
            count += of.len();
            let own = match of.dims() {
                None => self.each(name, fold, &args, false)?,
                Some(_) => Computed::Tensor(self.part(name, (fold, &args), of.shape(), [true; 3])?),
            };
            joint = Some(match joint {
                None => own,
                Some(joint) => self.elementwise(&Op::Binary(op), &[joint, own], false)?,
            });
        }
        match joint {
            Some(joint) => self.finished(fold.finish(), joint, count),
            None => Ok(Computed::Number(fold_numbers(fold, &[]))),
        }
    }
}
