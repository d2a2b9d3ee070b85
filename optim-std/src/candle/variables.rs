//! Variables by name.

use std::collections::HashMap;

use candle_core::backprop::GradStore;
use candle_core::{CpuStorage, Device, Storage, Tensor, Var};

use super::element::dtype;
use super::lock::{identity, lock_of};
use super::{CandleError, Element};

/// The variables of an optimizer, all on one device and of one element type.
#[derive(Clone, Debug)]
pub(super) struct Variables {
    pub(super) names: Vec<String>,
    pub(super) vars: Vec<Var>,
}

impl Variables {
    pub(super) fn new<T: Element>(named: Vec<(String, Var)>) -> Result<Self, CandleError> {
        let (names, vars): (Vec<String>, Vec<Var>) = named.into_iter().unzip();
        let variables = Self { names, vars };
        let mut places: HashMap<usize, &str> = HashMap::new();
        for (name, var) in variables.iter() {
            let takes = if var.device().is_cpu() { T::takes(var.dtype()) } else { var.dtype() == dtype::<T>() };
            if !takes {
                let (found, expected) = (var.dtype(), dtype::<T>());
                return Err(CandleError::Dtype { name: name.to_owned(), found, expected });
            }
            let (found, expected) = (var.device().location(), variables.device().location());
            if found != expected {
                return Err(CandleError::Device { name: name.to_owned(), found, expected });
            }
            if let Some(first) = places.insert(identity(lock_of(var)), name) {
                return Err(CandleError::Shared { first: first.to_owned(), second: name.to_owned() });
            }
        }
        Ok(variables)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &Var)> {
        self.names.iter().map(String::as_str).zip(&self.vars)
    }

    /// The error for the first variable whose elements are not `T`. Steps on candle's tensors cannot convert.
    pub(super) fn other<T: Element>(&self) -> Option<CandleError> {
        let (name, var) = self.iter().find(|(_, var)| var.dtype() != dtype::<T>())?;
        Some(CandleError::Dtype { name: name.to_owned(), found: var.dtype(), expected: dtype::<T>() })
    }

    /// The device of all variables.
    pub(super) fn device(&self) -> &Device {
        self.vars.first().map_or(&Device::Cpu, |var| var.device())
    }

    /// The gradients of the variables that have one. They are checked for a step on the host if `host` is true.
    pub(super) fn gradients<T: Element>(
        &self,
        grads: &GradStore,
        host: bool,
    ) -> Result<Vec<Option<Tensor>>, CandleError> {
        let of = |(name, var): (&str, &Var)| {
            let Some(grad) = grads.get(var) else { return Ok(None) };
            let differs = |what, found: String, expected: String| {
                Err(CandleError::Gradient { name: name.to_owned(), what, found, expected })
            };
            let takes = if host { T::takes(grad.dtype()) } else { grad.dtype() == dtype::<T>() };
            if !takes {
                return differs("element type", grad.dtype().as_str().to_owned(), dtype::<T>().as_str().to_owned());
            }
            if grad.dims() != var.dims() {
                return differs("shape", format!("{:?}", grad.dims()), format!("{:?}", var.dims()));
            }
            let (found, expected) = (grad.device().location(), var.device().location());
            if found != expected {
                return differs("device", format!("{found:?}"), format!("{expected:?}"));
            }
            Ok(Some(grad.detach()))
        };
        self.iter().map(of).collect()
    }
}

/// The storage, if it is on the CPU.
pub(super) fn cpu(storage: &Storage) -> Option<&CpuStorage> {
    match storage {
        Storage::Cpu(storage) => Some(storage),
        _ => None,
    }
}
