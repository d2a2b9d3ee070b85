//! The part on the host of an optimizer whose states are on a device.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use ndarray::ArrayD;

use super::Optimizer;
use crate::kernel::{Float, Param, StateSlot, Storage};
use crate::sparsity::Masked;
use crate::state::{ListedState, StateInfo, States};

/// A difference between an optimizer and its states on a device, from a `change_settings`, or from a `change_state` that is refused. The states
/// on the device are as before.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
#[non_exhaustive]
pub enum OptimizerChanged {
    /// It has other masks.
    #[error(
        "the changed optimizer has other masks than the device\n\
         help: change masks by `change_state`; `change_state(|_| ())` copies the masks to the device"
    )]
    Masks,
    /// It is another optimizer, or one with other states.
    #[error(
        "the changed optimizer has other states than the device\n\
         help: change states by `change_state`; `change_state(|_| ())` copies the states to the device, in place of the present states"
    )]
    States,
    /// It has other parameters.
    #[error(
        "the changed optimizer has other parameters than the device\n\
         help: make a new optimizer on the device for other parameters"
    )]
    Parameters,
}

crate::messages::debug_as_display!(OptimizerChanged);

/// The part on the host of an optimizer whose states are on a device: everything but the current states.
///
/// It is an [`Optimizer`], and notices if the optimizer no longer fits the states on the device. The device calls [`check`](Self::check) before
/// it uses them.
#[derive(Clone)]
pub struct HostOptimizer<T: Float> {
    optimizer: Optimizer<T>,
    on_device: Arc<[ParamOnDevice]>,
    change: Option<OptimizerChanged>,
}

/// The facts about a parameter with which the device was set up.
struct ParamOnDevice {
    param: Param,
    storage: Storage,
    rule: usize,
    optimizer: &'static str,
    states: States,
    /// The number of elements of each state, and the storage of arrays.
    lens: Vec<Option<(usize, Option<Storage>)>>,
    mask: Option<ArrayD<bool>>,
}

impl<T: Float> HostOptimizer<T> {
    /// The part on the host for an optimizer whose states have just been copied to a device.
    pub fn new(optimizer: Optimizer<T>) -> Self {
        let on_device = (0..optimizer.params.len()).map(|place| ParamOnDevice::of(&optimizer, place)).collect();
        Self { optimizer, on_device, change: None }
    }

    /// The optimizer, with the states of the last download.
    pub fn into_optimizer(self) -> Optimizer<T> {
        self.optimizer
    }

    /// Checks that the optimizer has the parameters, states and masks on the device.
    ///
    /// # Errors
    ///
    /// [`OptimizerChanged`].
    pub fn check(&self) -> Result<(), OptimizerChanged> {
        self.change.map_or(Ok(()), Err)
    }

    /// Calls `f` with the optimizer, for settings, and compares the result with the device.
    pub fn change_settings<R>(&mut self, f: impl FnOnce(&mut Optimizer<T>) -> R) -> R {
        // It remains if `f` panics.
        self.change = Some(OptimizerChanged::Parameters);
        let result = f(&mut self.optimizer);
        self.change = self.change_to(&self.optimizer);
        result
    }

    /// Updates the states with `download`, which writes the states of the device to the optimizer. Masks of the optimizer apply to them, also masks
    /// that the device does not have.
    ///
    /// # Errors
    ///
    /// The error of `download`, which has changed nothing then, or [`OptimizerChanged`] if the states have no place in the optimizer.
    pub fn download<E: From<OptimizerChanged>>(
        &mut self,
        download: impl FnOnce(&mut Optimizer<T>) -> Result<(), E>,
    ) -> Result<&Optimizer<T>, E> {
        if let Some(change @ (OptimizerChanged::States | OptimizerChanged::Parameters)) = self.change {
            return Err(change.into());
        }
        download(&mut self.optimizer)?;
        (0..self.optimizer.params.len()).for_each(|place| self.optimizer.mask_states(place));
        Ok(&self.optimizer)
    }

    /// Calls `f` with a copy of the optimizer, with the states of the device: see [`download`](Self::download). Returns the copy for the device to
    /// copy its states, and the result of `f`. If the optimizer was replaced by one with other states, the copy has its states.
    ///
    /// # Errors
    ///
    /// The error of `download`, or [`OptimizerChanged`] if the optimizer or its copy has other parameters.
    pub fn change_state<R, E: From<OptimizerChanged>>(
        &mut self,
        download: impl FnOnce(&mut Optimizer<T>) -> Result<(), E>,
        f: impl FnOnce(&mut Optimizer<T>) -> R,
    ) -> Result<(Self, R), E> {
        if self.change != Some(OptimizerChanged::States) {
            self.download(download)?;
        }
        let mut optimizer = self.optimizer.clone();
        let result = f(&mut optimizer);
        match self.change_to(&optimizer) {
            Some(change @ OptimizerChanged::Parameters) => Err(change.into()),
            _ => Ok((Self::new(optimizer), result)),
        }
    }

    /// The most important difference between an optimizer and the device.
    fn change_to(&self, optimizer: &Optimizer<T>) -> Option<OptimizerChanged> {
        let all = |is_same: fn(&ParamOnDevice, &Optimizer<T>, usize) -> bool| {
            self.on_device.iter().enumerate().all(|(place, known)| is_same(known, optimizer, place))
        };
        if optimizer.params.len() != self.on_device.len() || !all(ParamOnDevice::is_param) {
            Some(OptimizerChanged::Parameters)
        } else if !all(ParamOnDevice::has_states) {
            Some(OptimizerChanged::States)
        } else if !all(ParamOnDevice::has_mask) {
            Some(OptimizerChanged::Masks)
        } else {
            None
        }
    }
}

impl ParamOnDevice {
    fn of<T: Float>(optimizer: &Optimizer<T>, place: usize) -> Self {
        let param = optimizer.params[place].clone();
        Self {
            storage: optimizer.param_storage_at(place),
            rule: optimizer.groups[param.group].rule(),
            optimizer: optimizer.about_of(&param).name,
            states: optimizer.states_of(&param).clone(),
            lens: optimizer.slots_of(place).iter().map(len_of).collect(),
            mask: optimizer.masks.get(place).map(|masked| masked.kept().to_owned()),
            param,
        }
    }

    fn is_param<T: Float>(&self, optimizer: &Optimizer<T>, place: usize) -> bool {
        let param = &optimizer.params[place];
        (&param.name, &param.shape) == (&self.param.name, &self.param.shape)
    }

    fn has_states<T: Float>(&self, optimizer: &Optimizer<T>, place: usize) -> bool {
        let (param, known) = (&optimizer.params[place], &self.param);
        (param.dtype, param.folded, &param.view) == (known.dtype, known.folded, &known.view)
            && optimizer.param_storage_at(place) == self.storage
            && optimizer.groups[param.group].rule() == self.rule
            && optimizer.about_of(param).name == self.optimizer
            && optimizer.states_of(param).iter().map(facts).eq(self.states.iter().map(facts))
            && optimizer.slots_of(place).iter().map(len_of).eq(self.lens.iter().copied())
    }

    fn has_mask<T: Float>(&self, optimizer: &Optimizer<T>, place: usize) -> bool {
        optimizer.masks.get(place).map(Masked::kept) == self.mask.as_ref().map(|mask| mask.view())
    }
}

fn facts(state: &ListedState) -> (&str, StateInfo) {
    (&state.name, state.info)
}

/// The number of elements of a state, and the storage of an array.
fn len_of<T: Float>(slot: &StateSlot<T>) -> Option<(usize, Option<Storage>)> {
    match slot {
        StateSlot::Absent => None,
        StateSlot::Scalar { .. } => Some((1, None)),
        StateSlot::Array(array) => Some((array.len(), Some(Storage::Native))),
        StateSlot::Stored(stored) => Some((stored.len(), Some(stored.storage()))),
    }
}

impl<T: Float> Deref for HostOptimizer<T> {
    type Target = Optimizer<T>;

    fn deref(&self) -> &Optimizer<T> {
        &self.optimizer
    }
}

/// For steps, which keep parameters, states and masks as they are.
impl<T: Float> DerefMut for HostOptimizer<T> {
    fn deref_mut(&mut self) -> &mut Optimizer<T> {
        &mut self.optimizer
    }
}
