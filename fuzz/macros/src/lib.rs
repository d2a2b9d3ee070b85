//! The sources of `optim-macros` as a library, because other programs cannot link a proc-macro crate.
//!
//! The modules are the same as in its `lib.rs`. [`items`] replaces its entry points.

#![allow(dead_code, clippy::all, reason = "sources of another crate")]

extern crate proc_macro;

#[path = "../../../optim-macros/src/ast.rs"]
mod ast;
#[path = "../../../optim-macros/src/carried.rs"]
mod carried;
#[path = "../../../optim-macros/src/check/mod.rs"]
mod check;
#[path = "../../../optim-macros/src/derive/mod.rs"]
mod derive;
#[path = "../../../optim-macros/src/diag.rs"]
mod diag;
#[path = "../../../optim-macros/src/emit/mod.rs"]
mod emit;
#[path = "../../../optim-macros/src/expand/mod.rs"]
mod expand;
#[path = "../../../optim-macros/src/fixed/mod.rs"]
mod fixed;
#[path = "../../../optim-macros/src/ir.rs"]
mod ir;
#[path = "../../../optim-macros/src/kind/mod.rs"]
mod kind;
#[path = "../../../optim-macros/src/language.rs"]
mod language;
#[path = "../../../optim-macros/src/lower/mod.rs"]
mod lower;
#[path = "../../../optim-macros/src/names.rs"]
mod names;
#[path = "../../../optim-macros/src/ops.rs"]
mod ops;
#[path = "../../../optim-macros/src/parse/mod.rs"]
mod parse;
#[path = "../../../optim-macros/src/paths.rs"]
mod paths;
#[path = "../../../optim-macros/src/plan/mod.rs"]
mod plan;
#[path = "../../../optim-macros/src/questions.rs"]
mod questions;
#[path = "../../../optim-macros/src/recover.rs"]
mod recover;
#[path = "../../../optim-macros/src/tokens.rs"]
mod tokens;

mod items;
mod mutate;
mod random;
mod seeds;

pub use items::expand;
pub use mutate::{mutated_syntax, mutated_tokens};
pub use seeds::start;
