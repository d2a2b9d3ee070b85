//! Checks a body: gives every expression a kind, resolves every name, inlines helper functions and reports every broken
//! rule in the user's own words.
//!
//! Four kinds of bodies share it: `step`, `probe` and `eval` of an optimizer (`routine`), a step function, the `value` of a schedule, an
//! `#[elementwise]` function.
//!
//! | folder | task |
//! |---|---|
//! | `terms` | the meanings of types, signatures, operands and methods of plain Rust |
//! | `names` | a name becomes a variable, a constant, a setting or a state; signatures and patterns bind names |
//! | `inline` | a call of a helper function or a step function becomes its body |
//! | `kinds` | each syntax becomes a node with a kind: one arm of `expr_by_syntax` or `statement`, one function |
//! | `known` | facts at one place: names (`Scopes`), running calls (`Calls`), kinds and changes of variables (`Flow`), conditions (`Facts`) |
//! | `rules` | the table of all rules. `names`, `inline` and `kinds` announce each construct as a `Site`, and the rules that it breaks report it |
//! | `messages` | parts of messages: phrases, and the origins of values |
//!
//! The check continues after a mistake. A wrong expression gets `Kind::Wrong`, which breaks no rule. Rules about the whole body
//! are skipped once the [`Report`](report::Report) is incomplete.

mod checker;
mod inline;
mod kinds;
mod known;
mod messages;
mod names;
mod report;
mod routine;
mod rules;
mod subject;
mod syntax;
mod terms;
mod uses;

use syn::{ItemFn, Type};

use crate::ast::{Body, Call, Formula};
use crate::diag::Errors;
use crate::kind::Kind;
use crate::language::Routine;
use crate::parse::Definition;
use crate::parse::elementwise::Signature;
use crate::parse::functions::Functions;
use crate::parse::step_function::{Constant, StepFunctions};
use checker::Checker;
use known::calls::Callee;
use routine::Together;
use rules::Site;
use uses::Uses;

#[cfg(test)]
pub(crate) use report::record::take as broken_rules;
#[cfg(test)]
pub(crate) use rules::RULES;
pub(crate) use terms::signatures::typed_inputs;
pub(crate) use terms::types::choices;

/// The checked functions of an optimizer.
pub(crate) struct Bodies {
    pub(crate) step: Body,
    /// `probe` and `eval`, if the impl has them.
    pub(crate) others: Vec<(Routine, Body)>,
}

/// Checks `step`, `probe` and `eval`, and the helper functions of their impl.
pub(crate) fn optimizer(
    definition: &Definition,
    (functions, used): (&Functions, &StepFunctions),
    errors: &mut Errors,
) -> Bodies {
    // The step comes last, because rules about the whole impl are checked at its end.
    let mut before = Together::new(!errors.is_empty());
    let others = functions.others.iter().map(|(routine, function)| {
        let mut checker =
            Checker::new(Some(definition), Some(*routine), &function.sig.ident, &functions.helpers, errors);
        checker.calls.allow(used);
        let (uses_count, stmts) = checker.routine(*routine, function);
        checker.breaks(Site::Whole);
        before.add(&checker);
        (*routine, checker.finish(uses_count, stmts))
    });
    let others = others.collect();
    let step = &functions.entry;
    let mut checker = Checker::new(Some(definition), Some(Routine::Step), &step.sig.ident, &functions.helpers, errors);
    checker.calls.allow(used);
    let (uses_count, stmts) = checker.routine(Routine::Step, step);
    before.give_to(&mut checker);
    checker.uncalled_helpers();
    checker.named_functions();
    checker.breaks(Site::Whole);
    checker.declared_states();
    checker.declared_inputs();
    checker.declared_options();
    Bodies { step: checker.finish(uses_count, stmts), others }
}

/// The types, constants and functions in the body of a step function that its callers need.
pub(crate) struct Named {
    pub(crate) types: Vec<Type>,
    pub(crate) constants: Vec<Constant>,
    pub(crate) elementwise: Vec<Call>,
}

/// Checks a step function by itself: levels, control flow, effects, and kinds as far as the signature determines them.
pub(crate) fn step_function(function: &ItemFn, used: &StepFunctions, errors: &mut Errors) -> Named {
    let name = &function.sig.ident;
    let definition = Definition::of_nothing(name);
    let mut checker = Checker::new(Some(&definition), Some(Routine::Step), name, &[], errors);
    checker.subject = checker.subject.of_step_function();
    checker.calls.allow(used);
    checker.modifiers(&function.sig);
    if !checker.breaks(Site::StepFunctionInputs(&function.sig)) {
        checker.uncalled(Callee { signature: &function.sig, block: &function.block, is_step_function: true });
        checker.named_functions();
        checker.breaks(Site::Whole);
    }
    let inputs = typed_inputs(&function.sig).map(|typed| &*typed.ty);
    let written: Vec<Type> = inputs.filter(|ty| !choices(ty).is_empty()).cloned().chain(checker.uses.types).collect();
    let Uses { consts, calls, .. } = checker.uses;
    let mut named = Named { types: Vec::new(), constants: Vec::new(), elementwise: Vec::new() };
    let constants = consts.into_iter().map(|path| Constant { of: used.type_of(&path), path });
    for constant in constants {
        if !named.constants.contains(&constant) {
            named.constants.push(constant);
        }
    }
    for ty in written.into_iter().chain(named.constants.iter().filter_map(|constant| constant.of.clone())) {
        if !named.types.contains(&ty) {
            named.types.push(ty);
        }
    }
    for call in calls {
        if named.elementwise.iter().all(|known| known.function != call.function) {
            named.elementwise.push(call);
        }
    }
    named
}

/// Checks `value` of a schedule and the helper functions of its impl.
pub(crate) fn schedule(definition: &Definition, functions: &Functions, errors: &mut Errors) -> Formula {
    let Functions { entry: value, helpers, .. } = functions;
    let mut checker = Checker::new(Some(definition), Some(Routine::Value), &value.sig.ident, helpers, errors);
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
    let mut checker = Checker::new(None, None, &function.sig.ident, &[], errors);
    let parameters = checker.elementwise_parameters(&function.sig, &signature.values);
    let number = checker.number(&function.block, &function.sig.output, &Kind::tensor());
    checker.breaks(Site::Whole);
    checker.formula(parameters, number)
}
