//! Reductions, matrix products, and values that depend only on the gradient.

use super::Generator;
use super::kinds::{COLS, Code, Dim, MATRICES, ROWS, SCALAR, Shape, TENSOR, matrix};
use super::numbers::LIMIT;
use super::states::FIXED;
use super::table::Fold;

impl Generator {
    /// A tensor that always exists.
    fn root(&mut self) -> Code {
        if self.has_grad {
            return Code::simple("grad", LIMIT);
        }
        match &self.param {
            Some(param) => Code::compound(format!("*{param}"), LIMIT),
            None => Code::compound(format!("full({})", self.rng.literal(0.1, 0.9)), LIMIT),
        }
    }

    /// A new value of any shape.
    pub(super) fn made(&mut self, shape: Shape) -> Code {
        if shape.is_oriented() {
            let (short, long) = (Some(Dim::Short), Some(Dim::Long));
            let text = match (shape.row, shape.col) {
                (row, col) if row == short && col == long => "oriented",
                (row, col) if row == long && col == short => "oriented.t()",
                (row, col) if row == short && col == short => "oriented.matmul(oriented.t()).tanh()",
                (row, None) if row == short => "oriented.row_mean()",
                (row, None) if row == long => "oriented.t().row_amax().tanh()",
                (None, col) if col == long => "oriented.col_mean()",
                (None, col) if col == short => "oriented.t().col_mean()",
                _ => "oriented.t().matmul(oriented).tanh()",
            };
            return Code::simple(text, LIMIT);
        }
        if shape.is_sized() {
            return Code::simple(self.made_of_states(shape), LIMIT);
        }
        let root = self.root().operand();
        let rows = self.rng.pick(&["row_mean()", "row_rms()", "row_amax().tanh()"]);
        let cols = self.rng.pick(&["col_mean()", "col_rms()", "col_norm().tanh()"]);
        let text = match (shape.row, shape.col) {
            (Some(Dim::Rows), Some(Dim::Cols)) => return self.root(),
            (Some(Dim::Cols), Some(Dim::Rows)) => format!("{root}.t()"),
            (Some(Dim::Rows), Some(_)) => format!("{root}.matmul({root}.t()).tanh()"),
            (Some(_), Some(_)) => format!("{root}.t().matmul({root}).tanh()"),
            (Some(Dim::Rows), None) => format!("{root}.{rows}"),
            (Some(_), None) => format!("{root}.t().{rows}"),
            (None, Some(Dim::Cols)) => format!("{root}.{cols}"),
            (None, Some(_)) => format!("{root}.t().{cols}"),
            (None, None) if shape.batch => format!("{root}.matrix_mean()"),
            (None, None) => match self.rng.below(3) {
                0 => format!("scalar({})", self.fixed(1).text),
                1 => format!("{root}.mean()"),
                _ => format!("{root}.rms()"),
            },
        };
        Code::simple(text, LIMIT)
    }

    /// A value with other dimensions than the parameter's: a product of matrices with as many rows as the parameter.
    fn made_of_states(&mut self, shape: Shape) -> String {
        let root = self.root().operand();
        let of_rows = |dim: Dim| match dim {
            Dim::Fixed => "state.narrow".to_owned(),
            Dim::Least => "state.least".to_owned(),
            Dim::Cols => root.clone(),
            _ => format!("{root}.matmul({root}.t()).tanh()"),
        };
        match (shape.row, shape.col) {
            (Some(Dim::Fixed), Some(Dim::Fixed)) if self.rng.chance(0.5) => format!("eye({FIXED})"),
            (Some(Dim::Rows), Some(col)) => of_rows(col),
            (Some(row), Some(Dim::Rows)) => format!("{}.t()", of_rows(row)),
            (Some(row), Some(col)) => format!("{}.t().matmul({}).tanh()", of_rows(row), of_rows(col)),
            (Some(row), None) => format!("{}.t().row_mean()", of_rows(row)),
            (None, col) => format!("{}.col_mean()", of_rows(col.unwrap_or(Dim::Cols))),
        }
    }

    /// A reduction to this shape; `None` for a tensor.
    pub(super) fn reduction(&mut self, shape: Shape, depth: usize) -> Option<Code> {
        let (prefix, of) = match (shape.batch, shape.row, shape.col) {
            (_, Some(_), Some(_)) => return None,
            (_, Some(row), None) => ("row_", matrix(row, self.across(row))),
            (_, None, Some(col)) => ("col_", matrix(self.across(col), col)),
            (true, None, None) => match self.rng.below(6) {
                0 => ("matrix_", ROWS),
                1 => ("matrix_", COLS),
                2 => ("col_", ROWS),
                3 => ("row_", COLS),
                _ => ("matrix_", TENSOR),
            },
            (false, ..) => {
                let of = match self.rng.weighted(&[8, 2, 2, 1, 1]) {
                    0 => TENSOR,
                    1 => ROWS,
                    2 => COLS,
                    3 => MATRICES,
                    _ => matrix(Dim::Rows, Dim::Rows),
                };
                ("", of)
            }
        };
        if self.rng.chance(0.05) {
            let mask = self.mask(of, depth.min(1));
            let (name, bound) = self.rng.pick(&[("mean", 1.0), ("sum", f64::INFINITY)]);
            return Some(Code::simple(format!("{}.{prefix}{name}()", mask.operand()), bound));
        }
        if self.rng.chance(0.08) {
            let x = self.limited(of, depth, LIMIT);
            let q = self.fraction();
            return Some(Code::simple(format!("{}.{prefix}quantile({q})", x.operand()), x.bound));
        }
        let prefix =
            if shape == SCALAR && self.may_reduce_model() && self.rng.chance(0.3) { "global_" } else { prefix };
        let a = self.limited(of, depth, LIMIT);
        let fold = self.rng.pick(Fold::ALL);
        let grown = if shape == SCALAR { 60.0 } else { 20.0 };
        let bound = match fold {
            Fold::Sum | Fold::SumAbs => f64::INFINITY,
            Fold::Norm => grown,
            Fold::Mean | Fold::Rms | Fold::Amax | Fold::Amin => a.bound,
            Fold::Dot => {
                let part = if self.rng.chance(0.6) { of } else { self.part(of) };
                let b = if self.rng.chance(0.1) { self.fixed(0) } else { self.limited(part, depth, LIMIT) };
                return Some(Code::simple(format!("{}.{prefix}dot({})", a.operand(), b.text), f64::INFINITY));
            }
        };
        Some(Code::simple(format!("{}.{prefix}{}()", a.operand(), fold.name()), bound))
    }

    /// The fraction of a quantile.
    pub(super) fn fraction(&mut self) -> String {
        match self.rng.below(3) {
            0 => format!("{}.tanh().square()", self.made(SCALAR).operand()),
            _ => self.rng.pick(&["0.0", "0.25", "0.5", "0.9", "1.0"]).to_owned(),
        }
    }

    /// The other dimension of a matrix.
    fn across(&mut self, dim: Dim) -> Dim {
        match dim {
            Dim::Rows => self.rng.pick(&[Dim::Cols, Dim::Cols, Dim::Cols, Dim::Rows]),
            Dim::Cols => self.rng.pick(&[Dim::Rows, Dim::Rows, Dim::Rows, Dim::Cols]),
            Dim::Fixed | Dim::Least => self.rng.pick(&[Dim::Rows, Dim::Cols, dim]),
            Dim::Short => Dim::Long,
            Dim::Long => Dim::Short,
        }
    }

    /// A matrix product or a transposition.
    pub(super) fn product(&mut self, shape: Shape, depth: usize) -> Code {
        let (Some(row), Some(col)) = (shape.row, shape.col) else { return self.leaf(shape) };
        if self.rng.chance(0.3) {
            let a = self.number(matrix(col, row), depth);
            return Code::simple(format!("{}.t()", a.operand()), a.bound);
        }
        // A square product may become a decomposition. These are stable.
        if row == col && self.rng.chance(0.3) {
            let x = self.limited(matrix(row, col), depth, 1.0).operand();
            let text = match self.rng.below(4) {
                0 => format!("{x}.inv_root(2, 0.5)"),
                1 => format!("{x}.inv_root(4, 1.0)"),
                2 => format!("({x} * {x}.eigh().1).tanh()"),
                _ => format!("({x} * {x}.diag()).tanh()"),
            };
            return Code::simple(text, 2.0);
        }
        let inner = if shape.is_oriented() {
            self.rng.pick(&[Dim::Short, Dim::Long])
        } else if self.has_sizes && self.has_state && self.rng.chance(0.3) {
            self.rng.pick(&[Dim::Fixed, Dim::Least])
        } else {
            self.rng.pick(&[Dim::Rows, Dim::Cols])
        };
        let (a, b) = (self.limited(matrix(row, inner), depth, 1.0), self.limited(matrix(inner, col), depth, 1.0));
        Code::simple(format!("{}.matmul({})", a.operand(), b.text), 12.0)
    }
}
