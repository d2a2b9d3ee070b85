//! Fixed Rust of the step: which of it stands at the top of the kernel, which goes where it is used.

use std::collections::BTreeSet;

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::{Kernel, find_branch};
use crate::ir::{Around, Region, Stmt, Test};

impl Kernel<'_> {
    /// Sorts the names of fixed variables into those visible everywhere and others.
    pub(super) fn find_fixed_names(&mut self, region: &Region, visible: bool) {
        let local = |this: &mut Self, names: &[Ident]| {
            if !visible {
                this.local_names.extend(names.iter().map(ToString::to_string));
            }
        };
        for stmt in &region.stmts {
            match stmt {
                Stmt::Fixed { defines, .. } => local(self, defines),
                Stmt::Def(_) => {}
                Stmt::Branch(branch) => {
                    let fixed: Vec<Ident> = branch.fixed.iter().map(|(name, _)| name.clone()).collect();
                    local(self, &fixed);
                    for arm in &branch.arms {
                        self.local_names.extend(arm.binds.iter().map(ToString::to_string));
                        self.find_fixed_names(&arm.region, false);
                    }
                }
                Stmt::Loop(turns) => {
                    self.local_names.extend(turns.binds.iter().map(ToString::to_string));
                    self.find_fixed_names(&turns.body, false);
                }
            }
        }
    }

    /// Every name of a fixed variable.
    pub(super) fn all_fixed_names(&self) -> BTreeSet<String> {
        fn visit(region: &Region, names: &mut BTreeSet<String>) {
            for stmt in &region.stmts {
                match stmt {
                    Stmt::Fixed { defines, .. } => names.extend(defines.iter().map(ToString::to_string)),
                    Stmt::Def(_) => {}
                    Stmt::Branch(branch) => {
                        names.extend(branch.fixed.iter().map(|(name, _)| name.to_string()));
                        for arm in &branch.arms {
                            names.extend(arm.binds.iter().map(ToString::to_string));
                            visit(&arm.region, names);
                        }
                    }
                    Stmt::Loop(turns) => {
                        names.extend(turns.binds.iter().map(ToString::to_string));
                        visit(&turns.body, names);
                    }
                }
            }
        }
        let mut names = BTreeSet::new();
        visit(&self.program.region, &mut names);
        names
    }

    /// Fixed statements that the sizes of scratch slots need.
    pub(super) fn fixed_for_slots(&self) -> TokenStream {
        if self.program.conditions.is_empty() { TokenStream::new() } else { self.program.region.fixed() }
    }

    /// Code that runs only in certain arms, with the fixed variables of those arms in scope.
    pub(super) fn guarded(&self, path: &[Around], code: TokenStream) -> TokenStream {
        path.iter().rev().fold(code, |code, around| {
            let Around::Arm(id, taken) = around else { return code };
            let Some(branch) = find_branch(&self.program.region, *id) else { return code };
            let fixed = branch.arms[*taken].region.fixed();
            if let Test::If(condition) = &branch.test {
                return match taken {
                    0 => quote!(if #condition { #fixed #code }),
                    _ => quote!(if #condition {} else { #fixed #code }),
                };
            }
            let arms: Vec<TokenStream> = (0..branch.arms.len())
                .map(|i| if i == *taken { quote!({ #fixed #code }) } else { quote!({}) })
                .collect();
            branch.choose(&arms)
        })
    }
}
