//! Schedules inside of schedules.

use syn::ExprMethodCall;
use syn::spanned::Spanned;

use crate::check::Checker;
use crate::check::words::phrase::{article, help};
use crate::ast::{Expr, Node};
use crate::fixed::{Form, Function};
use crate::kind::Kind;

impl Checker<'_> {
    /// `self.scheduler.value(t)`, `self.schedulers[0].initial_value()`; the compiler proves that it is a schedule.
    pub(crate) fn child(&mut self, call: &ExprMethodCall) -> Expr {
        let (span, name) = (call.span(), call.method.to_string());
        let schedule = self.value(&call.receiver);
        let arguments: Vec<Expr> = call.args.iter().map(|argument| self.value(argument)).collect();
        if schedule.kind.is_wrong() || arguments.iter().any(|argument| argument.kind.is_wrong()) {
            return self.invalid(span);
        }
        let Some(fixed) = schedule.as_fixed().cloned() else {
            let message = format!("only a schedule has `{name}`, and this is {}", article(&schedule.kind));
            return self.wrong(call, help(&message, "call it of an argument: `self.scheduler.value(t)`"));
        };
        let wanted = usize::from(name == "value");
        if arguments.len() != wanted {
            return self.wrong_count(call, &name, wanted, arguments.len());
        }
        let Some(time) = arguments.into_iter().next() else {
            return self.fixed(span, Form::Call(Function::InitialValue, vec![fixed]));
        };
        self.no_integers(&time, &call.args[0]);
        if !matches!(time.kind, Kind::Fixed | Kind::Num(_)) {
            let message = format!("a schedule has a value at a time, and this is {}", article(&time.kind));
            return self.wrong(&call.args, message);
        }
        Expr { kind: Kind::scalar(), span, node: Node::Child(fixed, Box::new(time)) }
    }
}
