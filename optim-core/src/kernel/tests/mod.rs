//! Tests: every way to lay out, divide and compute a pass against the plain definition.

mod context;
mod gathering;
mod geometry;
mod kernels;
mod passes;
mod record;
mod shares;
mod small;
mod steps;
mod support;
mod threads;
mod views;
