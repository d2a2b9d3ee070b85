//! Raw memory. Only this folder uses pointers, and only this folder and `level.rs` use `unsafe`.
//!
//! All other code gets safe views and safe calls from here. They rest on invariants. Each is stated once, at a type whose fields are private to
//! this folder:
//!
//! | type | invariant | reason |
//! |---|---|---|
//! | [`TensorRef`], [`TensorMut`] | shape and strides describe elements of the borrowed array or slice | made from arrays, and from slices after a check of every index |
//! | [`Arrays`] | each of its pointers is the start of an array with the parameter's shape, in C order | it is filled with views, and checks them |
//! | [`ParamRow`] | each of its parameters and states is in one job | it borrows them exclusively, and a job has one place of each list |
//! | [`Slots`] | the facts that it keeps about states are true | a state can be replaced only through `deref_mut`, which clears all facts |
//! | [`LineBlock`] | its bases are the starts of arrays, as long as the job's | `Slots` gets those of parameters from `ParamRow::bind` in this step, and keeps those of states |
//! | [`Dot`] | the machine has the instructions of its loop | a list of loops has the ones that were found |
//! | [`Jobs`] | no two jobs share a parameter or states that either writes | it borrows `[Job]`, whose states are only read, or a [`ParamRow`] exclusively |
//! | [`Claim`] | nobody else reads or writes its part of the parameter and the states | made from `&mut Jobs`, or by [`Pieces`], whose pieces do not overlap |
//! | `Numbers` | index `i` below its length is an element | made from an array and axes of that array |
//! | `Moves` | the facts about its streams are true | made in one place, never changed |
//! | `Lane` | has all numbers of its pass; an output's are no other stream's | made in `bind.rs`, from a claim, for one pass |
//! | `Coded` | has its codes and scales, in an array that does not move | made from a `Stored` or a view of the claim |
//! | `Share` | no other share has its units | made by `Shares`, which gives each unit to one share |
//! | `Fork` | its work exists while a thread is inside | `fork_join` does not return before all threads have left |
//! | `Work` | its elements are this thread's, in arrays or buffers | made by a pass, from a share and the buffers of a worker |
//! | `Tile` | its slices are the only ones of its elements | made by a `Work`, or around one by a `WatchedLoop`, one after another |
//! | `PassBuffers` | buffers of one worker | borrowed exclusively while the worker uses it |
//! | `Tiles` | no other reference into its buffers is in use | each function that makes one borrows it, and `Work` does while it runs: `lend` |
//!
//! `pass.rs` combines them, and `block.rs` does so for several small parameters. Only `work.rs` is compiled for each step and each instruction set.
//! Code around the innermost loops belongs in other files, where it is compiled once for each element type. `geometry.rs` computes the elements of a
//! unit and of a tile. It has no pointers, and its tests show that the units divide the elements among them.

mod arrays;
#[cfg(all(target_arch = "x86_64", not(miri), any(not(debug_assertions), feature = "levels")))]
mod avx2;
#[cfg(all(target_arch = "x86_64", not(miri), any(not(debug_assertions), feature = "levels")))]
mod avx512;
mod base;
mod bind;
mod block;
mod claim;
mod codec;
mod coded;
#[cfg(all(target_arch = "x86_64", not(miri), any(not(debug_assertions), feature = "levels")))]
mod companded;
mod dot;
#[cfg(feature = "rayon")]
mod fork_join;
mod from_slice;
mod gather;
#[cfg(feature = "half-views")]
mod half_views;
mod halves;
mod job_ref;
mod jobs;
mod lane;
mod layout;
mod lines;
mod moves;
mod origin;
mod pass;
mod pass_buffers;
mod pieces;
mod prepare;
mod ready;
mod reduce;
mod row;
mod share;
mod slots;
mod spread;
#[cfg(test)]
mod tests;
mod tile;
mod vectors;
mod view;
mod watched;
mod widen;
mod work;
mod zeroed;

pub(crate) use arrays::{Arrays, ArraysMut, ArraysRef, View};
pub(super) use claim::{Claim, Coverage};
pub(super) use dot::{Dot, DotTile, Packed, Pair, SIDE, Square, SquareElement, full, rounded};
#[cfg(test)]
pub(super) use dot::{full_choices, rounded_choices};
#[cfg(feature = "rayon")]
pub(super) use fork_join::fork_join;
pub use from_slice::Stride;
pub(crate) use from_slice::elements;
#[cfg(feature = "half-views")]
pub use half_views::HalfFloat;
pub(super) use jobs::Jobs;
pub(super) use lane::Notes;
pub(crate) use lines::LineBlock;
pub(super) use moves::{Moves, Streams};
pub(crate) use origin::Half;
pub(super) use pass_buffers::PassBuffers;
pub(super) use pieces::{Cut, GRAIN, Pieces};
pub(crate) use ready::Ready;
pub(crate) use row::{ParamRow, WatchedNumbers};
pub(crate) use slots::Slots;
pub(crate) use view::Elements;
pub use view::{TensorMut, TensorRef};
pub(super) use watched::WatchedLoop;
pub(crate) use work::{PassLoop, Work};
pub use zeroed::zeroed;
