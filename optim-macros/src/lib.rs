//! Procedural macros of `optim-std`.
