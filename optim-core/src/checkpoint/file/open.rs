//! A file that has been opened: what is in it, and loading of it.

use std::collections::HashMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::header::{self, Entry, Wrong};
use super::meta::{Meta, OptimizerMeta};
use super::read::{InFile, pieces};
use super::setting::{MOST_NESTED, Restore, Unrestored, nested};
use super::{VERSION, mask_key, state_key};
use crate::checkpoint::source::{EntryOutline, Outline, ParamOutline, Tensors};
use crate::checkpoint::{
    CheckpointError, DType, GroupDict, LoadOptions, LoadReport, ParamDict, StateDict, StateEntry, TensorData,
};
use crate::hyper::Value;
use crate::kernel::Float;
use crate::optimizer::{AnyOptimizer, GroupInfo};
use crate::params::Parameters;
use crate::registry::Registry;

/// A checkpoint to load from.
///
/// [`open`](Self::open) reads and checks what is in front of the tensors. Tensors are read when they are loaded, piece
/// by piece into the place that they will have, and compared with their checksums.
#[derive(Debug)]
pub struct CheckpointFile {
    pub(super) path: PathBuf,
    file: Mutex<File>,
    pub(super) meta: Meta,
    pub(super) entries: HashMap<String, Entry>,
}

impl CheckpointFile {
    /// Opens a file and checks everything but the numbers in its tensors.
    ///
    /// # Errors
    ///
    /// When there is no such file, or it is no checkpoint, or damaged, or of a newer version.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, CheckpointError> {
        let path = path.as_ref();
        let open = || {
            let mut file = File::open(path)?;
            let (meta, entries) = header::read(&mut file)?;
            Ok(Self { path: path.to_owned(), file: Mutex::new(file), meta, entries })
        };
        open().map_err(|error| at(path, error))
    }

    /// The word that was saved under a key.
    pub fn extra(&self, key: &str) -> Option<&str> {
        self.extras().find(|(known, _)| *known == key).map(|(_, value)| value)
    }

    /// Every key with its word.
    pub fn extras(&self) -> impl ExactSizeIterator<Item = (&str, &str)> {
        self.meta.extra.0.iter().map(|(key, value)| (&**key, &**value))
    }

    /// The name of the optimizer that was saved; `None` if none was.
    pub fn optimizer_name(&self) -> Option<&str> {
        self.meta.optimizer.as_ref().map(|optimizer| &*optimizer.name)
    }

    /// The names of the parameters that were saved themselves, beside or without an optimizer; `None` if none were.
    pub fn param_names(&self) -> Option<impl ExactSizeIterator<Item = &str>> {
        self.meta.params.as_ref().map(|params| params.iter().map(|param| &**param))
    }

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

    /// Loads parameters and optimizer, or neither; everything must agree.
    ///
    /// # Errors
    ///
    /// See [`CheckpointError`]. Nothing has changed then.
    pub fn load<P: Parameters + ?Sized>(
        &self,
        params: &mut P,
        optimizer: &mut dyn AnyOptimizer<P::Elem>,
    ) -> Result<(), CheckpointError> {
        self.load_with(params, optimizer, &LoadOptions::strict()).map(drop)
    }

    /// Loads parameters and optimizer as far as the options say so, or neither. The first report is that of the
    /// parameters.
    ///
    /// # Errors
    ///
    /// See [`CheckpointError`]. Nothing has changed then.
    pub fn load_with<P: Parameters + ?Sized>(
        &self,
        params: &mut P,
        optimizer: &mut dyn AnyOptimizer<P::Elem>,
        options: &LoadOptions,
    ) -> Result<(LoadReport, LoadReport), CheckpointError> {
        let staged = self.stage_params(params, options)?;
        let report = self.load_optimizer_with(optimizer, options)?;
        Ok((staged.commit(), report))
    }

    /// The optimizer as data, all of it in memory. Schedules are made by their names in the registry.
    ///
    /// # Errors
    ///
    /// When no optimizer was saved, a schedule is not in the registry or only code, or the file is damaged.
    pub fn state_dict(&self, registry: &Registry) -> Result<StateDict, CheckpointError> {
        let meta = self.optimizer_meta()?;
        let groups = self.groups(&[], registry, true)?;
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

    /// Reads every tensor and compares it with its checksum.
    ///
    /// # Errors
    ///
    /// When one is damaged or cannot be read.
    pub fn verify(&self) -> Result<(), CheckpointError> {
        let mut entries: Vec<(&String, &Entry)> = self.entries.iter().collect();
        entries.sort_by_key(|(_, entry)| entry.start);
        entries.into_iter().try_for_each(|(name, entry)| self.read(name, entry, &mut |_| {}))
    }

    pub(super) fn read(&self, name: &str, entry: &Entry, sink: &mut dyn FnMut(&[u8])) -> Result<(), CheckpointError> {
        // A reader that panicked leaves a file that the next one seeks in again.
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        pieces(&mut file, name, entry, sink).map_err(|error| at(&self.path, error))
    }

    pub(super) fn nothing(&self, what: &'static str) -> CheckpointError {
        CheckpointError::NotSaved { path: self.path.clone(), what }
    }

    /// [`optimizer_name`](Self::optimizer_name), which must be there.
    pub(crate) fn optimizer(&self) -> Result<&str, CheckpointError> {
        Ok(&self.optimizer_meta()?.name)
    }

    /// What was saved of the optimizer.
    fn optimizer_meta(&self) -> Result<&OptimizerMeta, CheckpointError> {
        self.meta.optimizer.as_ref().ok_or_else(|| self.nothing("optimizer"))
    }

    /// The saved groups. `current` are those of the program. Without `all` only what these have is restored: the rest
    /// is never used.
    pub(crate) fn groups(
        &self,
        current: &[GroupInfo<'_>],
        registry: &Registry,
        all: bool,
    ) -> Result<Vec<GroupDict>, CheckpointError> {
        let meta = self.optimizer_meta()?;
        let restore = Restore { registry };
        let mut groups = Vec::with_capacity(meta.groups.len());
        for group in &meta.groups {
            let known = current.iter().find(|known| known.name == group.name);
            let mut settings = Vec::with_capacity(group.settings.0.len());
            for (name, json) in &group.settings.0 {
                let now = known.and_then(|known| known.settings.iter().find(|(hyper, _)| hyper == name));
                let value = match now {
                    None if !all => Value::None,
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
        let mut params = Vec::with_capacity(meta.params.len());
        for param in &meta.params {
            let mut states = Vec::with_capacity(param.states.len());
            for state in &param.states {
                let key = state_key(&param.name, state);
                // `open` has found that it is there.
                if let Some(entry) = self.entries.get(&key) {
                    let place = entries.len();
                    entries.push((key, entry));
                    states.push((&**state, EntryOutline::Tensor { dtype: entry.dtype, shape: &entry.shape, place }));
                }
            }
            let mut mask = None;
            if param.masked
                && let Some(entry) = self.entries.get(&mask_key(&param.name))
            {
                let place = entries.len();
                entries.push((mask_key(&param.name), entry));
                mask = Some(EntryOutline::Tensor { dtype: entry.dtype, shape: &entry.shape, place });
            }
            let (name, shape) = (&*param.name, &*param.shape);
            params.push(ParamOutline { name, shape, group: param.group, step_count: param.steps, states, mask });
        }
        let outline = Outline { optimizer: &meta.name, steps: meta.steps, groups, params };
        Ok((outline, InFile { file: self, entries }))
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
            .map_err(|_| CheckpointError::OutOfMemory { name: name.clone(), elements: entry.bytes / dtype.size() })?;
        self.read(place, &mut |piece| bytes.extend_from_slice(piece))?;
        if let (DType::F64, [], Ok(bytes)) = (dtype, shape, bytes.as_slice().try_into()) {
            return Ok(StateEntry::Scalar(f64::from_le_bytes(bytes)));
        }
        let data = TensorData::new(dtype, shape.to_vec(), bytes);
        data.map(StateEntry::Tensor)
            .map_err(|error| at(&self.file.path, Wrong::Malformed(format!("`{name}`: {error}"))))
    }
}

/// The error of a file.
pub(super) fn at(path: &Path, wrong: Wrong) -> CheckpointError {
    let path = path.to_owned();
    match wrong {
        Wrong::Io(error) => CheckpointError::Io { action: "read", path, error },
        Wrong::Length { expected, found } => CheckpointError::Length { path, expected, found },
        Wrong::Malformed(reason) => CheckpointError::Malformed { path, reason },
        Wrong::Foreign => CheckpointError::Foreign { path },
        Wrong::Newer(version) => CheckpointError::Newer { path, version, known: VERSION },
        Wrong::Contents { missing, unexpected } => CheckpointError::Contents { path, missing, unexpected },
        Wrong::Checksum(what) => CheckpointError::Damaged { path, what },
    }
}
