//! The optimizer out of a file.

use super::header::{Entry, Wrong};
use super::meta::OptimizerMeta;
use super::open::{CheckpointFile, at};
use super::setting::{MOST_NESTED, Restore, Unrestored, nested};
use super::{mask_key, state_key};
use crate::checkpoint::outline::{EntryOutline, Outline, ParamOutline, Tensors};
use crate::checkpoint::{
    CheckpointError, DType, GroupDict, LoadOptions, LoadReport, ParamDict, StateDict, StateEntry, TensorData,
};
use crate::hyper::Setting;
use crate::kernel::Float;
use crate::optimizer::{AnyOptimizer, GroupInfo};
use crate::registry::Registry;

impl CheckpointFile {
    /// Loads the optimizer; everything must agree.
    ///
    /// # Errors
    ///
    /// See [`CheckpointError`]. Nothing has changed then.
    pub fn load_optimizer<T: Float>(&self, optimizer: &mut dyn AnyOptimizer<T>) -> Result<(), CheckpointError> {
        self.load_optimizer_with(optimizer, &LoadOptions::strict()).map(drop)
    }

    /// Loads the optimizer as far as the options say so.
    ///
    /// # Errors
    ///
    /// See [`CheckpointError`]. Nothing has changed then.
    pub fn load_optimizer_with<T: Float>(
        &self,
        optimizer: &mut dyn AnyOptimizer<T>,
        options: &LoadOptions,
    ) -> Result<LoadReport, CheckpointError> {
        optimizer.load_from(self, options)
    }

    /// The optimizer as data, all of it in memory. Schedules are made by their names in the registry.
    ///
    /// # Errors
    ///
    /// When no optimizer was saved, a schedule is not in the registry or only code, or the file is damaged.
    pub fn state_dict(&self, registry: &Registry) -> Result<StateDict, CheckpointError> {
        let meta = self.optimizer_meta()?;
        let groups = self.groups(None, registry)?;
        let (outline, mut tensors) = self.outline(&groups)?;
        let mut params = Vec::with_capacity(outline.params.len());
        for param in &outline.params {
            let mut states = Vec::with_capacity(param.states.len());
            for &(state, entry) in &param.states {
                states.push((state.to_owned(), tensors.entry(entry)?));
            }
            let mask = match param.mask.map(|entry| tensors.entry(entry)).transpose()? {
                Some(StateEntry::Tensor(mask)) => Some(mask),
                // Not a mask, but what was saved.
                Some(StateEntry::Scalar(number)) => Some(TensorData::from_array(&ndarray::arr0(number))),
                None => None,
            };
            params.push(ParamDict {
                name: param.name.to_owned(),
                shape: param.shape.to_vec(),
                group: param.group,
                step_count: param.step_count,
                states,
                mask,
            });
        }
        Ok(StateDict { optimizer: meta.name.clone(), steps: meta.steps, groups, params })
    }

    /// [`optimizer_name`](Self::optimizer_name), which must be there.
    pub(crate) fn optimizer(&self) -> Result<&str, CheckpointError> {
        Ok(&self.optimizer_meta()?.name)
    }

    /// What was saved of the optimizer.
    fn optimizer_meta(&self) -> Result<&OptimizerMeta, CheckpointError> {
        self.meta.optimizer.as_ref().ok_or_else(|| self.nothing("optimizer"))
    }

    /// The saved groups. With the groups of a program only what these have is restored: the rest is never used.
    pub(crate) fn groups(
        &self,
        program: Option<&[GroupInfo<'_>]>,
        registry: &Registry,
    ) -> Result<Vec<GroupDict>, CheckpointError> {
        let meta = self.optimizer_meta()?;
        let restore = Restore { registry };
        let mut groups = Vec::with_capacity(meta.groups.len());
        for group in &meta.groups {
            let known = program.and_then(|groups| groups.iter().find(|known| known.name == group.name));
            let mut settings = Vec::with_capacity(group.settings.0.len());
            for (name, json) in &group.settings.0 {
                let now = known.and_then(|known| known.settings.iter().find(|(hyper, _)| hyper == name));
                let value = match now {
                    None if program.is_some() => Setting::None,
                    _ if nested(json) > MOST_NESTED => {
                        let error =
                            Unrestored::Malformed(format!("schedules in schedules, more than {MOST_NESTED} deep"));
                        return Err(self.unrestored(error, &group.name, name));
                    }
                    now => restore
                        .value(json, now.map(|(_, value)| *value))
                        .map_err(|error| self.unrestored(error, &group.name, name))?,
                };
                settings.push((name.clone(), value));
            }
            groups.push(GroupDict {
                name: group.name.clone(),
                tags: group.tags.clone(),
                adjust_learning_rate: group.adjust_learning_rate,
                settings,
            });
        }
        Ok(groups)
    }

    fn unrestored(&self, error: Unrestored, group: &str, hyper: &str) -> CheckpointError {
        let (group, hyper) = (group.to_owned(), hyper.to_owned());
        match error {
            Unrestored::Malformed(json) => {
                let reason = format!("`{hyper}` of group `{group}` is {json}");
                at(&self.path, Wrong::Malformed(reason))
            }
            Unrestored::Code(text) => CheckpointError::ScheduleIsCode { group, hyper, text },
            Unrestored::Unknown(error) => CheckpointError::UnknownSchedule { group, hyper, error: Box::new(error) },
            Unrestored::Wrong(error) => CheckpointError::Hyper { group, error },
        }
    }

    /// Everything of the optimizer but its tensors.
    pub(crate) fn outline<'f>(&'f self, groups: &'f [GroupDict]) -> Result<(Outline<'f>, InFile<'f>), CheckpointError> {
        let meta = self.optimizer_meta()?;
        let mut entries = Vec::new();
        // `open` has found that they are all there.
        let mut tensor = |key: String| {
            let entry = self.entries.get(&key)?;
            entries.push((key, entry));
            Some(EntryOutline::Tensor { dtype: entry.dtype, shape: &entry.shape, place: entries.len() - 1 })
        };
        let mut params = Vec::with_capacity(meta.params.len());
        for param in &meta.params {
            let states = param.states.iter();
            let states = states.filter_map(|state| Some((&**state, tensor(state_key(&param.name, state))?))).collect();
            let mask = if param.masked { tensor(mask_key(&param.name)) } else { None };
            let (name, shape) = (&*param.name, &*param.shape);
            params.push(ParamOutline { name, shape, group: param.group, step_count: param.steps, states, mask });
        }
        let outline = Outline { optimizer: &meta.name, steps: meta.steps, groups, params };
        Ok((outline, InFile { file: self, entries }))
    }
}

/// Some tensors of a file, by place.
pub(crate) struct InFile<'f> {
    file: &'f CheckpointFile,
    entries: Vec<(String, &'f Entry)>,
}

impl Tensors for InFile<'_> {
    fn read(&mut self, place: usize, sink: &mut dyn FnMut(&[u8])) -> Result<(), CheckpointError> {
        let (name, entry) = &self.entries[place];
        self.file.read(name, entry, sink)
    }
}

impl InFile<'_> {
    /// A state as data; a number where that means the same.
    fn entry(&mut self, entry: EntryOutline<'_>) -> Result<StateEntry, CheckpointError> {
        let (dtype, shape, place) = match entry {
            EntryOutline::Scalar(number) => return Ok(StateEntry::Scalar(number)),
            EntryOutline::Tensor { dtype, shape, place } => (dtype, shape, place),
        };
        let (name, entry) = &self.entries[place];
        let name = name.clone();
        let mut bytes = Vec::new();
        bytes
            .try_reserve_exact(entry.bytes)
            .map_err(|_| CheckpointError::OutOfMemory { name: name.clone(), elements: shape.iter().product() })?;
        self.read(place, &mut |piece| bytes.extend_from_slice(piece))?;
        if let (DType::F64, [], Ok(bytes)) = (dtype, shape, bytes.as_slice().try_into()) {
            return Ok(StateEntry::Scalar(f64::from_le_bytes(bytes)));
        }
        let data = TensorData::new(dtype, shape.to_vec(), bytes);
        data.map(StateEntry::Tensor)
            .map_err(|error| at(&self.file.path, Wrong::Malformed(format!("`{name}`: {error}"))))
    }
}
