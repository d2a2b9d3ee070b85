//! Registers: the scalars that are known only when a step runs. Everything that differs from step to step is a register. A pass gets the
//! registers that it uses as arguments.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::quote;

use super::Kernel;
use super::region::Scope;
use crate::ir::{Def, Id, Program};
use crate::plan::Pass;

/// The registers that a pass gets.
pub(super) struct Registers {
    /// The method of the runtime that passes them.
    pub(super) method: TokenStream,
    /// Their values: first those that are rounded to the element type, then those that are not.
    pub(super) values: TokenStream,
    /// The patterns that bind them in the loop.
    pub(super) names: TokenStream,
    /// The statements that convert registers to masks.
    pub(super) masks: TokenStream,
}

/// The scalars that are registers: all but fixed numbers and results computed from fixed numbers alone.
pub(super) fn find(program: &Program) -> BTreeSet<Id> {
    let is_source = |id: Id| {
        let def = &program.values[id].def;
        let is_computed = matches!(def, Def::Op(..) | Def::Powi(..) | Def::Elementwise(..) | Def::Lift(_));
        !is_computed && !matches!(def, Def::Fixed(_) | Def::Phi(_) | Def::Iteration(_) | Def::After(_))
    };
    let mut found = BTreeSet::new();
    // Repeats until nothing changes: an iteration of a loop may depend on code after it.
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
    /// Returns true if a scalar has the type `Register` or `Truth` in the code between passes.
    pub(super) fn is_register(&self, id: Id) -> bool {
        self.registers.contains(&id)
    }

    /// Returns true if a scalar has one of these types in this code.
    pub(super) fn is_register_in(&self, id: Id, scope: &Scope<'_>) -> bool {
        scope.between && self.is_register(id)
    }

    /// A scalar converted to the type of another one.
    pub(super) fn scalar_as(&self, id: Id, other: Id) -> TokenStream {
        self.converted(self.scalar(id), id, other)
    }

    /// An operand converted to the type of another value.
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

    /// The registers that a pass uses. Nothing else in its loop differs from step to step.
    pub(super) fn registers(&self, pass: &Pass, scope: &Scope<'_>) -> Registers {
        let root = &self.root;
        let casts: Vec<Id> = pass
            .scalars
            .iter()
            .copied()
            .filter(|id| !(self.program.values[*id].mask && self.literal(*id).is_some()))
            .collect();
        let has_registers = casts.iter().any(|id| self.is_register(*id));
        let mut masks = TokenStream::new();
        let values = casts.iter().map(|id| {
            let (value, name, is_mask) = (self.scalar(*id), self.cast_ident(*id), self.program.values[*id].mask);
            if is_mask {
                masks.extend(quote!(let #value = #root::Value::ne(#name, Element::lift(0.0));));
            }
            match (self.is_register(*id), is_mask) {
                (true, false) => value,
                (false, false) if !has_registers => value,
                (false, false) => self.as_number(&value, false),
                (true, true) => quote!(#value.number()),
                (false, true) if !has_registers => quote!(if #value { 1.0_f64 } else { 0.0_f64 }),
                (false, true) => quote!(#root::number::truth(#value).number()),
            }
        });
        let values: Vec<TokenStream> = values.collect();
        let values = if values.is_empty() { quote!([0.0_f64; 0]) } else { quote!([#(#values),*]) };
        let names = casts.iter().map(|id| self.cast_ident(*id));
        let names = quote!([#(#names),*]);
        let numbers = scope.numbers.borrow();
        if numbers.is_empty() {
            return Registers { method: quote!(pass), values, names, masks };
        }
        let number = |id: &Id| {
            let (value, name) = (self.scalar(*id), self.number_ident(*id));
            if !self.program.values[*id].mask {
                return value;
            }
            masks.extend(quote!(let #name = #root::Value::ne(#name, Element::exact(0.0));));
            quote!(#value.number())
        };
        let further: Vec<TokenStream> = numbers.iter().map(number).collect();
        let further_names = numbers.iter().map(|id| self.number_ident(*id));
        let (values, names) = (quote!(#values, [#(#further),*]), quote!(#names, [#(#further_names),*]));
        Registers { method: quote!(pass_with), values, names, masks }
    }
}
