//! Fields of `self` and `state`, and what may be assigned.

use proc_macro2::{Ident, Span};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr as Syntax, Member};

use super::names::here;
use super::operator::{operator, path_of};
use super::{Binding, Checker, article, help};
use crate::ast::{Block, Expr, Node, Pattern, Place, Stmt, Target};
use crate::diag;
use crate::kind::Kind;
use crate::parse::HyperType;

impl Checker<'_> {
    /// `self.lr`, `state.exp_avg`: `None` if the base is something else.
    pub(super) fn named_field(&mut self, field: &syn::ExprField) -> Option<Expr> {
        let base = path_of(&field.base)?;
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
                let message = format!("the parameter has no field `{}`", diag::source(&field.member));
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

    /// A hyperparameter: fixed, or one `Scalar` (or a tuple of them) if it is scheduled.
    fn hyper(&mut self, field: &syn::ExprField) -> Expr {
        let Some(definition) = self.definition else {
            return self.wrong(field, "an elementwise function has no `self`");
        };
        let span = field.span();
        let name = diag::source(&field.member);
        let hyper = match &field.member {
            Member::Named(member) => definition.hyper(member.to_string().trim_start_matches("r#")),
            Member::Unnamed(_) => None,
        };
        let Some(hyper) = hyper else {
            let known: Vec<String> = definition.hypers.iter().map(crate::parse::Hyper::name).collect();
            let message = if definition.state(&name).is_some() {
                help(&format!("`{name}` is a state, not a hyperparameter"), &format!("write `state.{name}`"))
            } else {
                let message = format!("`{}` has no hyperparameter `{name}`", definition.name);
                match diag::nearest(&name, known.iter().map(String::as_str)) {
                    Some(near) => help(&message, &format!("there is one called `{near}`")),
                    None if known.is_empty() => help(&message, &format!("declare it as a field: `{name}: f64`")),
                    None => help(&message, &format!("it has {}", diag::list(known.iter().map(String::as_str)))),
                }
            };
            return self.unknown(&format!("self.{name}"), field, message);
        };
        let this = Ident::new("self", here(span));
        let ident = &hyper.ident;
        let access = quote_spanned!(span=> #this.#ident);
        let access = self.looked_at(access, &hyper.kind);
        if !hyper.scheduled {
            return self.host(span, access);
        }
        if matches!(hyper.kind, HyperType::Option(_)) {
            return self.absent(&Syntax::Field(field.clone()));
        }
        let scalar = |tokens, name: String| Expr { kind: Kind::scalar(), span, node: Node::Hyper(tokens, name) };
        match hyper.kind.components() {
            None => scalar(access, hyper.name()),
            Some(n) => {
                let items = (0..n)
                    .map(|i| {
                        let index = syn::Index::from(i);
                        scalar(quote!(#access.#index), format!("{}.{i}", hyper.name()))
                    })
                    .collect();
                Expr { kind: Kind::Tuple(vec![Kind::scalar(); n]), span, node: Node::Tuple(items) }
            }
        }
    }

    /// The declared state of `state.name`, with its condition checked.
    fn state_place(&mut self, field: &syn::ExprField) -> Option<usize> {
        let definition = self.definition?;
        let name = diag::source(&field.member);
        let index = definition.states.iter().position(|state| state.name() == name.trim_start_matches("r#"));
        let Some(index) = index else {
            let known: Vec<String> = definition.states.iter().map(crate::parse::State::name).collect();
            let message = format!("`{name}` is not declared, so the step can't have it");
            let advice = if definition.hyper(&name).is_some() {
                format!("it is a hyperparameter: write `self.{name}`")
            } else if let Some(near) = diag::nearest(&name, known.iter().map(String::as_str)) {
                format!("there is a state called `{near}`")
            } else {
                let mut list: Vec<String> = known.iter().map(|name| format!("{name} = …")).collect();
                list.push(format!("{name} = 0.0"));
                format!("declare it on the struct: `#[optimizer(state <{}>)]`", list.join(", "))
            };
            self.unknown(&format!("state.{name}"), field, help(&message, &advice));
            return None;
        };
        if let Some(condition) = &definition.states[index].cond {
            let needed = self.declared_condition(condition);
            if !self.any_condition && !needed.follows_from(&self.facts) {
                let text = diag::source(condition);
                let here = if needed.not().follows_from(&self.facts) {
                    "which is false here"
                } else {
                    "which is not known to hold here"
                };
                let message = match text.len() {
                    0..=40 => format!("`{name}` exists only if `{text}`, {here}"),
                    _ => format!("`{name}` exists only under its condition, {here}\nnote: the condition is `{text}`"),
                };
                let message = format!("{message}{}", self.call_notes());
                self.errors.push(field, help(&message, &format!("touch it under `if {text} {{ … }}`")));
                self.gave_up = true;
                return None;
            }
        }
        Some(index)
    }

    /// Any declared state, for an example in a message.
    pub(super) fn any_state(&self) -> String {
        self.definition.and_then(|d| d.states.first()).map_or_else(|| "name".to_owned(), crate::parse::State::name)
    }

    /// `left = right`.
    pub(super) fn assign(&mut self, left: &Syntax, right: &Syntax, span: Span) -> Expr {
        if let Syntax::Tuple(targets) = left {
            return self.assign_tuple(targets, right, span);
        }
        if matches!(left, Syntax::Infer(_)) {
            let value = self.value(right);
            return self.statement_expr(Stmt::Let(Pattern::Wild, value), span);
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
                let message = format!("{} variables can't take {kind}", targets.elems.len());
                return self.wrong(right, message);
            }
        };
        let name = Ident::new("values", span);
        let id = self.new_local(&name, Some(value.kind.clone()), self.origin(&value).unwrap_or_default());
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
    pub(super) fn assign_op(&mut self, op: syn::BinOp, binary: &syn::ExprBinary) -> Expr {
        let span = binary.span();
        if let Some(name) = path_of(&binary.left)
            && self.find(&name.to_string()).is_none()
        {
            return self.no_variable(name, &binary.left);
        }
        let right = self.value(&binary.right);
        if let Some(name) = path_of(&binary.left)
            && let Some(Binding::Host { .. }) = self.find(&name.to_string())
        {
            return self.assign_host(name, Some(&binary.op), right, &binary.right, span);
        }
        if matches!(path_of(&binary.left), Some(name) if matches!(self.find(&name.to_string()), Some(Binding::Param))) {
            let name = diag::source(&binary.left);
            return self.wrong(
                &binary.left,
                help(&format!("`{name}` is a reference to the parameter"), &format!("write `*{name}` for its value")),
            );
        }
        if let Some(refused) = self.no_target(&binary.left) {
            return refused;
        }
        let Some(operator) = operator(&op) else {
            let op = diag::source(&binary.op);
            return self.wrong(binary, format!("values of a step have no operator `{op}`"));
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
                return match path_of(&unary.expr).and_then(|name| self.find(&name.to_string())).cloned() {
                    Some(Binding::Param) => {
                        self.written = true;
                        self.first_write.get_or_insert(left.span());
                        self.store(Target::Place(Place::Param), &Kind::tensor(), value, right, span, "the parameter")
                    }
                    Some(Binding::Value { .. }) => self.assign_value(&unary.expr, value, right, span),
                    _ => {
                        let target = diag::source(&unary.expr);
                        let message = "only `*param` can be assigned through a reference";
                        self.wrong(left, help(message, &format!("write `{target} = …`")))
                    }
                };
            }
            Syntax::Field(field) => {
                if let Some(refused) = self.no_target(left) {
                    return refused;
                }
                if let Some(base) = path_of(&field.base)
                    && matches!(self.find(&base.to_string()), Some(Binding::State))
                {
                    let Some(index) = self.state_place(field) else { return self.invalid(span) };
                    let kind = self.state_kind(index);
                    let what = format!("the state `{}`", diag::source(&field.member));
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
        match self.find(&name.to_string()).cloned() {
            Some(Binding::Param) => self.wrong(
                left,
                help(&format!("`{name}` is a reference to the parameter"), &format!("write `*{name} = …`")),
            ),
            Some(Binding::State) => self
                .wrong(left, help("state is assigned one by one", &format!("write `{name}.{} = …`", self.any_state()))),
            Some(Binding::Host { .. }) => self.assign_host(name, None, value, right, span),
            Some(Binding::Scheduled(_)) => self.wrong(
                left,
                help(&format!("`{name}` is not mutable"), &format!("copy it first: `let mut scaled_{name} = {name};`")),
            ),
            Some(Binding::Value { id, mutable }) => {
                let declared = self.kinds[id].is_none();
                if !mutable && !declared {
                    return self.wrong(
                        left,
                        help(&format!("`{name}` is not mutable"), &format!("declare it with `let mut {name}`")),
                    );
                }
                let kind = self.kinds[id].clone().unwrap_or_else(|| value.kind.clone());
                if declared && value.kind.is_fixed() {
                    return self.wrong(
                        right,
                        help(
                            &format!("`{name}` is declared without a value, then given a fixed one"),
                            &format!("declare it with its value, or write `scalar({})`", diag::source(right)),
                        ),
                    );
                }
                if self.fixed_elements.keys().any(|(variable, _)| *variable == id) {
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
                if self.origins[id].is_empty() {
                    self.origins[id] = self.origin(&value).unwrap_or_default();
                }
                let assigned =
                    self.store(Target::Local(id, Vec::new()), &kind, value.clone(), right, span, &format!("`{name}`"));
                if value.kind.same_type(&kind) {
                    self.kinds[id] = Some(value.kind);
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
            if let (Syntax::Field(field), Some(name)) = (base, path_of(inner)) {
                if name == "self" {
                    let (name, whole) = (diag::source(&field.member), diag::source(left));
                    let message = "a step can't change a hyperparameter: it is fixed, or set by its schedule";
                    let advice = match self.in_schedule() {
                        true => format!("make a variable of it: `let mut {name} = {whole};`"),
                        false => {
                            format!(
                                "keep a number per parameter as state: `state <{name}_now: scalar = {{ {whole} }}>`"
                            )
                        }
                    };
                    return Some(self.wrong(left, help(message, &advice)));
                }
                if indexed && matches!(self.find(&name.to_string()), Some(Binding::State)) {
                    let kind = self.state_place(field).map_or(Kind::tensor(), |index| self.state_kind(index));
                    return Some(self.no_index(&kind, left));
                }
            }
            base = inner;
        }
    }

    /// Assignment to a name that is no variable of the step.
    fn no_variable(&mut self, name: &Ident, left: &Syntax) -> Expr {
        let text = name.to_string();
        if text.chars().all(|c| c.is_uppercase() || c == '_' || c.is_numeric()) {
            let message = format!("a step can't write `{text}`: it remembers declared state only");
            return self.wrong(left, help(&message, "declare state on the struct: `#[optimizer(state <name = 0.0>)]`"));
        }
        let names: Vec<String> = self.scopes.iter().flat_map(|scope| scope.keys().cloned()).collect();
        let message = format!("there is no variable `{text}` here");
        let message = match diag::nearest(&text, names.iter().map(String::as_str)) {
            Some(near) => help(&message, &format!("there is one called `{near}`")),
            None => help(&message, &format!("declare it: `let {text} = …;`")),
        };
        self.unknown(&text, left, message)
    }

    /// Assignment to a fixed variable: plain Rust.
    fn assign_host(&mut self, name: &Ident, op: Option<&syn::BinOp>, value: Expr, right: &Syntax, span: Span) -> Expr {
        let Some(Binding::Host { ident, mutable, .. }) = self.find(&name.to_string()).cloned() else {
            return self.invalid(span);
        };
        let Some(host) = value.as_host() else {
            if value.kind.is_wrong() {
                return value;
            }
            let lift = if matches!(value.kind, Kind::Num(ref shape) if shape.is_tensor()) { "full" } else { "scalar" };
            let message = format!("`{name}` is fixed and can't take {}", value.kind);
            return self.wrong(
                right,
                help(&message, &format!("start it as a value of the step: `let mut {name} = {lift}(…);`")),
            );
        };
        if !mutable {
            return self
                .wrong(name, help(&format!("`{name}` is not mutable"), &format!("declare it with `let mut {name}`")));
        }
        let target = Ident::new(&ident.to_string(), here(name.span()));
        let tokens = match op {
            Some(op) => quote_spanned!(span=> #target #op #host;),
            None => quote_spanned!(span=> #target = #host;),
        };
        self.statement_expr(Stmt::Host { tokens, defines: vec![ident], assigns: true }, span)
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
                    let Some(n) = super::expression::literal_length(&index.index) else {
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
        let found = path_of(base).and_then(|name| self.find(&name.to_string())).cloned();
        let (Some(Binding::Value { id, mutable: true }), false) = (found, path.is_empty()) else {
            let message = "this can't be assigned: a step writes `*param`, `state` and its own variables";
            return self
                .wrong(left, help(message, "assign a variable declared with `let mut`, or one of its elements"));
        };
        let mut kind = self.kinds[id].as_ref();
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
                (Some(lift), ..) => format!("write `{lift}({})`", diag::source(right)),
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
    pub(super) fn statement_expr(&self, stmt: Stmt, span: Span) -> Expr {
        Expr { kind: Kind::unit(), span, node: Node::Block(Block { stmts: vec![stmt], value: None }) }
    }
}

/// Reductions that give a value of this shape.
fn reductions(shape: &crate::kind::Shape) -> &'static str {
    match shape.name() {
        "Rows" => "`.row_mean()`, `.row_sum()` …",
        "Cols" => "`.col_mean()`, `.col_sum()` …",
        "Matrices" => "`.matrix_mean()`, `.matrix_sum()` …",
        _ => "`.mean()`, `.sum()`, `.norm()` …",
    }
}
