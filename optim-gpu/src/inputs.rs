//! The arrays of a step, and its inputs besides gradients.

use std::collections::HashMap;

use cubecl::server::Handle;
use optim_core::program::ProgramError;
use optim_core::{InputInfo, Optimizer, StepError};

use crate::error::GpuError;
use crate::launch::Array;

/// An input of a step, as the optimizer declares it.
#[derive(Clone, Copy, Debug)]
pub enum GpuInput<'a> {
    /// One number for the whole optimizer.
    Number(f64),
    /// An array for each parameter, in the order of [`Optimizer::params`]; `None` where it is not due.
    Arrays(&'a [Option<Handle>]),
}

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

impl<'a> GivenInputs<'a> {
    pub(crate) fn new(optimizer: &Optimizer<f32>, inputs: &[(&'a str, GpuInput<'_>)]) -> Result<Self, GpuError> {
        let mut made = Self { numbers: HashMap::new(), arrays: HashMap::new() };
        let known = optimizer.inputs();
        for (name, input) in inputs {
            let Some(info) = known.iter().find(|info| info.name == *name) else {
                let known = known.iter().map(|info| info.name).collect();
                let (optimizer, input) = (optimizer.name(), (*name).to_owned());
                return Err(
                    ProgramError::from(StepError::UnknownInput { optimizer, input, nearest: None, known }).into()
                );
            };
            if made.numbers.contains_key(name) || made.arrays.contains_key(name) {
                return Err(ProgramError::from(StepError::DuplicateInput { input: info.name }).into());
            }
            match input {
                GpuInput::Number(_) if !info.global => return Err(kind(info)),
                GpuInput::Arrays(_) if info.global => return Err(kind(info)),
                GpuInput::Number(_) if info.conditional && optimizer.due(name).is_ok_and(|due| due.is_empty()) => {
                    return Err(GpuError::InputNotDue { input: info.name, param: None });
                }
                GpuInput::Number(number) => {
                    made.numbers.insert(name, *number);
                }
                GpuInput::Arrays(arrays) => {
                    made.arrays.insert(name, given(optimizer, name, arrays)?);
                }
            }
        }
        Ok(made)
    }

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

/// The arrays of an input, each with the required length.
fn given(optimizer: &Optimizer<f32>, name: &str, arrays: &[Option<Handle>]) -> Result<Vec<Option<Array>>, GpuError> {
    let expected = optimizer.params().len();
    if arrays.len() != expected {
        return Err(GpuError::Count { what: "arrays of an input", expected, found: arrays.len() });
    }
    let one = |(param, handle): (usize, &Option<Handle>)| {
        let place = optimizer.inputs_at(param).iter().position(|info| info.name == name);
        let Some(handle) = handle else { return Ok(None) };
        let Some(expected) = place.and_then(|place| optimizer.input_len(param, place)) else {
            let param = optimizer.param_names().nth(param).map(str::to_owned);
            let input = optimizer.inputs().iter().find(|info| info.name == name).map_or("", |info| info.name);
            return Err(GpuError::InputNotDue { input, param });
        };
        let found = usize::try_from(handle.size_in_used() / 4).unwrap_or(usize::MAX);
        if found < expected {
            let param = optimizer.param_names().nth(param).unwrap_or_default().to_owned();
            return Err(GpuError::Length { what: "input", param, expected, found });
        }
        Ok(Some(Array { handle: handle.clone(), len: expected.max(1) }))
    };
    arrays.iter().enumerate().map(one).collect()
}
