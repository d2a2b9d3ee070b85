//! Fixed variables that change: every assignment makes a new one, so that fixed Rust can stand wherever it is needed.
//!
//! `k *= 0.5;` becomes `let k_2 = { let mut k = k; k *= 0.5; k };`, and whatever follows names `k_2`. A branch joins what its
//! arms leave, and a loop that changes a variable gives its value in each turn along with the loop's own pattern.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};

use super::Lowering;
use super::walk::{Item, walk};
use crate::ast::{self, Block};
use crate::ir::{Region, Stmt};
use crate::paths::shown_at;

/// The present variable of each fixed variable that changes, by the name that it was declared with.
pub(super) type Present = BTreeMap<String, Ident>;

/// Fixed variables that a loop changes.
pub(super) struct Changing {
    declared: Vec<String>,
    starts: Vec<Ident>,
    turns: Vec<Ident>,
}

/// What goes round in a loop over fixed values: its pattern, the names that it binds, its sequence.
pub(super) struct Header {
    pub(super) pattern: TokenStream,
    pub(super) binds: Vec<Ident>,
    pub(super) iter: TokenStream,
}

impl Lowering<'_> {
    /// Fixed Rust that names the present variables.
    pub(super) fn fixed(&self, tokens: &TokenStream) -> TokenStream {
        replace(tokens, &|name| self.env.fixed.get(name).map(|present| quote!(#present)))
    }

    /// Fixed Rust that names as few variables as possible, for use where they are not in scope.
    pub(super) fn spelled_out(&self, tokens: &TokenStream) -> TokenStream {
        replace(tokens, &|name| {
            let value = self.spelled_out(self.definitions.get(name)?);
            Some(quote!((#value)))
        })
    }

    fn push_fixed(&mut self, tokens: TokenStream, defines: Vec<Ident>) {
        if let Some((name, value)) = definition(&tokens) {
            self.definitions.insert(name, value);
        }
        self.stmts.push(Stmt::Fixed { tokens, defines });
    }

    /// A statement of fixed Rust.
    pub(super) fn fixed_stmt(&mut self, tokens: &TokenStream, defines: &[Ident], assigns: bool) {
        let (true, [name]) = (assigns, defines) else {
            let tokens = self.fixed(tokens);
            self.declare_fixed(defines);
            self.push_fixed(tokens, defines.to_vec());
            return;
        };
        let text = name.to_string();
        let present = self.env.fixed.remove(&text).unwrap_or_else(|| name.clone());
        let tokens = self.fixed(tokens);
        let changed = self.names.unique(name);
        let tokens = quote!(let #changed = { let mut #name = #present; #tokens #name };);
        self.env.fixed.insert(text, changed.clone());
        self.push_fixed(tokens, vec![changed]);
    }

    /// Declared variables are their own present ones.
    pub(super) fn declare_fixed(&mut self, names: &[Ident]) {
        for name in names {
            if self.changing.contains(&name.to_string()) {
                self.env.fixed.insert(name.to_string(), name.clone());
            }
        }
    }

    /// Joins what the arms of a branch leave in the variables declared before it.
    pub(super) fn join_fixed(&mut self, arms: &[Present], fixed: &mut Vec<(Ident, Vec<TokenStream>)>) {
        for (name, before) in self.env.fixed.clone() {
            let options: Vec<&Ident> = arms.iter().map(|arm| arm.get(&name).unwrap_or(&before)).collect();
            if options.iter().all(|option| *option == options[0]) {
                self.env.fixed.insert(name, options[0].clone());
                continue;
            }
            let joined = self.names.unique(&before);
            fixed.push((joined.clone(), options.iter().map(|option| quote!(#option)).collect()));
            self.env.fixed.insert(name, joined);
        }
    }

    /// At the start of a loop's body: every variable that it changes becomes that of the turn.
    pub(super) fn start_turn(&mut self, body: &Block) -> Changing {
        let assigned = changed_in(body);
        let mut changing = Changing { declared: Vec::new(), starts: Vec::new(), turns: Vec::new() };
        for (name, start) in self.env.fixed.clone() {
            if assigned.contains(&name) {
                let turn = self.names.unique(&start);
                self.env.fixed.insert(name.clone(), turn.clone());
                changing.declared.push(name);
                changing.starts.push(start);
                changing.turns.push(turn);
            }
        }
        changing
    }

    /// After a loop: its header, with the variables that it changes, and a statement that gives what it leaves in them.
    pub(super) fn finish_turns(&mut self, changing: Changing, header: Header, body: &Region) -> Header {
        let Changing { declared, starts, turns } = changing;
        if declared.is_empty() {
            return header;
        }
        let Header { pattern, mut binds, iter } = header;
        let nexts: Vec<Ident> = declared.iter().map(|name| self.env.fixed[name].clone()).collect();
        let (now, item) = (self.names.fresh("now"), self.names.fresh("item"));
        let fixed = body.fixed();
        let turn = quote! {
            let (#(#turns,)*) = #now;
            let #pattern = #item;
            #fixed
        };
        let afters: Vec<Ident> = starts.iter().map(|start| self.names.unique(start)).collect();
        let tokens = quote! {
            let (#(#afters,)*) = {
                let mut #now = (#(#starts,)*);
                for #item in #iter {
                    #turn
                    #now = (#(#nexts,)*);
                }
                #now
            };
        };
        self.stmts.push(Stmt::Fixed { tokens, defines: afters.clone() });
        self.env.fixed.extend(declared.into_iter().zip(afters));
        let iter = quote! {
            ::core::iter::Iterator::scan(::core::iter::IntoIterator::into_iter(#iter), (#(#starts,)*), |#now, #item| {
                let given = (::core::clone::Clone::clone(&#item), *#now);
                *#now = {
                    let #now = *#now;
                    #turn
                    (#(#nexts,)*)
                };
                ::core::option::Option::Some(given)
            })
        };
        let pattern = quote!((#pattern, (#(#turns,)*)));
        binds.extend(turns);
        Header { pattern, binds, iter }
    }
}

/// Fixed variables that a block assigns.
pub(super) fn changed_in(block: &Block) -> BTreeSet<String> {
    let mut changed = BTreeSet::new();
    walk(block, &mut |item| {
        if let Item::Stmt(ast::Stmt::Fixed { defines, assigns: true, .. }) = item {
            changed.extend(defines.iter().map(ToString::to_string));
        }
    });
    changed
}

/// The name and the value in `let name = value;`.
fn definition(tokens: &TokenStream) -> Option<(String, TokenStream)> {
    let local: syn::Stmt = syn::parse2(tokens.clone()).ok()?;
    let syn::Stmt::Local(syn::Local { pat, init: Some(init), .. }) = local else { return None };
    let pat = if let syn::Pat::Type(typed) = pat { *typed.pat } else { pat };
    let syn::Pat::Ident(syn::PatIdent { by_ref: None, ident, subpat: None, .. }) = pat else { return None };
    Some((ident.to_string(), init.expr.to_token_stream()))
}

/// The same tokens with variables replaced. What follows a single `.` or a `::` is no variable.
fn replace(tokens: &TokenStream, by: &impl Fn(&str) -> Option<TokenStream>) -> TokenStream {
    let mut before = [None, None];
    let mut replaced = TokenStream::new();
    for tree in tokens.clone() {
        let member = matches!(before, [first, Some('.')] if first != Some('.')) || before == [Some(':'), Some(':')];
        before = [before[1], if let TokenTree::Punct(punct) = &tree { Some(punct.as_char()) } else { None }];
        match tree {
            TokenTree::Ident(ident) if !member => match by(&ident.to_string()) {
                Some(value) => replaced.extend(shown_at(value, ident.span())),
                None => ident.to_tokens(&mut replaced),
            },
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), replace(&group.stream(), by));
                inner.set_span(group.span());
                inner.to_tokens(&mut replaced);
            }
            other => other.to_tokens(&mut replaced),
        }
    }
    replaced
}
