//! Optimizers at work.

mod any;
mod build;
mod checkpoint;
mod collect;
mod configure;
mod mask;
mod read;
mod schedules;
mod step;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

pub use any::AnyOptimizer;
pub(crate) use build::{graph, guarded};
pub use schedules::{Attached, GroupValues};

use crate::definition::Definition;
use crate::gradient::{GradientOptions, StepReport};
use crate::group::{Group, GroupInfo};
use crate::kernel::{Arenas, Float, StateSlot, Threads};
use crate::shape::ParamShape;
use crate::sparsity::Masks;

/// An optimizer `O` with the state for a set of parameters with elements of type `T`.
///
/// Made by [`Builder::build`](crate::Builder::build). It knows its parameters by name and shape. They stay the caller's and are
/// passed to every [`step`](Self::step), with gradients for all or some of them. Every method that can fail changes nothing
/// when it does, and its error names the parameter, group or setting, the value, and what is allowed.
///
/// | | methods |
/// |---|---|
/// | stepping | [`step`](Self::step), [`step_with`](Self::step_with), [`steps`](Self::steps), [`last_report`](Self::last_report) |
/// | settings | [`value`](Self::value), [`values`](Self::values), [`set`](Self::set), [`set_in`](Self::set_in), [`schedule`](Self::schedule), [`group`](Self::group) |
/// | state | [`state`](Self::state), [`set_state`](Self::set_state), [`visit_state`](Self::visit_state), [`state_bytes`](Self::state_bytes) |
/// | masks | [`set_mask`](Self::set_mask), [`clear_mask`](Self::clear_mask), [`apply_masks`](Self::apply_masks), see [`sparsity`](crate::sparsity) |
/// | checkpoints | [`state_dict`](Self::state_dict), [`load_state_dict`](Self::load_state_dict), `save` and `load`, see [`checkpoint`](crate::checkpoint) |
/// | gradients, threads | [`set_grad_scale`](Self::set_grad_scale), [`set_clip_norm`](Self::set_clip_norm), [`set_clip_value`](Self::set_clip_value), [`set_non_finite`](Self::set_non_finite), [`set_threads`](Self::set_threads) |
///
/// Two counts must be told apart: [`steps`](Self::steps) counts finished steps, and is where schedules stand;
/// [`step_count`](Self::step_count) counts the steps in which a parameter had a gradient, and is what a step reads as `t`.
///
/// The guide: `optim_std::guide::groups`, `optim_std::guide::numerics`.
pub struct Optimizer<O, T> {
    groups: Vec<Group<O>>,
    params: Vec<Param<T>>,
    /// Every parameter's states, as many for each as are declared.
    slots: Vec<StateSlot<T>>,
    places: HashMap<Arc<str>, usize>,
    masks: Masks<T>,
    arenas: Arenas<T>,
    options: GradientOptions,
    threads: Threads,
    /// Number of finished steps: where schedules stand.
    steps: u64,
    last_report: Option<StepReport>,
}

/// What the optimizer knows of one parameter.
#[derive(Clone, Debug)]
struct Param<T> {
    name: Arc<str>,
    shape: Box<[usize]>,
    folded: ParamShape,
    group: usize,
    /// Number of steps with a gradient for it.
    t: u64,
    /// `t` as an element, for views.
    t_view: T,
}

impl<T: Float> Param<T> {
    fn set_t(&mut self, t: u64) {
        self.t = t;
        self.t_view = T::from_f64(t as f64);
    }
}

impl<O: Definition, T: Float> Clone for Optimizer<O, T> {
    fn clone(&self) -> Self {
        Self {
            groups: self.groups.clone(),
            params: self.params.clone(),
            slots: self.slots.clone(),
            places: self.places.clone(),
            masks: self.masks.clone(),
            arenas: Arenas::new(),
            options: self.options,
            threads: self.threads,
            steps: self.steps,
            last_report: self.last_report,
        }
    }
}

/// Name, settings and sizes; not the state, which may be gigabytes.
impl<O: Definition, T: Float> fmt::Debug for Optimizer<O, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        struct Settings<'a, O>(&'a Group<O>);
        impl<O: Definition> fmt::Debug for Settings<'_, O> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let mut map = f.debug_map();
                for (name, value) in self.0.settings() {
                    map.entry(&format_args!("{name}"), &format_args!("{value}"));
                }
                map.finish()
            }
        }
        let mut debug = f.debug_struct(O::NAME);
        for group in &self.groups {
            debug.field(group.name(), &Settings(group));
        }
        debug
            .field("elements", &format_args!("{}", T::NAME))
            .field("parameters", &self.params.len())
            .field("state_bytes", &self.state_bytes())
            .field("steps", &self.steps)
            .finish()
    }
}

impl<O: Definition, T: Float> Optimizer<O, T> {
    /// The optimizer's name, that of its struct.
    pub fn name(&self) -> &'static str {
        O::NAME
    }

    /// Number of finished steps: the place at which schedules stand. Failed and skipped steps do not count.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Sets the number of finished steps, as a checkpoint that is loaded does.
    pub fn set_steps(&mut self, steps: u64) {
        self.steps = steps;
    }

    /// What the last step did that did not fail; `None` before the first.
    pub fn last_report(&self) -> Option<StepReport> {
        self.last_report
    }

    /// The parameter groups, `default` first and even without members, then in the order of their making.
    pub fn groups(&self) -> &[Group<O>] {
        &self.groups
    }

    /// The parameter groups with the names of their parameters.
    pub fn group_infos(&self) -> Vec<GroupInfo<'_>> {
        let member = |&place: &usize| &*self.params[place].name;
        let info = |group| {
            let group: &Group<O> = group;
            GroupInfo {
                name: group.name(),
                tags: group.tags(),
                adjust_learning_rate: group.adjust_learning_rate(),
                members: group.members().iter().map(member).collect(),
                settings: group.settings().collect(),
            }
        };
        self.groups.iter().map(info).collect()
    }

    /// The states of one parameter.
    fn slots_of(&self, place: usize) -> &[StateSlot<T>] {
        let count = O::STATES.len();
        &self.slots[place * count..][..count]
    }
}
