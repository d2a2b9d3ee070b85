//! Calls of a wrapper's inner optimizer.

use syn::{Expr as Syntax, ExprMethodCall};

use super::mistake::{Mistake, absent, miscounted, wrong};
use super::site::Site;
use crate::check::Checker;
use crate::check::known::Surrounding;
use crate::check::known::scopes::Binding;
use crate::check::messages::phrases::{article, given, help};
use crate::diag::{line, source};
use crate::kind::{Kind, Shape};
use crate::language::Routine;

/// The call that a function must make, as code.
fn example(checker: &Checker) -> Option<String> {
    let inner = checker.subject.inner()?;
    Some(match checker.subject.routine? {
        Routine::Eval => format!("self.{inner}.eval(param)"),
        routine => format!("self.{inner}.{}(param, grad)", routine.name()),
    })
}

pub(super) fn inner_is_called(checker: &Checker, site: &Site) -> Option<Mistake> {
    let Site::End(signature) = site else { return None };
    let calls = matches!(checker.subject.routine, Some(Routine::Step | Routine::Probe));
    if !calls || !checker.uses.inner_calls.is_empty() || checker.report.is_mistaken() {
        return None;
    }
    let (example, inner) = (example(checker)?, checker.subject.inner()?);
    let name = &signature.ident;
    absent(
        name,
        help(&format!("this `{name}` never calls the inner optimizer, `{inner}`"), &format!("write `{example};`")),
    )
}

pub(super) fn inner_has_three_functions(checker: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::InnerCall(call, field) = site else { return None };
    let (inner, method) = (source(&field.member), call.method.to_string());
    let own = checker.subject.routine?;
    if method == own.name() {
        return None;
    }
    let message = match method.as_str() {
        "step" | "probe" | "eval" => format!("`{}` can't call `{inner}.{method}`", own.name()),
        _ => format!("the inner optimizer, `{inner}`, has no function `{method}`"),
    };
    wrong(&call.method, help(&message, &format!("write `{}`", example(checker)?)))
}

pub(super) fn inner_runs_once(checker: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::InnerCall(call, field) = site else { return None };
    let first = checker.uses.inner_calls.first()?;
    let place = line(*first).map(|line| format!("\nnote: it is called on line {line}")).unwrap_or_default();
    let message = format!("`{}` is called twice{place}", source(&field.member));
    let advice = match checker.subject.routine {
        Some(Routine::Eval) => "call it once, and store the result in a variable: `let weights = …;`",
        _ => "call it once: compute its gradient in a variable first, and handle the differences after the call",
    };
    wrong(call, help(&message, advice))
}

pub(super) fn inner_runs_on_every_path(checker: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::InnerCall(call, field) = site else { return None };
    let inner = source(&field.member);
    let evaluates = checker.subject.routine == Some(Routine::Eval);
    let (message, advice) = if checker.calls.is_inside() {
        (
            format!("`{inner}` is called in a helper function"),
            "call it directly in `step`, `probe` or `eval`".to_owned(),
        )
    } else if checker.uses.loops > 0 || checker.uses.unrolled > 0 {
        let makes = if evaluates { "" } else { ": it must make exactly one step" };
        (format!("`{inner}` is called in a loop{makes}"), "move the call out of the loop".to_owned())
    } else if evaluates {
        if checker.uses.around.is_empty() {
            return None;
        }
        let advice = format!("call it before: `let weights = {};`", source(call));
        (format!("`{inner}` is called in an `if` or `match`"), advice)
    } else {
        match checker.uses.around[..] {
            [] | [Surrounding::Due] => return None,
            [.., Surrounding::NotDue] => (
                format!("`{inner}` is called in an `else`"),
                "negate the condition, and write the call in the `if`".to_owned(),
            ),
            _ if checker.uses.around.contains(&Surrounding::Fixed) => (
                format!("`{inner}` is not called on every path"),
                "move the call out of the `if` or `match`, and choose its gradient there: `let grad = if … { a } else { b };`"
                    .to_owned(),
            ),
            _ => (
                format!("`{inner}` is called under two timed conditions"),
                "combine them: `if every(self.k) && after(100) { … }`".to_owned(),
            ),
        }
    };
    wrong(call, help(&message, &advice))
}

pub(super) fn inner_takes_two(checker: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::InnerCall(call, field) = site else { return None };
    let count = call.args.len();
    let (takes, needs) = match checker.subject.routine {
        Some(Routine::Eval) => ("1 argument, the weights", 1),
        _ => ("2 arguments, the place to update and the gradient", 2),
    };
    if count == needs {
        return None;
    }
    let message = format!("`{}.{}` takes {takes}, but {}", source(&field.member), call.method, given(count));
    miscounted(&call.method, &call.args, needs, help(&message, &format!("write `{}`", example(checker)?)))
}

pub(super) fn inner_updates_a_place(checker: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::InnerPlace(syntax) = site else { return None };
    let state = checker.subject.any_state();
    let lacks_mut = match syntax {
        Syntax::Field(_) | Syntax::Index(_) => true,
        Syntax::Path(_) => matches!(checker.scopes.binding_of(syntax), Some(Binding::Value { .. })),
        _ => false,
    };
    let advice = if lacks_mut {
        format!("write `&mut {}`", source(syntax))
    } else {
        format!("write `param` or `&mut state.{state}`, or `&mut` and a variable")
    };
    let message = "the inner optimizer updates the parameter, a state or a variable, but this is none of them";
    wrong(syntax, help(message, &advice))
}

pub(super) fn inner_operands_fit(checker: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::InnerOperands { call, place, grad } = site else { return None };
    let ExprMethodCall { args, .. } = call;
    let is_tensor = |kind: &Kind| *kind == Kind::Num(Shape::TENSOR);
    if !is_tensor(place) {
        let message = format!(
            "the inner optimizer updates a `Tensor` of the parameter's dimensions, but this is {}",
            article(place)
        );
        let is_state = matches!(&args[0], Syntax::Reference(reference) if matches!(
            &*reference.expr,
            Syntax::Field(field) if matches!(checker.scopes.binding_of(&field.base), Some(Binding::State { .. }))
        ));
        let advice = match is_state {
            true => "declare the state as `tensor`, or pass `param`",
            false => "pass a tensor of the parameter's dimensions, or `param`",
        };
        return wrong(&args[0], help(&message, advice));
    }
    if is_tensor(&grad.kind) {
        return None;
    }
    let (role, given, syntax) = match checker.subject.routine {
        Some(Routine::Eval) => ("weights", "param", &args[0]),
        _ => ("a gradient", "grad", &args[1]),
    };
    let message = format!(
        "the inner optimizer takes {role} of the parameter's dimensions, but this is {}{}",
        article(&grad.kind),
        checker.note(grad)
    );
    let lifts = matches!(&grad.kind, Kind::Num(shape) if shape.is_scalar()) || grad.kind.is_fixed();
    let advice = if lifts {
        format!("write `full({})`", source(syntax))
    } else {
        format!("pass `{given}`, or a tensor computed from it")
    };
    wrong(syntax, help(&message, &advice))
}

pub(super) fn inner_keeps_its_settings(checker: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Setting(field) = site else { return None };
    if !checker.subject.is_inner(field) {
        return None;
    }
    let inner = source(&field.member);
    let message = format!("`{inner}` is an optimizer: its settings and states are private");
    let advice = match example(checker) {
        Some(example) => {
            format!("call it, `{example}`, or declare a setting of this struct")
        }
        _ => "declare a setting of this struct".to_owned(),
    };
    wrong(field, help(&message, &advice))
}
