//! An optimizer for a module on a device.

use std::fmt;

use burn_core::module::Module;
use burn_core::tensor::Device;
use burn_optim::GradientsParams;
use optim_core::params::Named;
use optim_core::registry::AnyBuilder;
use optim_core::{BuildError, Optimizer, StepReport, TensorRef};

use super::check_no_probe;
use super::error::{BurnError, NotStepped};
use super::walk::{Check, NamedParam, ReadInput, Take, Upload};
use crate::inputs::{Arrays, GivenInputs};
use crate::optimizer::Prepared;
use crate::{GpuError, GpuInput, GpuOptimizer};

/// An optimizer for a module of burn on a device of CubeCL. It updates all parameters together, with few kernels, in burn's own buffers.
///
/// The name of a parameter is the same as in burn's `ParamGroup`: the fields and indices that lead to it, joined by dots. So groups, views and a
/// `Partition` work as usual.
///
/// ```no_run
/// # use burn_core as burn;
/// use burn::module::{Module, Param};
/// use burn::tensor::{Device, Tensor};
/// use burn_optim::GradientsParams;
/// use optim_gpu::burn::GpuModuleOptimizer;
/// # use optim_std::prelude::*;
///
/// #[derive(Module, Debug)]
/// struct Line {
///     weight: Param<Tensor<2>>,
/// }
///
/// let device = Device::default().autodiff();
/// let mut model = Line { weight: Param::from_tensor(Tensor::ones([3, 2], &device)) };
/// let mut optimizer = GpuModuleOptimizer::new(AdamW::new().lr(1e-3), &model)?;
/// for _ in 0..10 {
///     let loss = model.weight.val().powi_scalar(2).sum();
///     let grads = GradientsParams::from_grads(loss.backward(), &model);
///     model = optimizer.step(model, grads)?;
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// | | methods |
/// |---|---|
/// | stepping | [`step`](Self::step), [`step_with_inputs`](Self::step_with_inputs), [`eval_weights`](Self::eval_weights), [`report`](Self::report) |
/// | settings | [`optimizer`](Self::optimizer) to read, [`change_settings`](Self::change_settings) to write, [`set_learning_rate`](Self::set_learning_rate) |
/// | state | [`download`](Self::download) to read, [`change_state`](Self::change_state) to write |
/// | costs | [`launches`](Self::launches) |
///
/// All parameters and gradients must be `f32` and on one device. The optimizer steps any module with these names and shapes, such as a module from a record.
pub struct GpuModuleOptimizer {
    optimizer: GpuOptimizer,
    params: Vec<NamedParam>,
    device: Device,
    report: Option<StepReport>,
}

impl GpuModuleOptimizer {
    /// Creates an optimizer for this module with the settings of a builder, on the device of the module. The builder belongs to an optimizer, such as
    /// `AdamW::new()`, or it is a `Partition` or an [`AnyBuilder`].
    ///
    /// It reads the parameters once, because states may begin as copies of them.
    ///
    /// # Errors
    ///
    /// [`BurnError`], including all errors of [`build`](AnyBuilder::build) for these parameters.
    pub fn new<M: Module>(builder: impl Into<AnyBuilder>, module: &M) -> Result<Self, BurnError> {
        let mut upload = Upload::default();
        module.visit(&mut upload);
        if let Some(error) = upload.error {
            return Err(error);
        }
        let Some((device, first)) = upload.first else { return Err(BuildError::NoParameters.into()) };
        let mut arrays = Vec::with_capacity(upload.params.len());
        for (param, elements) in &upload.params {
            arrays.push((&*param.name, TensorRef::from_slice(elements, &param.shape)?));
        }
        let made = builder.into().build(&Named(arrays))?;
        let optimizer: &Optimizer<f32> = &made;
        check_no_probe(optimizer)?;
        let optimizer = GpuOptimizer::new(optimizer.clone(), first.client.clone())?;
        let params = upload.params.into_iter().map(|(param, _)| param).collect();
        Ok(Self { optimizer, params, device, report: None })
    }

    /// Updates the parameters of a module that have a gradient. The learning rate comes from the settings: a number, or a schedule.
    ///
    /// A parameter keeps its buffer if no other tensor uses it. If a clone of the module uses it too, the parameter gets a new buffer, and the clone does not
    /// change. It also gets a new buffer if another thread made the old one, because each thread has its own queue on the device. A step on another thread
    /// than before copies the states through the host. On a device with autodiff, a parameter is tracked as before. The call returns before the device has
    /// finished.
    ///
    /// # Errors
    ///
    /// [`NotStepped`], with the module and the gradients. Nothing has changed then, unless the device fails while a
    /// [watched](Optimizer::watch) step waits for its numbers.
    pub fn step<M: Module>(&mut self, module: M, grads: GradientsParams) -> Result<M, Box<NotStepped<M>>> {
        self.step_with_inputs(module, grads, &[])
    }

    /// Like [`step`](Self::step), with the inputs that the optimizer declares, by name.
    ///
    /// # Errors
    ///
    /// The same errors as [`step`](Self::step). Also if an input that is due is missing, or an input is unknown.
    pub fn step_with_inputs<M: Module>(
        &mut self,
        module: M,
        mut grads: GradientsParams,
        inputs: &[(&str, GpuInput<'_, GradientsParams>)],
    ) -> Result<M, Box<NotStepped<M>>> {
        let (steps, inputs, prepared) = match self.prepare(&module, &grads, inputs) {
            Ok(prepared) => prepared,
            Err(error) => return Err(Box::new(NotStepped { module, grads, error })),
        };
        let mut take = Take::new(&steps, Some(&mut grads));
        let module = module.map(&mut take);
        let arrays = Arrays { params: &take.params, grads: &take.given, inputs: &inputs };
        match self.optimizer.run(&prepared, &arrays) {
            Ok(report) => self.report = Some(report),
            Err(error) => return Err(Box::new(NotStepped { module, grads, error: error.into() })),
        }
        Ok(module)
    }

    fn prepare<'a, M: Module>(
        &mut self,
        module: &M,
        grads: &GradientsParams,
        inputs: &[(&'a str, GpuInput<'_, GradientsParams>)],
    ) -> Result<(Vec<bool>, GivenInputs<'a>, Prepared), BurnError> {
        let steps = Check::run(module, Some(grads), &self.params, &self.device)?;
        let read = |name: &'a str, tensors: &GradientsParams| {
            ReadInput::run(module, (name, tensors), self.optimizer(), (&self.params, &self.device))
        };
        let given = self.optimizer.given_inputs(inputs, read)?;
        let prepared = self.optimizer.prepare(&|place| steps[place], &given)?;
        Ok((steps, given, prepared))
    }

    /// Returns a copy of the module with the weights for evaluation: the result of the optimizer's `eval`, or the parameters if it has none. Neither the
    /// module nor states change.
    ///
    /// # Errors
    ///
    /// [`BurnError`].
    pub fn eval_weights<M: Module>(&mut self, module: &M) -> Result<M, BurnError> {
        let steps = Check::run(module, None, &self.params, &self.device)?;
        let mut take = Take::new(&steps, None);
        let weights = module.clone().map(&mut take);
        self.optimizer.write_eval(&take.params, &take.given)?;
        Ok(weights)
    }

    /// The report of the last step.
    pub fn report(&self) -> Option<&StepReport> {
        self.report.as_ref()
    }

    /// Sets the learning rate of all groups from a scheduler of burn. Call `optimizer.set_learning_rate(scheduler.step().base())?` before each step. It
    /// replaces the numbers and schedules from the builder.
    ///
    /// # Errors
    ///
    /// Returns an error if the number is not allowed, or if no group has a learning rate. Nothing has changed then.
    pub fn set_learning_rate(&mut self, rate: f64) -> Result<(), BurnError> {
        self.optimizer.change_settings(|optimizer| match optimizer.set_learning_rate(rate)? {
            true => Ok(()),
            false => Err(BurnError::NoLearningRate { optimizer: optimizer.name() }),
        })
    }

    /// The names of the parameters, in the order of the module.
    pub fn param_names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.params.iter().map(|param| &*param.name)
    }

    /// The optimizer on the host. Its states are as they were at the last [`download`](Self::download).
    pub fn optimizer(&self) -> &Optimizer<f32> {
        self.optimizer.optimizer()
    }

    /// Changes settings, schedules, options, seeds or step counts: see [`GpuOptimizer::change_settings`].
    pub fn change_settings<R>(&mut self, f: impl FnOnce(&mut Optimizer<f32>) -> R) -> R {
        self.optimizer.change_settings(f)
    }

    /// Returns the optimizer with the current states, for checkpoints. It waits for the device.
    ///
    /// # Errors
    ///
    /// Returns an error if the device fails, or the optimizer was replaced by one with other parameters or states.
    pub fn download(&mut self) -> Result<&Optimizer<f32>, GpuError> {
        self.optimizer.download()
    }

    /// Changes anything, including states, for example by loading a checkpoint: see [`GpuOptimizer::change_state`].
    ///
    /// # Errors
    ///
    /// Returns an error if the device fails, if the optimizer can no longer run on it, or if it has other parameters. Nothing has changed then.
    /// Otherwise it returns the result of `f`.
    pub fn change_state<R>(&mut self, f: impl FnOnce(&mut Optimizer<f32>) -> R) -> Result<R, GpuError> {
        self.optimizer.change_state(f)
    }

    /// The number of kernels that the last step launched. Copies to new buffers for shared parameters do not count.
    pub fn launches(&self) -> usize {
        self.optimizer.launches()
    }
}

impl fmt::Debug for GpuModuleOptimizer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GpuModuleOptimizer")
            .field("params", &self.params)
            .field("device", &self.device)
            .finish_non_exhaustive()
    }
}
