//! `self.lr`: settings by name.

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Expr as Syntax, ExprField, Member};

use crate::ast::{Expr, Node};
use crate::check::Checker;
use crate::check::kinds::numbers::type_of_setting;
use crate::check::rules::Site;
use crate::fixed::{Fixed, Form, Look, Setting};
use crate::kind::Kind;
use crate::parse::{HyperType, TAKEN};

impl Checker<'_> {
    /// Checks that the step uses each option that the wrapper takes over from the builder.
    pub(crate) fn declared_options(&mut self) {
        let Some(definition) = self.subject.definition.filter(|definition| definition.wraps.is_some()) else { return };
        for hyper in definition.hypers.iter().filter(|hyper| TAKEN.contains(&&*hyper.name())) {
            self.breaks(Site::DeclaredOption(hyper));
        }
    }

    /// A fixed number that has another value in each step.
    fn scheduled(&self, value: Fixed, name: String, span: Span) -> Expr {
        Expr { kind: self.kind_of_fixed(value.level()), span, node: Node::Hyper(value, name) }
    }

    /// A hyperparameter: fixed, or if it is scheduled, a `Scalar` or a tuple of `Scalar`s.
    pub(crate) fn setting(&mut self, field: &ExprField) -> Expr {
        let span = field.span();
        if self.breaks(Site::Setting(field)) {
            return self.invalid(span);
        }
        let Some(hyper) = self.subject.hyper(field) else { return self.invalid(span) };
        self.uses.settings.insert(hyper.name());
        // A type error about the setting is shown here, not at the declaration.
        let mut ident = hyper.ident.clone();
        ident.set_span(ident.span().located_at(field.member.span()));
        let setting = Form::Setting(Setting { ident, look: look(&hyper.kind), shared: hyper.shared });
        let access = self.fixed_of(span, setting, type_of_setting(hyper));
        if !hyper.scheduled {
            return access;
        }
        if matches!(hyper.kind, HyperType::Option(_)) {
            let syntax = Syntax::Field(field.clone());
            return self.refused(span, Site::Optional(&syntax, &syntax));
        }
        let Some(access) = access.as_fixed() else { return access };
        match hyper.kind.components() {
            None => self.scheduled(access.clone(), hyper.name(), span),
            Some(n) => {
                let items = (0..n).map(|i| {
                    let component = self.fixed(span, Form::Member(access.clone(), Member::Unnamed(i.into())));
                    component
                        .as_fixed()
                        .map(|component| self.scheduled(component.clone(), format!("{}.{i}", hyper.name()), span))
                });
                let Some(items) = items.collect::<Option<Vec<Expr>>>() else { return self.invalid(span) };
                let kinds = items.iter().map(|item| item.kind.clone()).collect();
                Expr { kind: Kind::Tuple(kinds), span, node: Node::Tuple(items) }
            }
        }
    }
}

/// The way to read an argument: by reference if it cannot be copied.
fn look(kind: &HyperType) -> Look {
    match kind {
        HyperType::List(_) | HyperType::Schedules => Look::Slice,
        HyperType::Schedule => Look::Borrow,
        HyperType::Option(item) if !item.is_copy() => match **item {
            HyperType::List(_) | HyperType::Schedules => Look::OptionSlice,
            _ => Look::OptionBorrow,
        },
        _ => Look::Copy,
    }
}
