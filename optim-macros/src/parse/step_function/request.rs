//! The request that goes from macro to macro. Each step function adds its tokens, and sends the request to the next one.
//!
//! ```text
//! shelf::trust_ratio! {                     // the macro of a step function, by the path that the user wrote
//!     { ::optim_std::__private }            // the runtime of the crate with the caller, whose macros read the answer
//!     version "0.1.0"
//!     ask { shelf::trust_ratio, shelf::averaged, }
//!     known { uses { … } { function } }     // the answers so far
//!     for Lamb { impl Lamb { … } }          // or: for fn { fn clipped(…) { … } }
//! }
//! ```
//!
//! The macro adds its own functions at the front and passes everything to `optimizer_function!`.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream};
use syn::{ItemFn, LitStr, Path, Token, braced};

use super::arguments::Arguments;
use super::tokens::keyword;
use super::{Use, id};
use crate::diag::{Errors, source};
use crate::parse::stored::entries;
use crate::paths;

/// The version of this crate, on which the token form depends.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A request that goes from one function to the next.
pub(crate) struct Request {
    pub(crate) root: Path,
    /// The functions that must still answer. The first one is asked now.
    pub(crate) paths: Vec<Path>,
    /// The functions that the item calls, as far as they have answered.
    pub(crate) uses: Vec<Use>,
    /// The tokens of these functions and of the functions that they call, each in braces.
    pub(crate) found: Vec<Found>,
    /// True if a mistake has been reported.
    pub(crate) broken: bool,
    pub(crate) asker: Asker,
}

/// The tokens of a function, not yet parsed.
pub(crate) struct Found {
    id: Ident,
    tokens: TokenStream,
}

/// The item that lists functions in `uses`.
pub(crate) enum Asker {
    /// An impl of the struct at this path.
    Impl(Path, TokenStream),
    Function(TokenStream),
}

/// The answer of a macro: the request, and the functions that the macro carries or the reason why it has none.
pub(crate) struct Answer {
    version: String,
    carried: Contents,
    request: Request,
}

enum Contents {
    /// The functions that the macro carries. The last one is the function that was asked.
    Functions(Vec<Found>),
    /// An `#[elementwise]` function, which needs no `uses`.
    Elementwise,
}

impl Answer {
    /// The request with this answer.
    pub(crate) fn added(self, errors: &mut Errors) -> Request {
        let Self { version, carried, mut request } = self;
        let path = request.paths.remove(0);
        let name = source(&path);
        let mistake = match &carried {
            _ if version != VERSION => Some(format!(
                "`{name}` was compiled by version {version} of optim-macros, but this crate uses version {VERSION}\nhelp: let both crates depend on one version of optim-std"
            )),
            Contents::Elementwise => Some(format!(
                "`{name}` is an `#[elementwise]` function, which can be called without `uses`\nhelp: remove it from `uses`"
            )),
            Contents::Functions(_) => None,
        };
        if let Some(text) = mistake {
            errors.push(&path, text);
            request.broken = true;
        } else if let Contents::Functions(functions) = carried {
            request.uses.extend(functions.last().map(|own| Use { path, id: own.id.clone() }));
            for function in functions {
                if request.found.iter().all(|known| known.id != function.id) {
                    request.found.push(function);
                }
            }
        }
        request
    }
}

impl Request {
    /// The first request, without answers.
    pub(crate) fn new(arguments: Arguments, broken: bool, asker: Asker) -> Self {
        let Arguments { uses: paths, krate } = arguments;
        let root = paths::root(krate.as_ref());
        Self { root, paths, uses: Vec::new(), found: Vec::new(), broken, asker }
    }

    /// The answers as the tokens of [`StepFunctions`](super::StepFunctions).
    pub(crate) fn functions(&self) -> TokenStream {
        let (uses, found) = (&self.uses, self.found.iter().map(|found| &found.tokens));
        quote!({ uses { #(#uses,)* } #({ #found })* })
    }
}

impl ToTokens for Request {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Self { root, paths, broken, asker, .. } = self;
        let (functions, broken) = (self.functions(), broken.then(|| quote!(broken)));
        let asker = match asker {
            Asker::Impl(path, item) => quote!(#path { #item }),
            Asker::Function(item) => quote!(fn { #item }),
        };
        tokens.extend(quote! { { #root } version #VERSION ask { #(#paths,)* } known #functions #broken for #asker });
    }
}

impl Parse for Answer {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let content;
        braced!(content in input);
        content.parse::<keyword::version>()?;
        let version = content.parse::<LitStr>()?.value();
        let carried = match content.parse::<Option<keyword::elementwise>>()? {
            Some(_) => Contents::Elementwise,
            // Another version of this crate may have written tokens that this one can't parse.
            None if version == VERSION => Contents::Functions(all(&content)?),
            None => Contents::Functions(Vec::new()),
        };
        content.parse::<TokenStream>()?;
        Ok(Self { version, carried, request: input.parse()? })
    }
}

impl Parse for Request {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let (root, known, item);
        braced!(root in input);
        let root = root.call(Path::parse_mod_style)?;
        input.parse::<keyword::version>()?;
        input.parse::<LitStr>()?;
        input.parse::<keyword::ask>()?;
        let paths = entries(input)?;
        input.parse::<keyword::known>()?;
        braced!(known in input);
        known.parse::<keyword::uses>()?;
        let (uses, found) = (entries(&known)?, all(&known)?);
        let broken = input.parse::<Option<keyword::broken>>()?.is_some();
        input.parse::<Token![for]>()?;
        let function = input.parse::<Option<Token![fn]>>()?.is_some();
        let path = (!function).then(|| input.call(Path::parse_mod_style)).transpose()?;
        braced!(item in input);
        let item: TokenStream = item.parse()?;
        let asker = match path {
            Some(path) => Asker::Impl(path, item),
            None => Asker::Function(item),
        };
        Ok(Self { root, paths, uses, found, broken, asker })
    }
}

/// All functions to the end, each in braces.
fn all(input: ParseStream<'_>) -> syn::Result<Vec<Found>> {
    let mut found = Vec::new();
    while !input.is_empty() {
        let function;
        braced!(function in input);
        let ahead = function.fork();
        ahead.parse::<keyword::id>()?;
        found.push(Found { id: ahead.parse()?, tokens: function.parse()? });
    }
    Ok(found)
}

/// The tokens in a function's macro.
pub(crate) fn carried(functions: &[TokenStream]) -> TokenStream {
    quote!(version #VERSION #({ #functions })*)
}

/// The name of the macro of an `#[elementwise]` function.
pub(crate) fn elementwise_id(item: &ItemFn) -> Ident {
    id("__elementwise", item)
}

/// The tokens in the macro of an `#[elementwise]` function, which report that such functions need no `uses`.
pub(crate) fn elementwise() -> TokenStream {
    quote!(version #VERSION elementwise)
}
