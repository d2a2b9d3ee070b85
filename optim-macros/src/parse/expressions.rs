//! Rules for the expressions in the attribute: initial values, conditions and requirements.
//!
//! They are evaluated when the optimizer is built, from settings and shapes alone.

use syn::ext::IdentExt;
use syn::visit::{self, Visit};
use syn::{Expr, ExprCall, ExprField, ExprMethodCall, ExprPath, Macro, Member, Pat};

use super::Language;
use super::definition::{Definition, Init, StateKind};
use super::dimensions;
use super::initial;
use super::questions;
use super::state_dim::StateDim;
use super::types::{HyperType, INTEGERS};
use crate::diag::{Errors, Section, list, nearest, source};
use crate::ops::TIME_FUNCTIONS;

/// The purpose of an expression, which decides about its values.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Context {
    /// An initial value, which may read every setting.
    Init,
    /// The initial value of a global state, which may read only fixed settings that are `shared`.
    Global,
    /// The condition of a state, which may read only fixed settings.
    Condition,
    /// The condition of a global state, which may read only fixed settings that are `shared`.
    GlobalCondition,
    /// The condition of an input, which may read fixed settings and ask questions about time.
    Due,
    /// The condition of a global input, which may read only fixed settings that are `shared`.
    GlobalDue,
    /// The condition of an output, with the rules for the condition of a state.
    Reported,
    /// The condition of a global output, which may read only fixed settings that are `shared`.
    GlobalReported,
    /// A dimension of a state or an input, with the rules for the condition of a state.
    Dimension,
    /// The length of a list, with the rules for the condition of a state.
    Length,
    /// The length of a list of global states or outputs, which may read only fixed settings that are `shared`.
    GlobalLength,
    /// A requirement, which may read every setting.
    Requirement,
    /// A requirement of a schedule: any Rust, because `validate` checks it before training.
    Plain,
}

impl Context {
    /// The section of the guide that explains which values are allowed.
    fn section(self) -> Section {
        match self {
            Self::Init | Self::Condition | Self::Dimension | Self::Requirement => "hyper",
            Self::Global | Self::GlobalCondition => "global",
            Self::Due | Self::GlobalDue => "input",
            Self::Reported | Self::GlobalReported => "output",
            Self::Length | Self::GlobalLength => "lists",
            Self::Plain => "scheduler",
        }
    }

    /// The name of an integer expression in messages.
    fn integer(self) -> Option<&'static str> {
        match self {
            Self::Dimension => Some("a dimension"),
            Self::Length | Self::GlobalLength => Some("the length of a list"),
            Self::Init
            | Self::Global
            | Self::Condition
            | Self::GlobalCondition
            | Self::Due
            | Self::GlobalDue
            | Self::Reported
            | Self::GlobalReported
            | Self::Requirement
            | Self::Plain => None,
        }
    }

    /// The name of an expression of the whole model in messages.
    fn of_model(self) -> Option<&'static str> {
        match self {
            Self::Global => Some("the initial value of a global state"),
            Self::GlobalLength => Some("the length of a list of global numbers"),
            Self::GlobalCondition => Some("the condition of a global state"),
            Self::GlobalDue => Some("the condition of a global input"),
            Self::GlobalReported => Some("the condition of a global output"),
            _ => None,
        }
    }
}

/// The methods of a parameter's shape.
const SHAPE: [&str; 4] = ["ndim", "len", "rows", "cols"];

/// Checks all expressions of a definition.
pub(crate) fn check(definition: &Definition, errors: &mut Errors) {
    for state in &definition.states {
        for expr in state.kind.dims().iter().flatten().flat_map(StateDim::fixed) {
            Rules { definition, place: Context::Dimension, errors: &mut errors.about("hyper") }.integer(expr);
        }
        if let Some(length) = &state.list {
            let place = if state.kind == StateKind::Global { Context::GlobalLength } else { Context::Length };
            Rules { definition, place, errors: &mut errors.about(place.section()) }.integer(length);
        }
        initial::check(state, errors);
        let (initial, condition) = match state.kind {
            StateKind::Global => (Context::Global, Context::GlobalCondition),
            _ => (Context::Init, Context::Condition),
        };
        if let Init::Eye(_, Some(number)) = &state.init {
            Rules { definition, place: initial, errors: &mut errors.about(initial.section()) }.visit_expr(number);
        }
        if let Init::Expr(expr) | Init::Normal(_, expr) = &state.init {
            Rules { definition, place: initial, errors: &mut errors.about(initial.section()) }.visit_expr(expr);
        }
        if let Some(cond) = &state.cond {
            Rules { definition, place: condition, errors: &mut errors.about(condition.section()) }.visit_expr(cond);
        }
    }
    for input in &definition.inputs {
        for expr in input.kind.dims().iter().flatten().flat_map(StateDim::fixed) {
            Rules { definition, place: Context::Dimension, errors: &mut errors.about("hyper") }.integer(expr);
        }
        if let Some(cond) = &input.cond {
            let place = if input.global { Context::GlobalDue } else { Context::Due };
            Rules { definition, place, errors: &mut errors.about(place.section()) }.visit_expr(cond);
        }
    }
    for output in &definition.outputs {
        if let Some(length) = &output.list {
            let place = if output.global { Context::GlobalLength } else { Context::Length };
            Rules { definition, place, errors: &mut errors.about(place.section()) }.integer(length);
        }
        if let Some(cond) = &output.cond {
            let place = if output.global { Context::GlobalReported } else { Context::Reported };
            Rules { definition, place, errors: &mut errors.about(place.section()) }.visit_expr(cond);
        }
    }
    let place = match definition.language {
        Language::Optimizer => Context::Requirement,
        Language::Schedule => Context::Plain,
    };
    for requirement in &definition.requires {
        Rules { definition, place, errors: &mut errors.about(place.section()) }.visit_expr(&requirement.cond);
    }
}

/// Checks an expression and its parts.
struct Rules<'a> {
    definition: &'a Definition,
    place: Context,
    errors: &'a mut Errors,
}

impl Rules<'_> {
    /// Reports a construct that is not allowed.
    fn refuse(&mut self, at: impl quote::ToTokens, what: &str) {
        let place = match self.place {
            Context::Init | Context::Global => "an initial value",
            Context::Condition | Context::GlobalCondition => "the condition of a state",
            Context::Due | Context::GlobalDue => "the condition of an input",
            Context::Reported | Context::GlobalReported => "the condition of an output",
            Context::Dimension => "a dimension",
            Context::Length | Context::GlobalLength => "the length of a list",
            Context::Requirement => "`requires`",
            Context::Plain => return,
        };
        self.errors.push(
            at,
            format!("{what} is not allowed in {place}\nhelp: use settings (`self.x`), `param.ndim()`, `.len()`, `.rows()`, `.cols()`, `.dim(0)`, numbers and constants"),
        );
    }

    /// Checks a setting, `self.name`.
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
        if hyper.scheduled
            && let Some(integer) = self.place.integer()
        {
            self.errors.push(
                name,
                format!("{integer} can't depend on `{text}`: it is scheduled\nhelp: use a hyperparameter without `scheduled`"),
            );
        }
        // A scheduled setting as the length of a list has been reported above.
        let scheduled = hyper.scheduled && self.place.integer().is_none();
        match self.place.of_model() {
            Some(what) if scheduled => self.errors.push(
                name,
                format!(
                    "{what} can't depend on `{text}`: it is scheduled\nhelp: use a hyperparameter without `scheduled`"
                ),
            ),
            _ => self.of_model(name),
        }
        if hyper.scheduled && self.place == Context::Due {
            self.errors.push(
                name,
                format!("the condition of an input can't depend on `{text}`: it is scheduled\nhelp: use a hyperparameter without `scheduled`, or ask the step count: `every(10)`"),
            );
        }
        let of = match self.place {
            Context::Condition => Some("a state"),
            Context::Reported => Some("an output"),
            _ => None,
        };
        if let (true, Some(of)) = (hyper.scheduled, of) {
            self.errors.push(
                name,
                format!("the condition of {of} can't depend on `{text}`: it is scheduled\nhelp: use a hyperparameter without `scheduled`"),
            );
        }
    }
}

impl<'ast> Visit<'ast> for Rules<'_> {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            _ if self.place == Context::Plain && !matches!(expr, Expr::Field(_)) => visit::visit_expr(self, expr),
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
    /// Checks a fixed integer: a dimension, or the length of a list.
    fn integer(&mut self, expr: &Expr) {
        let what = self.place.integer().unwrap_or_default();
        if let Some(hyper) = dimensions::of_another_type(self.definition, expr) {
            let (name, ty) = (hyper.name(), source(&hyper.ty));
            let help = match hyper.kind {
                HyperType::List(_) => format!("write `self.{name}.len()`"),
                _ => format!("declare the field as `{name}: usize`"),
            };
            self.errors.push(expr, format!("{what} must be an integer, but `self.{name}` is `{ty}`\nhelp: {help}"));
            return;
        }
        self.visit_expr(expr);
    }

    /// Checks a plain name: `self`, `param` or any other.
    fn path(&mut self, path: &ExprPath) {
        if self.place.integer().is_some() && (path.path.is_ident("rows") || path.path.is_ident("cols")) {
            let size = source(path);
            self.errors.push(
                path,
                format!("`{size}` is a dimension, not a number to compute with\nhelp: write `param.{size}()`"),
            );
        } else if path.path.is_ident("self") {
            self.refuse(path, "`self` as a whole");
        } else if path.path.is_ident("param") || path.path.is_ident("grad") {
            let whole = if path.path.is_ident("param") { "`param` as a whole" } else { "`grad`" };
            match self.place {
                Context::Init | Context::Global => self.errors.push(
                    path,
                    format!("{whole} is not allowed in an initial value in braces\nhelp: write `name = param` for a copy of the parameter"),
                ),
                _ => self.refuse(path, whole),
            }
        }
    }

    /// Checks `self.x` and `self.x.0`.
    fn field(&mut self, field: &ExprField) {
        match (&*field.base, &field.member) {
            (Expr::Path(base), Member::Named(name)) if base.path.is_ident("self") => {
                self.setting(name);
            }
            _ => self.visit_expr(&field.base),
        }
    }

    /// Checks `param.ndim()`, `self.x.is_some()` and methods of numbers.
    fn method(&mut self, call: &ExprMethodCall) {
        if let Some(name) = self.presence(call) {
            // Even the presence of a setting may differ between groups, unless it is `shared`.
            if self.place.of_model().is_some() {
                self.of_model(name);
            }
            return;
        }
        if let Expr::Path(receiver) = &*call.receiver {
            if receiver.path.is_ident("param")
                && let Some(what) = self.place.of_model()
            {
                self.errors.push(
                    call,
                    format!("{what} can't depend on the shape of a parameter\nhelp: use a hyperparameter marked `#[hyper(shared)]`"),
                );
                return;
            }
            if receiver.path.is_ident("param") {
                let name = call.method.to_string();
                if name == "dim" {
                    if call.args.len() != 1 {
                        let help = "help: write `param.dim(0)` for the first axis";
                        self.errors.push(&call.method, format!("`dim` takes the number of an axis\n{help}"));
                    }
                    call.args.iter().for_each(|axis| self.visit_expr(axis));
                    return;
                }
                if !SHAPE.contains(&name.as_str()) {
                    let help = nearest(&name, SHAPE).map_or_else(|| list(SHAPE), |near| format!("`{near}`"));
                    self.errors.push(
                        &call.method,
                        format!(
                            "`{name}` is not known before training: only the shape of `param` is\nhelp: use {help}"
                        ),
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

    /// The scheduled `Option` of `is_some()` and `is_none()`. Its presence is fixed, its value is not.
    fn presence<'c>(&self, call: &'c ExprMethodCall) -> Option<&'c syn::Ident> {
        let Expr::Field(field) = &*call.receiver else { return None };
        let (Expr::Path(base), Member::Named(name)) = (&*field.base, &field.member) else { return None };
        let hyper = self.definition.hyper(&name.unraw().to_string());
        let asks = base.path.is_ident("self")
            && (call.method == "is_some" || call.method == "is_none")
            && hyper.is_some_and(|hyper| matches!(hyper.kind, HyperType::Option(_)));
        asks.then_some(name)
    }

    /// Checks a setting in an expression of the whole model, in which only fixed settings that are `shared` are allowed.
    fn of_model(&mut self, name: &syn::Ident) {
        let text = name.unraw().to_string();
        if let Some(what) = self.place.of_model()
            && self.definition.hyper(&text).is_some_and(|hyper| !hyper.shared)
        {
            self.errors.push(
                name,
                format!("{what} can't depend on `{text}`: it may differ between parameter groups\nhelp: write `#[hyper(shared)]` on `{text}`"),
            );
        }
    }

    /// Checks calls such as `f64::max(a, b)` and `Some(x)`.
    fn call(&mut self, call: &ExprCall) {
        if let Some(name) = time_function(&call.func) {
            let what = match self.place {
                Context::Init | Context::Global => "an initial value",
                Context::Condition | Context::GlobalCondition => "the condition of a state",
                Context::Reported | Context::GlobalReported => "the condition of an output",
                Context::Due | Context::GlobalDue if name == "slot" => {
                    self.errors.push(
                        call,
                        "`slot` indexes a list: it can't be the condition of an input\nhelp: use `every(10)`, `after(100)` or `at(100)`",
                    );
                    return;
                }
                Context::Due => {
                    questions::check(self.definition, call, &name, self.errors);
                    return call.args.iter().for_each(|argument| self.visit_expr(argument));
                }
                Context::GlobalDue => {
                    self.errors.push(
                        call,
                        format!("a global input can't depend on `{name}`: each parameter counts its own steps\nhelp: remove the condition, or declare a `scalar`, one number per parameter"),
                    );
                    return;
                }
                Context::Dimension | Context::Length | Context::GlobalLength => {
                    self.place.integer().unwrap_or_default()
                }
                Context::Requirement => "a requirement",
                Context::Plain => return,
            };
            self.errors.about("time").push(
                call,
                format!("{what} can't depend on `{name}`, which changes from step to step\nhelp: use it in the step: `if {name}(…) {{ … }}`"),
            );
        } else if !is_number_function(&call.func) {
            self.refuse(&call.func, "a function call");
        }
        call.args.iter().for_each(|argument| self.visit_expr(argument));
    }
}

/// The name of a question about time.
fn time_function(func: &Expr) -> Option<String> {
    let Expr::Path(path) = func else { return None };
    let name = path.path.get_ident()?.to_string();
    TIME_FUNCTIONS.contains(&name.as_str()).then_some(name)
}

/// Returns true for the path of an associated function of a primitive number, and for `Some`.
pub(crate) fn is_number_function(func: &Expr) -> bool {
    let Expr::Path(path) = func else { return false };
    let segments: Vec<String> = path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    match segments.as_slice() {
        [single] => single == "Some",
        [.., ty, _] => matches!(ty.as_str(), "f32" | "f64") || INTEGERS.contains(&ty.as_str()),
        [] => false,
    }
}
