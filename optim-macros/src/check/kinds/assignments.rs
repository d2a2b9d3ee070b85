//! Assignments: to `*param`, to state, to variables and their elements.

use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;
use syn::{BinOp, Expr as Syntax, ExprIndex, Member};

use crate::ast::{Block, Change, Expr, List, Node, Pattern, Place, Stmt, Target};
use crate::check::Checker;
use crate::check::known::lists::ListOf;
use crate::check::known::scopes::Binding;
use crate::check::rules::{Element, Site};
use crate::check::syntax::{literal_length, name_of};
use crate::check::terms::operands::{Operands, operator};
use crate::diag::source;
use crate::fixed::Var;
use crate::kind::{Kind, Shape};

impl Checker<'_> {
    /// `left = right`.
    pub(crate) fn assign(&mut self, left: &Syntax, right: &Syntax, span: Span) -> Expr {
        if let Syntax::Tuple(targets) = left {
            return self.assign_tuple(targets, right, span);
        }
        let value = self.value(right);
        self.assign_value(left, value, right, span)
    }

    /// `(a, b) = value`.
    fn assign_tuple(&mut self, targets: &syn::ExprTuple, right: &Syntax, span: Span) -> Expr {
        let value = self.value(right);
        let broken = self.breaks(Site::Several(targets, &value, right));
        let Kind::Tuple(items) = value.kind.clone() else { return self.invalid(span) };
        if broken {
            return self.invalid(span);
        }
        let name = Ident::new("values", span);
        let id = self.new_local(&name, false, Some(value.kind.clone()), self.origin(&value).unwrap_or_default());
        let mut stmts = vec![Stmt::Let(Pattern::Bind(id), value)];
        let whole = Expr { kind: Kind::Tuple(items.clone()), span, node: Node::Local(id) };
        for (i, (target, kind)) in targets.elems.iter().zip(items).enumerate() {
            let item = Expr { kind, span, node: Node::Field(Box::new(whole.clone()), i) };
            let assigned = self.assign_value(target, item, right, span);
            stmts.push(Stmt::Expr(assigned));
        }
        Expr { kind: Kind::unit(), span, node: Node::Block(Block { stmts, value: None }) }
    }

    /// `left op= right`: arithmetic, then assignment of the same kind.
    pub(crate) fn assign_op(&mut self, op: BinOp, binary: &syn::ExprBinary) -> Expr {
        let span = binary.span();
        let name = name_of(&binary.left);
        let binding = self.scopes.binding_of(&binary.left).cloned();
        if let (Some(name), None) = (name, &binding) {
            return self.refused(span, Site::NoVariable(name, &binary.left));
        }
        let right = self.value(&binary.right);
        match (name, binding) {
            (Some(name), Some(Binding::Fixed { var, .. })) => {
                let change = (var, Some(op));
                return self.assign_fixed(name, change, &binary.left, &right, &binary.right, span);
            }
            (Some(name), Some(Binding::Param | Binding::Place { .. })) => {
                return self.refused(span, Site::Read(name, &binary.left));
            }
            _ => {}
        }
        if self.is_no_target(&binary.left) || self.breaks(Site::Operator(binary)) {
            return self.invalid(span);
        }
        let Some(operator) = operator(&op) else { return self.invalid(span) };
        let left = self.value(&binary.left);
        if !left.kind.is_fixed() {
            self.breaks(Site::Number(&right, &binary.right));
        }
        let value = self.operation(operator, vec![left, right], span, &Operands::of_assignment(binary));
        self.assign_value(&binary.left, value, &binary.right, span)
    }

    /// Returns true if the assigned variable, or a variable inside of the target, was declared with a mistake.
    pub(crate) fn is_reported(&self, left: &Syntax) -> bool {
        match left {
            Syntax::Field(field) => self.is_reported(&field.base),
            Syntax::Index(index) => self.is_reported(&index.expr),
            Syntax::Paren(inner) => self.is_reported(&inner.expr),
            Syntax::Group(inner) => self.is_reported(&inner.expr),
            _ => match self.scopes.binding_of(left) {
                Some(Binding::Value { id, .. }) => self.flow.kind(*id).is_some_and(Kind::is_wrong),
                _ => false,
            },
        }
    }

    /// Assigns a checked value.
    pub(crate) fn assign_value(&mut self, left: &Syntax, value: Expr, right: &Syntax, span: Span) -> Expr {
        if !matches!(left, Syntax::Path(_)) && self.is_reported(left) {
            return self.invalid(span);
        }
        match left {
            Syntax::Paren(inner) => self.assign_value(&inner.expr, value, right, span),
            Syntax::Group(inner) => self.assign_value(&inner.expr, value, right, span),
            Syntax::Infer(_) => statement_expr(Stmt::Let(Pattern::Wild, value), span),
            Syntax::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) => {
                match self.scopes.binding_of(&unary.expr) {
                    Some(Binding::Param) => {
                        self.flow.write_param(left.span());
                        let what = "the parameter";
                        self.store(Target::Place(Place::Param), &Kind::tensor(), what, value, right, span)
                    }
                    Some(Binding::Place { target, called }) => {
                        let (target, called) = (target.clone(), called.clone());
                        self.assign_place((target, &called), value, right, span)
                    }
                    Some(Binding::Value { .. }) => self.assign_value(&unary.expr, value, right, span),
                    _ => self.refused(span, Site::Deref(unary, left)),
                }
            }
            Syntax::Field(_) | Syntax::Index(_) if self.is_no_target(left) => self.invalid(span),
            Syntax::Index(index) if self.list(&index.expr).is_some() => {
                self.assign_item(index, left, value, right, span)
            }
            Syntax::Field(field) if matches!(self.scopes.binding_of(&field.base), Some(Binding::State { .. })) => {
                if let Some(list) = self.list_of_states(field) {
                    return self.refused(span, Site::List(&list, field));
                }
                if self.breaks(Site::StateChanged(field, left)) {
                    return self.invalid(span);
                }
                let Some(index) = self.state_place(field) else { return self.invalid(span) };
                let kind = Kind::Num(self.state_shape(index));
                let what = format!("the state `{}`", source(&field.member));
                self.store(Target::Place(Place::State(index)), &kind, &what, value, right, span)
            }
            Syntax::Field(field) if matches!(self.scopes.binding_of(&field.base), Some(Binding::Input)) => {
                self.refused(span, Site::InputChanged(field, left))
            }
            Syntax::Index(index) if let Some(field) = self.as_output(&index.expr) => match self.output_place(field) {
                Some(_) => self.refused(span, Site::OutputIndexed(index)),
                None => self.invalid(span),
            },
            Syntax::Field(field) if matches!(self.scopes.binding_of(&field.base), Some(Binding::Output)) => {
                if let Some(list) = self.list_of_outputs(field) {
                    return self.refused(span, Site::List(&list, field));
                }
                let Some(index) = self.output_place(field) else { return self.invalid(span) };
                self.flow.report(index, None, left.span());
                let (kind, what) = (self.output_kind(index), format!("the output `{}`", source(&field.member)));
                self.store(Target::Place(Place::Output(index)), &kind, &what, value, right, span)
            }
            Syntax::Path(path) if path.path.get_ident().is_some() => self.assign_variable(left, value, right, span),
            _ => self.assign_element(left, value, right, span),
        }
    }

    /// `state.history[i] = value`, `output.sizes[i] = value`, `turns[i] = value`
    fn assign_item(&mut self, index: &ExprIndex, left: &Syntax, value: Expr, right: &Syntax, span: Span) -> Expr {
        let Some(list) = self.list(&index.expr) else { return self.invalid(span) };
        let broken = match list.of {
            ListOf::States(field) => self.breaks(Site::StateChanged(field, left)),
            ListOf::Outputs(_) => false,
            ListOf::Variable(..) => self.breaks(Site::ListChanged(&list, left)),
        };
        if broken {
            return self.invalid(span);
        }
        let Some((place, at)) = self.item_place(&list, index) else { return self.invalid(span) };
        if self.breaks(Site::PutItem { list: place, name: &list.name, at: &at, syntax: index }) {
            return self.invalid(span);
        }
        if let List::Output(output) = place {
            self.flow.report(output, literal_length(&index.index), left.span());
        }
        let kind = self.kind_of_item(place, &at, &source(&*index.index));
        let what = format!("an item of the list `{}`", list.name);
        self.store(Target::Item(place, at), &kind, &what, value, right, span)
    }

    fn assign_variable(&mut self, left: &Syntax, value: Expr, right: &Syntax, span: Span) -> Expr {
        let Some(name) = name_of(left) else { return self.invalid(span) };
        let Some(binding) = self.scopes.find(&name.to_string()).cloned() else {
            return self.refused(span, Site::NoVariable(name, left));
        };
        if let Some(list) = self.own_list(name) {
            return self.refused(span, Site::List(&list, left));
        }
        if let Binding::Fixed { var, .. } = binding {
            return self.assign_fixed(name, (var, None), left, &value, right, span);
        }
        let broken = self.breaks(Site::Assign { name, left, value: &value, right });
        let (false, Binding::Value { id, .. }) = (broken, binding) else { return self.invalid(span) };
        self.assign_local(id, &name.to_string(), value, right, span)
    }

    /// Reports a target that can never be assigned: a hyperparameter, a part of one, or an element of a state. Returns true for one.
    fn is_no_target(&mut self, left: &Syntax) -> bool {
        let (mut base, mut indexed) = (left, false);
        loop {
            let inner = match base {
                Syntax::Field(field) => &*field.base,
                Syntax::Index(index) => {
                    indexed = true;
                    &*index.expr
                }
                Syntax::Paren(inner) => &*inner.expr,
                Syntax::Group(inner) => &*inner.expr,
                _ => return false,
            };
            if let Syntax::Field(field) = base {
                if name_of(inner).is_some_and(|name| name == "self") {
                    return self.breaks(Site::SettingChanged(field, left));
                }
                let is_item = matches!(left, Syntax::Index(index) if self.list(&index.expr).is_some());
                if indexed && !is_item && matches!(self.scopes.binding_of(inner), Some(Binding::State { .. })) {
                    let Some(index) = self.state_place(field) else { return true };
                    let kind = Kind::Num(self.state_shape(index));
                    return self.breaks(Site::IndexOf(&kind, left));
                }
            }
            base = inner;
        }
    }

    /// Assignment to a fixed variable, with the operator if it has one: plain Rust.
    fn assign_fixed(
        &mut self,
        name: &Ident,
        (var, op): (Var, Option<BinOp>),
        left: &Syntax,
        value: &Expr,
        right: &Syntax,
        span: Span,
    ) -> Expr {
        let broken = self.breaks(Site::Assign { name, left, value, right });
        let Some(value) = value.as_fixed().filter(|_| !broken).cloned() else { return self.invalid(span) };
        self.flow.change(&var);
        statement_expr(Stmt::Change(Change { var, op, value, at: name.span(), span }), span)
    }

    /// `pair.0 = x`, `items[1] = x`.
    fn assign_element(&mut self, left: &Syntax, value: Expr, right: &Syntax, span: Span) -> Expr {
        let element = self.element(left);
        let broken = self.breaks(Site::Element(left, &element));
        match element {
            Element::Of { id, path, kind: Some(kind) } if !broken => {
                self.control.assign(id);
                if let Some(whole) = self.flow.kind(id).cloned() {
                    self.flow.set_kind(id, whole.of_parameter());
                }
                self.store(Target::Local(id, path), &kind, "the element", value, right, span)
            }
            _ => self.invalid(span),
        }
    }

    /// The element that is the target.
    fn element(&self, left: &Syntax) -> Element {
        let mut path = Vec::new();
        let mut base = left;
        loop {
            match base {
                Syntax::Field(field) => {
                    let Member::Unnamed(n) = &field.member else { break };
                    path.insert(0, n.index as usize);
                    base = &field.base;
                }
                Syntax::Index(index) => {
                    let Some(n) = literal_length(&index.index) else { return Element::NoLiteral };
                    path.insert(0, n);
                    base = &index.expr;
                }
                _ => break,
            }
        }
        let Some(&Binding::Value { id, mutable: true }) = self.scopes.binding_of(base) else {
            return Element::OfNothing;
        };
        if path.is_empty() {
            return Element::OfNothing;
        }
        let kind = path.iter().fold(self.flow.kind(id), |kind, &n| match kind {
            Some(Kind::Tuple(items) | Kind::Array(items)) => items.get(n),
            _ => None,
        });
        Element::Of { id, kind: kind.cloned(), path }
    }

    /// Stores a value in a target. The value must be of the target's kind: nothing is broadcast.
    pub(crate) fn store(
        &mut self,
        target: Target,
        kind: &Kind,
        what: &str,
        value: Expr,
        right: &Syntax,
        span: Span,
    ) -> Expr {
        let value =
            if matches!(target, Target::Place(_) | Target::Item(..)) { self.for_place(value, kind) } else { value };
        let wrong = value.kind.is_wrong() || kind.is_wrong();
        if wrong || self.breaks(Site::Store { target: &target, kind, what, value: &value, right }) {
            return self.invalid(span);
        }
        if !matches!(target, Target::Place(Place::Output(_)) | Target::Item(List::Output(_), _)) {
            self.control.store();
        }
        if *kind == Kind::Num(Shape::Global) && matches!(target, Target::Place(_) | Target::Item(..)) {
            self.control.assign_global();
        }
        statement_expr(Stmt::Assign(target, value), span)
    }
}

/// A statement in the place of an expression.
pub(crate) fn statement_expr(stmt: Stmt, span: Span) -> Expr {
    Expr { kind: Kind::unit(), span, node: Node::Block(Block { stmts: vec![stmt], value: None }) }
}
