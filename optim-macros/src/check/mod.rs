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

use proc_macro2::Ident;
use syn::{ImplItemFn, ItemFn, ReturnType};

use crate::ast::{Block, Body, Expr, Formula, Local, Stmt};
use crate::diag::Errors;
use crate::kind::Kind;
use crate::parse::Definition;
use crate::parse::elementwise::Signature;
use crate::parse::functions::Functions;
use inline::calls::Calls;
use known::{Facts, Flow};
use names::scopes::Scopes;
use report::Report;
use rules::Site;
use subject::Subject;
use uses::Uses;

/// Checks `step` and the helper functions of its impl.
pub(crate) fn step(definition: &Definition, functions: &Functions, errors: &mut Errors) -> Body {
    let Functions { entry: step, helpers } = functions;
    let mut checker = Checker::new(Some(definition), &step.sig.ident, helpers, errors);
    checker.modifiers(&step.sig);
    let (uses_count, mut stmts) = checker.step_parameters(&step.sig);
    let value = checker.body(&step.block);
    checker.breaks(Site::Result { value: &value, block: &step.block, output: &step.sig.output });
    checker.breaks(Site::End(&step.sig));
    checker.uncalled_helpers();
    checker.declared_states();
    stmts.push(Stmt::Expr(value));
    let (block, locals) = (Block { stmts, value: None }, checker.scopes.locals());
    Body { locals, block, uses_count, consts: checker.uses.consts, names: checker.scopes.into_names() }
}

/// Checks `value` of a schedule and the helper functions of its impl.
pub(crate) fn schedule(definition: &Definition, functions: &Functions, errors: &mut Errors) -> Formula {
    let Functions { entry: value, helpers } = functions;
    let mut checker = Checker::new(Some(definition), &value.sig.ident, helpers, errors);
    checker.modifiers(&value.sig);
    let time = checker.value_parameters(&value.sig);
    let number = checker.number(&value.block, &value.sig.output, &Kind::scalar());
    checker.breaks(Site::Output(&value.sig));
    checker.uncalled_helpers();
    checker.formula(vec![time], number)
}

/// Checks the body of an `#[elementwise]` function.
pub(crate) fn elementwise(function: &ItemFn, signature: &Signature, errors: &mut Errors) -> Formula {
    let mut checker = Checker::new(None, &function.sig.ident, &[], errors);
    let parameters = checker.elementwise_parameters(&function.sig, &signature.values);
    let number = checker.number(&function.block, &function.sig.output, &Kind::tensor());
    checker.formula(parameters, number)
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
            report: Report::new(errors),
        }
    }

    /// A checked function of numbers.
    fn formula(self, parameters: Vec<Local>, value: Expr) -> Formula {
        let Uses { consts, elementwise: calls, .. } = self.uses;
        Formula { locals: self.scopes.locals(), parameters, value, consts, calls }
    }
}

impl Checker<'_> {
    /// A body that must give a number of this kind.
    fn number(&mut self, block: &syn::Block, output: &ReturnType, kind: &Kind) -> Expr {
        let value = self.block_expr(block);
        match self.breaks(Site::Result { value: &value, block, output }) {
            true => self.invalid(value.span),
            false if self.report.gave_up() => value,
            false => value.lift(kind),
        }
    }

    /// Every state is there for something: it costs memory in every parameter.
    fn declared_states(&mut self) {
        for (place, state) in self.subject.states().iter().enumerate() {
            self.breaks(Site::Declared(place, state));
        }
    }
}
