//! The streams and reductions of a pass: in its loop, each has a slice for a tile of elements.

use std::collections::BTreeMap;

use optim_language::Each;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};

use super::Kernel;
use super::region::Scope;
use crate::ast::Place;
use crate::emit::dimensions;
use crate::ir::{Def, Id, Test};
use crate::parse::Definition;
use crate::plan::{Pass, Source};

/// The slices of a pass, in the order of the runtime's arguments.
pub(super) struct Tiles {
    pub(super) inputs: Vec<Tile>,
    pub(super) outputs: Vec<Tile>,
    pub(super) reductions: Vec<Tile>,
}

/// A slice with a number for each element of a tile.
pub(super) struct Tile {
    pub(super) name: Ident,
    /// The source of its numbers; `None` for a reduction.
    pub(super) source: Option<Source>,
    /// The argument of the runtime's call: a stream or a reduction.
    pub(super) argument: TokenStream,
    /// The values that are read from it. For an item, one for each access.
    pub(super) loads: Vec<Id>,
    /// The value that is written to it.
    pub(super) store: Option<Store>,
}

/// A value that the loop writes for each element.
pub(super) enum Store {
    /// A value.
    Value(Id),
    /// A value of a state; subnormal numbers are stored as zero.
    State(Id),
    /// A number that a reduction combines.
    Reduced(Id),
}

impl Kernel<'_> {
    /// The slices of a pass.
    pub(super) fn tiles(&self, pass: &Pass) -> Tiles {
        let mut outputs: BTreeMap<Source, Tile> = BTreeMap::new();
        for (place, id) in &pass.stores {
            let store = if *place == Place::Param { Store::Value(*id) } else { Store::State(*id) };
            let tile = Tile { store: Some(store), ..self.stream(pass, Source::Place(*place), *id) };
            outputs.insert(Source::Place(*place), tile);
        }
        for (id, slot) in &pass.saves {
            let store = Some(Store::Value(*id));
            let tile = Tile { store, ..self.stream(pass, Source::Slot(*slot), *id) };
            outputs.insert(Source::Slot(*slot), tile);
        }
        for (put, value) in self.put_values(pass) {
            let store = Some(match self.program.local_list(put) {
                Some(_) => Store::Value(value),
                None => Store::State(value),
            });
            let tile = Tile { store, ..self.stream(pass, Source::Item(put), put) };
            outputs.insert(Source::Item(put), tile);
        }
        let mut inputs: BTreeMap<Source, Tile> = BTreeMap::new();
        for (id, source) in &pass.reads {
            let source = match source {
                Source::Item(read) => Source::Item(self.put_in_place(pass, *read).unwrap_or(*read)),
                other => *other,
            };
            let tile = match outputs.get_mut(&source) {
                Some(tile) => tile,
                None => inputs.entry(source).or_insert_with(|| self.stream(pass, source, *id)),
            };
            tile.loads.push(*id);
        }
        let [inputs, outputs] = [inputs, outputs].map(|tiles| tiles.into_values().collect());
        Tiles { inputs, outputs, reductions: pass.reductions.iter().map(|id| self.reduction(*id)).collect() }
    }

    /// The slice of a stream with the shape of this value.
    fn stream(&self, pass: &Pass, source: Source, id: Id) -> Tile {
        let root = &self.root;
        let (name, place) = match source {
            Source::Grad => (own("grad_tile"), quote!(Grad)),
            Source::Place(Place::Param) => (own("param_tile"), quote!(Param)),
            Source::Place(place @ Place::State(index)) => {
                let index = syn::Index::from(index);
                (own(&format!("{}_tile", self.place_ident(place))), quote!(State(#index)))
            }
            Source::Place(Place::Output(_)) => unreachable!("an output is a scalar"),
            Source::Place(place @ Place::Input(index)) => {
                let index = syn::Index::from(index);
                (own(&format!("{}_tile", self.place_ident(place))), quote!(Input(#index)))
            }
            Source::Draw(place) => {
                let draw = self.draw(id);
                (own(&format!("draw_{place}_tile")), quote!(Draw(#draw)))
            }
            Source::Item(access) => {
                let place = self.place_ident_of(access);
                let slot = self.program.local_list(access).and_then(|list| self.plan.slot_of_list.get(&list));
                let source = match slot.map(|slot| syn::Index::from(*slot)) {
                    Some(slot) => quote!(Item(#slot, #place)),
                    None => quote!(State(#place)),
                };
                (own(&format!("{place}_tile")), source)
            }
            Source::Slot(slot) => {
                let index = syn::Index::from(slot);
                (own(&format!("scratch_{slot}_tile")), quote!(Scratch(#index)))
            }
        };
        let shape = &self.program.values[id].shape;
        let over = if shape.is_tensor() {
            quote!(tensor())
        } else {
            let axes = format_ident!("{}", shape.name());
            quote!(over(#axes))
        };
        let argument = match (shape.axis(), source) {
            (Some(axis), Source::Slot(slot)) if pass.shape != *shape => {
                let (slot, dim) = (syn::Index::from(slot), dimensions::of_axis(axis, root));
                quote!(repeated(#slot, #dim, shape).tensor())
            }
            _ => quote!(#place.#over),
        };
        Tile { name, source: Some(source), argument, loads: Vec::new(), store: None }
    }

    /// The slice of a reduction, whose numbers are in double precision.
    fn reduction(&self, id: Id) -> Tile {
        let Def::Reduce(reduce, _) = &self.program.values[id].def else { unreachable!("only reductions are reduced") };
        let method = format_ident!("{}", reduce.name());
        let keep = self.plan.slot_of.get(&id).map(|slot| {
            let axes = format_ident!("{}", self.program.values[id].shape.name());
            let slot = syn::Index::from(*slot);
            quote!(.keep(#axes, #slot))
        });
        let ident = self.ident(id);
        // A state or an input, and so its tile, may have the same name as a reduction.
        let Definition { states, inputs, .. } = self.definition;
        let taken =
            states.iter().any(|state| ident == state.name()) || inputs.iter().any(|input| ident == input.name());
        let name = own(&format!("{ident}{}_tile", if taken { "_reduced" } else { "" }));
        let argument = quote!(#method() #keep);
        let store = Some(Store::Reduced(id));
        Tile { name, source: None, argument, loads: Vec::new(), store }
    }

    /// The statements that read an element.
    pub(super) fn load(&self, tile: &Tile, index: &Ident) -> Option<TokenStream> {
        let root = &self.root;
        let loads = tile.loads.iter().map(|id| {
            let (name, ident) = (&tile.name, self.ident(*id));
            let is_mask = self.program.values[*id].mask;
            let value = if is_mask {
                quote!(#root::Value::ne(#name[#index], Element::lift(0.0)))
            } else {
                quote!(#name[#index])
            };
            quote!(let #ident = #value;)
        });
        (!tile.loads.is_empty()).then(|| loads.collect())
    }

    /// The statement that writes an element, if the slice is written.
    pub(super) fn store(&self, tile: &Tile, index: &Ident, scope: &Scope<'_>) -> Option<TokenStream> {
        let name = &tile.name;
        let value = match tile.store.as_ref()? {
            Store::Reduced(id) => self.reduced(*id, scope),
            Store::Value(id) | Store::State(id) if self.program.values[*id].mask => {
                let value = self.operand(*id, true, scope);
                quote!(Element::select(#value, Element::lift(1.0), Element::lift(0.0)))
            }
            Store::Value(id) => self.operand(*id, true, scope),
            Store::State(id) => {
                let value = self.operand(*id, true, scope);
                quote!(Element::flush(#value))
            }
        };
        let store = quote!(#name[#index] = #value;);
        Some(match self.changed(tile, scope) {
            Some(condition) => quote!(if #condition { #store }),
            None => store,
        })
    }

    /// The condition under which an element is overwritten. Otherwise it keeps the value that was read, and the compiler makes two loops,
    /// of which one does not touch the memory.
    fn changed(&self, tile: &Tile, scope: &Scope<'_>) -> Option<TokenStream> {
        let (Store::Value(id) | Store::State(id)) = tile.store.as_ref()? else { return None };
        let Def::Phi(options) = &self.program.values[*id].def else { return None };
        let branch = self.program.region.branch(*self.plan.branch_of.get(id)?)?;
        let flag = scope.hoisted.get(&branch.id)?;
        let keeps = |arm: usize| options.get(arm).is_some_and(|option| tile.loads.contains(option));
        match (&branch.test, keeps(0), keeps(1)) {
            (Test::If(_), false, true) => Some(quote!(#flag)),
            (Test::If(_), true, false) => Some(quote!(!#flag)),
            _ => None,
        }
    }

    /// The number that an element contributes to a reduction.
    fn reduced(&self, id: Id, scope: &Scope<'_>) -> TokenStream {
        let root = &self.root;
        let Def::Reduce(reduce, operands) = &self.program.values[id].def else {
            unreachable!("only reductions are reduced")
        };
        let number = |id: Id| {
            let value = self.operand(id, true, scope);
            if self.program.values[id].mask {
                quote!(#root::Value::select(#value, Element::exact(1.0), Element::exact(0.0)))
            } else {
                quote!(Element::wide(#value))
            }
        };
        let first = number(operands[0]);
        match reduce.each() {
            Each::Itself => first,
            Each::Absolute => quote!(#root::Value::abs(#first)),
            Each::Square => quote!(#root::Value::square(#first)),
            Each::Product => {
                let second = number(operands[1]);
                quote!(#first * #second)
            }
        }
    }
}

/// A variable of the generated loop. Hygiene keeps it apart from all variables of the user.
pub(super) fn own(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}
