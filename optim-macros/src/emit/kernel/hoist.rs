//! Before the loop of a pass: its conditions as flags, so that the loop sees plain variables.

use std::collections::BTreeSet;

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};

use super::Kernel;
use super::region::Scope;
use super::tile::own;
use crate::ir::{Around, Branch, Region, Stmt, Test};
use crate::plan::Pass;
use crate::tokens::{idents_in, mentions};

/// The flags of a pass: the variable of each, and its value.
type Flags = Vec<(Ident, TokenStream)>;

impl Kernel<'_> {
    /// The conditions of the slice's branches. Those whose names are not in scope there stay where they are.
    pub(super) fn hoist(&self, region: &Region, scope: &mut Scope<'_>, pass: &Pass) -> Flags {
        let mut visible: BTreeSet<String> = BTreeSet::new();
        for (id, arm) in pass.guard.iter().filter_map(Around::arm) {
            let Some(branch) = self.program.region.branch(id) else { continue };
            let arm = &branch.arms[arm];
            let defined = arm.region.stmts.iter().filter_map(|stmt| match stmt {
                Stmt::Fixed { defines, .. } => Some(defines),
                _ => None,
            });
            visible.extend(arm.binds.iter().chain(defined.flatten()).map(ToString::to_string));
        }
        // What the guard provides need not be computed for each element.
        scope.fixed.retain(|name| !visible.contains(name));
        let mut flags = Flags::new();
        self.hoist_region(region, scope, &visible, None, &mut flags);
        flags
    }

    /// The conditions in a region that runs `under` others.
    fn hoist_region(
        &self,
        region: &Region,
        scope: &mut Scope<'_>,
        visible: &BTreeSet<String>,
        under: Option<&TokenStream>,
        flags: &mut Flags,
    ) {
        for stmt in &region.stmts {
            let Stmt::Branch(branch) = stmt else { continue };
            if !self.is_used(branch, scope) {
                continue;
            }
            if let Some(arm) = scope.taken.get(&branch.id) {
                self.hoist_region(&branch.arms[*arm].region, scope, visible, under, flags);
                continue;
            }
            if self.names_of_condition(branch, scope).iter().any(|name| !visible.contains(name)) {
                continue;
            }
            let flag = self.flag(branch.id);
            flags.push((flag.clone(), value_of_condition(branch, under)));
            scope.hoisted.insert(branch.id, flag.clone());
            for (number, arm) in branch.arms.iter().enumerate() {
                let runs = match (&branch.test, number) {
                    (Test::If(_), 0) => quote!(#flag),
                    (Test::If(_), _) => quote!(!#flag),
                    (Test::Match(_), number) => {
                        let number = syn::Index::from(number);
                        quote!(#flag == #number)
                    }
                };
                let under = under.map_or_else(|| runs.clone(), |outer| quote!(#outer && #runs));
                self.hoist_region(&arm.region, scope, visible, Some(&under), flags);
            }
        }
    }

    /// The flag of a branch, numbered like other variables.
    fn flag(&self, branch: usize) -> Ident {
        let flags = &mut self.variables.borrow_mut().flags;
        let number = flags.len() + 1;
        let name = || if number == 1 { own("branch") } else { own(&format!("branch_{number}")) };
        flags.entry(branch).or_insert_with(name).clone()
    }

    /// Whether the slice computes or reads anything of a branch.
    fn is_used(&self, branch: &Branch, scope: &Scope<'_>) -> bool {
        branch.phis.iter().any(|id| scope.compute.contains(id)) || scope.inside.contains_key(&branch.id)
    }

    /// The variables that a condition needs and that the top of the kernel does not have. A name that an arm binds and its
    /// code needs is one of them: it is bound where the code stands.
    fn names_of_condition(&self, branch: &Branch, scope: &Scope<'_>) -> BTreeSet<String> {
        let (Test::If(test) | Test::Match(test)) = &branch.test;
        let mut names = BTreeSet::new();
        idents_in(test, &mut names);
        branch.arms.iter().for_each(|arm| idents_in(&arm.pattern, &mut names));
        names.retain(|name| self.local_names.contains(name) || scope.fixed.contains(name));
        for bind in branch.arms.iter().flat_map(|arm| &arm.binds).map(ToString::to_string) {
            if scope.fixed.contains(&bind) {
                names.insert(bind);
            } else {
                names.remove(&bind);
            }
        }
        names
    }
}

/// The value of a branch's flag: a `bool` for an `if`, the number of the arm for a `match`.
fn value_of_condition(branch: &Branch, under: Option<&TokenStream>) -> TokenStream {
    let (value, otherwise) = match &branch.test {
        // A `let` is no expression.
        Test::If(condition) if mentions(condition.clone(), "let") => {
            (quote!(if #condition { true } else { false }), quote!(false))
        }
        Test::If(condition) => (condition.clone(), quote!(false)),
        Test::Match(scrutinee) => {
            let patterns = branch.arms.iter().map(|arm| &arm.pattern);
            let numbers = (0..branch.arms.len()).map(syn::Index::from);
            let last = syn::Index::from(branch.arms.len() - 1);
            (quote!(match #scrutinee { #(#patterns => #numbers,)* }), last.to_token_stream())
        }
    };
    match under {
        Some(outer) => quote!(if #outer { #value } else { #otherwise }),
        None => value,
    }
}
