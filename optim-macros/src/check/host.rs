//! Fixed values: conditions in normal form, and which methods of plain Rust may be called.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Expr as Syntax;
use syn::spanned::Spanned;

use super::condition::Condition;
use super::{Binding, Checker, help};
use crate::ast::Expr;
use crate::diag;
use crate::ops::{Op, Reduce};

/// Methods of numbers, booleans and options that compute a value from values and can't fail.
const NUMBER_METHODS: &[&str] = &[
    "abs",
    "signum",
    "sqrt",
    "cbrt",
    "powi",
    "powf",
    "pow",
    "exp",
    "exp2",
    "exp_m1",
    "ln",
    "ln_1p",
    "log",
    "log2",
    "log10",
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "atan2",
    "sinh",
    "cosh",
    "tanh",
    "hypot",
    "floor",
    "ceil",
    "round",
    "trunc",
    "fract",
    "min",
    "max",
    "clamp",
    "copysign",
    "recip",
    "to_degrees",
    "to_radians",
    "is_nan",
    "is_finite",
    "is_infinite",
    "is_sign_positive",
    "is_sign_negative",
    "is_positive",
    "is_negative",
    "rem_euclid",
    "div_euclid",
    "abs_diff",
    "isqrt",
    "saturating_add",
    "saturating_sub",
    "saturating_mul",
    "saturating_pow",
    "wrapping_add",
    "wrapping_sub",
    "wrapping_mul",
    "checked_add",
    "checked_sub",
    "checked_mul",
    "checked_div",
    "checked_rem",
    "checked_pow",
    "is_power_of_two",
    "next_power_of_two",
    "count_ones",
    "leading_zeros",
    "trailing_zeros",
    "unsigned_abs",
    "div_ceil",
    "next_multiple_of",
    "is_some",
    "is_none",
    "unwrap_or",
    "unwrap_or_default",
    "or",
    "and",
    "xor",
    "then_some",
    "mul_add",
    "total_cmp",
];

/// Methods of ranges and fixed arrays that a loop may use.
const SEQUENCE_METHODS: &[&str] =
    &["rev", "step_by", "iter", "into_iter", "enumerate", "zip", "copied", "cloned", "len", "skip", "take"];

impl Checker<'_> {
    /// A method call whose receiver and arguments are all fixed.
    pub(super) fn host_method(&mut self, call: &syn::ExprMethodCall, receiver: &Expr, arguments: &[Expr]) -> Expr {
        let span = call.span();
        let (Some(receiver), Some(arguments)) =
            (receiver.as_host(), arguments.iter().map(Expr::as_host).collect::<Option<Vec<&TokenStream>>>())
        else {
            return self.invalid(span);
        };
        let (method, turbofish) = (&call.method, &call.turbofish);
        let name = method.to_string();
        let root = self.root.clone();
        if NUMBER_METHODS.contains(&name.as_str()) {
            // The wrapper proves to the compiler that this is a number and the method nobody else's.
            return self
                .host(span, quote_spanned!(span=> #root::fixed_number(#receiver).#method #turbofish(#(#arguments),*)));
        }
        if SEQUENCE_METHODS.contains(&name.as_str()) {
            return self.host(
                span,
                quote_spanned!(span=> #root::fixed_sequence(#receiver).#method #turbofish(#(#arguments),*)),
            );
        }
        if let Some(op) = Op::method(&name)
            && op.arity() == arguments.len() + 1
        {
            return self.host(
                span,
                quote_spanned!(span=> <::core::primitive::f64 as #root::Float>::#method(#receiver #(, #arguments)*)),
            );
        }
        if Reduce::method(&name).is_some() || matches!(name.as_str(), "matmul" | "t") {
            let message = format!("`{name}` is for tensors, and this is a fixed value");
            return self.wrong(call, help(&message, "`full(x)` makes a tensor of a fixed value"));
        }
        self.unknown_method(call)
    }

    /// Whether a method is nothing that a step may call, whatever its receiver is.
    pub(super) fn is_foreign(&self, call: &syn::ExprMethodCall) -> bool {
        let name = call.method.to_string();
        let text = name.as_str();
        let known = NUMBER_METHODS.contains(&text)
            || SEQUENCE_METHODS.contains(&text)
            || Op::method(text).is_some()
            || Reduce::method(text).is_some()
            || matches!(
                text,
                "powi" | "matmul" | "t" | "ndim" | "len" | "rows" | "cols" | "clone" | "to_owned" | "into"
            );
        let base = super::operator::path_of(&call.receiver);
        !known
            && !base.is_some_and(|base| base == "self" || matches!(self.find(&base.to_string()), Some(Binding::State)))
    }

    /// A method that is not in the language.
    pub(super) fn unknown_method(&mut self, call: &syn::ExprMethodCall) -> Expr {
        let name = call.method.to_string();
        if let Syntax::Path(path) = &*call.receiver
            && let Some(constant) = path.path.segments.last()
            && super::pattern::is_constant(&constant.ident)
        {
            let message =
                format!("a step can't call `{name}` of `{}`: it remembers declared state only", constant.ident);
            return self.wrong(call, help(&message, "declare state on the struct: `#[optimizer(state <name = 0.0>)]`"));
        }
        if matches!(
            super::operator::path_of(&call.receiver).and_then(|base| self.find(&base.to_string())),
            Some(Binding::Param)
        ) && matches!(name.as_str(), "shape" | "dim" | "size" | "numel" | "raw_dim" | "nrows" | "ncols")
        {
            let message = format!("the parameter has no method `{name}`");
            return self
                .wrong(&call.method, help(&message, "its shape is told by `ndim()`, `len()`, `rows()`, `cols()`"));
        }
        let standard = match name.as_str() {
            "signum" => Some("sign"),
            "ln_1p" => Some("log1p"),
            "exp_m1" => Some("expm1"),
            "pow" => Some("powf"),
            "dot_product" => Some("dot"),
            "transpose" => Some("t"),
            "maximum" => Some("max"),
            "minimum" => Some("min"),
            "log" => Some("ln"),
            "sqr" => Some("square"),
            "norm_l2" => Some("norm"),
            "unwrap" | "expect" => Some("unwrap_or"),
            _ => None,
        };
        if matches!(
            name.as_str(),
            "map"
                | "map_or"
                | "map_or_else"
                | "unwrap_or_else"
                | "and_then"
                | "is_some_and"
                | "filter"
                | "fold"
                | "for_each"
        ) {
            let message = self.subject(&format!("a step has no method `{name}`: it has no closures"));
            return self
                .wrong(&call.method, help(&message, "write `if let Some(x) = … { … } else { … }`, or a `for` loop"));
        }
        let known: Vec<String> = Op::method_names()
            .chain(["powi", "matmul", "t"])
            .map(str::to_owned)
            .chain(Reduce::method_names())
            .chain(self.in_schedule().then(|| "value".to_owned()))
            .collect();
        let message = self.subject(&format!("a step has no method `{name}`"));
        match standard.or_else(|| diag::nearest(&name, known.iter().map(String::as_str))).map(str::to_owned) {
            Some(near) => self.wrong(&call.method, help(&message, &format!("there is `{near}`"))),
            None => self.wrong(&call.method, help(&message, super::call::CALLABLE)),
        }
    }

    /// A fixed expression as text that is equal for equal meaning: without parentheses, variables that never change
    /// replaced by what they stand for.
    pub(super) fn canonical(&self, syntax: &Syntax) -> String {
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
                format!("{}.{}({})", self.canonical(&call.receiver), call.method, arguments.join(", "))
            }
            Syntax::Call(call) => {
                let arguments: Vec<String> = call.args.iter().map(|argument| self.canonical(argument)).collect();
                format!("{}({})", diag::source(&call.func), arguments.join(", "))
            }
            Syntax::Field(field) => format!("{}.{}", self.canonical(&field.base), diag::source(&field.member)),
            Syntax::Cast(cast) => format!("({} as {})", self.canonical(&cast.expr), diag::source(&cast.ty)),
            Syntax::Path(path) => match path.path.get_ident().and_then(|ident| self.find(&ident.to_string())) {
                Some(Binding::Host { mutable: false, text: Some(text), .. }) => text.clone(),
                Some(Binding::Host { ident, .. }) => ident.to_string(),
                Some(Binding::Param) => "param".to_owned(),
                _ => diag::source(path),
            },
            other => diag::source(other),
        }
    }

    /// A fixed condition in normal form.
    pub(super) fn condition_of(&self, syntax: &Syntax) -> Condition {
        match syntax {
            Syntax::Paren(inner) => self.condition_of(&inner.expr),
            Syntax::Group(inner) => self.condition_of(&inner.expr),
            Syntax::Unary(unary) if matches!(unary.op, syn::UnOp::Not(_)) => self.condition_of(&unary.expr).not(),
            Syntax::Binary(binary) => match &binary.op {
                syn::BinOp::And(_) => {
                    Condition::all(vec![self.condition_of(&binary.left), self.condition_of(&binary.right)])
                }
                syn::BinOp::Or(_) => {
                    Condition::Any(vec![self.condition_of(&binary.left), self.condition_of(&binary.right)])
                }
                op => Condition::comparison(&self.canonical(&binary.left), op, &self.canonical(&binary.right))
                    .unwrap_or_else(|| Condition::atom(self.canonical(syntax))),
            },
            Syntax::MethodCall(call) if call.method == "is_none" => {
                Condition::Atom(format!("{}.is_some()", self.canonical(&call.receiver)), false)
            }
            Syntax::Let(binding) => self.pattern_condition(&binding.pat, &self.canonical(&binding.expr)),
            Syntax::Path(path) => match path.path.get_ident().and_then(|ident| self.find(&ident.to_string())) {
                Some(Binding::Host { mutable: false, condition: Some(condition), .. }) => condition.clone(),
                _ => Condition::atom(self.canonical(syntax)),
            },
            other => Condition::atom(self.canonical(other)),
        }
    }

    /// What it says about `scrutinee` that it matches `pattern`.
    pub(super) fn pattern_condition(&self, pattern: &syn::Pat, scrutinee: &str) -> Condition {
        let equals = |text: &str| {
            let (first, second) = if text <= scrutinee { (text, scrutinee) } else { (scrutinee, text) };
            Condition::atom(format!("{first} == {second}"))
        };
        match pattern {
            syn::Pat::Paren(inner) => self.pattern_condition(&inner.pat, scrutinee),
            syn::Pat::Guard(guard) => {
                Condition::all(vec![self.pattern_condition(&guard.pat, scrutinee), self.condition_of(&guard.guard)])
            }
            syn::Pat::Or(or) => {
                Condition::Any(or.cases.iter().map(|case| self.pattern_condition(case, scrutinee)).collect())
            }
            syn::Pat::TupleStruct(variant) if variant.path.segments.last().is_some_and(|last| last.ident == "Some") => {
                let present = Condition::atom(format!("{scrutinee}.is_some()"));
                match variant.elems.first() {
                    Some(syn::Pat::Ident(_) | syn::Pat::Wild(_)) => present,
                    _ => Condition::all(vec![
                        present,
                        Condition::atom(format!("{scrutinee} matches {}", diag::source(pattern))),
                    ]),
                }
            }
            syn::Pat::Ident(name) if name.ident == "None" => Condition::Atom(format!("{scrutinee}.is_some()"), false),
            syn::Pat::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "None") => {
                Condition::Atom(format!("{scrutinee}.is_some()"), false)
            }
            syn::Pat::Path(path) => equals(&diag::source(path)),
            syn::Pat::Lit(literal) => match &literal.lit {
                syn::Lit::Bool(value) => Condition::Atom(scrutinee.to_owned(), value.value),
                literal => equals(&diag::source(literal)),
            },
            syn::Pat::Wild(_) => Condition::all(Vec::new()),
            syn::Pat::Ident(name) if name.subpat.is_none() && !super::pattern::is_constant(&name.ident) => {
                Condition::all(Vec::new())
            }
            other => Condition::atom(format!("{scrutinee} matches {}", diag::source(other))),
        }
    }
}
