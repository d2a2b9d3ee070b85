//! Numbers that the device tells about a step.

use std::sync::Arc;

use optim_core::program::{DescribedStep, DeviceReport};

use crate::GpuOptimizer;
use crate::clipping;
use crate::error::GpuError;
use crate::plan::Ready;
use crate::residence::read;

impl GpuOptimizer {
    /// The norm of all gradients of the last step as [`StepReport::grad_norm`](optim_core::StepReport::grad_norm) has it: with `clip_norm`, after
    /// `grad_scale`, before any clipping. The report of a step has it if the step is [watched](optim_core::Engine::watch); else only the device does, and
    /// this method waits for it.
    ///
    /// `None` without `clip_norm`, before the first step, and after [`look_ahead`](Self::look_ahead), [`refill`](Self::refill) or a failed
    /// replay until the next step. A wrapper that clips by itself, such as `Accumulate`, has the norm in its state `grad_norm`.
    ///
    /// # Errors
    ///
    /// Returns an error if the device fails.
    pub fn grad_norm(&self) -> Result<Option<f64>, GpuError> {
        let numbers = self.norm.as_ref().map(|ready| read(&self.client, &ready.registers)).transpose()?;
        Ok(numbers.map(|numbers| f64::from(numbers[clipping::NORM])))
    }

    /// The device has got all launches of a step, and so many others with it.
    pub(crate) fn launched(&mut self, ready: &Arc<Ready>, step: &DescribedStep, others: usize) {
        self.launches = ready.plan.launches.len() + others;
        self.norm = step.clip_norm.map(|_| Arc::clone(ready));
    }

    /// The numbers that a step reports, for which it waits for the device; none if it is not watched.
    pub(crate) fn reported(&self, ready: &Ready, step: &DescribedStep) -> Result<DeviceReport, GpuError> {
        if !step.is_watched {
            return Ok(DeviceReport::default());
        }
        let numbers = read(&self.client, &ready.registers)?;
        let grad_norm = step.clip_norm.map(|_| f64::from(numbers[clipping::NORM]));
        Ok(DeviceReport { numbers: ready.plan.reported(&numbers), grad_norm })
    }
}
