//! An optimizer for one parameter on a device.

use std::fmt;

use burn_core::tensor::{Device, Tensor};
use optim_core::{Optimizer, StepReport};

use super::error::BurnError;
use super::walk::{check_device, check_dtype, check_shape};
use super::{check_no_probe, tensors};
use crate::inputs::{Arrays, GivenInputs};
use crate::optimizer::Prepared;
use crate::{GpuError, GpuOptimizer};

/// An optimizer for one parameter of burn on a device of CubeCL, in burn's own buffer.
///
/// It is for adapters that get one parameter after another, as from burn's trait for optimizers: `optim_std::burn` is such an adapter. To step a module, use
/// a [`GpuModuleOptimizer`](super::GpuModuleOptimizer), which needs fewer launches.
///
/// | | methods |
/// |---|---|
/// | stepping | [`step`](Self::step) |
/// | settings | [`optimizer`](Self::optimizer) to read, [`change_settings`](Self::change_settings) to write |
/// | state | [`to_optimizer`](Self::to_optimizer) to read, [`change_state`](Self::change_state) to write |
/// | costs | [`launches`](Self::launches) |
pub struct GpuParamOptimizer {
    optimizer: GpuOptimizer,
    device: Device,
}

impl GpuParamOptimizer {
    /// Uploads the states of an optimizer with one parameter to the device of the parameter.
    ///
    /// # Errors
    ///
    /// [`BurnError`], if the optimizer has other parameters or a probe, the tensor is not `f32` on a device of CubeCL, or the device cannot run a step.
    pub fn new<const D: usize>(optimizer: Optimizer<f32>, tensor: &Tensor<D>) -> Result<Self, BurnError> {
        check_no_probe(&optimizer)?;
        let mut params = optimizer.params();
        let (Some(param), None) = (params.next(), params.next()) else {
            let found = optimizer.params().len();
            return Err(GpuError::Count { what: "parameters", expected: 1, found }.into());
        };
        check_shape("tensor", param.name(), param.shape(), tensor.shape().to_vec())?;
        check_dtype("tensor", param.name(), tensor.dtype())?;
        let device = tensor.device().inner();
        let not_here = || BurnError::NotCubeCl { param: param.name().to_owned(), device: format!("{device:?}") };
        let client = tensors::read(tensor.clone()).ok_or_else(not_here)?.client;
        drop(params);
        Ok(Self { optimizer: GpuOptimizer::new(optimizer, client)?, device })
    }

    /// Updates a parameter with its gradient, both without autodiff. It returns before the device has finished, unless the step is
    /// [watched](Optimizer::watch).
    ///
    /// The parameter keeps its buffer, unless another tensor uses it too or another thread made it. Then it gets a new buffer.
    ///
    /// # Errors
    ///
    /// [`BurnError`], with the parameter as it was. Nothing has changed then, unless the device fails while a watched step waits for its numbers.
    pub fn step<const D: usize>(
        &mut self,
        tensor: Tensor<D>,
        grad: Tensor<D>,
    ) -> (Tensor<D>, Result<StepReport, BurnError>) {
        let has_elements = !tensor.dims().contains(&0);
        let prepared = match self.prepare(&tensor, &grad, has_elements) {
            Ok(prepared) => prepared,
            Err(error) => return (tensor, Err(error)),
        };
        let (tensor, param, grad) = match has_elements {
            true => {
                let (tensor, param, grad) = tensors::take(tensor, grad);
                (tensor, Some(param), Some(grad))
            }
            false => (tensor, None, None),
        };
        let arrays = Arrays { params: &[param], grads: &[grad], inputs: &GivenInputs::default() };
        let result = self.optimizer.run(&prepared, &arrays);
        // The next parameter takes the same memory.
        self.optimizer.release_scratch();
        (tensor, result.map_err(Into::into))
    }

    fn prepare<const D: usize>(
        &mut self,
        tensor: &Tensor<D>,
        grad: &Tensor<D>,
        has_elements: bool,
    ) -> Result<Prepared, BurnError> {
        if let Some(param) = self.optimizer.optimizer().params().next() {
            for (what, given) in [("tensor", tensor), ("gradient", grad)] {
                check_shape(what, param.name(), param.shape(), given.shape().to_vec())?;
                check_device(what, param.name(), (&self.device, &given.device().inner()))?;
                check_dtype(what, param.name(), given.dtype())?;
            }
        }
        Ok(self.optimizer.prepare(&|_| has_elements, &GivenInputs::default())?)
    }

    /// The device of the parameter, without autodiff.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// The optimizer on the host. Its states are as they were when they were last copied to the device.
    pub fn optimizer(&self) -> &Optimizer<f32> {
        self.optimizer.optimizer()
    }

    /// Changes settings, schedules, options, seeds or step counts: see [`GpuOptimizer::change_settings`].
    pub fn change_settings<R>(&mut self, f: impl FnOnce(&mut Optimizer<f32>) -> R) -> R {
        self.optimizer.change_settings(f)
    }

    /// Changes anything but the parameter, including its states: see [`GpuOptimizer::change_state`].
    ///
    /// # Errors
    ///
    /// Returns an error if the device fails, if the optimizer can no longer run on it, or if it has other parameters. Nothing has changed then.
    /// Otherwise it returns the result of `f`.
    pub fn change_state<R>(&mut self, f: impl FnOnce(&mut Optimizer<f32>) -> R) -> Result<R, GpuError> {
        self.optimizer.change_state(f)
    }

    /// Returns a copy of the optimizer on the host, with the current states. It waits for the device.
    ///
    /// # Errors
    ///
    /// Returns an error if the device fails, or the optimizer was replaced by one with other parameters or states.
    pub fn to_optimizer(&self) -> Result<Optimizer<f32>, GpuError> {
        self.optimizer.to_optimizer()
    }

    /// The number of kernels that the last step launched. A copy to a new buffer for a shared parameter does not count.
    pub fn launches(&self) -> usize {
        self.optimizer.launches()
    }
}

impl fmt::Debug for GpuParamOptimizer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GpuParamOptimizer").field("optimizer", &self.optimizer).field("device", &self.device).finish()
    }
}
