//! Numbers of the whole model: which values are the same for all parameters, and reductions over all parameters.

use syn::ExprMethodCall;

use crate::ast::{Expr, Node};
use crate::check::Checker;
use crate::check::known::Mark;
use crate::check::rules::Site;
use crate::fixed::Level;
use crate::kind::{Kind, Shape};
use crate::ops::{Over, Reduce};
use crate::parse::Definition;

impl Checker<'_> {
    /// The kind of a number that is the same for the whole model: a plain scalar if the optimizer has no global state and no global output.
    pub(crate) fn global_kind(&self) -> Kind {
        let asks = self.subject.definition.is_some_and(Definition::tells_globals);
        Kind::Num(if asks { Shape::Global } else { Shape::Scalar })
    }

    /// The kind of a fixed number as a value of the step.
    pub(crate) fn kind_of_fixed(&self, level: Level) -> Kind {
        if level.is_shared() { self.global_kind() } else { Kind::scalar() }
    }

    /// The kinds of the arms of a branch. A fixed arm becomes a number of the whole model if another arm is one.
    pub(crate) fn arm_kinds(&self, arms: &[&Expr]) -> Vec<Kind> {
        let global = arms.iter().any(|arm| arm.kind == Kind::Num(Shape::Global));
        let kind = |arm: &&Expr| match arm.as_fixed() {
            Some(fixed) if global && fixed.level().is_shared() => Kind::Num(Shape::Global),
            _ => arm.kind.clone(),
        };
        arms.iter().map(kind).collect()
    }

    /// The kind of a value that a condition of this level chooses.
    pub(crate) fn chosen(kind: Kind, level: Level) -> Kind {
        if level.is_shared() { kind } else { kind.of_parameter() }
    }

    /// `x.global_sum()` and others.
    pub(crate) fn global_reduction(&mut self, call: &ExprMethodCall, reduce: Reduce, operands: Vec<Expr>) -> Expr {
        let operands = self.meeting(operands);
        if self.breaks(Site::Reduction(call, reduce, Over::Global, &operands)) {
            return self.invalid(syn::spanned::Spanned::span(call));
        }
        let place = self.uses.globals;
        // A mean joins two numbers, the sum and the count.
        self.uses.globals += 2;
        let span = syn::spanned::Spanned::span(call);
        Expr { kind: self.global_kind(), span, node: Node::Global(reduce, place, operands) }
    }

    /// Corrects variables after a loop that began at the mark. If one is of the whole model before the loop but not after an iteration,
    /// it was wrong to treat it as one inside.
    pub(crate) fn leave_global_iterations(&mut self, before: &[(usize, Kind)], mark: Mark, pattern: &syn::Pat) {
        let narrowed = before.iter().find(|(id, kind)| {
            self.flow
                .kind(*id)
                .is_some_and(|after| after != kind && after.clone().of_parameter() == kind.clone().of_parameter())
        });
        let Some((id, _)) = narrowed else { return };
        if self.control.changed_globals_since(mark) {
            let name = self.scopes.variable(*id).ident.clone();
            self.breaks(Site::LoopedGlobal { name: &name, pattern });
        }
        for id in self.control.assigned_since(mark).to_vec() {
            if let Some(kind) = self.flow.kind(id).cloned() {
                self.flow.set_kind(id, kind.of_parameter());
            }
        }
    }
}
