//! The block around generated items. It names the runtime, and hides items of the user's module that have the name of a variable.
//!
//! A plain name in a pattern is a new variable only if no constant, `static` or unit struct with this name is in scope.
//! Macro hygiene does not change that: next to a `const lr`, a generated `let lr = …` would compare with it. A
//! *function* with this name does no harm. So each block imports a function of the runtime under the names of its variables:
//!
//! ```text
//! __optim::locals! { grad lr }
//! ```

use std::collections::BTreeSet;

use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::quote;
use syn::parse::Parser;
use syn::visit::{self, Visit};
use syn::{Arm, Block, ExprClosure, ExprForLoop, ExprLet, FnArg, Local, Pat, PatIdent, Path};

use crate::paths::{named, short};

/// A block with generated items, in which the runtime is called [`short`]. It needs `allow(unused_imports)`.
///
/// `written` has the names in the user's own expressions and types among the items. They keep their meaning, so variables next to
/// them get their names from [`free`].
pub(crate) fn block(root: &Path, items: &TokenStream, written: &BTreeSet<String>) -> TokenStream {
    let (named, short) = (named(root), short());
    let locals: Vec<Ident> = locals(items)
        .into_iter()
        .filter(|name| !written.contains(name))
        .map(|name| match name.strip_prefix("r#") {
            Some(raw) => Ident::new_raw(raw, Span::call_site()),
            None => Ident::new(&name, Span::call_site()),
        })
        .collect();
    let hidden = (!locals.is_empty()).then(|| quote!(#short::locals! { #(#locals)* }));
    quote! {
        const _: () = {
            #named
            #hidden
            #items
        };
    }
}

/// A name for a variable next to the user's expressions: `wanted`, with a number if an expression uses it.
pub(crate) fn free(wanted: &Ident, written: &BTreeSet<String>) -> Ident {
    let text = wanted.to_string();
    if !written.contains(&text) {
        return wanted.clone();
    }
    let stem = text.trim_start_matches("r#");
    let free = (2..).map(|n| format!("{stem}_{n}")).find(|name| !written.contains(name));
    Ident::new(&free.unwrap_or(text), wanted.span())
}

/// The variables in some items, without names that also occur in refutable patterns: there, Rust decides whether a name is a
/// variable or a constant.
fn locals(items: &TokenStream) -> BTreeSet<String> {
    let Ok(file) = syn::parse2::<syn::File>(items.clone()) else { return BTreeSet::new() };
    let mut names = PatternNames::default();
    names.visit_file(&file);
    let PatternNames { bound, matched } = names;
    bound.difference(&matched).cloned().collect()
}

#[derive(Default)]
struct PatternNames {
    /// Names in irrefutable patterns.
    bound: BTreeSet<String>,
    /// Names in refutable patterns.
    matched: BTreeSet<String>,
}

impl<'ast> Visit<'ast> for PatternNames {
    fn visit_local(&mut self, local: &'ast Local) {
        add(&local.pat, &mut self.bound);
        visit::visit_local(self, local);
    }

    fn visit_fn_arg(&mut self, argument: &'ast FnArg) {
        if let FnArg::Typed(typed) = argument {
            add(&typed.pat, &mut self.bound);
        }
    }

    fn visit_expr_closure(&mut self, closure: &'ast ExprClosure) {
        closure.inputs.iter().for_each(|input| add(input, &mut self.bound));
        visit::visit_expr_closure(self, closure);
    }

    fn visit_expr_for_loop(&mut self, iterations: &'ast ExprForLoop) {
        add(&iterations.pat, &mut self.bound);
        visit::visit_expr_for_loop(self, iterations);
    }

    /// The loop of a pass is an argument of a macro, so its variables are searched in tokens.
    fn visit_macro(&mut self, called: &'ast syn::Macro) {
        if called.path.segments.iter().map(|part| &part.ident).eq(["__optim", "pass"]) {
            self.visit_pass(called.tokens.clone());
        }
    }

    fn visit_arm(&mut self, arm: &'ast Arm) {
        add(&arm.pat, &mut self.matched);
        visit::visit_arm(self, arm);
    }

    fn visit_expr_let(&mut self, test: &'ast ExprLet) {
        add(&test.pat, &mut self.matched);
        visit::visit_expr_let(self, test);
    }
}

impl PatternNames {
    /// The variables of `pass!(call |[casts]; [slices]…| first { before } index { body })`.
    fn visit_pass(&mut self, tokens: TokenStream) {
        let is_bar = |tree: &TokenTree| matches!(tree, TokenTree::Punct(punct) if punct.as_char() == '|');
        let trees: Vec<TokenTree> = tokens.into_iter().collect();
        // Before the first bar is the call of the runtime.
        for tree in trees.split(is_bar).skip(1).flatten() {
            match tree {
                TokenTree::Ident(index) => drop(self.bound.insert(index.to_string())),
                TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => {
                    let names = group.stream().into_iter().filter_map(|tree| match tree {
                        TokenTree::Ident(name) => Some(name.to_string()),
                        _ => None,
                    });
                    self.bound.extend(names);
                }
                TokenTree::Group(group) => {
                    if let Ok(statements) = Block::parse_within.parse2(group.stream()) {
                        statements.iter().for_each(|statement| {
                            let mut inside = PatternNames::default();
                            inside.visit_stmt(statement);
                            self.bound.extend(inside.bound);
                            self.matched.extend(inside.matched);
                        });
                    }
                }
                _ => {}
            }
        }
    }
}

/// Adds the plain names in a pattern.
fn add(pattern: &Pat, names: &mut BTreeSet<String>) {
    struct Plain<'n>(&'n mut BTreeSet<String>);
    impl<'ast> Visit<'ast> for Plain<'_> {
        fn visit_pat_ident(&mut self, name: &'ast PatIdent) {
            self.0.insert(name.ident.to_string());
            visit::visit_pat_ident(self, name);
        }
    }
    Plain(names).visit_pat(pattern);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_hidden_and_what_may_be_a_constant_is_not() {
        let items = quote! {
            fn f(lr: f64, [grad, _]: [f64; 2]) {
                let (x, mut y) = (1, 2);
                for index in 0..3 { let g = |a, &b| a; }
                match x { fast => 1, slow if let Some(z) = y => 2 };
                if let Some(w) = y {}
                let fast = 1;
            }
        };
        let expected = ["a", "b", "g", "grad", "index", "lr", "x", "y"].map(str::to_owned);
        assert_eq!(locals(&items), BTreeSet::from(expected));
    }

    #[test]
    fn variables_beside_expressions_have_other_names() {
        let written = ["value", "value_2"].map(str::to_owned).into();
        let names = ["index", "value", "r#type"].map(|name| free(&syn::parse_str(name).unwrap(), &written).to_string());
        assert_eq!(names, ["index", "value_3", "r#type"]);
    }
}
