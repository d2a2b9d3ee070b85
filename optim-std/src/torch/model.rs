//! Reading the parameters of a model from a file.

use ndarray::ArrayD;
use optim_core::params::{LoadParams, LoadParamsError, TensorSource};
use optim_core::{Float, Parameters};

use super::error::TorchError;
use super::value::TorchValue;

impl TorchValue {
    /// Replaces every parameter of a model by the tensor with its name in this dict, as `model.load_state_dict` does. Numbers
    /// are converted to the model's type. Returns the keys that no parameter uses, such as buffers.
    ///
    /// Prefixes that PyTorch puts in front of names (`module.`, `_orig_mod.`) are dropped, see [`LoadParams`].
    ///
    /// # Errors
    ///
    /// Returns an error if a parameter has no tensor here or one of another shape, or the file cannot be read. The model has not changed then.
    pub fn load_params<P: Parameters + ?Sized>(&self, model: &mut P) -> Result<Vec<String>, TorchError> {
        self.load_params_with(model, &LoadParams::new())
    }

    /// Like [`load_params`](Self::load_params), if the file has other names.
    ///
    /// ```no_run
    /// # use optim_std::LoadParams;
    /// # use optim_std::torch::{TorchError, TorchFile};
    /// # fn load(mut model: optim_std::ndarray::Array1<f32>) -> Result<(), TorchError> {
    /// let names = LoadParams::new().prefix("transformer.");
    /// TorchFile::open("pytorch_model.bin")?.root().load_params_with(&mut model, &names)?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// The same errors as [`load_params`](Self::load_params).
    pub fn load_params_with<P: Parameters + ?Sized>(
        &self,
        model: &mut P,
        options: &LoadParams,
    ) -> Result<Vec<String>, TorchError> {
        options.load(model, &Dict { value: self, entries: self.entries()? })
    }

    /// Returns the floating-point tensors of this dict in its order, as a model without a struct. Other values are left out.
    ///
    /// The order is the order in which the Python program filled the dict. `model.state_dict()` has the order of
    /// `model.named_parameters()`, with buffers among the parameters. An `IndexMap` that is filled from a sorted map, such as
    /// `SafetensorsFile::to_map`, counts as ordered but has another order.
    ///
    /// # Errors
    ///
    /// Returns an error if this is not a dict, or a tensor cannot be read. Also if all tensors together need more than 64 MiB plus 16 times the size
    /// of the file, because they share a storage. Then read them one by one with [`get`](Self::get).
    #[cfg(feature = "indexmap")]
    pub fn to_map<T: Float>(&self) -> Result<indexmap::IndexMap<String, ArrayD<T>>, TorchError> {
        use super::dtype::DType::{BF16, F16, F32, F64};
        let (most, mut bytes) = (self.most_tensor_bytes(), 0_u64);
        let mut map = indexmap::IndexMap::new();
        for (key, value) in self.entries()?.into_iter().filter(|(_, value)| value.is_tensor()) {
            let tensor = value.tensor()?;
            if matches!(tensor.dtype(), F64 | F32 | F16 | BF16) {
                bytes = bytes.saturating_add(tensor.byte_len());
                if bytes > most {
                    return Err(TorchError::Limit { what: "bytes in the tensors of a dict", limit: most });
                }
                map.insert(key, tensor.to_array()?);
            }
        }
        Ok(map)
    }
}

/// A dict with its contents.
struct Dict<'v> {
    value: &'v TorchValue,
    entries: Vec<(String, TorchValue)>,
}

impl TensorSource for Dict<'_> {
    type Error = TorchError;

    fn names(&self) -> Vec<&str> {
        self.entries.iter().map(|(key, _)| &**key).collect()
    }

    fn shape(&self, index: usize) -> Result<Vec<usize>, TorchError> {
        Ok(self.entries[index].1.tensor()?.shape().to_vec())
    }

    fn read<T: Float>(&self, index: usize) -> Result<ArrayD<T>, TorchError> {
        self.entries[index].1.tensor()?.to_array()
    }

    fn refuse(&self, error: LoadParamsError) -> TorchError {
        TorchError::Params { place: self.value.place(), error }
    }
}
