//! Whole files of a user's program, expanded in process: what `tests/ui` shows of the compiler in a minute, in a second.

mod accepted;
mod bodies;
mod layers;
mod marked;
mod plan;
mod program;
mod refused;
mod rules;
mod scale;
mod stand_ins;
