//! Both halves on right and on half-typed input: they never panic, and what they emit parses.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Item, ItemImpl};

use super::step_tests::damaged;
use crate::diag::Errors;
use crate::parse::step_function::StepFunctions;
use crate::parse::{Definition, HyperType, Language};

fn structure() -> TokenStream {
    quote! {
        /// Text.
        #[derive(Debug, Clone)]
        pub struct Curve {
            #[hyper(range = 0.0.., names("first", "second"))] pub peak: f64,
            rates: Vec<f64>,
            parts: Vec<ScheduleRef>,
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

/// A message about a schedule does not mention anything that only optimizers have.
#[test]
#[expect(clippy::too_many_lines, reason = "a table of cases")]
fn messages_speak_of_schedules() {
    let wrong = |text: String| {
        let messages: Vec<&str> =
            text.split("compile_error ! {").skip(1).filter_map(|rest| rest.split("\" }").next()).collect();
        assert!(!messages.is_empty(), "{text}");
        for word in ["a step", "the step", "optimizer", "hyperparameter"] {
            assert!(!messages.iter().any(|message| message.contains(word)), "`{word}` in {messages:#?}");
        }
    };
    let bodies = [
        "loop {}",
        "while t > 1.0 {}",
        "for x in t {}",
        "for i in 0..t { }",
        "if t > 1.0 { 1.0 } else { 2.0 }",
        "match t { _ => 1.0 }",
        "return t;",
        "let x = |y| y; t",
        "unsafe { t }",
        "static COUNT: u64 = 0; t",
        "const COUNT: u64 = 0; t",
        "COUNT.fetch_add(1); t",
        "COUNT = 1; t",
        "println!(); t",
        "vec![t]",
        "std::process::exit(1)",
        "self.peak = 1.0; t",
        "self.pek",
        "self",
        "self.rates.sum()",
        "Self::thrd(t)",
        "t as u64",
        "self.rates[t]",
        "t[0]",
        "t + 1",
        "t && self.flag",
        "t << 1",
        "full(t)",
        "t.clone()",
        "t.unknown()",
        "Some(t)",
        "1 = 2; t",
        "let x: Scalar = 1.0; t",
        "let ref x = t; x",
        "let Some(x) = t else { return t };",
        "\"text\"",
        "<f64 as A>::B",
        "Point { x: t }",
        "self.peak?",
        "async { t }",
    ];
    let definition = definition();
    for body in bodies {
        let body: TokenStream = body.parse().expect("tokens");
        let item = syn::parse2(quote! { impl Curve { fn value(&self, t: Scalar) -> Scalar { #body } } });
        wrong(super::implementation(&definition, &item.expect("an impl"), &StepFunctions::default()).to_string());
    }
    for item in [
        quote! { impl Curve {} },
        quote! { impl Curve { type N = u64; fn value(&self, t: Scalar) -> Scalar { t } } },
        quote! { impl Curve { #[cfg(test)] fn value(&self, t: Scalar) -> Scalar { t } } },
        quote! { impl Curve { const async unsafe extern "C" fn value<T>(&self, t: Scalar) -> Scalar { t } } },
        quote! { impl Curve { fn value(&self, t: Scalar) -> Scalar { #[cfg(test)] let x = t; t } } },
        quote! { impl Curve { fn value(self, t: f64) { t } } },
    ] {
        wrong(
            super::implementation(&definition, &syn::parse2(item).expect("an impl"), &StepFunctions::default())
                .to_string(),
        );
    }
    for (arguments, item) in [
        (quote!(state<a = 0.0>), quote! { struct A { x: f64 } }),
        (quote!(matrix), quote! { struct A { x: f64 } }),
        (quote!(names(B) requires(true)), quote! { struct A { x: f64 } }),
        (quote!(requires(self.y > 0.0)), quote! { struct A { x: f64 } }),
        (quote!(), quote! { struct A(f64); }),
        (quote!(), quote! { struct A(); }),
        (quote!(), quote! { struct A<T> where T: Copy { x: T } }),
        (quote!(), quote! { #[scheduler] #[cfg(test)] #[derive(Default)] struct A { x: f64 } }),
        (quote!(), quote! { struct A { #[cfg(test)] x: f64, #[state] y: f64, at: f64 } }),
        (quote!(), quote! { struct A { #[hyper(scheduled, x)] x: f64, y: Cell<f64>, z: String, u: fn(), v: [f64] } }),
        (quote!(), quote! { enum A {} }),
        (quote!(), quote! { fn a() {} }),
        (quote!(x), quote! { #[scheduler] #[cfg(test)] unsafe impl<T> A where T: Copy {} }),
        (quote!(), quote! { impl B for A {} }),
        (quote!(), quote! { impl (A, B) {} }),
    ] {
        wrong(super::attribute(Language::Schedule, arguments, &item).to_string());
    }
}

#[test]
fn right_halves_expand_without_errors() {
    let text = super::attribute(Language::Schedule, arguments(), &structure()).to_string();
    assert!(!text.contains("compile_error") && text.contains("type CurveWD = Curve"), "{text}");
    let item: ItemImpl = syn::parse2(implementation()).expect("an impl");
    let text = super::implementation(&definition(), &item, &StepFunctions::default()).to_string();
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
            parses(super::implementation(&definition, &item, &StepFunctions::default()));
        }
    }
}
