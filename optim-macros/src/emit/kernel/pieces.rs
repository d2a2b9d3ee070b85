//! Passes in pieces: a group of passes runs for some of the parameter's matrices, then for the next ones.
//!
//! A matrix depends on other matrices only through scalars of the whole parameter. So passes form a group if none of them
//! needs a scalar that another one of them computes. They may read each other's arrays.

use std::collections::BTreeSet;
use std::ops::Range;

use proc_macro2::TokenStream;
use quote::quote;

use super::Kernel;
use crate::ir::{Def, Id, Region};
use crate::plan::{Frame, Pass, Source, Step, Variants};

impl Kernel<'_> {
    /// The group of passes that begins with this step of a frame, if there are several. Also returns the steps between them that compute
    /// scalars from results of the group, and therefore run after it.
    pub(super) fn group(&self, frame: &Frame, first: usize) -> Option<(Range<usize>, BTreeSet<usize>)> {
        // A step with cuts has no groups.
        if !frame.path.is_empty() || self.for_clock || self.joins() {
            return None;
        }
        let (mut given, mut later): (BTreeSet<Id>, BTreeSet<usize>) = Default::default();
        let (mut passes, mut end) = (0, first);
        for (place, step) in frame.steps.iter().enumerate().skip(first) {
            match step {
                Step::Pass(variants) => {
                    if variants.passes().into_iter().any(|pass| self.needs(pass, &given) || self.repeats(pass)) {
                        break;
                    }
                    let reductions = variants.passes().into_iter().flat_map(|pass| &pass.reductions);
                    given.extend(reductions.copied().filter(|id| self.program.is_scalar(*id)));
                    (passes, end) = (passes + 1, place + 1);
                }
                Step::Scalars(compute) if passes > 0 => {
                    // The operands do not show all uses of iterations and list items.
                    let is_plain = |id: &Id| {
                        let def = &self.program.values[*id].def;
                        !matches!(def, Def::Iteration(_) | Def::After(_) | Def::Item(_) | Def::Put(..))
                    };
                    if !compute.iter().all(is_plain) {
                        break;
                    }
                    let uses = |id: &Id| self.program.operands(*id).iter().any(|operand| given.contains(operand));
                    if compute.iter().any(uses) {
                        given.extend(compute);
                        later.insert(place);
                    }
                }
                _ => break,
            }
        }
        later.retain(|place| *place < end);
        (passes > 1).then_some((first..end, later))
    }

    /// Returns true if a pass repeats numbers along an axis, which belong to the whole parameter.
    fn repeats(&self, pass: &Pass) -> bool {
        pass.shape.axis().is_some() || pass.reads.keys().any(|id| self.program.values[*id].shape.axis().is_some())
    }

    /// Returns true if a pass needs one of these scalars.
    fn needs(&self, pass: &Pass, given: &BTreeSet<Id>) -> bool {
        let left = pass.stores.iter().map(|(_, id)| id).chain(pass.saves.iter().map(|(id, _)| id)).chain(&pass.puts);
        let made = pass.compute.iter().chain(&pass.reductions).chain(left.clone());
        let operands = made.flat_map(|id| self.program.operands(*id));
        let used = pass.scalars.iter().chain(&pass.compute).chain(pass.reads.keys()).chain(left).copied();
        used.chain(operands).any(|id| given.contains(&id))
    }

    /// The slots that only passes of this group use.
    fn local_slots(&self, frame: &Frame, group: &Range<usize>) -> BTreeSet<usize> {
        let (mut own, mut others): (BTreeSet<usize>, BTreeSet<usize>) = Default::default();
        for (place, step) in frame.steps.iter().enumerate() {
            match step {
                Step::Pass(variants) => {
                    let slots = if group.contains(&place) { &mut own } else { &mut others };
                    variants.passes().into_iter().for_each(|pass| slots.extend(self.slots_of(pass)));
                }
                Step::Scalars(_) => {}
                // Calls and loops may read any slot, so no slot is treated as local.
                Step::Call(..) | Step::Axis(..) | Step::Inner(_) | Step::Loop(_) | Step::Cut(_) => {
                    return BTreeSet::new();
                }
            }
        }
        own.difference(&others).copied().collect()
    }

    /// The slots that a pass reads and writes.
    fn slots_of(&self, pass: &Pass) -> impl Iterator<Item = usize> {
        let read =
            pass.reads.values().filter_map(|source| if let Source::Slot(slot) = source { Some(*slot) } else { None });
        let saved = pass.saves.iter().map(|(_, slot)| *slot);
        let reduced = pass.reductions.iter().filter_map(|id| self.plan.slot_of.get(id).copied());
        read.chain(saved).chain(reduced)
    }

    /// A group of passes that runs in pieces, with the scalar code before and after it.
    pub(super) fn pieces(
        &self,
        (frame, region): (&Frame, &Region),
        (group, later): (Range<usize>, &BTreeSet<usize>),
        declared: &BTreeSet<proc_macro2::Ident>,
    ) -> TokenStream {
        let steps = || group.clone().zip(&frame.steps[group.clone()]);
        let scalars = |wanted: bool| -> TokenStream {
            let of = |(place, step): (usize, &Step)| match step {
                Step::Scalars(compute) if later.contains(&place) == wanted => {
                    Some(self.scalars(frame, region, compute))
                }
                _ => None,
            };
            steps().filter_map(of).collect()
        };
        let before = scalars(false);
        let all = steps().filter_map(|(_, step)| if let Step::Pass(variants) = step { Some(variants) } else { None });
        let reductions: BTreeSet<Id> =
            all.clone().flat_map(Variants::passes).flat_map(|pass| pass.reductions.iter().copied()).collect();
        let names: Vec<_> =
            reductions.into_iter().filter(|id| self.program.is_scalar(*id)).map(|id| self.ident(id)).collect();
        let passes: Vec<TokenStream> = all.map(|variants| self.in_piece(region, variants, declared)).collect();
        let after = scalars(true);
        let root = &self.root;
        let local = self.local_slots(frame, &group).into_iter().map(syn::Index::from);
        quote! {
            #before
            #(let mut #names = #root::one(0.0);)*
            cx.begin_pieces(&[#(#local),*]);
            #({ #passes })*
            cx.end_pieces();
            #after
        }
    }
}
