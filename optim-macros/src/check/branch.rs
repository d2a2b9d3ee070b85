//! Branches: `if` and `match` on fixed conditions.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{BinOp, Expr as Syntax, Pat};

use super::Checker;
use super::condition::Condition;
use super::integers::is_integer;
use super::phrase::{article, help};
use crate::ast::{self, Arm, Block, Expr, If, Match, Node, Stmt};
use crate::diag::source;
use crate::kind::Kind;
use crate::language::Language;
use crate::tokens::without_parentheses;

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
            None => this.fixed_unit(span),
        });
        let Some(test) = test else { return self.invalid(span) };
        let after_else = self.flow();
        let conditions = [test.condition];
        self.merge(&before, &[after_then, after_else], &conditions);

        if let (Some(then), Some(els)) = (then.as_fixed(), els.as_fixed()) {
            let condition = &test.tokens;
            return self.fixed(span, quote_spanned!(span=> (if #condition { #then } else { #els })));
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
        let decides = ast::Condition { name, holds, value };
        Expr {
            kind,
            span,
            node: Node::If(Box::new(If {
                condition: without_parentheses(test.tokens),
                has_let: contains_let(&branch.cond),
                binds: test.binds,
                then,
                els,
                decides,
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
            let (mut tokens, mut binds) = self.fixed_pattern(pattern, None);
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
        let Some(scrutinee) = scrutinee.as_fixed().cloned() else { return self.invalid(span) };
        if arms.is_empty() {
            return self.wrong(matched, "this `match` has no arms");
        }
        conditions.pop();
        self.merge(&before, &flows, &conditions);
        let fixed: Option<Vec<TokenStream>> =
            arms.iter().map(|(pattern, _, body)| body.as_fixed().map(|body| quote!(#pattern => #body,))).collect();
        if let Some(fixed) = fixed {
            return self.fixed(span, quote_spanned!(span=> (match #scrutinee { #(#fixed)* })));
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
            .map(|(condition, (pattern, ..))| {
                let (name, holds) = condition.signed_name();
                ast::Condition { name, holds, value: quote!(match #scrutinee { #pattern => #holds, _ => !#holds }) }
            })
            .collect();
        let arms = arms
            .into_iter()
            .map(|(pattern, binds, body)| Arm { pattern, binds, body: self.arm_block(body, &kind) })
            .collect();
        Expr {
            kind,
            span,
            node: Node::Match(Box::new(Match { scrutinee: without_parentheses(scrutinee), arms, decides })),
        }
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
                let (pattern, binds) = self.fixed_pattern(&binding.pat, None);
                let value = value.as_fixed()?;
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
                if !self.is_bool(syntax, word) {
                    return None;
                }
                let condition = self.condition_of(syntax);
                Some(Test { tokens: value.as_fixed()?.clone(), binds: Vec::new(), condition })
            }
        }
    }

    /// Whether a fixed condition may be a `bool`: where the syntax tells another type, that is a mistake.
    fn is_bool(&mut self, syntax: &Syntax, word: &str) -> bool {
        if let Syntax::Paren(inner) = syntax {
            return self.is_bool(&inner.expr, word);
        }
        if let Syntax::Binary(binary) = syntax
            && matches!(binary.op, BinOp::And(_) | BinOp::Or(_))
        {
            let (left, right) = (self.is_bool(&binary.left, word), self.is_bool(&binary.right, word));
            return left && right;
        }
        // Of a literal the compiler tells it well.
        let known = if matches!(syntax, Syntax::Lit(_)) { None } else { self.written_type(syntax) };
        let Some(ty) = known.filter(|ty| !ty.ends_with("bool")) else { return true };
        let text = source(syntax);
        let advice = match ty.as_str() {
            option if option.contains("Option<") => format!("write `{text}.is_some()`, or `if let Some(x) = {text}`"),
            items if items.starts_with(['(', '[']) => "compare one of its elements".to_owned(),
            integer if is_integer(integer) => format!("compare it: `{text} > 0`"),
            _ => format!("compare it: `{text} > 0.0`"),
        };
        self.errors.push(syntax, help(&format!("this {word} takes a `bool`, and `{text}` is `{ty}`"), &advice));
        self.gave_up = true;
        false
    }

    /// The first rule: control flow never depends on tensor data.
    fn depends(&mut self, value: &Expr, syntax: &Syntax, word: &str) {
        if value.kind.is_wrong() {
            return;
        }
        let shown = if source(syntax).len() <= 40 { self.with_floats(syntax) } else { "mask".to_owned() };
        let (message, advice) = match value.kind {
            Kind::Mask(ref shape) => {
                let many = match shape.is_scalar() {
                    true => format!("a number of {}", self.words.this_body),
                    false => "tensor data".to_owned(),
                };
                (
                    format!("this {word} depends on {many}, so its branch is not fixed before the run"),
                    format!("choose with `select({shown}, a, b)`; both sides are computed"),
                )
            }
            _ => (
                format!("this {word} depends on {}, which is known only {}", article(&value.kind), self.words.moment),
                "compare and choose with `select(x > 0.0, a, b)`; both sides are computed".to_owned(),
            ),
        };
        let clause = self.provenance(value).map(|text| format!(": {text}")).unwrap_or_default();
        let note = format!("\nnote: the condition is {}{clause}", article(&value.kind));
        let fixed = match self.definition.map(|definition| definition.language) {
            Some(Language::Optimizer) => {
                "\nhelp: to branch on a setting, use a literal, a `const` or a field that is not `scheduled`"
            }
            Some(Language::Schedule) => "\nhelp: to branch on what is fixed, use a literal, a `const` or an argument",
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

    fn fixed_unit(&self, span: proc_macro2::Span) -> Expr {
        Expr { kind: Kind::unit(), span, node: Node::Block(Block::default()) }
    }
}

/// Rust takes a `let` under `&&` only, so other operators have none.
fn contains_let(syntax: &Syntax) -> bool {
    match syntax {
        Syntax::Let(_) => true,
        Syntax::Binary(binary) => contains_let(&binary.left) || contains_let(&binary.right),
        _ => false,
    }
}
