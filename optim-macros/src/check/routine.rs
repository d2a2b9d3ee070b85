//! The functions of an optimizer. Each has its own variables; rules about the whole impl look at all of them.

use std::collections::{BTreeSet, HashSet};

use syn::ImplItemFn;

use super::Checker;
use super::rules::Site;
use super::uses::Uses;
use crate::ast::{Block, Body, Expr, Node, Place, Stmt, Target};
use crate::language::Routine;

/// The uses of several functions of an impl, for rules about the whole impl.
#[derive(Default)]
pub(super) struct Together {
    states: BTreeSet<usize>,
    inputs: BTreeSet<usize>,
    settings: BTreeSet<String>,
    helpers: HashSet<String>,
    /// True if one of the functions was not understood.
    gave_up: bool,
    /// True if there is a mistake in one of the functions or in the declarations.
    mistaken: bool,
}

impl Together {
    /// No function yet; `mistaken` if the declarations have a mistake.
    pub(super) fn new(mistaken: bool) -> Self {
        Self { mistaken, ..Self::default() }
    }

    /// Adds the uses of a checked function.
    pub(super) fn add(&mut self, checker: &Checker) {
        self.states.extend(&checker.uses.states);
        self.inputs.extend(&checker.uses.inputs);
        self.settings.extend(checker.uses.settings.iter().cloned());
        self.helpers.extend(checker.calls.used().cloned());
        self.gave_up |= checker.report.gave_up();
        self.mistaken |= checker.report.is_mistaken();
    }

    /// Marks a function as used if another one uses it.
    pub(super) fn give_to(self, checker: &mut Checker) {
        checker.uses.states.extend(self.states);
        checker.uses.inputs.extend(self.inputs);
        checker.uses.settings.extend(self.settings);
        checker.calls.use_all(self.helpers);
        checker.report.add(self.gave_up, self.mistaken);
    }
}

impl Checker<'_> {
    /// Checks a function. Returns true if it has a step count, and its statements.
    pub(super) fn routine(&mut self, routine: Routine, function: &ImplItemFn) -> (bool, Vec<Stmt>) {
        let signature = &function.sig;
        self.modifiers(signature);
        let (uses_count, mut stmts) = self.routine_parameters(signature);
        let value = self.body(&function.block);
        // A wrong signature has no reliable result type, so the value is not checked against it.
        if routine != Routine::Eval || !self.breaks(Site::Output(signature)) {
            self.breaks(Site::Result { value: &value, block: &function.block, output: &signature.output });
        }
        self.breaks(Site::End(signature));
        if routine == Routine::Step {
            self.declared_outputs(signature);
        }
        match routine {
            Routine::Eval => assign_weights(value, &mut stmts),
            _ => stmts.push(Stmt::Expr(value)),
        }
        (uses_count, stmts)
    }

    /// The checked function, with the declarations that it uses.
    pub(super) fn finish(mut self, uses_count: bool, stmts: Vec<Stmt>) -> Body {
        let (block, locals) = (Block { stmts, value: None }, self.scopes.locals());
        let (states, inputs) = (self.state_shapes(), self.input_shapes());
        let Uses { consts, calls, time: asks, draws, globals, .. } = self.uses;
        let (names, meanings) = (self.scopes.into_names(), self.facts.meanings);
        Body {
            locals,
            block,
            states,
            inputs,
            uses_count,
            consts,
            calls,
            names,
            asks,
            draws: draws > 0,
            joins: globals > 0,
            meanings,
        }
    }
}

/// Makes the weights that `eval` returns the new parameter: `*param = value`.
fn assign_weights(value: Expr, stmts: &mut Vec<Stmt>) {
    let target = Target::Place(Place::Param);
    match value.node {
        Node::Block(Block { stmts: inner, value: Some(weights) }) => {
            stmts.extend(inner);
            stmts.push(Stmt::Assign(target, *weights));
        }
        node => stmts.push(Stmt::Assign(target, Expr { node, ..value })),
    }
}
