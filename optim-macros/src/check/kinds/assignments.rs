//! Assignments: to `*param`, to state, to variables and their elements.

use proc_macro2::{Ident, Span};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Expr as Syntax, Member};

use crate::check::Checker;
use crate::check::kinds::operators::{compound, operator};
use crate::check::words::phrase::{article, counted, help};
use crate::check::names::scopes::Binding;
use crate::check::syntax::{literal_length, name_of};
use crate::ast::{Block, Change, Expr, Node, Pattern, Place, Stmt, Target};
use crate::diag::{nearest, source};
use crate::kind::{Kind, Shape};
use crate::language::Language;

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
        let items = match &value.kind {
            Kind::Tuple(items) if items.len() == targets.elems.len() => items.clone(),
            Kind::Wrong => return self.invalid(span),
            Kind::Fixed => {
                return self.wrong(
                    targets,
                    help("a fixed tuple can't be taken apart by assignment", "take it apart with `let (a, b) = …`"),
                );
            }
            kind => {
                let message = format!("{} can't take {kind}", counted(targets.elems.len(), "variable"));
                return self.wrong(right, message);
            }
        };
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
    pub(crate) fn assign_op(&mut self, op: syn::BinOp, binary: &syn::ExprBinary) -> Expr {
        let span = binary.span();
        let name = name_of(&binary.left);
        let binding = self.scopes.binding_of(&binary.left).cloned();
        if let (Some(name), None) = (name, &binding) {
            return self.no_variable(name, &binary.left);
        }
        let right = self.value(&binary.right);
        match (name, binding) {
            (Some(name), Some(Binding::Fixed { .. })) => {
                return self.assign_fixed(name, Some(&binary.op), right, &binary.right, span);
            }
            (Some(name), Some(Binding::Param)) => return self.param_alone(name, &binary.left, "` for its value"),
            _ => {}
        }
        if let Some(refused) = self.no_target(&binary.left) {
            return refused;
        }
        let Some(operator) = operator(&op) else {
            return self.no_operator(binary);
        };
        let left = self.value(&binary.left);
        if !left.kind.is_fixed() {
            self.no_integers(&right, &binary.right);
        }
        let value = self.operation(operator, vec![left, right], span, binary);
        self.assign_value(&binary.left, value, &binary.right, span)
    }

    /// Assigns a checked value.
    fn assign_value(&mut self, left: &Syntax, value: Expr, right: &Syntax, span: Span) -> Expr {
        match left {
            Syntax::Paren(inner) => return self.assign_value(&inner.expr, value, right, span),
            Syntax::Group(inner) => return self.assign_value(&inner.expr, value, right, span),
            Syntax::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) => {
                return match self.scopes.binding_of(&unary.expr).cloned() {
                    Some(Binding::Param) => {
                        self.flow.write_param(left.span());
                        self.store(Target::Place(Place::Param), &Kind::tensor(), value, right, span, "the parameter")
                    }
                    Some(Binding::Value { .. }) => self.assign_value(&unary.expr, value, right, span),
                    _ => {
                        let target = source(&unary.expr);
                        let message = "only `*param` can be assigned through a reference";
                        self.wrong(left, help(message, &format!("write `{target} = …`")))
                    }
                };
            }
            Syntax::Field(field) => {
                if let Some(refused) = self.no_target(left) {
                    return refused;
                }
                if let Some(base) = name_of(&field.base)
                    && matches!(self.scopes.find(&base.to_string()), Some(Binding::State))
                {
                    let Some(index) = self.state_place(field) else { return self.invalid(span) };
                    let kind = self.subject.state_kind(index);
                    let what = format!("the state `{}`", source(&field.member));
                    return self.store(Target::Place(Place::State(index)), &kind, value, right, span, &what);
                }
            }
            Syntax::Infer(_) => return self.statement_expr(Stmt::Let(Pattern::Wild, value), span),
            Syntax::Index(_) => {
                if let Some(refused) = self.no_target(left) {
                    return refused;
                }
            }
            Syntax::Path(path) => {
                if let Some(name) = path.path.get_ident() {
                    return self.assign_variable(name, value, left, right, span);
                }
            }
            _ => {}
        }
        self.assign_element(left, value, right, span)
    }

    fn assign_variable(&mut self, name: &Ident, value: Expr, left: &Syntax, right: &Syntax, span: Span) -> Expr {
        match self.scopes.find(&name.to_string()).cloned() {
            Some(Binding::Param) => self.param_alone(name, left, " = …`"),
            Some(Binding::State) => self
                .wrong(left, help("state is assigned one by one", &format!("write `{name}.{} = …`", self.subject.any_state()))),
            Some(Binding::Fixed { .. }) => self.assign_fixed(name, None, value, right, span),
            Some(Binding::Scheduled(_)) => {
                self.not_mutable(name, left, &format!("copy it first: `let mut scaled_{name} = {name};`"))
            }
            Some(Binding::Value { id, mutable }) => {
                let declared = self.flow.kind(id).is_none();
                if !mutable && !declared {
                    return self.not_mutable(name, left, &format!("declare it as `mut {name}`"));
                }
                let kind = self.flow.kind(id).cloned().unwrap_or_else(|| value.kind.clone());
                if declared && value.kind.is_fixed() {
                    return self.wrong(
                        right,
                        help(
                            &format!("`{name}` is declared without a value, then given a fixed one"),
                            &format!("declare it with its value, or write `scalar({})`", source(right)),
                        ),
                    );
                }
                if self.scopes.has_elements(id) {
                    let message = format!("`{name}` holds a fixed element, so it can't be assigned as a whole");
                    return self.wrong(
                        left,
                        help(
                            &message,
                            &format!(
                                "keep the fixed value in a variable of its own, or assign `{name}.0`, `{name}.1` …"
                            ),
                        ),
                    );
                }
                let origin = self.origin(&value);
                self.scopes.first_value(id, |_| origin);
                let assigned =
                    self.store(Target::Local(id, Vec::new()), &kind, value.clone(), right, span, &format!("`{name}`"));
                if value.kind.same_type(&kind) {
                    self.flow.set_kind(id, value.kind);
                }
                assigned
            }
            None => self.no_variable(name, left),
        }
    }

    /// A hyperparameter, or what is inside one, can't be assigned; neither can an element of a state.
    fn no_target(&mut self, left: &Syntax) -> Option<Expr> {
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
                _ => return None,
            };
            if let (Syntax::Field(field), Some(name)) = (base, name_of(inner)) {
                if name == "self" {
                    let (name, whole) = (source(&field.member), source(left));
                    let (message, advice) = match self.subject.in_schedule() {
                        true => (
                            "a schedule can't change its arguments",
                            format!("make a variable of it: `let mut {name} = {whole};`"),
                        ),
                        false => (
                            "a step can't change a hyperparameter: it is fixed, or set by its schedule",
                            format!(
                                "keep a number per parameter as state: `state <{name}_now: scalar = {{ {whole} }}>`"
                            ),
                        ),
                    };
                    return Some(self.wrong(left, help(message, &advice)));
                }
                if indexed && matches!(self.scopes.find(&name.to_string()), Some(Binding::State)) {
                    let kind = self.state_place(field).map_or(Kind::tensor(), |index| self.subject.state_kind(index));
                    return Some(self.no_index(&kind, left));
                }
            }
            base = inner;
        }
    }

    fn not_mutable(&mut self, name: &Ident, at: impl ToTokens, advice: &str) -> Expr {
        self.wrong(at, help(&format!("`{name}` is not mutable"), advice))
    }

    /// The parameter without its `*`; the rest of the advice follows it.
    pub(crate) fn param_alone(&mut self, name: &Ident, at: impl ToTokens, rest: &str) -> Expr {
        self.wrong(at, help(&format!("`{name}` is a reference to the parameter"), &format!("write `*{name}{rest}")))
    }

    /// Assignment to a name that is no variable of the step.
    fn no_variable(&mut self, name: &Ident, left: &Syntax) -> Expr {
        let text = name.to_string();
        if text.chars().all(|c| c.is_uppercase() || c == '_' || c.is_numeric()) {
            return self.no_memory(left, &format!("can't write `{text}`"));
        }
        let names = self.scopes.visible();
        let message = format!("there is no variable `{text}` here");
        let message = match nearest(&text, names.iter().map(String::as_str)) {
            Some(near) => help(&message, &format!("there is one called `{near}`")),
            None => help(&message, &format!("declare it: `let {text} = …;`")),
        };
        self.unknown_name(&text, left, message)
    }

    /// Assignment to a fixed variable: plain Rust.
    fn assign_fixed(&mut self, name: &Ident, op: Option<&syn::BinOp>, value: Expr, right: &Syntax, span: Span) -> Expr {
        let Some(Binding::Fixed { var, mutable, .. }) = self.scopes.find(&name.to_string()).cloned() else {
            return self.invalid(span);
        };
        let Some(fixed) = value.as_fixed().cloned() else {
            if value.kind.is_wrong() {
                return value;
            }
            let lift = if matches!(value.kind, Kind::Num(ref shape) if shape.is_tensor()) { "full" } else { "scalar" };
            let message = format!("`{name}` is fixed and can't take {}", value.kind);
            return self.wrong(
                right,
                help(
                    &message,
                    &format!("start it as a value of {}: `let mut {name} = {lift}(…);`", self.subject.words.this_body),
                ),
            );
        };
        if !mutable {
            return self.not_mutable(name, name, &format!("declare it as `mut {name}`"));
        }
        self.flow.change(&var);
        self.statement_expr(
            Stmt::Change(Change { var, op: op.and_then(compound), value: fixed, at: name.span(), span }),
            span,
        )
    }

    /// `pair.0 = x`, `items[1] = x`.
    fn assign_element(&mut self, left: &Syntax, value: Expr, right: &Syntax, span: Span) -> Expr {
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
                    let Some(n) = literal_length(&index.index) else {
                        return self.wrong(
                            left,
                            help(
                                "an element is assigned by a literal index",
                                "build the array anew: `let x = [a, b];`",
                            ),
                        );
                    };
                    path.insert(0, n);
                    base = &index.expr;
                }
                _ => break,
            }
        }
        let found = self.scopes.binding_of(base).cloned();
        let (Some(Binding::Value { id, mutable: true }), false) = (found, path.is_empty()) else {
            let message = match self.subject.language() == Some(Language::Optimizer) {
                true => "this can't be assigned: a step writes `*param`, `state` and its own variables".to_owned(),
                false => format!("this can't be assigned: {} writes its own variables", self.subject.words.body),
            };
            return self
                .wrong(left, help(&message, "assign a variable declared with `let mut`, or one of its elements"));
        };
        let mut kind = self.flow.kind(id);
        for &n in &path {
            kind = match kind {
                Some(Kind::Tuple(items) | Kind::Array(items)) => items.get(n),
                _ => None,
            };
        }
        let Some(kind) = kind.cloned() else { return self.wrong(left, "there is no such element") };
        if kind.is_fixed() {
            return self
                .wrong(left, help("a fixed element of a tuple can't be changed", "keep it in a variable of its own"));
        }
        self.store(Target::Local(id, path), &kind, value, right, span, "the element")
    }

    /// Assignment takes the very kind of its target.
    fn store(&mut self, target: Target, kind: &Kind, value: Expr, right: &Syntax, span: Span, what: &str) -> Expr {
        if value.kind.is_wrong() || kind.is_wrong() {
            return self.invalid(span);
        }
        if !value.kind.same_type(kind) {
            let lift = match kind {
                Kind::Num(shape) if shape.is_tensor() && value.kind.shape().is_some() => Some("full"),
                Kind::Num(shape) if shape.is_scalar() && value.kind.is_fixed() => Some("scalar"),
                _ => None,
            };
            let message = format!("{what} is {kind}, and this is {}: assignment does not broadcast", value.kind);
            let advice = match (lift, &value.kind, kind) {
                (Some(lift), ..) => format!("write `{lift}({})`", source(right)),
                (None, Kind::Mask(_), _) => "make numbers of a mask with `select(mask, 1.0, 0.0)`".to_owned(),
                (None, Kind::Num(_), Kind::Num(shape)) => {
                    format!("reduce a tensor to `{}` with {}", shape.name(), reductions(shape))
                }
                _ => format!("give it {}", article(kind)),
            };
            return self.wrong(right, help(&message, &advice));
        }
        if let (Target::Place(_), false) = (&target, value.kind == *kind) {
            let message = format!("{what} has the parameter's shape, and this value has another");
            return self.wrong(right, help(&message, "it was transposed or multiplied: look for a missing `.t()`"));
        }
        self.statement_expr(Stmt::Assign(target, value), span)
    }

    /// A statement in the place of an expression.
    pub(crate) fn statement_expr(&self, stmt: Stmt, span: Span) -> Expr {
        Expr { kind: Kind::unit(), span, node: Node::Block(Block { stmts: vec![stmt], value: None }) }
    }
}

/// Reductions that give a value of this shape.
fn reductions(shape: &Shape) -> &'static str {
    match shape.name() {
        "Rows" => "`.row_mean()`, `.row_sum()` …",
        "Cols" => "`.col_mean()`, `.col_sum()` …",
        "Matrices" => "`.matrix_mean()`, `.matrix_sum()` …",
        _ => "`.mean()`, `.sum()`, `.norm()` …",
    }
}
