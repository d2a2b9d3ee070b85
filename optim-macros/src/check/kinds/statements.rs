//! Statements and blocks.

use proc_macro2::{Ident, Span};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Pat, Stmt as Syntax, Type};

use crate::ast::{Block, Expr, Node, Pattern, Stmt};
use crate::check::Checker;
use crate::check::kinds::own_lists::Begun;
use crate::check::known::scopes::Known;
use crate::check::rules::Site;
use crate::check::syntax::named;
use crate::fixed::{self, Fixed, Form, Var};
use crate::kind::Kind;

impl Checker<'_> {
    /// The body of a function, in a scope that already holds its parameters.
    pub(crate) fn body(&mut self, block: &syn::Block) -> Expr {
        let mut expr = self.block_expr(block);
        if !matches!(expr.node, Node::Block(_)) {
            let (kind, span) = (expr.kind.clone(), expr.span);
            expr = Expr { kind, span, node: Node::Block(Block { stmts: Vec::new(), value: Some(Box::new(expr)) }) };
        }
        expr
    }

    /// A body that must return a number of this kind.
    pub(crate) fn number(&mut self, block: &syn::Block, output: &syn::ReturnType, kind: &Kind) -> Expr {
        let value = self.block_expr(block);
        match self.breaks(Site::Result { value: &value, block, output }) {
            true => self.invalid(value.span),
            false if self.report.gave_up() => value,
            false => value.lift(kind),
        }
    }

    /// A block as a value. A block with nothing but fixed statements is plain Rust.
    pub(crate) fn block_expr(&mut self, block: &syn::Block) -> Expr {
        self.scopes.enter();
        let mut stmts = Vec::new();
        let mut value = None;
        for (i, stmt) in block.stmts.iter().enumerate() {
            match stmt {
                Syntax::Expr(expr, None) if i + 1 == block.stmts.len() => value = Some(Box::new(self.expr(expr))),
                other => stmts.extend(self.statement(other)),
            }
        }
        self.scopes.leave();
        if let Some(last) = value.take_if(|value| value.kind == Kind::unit()) {
            stmts.push(Stmt::Expr(*last));
        }
        let kind = value.as_ref().map_or_else(Kind::unit, |value| value.kind.clone());
        let span = block.span();
        let block = Block { stmts, value };
        self.block_or_fixed(block, kind, span)
    }

    /// A block as an expression. It is fixed if everything in it is fixed or timed.
    fn block_or_fixed(&mut self, block: Block, kind: Kind, span: Span) -> Expr {
        match block.as_fixed() {
            Some((lets, value)) => {
                let ty = value.ty().cloned();
                self.fixed_of(span, Form::Block(lets, value), ty)
            }
            None => Expr { kind, span, node: Node::Block(block) },
        }
    }

    fn statement(&mut self, stmt: &Syntax) -> Vec<Stmt> {
        match stmt {
            Syntax::Local(local) => self.local(local),
            Syntax::Expr(expr, _) => {
                let value = self.expr(expr);
                let broken = self.breaks(Site::Statement(&value, expr));
                if broken { Vec::new() } else { vec![Stmt::Expr(value)] }
            }
            Syntax::Item(item) => {
                self.breaks(Site::Item(item));
                Vec::new()
            }
            Syntax::Macro(call) => {
                self.breaks(Site::Macro(&call.mac));
                Vec::new()
            }
        }
    }

    fn local(&mut self, local: &syn::Local) -> Vec<Stmt> {
        let Some(init) = &local.init else {
            return self.declare(&local.pat);
        };
        if let Some((_, diverge)) = &init.diverge {
            self.breaks(Site::LetElse(diverge));
            self.bind_wrong(&local.pat);
            return Vec::new();
        }
        let mut value = match self.begun(&local.pat, &init.expr) {
            Begun::List(stmts) => return stmts,
            Begun::Value(value) => value,
        };
        if let Some(fixed) = value.as_known().cloned() {
            let written = ascription(&local.pat);
            if written.is_some_and(|ty| self.breaks(Site::FixedAs(ty, &init.expr))) {
                self.bind_wrong(&local.pat);
                return Vec::new();
            }
            if self.breaks(Site::KnownLet(&value, &local.pat)) {
                self.bind_wrong(&local.pat);
                return Vec::new();
            }
            let ty = match written {
                Some(ty) => fixed::Type::of_syntax(ty),
                None => fixed.ty().cloned(),
            };
            let pattern = self.fixed_pattern(
                &local.pat,
                Known { meaning: Some(fixed.meaning()), ty, level: fixed.level(), count: None },
            );
            self.define(&pattern, &fixed);
            return vec![Stmt::Fixed(fixed::Let { pattern, ty: None, value: fixed, span: local.span() })];
        }
        let origin = self.origin(&value).unwrap_or_default();
        let (mut stmts, fixed) = self.fixed_parts(&local.pat, &mut value);
        let pattern = self.value_pattern(&local.pat, &value.kind, &origin);
        if value.kind.is_wrong() {
            return Vec::new();
        }
        if let Pattern::Bind(id) = pattern {
            for (place, part) in fixed {
                self.scopes.add_element(id, place, part);
            }
        }
        stmts.push(Stmt::Let(pattern, value));
        stmts
    }

    /// Moves the fixed elements of a named tuple to variables, so that they stay fixed.
    fn fixed_parts(&mut self, pattern: &Pat, value: &mut Expr) -> (Vec<Stmt>, Vec<(usize, Fixed)>) {
        let (mut stmts, mut parts) = (Vec::new(), Vec::new());
        if let (Some(name), Node::Tuple(items)) = (named(pattern), &mut value.node) {
            for (place, item) in items.iter_mut().enumerate() {
                let Some(fixed) = item.as_known().cloned() else { continue };
                let wanted = Ident::new(&format!("{}_{place}", name.unraw()), name.span());
                let var = Var(self.scopes.unique(&wanted));
                let part = fixed.with_variable(var.clone());
                let pattern = fixed::Pattern::Bind(var, false, None);
                stmts.push(Stmt::Fixed(fixed::Let { pattern, ty: None, value: fixed, span: item.span }));
                item.node = Node::Fixed(part.clone());
                parts.push((place, part));
            }
        }
        (stmts, parts)
    }

    /// `let x;`
    fn declare(&mut self, pattern: &Pat) -> Vec<Stmt> {
        if self.breaks(Site::Declare(pattern)) {
            self.bind_wrong(pattern);
            return Vec::new();
        }
        let Pat::Ident(name) = pattern else { return Vec::new() };
        vec![Stmt::Declare(self.bind_value(&name.ident, name.mutability.is_some(), None, String::new()))]
    }

    /// Puts statements before an expression.
    pub(crate) fn with_statements(&mut self, stmts: Vec<Stmt>, value: Expr) -> Expr {
        if stmts.is_empty() {
            return value;
        }
        let (kind, span) = (value.kind.clone(), value.span);
        let block = Block { stmts, value: Some(Box::new(value)) };
        self.block_or_fixed(block, kind, span)
    }
}

impl Block {
    /// The statements and the value, if everything in the block is fixed or timed.
    fn as_fixed(&self) -> Option<(Vec<fixed::Let<Fixed>>, Fixed)> {
        let value = self.value.as_ref()?.as_known()?;
        // An assignment to a variable outside of the block must stay visible as a statement.
        let lets = self.stmts.iter().map(|stmt| if let Stmt::Fixed(own) = stmt { Some(own.clone()) } else { None });
        Some((lets.collect::<Option<_>>()?, value.clone()))
    }
}

fn ascription(pattern: &Pat) -> Option<&Type> {
    if let Pat::Type(typed) = pattern { Some(&typed.ty) } else { None }
}
