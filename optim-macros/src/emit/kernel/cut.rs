//! Cuts: where a step waits for numbers of all parameters.
//!
//! Each cut has a key: its number in the code, after the numbers and iterations of the loops around it.

use optim_language::Fold;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::Kernel;
use super::draws::iteration_of;
use crate::ir::{Around, Def, Id};
use crate::plan::{Frame, LoopPlan};

impl Kernel<'_> {
    /// Returns true if the step has cuts, or calls an inner optimizer that may have some.
    pub(super) fn joins(&self) -> bool {
        self.program.values.iter().any(|value| matches!(value.def, Def::Global(..) | Def::Inner(..)))
    }

    /// A cut that joins these numbers: adds the parameter's own ones, and returns the joint ones once all parameters have arrived.
    pub(super) fn cut(&self, frame: &Frame, ids: &[Id]) -> TokenStream {
        let root = &self.root;
        let place = self.next_cut();
        let key = [&self.variables.borrow().around[..], &[place]].concat();
        let names: Vec<_> = ids.iter().map(|id| self.ident(*id)).collect();
        let adds = ids.iter().map(|id| {
            let Def::Global(fold, number) = self.program.values[*id].def else { unreachable!("a cut joins numbers") };
            let fold = match fold {
                Fold::Sum => quote!(Sum),
                Fold::Max => quote!(Max),
                Fold::Min => quote!(Min),
            };
            let value = self.scalar(number);
            let value = if self.is_register(number) { value } else { self.as_number(&value, false) };
            quote!((#root::Fold::#fold, #value))
        });
        let joined = quote!(cx.joined(&[#(#key),*], [#(#adds),*]));
        let path = &self.program.values[ids[0]].path[frame.path.len()..];
        if path.is_empty() {
            return quote!(let [#(#names),*] = #joined;);
        }
        let code = quote!([#(#names),*] = #joined;);
        let code = self.guarded(path, code);
        self.declared(names.into_iter(), &code)
    }

    /// Adds the loop's number and iteration to the keys of the cuts inside. Returns the argument for [`leave_iterations`](Self::leave_iterations).
    pub(super) fn enter_iterations(&self, iterations: &LoopPlan) -> usize {
        let around = self.variables.borrow().around.len();
        if self.has_cut(iterations) {
            let (place, iteration) = (self.next_cut(), iteration_of(iterations.id));
            self.variables.borrow_mut().around.extend([place, quote!(#iteration)]);
        }
        around
    }

    pub(super) fn leave_iterations(&self, around: usize) {
        self.variables.borrow_mut().around.truncate(around);
    }

    fn has_cut(&self, iterations: &LoopPlan) -> bool {
        let inside = |path: &[Around]| path.contains(&Around::Loop(iterations.id));
        self.program.values.iter().any(|value| matches!(value.def, Def::Global(..)) && inside(&value.path))
    }

    /// The next number for a cut, for a loop with cuts or for the call of the inner optimizer.
    pub(super) fn next_cut(&self) -> TokenStream {
        let cuts = &mut self.variables.borrow_mut().cuts;
        *cuts += 1;
        let place = Literal::usize_unsuffixed(*cuts - 1);
        quote!(#place)
    }
}
