//! Linear algebra in steps: kernels compared with the interpreter, and errors of `build`.

#![allow(missing_docs, reason = "the optimizers here are read in these files only")]

mod build;
mod check;
mod optimizers;
