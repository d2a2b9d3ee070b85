//! Joint kinds: operands are lifted to one kind, and the ends of branches choose between kinds of one type.

use crate::ast::{Expr, Node};
use crate::check::Checker;
use crate::check::known::Point;
use crate::fixed::{Meaning, Meanings};
use crate::kind::{Kind, Shape};

impl Checker<'_> {
    /// The kind of the value of a branching expression.
    pub(crate) fn join_branches(&self, kinds: &[Kind], conditions: &[Meaning]) -> Option<Kind> {
        if kinds.iter().any(Kind::is_wrong) {
            return Some(Kind::Wrong);
        }
        match kinds.iter().all(|kind| kind.same_type(&kinds[0])) {
            true => choose_kind(&self.facts.meanings, kinds, conditions),
            false => Kind::join_all(kinds),
        }
    }

    /// Joins the facts after branches that start from `before`; `conditions` has the conditions of all branches but the last.
    pub(crate) fn merge(&mut self, before: &Point, after: &[Point], conditions: &[Meaning]) {
        let meanings = &self.facts.meanings;
        self.flow.join(before, after, |kinds| choose_kind(meanings, kinds, conditions));
    }
}

impl Expr {
    /// Broadcasts to `kind`, which [`Kind::join`] found.
    pub(crate) fn lift(self, kind: &Kind) -> Expr {
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

/// The joint kind of arms, of which the first one with a true condition runs.
fn choose_kind(meanings: &Meanings, kinds: &[Kind], conditions: &[Meaning]) -> Option<Kind> {
    // The mistake has been reported.
    if kinds.iter().any(Kind::is_wrong) {
        return Some(Kind::Wrong);
    }
    let (last, rest) = kinds.split_last()?;
    rest.iter().zip(conditions).rev().try_fold(last.clone(), |els, (then, condition)| {
        let (condition, holds) = meanings.signed(*condition);
        if holds { choose(condition, then, &els) } else { choose(condition, &els, then) }
    })
}

/// The kind of a value with one of two kinds, by a fixed condition. They may differ only in their dimensions.
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
