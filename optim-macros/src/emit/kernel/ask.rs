//! The questions of a function about time: its fixed code, without passes and calls.

use proc_macro2::TokenStream;
use quote::quote;

use super::Kernel;
use crate::emit::fixed::clock;
use crate::fixed::{self, Fixed};
use crate::ir::{Branch, Def, Loop, Program, Region, Stmt, Test};
use crate::parse::Definition;
use crate::plan::Plan;

/// A block that asks all questions of a function, before the rest of the function uses the answers.
pub(super) fn expand(definition: &Definition, program: &Program, plan: &Plan) -> TokenStream {
    let kernel = Kernel { for_clock: true, ..Kernel::new(definition, program, plan) };
    let (root, clock, asks) = (&kernel.root, clock(), kernel.asks(&program.region));
    quote! {
        { let #clock = &mut #root::Description::clock(cx); #asks }
        if #root::Description::only_asks(cx) {
            return;
        }
    }
}

impl Kernel<'_> {
    pub(super) fn asks(&self, region: &Region) -> TokenStream {
        let stmts = region.stmts.iter().map(|stmt| match stmt {
            Stmt::Fixed(_) | Stmt::Left(_) => self.fixed_stmt(stmt),
            Stmt::Def(id) => match &self.program.values[*id].def {
                Def::Fixed(fixed) if fixed.level().is_timed() => {
                    let value = self.fixed().expr(fixed);
                    quote!(let _ = #value;)
                }
                Def::Item(item) | Def::Put(item, _) if item.index.level().is_timed() => {
                    let index = self.fixed().expr(&item.index);
                    quote!(let _ = #index;)
                }
                Def::Inner(..) => {
                    let clock = clock();
                    quote!(#clock.calls_inner();)
                }
                _ => TokenStream::new(),
            },
            Stmt::Branch(branch) => self.branch_asks(branch),
            Stmt::Loop(iterations) => self.loop_asks(iterations),
        });
        stmts.collect()
    }

    fn branch_asks(&self, branch: &Branch) -> TokenStream {
        let (clock, id) = (clock(), syn::Index::from(branch.id));
        let is_timed = |guard: &fixed::Test<Fixed>| guard.level().is_timed();
        let asks_first = match &branch.test {
            Test::If(test) => is_timed(test),
            Test::Match(scrutinee) => {
                scrutinee.level().is_timed() || branch.arms.iter().filter_map(|arm| arm.guard.as_ref()).any(is_timed)
            }
        };
        let names: Vec<_> = branch.fixed.iter().map(|(var, _)| &var.0).collect();
        let arms: Vec<TokenStream> = (0..branch.arms.len())
            .map(|arm| {
                let number = syn::Index::from(arm);
                let takes = asks_first.then(|| quote!(#clock.takes(#id, #number);));
                let asks = self.asks(&branch.arms[arm].region);
                let values = branch.fixed.iter().map(|(_, values)| self.fixed().expr(&values[arm]));
                let values = (!names.is_empty()).then(|| quote!((#(#values,)*)));
                quote!({ #takes #asks #values })
            })
            .collect();
        let nothing = arms.iter().all(|arm| arm.to_string().replace(['{', '}', ' '], "").is_empty());
        if nothing && !asks_first {
            return TokenStream::new();
        }
        let choice = self.choose(branch, &arms);
        if names.is_empty() { choice } else { quote!(let (#(#names,)*) = #choice;) }
    }

    fn loop_asks(&self, iterations: &Loop) -> TokenStream {
        let body = self.asks(&iterations.body);
        if body.is_empty() {
            return body;
        }
        let (pattern, iter) = self.header(&iterations.header);
        quote!(for #pattern in #iter { #body })
    }
}
