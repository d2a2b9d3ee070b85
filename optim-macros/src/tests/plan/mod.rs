//! Plans of steps as text: of all stock optimizers, and of bodies made to pin one decision each.

mod decisions;
mod text;

use std::fs;
use std::path::Path;

use proc_macro2::TokenStream;
use quote::quote;
use syn::LitStr;

use super::program::Program;
use crate::ast::Body;
use crate::diag::Errors;
use crate::parse::{self, impl_input::ImplInput};
use crate::{check, lower, plan};

/// Set to anything, it writes the expected plans again: read the difference.
const WRITE: &str = "WRITE_PLANS";

/// The plans of all optimizers in a file of Rust, by their names.
fn plans(text: &str) -> Vec<(String, String)> {
    let program = Program::read_with(text, stop_at_the_plan);
    assert_eq!(program.messages(), [], "{text}");
    let plans = program.expansions.iter().filter_map(|expansion| {
        let plan: LitStr = syn::parse2(expansion.tokens.clone()).ok()?;
        Some((expansion.name.clone(), plan.value()))
    });
    plans.collect()
}

/// The stages of an impl up to the plan; its text as a literal.
fn stop_at_the_plan(input: TokenStream) -> TokenStream {
    let mut errors = Errors::new();
    let ImplInput { definition, functions: used, item, .. } =
        parse::impl_input::parse(input, &mut errors).expect("a definition and an impl");
    let functions = parse::functions::parse(&item, definition.language, &mut errors).expect("a step");
    let bodies = check::optimizer(&definition, (&functions, &used), &mut errors);
    assert_eq!(errors.messages(), [""; 0]);
    let text = |body: &Body| {
        let program = lower::without_outputs(&lower::program(body));
        text::text(&definition, &program, &plan::plan(&program, None))
    };
    let mut all = text(&bodies.step);
    for (routine, body) in &bodies.others {
        all += &format!("{}\n{}", routine.name(), text(body));
    }
    quote!(#all)
}

#[test]
fn stock_optimizers_have_these_plans() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = |name: &str| fs::read_dir(root.join("../optim-std/src").join(name)).expect("a folder");
    let entries = folder("optimizers").chain(folder("contrib"));
    let mut files: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort_by_key(|path| path.file_name().map(ToOwned::to_owned));
    let mut found = String::new();
    let shelf = fs::read_to_string(root.join("../optim-std/src/shelf.rs")).expect("the shelf");
    let shelf: String = shelf.lines().filter(|line| !line.starts_with("//!")).map(|line| format!("{line}\n")).collect();
    for path in files {
        let text = fs::read_to_string(path).expect("an optimizer");
        // Only some use it.
        let text = if text.contains("crate::shelf::") { format!("{text}\n{shelf}") } else { text };
        for (name, plan) in plans(&text) {
            found += &format!("{name}\n{plan}\n");
        }
    }
    let path = root.join("src/tests/plan/stock.txt");
    if std::env::var_os(WRITE).is_some() {
        fs::write(&path, &found).expect("the expected plans");
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert!(found == expected, "{WRITE}=1 writes {} again; found\n{found}", path.display());
}
