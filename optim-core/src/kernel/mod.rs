//! Kernels: the runtime of generated code. Pointers are only in `raw/`, and `unsafe` is only there and in `level.rs`.
//!
//! Generated code describes a step as a [`program`], and this folder runs it. `run` divides parameters among threads, and gives each a context, `cx`.
//! A pass resolves its streams to lanes, divides the index space into fixed units, and calls the loop tile by tile, compiled for the machine's
//! instructions.
//!
//! Results have the same bits for any number of threads and any instruction-set level, except the sign and the payload of a NaN. Multiplications and
//! additions are not fused, sums use a fixed number of lanes in double precision, and units of work depend only on shapes.
//!
//! All public functions are safe for any arguments: arguments that do not fit together panic before memory is accessed. Sizes come from an
//! [`Extent`], which cannot overflow, or from an array.

mod along;
mod arena;
mod combine;
mod copy;
mod float;
mod fold;
mod geometry;
mod global;
mod job;
mod level;
mod linalg;
mod loop_number;
pub mod math;
mod matmul;
mod param;
mod partial;
mod piece;
mod product;
pub mod program;
mod raw;
mod record;
mod resolve;
mod run;
mod scan;
mod step_context;
pub(crate) mod storage;
mod stream;
#[cfg(test)]
mod tests;
mod threads;
mod value;

pub use along::{Repeated, ToReduce};
pub(crate) use arena::Arenas;
pub(crate) use copy::copy;
pub use float::Float;
pub(crate) use float::ForEach;
pub(crate) use fold::Folds;
pub(crate) use global::Globals;
pub(crate) use job::{AnyKernel, GradLoad, InputSlot, Job, StateSlot};
pub use job::{Batching, Entry};
pub use level::{Level, levels, with_level};
pub(crate) use linalg::{CallOutput, Need, output};
pub use loop_number::LoopNumber;
pub use optim_language::{Finish, Fold};
pub(crate) use param::{LastIndex, Param, StepsDone};
pub use product::MatmulPrecision;
#[cfg(feature = "half-views")]
pub use raw::HalfFloat;
pub(crate) use raw::elements;
pub(crate) use raw::{Arrays, ArraysMut, ArraysRef, Elements, Half, ParamRow, Slots, View, WatchedNumbers};
use raw::{Moves, PassLoop, Streams, Work};
pub use raw::{Stride, TensorMut, TensorRef, zeroed};
pub use record::PassKind;
#[cfg(test)]
pub(crate) use record::RecordedStep;
pub(crate) use record::{Moved, PlannedPass, need, record};
pub(crate) use run::{LARGE, run_row, run_step};
pub(crate) use step_context::StepContext;

pub(crate) use program::WrittenElement;
pub(crate) use program::{Describe, InnerCount, Inside, LoopCode, Programs, Share};
pub use program::{Description, Scalars, StepSettings};
pub(crate) use scan::scan;
pub(crate) use storage::Stored;
pub use storage::{Storage, StorageError};
pub(crate) use stream::MOST_ITEMS;
pub use stream::{Extent, NOWHERE, Operand, Reduction, Source, Stream};
pub use threads::Threads;
pub(crate) use threads::side_by_side;
pub use value::{Fixed, Given, Lane, Value};

/// The largest number of elements that a tile closure receives at once.
pub const TILE: usize = 256;

/// Returns a closure. Attributes on closures are stable only in argument position, so generated code writes
/// `inlined(#[inline(always)] |param: &mut [T], grad: &[T]| …)`.
#[inline(always)]
pub fn inlined<F>(f: F) -> F {
    f
}
