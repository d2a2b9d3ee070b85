//! The rules for the attribute's expressions: initial values, conditions and requirements.
//!
//! They are evaluated when the optimizer is built, from settings and shapes alone.

use syn::ext::IdentExt;
use syn::visit::{self, Visit};
use syn::{Expr, ExprCall, ExprField, ExprMethodCall, ExprPath, Macro, Member, Pat};

use super::Language;
use super::definition::{Definition, Init};
use super::types::{HyperType, INTEGERS};
use crate::diag::{Errors, list, nearest};

/// Which expression it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// An initial value: may read every setting.
    Init,
    /// The condition of a state: settings that never change only.
    Condition,
    /// A requirement: may read every setting.
    Requirement,
    /// A requirement of a schedule, checked before anything runs: plain Rust.
    Plain,
}

/// What the shape of a parameter tells.
const SHAPE: [&str; 4] = ["ndim", "len", "rows", "cols"];

/// Checks all expressions of a definition.
pub(crate) fn check(definition: &Definition, errors: &mut Errors) {
    for state in &definition.states {
        if let Init::Expr(expr) | Init::Normal(_, expr) = &state.init {
            Rules { definition, place: Place::Init, errors }.visit_expr(expr);
        }
        if let Some(cond) = &state.cond {
            Rules { definition, place: Place::Condition, errors }.visit_expr(cond);
        }
    }
    let place = match definition.language {
        Language::Optimizer => Place::Requirement,
        Language::Schedule => Place::Plain,
    };
    for requirement in &definition.requires {
        Rules { definition, place, errors }.visit_expr(&requirement.cond);
    }
}

/// Walks one expression.
struct Rules<'a> {
    definition: &'a Definition,
    place: Place,
    errors: &'a mut Errors,
}

impl Rules<'_> {
    /// Refuses a construct.
    fn refuse(&mut self, at: impl quote::ToTokens, what: &str) {
        let place = match self.place {
            Place::Init => "an initial value",
            Place::Condition => "the condition of a state",
            Place::Requirement => "`requires`",
            Place::Plain => return,
        };
        self.errors.push(
            at,
            format!("{what} is not allowed in {place}\nhelp: use settings (`self.x`), `param.ndim()` and its kin, numbers and constants"),
        );
    }

    /// Looks up `self.name`.
    fn setting(&mut self, name: &syn::Ident) {
        let text = name.unraw().to_string();
        let Some(hyper) = self.definition.hyper(&text) else {
            let (owner, field) = (&self.definition.name, self.definition.language.words().field);
            let hypers: Vec<String> = self.definition.hypers.iter().map(super::Hyper::name).collect();
            let known = hypers.iter().map(String::as_str);
            let help = match nearest(&text, known.clone()) {
                Some(near) => format!("\nhelp: did you mean `{near}`?"),
                None if hypers.is_empty() => String::new(),
                None => format!("\nhelp: the {field}s are {}", list(known)),
            };
            self.errors.push(name, format!("`{owner}` has no {field} `{text}`{help}"));
            return;
        };
        if hyper.scheduled && self.place == Place::Condition {
            self.errors.push(
                name,
                format!("whether a state exists can't depend on `{text}`: it is scheduled, so it changes during the run\nhelp: use a hyperparameter without `scheduled`"),
            );
        }
    }
}

impl<'ast> Visit<'ast> for Rules<'_> {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            _ if self.place == Place::Plain && !matches!(expr, Expr::Field(_)) => visit::visit_expr(self, expr),
            Expr::Closure(_) => self.refuse(expr, "a closure"),
            Expr::Async(_) | Expr::Await(_) => self.refuse(expr, "`async`"),
            Expr::Unsafe(_) => self.refuse(expr, "`unsafe`"),
            Expr::Assign(_) => self.refuse(expr, "an assignment"),
            Expr::Return(_) => self.refuse(expr, "`return`"),
            Expr::Try(_) => self.refuse(expr, "`?`"),
            Expr::Loop(_) | Expr::While(_) | Expr::ForLoop(_) => self.refuse(expr, "a loop"),
            Expr::Reference(reference) if reference.mutability.is_some() => {
                self.refuse(expr, "a `&mut` reference");
            }
            Expr::Path(path) => self.path(path),
            Expr::Field(field) => self.field(field),
            Expr::MethodCall(call) => self.method(call),
            Expr::Call(call) => self.call(call),
            _ => visit::visit_expr(self, expr),
        }
    }

    fn visit_macro(&mut self, mac: &'ast Macro) {
        self.refuse(mac, "a macro call");
    }

    fn visit_item(&mut self, item: &'ast syn::Item) {
        self.refuse(item, "an item");
    }

    fn visit_pat(&mut self, pat: &'ast Pat) {
        if let Pat::Ident(ident) = pat
            && ident.mutability.is_some()
        {
            self.refuse(pat, "a `mut` variable");
        }
        visit::visit_pat(self, pat);
    }
}

impl Rules<'_> {
    /// `self` alone, `param` alone, or any other name.
    fn path(&mut self, path: &ExprPath) {
        if path.path.is_ident("self") {
            self.refuse(path, "`self` as a whole");
        } else if path.path.is_ident("param") || path.path.is_ident("grad") {
            let whole = if path.path.is_ident("param") { "`param` as a whole" } else { "`grad`" };
            match self.place {
                Place::Init => self.errors.push(
                    path,
                    format!("{whole} is not allowed in an initial value in braces\nhelp: write `name = param` for a copy of the parameter"),
                ),
                _ => self.refuse(path, whole),
            }
        }
    }

    /// `self.x`, `self.x.0`.
    fn field(&mut self, field: &ExprField) {
        match (&*field.base, &field.member) {
            (Expr::Path(base), Member::Named(name)) if base.path.is_ident("self") => {
                self.setting(name);
            }
            _ => self.visit_expr(&field.base),
        }
    }

    /// `param.ndim()`, `self.x.is_some()`, methods of numbers.
    fn method(&mut self, call: &ExprMethodCall) {
        if self.is_presence(call) {
            return;
        }
        if let Expr::Path(receiver) = &*call.receiver {
            if receiver.path.is_ident("param") {
                let name = call.method.to_string();
                if !SHAPE.contains(&name.as_str()) {
                    let help = nearest(&name, SHAPE).map_or_else(|| list(SHAPE), |near| format!("`{near}`"));
                    self.errors.push(
                        &call.method,
                        format!("before the run only the shape of `param` is known, not `{name}`\nhelp: use {help}"),
                    );
                }
                return;
            }
            if receiver.path.is_ident("self") {
                self.refuse(call, "a method of `self`");
                return;
            }
        }
        self.visit_expr(&call.receiver);
        call.args.iter().for_each(|argument| self.visit_expr(argument));
    }

    /// Whether this asks if there is a number in an optional hyperparameter: fixed, even where the number is not.
    fn is_presence(&self, call: &ExprMethodCall) -> bool {
        let Expr::Field(field) = &*call.receiver else { return false };
        let (Expr::Path(base), Member::Named(name)) = (&*field.base, &field.member) else { return false };
        let hyper = self.definition.hyper(&name.unraw().to_string());
        base.path.is_ident("self")
            && (call.method == "is_some" || call.method == "is_none")
            && hyper.is_some_and(|hyper| matches!(hyper.kind, HyperType::Option(_)))
    }

    /// `f64::max(a, b)`, `Some(x)`.
    fn call(&mut self, call: &ExprCall) {
        if !is_number_function(&call.func) {
            self.refuse(&call.func, "a function call");
        }
        call.args.iter().for_each(|argument| self.visit_expr(argument));
    }
}

/// Whether a called path is an associated function of a primitive number, or `Some`.
pub(crate) fn is_number_function(func: &Expr) -> bool {
    let Expr::Path(path) = func else { return false };
    let segments: Vec<String> = path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    match segments.as_slice() {
        [single] => single == "Some",
        [.., ty, _] => matches!(ty.as_str(), "f32" | "f64") || INTEGERS.contains(&ty.as_str()),
        [] => false,
    }
}
