//! Tests: every way to lay out, divide and compute a pass against the plain definition.

mod kernels;
mod passes;
mod small;
mod steps;
mod support;
