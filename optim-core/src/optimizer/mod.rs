//! Built optimizers.
//!
//! | file | purpose |
//! |---|---|
//! | `mod` | [`Optimizer`] |
//! | `dynamic` | the definition of an optimizer, without its type |
//! | `wrapped/` | a wrapper and its inner optimizer, as one |
//! | `spec`, `assignment` | the contents of a builder: settings, groups, options; values for hyperparameters, in order |
//! | `build`, `allocate` | building from them and from parameters; every state before the first step |
//! | `views` | parameters that the optimizer sees in another shape |
//! | `rule` | the rules of an optimizer: one, or those of a partition |
//! | `partitioned` | the rules of a partition and the wrappers around it, before `build` |
//! | `part` | optimizers of some parameters of a model, and their watched numbers joined |
//! | `routine`, `phases` | a routine of all rules; routines that depend on the whole model, phase by phase |
//! | `step`, `collect` | a step: the arrays of a model and its gradients in the optimizer's order, then the kernels |
//! | `inspect` | infinity and NaN, and the norm of the gradients |
//! | `watch`, `watched_number` | [`Watched`]: norms of parameters and updates that a step reports |
//! | `report` | [`StepReport`]: results and settings of a step |
//! | `inputs` | values that the caller gives besides gradients |
//! | `probe`, `backup` | steps with a `probe`, and the copy of what it changes |
//! | `eval` | weights for evaluation |
//! | `global` | facts about the whole model: global states |
//! | `group` | [`Group`]: parameters with the same hyperparameters |
//! | `configure`, `schedules` | hyperparameters, options and schedules, read and changed |
//! | `learning_rate` | the learning rate that a step uses |
//! | `taken` | options that a wrapper does itself |
//! | `read` | parameters and states by name |
//! | `plan` | the plan of a step |
//! | `mask` | masks, set and read |
//! | `programs` | [`DescribedStep`]: a step as data, for devices that run programs |
//! | `ahead` | several steps as data, before the first is done |
//! | `host` | [`HostOptimizer`]: an optimizer whose states are on a device, and whether it still fits them |
//! | `on_device/` | [`OnDevice`]: steps with the tensors of another library, by its graph |
//! | `state_dict/` | saving and loading the whole state |
//! | `build_error`, `watch_error`, `error` | errors |
//! | `default_group` | the name of the group `default` |

mod ahead;
mod allocate;
mod assignment;
mod backup;
mod build;
mod build_error;
mod collect;
mod configure;
mod default_group;
mod dynamic;
mod error;
mod eval;
mod global;
mod graph_storage;
mod group;
mod host;
mod inputs;
mod inspect;
mod learning_rate;
mod lists;
mod mask;
mod on_device;
mod outputs;
mod part;
mod partitioned;
mod phases;
mod plan;
mod probe;
mod programs;
mod read;
mod report;
mod routine;
mod rule;
mod rule_spec;
mod schedules;
mod spec;
mod stablehlo;
mod state_dict;
mod step;
mod stored;
mod taken;
#[cfg(test)]
mod tests;
mod views;
mod watch;
mod watch_error;
mod watched_number;
mod with_programs;
mod wrapped;

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

pub(crate) use assignment::Assignment;
pub(crate) use build::{graph, graph_of};
pub use build_error::BuildError;
pub use default_group::DEFAULT_GROUP;
pub(crate) use dynamic::{About, AnyDefinition};
pub use error::{StateError, StepError};
pub use group::{Group, GroupInfo};
pub use host::{HostOptimizer, OptimizerChanged};
pub use inputs::{Inputs, WithInputs};
pub use on_device::{DeviceError, OnDevice};
pub(crate) use plan::plan_for;
pub use programs::{DescribedStep, DeviceReport, DeviceScalars, GivenToStep, ParamProgram, ProgramError};
use report::GroupSettings;
pub use report::{NotFinite, StepReport};
use rule::BuiltRule;
pub use schedules::{AssignedSchedule, GroupValues};
pub(crate) use spec::RuleBuilder;
pub(crate) use spec::ViewSpec;
pub(crate) use spec::{Predicate, Spec};
pub use stored::StateCodes;
pub(crate) use taken::Clip;
use watch::Watch;
pub use watch::Watched;
pub use watch_error::WatchError;

use self::backup::Backup;
use crate::draw::DrawKey;
use crate::gradient::GradientOptions;
use crate::gradient::RecentNorms;
use crate::kernel::{Arenas, Float, Param, Slots, StateSlot, StepsDone, Threads};
use crate::sparsity::Masks;

/// A built optimizer: the settings and the states for a set of parameters with elements of type `T`.
///
/// Created by [`Builder::build`](crate::Builder::build). It knows the names and shapes of its parameters; the caller owns them and
/// passes them to every [`step`](Optimizer::step), with gradients for all or some of them. If a method returns an error, nothing has
/// changed. The error names the parameter, group or setting, the value, and the allowed values.
///
/// | | methods |
/// |---|---|
/// | stepping | [`step`](Optimizer::step), [`step_with`](Optimizer::step_with), [`steps`](Optimizer::steps), [`params_not_finite`](Optimizer::params_not_finite) |
/// | inputs | [`with_inputs`](Optimizer::with_inputs), [`due`](Optimizer::due), [`inputs`](Optimizer::inputs) |
/// | evaluation | [`eval_weights`](Optimizer::eval_weights), [`with_eval`](Optimizer::with_eval) |
/// | settings | [`value`](Optimizer::value), [`values`](Optimizer::values), [`learning_rate_in`](Optimizer::learning_rate_in), [`set`](Optimizer::set), [`set_in`](Optimizer::set_in), [`schedule`](Optimizer::schedule), [`group`](Optimizer::group) |
/// | state | [`state`](Optimizer::state), [`set_state`](Optimizer::set_state), [`visit_state`](Optimizer::visit_state), [`view_of`](Optimizer::view_of), [`global`](Optimizer::global), [`state_bytes`](Optimizer::state_bytes) |
/// | costs | [`plan`](Optimizer::plan), [`backup_bytes`](Optimizer::backup_bytes) |
/// | masks | [`set_mask`](Optimizer::set_mask), [`clear_mask`](Optimizer::clear_mask), [`apply_masks`](Optimizer::apply_masks), see [`sparsity`](crate::sparsity) |
/// | checkpoints | [`state_dict`](Optimizer::state_dict), [`load_state_dict`](Optimizer::load_state_dict), `save` and `load`, see [`checkpoint`](crate::checkpoint) |
/// | reports | [`last_report`](Optimizer::last_report), [`watch`](Optimizer::watch), [`watch_every`](Optimizer::watch_every) |
/// | gradients, threads | [`set_grad_scale`](Optimizer::set_grad_scale), [`set_clip_norm`](Optimizer::set_clip_norm), [`set_clip_value`](Optimizer::set_clip_value), [`set_non_finite`](Optimizer::set_non_finite), [`set_spikes`](Optimizer::set_spikes), [`set_threads`](Optimizer::set_threads), [`set_matmul_precision`](Optimizer::set_matmul_precision) |
///
/// There are two counts: [`steps`](Optimizer::steps) counts finished steps, and schedules use it.
/// [`step_count`](Optimizer::step_count) counts the steps in which a parameter had a gradient, and a step reads it as `t`.
///
/// The type is the same for all optimizers, wrappers and partitions, so that a program can choose one at run time.
/// [`name`](Optimizer::name) returns which it is.
///
/// The guide: `optim_std::guide::groups`, `optim_std::guide::numerics`.
pub struct Optimizer<T: Float> {
    /// Its optimizers: one, or those of a partition.
    rules: Vec<BuiltRule<T>>,
    /// The wrappers around the partition. The optimizer of each rule contains all of them.
    around: Option<&'static About>,
    /// The groups of all rules, one rule after the other.
    groups: Vec<Group>,
    params: Arc<[Param]>,
    /// The number of steps of each parameter.
    counts: Vec<StepsDone<T>>,
    /// The states of all parameters. Each parameter has the number of slots that the rule with the most states needs.
    slots: Slots<T>,
    backup: Backup<T>,
    places: HashMap<Arc<str>, usize>,
    masks: Masks<T>,
    arenas: Arenas<T>,
    /// The norms of the last steps, with a policy for spikes.
    norms: RecentNorms,
    watch: Watch,
    options: GradientOptions,
    threads: Threads,
    /// The seed of random numbers.
    seed: u64,
    /// The number of finished steps: the position of schedules.
    steps: u64,
    /// The settings of all groups for reports; `None` after a change.
    group_settings: Option<Arc<[GroupSettings]>>,
    last_report: Option<StepReport>,
}

impl<T: Float> Clone for Optimizer<T> {
    fn clone(&self) -> Self {
        Self {
            rules: self.rules.clone(),
            around: self.around,
            groups: self.groups.clone(),
            params: Arc::clone(&self.params),
            counts: self.counts.clone(),
            slots: self.slots.clone(),
            backup: self.backup.clone(),
            places: self.places.clone(),
            masks: self.masks.clone(),
            arenas: Arenas::with_precision(self.arenas.precision),
            norms: self.norms.clone(),
            watch: self.watch.clone(),
            options: self.options,
            threads: self.threads,
            seed: self.seed,
            steps: self.steps,
            group_settings: self.group_settings.clone(),
            last_report: self.last_report.clone(),
        }
    }
}

/// Name, settings and sizes; not the state, which may be gigabytes.
impl<T: Float> fmt::Debug for Optimizer<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct(self.name());
        for group in &self.groups {
            debug.field(group.name(), group);
        }
        debug
            .field("elements", &format_args!("{}", T::DTYPE))
            .field("parameters", &self.params.len())
            .field("state_bytes", &self.state_bytes())
            .field("steps", &self.steps)
            .finish()
    }
}

impl<T: Float> Optimizer<T> {
    /// Switches to programs with their loops as data, which run line by line. Results have the same bits.
    pub(crate) fn write_loops(&mut self) {
        self.groups.iter_mut().for_each(Group::write_loops);
    }

    /// The number of finished steps, which schedules use. Failed and skipped steps do not count.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Sets the number of finished steps, as loading a checkpoint does.
    pub fn set_steps(&mut self, steps: u64) {
        self.steps = steps;
    }

    /// The seed of random numbers, in steps and in initial values. [`Builder::seed`](crate::Builder::seed) and loading a
    /// checkpoint set it.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Sets the [`seed`](Self::seed) for all steps to come.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
        for param in Arc::make_mut(&mut self.params) {
            param.draws = DrawKey::new(seed).param(&param.name);
        }
    }

    /// The report of the last step that did not fail; `None` before the first.
    pub fn last_report(&self) -> Option<&StepReport> {
        self.last_report.as_ref()
    }

    /// Returns the parameter groups: first `default`, even if it is empty, then the others in the order in which you added them. In a partition,
    /// the groups are listed rule by rule. `default` then has the name of the rule, and the other names begin with it, `hidden.no_decay`.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// The parameter groups with the names of their parameters.
    pub fn group_infos(&self) -> Vec<GroupInfo<'_>> {
        let member = |&place: &usize| &*self.params[place].name;
        let infos = self.groups.iter().map(|group| GroupInfo {
            name: group.name(),
            tags: group.tags(),
            adjust_learning_rate: group.adjust_learning_rate(),
            members: group.members().iter().map(member).collect(),
            settings: group.settings().collect(),
        });
        infos.collect()
    }

    /// The states of one parameter.
    fn slots_of(&self, place: usize) -> &[StateSlot<T>] {
        &self.slots[place * self.width()..][..self.states_of(&self.params[place]).len()]
    }

    /// The number of slots that every parameter has.
    fn width(&self) -> usize {
        self.slots.len() / self.params.len().max(1)
    }
}
