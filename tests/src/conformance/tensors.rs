//! Tensor files: named arrays, read into double precision.

use std::collections::BTreeMap;
use std::path::Path;

use ndarray::{ArrayD, ArrayViewD, IxDyn};
use safetensors::{Dtype, SafeTensors};

use crate::Error;

/// The arrays of a file by name. Single precision and whole numbers are converted to double precision, which is exact.
#[derive(Debug, Default)]
pub struct Tensors(BTreeMap<String, Result<ArrayD<f64>, String>>);

impl Tensors {
    /// Reads a `.safetensors` file. A tensor with an element type other than `F32`, `F64`, `I32` and `I64` is an error
    /// when it is used.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is damaged.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let damaged = |error| format!("{}: {error}", path.display());
        let file = SafeTensors::deserialize(&bytes).map_err(damaged)?;
        let tensors = file.iter().map(|(name, tensor)| {
            let array = numbers(tensor.dtype(), tensor.data())
                .ok_or_else(|| format!("tensor `{name}` has elements of type {:?}", tensor.dtype()))
                .and_then(|data| {
                    ArrayD::from_shape_vec(IxDyn(tensor.shape()), data)
                        .map_err(|error| format!("tensor `{name}` of shape {:?}: {error}", tensor.shape()))
                });
            (name.to_owned(), array)
        });
        Ok(Self(tensors.collect()))
    }

    /// Adds an array, in place of an older one with the same name.
    pub fn insert(&mut self, name: impl Into<String>, array: ArrayD<f64>) {
        self.0.insert(name.into(), Ok(array));
    }

    /// An array by name.
    ///
    /// # Errors
    ///
    /// If it does not exist, or its element type is not supported.
    pub fn get(&self, name: &str) -> Result<ArrayViewD<'_, f64>, Error> {
        match self.0.get(name) {
            Some(Ok(array)) => Ok(array.view()),
            Some(Err(error)) => Err(error.clone().into()),
            None => Err(format!("there is no tensor `{name}`").into()),
        }
    }

    /// An array that must have this shape. Some writers store a number as an array of one element, so this is accepted
    /// too, also for each entry of a list of numbers.
    ///
    /// # Errors
    ///
    /// If it does not exist, or has another shape.
    pub fn shaped(&self, name: &str, shape: &[usize]) -> Result<ArrayViewD<'_, f64>, Error> {
        let array = self.get(name)?;
        let found = array.shape().to_vec();
        if found == shape {
            return Ok(array);
        }
        let as_array_of_one = shape.len() < 2 && found.len() == shape.len() + 1 && found.ends_with(&[1]);
        if as_array_of_one && found.starts_with(shape) {
            return Ok(array.index_axis_move(ndarray::Axis(shape.len()), 0));
        }
        Err(format!("tensor `{name}` has shape {found:?}, expected {shape:?}").into())
    }
}

/// The numbers in a tensor's bytes, little-endian.
fn numbers(dtype: Dtype, bytes: &[u8]) -> Option<Vec<f64>> {
    Some(match dtype {
        Dtype::F32 => bytes.as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes).into()).collect(),
        Dtype::F64 => bytes.as_chunks().0.iter().map(|bytes| f64::from_le_bytes(*bytes)).collect(),
        Dtype::I32 => bytes.as_chunks().0.iter().map(|bytes| i32::from_le_bytes(*bytes).into()).collect(),
        Dtype::I64 => bytes.as_chunks().0.iter().map(|bytes| i64::from_le_bytes(*bytes) as f64).collect(),
        _ => return None,
    })
}
