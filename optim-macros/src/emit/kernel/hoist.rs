//! Conditions that are evaluated before the loop of a pass. The loop then reads plain flags.

use std::collections::BTreeSet;

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};

use super::Kernel;
use super::region::Scope;
use super::tile::own;
use crate::fixed::{self, Var};
use crate::ir::{Around, Branch, Loop, Region, Stmt, Test};
use crate::plan::Pass;

/// The flags of a pass: the variable of each, and its value.
type Flags = Vec<(Ident, TokenStream)>;

impl Kernel<'_> {
    /// Evaluates the conditions of the slice's branches before the loop, if their variables are in scope there.
    pub(super) fn hoist(&self, region: &Region, scope: &mut Scope<'_>, pass: &Pass) -> Flags {
        let mut visible: BTreeSet<Var> = BTreeSet::new();
        for (id, arm) in pass.around.iter().filter_map(Around::arm) {
            let Some(branch) = self.program.region.branch(id) else { continue };
            let arm = &branch.arms[arm];
            let lets = arm.region.stmts.iter().filter(|stmt| matches!(stmt, Stmt::Fixed(_) | Stmt::Left(_)));
            visible.extend(lets.flat_map(Stmt::defines).chain(arm.binds.iter().cloned()));
        }
        visible.extend(self.loops_around(pass).flat_map(|iterations| iterations.header.binds()));
        // These variables are in scope already, so the loop need not compute them for each element.
        scope.fixed.retain(|var| !visible.contains(var));
        let mut flags = Flags::new();
        self.hoist_region(region, scope, &visible, None, &mut flags);
        flags
    }

    /// The loops around the pass that have passes of their own.
    fn loops_around<'k>(&'k self, pass: &'k Pass) -> impl Iterator<Item = &'k Loop> {
        let around: BTreeSet<_> = pass.compute.iter().flat_map(|id| &self.program.values[*id].path).collect();
        around.into_iter().filter_map(|around| match around {
            Around::Loop(id) if self.plan.heavy.contains(id) => self.program.region.iterations(*id),
            Around::Loop(_) | Around::Arm(..) => None,
        })
    }

    /// Evaluates the conditions in a region. `under` is the condition around it.
    fn hoist_region(
        &self,
        region: &Region,
        scope: &mut Scope<'_>,
        visible: &BTreeSet<Var>,
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
            if self.vars_of_condition(branch, scope).iter().any(|var| !visible.contains(var)) {
                continue;
            }
            let flag = self.flag(branch.id);
            flags.push((flag.clone(), self.value_of_condition(branch, under)));
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

    /// Returns true if the slice computes a result of the branch, or a value inside of it.
    fn is_used(&self, branch: &Branch, scope: &Scope<'_>) -> bool {
        branch.phis.iter().any(|id| scope.compute.contains(id)) || scope.inside.contains_key(&branch.id)
    }

    /// The variables that a condition needs and that the top of the kernel does not define. They include variables that an arm binds for its
    /// code: a flag cannot bind them.
    fn vars_of_condition(&self, branch: &Branch, scope: &Scope<'_>) -> BTreeSet<Var> {
        let mut vars = BTreeSet::new();
        branch.conditions(&mut vars);
        vars.extend(branch.arms.iter().flat_map(|arm| &arm.binds).filter(|var| scope.fixed.contains(*var)).cloned());
        vars.retain(|var| self.local_vars.contains(var) || scope.fixed.contains(var));
        vars
    }

    /// The value of a branch's flag: a `bool` for an `if`, the number of the arm for a `match`.
    fn value_of_condition(&self, branch: &Branch, under: Option<&TokenStream>) -> TokenStream {
        let (value, otherwise) = match &branch.test {
            Test::If(test) => {
                let condition = self.fixed().whole_test(test);
                let value = match test {
                    fixed::Test::Is(_) => condition,
                    // A condition with `let` is not an expression.
                    _ => quote!(if #condition { true } else { false }),
                };
                (value, quote!(false))
            }
            Test::Match(scrutinee) => {
                let (scrutinee, patterns) = (self.fixed().whole(scrutinee), self.patterns(branch));
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
}
