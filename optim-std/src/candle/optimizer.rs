//! Any optimizer as an optimizer of candle.

use std::collections::HashMap;
use std::fmt;
use std::marker::PhantomData;

use candle_core::backprop::GradStore;
use candle_core::{Tensor, Var};
use candle_nn::VarMap;

use super::variables::Variables;
use super::{CandleBackend, CandleError, Element, device, host};
use crate::__private::Buildable;
use crate::IntoOptimizer;
use crate::params::Named;
use crate::{Group, OnDevice, Optimizer, StepReport, TensorRef};

/// An optimizer `O` for variables of candle with elements of type `T`.
///
/// It is a [`candle_nn::Optimizer`] whose configuration is a [`Builder`](crate::Builder), or a [`Partition`](crate::Partition) of several
/// optimizers: a `CandleOptimizer<Partition>`. [`from_varmap`](Self::from_varmap) and [`from_named`](Self::from_named) take the names of
/// the variables, for groups and checkpoints; [`new`](candle_nn::Optimizer::new) calls them `0`, `1`, ….
///
/// ```
/// use candle_core::{DType, Device, Tensor};
/// use candle_nn::{Optimizer as _, VarBuilder, VarMap};
/// use optim_std::candle::CandleOptimizer;
/// use optim_std::prelude::*;
///
/// let vars = VarMap::new();
/// let model = candle_nn::linear(3, 1, VarBuilder::from_varmap(&vars, DType::F32, &Device::Cpu))?;
/// let settings = AdamW::new()
///     .lr(CosineDecayLR::new(0.1, 0.01, 100))
///     .group("bias", |p| p.name() == "bias", |h| h.weight_decay(0.0));
/// let mut opt: CandleOptimizer<AdamW> = CandleOptimizer::from_varmap(&vars, settings)?;
/// let x = Tensor::ones((4, 3), DType::F32, &Device::Cpu)?;
/// for _ in 0..100 {
///     let loss = candle_nn::Module::forward(&model, &x)?.sqr()?.mean_all()?;
///     opt.backward_step(&loss)?;
/// }
/// assert_eq!(opt.optimizer().steps(), 100);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// On the CPU, a step writes the memory of the variables, and copies no parameter and no gradient, contiguous or not. Only a gradient that is a view
/// of a variable is copied. On other devices, the step runs as a graph on candle's tensors, see [`OnDevice`]; [`on_graph`](Self::on_graph) does the
/// same on the CPU.
///
/// Variables without a gradient stay unchanged. If the optimizer returns an error, the step has changed nothing.
pub struct CandleOptimizer<O, T: Element = f32> {
    variables: Variables,
    state: State<T>,
    definition: PhantomData<fn() -> O>,
}

/// The states.
enum State<T: Element> {
    Host(Box<Optimizer<T>>),
    Device(Box<OnDevice<CandleBackend<T>, T>>),
}

impl<O, T: Element> CandleOptimizer<O, T> {
    /// Creates an optimizer for named variables, in their order.
    ///
    /// # Errors
    ///
    /// Returns an error if a variable has elements of another type than `T` or is on another device than the first, if two variables share their
    /// memory, or if the settings don't fit.
    pub fn from_named<N, B>(variables: impl IntoIterator<Item = (N, Var)>, settings: B) -> Result<Self, CandleError>
    where
        N: Into<String>,
        B: IntoOptimizer<Optimizer = O>,
    {
        let named = variables.into_iter().map(|(name, var)| (name.into(), var)).collect();
        let variables = Variables::new::<T>(named)?;
        let state = if variables.device().is_cpu() {
            let built = host::with_arrays(&variables, |arrays| settings.into_optimizer(arrays))?;
            State::Host(Box::new(built?))
        } else {
            let numbers = |var: &Var| var.flatten_all()?.to_vec1::<T>();
            let numbers = variables.vars.iter().map(numbers).collect::<Result<Vec<_>, _>>()?;
            let mut arrays = Named::with_capacity(numbers.len());
            for ((name, var), numbers) in variables.iter().zip(&numbers) {
                let view = TensorRef::from_slice(numbers, var.dims());
                let name = name.to_owned();
                arrays.push(name.clone(), view.map_err(|error| CandleError::Layout { name, error })?);
            }
            let built = settings.into_optimizer(&arrays)?;
            State::Device(Box::new(built.on_device(CandleBackend::new(variables.device().clone()))?))
        };
        Ok(Self { variables, state, definition: PhantomData })
    }

    /// Creates an optimizer for all variables of a map, sorted by name, because the map has no order.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`from_named`](Self::from_named).
    pub fn from_varmap<B: IntoOptimizer<Optimizer = O>>(vars: &VarMap, settings: B) -> Result<Self, CandleError> {
        let mut named: Vec<(String, Var)> = {
            let data = vars.data().lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            data.iter().map(|(name, var)| (name.clone(), var.clone())).collect()
        };
        named.sort_by(|a, b| a.0.cmp(&b.0));
        Self::from_named(named, settings)
    }
}

impl<O, T: Element> CandleOptimizer<O, T> {
    /// Runs steps as graphs on candle's tensors, also on the CPU.
    ///
    /// # Errors
    ///
    /// Returns an error if a variable has other elements than `T`, or candle fails.
    pub fn on_graph(self) -> Result<Self, CandleError> {
        let Self { variables, state, definition } = self;
        let state = match state {
            State::Host(optimizer) => {
                if let Some(error) = variables.other::<T>() {
                    return Err(error);
                }
                State::Device(Box::new(optimizer.on_device(CandleBackend::new(variables.device().clone()))?))
            }
            on_device => on_device,
        };
        Ok(Self { variables, state, definition })
    }

    /// Updates the variables that have a gradient.
    ///
    /// # Errors
    ///
    /// See [`CandleError`].
    pub fn update(&mut self, grads: &GradStore) -> Result<StepReport, CandleError> {
        let grads = self.variables.gradients::<T>(grads, matches!(self.state, State::Host(_)))?;
        match &mut self.state {
            State::Host(optimizer) => host::step(optimizer, &self.variables, grads),
            State::Device(on_device) => device::step(on_device, &self.variables, &grads),
        }
    }

    /// Returns the weights for evaluation by the names of the variables: the result of the optimizer's `eval`, or copies of the variables if it has
    /// none. Neither variables nor states change.
    ///
    /// `VarBuilder::from_tensors` builds a model with them, and `candle_core::safetensors::save` writes them to a file.
    ///
    /// ```
    /// # #[cfg(feature = "contrib")] {
    /// # use candle_core::{DType, Device, Tensor, Var};
    /// # use candle_nn::{Module as _, Optimizer as _, VarBuilder, VarMap};
    /// # use optim_std::candle::CandleOptimizer;
    /// # use optim_std::prelude::*;
    /// use optim_std::contrib::Ema;
    ///
    /// # let vars = VarMap::new();
    /// # let model = candle_nn::linear(3, 1, VarBuilder::from_varmap(&vars, DType::F32, &Device::Cpu))?;
    /// # let x = Tensor::ones((4, 3), DType::F32, &Device::Cpu)?;
    /// let mut opt: CandleOptimizer<Ema<AdamW>> = CandleOptimizer::from_varmap(&vars, Ema::new(AdamW::new()))?;
    /// opt.backward_step(&model.forward(&x)?.sqr()?.mean_all()?)?;
    /// let weights = VarBuilder::from_tensors(opt.eval_weights()?, DType::F32, &Device::Cpu);
    /// let averaged = candle_nn::linear(3, 1, weights)?;
    /// # averaged.forward(&x)?;
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// See [`CandleError`].
    pub fn eval_weights(&self) -> Result<HashMap<String, Tensor>, CandleError> {
        let weights = match &self.state {
            State::Host(optimizer) => host::eval_weights(optimizer, &self.variables)?,
            State::Device(on_device) => device::eval_weights(on_device, &self.variables)?,
        };
        Ok(self.variables.names.iter().cloned().zip(weights).collect())
    }

    /// Returns the variables by their names, as steps compute with them: in `f32` or `f64`. For `bf16` variables, the result includes the bits that
    /// [`Storage::Split8`](crate::Storage::Split8) and `Split16` keep. If steps run as a graph, these are copies of the variables.
    ///
    /// # Errors
    ///
    /// See [`CandleError`].
    pub fn full_weights(&self) -> Result<HashMap<String, Tensor>, CandleError> {
        let weights = match &self.state {
            State::Host(optimizer) => host::full_weights(optimizer, &self.variables)?,
            State::Device(_) => {
                self.variables.vars.iter().map(|var| var.as_tensor().copy()).collect::<candle_core::Result<_>>()?
            }
        };
        Ok(self.variables.names.iter().cloned().zip(weights).collect())
    }

    /// Names, groups, settings, schedules and counts. On the CPU, states are current. On a device, they are from the
    /// last [`sync`](Self::sync).
    pub fn optimizer(&self) -> &Optimizer<T> {
        match &self.state {
            State::Host(optimizer) => optimizer,
            State::Device(on_device) => on_device.optimizer(),
        }
    }

    /// Downloads the states from the device and returns the optimizer with them: for `state`, `visit_state` and `save`.
    ///
    /// # Errors
    ///
    /// Returns an error if candle fails, or `change_settings` replaced the optimizer by one with other parameters or states.
    pub fn sync(&mut self) -> Result<&Optimizer<T>, CandleError> {
        match &mut self.state {
            State::Host(optimizer) => Ok(optimizer),
            State::Device(on_device) => Ok(on_device.download()?),
        }
    }

    /// Changes settings, schedules, options and counts: `opt.change_settings(|optimizer| optimizer.set("lr", 0.1))?`. For states and masks,
    /// use [`change_state`](Self::change_state).
    pub fn change_settings<R>(&mut self, f: impl FnOnce(&mut Optimizer<T>) -> R) -> R {
        match &mut self.state {
            State::Host(optimizer) => f(optimizer),
            State::Device(on_device) => on_device.change_settings(f),
        }
    }

    /// Changes anything but the parameters, including states and masks, or loads a checkpoint:
    /// `opt.change_state(|optimizer| optimizer.load(path))??`. On a device, it downloads the states first, calls `f` with a copy, and uploads the
    /// states of the copy.
    ///
    /// # Errors
    ///
    /// On a device, returns an error if candle fails, or if the copy has other parameters or stores states in fewer bytes. Nothing has changed then.
    pub fn change_state<R>(&mut self, f: impl FnOnce(&mut Optimizer<T>) -> R) -> Result<R, CandleError> {
        match &mut self.state {
            State::Host(optimizer) => Ok(f(optimizer)),
            State::Device(on_device) => Ok(on_device.change_state(f)?),
        }
    }
}

impl<O, T: Element> candle_nn::Optimizer for CandleOptimizer<O, T>
where
    O: Buildable<Settings: IntoOptimizer<Optimizer = O>>,
{
    type Config = O::Settings;

    /// Variables without floating-point elements are left out, as candle's own optimizers do.
    fn new(vars: Vec<Var>, config: O::Settings) -> candle_core::Result<Self> {
        let vars = vars.into_iter().filter(|var| var.dtype().is_float());
        let named = vars.enumerate().map(|(place, var)| (place.to_string(), var));
        Ok(Self::from_named(named, config)?)
    }

    fn step(&mut self, grads: &GradStore) -> candle_core::Result<()> {
        self.update(grads)?;
        Ok(())
    }

    /// The [learning rate](Optimizer::learning_rate_in) of the next step in the group `default`. In a partition, in the
    /// first group. NaN if the optimizer has none.
    fn learning_rate(&self) -> f64 {
        let first = self.optimizer().groups().first().map(Group::name);
        first.and_then(|group| self.optimizer().learning_rate_in(group).ok().flatten()).unwrap_or(f64::NAN)
    }

    /// Sets `lr` in all groups, in place of a schedule. If a wrapper has no `lr`, this sets the `lr` of its inner
    /// optimizer. A partition does not change, because each of its rules has a learning rate. A number that is not
    /// allowed changes nothing. To get the error, use [`change_settings`](CandleOptimizer::change_settings).
    fn set_learning_rate(&mut self, lr: f64) {
        if let Some(name) = self.optimizer().learning_rate_name() {
            drop(self.change_settings(|optimizer| optimizer.set(name, lr)));
        }
    }
}

/// Prints only the optimizer, because states may be large.
impl<O, T: Element> fmt::Debug for CandleOptimizer<O, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CandleOptimizer").field("optimizer", self.optimizer()).finish_non_exhaustive()
    }
}
