//! The state of one parameter.

use std::fmt;
#[cfg(feature = "burn-gpu")]
use std::sync::Arc;

use burn_core::tensor::Device;
use burn_optim::{RecordState, StateSink, StateSource};
use optim_core::{Float, OnDevice, Optimizer};
#[cfg(feature = "burn-gpu")]
use optim_gpu::burn::GpuParamOptimizer;

use super::error::BurnStepError;
use super::memory::Memory;
use super::tensors::BurnBackend;

/// The state of one parameter, of any rank: burn keeps one for each parameter that had a gradient.
///
/// In a record, its arrays and numbers are at `{parameter}.state.{name}`, for example `123.state.exp_avg`, in the
/// element type of the parameter. The record also has `layout` (the names as text), the numbers `step_count`, `steps`,
/// `seed` and `place`, and the `view` if the parameter has one.
#[derive(Clone, Debug)]
pub struct ParamState {
    /// The number of the parameter, see [`Memory::place`].
    pub(super) place: u64,
    pub(super) held: Held,
}

/// The form in which the state is kept.
pub(super) enum Held {
    /// In an optimizer of this parameter, for the kernel.
    F32(Box<Optimizer<f32>>),
    F64(Box<Optimizer<f64>>),
    /// In tensors on the device of the parameter, for the graph.
    DeviceF32(Box<OnDevice<BurnBackend, f32>>),
    DeviceF64(Box<OnDevice<BurnBackend, f64>>),
    /// In a buffer of the device, for its kernels. A clone shares it until one of the two steps.
    #[cfg(feature = "burn-gpu")]
    Gpu(Arc<GpuParamOptimizer>),
    /// The state as in a record, or from another device.
    Loaded(Box<Memory>),
}

impl Held {
    pub(super) fn memory(&self, place: u64) -> Result<Memory, BurnStepError> {
        match self {
            Self::F32(optimizer) => Ok(Memory::of(optimizer, place)),
            Self::F64(optimizer) => Ok(Memory::of(optimizer, place)),
            Self::DeviceF32(held) => downloaded(held, place),
            Self::DeviceF64(held) => downloaded(held, place),
            #[cfg(feature = "burn-gpu")]
            Self::Gpu(held) => Ok(Memory::of(&held.to_optimizer().map_err(optim_gpu::burn::BurnError::from)?, place)),
            Self::Loaded(memory) => Ok((**memory).clone()),
        }
    }
}

fn downloaded<T: Float>(held: &OnDevice<BurnBackend, T>, place: u64) -> Result<Memory, BurnStepError> {
    Ok(Memory::of(held.clone().download()?, place))
}

/// Returns true if these states are on a device.
pub(super) fn is_on<T: Float>(held: &OnDevice<BurnBackend, T>, device: &Device) -> bool {
    held.backend().device() == device
}

impl ParamState {
    /// The state for a step on a device.
    pub(super) fn on(self, device: &Device) -> Self {
        let is_elsewhere = match &self.held {
            Held::DeviceF32(held) => !is_on(held, device),
            Held::DeviceF64(held) => !is_on(held, device),
            #[cfg(feature = "burn-gpu")]
            Held::Gpu(held) => held.device() != device,
            Held::F32(_) | Held::F64(_) | Held::Loaded(_) => false,
        };
        if !is_elsewhere {
            return self;
        }
        match self.held.memory(self.place) {
            Ok(memory) => Self { held: Held::Loaded(Box::new(memory)), ..self },
            // The step will try again and return the error.
            Err(_) => self,
        }
    }
}

impl Clone for Held {
    fn clone(&self) -> Self {
        match self {
            Self::F32(optimizer) => Self::F32(optimizer.clone()),
            Self::F64(optimizer) => Self::F64(optimizer.clone()),
            Self::DeviceF32(held) => Self::DeviceF32(held.clone()),
            Self::DeviceF64(held) => Self::DeviceF64(held.clone()),
            #[cfg(feature = "burn-gpu")]
            Self::Gpu(held) => Self::Gpu(Arc::clone(held)),
            Self::Loaded(memory) => Self::Loaded(memory.clone()),
        }
    }
}

/// Prints the optimizer and sizes without the numbers, which may take gigabytes.
impl fmt::Debug for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::F32(optimizer) => optimizer.fmt(f),
            Self::F64(optimizer) => optimizer.fmt(f),
            Self::DeviceF32(held) => held.fmt(f),
            Self::DeviceF64(held) => held.fmt(f),
            #[cfg(feature = "burn-gpu")]
            Self::Gpu(held) => held.fmt(f),
            Self::Loaded(memory) => memory.fmt(f),
        }
    }
}

impl RecordState for ParamState {
    fn state_flatten(&self, prefix: &str, out: &mut StateSink) {
        // A state that its device cannot read is left out. Loading treats it like a state that a record lacks.
        if let Ok(memory) = self.held.memory(self.place) {
            memory.flatten(prefix, out);
        }
    }

    fn state_unflatten(prefix: &str, src: &mut StateSource, _: &Device) -> Option<Self> {
        let memory = Memory::unflatten(prefix, src)?;
        Some(Self { place: memory.place, held: Held::Loaded(Box::new(memory)) })
    }
}
