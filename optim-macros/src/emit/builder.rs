//! The builder of one optimizer: `new`, a setter per hyperparameter, and `build`.
//!
//! The runtime's macro `builder!` adds the methods that all builders share.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt;

use super::hyperparameters::hyper_value;
use super::parts::{indices, unreachable};
use super::scope::free;
use crate::diag::source;
use crate::parse::hyper::DeclaredHyper;
use crate::parse::item::AnnotatedStruct;
use crate::parse::range::{Bounds, Ranges};
use crate::parse::{Definition, Hyper, HyperType, Wraps};
use crate::paths::{root_at, shown};

/// `Name::new`, with an argument for each hyperparameter that has no default.
pub(super) fn new(item: &AnnotatedStruct) -> TokenStream {
    let definition = &item.definition;
    let (name, vis, root, builder) = (&definition.name, &definition.vis, &definition.root, definition.builder());
    let required =
        || item.settings.iter().zip(indices(item.settings.len())).filter(|(setting, _)| setting.default.is_none());
    let written = item.written();
    let arguments = required().map(|(setting, _)| {
        let (ident, ty) = (free(&setting.hyper.ident, &written), argument_type(root, &setting.hyper));
        quote!(#ident: #ty)
    });
    let values =
        required().map(|(setting, index)| set(root, &setting.hyper, &index, &free(&setting.hyper.ident, &written)));
    let (params, args) = definition.generics();
    let inner = definition.wraps.as_ref().map(|Wraps { field, param }| {
        let field = free(field, &written);
        (quote!(#field: impl #root::IntoBuilder<Optimizer = #param>,), quote!(#root::Builder::around(#field)))
    });
    let (inner, builder_of) = inner.unzip();
    let builder_of = builder_of.unwrap_or_else(|| quote!(#root::Builder::new()));
    let body = if definition.broken { unreachable() } else { quote!(#builder(#builder_of #(#values)*)) };
    let arguments_doc = match required().count() {
        0 if definition.wraps.is_some() => {
            "Default values for all hyperparameters, with this inner optimizer.".to_owned()
        }
        0 => "Default values for all hyperparameters.".to_owned(),
        _ => {
            let names: Vec<String> = required().map(|(setting, _)| format!("`{}`", setting.hyper.name())).collect();
            format!("These values of {}, and default values for all other hyperparameters.", names.join(", "))
        }
    };
    quote! {
        impl #params #name #args {
            #[doc = #arguments_doc]
            #vis fn new(#inner #(#arguments),*) -> #builder #args {
                #body
            }
        }
    }
}

/// The builder's type.
pub(super) fn declaration(item: &AnnotatedStruct) -> TokenStream {
    let definition = &item.definition;
    let (name, vis, root, builder) = (&definition.name, &definition.vis, &definition.root, definition.builder());
    let (params, args) = definition.generics();
    let doc = format!("Builder for [`{name}`], created by [`{name}::new`].", name = name.unraw());
    quote! {
        #[doc = #doc]
        #[must_use = "nothing is made before `build`"]
        #vis struct #builder #params(#root::Builder<#name #args>);
    }
}

/// The builder's methods.
pub(super) fn methods(item: &AnnotatedStruct) -> TokenStream {
    let definition = &item.definition;
    let (name, vis, root, builder) = (&definition.name, &definition.vis, &definition.root, definition.builder());
    let (params, args) = definition.generics();
    let setters = item
        .settings
        .iter()
        .zip(indices(item.settings.len()))
        .filter(|(setting, _)| !setting.reserved)
        .map(|(setting, index)| setter(item, setting, &index));
    // A name that neither the struct nor its inner optimizer has.
    let names = [Some(name), definition.wraps.as_ref().map(|wraps| &wraps.param)];
    let is_free = |free: &&str| names.iter().flatten().all(|name| *name != free);
    let model = ["P", "Params", "Model"].into_iter().find(is_free).unwrap_or("P");
    let model = Ident::new(model, Span::call_site());
    // Without the impl, the compiler reports this call, so the call has the span of the struct's name.
    let build = if definition.broken {
        unreachable()
    } else {
        let root = root_at(root, name.span());
        quote_spanned!(shown(name.span())=> #root::build::<#name #args, #model>(&self.0, params))
    };
    let inner = definition.wraps.as_ref().map(|wraps| inner_setter(definition, wraps));
    let wrapped = definition.wraps.as_ref().map(|Wraps { param, .. }| quote!([#param]));
    quote! {
        impl #params #builder #args {
            #(#setters)*
            #inner

            /// Checks everything, assigns the parameters to groups and allocates every state.
            ///
            /// # Errors
            ///
            /// Hyperparameters that are missing, out of range or contradict each other, parameters that the optimizer
            /// can't update, groups that overlap or are empty.
            #vis fn build<#model: #root::BuildFrom + ?::core::marker::Sized>(
                &self,
                params: &#model,
            ) -> ::core::result::Result<#root::Optimizer<#model::Elem>, #root::BuildError> {
                #build
            }
        }

        #root::builder!(#vis #builder of #name #wrapped);
    }
}

/// The setter of the inner optimizer.
fn inner_setter(definition: &Definition, Wraps { field, param }: &Wraps) -> TokenStream {
    let (vis, root) = (&definition.vis, &definition.root);
    let doc = format!("Changes settings of the inner optimizer: `|h| h.{field}(|i| i.lr(0.1))` in a parameter group.");
    let body = if definition.broken {
        unreachable()
    } else {
        quote!(Self(self.0.and_inner(change(::core::convert::From::from(#root::Builder::new())))))
    };
    quote! {
        #[doc = #doc]
        #vis fn #field(self, change: impl ::core::ops::FnOnce(#param::Builder) -> #param::Builder) -> Self
        where
            #param: #root::HasBuilder,
        {
            #body
        }
    }
}

/// One setter.
fn setter(item: &AnnotatedStruct, setting: &DeclaredHyper, index: &syn::Index) -> TokenStream {
    let definition = &item.definition;
    let (vis, root, hyper) = (&definition.vis, &definition.root, &setting.hyper);
    let ident = &hyper.ident;
    let docs = setter_docs(item, setting);
    let ty = argument_type(root, hyper);
    let argument = free(ident, &item.written());
    let body = if definition.broken {
        unreachable()
    } else {
        let set = set(root, hyper, index, &argument);
        quote!(Self(self.0 #set))
    };
    quote! {
        #docs
        #vis fn #ident(self, #argument: #ty) -> Self {
            #body
        }
    }
}

/// The field's documentation, and the allowed values.
pub(super) fn setter_docs(item: &AnnotatedStruct, setting: &DeclaredHyper) -> TokenStream {
    let DeclaredHyper { hyper, default, ranges, doc, .. } = setting;
    let name = hyper.name();
    let mut facts = Vec::new();
    match default {
        Some(default) => facts.push(format!("Default `{}`", source(default))),
        None => facts.push("Required".to_owned()),
    }
    match ranges {
        Ranges::Any => {}
        Ranges::All(bounds) => facts.push(format!("allowed `{}`", bounds.written_text())),
        Ranges::Each(each) => {
            let each: Vec<String> = each.iter().map(Bounds::written_text).collect();
            facts.push(format!("allowed `({})`", each.join(", ")));
        }
    }
    if hyper.scheduled {
        facts.push("may be a schedule".to_owned());
    }
    let about = if doc.is_empty() { format!("Sets `{name}`.") } else { String::new() };
    let text = format!("{about}\n\n{}.", facts.join(", "));
    let docs = item
        .cleaned
        .fields
        .iter()
        .filter(|field| field.ident.as_ref() == Some(&hyper.ident))
        .flat_map(|field| &field.attrs)
        .filter(|attr| attr.path().is_ident("doc"))
        .map(ToTokens::to_token_stream);
    quote!(#(#docs)* #[doc = #text])
}

/// The type of an argument that sets a hyperparameter.
fn argument_type(root: &syn::Path, hyper: &Hyper) -> TokenStream {
    let ty = &hyper.ty;
    match hyper.kind {
        _ if hyper.scheduled => quote!(impl #root::IntoSetting<#ty>),
        HyperType::List(_) => quote!(impl ::core::convert::Into<#ty>),
        _ => quote!(#ty),
    }
}

/// The call of a builder that sets a hyperparameter to an argument.
fn set(root: &syn::Path, hyper: &Hyper, index: &syn::Index, argument: &Ident) -> TokenStream {
    if hyper.scheduled {
        return quote!(.set_to(#index, #argument));
    }
    let read = hyper_value(root, hyper);
    let argument = match hyper.kind {
        HyperType::List(_) => quote!(::core::convert::Into::into(#argument)),
        _ => quote!(#argument),
    };
    quote!(.set_at(#index, #read::into_value(#argument)))
}
