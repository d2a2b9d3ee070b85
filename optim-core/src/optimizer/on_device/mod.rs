//! Optimizers whose parameters and states are tensors of another library, on its devices.

mod error;
mod gradients;
mod states;
mod step;
mod watch;

use std::fmt;

pub use error::DeviceError;

use self::states::{HeldMasks, HeldStates, download_to, uploaded_masks, uploaded_states};
use super::{HostOptimizer, Optimizer};
use crate::evaluate::{Backend, EvaluateError, Value};
use crate::kernel::Float;
use crate::lang::GraphError;

/// An optimizer whose parameters and states are tensors of a [`Backend`]. Created by [`Optimizer::on_device`].
///
/// A step records the graph of each parameter and evaluates it with the tensors of the library, operation by operation. Groups, schedules, clipping,
/// masks, step counts and random numbers come from the original [`Optimizer`], which it keeps for everything that is not a tensor.
///
/// | | methods |
/// |---|---|
/// | stepping | [`step`](Self::step), [`eval_weights`](Self::eval_weights) |
/// | settings | [`optimizer`](Self::optimizer) to read, [`change_settings`](Self::change_settings) to write |
/// | state | [`download`](Self::download) to read, [`change_state`](Self::change_state) to write: both wait for the device |
///
/// Checkpoints are checkpoints of the optimizer: `on_device.download()?.save(path)?`, and `on_device.change_state(|optimizer|
/// optimizer.load(path))??`. They do not depend on where the states were.
///
/// # Costs
///
/// - The host also has memory for the states, for checkpoints. States that start at zero use no host memory before the
///   first [`download`](Self::download).
/// - `clip_norm` waits for the device once per step, a [policy](crate::NonFinite) for numbers that are not finite once per parameter.
/// - [Watched](Optimizer::watch) numbers are sums in the type of the backend; a step that is watched waits for the device once per sum and parameter.
/// - The graph of a step is recorded in every step, once for each group, shape and step count.
///
/// # Limits
///
/// Optimizers with a `probe`, inputs that are due, and parameters or states stored in fewer bytes are typed errors.
pub struct OnDevice<B: Backend, T: Float> {
    host: HostOptimizer<T>,
    backend: B,
    states: HeldStates<B>,
    masks: HeldMasks<B>,
}

impl<T: Float> Optimizer<T> {
    /// Moves the states of the optimizer to a device. States, masks and counts stay the same, so you can load a checkpoint
    /// first.
    ///
    /// # Errors
    ///
    /// Returns a [`DeviceError`] if the library fails, or parameters or states are stored in fewer bytes.
    pub fn on_device<B: Backend>(self, backend: B) -> Result<OnDevice<B, T>, DeviceError<B::Error>> {
        let (states, masks) = (uploaded_states(&self, &backend)?, uploaded_masks(&self, &backend)?);
        Ok(OnDevice { host: HostOptimizer::new(self), backend, states, masks })
    }
}

impl<B: Backend, T: Float> OnDevice<B, T> {
    /// The optimizer on the host, with the current names, groups, settings, schedules, counts and reports. Its states are as of the last
    /// [`download`](Self::download).
    pub fn optimizer(&self) -> &Optimizer<T> {
        &self.host
    }

    /// The backend.
    pub fn backend(&self) -> &B {
        &self.backend
    }

    /// Changes settings, schedules, options, seeds or step counts. Changes of the values of states are lost, because states are on the device: use
    /// [`change_state`](Self::change_state) for them. If `f` changes masks or replaces the optimizer, steps may return [`DeviceError::Changed`].
    pub fn change_settings<R>(&mut self, f: impl FnOnce(&mut Optimizer<T>) -> R) -> R {
        self.host.change_settings(f)
    }

    /// Downloads the states and returns the optimizer with them.
    ///
    /// # Errors
    ///
    /// Returns an error if the library fails, or the optimizer was replaced by one with other parameters or states.
    pub fn download(&mut self) -> Result<&Optimizer<T>, DeviceError<B::Error>> {
        let (states, backend) = (&self.states, &self.backend);
        self.host.download(|optimizer| download_to(optimizer, states, backend))
    }

    /// Changes anything but the parameters, including states and masks. Downloads the states, calls `f` with a copy of the optimizer, and uploads the
    /// states.
    ///
    /// # Errors
    ///
    /// Returns an error if the library fails, if the copy stores states in fewer bytes, or if it has other parameters. Nothing has changed then. An
    /// error of `f` is part of the returned value.
    pub fn change_state<R>(&mut self, f: impl FnOnce(&mut Optimizer<T>) -> R) -> Result<R, DeviceError<B::Error>> {
        let (states, backend) = (&self.states, &self.backend);
        let (host, result) = self.host.change_state(|optimizer| download_to(optimizer, states, backend), f)?;
        let (states, masks) = (uploaded_states(&host, backend)?, uploaded_masks(&host, backend)?);
        (self.host, self.states, self.masks) = (host, states, masks);
        Ok(result)
    }

    /// Returns a state of a parameter on the device. A tensor has the shape of a batch of matrices.
    pub fn state(&self, param: &str, state: &str) -> Option<&Value<B::Tensor>> {
        let place = *self.host.places.get(param)?;
        self.states.get(place)?.get(state)
    }

    /// Batch, rows and columns of a parameter, by its place: the shape of its tensors in a step.
    pub fn shape(&self, place: usize) -> Option<[usize; 3]> {
        let param = self.host.params.get(place)?;
        Some([param.folded.batch(), param.folded.rows(), param.folded.cols()])
    }

    /// The error of a graph, with the name of the parameter at this place.
    fn graph_error(&self, place: usize, error: GraphError) -> DeviceError<B::Error> {
        DeviceError::Graph { param: self.host.params[place].name.to_string(), error: Box::new(error) }
    }
}

// Not derived, because a derived impl would also require `B::Tensor: Clone`, which `Backend` already guarantees.
impl<B: Backend + Clone, T: Float> Clone for OnDevice<B, T> {
    fn clone(&self) -> Self {
        let Self { host, backend, states, masks } = self;
        Self { host: host.clone(), backend: backend.clone(), states: states.clone(), masks: masks.clone() }
    }
}

fn fails<E>(op: &'static str) -> impl Fn(E) -> DeviceError<E> {
    move |error| DeviceError::Evaluate(EvaluateError::Backend { op, error })
}

/// The optimizer's `Debug`, because states may be large.
impl<B: Backend, T: Float> fmt::Debug for OnDevice<B, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OnDevice").field("optimizer", &*self.host).finish_non_exhaustive()
    }
}
