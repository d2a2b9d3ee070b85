//! Checks the body of a step: gives every expression a kind, resolves every name, inlines helper functions and reports
//! every broken rule with the user's own words.
//!
//! Each kind of syntax has a file of its own; this one holds what they share: the scope, the known conditions and
//! where a value comes from.

mod arguments;
mod call;
pub(crate) mod condition;
mod control;
mod declaration;
mod expression;
mod helper;
mod host;
mod operator;
mod optional;
mod pattern;
mod place;
mod schedule;
mod statement;

pub(crate) mod names;

use std::collections::{HashMap, HashSet};

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::ImplItemFn;

use crate::ast::{Body, Expr, Local, LocalId, Node};
use crate::diag::{Errors, line};
use crate::kind::{Kind, Shape};
use crate::parse::{Definition, StateKind};
use condition::Condition;
use names::Names;

pub(crate) use schedule::schedule;

/// Checks `step` and the helper functions that it calls.
pub(crate) fn step(definition: &Definition, functions: &[ImplItemFn], step: &ImplItemFn, errors: &mut Errors) -> Body {
    let mut checker = Checker::new(Some(definition), functions, errors);
    let uses_count = checker.step_parameters(&step.sig);
    let block = checker.body(&step.block);
    if !block.kind.is_wrong() && block.kind != Kind::unit() {
        checker.errors.push(&step.sig.output, "`step` returns nothing: it writes `*param` and `state`");
    }
    if !checker.written && !checker.gave_up {
        checker.param_never_written(&step.sig);
    }
    checker.uncalled_helpers();
    let mut stmts = std::mem::take(&mut checker.prologue);
    stmts.push(crate::ast::Stmt::Expr(block));
    let block = crate::ast::Block { stmts, value: None };
    Body { locals: checker.locals, block, uses_count, consts: checker.consts }
}

/// Checks the body of an `#[elementwise]` function; `values` are its parameters of the generic type.
pub(crate) fn elementwise(
    function: &syn::ItemFn,
    values: &[bool],
    root: &syn::Path,
    errors: &mut Errors,
) -> (Body, Vec<Ident>, Expr) {
    let mut checker = Checker::new(None, &[], errors);
    checker.root = quote!(#root);
    checker.push_scope();
    let parameters = checker.elementwise_parameters(&function.sig, values);
    checker.calls.push((function.sig.ident.to_string(), function.sig.ident.span()));
    let result = checker.block_expr(&function.block);
    checker.calls.pop();
    let result = match result.kind {
        _ if checker.gave_up => result,
        Kind::Fixed | Kind::Num(_) | Kind::Wrong => checker.lift(result, &Kind::tensor()),
        ref kind => {
            let message =
                format!("`{}` gives {}, and an elementwise function gives a number", function.sig.ident, article(kind));
            let advice = match kind {
                Kind::Mask(_) => "make numbers of a mask with `select(mask, 1.0, 0.0)`",
                _ => "end the body with the value, without `;`",
            };
            match function.block.stmts.last() {
                Some(last) => checker.wrong(last, help(&message, advice)),
                None => checker.wrong(&function.sig.ident, help(&message, advice)),
            }
        }
    };
    (
        Body { locals: checker.locals, block: crate::ast::Block::default(), uses_count: false, consts: checker.consts },
        parameters,
        result,
    )
}

/// What a name in the step stands for.
#[derive(Clone)]
enum Binding {
    /// A fixed variable; what it stands for if it never changes.
    Host { ident: Ident, mutable: bool, text: Option<String>, condition: Option<Condition> },
    /// A variable that holds values of the step.
    Value { id: LocalId, mutable: bool },
    /// Another name for a scheduled hyperparameter.
    Scheduled(Expr),
    /// `param`: a mutable reference to the parameter.
    Param,
    /// `state`.
    State,
}

/// What the check knows at one place of the body.
#[derive(Clone)]
struct Flow {
    /// Kind of each variable; `None` before its first assignment.
    kinds: Vec<Option<Kind>>,
    /// Whether `*param` was written on every path to here.
    written: bool,
}

struct Checker<'a> {
    definition: Option<&'a Definition>,
    /// The path of the runtime's hidden module.
    root: TokenStream,
    functions: &'a [ImplItemFn],
    errors: &'a mut Errors,
    names: Names,
    scopes: Vec<HashMap<String, Binding>>,
    locals: Vec<Local>,
    kinds: Vec<Option<Kind>>,
    /// Where the value of each variable comes from, for messages.
    origins: Vec<String>,
    /// What the user calls each variable.
    called: Vec<String>,
    /// The fixed elements of tuples: their place in the variable, and the variable that holds them.
    fixed_elements: HashMap<(LocalId, usize), TokenStream>,
    written: bool,
    /// Where `*param` is first written.
    first_write: Option<Span>,
    /// Names that don't exist and have been reported: once is enough.
    unknown: HashSet<String>,
    /// Helper functions that were called.
    used: HashSet<String>,
    /// Conditional state may be touched: a helper that is never called has no conditions around it.
    any_condition: bool,
    /// Conditions that hold here.
    facts: Vec<Condition>,
    /// Helper functions being inlined, outermost first, and where they are called.
    calls: Vec<(String, Span)>,
    /// Paths used as constants, to prove that they are no statics.
    consts: Vec<syn::Path>,
    /// Something was not understood: rules about the whole body would only repeat it.
    gave_up: bool,
    /// Statements that bind the parameters of the step.
    prologue: Vec<crate::ast::Stmt>,
}

impl<'a> Checker<'a> {
    fn new(definition: Option<&'a Definition>, functions: &'a [ImplItemFn], errors: &'a mut Errors) -> Self {
        let mut names = Names::default();
        for taken in ["cx", "shape", "recorder", "self"] {
            names.reserve(taken);
        }
        let root = definition
            .map(|definition| {
                let root = &definition.root;
                quote!(#root)
            })
            .unwrap_or_default();
        Self {
            definition,
            root,
            functions,
            errors,
            names,
            scopes: Vec::new(),
            locals: Vec::new(),
            kinds: Vec::new(),
            origins: Vec::new(),
            called: Vec::new(),
            fixed_elements: HashMap::new(),
            written: false,
            first_write: None,
            unknown: HashSet::new(),
            used: HashSet::new(),
            any_condition: false,
            facts: Vec::new(),
            calls: Vec::new(),
            consts: Vec::new(),
            gave_up: false,
            prologue: Vec::new(),
        }
    }

    fn push_scope(&mut self) {
        self.scopes.push(HashMap::new());
    }

    fn pop_scope(&mut self) {
        self.scopes.pop();
    }

    fn find(&self, name: &str) -> Option<&Binding> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name))
    }

    fn bind(&mut self, name: &Ident, binding: Binding) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.to_string(), binding);
        }
    }

    /// Binds a name to a new variable for values of the step.
    fn bind_value(&mut self, name: &Ident, mutable: bool, kind: Option<Kind>, origin: String) -> LocalId {
        let id = self.new_local(name, kind, origin);
        self.bind(name, Binding::Value { id, mutable });
        id
    }

    fn new_local(&mut self, name: &Ident, kind: Option<Kind>, origin: String) -> LocalId {
        let ident = self.names.unique(name);
        self.locals.push(Local { ident });
        self.kinds.push(kind);
        self.origins.push(origin);
        self.called.push(name.to_string());
        self.locals.len() - 1
    }

    /// Binds a name to a new fixed variable and gives the name it has in generated code.
    fn bind_host(&mut self, name: &Ident, mutable: bool, text: Option<String>, condition: Option<Condition>) -> Ident {
        let ident = self.names.unique(name);
        self.bind(name, Binding::Host { ident: ident.clone(), mutable, text, condition });
        ident
    }

    fn flow(&self) -> Flow {
        Flow { kinds: self.kinds.clone(), written: self.written }
    }

    fn restore(&mut self, flow: &Flow) {
        self.kinds.truncate(self.locals.len());
        for (kind, before) in self.kinds.iter_mut().zip(&flow.kinds) {
            kind.clone_from(before);
        }
        self.written = flow.written;
    }

    /// Reports a mistake and stands in for the expression.
    fn wrong(&mut self, at: impl quote::ToTokens, message: impl std::fmt::Display) -> Expr {
        let span = syn::spanned::Spanned::span(&at);
        self.errors.push(at, message);
        self.invalid(span)
    }

    /// Stands in for an expression with a mistake that has been reported.
    fn invalid(&mut self, span: Span) -> Expr {
        self.gave_up = true;
        Expr { kind: Kind::Wrong, span, node: Node::Tuple(Vec::new()) }
    }

    fn host(&self, span: Span, tokens: TokenStream) -> Expr {
        Expr { kind: Kind::Fixed, span, node: Node::Host(tokens) }
    }

    /// Where a value comes from: the first variable, tensor, state or scheduled number in it.
    fn trace_back(&self, expr: &Expr) -> Option<(Option<LocalId>, String)> {
        let bare = |origin: String| Some((None, origin));
        match &expr.node {
            Node::Host(_) => None,
            Node::Local(id) => (!self.origins[*id].is_empty()).then(|| (Some(*id), self.origins[*id].clone())),
            Node::Hyper(_, name) => bare(format!("the scheduled hyperparameter `self.{name}`")),
            Node::Place(crate::ast::Place::Param) => bare("the parameter".to_owned()),
            Node::Place(crate::ast::Place::State(index)) => {
                bare(format!("the state `{}`", self.definition.map(|d| d.states[*index].name()).unwrap_or_default()))
            }
            Node::Grad => bare("the gradient".to_owned()),
            Node::Count => bare("the step count".to_owned()),
            Node::Op(_, items) | Node::Reduce(_, _, items) | Node::Tuple(items) | Node::Array(items) => {
                items.iter().find_map(|item| self.trace_back(item))
            }
            Node::Elementwise(_, arguments) => arguments.iter().find_map(|argument| match argument {
                crate::ast::Argument::Value(value) => self.trace_back(value),
                crate::ast::Argument::Host(_) => None,
            }),
            Node::Child(_, time) => self.trace_back(time),
            Node::Matmul(a, b) => self.trace_back(a).or_else(|| self.trace_back(b)),
            Node::Powi(a, _) | Node::Transpose(a) | Node::Lift(a) | Node::Field(a, _) | Node::Index(a, _) => {
                self.trace_back(a)
            }
            Node::Block(block) => self.trace_back_block(block),
            Node::If(branch) => self.trace_back_block(&branch.then).or_else(|| self.trace_back_block(&branch.els)),
            Node::Match(matched) => matched.arms.iter().find_map(|arm| self.trace_back_block(&arm.body)),
        }
    }

    fn trace_back_block(&self, block: &crate::ast::Block) -> Option<(Option<LocalId>, String)> {
        block.value.as_ref().and_then(|value| self.trace_back(value))
    }

    /// Where a value comes from in the end.
    fn origin(&self, expr: &Expr) -> Option<String> {
        self.trace_back(expr).map(|(_, origin)| origin)
    }

    /// "it is computed from …" for a message about a value.
    fn provenance(&self, expr: &Expr) -> Option<String> {
        let (variable, origin) = self.trace_back(expr)?;
        let itself = matches!(expr.node, Node::Local(_) | Node::Grad | Node::Count | Node::Hyper(..) | Node::Place(_));
        Some(match variable {
            // A parameter of the function: it has no line of its own.
            Some(id) if origin.contains(&format!("`{}`", self.called[id])) => {
                if itself {
                    format!("it is {origin}")
                } else {
                    format!("it is computed from {origin}")
                }
            }
            Some(id) => {
                let line =
                    line(self.locals[id].ident.span()).map(|line| format!(" on line {line}")).unwrap_or_default();
                format!("`{}`{line} is computed from {origin}", self.called[id])
            }
            None if itself => format!("it is {origin}"),
            None => format!("it is computed from {origin}"),
        })
    }

    /// The same as a line under a message; empty where nothing is known.
    fn note(&self, expr: &Expr) -> String {
        self.provenance(expr).map(|text| format!("\nnote: {text}")).unwrap_or_default()
    }

    /// Where the helper function that is being checked was called, as lines under a message.
    fn call_notes(&self) -> String {
        self.calls
            .iter()
            .rev()
            .filter_map(|(name, span)| line(*span).map(|line| format!("\nnote: `{name}` is called on line {line}")))
            .collect()
    }

    fn state_kind(&self, index: usize) -> Kind {
        Kind::Num(match self.definition.map_or(StateKind::Tensor, |d| d.states[index].kind) {
            StateKind::Tensor => Shape::tensor(),
            StateKind::Scalar => Shape::scalar(),
            StateKind::Rows => Shape::rows(),
            StateKind::Cols => Shape::cols(),
        })
    }
}

impl Checker<'_> {
    /// The rule that a step changes its parameter.
    fn param_never_written(&mut self, signature: &syn::Signature) {
        let name = signature.inputs.iter().nth(1).and_then(|input| match input {
            syn::FnArg::Typed(typed) => Some(crate::diag::source(&typed.pat)),
            syn::FnArg::Receiver(_) => None,
        });
        let name = name.unwrap_or_else(|| "param".to_owned());
        let message = match self.first_write {
            None => format!("this step never writes `*{name}`"),
            Some(span) => {
                let place = line(span)
                    .map(|line| format!("\nnote: line {line} writes it, but need not run"))
                    .unwrap_or_default();
                format!("`*{name}` is not written on every path of this step{place}")
            }
        };
        self.errors.push(
            &signature.ident,
            help(&message, &format!("apply the update on each path, for example `*{name} -= self.lr * update;`")),
        );
    }
}

/// What a message calls a value of this kind.
fn article(kind: &Kind) -> String {
    match kind {
        Kind::Num(_) | Kind::Mask(_) => format!("a {kind}"),
        other => other.to_string(),
    }
}

/// "1 argument", "2 arguments".
fn counted(count: usize, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}

/// "is given", "are given".
fn given(count: usize) -> String {
    format!("{count} {} given", if count == 1 { "is" } else { "are" })
}

/// `help: ` lines under a message.
fn help(message: &str, help: &str) -> String {
    format!("{message}\nhelp: {help}")
}
