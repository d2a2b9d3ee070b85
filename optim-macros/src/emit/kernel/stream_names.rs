//! The names of streams in plans, as constants: see `Description::names` of the runtime.

use proc_macro2::TokenStream;
use quote::quote;

use super::Kernel;
use super::tile::{Store, Tile, Tiles};
use crate::ast::List;
use crate::emit::fixed::FixedPrinter;
use crate::ir::{Def, Id};
use crate::plan::{Pass, Source, has_results};
use crate::tokens::readable;

impl Kernel<'_> {
    /// The statement that names the streams of a pass, if some have names.
    pub(super) fn names_of_pass(&self, pass: &Pass) -> Option<TokenStream> {
        let Tiles { inputs, outputs, .. } = &self.tiles(pass);
        let streams = inputs.iter().filter(|tile| !matches!(tile.source, Some(Source::Draw(_)))).chain(outputs);
        let kept = pass.reductions.iter().filter(|id| !self.program.is_scalar(**id));
        let kept = kept.map(|id| self.value_name(*id));
        named(streams.map(|tile| self.stream_name(tile)).chain(kept).collect())
    }

    /// The statement that names the operands and results of a library call, if some have names.
    pub(super) fn names_of_call(&self, call: Id) -> Option<TokenStream> {
        let operands = self.program.operands(call).into_iter().filter(|id| !self.program.is_scalar(*id));
        let mut names: Vec<String> = operands.map(|id| self.value_name(self.plan.operand(id).id)).collect();
        if has_results(&self.program.values[call].def) {
            let slots = self.plan.results(self.program, call);
            let wanted = slots.iter().enumerate().filter(|(_, slot)| slot.is_some());
            names.extend(wanted.map(|(place, _)| self.result_name(call, place)));
        } else if !self.program.is_scalar(call) {
            names.push(self.value_name(call));
        }
        named(names)
    }

    /// The user's name of a stream, for a value in scratch or an item of a list.
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
            List::Output(place) => self.definition.outputs[place].name(),
        };
        let index = FixedPrinter::shown(&self.definition.root).whole(&item.shown);
        format!("{list}[{}]", readable(&index))
    }

    /// The name of an intermediate value; empty if it has none.
    fn value_name(&self, id: Id) -> String {
        let value = &self.program.values[id];
        match (&value.name, &value.def) {
            (Some(name), _) => name.to_string(),
            (None, Def::Reduce(reduce, _) | Def::ReduceTo(reduce, _)) => reduce.name().to_owned(),
            (None, Def::Library(library, ..)) if library.is_quantile() => library.name().to_owned(),
            (None, Def::Result(call, place)) => self.library_name(*call, *place),
            (None, _) => String::new(),
        }
    }

    /// The name of one result of a call with several.
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

/// The statement that sets the names. Empty names at the end are left out.
fn named(mut names: Vec<String>) -> Option<TokenStream> {
    names.truncate(names.iter().rposition(|name| !name.is_empty())? + 1);
    Some(quote!(cx.names(&[#(#names),*]);))
}
