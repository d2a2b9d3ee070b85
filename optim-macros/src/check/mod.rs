//! Checks a body: gives every expression a kind, resolves every name, inlines helper functions and reports every broken
//! rule with the user's own words.
//!
//! Three languages share it: the `step` of an optimizer, the `value` of a schedule, an `#[elementwise]` function.
//!
//! | folder | what is done there |
//! |---|---|
//! | `names` | a name becomes a variable, a constant, a setting or a state; signatures and patterns bind names |
//! | `inline` | a call of a helper function becomes its body |
//! | `kinds` | each syntax becomes a node with a kind: one arm of `expr_by_syntax` or `statement`, one function |
//! | `known` | what holds at one place: kinds and changes of variables (`Flow`), conditions (`Facts`) |
//! | `rules` | the table of all rules; the first four announce what they meet as a `Site`, and a rule that it breaks says so |
//! | `words` | parts of messages: phrases, and where a value comes from |
//!
//! A mistake does not end the check: what is wrong gets `Kind::Wrong`, which breaks no rule, and rules about the whole body
//! are silent once the [`Report`](report::Report) has given up understanding it.

mod checker;
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

use syn::ItemFn;

use crate::ast::{Block, Body, Formula, Stmt};
use crate::diag::Errors;
use crate::kind::Kind;
use crate::parse::Definition;
use crate::parse::elementwise::Signature;
use crate::parse::functions::Functions;
use checker::Checker;
use rules::Site;
use uses::Uses;

#[cfg(test)]
pub(crate) use report::record::take as broken_rules;
#[cfg(test)]
pub(crate) use rules::RULES;

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
    checker.breaks(Site::Whole);
    checker.declared_states();
    stmts.push(Stmt::Expr(value));
    let (block, locals) = (Block { stmts, value: None }, checker.scopes.locals());
    let states = checker.state_shapes();
    let Uses { consts, calls, time: asks, .. } = checker.uses;
    let (names, meanings) = (checker.scopes.into_names(), checker.facts.meanings);
    Body { locals, block, states, uses_count, consts, calls, names, asks, meanings }
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
    checker.breaks(Site::Whole);
    checker.formula(vec![time], number)
}

/// Checks the body of an `#[elementwise]` function.
pub(crate) fn elementwise(function: &ItemFn, signature: &Signature, errors: &mut Errors) -> Formula {
    let mut checker = Checker::new(None, &function.sig.ident, &[], errors);
    let parameters = checker.elementwise_parameters(&function.sig, &signature.values);
    let number = checker.number(&function.block, &function.sig.output, &Kind::tensor());
    checker.breaks(Site::Whole);
    checker.formula(parameters, number)
}
