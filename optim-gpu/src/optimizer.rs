//! An optimizer whose parameters and states are on a device.

use std::fmt;
use std::sync::Arc;

use cubecl::bytes::Bytes;
use cubecl::prelude::Client;
use cubecl::server::Handle;
use cubecl_environment::stream::StreamId;
use optim_core::program::{DescribedStep, DeviceScalars, ProgramData};
use optim_core::{Engine, StepReport};

use crate::error::GpuError;
use crate::launch::{self, Array, PassBuffers};
use crate::plan::{Launch, Plan, Plans, key};
use crate::residence::Residence;

/// Most plans that are kept. A step with other gradients than before has another one.
const PLANS: usize = 64;

/// An optimizer that steps on a device, by kernels that are printed from its program.
///
/// It takes over the states of an [`Engine`], and keeps the engine for all that is not an array: names, groups, schedules, step counts, reports.
///
/// | | methods |
/// |---|---|
/// | stepping | [`step`](Self::step) |
/// | settings | [`engine`](Self::engine) to read, [`change_settings`](Self::change_settings) to write |
/// | state | [`download`](Self::download) to read, [`change_state`](Self::change_state) to write |
/// | costs | [`launches`](Self::launches) |
pub struct GpuOptimizer {
    engine: Engine<f32>,
    client: Client,
    /// The stream of the device that has the arrays. Each thread has its own, and CubeCL only waits for the one that made a buffer, not for another
    /// that wrote to it.
    stream: StreamId,
    scalars: DeviceScalars,
    residence: Residence,
    plans: Plans,
    /// The programs of the plans: they stay, because plans know them by their addresses.
    programs: Vec<Arc<ProgramData>>,
    registers: Option<Array>,
    scratch: Array,
    launches: usize,
}

/// A step that can be done.
pub(crate) struct Prepared {
    step: DescribedStep,
    key: Vec<(usize, usize)>,
}

impl GpuOptimizer {
    /// Takes the states of an optimizer to a device, as they are: a checkpoint may be loaded before.
    ///
    /// # Errors
    ///
    /// [`GpuError`], if a step of this optimizer cannot run there.
    pub fn new(engine: Engine<f32>, client: Client) -> Result<Self, GpuError> {
        let scalars = engine.device_scalars()?;
        let residence = Residence::new(&client, &engine, &scalars)?;
        let scratch = Array::empty(&client, 1);
        let (stream, plans, programs) = (StreamId::current(), Plans::new(), Vec::new());
        let (registers, launches) = (None, 0);
        Ok(Self { engine, client, stream, scalars, residence, plans, programs, registers, scratch, launches })
    }

    /// Updates parameters on the device, in place.
    ///
    /// `params` and `grads` are in the order of [`Engine::params`], each with its elements in C order. A parameter without a gradient stays as it is.
    /// The call returns before the device has done the work. A step on another thread than before takes the states through the host: each thread has
    /// a queue of its own on the device.
    ///
    /// # Errors
    ///
    /// [`GpuError`]. Nothing has changed then.
    pub fn step(&mut self, params: &[Handle], grads: &[Option<Handle>]) -> Result<StepReport, GpuError> {
        let given = self.given("array", params.iter().map(Some))?;
        let grads = self.given("gradient", grads.iter().map(Option::as_ref))?;
        let step = self.prepare(&|place| grads[place].is_some())?;
        Ok(self.launch(&step, &given, &grads))
    }

    /// All of the coming step that can fail. Nothing has changed before [`launch`](Self::launch).
    pub(crate) fn prepare(&mut self, has_grad: &dyn Fn(usize) -> bool) -> Result<Prepared, GpuError> {
        self.follow_thread()?;
        let step = self.engine.describe_step(has_grad, &self.scalars)?;
        let key = key(&step);
        if !self.plans.contains_key(&key) {
            if self.plans.len() >= PLANS {
                self.forget_plans();
            }
            let plan = Plan::new(&self.client, &step, &self.residence)?;
            self.programs.extend(step.entries.iter().flatten().map(|own| Arc::clone(&own.program)));
            self.plans.insert(key.clone(), plan);
        }
        Ok(Prepared { step, key })
    }

    /// Does a step with arrays that have the lengths of the parameters.
    pub(crate) fn launch(
        &mut self,
        Prepared { step, key }: &Prepared,
        given: &[Option<Array>],
        grads: &[Option<Array>],
    ) -> StepReport {
        let plan = &self.plans[key];
        if self.scratch.len < plan.scratch {
            self.scratch = Array::empty(&self.client, plan.scratch);
        }
        let numbers = plan.numbers(step);
        let registers = match &self.registers {
            Some(array) if array.len == numbers.len() => {
                self.client.write(&array.handle, Bytes::from_bytes_vec(bytemuck::cast_slice(&numbers).to_vec()));
                array.clone()
            }
            _ => Array::new(&self.client, &numbers),
        };
        for launch in &plan.launches {
            match launch {
                Launch::Pass { body, table, cubes, arena, slots } => {
                    let buffers = PassBuffers {
                        params: slots.iter().filter_map(|place| given[*place].as_ref()).collect(),
                        grads: slots.iter().filter_map(|place| grads[*place].as_ref()).collect(),
                        states: &self.residence.arenas[*arena],
                        scratch: &self.scratch,
                        registers: &registers,
                    };
                    launch::pass(&self.client, body, &buffers, table, *cubes);
                }
                Launch::Scalars { body, table, cubes } => {
                    let arrays = (&self.scratch, &registers, &self.residence.scalar_array);
                    launch::scalars(&self.client, body, arrays, table, *cubes);
                }
                Launch::Join { fold, table } => launch::join(&self.client, *fold, &registers, table),
            }
        }
        self.launches = plan.launches.len();
        self.registers = Some(registers);
        self.engine.finish_step(step)
    }

    /// Takes all arrays to the stream of this thread.
    fn follow_thread(&mut self) -> Result<(), GpuError> {
        if StreamId::current() == self.stream { Ok(()) } else { self.change_state(|_| ()) }
    }

    fn forget_plans(&mut self) {
        self.plans.clear();
        self.programs.clear();
    }

    /// The arrays that are given, with the lengths of the parameters.
    fn given<'h>(
        &self,
        what: &'static str,
        handles: impl ExactSizeIterator<Item = Option<&'h Handle>>,
    ) -> Result<Vec<Option<Array>>, GpuError> {
        let expected = self.residence.count();
        if handles.len() != expected {
            let what = if what == "gradient" { "gradients" } else { "parameters" };
            return Err(GpuError::Count { what, expected, found: handles.len() });
        }
        let array = |(place, handle): (usize, Option<&Handle>)| {
            let Some(handle) = handle else { return Ok(None) };
            let expected = self.residence.len(place);
            let found = usize::try_from(handle.size_in_used() / 4).unwrap_or(usize::MAX);
            if found < expected || (found != expected && found != expected.max(1)) {
                let param = self.residence.name(place).to_owned();
                return Err(GpuError::Length { what, param, expected, found });
            }
            Ok((expected > 0).then(|| Array { handle: handle.clone(), len: expected }))
        };
        handles.enumerate().map(array).collect()
    }

    /// The optimizer on the host. Its states are as they were at the last [`download`](Self::download).
    pub fn engine(&self) -> &Engine<f32> {
        &self.engine
    }

    /// Changes settings, schedules, options, seeds or step counts. `f` must not change states, which are on the device: see
    /// [`change_state`](Self::change_state).
    pub fn change_settings<R>(&mut self, f: impl FnOnce(&mut Engine<f32>) -> R) -> R {
        // A plan holds for its programs, which other settings may not have.
        f(&mut self.engine)
    }

    /// The optimizer with the present states, for checkpoints. It waits for the device.
    ///
    /// # Errors
    ///
    /// When the device fails.
    pub fn download(&mut self) -> Result<&Engine<f32>, GpuError> {
        self.residence.download(&self.client, &mut self.engine)?;
        Ok(&self.engine)
    }

    /// Changes anything, states too: they are downloaded before and uploaded after `f`.
    ///
    /// # Errors
    ///
    /// When the device fails, or the optimizer cannot run there any more. What `f` returns is returned.
    pub fn change_state<R>(&mut self, f: impl FnOnce(&mut Engine<f32>) -> R) -> Result<R, GpuError> {
        self.residence.download(&self.client, &mut self.engine)?;
        let result = f(&mut self.engine);
        self.forget_plans();
        self.scalars = self.engine.device_scalars()?;
        self.residence = Residence::new(&self.client, &self.engine, &self.scalars)?;
        self.stream = StreamId::current();
        (self.registers, self.scratch) = (None, Array::empty(&self.client, 1));
        Ok(result)
    }

    /// How many kernels the last step launched.
    pub fn launches(&self) -> usize {
        self.launches
    }
}

impl fmt::Debug for GpuOptimizer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GpuOptimizer").field("engine", &self.engine).finish_non_exhaustive()
    }
}
