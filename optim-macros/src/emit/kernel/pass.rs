//! A pass: the statements before its loop, and the loop over a tile.

use std::collections::BTreeSet;

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::Kernel;
use super::region::Scope;
use super::registers::Registers;
use super::tile::{Tiles, own};
use crate::ir::{Around, Id, Region};
use crate::kind::Shape;
use crate::plan::{Pass, Variants};

/// A pass as code.
struct Parts {
    /// The statements before the call.
    before: TokenStream,
    /// The variables that these statements declare.
    names: Vec<Ident>,
    /// The call of the runtime.
    call: TokenStream,
}

/// The patterns for the scalar results of a pass.
fn targets(names: &[Option<Ident>]) -> Vec<TokenStream> {
    names.iter().map(|name| name.as_ref().map_or_else(|| quote!(_), |name| quote!(#name))).collect()
}

impl Kernel<'_> {
    /// A pass with all its variants. `declared` has the variables of earlier passes that are in scope.
    pub(super) fn variants(&self, region: &Region, variants: &Variants, declared: &mut BTreeSet<Ident>) -> TokenStream {
        if let Variants::Pass(pass) = variants {
            return self.pass(region, pass, declared);
        }
        let passes = variants.passes();
        let Some(first) = passes.first() else { return TokenStream::new() };
        let scalars = passes.iter().flat_map(|pass| &pass.reductions).filter(|id| self.program.is_scalar(**id));
        let names: BTreeSet<Id> = scalars.copied().collect();
        let names = names.into_iter().map(|id| self.ident(id));
        let code = self.guarded(&first.guard, self.variant(region, variants, declared));
        self.declared(names, &code)
    }

    /// A pass in a loop over pieces. The variables for its results are declared before the loop.
    pub(super) fn in_piece(&self, region: &Region, variants: &Variants, declared: &BTreeSet<Ident>) -> TokenStream {
        match variants {
            Variants::Pass(pass) => self.guarded(&pass.around, self.decided_pass(region, pass, declared)),
            _ => {
                let guard = variants.passes().first().map(|pass| &pass.guard[..]).unwrap_or_default();
                self.guarded(guard, self.variant(region, variants, declared))
            }
        }
    }

    /// The variants of a pass in their conditions.
    fn variant(&self, region: &Region, variants: &Variants, declared: &BTreeSet<Ident>) -> TokenStream {
        match variants {
            Variants::None => TokenStream::new(),
            Variants::Pass(pass) => self.decided_pass(region, pass, declared),
            Variants::Either(id, arms) => {
                let Some(branch) = self.program.region.branch(*id) else { return TokenStream::new() };
                let arm = |(arm, variants): (usize, &Variants)| {
                    let code = self.variant(region, variants, declared);
                    let fixed = (!code.is_empty()).then(|| self.fixed_stmts(&branch.arms[arm].region));
                    quote!({ #fixed #code })
                };
                let arms: Vec<TokenStream> = arms.iter().enumerate().map(arm).collect();
                self.choose(branch, &arms)
            }
        }
    }

    /// One variant of a pass. The variables for its results are declared outside.
    fn decided_pass(&self, region: &Region, pass: &Pass, declared: &BTreeSet<Ident>) -> TokenStream {
        let Parts { before, call, .. } = self.parts(region, pass, declared);
        let names = self.reduced_names(pass);
        if names.iter().all(Option::is_none) {
            return quote!(#before #call;);
        }
        let targets = targets(&names);
        quote!(#before [#(#targets),*] = #call;)
    }

    /// A pass without variants.
    fn pass(&self, region: &Region, pass: &Pass, declared: &mut BTreeSet<Ident>) -> TokenStream {
        if !pass.around.is_empty() {
            let code = self.guarded(&pass.around, self.decided_pass(region, pass, declared));
            let names = self.reduced_names(pass).into_iter().flatten();
            return self.declared(names, &code);
        }
        let Parts { before, names, call } = self.parts(region, pass, declared);
        declared.extend(names);
        let names = self.reduced_names(pass);
        if names.iter().all(Option::is_none) {
            return quote!(#before #call;);
        }
        let targets = targets(&names);
        quote!(#before let [#(#targets),*] = #call;)
    }

    /// Code that assigns variables of numbers, with their declarations before it.
    pub(super) fn declared(&self, names: impl Iterator<Item = Ident>, code: &TokenStream) -> TokenStream {
        let root = &self.root;
        quote!(#(let mut #names = #root::one(0.0);)* #code)
    }

    /// The variables for the scalar results of a pass; `None` for a result that is an array.
    fn reduced_names(&self, pass: &Pass) -> Vec<Option<Ident>> {
        pass.reductions.iter().map(|id| self.program.is_scalar(*id).then(|| self.ident(*id))).collect()
    }

    fn parts(&self, region: &Region, pass: &Pass, declared: &BTreeSet<Ident>) -> Parts {
        let mut scope = self.scope_of_pass(region, pass);
        let mut before = self.hoist(region, &mut scope, pass);
        before.extend(self.places(pass));
        before.retain(|(name, _)| !declared.contains(name));
        let (names, values): (Vec<Ident>, Vec<TokenStream>) = before.into_iter().unzip();
        let of_streams = self.names_of_pass(pass);
        let before = quote!(#(let #names = #values;)* #of_streams);
        Parts { before, names, call: self.call(region, pass, &scope) }
    }

    fn scope_of_pass<'p>(&self, region: &Region, pass: &'p Pass) -> Scope<'p> {
        let stores = pass.stores.iter().map(|(_, id)| *id);
        let saves = pass.saves.iter().map(|(id, _)| *id);
        let arguments = pass.reductions.iter().flat_map(|id| self.program.operands(*id));
        let put = self.put_values(pass).into_values();
        let results: Vec<Id> = stores.chain(saves).chain(arguments).chain(put).collect();
        let exports = results.iter().copied().filter(|id| pass.compute.contains(id)).collect();
        Scope {
            casts: pass.scalars.iter().copied().collect(),
            taken: pass.around.iter().filter_map(Around::arm).chain(pass.decided.clone()).collect(),
            ..self.scope(region, &pass.compute, &results, exports)
        }
    }

    /// The call of the runtime, with the loop over a tile.
    fn call(&self, region: &Region, pass: &Pass, scope: &Scope<'_>) -> TokenStream {
        let (root, extent) = (&self.root, self.extent(&pass.shape));
        let Tiles { inputs, outputs, reductions } = &self.tiles(pass);
        let tiles = || inputs.iter().chain(outputs).chain(reductions);
        let index = own("index");
        // The length of the loop is the length of a slice of elements, if the pass has one.
        let first = outputs.iter().chain(inputs).chain(reductions).next();
        let first = first.map_or_else(|| unreachable!("a pass leaves something"), |tile| &tile.name);
        // Printed in the order of the code, because printing numbers the variables.
        let loads: Vec<TokenStream> = tiles().filter_map(|tile| self.load(tile, &index)).collect();
        let body = self.statements(region, scope);
        let stores: Vec<TokenStream> = tiles().filter_map(|tile| self.store(tile, &index, scope)).collect();
        let [inputs, outputs, reductions] = [inputs, outputs, reductions].map(|tiles| {
            let names = tiles.iter().map(|tile| &tile.name);
            let arguments = tiles.iter().map(|tile| &tile.argument);
            (quote!([#(#names),*]), quote!([#(#arguments),*]))
        });
        let ((input_names, inputs), (output_names, outputs), (reduction_names, reductions)) =
            (inputs, outputs, reductions);
        let Registers { method, values, names: register_names, masks } = self.registers(pass, scope);
        quote! {
            #root::pass!(
                cx.#method(#extent, #inputs, #outputs, #reductions, #values) Element
                |#register_names; #input_names, #output_names, #reduction_names| #first { #masks } #index {
                    #(#loads)*
                    #body
                    #(#stores)*
                }
            )
        }
    }

    fn extent(&self, shape: &Shape) -> TokenStream {
        let root = &self.root;
        if *shape == Shape::TENSOR {
            return quote!(shape);
        }
        let [rows, cols] = self.axes(shape);
        let batch = if shape.axis().is_some() { quote!(1) } else { quote!(shape.batch()) };
        quote!(#root::Extent::new(#batch, #rows, #cols))
    }
}
