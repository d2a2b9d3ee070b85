//! Linear algebra in steps: kernels against the interpreter, what `build` refuses.

#![allow(missing_docs, reason = "the optimizers here are read in these files only")]

mod build;
mod check;
mod optimizers;
