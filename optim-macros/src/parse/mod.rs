//! First stage: from tokens to declarations.
//!
//! The annotated struct becomes an [`item::Item`] with its settings and the [`Definition`], which `impl_input` reads for the impl half. The
//! annotated impl becomes [`functions::Functions`], an elementwise function an [`elementwise::Signature`].
//!
//! | mistakes | file | cases in `tests/ui/` |
//! |---|---|---|
//! | allowed items and attributes on them | `item.rs`, `header.rs`, `functions.rs`, `impl_input.rs` | `items`, `effects` |
//! | the attribute's arguments, `state <…>` | `args.rs`, `entry.rs`, `state.rs`, `kinds.rs`, `expressions.rs`, `initial.rs` | `hyper` |
//! | the conditions of inputs | `input.rs`, `expressions.rs`, `questions.rs` | `input` |
//! | `output <…>` | `output.rs`, `expressions.rs` | `output` |
//! | fields: their attributes, names, ranges | `hyper.rs`, `keys.rs`, `range.rs` | `hyper`, `scheduler` |
//! | fields: their types | `types.rs` | `fields`, `scheduler` |
//! | the inner optimizer of a wrapper | `wrapping.rs` | `wrapping` |
//! | length and depth of expressions | `chains.rs` | `calls` |
//! | the signature of an elementwise function | `elementwise.rs` | `elementwise` |
//! | reading stored tokens and token trees; dimensions | `stored.rs`, `trees.rs`, `dimensions.rs`, `state_dim.rs` | |
//! | step functions in `uses` | `step_function/` | `functions` |
//!
//! No parser stops at the first mistake. Each one adds its mistakes to [`Errors`](crate::diag::Errors) and continues
//! with the parts that it understood, so that one compilation shows every mistake.

pub(crate) mod args;
pub(crate) mod chains;
pub(crate) mod definition;
pub(crate) mod dimensions;
pub(crate) mod elementwise;
mod entry;
pub(crate) mod expressions;
pub(crate) mod functions;
pub(crate) mod header;
pub(crate) mod hyper;
pub(crate) mod impl_input;
mod initial;
mod input;
pub(crate) mod item;
mod keys;
mod kinds;
mod lists;
mod output;
mod questions;
pub(crate) mod range;
pub(crate) mod state;
mod state_dim;
pub(crate) mod step_function;
mod stored;
#[cfg(test)]
mod tests;
mod trees;
pub(crate) mod types;
pub(crate) mod wrapping;

pub(crate) use definition::{Definition, Hyper, Init, Input, Output, Requirement, State, StateKind, Wraps};
pub(crate) use hyper::TAKEN;
pub(crate) use state_dim::StateDim;
pub(crate) use types::HyperType;

pub(crate) use crate::language::Language;
