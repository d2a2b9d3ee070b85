//! `self.lr` and `state.exp_avg`.

use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Expr as Syntax, ExprField, Member};

use super::Checker;
use super::integers::type_of_setting;
use super::phrase::help;
use super::scope::Binding;
use super::syntax::name_of;
use crate::ast::{Expr, Node, Place};
use crate::diag::{list, nearest, source};
use crate::fixed::{Form, Look, Setting};
use crate::kind::Kind;
use crate::parse::{Hyper, HyperType, State};

impl Checker<'_> {
    /// `self.lr`, `state.exp_avg`: `None` if the base is something else.
    pub(super) fn named_field(&mut self, field: &ExprField) -> Option<Expr> {
        let base = name_of(&field.base)?;
        if base == "self" {
            return Some(self.hyper(field));
        }
        match self.find(&base.to_string())? {
            Binding::State => Some(match self.state_place(field) {
                Some(index) => {
                    Expr { kind: self.state_kind(index), span: field.span(), node: Node::Place(Place::State(index)) }
                }
                None => self.invalid(field.span()),
            }),
            Binding::Param => {
                let message = format!("the parameter has no field `{}`", source(&field.member));
                Some(self.wrong(
                    &field.member,
                    help(
                        &message,
                        &format!("it has `{base}.ndim()`, `.len()`, `.rows()`, `.cols()`; `*{base}` is its value"),
                    ),
                ))
            }
            _ => None,
        }
    }

    /// `self` where nothing is declared.
    pub(super) fn no_self(&mut self, at: impl ToTokens) -> Expr {
        self.wrong(at, format!("{} has no `self`", self.words.body))
    }

    /// A hyperparameter: fixed, or one `Scalar` (or a tuple of them) if it is scheduled.
    fn hyper(&mut self, field: &ExprField) -> Expr {
        let Some(definition) = self.definition else {
            return self.no_self(field);
        };
        let span = field.span();
        let name = source(&field.member);
        let hyper = match &field.member {
            Member::Named(member) => definition.hyper(member.to_string().trim_start_matches("r#")),
            Member::Unnamed(_) => None,
        };
        let Some(hyper) = hyper else {
            let known: Vec<String> = definition.hypers.iter().map(Hyper::name).collect();
            let message = if definition.state(&name).is_some() {
                help(&format!("`{name}` is a state, not {}", self.words.a_field), &format!("write `state.{name}`"))
            } else {
                let message = format!("`{}` has no {} `{name}`", definition.name, self.words.field);
                match nearest(&name, known.iter().map(String::as_str)) {
                    Some(near) => help(&message, &format!("there is one called `{near}`")),
                    None if known.is_empty() => help(&message, &format!("declare it as a field: `{name}: f64`")),
                    None => help(&message, &format!("it has {}", list(known.iter().map(String::as_str)))),
                }
            };
            return self.unknown(&format!("self.{name}"), field, message);
        };
        // A type that does not fit is reported here, not at the declaration.
        let mut ident = hyper.ident.clone();
        ident.set_span(ident.span().located_at(field.member.span()));
        let setting = Form::Setting(Setting { ident, look: look(&hyper.kind) });
        let access = self.fixed_of(span, setting, type_of_setting(hyper));
        if !hyper.scheduled {
            return access;
        }
        let Some(access) = access.as_fixed().cloned() else { return access };
        if matches!(hyper.kind, HyperType::Option(_)) {
            return self.absent(&Syntax::Field(field.clone()));
        }
        let scalar = |value, name: String| Expr { kind: Kind::scalar(), span, node: Node::Hyper(value, name) };
        match hyper.kind.components() {
            None => scalar(access, hyper.name()),
            Some(n) => {
                let mut items = Vec::with_capacity(n);
                for i in 0..n {
                    let component = self.fixed(span, Form::Member(access.clone(), Member::Unnamed(i.into())));
                    let Some(component) = component.as_fixed().cloned() else { return component };
                    items.push(scalar(component, format!("{}.{i}", hyper.name())));
                }
                Expr { kind: Kind::Tuple(vec![Kind::scalar(); n]), span, node: Node::Tuple(items) }
            }
        }
    }

    /// The declared state of `state.name`, with its condition checked.
    pub(super) fn state_place(&mut self, field: &ExprField) -> Option<usize> {
        let definition = self.definition?;
        let name = source(&field.member);
        let Some(&index) = self.states.get(name.trim_start_matches("r#")) else {
            let known: Vec<String> = definition.states.iter().map(State::name).collect();
            let message = format!("`{name}` is not declared, so the step can't have it");
            let advice = if definition.hyper(&name).is_some() {
                format!("it is a hyperparameter: write `self.{name}`")
            } else if let Some(near) = nearest(&name, known.iter().map(String::as_str)) {
                format!("there is a state called `{near}`")
            } else {
                let mut list: Vec<String> = known.iter().map(|name| format!("{name} = …")).collect();
                list.push(format!("{name} = 0.0"));
                format!("declare it on the struct: `#[optimizer(state <{}>)]`", list.join(", "))
            };
            self.unknown(&format!("state.{name}"), field, help(&message, &advice));
            return None;
        };
        self.touched.insert(index);
        if let Some(condition) = &definition.states[index].cond {
            let needed = self.declared_condition(condition);
            if !self.any_condition && !self.meanings.follows(needed, &self.facts) {
                let text = source(condition);
                let opposite = self.meanings.not(needed);
                let here = if self.meanings.follows(opposite, &self.facts) {
                    "which is false here"
                } else {
                    "which is not known to hold here"
                };
                let message = match text.len() {
                    0..=40 => format!("`{name}` exists only if `{text}`, {here}"),
                    _ => format!("`{name}` exists only under its condition, {here}\nnote: the condition is `{text}`"),
                };
                let message = format!("{message}{}", self.call_notes());
                let mut advice = format!("touch it under `if {text} {{ … }}`");
                if text.contains("param.") && self.find("param").is_none() {
                    advice.push_str("; every tensor has the shape of `param`");
                }
                self.errors.push(field, help(&message, &advice));
                self.gave_up = true;
                return None;
            }
        }
        Some(index)
    }

    /// The rule that every declared state is there for something: it costs memory in every parameter.
    pub(super) fn untouched_states(&mut self) {
        if self.gave_up {
            return;
        }
        let Some(definition) = self.definition else { return };
        for (index, state) in definition.states.iter().enumerate() {
            if !self.touched.contains(&index) {
                let name = state.name();
                let message = format!("state `{name}` is declared but never used in `step`");
                let advice = format!("remove it from `state <…>`, or assign `state.{name}` in `step`");
                self.errors.push(&state.ident, help(&message, &advice));
            }
        }
    }

    pub(super) fn state_kind(&self, index: usize) -> Kind {
        self.definition.map_or(Kind::Wrong, |definition| Kind::Num(definition.states[index].kind.into()))
    }

    /// Any declared state, for an example in a message.
    pub(super) fn any_state(&self) -> String {
        self.definition.and_then(|d| d.states.first()).map_or_else(|| "name".to_owned(), State::name)
    }
}

/// An argument as the body sees it: what can't be copied is looked at where it is.
pub(super) fn look(kind: &HyperType) -> Look {
    match kind {
        HyperType::List(_) | HyperType::Schedules => Look::Slice,
        HyperType::Schedule => Look::Borrow,
        HyperType::Option(item) if !item.is_copy() => match **item {
            HyperType::List(_) => Look::OptionSlice,
            _ => Look::OptionBorrow,
        },
        _ => Look::Copy,
    }
}
