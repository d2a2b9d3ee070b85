//! Parameters out of a file.

use std::collections::{HashMap, HashSet};

use ndarray::ArrayD;

use super::header::Entry;
use super::open::CheckpointFile;
use super::param_key;
use crate::checkpoint::tensor::Destination;
use crate::checkpoint::{CheckpointError, Difference, LoadOptions, LoadReport, once};
use crate::kernel::{Float, TensorMut};
use crate::memory::zeros_like;
use crate::params::{Name, Parameters};

/// Parameters that have been read and are not yet in the model.
pub(super) struct StagedParams<'p, T> {
    params: Vec<(TensorMut<'p, T>, ArrayD<T>)>,
    report: LoadReport,
}

impl<T: Float> StagedParams<'_, T> {
    /// Puts them into the model.
    pub(super) fn commit(self) -> LoadReport {
        for (mut param, new) in self.params {
            param.to_ndarray_mut().assign(&new);
        }
        self.report
    }
}

impl CheckpointFile {
    /// Loads the parameters of a model; everything must agree.
    ///
    /// # Errors
    ///
    /// See [`CheckpointError`]. Nothing has changed then.
    pub fn load_params<P: Parameters + ?Sized>(&self, params: &mut P) -> Result<(), CheckpointError> {
        self.load_params_with(params, &LoadOptions::strict()).map(drop)
    }

    /// Loads the parameters of a model as far as the options say so.
    ///
    /// # Errors
    ///
    /// See [`CheckpointError`]. Nothing has changed then.
    pub fn load_params_with<P: Parameters + ?Sized>(
        &self,
        params: &mut P,
        options: &LoadOptions,
    ) -> Result<LoadReport, CheckpointError> {
        Ok(self.stage_params(params, options)?.commit())
    }

    /// Reads and checks what [`load_params_with`](Self::load_params_with) will load.
    pub(super) fn stage_params<'p, P: Parameters + ?Sized>(
        &self,
        params: &'p mut P,
        options: &LoadOptions,
    ) -> Result<StagedParams<'p, P::Elem>, CheckpointError> {
        let saved = self.meta.params.as_ref().ok_or_else(|| self.nothing("parameters"))?;
        let mut found: Vec<(String, TensorMut<'p, P::Elem>)> = Vec::new();
        params.visit_mut(Name::ROOT, &mut |name, tensor| found.push((name.to_string(), tensor)));
        once("parameters of the model", found.iter().map(|(name, _)| &**name))?;
        let here: HashSet<&str> = found.iter().map(|(name, _)| &**name).collect();
        let unexpected = saved.iter().filter(|name| !here.contains(name.as_str())).cloned().collect();
        let mut report = LoadReport { unexpected, ..LoadReport::default() };
        let saved: HashMap<&str, &Entry> =
            saved.iter().filter_map(|name| Some((&**name, self.entries.get(&param_key(name))?))).collect();
        let mut chosen = Vec::with_capacity(found.len());
        for (name, tensor) in found {
            let Some(&entry) = saved.get(&*name) else {
                report.missing.push(name);
                continue;
            };
            let dtype = P::Elem::DTYPE;
            if tensor.shape() != entry.shape {
                let (expected, found) = (tensor.shape().to_vec(), entry.shape.clone());
                report.mismatched.push(Difference::Shape { param: name, expected, found });
            } else if dtype != entry.dtype && !options.cast {
                report.mismatched.push(Difference::ElementType { param: name, expected: dtype, found: entry.dtype });
            } else {
                report.loaded.push(name.clone());
                chosen.push((name, tensor, entry));
            }
        }
        if !options.matching && !report.is_complete() {
            return Err(CheckpointError::Differs(Box::new(report)));
        }
        let mut params = Vec::with_capacity(chosen.len());
        for (name, tensor, entry) in chosen {
            let mut new = zeros_like(&tensor.as_ref())
                .map_err(|elements| CheckpointError::OutOfMemory { name: name.clone(), elements })?;
            let mut destination = Destination::array(&mut new);
            self.read(&param_key(&name), entry, &mut |piece| destination.take(entry.dtype, piece))?;
            params.push((tensor, new));
        }
        Ok(StagedParams { params, report })
    }
}
