//! Numbers that the device reports about a step.

use std::sync::Arc;

use optim_core::program::{DescribedStep, DeviceReport};

use crate::GpuOptimizer;
use crate::clipping;
use crate::error::GpuError;
use crate::plan::Ready;
use crate::residence::read;

impl GpuOptimizer {
    /// The norm of all gradients of the last step, as in [`StepReport::grad_norm`](optim_core::StepReport::grad_norm): after `grad_scale` and before any
    /// clipping. The report of a [watched](optim_core::Optimizer::watch) step contains it. After any other step, only the device has it: this method waits for
    /// the device.
    ///
    /// `None` without `clip_norm` and before the first step. Also `None` after [`look_ahead`](Self::look_ahead), [`refill`](Self::refill) or a failed replay,
    /// until the next step. A wrapper that clips by itself, such as `Accumulate`, has the norm in its state `grad_norm`.
    ///
    /// # Errors
    ///
    /// Returns an error if the device fails.
    pub fn grad_norm(&self) -> Result<Option<f64>, GpuError> {
        let numbers = self.norm.as_ref().map(|ready| read(&self.client, &ready.registers)).transpose()?;
        Ok(numbers.map(|numbers| f64::from(numbers[clipping::NORM])))
    }

    /// Keeps facts about a step that the device has received: the number of launches, including `others`, and the registers with the norm.
    pub(crate) fn launched(&mut self, ready: &Arc<Ready>, step: &DescribedStep, others: usize) {
        self.launches = ready.plan.launches.len() + others;
        self.norm = step.clip_norm.map(|_| Arc::clone(ready));
    }

    /// The numbers that a step reports. It waits for the device. None if the step is not watched.
    pub(crate) fn reported(&self, ready: &Ready, step: &DescribedStep) -> Result<DeviceReport, GpuError> {
        if !step.is_watched {
            return Ok(DeviceReport::default());
        }
        let numbers = read(&self.client, &ready.registers)?;
        let grad_norm = step.clip_norm.map(|_| f64::from(numbers[clipping::NORM]));
        Ok(DeviceReport { numbers: ready.plan.reported(&numbers), grad_norm })
    }
}
