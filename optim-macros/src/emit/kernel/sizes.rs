//! Sizes that the generated code computes: of axes, values and scratch.

use proc_macro2::TokenStream;
use quote::quote;

use super::Kernel;
use crate::emit::dimensions;
use crate::ir::Def;
use crate::kind::{Dim, Shape};

impl Kernel<'_> {
    /// The length of each scratch slot.
    pub(super) fn lengths(&self) -> TokenStream {
        if self.plan.slots.is_empty() {
            return TokenStream::new();
        }
        let fixed = self.fixed_for_slots();
        let lengths = self.plan.slots.iter().enumerate().map(|(i, shape)| {
            let (slot, length) = (syn::Index::from(i), self.length(shape));
            let items = self.plan.slot_of_list.iter().find(|(_, slot)| **slot == i).map(|(id, _)| {
                let (root, items) = (&self.root, self.fixed().whole(&self.program.lists[id].length));
                quote!(.saturating_mul(#root::fixed_size(#items)))
            });
            let length = quote!(#length #items);
            quote!(lens[#slot] = #length;)
        });
        // The slot for partial results of a reduction along an axis: the axes after it are reduced first.
        let part = self.reduces_to_axes().then(|| {
            let part = syn::Index::from(self.plan.slots.len());
            quote!(lens[#part] = shape.longest_part();)
        });
        quote! {
            #fixed
            #(#lengths)*
            #part
        }
    }

    /// The number of scratch slots.
    pub(super) fn count_slots(&self) -> usize {
        self.plan.slots.len() + usize::from(self.reduces_to_axes())
    }

    fn reduces_to_axes(&self) -> bool {
        self.program.values.iter().any(|value| matches!(value.def, Def::ReduceTo(..)))
    }

    /// The size of an axis.
    pub(super) fn axis(&self, dim: &Dim) -> TokenStream {
        match dim {
            Dim::One => quote!(1),
            Dim::Rows => quote!(shape.rows()),
            Dim::Cols => quote!(shape.cols()),
            Dim::Fixed(length) => dimensions::fixed(length, &self.root),
            Dim::Axis(axis) => {
                let dim = dimensions::of_axis(axis, &self.root);
                quote!(shape.size(#dim))
            }
            Dim::Min(a, b) => {
                let (a, b) = (self.axis(a), self.axis(b));
                quote!(::core::cmp::Ord::min(#a, #b))
            }
            Dim::If(meaning, then, els) => {
                let condition = self.program.conditions.iter().find(|(known, _)| known == meaning);
                let condition = condition.map(|(_, value)| self.fixed().whole(value));
                let (then, els) = (self.axis(then), self.axis(els));
                quote!((if #condition { #then } else { #els }))
            }
        }
    }

    /// The sizes of both axes; 1 for a scalar.
    pub(super) fn axes(&self, shape: &Shape) -> [TokenStream; 2] {
        let (rows, cols) = shape.dims().unwrap_or((&Dim::One, &Dim::One));
        [rows, cols].map(|dim| self.axis(dim))
    }

    /// The number of elements of a shape.
    pub(super) fn length(&self, shape: &Shape) -> TokenStream {
        if let Some(axis) = shape.axis() {
            // The lengths are set before the step, so an axis whose number depends on a loop gets the longest one.
            let without = axis.without;
            return match axis.is_known() {
                true => self.axis(&Dim::Axis(axis.clone())),
                false => quote!(shape.longest(#without)),
            };
        }
        let (rows, cols) = shape.dims().unwrap_or((&Dim::One, &Dim::One));
        let sizes = [rows, cols].into_iter().filter(|dim| **dim != Dim::One).map(|dim| self.axis(dim));
        quote!(shape.batch() #(.saturating_mul(#sizes))*)
    }
}
