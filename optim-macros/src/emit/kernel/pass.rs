//! One pass: conditions and numbers before the loop, the loop over a tile, its streams and reductions.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};

use super::Kernel;
use super::region::Scope;
use crate::ast::Place;
use crate::ir::{Around, Def, Id, Region, Stmt, Test};
use crate::kind::Shape;
use crate::ops::Reduce;
use crate::plan::{Pass, Source};
use crate::tokens::{idents_in, mentions};

impl Kernel<'_> {
    /// A pass. `declared` holds the variables of the passes before it that are still in scope.
    pub(super) fn pass(&self, region: &Region, pass: &Pass, declared: &mut BTreeSet<Ident>) -> TokenStream {
        let root = &self.root;
        let arguments: Vec<Id> = pass.reductions.iter().flat_map(|id| self.program.operands(*id)).collect();
        let results: Vec<Id> = pass
            .stores
            .iter()
            .map(|(_, id)| *id)
            .chain(pass.saves.iter().map(|(id, _)| *id))
            .chain(arguments)
            .collect();
        let exports = results.iter().copied().filter(|id| pass.compute.contains(id)).collect();
        let mut scope = self.scope(region, &pass.compute, &results, exports);
        scope.casts = pass.scalars.iter().copied().filter(|id| !self.program.values[*id].mask).collect();
        scope.taken = pass.guard.iter().filter_map(Around::arm).collect();
        let mut before = self.hoist(region, &mut scope, pass);
        before.extend(scope.casts.iter().map(|id| {
            let value = self.scalar(*id);
            (self.cast_ident(*id), quote!(Element::from_f64(#value)))
        }));
        before.retain(|(name, _)| !declared.contains(name));
        let guarded = pass.guard.iter().any(|around| matches!(around, Around::Arm(..)));
        if !guarded {
            declared.extend(before.iter().map(|(name, _)| name.clone()));
        }
        let before = before.into_iter().map(|(name, value)| quote!(let #name = #value;));

        let streams = self.streams(pass);
        let (inputs, outputs): (Vec<&StreamCode>, Vec<&StreamCode>) =
            (streams.inputs.values().collect(), streams.outputs.values().collect());
        let input_streams = inputs.iter().map(|stream| &stream.stream);
        let output_streams = outputs.iter().map(|stream| &stream.stream);
        let input_names: Vec<&Ident> = inputs.iter().map(|stream| &stream.name).collect();
        let output_names: Vec<&Ident> = outputs.iter().map(|stream| &stream.name).collect();
        let (index, count) = (own("index"), own("count"));
        let reduction_names: Vec<Ident> =
            pass.reductions.iter().map(|id| own(&format!("{}_tile", self.ident(*id)))).collect();
        let reductions = pass.reductions.iter().map(|id| self.reduction(*id));

        let load = |stream: &&&StreamCode| {
            let (id, tile) = (stream.load?, &stream.name);
            let ident = self.ident(id);
            Some(if self.program.values[id].mask {
                quote!(let #ident = #tile[#index] != Element::ZERO;)
            } else {
                quote!(let #ident = #tile[#index];)
            })
        };
        let loads: Vec<TokenStream> = inputs.iter().chain(&outputs).filter_map(|stream| load(&stream)).collect();
        let body = self.statements(region, &scope);
        let stores = outputs.iter().filter_map(|stream| {
            let (id, tile) = (stream.store?, &stream.name);
            let value = self.operand(id, true, &scope);
            Some(if self.program.values[id].mask {
                quote!(#tile[#index] = if #value { Element::ONE } else { Element::ZERO };)
            } else if stream.flush {
                quote!(#tile[#index] = Element::flush(#value);)
            } else {
                quote!(#tile[#index] = #value;)
            })
        });
        let reduced = pass.reductions.iter().zip(&reduction_names).map(|(id, tile)| {
            let argument = self.reduced(*id, &scope);
            quote!(#tile[#index] = #argument;)
        });

        let extent = self.extent(&pass.shape);
        let first = output_names
            .first()
            .or(input_names.first())
            .or(reduction_names.first().as_ref())
            .map(|name| (*name).clone());
        let Some(first) = first else { return TokenStream::new() };
        let call = quote! {
            cx.pass(
                #extent,
                [#(#input_streams),*],
                [#(#output_streams),*],
                [#(#reductions),*],
                #[inline(always)]
                move |[#(#input_names),*], [#(#output_names),*], [#(#reduction_names),*]| {
                    // Slices as arguments of their own are known not to overlap.
                    let body = #root::inlined(
                        #[inline(always)]
                        move |#(#input_names: &[Element],)* #(#output_names: &mut [Element],)* #(#reduction_names: &mut [f64],)*| {
                            let #count = #first.len();
                            #(let #input_names = &#input_names[..#count];)*
                            #(let #output_names = &mut #output_names[..#count];)*
                            #(let #reduction_names = &mut #reduction_names[..#count];)*
                            for #index in 0..#count {
                                #(#loads)*
                                #body
                                #(#stores)*
                                #(#reduced)*
                            }
                        },
                    );
                    body(#(#input_names,)* #(#output_names,)* #(#reduction_names),*);
                },
            )
        };
        let scalars: Vec<(usize, Ident)> = pass
            .reductions
            .iter()
            .enumerate()
            .filter(|(_, id)| self.program.is_scalar(**id))
            .map(|(i, id)| (i, self.ident(*id)))
            .collect();
        let targets = (0..pass.reductions.len()).map(|i| match scalars.iter().find(|(at, _)| *at == i) {
            Some((_, ident)) => quote!(#ident),
            None => quote!(_),
        });
        let names = scalars.iter().map(|(_, ident)| ident);
        let (zeros, bound) = match (scalars.is_empty(), guarded) {
            (true, _) => (None, None),
            (false, false) => (None, Some(quote!(let [#(#targets),*] =))),
            (false, true) => (Some(quote!(#(let mut #names = 0.0_f64;)*)), Some(quote!([#(#targets),*] =))),
        };
        let code = self.guarded(&pass.guard, quote!(#(#before)* #bound #call;));
        quote!(#zeros #code)
    }

    /// The conditions of the slice's branches as variables, so that the loop sees plain flags.
    fn hoist(&self, region: &Region, scope: &mut Scope<'_>, pass: &Pass) -> Vec<(Ident, TokenStream)> {
        let mut visible: BTreeSet<String> = BTreeSet::new();
        for around in &pass.guard {
            if let Around::Arm(id, arm) = around
                && let Some(branch) = super::find_branch(&self.program.region, *id)
            {
                visible.extend(branch.arms[*arm].binds.iter().map(ToString::to_string));
                for stmt in &branch.arms[*arm].region.stmts {
                    if let Stmt::Fixed { defines, .. } = stmt {
                        visible.extend(defines.iter().map(ToString::to_string));
                    }
                }
            }
        }
        // What the guard provides need not be computed for each element.
        scope.fixed.retain(|name| !visible.contains(name));
        let mut flags = Vec::new();
        self.hoist_region(region, scope, &visible, None, &mut flags);
        flags
    }

    fn hoist_region(
        &self,
        region: &Region,
        scope: &mut Scope<'_>,
        visible: &BTreeSet<String>,
        under: Option<&TokenStream>,
        flags: &mut Vec<(Ident, TokenStream)>,
    ) {
        for stmt in &region.stmts {
            let Stmt::Branch(branch) = stmt else { continue };
            let used = branch.phis.iter().any(|id| scope.compute.contains(id))
                || scope.exports.iter().any(|id| {
                    self.program.values[*id]
                        .path
                        .iter()
                        .any(|around| matches!(around, Around::Arm(own, _) if *own == branch.id))
                });
            if !used {
                continue;
            }
            if let Some(arm) = scope.taken.get(&branch.id) {
                self.hoist_region(&branch.arms[*arm].region, scope, visible, under, flags);
                continue;
            }
            let mut names = BTreeSet::new();
            let (Test::If(test) | Test::Match(test)) = &branch.test;
            idents_in(test, &mut names);
            for arm in &branch.arms {
                idents_in(&arm.pattern, &mut names);
                for bind in &arm.binds {
                    names.remove(&bind.to_string());
                }
            }
            // A name that an arm binds and its code needs is bound where the code stands.
            let bound = branch.arms.iter().flat_map(|arm| &arm.binds).map(ToString::to_string);
            let needed = bound.filter(|name| scope.fixed.contains(name));
            let local = names.into_iter().filter(|name| self.local_names.contains(name) || scope.fixed.contains(name));
            if local.chain(needed).any(|name| !visible.contains(&name)) {
                continue;
            }
            let flag = own(&format!("branch_{}", branch.id));
            let value = match &branch.test {
                // A `let` is no expression.
                Test::If(condition) if mentions(condition.clone(), "let") => {
                    quote!(if #condition { true } else { false })
                }
                Test::If(condition) => condition.clone(),
                Test::Match(scrutinee) => {
                    let patterns = branch.arms.iter().map(|arm| &arm.pattern);
                    let numbers = (0..branch.arms.len()).map(syn::Index::from);
                    quote!(match #scrutinee { #(#patterns => #numbers,)* })
                }
            };
            let otherwise = match &branch.test {
                Test::If(_) => quote!(false),
                Test::Match(_) => syn::Index::from(branch.arms.len() - 1).into_token_stream(),
            };
            let value = match under {
                Some(outer) => quote!(if #outer { #value } else { #otherwise }),
                None => value,
            };
            flags.push((flag.clone(), value));
            scope.hoisted.insert(branch.id, flag.clone());
            for (i, arm) in branch.arms.iter().enumerate() {
                let own = match (&branch.test, i) {
                    (Test::If(_), 0) => quote!(#flag),
                    (Test::If(_), _) => quote!(!#flag),
                    (Test::Match(_), i) => {
                        let arm = syn::Index::from(i);
                        quote!(#flag == #arm)
                    }
                };
                let under = match under {
                    Some(outer) => quote!(#outer && #own),
                    None => own,
                };
                self.hoist_region(&arm.region, scope, visible, Some(&under), flags);
            }
        }
    }

    fn streams(&self, pass: &Pass) -> Streams {
        let mut streams = Streams::default();
        for (place, id) in &pass.stores {
            let flush = matches!(place, Place::State(_));
            let shape = &self.program.values[*id].shape;
            let code = StreamCode::new(self, Source::Place(*place), shape);
            streams.outputs.insert(Source::Place(*place), StreamCode { store: Some(*id), flush, ..code });
        }
        for (id, slot) in &pass.saves {
            let shape = &self.program.values[*id].shape;
            let code = StreamCode::new(self, Source::Slot(*slot), shape);
            streams.outputs.insert(Source::Slot(*slot), StreamCode { store: Some(*id), ..code });
        }
        for (id, source) in &pass.reads {
            let shape = &self.program.values[*id].shape;
            let list = if streams.outputs.contains_key(source) { &mut streams.outputs } else { &mut streams.inputs };
            list.entry(*source).or_insert_with(|| StreamCode::new(self, *source, shape)).load = Some(*id);
        }
        streams
    }

    fn extent(&self, shape: &Shape) -> TokenStream {
        let root = &self.root;
        let (rows, cols) = (self.axis(shape.row.as_ref()), self.axis(shape.col.as_ref()));
        if *shape == Shape::tensor() {
            return quote!(#root::Extent::from(shape));
        }
        quote!(#root::Extent::new(shape.batch(), #rows, #cols))
    }

    /// What the pass reduces, and to what.
    fn reduction(&self, id: Id) -> TokenStream {
        let root = &self.root;
        let Def::Reduce(reduce, _) = &self.program.values[id].def else { unreachable!("only reductions are reduced") };
        let (name, axes) = (format_ident!("{}", reduce.name()), axes(root, &self.program.values[id].shape));
        let keep = self.plan.slot_of.get(&id).map(|slot| {
            let slot = syn::Index::from(*slot);
            quote!(.keep(#axes, #slot))
        });
        quote!(#root::Reduction::#name() #keep)
    }

    /// The number that one element adds to a reduction.
    fn reduced(&self, id: Id, scope: &Scope<'_>) -> TokenStream {
        let root = &self.root;
        let Def::Reduce(reduce, operands) = &self.program.values[id].def else {
            unreachable!("only reductions are reduced")
        };
        let number = |id: Id| {
            let value = self.operand(id, true, scope);
            if self.program.values[id].mask {
                quote!((if #value { 1.0_f64 } else { 0.0_f64 }))
            } else {
                quote!(Element::to_f64(#value))
            }
        };
        let first = number(operands[0]);
        match reduce {
            Reduce::Norm | Reduce::Rms => quote!(#root::Float::square(#first)),
            Reduce::Dot => {
                let second = number(operands[1]);
                quote!(#first * #second)
            }
            Reduce::Sum | Reduce::Mean | Reduce::Amax | Reduce::Amin => first,
        }
    }
}

/// A variable of the generated loop: no variable of the user's is the same, whatever it is called.
fn own(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

#[derive(Default)]
struct Streams {
    inputs: BTreeMap<Source, StreamCode>,
    outputs: BTreeMap<Source, StreamCode>,
}

struct StreamCode {
    /// The slice of one tile.
    name: Ident,
    stream: TokenStream,
    load: Option<Id>,
    store: Option<Id>,
    /// Subnormal numbers are stored as zero.
    flush: bool,
}

impl StreamCode {
    fn new(kernel: &Kernel<'_>, source: Source, shape: &Shape) -> Self {
        let root = &kernel.root;
        let axes = axes(root, shape);
        let (name, source) = match source {
            Source::Grad => (own("grad_tile"), quote!(Grad)),
            Source::Place(Place::Param) => (own("param_tile"), quote!(Param)),
            Source::Place(Place::State(index)) => {
                let name = own(&format!("{}_tile", kernel.place_ident(Place::State(index))));
                let index = syn::Index::from(index);
                (name, quote!(State(#index)))
            }
            Source::Slot(slot) => {
                let name = own(&format!("scratch_{slot}_tile"));
                let slot = syn::Index::from(slot);
                (name, quote!(Scratch(#slot)))
            }
        };
        let axes = if shape.is_tensor() { quote!(tensor()) } else { quote!(over(#axes)) };
        let stream = quote!(#root::Source::#source.#axes);
        Self { name, stream, load: None, store: None, flush: false }
    }
}

/// The axes of a shape.
fn axes(root: &TokenStream, shape: &Shape) -> TokenStream {
    let name = match (shape.batch, shape.row.is_some(), shape.col.is_some()) {
        (_, true, true) => quote!(TENSOR),
        (_, true, false) => quote!(ROWS),
        (_, false, true) => quote!(COLS),
        (true, false, false) => quote!(MATRICES),
        (false, false, false) => quote!(ONE),
    };
    quote!(#root::StreamAxes::#name)
}
