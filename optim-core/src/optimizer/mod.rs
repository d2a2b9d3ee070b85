//! Optimizers at work.
//!
//! | file | purpose |
//! |---|---|
//! | `mod` | [`Optimizer`], and [`Engine`], its part that does not depend on its kind |
//! | `dynamic` | what an engine knows of its optimizer's kind |
//! | `wrapped/` | a wrapper and the optimizer inside of it, as one |
//! | `spec` | what is said before it exists: settings, groups, options |
//! | `build`, `allocate` | made of these and parameters, with every state before the first step |
//! | `views` | parameters that are seen in another shape |
//! | `rule` | the optimizers that an engine has: one, or the rules of a partition |
//! | `partitioned` | the rules of a partition and the wrappers around it, before they are an engine |
//! | `part` | optimizers of some parameters of a model, and their watched numbers joined |
//! | `routine`, `phases` | a routine of the optimizers of all rules; those that know of the whole model, phase by phase |
//! | `step`, `collect` | a step: the arrays of a model and its gradients in the optimizer's order, then the kernels |
//! | `inspect` | what is not finite, and the norm of the gradients |
//! | `watch` | [`Watched`]: norms of parameters and updates that a step reports |
//! | `report` | [`StepReport`]: what a step did, with which settings |
//! | `inputs` | what the caller gives besides gradients |
//! | `probe`, `backup` | steps with a `probe`, and the copy of what it changes |
//! | `eval` | weights for evaluation |
//! | `global` | facts about the whole model: global states |
//! | `group` | [`Group`]: parameters with the same hyperparameters |
//! | `configure`, `schedules` | hyperparameters, options and schedules, read and changed |
//! | `learning_rate` | the learning rate that a step uses |
//! | `taken` | options that a wrapper does itself |
//! | `read` | parameters and states by name |
//! | `plan` | what a step does to a parameter |
//! | `mask` | masks, set and read |
//! | `programs` | [`DescribedStep`]: a step as data, for devices that run programs |
//! | `ahead` | the same of several steps, before the first is done |
//! | `on_device/` | [`OnDevice`]: steps with the tensors of another library, by its graph |
//! | `state_dict/` | everything that it remembers, out and back in |
//! | `any` | [`AnyOptimizer`]: all of this without the optimizer's type |
//! | `build_error`, `error` | why not |

mod ahead;
mod allocate;
mod any;
mod backup;
mod build;
mod build_error;
mod collect;
mod configure;
mod dynamic;
mod error;
mod eval;
mod global;
mod graph_storage;
mod group;
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
mod with_programs;
mod wrapped;

use std::collections::HashMap;
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

pub use any::AnyOptimizer;
pub(crate) use build::{graph, graph_of};
pub use build_error::BuildError;
pub(crate) use dynamic::{About, AnyDefinition};
pub use error::{StateError, StepError};
pub use group::{DEFAULT_GROUP, Group, GroupInfo};
pub use inputs::{Inputs, WithInputs};
pub use on_device::{DeviceError, OnDevice};
pub(crate) use partitioned::RuleBuilder;
pub(crate) use plan::plan_for;
pub use programs::{DescribedStep, DeviceReport, DeviceScalars, GivenToStep, ParamProgram, ProgramError};
use report::GroupSettings;
pub use report::{NotFinite, StepReport};
use rule::EngineRule;
pub use schedules::{Attached, GroupValues};
pub(crate) use spec::{Predicate, Spec};
pub use stored::StateCodes;
pub(crate) use taken::Clip;
pub(crate) use views::ViewSpec;
use watch::Watch;
pub use watch::{WatchError, Watched};

use self::backup::Backup;
use crate::draw::DrawKey;
use crate::gradient::GradientOptions;
use crate::gradient::RecentNorms;
use crate::kernel::{Arenas, Float, Param, Slots, StateSlot, StepsDone, Threads};
use crate::sparsity::Masks;

/// An optimizer `O` with the state for a set of parameters with elements of type `T`.
///
/// Created by [`Builder::build`](crate::Builder::build). It knows the names and shapes of its parameters; the caller owns them and
/// passes them to every [`step`](Engine::step), with gradients for all or some of them. If a method returns an error, nothing has
/// changed. The error names the parameter, group or setting, the value, and the allowed values.
///
/// | | methods |
/// |---|---|
/// | stepping | [`step`](Engine::step), [`step_with`](Engine::step_with), [`steps`](Engine::steps), [`params_not_finite`](Engine::params_not_finite) |
/// | inputs | [`with_inputs`](Engine::with_inputs), [`due`](Engine::due), [`inputs`](Engine::inputs) |
/// | evaluation | [`eval_weights`](Engine::eval_weights), [`with_eval`](Engine::with_eval) |
/// | settings | [`value`](Engine::value), [`values`](Engine::values), [`learning_rate_in`](Engine::learning_rate_in), [`set`](Engine::set), [`set_in`](Engine::set_in), [`schedule`](Engine::schedule), [`group`](Engine::group) |
/// | state | [`state`](Engine::state), [`set_state`](Engine::set_state), [`visit_state`](Engine::visit_state), [`view_of`](Engine::view_of), [`global`](Engine::global), [`state_bytes`](Engine::state_bytes) |
/// | costs | [`plan`](Engine::plan), [`backup_bytes`](Engine::backup_bytes) |
/// | masks | [`set_mask`](Engine::set_mask), [`clear_mask`](Engine::clear_mask), [`apply_masks`](Engine::apply_masks), see [`sparsity`](crate::sparsity) |
/// | checkpoints | [`state_dict`](Engine::state_dict), [`load_state_dict`](Engine::load_state_dict), `save` and `load`, see [`checkpoint`](crate::checkpoint) |
/// | reports | [`last_report`](Engine::last_report), [`watch`](Engine::watch), [`watch_every`](Engine::watch_every) |
/// | gradients, threads | [`set_grad_scale`](Engine::set_grad_scale), [`set_clip_norm`](Engine::set_clip_norm), [`set_clip_value`](Engine::set_clip_value), [`set_non_finite`](Engine::set_non_finite), [`set_spikes`](Engine::set_spikes), [`set_threads`](Engine::set_threads), [`set_matmul_precision`](Engine::set_matmul_precision) |
///
/// There are two counts: [`steps`](Engine::steps) counts finished steps, and schedules use it.
/// [`step_count`](Engine::step_count) counts the steps in which a parameter had a gradient, and a step reads it as `t`.
///
/// It has the methods of [`Engine`], which does not depend on `O` and is compiled once for all optimizers. `Optimizer` dereferences
/// to it. If your own trait adds a method of the same name to `Optimizer`, that method comes first: write `(*opt).step(…)`.
///
/// The guide: `optim_std::guide::groups`, `optim_std::guide::numerics`.
pub struct Optimizer<O, T: Float> {
    engine: Engine<T>,
    definition: PhantomData<fn() -> O>,
}

impl<O, T: Float> Deref for Optimizer<O, T> {
    type Target = Engine<T>;

    fn deref(&self) -> &Engine<T> {
        &self.engine
    }
}

impl<O, T: Float> DerefMut for Optimizer<O, T> {
    fn deref_mut(&mut self) -> &mut Engine<T> {
        &mut self.engine
    }
}

// Not derived: that would ask for `O: Clone`, though no `O` is in it.
impl<O, T: Float> Clone for Optimizer<O, T> {
    fn clone(&self) -> Self {
        Self { engine: self.engine.clone(), definition: PhantomData }
    }
}

impl<O, T: Float> fmt::Debug for Optimizer<O, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.engine.fmt(f)
    }
}

/// A built optimizer: the methods of [`Optimizer`] and [`AnyOptimizer`].
pub struct Engine<T: Float> {
    /// Its optimizers: one, or those of a partition.
    rules: Vec<EngineRule<T>>,
    /// The wrappers around the partition, each of which is in the optimizer of every rule.
    around: Option<&'static About>,
    /// The groups of all rules, one rule after the other.
    groups: Vec<Group>,
    params: Arc<[Param]>,
    /// The number of steps of each parameter.
    counts: Vec<StepsDone<T>>,
    /// Every parameter's states: as many slots for each as the rule with the most states needs.
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
    /// Number of finished steps: where schedules stand.
    steps: u64,
    /// The settings of all groups for reports; `None` after a change.
    group_settings: Option<Arc<[GroupSettings]>>,
    last_report: Option<StepReport>,
}

impl<T: Float> Clone for Engine<T> {
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
impl<T: Float> fmt::Debug for Engine<T> {
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

impl<T: Float> Engine<T> {
    /// From now on its programs have their loops as data, which run line by line: the results are the same, to the bit.
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
