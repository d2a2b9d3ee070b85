//! Tensor files: named arrays, read into double precision.

use std::collections::BTreeMap;
use std::path::Path;

use ndarray::{ArrayD, ArrayViewD, Axis, IxDyn};
use safetensors::{Dtype, SafeTensors};

use crate::Error;

/// The arrays of a file by name. Single precision is cast up, which is exact.
#[derive(Clone, Debug, Default)]
pub struct Tensors(BTreeMap<String, ArrayD<f64>>);

impl Tensors {
    /// Reads a `.safetensors` file of single- and double-precision arrays.
    ///
    /// # Errors
    ///
    /// When the file cannot be read, or holds elements of another type.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let file = SafeTensors::deserialize(&bytes)?;
        let mut tensors = BTreeMap::new();
        for (name, tensor) in file.iter() {
            let data = numbers(tensor.dtype(), tensor.data())
                .ok_or_else(|| format!("`{name}` has elements of type {:?}", tensor.dtype()))?;
            let array = ArrayD::from_shape_vec(IxDyn(tensor.shape()), data)?;
            tensors.insert(name.to_owned(), array);
        }
        Ok(Self(tensors))
    }

    /// An array by name.
    ///
    /// # Errors
    ///
    /// When there is none.
    pub fn get(&self, name: &str) -> Result<ArrayViewD<'_, f64>, Error> {
        match self.0.get(name) {
            Some(array) => Ok(array.view()),
            None => Err(format!("there is no tensor `{name}`").into()),
        }
    }

    /// Entry `index` of the first axis of an array.
    ///
    /// # Errors
    ///
    /// When there is no such array or entry.
    pub fn entry(&self, name: &str, index: usize) -> Result<ArrayViewD<'_, f64>, Error> {
        let array = self.get(name)?;
        if array.ndim() == 0 || index >= array.len_of(Axis(0)) {
            return Err(format!("`{name}` has no entry {index}").into());
        }
        Ok(array.index_axis_move(Axis(0), index))
    }
}

/// The numbers in a tensor's bytes, little-endian.
fn numbers(dtype: Dtype, bytes: &[u8]) -> Option<Vec<f64>> {
    match dtype {
        Dtype::F32 => {
            let numbers = bytes.as_chunks().0.iter();
            Some(numbers.map(|bytes| f32::from_le_bytes(*bytes).into()).collect())
        }
        Dtype::F64 => {
            let numbers = bytes.as_chunks().0.iter();
            Some(numbers.map(|bytes| f64::from_le_bytes(*bytes)).collect())
        }
        _ => None,
    }
}
