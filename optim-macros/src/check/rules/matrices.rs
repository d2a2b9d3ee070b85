//! Linear algebra: the dimensions of operands fit, and calls with several results are destructured.

use syn::Expr as Syntax;

use super::mistake::{Mistake, wrong};
use super::site::Site;
use crate::ast::{Expr, Node};
use crate::check::Checker;
use crate::check::messages::phrases::{article, help};
use crate::check::syntax::integer_literal;
use crate::check::terms::shapes::{dims, is_of_squares};
use crate::diag::source;
use crate::fixed::{Fixed, Type};
use crate::kind::{Dim, Kind, Shape};
use crate::ops::Library;

/// `(rows, cols)`
fn pair((rows, cols): (&Dim, &Dim)) -> String {
    format!("({rows}, {cols})")
}

/// The kinds of the results of one call with several results, or of a variable that holds them.
fn several(value: &Expr) -> Option<&[Kind]> {
    match &value.kind {
        Kind::Tuple(items)
            if !items.is_empty()
                && !matches!(value.node, Node::Tuple(_))
                && items.iter().all(|kind| matches!(kind, Kind::Num(_))) =>
        {
            Some(items)
        }
        _ => None,
    }
}

pub(super) fn results_are_taken_apart(_: &Checker, site: &Site) -> Option<Mistake> {
    match site {
        Site::Operation { .. } | Site::Method(..) => {}
        Site::Arguments(_, path, _) if path.is_ident("select") => {}
        _ => return None,
    }
    let (value, items, at) = site.values().into_iter().find_map(|(value, at)| Some((value, several(value)?, at)))?;
    let names: Vec<String> = match &value.node {
        Node::Library(library, ..) => library.results().iter().map(|name| (*name).to_owned()).collect(),
        _ => ["a", "b", "c", "d"].iter().take(items.len()).map(|name| (*name).to_owned()).collect(),
    };
    if names.len() != items.len() {
        return None;
    }
    let message = format!("expected one value, found {}", value.kind);
    wrong(at, help(&message, &format!("destructure it first: `let ({}) = …;`", names.join(", "))))
}

pub(super) fn matrices_are_tensors(_: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Library(call, library, operands) = site else { return None };
    if library.is_quantile() {
        return None;
    }
    let x = operands.first()?;
    let name = &call.method;
    let fits = match (&x.kind, library) {
        (Kind::Num(shape), Library::Argsort) => shape.is_row(),
        (Kind::Num(shape), Library::FirstCols | Library::TakeCols) => shape.is_tensor() || shape.is_row(),
        (Kind::Num(shape), _) => shape.is_tensor(),
        _ => false,
    };
    if fits {
        return None;
    }
    let (takes, advice) = match library {
        Library::Argsort => ("sorts `Cols`, one number per column", "reduce first, as in `x.col_norm().argsort()`"),
        Library::FirstCols | Library::TakeCols => {
            ("takes columns of a `Tensor` or of `Cols`", "transpose rows first: `x.t()` of a `Tensor`")
        }
        _ => ("takes a `Tensor`", "`full(x)` turns rows, columns or a scalar into a tensor"),
    };
    let message = format!("`{name}` {takes}, but this is {}", article(&x.kind));
    match x.kind {
        Kind::Num(_) => wrong(name, help(&message, advice)),
        Kind::Mask(_) => wrong(name, help(&message, "turn the mask into numbers: `select(mask, 1.0, 0.0)`")),
        _ => wrong(name, message),
    }
}

pub(super) fn matrices_are_square(_: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Library(call, library, operands) = site else { return None };
    let (rows, cols) = dims(operands.first()?)?;
    if !is_of_squares(library) || rows == cols {
        return None;
    }
    let message = format!("`{}` needs a square matrix, but this one is `{}`", call.method, pair((rows, cols)));
    let receiver = source(&*call.receiver);
    let short = if receiver.len() > 20 { "x".to_owned() } else { receiver.trim_start_matches('*').to_owned() };
    wrong(
        &call.method,
        help(&message, &format!("`{short}.matmul({short}.t())` and `{short}.t().matmul({short})` are square")),
    )
}

pub(super) fn right_sides_fit(_: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Library(call, library, [a, b]) = site else { return None };
    if !matches!(library, Library::Solve | Library::SolveLower) {
        return None;
    }
    let name = &call.method;
    let fits = matches!(&b.kind, Kind::Num(Shape::Matrix(rows, _)) if *rows != Dim::One);
    if !fits {
        let message = format!("`{name}` solves for a `Tensor` or `Rows`, but this is {}", article(&b.kind));
        return wrong(&call.args, help(&message, "`full(x)` turns a fixed value or a scalar into a tensor"));
    }
    let ((rows, _), other) = (dims(a)?, dims(b)?);
    if rows == other.0 {
        return None;
    }
    let message =
        format!("`{name}` needs the same number of rows on both sides: `{}` and `{}`", pair(dims(a)?), pair(other));
    wrong(&call.args, help(&message, "transpose the right-hand side with `.t()`, or the matrix"))
}

pub(super) fn roots_are_integers(_: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Library(call, Library::InvRoot, [_, p, _]) = site else { return None };
    whole(p, call.args.first()?, "the root of `inv_root`", "write `x.inv_root(4, eps)`")
}

pub(super) fn shifts_are_numbers(_: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Library(call, Library::InvRoot, [_, _, eps]) = site else { return None };
    let fits = match &eps.kind {
        Kind::Fixed => true,
        Kind::Num(shape) => shape.is_scalar(),
        _ => false,
    };
    if fits {
        return None;
    }
    let message = format!("`eps` of `inv_root` must be a number or a `Scalar`, but this is {}", article(&eps.kind));
    wrong(call.args.last()?, help(&message, "reduce it with `.mean()`, `.amax()` …"))
}

pub(super) fn columns_are_counted(checker: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Library(call, Library::FirstCols, [x, n]) = site else { return None };
    let syntax = call.args.first()?;
    let advice = "write `x.first_cols(4)`, or declare `rank: usize` in the struct";
    let mistake = whole(n, syntax, "the number of columns", advice);
    if mistake.is_some() {
        return mistake;
    }
    let (_, Dim::Fixed(columns)) = dims(x)? else { return None };
    let columns = checker.facts.meanings.count(columns.meaning())?;
    let wanted = checker.facts.meanings.count(n.as_fixed()?.meaning()).filter(|wanted| *wanted > columns)?;
    let message = format!("there are no {wanted} columns: this value has {columns}");
    wrong(syntax, help(&message, &format!("write `{}.first_cols({columns})`", source(&*call.receiver))))
}

pub(super) fn orders_are_taken(_: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Library(call, Library::TakeCols | Library::PutCols, [x, order, ..]) = site else { return None };
    let Kind::Order(_) = &order.kind else {
        let message = format!("`{}` takes an `Order`, but this is {}", call.method, article(&order.kind));
        return wrong(
            call.args.first()?,
            help(&message, "an order comes from `.argsort()`, the first columns from `.first_cols(n)`"),
        );
    };
    let ((_, cols), (_, places)) = (dims(x)?, dims(order)?);
    if cols == places {
        return None;
    }
    let message = format!("an order of `{places}` columns does not fit a matrix of dimensions `{}`", pair(dims(x)?));
    wrong(call.args.first()?, help(&message, "sort the columns of the same matrix: `x.col_norm().argsort()`"))
}

pub(super) fn columns_are_put_back(_: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Library(call, Library::PutCols, [x, _, y]) = site else { return None };
    let fits = matches!(&y.kind, Kind::Num(Shape::Matrix(rows, _)) if *rows != Dim::One);
    if !fits {
        let message = format!("`put_cols` puts columns of a `Tensor` or `Rows`, but this is {}", article(&y.kind));
        return wrong(call.args.last()?, help(&message, "`full(x)` turns a fixed value or a scalar into a tensor"));
    }
    let ((rows, _), (others, _)) = (dims(x)?, dims(y)?);
    if rows == others {
        return None;
    }
    let message =
        format!("columns of `{}` can't be put into `{}`: they differ in rows", pair(dims(y)?), pair(dims(x)?));
    wrong(call.args.last()?, help(&message, "put back columns that come from `x.take_cols(order).first_cols(n)`"))
}

pub(super) fn identities_have_sizes(checker: &Checker, site: &Site) -> Option<Mistake> {
    match site {
        Site::Call(call, path) if checker.subject.definition.is_none() || checker.subject.in_schedule() => {
            if !path.is_ident("eye") {
                return None;
            }
            wrong(&call.func, format!("`eye` is not supported in {}: it has no matrices", checker.subject.words.body))
        }
        &Site::Eye(call, n) => match call.args.first() {
            Some(one) if integer_literal(one).is_some_and(|n| n == "1") => {
                wrong(call, help("the identity matrix of size 1 is a number", "write `1.0`"))
            }
            argument => whole(n, argument?, "the size of `eye`", "write `eye(param.rows())`"),
        },
        _ => None,
    }
}

pub(super) fn dimensions_are_known(_: &Checker, site: &Site) -> Option<Mistake> {
    let Site::Dimension(at) = site else { return None };
    let message = "this size is not known before the step: it changes in a loop, or comes from a pattern";
    wrong(at, help(message, "use a setting, a `const`, `param.rows()` or `param.cols()`"))
}

/// The mistake for a number that must be a fixed integer of at least 1.
fn whole(value: &Expr, syntax: &Syntax, what: &str, advice: &str) -> Option<Mistake> {
    let ty = value.as_fixed().and_then(Fixed::ty);
    if value.as_fixed().is_some() && ty.is_none_or(Type::is_integer) {
        return match integer_literal(syntax) {
            Some(n) if n == "0" || n.starts_with('-') => {
                wrong(syntax, help(&format!("{what} is `{n}`, but must be at least 1"), advice))
            }
            _ => None,
        };
    }
    let kind = match ty.and_then(|ty| ty.name.as_ref()) {
        Some(name) if value.kind.is_fixed() => format!("`{name}`"),
        _ => article(&value.kind),
    };
    wrong(syntax, help(&format!("{what} is {kind}, but must be a fixed integer"), advice))
}
