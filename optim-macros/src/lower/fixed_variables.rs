//! Fixed variables that change: every assignment makes a new variable, so that a fixed expression means the same everywhere.
//!
//! `k *= 0.5;` becomes `let k_2 = k * 0.5;`, and later code uses `k_2`. A branch joins the variables of its arms. A loop
//! that changes a variable yields its value together with the loop's own pattern.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::Lowering;
use super::walk::{Visited, walk};
use crate::ast::{self, Block, Change};
use crate::fixed::{Fixed, Form, Let, Level, Pattern, Var};
use crate::ir::{Changing, LoopHeader, Region, Stmt};

/// The present variable of each fixed variable that changes, by the declared variable.
pub(super) type Present = BTreeMap<Var, Var>;

/// Fixed variables that a loop changes.
#[derive(Default)]
pub(super) struct Repeated {
    declared: Vec<Var>,
    starts: Vec<Var>,
    iterations: Vec<Var>,
}

impl Lowering<'_> {
    /// A fixed expression with the present variables.
    pub(super) fn fixed(&self, fixed: &Fixed) -> Fixed {
        fixed.replaced(&|var| self.env.fixed.get(var).map(|present| Form::Variable(present.clone())))
    }

    /// A fixed expression with as few variables as possible, for places where they are not in scope.
    pub(super) fn spelled_out(&self, fixed: &Fixed) -> Fixed {
        fixed.replaced(&|var| self.definitions.get(var).map(|value| self.spelled_out(value).form().clone()))
    }

    /// A `let` of fixed values.
    pub(super) fn fixed_let(&mut self, own: &Let<Fixed>) {
        let own = Let { value: self.fixed(&own.value), ..own.clone() };
        let mut defines = BTreeSet::new();
        own.pattern.variables(&mut defines);
        self.declare_fixed(&defines);
        self.push_let(own);
    }

    fn push_let(&mut self, own: Let<Fixed>) {
        let mut pattern = &own.pattern;
        while let Pattern::Typed(inner, _) | Pattern::Paren(inner) = pattern {
            pattern = inner;
        }
        if let Pattern::Bind(var, _, None) = pattern {
            self.definitions.insert(var.clone(), own.value.clone());
        }
        self.stmts.push(Stmt::Fixed(own));
    }

    /// An assignment to a fixed variable.
    pub(super) fn change(&mut self, change: &Change) {
        let Change { var, op, value, span, .. } = change;
        let value = self.fixed(value);
        let value = match op {
            Some(op) => {
                let present = self.env.fixed.get(var).unwrap_or(var);
                let form = Form::Binary(*op, Fixed::of(present.clone(), value.level()), value.clone());
                Fixed::new(form, *span, None, value.meaning())
            }
            None => value,
        };
        let changed = Var(self.names.unique(&var.0));
        self.env.fixed.insert(var.clone(), changed.clone());
        self.push_let(Let { pattern: Pattern::Bind(changed, false, None), ty: None, value, span: *span });
    }

    /// Declares variables: each is its own present variable.
    pub(super) fn declare_fixed(&mut self, vars: &BTreeSet<Var>) {
        for var in vars.intersection(&self.changing) {
            self.env.fixed.insert(var.clone(), var.clone());
        }
    }

    /// Joins the present variables at the ends of a branch's arms.
    pub(super) fn join_fixed(&mut self, arms: &[Present], fixed: &mut Vec<(Var, Vec<Fixed>)>) {
        for (var, before) in self.env.fixed.clone() {
            let options: Vec<&Var> = arms.iter().map(|arm| arm.get(&var).unwrap_or(&before)).collect();
            if options.iter().all(|option| *option == options[0]) {
                self.env.fixed.insert(var, options[0].clone());
                continue;
            }
            let joined = Var(self.names.unique(&before.0));
            fixed.push((
                joined.clone(),
                options.iter().map(|option| Fixed::of((*option).clone(), Level::Fixed)).collect(),
            ));
            self.env.fixed.insert(var, joined);
        }
    }

    /// Starts the body of a loop: every variable that it changes gets a new variable for the iteration.
    pub(super) fn start_iteration(&mut self, body: &Block) -> Repeated {
        let assigned = changed_in(body);
        let mut repeated = Repeated::default();
        for (var, start) in self.env.fixed.clone() {
            if assigned.contains(&var) {
                let iteration = Var(self.names.unique(&start.0));
                self.env.fixed.insert(var.clone(), iteration.clone());
                repeated.declared.push(var);
                repeated.starts.push(start);
                repeated.iterations.push(iteration);
            }
        }
        repeated
    }

    /// Ends a loop. Returns its header with the variables that it changes; their last values are defined before the loop.
    pub(super) fn finish_iterations(
        &mut self,
        repeated: Repeated,
        pattern: Pattern,
        iter: Fixed,
        body: &Region,
    ) -> Rc<LoopHeader> {
        let Repeated { declared, starts, iterations } = repeated;
        if declared.is_empty() {
            return Rc::new(LoopHeader { pattern, iter, changing: None });
        }
        let nexts = declared.iter().map(|var| self.env.fixed[var].clone()).collect();
        let (now, item) = (self.names.fresh("now"), self.names.fresh("item"));
        let afters: Vec<Var> = starts.iter().map(|start| Var(self.names.unique(&start.0))).collect();
        self.env.fixed.extend(declared.into_iter().zip(afters.iter().cloned()));
        let changing =
            Some(Changing { starts, iterations, nexts, afters, now, item, iteration: body.fixed().without_time() });
        let header = Rc::new(LoopHeader { pattern, iter, changing });
        self.stmts.push(Stmt::Left(header.clone()));
        header
    }
}

/// The fixed variables that a block assigns.
pub(super) fn changed_in(block: &Block) -> BTreeSet<Var> {
    let mut changed = BTreeSet::new();
    walk(block, &mut |item| {
        if let Visited::Stmt(ast::Stmt::Change(Change { var, .. })) = item {
            changed.insert(var.clone());
        }
    });
    changed
}
