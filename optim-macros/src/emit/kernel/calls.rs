//! Calls between passes: of linear algebra, and of the inner optimizer.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};

use super::Kernel;
use crate::ast::Place;
use crate::emit::dimensions;
use crate::ir::{Def, Id};
use crate::ops::{Library, Reduce};
use crate::plan::{Frame, Operand};

impl Kernel<'_> {
    /// A call of linear algebra in its branches. It reads slots, and writes a slot, or a variable if the result is one number.
    pub(super) fn library_call(&self, frame: &Frame, id: Id, library: Library) -> TokenStream {
        let operands = self.program.operands(id).into_iter().map(|operand| match self.program.is_scalar(operand) {
            true => self.scalar(operand),
            false if library.without().is_some() => self.to_reduce(&[operand]),
            false => self.operand_slot(operand),
        });
        let Def::Library(_, _, fixed) = &self.program.values[id].def else { unreachable!("a call of the library") };
        let root = &self.root;
        let fixed = fixed.iter().map(|fixed| {
            let fixed = self.fixed().whole(fixed);
            quote!(#root::fixed_size(#fixed))
        });
        let operands = library.in_order(operands.collect(), fixed);
        let results = self.plan.results(self.program, id);
        let several = results.len() > 1;
        let results = results.into_iter().map(|slot| match (slot, several) {
            (Some(slot), false) => quote!(#slot),
            (Some(slot), true) => quote!(::core::option::Option::Some(#slot)),
            (None, _) => quote!(::core::option::Option::None),
        });
        let name =
            Ident::new(if library == Library::Transpose { "transpose" } else { library.name() }, Span::call_site());
        let names = self.names_of_call(id);
        let call = quote!(cx.#name(#(#operands,)* #(#results),*););
        let guard = &self.program.values[id].path[frame.path.len()..];
        if !self.program.is_scalar(id) {
            return self.guarded(guard, quote!(#names #call));
        }
        let number = self.ident(id);
        match guard {
            [] => quote!(#names let #number = #call),
            _ => self.declared(std::iter::once(number.clone()), &self.guarded(guard, quote!(#names #number = #call))),
        }
    }

    /// A reduction along an axis in its branches, from slots into a slot.
    pub(super) fn axis_call(&self, frame: &Frame, id: Id, reduce: Reduce) -> TokenStream {
        let (root, value) = (&self.root, &self.program.values[id]);
        let of = self.to_reduce(&self.program.operands(id));
        let (method, each) =
            (Ident::new(reduce.name(), Span::call_site()), format_ident!("{}", format!("{:?}", reduce.each())));
        let dim = value.shape.axis().map(|axis| dimensions::of_axis(axis, &self.definition.root.to_token_stream()));
        let [into, part] = [self.plan.operand(id).slot, self.plan.slots.len()].map(syn::Index::from);
        let names = self.names_of_call(id);
        let call = quote! {
            #names
            cx.reduce_to(
                #root::Reduction::#method(),
                #root::Each::#each,
                #of,
                #dim,
                (#into, #part),
            );
        };
        self.guarded(&value.path[frame.path.len()..], call)
    }

    /// The operands of a reduction along an axis.
    fn to_reduce(&self, operands: &[Id]) -> TokenStream {
        let root = &self.root;
        let is_whole = operands.iter().all(|operand| self.program.values[*operand].shape.axis().is_none());
        let of = Ident::new(if is_whole { "whole" } else { "along" }, Span::call_site());
        let slots = operands.iter().map(|operand| syn::Index::from(self.plan.operand(*operand).slot));
        quote!(#root::ToReduce::#of([#(#slots),*]))
    }

    /// The call of the inner optimizer in its branches.
    pub(super) fn inner_call(&self, id: Id) -> TokenStream {
        let Def::Inner(_, _, guard) = &self.program.values[id].def else {
            unreachable!("a call of the optimizer inside")
        };
        let (key, (place, grad)) = (self.next_cut(), self.inner_sources(id));
        self.guarded(guard, quote!(cx.inner(#key, #place, #grad);))
    }

    /// The sources of the inner optimizer's parameter and gradient.
    pub(super) fn inner_sources(&self, id: Id) -> (TokenStream, TokenStream) {
        let root = &self.root;
        let Def::Inner(place, [_, grad], _) = self.program.values[id].def else {
            unreachable!("a call of the optimizer inside")
        };
        let scratch = |id: Id| {
            let slot = syn::Index::from(self.plan.operand(id).slot);
            quote!(#root::Source::Scratch(#slot))
        };
        let place = match place {
            Some(Place::Param) => quote!(#root::Source::Param),
            Some(Place::State(index)) => {
                let index = syn::Index::from(index);
                quote!(#root::Source::State(#index))
            }
            Some(Place::Input(_) | Place::Output(_)) => unreachable!("the call changes a place with dimensions"),
            None => scratch(id),
        };
        let grad = match self.program.values[grad].def {
            Def::Grad => quote!(#root::Source::Grad),
            _ => scratch(grad),
        };
        (place, grad)
    }

    pub(super) fn operand_slot(&self, id: Id) -> TokenStream {
        let root = &self.root;
        let Operand { slot, id, transposed } = self.plan.operand(id);
        let [rows, cols] = self.axes(&self.program.values[id].shape);
        let transposed = transposed.then(|| quote!(.transposed()));
        quote!(#root::Operand::new(#slot, #rows, #cols) #transposed)
    }
}
