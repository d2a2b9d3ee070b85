//! `impl Hyperparameters`: the fields of a struct as data.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;

use super::parts::{default_value, indices, unreachable};
use crate::diag::source;
use crate::parse::definition::Definition;
use crate::parse::hyper::DeclaredHyper;
use crate::parse::item::AnnotatedStruct;
use crate::parse::range::{Bounds, Ranges, literal};
use crate::parse::{Hyper, Wraps};
use crate::paths::{root_at, shown};

/// The whole impl. Fields are addressed by index.
pub(super) fn expand(item: &AnnotatedStruct) -> TokenStream {
    let AnnotatedStruct { definition, settings, doc, .. } = item;
    let Definition { name, root, .. } = definition;
    let name_text = name.unraw().to_string();
    let doc = (!doc.is_empty()).then(|| quote!(const DOC: &'static ::core::primitive::str = #doc;));
    let all_default = item.has_default();
    let fields = settings.iter().zip(indices(settings.len()));
    let fields = fields.map(|(setting, place)| field(definition, setting, &place, all_default));
    let (params, args) = definition.generics();
    let inner = definition.wraps.as_ref().map(|Wraps { param, field }| {
        let own = syn::Index::from(settings.len());
        quote!(#field: #param = #own)
    });
    let name_of = definition.wraps.as_ref().map(|wraps| name_of(wraps, root, settings.len()));
    quote! {
        #[automatically_derived]
        impl #params #root::Hyperparameters for #name #args {
            #doc
            #root::settings! { #name_text #(#fields)* #inner }
            #name_of
        }
    }
}

/// The names of a wrapper's hyperparameters, followed by the names of the inner optimizer's.
fn name_of(Wraps { param, field }: &Wraps, root: &syn::Path, own: usize) -> TokenStream {
    let (text, own) = (field.unraw().to_string(), syn::Index::from(own));
    quote! {
        fn name_of(index: ::core::primitive::usize) -> #root::std::borrow::Cow<'static, ::core::primitive::str> {
            match Self::HYPERS.get(index) {
                ::core::option::Option::Some(info) => #root::std::borrow::Cow::Borrowed(info.name),
                ::core::option::Option::None => #root::std::borrow::Cow::Owned(#root::std::format!(
                    "{}.{}",
                    #text,
                    <#param as #root::Hyperparameters>::name_of(index.wrapping_sub(#own)),
                )),
            }
        }
    }
}

/// `<Type as HyperValue>` with the span of the type, so that an error there is reported once, though many places use it.
pub(super) fn hyper_value(root: &syn::Path, hyper: &Hyper) -> TokenStream {
    let (ty, span) = (&hyper.ty, hyper.ty.span());
    let root = root_at(root, span);
    quote_spanned!(shown(span)=> <#ty as #root::HyperValue>)
}

/// The field as a runtime value.
fn into_value(root: &syn::Path, setting: &DeclaredHyper, field: &TokenStream) -> TokenStream {
    let read = hyper_value(root, &setting.hyper);
    match &setting.none {
        Some(number) => quote!(#root::HyperValue::into_value(::core::option::Option::unwrap_or(#field, #number))),
        None => quote!(#read::into_value(#field)),
    }
}

/// A field for `settings!`.
///
/// If all fields have a default, the entry reads the default from `Default`. The expansion then contains the user's expression once, and an
/// error in it is reported once.
fn field(definition: &Definition, setting: &DeclaredHyper, place: &syn::Index, all_default: bool) -> TokenStream {
    let DeclaredHyper {
        hyper: hyper @ Hyper { ident, ty, scheduled, shared, .. },
        default,
        ranges,
        names,
        doc,
        none,
        ..
    } = setting;
    let name = ident.unraw().to_string();
    let type_name = source(ty);
    let doc = (!doc.is_empty()).then(|| quote!(.doc(#doc)));
    let scheduled = scheduled.then(|| quote!(@scheduled));
    let shared = shared.then(|| quote!(.shared()));
    let names = (!names.is_empty()).then(|| quote!(.names(&[#(#names),*])));
    let ranges = match ranges {
        Ranges::Any => None,
        Ranges::All(bounds) => Some(vec![range(definition, bounds)]),
        Ranges::Each(each) => Some(each.iter().map(|bounds| range(definition, bounds)).collect()),
    };
    let ranges = ranges.map(|ranges| quote!(.ranges(&[#(#ranges),*])));
    let default = default.as_ref();
    let of_all = default.filter(|_| all_default).map(|_| quote!(default(#place)));
    let own = default.filter(|_| !all_default).map(|value| {
        let value = into_value(&definition.root, setting, &default_value(hyper, value));
        quote!(.default(|| #value))
    });
    let none = none.as_ref().map(|number| quote!(= #number));
    quote!([#place #ident: #ty, #name, #type_name; #scheduled #of_all #doc #shared #names #ranges #own #none])
}

/// A `RangeInfo`.
fn range(definition: &Definition, bounds: &Bounds) -> TokenStream {
    let root = &definition.root;
    let start = bounds.start.as_ref().map(|start| {
        let start = float(start);
        quote!(.at_least(#start))
    });
    let end = bounds.end.as_ref().map(|(end, closed)| {
        let end = float(end);
        if *closed { quote!(.at_most(#end)) } else { quote!(.less_than(#end)) }
    });
    quote!(#root::RangeInfo::ANY #start #end)
}

/// A bound as `f64`: an integer literal becomes a float literal, any other expression is converted.
fn float(bound: &syn::Expr) -> TokenStream {
    match literal(bound) {
        Some(value) => {
            let mut literal = proc_macro2::Literal::f64_unsuffixed(value.abs());
            literal.set_span(bound.span());
            let sign = (value < 0.0).then(|| quote!(-));
            quote!(#sign #literal)
        }
        None => quote!((#bound) as ::core::primitive::f64),
    }
}

/// `Hyperparameters` of a struct with errors, so that its uses report no further errors.
pub(super) fn stub(definition: &Definition) -> TokenStream {
    let Definition { name, root, .. } = definition;
    let name_text = name.unraw().to_string();
    let body = unreachable();
    let (params, args) = definition.generics();
    quote! {
        #[automatically_derived]
        impl #params #root::Hyperparameters for #name #args {
            const NAME: &'static ::core::primitive::str = #name_text;
            const HYPERS: &'static [#root::HyperInfo] = &[];
            fn from_values(_: &[#root::Setting]) -> ::core::result::Result<Self, #root::HyperError> { #body }
            fn get(&self, _: ::core::primitive::usize) -> #root::Setting { #body }
        }
    }
}
