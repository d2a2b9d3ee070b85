//! The arguments of `#[optimizer(…)]` on an impl and on a function: `uses(newton_schulz, shelf::trust_ratio)`, `crate = path`.

use proc_macro2::{Ident, TokenStream};
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Path, Token, parenthesized};

use crate::diag::{Errors, source};

/// The arguments.
#[derive(Default)]
pub(crate) struct Arguments {
    /// The step functions in `uses`.
    pub(crate) uses: Vec<Path>,
    /// The path of the runtime's crate.
    pub(crate) krate: Option<Path>,
}

const EXAMPLE: &str = "help: write `uses(name, module::name)`";

/// Reads the arguments of an item. `the impl` and `a function` are its names in messages.
pub(crate) fn parse(tokens: &TokenStream, item: &str, errors: &mut Errors) -> Arguments {
    let mut arguments = Arguments::default();
    let Ok(parts) = Punctuated::<UsesOrCrate, Token![,]>::parse_terminated.parse2(tokens.clone()) else {
        let text = format!(
            "on {item}, `#[optimizer]` takes only `uses(…)`\nhelp: move other arguments to `#[optimizer(…)]` on the struct"
        );
        errors.push(tokens, text);
        return arguments;
    };
    let mut given = false;
    for part in parts {
        match part {
            UsesOrCrate::Crate(path) => arguments.krate = Some(path),
            UsesOrCrate::Uses(name, _) if given => {
                errors.about("functions").push(name, format!("`uses` is given twice\n{EXAMPLE}"));
            }
            UsesOrCrate::Uses(name, tokens) => {
                given = true;
                arguments.uses = paths(&name, tokens, &mut errors.about("functions"));
            }
        }
    }
    arguments
}

/// The paths in the parentheses of `uses`.
fn paths(name: &Ident, tokens: TokenStream, errors: &mut Errors) -> Vec<Path> {
    let list =
        |input: ParseStream<'_>| Punctuated::<Path, Token![,]>::parse_terminated_with(input, Path::parse_mod_style);
    let Ok(paths) = list.parse2(tokens.clone()) else {
        errors.push(tokens, format!("`uses` takes names of functions\n{EXAMPLE}"));
        return Vec::new();
    };
    if paths.is_empty() {
        errors.push(name, format!("`uses` names no function\n{EXAMPLE}"));
    }
    let mut once: Vec<Path> = Vec::new();
    for path in paths {
        match once.contains(&path) {
            true => errors.push(&path, format!("`{}` is named twice\nhelp: remove one of them", source(&path))),
            false => once.push(path),
        }
    }
    once
}

/// One argument.
enum UsesOrCrate {
    Uses(Ident, TokenStream),
    Crate(Path),
}

impl Parse for UsesOrCrate {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if input.parse::<Option<Token![crate]>>()?.is_some() {
            input.parse::<Token![=]>()?;
            return Ok(Self::Crate(input.call(Path::parse_mod_style)?));
        }
        let name: Ident = input.parse()?;
        if name != "uses" {
            return Err(syn::Error::new(name.span(), "unknown argument"));
        }
        let content;
        parenthesized!(content in input);
        Ok(Self::Uses(name, content.parse()?))
    }
}
