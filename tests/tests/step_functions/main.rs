//! Step functions: in other modules and crates, with other names, with private parts.

mod calls;
mod choices;
mod names;
mod places;
mod shelf;
