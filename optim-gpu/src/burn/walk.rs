//! Walks over the parameters of a module, in the same way as burn's own optimizers.

use std::collections::HashSet;

use burn_core::module::{Module, ModuleMapper, ModuleVisitor, Param, ParamId};
use burn_core::tensor::{DType, Device, GradientCheckpointingStrategy, Tensor};
use burn_cubecl::tensor::CubeTensor;
use burn_optim::GradientsParams;
use cubecl::server::Handle;
use optim_core::Optimizer;
use optim_core::shape::Axes;

use super::error::BurnError;
use super::tensors;
use crate::GpuError;
use crate::launch::Array;

/// A parameter of a module.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct NamedParam {
    /// burn's path: the fields and indices that lead to it, joined by dots.
    pub(super) name: String,
    pub(super) shape: Vec<usize>,
}

fn named<const D: usize>(path: &[String], param: &Param<Tensor<D>>) -> NamedParam {
    NamedParam { name: path.join("."), shape: param.lazy_shape().to_vec() }
}

/// All parameters with their elements, and the device of the first.
#[derive(Default)]
pub(super) struct Upload {
    path: Vec<String>,
    pub(super) params: Vec<(NamedParam, Vec<f32>)>,
    pub(super) first: Option<(Device, CubeTensor)>,
    pub(super) error: Option<BurnError>,
}

impl Upload {
    fn read<const D: usize>(&mut self, param: &Param<Tensor<D>>) -> Result<(), BurnError> {
        let known = named(&self.path, param);
        let (name, tensor) = (known.name.clone(), param.base().inner());
        let device = tensor.device();
        match &self.first {
            Some((first, _)) => check_device("tensor", &name, (first, &device))?,
            None => {
                let not_here = || BurnError::NotCubeCl { param: name.clone(), device: format!("{device:?}") };
                self.first = Some((device.clone(), tensors::read(tensor.clone()).ok_or_else(not_here)?));
            }
        }
        check_dtype("tensor", &name, tensor.dtype())?;
        let data = tensor.try_into_data().map_err(|error| data_error(&name, &error))?;
        let elements = data.try_into_vec().map_err(|error| data_error(&name, &error))?;
        self.params.push((known, elements));
        Ok(())
    }
}

fn data_error(param: &str, error: &impl std::fmt::Debug) -> BurnError {
    BurnError::Data { param: param.to_owned(), message: format!("{error:?}") }
}

pub(super) fn check_device(
    what: &'static str,
    param: &str,
    (expected, found): (&Device, &Device),
) -> Result<(), BurnError> {
    if expected == found {
        return Ok(());
    }
    let (expected, found) = (format!("{expected:?}"), format!("{found:?}"));
    Err(BurnError::Device { what, param: param.to_owned(), expected, found })
}

pub(super) fn check_dtype(what: &'static str, param: &str, found: DType) -> Result<(), BurnError> {
    match found {
        DType::F32 => Ok(()),
        _ => Err(BurnError::DType { what, param: param.to_owned(), found: found.name().to_owned() }),
    }
}

pub(super) fn check_shape(
    what: &'static str,
    param: &str,
    expected: &[usize],
    found: Vec<usize>,
) -> Result<(), BurnError> {
    match expected == found {
        true => Ok(()),
        false => Err(BurnError::Shape { what, param: param.to_owned(), expected: expected.to_vec(), found }),
    }
}

impl ModuleVisitor for Upload {
    fn enter_module(&mut self, name: &str, _: &str) {
        self.path.push(name.to_owned());
    }

    fn exit_module(&mut self, _: &str, _: &str) {
        self.path.pop();
    }

    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        if self.error.is_none() {
            self.error = self.read(param).err();
        }
    }
}

/// All checks of a step, before anything changes.
pub(super) struct Check<'a> {
    path: Vec<String>,
    device: &'a Device,
    known: &'a [NamedParam],
    /// `None` if all parameters are read and none is updated.
    grads: Option<&'a GradientsParams>,
    seen: HashSet<ParamId>,
    found: Vec<NamedParam>,
    /// True for each parameter that is updated.
    steps: Vec<bool>,
    error: Option<BurnError>,
}

impl<'a> Check<'a> {
    /// Returns true for each parameter of the module that is updated: with gradients, the parameters that have one; otherwise all parameters with
    /// elements.
    pub(super) fn run<M: Module>(
        module: &M,
        grads: Option<&'a GradientsParams>,
        known: &'a [NamedParam],
        device: &'a Device,
    ) -> Result<Vec<bool>, BurnError> {
        let (path, seen, found, steps) = (Vec::new(), HashSet::new(), Vec::new(), Vec::new());
        let mut check = Self { path, device, known, grads, seen, found, steps, error: None };
        module.visit(&mut check);
        let names = |params: &[NamedParam]| params.iter().map(|param| param.name.clone()).collect::<Vec<_>>();
        let (expected, found) = (names(known), names(&check.found));
        if expected != found {
            let same = expected.iter().zip(&found).take_while(|(a, b)| a == b).count();
            let (expected, found) = (expected[same..].to_vec(), found[same..].to_vec());
            return Err(BurnError::Parameters { expected, found });
        }
        match check.error {
            Some(error) => Err(error),
            None => Ok(check.steps),
        }
    }

    fn steps<const D: usize>(&mut self, place: usize, param: &Param<Tensor<D>>) -> Result<bool, BurnError> {
        let Some(NamedParam { name, shape }) = self.known.get(place) else { return Ok(false) };
        check_shape("tensor", name, shape, param.lazy_shape().to_vec())?;
        let grad = match self.grads {
            // A parameter that occurs twice has its gradient at the first place, as in burn's own optimizers.
            Some(grads) => match self.seen.insert(param.id).then(|| grads.get::<D>(param.id)).flatten() {
                None => return Ok(false),
                grad => grad,
            },
            None => None,
        };
        check_device("tensor", name, (self.device, &param.lazy_device().inner()))?;
        check_dtype("tensor", name, param.base().dtype())?;
        if let Some(grad) = grad {
            check_shape("gradient", name, shape, grad.shape().to_vec())?;
            check_device("gradient", name, (self.device, &grad.device().inner()))?;
            check_dtype("gradient", name, grad.dtype())?;
        }
        Ok(!shape.contains(&0))
    }
}

impl ModuleVisitor for Check<'_> {
    fn enter_module(&mut self, name: &str, _: &str) {
        self.path.push(name.to_owned());
    }

    fn exit_module(&mut self, _: &str, _: &str) {
        self.path.pop();
    }

    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        let place = self.found.len();
        self.found.push(named(&self.path, param));
        match self.steps(place, param) {
            Ok(steps) => self.steps.push(steps),
            Err(error) => {
                self.error.get_or_insert(error);
            }
        }
    }
}

/// The properties of a parameter that autodiff tracks. burn does not return them for tensors without autodiff.
struct Tracking {
    require_grad: bool,
    distributed: bool,
    checkpointing: GradientCheckpointingStrategy,
}

impl Tracking {
    fn of<const D: usize>(tensor: &Tensor<D>) -> Option<Self> {
        let checkpointing = tensor.gradient_checkpointing_strategy()?;
        Some(Self { require_grad: tensor.is_require_grad(), distributed: tensor.is_distributed(), checkpointing })
    }

    fn restore<const D: usize>(self, tensor: Tensor<D>, id: ParamId) -> Tensor<D> {
        let tracked = Tensor::from_inner(tensor).with_gradient_checkpointing_strategy(self.checkpointing);
        let tracked = if self.require_grad { tracked.require_grad() } else { tracked };
        if self.distributed { tracked.set_distributed(id) } else { tracked }
    }
}

/// An input of a step of a module: the buffer of each parameter's tensor, if there is one.
pub(super) struct ReadInput<'a> {
    optimizer: &'a Optimizer<f32>,
    known: &'a [NamedParam],
    device: &'a Device,
    name: &'a str,
    tensors: &'a GradientsParams,
    handles: Vec<Option<Handle>>,
    error: Option<BurnError>,
}

impl<'a> ReadInput<'a> {
    /// The input with this name. [`Check`] has checked the module.
    pub(super) fn run<M: Module>(
        module: &M,
        (name, tensors): (&'a str, &'a GradientsParams),
        optimizer: &'a Optimizer<f32>,
        (known, device): (&'a [NamedParam], &'a Device),
    ) -> Result<Vec<Option<Handle>>, BurnError> {
        let mut read = Self { optimizer, known, device, name, tensors, handles: Vec::new(), error: None };
        module.visit(&mut read);
        read.error.map_or(Ok(read.handles), Err)
    }

    fn read<const D: usize>(&self, id: ParamId) -> Result<Option<Handle>, BurnError> {
        let place = self.handles.len();
        let (Some(tensor), Some(NamedParam { name, shape })) = (self.tensors.get::<D>(id), self.known.get(place))
        else {
            return Ok(None);
        };
        let mut infos = self.optimizer.inputs_at(place).iter().enumerate();
        let Some((input, info)) = infos.find(|(_, info)| info.name == self.name) else { return Ok(None) };
        check_device("input", name, (self.device, &tensor.device().inner()))?;
        check_dtype("input", name, tensor.dtype())?;
        if info.axes == Axes::Tensor && info.pair.is_none() {
            check_shape("input", name, shape, tensor.shape().to_vec())?;
        }
        let found = tensor.shape().num_elements();
        match self.optimizer.input_len(place, input) {
            Some(expected) if expected != found => {
                Err(GpuError::Length { what: "input", param: name.clone(), expected, found }.into())
            }
            // A tensor may be the beginning of a larger buffer.
            _ => Ok(tensors::read(tensor).map(|CubeTensor { handle, .. }| {
                let behind = handle.size_in_used().saturating_sub(4 * found as u64);
                handle.offset_end(behind)
            })),
        }
    }
}

impl ModuleVisitor for ReadInput<'_> {
    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        let read = self.read::<D>(param.id).unwrap_or_else(|error| {
            self.error.get_or_insert(error);
            None
        });
        self.handles.push(read);
    }
}

/// The buffers of the updated parameters and of their gradients. Other parameters do not change. Without gradients, the
/// parameters get new buffers, and their old buffers take the place of the gradients.
pub(super) struct Take<'a> {
    steps: &'a [bool],
    grads: Option<&'a mut GradientsParams>,
    next: usize,
    pub(super) params: Vec<Option<Array>>,
    pub(super) given: Vec<Option<Array>>,
}

impl<'a> Take<'a> {
    pub(super) fn new(steps: &'a [bool], grads: Option<&'a mut GradientsParams>) -> Self {
        let count = steps.len();
        Self { steps, grads, next: 0, params: Vec::with_capacity(count), given: Vec::with_capacity(count) }
    }
}

impl ModuleMapper for Take<'_> {
    fn map_float<const D: usize>(&mut self, param: Param<Tensor<D>>) -> Param<Tensor<D>> {
        let place = self.next;
        self.next += 1;
        let grad = match self.steps.get(place) {
            Some(true) => match &mut self.grads {
                Some(grads) => grads.remove::<D>(param.id),
                None => Some(param.base().inner()),
            },
            _ => None,
        };
        let Some(grad) = grad else {
            self.params.push(None);
            self.given.push(None);
            return param;
        };
        let (id, tensor, mapper) = param.consume();
        let tracking = Tracking::of(&tensor);
        let (tensor, own, grad) = tensors::take(tensor, grad);
        self.params.push(Some(own));
        self.given.push(Some(grad));
        let tensor = match tracking {
            Some(tracking) => tracking.restore(tensor, id),
            None => tensor,
        };
        Param::from_mapped_value(id, tensor, mapper)
    }
}
