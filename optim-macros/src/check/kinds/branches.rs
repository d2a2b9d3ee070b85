//! Branches: `if` and `match` on fixed conditions.

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{BinOp, Expr as Syntax, Lit, LitBool, Pat};

use crate::check::Checker;
use crate::check::kinds::integers::with_floats;
use crate::check::words::phrase::{article, help};
use crate::check::names::scopes::Known;
use crate::ast::{Arm, Block, Condition, Expr, If, Match, Node, Stmt};
use crate::diag::source;
use crate::fixed::{self, Fixed, Form, Meaning};
use crate::kind::Kind;
use crate::language::Language;

/// A condition of an `if`, and what it says.
struct Test {
    test: fixed::Test<Fixed>,
    says: Meaning,
}

impl Checker<'_> {
    pub(crate) fn branch(&mut self, branch: &syn::ExprIf) -> Expr {
        let span = branch.span();
        self.scopes.enter();
        let test = self.test(&branch.cond, "`if`");
        let before = self.flow.fork();
        let says = test.as_ref().map(|test| test.says);
        let then = self.under(says, |this| this.block_expr(&branch.then_branch));
        self.scopes.leave();
        let after_then = self.flow.fork();
        self.flow.back_to(&before);
        let negation = says.map(|says| self.facts.meanings.not(says));
        let els = self.under(negation, |this| match &branch.else_branch {
            Some((_, els)) => this.expr(els),
            None => nothing(span),
        });
        let Some(test) = test else { return self.invalid(span) };
        let after_else = self.flow.fork();
        let Test { test, says } = test;
        let conditions = [says];
        self.merge(&before, &[after_then, after_else], &conditions);

        if let (Some(then), Some(els)) = (then.as_fixed(), els.as_fixed()) {
            return self.fixed(span, Form::If(test, then.clone(), els.clone()));
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
        let (meaning, holds) = self.facts.meanings.signed(says);
        let decides = match &test {
            fixed::Test::Is(value) if holds => Condition { meaning, holds, value: value.clone() },
            test => decision(meaning, holds, |yes, no| Form::If(test.clone(), yes, no), span),
        };
        Expr { kind, span, node: Node::If(Box::new(If { test, then, els, decides })) }
    }

    pub(crate) fn matched(&mut self, matched: &syn::ExprMatch) -> Expr {
        let span = matched.span();
        let scrutinee = self.value(&matched.expr);
        if !scrutinee.kind.is_fixed() && !scrutinee.kind.is_wrong() {
            self.match_depends(&scrutinee, &matched.expr);
        }
        let value = scrutinee.as_fixed().map_or_else(|| self.facts.meanings.unknown(), Fixed::meaning);
        let before = self.flow.fork();
        let (mut arms, mut flows, mut conditions) = (Vec::new(), Vec::new(), Vec::new());
        let mut excluded: Vec<Meaning> = Vec::new();
        for arm in &matched.arms {
            self.flow.back_to(&before);
            self.scopes.enter();
            let earlier = excluded.clone();
            let (pattern, guard) = match &arm.pat {
                Pat::Guard(guarded) => (&*guarded.pat, Some(&*guarded.guard)),
                other => (other, None),
            };
            let renamed = self.fixed_pattern(pattern, Known::default());
            let mut condition = self.pattern_condition(pattern, value);
            let test = match guard {
                Some(guard) => self.test(guard, "guard of a `match`"),
                None => {
                    excluded.push(self.facts.meanings.not(condition));
                    None
                }
            };
            let test = test.map(|Test { test, says }| {
                condition = self.facts.meanings.both(condition, says);
                test
            });
            conditions.push(condition);
            let known = self.facts.meanings.all(earlier.into_iter().chain([condition]));
            let body = self.under(Some(known), |this| this.expr(&arm.body));
            self.scopes.leave();
            flows.push(self.flow.fork());
            arms.push((renamed, test, body));
        }
        let Some(scrutinee) = scrutinee.as_fixed().cloned() else { return self.invalid(span) };
        if arms.is_empty() {
            return self.wrong(matched, "this `match` has no arms");
        }
        conditions.pop();
        self.merge(&before, &flows, &conditions);
        let fixed = arms.iter().map(|(pattern, guard, body)| {
            let (pattern, guard) = (pattern.clone(), guard.clone());
            body.as_fixed().map(|value| fixed::Arm { pattern, guard, value: value.clone() })
        });
        if let Some(fixed) = fixed.collect::<Option<Vec<_>>>() {
            return self.fixed(span, Form::Match(scrutinee, fixed));
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
        let decides = conditions
            .iter()
            .zip(&arms)
            .map(|(condition, (pattern, guard, _))| {
                let (meaning, holds) = self.facts.meanings.signed(*condition);
                let form = |yes, no| {
                    let (pattern, guard) = (pattern.clone(), guard.clone());
                    let other = fixed::Arm { pattern: fixed::Pattern::wild(), guard: None, value: no };
                    Form::Match(scrutinee.clone(), vec![fixed::Arm { pattern, guard, value: yes }, other])
                };
                decision(meaning, holds, form, span)
            })
            .collect();
        let arms = arms
            .into_iter()
            .map(|(pattern, guard, body)| Arm { pattern, guard, body: self.arm_block(body, &kind) })
            .collect();
        Expr { kind, span, node: Node::Match(Box::new(Match { scrutinee, arms, decides })) }
    }

    /// Checks something under a condition that is known to hold.
    fn under<R>(&mut self, condition: Option<Meaning>, check: impl FnOnce(&mut Self) -> R) -> R {
        let known = self.facts.assume(condition);
        let result = check(self);
        self.facts.forget(known);
        result
    }

    /// A condition that decides control flow: fixed, or a mistake that says where the tensor came in.
    fn test(&mut self, syntax: &Syntax, word: &str) -> Option<Test> {
        match syntax {
            Syntax::Let(binding) if self.subject.optional(&binding.expr).is_some() => {
                let present = self.optional_let(binding)?;
                Some(Test { says: present.meaning(), test: fixed::Test::Is(present) })
            }
            Syntax::Let(binding) => {
                let value = self.value(&binding.expr);
                if !value.kind.is_fixed() {
                    self.depends(&value, &binding.expr, word);
                    self.bind_wrong(&binding.pat);
                    return None;
                }
                let value = value.as_fixed()?.clone();
                let says = self.pattern_condition(&binding.pat, value.meaning());
                let pattern = self.fixed_pattern(&binding.pat, Known::default());
                Some(Test { test: fixed::Test::Let(pattern, value), says })
            }
            Syntax::Binary(binary) if matches!(binary.op, BinOp::And(_)) && contains_let(syntax) => {
                let left = self.test(&binary.left, word);
                let right = self.test(&binary.right, word);
                let (left, right) = (left?, right?);
                let test = fixed::Test::Both(Box::new(left.test), Box::new(right.test));
                Some(Test { test, says: self.facts.meanings.both(left.says, right.says) })
            }
            _ => {
                let value = self.value(syntax);
                if !value.kind.is_fixed() {
                    self.depends(&value, syntax, word);
                    return None;
                }
                let value = value.as_fixed()?.clone();
                Some(Test { says: value.meaning(), test: fixed::Test::Is(value) })
            }
        }
    }

    /// The first rule: control flow never depends on tensor data.
    fn depends(&mut self, value: &Expr, syntax: &Syntax, word: &str) {
        if value.kind.is_wrong() {
            return;
        }
        let shown = if source(syntax).len() <= 40 { with_floats(syntax, value) } else { "mask".to_owned() };
        let (message, advice) = match value.kind {
            Kind::Mask(ref shape) => {
                let many = match shape.is_scalar() {
                    true => format!("a number of {}", self.subject.words.this_body),
                    false => "tensor data".to_owned(),
                };
                (
                    format!("this {word} depends on {many}, so its branch is not fixed before the run"),
                    format!("choose with `select({shown}, a, b)`; both sides are computed"),
                )
            }
            _ => (
                format!("this {word} depends on {}, which is known only {}", article(&value.kind), self.subject.words.moment),
                "compare and choose with `select(x > 0.0, a, b)`; both sides are computed".to_owned(),
            ),
        };
        let clause = self.provenance(value).map(|text| format!(": {text}")).unwrap_or_default();
        let note = format!("\nnote: the condition is {}{clause}", article(&value.kind));
        let fixed = match self.subject.definition.map(|definition| definition.language) {
            Some(Language::Optimizer) => {
                "\nhelp: to branch on a setting, use a literal, a `const` or a field that is not `scheduled`"
            }
            Some(Language::Schedule) => "\nhelp: to branch on what is fixed, use a literal, a `const` or an argument",
            None => "\nhelp: to branch on a setting, take it as an argument of type `bool`",
        };
        self.report.errors.push(syntax, format!("{message}{note}\nhelp: {advice}{fixed}"));
        self.report.gave_up = true;
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
        self.report.errors.push(syntax, help(&message, advice));
        self.report.gave_up = true;
    }

    /// The body of an arm as a block whose value has the joint kind.
    fn arm_block(&mut self, body: Expr, kind: &Kind) -> Block {
        let keeps_type = body.kind.same_type(kind);
        match body.node {
            Node::Block(mut block) => {
                if let Some(value) = block.value.take() {
                    block.value = Some(Box::new(if keeps_type { *value } else { value.lift(kind) }));
                }
                block
            }
            _ if body.kind == Kind::unit() => Block { stmts: vec![Stmt::Expr(body)], value: None },
            _ => {
                let value = if keeps_type { body } else { body.lift(kind) };
                Block { stmts: Vec::new(), value: Some(Box::new(value)) }
            }
        }
    }
}

/// What decides between two arms, of which the first one runs where `form` gives its first argument.
fn decision(meaning: Meaning, holds: bool, form: impl FnOnce(Fixed, Fixed) -> Form<Fixed>, span: Span) -> Condition {
    let literal = |value| {
        let literal = Lit::Bool(LitBool::new(value, Span::call_site()));
        Fixed::new(Form::Literal(literal), span, None, meaning)
    };
    let value = Fixed::new(form(literal(holds), literal(!holds)), span, None, meaning);
    Condition { meaning, holds, value }
}

/// What an `if` without `else` gives otherwise.
fn nothing(span: Span) -> Expr {
    Expr { kind: Kind::unit(), span, node: Node::Block(Block::default()) }
}

/// Rust takes a `let` under `&&` only, so other operators have none.
fn contains_let(syntax: &Syntax) -> bool {
    match syntax {
        Syntax::Let(_) => true,
        Syntax::Binary(binary) => contains_let(&binary.left) || contains_let(&binary.right),
        _ => false,
    }
}
