//! Fixed Rust of the step: which of it stands at the top of the kernel, which goes where it is used.

use std::collections::BTreeSet;

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};

use super::{Kernel, find_branch};
use crate::ir::{Around, Region, Stmt, Test};
use crate::plan::Frame;

/// The identifiers in some tokens.
pub(super) fn idents_in(tokens: &TokenStream, found: &mut BTreeSet<String>) {
    for token in tokens.clone() {
        match token {
            TokenTree::Ident(ident) => {
                found.insert(ident.to_string());
            }
            TokenTree::Group(group) => idents_in(&group.stream(), found),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

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
                Stmt::Host { defines, assigns, .. } => {
                    if *assigns {
                        self.mutable_names.extend(defines.iter().map(ToString::to_string));
                        self.local_names.extend(defines.iter().map(ToString::to_string));
                    }
                    local(self, defines);
                }
                Stmt::Def(_) => {}
                Stmt::Branch(branch) => {
                    let hosts: Vec<Ident> = branch.hosts.iter().map(|(name, _)| name.clone()).collect();
                    local(self, &hosts);
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

    /// Counts variables computed from changing ones as changing; whether there was a new one.
    pub(super) fn spread_mutable(&mut self, region: &Region) -> bool {
        let mut found = false;
        for stmt in &region.stmts {
            match stmt {
                Stmt::Host { tokens, defines, .. } if self.reads_mutable(tokens) => {
                    for name in defines {
                        found |= self.mutable_names.insert(name.to_string());
                        self.local_names.insert(name.to_string());
                    }
                }
                Stmt::Host { .. } | Stmt::Def(_) => {}
                Stmt::Branch(branch) => {
                    for (name, values) in &branch.hosts {
                        if values.iter().any(|tokens| self.reads_mutable(tokens)) {
                            found |= self.mutable_names.insert(name.to_string());
                            self.local_names.insert(name.to_string());
                        }
                    }
                    for arm in &branch.arms {
                        found |= self.spread_mutable(&arm.region);
                    }
                }
                Stmt::Loop(turns) => found |= self.spread_mutable(&turns.body),
            }
        }
        found
    }

    /// Every name of a fixed variable.
    pub(super) fn all_fixed_names(&self) -> BTreeSet<String> {
        fn visit(region: &Region, names: &mut BTreeSet<String>) {
            for stmt in &region.stmts {
                match stmt {
                    Stmt::Host { defines, .. } => names.extend(defines.iter().map(ToString::to_string)),
                    Stmt::Def(_) => {}
                    Stmt::Branch(branch) => {
                        names.extend(branch.hosts.iter().map(|(name, _)| name.to_string()));
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

    /// Whether some tokens name a variable that changes.
    fn reads_mutable(&self, tokens: &TokenStream) -> bool {
        let mut names = BTreeSet::new();
        idents_in(tokens, &mut names);
        names.iter().any(|name| self.mutable_names.contains(name))
    }

    /// Fixed statements of a frame's own level, for everything below to see.
    pub(super) fn visible_hosts(&self, region: &Region) -> TokenStream {
        let mut tokens = TokenStream::new();
        for stmt in &region.stmts {
            match stmt {
                Stmt::Host { tokens: host, defines, assigns: false }
                    if !defines.iter().any(|name| self.mutable_names.contains(&name.to_string())) =>
                {
                    host.to_tokens(&mut tokens);
                }
                Stmt::Branch(branch) if branch.hosts.iter().any(|(name, _)| !self.mutable_names.contains(&name.to_string())) => tokens.extend(self.host_branch(branch)),
                _ => {}
            }
        }
        tokens
    }

    /// `let fixed = if … { a } else { b };`
    fn host_branch(&self, branch: &crate::ir::Branch) -> TokenStream {
        let names: Vec<&Ident> = branch.hosts.iter().map(|(name, _)| name).collect();
        let arms: Vec<TokenStream> = branch
            .arms
            .iter()
            .enumerate()
            .map(|(i, arm)| {
                let hosts = self.visible_hosts(&arm.region);
                let values = branch.hosts.iter().map(|(_, values)| &values[i]);
                quote!({ #hosts (#(#values,)*) })
            })
            .collect();
        let choice = choose(branch, &arms);
        quote!(let (#(#names,)*) = #choice;)
    }

    /// Fixed statements that the sizes of scratch slots need.
    pub(super) fn hosts_for_slots(&self) -> TokenStream {
        if self.program.conditions.is_empty() { TokenStream::new() } else { self.visible_hosts(&self.program.region) }
    }

    /// Code that runs only in certain arms, with the fixed variables of those arms in scope.
    pub(super) fn guarded(&self, frame: &Frame, path: &[Around], code: TokenStream) -> TokenStream {
        let _ = frame;
        path.iter().rev().fold(code, |code, around| {
            let Around::Arm(id, taken) = around else { return code };
            let Some(branch) = find_branch(&self.program.region, *id) else { return code };
            let hosts = self.visible_hosts(&branch.arms[*taken].region);
            if let Test::If(condition) = &branch.test {
                return match taken {
                    0 => quote!(if #condition { #hosts #code }),
                    _ => quote!(if #condition {} else { #hosts #code }),
                };
            }
            let arms: Vec<TokenStream> =
                (0..branch.arms.len()).map(|i| if i == *taken { quote!({ #hosts #code }) } else { quote!({}) }).collect();
            choose(branch, &arms)
        })
    }
}

/// The branching expression with these arms.
pub(super) fn choose(branch: &crate::ir::Branch, arms: &[TokenStream]) -> TokenStream {
    match &branch.test {
        Test::If(condition) => {
            let (then, els) = (&arms[0], &arms[1]);
            quote!(if #condition #then else #els)
        }
        Test::Match(scrutinee) => {
            let patterns = branch.arms.iter().map(|arm| &arm.pattern);
            quote!(match #scrutinee { #(#patterns => #arms)* })
        }
    }
}
