//! The impl half on half-typed input: it never panics, and what it emits parses.

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::quote;
use syn::{ItemImpl, ItemStruct};

use crate::diag::Errors;
use crate::parse::Definition;
use crate::parse::step_function::StepFunctions;

/// The definition that a struct leaves behind.
fn definition(arguments: TokenStream, item: TokenStream) -> Definition {
    let mut errors = Errors::new();
    let item: ItemStruct = syn::parse2(item).expect("a struct");
    let item = crate::parse::item::parse(arguments, item, crate::parse::Language::Optimizer, &mut errors);
    assert_eq!(errors.messages(), [""; 0]);
    item.definition
}

/// Expands an impl, if it parses as one; whether it does.
fn expand(definition: &Definition, item: TokenStream) -> bool {
    let Ok(item) = syn::parse2::<ItemImpl>(item) else { return false };
    let text = item.clone();
    let tokens = super::implementation(definition, &item, &StepFunctions::default());
    assert!(syn::parse2::<syn::File>(tokens).is_ok(), "{}", quote!(#text));
    true
}

/// The tokens with every place in them damaged: everything after it gone, it alone gone, it twice.
pub(crate) fn damaged(tokens: &TokenStream) -> Vec<TokenStream> {
    let trees: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let mut all = Vec::new();
    for at in 0..trees.len() {
        let (before, after) = (&trees[..at], &trees[at + 1..]);
        all.push(before.iter().cloned().collect());
        all.push(before.iter().chain(after).cloned().collect());
        all.push(before.iter().chain([&trees[at], &trees[at]]).chain(after).cloned().collect());
        if let TokenTree::Group(group) = &trees[at] {
            for inner in damaged(&group.stream()) {
                let changed = TokenTree::Group(Group::new(group.delimiter(), inner));
                all.push(before.iter().chain([&changed]).chain(after).cloned().collect());
            }
        }
    }
    all
}

/// Right as it is, and no panic however it is damaged.
fn survives(definition: &Definition, item: &TokenStream) {
    let right: ItemImpl = syn::parse2(item.clone()).expect("an impl");
    let text = super::implementation(definition, &right, &StepFunctions::default()).to_string();
    assert!(!text.contains("compile_error"), "{text}");
    let parsed = damaged(item).into_iter().filter(|item| expand(definition, item.clone())).count();
    assert!(parsed > 50, "{parsed}");
}

#[test]
fn lion() {
    let definition = definition(
        quote!(state<exp_avg = 0.0>),
        quote! { struct Lion { #[hyper(scheduled)] lr: f64, betas: (f64, f64), #[hyper(scheduled)] weight_decay: f64 } },
    );
    let item = quote! {
        impl Lion {
            fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
                let (beta1, beta2) = self.betas;
                let update = (beta1 * state.exp_avg + (1.0 - beta1) * grad).sign();
                *param *= 1.0 - self.lr * self.weight_decay;
                *param -= self.lr * update;
                state.exp_avg = beta2 * state.exp_avg + (1.0 - beta2) * grad;
            }
        }
    };
    survives(&definition, &item);
}

#[test]
fn adafactor() {
    let definition = definition(
        quote! {
            state <
                exp_avg_sq_row: rows = 0.0 if param.ndim() >= 2,
                exp_avg_sq_col: cols = 0.0 if param.ndim() >= 2,
                exp_avg_sq = 0.0 if param.ndim() < 2,
                exp_avg = 0.0 if self.beta1.is_some(),
            >
        },
        quote! {
            struct Adafactor {
                #[hyper(scheduled)] lr: f64,
                eps: (f64, f64),
                clip_threshold: f64,
                decay_rate: f64,
                beta1: Option<f64>,
                #[hyper(scheduled)] weight_decay: f64,
                scale_parameter: bool,
            }
        },
    );
    let item = quote! {
        impl Adafactor {
            fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
                let (eps1, eps2) = self.eps;
                let alpha = if self.scale_parameter { self.lr * param.rms().max(eps2) } else { self.lr };
                let beta2 = 1.0 - t.powf(self.decay_rate);
                let squared = grad.square() + eps1;
                let update = if param.ndim() >= 2 {
                    state.exp_avg_sq_row = beta2 * state.exp_avg_sq_row + (1.0 - beta2) * squared.row_mean();
                    state.exp_avg_sq_col = beta2 * state.exp_avg_sq_col + (1.0 - beta2) * squared.col_mean();
                    let row = (state.exp_avg_sq_row / state.exp_avg_sq_row.matrix_mean()).rsqrt();
                    row * state.exp_avg_sq_col.rsqrt() * grad
                } else {
                    state.exp_avg_sq = beta2 * state.exp_avg_sq + (1.0 - beta2) * squared;
                    state.exp_avg_sq.rsqrt() * grad
                };
                let mut update = alpha / (update.rms() / self.clip_threshold).max(1.0) * update;
                if let Some(beta1) = self.beta1 {
                    state.exp_avg = beta1 * state.exp_avg + (1.0 - beta1) * update;
                    update = state.exp_avg;
                }
                *param -= self.weight_decay * alpha * *param;
                *param -= update;
            }
        }
    };
    survives(&definition, &item);
}

#[test]
fn everything_else() {
    let definition = definition(
        quote!(state <a = 0.0, p: scalar = 1.0>),
        quote! { struct A { #[hyper(scheduled)] lr: (f64, f64), k: usize, mode: Mode, weights: [f64; 3] } },
    );
    let item = quote! {
        impl A {
            fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
                let pair = (self.k, grad, [grad, -grad]);
                let (mut x, y);
                x = pair.1;
                for i in 0..self.k { x = x + pair.2[i] * i as f64; }
                for w in self.weights { x *= w; }
                for part in pair.2 { x += part; }
                match self.mode { Mode::A | Mode::B if self.k > 1 => x = x.t().t(), _ => {} }
                let mask = (x > 0.0) & !(grad <= 1.0);
                (x, state.a) = (select(mask, x, 0.0), softsign(x, 1.0));
                Self::helper(&mut x, state, 2.0);
                *param -= self.lr.0 * x.matmul(x.t()).matmul(x) + full(self.lr.1) * scalar(1.0);
            }
            fn helper(x: &mut Tensor, state: &mut State<Self>, by: f64) {
                *x *= by;
                state.p *= x.norm().powi(2);
            }
        }
    };
    let broken = damaged(&item).into_iter().filter(|item| expand(&definition, item.clone())).count();
    assert!(broken > 100, "{broken}");
}

/// One expansion of an item is like another: messages, and the order of the names that a pattern binds.
#[test]
fn the_same_each_time() {
    let definition = definition(quote!(state<a = 0.0>), quote! { struct A { rates: (f64, f64, f64, f64) } });
    let patterns = quote! {
        impl A {
            fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
                let a = match self.rates { (b, c, d, e) => b * c * d * e };
                *param -= a * grad;
            }
        }
    };
    let misspelt = quote! {
        impl A {
            fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
                let (rate1, rate2, rate3, rate4) = self.rates;
                *param -= rate * grad;
            }
        }
    };
    for item in [patterns, misspelt] {
        let item: ItemImpl = syn::parse2(item).expect("an impl");
        let expand = || super::implementation(&definition, &item, &StepFunctions::default()).to_string();
        let first = expand();
        assert!((0..20).all(|_| expand() == first), "{first}");
    }
}
