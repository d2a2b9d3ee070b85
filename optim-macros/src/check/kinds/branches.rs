//! Branches: `if` and `match` on conditions that are known before the step.

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{BinOp, Expr as Syntax, Lit, LitBool, Pat};

use crate::ast::{Arm, Block, Condition, Expr, If, Match, Node, Stmt};
use crate::check::Checker;
use crate::check::kinds::time::TimedArms;
use crate::check::known::scopes::Known;
use crate::check::known::{Enclosing, Point, Surrounding};
use crate::check::rules::Site;
use crate::fixed::{self, Fixed, Form, Level, Meaning};
use crate::kind::Kind;

/// An arm of a `match` before its value is lifted to the joint kind.
struct Case {
    pattern: fixed::Pattern,
    guard: Option<fixed::Test<Fixed>>,
    /// The condition of its pattern and its guard.
    condition: Meaning,
    body: Expr,
}

impl Case {
    /// The arm, if its value is fixed.
    fn as_fixed(&self) -> Option<fixed::Arm<Fixed>> {
        let (pattern, guard) = (self.pattern.clone(), self.guard.clone());
        self.body.as_known().map(|value| fixed::Arm { pattern, guard, value: value.clone() })
    }
}

/// The condition of an `if`, with the facts that hold where it is true.
struct KnownTest {
    test: fixed::Test<Fixed>,
    says: Meaning,
}

impl Checker<'_> {
    #[expect(clippy::too_many_lines, reason = "the checks of both branches need each other's results in this order")]
    pub(crate) fn branch(&mut self, branch: &syn::ExprIf, syntax: &Syntax) -> Expr {
        let span = branch.span();
        self.scopes.enter();
        let test = self.test(&branch.cond, "`if`");
        let before = self.flow.fork();
        let says = test.as_ref().map(|test| test.says);
        let is_timed = test.as_ref().is_some_and(|test| test.test.level().is_timed());
        let level = test.as_ref().map_or(Level::Shared, |test| test.test.level());
        let enclosing = self.enclosing(level, test.as_ref().map(|test| &test.test), &branch.cond);
        let work = |this: &Self| (this.control.stores(), this.uses.inner_calls.len());
        let (decisions, work_before) = (self.uses.decisions.len(), work(self));
        if is_timed && let Some(says) = says {
            self.flow.enter_timed();
            self.uses.decide(says, enclosing.at.clone(), self.facts.conditions());
        }
        // A missing test means a reported mistake in the condition.
        let is_due = if is_timed || test.is_none() { Surrounding::Due } else { Surrounding::Fixed };
        self.control.enter(enclosing.clone());
        let then = self.within(is_due, |this| this.under(says, |this| this.block_expr(&branch.then_branch)));
        self.scopes.leave();
        let after_then = self.flow.fork();
        self.flow.back_to(&before);
        if is_timed && let Some((_, holds)) = self.uses.decided.last_mut() {
            *holds = false;
        }
        let negation = says.map(|says| self.facts.meanings.not(says));
        let is_due = if is_timed { Surrounding::NotDue } else { Surrounding::Fixed };
        let els = self.within(is_due, |this| {
            this.under(negation, |this| match &branch.else_branch {
                Some((_, els)) => this.expr(els),
                None => nothing(span),
            })
        });
        self.control.leave();
        let Some(test) = test else { return self.invalid(span) };
        let after = [after_then, self.flow.fork()];
        let KnownTest { test, says } = test;
        let conditions = [says];
        self.merge(&before, &after, &conditions);

        let (then, els, kind) = if is_timed {
            self.flow.leave_timed();
            self.uses.decided.pop();
            self.flow.join_timed(&after);
            // A branch that only decides about outputs is not timed work in a step without outputs.
            if work(self) == work_before && then.kind == Kind::unit() && els.kind == Kind::unit() {
                self.uses.decisions.truncate(decisions);
            }
            match self.timed_arms([then, els], after.each_ref(), branch, syntax, &enclosing) {
                Some(TimedArms { then, els, kind }) => (then, els, kind.of_parameter()),
                None => return self.invalid(span),
            }
        } else if let (Some(then), Some(els)) = (then.as_known(), els.as_known()) {
            return self.fixed(span, Form::If(test, then.clone(), els.clone()));
        } else {
            let kinds = self.arm_kinds(&[&then, &els]);
            match self.joint_kind(&kinds, &conditions, syntax) {
                Some(kind) => (then, els, Self::chosen(kind, level)),
                None => return self.invalid(span),
            }
        };
        let (then, els) = (arm_block(then, &kind), arm_block(els, &kind));
        let (meaning, holds) = self.facts.meanings.signed(says);
        let decides = match &test {
            fixed::Test::Is(value) if holds => Condition { meaning, holds, value: value.clone() },
            test => decision(meaning, holds, |yes, no| Form::If(test.clone(), yes, no), span),
        };
        self.uses.conditions.insert(meaning, decides.value.clone());
        Expr { kind, span, node: Node::If(Box::new(If { test, then, els, decides })) }
    }

    pub(crate) fn matched(&mut self, matched: &syn::ExprMatch, syntax: &Syntax) -> Expr {
        let span = matched.span();
        let scrutinee = self.value(&matched.expr);
        if !scrutinee.kind.is_wrong() {
            self.matched_parts(&scrutinee, &matched.expr);
        }
        let before = self.flow.fork();
        let level = scrutinee.as_fixed().map_or(Level::Shared, Fixed::level);
        self.control.enter(self.enclosing(level, None, &matched.expr));
        let (arms, ends) = self.arms(&matched.arms, scrutinee.as_fixed(), &before);
        self.control.leave();
        let guards = arms.iter().filter_map(|arm| arm.guard.as_ref()).map(fixed::Test::level);
        let level = guards.fold(level, Level::and);
        let Some(scrutinee) = scrutinee.as_fixed().cloned() else { return self.invalid(span) };
        let Some((_, rest)) = arms.split_last() else {
            return self.refused(span, Site::Arms { kinds: &[], joined: None, syntax });
        };
        let conditions: Vec<Meaning> = rest.iter().map(|arm| arm.condition).collect();
        self.merge(&before, &ends, &conditions);
        if let Some(fixed) = arms.iter().map(Case::as_fixed).collect::<Option<Vec<_>>>() {
            return self.fixed(span, Form::Match(scrutinee, fixed));
        }
        let kinds = self.arm_kinds(&arms.iter().map(|arm| &arm.body).collect::<Vec<_>>());
        let Some(kind) = self.joint_kind(&kinds, &conditions, syntax) else { return self.invalid(span) };
        let kind = Self::chosen(kind, level);
        let decides = conditions.iter().zip(&arms).map(|(condition, arm)| {
            let (meaning, holds) = self.facts.meanings.signed(*condition);
            let form = |yes, no| {
                let (pattern, guard) = (arm.pattern.clone(), arm.guard.clone());
                let other = fixed::Arm { pattern: fixed::Pattern::wild(), guard: None, value: no };
                Form::Match(scrutinee.clone(), vec![fixed::Arm { pattern, guard, value: yes }, other])
            };
            decision(meaning, holds, form, span)
        });
        let decides = decides.collect();
        let arms = arms
            .into_iter()
            .map(|Case { pattern, guard, body, .. }| Arm { pattern, guard, body: arm_block(body, &kind) })
            .collect();
        Expr { kind, span, node: Node::Match(Box::new(Match { scrutinee, arms, decides })) }
    }

    /// Announces the value of a `match` to the rules, each element of a tuple by itself.
    fn matched_parts(&mut self, value: &Expr, syntax: &Syntax) {
        match (&value.node, syntax) {
            (Node::Tuple(items), Syntax::Tuple(tuple)) => {
                for (item, syntax) in items.iter().zip(&tuple.elems).filter(|(item, _)| !item.kind.is_wrong()) {
                    self.matched_parts(item, syntax);
                }
            }
            _ => {
                self.breaks(Site::Matched(value, syntax));
            }
        }
    }

    /// The arms of a `match` and the facts at their ends. In each arm its pattern and guard hold, and the patterns before it do not.
    fn arms(&mut self, arms: &[syn::Arm], scrutinee: Option<&Fixed>, before: &Point) -> (Vec<Case>, Vec<Point>) {
        let value = scrutinee.map_or_else(|| self.facts.meanings.unknown(), Fixed::meaning);
        let level = scrutinee.map_or_else(Level::default, Fixed::level);
        // A guard decides about its own arm and about all arms after it.
        let mut guarded = 0;
        let (mut cases, mut ends, mut excluded) = (Vec::new(), Vec::new(), Vec::new());
        for arm in arms {
            self.flow.back_to(before);
            self.scopes.enter();
            let earlier = excluded.clone();
            let (pattern, guard) = match &arm.pat {
                Pat::Guard(guarded) => (&*guarded.pat, Some(&*guarded.guard)),
                other => (other, None),
            };
            let renamed = self.fixed_pattern(pattern, Known::at(level));
            let mut condition = self.pattern_condition(pattern, value);
            let test = match guard {
                Some(guard) => self.test(guard, "guard of a `match`"),
                None => {
                    excluded.push(self.facts.meanings.not(condition));
                    None
                }
            };
            if let (Some(test), Some(guard)) = (&test, guard) {
                self.control.enter(self.enclosing(test.test.level(), None, guard));
                guarded += 1;
            }
            let guard = test.map(|KnownTest { test, says }| {
                condition = self.facts.meanings.both(condition, says);
                test
            });
            let known = self.facts.meanings.all(earlier.into_iter().chain([condition]));
            let body = self.within(Surrounding::Fixed, |this| this.under(Some(known), |this| this.expr(&arm.body)));
            self.scopes.leave();
            ends.push(self.flow.fork());
            cases.push(Case { pattern: renamed, guard, condition, body });
        }
        (0..guarded).for_each(|_| self.control.leave());
        (cases, ends)
    }

    /// The branch around its arms. A timed condition may come from an argument of the function that is being checked.
    fn enclosing(&self, level: Level, test: Option<&fixed::Test<Fixed>>, condition: &Syntax) -> Enclosing {
        let passed = match test {
            Some(fixed::Test::Is(value)) if level.is_timed() => self.scopes.passed(value),
            _ => None,
        };
        let at = passed.map_or(condition, |passed| &passed.syntax).clone();
        Enclosing { level, is_loop: false, at, is_passed: passed.is_some() }
    }

    /// The joint kind of the arms; `None` after a mistake.
    fn joint_kind(&mut self, kinds: &[Kind], conditions: &[Meaning], syntax: &Syntax) -> Option<Kind> {
        let joined = self.join_branches(kinds, conditions);
        let broken = self.breaks(Site::Arms { kinds, joined: joined.as_ref(), syntax });
        joined.filter(|kind| !broken && !kind.is_wrong())
    }

    /// Checks something inside of a branch, a loop or a timed arm.
    fn within<R>(&mut self, around: Surrounding, check: impl FnOnce(&mut Self) -> R) -> R {
        self.uses.around.push(around);
        let result = check(self);
        self.uses.around.pop();
        result
    }

    /// Checks something where this condition is guaranteed to hold.
    fn under<R>(&mut self, condition: Option<Meaning>, check: impl FnOnce(&mut Self) -> R) -> R {
        let known = self.facts.assume(condition);
        let result = check(self);
        self.settle_outputs();
        self.facts.forget(known);
        result
    }

    /// The condition of a branch; `None` after a mistake. The message names the tensor that the condition depends on.
    fn test(&mut self, syntax: &Syntax, word: &str) -> Option<KnownTest> {
        match syntax {
            Syntax::Let(binding) if self.subject.optional(&binding.expr).is_some() => {
                let present = self.optional_let(binding)?;
                Some(KnownTest { says: present.meaning(), test: fixed::Test::Is(present) })
            }
            Syntax::Let(binding) => {
                let value = self.value(&binding.expr);
                self.breaks(Site::Condition { value: &value, syntax: &binding.expr, word });
                let Some(value) = value.as_fixed().cloned() else {
                    self.bind_wrong(&binding.pat);
                    return None;
                };
                let says = self.pattern_condition(&binding.pat, value.meaning());
                let pattern = self.fixed_pattern(&binding.pat, Known::at(value.level()));
                Some(KnownTest { test: fixed::Test::Let(pattern, value), says })
            }
            Syntax::Binary(binary) if matches!(binary.op, BinOp::And(_)) && contains_let(syntax) => {
                let left = self.test(&binary.left, word);
                let right = self.test(&binary.right, word);
                let (left, right) = (left?, right?);
                let test = fixed::Test::Both(Box::new(left.test), Box::new(right.test));
                Some(KnownTest { test, says: self.facts.meanings.both(left.says, right.says) })
            }
            _ => {
                let value = self.value(syntax);
                self.breaks(Site::Condition { value: &value, syntax, word });
                let value = value.as_deciding()?.clone();
                if !self.is_bool(syntax, &value, word) {
                    return None;
                }
                Some(KnownTest { says: value.meaning(), test: fixed::Test::Is(value) })
            }
        }
    }

    /// Returns true if a fixed condition, and each side of `&&` and `||` in it, may be a `bool`.
    fn is_bool(&mut self, syntax: &Syntax, value: &Fixed, word: &str) -> bool {
        match (syntax, value.form()) {
            (Syntax::Paren(inner), _) => self.is_bool(&inner.expr, value, word),
            (Syntax::Binary(binary), Form::Binary(BinOp::And(_) | BinOp::Or(_), left, right)) => {
                let (left, right) = (self.is_bool(&binary.left, left, word), self.is_bool(&binary.right, right, word));
                left && right
            }
            _ => !self.breaks(Site::Bool { value, syntax, word }),
        }
    }
}

/// The body of an arm as a block whose value has the joint kind.
fn arm_block(body: Expr, kind: &Kind) -> Block {
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

/// The condition between two arms as a `bool`: `form` writes the branch with literals in its two arms.
fn decision(meaning: Meaning, holds: bool, form: impl FnOnce(Fixed, Fixed) -> Form<Fixed>, span: Span) -> Condition {
    let literal = |value| {
        let literal = Lit::Bool(LitBool::new(value, Span::call_site()));
        Fixed::new(Form::Literal(literal), span, None, meaning)
    };
    let value = Fixed::new(form(literal(holds), literal(!holds)), span, None, meaning);
    Condition { meaning, holds, value }
}

/// The unit value, for an `if` without `else`.
fn nothing(span: Span) -> Expr {
    Expr { kind: Kind::unit(), span, node: Node::Block(Block::default()) }
}

/// Returns true if a condition contains `let`. In Rust it can stand only under `&&`, so no other operators are searched.
fn contains_let(syntax: &Syntax) -> bool {
    match syntax {
        Syntax::Let(_) => true,
        Syntax::Binary(binary) => contains_let(&binary.left) || contains_let(&binary.right),
        _ => false,
    }
}
