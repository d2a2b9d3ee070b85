//! Which scalars of a step are registers; and blocks: steps that run once for several small parameters.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::quote;

use super::Kernel;
use super::region::Scope;
use crate::ast::Place;
use crate::ir::{Def, Id, Program};
use crate::plan::Step;

/// The scalars that are registers: all but fixed numbers, and what is computed of them alone.
pub(super) fn registers(program: &Program) -> BTreeSet<Id> {
    let is_source = |id: Id| match &program.values[id].def {
        Def::Fixed(_) => false,
        Def::Op(..) | Def::Powi(..) | Def::Elementwise(..) | Def::Lift(_) => false,
        Def::Phi(_) | Def::Iteration(_) | Def::After(_) => false,
        _ => true,
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
        let plain = self.plan.frame.steps.iter().all(|step| matches!(step, Step::Scalars(_) | Step::Pass(_)));
        let no_inputs = self.definition.inputs.is_empty();
        if !plain || !no_inputs || self.definition.has_globals() || self.program.values.iter().any(is_one_each) {
            return TokenStream::new();
        }
        let most = if elementwise && self.plan.slots.is_empty() { quote!(Many) } else { quote!(Few) };
        quote!(const BATCHING: #root::Batching = #root::Batching::#most;)
    }

    /// Returns true if a scalar is a `Register` in the code between passes, or a `Truth`.
    pub(super) fn is_register(&self, id: Id) -> bool {
        self.registers.contains(&id)
    }

    /// Returns true if it is one in this code.
    pub(super) fn is_register_in(&self, id: Id, scope: &Scope<'_>) -> bool {
        scope.between && self.is_register(id)
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
        if self.is_register(other) && !self.is_register(id) {
            self.as_number(&value, self.program.values[other].mask)
        } else {
            value
        }
    }

    /// A fixed scalar as a register.
    pub(super) fn as_number(&self, value: &TokenStream, is_mask: bool) -> TokenStream {
        let root = &self.root;
        if is_mask { quote!(#root::number::truth(#value)) } else { quote!(#root::one(#value)) }
    }
}
