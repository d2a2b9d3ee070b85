//! Fixed statements of the step: some are at the top of the kernel, others are repeated where they are used.

use proc_macro2::TokenStream;
use quote::quote;

use super::Kernel;
use crate::emit::fixed::time;
use crate::fixed::Var;
use crate::ir::{Arm, Around, Branch, Changing, LoopHeader, Region, Stmt, Test};

impl Kernel<'_> {
    /// Collects the fixed variables of a region; `visible` says whether all code of the kernel can see them.
    pub(super) fn find_fixed_vars(&mut self, region: &Region, visible: bool) {
        for stmt in &region.stmts {
            self.add_fixed_vars(stmt.defines(), visible);
            match stmt {
                Stmt::Fixed(_) | Stmt::Left(_) | Stmt::Def(_) => {}
                Stmt::Branch(branch) => {
                    for arm in &branch.arms {
                        self.add_fixed_vars(arm.binds.clone(), false);
                        self.find_fixed_vars(&arm.region, false);
                    }
                }
                Stmt::Loop(iterations) => {
                    self.add_fixed_vars(iterations.header.binds(), false);
                    self.find_fixed_vars(&iterations.body, false);
                }
            }
        }
    }

    fn add_fixed_vars(&mut self, vars: impl IntoIterator<Item = Var>, visible: bool) {
        for var in vars {
            if !visible {
                self.local_vars.insert(var.clone());
            }
            self.fixed_vars.insert(var);
        }
    }

    /// The fixed statements of a region.
    pub(super) fn fixed_stmts(&self, region: &Region) -> TokenStream {
        region.stmts.iter().map(|stmt| self.fixed_stmt(stmt)).collect()
    }

    /// A statement that defines fixed variables; empty for any other statement.
    pub(super) fn fixed_stmt(&self, stmt: &Stmt) -> TokenStream {
        match stmt {
            Stmt::Fixed(own) => self.fixed().statement(own),
            Stmt::Left(header) => self.left(header),
            Stmt::Branch(branch) if !branch.fixed.is_empty() => {
                let names = branch.fixed.iter().map(|(var, _)| &var.0);
                let arms: Vec<TokenStream> = (0..branch.arms.len())
                    .map(|i| {
                        let fixed = self.fixed_stmts(&branch.arms[i].region);
                        let values = branch.fixed.iter().map(|(_, values)| self.fixed().expr(&values[i]));
                        quote!({ #fixed (#(#values,)*) })
                    })
                    .collect();
                let choice = self.choose(branch, &arms);
                quote!(let (#(#names,)*) = #choice;)
            }
            Stmt::Branch(_) | Stmt::Def(_) | Stmt::Loop(_) => TokenStream::new(),
        }
    }

    /// `let after = { … }`: runs the loop for its fixed variables alone, and returns their last values.
    fn left(&self, header: &LoopHeader) -> TokenStream {
        let Some(changing) = &header.changing else { return TokenStream::new() };
        let Changing { starts, nexts, afters, now, item, .. } = changing;
        let [starts, nexts, afters] = [starts, nexts, afters].map(|vars| vars.iter().map(|var| &var.0));
        let (iteration, iter) = (self.iteration(header, changing), self.fixed().whole(&header.iter));
        quote! {
            let (#(#afters,)*) = {
                let mut #now = (#(#starts,)*);
                for #item in #iter {
                    #iteration
                    #now = (#(#nexts,)*);
                }
                #now
            };
        }
    }

    /// The fixed statements of an iteration.
    fn iteration(&self, header: &LoopHeader, changing: &Changing) -> TokenStream {
        let Changing { iterations, now, item, iteration, .. } = changing;
        let iterations = iterations.iter().map(|var| &var.0);
        let (pattern, fixed) = (self.fixed().pattern(&header.pattern), self.fixed_stmts(iteration));
        quote! {
            let (#(#iterations,)*) = #now;
            let #pattern = #item;
            #fixed
        }
    }

    /// The pattern and the iterator of a loop. If the loop changes fixed variables, the iterator yields their values, too.
    pub(super) fn header(&self, header: &LoopHeader) -> (TokenStream, TokenStream) {
        let (pattern, iter) = (self.fixed().pattern(&header.pattern), self.fixed().whole(&header.iter));
        let Some(changing) = &header.changing else { return (pattern, iter) };
        let iteration = self.iteration(header, changing);
        let Changing { starts, iterations, nexts, now, item, .. } = changing;
        let [starts, iterations, nexts] = [starts, iterations, nexts].map(|vars| vars.iter().map(|var| &var.0));
        let iter = quote! {
            ::core::iter::Iterator::scan(::core::iter::IntoIterator::into_iter(#iter), (#(#starts,)*), |#now, #item| {
                let given = (::core::clone::Clone::clone(&#item), *#now);
                *#now = {
                    let #now = *#now;
                    #iteration
                    (#(#nexts,)*)
                };
                ::core::option::Option::Some(given)
            })
        };
        (quote!((#pattern, (#(#iterations,)*))), iter)
    }

    /// The fixed statements that the lengths of scratch slots need.
    pub(super) fn fixed_for_slots(&self) -> TokenStream {
        if self.program.conditions.is_empty() {
            return TokenStream::new();
        }
        let (root, time) = (&self.root, time());
        // The lengths are the same in every step, so the first one stands for all.
        let time = self.program.asks.then(|| quote!(let #time = #root::Time::new(1);));
        let fixed = self.fixed_stmts(&self.program.region);
        quote!(#time #fixed)
    }

    /// Code that runs only in certain arms, with the fixed variables of these arms in scope.
    pub(super) fn guarded(&self, path: &[Around], code: TokenStream) -> TokenStream {
        path.iter().rev().fold(code, |code, around| {
            let Around::Arm(id, taken) = around else { return code };
            let Some(branch) = self.program.region.branch(*id) else { return code };
            let fixed = self.fixed_stmts(&branch.arms[*taken].region);
            if let Test::If(test) = &branch.test {
                let condition = self.fixed().whole_test(test);
                return match taken {
                    0 => quote!(if #condition { #fixed #code }),
                    _ => quote!(if #condition {} else { #fixed #code }),
                };
            }
            let arms: Vec<TokenStream> = (0..branch.arms.len())
                .map(|i| if i == *taken { quote!({ #fixed #code }) } else { quote!({}) })
                .collect();
            self.choose(branch, &arms)
        })
    }

    /// An `if` or a `match` with these arms.
    pub(super) fn choose(&self, branch: &Branch, arms: &[TokenStream]) -> TokenStream {
        match &branch.test {
            Test::If(test) => {
                let (condition, then, els) = (self.fixed().whole_test(test), &arms[0], &arms[1]);
                quote!(if #condition #then else #els)
            }
            Test::Match(scrutinee) => {
                let (scrutinee, patterns) = (self.fixed().whole(scrutinee), self.patterns(branch));
                quote!(match #scrutinee { #(#patterns => #arms)* })
            }
        }
    }

    /// The tokens before the `=>` of each arm.
    pub(super) fn patterns(&self, branch: &Branch) -> Vec<TokenStream> {
        let pattern = |arm: &Arm| self.fixed().pattern_and_guard(&arm.pattern, arm.guard.as_ref());
        branch.arms.iter().map(pattern).collect()
    }
}
