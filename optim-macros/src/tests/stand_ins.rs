//! Next to their messages wrong programs expand to something as well, so that their uses add no messages of their own.

use std::fs;
use std::path::Path;

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{File, Item};

use super::program::Program;
use crate::expand::snapshots::compare;

/// The items of an expansion but for its messages.
fn stand_ins(expansion: TokenStream) -> File {
    let mut file: File = syn::parse2(expansion).expect("an expansion is Rust");
    let is_message = |item: &Item| matches!(item, Item::Macro(call) if call.mac.path.segments.last().is_some_and(|last| last.ident == "compile_error"));
    file.items.retain(|item| !is_message(item));
    file
}

#[test]
fn stand_ins_are_rust() {
    let ui = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/ui");
    for path in [
        "control_flow/early_return",
        "elementwise/body",
        "elementwise/signature",
        "fields/tensors_and_cells",
        "hyper/malformed",
        "scheduler/missing_value",
        "scheduler/state",
        "scheduler/arguments",
        "scheduler/body",
    ] {
        let program = Program::read(&fs::read_to_string(ui.join(path).with_extension("rs")).expect("a program"));
        assert!(!program.messages().is_empty(), "{path}");
        for expansion in program.expansions {
            let found = stand_ins(expansion.tokens);
            assert!(!found.items.is_empty(), "{path}: nothing stands in for {}", expansion.name);
        }
    }
}

#[test]
fn stand_ins_of_an_optimizer_snapshot() {
    let program = Program::read(
        "#[optimizer(state <exp_avg = 0.0>)]
        struct Wrong { #[hyper(default = 0.1)] lr: f64 }
        #[optimizer]
        impl Wrong {
            fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
                if grad.norm() > 1.0 { return; }
                *param -= self.lr * grad;
            }
        }",
    );
    assert_eq!(program.messages().len(), 2);
    let step = program.expansions.last().expect("the impl comes last");
    compare("stand_in.rs", stand_ins(step.tokens.clone()).into_token_stream());
}
