//! An optimizer whose parameters and states are on a device.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use cubecl::prelude::Client;
use cubecl::server::Handle;
use cubecl_environment::stream::StreamId;
use optim_core::program::{DescribedStep, DeviceScalars, GivenToStep, HostOptimizer, ProgramError};
use optim_core::{Optimizer, StepError, StepReport};

use crate::compile::check;
use crate::error::GpuError;
use crate::inputs::{Arrays, GivenInputs, GpuInput};
use crate::launch::{self, Array, PassBuffers, write};
use crate::plan::{Key, Kind, Launch, LaunchKernel, Plan, Ready, key};
use crate::residence::Residence;

/// The largest number of plans that the optimizer keeps. A step with other gradients needs another plan.
const PLANS: usize = 64;

/// An optimizer that steps on a device. Its program is compiled to kernels.
///
/// It copies the states of an [`Optimizer`] to the device. It keeps the optimizer for everything else: names, groups, schedules, step counts, reports.
///
/// | | methods |
/// |---|---|
/// | stepping | [`step`](Self::step), [`step_with_inputs`](Self::step_with_inputs), [`step_together`](Self::step_together), [`step_with`](Self::step_with), [`eval_weights`](Self::eval_weights) |
/// | captured steps | [`record`](Self::record), [`replay`](Self::replay); with the numbers of many steps on the device [`look_ahead`](Self::look_ahead), [`record_ahead`](Self::record_ahead), [`replay_ahead`](Self::replay_ahead), [`refill`](Self::refill) |
/// | settings | [`optimizer`](Self::optimizer) to read, [`change_settings`](Self::change_settings) to write |
/// | state | [`download`](Self::download) to read, [`change_state`](Self::change_state) to write |
/// | reports | [`grad_norm`](Self::grad_norm) |
/// | costs | [`launches`](Self::launches) |
///
/// A step on the device does not look for NaN and infinity, so [`StepReport::not_finite`] is always empty. With `clip_norm`, NaN or infinity in a gradient
/// makes [`grad_norm`](Self::grad_norm) NaN or infinite.
///
/// ```no_run
/// use optim_gpu::{GpuOptimizer, cubecl};
/// use optim_std::ndarray::Array1;
/// use optim_std::prelude::*;
///
/// let client = cubecl::Device::default().client();
/// let model = Array1::<f32>::zeros(1000);
/// let optimizer = AdamW::new().lr(0.01).build(&model)?;
/// let mut optimizer = GpuOptimizer::new(optimizer, client.clone())?;
///
/// let bytes = |x: f32| vec![x; 1000].iter().flat_map(|x| x.to_ne_bytes()).collect::<Vec<u8>>();
/// let param = client.create_from_slice(&bytes(0.0));
/// let grad = client.create_from_slice(&bytes(0.1));
/// optimizer.step(&[param], &[Some(grad)])?; // `param` has changed in place
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct GpuOptimizer {
    pub(crate) host: HostOptimizer<f32>,
    pub(crate) client: Client,
    /// The device's stream that owns the arrays. Each thread has another stream. CubeCL waits only for the stream that
    /// made a buffer, not for another stream that wrote to it.
    pub(crate) stream: StreamId,
    pub(crate) scalars: DeviceScalars,
    pub(crate) residence: Residence,
    pub(crate) plans: HashMap<Key, Arc<Ready>>,
    pub(crate) scratch: Array,
    /// The launches of the last step.
    pub(crate) launches: usize,
    /// The plan and the registers of the last step, if they contain the norm of its gradients.
    pub(crate) norm: Option<Arc<Ready>>,
    /// An identifier of the current arrays. No other optimizer has it, and it changes with the arrays. A recording keeps the identifier at its
    /// creation.
    pub(crate) generation: u64,
    /// Arrays of one element, for empty slots of a launch.
    spare: Vec<Array>,
}

/// The routine to prepare: the probe, if the optimizer has one, or the step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Routine {
    Probe,
    Step,
}

/// Marks registers that have the numbers of a single step.
pub(crate) const ONE_STEP: u64 = u64::MAX;

/// A step that is ready to run.
pub(crate) struct Prepared {
    step: DescribedStep,
    ready: Arc<Ready>,
}

impl GpuOptimizer {
    /// Copies the states of an optimizer to a device. You can load a checkpoint before.
    ///
    /// # Errors
    ///
    /// [`GpuError`], if a step of this optimizer cannot run on the device.
    pub fn new(optimizer: Optimizer<f32>, client: Client) -> Result<Self, GpuError> {
        let scalars = optimizer.device_scalars()?;
        check(&optimizer, &scalars)?;
        let residence = Residence::new(&client, &optimizer, &scalars)?;
        let scratch = Array::empty(&client, 1);
        let (stream, plans) = (StreamId::current(), HashMap::new());
        // A launch never has more empty slots than there are parameters.
        let slots = residence.layout.slots(0).min(residence.layout.count());
        let spare = (0..2 * slots.max(1)).map(|_| Array::empty(&client, 1)).collect();
        let (launches, norm, generation) = (0, None, new_generation());
        Ok(Self {
            host: HostOptimizer::new(optimizer),
            client,
            stream,
            scalars,
            residence,
            plans,
            scratch,
            launches,
            norm,
            generation,
            spare,
        })
    }

    /// Updates parameters on the device, in place.
    ///
    /// `params` and `grads` are in the order of [`Optimizer::params`], each with its elements in C order. For an array without elements, pass any buffer.
    /// A parameter without a gradient does not change. The call returns before the device has finished. If the step is [watched](Optimizer::watch), it waits
    /// for the numbers. A step on another thread than before copies the states through the host, because each thread has its own queue on the device.
    ///
    /// # Errors
    ///
    /// [`GpuError`]. Nothing has changed then, unless the device fails while a watched step waits for its numbers.
    pub fn step(&mut self, params: &[Handle], grads: &[Option<Handle>]) -> Result<StepReport, GpuError> {
        self.step_with_inputs(params, grads, &[])
    }

    /// [`step`](Self::step) with the inputs that the optimizer declares, by name.
    ///
    /// # Errors
    ///
    /// The same errors as [`step`](Self::step). Also if an input that is due is missing, or an input is unknown.
    pub fn step_with_inputs(
        &mut self,
        params: &[Handle],
        grads: &[Option<Handle>],
        inputs: &[(&str, GpuInput<'_>)],
    ) -> Result<StepReport, GpuError> {
        let params = self.given("array", params.iter().map(Some))?;
        let grads = self.given("gradient", grads.iter().map(Option::as_ref))?;
        let inputs = self.given_inputs(inputs, |_, arrays| Ok::<_, GpuError>(arrays.to_vec()))?;
        let step = self.prepare(&|place| grads[place].is_some(), &inputs)?;
        self.run(&step, &Arrays { params: &params, grads: &grads, inputs: &inputs })
    }

    /// Does everything in the next step that can fail before it begins. Nothing changes before [`run`](Self::run).
    pub(crate) fn prepare(
        &mut self,
        has_grad: &dyn Fn(usize) -> bool,
        inputs: &GivenInputs<'_>,
    ) -> Result<Prepared, GpuError> {
        self.follow_thread()?;
        self.check_one_gradient()?;
        self.prepared(Routine::Step, has_grad, inputs)
    }

    /// Like [`prepare`](Self::prepare), for the probe before a step or the step after it.
    pub(crate) fn prepared(
        &mut self,
        routine: Routine,
        has_grad: &dyn Fn(usize) -> bool,
        inputs: &GivenInputs<'_>,
    ) -> Result<Prepared, GpuError> {
        let given = GivenToStep {
            has_grad,
            number: &|name| inputs.number(name),
            has_array: &|name, place| inputs.array(name, place).is_some(),
        };
        let step = match routine {
            Routine::Probe => self.host.describe_probe(&given, &self.scalars)?,
            Routine::Step => self.host.describe_step(&given, &self.scalars)?,
        };
        let ready = self.ready(&step, Kind::Step)?;
        Ok(Prepared { step, ready })
    }

    fn check_one_gradient(&self) -> Result<(), GpuError> {
        let optimizer = self.host.name();
        if self.host.has_probe() { Err(ProgramError::from(StepError::NeedsProbe { optimizer }).into()) } else { Ok(()) }
    }

    /// Runs a prepared probe: the launches of a step that does not count.
    pub(crate) fn run_probe(&self, probe: &Prepared, arrays: &Arrays<'_>) {
        self.launch(&probe.ready, arrays);
    }

    /// Runs a step with arrays that have the lengths of the parameters. It fails only if the step is watched and the device does not return the numbers.
    pub(crate) fn run(
        &mut self,
        Prepared { step, ready }: &Prepared,
        arrays: &Arrays<'_>,
    ) -> Result<StepReport, GpuError> {
        self.launch(ready, arrays);
        self.launched(ready, step, 0);
        let reported = self.reported(ready, step)?;
        Ok(self.host.finish_step(step, &reported))
    }

    /// Moves all arrays to the stream of this thread.
    pub(crate) fn follow_thread(&mut self) -> Result<(), GpuError> {
        self.host.check()?;
        if StreamId::current() == self.stream { Ok(()) } else { self.change_state(|_| ()) }
    }

    /// Like [`step`](Self::step), with all parameters in one buffer and all gradients in another, one after the other in the order of [`Optimizer::params`].
    /// All parameters must have a gradient, and the optimizer must not need inputs. It needs as few launches as a device without a limit of buffers.
    ///
    /// # Errors
    ///
    /// The same errors as [`step`](Self::step).
    pub fn step_together(&mut self, params: &Handle, grads: &Handle) -> Result<StepReport, GpuError> {
        self.follow_thread()?;
        if let Some(param) = self.residence.layout.half_param() {
            let (param, call) = (param.to_owned(), "parameters of two bytes in one buffer".to_owned());
            return Err(GpuError::Call { param, call, help: "give each a buffer, to `step`" });
        }
        let all = |what, handle: &Handle| {
            let expected = self.residence.layout.total();
            let found = usize::try_from(handle.size_in_used() / 4).unwrap_or(usize::MAX);
            if expected > u32::MAX as usize {
                let (param, bytes) = ("all parameters together".to_owned(), 4 * expected as u64);
                return Err(GpuError::TooLarge { param, bytes, most: 4 * u64::from(u32::MAX) });
            }
            if found != expected.max(1) {
                let param = "all parameters together".to_owned();
                return Err(GpuError::Length { what, param, expected, found });
            }
            // The same buffer is used for all parameters.
            Ok(vec![Some(Array { handle: handle.clone(), len: found }); self.residence.layout.count()])
        };
        let (params, grads) = (all("array", params)?, all("gradient", grads)?);
        let step = self.describe(&vec![true; params.len()])?;
        let ready = self.ready(&step, Kind::StepTogether)?;
        let inputs = GivenInputs::default();
        self.run(&Prepared { step, ready }, &Arrays { params: &params, grads: &grads, inputs: &inputs })
    }

    /// Returns the weights for evaluation in new buffers, in the order of the parameters: the result of the optimizer's `eval`, or copies of the parameters if
    /// it has none. Neither parameters nor states change.
    ///
    /// # Errors
    ///
    /// [`GpuError`].
    pub fn eval_weights(&mut self, params: &[Handle]) -> Result<Vec<Handle>, GpuError> {
        let params = self.given("array", params.iter().map(Some))?;
        let weights: Vec<Option<Array>> =
            (0..params.len()).map(|place| Some(self.residence.new_param(&self.client, place))).collect();
        self.write_eval(&weights, &params)?;
        Ok(weights.into_iter().flatten().map(|array| array.handle).collect())
    }

    /// Writes the weights for evaluation to arrays of the same lengths.
    pub(crate) fn write_eval(&mut self, weights: &[Option<Array>], params: &[Option<Array>]) -> Result<(), GpuError> {
        self.follow_thread()?;
        let step = self.host.describe_eval(&self.scalars)?;
        let ready = self.ready(&step, Kind::Eval)?;
        self.launch(&ready, &Arrays { params: weights, grads: params, inputs: &GivenInputs::default() });
        Ok(())
    }

    pub(crate) fn describe(&mut self, has_grad: &[bool]) -> Result<DescribedStep, GpuError> {
        self.check_one_gradient()?;
        let has_grad = &|place: usize| has_grad[place];
        let given = GivenToStep { has_grad, number: &|_| None, has_array: &|_, _| false };
        Ok(self.host.describe_step(&given, &self.scalars)?)
    }

    /// The plan of a step, with its numbers on the device.
    fn ready(&mut self, step: &DescribedStep, kind: Kind) -> Result<Arc<Ready>, GpuError> {
        let key = key(step, kind);
        if let Some(ready) = self.plans.get(&key).map(Arc::clone) {
            self.reserve_scratch(ready.plan.scratch);
            self.write(&ready, step);
            return Ok(ready);
        }
        let plan = Plan::new(step, &self.residence.layout, kind)?.upload(&self.client);
        if self.plans.len() >= PLANS {
            self.plans.clear();
        }
        self.reserve_scratch(plan.scratch);
        let registers = Array::new(&self.client, &plan.numbers(step));
        let ready = Arc::new(Ready { plan, registers, numbers_of: AtomicU64::new(ONE_STEP) });
        self.plans.insert(key, Arc::clone(&ready));
        Ok(ready)
    }

    fn reserve_scratch(&mut self, len: usize) {
        if self.scratch.len < len {
            // Recordings keep the old scratch.
            self.scratch = Array::empty(&self.client, len);
        }
    }

    /// Frees the scratch on the device until the next step.
    #[cfg(feature = "burn")]
    pub(crate) fn release_scratch(&mut self) {
        if self.scratch.len > 1 {
            self.scratch = Array::empty(&self.client, 1);
        }
    }

    /// Writes the numbers of a step to the registers.
    pub(crate) fn write(&mut self, ready: &Arc<Ready>, step: &DescribedStep) {
        self.norm.take_if(|of| Arc::ptr_eq(of, ready));
        ready.numbers_of.store(ONE_STEP, Ordering::Relaxed);
        write(&self.client, &ready.registers.handle, &ready.plan.numbers(step));
    }

    pub(crate) fn launch(&self, Ready { plan, registers, .. }: &Ready, arrays: &Arrays<'_>) {
        let (client, scratch) = (&self.client, &self.scratch);
        for Launch { kernel, table, cubes, .. } in &plan.launches {
            match kernel {
                LaunchKernel::Pass { body, arena, slots } => {
                    let mut spare = self.spare.iter().cloned();
                    let mut of = |all: &[Option<Array>]| {
                        let own = slots.iter().map(|place| place.and_then(|place| all[place].clone()));
                        own.filter_map(|array| array.or_else(|| spare.next())).collect::<Vec<Array>>()
                    };
                    let (params, grads) = (of(arrays.params), of(arrays.grads));
                    let buffers = PassBuffers {
                        inputs: arrays.inputs.of_slots(&self.host, &body.inputs, slots, &grads),
                        params,
                        grads,
                        codes: body.has_codes().then(|| &self.residence.codes[arena.1]),
                        states: &self.residence.arenas[arena.0],
                        scratch,
                        registers,
                    };
                    launch::pass(client, body, &buffers, table, *cubes);
                }
                LaunchKernel::Scalars(body) => {
                    let arrays = (scratch, registers, &self.residence.scalar_array);
                    launch::scalars(client, body, arrays, table, *cubes);
                }
                LaunchKernel::Product(body) => launch::product(client, *body, scratch, table, *cubes),
                LaunchKernel::Copy => launch::copy(client, scratch, table, *cubes),
                LaunchKernel::Eye => launch::eye(client, scratch, table, *cubes),
                LaunchKernel::Join(fold) => launch::join(client, *fold, registers, table),
            }
        }
    }

    /// The given arrays, after a check of their lengths.
    pub(crate) fn given<'h>(
        &self,
        what: &'static str,
        handles: impl ExactSizeIterator<Item = Option<&'h Handle>>,
    ) -> Result<Vec<Option<Array>>, GpuError> {
        let expected = self.residence.layout.count();
        if handles.len() != expected {
            let what = if what == "gradient" { "gradients" } else { "parameters" };
            return Err(GpuError::Count { what, expected, found: handles.len() });
        }
        let array = |(place, handle): (usize, Option<&Handle>)| {
            let elements = (self.residence.layout.len(place), self.residence.layout.element_bytes(place));
            handle.map_or(Ok(None), |handle| self.checked((what, place), handle, elements))
        };
        handles.enumerate().map(array).collect()
    }

    /// The array in a buffer, which must have this number of elements of some bytes each. Any buffer is right for an array without elements.
    pub(crate) fn checked(
        &self,
        (what, place): (&'static str, usize),
        handle: &Handle,
        (expected, bytes): (usize, u64),
    ) -> Result<Option<Array>, GpuError> {
        if expected == 0 {
            // No kernel reads an element of an empty array.
            return Ok(self.spare.last().cloned());
        }
        let found = usize::try_from(handle.size_in_used() / bytes).unwrap_or(usize::MAX);
        if found != expected {
            let param = self.residence.layout.name(place).to_owned();
            return Err(GpuError::Length { what, param, expected, found });
        }
        Ok(Some(Array::of_given(handle, expected, bytes)))
    }

    /// The optimizer on the host. Its states are as they were at the last [`download`](Self::download).
    pub fn optimizer(&self) -> &Optimizer<f32> {
        &self.host
    }

    /// Changes settings, schedules, options, seeds or step counts. States are on the device, so changes that `f` makes to their values are lost: use
    /// [`change_state`](Self::change_state) for them. If `f` changes masks or replaces the optimizer, steps may return [`GpuError::Changed`].
    pub fn change_settings<R>(&mut self, f: impl FnOnce(&mut Optimizer<f32>) -> R) -> R {
        self.host.change_settings(f)
    }

    /// Returns the optimizer with the current states, for checkpoints. It waits for the device.
    ///
    /// # Errors
    ///
    /// Returns an error if the device fails, or the optimizer was replaced by one with other parameters or states.
    pub fn download(&mut self) -> Result<&Optimizer<f32>, GpuError> {
        let (residence, client) = (&self.residence, &self.client);
        self.host.download(|optimizer| residence.download(client, optimizer))
    }

    /// A copy of the optimizer on the host, with the current states.
    #[cfg(feature = "burn")]
    pub(crate) fn to_optimizer(&self) -> Result<Optimizer<f32>, GpuError> {
        let mut host = self.host.clone();
        host.download(|optimizer| self.residence.download(&self.client, optimizer))?;
        Ok(host.into_optimizer())
    }

    /// Changes anything but the parameters: states and masks too. It downloads the states, calls `f` with a copy of the optimizer, and uploads the states.
    ///
    /// # Errors
    ///
    /// Returns an error if the device fails, if the optimizer can no longer run on it, or if it has other parameters. Nothing has changed then.
    /// Otherwise it returns the result of `f`.
    pub fn change_state<R>(&mut self, f: impl FnOnce(&mut Optimizer<f32>) -> R) -> Result<R, GpuError> {
        let (residence, client) = (&self.residence, &self.client);
        let (host, result) = self.host.change_state(|optimizer| residence.download(client, optimizer), f)?;
        let scalars = host.device_scalars()?;
        check(&host, &scalars)?;
        let residence = Residence::new(&self.client, &host, &scalars)?;
        (self.host, self.scalars, self.residence) = (host, scalars, residence);
        (self.stream, self.scratch) = (StreamId::current(), Array::empty(&self.client, 1));
        self.plans.clear();
        self.generation = new_generation();
        Ok(result)
    }

    /// The number of kernels that the last step launched. 0 before the first step.
    pub fn launches(&self) -> usize {
        self.launches
    }
}

/// A new identifier.
pub(crate) fn new_generation() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

impl fmt::Debug for GpuOptimizer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GpuOptimizer").field("optimizer", &*self.host).finish_non_exhaustive()
    }
}
