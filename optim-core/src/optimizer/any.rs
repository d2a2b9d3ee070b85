//! Optimizers of any kind behind one type.

use std::fmt::Debug;
#[cfg(feature = "checkpoint")]
use std::path::Path;
use std::sync::Arc;

use ndarray::ArrayViewD;

use super::{Attached, GroupValues, Optimizer};
use crate::builder::ParamInfo;
#[cfg(feature = "checkpoint")]
use crate::checkpoint::{Checkpoint, CheckpointFile};
use crate::checkpoint::{CheckpointError, LoadOptions, LoadReport, StateDict};
use crate::definition::Definition;
use crate::error::{OptionError, StateError, StepError};
use crate::gradient::{NonFinite, StepReport};
use crate::group::GroupInfo;
use crate::hyper::{HyperError, Value};
use crate::kernel::{Float, Threads};
use crate::params::Parameters;
use crate::schedule::Schedule;
use crate::sparsity::MaskError;
use crate::state::{StateMut, StateView};
use crate::tags::Tags;

/// An optimizer whose kind is chosen at run time: `Box<dyn AnyOptimizer<f32>>`.
///
/// Every method does what the one of [`Optimizer`] with the same name does, with the same errors. One is made by
/// [`AnyBuilder::build`](crate::AnyBuilder::build), by a configuration, or of any `Optimizer` in a box.
#[allow(missing_docs, clippy::missing_errors_doc, reason = "documented at the methods of `Optimizer`")]
pub trait AnyOptimizer<T: Float>: Debug + Send + Sync {
    fn name(&self) -> &'static str;
    fn step(
        &mut self,
        params: &mut dyn Parameters<Elem = T>,
        grads: &dyn Parameters<Elem = T>,
    ) -> Result<StepReport, StepError>;
    fn steps(&self) -> u64;
    fn set_steps(&mut self, steps: u64);
    fn param_names(&self) -> Vec<&str>;
    fn params(&self) -> Vec<ParamInfo<'_>>;
    fn group_infos(&self) -> Vec<GroupInfo<'_>>;
    fn value(&self, hyper: &str) -> Result<Vec<(&str, Value)>, HyperError>;
    fn value_in(&self, group: &str, hyper: &str) -> Result<Value, HyperError>;
    fn set(&mut self, hyper: &str, value: Value) -> Result<(), HyperError>;
    fn set_in(&mut self, group: &str, hyper: &str, value: Value) -> Result<(), HyperError>;
    fn schedule(&mut self, groups: &Tags, hyper: &str, schedule: Arc<dyn Schedule>) -> Result<(), HyperError>;
    fn values(&self) -> Vec<GroupValues<'_>>;
    fn schedules(&self) -> Vec<Attached<'_>>;
    fn set_grad_scale(&mut self, scale: f64) -> Result<(), OptionError>;
    fn set_clip_norm(&mut self, max_norm: Option<f64>) -> Result<(), OptionError>;
    fn set_clip_value(&mut self, max: Option<f64>) -> Result<(), OptionError>;
    fn set_non_finite(&mut self, policy: NonFinite);
    fn set_threads(&mut self, threads: Threads);
    fn last_report(&self) -> Option<StepReport>;
    fn state_names(&self) -> Vec<&'static str>;
    fn state_names_to_sparsify(&self) -> Vec<&'static str>;
    fn state_bytes(&self) -> usize;
    fn state(&self, param: &str, state: &str) -> Result<ArrayViewD<'_, T>, StateError>;
    fn state_value(&self, param: &str, state: &str) -> Result<StateView<'_, T>, StateError>;
    fn set_state(&mut self, param: &str, state: &str, value: StateView<'_, T>) -> Result<(), StateError>;
    fn visit_state(&self, f: &mut dyn FnMut(&str, &str, StateView<'_, T>));
    fn visit_state_mut(&mut self, f: &mut dyn FnMut(&str, &str, StateMut<'_, T>));
    fn step_count(&self, param: &str) -> Result<u64, StateError>;
    fn set_step_count(&mut self, param: &str, steps: u64) -> Result<(), StateError>;
    fn set_mask(&mut self, param: &str, mask: ArrayViewD<'_, bool>) -> Result<(), MaskError>;
    fn clear_mask(&mut self, param: &str) -> Result<bool, MaskError>;
    fn mask(&self, param: &str) -> Result<Option<ArrayViewD<'_, bool>>, MaskError>;
    fn masks(&self) -> Vec<(&str, ArrayViewD<'_, bool>)>;
    fn density(&self, param: &str) -> Result<f64, MaskError>;
    fn mask_bytes(&self) -> usize;
    fn apply_masks(&self, params: &mut dyn Parameters<Elem = T>) -> Result<(), StepError>;
    fn state_dict(&self) -> StateDict;
    fn load_state_dict(&mut self, dict: &StateDict, options: &LoadOptions) -> Result<LoadReport, CheckpointError>;
    #[cfg(feature = "checkpoint")]
    fn load_from(&mut self, file: &CheckpointFile, options: &LoadOptions) -> Result<LoadReport, CheckpointError>;
}

/// What takes paths of any type is not part of the trait.
#[cfg(feature = "checkpoint")]
#[allow(clippy::missing_errors_doc, reason = "documented at the methods of `Optimizer`")]
impl<T: Float> dyn AnyOptimizer<T> + '_ {
    /// See [`Optimizer::save`].
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), CheckpointError> {
        Checkpoint::new().optimizer(self).save(path)
    }

    /// See [`Optimizer::load`].
    pub fn load(&mut self, path: impl AsRef<Path>) -> Result<(), CheckpointError> {
        self.load_with(path, &LoadOptions::strict()).map(drop)
    }

    /// See [`Optimizer::load_with`].
    pub fn load_with(&mut self, path: impl AsRef<Path>, options: &LoadOptions) -> Result<LoadReport, CheckpointError> {
        self.load_from(&CheckpointFile::open(path)?, options)
    }
}

impl<O: Definition, T: Float> AnyOptimizer<T> for Optimizer<O, T> {
    fn name(&self) -> &'static str {
        self.name()
    }

    fn step(
        &mut self,
        params: &mut dyn Parameters<Elem = T>,
        grads: &dyn Parameters<Elem = T>,
    ) -> Result<StepReport, StepError> {
        self.step(params, grads)
    }

    fn steps(&self) -> u64 {
        self.steps()
    }

    fn set_steps(&mut self, steps: u64) {
        self.set_steps(steps);
    }

    fn param_names(&self) -> Vec<&str> {
        self.param_names().collect()
    }

    fn params(&self) -> Vec<ParamInfo<'_>> {
        self.params().collect()
    }

    fn group_infos(&self) -> Vec<GroupInfo<'_>> {
        self.group_infos()
    }

    fn value(&self, hyper: &str) -> Result<Vec<(&str, Value)>, HyperError> {
        self.value(hyper)
    }

    fn value_in(&self, group: &str, hyper: &str) -> Result<Value, HyperError> {
        self.value_in(group, hyper)
    }

    fn set(&mut self, hyper: &str, value: Value) -> Result<(), HyperError> {
        self.set(hyper, value)
    }

    fn set_in(&mut self, group: &str, hyper: &str, value: Value) -> Result<(), HyperError> {
        self.set_in(group, hyper, value)
    }

    fn schedule(&mut self, groups: &Tags, hyper: &str, schedule: Arc<dyn Schedule>) -> Result<(), HyperError> {
        self.attach(groups, hyper, &schedule)
    }

    fn values(&self) -> Vec<GroupValues<'_>> {
        self.values()
    }

    fn schedules(&self) -> Vec<Attached<'_>> {
        self.schedules()
    }

    fn set_grad_scale(&mut self, scale: f64) -> Result<(), OptionError> {
        self.set_grad_scale(scale)
    }

    fn set_clip_norm(&mut self, max_norm: Option<f64>) -> Result<(), OptionError> {
        self.set_clip_norm(max_norm)
    }

    fn set_clip_value(&mut self, max: Option<f64>) -> Result<(), OptionError> {
        self.set_clip_value(max)
    }

    fn set_non_finite(&mut self, policy: NonFinite) {
        self.set_non_finite(policy);
    }

    fn set_threads(&mut self, threads: Threads) {
        self.set_threads(threads);
    }

    fn last_report(&self) -> Option<StepReport> {
        self.last_report()
    }

    fn state_names(&self) -> Vec<&'static str> {
        self.state_names().collect()
    }

    fn state_names_to_sparsify(&self) -> Vec<&'static str> {
        self.state_names_to_sparsify()
    }

    fn state_bytes(&self) -> usize {
        self.state_bytes()
    }

    fn state(&self, param: &str, state: &str) -> Result<ArrayViewD<'_, T>, StateError> {
        self.state(param, state)
    }

    fn state_value(&self, param: &str, state: &str) -> Result<StateView<'_, T>, StateError> {
        self.state_value(param, state)
    }

    fn set_state(&mut self, param: &str, state: &str, value: StateView<'_, T>) -> Result<(), StateError> {
        self.set_state(param, state, value)
    }

    fn visit_state(&self, f: &mut dyn FnMut(&str, &str, StateView<'_, T>)) {
        self.visit_state(f);
    }

    fn visit_state_mut(&mut self, f: &mut dyn FnMut(&str, &str, StateMut<'_, T>)) {
        self.visit_state_mut(f);
    }

    fn step_count(&self, param: &str) -> Result<u64, StateError> {
        self.step_count(param)
    }

    fn set_step_count(&mut self, param: &str, steps: u64) -> Result<(), StateError> {
        self.set_step_count(param, steps)
    }

    fn set_mask(&mut self, param: &str, mask: ArrayViewD<'_, bool>) -> Result<(), MaskError> {
        self.set_mask(param, &mask)
    }

    fn clear_mask(&mut self, param: &str) -> Result<bool, MaskError> {
        self.clear_mask(param)
    }

    fn mask(&self, param: &str) -> Result<Option<ArrayViewD<'_, bool>>, MaskError> {
        self.mask(param)
    }

    fn masks(&self) -> Vec<(&str, ArrayViewD<'_, bool>)> {
        self.masks().collect()
    }

    fn density(&self, param: &str) -> Result<f64, MaskError> {
        self.density(param)
    }

    fn mask_bytes(&self) -> usize {
        self.mask_bytes()
    }

    fn apply_masks(&self, params: &mut dyn Parameters<Elem = T>) -> Result<(), StepError> {
        self.apply_masks(params)
    }

    fn state_dict(&self) -> StateDict {
        self.state_dict()
    }

    fn load_state_dict(&mut self, dict: &StateDict, options: &LoadOptions) -> Result<LoadReport, CheckpointError> {
        self.load_state_dict(dict, options)
    }

    #[cfg(feature = "checkpoint")]
    fn load_from(&mut self, file: &CheckpointFile, options: &LoadOptions) -> Result<LoadReport, CheckpointError> {
        self.load_from(file, options)
    }
}
