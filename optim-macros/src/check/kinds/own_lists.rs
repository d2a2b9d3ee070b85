//! Lists that a step makes: `let mut turns = [grad; self.k];`. They live until the end of the step.

use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Expr as Syntax, ExprRepeat, Pat};

use crate::ast::{Expr, Stmt};
use crate::check::Checker;
use crate::check::known::scopes::Binding;
use crate::check::rules::Site;
use crate::check::syntax::literal_length;
use crate::fixed::{Fixed, Form, Function};
use crate::kind::Kind;
use crate::language::Language;

/// The value of a `let` that may begin a list.
pub(crate) enum Begun {
    /// A list, with the statement that begins it. Empty after a mistake.
    List(Vec<Stmt>),
    Value(Expr),
}

impl Checker<'_> {
    /// The value of a `let`. It begins a list if it is `[value; length]` and the length is fixed but not a literal.
    pub(crate) fn begun(&mut self, pattern: &Pat, init: &Syntax) -> Begun {
        let is_step = self.subject.language() == Some(Language::Optimizer);
        let named = named_repeat(pattern, init).filter(|(_, repeat)| is_step && literal_length(&repeat.len).is_none());
        let Some((pattern, repeat)) = named else { return Begun::Value(self.value(init)) };
        let (item, length) = (self.value(&repeat.expr), self.value(&repeat.len));
        let item = match item.as_fixed() {
            // No array of Rust has this length, so it must be a list.
            Some(number) if length.as_fixed().is_some_and(is_variable) && is_float(number) => {
                item.lift(&Kind::scalar())
            }
            Some(number) => return Begun::Value(self.fixed_repeat(number.clone(), &length, repeat)),
            None => item,
        };
        let broken = item.kind.is_wrong()
            || length.kind.is_wrong()
            || self.breaks(Site::Length(&length, &repeat.len))
            || self.breaks(Site::OwnList { item: &item, length: &length, syntax: repeat })
            || self.breaks(Site::PatternName(pattern));
        let known = length.as_fixed().filter(|_| !broken);
        let known = known.map(|length| self.scopes.spelled_out(length).unwrap_or_else(|| length.clone()));
        let (Some(length), Kind::Num(shape)) = (known, item.kind.clone()) else {
            self.bind_wrong(&Pat::Ident(pattern.clone()));
            return Begun::List(Vec::new());
        };
        let (kind, origin) = (Kind::Num(shape.of_parameter()), self.origin(&item).unwrap_or_default());
        let mutable = pattern.mutability.is_some();
        let id = self.new_local(&pattern.ident, mutable, Some(kind), origin);
        self.scopes.bind(&pattern.ident, Binding::List { id, mutable });
        self.scopes.add_list(id, length.clone(), repeat.len.as_ref().clone());
        Begun::List(vec![Stmt::List { id, called: pattern.ident.unraw().to_string(), length, value: item }])
    }

    /// An array of a fixed value: plain Rust.
    pub(crate) fn fixed_repeat(&mut self, item: Fixed, length: &Expr, repeat: &ExprRepeat) -> Expr {
        self.breaks(Site::Length(length, &repeat.len));
        let Some(length) = length.as_fixed().cloned() else { return self.invalid(repeat.span()) };
        self.fixed(repeat.span(), Form::Repeat(item, length))
    }
}

/// The name and the array of `let name = [value; length]`.
fn named_repeat<'s>(pattern: &'s Pat, init: &'s Syntax) -> Option<(&'s syn::PatIdent, &'s ExprRepeat)> {
    match (pattern, init) {
        (Pat::Paren(inner), _) => named_repeat(&inner.pat, init),
        (_, Syntax::Paren(inner)) => named_repeat(pattern, &inner.expr),
        (_, Syntax::Group(inner)) => named_repeat(pattern, &inner.expr),
        (Pat::Ident(name), Syntax::Repeat(repeat)) if name.subpat.is_none() => Some((name, repeat)),
        _ => None,
    }
}

/// Returns true if a fixed number depends on settings or sizes, so that it cannot be the length of an array.
fn is_variable(number: &Fixed) -> bool {
    let mut found = matches!(
        number.form(),
        Form::Setting(_) | Form::Size(_) | Form::Call(Function::Dim, _) | Form::Variable(_) | Form::Items(_)
    );
    number.form().each(&mut |part| found |= is_variable(part));
    found
}

/// Returns true if a fixed value is a number that a step can compute with.
fn is_float(value: &Fixed) -> bool {
    value.ty().is_some_and(|ty| ty.name.as_deref() == Some("f64"))
}
