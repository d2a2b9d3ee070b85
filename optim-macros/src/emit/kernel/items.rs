//! Items of lists: their places among the states or in scratch are computed before the pass that streams them.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::Kernel;
use super::tile::own;
use crate::ast::List;
use crate::ir::{Around, Def, Id, Item};
use crate::parse::StateKind;
use crate::plan::{Pass, Source};

impl Kernel<'_> {
    /// The place of an item: among the states of the parameter, or in a list that the step made.
    pub(super) fn place_of(&self, item: &Item) -> TokenStream {
        let root = &self.root;
        let index = self.fixed().whole(&item.index);
        let index = quote!(#root::fixed_index(#index));
        let List::State(list) = item.list else { return index };
        let lists = || self.definition.lists();
        let ordinal = lists().take_while(|other| *other < list).count();
        let [first, second, step] =
            [list, self.definition.states.len() + ordinal, lists().count()].map(syn::Index::from);
        quote!(#root::ItemPlaces::new(#first, #second, #step).at(#index))
    }

    /// The value of a scalar item.
    pub(super) fn scalar_item(&self, item: &Item) -> TokenStream {
        let (root, place) = (&self.root, self.place_of(item));
        match item.list {
            List::Local(_) => {
                let scalars = self.scalars_of(item.list);
                quote!(#scalars.at(#place))
            }
            List::State(list) if self.definition.states[list].kind == StateKind::Global => {
                quote!(#root::Description::global_item(cx, #place))
            }
            List::State(_) => quote!(#root::Description::scalar_item(cx, #place)),
            List::Output(_) => unreachable!("nothing reads an output"),
        }
    }

    /// Assigns a scalar item. Code after it reads the new value.
    pub(super) fn put_scalar(&self, item: &Item, value: &TokenStream) -> TokenStream {
        let place = self.place_of(item);
        match item.list {
            List::Local(_) | List::Output(_) => {
                let scalars = self.scalars_of(item.list);
                quote!(#scalars.set(#place, #value);)
            }
            List::State(list) if self.definition.states[list].kind == StateKind::Global => {
                quote!(cx.set_global(#place, #value);)
            }
            List::State(_) => quote!(cx.set_scalar(#place, #value);),
        }
    }

    /// The declarations of lists of scalars that the step makes, and of lists of outputs.
    pub(super) fn lists_of_scalars(&self) -> TokenStream {
        let root = &self.root;
        let scalars = self.program.lists.iter().filter(|(_, list)| list.shape.is_scalar());
        let lists = scalars.map(|(id, _)| List::Local(*id)).chain(self.lists_of_outputs());
        let names = lists.map(|list| self.scalars_of(list));
        quote!(#(let mut #names = #root::Scalars::default();)*)
    }

    /// The lists of outputs that the step assigns.
    fn lists_of_outputs(&self) -> impl Iterator<Item = List> {
        let reports = self.program.accesses.iter().filter(|access| self.program.is_report(**access));
        let lists: BTreeSet<List> = reports.filter_map(|access| Some(self.program.item(*access)?.list)).collect();
        lists.into_iter()
    }

    /// The statements that report the numbers in lists of outputs.
    pub(super) fn reported_lists(&self) -> TokenStream {
        let each = self.lists_of_outputs().filter_map(|list| {
            let (List::Output(output), scalars) = (list, self.scalars_of(list)) else { return None };
            let output = syn::Index::from(output);
            Some(quote!(cx.report_list(#output, &#scalars);))
        });
        each.collect()
    }

    fn scalars_of(&self, list: List) -> Ident {
        let what = if let List::Output(_) = list { "reported" } else { "scalars" };
        own(&format!("{}_{what}", self.list_name(list)))
    }

    /// The name of a list, unique in the step.
    pub(super) fn list_name(&self, list: List) -> String {
        match list {
            List::State(place) => self.definition.states[place].name(),
            List::Local(id) => self.program.lists[&id].ident.to_string(),
            List::Output(place) => self.definition.outputs[place].name(),
        }
    }

    /// The variable for the place of the item that an access reads or overwrites.
    pub(super) fn place_ident_of(&self, access: Id) -> Ident {
        let number = self.program.accesses.iter().position(|other| *other == access).unwrap_or_default();
        let list = self.program.item(access).map(|item| self.list_name(item.list)).unwrap_or_default();
        own(&format!("{list}_at_{number}"))
    }

    /// The variables for the places of a pass's items. A place is `NOWHERE` if the access does not run.
    pub(super) fn places(&self, pass: &Pass) -> Vec<(Ident, TokenStream)> {
        let root = &self.root;
        let read =
            pass.reads.values().filter_map(|source| if let Source::Item(id) = source { Some(*id) } else { None });
        let read = read.filter(|read| self.put_in_place(pass, *read).is_none());
        let place = |access: Id| {
            let name = self.place_ident_of(access);
            let Some(item) = self.program.item(access) else { return (name, TokenStream::new()) };
            let path = &self.program.values[access].path;
            let inside = path.iter().rposition(|around| matches!(around, Around::Loop(_))).map_or(0, |last| last + 1);
            let open: Vec<Around> = path[inside..].iter().filter(|arm| !pass.around.contains(arm)).copied().collect();
            let place = self.place_of(item);
            if open.is_empty() {
                return (name, place);
            }
            let found = self.guarded(&open, quote!(place = #place;));
            (name, quote!({ let mut place = #root::ItemPlaces::NOWHERE; #found place }))
        };
        read.chain(pass.puts.iter().copied()).map(place).collect()
    }

    /// The access that overwrites an item in the pass that reads it, through the same stream.
    pub(super) fn put_in_place(&self, pass: &Pass, read: Id) -> Option<Id> {
        pass.puts.iter().copied().find(|put| self.program.is_in_place(read, *put))
    }

    /// The values that a pass puts into items, by access.
    pub(super) fn put_values(&self, pass: &Pass) -> BTreeMap<Id, Id> {
        let value = |put: &Id| match self.program.values[*put].def {
            Def::Put(_, value) => Some((*put, value)),
            _ => None,
        };
        pass.puts.iter().filter_map(value).collect()
    }
}
