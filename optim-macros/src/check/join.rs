//! One kind of several: values that meet are lifted to a joint kind, branches that end choose between kinds of one type.

use super::Checker;
use super::scope::Flow;
use crate::ast::{Expr, Node};
use crate::fixed::Meaning;
use crate::kind::{Kind, Shape};

impl Checker<'_> {
    /// The kind of the value of a branching expression.
    pub(super) fn join_branches(&self, kinds: &[Kind], conditions: &[Meaning]) -> Option<Kind> {
        if kinds.iter().any(Kind::is_wrong) {
            return Some(Kind::Wrong);
        }
        match kinds.iter().all(|kind| kind.same_type(&kinds[0])) {
            true => self.choose(kinds, conditions),
            false => Kind::join_all(kinds),
        }
    }

    /// The kind of a variable that is one of `kinds`, by the first condition that holds.
    pub(super) fn choose(&self, kinds: &[Kind], conditions: &[Meaning]) -> Option<Kind> {
        let (last, rest) = kinds.split_last()?;
        rest.iter().zip(conditions).rev().try_fold(last.clone(), |els, (then, condition)| {
            let (condition, holds) = self.meanings.signed(*condition);
            if holds { choose(condition, then, &els) } else { choose(condition, &els, then) }
        })
    }

    /// What is known after branches that start from `before`; `conditions` are those of all branches but the last.
    pub(super) fn merge(&mut self, before: &Flow, after: &[Flow], conditions: &[Meaning]) {
        self.written = after.iter().all(|flow| flow.written);
        for (var, version) in &before.versions {
            let versions = || after.iter().map(|flow| flow.versions.get(var).unwrap_or(version));
            match versions().next() {
                Some(first) if versions().all(|other| other == first) => self.versions.insert(var.clone(), *first),
                _ => {
                    self.change(var);
                    None
                }
            };
        }
        for id in 0..before.kinds.len() {
            let kinds: Vec<Option<Kind>> = after.iter().map(|flow| flow.kinds[id].clone()).collect();
            self.kinds[id] =
                kinds.into_iter().collect::<Option<Vec<Kind>>>().and_then(|kinds| self.choose(&kinds, conditions));
        }
    }
}

impl Expr {
    /// The same value, broadcast to `kind`, which [`Kind::join`] found.
    pub(super) fn lift(self, kind: &Kind) -> Expr {
        if self.kind == *kind {
            return self;
        }
        let span = self.span;
        match (kind, &self.kind) {
            (Kind::Tuple(kinds) | Kind::Array(kinds), Kind::Tuple(own) | Kind::Array(own)) => {
                let items = match self.node {
                    Node::Tuple(items) | Node::Array(items) => items,
                    _ => (0..own.len())
                        .map(|i| Expr { kind: own[i].clone(), span, node: Node::Field(Box::new(self.clone()), i) })
                        .collect(),
                };
                let items: Vec<Expr> = items.into_iter().zip(kinds).map(|(item, kind)| item.lift(kind)).collect();
                let node = if matches!(kind, Kind::Array(_)) { Node::Array(items) } else { Node::Tuple(items) };
                Expr { kind: kind.clone(), span, node }
            }
            _ => Expr { kind: kind.clone(), span, node: Node::Lift(Box::new(self)) },
        }
    }
}

/// One of two kinds of one type, by a fixed condition: their axes may differ in size.
fn choose(condition: Meaning, then: &Kind, els: &Kind) -> Option<Kind> {
    let items = |a: &[Kind], b: &[Kind]| a.iter().zip(b).map(|(a, b)| choose(condition, a, b)).collect::<Option<_>>();
    match (then, els) {
        (Kind::Num(a), Kind::Num(b)) if a.name() == b.name() => Shape::choose(condition, a, b).map(Kind::Num),
        (Kind::Mask(a), Kind::Mask(b)) if a.name() == b.name() => Shape::choose(condition, a, b).map(Kind::Mask),
        (Kind::Tuple(a), Kind::Tuple(b)) if a.len() == b.len() => items(a, b).map(Kind::Tuple),
        (Kind::Array(a), Kind::Array(b)) if a.len() == b.len() => items(a, b).map(Kind::Array),
        (a, b) if a == b => Some(a.clone()),
        _ => None,
    }
}
