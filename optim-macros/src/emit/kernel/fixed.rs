//! Fixed Rust of the step: which of it stands at the top of the kernel, which goes where it is used.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::Kernel;
use crate::ir::{Around, Region, Stmt, Test};

impl Kernel<'_> {
    /// Finds the names of the fixed variables of a region, which are `visible` everywhere or not.
    pub(super) fn find_fixed_names(&mut self, region: &Region, visible: bool) {
        for stmt in &region.stmts {
            match stmt {
                Stmt::Fixed { defines, .. } => self.add_fixed_names(defines, visible),
                Stmt::Def(_) => {}
                Stmt::Branch(branch) => {
                    self.add_fixed_names(branch.fixed.iter().map(|(name, _)| name), visible);
                    for arm in &branch.arms {
                        self.add_fixed_names(&arm.binds, false);
                        self.find_fixed_names(&arm.region, false);
                    }
                }
                Stmt::Loop(turns) => {
                    self.add_fixed_names(&turns.binds, false);
                    self.find_fixed_names(&turns.body, false);
                }
            }
        }
    }

    fn add_fixed_names<'i>(&mut self, names: impl IntoIterator<Item = &'i Ident>, visible: bool) {
        for name in names {
            self.fixed_names.insert(name.to_string());
            if !visible {
                self.local_names.insert(name.to_string());
            }
        }
    }

    /// Fixed statements that the sizes of scratch slots need.
    pub(super) fn fixed_for_slots(&self) -> TokenStream {
        if self.program.conditions.is_empty() { TokenStream::new() } else { self.program.region.fixed() }
    }

    /// Code that runs only in certain arms, with the fixed variables of those arms in scope.
    pub(super) fn guarded(&self, path: &[Around], code: TokenStream) -> TokenStream {
        path.iter().rev().fold(code, |code, around| {
            let Around::Arm(id, taken) = around else { return code };
            let Some(branch) = self.program.region.branch(*id) else { return code };
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
