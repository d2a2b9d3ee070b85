//! Step functions: in other modules and crates, under other names, with private parts.

mod calls;
mod choices;
mod names;
mod places;
mod shelf;
