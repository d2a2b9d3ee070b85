//! One pass: what stands before the loop, and the loop over a tile.

use std::collections::BTreeSet;

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::Kernel;
use super::region::Scope;
use super::tile::{Tiles, own};
use crate::ir::{Around, Id, Region};
use crate::kind::Shape;
use crate::plan::Pass;

impl Kernel<'_> {
    /// A pass. `declared` holds the variables of the passes before it that are still in scope.
    pub(super) fn pass(&self, region: &Region, pass: &Pass, declared: &mut BTreeSet<Ident>) -> TokenStream {
        let mut scope = self.scope_of_pass(region, pass);
        let mut before = self.hoist(region, &mut scope, pass);
        before.extend(scope.casts.iter().map(|id| {
            let value = self.scalar(*id);
            (self.cast_ident(*id), quote!(Element::cast(#value)))
        }));
        before.retain(|(name, _)| !declared.contains(name));
        if scope.taken.is_empty() {
            declared.extend(before.iter().map(|(name, _)| name.clone()));
        }
        let before = before.into_iter().map(|(name, value)| quote!(let #name = #value;));
        let place = self.next_place();
        let before = quote!(#(#before)* cx.at(#place););
        let call = self.call(region, pass, &scope);

        let scalars = pass.reductions.iter().map(|id| self.program.is_scalar(*id).then(|| self.ident(*id)));
        let scalars: Vec<Option<Ident>> = scalars.collect();
        let names: Vec<&Ident> = scalars.iter().flatten().collect();
        let targets = scalars.iter().map(|scalar| scalar.as_ref().map_or_else(|| quote!(_), |name| quote!(#name)));
        if names.is_empty() {
            self.guarded(&pass.guard, quote!(#before #call;))
        } else if scope.taken.is_empty() {
            quote!(#before let [#(#targets),*] = #call;)
        } else {
            let code = self.guarded(&pass.guard, quote!(#before [#(#targets),*] = #call;));
            quote!(#(let mut #names = 0.0_f64;)* #code)
        }
    }

    fn scope_of_pass<'p>(&self, region: &Region, pass: &'p Pass) -> Scope<'p> {
        let stores = pass.stores.iter().map(|(_, id)| *id);
        let saves = pass.saves.iter().map(|(id, _)| *id);
        let arguments = pass.reductions.iter().flat_map(|id| self.program.operands(*id));
        let results: Vec<Id> = stores.chain(saves).chain(arguments).collect();
        let exports = results.iter().copied().filter(|id| pass.compute.contains(id)).collect();
        Scope {
            casts: pass.scalars.iter().copied().filter(|id| !self.program.values[*id].mask).collect(),
            taken: pass.guard.iter().filter_map(Around::arm).collect(),
            ..self.scope(region, &pass.compute, &results, exports)
        }
    }

    /// The call of the runtime, with the loop over a tile.
    fn call(&self, region: &Region, pass: &Pass, scope: &Scope<'_>) -> TokenStream {
        let (root, extent) = (&self.root, self.extent(&pass.shape));
        let Tiles { inputs, outputs, reductions } = &self.tiles(pass);
        let tiles = || inputs.iter().chain(outputs).chain(reductions);
        let names: Vec<&Ident> = tiles().map(|tile| &tile.name).collect();
        let borrows: Vec<&TokenStream> = tiles().map(|tile| &tile.borrow).collect();
        let numbers = tiles().map(|tile| &tile.number);
        let (index, count) = (own("index"), own("count"));
        let first = outputs.iter().chain(inputs).chain(reductions).next();
        let first = first.unwrap_or_else(|| unreachable!("a pass leaves something"));
        let (first, number) = (&first.name, &first.number);
        // In the order of the loop, which numbers the variables.
        let loads: Vec<TokenStream> = tiles().filter_map(|tile| self.load(tile, &index)).collect();
        let body = self.statements(region, scope);
        let stores = tiles().filter_map(|tile| self.store(tile, &index, scope));
        let [inputs, outputs, reductions] = [inputs, outputs, reductions].map(|tiles| {
            let names = tiles.iter().map(|tile| &tile.name);
            let arguments = tiles.iter().map(|tile| &tile.argument);
            (quote!([#(#names),*]), quote!([#(#arguments),*]))
        });
        let ((input_names, inputs), (output_names, outputs), (reduction_names, reductions)) =
            (inputs, outputs, reductions);
        quote! {
            cx.pass(
                #extent,
                #inputs,
                #outputs,
                #reductions,
                #[inline(always)]
                move |#input_names, #output_names, #reduction_names| {
                    // Slices as arguments of their own are known not to overlap.
                    let body = #root::inlined(
                        #[inline(always)]
                        move |#(#names: #borrows [#numbers]),*| {
                            let #count = <[#number]>::len(#first);
                            #(let #names = #borrows #names[..#count];)*
                            for #index in 0..#count {
                                #(#loads)*
                                #body
                                #(#stores)*
                            }
                        },
                    );
                    body(#(#names),*);
                },
            )
        }
    }

    fn extent(&self, shape: &Shape) -> TokenStream {
        let root = &self.root;
        if *shape == Shape::TENSOR {
            return quote!(::core::convert::From::from(shape));
        }
        let [rows, cols] = self.axes(shape);
        quote!(#root::Extent::new(shape.batch(), #rows, #cols))
    }
}
