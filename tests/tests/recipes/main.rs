//! Measures the numbers that the cookbook claims for its recipes.

mod mup;
mod weight_decay;
