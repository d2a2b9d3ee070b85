//! Variables by name.

use std::collections::HashMap;

use candle_core::backprop::GradStore;
use candle_core::{CpuStorage, Device, Storage, Tensor, Var};

use super::element::dtype;
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
            if var.dtype() != dtype::<T>() {
                let (found, expected) = (var.dtype(), dtype::<T>());
                return Err(CandleError::Dtype { name: name.to_owned(), found, expected });
            }
            let (found, expected) = (var.device().location(), variables.device().location());
            if found != expected {
                return Err(CandleError::Device { name: name.to_owned(), found, expected });
            }
            if let Some(place) = address::<T>(var)
                && let Some(first) = places.insert(place, name)
            {
                return Err(CandleError::Shared { first: first.to_owned(), second: name.to_owned() });
            }
        }
        Ok(variables)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &Var)> {
        self.names.iter().map(String::as_str).zip(&self.vars)
    }

    /// Where all of them are.
    pub(super) fn device(&self) -> &Device {
        self.vars.first().map_or(&Device::Cpu, |var| var.device())
    }

    /// The gradient of each variable that has one.
    pub(super) fn gradients<T: Element>(&self, grads: &GradStore) -> Result<Vec<Option<Tensor>>, CandleError> {
        let of = |(name, var): (&str, &Var)| {
            let Some(grad) = grads.get(var) else { return Ok(None) };
            let differs = |what, found: String, expected: String| {
                Err(CandleError::Gradient { name: name.to_owned(), what, found, expected })
            };
            if grad.dtype() != dtype::<T>() {
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

/// Where the memory of a tensor is; `None` on other devices than the CPU, and without memory.
pub(super) fn address<T: Element>(x: &Tensor) -> Option<usize> {
    let (storage, _) = x.storage_and_layout();
    let numbers = numbers::<T>(&storage)?;
    (!numbers.is_empty()).then(|| numbers.as_ptr().addr())
}

/// The numbers of a storage on the CPU.
pub(super) fn numbers<T: Element>(storage: &Storage) -> Option<&[T]> {
    match storage {
        Storage::Cpu(storage) => CpuStorage::as_slice(storage).ok(),
        _ => None,
    }
}
