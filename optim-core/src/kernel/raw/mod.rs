//! Raw memory: the only place with pointers, and with `level.rs` the only one with `unsafe`.
//!
//! The rest of the kernel, and everything else, gets safe views and safe calls from here. What these rest on is said
//! once, at a type whose fields nobody outside can touch:
//!
//! | type | what holds for it | because |
//! |---|---|---|
//! | [`TensorRef`], [`TensorMut`] | shape and strides describe elements of what is borrowed | made from arrays, and from slices after a check of every index |
//! | [`Arrays`] | what it has as a pointer alone is an array of the parameter's shape, in C order | it takes views, and asks them |
//! | [`ParamRow`] | each of its parameters and states is in one job | it has them exclusively, a place of each list for one job |
//! | [`Slots`] | what is kept of states from step to step is true | whoever may change a state gets it by `deref_mut`, which forgets all |
//! | [`LineBlock`] | its bases are those of arrays of a step, as long as the job's | `Slots` has them from `ParamRow::bind`, of this step |
//! | [`Jobs`] | no two jobs share a parameter or states that either writes | it borrows `[Job]`, whose states are only read, or a [`ParamRow`] exclusively |
//! | [`Claim`] | nobody else reads or writes its part of the parameter and the states | made from `&mut Jobs`, or by [`Pieces`], whose pieces follow each other |
//! | `Numbers` | index `i` below its length is an element | made from an array and axes of that array |
//! | `Moves` | what it says of its streams is true | made in one place, never changed |
//! | `Lane` | has all numbers of its pass; an output's are no other stream's | made in `bind.rs`, from a claim, for one pass |
//! | `Coded` | has its codes and scales, in an array that stays where it is | made from a `Stored` or a view of the claim |
//! | `Share` | its units are nobody else's | made by `Shares`, which hands out each unit once |
//! | `Fork` | its work exists while somebody is at it | `fork_join` does not return before all have left |
//! | `Work` | its elements are this thread's, in arrays or buffers | made by a pass, from a share and a desk |
//! | `Tile` | its slices are the only ones of its elements | made by a `Work`, or around one by a `WatchedLoop`, one after another |
//! | `Desk` | buffers of one worker | borrowed exclusively while the worker is at it |
//! | `Tiles` | no other reference into its buffers is in use | whatever makes one borrows it, and `Work` does while it runs: `lend` |
//!
//! `pass.rs` and, for several small parameters, `block.rs` put them together. Of a pass, only `work.rs` is compiled for each step and each instruction
//! set: what is around the innermost loops belongs elsewhere, where it is compiled once for each element type. Which elements a unit and a tile have is computed by `geometry.rs`,
//! which has no pointers; its tests show that units divide the elements among them.

mod arrays;
#[cfg(all(target_arch = "x86_64", not(miri), any(not(debug_assertions), fuzzing)))]
mod avx2;
#[cfg(all(target_arch = "x86_64", not(miri), any(not(debug_assertions), fuzzing)))]
mod avx512;
mod base;
mod bind;
mod block;
mod claim;
mod coded;
mod desk;
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
mod pass;
mod pieces;
mod place;
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
pub(super) use claim::{Claim, Part};
pub(super) use desk::Desk;
pub(super) use dot::dot;
#[cfg(feature = "rayon")]
pub(super) use fork_join::fork_join;
pub(crate) use from_slice::elements;
pub use from_slice::{Stride, ViewError};
#[cfg(feature = "half-views")]
pub use half_views::HalfFloat;
pub(super) use jobs::Jobs;
pub(super) use lane::Notes;
pub(crate) use lines::LineBlock;
pub(super) use moves::{Moves, Streams};
pub(super) use pieces::{Cut, GRAIN, Pieces};
pub(crate) use place::Half;
pub(crate) use ready::Ready;
pub(crate) use row::{ParamRow, WatchedNumbers};
pub(crate) use slots::Slots;
pub(crate) use view::Elements;
pub use view::{TensorMut, TensorRef};
pub(super) use watched::WatchedLoop;
pub(crate) use work::{PassLoop, Work};
pub use zeroed::zeroed;
