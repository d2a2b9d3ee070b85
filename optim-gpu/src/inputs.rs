//! The arrays of a step, and its inputs besides gradients.

use std::collections::HashMap;

use cubecl::server::Handle;
use optim_core::program::ProgramError;
use optim_core::{InputInfo, Optimizer, StepError};

use crate::GpuOptimizer;
use crate::error::GpuError;
use crate::launch::Array;

/// An input of a step, as the optimizer declares it. `A` is the type of many arrays: buffers, or `GradientsParams` for a module of burn.
#[derive(Debug)]
pub enum GpuInput<'a, A: ?Sized = [Option<Handle>]> {
    /// One number for the whole optimizer.
    Number(f64),
    /// An array for each parameter for which the input is due. Buffers are in the order of [`Optimizer::params`](optim_core::Optimizer::params), with
    /// `None` where the input is not due. Tensors of burn are registered under the parameter's id, and have as many axes as the parameter.
    Arrays(&'a A),
}

// A derived impl would also require it of `A`.
impl<A: ?Sized> Clone for GpuInput<'_, A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A: ?Sized> Copy for GpuInput<'_, A> {}

/// The arrays of a step, by the indices of the parameters.
pub(crate) struct Arrays<'a> {
    pub(crate) params: &'a [Option<Array>],
    pub(crate) grads: &'a [Option<Array>],
    pub(crate) inputs: &'a GivenInputs<'a>,
}

/// The inputs of a step, by name.
#[derive(Default)]
pub(crate) struct GivenInputs<'a> {
    numbers: HashMap<&'a str, f64>,
    arrays: HashMap<&'a str, Vec<Option<Array>>>,
}

impl GpuOptimizer {
    /// The inputs of a step, after a check. `read` returns the buffers of an input for all parameters.
    pub(crate) fn given_inputs<'a, A: ?Sized, E: From<GpuError>>(
        &self,
        inputs: &[(&'a str, GpuInput<'_, A>)],
        read: impl Fn(&'a str, &A) -> Result<Vec<Option<Handle>>, E>,
    ) -> Result<GivenInputs<'a>, E> {
        self.host.check().map_err(GpuError::from)?;
        let mut made = GivenInputs::default();
        for (name, input) in inputs {
            let info = self.input_called(name)?;
            if made.numbers.contains_key(name) || made.arrays.contains_key(name) {
                return Err(given_wrong(StepError::DuplicateInput { input: info.name }).into());
            }
            match input {
                GpuInput::Number(_) if !info.global => return Err(kind(info).into()),
                GpuInput::Arrays(_) if info.global => return Err(kind(info).into()),
                GpuInput::Number(_) if info.conditional && self.host.due(name).is_ok_and(|due| due.is_empty()) => {
                    return Err(GpuError::InputNotDue { input: info.name, param: None }.into());
                }
                GpuInput::Number(number) => {
                    made.numbers.insert(name, *number);
                }
                GpuInput::Arrays(arrays) => {
                    made.arrays.insert(name, self.input_arrays(info, &read(name, arrays)?)?);
                }
            }
        }
        Ok(made)
    }

    fn input_called(&self, name: &str) -> Result<&'static InputInfo, GpuError> {
        let known = self.host.inputs();
        known.iter().copied().find(|info| info.name == name).ok_or_else(|| {
            let (optimizer, input) = (self.host.name(), name.to_owned());
            let known = known.iter().map(|info| info.name).collect();
            given_wrong(StepError::UnknownInput { optimizer, input, nearest: None, known })
        })
    }

    /// The arrays of an input, each with the required length.
    fn input_arrays(&self, info: &InputInfo, handles: &[Option<Handle>]) -> Result<Vec<Option<Array>>, GpuError> {
        let expected = self.residence.layout.count();
        if handles.len() != expected {
            return Err(GpuError::Count { what: "arrays of an input", expected, found: handles.len() });
        }
        let one = |(param, handle): (usize, &Option<Handle>)| {
            let Some(handle) = handle else { return Ok(None) };
            let place = self.host.inputs_at(param).iter().position(|own| own.name == info.name);
            match place.and_then(|place| self.host.input_len(param, place)) {
                Some(expected) => self.checked(("input", param), handle, (expected, 4)),
                None => {
                    let param = Some(self.residence.layout.name(param).to_owned());
                    Err(GpuError::InputNotDue { input: info.name, param })
                }
            }
        };
        handles.iter().enumerate().map(one).collect()
    }
}

impl GivenInputs<'_> {
    pub(crate) fn number(&self, name: &str) -> Option<f64> {
        self.numbers.get(name).copied()
    }

    pub(crate) fn array(&self, name: &str, param: usize) -> Option<&Array> {
        self.arrays.get(name)?.get(param)?.as_ref()
    }

    /// The arrays of some inputs, by their indices, for the slots of a launch. The kernel does not read an input that is not due, so a gradient takes
    /// its slot.
    pub(crate) fn of_slots(
        &self,
        optimizer: &Optimizer<f32>,
        inputs: &[usize],
        slots: &[Option<usize>],
        grads: &[Array],
    ) -> Vec<Array> {
        let of = |(param, grad): (&Option<usize>, &Array), input: usize| {
            let info = param.and_then(|param| Some((optimizer.inputs_at(param).get(input)?, param)));
            let array = info.and_then(|(info, param)| self.array(info.name, param));
            array.unwrap_or(grad).clone()
        };
        slots.iter().zip(grads).flat_map(|slot| inputs.iter().map(move |input| of(slot, *input))).collect()
    }
}

fn kind(info: &InputInfo) -> GpuError {
    GpuError::InputKind { input: info.name, kind: info.kind() }
}

fn given_wrong(error: StepError) -> GpuError {
    ProgramError::from(error).into()
}
