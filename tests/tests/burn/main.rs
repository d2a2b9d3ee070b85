//! Optimizers for modules of burn: the feature `burn`.

mod errors;
mod module;
mod paths;
mod records;
mod support;
