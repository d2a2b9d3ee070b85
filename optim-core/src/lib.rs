//! Runtime of `optim-std`: kernels, graphs, parameters, state.
//!
//! An optimizer is a struct and a step that `#[optimizer]` turns into a [`Definition`]. A generated builder around
//! [`Builder`] collects hyperparameters, schedules and parameter groups. [`Builder::build`] checks them against a model
//! that implements [`Parameters`] and returns an [`Optimizer`], which owns all state.
//!
//! | module | contents |
//! |---|---|
//! | [`testing`] | a test for every optimizer: kernel against graph |
//! | [`registry`] | optimizers by name |
//! | [`program`] | steps as data, for devices that run them |
//! | `safetensors` | parameters in files of Hugging Face and PyTorch |
//! | [`checkpoint`] | the state of an optimizer, as data and in files |
//! | [`Builder`], [`Optimizer`] | building optimizers, stepping, reading |
//! | [`sparsity`] | masks: elements that stay zero |
//! | [`params`] | models and gradients: named arrays |
//! | [`Definition`], [`plan`], [`StateInfo`] | facts about an optimizer before it runs |
//! | [`Setting`], [`schedule`] | hyperparameters as data, and values that change from step to step |
//! | [`stablehlo`] | steps as modules for XLA and other compilers |
//! | [`lang`] | the step language, recorded as a graph |
//! | [`evaluate`] | steps with the tensors of any library |
//! | [`Storage`], [`Threads`], [`Level`] | how steps run: numbers in memory, threads, instruction sets |
//! | [`shape`] | sizes and dimensions |
//! | [`draw`] | random numbers |
//! | [`Tags`] | selecting parameter groups |
//! | [`files`] | opening and replacing files of users safely |
//! | [`chart`] | curves as pictures |
//!
//! All other items are here at the root. Items for generated code and for the other crates of this workspace are hidden.
//!
//! # Features
//!
//! | feature | default | what it is for |
//! |---|---|---|
//! | `checkpoint` | on | states and models in files: [`Checkpoint`], `safetensors`; without it, state is data only: [`StateDict`] |
//! | `indexmap` | on | models that are an `indexmap::IndexMap` |
//! | `inventory` | on | optimizers and schedules register themselves by name |
//! | `macros` | on | the code that `#[optimizer(crate = optim_core)]` of `optim-macros` writes; `optim-std` has it without this feature |
//! | `rayon` | on | steps, norms and reductions use all cores; without it, the calling thread does all, with the same results |
//! | `half` | off | models and gradients of `half::bf16` and `half::f16`; it enables `half-views` |
//! | `half-views` | off | slices and strided memory of these types, for adapters of other libraries |
//! | `linalg` | off | eigenvalues, singular values, systems of equations and the like in steps, by `faer` |

#![cfg_attr(docsrs, feature(doc_cfg))]

mod builder;
pub mod chart;
pub mod checkpoint;
mod compiled;
mod definition;
pub mod draw;
mod dtype;
pub mod evaluate;
pub mod files;
mod gradient;
mod hyper;
mod input;
mod kernel;
pub mod lang;
#[cfg(test)]
mod layers;
mod memory;
mod messages;
mod names;
mod optimizer;
mod output;
pub mod params;
mod partition;
pub mod plan;
pub mod program;
mod quantile;
mod random;
pub mod registry;
#[cfg(feature = "checkpoint")]
pub mod safetensors;
pub mod shape;
mod short_slices;
mod sorting;
mod source;
pub mod sparsity;
pub mod stablehlo;
mod state;
mod state_dict;
mod suggestion;
mod tags;
pub mod testing;
mod time;
mod view_error;
mod watched;

pub use builder::{BuildError, Builder, DefinitionExt, IntoBuilder, IntoOptimizer};
#[cfg(feature = "checkpoint")]
pub use checkpoint::{Checkpoint, CheckpointFile};
pub use checkpoint::{CheckpointError, LoadOptions, LoadReport, StateDict};
#[doc(hidden)]
pub use compiled::compiled;
pub use definition::{Definition, Routine};
pub use files::FileError;
pub use gradient::{NonFinite, OptionError, Spike, Spikes};
#[doc(inline)]
pub use hyper::schedule;
pub use hyper::{
    Choice, HyperError, HyperInfo, HyperValue, Hyperparameters, IntoSetting, ParseSettingError, RangeInfo, Setting,
    ValueError,
};
pub use input::InputInfo;
#[cfg(feature = "half-views")]
pub use kernel::HalfFloat;
pub use kernel::{Float, Level, MatmulPrecision, Storage, StorageError, Stride, TensorMut, TensorRef, Threads};
pub use optimizer::{
    AssignedSchedule, DEFAULT_GROUP, DeviceError, Group, GroupInfo, GroupValues, Inputs, NotFinite, OnDevice,
    Optimizer, OptimizerChanged, StateError, StepError, StepReport, WatchError, Watched, WithInputs,
};
pub use output::OutputInfo;
pub use params::{BuildFrom, LoadParams, LoadParamsError, Name, Named, ParamInfo, Parameters, Shapes};
pub use partition::Partition;
pub use plan::StepPlan;
pub use registry::{AnyBuilder, LookupError, OptimizerEntry, Registry, UnknownOptimizer};
#[doc(no_inline)]
pub use schedule::{IntoSchedule, Schedule, ScheduleEntry, ScheduleRef, ScheduleState, UnknownSchedule};
pub use shape::ParamView;
pub use source::SourcePlace;
pub use sparsity::MaskError;
pub use stablehlo::StableHloError;
pub use state::{Initial, StateInfo, StateMut, StateView};
pub use tags::Tags;
pub use view_error::ViewError;

/// Items for generated code. Not for direct use; may change in any release.
#[doc(hidden)]
pub mod __private {
    pub use crate::builder::{BuildError, Buildable, Builder, HasBuilder, IntoBuilder, PlanFor, build};
    pub use crate::definition::{
        Composition, Definition, InnerCall, Routine, UnknownInner, Wraps, declared_dims, declared_input_dims,
    };
    pub use crate::draw::Law;
    pub use crate::hyper::schedule::formula::{self, Formula, ScheduleArguments, Unmet};
    pub use crate::hyper::schedule::{
        Child, Elementwise, IntoSchedule, IntoSchedules, ScheduleEntry, ScheduleValue, element,
    };
    pub use crate::hyper::{
        Choice, Fields, FixedArgument, HyperError, HyperInfo, HyperValue, Hyperparameters, IntoSetting, RangeInfo,
        Setting, ValueError, choice_from_value, choice_into_value, default_of, number_or_none, plain_name, takes,
    };
    pub use crate::input::InputInfo;
    pub use crate::kernel::program::{self as number, Register, one};
    pub use crate::kernel::{
        Batching, Description, Entry, Extent, Float, Fold, LoopNumber, Operand, Reduction, Scalars, Source,
        StepSettings, TensorMut, TensorRef, ToReduce, inlined, math,
    };
    pub use crate::kernel::{TILE, levels, with_level, zeroed};
    pub use crate::lang::Fold as Reduced;
    pub use crate::lang::step_functions::{
        Caller, Callers, Carried, Carries, CarriesType, Carry, NamesType, carried_kind, carried_kind_in,
        carried_length, goes_on,
    };
    pub use crate::lang::{
        AnyCalled, Called, CalledStepFunction, Cols, Fixed, Given, Graph, GraphError, Lane, Marked, Mask, Matrices,
        Recorder, Rows, Scalar, Tensor, Value, condition, fixed_index, fixed_integer, fixed_number, fixed_sequence,
        fixed_size, ops,
    };
    pub use crate::optimizer::Optimizer;
    pub use crate::output::OutputInfo;
    pub use crate::params::{BuildFrom, Name, Parameters, Part};
    pub use crate::registry::OptimizerEntry;
    pub use crate::shape::{Axes, Dim, Dims, ParamShape};
    pub use crate::source::SourcePlace;
    pub use crate::state::{Initial, ItemPlaces, REST, StateInfo};
    pub use crate::suggestion::nearest;
    pub use crate::time::{Clock, Time, Whole};
    pub use optim_language::Each;

    /// The result of `trace`.
    pub type Traced = Result<Graph, GraphError>;

    /// Generated code imports it under the names of its variables: they hide what the user's module calls so, and a
    /// pattern may give the name of a function to a variable, but not that of a constant.
    pub const fn local() {}

    /// Texts of errors, for the crates of this workspace.
    pub mod messages {
        pub use crate::messages::{Shown, debug, debug_as_display, quoted, shown, shown_lines};
    }

    pub use crate::{
        __builder as builder, __locals as locals, __pass as pass, __primitives as primitives, __register as register,
        __requires_linalg as requires_linalg, __schedule as schedule, __settings as settings, __source as source,
        __states as states,
    };
    #[cfg(feature = "inventory")]
    pub use inventory;
    #[cfg(feature = "macros")]
    pub use optim_macros::{optimizer_function, optimizer_impl, scheduler_impl};
    pub use std;
}
