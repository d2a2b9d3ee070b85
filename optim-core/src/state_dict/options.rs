//! Options for loading.

use std::collections::HashMap;

use super::error::CheckpointError;
use crate::hyper::schedule::ScheduleList;
use crate::params::LoadParams;
use crate::suggestion::nearest;

/// Options for loading: the differences that are allowed. The default allows none: optimizer, groups, parameters, shapes, states and
/// element types must be the same.
#[derive(Clone, Debug, Default)]
pub struct LoadOptions {
    pub(crate) matching: bool,
    pub(crate) cast: bool,
    pub(crate) keep_hyperparameters: bool,
    /// The names of parameters in the checkpoint.
    pub(crate) names: LoadParams,
    /// The schedules that can be restored, in place of those that registered themselves.
    pub(crate) schedules: Option<ScheduleList>,
}

impl LoadOptions {
    /// Everything must match.
    pub fn strict() -> Self {
        Self::default()
    }

    /// Loads the parameters with matching names, shapes and states, the hyperparameters that both have in groups of the
    /// same name, and the step count. Leaves everything else unchanged and reports it. Another optimizer, and
    /// hyperparameters that are not allowed, are still errors.
    pub fn matching() -> Self {
        Self { matching: true, ..Self::default() }
    }

    /// Converts numbers of another element type, and rounds them if that type is wider.
    #[must_use]
    pub fn cast(mut self) -> Self {
        self.cast = true;
        self
    }

    /// Finds parameters, their states and their masks under other names in the checkpoint. A later call replaces an earlier one.
    ///
    /// ```
    /// use optim_core::LoadOptions;
    /// use optim_core::params::LoadParams;
    ///
    /// // The model here has `encoder.fc1`, the checkpoint has `fc1`.
    /// let inner = LoadParams::new().rename(|name| name.trim_start_matches("encoder.").to_owned());
    /// let options = LoadOptions::strict().renamed(inner);
    /// # drop(options);
    /// ```
    ///
    /// A parameter with another name must be in the checkpoint, except with [`matching`](Self::matching). Two parameters can't have one name there.
    /// In contrast to files of PyTorch, prefixes such as `module.` stay. Reports and errors name parameters as here; only
    /// [`unexpected`](super::LoadReport::unexpected) has names of the checkpoint.
    #[must_use]
    pub fn renamed(mut self, names: LoadParams) -> Self {
        self.names = names;
        self
    }

    /// The indices of parameters by their names in the checkpoint. `None` if they have the same names there.
    pub(crate) fn by_name_there<'n, I: Iterator<Item = &'n str>>(
        &self,
        params: impl Fn() -> I,
    ) -> Result<Option<HashMap<String, usize>>, CheckpointError> {
        if !self.names.changes_names() {
            return Ok(None);
        }
        let mut there = HashMap::new();
        for (index, param) in params().enumerate() {
            let name = self.names.name_in_file(param);
            if let Some(first) = there.insert(name.clone(), index) {
                let first = params().nth(first).unwrap_or_default().to_owned();
                return Err(CheckpointError::OneName { name, params: [first, param.to_owned()] });
            }
        }
        Ok(Some(there))
    }

    /// The error for a parameter that is missing in the checkpoint, if it must be there because it has another name.
    pub(crate) fn check_missing(&self, param: &str, unexpected: &[String]) -> Result<(), CheckpointError> {
        let name = self.names.name_in_file(param);
        if self.matching || name == param {
            return Ok(());
        }
        // A file may have millions of parameters.
        const LOOKED_AT: usize = 1000;
        let nearest = nearest(&name, unexpected.iter().map(String::as_str).take(LOOKED_AT));
        Err(CheckpointError::NoSuchName { param: param.to_owned(), name, nearest })
    }

    /// Keeps the hyperparameters, schedules and tags of the optimizer. Ignores the checkpoint's hyperparameters and
    /// groups.
    #[must_use]
    pub fn keep_hyperparameters(mut self) -> Self {
        self.keep_hyperparameters = true;
        self
    }
}
