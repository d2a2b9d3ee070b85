//! Captured steps: the device records the launches of a step once, and replays them with the numbers of each step.

use std::sync::Arc;

use cubecl::server::Handle;
use cubecl_environment::stream::StreamId;
use optim_core::StepReport;

use crate::error::GpuError;
use crate::inputs::{Arrays, GivenInputs};
use crate::launch::Array;
use crate::optimizer::GpuOptimizer;
use crate::plan::{Key, Kind, Ready, key};

/// A step whose launches were recorded: made by [`GpuOptimizer::record`].
#[derive(Debug)]
pub struct Recorded {
    key: Key,
    has_grad: Vec<bool>,
    ready: Arc<Ready>,
    generation: u64,
    /// Kept, because a recording contains their addresses.
    _arrays: Vec<Array>,
}

impl GpuOptimizer {
    /// Records the launches of the next step. Call it between `start_capture` and `stop_capture` of the client. The recording does not run the
    /// kernels, and the step does not count. [`replay`](Self::replay) runs the recording. You can replay it as long as you train with these buffers.
    ///
    /// A recording allocates and writes nothing, so call [`step`](Self::step) with the same gradients and programs
    /// before, on the same thread. Optimizers with inputs cannot be recorded.
    ///
    /// # Errors
    ///
    /// [`GpuError::Replay`] if there was no such step; other errors as in [`step`](Self::step).
    pub fn record(&mut self, params: &[Handle], grads: &[Option<Handle>]) -> Result<Recorded, GpuError> {
        let params = self.given("array", params.iter().map(Some))?;
        let grads = self.given("gradient", grads.iter().map(Option::as_ref))?;
        let has_grad: Vec<bool> = grads.iter().map(Option::is_some).collect();
        if StreamId::current() != self.stream {
            return Err(GpuError::Replay);
        }
        self.follow_thread()?;
        let step = self.describe(&has_grad)?;
        let key = key(&step, Kind::Step);
        let Some(ready) = self.plans.get(&key).map(Arc::clone) else { return Err(GpuError::Replay) };
        let arrays = self.launch_to_record(&ready, params, grads);
        Ok(Recorded { key, has_grad, ready, generation: self.generation, _arrays: arrays })
    }

    /// Launches a step for a recording. Returns the arrays whose addresses the recording contains.
    pub(crate) fn launch_to_record(
        &self,
        ready: &Ready,
        params: Vec<Option<Array>>,
        grads: Vec<Option<Array>>,
    ) -> Vec<Array> {
        self.launch(ready, &Arrays { params: &params, grads: &grads, inputs: &GivenInputs::default() });
        let arrays =
            [&self.scratch].into_iter().chain(self.residence.all()).cloned().chain(params.into_iter().flatten());
        arrays.chain(grads.into_iter().flatten()).collect()
    }

    /// Runs a recorded step. It writes the numbers of this step to a buffer: the learning rate, and everything that depends on the step count. Then it calls
    /// `run`, which replays the recording, and counts the step.
    ///
    /// ```no_run
    /// # use optim_gpu::{GpuError, GpuOptimizer, cubecl::{prelude::Client, server::Handle}};
    /// # fn f(client: &Client, mut optimizer: GpuOptimizer, params: &[Handle], grads: &[Option<Handle>]) -> Result<(), Box<dyn std::error::Error>> {
    /// client.graph_prepare()?;
    /// optimizer.step(params, grads)?; // compiles the kernels
    /// client.start_capture()?;
    /// let recorded = optimizer.record(params, grads)?; // behind the launches of the model
    /// let graph = client.stop_capture()?;
    /// for _ in 0..1000 {
    ///     // … write the next batch …
    ///     // SAFETY: all buffers of the recording are still there, and nobody else uses them meanwhile.
    ///     optimizer.replay(&recorded, || unsafe { graph.replay() }.map_err(|error| GpuError::Device(error.to_string())))?;
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// [`GpuError::Replay`] if this step has another program than the recorded step, because of a timed condition such as `every(10)` or a changed
    /// setting. The same error if another optimizer made the recording, or this optimizer before [`change_state`](Self::change_state). Call
    /// [`step`](Self::step) then. If `run` fails, its error, and the step is not counted.
    pub fn replay(
        &mut self,
        recorded: &Recorded,
        run: impl FnOnce() -> Result<(), GpuError>,
    ) -> Result<StepReport, GpuError> {
        self.follow_thread()?;
        // Another optimizer may have other parameters.
        if self.generation != recorded.generation {
            return Err(GpuError::Replay);
        }
        let step = self.describe(&recorded.has_grad)?;
        if key(&step, Kind::Step) != recorded.key {
            return Err(GpuError::Replay);
        }
        self.write(&recorded.ready, &step);
        run()?;
        self.launched(&recorded.ready, &step, 0);
        let reported = self.reported(&recorded.ready, &step)?;
        Ok(self.host.finish_step(&step, &reported))
    }
}
