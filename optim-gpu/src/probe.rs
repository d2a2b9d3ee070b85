//! Steps with gradients at two points: a probe moves the parameters in between.

use cubecl::server::Handle;
use optim_core::StepError;
use optim_core::program::ProgramError;

use crate::error::GpuError;
use crate::inputs::{Arrays, GivenInputs, GpuInput};
use crate::launch::{self, Array};
use crate::optimizer::{GpuOptimizer, Routine};

impl GpuOptimizer {
    /// Calls `gradients` for a loss and the gradients at the current parameters, updates the parameters in place, and returns the loss.
    ///
    /// An optimizer with a probe, such as `SAM`, calls `gradients` twice: the probe moves the parameters by the first gradients, and the step uses the
    /// gradients at the moved parameters. The loss of the first call is returned. [`Optimizer::step_with`](optim_core::Optimizer::step_with) does the same on the
    /// host.
    ///
    /// `inputs` are the inputs that the optimizer declares, by name. The probe and the step get the same ones.
    ///
    /// ```no_run
    /// # use optim_gpu::{GpuError, GpuOptimizer, cubecl::server::Handle};
    /// # fn f(mut optimizer: GpuOptimizer, params: Vec<Handle>, model: impl Fn(&[Handle]) -> (f32, Vec<Option<Handle>>)) -> Result<(), GpuError> {
    /// let loss = optimizer.step_with(&params, &[], || Ok::<_, GpuError>(model(&params)))?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// The error of the closure, or a [`GpuError`] that is converted to it, for example if an input that is due is missing, or if the second call returns
    /// gradients of other parameters than the first. Nothing has changed then, even if the closure panics: the probe's changes are undone, to the bit.
    pub fn step_with<L, E: From<GpuError>>(
        &mut self,
        params: &[Handle],
        inputs: &[(&str, GpuInput<'_>)],
        mut gradients: impl FnMut() -> Result<(L, Vec<Option<Handle>>), E>,
    ) -> Result<L, E> {
        let (loss, grads) = gradients()?;
        if !self.host.has_probe() {
            self.step_with_inputs(params, &grads, inputs)?;
            return Ok(loss);
        }
        let inputs = self.given_inputs(inputs, |_, arrays| Ok::<_, GpuError>(arrays.to_vec()))?;
        let probed = Probed::new(self, params, &grads, &inputs)?;
        drop(grads);
        let (_, grads) = gradients()?;
        probed.step(&grads, &inputs)?;
        Ok(loss)
    }
}

/// An optimizer whose parameters the probe has moved. If it is dropped without its step, everything is as it was before.
struct Probed<'o> {
    optimizer: &'o mut GpuOptimizer,
    params: Vec<Option<Array>>,
    /// True for each parameter that had a gradient.
    given: Vec<bool>,
    /// Arrays, with their copies from before the probe.
    copies: Vec<(Array, Array)>,
}

impl<'o> Probed<'o> {
    fn new(
        optimizer: &'o mut GpuOptimizer,
        params: &[Handle],
        grads: &[Option<Handle>],
        inputs: &GivenInputs<'_>,
    ) -> Result<Self, GpuError> {
        optimizer.follow_thread()?;
        let params = optimizer.given("array", params.iter().map(Some))?;
        let grads = optimizer.given("gradient", grads.iter().map(Option::as_ref))?;
        let given: Vec<bool> = grads.iter().map(Option::is_some).collect();
        let probe = optimizer.prepared(Routine::Probe, &|place| given[place], inputs)?;
        let stepped = params.iter().zip(&given).filter_map(|(param, given)| param.as_ref().filter(|_| *given));
        let copied = stepped.chain(optimizer.residence.all()).cloned().map(|array| {
            let copy = Array::empty(&optimizer.client, array.len);
            launch::duplicate(&optimizer.client, &array, &copy);
            (array, copy)
        });
        let copies = copied.collect();
        optimizer.run_probe(&probe, &Arrays { params: &params, grads: &grads, inputs });
        Ok(Self { optimizer, params, given, copies })
    }

    /// Steps with the gradients at the moved parameters.
    fn step(mut self, grads: &[Option<Handle>], inputs: &GivenInputs<'_>) -> Result<(), GpuError> {
        let optimizer = &mut *self.optimizer;
        optimizer.follow_thread()?;
        let grads = optimizer.given("gradient", grads.iter().map(Option::as_ref))?;
        if let Some(place) = self.given.iter().zip(&grads).position(|(given, grad)| *given != grad.is_some()) {
            let call = if self.given[place] { "first" } else { "second" };
            let param = optimizer.residence.layout.name(place).to_owned();
            return Err(ProgramError::from(StepError::GradientInOneCall { param, call }).into());
        }
        let step = optimizer.prepared(Routine::Step, &|place| grads[place].is_some(), inputs)?;
        optimizer.run(&step, &Arrays { params: &self.params, grads: &grads, inputs })?;
        self.copies.clear();
        Ok(())
    }
}

impl Drop for Probed<'_> {
    fn drop(&mut self) {
        for (array, copy) in &self.copies {
            launch::duplicate(&self.optimizer.client, copy, array);
        }
    }
}
