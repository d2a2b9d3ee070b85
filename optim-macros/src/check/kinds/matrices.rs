//! Linear algebra: the kinds of its results.

use syn::spanned::Spanned;
use syn::{ExprCall, ExprMethodCall, Path};

use crate::ast::{Expr, Node};
use crate::check::Checker;
use crate::check::rules::Site;
use crate::check::terms::shapes::{dims, is_of_squares, kept};
use crate::diag::source;
use crate::kind::{Dim, Kind, Shape};
use crate::ops::Library;

impl Checker<'_> {
    /// A call of linear algebra other than a product or a transposition.
    pub(super) fn library_call(&mut self, call: &ExprMethodCall, library: Library, operands: Vec<Expr>) -> Expr {
        let span = call.span();
        let operands = self.agreeing(operands, |operands| fit(library, operands));
        let mut broken = self.breaks(Site::Library(call, library, &operands));
        if let (true, Some(number), Some(syntax)) = (takes_a_number(library), operands.last(), call.args.last()) {
            broken = broken || self.breaks(Site::Number(number, syntax));
        }
        if broken {
            return self.invalid(span);
        }
        let Some(kind) = self.kind_of_call(call, library, &operands) else {
            return self.refused(span, Site::Dimension(&call.args));
        };
        let (mut values, mut fixed) = (Vec::new(), Vec::new());
        for (place, operand) in operands.into_iter().enumerate() {
            match (library.fixed_operand(), self.integer(&operand)) {
                (Some(own), Some(number)) if own == place => fixed.push(number),
                _ => values.push(operand),
            }
        }
        Expr { kind, span, node: Node::Library(library, values, fixed) }
    }

    /// The kind of a call's result, if the operands fit.
    fn kind_of_call(&mut self, call: &ExprMethodCall, library: Library, operands: &[Expr]) -> Option<Kind> {
        if let Some(over) = library.over() {
            return kept(over, operands).map(Kind::Num);
        }
        let (rows, cols) = dims(operands.first()?)?;
        let of = |rows: &Dim, cols: &Dim| Kind::Num(Shape::Matrix(rows.clone(), cols.clone()));
        Some(match library {
            Library::Matmul | Library::Transpose | Library::Eye => return None,
            Library::Quantile | Library::RowQuantile | Library::ColQuantile | Library::MatrixQuantile => return None,
            Library::QuantileAlong | Library::QuantileWithout => return None,
            Library::Diag => of(&Dim::One, rows),
            Library::Argsort => Kind::Order(Shape::Matrix(Dim::One, cols.clone())),
            Library::TakeCols | Library::PutCols => of(rows, cols),
            Library::FirstCols => {
                let (number, syntax) = (operands.get(1)?.as_fixed()?.clone(), call.args.first()?);
                of(rows, &self.dimension(&number, &source(syntax))?)
            }
            Library::Eigh => Kind::Tuple(vec![of(rows, rows), of(&Dim::One, rows)]),
            Library::Svd => {
                let inner = self.smaller(rows, cols);
                Kind::Tuple(vec![of(rows, &inner), of(&Dim::One, &inner), of(cols, &inner)])
            }
            Library::Qr => Kind::Tuple(vec![of(rows, cols), of(cols, cols)]),
            Library::Cholesky | Library::InvRoot => of(rows, rows),
            Library::Solve | Library::SolveLower => {
                let (rows, cols) = dims(operands.get(1)?)?;
                of(rows, cols)
            }
        })
    }

    /// `eye(n)`
    pub(super) fn eye(&mut self, call: &ExprCall, path: &Path) -> Expr {
        let span = call.span();
        let broken = self.breaks(Site::Call(call, path));
        let Some(argument) = call.args.first().filter(|_| !broken) else { return self.invalid(span) };
        let value = self.value(argument);
        if value.kind.is_wrong() || self.breaks(Site::Eye(call, &value)) {
            return self.invalid(span);
        }
        let Some(number) = self.integer(&value) else { return self.invalid(span) };
        let Some(side) = self.dimension(&number, &source(argument)) else {
            return self.refused(span, Site::Dimension(argument));
        };
        let node = Node::Library(Library::Eye, Vec::new(), vec![number]);
        Expr { kind: Kind::Num(Shape::Matrix(side.clone(), side)), span, node }
    }
}

/// Returns true if the last operand of a call is a `Scalar` or a fixed number.
fn takes_a_number(library: Library) -> bool {
    library == Library::InvRoot || library.over().is_some()
}

/// Returns true if the dimensions of the operands fit the call.
fn fit(library: Library, operands: &[Expr]) -> bool {
    let all: Vec<_> = operands.iter().filter_map(dims).collect();
    match (library, &all[..]) {
        (Library::Solve | Library::SolveLower, [(rows, cols), (other, _), ..]) => rows == cols && rows == other,
        (Library::TakeCols, [(_, cols), (_, places), ..]) => cols == places,
        (Library::PutCols, [(rows, cols), (_, places), (others, _)]) => cols == places && rows == others,
        (library, [(rows, cols), ..]) if is_of_squares(library) => rows == cols,
        _ => true,
    }
}
