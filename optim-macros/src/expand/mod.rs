//! The expansion of each macro: its stages in order.
//!
//! Only `parse` and `check` can fail. Both report all mistakes that they find, and later stages run only without
//! mistakes.

#[cfg(test)]
mod figures;
#[cfg(test)]
mod schedule_tests;
#[cfg(test)]
pub(crate) mod snapshots;
#[cfg(test)]
mod step_tests;

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Item, ItemFn, ItemImpl};

use crate::ast::Body;
use crate::diag::Errors;
use crate::emit::planned::Planned;
use crate::language::{Language, Routine};
use crate::parse::functions::Functions;
use crate::parse::impl_input::ImplInput;
use crate::parse::step_function::request::{Answer, Asker, Request};
use crate::parse::step_function::{self, StepFunction, StepFunctions};
use crate::parse::{self, Definition, chains};
use crate::{check, derive, emit, lower, plan, recover};

/// `#[optimizer]` and `#[scheduler]` on any item.
pub(crate) fn attribute(language: Language, arguments: TokenStream, item: &TokenStream) -> TokenStream {
    let mut errors = Errors::of(language.section());
    let (arguments, item) = (chains::cut(arguments, &mut errors), &chains::cut(item.clone(), &mut errors));
    match syn::parse2::<Item>(item.clone()) {
        Ok(Item::Struct(parsed)) => {
            let parsed = parse::item::parse(arguments, parsed, language, &mut errors);
            return match language {
                Language::Optimizer => emit::settings::expand(&parsed, errors),
                Language::Schedule => emit::schedule::expand(&parsed, errors),
            };
        }
        Ok(Item::Impl(mut parsed)) => {
            chains::shorten_impl(&mut parsed, &mut errors);
            let (header, arguments) = parse::header::parse(&arguments, &parsed, language, &mut errors);
            return emit::forward::expand((&header, arguments), item, language, errors);
        }
        Ok(Item::Fn(parsed)) if language == Language::Optimizer => {
            return step_function(&arguments, &parsed, &mut errors.about("functions"));
        }
        Ok(other) => parse::item::refuse(&other, language, &mut errors),
        Err(error) if errors.is_empty() => errors.add(error),
        // An incomplete item may not parse as Rust.
        Err(_) => return errors.into_compile_errors(),
    }
    recover::with_item(errors, item)
}

/// The impl half, called by the macro that the struct half leaves behind: `{ definition } impl … { … }`.
pub(crate) fn impl_half(input: TokenStream) -> TokenStream {
    let mut errors = Errors::of("items");
    let parsed = parse::impl_input::parse(input, &mut errors);
    let mut tokens = errors.into_compile_errors();
    if let Some(ImplInput { definition, functions, mut item, .. }) = parsed {
        // The attribute has reported expressions that are nested too deeply.
        chains::shorten_impl(&mut item, &mut Errors::new());
        tokens.extend(implementation(&definition, &item, &functions));
    }
    tokens
}

/// The impl of an annotated struct.
pub(crate) fn implementation(definition: &Definition, item: &ItemImpl, used: &StepFunctions) -> TokenStream {
    let mut errors = Errors::of(definition.language.section());
    let functions = parse::functions::parse(item, definition.language, &mut errors);
    let expanded = functions.and_then(|functions| match definition.language {
        Language::Optimizer => optimizer(definition, item, (&functions, used), &mut errors),
        Language::Schedule => formula(definition, item, &functions, &mut errors),
    });
    expanded.unwrap_or_else(|| broken(definition, item, errors))
}

/// The impl of an optimizer.
fn optimizer(
    definition: &Definition,
    item: &ItemImpl,
    functions: (&Functions, &StepFunctions),
    errors: &mut Errors,
) -> Option<TokenStream> {
    let bodies = check::optimizer(definition, functions, errors);
    if definition.broken || !errors.is_empty() {
        return None;
    }
    let planned = |(routine, body): (Routine, Body)| {
        let program = lower::program(&body);
        let plan = plan::plan(&program, None);
        Planned { routine, body, program, plan }
    };
    let others: Vec<Planned> = bodies.others.into_iter().map(planned).collect();
    if definition.outputs.is_empty() {
        return Some(emit::step::expand(definition, item, &planned((Routine::Step, bodies.step)), (&others, None)));
    }
    let body = bodies.step;
    // Unused work in a loop would give it passes of its own, so it is removed first.
    let whole = lower::pruned(lower::program(&body));
    let program = lower::without_outputs(&whole);
    let plan = plan::plan(&program, None);
    let heavy = [&whole, &program].map(plan::heavy_loops);
    let whole = lower::loops_apart((whole, &heavy[0]), (&program, &heavy[1]));
    let watched_plan = plan::plan(&whole, Some((&program, &plan)));
    let watched = Planned { routine: Routine::Watched, body: body.clone(), program: whole, plan: watched_plan };
    let step = Planned { routine: Routine::Step, body, program, plan };
    Some(emit::step::expand(definition, item, &step, (&others, Some(&watched))))
}

/// The impl of a schedule. It needs no plan: the checked formula is printed once, generic over a type of numbers.
fn formula(
    definition: &Definition,
    item: &ItemImpl,
    functions: &Functions,
    errors: &mut Errors,
) -> Option<TokenStream> {
    let formula = check::schedule(definition, functions, errors);
    let right = !definition.broken && errors.is_empty();
    right.then(|| emit::formula::expand(definition, item, &formula))
}

/// An impl with mistakes: the errors, its tokens for editors, and replacements for its uses.
fn broken(definition: &Definition, item: &ItemImpl, errors: Errors) -> TokenStream {
    let mut tokens = if definition.silent { TokenStream::new() } else { errors.into_compile_errors() };
    tokens.extend(recover::impl_for_editors(item));
    // If a field cannot be a hyperparameter, a substitute type has the traits of the struct.
    let is_refused = definition.wraps.is_none() && !item.generics.params.is_empty();
    if definition.types_are_understood() && !is_refused {
        tokens.extend(match definition.language {
            Language::Optimizer => emit::stub::expand(definition, &item.self_ty, &item.generics),
            Language::Schedule => emit::formula::stub(definition, &item.self_ty),
        });
    }
    tokens
}

/// `#[optimizer]` on a function: generates everything that does not depend on the functions in `uses`, and asks for these.
fn step_function(arguments: &TokenStream, item: &ItemFn, errors: &mut Errors) -> TokenStream {
    let arguments = step_function::arguments::parse(arguments, "a function", errors);
    let own = arguments.uses.iter().find(|path| path.is_ident(&item.sig.ident));
    if let Some(own) = own {
        errors.push(
            own,
            format!("`{}` can't use itself\nhelp: remove it from `uses`, and write a `for` loop", item.sig.ident),
        );
        let mut tokens = std::mem::take(errors).into_compile_errors();
        tokens.extend(recover::for_editors(item));
        return tokens;
    }
    let (uses, broken) = (arguments.uses.clone(), !errors.is_empty());
    let mut tokens = std::mem::take(errors).into_compile_errors();
    let request = Request::new(arguments, broken, Asker::Function(item.to_token_stream()));
    tokens.extend(emit::step_function::hidden_type(&request.root, item, &uses));
    tokens.extend(if uses.is_empty() { step_function_asked(&request) } else { emit::forward::ask(&request) });
    tokens
}

/// A step function, after all functions in its `uses` have answered.
fn step_function_asked(request: &Request) -> TokenStream {
    let mut errors = Errors::of("functions");
    let (Asker::Function(item), functions) = (&request.asker, syn::parse2(request.functions())) else {
        return TokenStream::new();
    };
    let (Some(mut item), Some(used)) = (errors.take(syn::parse2::<ItemFn>(item.clone())), errors.take(functions))
    else {
        return errors.into_compile_errors();
    };
    let StepFunctions { uses, .. } = &used;
    let written = item.clone();
    chains::shorten_function(&mut item, &mut errors);
    step_function::attributes(&item, &mut errors);
    let body = check::step_function(&item, &used, &mut errors);
    let silent = request.broken || used.are_broken();
    let broken = silent || !errors.is_empty();
    let function = StepFunction {
        id: step_function::id("__step_function", &written),
        broken,
        types: body.types,
        constants: body.constants,
        elementwise: body.elementwise.iter().map(|call| call.function.clone()).collect(),
        uses: uses.clone(),
        item: written,
    };
    let mut tokens = if silent { TokenStream::new() } else { errors.into_compile_errors() };
    tokens.extend(emit::step_function::expand(&request.root, &function, &body.elementwise, &used));
    tokens
}

/// The answer of a step function's macro.
pub(crate) fn step_function_found(input: TokenStream) -> TokenStream {
    let mut errors = Errors::of("functions");
    let Some(answer) = errors.take(syn::parse2::<Answer>(input)) else { return errors.into_compile_errors() };
    let request = answer.added(&mut errors);
    let mut tokens = errors.into_compile_errors();
    tokens.extend(match (&request.paths[..], &request.asker) {
        ([], Asker::Function(_)) => step_function_asked(&request),
        _ => emit::forward::ask(&request),
    });
    tokens
}

/// `#[elementwise]`.
pub(crate) fn elementwise(arguments: TokenStream, item: &TokenStream) -> TokenStream {
    let mut errors = Errors::of("elementwise");
    let root = parse::elementwise::root(arguments, &mut errors);
    let mut deep = Errors::of("elementwise");
    let item = &chains::cut(item.clone(), &mut deep);
    let Some(mut function) = parse::elementwise::function(item, &mut errors) else {
        return if deep.is_empty() { recover::with_item(errors, item) } else { deep.into_compile_errors() };
    };
    chains::shorten_function(&mut function, &mut deep);
    let whole = deep.is_empty();
    errors.append(deep);
    if whole && let Some(signature) = parse::elementwise::signature(&function, &mut errors) {
        let formula = check::elementwise(&function, &signature, &mut errors);
        if errors.is_empty() {
            return emit::elementwise::expand(&root, &function, &signature, &formula);
        }
    }
    let mut tokens = errors.into_compile_errors();
    tokens.extend(emit::elementwise::stub(&root, &function));
    tokens.extend(recover::for_editors(item));
    tokens
}

/// `#[derive(Parameters)]`; the item itself is not part of the output.
pub(crate) fn parameters(item: TokenStream) -> TokenStream {
    syn::parse2(item).map_or_else(|error| error.to_compile_error(), |item| derive::parameters::expand(&item))
}

/// `#[derive(Choice)]`; the item itself is not part of the output.
pub(crate) fn choice(item: TokenStream) -> TokenStream {
    syn::parse2(item).map_or_else(|error| error.to_compile_error(), |item| derive::choice::expand(&item))
}
