//! The struct half of a schedule: `new`, a setter per argument with a default, the arguments as data, other names, and the
//! macro for the impl half.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::{Expr, Path};

use super::allow::allow;
use super::builder::setter_docs;
use super::declarations::unless;
use super::parts::{default_value, indices, unreachable};
use super::scope::free;
use super::settings::default;
use super::{definition_macro, hyperparameters, scope};
use crate::diag::Errors;
use crate::parse::definition::Definition;
use crate::parse::hyper::DeclaredHyper;
use crate::parse::item::AnnotatedStruct;
use crate::parse::range::Ranges;
use crate::parse::{Hyper, HyperType};
use crate::paths::{root_at, short, shown};

/// The expansion of `#[scheduler(…)]` on a struct.
pub(crate) fn expand(item: &AnnotatedStruct, errors: Errors) -> TokenStream {
    let AnnotatedStruct { cleaned, definition, .. } = item;
    let (errors, definition_macro) = (errors.into_compile_errors(), definition_macro::expand(definition));
    if !cleaned.generics.params.is_empty() {
        // The type parameters have errors, so no trait can be implemented.
        return quote! { #errors #cleaned #definition_macro };
    }
    let (allow, aliases, root) = (allow(item), aliases(item), &definition.root);
    let item = &AnnotatedStruct { definition: Definition { root: short(), ..definition.clone() }, ..item.clone() };
    let definition = &item.definition;
    let (new, setters) = (new(item), setters(item));
    let schedule = {
        let (name, root) = (&definition.name, &definition.root);
        quote!(#root::schedule!(#name);)
    };
    let data = match definition.broken {
        false => {
            let (default, hyperparameters) = (default(item), hyperparameters::expand(item));
            let arguments = arguments(item);
            quote!(#default #hyperparameters #arguments #schedule)
        }
        // If the type of a field has an error, implementations of the traits would repeat it.
        true if !definition.types_are_understood() => TokenStream::new(),
        true => {
            let hyperparameters = hyperparameters::stub(definition);
            let (name, root) = (&definition.name, &definition.root);
            quote! {
                #hyperparameters
                #schedule
                #[automatically_derived]
                impl #root::ScheduleArguments for #name {
                    const NAMES: &'static [&'static ::core::primitive::str] = &[];
                }
            }
        }
    };
    let block = scope::block(root, &quote!(#new #setters #data), &item.written());
    quote! {
        #errors
        #cleaned
        #allow
        #block
        #aliases
        #definition_macro
    }
}

/// `type OtherName = Name;`.
fn aliases(item: &AnnotatedStruct) -> TokenStream {
    let (name, vis) = (&item.definition.name, &item.definition.vis);
    let doc = format!("[`{}`] by another name.", name.unraw());
    let names = &item.names;
    quote! {
        #(#[doc = #doc] #[allow(dead_code, reason = "a name for others")] #vis type #names = #name;)*
    }
}

/// `Name::new`, with an argument for each field that has no default.
fn new(item: &AnnotatedStruct) -> TokenStream {
    let (name, vis, root) = (&item.definition.name, &item.definition.vis, &item.definition.root);
    let required: Vec<&DeclaredHyper> = item.settings.iter().filter(|setting| setting.default.is_none()).collect();
    let kinds: Vec<Option<Ident>> =
        item.settings.iter().enumerate().map(|(place, setting)| kind(place, setting)).collect();
    let generics = item.settings.iter().zip(&kinds).filter(|(setting, _)| setting.default.is_none());
    let generics: Vec<&Ident> = generics.filter_map(|(_, kind)| kind.as_ref()).collect();
    let parameters =
        item.settings.iter().zip(&kinds).filter(|(setting, _)| setting.default.is_none()).map(|(setting, kind)| {
            let (argument, ty) = (argument(item, &setting.hyper), taken(root, &setting.hyper, kind.as_ref()));
            quote!(#argument: #ty)
        });
    let fields = item.settings.iter().map(|DeclaredHyper { hyper, default, .. }| {
        let ident = &hyper.ident;
        let value = default.as_ref().map_or_else(
            || converted(root, hyper, &argument(item, hyper)),
            |default: &Expr| default_value(hyper, default),
        );
        quote!(#ident: #value)
    });
    let body = if item.definition.broken { unreachable() } else { quote!(Self { #(#fields),* }) };
    let doc = match required.as_slice() {
        [] => "The schedule with default values for all arguments.".to_owned(),
        required => {
            let names: Vec<String> = required.iter().map(|setting| format!("`{}`", setting.hyper.name())).collect();
            format!(
                "The schedule with these values of {}, and default values for all other arguments.",
                names.join(", ")
            )
        }
    };
    let described = required.iter().map(|setting| {
        let about = setting.doc.lines().next().unwrap_or_default();
        let allowed = match &setting.ranges {
            Ranges::All(bounds) => format!(" Allowed `{}`.", bounds.written_text()),
            _ => String::new(),
        };
        format!("- `{}`: {about}{allowed}", setting.hyper.name())
    });
    let described = described.filter(|line| !line.ends_with(": "));
    let generics = (!generics.is_empty()).then(|| quote!(<#(#generics),*>));
    quote! {
        impl #name {
            #[doc = #doc]
            #[doc = ""]
            #(#[doc = #described])*
            #[doc = "\nNothing is checked here: [`validate`](Self::validate) and the `build` of an optimizer do."]
            #[must_use]
            #vis fn new #generics(#(#parameters),*) -> Self {
                #body
            }
        }
    }
}

/// A setter for each field that has a default, and `validate`.
fn setters(item: &AnnotatedStruct) -> TokenStream {
    let (name, vis, root) = (&item.definition.name, &item.definition.vis, &item.definition.root);
    let setters =
        item.settings.iter().enumerate().filter(|(_, setting)| setting.default.is_some() && !setting.reserved);
    let setters = setters.map(|(place, setting)| {
        let (ident, docs, kind) = (&setting.hyper.ident, setter_docs(item, setting), kind(place, setting));
        let argument = argument(item, &setting.hyper);
        let (ty, value) = (taken(root, &setting.hyper, kind.as_ref()), converted(root, &setting.hyper, &argument));
        let generics = kind.map(|kind| quote!(<#kind>));
        let body = if item.definition.broken { unreachable() } else { quote!(Self { #ident: #value, ..self }) };
        quote! {
            #docs
            #[must_use]
            #vis fn #ident #generics(self, #argument: #ty) -> Self {
                #body
            }
        }
    });
    // Without the impl, the compiler reports this call, so the call has the span of the struct's name.
    let validate = if item.definition.broken {
        unreachable()
    } else {
        let root = root_at(root, name.span());
        quote_spanned!(shown(name.span())=> #root::formula::validate::<#name>(self))
    };
    quote! {
        impl #name {
            #(#setters)*

            /// Checks the arguments, and those of every schedule inside.
            ///
            /// # Errors
            ///
            /// The first argument that is wrong, with the place of the schedule that has it.
            #vis fn validate(&self) -> ::core::result::Result<(), #root::HyperError> {
                #validate
            }
        }
    }
}

/// The type of a setting, without its `Option`.
fn without_option(kind: &HyperType) -> &HyperType {
    if let HyperType::Option(item) = kind { item } else { kind }
}

/// The generic parameter of a setter that takes several kinds of schedules.
fn kind(place: usize, setting: &DeclaredHyper) -> Option<Ident> {
    let several = matches!(without_option(&setting.hyper.kind), HyperType::Schedule | HyperType::Schedules);
    several.then(|| format_ident!("Kind{place}"))
}

/// The type of a setter's argument.
fn taken(root: &Path, hyper: &Hyper, kind: Option<&Ident>) -> TokenStream {
    let ty = &hyper.ty;
    match (without_option(&hyper.kind), &hyper.kind) {
        (HyperType::Schedules, _) => quote!(impl #root::IntoSchedules<#kind>),
        (HyperType::Schedule, _) => quote!(impl #root::IntoSchedule<#kind>),
        (_, HyperType::List(_) | HyperType::Option(_)) => quote!(impl ::core::convert::Into<#ty>),
        _ => quote!(#ty),
    }
}

/// The variable for a field's argument. A default may name constants of the module, but no other argument.
fn argument(item: &AnnotatedStruct, hyper: &Hyper) -> Ident {
    free(&hyper.ident, &item.written())
}

/// The conversion of an argument to the type of its field.
fn converted(root: &Path, hyper: &Hyper, ident: &Ident) -> TokenStream {
    let schedules = match (without_option(&hyper.kind), &hyper.kind) {
        (HyperType::Schedules, _) => quote!(#root::IntoSchedules::into_schedules(#ident)),
        (HyperType::Schedule, _) => quote!(#root::IntoSchedule::into_schedule(#ident)),
        (_, HyperType::List(_) | HyperType::Option(_)) => return quote!(::core::convert::Into::into(#ident)),
        _ => return quote!(#ident),
    };
    match hyper.kind {
        HyperType::Option(_) => quote!(::core::option::Option::Some(#schedules)),
        _ => schedules,
    }
}

/// `impl ScheduleArguments`: names, and the conditions of `requires`.
fn arguments(item: &AnnotatedStruct) -> TokenStream {
    let Definition { name, root, requires, .. } = &item.definition;
    let names = std::iter::once(name).chain(&item.names).map(|name| name.unraw().to_string());
    let checks = requires.iter().map(|rule| {
        let (cond, message) = (&rule.cond, rule.text());
        let named = item.settings.iter().zip(indices(item.settings.len()));
        let named = named.filter(|(setting, _)| names_field(cond, &setting.hyper)).map(|(_, index)| index);
        unless(
            cond,
            &quote!(return ::core::result::Result::Err(#root::Unmet { message: #message, arguments: &[#(#named),*] });),
        )
    });
    let requirement = (!requires.is_empty()).then(|| {
        let this = Ident::new("self", proc_macro2::Span::call_site());
        quote! {
            fn requirement(&#this) -> ::core::result::Result<(), #root::Unmet> {
                #(#checks)*
                ::core::result::Result::Ok(())
            }
        }
    });
    quote! {
        #[automatically_derived]
        impl #root::ScheduleArguments for #name {
            const NAMES: &'static [&'static ::core::primitive::str] = &[#(#names),*];
            #requirement
        }
    }
}

/// Returns true if `self.field` occurs in an expression.
fn names_field(expr: &Expr, hyper: &Hyper) -> bool {
    struct Fields<'a>(&'a Hyper, bool);
    impl<'ast> syn::visit::Visit<'ast> for Fields<'_> {
        fn visit_expr_field(&mut self, field: &'ast syn::ExprField) {
            let own = matches!(&*field.base, Expr::Path(base) if base.path.is_ident("self"));
            self.1 |= own && matches!(&field.member, syn::Member::Named(name) if *name == self.0.ident);
            syn::visit::visit_expr_field(self, field);
        }
    }
    let mut fields = Fields(hyper, false);
    syn::visit::Visit::visit_expr(&mut fields, expr);
    fields.1
}
