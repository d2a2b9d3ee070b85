//! Blocks: steps that run once for several small parameters, and which scalars differ among them.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::quote;

use super::Kernel;
use super::region::Scope;
use crate::ast::Place;
use crate::ir::{Def, Id, Program};
use crate::parse::{Definition, StateKind};
use crate::plan::Step;

/// The scalars that may differ among the parameters of a block: what comes from reductions or scalar states.
pub(super) fn differing(definition: &Definition, program: &Program) -> BTreeSet<Id> {
    let is_source = |id: Id| match &program.values[id].def {
        Def::Reduce(..) => true,
        Def::Load(Place::State(index)) => !matches!(definition.states[*index].kind, StateKind::Global),
        _ => false,
    };
    let mut found = BTreeSet::new();
    // Until nothing is added: an iteration of a loop depends on what comes after it.
    loop {
        let before = found.len();
        for id in (0..program.values.len()).filter(|id| program.is_scalar(*id)) {
            let operands = match program.values[id].def {
                Def::Iteration(carried) | Def::After(carried) => {
                    let carried = &program.carried[carried];
                    vec![carried.start, carried.next]
                }
                // The joint number is the same for all.
                Def::Global(..) => Vec::new(),
                _ => program.operands(id),
            };
            if is_source(id) || operands.iter().any(|operand| found.contains(operand)) {
                found.insert(id);
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

impl Kernel<'_> {
    /// `const BATCHING`, where it is not the default.
    pub(super) fn batching(&self, elementwise: bool) -> TokenStream {
        let root = &self.root;
        let is_one_each = |value: &crate::ir::Value| match &value.def {
            Def::Draw(..) | Def::Load(Place::Input(_)) | Def::Put(..) | Def::Global(..) | Def::Inner(..) => true,
            Def::Library(..) => true,
            Def::Item(_) => value.shape.is_scalar(),
            _ => false,
        };
        let plain = self.plan.frame.steps.iter().all(|step| match step {
            Step::Scalars(_) => true,
            // A scalar that a loop inside of a pass computes is not one of its registers.
            Step::Pass(variants) => {
                variants.passes().iter().flat_map(|pass| &pass.compute).all(|id| !self.differs(*id))
            }
            Step::Call(..) | Step::Inner(_) | Step::Loop(_) | Step::Cut(_) => false,
        });
        let no_inputs = self.definition.inputs.is_empty();
        if !plain || !no_inputs || self.definition.has_globals() || self.program.values.iter().any(is_one_each) {
            return TokenStream::new();
        }
        let most = if elementwise && self.plan.slots.is_empty() { quote!(Many) } else { quote!(Few) };
        quote!(const BATCHING: #root::Batching = #root::Batching::#most;)
    }

    /// Returns true if a scalar is a `Register` in the code between passes, or a `Truth`.
    pub(super) fn differs(&self, id: Id) -> bool {
        self.differing.contains(&id)
    }

    /// Returns true if it is one in this code.
    pub(super) fn differs_in(&self, id: Id, scope: &Scope<'_>) -> bool {
        scope.between && self.differs(id)
    }

    /// A scalar that takes the place of another one, with its type.
    pub(super) fn scalar_as(&self, id: Id, other: Id) -> TokenStream {
        self.converted(self.scalar(id), id, other)
    }

    /// An operand that takes the place of another value, with its type.
    pub(super) fn operand_as(&self, id: Id, other: Id, scope: &Scope<'_>) -> TokenStream {
        let element = !self.program.is_scalar(other);
        let value = self.operand(id, element, scope);
        if scope.between { self.converted(value, id, other) } else { value }
    }

    fn converted(&self, value: TokenStream, id: Id, other: Id) -> TokenStream {
        if self.differs(other) && !self.differs(id) {
            self.as_number(&value, self.program.values[other].mask)
        } else {
            value
        }
    }

    /// A plain scalar as one that may differ.
    pub(super) fn as_number(&self, value: &TokenStream, is_mask: bool) -> TokenStream {
        let root = &self.root;
        if is_mask { quote!(#root::number::truth(#value)) } else { quote!(#root::number::one(#value)) }
    }

    /// A scalar as the number of the only parameter that the step runs for.
    pub(super) fn first(&self, id: Id) -> TokenStream {
        let value = self.scalar(id);
        match (self.differs(id), self.program.values[id].mask) {
            (false, _) => value,
            (true, false) => quote!(#value.first()),
            (true, true) => quote!((#value.number().first() != 0.0)),
        }
    }
}
