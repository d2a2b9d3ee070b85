//! Questions about the step count, and the values of branches that they decide.

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Expr as Syntax, ExprCall};

use crate::ast::{Block, Expr, Node, Stmt};
use crate::check::Checker;
use crate::check::known::{Enclosing, Point};
use crate::check::rules::Site;
use crate::check::syntax::{end_of, last_of};
use crate::diag::source;
use crate::fixed::{Fixed, Form, Question, Receiver, Timed, Type};
use crate::kind::{Kind, Shape};

/// The arms of a timed `if`, lifted to numbers of the step, and their joint kind.
pub(crate) struct TimedArms {
    pub(crate) then: Expr,
    pub(crate) els: Expr,
    pub(crate) kind: Kind,
}

impl Checker<'_> {
    /// `every(k)`, `every(k, first)`, `after(n)`, `at(n)`, `slot(m)`, `slot(m, i)`
    pub(crate) fn asked(&mut self, call: &ExprCall, question: Question) -> Expr {
        // One token only: the compiler shows only the first token of a joined span.
        let (span, arguments) = (call.func.span(), call.args.iter());
        let arguments: Vec<Expr> = arguments.map(|argument| self.value(argument)).collect();
        let wrong = arguments.iter().any(|argument| argument.kind.is_wrong());
        if wrong || self.breaks(Site::Asked { call, question, arguments: &arguments }) {
            return self.invalid(span);
        }
        let arguments = arguments.iter().map(|argument| argument.as_fixed().cloned()).collect::<Option<Vec<Fixed>>>();
        let Some(mut arguments) = arguments else { return self.invalid(span) };
        // `every(k, k)` is `every(k)`, and has its meaning.
        if question == Question::Every && arguments.len() == 2 && arguments[0].meaning() == arguments[1].meaning() {
            arguments.truncate(1);
        }
        self.uses.time = true;
        let ty = if question == Question::Slot { None } else { Type::of_name("bool") };
        self.fixed_of(span, Form::Asked(question, arguments), ty)
    }

    /// An index into the list that `syntax` names. A slot is checked against the list's length.
    pub(crate) fn position(&mut self, at: &Expr, base: &Expr, syntax: &syn::Expr) -> Option<Fixed> {
        if at.kind != Kind::Timed(Timed::Slot) {
            return at.as_fixed().cloned();
        }
        let span = at.span;
        let length = match (&base.kind, base.as_fixed()) {
            (Kind::Array(items), _) => self.fixed(span, Form::Length(items.len())),
            (_, Some(list)) => {
                let len = syn::Ident::new("len", Span::call_site());
                self.fixed(span, Form::Method(Receiver::Sequence, list.clone(), len, None, Vec::new()))
            }
            _ => return None,
        };
        self.slot_index(at, &length, &source(syntax))
    }

    /// A slot as an index into a list of this length. Errors of `build` name the list.
    pub(crate) fn slot_index(&mut self, slot: &Expr, length: &Expr, list: &str) -> Option<Fixed> {
        let name = self.fixed(slot.span, Form::Literal(syn::Lit::Str(syn::LitStr::new(list, slot.span))));
        let parts = [slot.as_known()?, length.as_fixed()?, name.as_fixed()?].map(Fixed::clone);
        self.fixed(slot.span, Form::Asked(Question::Index, parts.into())).as_known().cloned()
    }

    /// Lifts the fixed values in the arms of a timed `if` to numbers of the step. The dimensions must not depend on the arm.
    pub(crate) fn timed_arms(
        &mut self,
        [then, els]: [Expr; 2],
        [after_then, after_else]: [&Point; 2],
        branch: &syn::ExprIf,
        syntax: &Syntax,
        decides: &Enclosing,
    ) -> Option<TimedArms> {
        let condition = &*branch.cond;
        let mut broken = false;
        for (id, kind) in after_then.kinds() {
            let other = after_else.kinds().find(|(other, _)| *other == id).map(|(_, kind)| kind);
            if other.is_some_and(|other| !kind.is_wrong() && !other.is_wrong() && !same(kind, other)) {
                let name = self.scopes.variable(id).called.clone();
                broken |= self.breaks(Site::TimedKinds { name: Some(&name), condition, decides });
                break;
            }
        }
        let other = branch.else_branch.as_ref().map(|(_, els)| end_of(els));
        let then = self.as_data(then, last_of(&branch.then_branch), decides);
        let els = self.as_data(els, other, decides);
        let kinds = [data_kind(&then.kind), data_kind(&els.kind)];
        if kinds[0].same_type(&kinds[1]) && !same(&kinds[0], &kinds[1]) && !kinds.iter().any(Kind::is_wrong) {
            broken |= self.breaks(Site::TimedKinds { name: None, condition, decides });
        }
        if broken {
            return None;
        }
        let joined = if kinds.iter().any(Kind::is_wrong) { Some(Kind::Wrong) } else { Kind::join_all(&kinds) };
        let broken = self.breaks(Site::Arms { kinds: &kinds, joined: joined.as_ref(), syntax });
        let kind = joined.filter(|kind| !broken && !kind.is_wrong())?;
        Some(TimedArms { then, els, kind })
    }

    /// Opens the tuples and blocks in an arm of a timed `if`, so that their fixed parts can be lifted.
    fn as_data(&mut self, arm: Expr, syntax: Option<&Syntax>, decides: &Enclosing) -> Expr {
        let span = arm.span;
        match arm.node {
            Node::Fixed(ref fixed) => match fixed.form() {
                Form::Tuple(items) => {
                    let items = items.iter().map(|item| Expr::of(item.clone())).enumerate();
                    let items: Vec<Expr> =
                        items.map(|(place, item)| self.as_data(item, part(syntax, place), decides)).collect();
                    let kind = Kind::Tuple(items.iter().map(|item| item.kind.clone()).collect());
                    Expr { kind, span, node: Node::Tuple(items) }
                }
                Form::Block(lets, value) => {
                    let stmts = lets.iter().cloned().map(Stmt::Fixed).collect();
                    let value = self.as_data(Expr::of(value.clone()), syntax, decides);
                    let kind = value.kind.clone();
                    Expr { kind, span, node: Node::Block(Block { stmts, value: Some(Box::new(value)) }) }
                }
                _ if syntax.is_some_and(|syntax| self.breaks(Site::TimedArm(&arm, syntax, decides))) => {
                    self.invalid(span)
                }
                _ => arm,
            },
            Node::Block(Block { stmts, value: Some(value) }) => {
                let value = self.as_data(*value, syntax, decides);
                let kind = value.kind.clone();
                Expr { kind, span, node: Node::Block(Block { stmts, value: Some(Box::new(value)) }) }
            }
            Node::Tuple(items) => {
                let items = items.into_iter().enumerate();
                let items: Vec<Expr> =
                    items.map(|(place, item)| self.as_data(item, part(syntax, place), decides)).collect();
                let kinds = items.iter().map(|item| item.kind.clone()).collect();
                let kind = if arm.kind.is_wrong() { Kind::Wrong } else { Kind::Tuple(kinds) };
                Expr { kind, span, node: Node::Tuple(items) }
            }
            _ => arm,
        }
    }
}

/// The syntax of an element, if the tuple is written out.
fn part(syntax: Option<&Syntax>, place: usize) -> Option<&Syntax> {
    match syntax {
        Some(Syntax::Tuple(tuple)) => tuple.elems.get(place),
        other => other,
    }
}

/// Returns true if two kinds have one shape.
fn same(a: &Kind, b: &Kind) -> bool {
    a.clone().of_parameter() == b.clone().of_parameter()
}

/// The kind of a timed `if` with an arm of this kind: a fixed number becomes a scalar.
fn data_kind(kind: &Kind) -> Kind {
    match kind {
        Kind::Fixed => Kind::Num(Shape::Scalar),
        Kind::Tuple(items) => Kind::Tuple(items.iter().map(data_kind).collect()),
        Kind::Array(items) => Kind::Array(items.iter().map(data_kind).collect()),
        kind => kind.clone(),
    }
}
