//! One kind of several: values that meet are lifted to a joint kind, branches that end choose between kinds of one type.

use super::Checker;
use super::condition::Condition;
use super::scope::Flow;
use crate::ast::{Expr, Node};
use crate::kind::{Dim, Kind, Shape};

impl Checker<'_> {
    /// The one kind that values of several kinds can be lifted to.
    pub(super) fn join_kinds(&self, a: &Kind, b: &Kind) -> Option<Kind> {
        match (a, b) {
            (Kind::Wrong, _) | (_, Kind::Wrong) => Some(Kind::Wrong),
            (Kind::Fixed, Kind::Fixed) => Some(Kind::Fixed),
            (Kind::Mask(a), Kind::Mask(b)) if a == b => Some(Kind::Mask(a.clone())),
            (Kind::Num(a), Kind::Num(b)) => Some(Kind::Num(a.join(b).ok()?)),
            (Kind::Num(a), Kind::Fixed) | (Kind::Fixed, Kind::Num(a)) => Some(Kind::Num(a.clone())),
            (Kind::Tuple(a), Kind::Tuple(b)) => self.join_items(a, b).map(Kind::Tuple),
            (Kind::Array(a), Kind::Array(b)) => self.join_items(a, b).map(Kind::Array),
            _ => None,
        }
    }

    pub(super) fn join_items(&self, a: &[Kind], b: &[Kind]) -> Option<Vec<Kind>> {
        (a.len() == b.len()).then(|| a.iter().zip(b).map(|(a, b)| self.join_kinds(a, b)).collect()).flatten()
    }

    pub(super) fn join_all(&self, kinds: &[Kind]) -> Option<Kind> {
        let (first, rest) = kinds.split_first()?;
        rest.iter().try_fold(first.clone(), |joined, kind| self.join_kinds(&joined, kind))
    }

    /// The same value, broadcast to `kind`, which [`Self::join_kinds`] found.
    pub(super) fn lift(&mut self, expr: Expr, kind: &Kind) -> Expr {
        if expr.kind == *kind || expr.kind.is_wrong() || kind.is_wrong() {
            return expr;
        }
        let span = expr.span;
        match (kind, &expr.kind) {
            (Kind::Tuple(kinds) | Kind::Array(kinds), Kind::Tuple(own) | Kind::Array(own))
                if own.len() == kinds.len() =>
            {
                let items = match expr.node {
                    Node::Tuple(items) | Node::Array(items) => items,
                    _ => (0..own.len())
                        .map(|i| Expr { kind: own[i].clone(), span, node: Node::Field(Box::new(expr.clone()), i) })
                        .collect(),
                };
                let items: Vec<Expr> = items.into_iter().zip(kinds).map(|(item, kind)| self.lift(item, kind)).collect();
                let node = if matches!(kind, Kind::Array(_)) { Node::Array(items) } else { Node::Tuple(items) };
                Expr { kind: kind.clone(), span, node }
            }
            _ => Expr { kind: kind.clone(), span, node: Node::Lift(Box::new(expr)) },
        }
    }

    /// The kind of the value of a branching expression.
    pub(super) fn join_branches(&self, kinds: &[Kind], conditions: &[Condition]) -> Option<Kind> {
        if kinds.iter().any(Kind::is_wrong) {
            return Some(Kind::Wrong);
        }
        match kinds.iter().all(|kind| kind.same_type(&kinds[0])) {
            true => self.choose(kinds, conditions),
            false => self.join_all(kinds),
        }
    }

    /// The kind of a variable that is one of `kinds`, by the first condition that holds.
    pub(super) fn choose(&self, kinds: &[Kind], conditions: &[Condition]) -> Option<Kind> {
        let (last, rest) = kinds.split_last()?;
        rest.iter().zip(conditions).rev().try_fold(last.clone(), |els, (then, condition)| choose(condition, then, &els))
    }

    /// What is known after branches that start from `before`; `conditions` are those of all branches but the last.
    pub(super) fn merge(&mut self, before: &Flow, after: &[Flow], conditions: &[Condition]) {
        self.written = after.iter().all(|flow| flow.written);
        for id in 0..before.kinds.len() {
            let kinds: Vec<Option<Kind>> = after.iter().map(|flow| flow.kinds[id].clone()).collect();
            self.kinds[id] =
                kinds.into_iter().collect::<Option<Vec<Kind>>>().and_then(|kinds| self.choose(&kinds, conditions));
        }
    }
}

/// One of two kinds of one type, by a fixed condition: their axes may differ in size.
fn choose(condition: &Condition, then: &Kind, els: &Kind) -> Option<Kind> {
    let (name, holds) = condition.signed_name();
    let axis = |then: &Option<Dim>, els: &Option<Dim>| match (then, els) {
        (Some(then), Some(els)) => {
            Some(if holds { Dim::choose(&name, then, els) } else { Dim::choose(&name, els, then) })
        }
        _ => None,
    };
    let shape = |then: &Shape, els: &Shape| Shape {
        batch: then.batch,
        row: axis(&then.row, &els.row),
        col: axis(&then.col, &els.col),
    };
    match (then, els) {
        (Kind::Num(a), Kind::Num(b)) if a.name() == b.name() => Some(Kind::Num(shape(a, b))),
        (Kind::Mask(a), Kind::Mask(b)) if a.name() == b.name() => Some(Kind::Mask(shape(a, b))),
        (Kind::Tuple(a), Kind::Tuple(b)) if a.len() == b.len() => {
            a.iter().zip(b).map(|(a, b)| choose(condition, a, b)).collect::<Option<_>>().map(Kind::Tuple)
        }
        (Kind::Array(a), Kind::Array(b)) if a.len() == b.len() => {
            a.iter().zip(b).map(|(a, b)| choose(condition, a, b)).collect::<Option<_>>().map(Kind::Array)
        }
        (a, b) if a == b => Some(a.clone()),
        _ => None,
    }
}
