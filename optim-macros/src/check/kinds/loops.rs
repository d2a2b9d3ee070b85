//! Loops: a fixed number of iterations, or the iterations of an array of values written out.

use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;
use syn::{Expr as Syntax, ExprForLoop, ExprWhile, RangeLimits};

use crate::ast::{Block, Expr, Node, Pattern, Stmt};
use crate::check::Checker;
use crate::check::kinds::assignments::statement_expr;
use crate::check::kinds::numbers::counter_type;
use crate::check::known::scopes::{Count, Known};
use crate::check::known::{Enclosing, Point};
use crate::check::rules::Site;
use crate::check::syntax::literal_length;
use crate::fixed::{Fixed, Form, Receiver};
use crate::kind::Kind;
use crate::parse::HyperType;

impl Checker<'_> {
    pub(crate) fn for_loop(&mut self, iterations: &ExprForLoop) -> Expr {
        let span = iterations.span();
        if let Some(label) = &iterations.label {
            self.breaks(Site::Label(label));
        }
        let sequence = self.value(&iterations.expr);
        if sequence.kind.is_wrong() {
            self.scopes.enter();
            self.bind_wrong(&iterations.pat);
            self.block_expr(&iterations.body);
            self.scopes.leave();
            return self.invalid(span);
        }
        if let Kind::Array(kinds) = &sequence.kind {
            return self.unrolled(iterations, &sequence, kinds.len());
        }
        self.breaks(Site::Sequence(&sequence, &iterations.expr));
        let Some(iter) = sequence.as_fixed().cloned() else { return self.invalid(span) };
        let Some(iter) = self.items_of(iter) else { return self.invalid(span) };
        let before = self.flow.fork();
        self.scopes.enter();
        let level = iter.level();
        let depth = self.control.depth() + 1;
        let count = last_iteration(&iterations.expr).map(|last| Count { last, depth });
        let pattern = self.fixed_pattern(&iterations.pat, Known { ty: counter_type(&iter), count, ..Known::at(level) });
        // Before the second iteration, variables that the first one assigns have changed.
        let (start, counted) = (self.flow.enter_iterations(), (self.uses.draws, self.uses.globals));
        let mark = self.control.mark();
        self.uses.loops += 1;
        self.control.enter(Enclosing { level, is_loop: true, at: (*iterations.expr).clone(), is_passed: false });
        let body = self.iteration(&iterations.body);
        self.control.leave();
        self.uses.loops -= 1;
        self.scopes.leave();
        let whole_lists = self.lists_gone_through(&iter, &before);
        self.flow.leave_iterations(&before, &start, at_least_one_iteration(&iterations.expr));
        self.flow.report_lists(whole_lists);
        let kinds: Vec<_> = before.kinds().map(|(id, kind)| (id, kind.clone())).collect();
        self.leave_global_iterations(&kinds, mark, &iterations.pat);
        self.same_shapes_every_iteration(&before, iterations);
        let counts = (self.uses.draws, self.uses.globals) != counted;
        statement_expr(Stmt::For { pattern, iter, body, counts }, span)
    }

    /// The lists of outputs whose items a loop over all indices assigns. The loop has an iteration, since no list is empty.
    fn lists_gone_through(&mut self, iter: &Fixed, before: &Point) -> Vec<usize> {
        let end = match iter.form() {
            Form::Range(Some(start), RangeLimits::HalfOpen(_), Some(end)) if start.integer() == Some(0) => {
                end.meaning()
            }
            Form::Method(_, range, name, ..) if name == "rev" => {
                return self.lists_gone_through(&range.clone(), before);
            }
            _ => return Vec::new(),
        };
        let outputs = self.subject.outputs();
        let lists = self.flow.reported_since(before).into_iter();
        lists
            .filter(|output| {
                let length = outputs[*output].list.as_ref().map(|length| self.declared_meaning(length));
                length.is_some_and(|length| length.is_known() && length == end)
            })
            .collect()
    }

    /// The sequence of a loop: a list among the settings is read as an array.
    fn items_of(&mut self, sequence: Fixed) -> Option<Fixed> {
        let is_list = sequence.ty().is_some_and(|ty| matches!(ty.kind, HyperType::List(_)));
        if !is_list || self.subject.in_schedule() {
            return Some(sequence);
        }
        ["iter", "copied"].into_iter().try_fold(sequence, |sequence, method| {
            let (span, method) = (sequence.span(), Ident::new(method, Span::call_site()));
            let form = Form::Method(Receiver::Sequence, sequence, method, None, Vec::new());
            self.fixed(span, form).as_fixed().cloned()
        })
    }

    /// The body of a loop. It must have no value.
    fn iteration(&mut self, body: &syn::Block) -> Block {
        let iteration = self.block_expr(body);
        self.breaks(Site::Iteration(&iteration, body));
        match iteration.node {
            Node::Block(block) => block,
            _ => Block::default(),
        }
    }

    /// Writes out a loop over an array of values, one block for each element.
    fn unrolled(&mut self, iterations: &ExprForLoop, sequence: &Expr, length: usize) -> Expr {
        let span = iterations.span();
        let name = Ident::new("items", span);
        let origin = self.origin(sequence).unwrap_or_default();
        let id = self.new_local(&name, false, Some(sequence.kind.clone()), origin.clone());
        let whole = Expr { kind: sequence.kind.clone(), span, node: Node::Local(id) };
        let mut stmts = vec![Stmt::Let(Pattern::Bind(id), sequence.clone())];
        let Kind::Array(kinds) = &sequence.kind else { return self.invalid(span) };
        for (i, kind) in kinds.iter().enumerate().take(length) {
            self.scopes.enter();
            let item = Expr { kind: kind.clone(), span, node: Node::Field(Box::new(whole.clone()), i) };
            let pattern = self.value_pattern(&iterations.pat, kind, &origin);
            stmts.push(Stmt::Let(pattern, item));
            self.uses.unrolled += 1;
            let body = self.iteration(&iterations.body);
            self.uses.unrolled -= 1;
            self.scopes.leave();
            stmts.push(Stmt::Expr(Expr { kind: Kind::unit(), span, node: Node::Block(body) }));
        }
        Expr { kind: Kind::unit(), span, node: Node::Block(Block { stmts, value: None }) }
    }

    /// Checks that a variable has the same dimensions before and after an iteration, since all iterations use one buffer.
    fn same_shapes_every_iteration(&mut self, before: &Point, iterations: &ExprForLoop) {
        for (id, kind) in before.kinds() {
            let Some(after) = self.flow.kind(id).cloned() else { continue };
            let name = self.scopes.variable(id).ident.clone();
            let (kind, after) = (&kind.clone().of_parameter(), after.of_parameter());
            if self.breaks(Site::Looped { before: kind, after: &after, name: &name, pattern: &iterations.pat }) {
                self.flow.set_kind(id, kind.clone());
            }
        }
    }

    /// Reports `while`, whose number of iterations is not fixed. The message shows the origin of its condition.
    pub(crate) fn while_loop(&mut self, iterations: &ExprWhile) -> Expr {
        self.scopes.enter();
        let condition = match &*iterations.cond {
            Syntax::Let(binding) => self.value(&binding.expr),
            other => self.value(other),
        };
        self.scopes.leave();
        self.refused(iterations.span(), Site::While(iterations, &condition))
    }
}

/// The largest number in a literal range or array, if the loop has at least one iteration.
fn last_iteration(syntax: &Syntax) -> Option<usize> {
    match syntax {
        Syntax::Paren(inner) => last_iteration(&inner.expr),
        Syntax::MethodCall(call) if call.method == "rev" => last_iteration(&call.receiver),
        Syntax::Array(array) => {
            let numbers: Option<Vec<usize>> = array.elems.iter().map(literal_length).collect();
            numbers?.into_iter().max()
        }
        Syntax::Range(range) if at_least_one_iteration(syntax) => {
            let end = literal_length(range.end.as_ref()?)?;
            if matches!(range.limits, RangeLimits::Closed(_)) { Some(end) } else { end.checked_sub(1) }
        }
        _ => None,
    }
}

/// Returns true if a loop over this literal range or array has at least one iteration.
fn at_least_one_iteration(syntax: &Syntax) -> bool {
    let number = |bound: &Option<Box<Syntax>>| bound.as_ref().map_or(Some(0), |bound| literal_length(bound));
    match syntax {
        Syntax::Paren(inner) => at_least_one_iteration(&inner.expr),
        Syntax::Reference(inner) => at_least_one_iteration(&inner.expr),
        Syntax::Array(array) => !array.elems.is_empty(),
        Syntax::Repeat(repeat) => literal_length(&repeat.len).is_some_and(|n| n > 0),
        Syntax::Range(range) => match (number(&range.start), range.end.as_ref().and_then(|end| literal_length(end))) {
            (Some(start), Some(end)) => end + usize::from(matches!(range.limits, RangeLimits::Closed(_))) > start,
            _ => false,
        },
        _ => false,
    }
}
