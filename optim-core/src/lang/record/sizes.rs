//! The sizes of results, and errors about sizes.

use super::Recording;
use crate::lang::arg::Arg;
use crate::lang::error::GraphError;
use crate::lang::extent::ValueExtent;
use crate::lang::op::{Library, Op};
use crate::shape::{Axes, Dim, Dims};

impl Recording {
    /// The extent of an operation's result, which has kind `axes`.
    pub(super) fn result(&mut self, op: &Op, inputs: &[Arg], axes: Axes) -> ValueExtent {
        let extents: Vec<ValueExtent> = inputs.iter().map(|arg| self.extent(*arg)).collect();
        match (op, &extents[..]) {
            (Op::Library(call), &[of, ..]) => self.of_call(*call, axes, of, inputs, &extents),
            (Op::Result(call, place), _) => {
                // The sizes depend on the operands of the call.
                let given = inputs.first().and_then(|arg| match arg {
                    Arg::Node(id) => self.nodes[*id].inputs.first().copied(),
                    Arg::Constant(_) => None,
                });
                given.map_or(ValueExtent::ONE, |given| self.other_result(*call, *place, self.extent(given)))
            }
            (Op::Lift, [of]) if of.is_of_axis() && axes == Axes::Tensor => ValueExtent::of(axes, self.param()),
            (Op::ReduceTo(_, kept), _) => {
                let of = self.joined(op.name(), &extents);
                self.of_axis(op.name(), of, *kept)
            }
            (Op::Reduce(_, over), _) => self.joined(op.name(), &extents).reduce(*over),
            // One number, whatever the operands are.
            (Op::Global { .. }, _) => {
                self.joined(op.name(), &extents);
                ValueExtent::ONE
            }
            _ => {
                let joined = self.joined(op.name(), &extents);
                // A tensor made of scalars only has one number per matrix until it is broadcast.
                if axes == Axes::Scalar { joined } else { joined.complete(Dims::MATRICES, self.param()) }
            }
        }
    }

    /// The extent of a reduction along an axis.
    fn of_axis(&mut self, op: &'static str, of: ValueExtent, kept: Dim) -> ValueExtent {
        let (Dim::Along(axis) | Dim::Without(axis)) = kept else {
            self.fail(GraphError::NotAnAxis { op, kept });
            return of;
        };
        let (result, whole) =
            (ValueExtent::of(Dims::row(kept), self.param()), ValueExtent::of(Dims::TENSOR, self.param()));
        if of.dims() != result.dims() && (of.is_of_axis() || of.sizes() != whole.sizes()) {
            self.fail(GraphError::Axes { op, axis, of: of.into() });
        }
        result
    }

    /// The extent of the first result of a call.
    #[expect(clippy::too_many_lines, reason = "one arm for each call")]
    fn of_call(
        &mut self,
        call: Library,
        axes: Axes,
        of: ValueExtent,
        inputs: &[Arg],
        extents: &[ValueExtent],
    ) -> ValueExtent {
        let (op, param, (_, rows, cols)) = (call.name(), self.param(), of.sizes());
        let second = extents.get(1).copied().unwrap_or(of);
        if let Some(kept) = call.kept(inputs) {
            return self.of_axis(op, of, kept);
        }
        if let Some(of) = extents.iter().find(|extent| extent.is_of_axis()) {
            self.fail(GraphError::NotMatrices { op, of: (*of).into() });
        }
        if let Some(over) = call.over() {
            return of.reduce(over);
        }
        match call {
            Library::Transpose => of.t(),
            Library::Matmul => of.matmul(second).unwrap_or_else(|| {
                self.fail(GraphError::Matmul { left: of.into(), right: second.into() });
                of
            }),
            Library::Argsort | Library::Eye => of,
            Library::Quantile | Library::RowQuantile | Library::ColQuantile | Library::MatrixQuantile => of,
            Library::QuantileAlong | Library::QuantileWithout => of,
            Library::Svd => of.with_cols(of.smaller_side(param), param),
            Library::Qr => {
                if rows < cols {
                    self.fail(GraphError::Wide { op, of: of.into() });
                }
                of
            }
            Library::FirstCols => {
                let n = inputs.get(1).map_or(0, |n| if let Arg::Constant(n) = n { *n as usize } else { 0 });
                if n == 0 || n > cols {
                    self.fail(GraphError::Columns { op, n, of: of.into() });
                }
                let one = matches!(axes, Axes::Rows | Axes::Matrices);
                of.with_cols(if one { Dim::One } else { Dim::Size(n) }, param)
            }
            Library::TakeCols => {
                if second.sizes().2 != cols {
                    self.fail(GraphError::Sizes { op, left: of.into(), right: second.into() });
                }
                of
            }
            Library::PutCols => {
                let put = extents.get(2).copied().unwrap_or(of);
                if second.sizes().2 != cols || put.sizes().1 != rows || put.sizes().2 > cols {
                    self.fail(GraphError::Sizes { op, left: of.into(), right: put.into() });
                }
                of
            }
            Library::Diag
            | Library::Eigh
            | Library::Cholesky
            | Library::Solve
            | Library::SolveLower
            | Library::InvRoot => {
                if rows != cols {
                    self.fail(GraphError::Square { op, of: of.into() });
                }
                if call == Library::InvRoot && !matches!(inputs.get(1), Some(Arg::Constant(p)) if *p >= 1.0) {
                    self.fail(GraphError::Root { op });
                }
                match call {
                    Library::Diag => of.diagonal(param),
                    Library::Solve | Library::SolveLower if second.sizes().1 != rows => {
                        self.fail(GraphError::RightSide { op, left: of.into(), right: second.into() });
                        second
                    }
                    Library::Solve | Library::SolveLower => second,
                    _ => of,
                }
            }
        }
    }

    /// The extent of a further result of a call with this operand.
    fn other_result(&self, call: Library, place: usize, of: ValueExtent) -> ValueExtent {
        let param = self.param();
        match (call, place) {
            (Library::Eigh, _) => of.diagonal(param),
            (Library::Svd, 1) => of.with_cols(of.smaller_side(param), param).t().diagonal(param),
            (Library::Svd, _) => of.t().with_cols(of.smaller_side(param), param),
            _ => of.t().with_cols(of.cols(), param),
        }
    }

    fn joined(&mut self, op: &'static str, extents: &[ValueExtent]) -> ValueExtent {
        let mut joined = ValueExtent::ONE;
        for &extent in extents {
            match joined.join(extent) {
                Some(both) => joined = both,
                None => self.fail(GraphError::Sizes { op, left: joined.into(), right: extent.into() }),
            }
        }
        joined
    }
}
