//! Claims of the cookbook that are numbers: what its recipes do is measured here.

mod mup;
mod weight_decay;
