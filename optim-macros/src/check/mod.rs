//! Checks a body: gives every expression a kind, resolves every name, inlines helper functions and reports every broken
//! rule with the user's own words.
//!
//! Three languages share it: the `step` of an optimizer, the `value` of a schedule, an `#[elementwise]` function. Each kind
//! of syntax has a file of its own, entered from [`Checker::expr`] in `expression.rs` and from the statements in
//! `statement.rs`. What they share is in `scope.rs` (names), `condition.rs` (what is known to hold), `join.rs` (one kind of
//! several), `origin.rs` (where a value comes from) and `types.rs` (what written types mean).
//!
//! | rule | where it is told | cases in `tests/ui/` |
//! |---|---|---|
//! | control flow is fixed before the run: `if` | `depends` in `branch.rs` | `control_flow` |
//! | … `match` | `match_depends` in `branch.rs` | `control_flow` |
//! | … `for`, `while` | `for_loop`, `refuse_while` in `turns.rs`; `range` in `expression.rs` | `control_flow` |
//! | … `&&`, `\|\|` | `lazy_logic` in `operator.rs` | `control_flow` |
//! | … indices, casts | `index` in `items.rs`, `cast` in `expression.rs` | `control_flow` |
//! | … `return`, `break`, `loop`, `?` | `refuse` in `refused.rs`; `let … else`: `local` in `statement.rs` | `control_flow` |
//! | no effects: macros, closures, items, `unsafe` | `refused.rs`; attributes: `parse/functions.rs` | `effects` |
//! | only declared state, and all of it | `state_place`, `untouched_states` in `field.rs`; `no_memory` in `refused.rs`; `no_target` in `assign.rs` | `state` |
//! | conditional state under its condition | `state_place` in `field.rs` | `conditional_state` |
//! | kinds agree: operands | `operation` in `operator.rs`; `integers.rs`; `reduction`, `matmul`, `powi` in `method.rs` | `kinds` |
//! | … targets | `store`, `assign_fixed` in `assign.rs` | `kinds` |
//! | … arms, turns, elements | `branch.rs`; `same_shapes_every_turn` in `turns.rs`; `collect` in `items.rs` | `kinds` |
//! | … patterns, written types | `value_pattern` in `pattern.rs`; `types.rs` | `kinds` |
//! | the parameter is written on every path | `param_never_written` below | `param_written` |
//! | only functions of the language and one's own | `call.rs`, `helper.rs`; `unknown_method` in `fixed.rs` | `calls` |
//! | signatures of the language | `signature.rs` | `signature` |
//! | a schedule's value, arguments and children | `number` below; `signature.rs`; `child.rs` | `scheduler` |
//! | elementwise functions | `number` below; `parse/elementwise.rs` | `elementwise` |
//! | all mistakes at once, none twice | `Kind::Wrong`, `gave_up`, `unknown` in `scope.rs` | `many` |

mod inline;
mod kinds;
mod known;
mod names;
mod report;
mod rules;
mod subject;
mod syntax;
mod uses;
mod words;

use proc_macro2::{Ident, Span};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{ImplItemFn, ItemFn, ReturnType};

use crate::ast::{Block, Body, Expr, Formula, Node, Stmt};
use crate::diag::{Errors, line, source};
use crate::fixed::{Fixed, Form, Type};
use crate::kind::Kind;
use crate::parse::Definition;
use crate::parse::elementwise::Signature;
use crate::parse::functions::Functions;
use inline::calls::Calls;
use known::{Facts, Flow};
use names::scopes::Scopes;
use report::Report;
use subject::Subject;
use uses::Uses;
use words::phrase::{article, help};

/// Checks `step` and the helper functions of its impl.
pub(crate) fn step(definition: &Definition, functions: &Functions, errors: &mut Errors) -> Body {
    let Functions { entry: step, helpers } = functions;
    let mut checker = Checker::new(Some(definition), &step.sig.ident, helpers, errors);
    checker.check_modifiers(&step.sig);
    let (uses_count, mut stmts) = checker.step_parameters(&step.sig);
    let block = checker.body(&step.block);
    if !block.kind.is_wrong() && block.kind != Kind::unit() {
        let last = step.block.stmts.last();
        let at: &dyn ToTokens = if let ReturnType::Default = step.sig.output { &last } else { &step.sig.output };
        checker.report.errors.push(at, "`step` returns nothing: it writes `*param` and `state`");
    }
    if !checker.flow.is_written() && !checker.report.gave_up {
        checker.param_never_written(&step.sig);
    }
    checker.uncalled_helpers();
    checker.untouched_states();
    stmts.push(Stmt::Expr(block));
    Body {
        locals: checker.scopes.locals(),
        block: Block { stmts, value: None },
        uses_count,
        consts: checker.uses.consts,
        names: checker.scopes.into_names(),
    }
}

/// Checks `value` of a schedule and the helper functions of its impl.
pub(crate) fn schedule(definition: &Definition, functions: &Functions, errors: &mut Errors) -> Formula {
    let Functions { entry: value, helpers } = functions;
    let mut checker = Checker::new(Some(definition), &value.sig.ident, helpers, errors);
    checker.check_modifiers(&value.sig);
    let time = checker.value_parameters(&value.sig);
    let number = checker.number(&value.block, &Kind::scalar());
    checker.value_result(&value.sig);
    checker.uncalled_helpers();
    let (locals, parameters) = (checker.scopes.locals(), vec![time]);
    Formula { locals, parameters, value: number, consts: checker.uses.consts, calls: checker.uses.elementwise }
}

/// Checks the body of an `#[elementwise]` function.
pub(crate) fn elementwise(function: &ItemFn, signature: &Signature, errors: &mut Errors) -> Formula {
    let mut checker = Checker::new(None, &function.sig.ident, &[], errors);
    let parameters = checker.elementwise_parameters(&function.sig, &signature.values);
    let number = checker.number(&function.block, &Kind::tensor());
    let locals = checker.scopes.locals();
    Formula { locals, parameters, value: number, consts: checker.uses.consts, calls: checker.uses.elementwise }
}

/// A check under way.
struct Checker<'a> {
    subject: Subject<'a>,
    scopes: Scopes,
    flow: Flow,
    facts: Facts,
    calls: Calls<'a>,
    uses: Uses,
    report: Report<'a>,
}

impl<'a> Checker<'a> {
    fn new(
        definition: Option<&'a Definition>,
        entry: &'a Ident,
        helpers: &'a [ImplItemFn],
        errors: &'a mut Errors,
    ) -> Self {
        Self {
            subject: Subject::new(definition, entry),
            scopes: Scopes::new(&["cx", "shape", "recorder", "self"]),
            flow: Flow::default(),
            facts: Facts::default(),
            calls: Calls::new(helpers),
            uses: Uses::default(),
            report: Report { errors, gave_up: false },
        }
    }
}

impl Checker<'_> {
    /// A body that must give a number of this kind.
    fn number(&mut self, block: &syn::Block, kind: &Kind) -> Expr {
        let result = self.block_expr(block);
        match &result.kind {
            _ if self.report.gave_up => result,
            Kind::Fixed | Kind::Num(_) | Kind::Wrong => result.lift(kind),
            other => {
                let message =
                    format!("`{}` gives {}, and {} gives a number", self.subject.entry, article(other), self.subject.words.body);
                let advice = match other {
                    Kind::Mask(_) => "make a number of a mask with `select(mask, 1.0, 0.0)`",
                    _ => "end the body with the value, without `;`",
                };
                let at: &dyn ToTokens = block.stmts.last().map_or(self.subject.entry, |last| last);
                self.wrong(at, help(&message, advice))
            }
        }
    }

    /// The rule that a step changes its parameter.
    fn param_never_written(&mut self, signature: &syn::Signature) {
        let name = signature.inputs.iter().nth(1).and_then(|input| match input {
            syn::FnArg::Typed(typed) => Some(source(&typed.pat)),
            syn::FnArg::Receiver(_) => None,
        });
        let name = name.unwrap_or_else(|| "param".to_owned());
        let message = match self.flow.first_write() {
            None => format!("this step never writes `*{name}`"),
            Some(span) => {
                let place = line(span)
                    .map(|line| format!("\nnote: line {line} writes it, but need not run"))
                    .unwrap_or_default();
                format!("`*{name}` is not written on every path of this step{place}")
            }
        };
        self.report.errors.push(
            &signature.ident,
            help(&message, &format!("apply the update on each path, for example `*{name} -= self.lr * update;`")),
        );
    }

    /// Reports a mistake and stands in for the expression.
    fn wrong(&mut self, at: impl ToTokens, message: impl std::fmt::Display) -> Expr {
        let span = at.span();
        self.report.errors.push(at, message);
        self.invalid(span)
    }

    /// Stands in for an expression with a mistake that has been reported.
    fn invalid(&mut self, span: Span) -> Expr {
        self.report.gave_up = true;
        Expr { kind: Kind::Wrong, span, node: Node::Tuple(Vec::new()) }
    }

    /// A fixed expression.
    fn fixed(&mut self, span: Span, form: Form<Fixed>) -> Expr {
        self.fixed_of(span, form, None)
    }

    /// A fixed expression of a known type.
    fn fixed_of(&mut self, span: Span, form: Form<Fixed>, ty: Option<Type>) -> Expr {
        let meaning = self.facts.meanings.of(form.map(&mut Fixed::meaning));
        Expr::of(Fixed::new(form, span, ty, meaning))
    }
}
