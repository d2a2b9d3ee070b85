//! Both halves on right and on half-typed input: they never panic, and what they emit parses.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Item, ItemImpl};

use super::step_tests::damaged;
use crate::diag::Errors;
use crate::parse::{Definition, HyperType, Language};

fn structure() -> TokenStream {
    quote! {
        /// Text.
        #[derive(Debug, Clone)]
        pub struct Curve {
            #[hyper(range = 0.0.., names("first", "second"))] pub peak: f64,
            rates: Vec<f64>,
            parts: Schedules,
            #[hyper(default = None)] tail: Option<ScheduleRef>,
            #[hyper(default = false)] flag: bool,
        }
    }
}

fn arguments() -> TokenStream {
    quote! { names(CurveWD, Other), requires(self.rates.iter().all(|rate| *rate > 0.0), "x"), crate = a::b }
}

fn implementation() -> TokenStream {
    quote! {
        impl Curve {
            fn value(&self, t: Scalar) -> Scalar {
                let mut sum = scalar(0.0);
                for (i, &rate) in self.rates.iter().enumerate() {
                    sum += rate * self.parts[i].value(t - 1.0);
                }
                if let Some(tail) = self.tail { sum += tail.value(t) / tail.initial_value(); }
                select(t > self.peak, self.half(sum), sum)
            }
            fn half(&self, x: Scalar) -> Scalar { if self.flag { x * 0.5 } else { x } }
        }
    }
}

fn definition() -> Definition {
    let Ok(Item::Struct(item)) = syn::parse2(structure()) else { panic!("a struct") };
    let mut errors = Errors::new();
    let item = crate::parse::item::parse(arguments(), item, Language::Schedule, &mut errors);
    assert_eq!(errors.messages(), [""; 0]);
    item.definition
}

#[test]
fn the_token_form_reads_back() {
    let definition = definition();
    let text = quote!(#definition);
    let read = Definition::read(text.clone(), proc_macro2::Span::call_site()).expect("a definition");
    assert_eq!(quote!(#read).to_string(), text.to_string());
    assert_eq!(read.language, Language::Schedule);
    assert!(matches!(read.hypers[1].kind, HyperType::List(_)) && matches!(read.hypers[2].kind, HyperType::Schedules));
}

#[test]
fn right_halves_expand_without_errors() {
    let text = super::attribute(Language::Schedule, arguments(), &structure()).to_string();
    assert!(!text.contains("compile_error") && text.contains("type CurveWD = Curve"), "{text}");
    let item: ItemImpl = syn::parse2(implementation()).expect("an impl");
    let text = super::implementation(&definition(), &item).to_string();
    assert!(!text.contains("compile_error") && text.contains("fn formula"), "{text}");
}

#[test]
fn half_typed_input_never_panics() {
    let parses = |tokens: TokenStream| assert!(syn::parse2::<syn::File>(tokens).is_ok());
    for arguments in damaged(&arguments()) {
        parses(super::attribute(Language::Schedule, arguments, &structure()));
    }
    for item in damaged(&structure()) {
        if syn::parse2::<Item>(item.clone()).is_ok() {
            parses(super::attribute(Language::Schedule, arguments(), &item));
        }
    }
    let definition = definition();
    for item in damaged(&implementation()) {
        if let Ok(item) = syn::parse2::<ItemImpl>(item) {
            parses(super::implementation(&definition, &item));
        }
    }
}
