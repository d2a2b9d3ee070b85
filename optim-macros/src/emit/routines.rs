//! `probe`, `eval`, and the step with outputs: further entries of the kernel, and the graphs of `probe` and `eval`.

use std::collections::BTreeSet;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};

use super::planned::Planned;
use super::{kernel, trace};
use crate::ast::{List, Place};
use crate::ir::Program;
use crate::language::Routine;
use crate::parse::Definition;

/// The entries after the step's, and the index of each routine's entry; `None` if there are none.
///
/// A wrapper without outputs also gets an entry for a step with outputs, equal to its step: the inner optimizer may have outputs.
pub(super) fn kernels(definition: &Definition, others: &[Planned], watched: Option<&Planned>) -> Option<TokenStream> {
    let only_inside = definition.wraps.is_some() && watched.is_none();
    if others.is_empty() && watched.is_none() && !only_inside {
        return None;
    }
    let root = &definition.root;
    let with_watched: Vec<&Planned> = others.iter().chain(watched).collect();
    let entries: Vec<kernel::Entry> = with_watched
        .iter()
        .map(|planned| kernel::entry(definition, &planned.program, &planned.plan, planned.routine))
        .collect();
    let of_step = quote!(#root::Entry {
        elementwise: Self::PASSES_ARE_ELEMENTWISE,
        scratch: Self::SCRATCH,
        batching: Self::BATCHING
    });
    let infos = entries.iter().zip(&with_watched).map(|(entry, planned)| {
        let kernel::Entry { elementwise, slots, batching, .. } = entry;
        let batching = batching.as_ref().filter(|_| planned.routine == Routine::Watched);
        let alone = quote!(#root::Batching::Alone);
        let batching = batching.unwrap_or(&alone);
        quote!(#root::Entry { elementwise: #elementwise, scratch: #slots, batching: #batching })
    });
    let infos = infos.chain(only_inside.then(|| of_step.clone()));
    let routines = with_watched.iter().map(|planned| planned.routine).chain(only_inside.then_some(Routine::Watched));
    let ranges = (1..).zip(routines).map(|(place, routine)| {
        let (first, last) = (syn::Index::from(place), syn::Index::from(place + 1));
        let name = Ident::new(&routine.name().to_uppercase(), Span::call_site());
        quote!(const #name: ::core::ops::Range<usize> = #first..#last;)
    });
    let written = others.iter().find(|planned| planned.routine == Routine::Probe);
    let written = written.map(|probe| probe_writes(root, &probe.program));
    let places = || (1..=entries.len()).map(syn::Index::from);
    let (lengths_of, bodies_of) = (places(), places());
    let lengths = entries.iter().map(|entry| &entry.lengths);
    let bodies = entries.iter().map(|entry| &entry.body);
    let settings = entries.iter().map(|entry| &entry.settings);
    let settings_of = places();
    Some(quote! {
        const ENTRIES: &'static [#root::Entry] = &[#of_step, #(#infos),*];
        #(#ranges)*
        #written

        fn scratch_of(&self, entry: usize, shape: #root::ParamShape, lens: &mut [usize]) {
            match entry {
                #(#lengths_of => { #lengths })*
                _ => #root::Definition::scratch(self, shape, lens),
            }
        }

        fn settings_of(&self, entry: usize, to: &mut #root::StepSettings) {
            match entry {
                #(#settings_of => { #settings })*
                _ => #root::Definition::settings(self, to),
            }
        }

        fn describe<'k, Element: #root::LoopNumber>(&'k self, entry: usize, cx: &mut #root::Description<'_, 'k, Element>) {
            match entry {
                #(#bodies_of => { #bodies })*
                _ => #root::Definition::step(self, cx),
            }
        }
    })
}

/// `PROBE_WRITES`: the places that a probe writes.
fn probe_writes(root: &syn::Path, program: &Program) -> TokenStream {
    let sources = program.stores.iter().map(|(place, _)| match *place {
        Place::Param => quote!(#root::Source::Param),
        Place::State(index) => {
            let index = syn::Index::from(index);
            quote!(#root::Source::State(#index))
        }
        Place::Input(_) | Place::Output(_) => unreachable!("a probe writes neither inputs nor outputs"),
    });
    let puts = program.accesses.iter().filter(|id| program.is_put(**id)).filter_map(|id| program.item(*id));
    let of_states = puts.filter_map(|item| if let List::State(list) = item.list { Some(list) } else { None });
    let lists = of_states.collect::<BTreeSet<_>>().into_iter().map(|list| {
        let list = syn::Index::from(list);
        quote!(#root::Source::State(#list))
    });
    let sources = sources.chain(lists);
    quote!(const PROBE_WRITES: &'static [#root::Source] = &[#(#sources),*];)
}

/// `fn trace_of`; `None` without `probe` and `eval`.
pub(super) fn graphs(definition: &Definition, others: &[Planned]) -> Option<TokenStream> {
    if others.is_empty() {
        return None;
    }
    let root = &definition.root;
    let arms = [Routine::Probe, Routine::Eval].map(|routine| {
        let name = format_ident!("{routine:?}");
        let arm = match others.iter().find(|planned| planned.routine == routine) {
            Some(planned) => {
                let recording = trace::recording(definition, &planned.body, routine != Routine::Eval);
                let probes = planned.body.draws && routine == Routine::Probe;
                let of_probe = probes.then(|| quote!(.map(#root::Graph::of_probe)));
                quote!({ #recording #of_probe.map(::core::option::Option::Some) })
            }
            None => quote!(::core::result::Result::Ok(::core::option::Option::None),),
        };
        quote!(#root::Routine::#name => #arm)
    });
    Some(quote! {
        fn trace_of(
            &self,
            routine: #root::Routine,
            dimensions: &[usize],
            step: u64,
        ) -> ::core::result::Result<::core::option::Option<#root::Graph>, #root::GraphError> {
            match routine {
                #root::Routine::Step => #root::Definition::trace(self, dimensions, step).map(::core::option::Option::Some),
                #(#arms)*
            }
        }
    })
}
