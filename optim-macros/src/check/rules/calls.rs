//! Calls: only functions of the step language exist, with a fixed number of arguments.

use syn::{Expr as Syntax, PathSegment};

use super::mistake::{Mistake, miscounted, unknown, wrong};
use super::site::Site;
use super::{input, output};
use crate::check::Checker;
use crate::check::known::scopes::Binding;
use crate::check::messages::assigned::{assignment, changing};
use crate::check::messages::floats::as_float;
use crate::check::messages::phrases::{counted, given, help};
use crate::check::syntax::{integer_literal, primitive_of};
use crate::check::terms::operands::arguments_of;
use crate::check::terms::signatures::typed_inputs;
use crate::diag::{list, nearest, source};
use crate::fixed::Size;
use crate::language::{Language, Routine};
use crate::ops::{Law, Library, Op, Reduce, TIME_FUNCTIONS};
use crate::parse::chains::TOO_DEEP;
use crate::parse::{Hyper, HyperType};

/// All functions that a step may call.
const CALLABLE: &str =
    "call functions of the language, methods of numbers, helpers of this impl or `#[elementwise]` functions";

/// The page that lists a step's methods.
const METHODS: &str = "`optim_std::guide::functions` lists all methods";

/// The functions of the language.
pub(super) fn is_function(name: &str) -> bool {
    matches!(name, "select" | "full" | "scalar" | "eye") || Law::function(name).is_some()
}

/// A suggestion for a misspelt name.
fn there_is(near: &str) -> String {
    format!("did you mean `{near}`?")
}

pub(super) fn variables_exist(checker: &Checker, site: &Site) -> Option<Mistake> {
    let (name, at, declares): (_, &dyn quote::ToTokens, _) = match site {
        Site::Read(name, at) if is_variable(&name.to_string()) => (name, at, false),
        Site::NoVariable(name, left) => (name, left, true),
        _ => return None,
    };
    let name = name.to_string();
    if checker.scopes.find(&name).is_some() {
        return None;
    }
    let without = input::without_parameter(checker, &name, at);
    if let Some(mistake) = without.or_else(|| output::without_parameter(checker, &name, at)) {
        return Some(mistake);
    }
    let names = checker.scopes.visible();
    let message = format!("there is no variable `{name}` here");
    let message = match nearest(&name, names.iter().map(String::as_str)) {
        Some(near) => help(&message, &there_is(near)),
        None if declares => help(&message, &format!("declare it: `let {name} = …;`")),
        None => message,
    };
    unknown(name, at, message)
}

/// Returns true if an unknown name was probably meant as a variable, not as a constant.
fn is_variable(name: &str) -> bool {
    name != "None" && name.chars().next().is_some_and(char::is_lowercase)
}

pub(super) fn settings_exist(checker: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Setting(field) = site else { return None };
    let definition = checker.subject.definition?;
    if checker.subject.hyper(field).is_some() {
        return None;
    }
    let (name, words) = (source(&field.member), checker.subject.words);
    let known: Vec<String> = definition.hypers.iter().map(Hyper::name).collect();
    let known = || known.iter().map(String::as_str);
    let message = if definition.input(&name).is_some() {
        help(&format!("`{name}` is an input, not {}", words.a_field), &format!("write `input.{name}`"))
    } else if definition.state(&name).is_some() {
        help(&format!("`{name}` is a state, not {}", words.a_field), &format!("write `state.{name}`"))
    } else {
        let message = format!("`{}` has no {} `{name}`", definition.name, words.field);
        match nearest(&name, known()) {
            Some(near) => help(&message, &there_is(near)),
            None if known().next().is_none() => help(&message, &format!("declare it as a field: `{name}: f64`")),
            None => help(&message, &format!("it has {}", list(known()))),
        }
    };
    unknown(format!("self.{name}"), field, message)
}

pub(super) fn constants_are_plain(checker: &Checker, site: &Site) -> Option<Mistake> {
    let Site::Constant(path) = site else { return None };
    path.qself.as_ref()?;
    let message = format!("qualified paths are not supported in {}", checker.subject.words.body);
    wrong(path, help(&message, "use a constant of this crate or of a number type"))
}

pub(super) fn functions_have_names(_: &Checker, site: &Site) -> Option<Mistake> {
    let Site::Callee(function) = site else { return None };
    wrong(function, help("this is not the name of a function", CALLABLE))
}

pub(super) fn functions_are_named_alone(_: &Checker, site: &Site) -> Option<Mistake> {
    let Site::Call(call, path) = site else { return None };
    let qualified = matches!(&*call.func, Syntax::Path(function) if function.qself.is_some());
    let last = path.segments.last()?;
    if primitive_of(path).is_some() || !(qualified || path.segments.iter().any(|own| !own.arguments.is_none())) {
        return None;
    }
    let message = format!("`{}` has type arguments, which are not supported here", source(&call.func));
    wrong(&call.func, help(&message, &format!("remove them: `{}(…)`", last.ident)))
}

pub(super) fn functions_are_of_the_language(checker: &Checker, site: &Site) -> Option<Mistake> {
    let Site::Call(call, path) = site else { return None };
    let capital = |segment: &PathSegment| segment.ident.to_string().starts_with(char::is_uppercase);
    let foreign = path.segments.iter().any(capital) && !path.is_ident("Some");
    let standard = matches!(path.segments[0].ident.to_string().as_str(), "std" | "core" | "alloc");
    if primitive_of(path).is_some() || !(foreign || standard) {
        return None;
    }
    wrong(&call.func, help(&format!("{} can't call `{}`", checker.subject.words.body, source(path)), CALLABLE))
}

pub(super) fn nothing_calls_itself(checker: &Checker, site: &Site) -> Option<Mistake> {
    let entry = checker.subject.entry;
    let (name, at): (_, &dyn quote::ToTokens) = match site {
        Site::Call(call, path)
            if (checker.subject.definition.is_none() || checker.subject.is_step_function())
                && path.is_ident(entry)
                && !path.get_ident().is_some_and(|name| is_function(&name.to_string())) =>
        {
            (entry, &call.func)
        }
        Site::Helper(name, _) if entry == *name || checker.calls.is_running(name) => (*name, name),
        _ => return None,
    };
    wrong(at, help(&format!("`{name}` calls itself"), "use a `for` loop with a fixed number of iterations"))
}

pub(super) fn routines_stand_apart(checker: &Checker, site: &Site) -> Option<Mistake> {
    let Site::Helper(name, _) = site else { return None };
    let routines = checker.subject.language()?.routines();
    let routine = routines.iter().find(|routine| *name == routine.name())?;
    let (entry, called) = (checker.subject.entry, routine.name());
    let message = format!("`{entry}` can't call `{called}`: only the runtime calls it");
    wrong(name, help(&message, "move the shared code to a helper function of this impl"))
}

pub(super) fn expressions_are_so_deep(checker: &Checker, site: &Site) -> Option<Mistake> {
    let Site::Expression(syntax) = site else { return None };
    if checker.calls.is_too_deep() { wrong(syntax, TOO_DEEP) } else { None }
}

pub(super) fn functions_of_numbers_take_fixed_ones(_: &Checker, site: &Site) -> Option<Mistake> {
    let Site::Arguments(_, path, values) = site else { return None };
    primitive_of(path)?;
    let place = values.iter().position(|value| value.as_fixed().is_none())?;
    let last = path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
    let advice = format!("write it as a method: `x.{last}({})`", if values.len() > 1 { "…" } else { "" });
    wrong(site.tokens_of(place)?, help(&format!("`{}` works on fixed numbers only", source(path)), &advice))
}

pub(super) fn helpers_exist(checker: &Checker, site: &Site) -> Option<Mistake> {
    let Site::Helper(name, _) = site else { return None };
    if checker.calls.helper(name).is_some() {
        return None;
    }
    let text = name.to_string();
    let known: Vec<String> = checker.calls.helpers().iter().map(|function| function.sig.ident.to_string()).collect();
    let advice = match nearest(&text, known.iter().map(String::as_str)) {
        _ if TIME_FUNCTIONS.contains(&text.as_str()) => {
            format!("`{text}` is a function of the language: write `{text}(…)`")
        }
        Some(near) => there_is(near),
        None => {
            let attribute = checker.subject.words.attribute;
            format!("write `fn {text}` in the `#[{attribute}] impl`, where the same rules check it")
        }
    };
    wrong(name, help(&format!("this impl has no function `{text}`"), &advice))
}

pub(super) fn calls_have_all_arguments(checker: &Checker, site: &Site) -> Option<Mistake> {
    let counts = |name: &dyn std::fmt::Display, wanted: usize, count: usize| {
        (wanted != count).then(|| format!("`{name}` takes {}, but {}", counted(wanted, "argument"), given(count)))
    };
    match site {
        Site::Helper(name, arguments) => {
            let wanted = typed_inputs(&checker.calls.helper(name)?.sig).count();
            let message = counts(name, wanted, arguments.len())?;
            miscounted(name, arguments.iter().copied(), wanted, message)
        }
        Site::Call(call, path)
            if ["full", "scalar", "eye"].into_iter().chain(Law::names()).any(|own| path.is_ident(own)) =>
        {
            match call.args.len() {
                1 => None,
                _ => miscounted(&call.func, &call.args, 1, format!("`{}` takes one value", source(path))),
            }
        }
        Site::Arguments(call, path, values) if path.is_ident("select") => match values.len() {
            3 => None,
            count => {
                let message = format!("`select` takes 3 arguments, a mask and two values, but {}", given(count));
                miscounted(&call.func, &call.args, 3, message)
            }
        },
        Site::Method(call, operands) => {
            let wanted = arguments_of(&call.method.to_string())?;
            miscounted(&call.method, &call.args, wanted, counts(&call.method, wanted, operands.len() - 1)?)
        }
        Site::UnknownMethod(call) if Size::of(&call.method).is_some() => {
            miscounted(&call.method, &call.args, 0, counts(&call.method, 0, call.args.len())?)
        }
        Site::Child(call, schedule, arguments) if schedule.as_fixed().is_some() => {
            let wanted = usize::from(call.method == "value");
            miscounted(&call.method, &call.args, wanted, counts(&call.method, wanted, arguments.len())?)
        }
        _ => None,
    }
}

pub(super) fn numbers_are_drawn_in_steps(checker: &Checker, site: &Site) -> Option<Mistake> {
    let Site::Call(call, path) = site else { return None };
    let name = Law::names().find(|name| path.is_ident(name))?;
    let advice = match checker.subject.routine {
        Some(Routine::Step | Routine::Watched | Routine::Probe) => return None,
        Some(Routine::Eval) => "draw them in `step`, and store the result in a state".to_owned(),
        Some(Routine::Value) => format!("draw them in a step, and multiply there: `self.lr * {name}(grad)`"),
        None => format!("draw them in the step: `let noise = {name}(grad);`, and pass `noise` as an argument"),
    };
    wrong(&call.func, help(&format!("random numbers are not supported in {}", checker.subject.words.body), &advice))
}

pub(super) fn nothing_is_cloned(checker: &Checker, site: &Site) -> Option<Mistake> {
    let Site::Method(call, [_]) = site else { return None };
    if !matches!(call.method.to_string().as_str(), "clone" | "to_owned" | "into") {
        return None;
    }
    let body = checker.subject.words.body;
    let message = format!("`{}` is not needed in {body}", call.method);
    wrong(&call.method, help(&message, &format!("remove it: values of {body} are copied")))
}

pub(super) fn the_parameter_has_four_sizes(checker: &Checker, site: &Site) -> Option<Mistake> {
    let Site::UnknownMethod(call) = site else { return None };
    let name = call.method.to_string();
    let is_size = matches!(name.as_str(), "shape" | "dim" | "size" | "numel" | "raw_dim" | "nrows" | "ncols");
    if !is_size || !matches!(checker.scopes.binding_of(&call.receiver), Some(Binding::Param)) {
        return None;
    }
    let message = format!("the parameter has no method `{name}`");
    wrong(&call.method, help(&message, "use `ndim()`, `len()`, `rows()` or `cols()`"))
}

pub(super) fn functions_are_no_methods(checker: &Checker, site: &Site) -> Option<Mistake> {
    let Site::UnknownMethod(call) = site else { return None };
    let name = call.method.to_string();
    let of_time = checker.subject.language() == Some(Language::Optimizer) && TIME_FUNCTIONS.contains(&name.as_str());
    if !is_function(&name) && !of_time {
        return None;
    }
    if of_time {
        let advice = format!("write `{name}({})`", call.args.iter().map(source).collect::<Vec<_>>().join(", "));
        return wrong(&call.method, help(&format!("`{name}` is a function, not a method"), &advice));
    }
    let arguments: Vec<String> = std::iter::once(source(&*call.receiver)).chain(call.args.iter().map(source)).collect();
    let advice = format!("write `{name}({})`", arguments.join(", "));
    wrong(&call.method, help(&format!("`{name}` is a function, not a method"), &advice))
}

pub(super) fn methods_have_their_receivers(_: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::PlainMethod(call, receiver, owner) = site else { return None };
    let ty = receiver.ty()?;
    if owner.is(&call.method.to_string(), &ty.kind) {
        return None;
    }
    let (method, text) = (&call.method, source(&*call.receiver));
    let is = ty.name.as_ref().map_or_else(|| "an integer".to_owned(), |name| format!("`{name}`"));
    let message = format!("`{method}` is a method of {}, but this is {is}", owner.name());
    let advice = match ty.kind {
        HyperType::Array(_) | HyperType::List(_) => format!("call it on an item: `{text}[0].{method}(…)`"),
        HyperType::Tuple(_) => format!("call it on an element: `{text}.0.{method}(…)`"),
        HyperType::Option(_) => format!("write `if let Some(x) = {text} {{ … }}`"),
        HyperType::Integer | HyperType::Single if owner.is("", &HyperType::Float) => {
            format!("convert it: `({}).{method}(…)`", as_float(&call.receiver))
        }
        _ => METHODS.to_owned(),
    };
    wrong(method, help(&message, &advice))
}

pub(super) fn values_change_by_assignment(checker: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::UnknownMethod(call) = site else { return None };
    changing(call)?;
    // A chain of methods such as `x.mul_(a).add_(b)` stands for one assignment after another.
    let (mut calls, mut place) = (vec![call], &*call.receiver);
    while let Syntax::MethodCall(earlier) = place
        && changing(earlier).is_some()
    {
        calls.push(earlier);
        place = &earlier.receiver;
    }
    let advice: Vec<String> = calls.iter().rev().filter_map(|call| assignment(checker, call, place)).collect();
    let (body, method) = (checker.subject.words.body, &call.method);
    let message = format!("{body} has no method `{method}`: an assignment changes a value");
    wrong(method, help(&message, &format!("write `{}`", advice.join(" "))))
}

pub(super) fn methods_exist(checker: &Checker, site: &Site) -> Option<Mistake> {
    let Site::UnknownMethod(call) = site else { return None };
    let name = call.method.to_string();
    let in_schedule = checker.subject.in_schedule();
    let elsewhere = match name.as_str() {
        "pow" if call.args.first().is_some_and(|exponent: &Syntax| integer_literal(exponent).is_none()) => Some("powf"),
        "pow" => Some("powi"),
        "dot_product" => Some("dot"),
        "transpose" => Some("t"),
        "maximum" => Some("max"),
        "minimum" => Some("min"),
        "log" => Some("ln"),
        "sqr" => Some("square"),
        "at" if in_schedule => Some("value"),
        "norm_l2" | "l2_norm" | "norm2" => Some("norm"),
        "unwrap" | "expect" => Some("unwrap_or"),
        _ => None,
    };
    let known: Vec<String> = Op::method_names()
        .chain(["powi"])
        .chain(Library::method_names())
        .map(str::to_owned)
        .chain(Reduce::method_names())
        .chain(in_schedule.then(|| "value".to_owned()))
        .collect();
    let message = format!("{} has no method `{name}`", checker.subject.words.body);
    match elsewhere.or_else(|| nearest(&name, known.iter().map(String::as_str))) {
        Some(near) => wrong(&call.method, help(&message, &format!("did you mean `{near}`?"))),
        None => wrong(&call.method, help(&message, METHODS)),
    }
}
