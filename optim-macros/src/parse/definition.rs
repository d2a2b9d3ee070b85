//! What the struct declares and the impl half needs to know, and its token form.
//!
//! The struct's expansion stores a definition inside a hidden `macro_rules!`; the impl's expansion reads it back. The
//! token form reads like Rust, because users see it in `cargo expand`:
//!
//! ```text
//! pub struct Lion for ::optim_std::__private;
//! hypers { scheduled lr: f64, fixed betas: (f64, f64), }
//! states { tensor exp_avg = { 0.0 }, rows row = param if { param.ndim() >= 2 }, }
//! requires { { self.lr < 1.0 } "message", }
//! ```

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::{Expr, LitStr, Path, Token, Type, Visibility, braced};

use super::Language;
use super::types::{HyperType, classify};
use crate::kind::Shape;

/// A struct with `#[optimizer(…)]`: its name, hyperparameters and state.
#[derive(Debug, Clone)]
pub(crate) struct Definition {
    /// Visibility of the struct.
    pub(crate) vis: Visibility,
    /// Name of the struct.
    pub(crate) name: Ident,
    /// Whether it is an optimizer or a schedule.
    pub(crate) language: Language,
    /// Module of the runtime that generated code uses, see [`crate::paths::root`].
    pub(crate) root: Path,
    /// Whether the struct half has reported errors: the impl half then says nothing and only recovers.
    pub(crate) broken: bool,
    /// Parameters of more than two axes are one matrix, see the attribute's documentation.
    pub(crate) matrix: bool,
    /// Hyperparameters in field order; indices of the runtime's `HYPERS`.
    pub(crate) hypers: Vec<Hyper>,
    /// State in the order of declaration; indices of the runtime's `STATES`.
    pub(crate) states: Vec<State>,
    /// Conditions on settings and shapes that `build` verifies.
    pub(crate) requires: Vec<Requirement>,
}

/// One hyperparameter: a field of the struct.
#[derive(Debug, Clone)]
pub(crate) struct Hyper {
    /// Name of the field, raw (`r#type`) where the user wrote it so.
    pub(crate) ident: Ident,
    /// Type as written.
    pub(crate) ty: Type,
    /// Type as understood.
    pub(crate) kind: HyperType,
    /// Whether it may be a schedule: a `Scalar`, or a tuple of them, inside `step`.
    pub(crate) scheduled: bool,
}

impl Hyper {
    /// Name without `r#`.
    pub(crate) fn name(&self) -> String {
        self.ident.unraw().to_string()
    }
}

/// One value or tensor kept per parameter.
#[derive(Debug, Clone)]
pub(crate) struct State {
    /// Name, as in `state.exp_avg`.
    pub(crate) ident: Ident,
    /// Which numbers it holds.
    pub(crate) kind: StateKind,
    /// Initial value.
    pub(crate) init: Init,
    /// Condition under which it exists: fixed, over `self` and `param.ndim()/len()/rows()/cols()`.
    pub(crate) cond: Option<Expr>,
}

impl State {
    /// Name without `r#`.
    pub(crate) fn name(&self) -> String {
        self.ident.unraw().to_string()
    }
}

/// Which numbers a state holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum StateKind {
    /// One per element of the parameter.
    Tensor,
    /// One per parameter.
    Scalar,
    /// One per row: the parameter's shape without its last axis.
    Rows,
    /// One per column: the parameter's shape without its second-last axis.
    Cols,
}

impl StateKind {
    /// All kinds, the default first.
    pub(crate) const ALL: [Self; 4] = [Self::Tensor, Self::Scalar, Self::Rows, Self::Cols];

    /// The name in the attribute.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Tensor => "tensor",
            Self::Scalar => "scalar",
            Self::Rows => "rows",
            Self::Cols => "cols",
        }
    }

    /// Which axes its numbers have.
    pub(crate) fn shape(self) -> Shape {
        match self {
            Self::Tensor => Shape::tensor(),
            Self::Scalar => Shape::scalar(),
            Self::Rows => Shape::rows(),
            Self::Cols => Shape::cols(),
        }
    }

    /// The kind of a name.
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// Initial value of a state.
#[derive(Debug, Clone)]
pub(crate) enum Init {
    /// A copy of the parameter.
    Param(Ident),
    /// An `f64` over `self` and `param.ndim()/len()/rows()/cols()`: a literal, a path or a block.
    Expr(Expr),
}

/// A condition of `requires(condition, "message")`.
#[derive(Debug, Clone)]
pub(crate) struct Requirement {
    /// A `bool` over `self` and, if it names `param`, the shape.
    pub(crate) cond: Expr,
    /// What to tell the user when it is false; the condition's text by default.
    pub(crate) message: Option<LitStr>,
}

impl Requirement {
    /// Whether the condition is about the shape of a parameter, not about the settings alone.
    pub(crate) fn names_param(&self) -> bool {
        names(self.cond.to_token_stream(), "param")
    }
}

/// Whether an identifier occurs among the tokens, at any depth.
fn names(tokens: TokenStream, name: &str) -> bool {
    tokens.into_iter().any(|tree| match tree {
        TokenTree::Ident(ident) => ident == name,
        TokenTree::Group(group) => names(group.stream(), name),
        _ => false,
    })
}

impl Definition {
    /// Whether every field can be a hyperparameter: if not, that has been reported.
    pub(crate) fn types_are_understood(&self) -> bool {
        self.hypers.iter().all(|hyper| classify(&hyper.ty, self.language).is_ok())
    }

    /// Whether any state is conditional.
    pub(crate) fn has_conditions(&self) -> bool {
        self.states.iter().any(|state| state.cond.is_some())
    }

    /// The hyperparameter of a name.
    pub(crate) fn hyper(&self, name: &str) -> Option<&Hyper> {
        self.hypers.iter().find(|hyper| hyper.name() == name)
    }

    /// The state of a name.
    pub(crate) fn state(&self, name: &str) -> Option<&State> {
        self.states.iter().find(|state| state.name() == name)
    }

    /// Name of the setters' type.
    pub(crate) fn builder(&self) -> Ident {
        format_ident!("{}Builder", self.name.unraw(), span = self.name.span())
    }

    /// Reads the token form, with every token's name resolution moved to `here` and its place in the source kept.
    ///
    /// Without the move, `self` inside a condition is the `self` of the hidden `macro_rules!`, not the one of the
    /// method that the condition is pasted into.
    pub(crate) fn read(tokens: TokenStream, here: Span) -> syn::Result<Self> {
        syn::parse2(resolve_at(tokens, here))
    }
}

/// Moves the name resolution of all tokens to `here`, keeping their places.
pub(crate) fn resolve_at(tokens: TokenStream, here: Span) -> TokenStream {
    tokens
        .into_iter()
        .map(|mut tree| {
            if let TokenTree::Group(group) = &tree {
                let mut moved = Group::new(group.delimiter(), resolve_at(group.stream(), here));
                moved.set_span(group.span());
                tree = TokenTree::Group(moved);
            }
            tree.set_span(tree.span().resolved_at(here));
            tree
        })
        .collect()
}

impl ToTokens for Definition {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Self { vis, name, language, root, broken, matrix, hypers, states, requires } = self;
        let schedule = (*language == Language::Schedule).then(|| quote!(schedule));
        let broken = broken.then(|| quote!(broken));
        let matrix = matrix.then(|| quote!(matrix));
        let hypers = hypers.iter().map(|Hyper { ident, ty, scheduled, .. }| {
            let change = if *scheduled { quote!(scheduled) } else { quote!(fixed) };
            quote!(#change #ident: #ty,)
        });
        let states = states.iter().map(|State { ident, kind, init, cond }| {
            let kind = Ident::new(kind.name(), Span::call_site());
            let init = match init {
                Init::Param(param) => param.to_token_stream(),
                Init::Expr(expr) => quote!({ #expr }),
            };
            let cond = cond.as_ref().map(|cond| quote!(if { #cond }));
            quote!(#kind #ident = #init #cond,)
        });
        let requires = requires.iter().map(|Requirement { cond, message }| quote!({ #cond } #message,));
        tokens.extend(quote! {
            #vis struct #name for #root;
            #schedule
            #broken
            #matrix
            hypers { #(#hypers)* }
            states { #(#states)* }
            requires { #(#requires)* }
        });
    }
}

impl Parse for Definition {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let vis = input.parse()?;
        input.parse::<Token![struct]>()?;
        let name = input.parse()?;
        input.parse::<Token![for]>()?;
        let root = input.call(Path::parse_mod_style)?;
        input.parse::<Token![;]>()?;
        let schedule = input.parse::<Option<keyword::schedule>>()?.is_some();
        let language = if schedule { Language::Schedule } else { Language::Optimizer };
        let broken = input.parse::<Option<keyword::broken>>()?.is_some();
        let matrix = input.parse::<Option<keyword::matrix>>()?.is_some();
        input.parse::<keyword::hypers>()?;
        let mut hypers: Vec<Hyper> = entries(input)?;
        for hyper in &mut hypers {
            hyper.kind = classify(&hyper.ty, language).unwrap_or(HyperType::Choice);
        }
        input.parse::<keyword::states>()?;
        let states = entries(input)?;
        input.parse::<keyword::requires>()?;
        let requires = entries(input)?;
        Ok(Self { vis, name, language, root, broken, matrix, hypers, states, requires })
    }
}

/// `{ entry, … }`.
fn entries<T: Parse>(input: ParseStream<'_>) -> syn::Result<Vec<T>> {
    let content;
    braced!(content in input);
    Ok(content.parse_terminated(T::parse, Token![,])?.into_iter().collect())
}

/// `{ expression }`.
fn block(input: ParseStream<'_>) -> syn::Result<Expr> {
    let content;
    braced!(content in input);
    content.parse()
}

impl Parse for Hyper {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let change: Ident = input.parse()?;
        let ident = input.parse()?;
        input.parse::<Token![:]>()?;
        let ty: Type = input.parse()?;
        // The definition knows the language, and reads the type.
        Ok(Self { ident, ty, kind: HyperType::Choice, scheduled: change == "scheduled" })
    }
}

impl Parse for State {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let kind: Ident = input.parse()?;
        let kind = StateKind::from_name(&kind.to_string())
            .ok_or_else(|| syn::Error::new(kind.span(), "unknown kind of state"))?;
        let ident = input.parse()?;
        input.parse::<Token![=]>()?;
        let init = if input.peek(syn::Ident) { Init::Param(input.parse()?) } else { Init::Expr(block(input)?) };
        let cond = if input.peek(Token![if]) {
            input.parse::<Token![if]>()?;
            Some(block(input)?)
        } else {
            None
        };
        Ok(Self { ident, kind, init, cond })
    }
}

impl Parse for Requirement {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        Ok(Self { cond: block(input)?, message: input.peek(LitStr).then(|| input.parse()).transpose()? })
    }
}

/// Words of the token form.
pub(crate) mod keyword {
    syn::custom_keyword!(schedule);
    syn::custom_keyword!(broken);
    syn::custom_keyword!(matrix);
    syn::custom_keyword!(hypers);
    syn::custom_keyword!(states);
    syn::custom_keyword!(requires);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_token_form_reads_back() {
        let text = quote! {
            pub(crate) struct Adam for ::optim_std::__private;
            hypers { scheduled lr: f64, fixed r#type: Option<(f64, f64)>, fixed mode: my::Mode, }
            states { tensor exp_avg = { -0.0 }, rows row = param if { param.ndim() < 2 }, scalar p = { { self.betas.0 } }, }
            requires { { self.lr < 1.0 && self.k > 2 } "too large", { self.k > 0 }, }
        };
        let read = Definition::read(text.clone(), Span::call_site()).unwrap();
        assert_eq!(read.to_token_stream().to_string(), text.to_string());
        assert_eq!(read.hypers[1].name(), "type");
        assert_eq!(read.states[1].kind, StateKind::Rows);
    }
}
