//! `impl Hyperparameters`: the fields of a struct as data.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;

use super::scope::free;
use super::settings::{default_value, indices, unreachable};
use crate::diag::source;
use crate::parse::definition::Definition;
use crate::parse::hyper::DeclaredHyper;
use crate::parse::item::AnnotatedStruct;
use crate::parse::range::{Bounds, Ranges, literal};
use crate::parse::{Hyper, HyperType, Wraps};
use crate::paths::{root_at, shown};

/// The whole impl; fields are known by their places.
pub(super) fn expand(item: &AnnotatedStruct) -> TokenStream {
    let AnnotatedStruct { definition, settings, doc, .. } = item;
    let Definition { name, root, .. } = definition;
    // Next to numbers that the user wrote, which are read as `None`.
    let written = item.written();
    let local = |name| free(&Ident::new(name, Span::mixed_site()), &written);
    let [fields, given, index, component, value] = ["fields", "values", "index", "component", "value"].map(local);
    let name_text = name.unraw().to_string();
    let doc = (!doc.is_empty()).then(|| quote!(const DOC: &'static ::core::primitive::str = #doc;));
    let all_default = item.has_default();
    let infos = settings.iter().zip(indices(settings.len()));
    let infos = infos.map(|(setting, index)| info(definition, setting, all_default.then_some(index)));
    let idents: Vec<_> = settings.iter().map(|setting| &setting.hyper.ident).collect();
    let reads = settings.iter().map(|setting| from_value(root, setting, &value));
    let values = settings.iter().map(|setting| {
        let ident = &setting.hyper.ident;
        let field = if setting.hyper.kind.is_copy() {
            quote!(self.#ident)
        } else {
            quote!(::core::clone::Clone::clone(&self.#ident))
        };
        into_value(root, setting, &field)
    });
    let indices: Vec<_> = indices(settings.len()).collect();
    let scheduled = settings.iter().zip(&indices).filter(|(setting, _)| setting.hyper.scheduled);
    let scheduled: Vec<_> =
        scheduled.flat_map(|(setting, index)| scheduled_arms(&setting.hyper, index, &value)).collect();
    let (params, args) = definition.generics();
    let wrapped = definition
        .wraps
        .as_ref()
        .map(|wraps| Wrapped::of(wraps, root, settings.len(), [&given, &index, &component, &value]));
    let Wrapped { read, get, set, name_of } = wrapped.unwrap_or_default();
    let others = if set.is_empty() { quote!(_ => {}) } else { set };
    let get_others = if get.is_empty() { quote!(_ => #root::Setting::None,) } else { get };
    let is_set = !scheduled.is_empty() || definition.wraps.is_some();
    let set_scheduled = is_set.then(|| {
        quote! {
            fn set_scheduled(
                &mut self,
                #index: ::core::primitive::usize,
                #component: ::core::primitive::usize,
                #value: ::core::primitive::f64,
            ) {
                match (#index, #component) {
                    #(#scheduled)*
                    #others
                }
            }
        }
    });
    quote! {
        #[automatically_derived]
        impl #params #root::Hyperparameters for #name #args {
            const NAME: &'static ::core::primitive::str = #name_text;
            #doc
            const SOURCE: #root::SourcePlace = #root::source!();
            const HYPERS: &'static [#root::HyperInfo] = &[#(#infos),*];

            fn from_values(#given: &[#root::Setting]) -> ::core::result::Result<Self, #root::HyperError> {
                let #fields = &#root::Fields::of::<Self>(#given);
                ::core::result::Result::Ok(Self { #(#idents: #fields.read(#indices, #reads)?),* #read })
            }

            fn get(&self, #index: ::core::primitive::usize) -> #root::Setting {
                match #index {
                    #(#indices => #values,)*
                    #get_others
                }
            }

            #set_scheduled
            #name_of
        }
    }
}

/// The hyperparameters of the inner optimizer in a wrapper, which follow its own.
#[derive(Default)]
struct Wrapped {
    read: TokenStream,
    get: TokenStream,
    set: TokenStream,
    name_of: TokenStream,
}

impl Wrapped {
    fn of(
        Wraps { param, field }: &Wraps,
        root: &syn::Path,
        own: usize,
        [given, index, component, value]: [&Ident; 4],
    ) -> Self {
        let (text, count) = (field.unraw().to_string(), syn::Index::from(own));
        let inner = quote!(<#param as #root::Hyperparameters>);
        let comma = (own > 0).then(|| quote!(,));
        Self {
            read: quote!(#comma #field: #inner::from_values(#given.get(#count..).unwrap_or(&[]))?),
            get: quote!(#index => #inner::get(&self.#field, #index.wrapping_sub(#count)),),
            set: quote!((#index, #component) => #inner::set_scheduled(
                &mut self.#field, #index.wrapping_sub(#count), #component, #value,
            ),),
            name_of: quote! {
                fn name_of(#index: ::core::primitive::usize) -> #root::std::borrow::Cow<'static, ::core::primitive::str> {
                    match Self::HYPERS.get(#index) {
                        ::core::option::Option::Some(info) => #root::std::borrow::Cow::Borrowed(info.name),
                        ::core::option::Option::None => #root::std::borrow::Cow::Owned(
                            #root::std::format!("{}.{}", #text, #inner::name_of(#index.wrapping_sub(#count))),
                        ),
                    }
                }
            },
        }
    }
}

/// `<Type as HyperValue>`, placed at the type: one mistake there is reported once, though it is used in many places.
pub(super) fn hyper_value(root: &syn::Path, hyper: &Hyper) -> TokenStream {
    let (ty, span) = (&hyper.ty, hyper.ty.span());
    let root = root_at(root, span);
    quote_spanned!(shown(span)=> <#ty as #root::HyperValue>)
}

/// The function that reads the field from data.
fn from_value(root: &syn::Path, setting: &DeclaredHyper, value: &Ident) -> TokenStream {
    match &setting.none {
        Some(number) => quote!(|#value| #root::number_or_none(#value, #number)),
        None => {
            let read = hyper_value(root, &setting.hyper);
            quote!(#read::from_value)
        }
    }
}

/// The field as data.
fn into_value(root: &syn::Path, setting: &DeclaredHyper, field: &TokenStream) -> TokenStream {
    let read = hyper_value(root, &setting.hyper);
    match &setting.none {
        Some(number) => quote!(#root::HyperValue::into_value(::core::option::Option::unwrap_or(#field, #number))),
        None => quote!(#read::into_value(#field)),
    }
}

/// The arms that write scheduled numbers: `(index, component) => self.field = value`.
fn scheduled_arms(hyper: &Hyper, index: &syn::Index, value: &Ident) -> Vec<TokenStream> {
    let ident = &hyper.ident;
    match &hyper.kind {
        HyperType::Tuple(items) => indices(items.len())
            .map(|component| quote!((#index, #component) => self.#ident.#component = #value,))
            .collect(),
        HyperType::Option(_) => vec![quote!((#index, 0) => self.#ident = ::core::option::Option::Some(#value),)],
        _ => vec![quote!((#index, 0) => self.#ident = #value,)],
    }
}

/// One entry of `HYPERS`.
///
/// `place` is the field's place in `Default`, if that exists: the user's expression stands once in the expansion, so that
/// a mistake in it is reported once.
fn info(definition: &Definition, setting: &DeclaredHyper, place: Option<syn::Index>) -> TokenStream {
    let root = &definition.root;
    let DeclaredHyper {
        hyper: hyper @ Hyper { ident, ty, scheduled, shared, .. }, default, ranges, names, doc, ..
    } = setting;
    let name = ident.unraw().to_string();
    let type_name = source(ty);
    let doc = (!doc.is_empty()).then(|| quote!(.doc(#doc)));
    let scheduled = scheduled.then(|| quote!(.scheduled()));
    let shared = shared.then(|| quote!(.shared()));
    let names = (!names.is_empty()).then(|| quote!(.names(&[#(#names),*])));
    let ranges = match ranges {
        Ranges::Any => None,
        Ranges::All(bounds) => Some(vec![range(definition, bounds)]),
        Ranges::Each(each) => Some(each.iter().map(|bounds| range(definition, bounds)).collect()),
    };
    let ranges = ranges.map(|ranges| quote!(.ranges(&[#(#ranges),*])));
    let default = default.as_ref().map(|value| {
        let value = match place {
            Some(place) => quote!(#root::default_of::<Self>(#place)),
            None => into_value(root, setting, &default_value(hyper, value)),
        };
        quote!(.default(|| #value))
    });
    quote!(#root::HyperInfo::new(#name, #type_name) #doc #scheduled #shared #names #ranges #default)
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

/// A bound as `f64`: whole numbers get their point, other expressions are converted.
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

/// `Hyperparameters` of a struct with errors: only there so that its uses add no errors of their own.
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
