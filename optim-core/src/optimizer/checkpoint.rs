//! State as data: out of an optimizer, and back in.

use std::collections::{HashMap, HashSet};

#[cfg(feature = "checkpoint")]
use std::path::Path;

use ndarray::ArrayD;

use super::{Optimizer, Param};
use crate::checkpoint::source::{EntryOutline, Outline, ParamOutline, Tensors};
use crate::checkpoint::tensor::decode;
#[cfg(feature = "checkpoint")]
use crate::checkpoint::{Checkpoint, CheckpointFile};
use crate::checkpoint::{
    CheckpointError, DType, Difference, GroupDict, LoadOptions, LoadReport, ParamDict, StateDict, StateEntry,
    TensorData,
};
use crate::definition::Definition;
use crate::group::Group;
use crate::hyper::{HyperError, Value, index_of, name_of};
use crate::kernel::{Float, StateSlot, TensorRef};
#[cfg(feature = "checkpoint")]
use crate::registry::Registry;
use crate::sparsity::Masked;
use crate::state;

/// What a load will change, complete and checked.
struct Staged<O, T> {
    groups: Vec<Group<O>>,
    params: Vec<StagedParam<T>>,
}

/// What a load will change of one parameter.
struct StagedParam<T> {
    place: usize,
    steps: u64,
    slots: Vec<StateSlot<T>>,
    mask: Option<Masked<T>>,
}

impl<O: Definition, T: Float> Optimizer<O, T> {
    /// A copy of everything that the optimizer remembers: groups with their hyperparameters and schedules, states, step counts, masks.
    pub fn state_dict(&self) -> StateDict {
        let group = |group: &Group<O>| GroupDict {
            name: group.name().to_owned(),
            tags: group.tags().to_vec(),
            settings: group.settings().map(|(name, value)| (name.to_owned(), value.clone())).collect(),
        };
        let param = |(place, param): (usize, &Param<T>)| ParamDict {
            name: param.name.to_string(),
            shape: param.shape.to_vec(),
            group: param.group,
            step_count: param.t,
            states: O::STATES
                .iter()
                .zip(self.slots_of(place))
                .filter_map(|(info, slot)| Some((info.name.to_owned(), entry(slot)?)))
                .collect(),
            mask: self.masks.get(place).map(|masked| TensorData::from_mask(&masked.kept())),
        };
        StateDict {
            optimizer: O::NAME.to_owned(),
            steps: self.steps,
            groups: self.groups.iter().map(group).collect(),
            params: self.params.iter().enumerate().map(param).collect(),
        }
    }

    /// Replaces everything that the optimizer remembers: states, step counts, masks, and as far as the options say so
    /// hyperparameters, schedules and tags. Gradient options and threads stay as they are.
    ///
    /// Everything is verified and copied before anything changes. Hyperparameters are checked as by [`set`](Self::set).
    ///
    /// # Errors
    ///
    /// See [`CheckpointError`]. Nothing has changed then.
    pub fn load_state_dict(&mut self, dict: &StateDict, options: &LoadOptions) -> Result<LoadReport, CheckpointError> {
        let (outline, mut tensors) = dict.outline();
        self.load_outline(&outline, &mut tensors, options)
    }

    pub(crate) fn load_outline(
        &mut self,
        outline: &Outline<'_>,
        tensors: &mut dyn Tensors,
        options: &LoadOptions,
    ) -> Result<LoadReport, CheckpointError> {
        same_optimizer::<O>(outline.optimizer)?;
        let mut report = LoadReport::default();
        let groups = match options.keep_hyperparameters {
            true => self.groups.clone(),
            false => self.restored(outline, &mut report)?,
        };
        let chosen = self.chosen(outline, options, &mut report)?;
        if !options.matching && !report.is_complete() {
            return Err(CheckpointError::Differs(Box::new(report)));
        }
        let mut staged = Staged { groups, params: Vec::with_capacity(chosen.len()) };
        for (place, param) in chosen {
            let slots = self.read_states(place, param, tensors)?;
            let mask = param.mask.map(|mask| read_mask(param, mask, tensors)).transpose()?;
            staged.params.push(StagedParam { place, steps: param.step_count, slots, mask });
        }

        // Nothing below can fail.
        self.groups = staged.groups;
        self.steps = outline.steps;
        let count = O::STATES.len();
        for StagedParam { place, steps, slots, mask } in staged.params {
            self.params[place].set_t(steps);
            for (slot, new) in self.slots[place * count..][..count].iter_mut().zip(slots) {
                *slot = new;
            }
            match mask {
                Some(mask) => self.masks.set(place, mask),
                None => drop(self.masks.clear(place)),
            }
            self.mask_states(place);
        }
        Ok(report)
    }

    /// The groups as the checkpoint has them.
    fn restored(&self, outline: &Outline<'_>, report: &mut LoadReport) -> Result<Vec<Group<O>>, CheckpointError> {
        once("parameter groups", outline.groups.iter().map(|group| &*group.name))?;
        let used: HashSet<usize> = outline.params.iter().map(|param| param.group).collect();
        for (place, group) in outline.groups.iter().enumerate() {
            // A group without parameters decides nothing.
            if used.contains(&place) && !self.groups.iter().any(|known| known.name() == group.name) {
                report.mismatched.push(Difference::UnexpectedGroup { group: group.name.clone() });
            }
        }
        let mut groups = Vec::with_capacity(self.groups.len());
        for known in &self.groups {
            groups.push(match outline.groups.iter().find(|group| group.name == known.name()) {
                Some(group) => self.restored_group(known, group, outline.steps, report)?,
                None => {
                    if !known.members().is_empty() {
                        report.mismatched.push(Difference::MissingGroup { group: known.name().to_owned() });
                    }
                    known.clone()
                }
            });
        }
        Ok(groups)
    }

    fn restored_group(
        &self,
        known: &Group<O>,
        group: &GroupDict,
        steps: u64,
        report: &mut LoadReport,
    ) -> Result<Group<O>, CheckpointError> {
        let name = || group.name.clone();
        once(&format!("hyperparameters of group `{}`", group.name), group.settings.iter().map(|(name, _)| &**name))?;
        let mut settings = known.setting_values().to_vec();
        let mut given = vec![false; settings.len()];
        for (hyper, value) in &group.settings {
            match index_of::<O>(hyper) {
                Ok(index) => {
                    settings[index] = value.clone();
                    given[index] = true;
                }
                Err(_) => report.mismatched.push(Difference::UnexpectedSetting { group: name(), name: hyper.clone() }),
            }
        }
        for (index, _) in given.iter().enumerate().filter(|(_, given)| !**given) {
            let hyper = name_of::<O>(index).to_owned();
            report.mismatched.push(Difference::MissingSetting { group: name(), name: hyper });
        }
        self.replaced(known, group.tags.clone(), settings, steps)
            .map_err(|error| CheckpointError::Hyper { group: name(), error })
    }

    fn replaced(
        &self,
        known: &Group<O>,
        tags: Vec<String>,
        settings: Vec<Value>,
        steps: u64,
    ) -> Result<Group<O>, HyperError> {
        let group = known.replaced(tags, settings, steps)?;
        let Err(error) = self.keeps_state(&group, 0) else { return Ok(group) };
        if matches!(error, HyperError::ChangesState { .. }) {
            // Which of them does: the first that would do it alone.
            for (index, value) in group.setting_values().iter().enumerate() {
                let mut alone = known.setting_values().to_vec();
                alone[index] = value.clone();
                if let Ok(group) = known.with_settings(alone, steps) {
                    self.keeps_state(&group, index)?;
                }
            }
        }
        Err(error)
    }

    /// The parameters that agree, by place.
    fn chosen<'o>(
        &self,
        outline: &'o Outline<'o>,
        options: &LoadOptions,
        report: &mut LoadReport,
    ) -> Result<Vec<(usize, &'o ParamOutline<'o>)>, CheckpointError> {
        once("parameters", outline.params.iter().map(|param| param.name))?;
        if let Some(param) = outline.params.iter().find(|param| param.group >= outline.groups.len()) {
            return Err(CheckpointError::NoSuchGroup {
                param: param.name.to_owned(),
                group: param.group,
                count: outline.groups.len(),
            });
        }
        let unknown = outline.params.iter().filter(|param| !self.places.contains_key(param.name));
        report.unexpected.extend(unknown.map(|param| param.name.to_owned()));
        let by_name: HashMap<&str, &ParamOutline<'_>> =
            outline.params.iter().map(|param| (param.name, param)).collect();
        let mut chosen = Vec::with_capacity(self.params.len());
        for (place, known) in self.params.iter().enumerate() {
            let Some(&param) = by_name.get(&*known.name) else {
                report.missing.push(known.name.to_string());
                continue;
            };
            let (expected, found) = (self.groups[known.group].name(), &*outline.groups[param.group].name);
            if !options.keep_hyperparameters && expected != found {
                report.mismatched.push(Difference::Group {
                    param: known.name.to_string(),
                    expected: expected.to_owned(),
                    found: found.to_owned(),
                });
            }
            let before = report.mismatched.len();
            self.compare(place, param, options, &mut report.mismatched)?;
            if report.mismatched.len() == before {
                report.loaded.push(known.name.to_string());
                chosen.push((place, param));
            }
        }
        Ok(chosen)
    }

    /// Shape and states of one parameter.
    fn compare(
        &self,
        place: usize,
        param: &ParamOutline<'_>,
        options: &LoadOptions,
        differences: &mut Vec<Difference>,
    ) -> Result<(), CheckpointError> {
        let known = &self.params[place];
        let name = || known.name.to_string();
        once(&format!("states of parameter `{}`", known.name), param.states.iter().map(|(state, _)| *state))?;
        if *known.shape != *param.shape {
            // The states follow it.
            differences.push(Difference::Shape {
                param: name(),
                expected: known.shape.to_vec(),
                found: param.shape.to_vec(),
            });
            return Ok(());
        }
        if let Some(EntryOutline::Tensor { dtype, shape, .. }) = param.mask
            && (dtype != DType::Bool || *shape != *known.shape)
        {
            differences.push(Difference::Mask {
                param: name(),
                expected: known.shape.to_vec(),
                found: shape.to_vec(),
                found_type: dtype,
            });
        }
        for (info, slot) in O::STATES.iter().zip(self.slots_of(place)) {
            let (shape, dtype) = match slot {
                StateSlot::Absent => continue,
                StateSlot::Scalar { .. } => (&[][..], DType::F64),
                StateSlot::Array(array) => (array.shape(), T::DTYPE),
            };
            let Some((_, entry)) = param.states.iter().find(|(state, _)| *state == info.name) else {
                differences.push(Difference::MissingState { param: name(), state: info.name.to_owned() });
                continue;
            };
            let (found, found_type) = match *entry {
                EntryOutline::Scalar(_) => (&[][..], DType::F64),
                EntryOutline::Tensor { dtype, shape, .. } => (shape, dtype),
            };
            if shape != found {
                differences.push(Difference::StateShape {
                    param: name(),
                    state: info.name.to_owned(),
                    expected: shape.to_vec(),
                    found: found.to_vec(),
                });
            } else if dtype != found_type && !options.cast {
                differences.push(Difference::StateType {
                    param: name(),
                    state: info.name.to_owned(),
                    expected: dtype,
                    found: found_type,
                });
            }
        }
        let exists = |state: &str| {
            let mut states = O::STATES.iter().zip(self.slots_of(place));
            states.any(|(info, slot)| info.name == state && !matches!(slot, StateSlot::Absent))
        };
        let extra = param.states.iter().filter(|(state, _)| !exists(state));
        differences
            .extend(extra.map(|(state, _)| Difference::UnexpectedState { param: name(), state: (*state).to_owned() }));
        Ok(())
    }

    /// New states of one parameter, which has been compared.
    fn read_states(
        &self,
        place: usize,
        param: &ParamOutline<'_>,
        tensors: &mut dyn Tensors,
    ) -> Result<Vec<StateSlot<T>>, CheckpointError> {
        let mut slots = Vec::with_capacity(O::STATES.len());
        for (info, slot) in O::STATES.iter().zip(self.slots_of(place)) {
            let entry = param.states.iter().find(|(state, _)| *state == info.name).map(|&(_, entry)| entry);
            slots.push(match (slot, entry) {
                (StateSlot::Scalar { .. }, Some(entry)) => {
                    let mut number = 0.0_f64;
                    read(entry, tensors, &mut std::iter::once(&mut number))?;
                    StateSlot::scalar(number)
                }
                (StateSlot::Array(array), Some(entry)) => {
                    let mut new = state::zeros_like(&TensorRef::from_array(array)).map_err(|elements| {
                        CheckpointError::OutOfMemory { name: format!("{}/{}", param.name, info.name), elements }
                    })?;
                    read(entry, tensors, &mut new.iter_mut())?;
                    StateSlot::Array(new)
                }
                (_, _) => StateSlot::Absent,
            });
        }
        Ok(slots)
    }
}

/// Files.
#[cfg(feature = "checkpoint")]
impl<O: Definition, T: Float> Optimizer<O, T> {
    /// Writes everything that the optimizer remembers into a file, see [`Checkpoint`].
    ///
    /// # Errors
    ///
    /// When it cannot be written. The file that was there stays.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), CheckpointError> {
        Checkpoint::new().optimizer(self).save(path)
    }

    /// Loads what [`save`](Self::save) has written; everything must agree.
    ///
    /// # Errors
    ///
    /// See [`CheckpointError`]. Nothing has changed then.
    pub fn load(&mut self, path: impl AsRef<Path>) -> Result<(), CheckpointError> {
        self.load_with(path, &LoadOptions::strict()).map(drop)
    }

    /// Loads what [`save`](Self::save) has written, as far as the options say so.
    ///
    /// # Errors
    ///
    /// See [`CheckpointError`]. Nothing has changed then.
    pub fn load_with(&mut self, path: impl AsRef<Path>, options: &LoadOptions) -> Result<LoadReport, CheckpointError> {
        self.load_from(&CheckpointFile::open(path)?, options)
    }

    /// Loads the optimizer of a file, see [`CheckpointFile::load_optimizer_with`].
    ///
    /// # Errors
    ///
    /// See [`CheckpointError`]. Nothing has changed then.
    pub fn load_from(&mut self, file: &CheckpointFile, options: &LoadOptions) -> Result<LoadReport, CheckpointError> {
        same_optimizer::<O>(file.optimizer()?)?;
        let global;
        let registry = match &options.registry {
            Some(registry) => registry,
            None => {
                global = Registry::global();
                &global
            }
        };
        // Settings that are not wanted need not be known.
        let current = if options.keep_hyperparameters { Vec::new() } else { self.group_infos() };
        let groups = file.groups(&current, registry, false)?;
        let (outline, mut tensors) = file.outline(&groups)?;
        self.load_outline(&outline, &mut tensors, options)
    }
}

fn entry<T: Float>(slot: &StateSlot<T>) -> Option<StateEntry> {
    match slot {
        StateSlot::Absent => None,
        StateSlot::Scalar { value, .. } => Some(StateEntry::Scalar(*value)),
        StateSlot::Array(array) => Some(StateEntry::Tensor(TensorData::from_array(array))),
    }
}

fn read<'a, E: Float>(
    entry: EntryOutline<'_>,
    tensors: &mut dyn Tensors,
    out: &mut impl Iterator<Item = &'a mut E>,
) -> Result<(), CheckpointError> {
    match entry {
        EntryOutline::Scalar(number) => decode(DType::F64, &number.to_le_bytes(), out),
        EntryOutline::Tensor { dtype, place, .. } => tensors.read(place, &mut |bytes| decode(dtype, bytes, out))?,
    }
    Ok(())
}

/// The mask of a parameter, which has been compared.
fn read_mask<T: Float>(
    param: &ParamOutline<'_>,
    mask: EntryOutline<'_>,
    tensors: &mut dyn Tensors,
) -> Result<Masked<T>, CheckpointError> {
    let elements = param.shape.iter().product();
    let out_of_memory = || CheckpointError::OutOfMemory { name: format!("masks/{}", param.name), elements };
    let mut kept = Vec::new();
    kept.try_reserve_exact(elements).map_err(|_| out_of_memory())?;
    if let EntryOutline::Tensor { place, .. } = mask {
        tensors.read(place, &mut |bytes| kept.extend(bytes.iter().map(|byte| *byte != 0)))?;
    }
    let kept = ArrayD::from_shape_vec(param.shape, kept).map_err(|_| out_of_memory())?;
    Masked::new(kept).ok_or_else(out_of_memory)
}

fn same_optimizer<O: Definition>(found: &str) -> Result<(), CheckpointError> {
    match found == O::NAME {
        true => Ok(()),
        false => Err(CheckpointError::Optimizer { expected: O::NAME.to_owned(), found: found.to_owned() }),
    }
}

/// Checks that no name is there twice.
fn once<'a>(what: &str, names: impl Iterator<Item = &'a str>) -> Result<(), CheckpointError> {
    let mut seen = HashSet::new();
    for name in names {
        if !seen.insert(name) {
            return Err(CheckpointError::Twice { what: what.to_owned(), name: name.to_owned() });
        }
    }
    Ok(())
}
