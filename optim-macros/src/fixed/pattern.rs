//! Patterns over fixed values, and the constructs with patterns: `let`, conditions with `let`, arms.

use std::collections::BTreeSet;

use proc_macro2::Span;
use syn::{Pat, Path};

use super::{Fixed, Level, Var};

/// A pattern over fixed values.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Pattern {
    /// A variable, and the pattern behind its `@`.
    Bind(Var, Mutable, Option<Box<Pattern>>),
    Tuple(Vec<Pattern>),
    Slice(Vec<Pattern>),
    /// `Some(x)`
    Variant(Path, Vec<Pattern>),
    Or(Vec<Pattern>),
    Paren(Box<Pattern>),
    Reference(Box<Pattern>),
    Typed(Box<Pattern>, Box<syn::Type>),
    None,
    Number(usize),
    /// A pattern without variables, as the user wrote it.
    Plain(Box<Pat>),
}

/// True if the variable is declared with `mut`.
pub(crate) type Mutable = bool;

/// `let pattern: ty = value;`
#[derive(Clone, Debug)]
pub(crate) struct Let<X> {
    pub(crate) pattern: Pattern,
    pub(crate) ty: Option<Box<syn::Type>>,
    pub(crate) value: X,
    pub(crate) span: Span,
}

/// The condition of a branch.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Test<X> {
    Is(X),
    /// `let pattern = value`
    Let(Pattern, X),
    /// Two conditions joined by `&&`, of which at least one contains `let`.
    Both(Box<Test<X>>, Box<Test<X>>),
}

/// An arm of a fixed `match`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Arm<X> {
    pub(crate) pattern: Pattern,
    pub(crate) guard: Option<Test<X>>,
    pub(crate) value: X,
}

impl Pattern {
    pub(crate) fn wild() -> Self {
        let underscore_token = Default::default();
        Self::Plain(Box::new(Pat::Wild(syn::PatWild { attrs: Vec::new(), underscore_token })))
    }

    /// Adds the variables that the pattern binds.
    pub(crate) fn variables(&self, found: &mut BTreeSet<Var>) {
        match self {
            Self::Bind(var, _, inner) => {
                found.insert(var.clone());
                inner.iter().for_each(|inner| inner.variables(found));
            }
            Self::Tuple(items) | Self::Slice(items) | Self::Variant(_, items) | Self::Or(items) => {
                items.iter().for_each(|item| item.variables(found));
            }
            Self::Paren(inner) | Self::Reference(inner) | Self::Typed(inner, _) => inner.variables(found),
            Self::None | Self::Number(_) | Self::Plain(_) => {}
        }
    }
}

impl<X> Let<X> {
    pub(super) fn map<Y>(&self, f: &mut impl FnMut(&X) -> Y) -> Let<Y> {
        Let { pattern: self.pattern.clone(), ty: self.ty.clone(), value: f(&self.value), span: self.span }
    }
}

impl<X: PartialEq> PartialEq for Let<X> {
    fn eq(&self, other: &Self) -> bool {
        self.pattern == other.pattern && self.ty == other.ty && self.value == other.value
    }
}

impl<X: Eq> Eq for Let<X> {}

impl<X: std::hash::Hash> std::hash::Hash for Let<X> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (&self.pattern, &self.value).hash(state);
    }
}

impl<X> Test<X> {
    pub(crate) fn map<Y>(&self, f: &mut impl FnMut(&X) -> Y) -> Test<Y> {
        match self {
            Self::Is(value) => Test::Is(f(value)),
            Self::Let(pattern, value) => Test::Let(pattern.clone(), f(value)),
            Self::Both(a, b) => {
                let a = a.map(f);
                Test::Both(Box::new(a), Box::new(b.map(f)))
            }
        }
    }

    /// Returns true if the condition contains `let`, so that it is not an expression.
    pub(crate) fn has_let(&self) -> bool {
        !matches!(self, Self::Is(_))
    }

    /// Adds the variables that the condition binds.
    pub(crate) fn defined(&self, found: &mut BTreeSet<Var>) {
        match self {
            Self::Is(_) => {}
            Self::Let(pattern, _) => pattern.variables(found),
            Self::Both(a, b) => {
                a.defined(found);
                b.defined(found);
            }
        }
    }
}

impl Test<Fixed> {
    /// The level of the condition.
    pub(crate) fn level(&self) -> Level {
        match self {
            Self::Is(value) | Self::Let(_, value) => value.level(),
            Self::Both(a, b) => a.level().and(b.level()),
        }
    }

    /// Adds the variables that the condition reads.
    pub(crate) fn variables(&self, found: &mut BTreeSet<Var>) {
        self.map(&mut |value| value.variables(found));
    }
}

impl<X> Arm<X> {
    pub(super) fn map<Y>(&self, f: &mut impl FnMut(&X) -> Y) -> Arm<Y> {
        let guard = self.guard.as_ref().map(|guard| guard.map(f));
        Arm { pattern: self.pattern.clone(), guard, value: f(&self.value) }
    }

    /// Adds the variables that the `let` binds.
    pub(super) fn defined(&self, found: &mut BTreeSet<Var>) {
        self.pattern.variables(found);
        self.guard.iter().for_each(|guard| guard.defined(found));
    }
}
