//! Visits everything in a checked body.

use std::collections::BTreeSet;

use crate::ast::{self, Block, Expr, Node, Place, Target};

/// Calls `visit` for every statement and expression in a block.
pub(super) fn walk(block: &Block, visit: &mut impl FnMut(Visited<'_>)) {
    for stmt in &block.stmts {
        visit(Visited::Stmt(stmt));
        match stmt {
            ast::Stmt::Fixed(_) | ast::Stmt::Change(_) | ast::Stmt::Declare(_) => {}
            ast::Stmt::List { value, .. }
            | ast::Stmt::Let(_, value)
            | ast::Stmt::Assign(_, value)
            | ast::Stmt::Expr(value) => walk_expr(value, visit),
            ast::Stmt::For { body, .. } => walk(body, visit),
        }
    }
    if let Some(value) = &block.value {
        walk_expr(value, visit);
    }
}

pub(super) enum Visited<'a> {
    Stmt(&'a ast::Stmt),
    Expr(&'a Expr),
}

fn walk_expr(expr: &Expr, visit: &mut impl FnMut(Visited<'_>)) {
    visit(Visited::Expr(expr));
    match &expr.node {
        Node::Fixed(_)
        | Node::Local(_)
        | Node::Hyper(..)
        | Node::Place(_)
        | Node::Item(..)
        | Node::Grad
        | Node::Count => {}
        Node::Child(_, time) => walk_expr(time, visit),
        Node::Op(_, items)
        | Node::Reduce(_, _, items)
        | Node::ReduceTo(_, items)
        | Node::Global(_, _, items)
        | Node::Library(_, items, _)
        | Node::Tuple(items)
        | Node::Array(items) => {
            items.iter().for_each(|item| walk_expr(item, visit));
        }
        Node::Elementwise(_, arguments) => {
            for argument in arguments {
                if let ast::Argument::Value(value) = argument {
                    walk_expr(value, visit);
                }
            }
        }
        Node::Powi(a, _)
        | Node::Draw(_, _, a)
        | Node::InnerEval(a)
        | Node::Lift(a)
        | Node::Field(a, _)
        | Node::Index(a, _) => {
            walk_expr(a, visit);
        }
        Node::Inner(_, operands) => operands.iter().for_each(|operand| walk_expr(operand, visit)),
        Node::Block(block) => walk(block, visit),
        Node::If(branch) => {
            walk(&branch.then, visit);
            walk(&branch.els, visit);
        }
        Node::Match(matched) => matched.arms.iter().for_each(|arm| walk(&arm.body, visit)),
    }
}

/// All places that a step reads or writes.
pub(super) fn places_of(block: &Block) -> BTreeSet<Place> {
    let mut places = BTreeSet::new();
    walk(block, &mut |item| match item {
        Visited::Stmt(ast::Stmt::Assign(Target::Place(place), _)) => {
            places.insert(*place);
        }
        Visited::Expr(Expr { node: Node::Place(place), .. }) => {
            places.insert(*place);
        }
        _ => {}
    });
    places
}
