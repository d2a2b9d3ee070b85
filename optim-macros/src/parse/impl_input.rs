//! The input of the impl half: the definition in its token form, then the impl.
//!
//! The struct's expansion stores the definition in a hidden `macro_rules!`, and the impl's expansion reads it. The
//! token form looks like Rust, because users see it in `cargo expand`:
//!
//! ```text
//! pub struct Lion for ::optim_std::__private;
//! hypers { scheduled lr: f64, shared fixed betas: (f64, f64), }
//! states { tensor exp_avg = { 0.0 }, rows row = param if { param.ndim() >= 2 }, }
//! inputs { tensor hessian if { every(self.k) }, global loss, }
//! outputs { scalar update_rms if { self.log }, global d, }
//! requires { { self.lr < 1.0 } "message", }
//! ```

use proc_macro2::{Group, Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream};
use syn::{Expr, ItemImpl, LitStr, Path, PathArguments, Token, Type, braced, bracketed, parenthesized};

use super::definition::{Definition, Hyper, Init, Input, Output, Requirement, State, StateKind, Wraps};
use super::dimensions::{is_without, pair};
use super::step_function::StepFunctions;
use super::stored::{entries, resolve_at};
use super::types::{HyperType, classify};
use crate::diag::Errors;
use crate::language::Language;

/// The input of the impl half of an optimizer or a schedule: `{ definition } broken? schedule? functions { … }? impl … { … }`.
pub(crate) struct ImplInput {
    /// The declarations of the struct. Broken if the attribute of the impl has errors, too.
    pub(crate) definition: Definition,
    /// The step functions in `uses`.
    pub(crate) functions: StepFunctions,
    /// The impl without its attribute.
    pub(crate) item: ItemImpl,
    /// The language of the impl's attribute, which must equal the struct's.
    language: Language,
}

/// Reads the definition and the impl. Both must have the same attribute.
pub(crate) fn parse(input: TokenStream, errors: &mut Errors) -> Option<ImplInput> {
    let mut parts: ImplInput = errors.take(syn::parse2(input))?;
    let ImplInput { definition, item, language, functions } = &mut parts;
    // Mistakes in step functions are reported where they are defined.
    definition.broken |= functions.are_broken();
    definition.silent |= functions.are_broken();
    if *language != definition.language {
        let (name, words) = (&definition.name, definition.language.words());
        errors.push(
            &item.self_ty,
            format!(
                "`{name}` is {}, but its impl has `#[{}]`\nhelp: write `#[{}]` on both",
                words.item,
                language.words().attribute,
                words.attribute
            ),
        );
        // All further mistakes would be consequences of this one.
        (definition.broken, definition.silent) = (true, true);
    }
    wrapper_agrees(&parts.definition, &mut parts.item, errors);
    parts.definition.broken |= !errors.is_empty();
    parts.definition.silent |= !errors.is_empty();
    Some(parts)
}

/// Checks that the impl of a wrapper has a type parameter, and no other impl has one. Corrects the impl for later stages.
fn wrapper_agrees(definition: &Definition, item: &mut ItemImpl, errors: &mut Errors) {
    let errors = &mut errors.about("wrapping");
    let name = &definition.name;
    match (&definition.wraps, item.generics.params.is_empty()) {
        (Some(Wraps { param, field }), true) => {
            errors.push(
                &item.self_ty,
                format!("`{name}` is generic over the type of `{field}`, so its impl must be too\nhelp: write `impl<{param}: Definition> {name}<{param}>`"),
            );
            item.generics = syn::parse_quote!(<#param: Definition>);
            set_arguments(&mut item.self_ty, PathArguments::AngleBracketed(syn::parse_quote!(<#param>)));
        }
        (None, false) if !definition.broken => {
            errors.push(
                &item.generics.params,
                format!("`{name}` has no generic parameters, so its impl can't have any\nhelp: write `impl {name}`"),
            );
            item.generics = syn::Generics::default();
            set_arguments(&mut item.self_ty, PathArguments::None);
        }
        _ => {}
    }
}

/// Replaces the generic arguments of a type.
fn set_arguments(ty: &mut Type, arguments: PathArguments) {
    if let Type::Path(path) = ty
        && let Some(last) = path.path.segments.last_mut()
    {
        last.arguments = arguments;
    }
}

impl Parse for ImplInput {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let content;
        braced!(content in input);
        let tokens: TokenStream = content.parse()?;
        // `broken` before the impl: its attribute has reported errors.
        let broken: Option<keyword::broken> = input.parse()?;
        let schedule: Option<keyword::schedule> = input.parse()?;
        let language = if schedule.is_some() { Language::Schedule } else { Language::Optimizer };
        let functions = input.parse::<Option<keyword::functions>>()?.map(|_| input.parse()).transpose()?;
        let item: ItemImpl = input.parse()?;
        let mut definition = Definition::read(tokens, item.impl_token.span)?;
        definition.broken |= broken.is_some();
        definition.silent |= broken.is_some();
        Ok(Self { definition, functions: functions.unwrap_or_default(), item, language })
    }
}

impl Definition {
    /// Reads the token form. The names of all tokens resolve at `here`, and their places in the source stay.
    ///
    /// Otherwise `self` in a condition would be the `self` of the hidden `macro_rules!`, not of the
    /// method that contains the condition.
    pub(crate) fn read(tokens: TokenStream, here: Span) -> syn::Result<Self> {
        syn::parse2(resolve_at(tokens, here))
    }
}

impl ToTokens for Definition {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Self {
            vis,
            name,
            language,
            root,
            broken,
            silent,
            lr_factor,
            matrix,
            wraps,
            hypers,
            states,
            inputs,
            outputs,
            requires,
        } = self;
        let schedule = (*language == Language::Schedule).then(|| quote!(schedule));
        let broken = broken.then(|| quote!(broken));
        let silent = silent.then(|| quote!(silent));
        let lr_factor = lr_factor.as_ref().map(|state| quote!(lr_factor #state;));
        let matrix = matrix.then(|| quote!(matrix));
        let wraps = wraps.as_ref().map(|Wraps { param, field }| quote!(wraps #field: #param;));
        let hypers = hypers.iter().map(|Hyper { ident, ty, scheduled, shared, .. }| {
            let shared = shared.then(|| quote!(shared));
            let change = if *scheduled { quote!(scheduled) } else { quote!(fixed) };
            quote!(#shared #change #ident: #ty,)
        });
        let states = states.iter().map(stored_state);
        let inputs = inputs.iter().map(stored_input);
        let inputs: Vec<TokenStream> = inputs.collect();
        // Most structs have no inputs, outputs and requirements.
        let inputs = (!inputs.is_empty()).then(|| quote!(inputs { #(#inputs)* }));
        let outputs = outputs.iter().map(stored_output);
        let outputs: Vec<TokenStream> = outputs.collect();
        let outputs = (!outputs.is_empty()).then(|| quote!(outputs { #(#outputs)* }));
        let requires = requires.iter().map(|Requirement { cond, message }| quote!({ #cond } #message,));
        tokens.extend(quote! {
            #vis struct #name for #root;
            #schedule
            #broken
            #silent
            #lr_factor
            #matrix
            #wraps
            hypers { #(#hypers)* }
            states { #(#states)* }
            #inputs
            #outputs
            requires { #(#requires)* }
        });
    }
}

/// A state as `impl_input` reads it.
fn stored_state(State { ident, kind, has_pair, list, init, cond }: &State) -> TokenStream {
    let kind = if *has_pair && *kind == StateKind::Tensor { quote!((rows, cols)) } else { quote!(#kind) };
    let init = match init {
        Init::Param(param) => param.to_token_stream(),
        Init::Eye(eye, number) => {
            let number = number.iter();
            quote!(#eye #((#number))*)
        }
        Init::Normal(word, deviation) => quote!(#word { #deviation }),
        Init::Expr(expr) => quote!({ #expr }),
    };
    let cond = cond.as_ref().map(|cond| quote!(if { #cond }));
    let list = list.as_ref().map(|length| quote!([#length]));
    quote!(#kind #ident #list = #init #cond,)
}

/// An input as `impl_input` reads it.
fn stored_input(Input { ident, kind, global, cond }: &Input) -> TokenStream {
    let kind = if *global { quote!(global) } else { quote!(#kind) };
    let cond = cond.as_ref().map(|cond| quote!(if { #cond }));
    quote!(#kind #ident #cond,)
}

/// An output as `impl_input` reads it.
fn stored_output(Output { ident, global, list, cond }: &Output) -> TokenStream {
    let kind = if *global { quote!(global) } else { quote!(scalar) };
    let list = list.as_ref().map(|length| quote!([#length]));
    let cond = cond.as_ref().map(|cond| quote!(if { #cond }));
    quote!(#kind #ident #list #cond,)
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
        let silent = input.parse::<Option<keyword::silent>>()?.is_some();
        let lr_factor = input.parse::<Option<keyword::lr_factor>>()?.map(|_| terminated(input)).transpose()?;
        let matrix = input.parse::<Option<keyword::matrix>>()?.is_some();
        let wraps = input.parse::<Option<keyword::wraps>>()?.map(|_| wraps(input)).transpose()?;
        input.parse::<keyword::hypers>()?;
        let hypers: Vec<Written> = entries(input)?;
        let hypers = hypers.into_iter().map(|written| written.understood(language)).collect();
        input.parse::<keyword::states>()?;
        let states = entries(input)?;
        let inputs = match input.parse::<Option<keyword::inputs>>()? {
            Some(_) => entries(input)?,
            None => Vec::new(),
        };
        let outputs = match input.parse::<Option<keyword::outputs>>()? {
            Some(_) => entries(input)?,
            None => Vec::new(),
        };
        input.parse::<keyword::requires>()?;
        let requires = entries(input)?;
        Ok(Self {
            vis,
            name,
            language,
            root,
            broken,
            silent,
            lr_factor,
            matrix,
            wraps,
            hypers,
            states,
            inputs,
            outputs,
            requires,
        })
    }
}

/// `scale;`
fn terminated(input: ParseStream<'_>) -> syn::Result<Ident> {
    let name = input.parse()?;
    input.parse::<Token![;]>()?;
    Ok(name)
}

/// `inner: O;`
fn wraps(input: ParseStream<'_>) -> syn::Result<Wraps> {
    let field = input.parse()?;
    input.parse::<Token![:]>()?;
    let param = input.parse()?;
    input.parse::<Token![;]>()?;
    Ok(Wraps { param, field })
}

/// `{ expression }`.
fn block(input: ParseStream<'_>) -> syn::Result<Expr> {
    let content;
    braced!(content in input);
    content.parse()
}

/// Reads `scheduled lr: f64`. The type is not checked here, because its rules depend on the language.
struct Written {
    ident: Ident,
    ty: Type,
    scheduled: bool,
    shared: bool,
}

impl Parse for Written {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let shared = input.parse::<Option<keyword::shared>>()?.is_some();
        let change: Ident = input.parse()?;
        let ident = input.parse()?;
        input.parse::<Token![:]>()?;
        Ok(Self { ident, ty: input.parse()?, scheduled: change == "scheduled", shared })
    }
}

impl Written {
    fn understood(self, language: Language) -> Hyper {
        let Self { ident, ty, scheduled, shared } = self;
        let kind = classify(&ty, language).unwrap_or(HyperType::Refused);
        Hyper { ident, ty, kind, scheduled, shared }
    }
}

impl Parse for State {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let has_pair = input.peek(syn::token::Paren);
        let kind = kind(input)?;
        let ident = input.parse()?;
        let list = input.peek(syn::token::Bracket).then(|| length(input)).transpose()?;
        input.parse::<Token![=]>()?;
        let init = if input.peek(syn::Ident) { named(input)? } else { Init::Expr(block(input)?) };
        Ok(Self { ident, kind, has_pair, list, init, cond: condition(input)? })
    }
}

impl Parse for Input {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let global = input.parse::<Option<keyword::global>>()?.is_some();
        let kind = if global { StateKind::Scalar } else { kind(input)? };
        Ok(Self { ident: input.parse()?, kind, global, cond: condition(input)? })
    }
}

impl Parse for Output {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let global = input.parse::<Option<keyword::global>>()?.is_some();
        if !global {
            input.parse::<keyword::scalar>()?;
        }
        let ident = input.parse()?;
        let list = input.peek(syn::token::Bracket).then(|| length(input)).transpose()?;
        Ok(Self { ident, global, list, cond: condition(input)? })
    }
}

/// Reads `if { condition }`, if it is there.
fn condition(input: ParseStream<'_>) -> syn::Result<Option<Expr>> {
    let keyword: Option<Token![if]> = input.parse()?;
    keyword.map(|_| block(input)).transpose()
}

/// Reads `[self.m]`.
fn length(input: ParseStream<'_>) -> syn::Result<Expr> {
    let length;
    bracketed!(length in input);
    length.parse()
}

/// Reads `tensor`, `(rows, self.rank)`.
fn kind(input: ParseStream<'_>) -> syn::Result<StateKind> {
    if input.peek(syn::token::Paren) {
        let group: Group = input.parse()?;
        return pair("", "", &group, &mut Errors::new())
            .ok_or_else(|| syn::Error::new(group.span(), "unknown dimensions"));
    }
    let kind: Ident = input.parse()?;
    if let Some(without) = is_without(&kind) {
        let number = if input.peek(syn::token::Paren) {
            let number;
            parenthesized!(number in input);
            Some(number.parse()?)
        } else {
            None
        };
        return Ok(StateKind::of_axis(without, number));
    }
    StateKind::from_name(&kind.to_string()).ok_or_else(|| syn::Error::new(kind.span(), "unknown kind of state"))
}

/// Reads `param`, `eye`, `eye(self.eps)`, `normal { 0.1 }`.
fn named(input: ParseStream<'_>) -> syn::Result<Init> {
    let word: Ident = input.parse()?;
    if word == "normal" {
        return Ok(Init::Normal(word, block(input)?));
    }
    if word != "eye" {
        return Ok(Init::Param(word));
    }
    if !input.peek(syn::token::Paren) {
        return Ok(Init::Eye(word, None));
    }
    let number;
    parenthesized!(number in input);
    Ok(Init::Eye(word, Some(Box::new(number.parse()?))))
}

impl Parse for Requirement {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        Ok(Self { cond: block(input)?, message: input.peek(LitStr).then(|| input.parse()).transpose()? })
    }
}

/// Words of the token form.
mod keyword {
    syn::custom_keyword!(schedule);
    syn::custom_keyword!(broken);
    syn::custom_keyword!(functions);
    syn::custom_keyword!(silent);
    syn::custom_keyword!(lr_factor);
    syn::custom_keyword!(matrix);
    syn::custom_keyword!(wraps);
    syn::custom_keyword!(hypers);
    syn::custom_keyword!(states);
    syn::custom_keyword!(inputs);
    syn::custom_keyword!(outputs);
    syn::custom_keyword!(global);
    syn::custom_keyword!(scalar);
    syn::custom_keyword!(requires);
    syn::custom_keyword!(shared);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_token_form_reads_back() {
        let text = quote! {
            pub(crate) struct Adam for ::optim_std::__private;
            hypers { scheduled lr: f64, shared scheduled d: f64, shared fixed r#type: Option<(f64, f64)>, fixed mode: my::Mode, }
            states { tensor exp_avg = { -0.0 }, scalar rho [self.k * 2] = { 1.0 }, rows row = param if { param.ndim() < 2 }, global d = { 1.0 }, scalar p = { { self.betas.0 } }, (cols, min(rows, self.k * 2)) basis = eye, (rows, rows) l = eye (self.k as f64), }
            inputs { (cols, self.k) hessian if { every(self.k) }, global loss, }
            outputs { scalar rms if { self.k > 2 }, global scalar, }
            requires { { self.lr < 1.0 && self.k > 2 } "too large", { self.k > 0 }, }
        };
        let read = Definition::read(text.clone(), Span::call_site()).unwrap();
        assert_eq!(read.to_token_stream().to_string(), text.to_string());
        assert_eq!(read.hypers[2].name(), "type");
        assert_eq!(read.states[2].kind, StateKind::Rows);
        assert!(read.states[1].list.is_some());
    }
}
