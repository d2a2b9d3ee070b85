//! The notes of passes and calls for plans, as constants: see `PassNote` of the runtime.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::Kernel;
use super::tile::{Store, Tile, Tiles, axes};
use crate::ast::List;
use crate::emit::fixed::FixedPrinter;
use crate::ir::{Def, Id};
use crate::kind::Shape;
use crate::ops::Op;
use crate::plan::{Pass, Source, has_results};
use crate::tokens::readable;

impl Kernel<'_> {
    /// The note of a pass.
    pub(super) fn note_of_pass(&self, pass: &Pass) -> TokenStream {
        let Tiles { inputs, outputs, .. } = &self.tiles(pass);
        let streams: Vec<&Tile> =
            inputs.iter().filter(|tile| !matches!(tile.source, Some(Source::Draw(_)))).chain(outputs).collect();
        let mut reads: Vec<(Id, usize)> =
            streams.iter().enumerate().filter_map(|(place, tile)| Some((*tile.loads.first()?, place))).collect();
        reads.sort_unstable();
        let kept = pass.reductions.iter().filter(|id| !self.program.is_scalar(**id));
        let kept = kept.map(|id| self.value_name(*id));
        let names = streams.iter().map(|tile| self.stream_name(tile)).chain(kept).collect();
        let count = |counts: fn(Op) -> bool| {
            let computed = pass.compute.iter().filter(|id| !self.program.is_scalar(**id));
            computed.filter(|id| matches!(self.program.values[**id].def, Def::Op(op, _) if counts(op))).count()
        };
        let counts = [number("divisions", count(Op::divides)), number("square_roots", count(Op::takes_root))];
        self.note(&pass.shape, reads.into_iter().map(|(_, place)| place), names, &counts)
    }

    /// The note of a library call.
    pub(super) fn note_of_call(&self, call: Id) -> TokenStream {
        let operands = self.program.operands(call).into_iter().filter(|id| !self.program.is_scalar(*id));
        let mut names: Vec<String> = operands.map(|id| self.value_name(self.plan.operand(id).id)).collect();
        let reads = 0..names.len();
        if has_results(&self.program.values[call].def) {
            let slots = self.plan.results(self.program, call);
            let wanted = slots.iter().enumerate().filter(|(_, slot)| slot.is_some());
            names.extend(wanted.map(|(place, _)| self.result_name(call, place)));
        } else {
            names.push(self.value_name(call));
        }
        self.note(&Shape::TENSOR, reads, names, &[])
    }

    fn note(
        &self,
        shape: &Shape,
        reads: impl Iterator<Item = usize>,
        mut names: Vec<String>,
        counts: &[Option<TokenStream>],
    ) -> TokenStream {
        let (root, axes) = (&self.root, axes(&self.root, shape));
        names.truncate(names.iter().rposition(|name| !name.is_empty()).map_or(0, |last| last + 1));
        let names = (!names.is_empty()).then(|| quote!(.names(&[#(#names),*])));
        let mut reads = reads.map(syn::Index::from).peekable();
        let reads = reads.peek().is_some().then(|| quote!(.reads(&[#(#reads),*])));
        quote!(const { &#root::PassNote::over(#axes) #reads #names #(#counts)* })
    }

    /// The name of a stream as the user called it, if it is a value in scratch or an item of a list.
    fn stream_name(&self, tile: &Tile) -> String {
        match tile.source {
            Some(Source::Item(access)) => self.item_name(access),
            Some(Source::Slot(_)) => {
                let stored = match tile.store {
                    Some(Store::Value(id)) => Some(id),
                    _ => None,
                };
                let names = tile.loads.iter().copied().chain(stored).map(|id| self.value_name(id));
                names.into_iter().find(|name| !name.is_empty()).unwrap_or_default()
            }
            _ => String::new(),
        }
    }

    /// `history[slot(self.m)]`
    fn item_name(&self, access: Id) -> String {
        let Some(item) = self.program.item(access) else { return String::new() };
        let list = match item.list {
            List::State(place) => self.definition.states[place].name(),
            List::Local(id) => self.program.lists[&id].called.clone(),
        };
        let index = FixedPrinter::shown(&self.definition.root).whole(&item.shown);
        format!("{list}[{}]", readable(&index))
    }

    /// The name of an intermediate value; empty without one.
    fn value_name(&self, id: Id) -> String {
        let value = &self.program.values[id];
        match (&value.name, &value.def) {
            (Some(name), _) => name.to_string(),
            (None, Def::Reduce(reduce, _)) => reduce.name().to_owned(),
            (None, Def::Result(call, place)) => self.library_name(*call, *place),
            (None, _) => String::new(),
        }
    }

    /// The name of a result of a call that has several.
    fn result_name(&self, call: Id, place: usize) -> String {
        let is_result =
            |id: &Id| matches!(self.program.values[*id].def, Def::Result(of, at) if (of, at) == (call, place));
        let named = self.plan.slot_of.keys().copied().find(is_result);
        named.map_or_else(|| self.library_name(call, place), |id| self.value_name(id))
    }

    fn library_name(&self, call: Id, place: usize) -> String {
        match &self.program.values[call].def {
            Def::Library(library, ..) => library.results()[place].to_owned(),
            _ => String::new(),
        }
    }
}

/// `.name(3)`, if it isn't 0.
fn number(name: &str, count: usize) -> Option<TokenStream> {
    let (name, number) = (format_ident!("{name}"), syn::Index::from(count));
    (count > 0).then(|| quote!(.#name(#number)))
}
