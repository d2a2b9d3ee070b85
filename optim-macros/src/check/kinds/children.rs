//! Schedules inside of schedules.

use syn::ExprMethodCall;
use syn::spanned::Spanned;

use crate::ast::{Expr, Node};
use crate::check::Checker;
use crate::check::rules::Site;
use crate::fixed::{Form, Function};
use crate::kind::Kind;

impl Checker<'_> {
    /// `self.scheduler.value(t)`, `self.schedulers[0].initial_value()`; the compiler proves that it is a schedule.
    pub(crate) fn child(&mut self, call: &ExprMethodCall) -> Expr {
        let span = call.span();
        let schedule = self.value(&call.receiver);
        let arguments: Vec<Expr> = call.args.iter().map(|argument| self.value(argument)).collect();
        if schedule.kind.is_wrong() || arguments.iter().any(|argument| argument.kind.is_wrong()) {
            return self.invalid(span);
        }
        let broken = self.breaks(Site::Child(call, &schedule, &arguments));
        let Some(fixed) = schedule.as_fixed().filter(|_| !broken).cloned() else { return self.invalid(span) };
        let Some(time) = arguments.into_iter().next() else {
            return self.fixed(span, Form::Call(Function::InitialValue, vec![fixed]));
        };
        self.breaks(Site::Number(&time, &call.args[0]));
        Expr { kind: Kind::scalar(), span, node: Node::Child(fixed, Box::new(time)) }
    }
}
