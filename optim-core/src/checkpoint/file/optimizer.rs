//! Loading an optimizer from a file.

use serde_json::value::RawValue;

use super::header::Contents;
use super::meta::{Meta, OptimizerMeta, ParamMeta};
use super::open::{ArrayReader, CheckpointFile, at};
use super::setting::{self, Restore, Unrestored};
use super::stacks::{self, Stack, StackCells, Stacks};
use super::wrong::Wrong;
use super::{OPTIMIZER, StoredType, json, mask_key, state_key};
use crate::hyper::Setting;
use crate::hyper::schedule::ScheduleList;
use crate::kernel::Float;
use crate::optimizer::{GroupInfo, Optimizer};
use crate::sorting::sort_by_key;
use crate::state_dict::outline::{EachParam, EntryOutline, Outline, ParamOutline, Tensors};
use crate::state_dict::{
    CheckpointError, DType, GroupDict, LoadOptions, LoadReport, ParamDict, StateDict, StateEntry, TensorData,
};

impl CheckpointFile {
    /// Loads the optimizer. Everything must match.
    ///
    /// # Errors
    ///
    /// See [`CheckpointError`]. Nothing has changed then.
    pub fn load_optimizer<T: Float>(&self, optimizer: &mut Optimizer<T>) -> Result<(), CheckpointError> {
        self.load_optimizer_with(optimizer, &LoadOptions::strict()).map(drop)
    }

    /// Loads the optimizer with these options.
    ///
    /// # Errors
    ///
    /// See [`CheckpointError`]. Nothing has changed then.
    pub fn load_optimizer_with<T: Float>(
        &self,
        optimizer: &mut Optimizer<T>,
        options: &LoadOptions,
    ) -> Result<LoadReport, CheckpointError> {
        optimizer.load_from(self, options)
    }

    /// The optimizer as data, all of it in memory. The list creates schedules from their names.
    pub(crate) fn state_dict_with(&self, schedules: &ScheduleList) -> Result<StateDict, CheckpointError> {
        let groups = self.groups(None, schedules)?;
        let outline = self.outline(&groups)?;
        let mut params = Vec::with_capacity(outline.len());
        outline.each(&mut |param, tensors| {
            let mut states = Vec::with_capacity(param.states.len());
            for (state, entry) in param.states {
                let name = || format!("{}/{state}", param.name);
                states.push(((*state).to_owned(), self.entry(entry, tensors, name)?));
            }
            let name = || format!("masks/{}", param.name);
            let mask = match param.mask.map(|entry| self.entry(&entry, tensors, name)).transpose()? {
                Some(StateEntry::Tensor(mask)) => Some(mask),
                // The entry is not a mask. It stays as it was saved.
                Some(StateEntry::Scalar(number)) => Some(TensorData::from_array(&ndarray::arr0(number))),
                None => None,
            };
            let (name, shape, step_count) = (param.name.to_owned(), param.shape.to_vec(), param.step_count);
            let (view, group) = (param.view.cloned(), param.group);
            params.push((param.place, ParamDict { name, shape, view, group, step_count, states, mask }));
            Ok(())
        })?;
        sort_by_key(&mut params, |(place, _)| *place);
        let params = params.into_iter().map(|(_, param)| param).collect();
        let (optimizer, steps, seed) = (outline.optimizer().to_owned(), outline.steps(), outline.seed());
        let recent_norms = outline.recent_norms().to_vec();
        let globals = outline.globals().into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        drop(outline);
        let groups = groups.into_iter().map(|(_, group)| group).collect();
        Ok(StateDict { optimizer, steps, seed, recent_norms, globals, groups, params })
    }

    /// [`optimizer_name`](Self::optimizer_name); an error if the file has no optimizer.
    pub(crate) fn optimizer(&self) -> Result<&str, CheckpointError> {
        Ok(&self.optimizer_meta()?.name)
    }

    /// The saved data of the optimizer.
    fn optimizer_meta(&self) -> Result<&OptimizerMeta, CheckpointError> {
        self.contents.meta.optimizer.as_ref().ok_or_else(|| self.nothing("optimizer"))
    }

    /// The saved groups with their indices. If the program's groups are given, only groups of the same names are restored, since the others
    /// are never used.
    pub(crate) fn groups(
        &self,
        program: Option<&[GroupInfo<'_>]>,
        schedules: &ScheduleList,
    ) -> Result<Vec<(usize, GroupDict)>, CheckpointError> {
        let meta = self.optimizer_meta()?;
        let restore = Restore { schedules };
        let mut groups = Vec::new();
        let text = &self.contents.meta.text;
        for (place, (name, group)) in meta.group_names.iter().zip(&meta.groups).enumerate() {
            let known = program.and_then(|groups| groups.iter().find(|known| known.name == name));
            // Groups that are not needed are skipped without reading their tags and settings.
            if program.is_some() && known.is_none() {
                continue;
            }
            let wrong = |hyper: &str, error| self.unrestored(error, name, hyper);
            let tags = group.tags.get(text);
            if json::is_longer(tags, setting::MOST_VALUES) {
                return Err(wrong("tags", Unrestored::Malformed(format!("more than {} values", setting::MOST_VALUES))));
            }
            let tags = json::texts(tags).map_err(|error| wrong("tags", Unrestored::Malformed(error.to_string())))?;
            let mut settings = Vec::new();
            let mut failed = None;
            let read = json::pairs(group.settings.get(text), &mut |hyper, json: &RawValue| {
                if failed.is_some() {
                    return Ok(());
                }
                let now = known.and_then(|known| known.settings.iter().find(|(known, _)| *known == hyper));
                let value = match now {
                    None if program.is_some() => Ok(Setting::None),
                    now => setting::parse(json.get())
                        .map_err(Unrestored::Malformed)
                        .and_then(|json| restore.value(&json, now.map(|(_, value)| *value))),
                };
                match value {
                    Ok(_) if settings.len() == setting::MOST_SETTINGS => {
                        let error = format!("one of more than {} settings", setting::MOST_SETTINGS);
                        failed = Some(wrong(hyper, Unrestored::Malformed(error)));
                    }
                    Ok(value) => settings.push((hyper.to_owned(), value)),
                    Err(error) => failed = Some(wrong(hyper, error)),
                }
                Ok(())
            });
            if let Some(error) = failed {
                return Err(error);
            }
            read.map_err(|error| at(&self.path, Wrong::Malformed(format!("its metadata: {error}"))))?;
            let tags = tags.iter().map(ToOwned::to_owned).collect();
            let (name, adjust_learning_rate) = (name.to_owned(), group.adjust_learning_rate);
            let optimizer = Some(meta.group_optimizers.get(place)).filter(|name| !name.is_empty());
            let optimizer = optimizer.map(str::to_owned);
            groups.push((place, GroupDict { name, optimizer, tags, adjust_learning_rate, settings }));
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

    /// Everything of the optimizer except its tensors.
    pub(crate) fn outline<'f>(
        &'f self,
        groups: &'f [(usize, GroupDict)],
    ) -> Result<impl Outline + 'f, CheckpointError> {
        let meta = self.optimizer_meta()?;
        let stacks = self.contents.stacked.as_ref().and_then(|stacked| stacked.optimizer.as_ref());
        Ok(InFile { file: self, meta, stacks, groups })
    }

    /// A state as data. A tensor that means a number becomes a number.
    fn entry(
        &self,
        entry: &EntryOutline<'_>,
        tensors: &mut dyn Tensors,
        name: impl Fn() -> String,
    ) -> Result<StateEntry, CheckpointError> {
        let (dtype, shape) = entry.info();
        let mut bytes = Vec::new();
        bytes
            .try_reserve_exact(dtype.bytes_of(shape).unwrap_or(usize::MAX))
            .map_err(|_| CheckpointError::OutOfMemory { name: name(), elements: shape.iter().product() })?;
        entry.read(tensors, &mut |piece| bytes.extend_from_slice(piece))?;
        if let (DType::F64, [], Ok(bytes)) = (dtype, shape, bytes.as_slice().try_into()) {
            return Ok(StateEntry::Scalar(f64::from_le_bytes(bytes)));
        }
        let data = TensorData::new(dtype, shape.to_vec(), bytes);
        data.map(StateEntry::Tensor).map_err(|error| at(&self.path, Wrong::Malformed(format!("`{}`: {error}", name()))))
    }
}

/// The optimizer in a file, which is read parameter by parameter.
struct InFile<'f> {
    file: &'f CheckpointFile,
    meta: &'f OptimizerMeta,
    /// Only in version 2.
    stacks: Option<&'f Stacks>,
    groups: &'f [(usize, GroupDict)],
}

impl Outline for InFile<'_> {
    fn optimizer(&self) -> &str {
        &self.meta.name
    }

    fn steps(&self) -> u64 {
        self.meta.steps
    }

    fn seed(&self) -> Option<u64> {
        Some(self.meta.seed)
    }

    fn recent_norms(&self) -> &[f64] {
        &self.meta.recent_norms
    }

    fn globals(&self) -> Vec<(&str, f64)> {
        self.meta.globals.iter().map(|(name, value)| (&**name, *value)).collect()
    }

    fn group_count(&self) -> usize {
        self.meta.groups.len()
    }

    fn group_name(&self, group: usize) -> &str {
        self.meta.group_names.get(group)
    }

    fn group_optimizer(&self, group: usize) -> Option<&str> {
        // The file may name a group that does not exist.
        self.meta.groups.get(group)?;
        Some(self.meta.group_optimizers.get(group)).filter(|name| !name.is_empty())
    }

    fn group(&self, group: usize) -> Option<&GroupDict> {
        self.groups.iter().find(|(place, _)| *place == group).map(|(_, group)| group)
    }

    fn len(&self) -> usize {
        self.stacks.map_or(self.meta.params.rows.len(), Stacks::len)
    }

    fn each(&self, f: &mut EachParam<'_>) -> Result<(), CheckpointError> {
        let reader = &mut self.file.reader();
        let text = &self.file.contents.meta.text;
        for (place, meta) in self.meta.params.rows.iter().enumerate() {
            // Both were parsed before, so this cannot fail.
            let shape = json::shape(meta.shape.get(text)).unwrap_or_default();
            match self.stacks {
                None => self.named(place, meta, &shape, reader, f)?,
                Some(stacks) => self.stack((place, meta, &shape), &stacks.stacks[place], reader, f)?,
            }
        }
        Ok(())
    }
}

impl InFile<'_> {
    /// A parameter whose arrays have their own names.
    fn named(
        &self,
        place: usize,
        meta: &ParamMeta,
        shape: &[usize],
        reader: &mut ArrayReader<'_>,
        f: &mut EachParam<'_>,
    ) -> Result<(), CheckpointError> {
        let Contents { meta: Meta { text, .. }, listing, .. } = &self.file.contents;
        let name = self.meta.params.names.get(place);
        let states = json::texts(meta.states.get(text)).unwrap_or_default();
        let cells = |key: &str| {
            // `open` has checked that all tensors exist.
            let tensor = listing.find(key)?;
            let StoredType::Elements(dtype) = listing.tensors[tensor].stored else { return None };
            Some(StackCells { dtype, shape: listing.shape(tensor), tensor })
        };
        let arrays: Vec<(&str, StackCells)> =
            states.iter().filter_map(|state| Some((state, cells(&state_key(name, state))?))).collect();
        let mask = if meta.masked { cells(&mask_key(name)) } else { None };
        let states: Vec<_> = arrays.iter().map(|(state, cells)| (*state, cells.outline(None))).collect();
        let (view, group, step_count) = (json::view(meta.view.get(text)).unwrap_or_default(), meta.group, meta.number);
        let view = view.as_ref();
        let mask = mask.as_ref().map(|mask| mask.outline(None));
        f(&ParamOutline { place, name, shape, view, group, step_count, states: &states, mask }, reader)
    }

    /// The parameters of a stack.
    fn stack(
        &self,
        (place, meta, shape): (usize, &ParamMeta, &[usize]),
        stack: &Stack,
        reader: &mut ArrayReader<'_>,
        f: &mut EachParam<'_>,
    ) -> Result<(), CheckpointError> {
        let Contents { meta: Meta { text, .. }, listing, .. } = &self.file.contents;
        let count = meta.number;
        let cells = |name: &str| stacks::cells(listing, OPTIMIZER, place, count, name);
        let names = json::texts(meta.states.get(text)).unwrap_or_default();
        let arrays: Vec<(&str, StackCells)> =
            names.iter().filter_map(|name| Some((name, cells(&format!("states/{name}")).ok()?))).collect();
        let mask = if meta.masked { cells("masks").ok() } else { None };
        let view = json::view(meta.view.get(text)).unwrap_or_default();
        let mut states = Vec::with_capacity(arrays.len());
        for (row, at) in stack.places.iter().enumerate() {
            let stacked = Some((count, row as u32));
            states.clear();
            states.extend(arrays.iter().map(|(name, cells)| (*name, cells.outline(stacked))));
            let param = ParamOutline {
                place: *at as usize,
                name: stack.names.get(row),
                shape,
                view: view.as_ref(),
                group: meta.group,
                step_count: stack.steps.get(row).copied().unwrap_or(0),
                states: &states,
                mask: mask.as_ref().map(|mask| mask.outline(stacked)),
            };
            f(&param, reader)?;
        }
        Ok(())
    }
}

impl StackCells {
    fn outline(&self, stacked: Option<(u64, u32)>) -> EntryOutline<'_> {
        EntryOutline::InFile { dtype: self.dtype, shape: &self.shape, place: (self.tensor, stacked) }
    }
}
