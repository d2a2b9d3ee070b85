//! The arguments of `#[optimizer(…)]` on a struct: `state <…>`, `input <…>`, `output <…>`, `lr_factor(state)`, `matrix`,
//! `requires(condition, "message")`, `crate = path`; and of `#[scheduler(…)]`: `names(…)`, `requires(…)`, `crate = path`.
//!
//! `<` and `>` are ordinary tokens to Rust's tokenizer, and conditions contain both, so the end of such a list is found
//! here: it is the first `>` after which the arguments can go on (nothing, or a comma and another key), and if there is
//! none, the last `>`. No complete condition ends in `>`, so the rule never cuts one.

use proc_macro2::{Delimiter, Ident, Spacing, TokenStream, TokenTree};
use syn::{Path, Token};

use super::definition::{Input, Output, Requirement, State};
use super::trees::is_punct;
use super::{Language, input, output, state};
use crate::diag::{Errors, list, nearest};

/// The keys, for messages.
fn keys(language: Language) -> &'static [&'static str] {
    match language {
        Language::Optimizer => &["state", "input", "output", "lr_factor", "matrix", "requires", "crate"],
        Language::Schedule => &["names", "requires", "crate"],
    }
}

/// The arguments of the attribute on a struct.
#[derive(Default)]
pub(crate) struct Args {
    /// The declared states, in order.
    pub(crate) states: Vec<State>,
    /// The declared inputs, in order.
    pub(crate) inputs: Vec<Input>,
    /// The declared outputs, in order.
    pub(crate) outputs: Vec<Output>,
    /// The conditions that `build` verifies, in order.
    pub(crate) requires: Vec<Requirement>,
    /// The state that multiplies the learning rate.
    pub(crate) lr_factor: Option<Ident>,
    /// True if a parameter of more than two axes is one matrix: its first axis by all others.
    pub(crate) matrix: Option<Ident>,
    /// Further names of a schedule.
    pub(crate) names: Vec<Ident>,
    /// The path of the runtime's crate.
    pub(crate) krate: Option<Path>,
}

/// Reads the arguments.
pub(crate) fn parse(tokens: TokenStream, language: Language, errors: &mut Errors) -> Args {
    let errors = &mut errors.about(match language {
        Language::Optimizer => "hyper",
        Language::Schedule => "scheduler",
    });
    let mut args = Args::default();
    let mut seen: Vec<String> = Vec::new();
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let mut rest = trees.as_slice();
    while let [first, after @ ..] = rest {
        rest = match first {
            TokenTree::Ident(key) => {
                let name = key.to_string();
                if name != "requires" && keys(language).contains(&name.as_str()) && seen.contains(&name) {
                    errors.push(key, duplicate(&name));
                }
                seen.push(name);
                argument(key, after, language, &mut args, errors)
            }
            other => {
                errors.push(other, format!("expected one of the arguments {}", list(keys(language).iter().copied())));
                skip(after)
            }
        };
        rest = match rest {
            [comma, rest @ ..] if is_punct(comma, ',') => rest,
            [] => rest,
            [other, ..] => {
                errors.push(other, format!("expected `,` between the arguments of `{}`", language.words().attribute));
                let rest = skip(rest);
                rest.get(1..).unwrap_or_default()
            }
        };
    }
    args
}

/// Reads the argument with this key, and returns the tokens after it.
fn argument<'t>(
    key: &Ident,
    after: &'t [TokenTree],
    language: Language,
    args: &mut Args,
    errors: &mut Errors,
) -> &'t [TokenTree] {
    match key.to_string().as_str() {
        "state" if language == Language::Schedule => {
            errors.push(
                key,
                "a schedule has no state: its value depends only on `t`\nhelp: compute it from `t`, so that a run can resume at any step",
            );
            list_of(key, after, &mut Errors::new()).1
        }
        "state" => {
            let (inner, rest) = list_of(key, after, errors);
            args.states.extend(state::entries(&inner, errors));
            rest
        }
        "input" if language == Language::Optimizer => {
            let (inner, rest) = list_of(key, after, errors);
            args.inputs.extend(input::entries(&inner, errors));
            rest
        }
        "output" if language == Language::Optimizer => {
            let (inner, rest) = list_of(key, after, errors);
            args.outputs.extend(output::entries(&inner, errors));
            rest
        }
        "requires" => requirement(key, after, args, errors),
        "names" if language == Language::Schedule => names(key, after, args, errors),
        "lr_factor" if language == Language::Optimizer => lr_factor(key, after, args, errors),
        "matrix" if language == Language::Optimizer => {
            args.matrix = Some(key.clone());
            after
        }
        "crate" => krate(key, after, args, errors),
        _ => unknown(key, after, language, errors),
    }
}

/// The message for a key that is given twice.
fn duplicate(name: &str) -> String {
    match name {
        "state" => "`state <…>` is given twice\nhelp: write one list: `state <first = 0.0, second = 0.0>`".to_owned(),
        "input" => {
            "`input <…>` is given twice\nhelp: write one list: `input <first: tensor, second: tensor>`".to_owned()
        }
        "output" => {
            "`output <…>` is given twice\nhelp: write one list: `output <first: scalar, second: global>`".to_owned()
        }
        _ => format!("`{name}` is given twice"),
    }
}

/// The tokens in the angle brackets of `state <…>`, `input <…>` and `output <…>`, and the tokens after them.
fn list_of<'a>(key: &Ident, after: &'a [TokenTree], errors: &mut Errors) -> (Vec<TokenTree>, &'a [TokenTree]) {
    let example = match key.to_string().as_str() {
        "input" => "input <name: tensor>",
        "output" => "output <name: scalar>",
        _ => "state <name = 0.0>",
    };
    match after {
        [open, inner @ ..] if is_punct(open, '<') => {
            let (inner, rest) = match closing(inner) {
                Some(end) => (&inner[..end], &inner[end + 1..]),
                None => {
                    errors.push_at(open.span(), format!("the list `{key} <…` has no closing `>`"));
                    (inner, &inner[inner.len()..])
                }
            };
            (inner.to_vec(), rest)
        }
        [TokenTree::Group(group), rest @ ..] => {
            errors.push(key, format!("`{key}` takes its list in angle brackets\nhelp: write `{example}`"));
            (group.stream().into_iter().collect(), rest)
        }
        _ => {
            errors.push(key, format!("`{key}` needs a list in angle brackets\nhelp: write `{example}`"));
            (Vec::new(), skip(after))
        }
    }
}

/// The index of the `>` that closes the list, see the module's description.
fn closing(tokens: &[TokenTree]) -> Option<usize> {
    let closes = |&at: &usize| is_closing(tokens, at);
    let ends = |&at: &usize| match &tokens[at + 1..] {
        [] => true,
        [comma] => is_punct(comma, ','),
        [comma, TokenTree::Ident(key), next, ..] if is_punct(comma, ',') => match key.to_string().as_str() {
            "crate" => is_punct(next, '='),
            _ => is_punct(next, '<') || matches!(next, TokenTree::Group(_)),
        },
        _ => false,
    };
    (0..tokens.len()).filter(closes).find(ends).or_else(|| (0..tokens.len()).rev().find(closes))
}

/// Returns true if the token at `at` is a single `>`: not part of `->`, `=>` or `>=`, and not the first of `>>`.
fn is_closing(tokens: &[TokenTree], at: usize) -> bool {
    let joint = |at: Option<usize>| match at.and_then(|at| tokens.get(at)) {
        Some(TokenTree::Punct(punct)) if punct.spacing() == Spacing::Joint => Some(punct.as_char()),
        _ => None,
    };
    let next = match tokens.get(at + 1) {
        Some(TokenTree::Punct(punct)) => Some(punct.as_char()),
        _ => None,
    };
    tokens.get(at).is_some_and(|tree| is_punct(tree, '>'))
        && !(joint(Some(at)).is_some() && matches!(next, Some('=' | '>')))
        && !matches!(joint(at.checked_sub(1)), Some('-' | '='))
}

/// `requires(condition)` or `requires(condition, "message")`.
fn requirement<'a>(key: &Ident, after: &'a [TokenTree], args: &mut Args, errors: &mut Errors) -> &'a [TokenTree] {
    const HELP: &str = "\nhelp: write `requires(self.lower < self.upper, \"lower must be below upper\")`";
    match after {
        [TokenTree::Group(group), rest @ ..] if group.delimiter() == Delimiter::Parenthesis => {
            if group.stream().is_empty() {
                errors.push(key, format!("`requires` has no condition{HELP}"));
            } else {
                args.requires.extend(errors.take(syn::parse2::<RequiresArguments>(group.stream())).map(|read| read.0));
            }
            rest
        }
        _ => {
            errors.push(key, format!("`requires` needs a condition in parentheses{HELP}"));
            skip(after)
        }
    }
}

/// The tokens in the parentheses of `requires`.
struct RequiresArguments(Requirement);

impl syn::parse::Parse for RequiresArguments {
    fn parse(input: syn::parse::ParseStream<'_>) -> syn::Result<Self> {
        let cond = input.parse()?;
        let mut message = None;
        if !input.is_empty() {
            input.parse::<syn::Token![,]>()?;
            if !input.is_empty() {
                message = Some(input.parse()?);
                input.parse::<Option<syn::Token![,]>>()?;
            }
        }
        Ok(Self(Requirement { cond, message }))
    }
}

/// `names(First, Second)`.
fn names<'a>(key: &Ident, after: &'a [TokenTree], args: &mut Args, errors: &mut Errors) -> &'a [TokenTree] {
    const HELP: &str = "\nhelp: write `names(CosineDecayWD)`";
    match after {
        [TokenTree::Group(group), rest @ ..] if group.delimiter() == Delimiter::Parenthesis => {
            let list = syn::punctuated::Punctuated::<Ident, Token![,]>::parse_terminated;
            match syn::parse::Parser::parse2(list, group.stream()) {
                Ok(list) if !list.is_empty() => args.names.extend(list),
                Ok(_) => errors.push(key, format!("`names` is empty{HELP}")),
                Err(_) => errors.push(group.stream(), format!("`names` takes more names of the type{HELP}")),
            }
            rest
        }
        _ => {
            errors.push(key, format!("`names` needs names in parentheses{HELP}"));
            skip(after)
        }
    }
}

/// `lr_factor(state)`.
fn lr_factor<'a>(key: &Ident, after: &'a [TokenTree], args: &mut Args, errors: &mut Errors) -> &'a [TokenTree] {
    const HELP: &str = "\nhelp: write `lr_factor(scale)`";
    match after {
        [TokenTree::Group(group), rest @ ..] if group.delimiter() == Delimiter::Parenthesis => {
            match syn::parse2::<Ident>(group.stream()) {
                Ok(name) => args.lr_factor = Some(name),
                Err(_) if group.stream().is_empty() => errors.push(key, format!("`lr_factor` names no state{HELP}")),
                Err(_) => errors.push(group.stream(), format!("`lr_factor` takes the name of one state{HELP}")),
            }
            rest
        }
        _ => {
            errors.push(key, format!("`lr_factor` needs the name of a state in parentheses{HELP}"));
            skip(after)
        }
    }
}

/// `crate = path`.
fn krate<'a>(key: &Ident, after: &'a [TokenTree], args: &mut Args, errors: &mut Errors) -> &'a [TokenTree] {
    const HELP: &str = "\nhelp: write `crate = path::to::optim_core`";
    let rest = skip(after);
    let given = &after[..after.len() - rest.len()];
    match given {
        [equal, path @ ..] if is_punct(equal, '=') && !path.is_empty() => {
            let tokens: TokenStream = path.iter().cloned().collect();
            match syn::parse::Parser::parse2(Path::parse_mod_style, tokens.clone()) {
                Ok(path) => args.krate = Some(path),
                Err(_) => errors.push(tokens, format!("`crate` takes the path of the runtime crate{HELP}")),
            }
        }
        _ => errors.push(key, format!("`crate` needs the path of the runtime crate{HELP}")),
    }
    rest
}

/// A key that doesn't exist.
fn unknown<'a>(key: &Ident, after: &'a [TokenTree], language: Language, errors: &mut Errors) -> &'a [TokenTree] {
    let name = key.to_string();
    let help = match nearest(&name, keys(language).iter().copied()) {
        _ if name == "uses" && language == Language::Optimizer => {
            "name functions on the impl: `#[optimizer(uses(…))] impl`".to_owned()
        }
        Some(key) => format!("did you mean `{key}`?"),
        None if language == Language::Optimizer
            && after.first().is_some_and(|next| is_punct(next, '=') || is_punct(next, ':')) =>
        {
            format!("state is declared in angle brackets: `state <{name} = 0.0>`")
        }
        None => format!("the arguments are {}", list(keys(language).iter().copied())),
    };
    errors.push(key, format!("unknown argument `{name}` of `{}`\nhelp: {help}", language.words().attribute));
    skip(after)
}

/// The tokens from the comma that ends this argument.
fn skip(tokens: &[TokenTree]) -> &[TokenTree] {
    let end = tokens.iter().position(|tree| is_punct(tree, ',')).unwrap_or(tokens.len());
    &tokens[end..]
}
