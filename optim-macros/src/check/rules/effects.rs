//! Effects: a body only computes numbers from numbers.

use syn::{Expr as Syntax, Item};

use super::mistake::{Mistake, aside, wrong, wrong_at};
use super::site::Site;
use crate::check::Checker;
use crate::check::messages::phrases::help;
use crate::diag::source;

pub(super) fn no_macros(checker: &Checker, site: &Site) -> Option<Mistake> {
    let Site::Macro(call) = site else { return None };
    let message = format!("macro calls are not supported in {}", checker.subject.words.body);
    let written = source(call);
    let name = written.split('!').next().unwrap_or_default().rsplit("::").next().unwrap_or_default().trim();
    let advice = match name {
        "print" | "println" | "eprint" | "eprintln" | "dbg" => {
            "print outside: `opt.state(…)`, `opt.values()`, `graph(…)`"
        }
        "assert" | "assert_eq" | "assert_ne" | "debug_assert" | "panic" => {
            "check settings with `requires(…)` on the struct"
        }
        _ => "write the code that the macro expands to; check settings with `requires(…)` on the struct",
    };
    wrong(call, help(&message, advice))
}

pub(super) fn no_closures(checker: &Checker, site: &Site) -> Option<Mistake> {
    let body = checker.subject.words.body;
    match site {
        Site::Expression(syntax @ Syntax::Closure(_)) => wrong(
            syntax,
            help(
                &format!("closures are not supported in {body}"),
                match checker.subject.is_step_function() {
                    true => "write another step function, or a loop",
                    false => "write a helper function in this impl, or a loop",
                },
            ),
        ),
        Site::UnknownMethod(call) => {
            let name = call.method.to_string();
            let takes_one = matches!(
                name.as_str(),
                "map"
                    | "map_or"
                    | "map_or_else"
                    | "unwrap_or_else"
                    | "and_then"
                    | "is_some_and"
                    | "filter"
                    | "fold"
                    | "for_each"
            );
            if !takes_one {
                return None;
            }
            let message = format!("{body} has no method `{name}`: closures are not supported");
            wrong(&call.method, help(&message, "write `if let Some(x) = … { … } else { … }`, or a `for` loop"))
        }
        _ => None,
    }
}

pub(super) fn no_items(checker: &Checker, site: &Site) -> Option<Mistake> {
    let Site::Item(item) = site else { return None };
    let body = checker.subject.words.body;
    match item {
        Item::Static(_) => None,
        Item::Const(_) => wrong(
            item,
            help(
                &format!("constants can't be declared inside {body}"),
                "declare it in the impl or the module, or use `let`",
            ),
        ),
        _ => wrong(item, help(&format!("items can't be declared inside {body}"), "move it out of the impl")),
    }
}

pub(super) fn no_unsafe(checker: &Checker, site: &Site) -> Option<Mistake> {
    let Site::Expression(Syntax::Unsafe(block)) = site else { return None };
    let message = format!("`unsafe` is not supported in {}", checker.subject.words.body);
    wrong(block.unsafe_token, help(&message, "use the functions of the language"))
}

pub(super) fn not_asynchronous(checker: &Checker, site: &Site) -> Option<Mistake> {
    let message = || {
        let message = format!("`async` is not supported in {}", checker.subject.words.body);
        help(&message, "remove `async` and `.await`")
    };
    match site {
        Site::Expression(Syntax::Async(block)) => wrong(block.async_token, message()),
        Site::Expression(Syntax::Await(awaited)) => wrong(awaited.await_token, message()),
        _ => None,
    }
}

pub(super) fn no_structs(checker: &Checker, site: &Site) -> Option<Mistake> {
    let Site::Expression(syntax @ Syntax::Struct(_)) = site else { return None };
    let body = checker.subject.words.body;
    wrong(syntax, help(&format!("structs are not supported in {body}"), "use variables, tuples or arrays"))
}

pub(super) fn only_this_syntax(checker: &Checker, site: &Site) -> Option<Mistake> {
    let Site::Unsupported(syntax) = site else { return None };
    if let Syntax::Let(_) = syntax {
        let message = "`let` is supported only in the condition of an `if`";
        return wrong(syntax, help(message, "write `if let Some(x) = self.x { … }`"));
    }
    let body = checker.subject.words.body;
    let message = format!("this syntax is not supported in {body}");
    let advice = "use `let`, arithmetic, functions, fixed `if`, `match` and `for`";
    wrong(syntax, help(&message, advice))
}

pub(super) fn bodies_are_understood(checker: &Checker, site: &Site) -> Option<Mistake> {
    let Site::Whole = site else { return None };
    let message = format!("this is not supported in {}", checker.subject.words.body);
    wrong_at(checker.report.unexplained()?, help(&message, "split it into variables: `let x = …;`"))
}

pub(super) fn statements_have_effects(_: &Checker, site: &Site) -> Option<Mistake> {
    let Site::Statement(value, syntax) = site else { return None };
    value.as_fixed()?;
    let message = "this statement has no effect: its value is not used";
    aside(syntax, help(message, &format!("remove it, or use the value: `let x = {};`", source(syntax))))
}
