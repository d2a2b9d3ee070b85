//! Parameters of a model out of a file.

use std::collections::{HashMap, HashSet};

use optim_core::{Name, Parameters};

use super::error::TorchError;
use super::value::TorchValue;

impl TorchValue {
    /// Replaces every parameter of a model by the tensor of its name in this dict, as `model.load_state_dict` does; numbers are
    /// converted to the model's type. Returns the keys that no parameter has: buffers, say.
    ///
    /// # Errors
    ///
    /// When a parameter has no tensor here or one of another shape, cannot be written, or the file cannot be read. The model has
    /// not changed then.
    pub fn load_params<P: Parameters + ?Sized>(&self, model: &mut P) -> Result<Vec<String>, TorchError> {
        self.load_params_as(model, ToOwned::to_owned)
    }

    /// [`load_params`](Self::load_params) where the file has other names: `key` makes the file's of the parameter's.
    ///
    /// ```no_run
    /// # use optim_std::torch::{TorchError, TorchFile};
    /// # fn load(mut model: optim_std::ndarray::Array1<f32>) -> Result<(), TorchError> {
    /// // Saved from `DistributedDataParallel`.
    /// TorchFile::open("model.pt")?.root().load_params_as(&mut model, |name| format!("module.{name}"))?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// As [`load_params`](Self::load_params).
    pub fn load_params_as<P: Parameters + ?Sized>(
        &self,
        model: &mut P,
        key: impl Fn(&str) -> String,
    ) -> Result<Vec<String>, TorchError> {
        let mut names = Vec::new();
        model.visit(Name::ROOT, &mut |name, _| names.push(name.to_string()));
        let mut params = Vec::with_capacity(names.len());
        model.visit_mut(Name::ROOT, &mut |name, param| params.push((name.to_string(), param)));
        let written: HashSet<&str> = params.iter().map(|(name, _)| &**name).collect();
        if let Some(param) = names.into_iter().find(|name| !written.contains(name.as_str())) {
            return Err(TorchError::Parameter { param, what: "is read-only" });
        }
        let mut unused: HashMap<String, Self> = self.entries()?.into_iter().collect();
        let mut missing = Vec::new();
        let mut arrays = Vec::with_capacity(params.len());
        for (name, param) in params {
            let name = key(&name);
            let Some(value) = unused.remove(&name) else {
                missing.push(name);
                continue;
            };
            let tensor = value.tensor()?;
            if tensor.shape() != param.shape() {
                let (found, shape) = (tensor.shape(), param.shape());
                return Err(TorchError::tensor(value.place(), format!("has shape {found:?}, the parameter {shape:?}")));
            }
            arrays.push((param, tensor.to_array::<P::Elem>()?));
        }
        let mut unused: Vec<String> = unused.into_keys().collect();
        unused.sort_unstable();
        if !missing.is_empty() {
            return Err(TorchError::MissingParameters { params: missing, place: self.place(), known: unused });
        }
        for (mut param, array) in arrays {
            param.to_ndarray_mut().assign(&array);
        }
        Ok(unused)
    }
}
