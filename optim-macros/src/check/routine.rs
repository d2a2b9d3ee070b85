//! The functions of an optimizer, each with its own variables, and what they use together.

use std::collections::{BTreeSet, HashSet};

use syn::ImplItemFn;

use super::Checker;
use super::rules::Site;
use super::uses::Uses;
use crate::ast::{Block, Body, Expr, Node, Place, Stmt, Target};
use crate::language::Routine;

/// The uses of some functions of an impl, for the rules about the whole impl.
#[derive(Default)]
pub(super) struct Together {
    states: BTreeSet<usize>,
    inputs: BTreeSet<usize>,
    settings: BTreeSet<String>,
    helpers: HashSet<String>,
    /// One of them was not understood.
    gave_up: bool,
    /// One of them, or what is around them, has a mistake.
    mistaken: bool,
}

impl Together {
    /// No function yet; `mistaken` if what is around them has a mistake.
    pub(super) fn new(mistaken: bool) -> Self {
        Self { mistaken, ..Self::default() }
    }

    /// Adds what a function uses that has been checked.
    pub(super) fn add(&mut self, checker: &Checker) {
        self.states.extend(&checker.uses.states);
        self.inputs.extend(&checker.uses.inputs);
        self.settings.extend(checker.uses.settings.iter().cloned());
        self.helpers.extend(checker.calls.used().cloned());
        self.gave_up |= checker.report.gave_up();
        self.mistaken |= checker.report.is_mistaken();
    }

    /// Counts it as used by another function.
    pub(super) fn give_to(self, checker: &mut Checker) {
        checker.uses.states.extend(self.states);
        checker.uses.inputs.extend(self.inputs);
        checker.uses.settings.extend(self.settings);
        checker.calls.use_all(self.helpers);
        checker.report.add(self.gave_up, self.mistaken);
    }
}

impl Checker<'_> {
    /// Checks a function: whether it has the step count, and its statements.
    pub(super) fn routine(&mut self, routine: Routine, function: &ImplItemFn) -> (bool, Vec<Stmt>) {
        let signature = &function.sig;
        self.modifiers(signature);
        let (uses_count, mut stmts) = self.routine_parameters(signature);
        let value = self.body(&function.block);
        // A wrong signature tells what the value must be.
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

    /// The checked function, with what it uses of what is around it.
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

/// The weights for evaluation are what the parameter would become: `*param = value`.
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
