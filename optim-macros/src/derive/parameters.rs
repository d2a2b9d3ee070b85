//! `#[derive(Parameters)]`: a struct of arrays, and of structs of arrays, as named parameters.

use std::collections::BTreeSet;
use std::fmt;

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{
    Data, DeriveInput, Field, Fields, LitStr, Member, Path, Type, WherePredicate, parse_quote, parse_quote_spanned,
};

use crate::diag::Errors;
use crate::emit::scope;
use crate::paths::{self, root_at, short, shown, shown_at};
use crate::tokens::{mentions, names_in};

/// `impl Parameters`, beside the errors if there are any.
pub(crate) fn expand(input: &DeriveInput) -> TokenStream {
    let mut errors = Errors::new();
    let container = container(input, &mut errors);
    let root = paths::root(container.krate.as_ref());
    let Some(fields) = fields(input, &mut errors) else {
        return errors.into_compile_errors();
    };
    let parts = parts(fields, &mut errors);
    let errors = errors.into_compile_errors();
    let mut written = BTreeSet::new();
    parts.iter().for_each(|part| names_in(&part.ty.to_token_stream(), &mut written));
    let block = scope::block(&root, &implementation(input, &container, &short(), &parts), &written);
    quote!(#errors #block)
}

/// Options of the struct.
#[derive(Default)]
struct Container {
    krate: Option<Path>,
    elem: Option<Type>,
}

/// A field that is visited.
struct Part {
    /// How the field is accessed.
    member: Member,
    ty: Type,
    /// Its segment in names.
    segment: Segment,
}

/// What a field adds to the names of its parameters.
enum Segment {
    /// The field's name, or the one it was given.
    Name(String),
    /// The place in a tuple struct.
    Place(usize),
}

impl fmt::Display for Segment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => f.write_str(name),
            Self::Place(place) => write!(f, "{place}"),
        }
    }
}

/// `#[parameters(crate = path, elem = Type)]` on the struct.
fn container(input: &DeriveInput, errors: &mut Errors) -> Container {
    let mut container = Container::default();
    for attr in ours(&input.attrs) {
        let read = attr.parse_nested_meta(|meta| {
            if meta.path.is_ident("crate") {
                container.krate = Some(meta.value()?.call(Path::parse_mod_style)?);
                Ok(())
            } else if meta.path.is_ident("elem") {
                container.elem = Some(meta.value()?.parse()?);
                Ok(())
            } else {
                Err(meta.error(
                    "unknown key of `parameters` on a struct\nhelp: the keys are `elem = Type` and `crate = path`",
                ))
            }
        });
        errors.take(read);
    }
    container
}

/// The attributes `#[parameters(…)]`.
fn ours(attrs: &[syn::Attribute]) -> impl Iterator<Item = &syn::Attribute> {
    attrs.iter().filter(|attr| attr.path().is_ident("parameters"))
}

/// The fields of a struct; other items are refused.
fn fields<'a>(input: &'a DeriveInput, errors: &mut Errors) -> Option<&'a Fields> {
    let name = &input.ident;
    match &input.data {
        Data::Struct(data) => Some(&data.fields),
        Data::Enum(_) => {
            errors.push(
                name,
                "`Parameters` is for structs: the parameters of an enum would change with its variant\nhelp: use a struct with `Option` fields",
            );
            None
        }
        Data::Union(_) => {
            errors.push(name, "`Parameters` is for structs, not for unions");
            None
        }
    }
}

/// The fields that are visited and their names.
fn parts(fields: &Fields, errors: &mut Errors) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    for (member, field) in fields.members().zip(fields) {
        let options = options(field, errors);
        if options.skip || is_phantom(&field.ty) {
            continue;
        }
        let segment = match (&options.rename, &member) {
            (Some(rename), _) => Segment::Name(rename.value()),
            (None, Member::Named(ident)) => Segment::Name(ident.unraw().to_string()),
            (None, Member::Unnamed(index)) => Segment::Place(index.index as usize),
        };
        if let Some(other) = parts.iter().find(|part| part.segment.to_string() == segment.to_string()) {
            let other = other.member.to_token_stream();
            let message = format!("the parameters of `{other}` and of this field have one name, `{segment}`");
            match &options.rename {
                Some(rename) => errors.push(rename, message),
                None => errors.push(
                    field.ident.as_ref().map_or_else(|| field.ty.to_token_stream(), ToTokens::to_token_stream),
                    message,
                ),
            }
        }
        parts.push(Part { member, ty: field.ty.clone(), segment });
    }
    parts
}

/// Options of a field.
#[derive(Default)]
struct FieldOptions {
    skip: bool,
    rename: Option<LitStr>,
}

/// `#[parameters(skip)]`, `#[parameters(rename = "…")]`.
fn options(field: &Field, errors: &mut Errors) -> FieldOptions {
    let mut options = FieldOptions::default();
    for attr in ours(&field.attrs) {
        let read = attr.parse_nested_meta(|meta| {
            if meta.path.is_ident("skip") {
                options.skip = true;
                Ok(())
            } else if meta.path.is_ident("rename") {
                let value = meta.value().and_then(syn::parse::ParseBuffer::parse);
                let name: LitStr =
                    value.map_err(|_| meta.error("`rename` needs the new name\nhelp: write `rename = \"name\"`"))?;
                if name.value().is_empty() {
                    return Err(syn::Error::new(name.span(), "a parameter's name can't be empty"));
                }
                options.rename = Some(name);
                Ok(())
            } else {
                Err(meta
                    .error("unknown key of `parameters` on a field\nhelp: the keys are `skip` and `rename = \"name\"`"))
            }
        });
        errors.take(read);
        if options.skip && options.rename.is_some() {
            errors.push(attr, "a skipped field has no name\nhelp: remove `rename` or `skip`");
        }
    }
    options
}

/// Whether a type holds nothing.
fn is_phantom(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "PhantomData"))
}

/// `impl Parameters for Struct`.
///
/// The element type is that of the first part; the others must have the same, which the call for each part says, spanned
/// at the field's type so that a mixture is reported there.
fn implementation(input: &DeriveInput, container: &Container, root: &Path, parts: &[Part]) -> TokenStream {
    let name = &input.ident;
    // A struct that contains itself (in a `Vec`, say) can't ask this of its own parts: the question would never end.
    let own = |part: &&Part| !names(&part.ty, name);
    let elem: TokenStream = match (&container.elem, parts.iter().find(own)) {
        (Some(elem), _) => elem.to_token_stream(),
        (None, Some(first)) => {
            let ty = &first.ty;
            quote!(<#ty as #root::Parameters>::Elem)
        }
        // Nothing to visit: any type will do.
        (None, None) => quote!(::core::primitive::f32),
    };
    let mut generics = input.generics.clone();
    let first = parts.iter().find(own).map(|part| &part.ty);
    let parameters: Vec<&Ident> = input.generics.type_params().map(|parameter| &parameter.ident).collect();
    for part in parts.iter().filter(own) {
        let ty = &part.ty;
        let bare = matches!(ty, Type::Path(path) if parameters.iter().any(|name| path.path.is_ident(*name)));
        if !bare && parameters.iter().any(|name| names(ty, name)) {
            // A bound on `Array1<T>` would hide from the compiler that its elements are `T`; `T`'s own bounds do here.
            continue;
        }
        let (root, elem) = (root_at(root, ty.span()), shown_at(elem.clone(), ty.span()));
        let is_first = container.elem.is_none() && first.is_some_and(|first| std::ptr::eq(first, ty));
        let bound: WherePredicate = if !bare || is_first {
            // Without the element type: to ask `Linear` for that of another `Linear` never ends. The calls below do.
            parse_quote_spanned!(shown(ty.span())=> #ty: #root::Parameters)
        } else {
            parse_quote_spanned!(shown(ty.span())=> #ty: #root::Parameters<Elem = #elem>)
        };
        generics.make_where_clause().predicates.push(bound);
    }
    if let Some(elem) = &container.elem {
        generics.make_where_clause().predicates.push(parse_quote!(#elem: #root::Float));
    }
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let (_, type_generics, _) = input.generics.split_for_impl();
    let read = visits(root, parts, &format_ident!("visit_part"), &quote!(&));
    let write = visits(root, parts, &format_ident!("visit_part_mut"), &quote!(&mut));
    // Without parts nobody reads the arguments.
    let nothing = parts.is_empty().then(|| quote!(let _ = (name, f);));
    quote! {
        #[automatically_derived]
        #[allow(private_bounds, clippy::all, clippy::pedantic, clippy::nursery, reason = "generated by `#[derive(Parameters)]`")]
        impl #impl_generics #root::Parameters for #name #type_generics #where_clause {
            type Elem = #elem;

            fn visit<'__part>(
                &'__part self,
                name: #root::Name<'_>,
                f: &mut dyn ::core::ops::FnMut(#root::Name<'_>, #root::TensorRef<'__part, Self::Elem>),
            ) {
                #nothing
                #(#read)*
            }

            fn visit_mut<'__part>(
                &'__part mut self,
                name: #root::Name<'_>,
                f: &mut dyn ::core::ops::FnMut(#root::Name<'_>, #root::TensorMut<'__part, Self::Elem>),
            ) {
                #nothing
                #(#write)*
            }
        }
    }
}

/// One call per part.
fn visits<'a>(
    root: &Path,
    parts: &'a [Part],
    method: &Ident,
    borrow: &TokenStream,
) -> impl Iterator<Item = TokenStream> + use<'a> {
    let (root, method, borrow) = (root.clone(), method.clone(), borrow.clone());
    parts.iter().map(move |Part { member, ty, segment }| {
        let segment = match segment {
            Segment::Name(name) => quote!(#root::Name::child(&name, #name)),
            Segment::Place(place) => {
                let place = syn::Index::from(*place);
                quote!(#root::Name::index(&name, #place))
            }
        };
        let root = root_at(&root, ty.span());
        let field = quote_spanned!(shown(ty.span())=> #borrow self.#member);
        quote_spanned!(shown(ty.span())=> <#ty as #root::Part<Self::Elem>>::#method(#field, #segment, f);)
    })
}

/// Whether a type names a struct or a parameter of its, or is `Self`.
fn names(ty: &Type, name: &Ident) -> bool {
    mentions(ty.to_token_stream(), &name.to_string()) || mentions(ty.to_token_stream(), "Self")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_have_names_places_and_new_names() {
        let text = expand(&parse_quote! {
            struct Linear<T: Float> {
                weight: Array2<T>,
                #[parameters(rename = "b")] bias: Array1<T>,
                #[parameters(skip)] calls: usize,
                marker: PhantomData<T>,
                r#type: Array1<T>,
            }
        })
        .to_string();
        assert!(!text.contains("compile_error"), "{text}");
        assert!(
            text.contains("child (\"weight\")") && text.contains("child (\"b\")") && text.contains("child (\"type\")")
        );
        assert!(!text.contains("calls") && !text.contains("marker"), "{text}");
        let text = expand(&parse_quote! { struct Pair(Array1<f32>, Array1<f32>); }).to_string();
        assert!(text.contains("index (0)") && text.contains("index (1)"), "{text}");
    }

    #[test]
    fn mistakes_are_reported() {
        for (item, message) in [
            (parse_quote! { enum E { A } }, "is for structs"),
            (parse_quote! { union U { a: f32 } }, "is for structs"),
            (parse_quote! { struct S { #[parameters(skp)] a: f32 } }, "unknown key"),
            (parse_quote! { struct S { #[parameters(rename = "b")] a: f32, b: f32 } }, "one name"),
            (parse_quote! { struct S { #[parameters(rename = "")] a: f32 } }, "empty"),
            (parse_quote! { struct S { #[parameters(skip, rename = "x")] a: f32 } }, "skipped"),
        ] {
            let item: DeriveInput = item;
            assert!(expand(&item).to_string().contains(message), "{message}");
        }
    }
}
