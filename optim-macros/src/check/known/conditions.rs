//! The meanings of fixed conditions: where a state exists, and which arm of a branch runs.

use proc_macro2::{Ident, Span};
use syn::{Expr as Syntax, Lit, Pat, PatIdent, Path};

use crate::check::Checker;
use crate::check::known::scopes::Binding;
use crate::check::syntax::is_constant;
use crate::diag::Errors;
use crate::fixed::{Form, Meaning};

impl Checker<'_> {
    /// The condition that a value matches a pattern.
    pub(crate) fn pattern_condition(&mut self, pattern: &Pat, value: Meaning) -> Meaning {
        match pattern {
            Pat::Paren(inner) => self.pattern_condition(&inner.pat, value),
            Pat::Or(or) => {
                let cases: Vec<Meaning> = or.cases.iter().map(|case| self.pattern_condition(case, value)).collect();
                let (first, rest) = cases.split_first().map_or((value, &[][..]), |(first, rest)| (*first, rest));
                rest.iter().fold(first, |any, case| self.facts.meanings.either(any, *case))
            }
            Pat::TupleStruct(variant) if variant.path.segments.last().is_some_and(|last| last.ident == "Some") => {
                let present = self.facts.meanings.present(value);
                match variant.elems.first() {
                    Some(Pat::Wild(_)) => present,
                    Some(Pat::Ident(name)) if is_variable(name) => present,
                    _ => {
                        let matches = self.matches(value, pattern);
                        self.facts.meanings.both(present, matches)
                    }
                }
            }
            Pat::Ident(name) if name.ident == "None" => self.absence(value),
            Pat::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "None") => {
                self.absence(value)
            }
            Pat::Path(path) => self.is_constant(value, &path.path),
            Pat::Ident(name) if name.subpat.is_none() && is_constant(&name.ident) => {
                self.is_constant(value, &name.ident.clone().into())
            }
            Pat::Lit(literal) => match &literal.lit {
                Lit::Bool(literal) if literal.value => value,
                Lit::Bool(_) => self.facts.meanings.not(value),
                literal => self.equality(value, Form::Literal(literal.clone())),
            },
            Pat::Wild(_) => self.facts.meanings.always(),
            Pat::Ident(name) if name.subpat.is_none() => self.facts.meanings.always(),
            other => self.matches(value, other),
        }
    }

    /// The condition that a value equals a constant. Constants of different functions differ even if they have the same name.
    fn is_constant(&mut self, value: Meaning, path: &Path) -> Meaning {
        let path = self.carried_constant(path);
        self.equality(value, Form::Constant(path))
    }

    fn matches(&mut self, value: Meaning, pattern: &Pat) -> Meaning {
        let carried = self.carries_names().then(|| self.carried_pattern(pattern).pattern);
        self.facts.meanings.matches(value, carried.as_ref().unwrap_or(pattern))
    }

    fn absence(&mut self, option: Meaning) -> Meaning {
        let present = self.facts.meanings.present(option);
        self.facts.meanings.not(present)
    }

    fn equality(&mut self, value: Meaning, other: Form<Meaning>) -> Meaning {
        let other = self.facts.meanings.of(other);
        self.facts.meanings.equal(value, other)
    }

    /// The meaning of an expression in the declaration of a state or an input. There the parameter is always called `param`.
    pub(crate) fn declared_meaning(&mut self, syntax: &Syntax) -> Meaning {
        let value = self.declared_value(syntax);
        value.map_or_else(|| self.facts.meanings.unknown(), |value| value.meaning())
    }

    /// The value of such an expression.
    pub(crate) fn declared_value(&mut self, syntax: &Syntax) -> Option<crate::fixed::Fixed> {
        // The struct half has checked the expression already, so mistakes are not reported again here.
        let mut unheard = Errors::new();
        let mut checker =
            Checker::new(self.subject.definition, self.subject.routine, self.subject.entry, &[], &mut unheard);
        std::mem::swap(&mut checker.facts.meanings, &mut self.facts.meanings);
        checker.scopes.enter();
        checker.scopes.bind(&Ident::new("param", Span::call_site()), Binding::Param);
        let value = checker.value(syntax).as_deciding().cloned();
        std::mem::swap(&mut checker.facts.meanings, &mut self.facts.meanings);
        value
    }
}

/// Returns true for a pattern that is only a name for the whole value.
fn is_variable(name: &PatIdent) -> bool {
    name.subpat.is_none() && name.ident != "None" && !is_constant(&name.ident)
}
