//! Optimizers for modules of burn: the feature `burn`.

mod errors;
mod module;
mod named;
mod named_errors;
mod paths;
mod preludes;
mod records;
mod support;
mod watched;
