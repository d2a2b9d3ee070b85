//! Runtime of `optim-std`: kernels, graphs, parameters, state.
//!
//! An optimizer is a struct and a step that `#[optimizer]` turns into a [`Definition`]. A generated builder around
//! [`Builder`] collects hyperparameters, schedules and parameter groups; [`Builder::build`] checks them against a model
//! that implements [`Parameters`] and gives an [`Optimizer`], which owns all state from then on.
//!
//! | module | what it holds |
//! |---|---|
//! | [`params`] | models and gradients: named arrays |
//! | [`hyper`], [`schedule`] | hyperparameters as data, and values that change from step to step |
//! | [`definition`], [`plan`] | what is known of an optimizer before it runs |
//! | [`builder`], [`group`], [`optimizer`], [`gradient`], [`state`] | making optimizers, stepping, reading |
//! | [`sparsity`] | masks: elements that stay zero |
//! | [`registry`] | optimizers by name |
//! | [`checkpoint`] | what an optimizer remembers, as data and in files |
//! | [`kernel`] | how steps run: passes over memory, instruction sets, threads |
//! | [`lang`] | how steps are explained: the language recorded as a graph |
//! | [`testing`] | the test that every optimizer gets for free |
//! | [`error`] | what can go wrong |

pub mod builder;
pub mod checkpoint;
pub mod definition;
pub mod error;
pub mod gradient;
pub mod group;
pub mod hyper;
pub mod kernel;
pub mod lang;
pub mod optimizer;
pub mod params;
pub mod plan;
pub mod registry;
pub mod schedule;
pub mod shape;
pub mod sparsity;
pub mod state;
pub mod tags;
pub mod testing;

pub use builder::{Builder, ParamInfo};
#[cfg(feature = "checkpoint")]
pub use checkpoint::{Checkpoint, CheckpointFile};
pub use checkpoint::{CheckpointError, LoadOptions, LoadReport, StateDict};
pub use definition::{Definition, Initial, StateInfo};
pub use error::{BuildError, LookupError, OptionError, StateError, StepError, UnknownOptimizer};
pub use gradient::{NonFinite, StepReport};
pub use group::{Group, GroupInfo};
pub use hyper::{Choice, HyperError, HyperInfo, HyperValue, Hyperparameters, IntoSetting, Value as Setting};
pub use kernel::{Float, Threads};
pub use optimizer::{AnyOptimizer, Attached, GroupValues, Optimizer};
pub use params::{Name, Parameters};
pub use plan::Plan;
pub use registry::{AnyBuilder, OptimizerEntry, Registry};
pub use schedule::{IntoSchedule, Schedule, ScheduleEntry, ScheduleRef, ScheduleState, Schedules};
pub use sparsity::MaskError;
pub use state::{StateMut, StateView};
pub use tags::Tags;

/// What generated code names. Not for use by hand, may change in any release.
#[doc(hidden)]
pub mod __private {
    // All of both; where names meet, the ones named below count: `Value` is a hyperparameter's, `Extent` and `Fold` a pass's.
    pub use crate::kernel::*;
    pub use crate::lang::*;

    pub use crate::builder::{Builder, ParamInfo, build};
    pub use crate::definition::{Definition, Initial, StateInfo};
    pub use crate::error::BuildError;
    pub use crate::gradient::NonFinite;
    pub use crate::hyper::{
        Choice, HyperError, HyperInfo, HyperValue, Hyperparameters, IntoSetting, RangeInfo, Value, ValueError,
        choice_from_value, choice_into_value, field, field_with, index_of, number_or_none,
    };
    pub use crate::kernel::{self, Extent, Fold};
    pub use crate::lang;
    pub use crate::optimizer::Optimizer;
    pub use crate::params::{Name, Parameters, Part};
    pub use crate::plan::{PassKind, PassPlan, Plan, StreamPlan};
    pub use crate::registry::{OptimizerEntry, Registered, SourcePlace};
    pub use crate::schedule::ScheduleEntry;
    pub use crate::schedule::formula;
    pub use crate::schedule::{
        Child, Elementwise, Formula, IntoSchedule, IntoSchedules, Schedule, ScheduleArguments, ScheduleRef,
        ScheduleValue, Schedules, Unmet, element,
    };
    pub use crate::shape::{Axes, ParamShape};
    pub use crate::{__register as register, __source as source};
    #[cfg(feature = "inventory")]
    pub use inventory;
    pub use optim_macros::{optimizer_impl, scheduler_impl};
    pub use std;
}
