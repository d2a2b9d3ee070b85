//! Tests: every way to lay out, divide and compute a pass against the plain definition.

mod arrays;
mod by_hand;
mod context;
mod empty;
mod geometry;
mod hostile;
mod kernels;
mod passes;
mod pieces;
mod product;
mod record;
mod scaling;
mod shares;
mod small;
mod steps;
pub(super) mod support;
mod surface;
mod threads;
mod views;
