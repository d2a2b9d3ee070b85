//! Fixed conditions in normal form: which of them are known to hold at a place in the step.
//!
//! Conditional state may be touched only where its condition holds; matrix sizes that depend on a fixed branch are
//! compared by the same names.

use std::fmt;

use proc_macro2::{Ident, Span};
use quote::quote;
use syn::{BinOp, Expr as Syntax, Lit, Pat, UnOp};

use super::Checker;
use super::pattern::is_constant;
use super::scope::Binding;
use super::syntax::is_size;
use crate::diag::source;
use crate::kind::Kind;

/// Texts of more bytes get a number.
const LONG: usize = 300;

/// Conditions of more parts are compared as wholes.
const LARGE: usize = 100;

/// A fixed condition, up to parentheses, `&&`, `||`, `!` and the two ways to write a comparison.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Condition {
    /// A condition without inner structure by its text, or its negation.
    Atom(String, bool),
    All(Vec<Condition>),
    Any(Vec<Condition>),
}

impl Condition {
    pub(crate) fn atom(text: impl Into<String>) -> Self {
        Condition::Atom(text.into(), true)
    }

    /// `left op right` for a comparison operator; `a >= b` is the negation of `a < b`.
    pub(crate) fn comparison(left: &str, op: &BinOp, right: &str) -> Option<Self> {
        use BinOp::{Eq, Ge, Gt, Le, Lt, Ne};
        let (text, holds) = match op {
            Lt(_) => (format!("{left} < {right}"), true),
            Ge(_) => (format!("{left} < {right}"), false),
            Gt(_) => (format!("{right} < {left}"), true),
            Le(_) => (format!("{right} < {left}"), false),
            Eq(_) | Ne(_) => {
                let (first, second) = if left <= right { (left, right) } else { (right, left) };
                (format!("{first} == {second}"), matches!(op, Eq(_)))
            }
            _ => return None,
        };
        Some(Condition::Atom(text, holds))
    }

    /// How many conditions without inner structure there are in it.
    fn parts(&self) -> usize {
        match self {
            Condition::Atom(..) => 1,
            Condition::All(parts) | Condition::Any(parts) => 1 + parts.iter().map(Condition::parts).sum::<usize>(),
        }
    }

    pub(crate) fn not(self) -> Self {
        match self {
            Condition::Atom(text, holds) => Condition::Atom(text, !holds),
            Condition::All(parts) => Condition::Any(parts.into_iter().map(Condition::not).collect()),
            Condition::Any(parts) => Condition::All(parts.into_iter().map(Condition::not).collect()),
        }
    }

    pub(crate) fn all(parts: Vec<Condition>) -> Self {
        Condition::All(parts)
    }

    /// Whether this follows from what is known.
    pub(crate) fn follows_from(&self, known: &[Condition]) -> bool {
        if known.iter().any(|fact| fact == self || fact.includes(self)) {
            return true;
        }
        match self {
            Condition::Atom(..) => false,
            Condition::All(parts) => parts.iter().all(|part| part.follows_from(known)),
            Condition::Any(parts) => parts.iter().any(|part| part.follows_from(known)),
        }
    }

    /// Whether `other` is one of the conditions that this one joins by `&&`.
    fn includes(&self, other: &Condition) -> bool {
        match self {
            Condition::All(parts) => parts.iter().any(|part| part == other || part.includes(other)),
            _ => false,
        }
    }

    /// The name of this condition without its sign, and the sign.
    pub(crate) fn signed_name(&self) -> (String, bool) {
        match self {
            Condition::Atom(text, holds) => (text.clone(), *holds),
            other => (other.to_string(), true),
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let join = |f: &mut fmt::Formatter<'_>, parts: &[Condition], word: &str| {
            f.write_str("(")?;
            for (i, part) in parts.iter().enumerate() {
                write!(f, "{}{part}", if i > 0 { word } else { "" })?;
            }
            f.write_str(")")
        };
        match self {
            Condition::Atom(text, true) => f.write_str(text),
            Condition::Atom(text, false) => write!(f, "!({text})"),
            Condition::All(parts) => join(f, parts, " && "),
            Condition::Any(parts) => join(f, parts, " || "),
        }
    }
}

impl Checker<'_> {
    /// A fixed condition in normal form.
    pub(super) fn condition_of(&self, syntax: &Syntax) -> Condition {
        let condition = self.structure_of(syntax);
        // Variables stand for conditions: `let b = a && a; let c = b && b; …` doubles each time.
        if condition.parts() > LARGE { Condition::atom(self.short(condition.to_string())) } else { condition }
    }

    fn structure_of(&self, syntax: &Syntax) -> Condition {
        match syntax {
            Syntax::Paren(inner) => self.condition_of(&inner.expr),
            Syntax::Group(inner) => self.condition_of(&inner.expr),
            Syntax::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => self.condition_of(&unary.expr).not(),
            Syntax::Binary(binary) => match &binary.op {
                BinOp::And(_) => {
                    Condition::all(vec![self.condition_of(&binary.left), self.condition_of(&binary.right)])
                }
                BinOp::Or(_) => Condition::Any(vec![self.condition_of(&binary.left), self.condition_of(&binary.right)]),
                op => Condition::comparison(&self.canonical(&binary.left), op, &self.canonical(&binary.right))
                    .unwrap_or_else(|| Condition::atom(self.canonical(syntax))),
            },
            Syntax::MethodCall(call) if call.method == "is_none" => {
                Condition::Atom(format!("{}.is_some()", self.canonical(&call.receiver)), false)
            }
            Syntax::Let(binding) => self.pattern_condition(&binding.pat, &self.canonical(&binding.expr)),
            Syntax::Path(path) => match path.path.get_ident().and_then(|ident| self.find(&ident.to_string())) {
                Some(Binding::Fixed { condition: Some(condition), .. }) => condition.clone(),
                _ => Condition::atom(self.canonical(syntax)),
            },
            other => Condition::atom(self.canonical(other)),
        }
    }

    /// What it says about `scrutinee` that it matches `pattern`.
    pub(super) fn pattern_condition(&self, pattern: &Pat, scrutinee: &str) -> Condition {
        let equals = |text: &str| {
            let (first, second) = if text <= scrutinee { (text, scrutinee) } else { (scrutinee, text) };
            Condition::atom(format!("{first} == {second}"))
        };
        match pattern {
            Pat::Paren(inner) => self.pattern_condition(&inner.pat, scrutinee),
            Pat::Guard(guard) => {
                Condition::all(vec![self.pattern_condition(&guard.pat, scrutinee), self.condition_of(&guard.guard)])
            }
            Pat::Or(or) => {
                Condition::Any(or.cases.iter().map(|case| self.pattern_condition(case, scrutinee)).collect())
            }
            Pat::TupleStruct(variant) if variant.path.segments.last().is_some_and(|last| last.ident == "Some") => {
                let present = Condition::atom(format!("{scrutinee}.is_some()"));
                match variant.elems.first() {
                    Some(Pat::Ident(_) | Pat::Wild(_)) => present,
                    _ => Condition::all(vec![
                        present,
                        Condition::atom(format!("{scrutinee} matches {}", source(pattern))),
                    ]),
                }
            }
            Pat::Ident(name) if name.ident == "None" => Condition::Atom(format!("{scrutinee}.is_some()"), false),
            Pat::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "None") => {
                Condition::Atom(format!("{scrutinee}.is_some()"), false)
            }
            Pat::Path(path) => equals(&source(path)),
            Pat::Lit(literal) => match &literal.lit {
                Lit::Bool(value) => Condition::Atom(scrutinee.to_owned(), value.value),
                literal => equals(&source(literal)),
            },
            Pat::Wild(_) => Condition::all(Vec::new()),
            Pat::Ident(name) if name.subpat.is_none() && !is_constant(&name.ident) => Condition::all(Vec::new()),
            other => Condition::atom(format!("{scrutinee} matches {}", source(other))),
        }
    }

    /// A fixed expression as text that is equal for equal meaning: without parentheses, variables that never change
    /// replaced by what they stand for.
    pub(super) fn canonical(&self, syntax: &Syntax) -> String {
        self.short(self.spelled_out(syntax))
    }

    /// A long text by a number of its own, equal for equal texts: those of variables in others would grow without end.
    fn short(&self, text: String) -> String {
        if text.len() <= LONG {
            return text;
        }
        let mut texts = self.texts.borrow_mut();
        let number = texts.len();
        format!("#{}", texts.entry(text).or_insert(number))
    }

    fn spelled_out(&self, syntax: &Syntax) -> String {
        match syntax {
            Syntax::Paren(inner) => self.canonical(&inner.expr),
            Syntax::Group(inner) => self.canonical(&inner.expr),
            Syntax::Reference(inner) => self.canonical(&inner.expr),
            Syntax::Binary(binary) => {
                let op = &binary.op;
                format!("({} {} {})", self.canonical(&binary.left), quote!(#op), self.canonical(&binary.right))
            }
            Syntax::Unary(unary) => {
                let op = &unary.op;
                format!("{}({})", quote!(#op), self.canonical(&unary.expr))
            }
            Syntax::MethodCall(call) => {
                let arguments: Vec<String> = call.args.iter().map(|argument| self.canonical(argument)).collect();
                let receiver = match self.binding_of(&call.receiver) {
                    // The shape of any tensor is that of the parameter.
                    Some(Binding::Value { id, .. })
                        if is_size(&call.method) && self.kinds[*id] == Some(Kind::tensor()) =>
                    {
                        "param".to_owned()
                    }
                    _ => self.canonical(&call.receiver),
                };
                format!("{receiver}.{}({})", call.method, arguments.join(", "))
            }
            Syntax::Call(call) => {
                let arguments: Vec<String> = call.args.iter().map(|argument| self.canonical(argument)).collect();
                format!("{}({})", source(&call.func), arguments.join(", "))
            }
            Syntax::Field(field) => format!("{}.{}", self.canonical(&field.base), source(&field.member)),
            Syntax::Cast(cast) => format!("({} as {})", self.canonical(&cast.expr), source(&cast.ty)),
            Syntax::Path(path) => match path.path.get_ident().and_then(|ident| self.find(&ident.to_string())) {
                Some(Binding::Fixed { text: Some(text), .. }) => text.clone(),
                Some(Binding::Fixed { ident, mutable: false, .. }) => ident.to_string(),
                Some(Binding::Fixed { ident, .. }) => format!("{ident} after {} changes", self.changes),
                Some(Binding::Param) => "param".to_owned(),
                _ => source(path),
            },
            other => source(other),
        }
    }

    /// The condition of a state in normal form: it names the parameter `param`, whatever the step calls it.
    pub(super) fn declared_condition(&mut self, syntax: &Syntax) -> Condition {
        let scopes = std::mem::take(&mut self.scopes);
        self.push_scope();
        self.bind(&Ident::new("param", Span::call_site()), Binding::Param);
        let condition = self.condition_of(syntax);
        self.scopes = scopes;
        condition
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn atom(text: &str) -> Condition {
        Condition::atom(text)
    }

    #[test]
    fn both_ways_to_write_a_comparison_agree() {
        let lt = Condition::comparison("a", &syn::parse_quote!(<), "b").unwrap();
        let ge = Condition::comparison("a", &syn::parse_quote!(>=), "b").unwrap();
        let gt = Condition::comparison("b", &syn::parse_quote!(>), "a").unwrap();
        assert_eq!(lt, gt);
        assert_eq!(lt, ge.not());
    }

    #[test]
    fn a_conjunction_gives_its_parts_and_needs_them_all() {
        let both = Condition::all(vec![atom("a"), atom("b")]);
        assert!(atom("a").follows_from(std::slice::from_ref(&both)));
        assert!(both.follows_from(&[atom("b"), atom("a")]));
        assert!(!both.follows_from(&[atom("a")]));
        assert!(!atom("a").not().follows_from(&[both]));
    }
}
