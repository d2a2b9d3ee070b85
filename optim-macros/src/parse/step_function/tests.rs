//! Requests from macro to macro, without a compiler.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::parse_quote;

use super::arguments::{self, Arguments};
use super::request::{Answer, Asker, Request, VERSION, carried, elementwise};
use super::{StepFunction, StepFunctions};
use crate::diag::Errors;

/// A function as its macro carries it.
fn function() -> TokenStream {
    quote! {
        id __step_function_clipped_00;
        types { Scaling, Option<Scaling>, crate::parts::scaled::__type_0, }
        constants { LIMIT, Scaling::Spectral: Scaling, crate::parts::scaled::__CONSTANT_0: crate::parts::scaled::__type_0, }
        elementwise { softsign, }
        uses { parts::scaled = __step_function_scaled_01, }
        fn clipped(x: Tensor) -> Tensor { x.clamp(-LIMIT, LIMIT) }
    }
}

fn other() -> TokenStream {
    quote! { id __step_function_scaled_01; broken types {} constants {} elementwise {} uses {} fn scaled(x: Tensor) -> Tensor { x } }
}

/// A request of an impl for two functions.
fn request() -> Request {
    let arguments = Arguments { uses: vec![parse_quote!(shelf::clipped), parse_quote!(scaled)], krate: None };
    Request::new(arguments, false, Asker::Impl(parse_quote!(Lion), quote!(impl Lion { fn step() {} })))
}

/// The request after the answer of a macro that carries these tokens, and the messages.
fn answered(carried: &TokenStream, request: &Request) -> Result<(Request, Vec<String>), syn::Error> {
    let mut errors = Errors::new();
    let answer: Answer = syn::parse2(quote!({ #carried } #request))?;
    let request = answer.added(&mut errors);
    Ok((request, errors.messages()))
}

#[test]
fn a_function_reads_back() {
    for text in [function(), other()] {
        let read: StepFunction = syn::parse2(text.clone()).expect("a function");
        assert_eq!(read.to_token_stream().to_string(), text.to_string());
    }
}

#[test]
fn a_constant_is_of_the_type_that_its_path_names_or_of_the_carried_one() {
    let functions: StepFunctions = syn::parse2({
        let (function, other) = (function(), other());
        quote!({ uses { parts::clipped = __step_function_clipped_00, } { #function } { #other } })
    })
    .expect("functions");
    let of = |path| functions.type_of(&path).map(|ty| ty.to_token_stream().to_string());
    assert_eq!(of(parse_quote!(LIMIT)), None);
    assert_eq!(of(parse_quote!(limits::LIMIT)), None);
    assert_eq!(of(parse_quote!(Scaling::L2)).as_deref(), Some("Scaling"));
    assert_eq!(of(parse_quote!(crate::parts::Scaling::L2)).as_deref(), Some("crate :: parts :: Scaling"));
    // Constants that `clipped` carries: a number, a variant, and one of the function that it calls.
    assert_eq!(of(parse_quote!(parts::clipped::__CONSTANT_0)), None);
    assert_eq!(of(parse_quote!(parts::clipped::__CONSTANT_1)).as_deref(), Some("parts :: clipped :: __type_0"));
    assert_eq!(of(parse_quote!(parts::clipped::__CONSTANT_2)).as_deref(), Some("parts :: clipped :: __type_2"));
}

#[test]
fn each_macro_adds_its_functions_once() {
    let (request, messages) = answered(&carried(&[other(), function()]), &request()).expect("an answer");
    assert_eq!((messages, request.paths.len(), request.found.len()), (Vec::new(), 1, 2));
    let (request, messages) = answered(&carried(&[other()]), &request).expect("an answer");
    assert_eq!((messages, request.paths.len(), request.found.len()), (Vec::new(), 0, 2));
    let functions: StepFunctions = syn::parse2(request.functions()).expect("functions");
    let named = functions.uses.iter().map(|named| named.to_token_stream().to_string());
    let expected = ["shelf :: clipped = __step_function_clipped_00", "scaled = __step_function_scaled_01"];
    assert_eq!(named.collect::<Vec<_>>(), expected);
    assert!(functions.are_broken() && functions.get(&functions.uses[0].id).is_some_and(|found| !found.broken));
}

#[test]
fn a_function_of_another_edition_is_not_read() {
    let tokens = quote!(version "9.8.7" something else entirely);
    let (request, messages) = answered(&tokens, &request()).expect("an answer");
    let expected = format!(
        "`shelf::clipped` was compiled by version 9.8.7 of optim-macros, but this crate uses version {VERSION}\nhelp: let both crates depend on one version of optim-std"
    );
    assert_eq!(messages, [expected]);
    assert!(request.broken && request.found.is_empty());
}

#[test]
fn an_elementwise_function_needs_no_uses() {
    let (request, messages) = answered(&elementwise(), &request()).expect("an answer");
    let expected = "`shelf::clipped` is an `#[elementwise]` function, which can be called without `uses`\nhelp: remove it from `uses`";
    assert_eq!(messages, [expected]);
    assert!(request.broken);
}

#[test]
fn arguments_are_uses_and_the_crate() {
    let read = |tokens: TokenStream| {
        let mut errors = Errors::new();
        let Arguments { uses, krate } = arguments::parse(&tokens, "the impl", &mut errors);
        (uses.len(), krate.is_some(), errors.messages().len())
    };
    assert_eq!(read(quote!()), (0, false, 0));
    assert_eq!(read(quote!(uses(a, b::c,), crate = optim_core)), (2, true, 0));
    assert_eq!(read(quote!(uses(a, a))), (1, false, 1));
    assert_eq!(read(quote!(uses)), (0, false, 1));
    assert_eq!(read(quote!(matrix)), (0, false, 1));
}
