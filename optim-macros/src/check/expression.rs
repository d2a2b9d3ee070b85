//! Expressions: one arm per syntax, each in the file of its topic.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr as Syntax, Lit};

use super::names::here;
use super::{Binding, Checker, article, counted, help};
use crate::ast::{Expr, Node, Place};
use crate::kind::{Kind, Shape};

impl Checker<'_> {
    pub(super) fn expr(&mut self, syntax: &Syntax) -> Expr {
        let span = syntax.span();
        match syntax {
            Syntax::Lit(literal) => self.literal(&literal.lit),
            Syntax::Path(path) => self.path(path),
            Syntax::Paren(inner) => self.expr(&inner.expr),
            Syntax::Group(inner) => self.expr(&inner.expr),
            Syntax::Unary(unary) => self.unary(unary),
            Syntax::Binary(binary) => self.binary(binary),
            Syntax::Assign(assign) => self.assign(&assign.left, &assign.right, span),
            Syntax::Field(field) => self.field(field),
            Syntax::Index(index) => self.index(index),
            Syntax::MethodCall(call) => self.method_call(call),
            Syntax::Call(call) => self.call(call),
            Syntax::Tuple(tuple) => self.items(tuple.elems.iter(), span, false),
            Syntax::Array(array) => self.items(array.elems.iter(), span, true),
            Syntax::Repeat(repeat) => self.repeat(repeat),
            Syntax::Reference(reference) => self.expr(&reference.expr),
            Syntax::Cast(cast) => self.cast(cast),
            Syntax::Range(range) => self.range(range),
            Syntax::Block(block) if block.label.is_none() => self.block_expr(&block.block),
            Syntax::If(branch) => self.branch(branch),
            Syntax::Match(matched) => self.matched(matched),
            Syntax::ForLoop(turns) => self.for_loop(turns),
            other => self.refuse(other),
        }
    }

    fn literal(&mut self, literal: &Lit) -> Expr {
        match literal {
            Lit::Int(_) | Lit::Float(_) | Lit::Bool(_) => self.host(literal.span(), quote!(#literal)),
            _ => self.wrong(literal, "only numbers and booleans can stand in a step"),
        }
    }

    fn path(&mut self, expr: &syn::ExprPath) -> Expr {
        let span = expr.span();
        let Some(ident) = expr.path.get_ident() else { return self.constant(expr) };
        if ident == "self" {
            return self.wrong(
                expr,
                help("`self` as a whole is not a value of the step", "name the hyperparameter, `self.lr`"),
            );
        }
        match self.find(&ident.to_string()).cloned() {
            Some(Binding::Host { ident, .. }) => {
                let name = proc_macro2::Ident::new(&ident.to_string(), here(span));
                self.host(span, quote!(#name))
            }
            Some(Binding::Scheduled(value)) => Expr { span, ..value },
            Some(Binding::Value { id, .. }) => match self.kinds[id].clone() {
                Some(kind) => Expr { kind, span, node: Node::Local(id) },
                None => self.wrong(
                    expr,
                    help(
                        &format!("`{ident}` has no value yet on some path to here"),
                        &format!("give it one where it is declared: `let mut {ident} = …;`"),
                    ),
                ),
            },
            Some(Binding::Param) => self.wrong(
                expr,
                help(&format!("`{ident}` is a reference to the parameter"), &format!("write `*{ident}` for its value")),
            ),
            Some(Binding::State) => self.wrong(
                expr,
                help(
                    &format!("`{ident}` as a whole is not a value"),
                    &format!("name one state, `{ident}.{}`", self.any_state()),
                ),
            ),
            None => self.constant(expr),
        }
    }

    /// A path that is no variable: a constant or the variant of an enum.
    fn constant(&mut self, expr: &syn::ExprPath) -> Expr {
        let last = expr.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
        if expr.path.get_ident().is_some() && last != "None" && last.chars().next().is_some_and(char::is_lowercase) {
            let names: Vec<String> = self.scopes.iter().flat_map(|scope| scope.keys().cloned()).collect();
            let hint = crate::diag::nearest(&last, names.iter().map(String::as_str));
            let message = format!("there is no variable `{last}` here");
            let message =
                hint.map_or_else(|| message.clone(), |near| help(&message, &format!("there is one called `{near}`")));
            return self.unknown(&last, expr, message);
        }
        let path = &expr.path;
        if expr.qself.is_some() {
            return self.wrong(
                expr,
                "a qualified path can't stand in a step\nhelp: name a constant of this crate or of a number type",
            );
        }
        if let Some(primitive) = primitive_of(path) {
            return self.host(expr.span(), primitive);
        }
        if last != "None" {
            self.consts.push(path.clone());
        }
        self.host(expr.span(), quote!(#path))
    }

    /// Reports a name that doesn't exist, the first time it is used.
    pub(super) fn unknown(&mut self, name: &str, at: impl ToTokens, message: String) -> Expr {
        match self.unknown.insert(name.to_owned()) {
            true => self.wrong(at, message),
            false => self.invalid(at.span()),
        }
    }

    /// The elements of a tuple or an array.
    pub(super) fn items<'s>(&mut self, syntax: impl Iterator<Item = &'s Syntax>, span: Span, array: bool) -> Expr {
        let items: Vec<Expr> = syntax.map(|item| self.value(item)).collect();
        self.collect(items, span, array)
    }

    pub(super) fn collect(&mut self, items: Vec<Expr>, span: Span, array: bool) -> Expr {
        let hosts: Option<Vec<&TokenStream>> = items.iter().map(Expr::as_host).collect();
        if let Some(hosts) = hosts
            && (array || !hosts.is_empty())
        {
            let tokens =
                if array { quote_spanned!(span=> [#(#hosts),*]) } else { quote_spanned!(span=> (#(#hosts,)*)) };
            return self.host(span, tokens);
        }
        let kinds: Vec<Kind> = items.iter().map(|item| item.kind.clone()).collect();
        if !array {
            return Expr { kind: Kind::Tuple(kinds), span, node: Node::Tuple(items) };
        }
        let Some(kind) = self.join_all(&kinds) else {
            let list: Vec<String> = kinds.iter().map(ToString::to_string).collect();
            let shapes = kinds.iter().all(|kind| kind.same_type(&kinds[0]));
            let note = if shapes {
                "one was transposed or multiplied to another shape".to_owned()
            } else {
                format!("these are {}", list.join(", "))
            };
            self.errors.push_at(
                span,
                format!("the elements of an array must be of one kind\nnote: {note}\nhelp: use a tuple"),
            );
            return self.invalid(span);
        };
        let items: Vec<Expr> = items.into_iter().map(|item| self.lift(item, &kind)).collect();
        Expr { kind: Kind::Array(vec![kind; items.len()]), span, node: Node::Array(items) }
    }

    fn repeat(&mut self, repeat: &syn::ExprRepeat) -> Expr {
        let item = self.value(&repeat.expr);
        let span = repeat.span();
        if let Some(host) = item.as_host() {
            let length = self.value(&repeat.len);
            let Some(length) = length.as_host() else { return self.invalid(span) };
            return self.host(span, quote_spanned!(span=> [#host; #length]));
        }
        match literal_length(&repeat.len) {
            Some(n) if n <= 64 => self.collect(vec![item; n], span, true),
            _ => self.wrong(&repeat.len, "an array of values needs a literal length, at most 64"),
        }
    }

    fn cast(&mut self, cast: &syn::ExprCast) -> Expr {
        let value = self.value(&cast.expr);
        let ty = &cast.ty;
        if let Some(host) = value.as_host() {
            let tokens = quote_spanned!(cast.span()=> (#host as #ty));
            return self.host(cast.span(), tokens);
        }
        if value.kind.is_wrong() {
            return value;
        }
        let message = format!(
            "{} can't be cast: its numbers are known only during the step{}",
            article(&value.kind),
            self.note(&value)
        );
        let advice = match value.kind {
            Kind::Mask(_) => "choose numbers with `select(mask, 1.0, 0.0)`",
            _ => "round with `.floor()` or `.trunc()`, choose with `select(x > 0.0, a, b)`",
        };
        self.wrong(cast, help(&message, advice))
    }

    fn range(&mut self, range: &syn::ExprRange) -> Expr {
        let mut end = |bound: &Option<Box<Syntax>>| match bound {
            None => Some(TokenStream::new()),
            Some(bound) => {
                let value = self.value(bound);
                if !value.kind.is_fixed() && !value.kind.is_wrong() {
                    let message = format!(
                        "this loop bound is {}, which is known only during the step{}",
                        article(&value.kind),
                        self.note(&value)
                    );
                    self.errors.push(
                        bound,
                        help(&message, "use a fixed bound: a literal, a `const`, or a field of an integer type"),
                    );
                }
                value.as_host().cloned()
            }
        };
        let (start, stop) = (end(&range.start), end(&range.end));
        let limits = &range.limits;
        match (start, stop) {
            (Some(start), Some(stop)) => self.host(range.span(), quote_spanned!(range.span()=> (#start #limits #stop))),
            _ => self.invalid(range.span()),
        }
    }

    fn index(&mut self, index: &syn::ExprIndex) -> Expr {
        let base = self.value(&index.expr);
        let at = self.value(&index.index);
        let span = index.span();
        if base.kind.is_wrong() || at.kind.is_wrong() {
            return self.invalid(span);
        }
        let Some(position) = at.as_host().cloned() else {
            let message =
                format!("this index is {}, which is known only during the step{}", article(&at.kind), self.note(&at));
            return self.wrong(&index.index, help(&message, "index with a fixed number"));
        };
        match base.kind.clone() {
            Kind::Fixed if self.in_schedule() => {
                let (host, root) = (base.as_host().cloned(), self.root.clone());
                self.host(span, quote_spanned!(span=> #root::element(&#host, #position)))
            }
            Kind::Fixed => {
                let host = base.as_host();
                self.host(span, quote_spanned!(span=> #host[#position]))
            }
            Kind::Array(kinds) if !kinds.is_empty() => match literal_length(&index.index) {
                Some(n) if n < kinds.len() => {
                    Expr { kind: kinds[n].clone(), span, node: Node::Field(Box::new(base), n) }
                }
                Some(n) => self.wrong(
                    &index.index,
                    format!("there is no element {n}: this array has {}", counted(kinds.len(), "element")),
                ),
                None => Expr { kind: kinds[0].clone(), span, node: Node::Index(Box::new(base), position) },
            },
            kind => self.no_index(&kind, index),
        }
    }

    /// A value that is no array has no elements to name.
    pub(super) fn no_index(&mut self, kind: &Kind, at: impl ToTokens) -> Expr {
        let message = format!("{} can't be indexed: a step treats all elements alike", article(kind));
        self.wrong(at, help(&message, "use elementwise functions and reductions such as `.row_mean()`"))
    }

    fn field(&mut self, field: &syn::ExprField) -> Expr {
        if let Some(expr) = self.named_field(field) {
            return expr;
        }
        let span = field.span();
        let base = self.value(&field.base);
        let member = &field.member;
        match (&base.kind, member) {
            (Kind::Wrong, _) => self.invalid(span),
            (Kind::Fixed, _) => {
                let host = base.as_host();
                self.host(span, quote_spanned!(span=> #host.#member))
            }
            (Kind::Tuple(kinds), syn::Member::Unnamed(n)) if (n.index as usize) < kinds.len() => {
                let n = n.index as usize;
                if let Node::Local(id) = base.node
                    && let Some(host) = self.fixed_elements.get(&(id, n))
                {
                    return self.host(span, host.clone());
                }
                Expr { kind: kinds[n].clone(), span, node: Node::Field(Box::new(base), n) }
            }
            (kind, _) => {
                let message = format!("{kind} has no field `{}`", crate::diag::source(member));
                self.wrong(member, message)
            }
        }
    }

    /// An expression that is used as a value: `param` alone stands for its reference and is refused.
    pub(super) fn value(&mut self, syntax: &Syntax) -> Expr {
        let expr = self.expr(syntax);
        if expr.kind == Kind::unit() {
            return self
                .wrong(syntax, help("this has no value", "a block or a function ends with its value, without `;`"));
        }
        expr
    }

    /// The value of the parameter.
    pub(super) fn param_value(&self, span: Span) -> Expr {
        Expr { kind: Kind::Num(Shape::tensor()), span, node: Node::Place(Place::Param) }
    }

    fn refuse(&mut self, syntax: &Syntax) -> Expr {
        // A block is named by its first word: all of it would be underlined otherwise.
        let at = match syntax {
            Syntax::Loop(turns) => turns.loop_token.to_token_stream(),
            Syntax::Unsafe(block) => block.unsafe_token.to_token_stream(),
            Syntax::Async(block) => block.async_token.to_token_stream(),
            Syntax::Block(block) => block.label.to_token_stream(),
            other => other.to_token_stream(),
        };
        let (message, advice) = match syntax {
            Syntax::Macro(_) => {
                ("a step calls no macros", "write what the macro computes; checks of settings go in `requires(…)`")
            }
            Syntax::Closure(_) => ("a step has no closures", "write a helper function in this impl, or a loop"),
            Syntax::While(turns) => return self.refuse_while(turns),
            Syntax::Loop(_) => ("`loop` has no fixed number of turns", "write `for _ in 0..n` with a fixed `n`"),
            Syntax::Break(_) | Syntax::Continue(_) => {
                ("a loop of a step makes all its turns", "put the code under a fixed `if`, or choose with `select`")
            }
            Syntax::Return(_) => {
                ("a step has no early `return`", "use a fixed `if … else …`, or choose values with `select`")
            }
            Syntax::Try(_) => {
                ("a step can't fail, so `?` has nothing to return", "check settings with `requires(…)` on the struct")
            }
            Syntax::Unsafe(_) => ("a step has no `unsafe`", "use the functions of the language"),
            Syntax::Async(_) | Syntax::Await(_) => ("a step is not asynchronous", "remove `async` and `.await`"),
            Syntax::Struct(_) => {
                ("values of a step live in variables, tuples and arrays, not in structs", "use a tuple")
            }
            Syntax::Let(_) => {
                ("`let` can stand only in the condition of an `if`", "write `if let Some(x) = self.x { … }`")
            }
            Syntax::Block(_) => ("a labelled block would be left early", "use a fixed `if … else …`"),
            _ => (
                "this syntax can't stand in a step",
                "a step is made of `let`, arithmetic, functions, fixed `if`, `match` and `for`",
            ),
        };
        let message = self.subject(message);
        self.wrong(at, help(&message, advice))
    }

    /// A message about a step, said of what is being checked.
    pub(super) fn subject(&self, message: &str) -> String {
        match self.definition {
            Some(_) => message.to_owned(),
            None => message.replacen("a step", "an elementwise function", 1),
        }
    }
}

impl Expr {
    /// The Rust expression of a fixed value.
    pub(crate) fn as_host(&self) -> Option<&TokenStream> {
        match &self.node {
            Node::Host(tokens) => Some(tokens),
            _ => None,
        }
    }
}

/// A literal integer, as the length of an array or an index into one.
pub(super) fn literal_length(syntax: &Syntax) -> Option<usize> {
    match syntax {
        Syntax::Lit(syn::ExprLit { lit: Lit::Int(n), .. }) => n.base10_parse().ok(),
        Syntax::Paren(inner) => literal_length(&inner.expr),
        Syntax::Group(inner) => literal_length(&inner.expr),
        _ => None,
    }
}

/// `f64::MAX`, `core::f64::consts::PI`: constants and functions of number types, by a path that nobody can shadow.
pub(super) fn primitive_of(path: &syn::Path) -> Option<TokenStream> {
    let mut segments = path.segments.iter();
    let first = segments.next()?;
    let rest: Vec<_> = segments.collect();
    let name = first.ident.to_string();
    if path.leading_colon.is_none() && rest.len() == 1 && PRIMITIVES.contains(&name.as_str()) {
        return Some(quote!(::core::primitive::#path));
    }
    let standard =
        matches!(name.as_str(), "std" | "core") && rest.first().is_some_and(|segment| segment.ident == "f64");
    standard.then(|| quote!(::core #(:: #rest)*))
}

const PRIMITIVES: [&str; 15] =
    ["f64", "f32", "bool", "usize", "u8", "u16", "u32", "u64", "u128", "isize", "i8", "i16", "i32", "i64", "i128"];
