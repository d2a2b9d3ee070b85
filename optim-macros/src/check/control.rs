//! Control flow: branches on fixed conditions, loops with a fixed number of turns.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{BinOp, Expr as Syntax, Pat};

use super::condition::Condition;
use super::{Checker, Flow, article, help};
use crate::ast::{Arm, Block, Expr, If, Match, Node, Stmt};
use crate::kind::{Dim, Kind, Shape};

/// A condition of an `if`: its Rust, the names that its `let`s bind, what it says.
struct Test {
    tokens: TokenStream,
    binds: Vec<Ident>,
    condition: Condition,
}

impl Checker<'_> {
    pub(super) fn branch(&mut self, branch: &syn::ExprIf) -> Expr {
        let span = branch.span();
        self.push_scope();
        let test = self.test(&branch.cond, "`if`");
        let before = self.flow();
        let then =
            self.under(test.as_ref().map(|test| test.condition.clone()), |this| this.block_expr(&branch.then_branch));
        self.pop_scope();
        let after_then = self.flow();
        self.restore(&before);
        let negation = test.as_ref().map(|test| test.condition.clone().not());
        let els = self.under(negation, |this| match &branch.else_branch {
            Some((_, els)) => this.expr(els),
            None => this.host_unit(span),
        });
        let Some(test) = test else { return self.invalid(span) };
        let after_else = self.flow();
        let conditions = [test.condition];
        self.merge(&before, &[after_then, after_else], &conditions);

        if let (Some(then), Some(els)) = (then.as_host(), els.as_host()) {
            let condition = &test.tokens;
            return self.host(span, quote_spanned!(span=> (if #condition { #then } else { #els })));
        }
        let Some(kind) = self.join_branches(&[then.kind.clone(), els.kind.clone()], &conditions) else {
            let message = format!("the arms of this `if` are {} and {}", then.kind, els.kind);
            return self
                .wrong(branch, help(&message, "give both arms one kind, with `full(x)`, `scalar(x)` or a reduction"));
        };
        if kind.is_wrong() {
            return self.invalid(span);
        }
        let (then, els) = (self.arm_block(then, &kind), self.arm_block(els, &kind));
        let (name, holds) = conditions[0].signed_name();
        let condition = &test.tokens;
        let value = if holds {
            quote!(if #condition { true } else { false })
        } else {
            quote!(if #condition { false } else { true })
        };
        let names = vec![(name, holds, value)];
        Expr {
            kind,
            span,
            node: Node::If(Box::new(If {
                condition: test.tokens,
                has_let: contains_let(&branch.cond),
                binds: test.binds,
                then,
                els,
                names,
            })),
        }
    }

    pub(super) fn matched(&mut self, matched: &syn::ExprMatch) -> Expr {
        let span = matched.span();
        let scrutinee = self.value(&matched.expr);
        if !scrutinee.kind.is_fixed() && !scrutinee.kind.is_wrong() {
            self.match_depends(&scrutinee, &matched.expr);
        }
        let text = self.canonical(&matched.expr);
        let before = self.flow();
        let (mut arms, mut flows, mut conditions) = (Vec::new(), Vec::new(), Vec::new());
        let mut excluded: Vec<Condition> = Vec::new();
        for arm in &matched.arms {
            self.restore(&before);
            self.push_scope();
            let earlier = excluded.clone();
            let (pattern, guard) = match &arm.pat {
                Pat::Guard(guarded) => (&*guarded.pat, Some(&*guarded.guard)),
                other => (other, None),
            };
            let (mut tokens, mut binds) = self.host_pattern(pattern, None);
            let matches = self.pattern_condition(pattern, &text);
            let mut condition = vec![matches.clone()];
            if let Some(guard) = guard {
                if let Some(test) = self.test(guard, "guard of a `match`") {
                    let guard = test.tokens;
                    tokens = quote!(#tokens if #guard);
                    binds.extend(test.binds);
                    condition.push(test.condition);
                }
            } else {
                excluded.push(matches.not());
            }
            let known = Condition::all(condition.iter().cloned().chain(earlier).collect());
            conditions.push(Condition::all(condition));
            let body = self.under(Some(known), |this| this.expr(&arm.body));
            self.pop_scope();
            flows.push(self.flow());
            arms.push((tokens, binds, body));
        }
        let Some(scrutinee) = scrutinee.as_host().cloned() else { return self.invalid(span) };
        if arms.is_empty() {
            return self.wrong(matched, "this `match` has no arms");
        }
        conditions.pop();
        self.merge(&before, &flows, &conditions);
        let hosts: Option<Vec<TokenStream>> =
            arms.iter().map(|(pattern, _, body)| body.as_host().map(|body| quote!(#pattern => #body,))).collect();
        if let Some(hosts) = hosts {
            return self.host(span, quote_spanned!(span=> (match #scrutinee { #(#hosts)* })));
        }
        let kinds: Vec<Kind> = arms.iter().map(|(_, _, body)| body.kind.clone()).collect();
        let Some(kind) = self.join_branches(&kinds, &conditions) else {
            let list: Vec<String> = kinds.iter().map(ToString::to_string).collect();
            let message = format!("the arms of this `match` are {}", list.join(", "));
            return self
                .wrong(matched, help(&message, "give all arms one kind, with `full(x)`, `scalar(x)` or a reduction"));
        };
        if kind.is_wrong() {
            return self.invalid(span);
        }
        let names = conditions
            .iter()
            .zip(&arms)
            .map(|(condition, (pattern, ..))| {
                let (name, holds) = condition.signed_name();
                (name, holds, quote!(match #scrutinee { #pattern => #holds, _ => !#holds }))
            })
            .collect();
        let arms = arms
            .into_iter()
            .map(|(pattern, binds, body)| Arm { pattern, binds, body: self.arm_block(body, &kind) })
            .collect();
        Expr { kind, span, node: Node::Match(Box::new(Match { scrutinee, arms, names })) }
    }

    /// Checks something under a condition that is known to hold.
    fn under<R>(&mut self, condition: Option<Condition>, check: impl FnOnce(&mut Self) -> R) -> R {
        let known = self.facts.len();
        self.facts.extend(condition);
        let result = check(self);
        self.facts.truncate(known);
        result
    }

    /// A condition that decides control flow: fixed, or a mistake that says where the tensor came in.
    fn test(&mut self, syntax: &Syntax, word: &str) -> Option<Test> {
        match syntax {
            Syntax::Let(binding) if self.optional(&binding.expr).is_some() => {
                let condition = self.pattern_condition(&binding.pat, &self.canonical(&binding.expr));
                Some(Test { tokens: self.optional_let(binding)?, binds: Vec::new(), condition })
            }
            Syntax::Let(binding) => {
                let value = self.value(&binding.expr);
                if !value.kind.is_fixed() {
                    self.depends(&value, &binding.expr, word);
                    self.bind_wrong(&binding.pat);
                    return None;
                }
                let condition = self.pattern_condition(&binding.pat, &self.canonical(&binding.expr));
                let (pattern, binds) = self.host_pattern(&binding.pat, None);
                let value = value.as_host()?;
                Some(Test { tokens: quote_spanned!(syntax.span()=> let #pattern = #value), binds, condition })
            }
            Syntax::Binary(binary) if matches!(binary.op, BinOp::And(_)) && contains_let(syntax) => {
                let left = self.test(&binary.left, word);
                let right = self.test(&binary.right, word);
                let (left, right) = (left?, right?);
                let (a, b) = (left.tokens, right.tokens);
                let binds = left.binds.into_iter().chain(right.binds).collect();
                Some(Test {
                    tokens: quote!(#a && #b),
                    binds,
                    condition: Condition::all(vec![left.condition, right.condition]),
                })
            }
            _ => {
                let value = self.value(syntax);
                if !value.kind.is_fixed() {
                    self.depends(&value, syntax, word);
                    return None;
                }
                let condition = self.condition_of(syntax);
                Some(Test { tokens: value.as_host()?.clone(), binds: Vec::new(), condition })
            }
        }
    }

    /// The first rule: control flow never depends on tensor data.
    fn depends(&mut self, value: &Expr, syntax: &Syntax, word: &str) {
        if value.kind.is_wrong() {
            return;
        }
        let written = crate::diag::source(syntax);
        let shown = if written.len() <= 40 { written } else { "mask".to_owned() };
        let (message, advice) = match value.kind {
            Kind::Mask(ref shape) => {
                let many = if shape.is_scalar() { "a number of the step" } else { "tensor data" };
                (
                    format!("this {word} depends on {many}, so its branch is not fixed before the run"),
                    format!("choose with `select({shown}, a, b)`; both sides are computed"),
                )
            }
            _ => (
                format!("this {word} depends on {}, which is known only during the step", article(&value.kind)),
                "compare and choose with `select(x > 0.0, a, b)`; both sides are computed".to_owned(),
            ),
        };
        let clause = self.provenance(value).map(|text| format!(": {text}")).unwrap_or_default();
        let note = format!("\nnote: the condition is {}{clause}", article(&value.kind));
        let fixed = match self.definition {
            Some(_) => "\nhelp: to branch on a setting, use a literal, a `const` or a field that is not `scheduled`",
            None => "\nhelp: to branch on a setting, take it as an argument of type `bool`",
        };
        self.errors.push(syntax, format!("{message}{note}\nhelp: {advice}{fixed}"));
        self.gave_up = true;
    }

    /// The same for `match`: of a tuple, the elements that are not fixed are meant.
    fn match_depends(&mut self, value: &Expr, syntax: &Syntax) {
        if let (Node::Tuple(items), Syntax::Tuple(tuple)) = (&value.node, syntax) {
            for (item, syntax) in items.iter().zip(&tuple.elems) {
                if !item.kind.is_fixed() && !item.kind.is_wrong() {
                    self.match_depends(item, syntax);
                }
            }
            return;
        }
        let message = format!(
            "this `match` depends on {}, so its arm is not fixed before the run{}",
            article(&value.kind),
            self.note(value)
        );
        let advice = match value.kind {
            Kind::Mask(_) => "choose with `select(mask, a, b)`; both sides are computed",
            _ => "compare and choose with `select(x > 0.0, a, b)`; both sides are computed",
        };
        self.errors.push(syntax, help(&message, advice));
        self.gave_up = true;
    }

    pub(super) fn refuse_while(&mut self, turns: &syn::ExprWhile) -> Expr {
        self.push_scope();
        let condition = match &*turns.cond {
            Syntax::Let(binding) => self.value(&binding.expr),
            other => self.value(other),
        };
        self.pop_scope();
        let note = match &condition.kind {
            Kind::Fixed | Kind::Wrong => String::new(),
            kind => {
                let clause = self.provenance(&condition).map(|text| format!(": {text}")).unwrap_or_default();
                format!("\nnote: its condition is {}{clause}", article(kind))
            }
        };
        let message = format!("`while` has no fixed number of turns{note}");
        self.wrong(&turns.cond, help(&message, "write `for _ in 0..n` with a fixed `n`"))
    }

    pub(super) fn for_loop(&mut self, turns: &syn::ExprForLoop) -> Expr {
        let span = turns.span();
        if let Some(label) = &turns.label {
            self.errors.push(label, "a loop of a step makes all its turns, so a label has no use");
        }
        let sequence = self.value(&turns.expr);
        if sequence.kind.is_wrong() {
            self.push_scope();
            self.bind_wrong(&turns.pat);
            self.block_expr(&turns.body);
            self.pop_scope();
            return self.invalid(span);
        }
        if let Kind::Array(kinds) = &sequence.kind {
            return self.unrolled(turns, &sequence, kinds.len());
        }
        let Some(iter) = sequence.as_host().cloned() else {
            let message = format!(
                "this loop goes over {}, which is known only during the step{}",
                article(&sequence.kind),
                self.note(&sequence)
            );
            return self.wrong(&turns.expr, help(&message, "loop over a fixed range or array: `for i in 0..self.n`"));
        };
        let before = self.flow();
        self.push_scope();
        let (pattern, binds) = self.host_pattern(&turns.pat, None);
        let body = self.block_expr(&turns.body);
        self.pop_scope();
        self.same_shapes_every_turn(&before, turns);
        if !at_least_one_turn(&turns.expr) {
            self.written = before.written;
        }
        match body.node {
            Node::Block(body) => self.statement_expr(Stmt::For { pattern, binds, iter, body }, span),
            _ if body.kind.is_wrong() => self.invalid(span),
            _ => self.wrong(&turns.body, "the body of a loop has no value"),
        }
    }

    /// A loop over an array of values is written out.
    fn unrolled(&mut self, turns: &syn::ExprForLoop, sequence: &Expr, length: usize) -> Expr {
        let span = turns.span();
        let name = Ident::new("items", span);
        let origin = self.origin(sequence).unwrap_or_default();
        let id = self.new_local(&name, Some(sequence.kind.clone()), origin.clone());
        let whole = Expr { kind: sequence.kind.clone(), span, node: Node::Local(id) };
        let mut stmts = vec![Stmt::Let(crate::ast::Pattern::Bind(id), sequence.clone())];
        let Kind::Array(kinds) = &sequence.kind else { return self.invalid(span) };
        for (i, kind) in kinds.iter().enumerate().take(length) {
            self.push_scope();
            let item = Expr { kind: kind.clone(), span, node: Node::Field(Box::new(whole.clone()), i) };
            let pattern = self.value_pattern(&turns.pat, kind, &origin);
            stmts.push(Stmt::Let(pattern, item));
            let body = self.block_expr(&turns.body);
            self.pop_scope();
            stmts.push(Stmt::Expr(body));
        }
        Expr { kind: Kind::unit(), span, node: Node::Block(Block { stmts, value: None }) }
    }

    /// A variable that was transposed or multiplied to another shape would need another buffer every turn.
    fn same_shapes_every_turn(&mut self, before: &Flow, turns: &syn::ExprForLoop) {
        for (id, kind) in before.kinds.iter().enumerate() {
            if let (Some(kind), Some(now)) = (kind, &self.kinds[id])
                && kind != now
                && !now.is_wrong()
            {
                let name = self.locals[id].ident.to_string();
                let message = format!("`{name}` has another shape after a turn of this loop than before it");
                self.errors.push(&turns.pat, help(&message, &format!("assign a value of the same shape, for example with `.t()`, or use a new variable instead of `{name}`")));
                self.kinds[id] = Some(kind.clone());
            }
        }
    }

    /// What is known after branches that start from `before`; `conditions` are those of all branches but the last.
    fn merge(&mut self, before: &Flow, after: &[Flow], conditions: &[Condition]) {
        self.written = after.iter().all(|flow| flow.written);
        for id in 0..before.kinds.len() {
            let kinds: Vec<Option<Kind>> = after.iter().map(|flow| flow.kinds[id].clone()).collect();
            self.kinds[id] =
                kinds.into_iter().collect::<Option<Vec<Kind>>>().and_then(|kinds| self.choose(&kinds, conditions));
        }
    }

    /// The kind of a variable that is one of `kinds`, by the first condition that holds.
    fn choose(&self, kinds: &[Kind], conditions: &[Condition]) -> Option<Kind> {
        let (last, rest) = kinds.split_last()?;
        rest.iter().zip(conditions).rev().try_fold(last.clone(), |els, (then, condition)| choose(condition, then, &els))
    }

    /// The kind of the value of a branching expression.
    fn join_branches(&self, kinds: &[Kind], conditions: &[Condition]) -> Option<Kind> {
        if kinds.iter().any(Kind::is_wrong) {
            return Some(Kind::Wrong);
        }
        match kinds.iter().all(|kind| kind.same_type(&kinds[0])) {
            true => self.choose(kinds, conditions),
            false => self.join_all(kinds),
        }
    }

    /// The body of an arm as a block whose value has the joint kind.
    fn arm_block(&mut self, body: Expr, kind: &Kind) -> Block {
        let keeps_type = body.kind.same_type(kind);
        match body.node {
            Node::Block(mut block) => {
                if let Some(value) = block.value.take() {
                    block.value = Some(Box::new(if keeps_type { *value } else { self.lift(*value, kind) }));
                }
                block
            }
            _ if body.kind == Kind::unit() => Block { stmts: vec![Stmt::Expr(body)], value: None },
            _ => {
                let value = if keeps_type { body } else { self.lift(body, kind) };
                Block { stmts: Vec::new(), value: Some(Box::new(value)) }
            }
        }
    }

    fn host_unit(&self, span: proc_macro2::Span) -> Expr {
        Expr { kind: Kind::unit(), span, node: Node::Block(Block::default()) }
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

fn contains_let(syntax: &Syntax) -> bool {
    match syntax {
        Syntax::Let(_) => true,
        Syntax::Binary(binary) if matches!(binary.op, BinOp::And(_)) => {
            contains_let(&binary.left) || contains_let(&binary.right)
        }
        _ => false,
    }
}

/// Whether a loop over this literal range or array is sure to run.
fn at_least_one_turn(syntax: &Syntax) -> bool {
    let number =
        |bound: &Option<Box<Syntax>>| bound.as_ref().map_or(Some(0), |bound| super::expression::literal_length(bound));
    match syntax {
        Syntax::Paren(inner) => at_least_one_turn(&inner.expr),
        Syntax::Reference(inner) => at_least_one_turn(&inner.expr),
        Syntax::Array(array) => !array.elems.is_empty(),
        Syntax::Repeat(repeat) => super::expression::literal_length(&repeat.len).is_some_and(|n| n > 0),
        Syntax::Range(range) => {
            match (number(&range.start), range.end.as_ref().and_then(|end| super::expression::literal_length(end))) {
                (Some(start), Some(end)) => {
                    end + usize::from(matches!(range.limits, syn::RangeLimits::Closed(_))) > start
                }
                _ => false,
            }
        }
        _ => false,
    }
}
