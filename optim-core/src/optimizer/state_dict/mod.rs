//! The state of an optimizer as data: saving and loading.

mod compare;
mod groups;
mod stored;
#[cfg(feature = "checkpoint")]
mod table;

use ndarray::ArrayD;

use super::read::{count, is_inner_count};
use super::{Optimizer, Param};
use crate::gradient::RecentNorms;
use crate::kernel::{Float, StateSlot, StepsDone, TensorRef};
use crate::memory::zeros_like;
use crate::optimizer::Group;
use crate::optimizer::rule::PARTITION;
use crate::shape::ParamView;
use crate::sparsity::Masked;
use crate::state_dict::outline::{EntryOutline, Outline, ParamOutline, Tensors};
use crate::state_dict::tensor::Destination;
use crate::state_dict::{CheckpointError, GroupDict, LoadOptions, LoadReport, ParamDict, StateDict, TensorData};
use stored::entries;

/// The changes of a load, complete and checked.
struct Staged<T> {
    groups: Vec<Group>,
    params: Vec<StagedParam<T>>,
    /// The states of these parameters. Each parameter has the same number of slots.
    slots: Vec<StateSlot<T>>,
}

/// The changes of a load to one parameter.
struct StagedParam<T> {
    place: usize,
    steps: u64,
    /// Boxed, because masks are rare, and the type is large.
    mask: Option<Box<Masked<T>>>,
}

impl<T: Float> Optimizer<T> {
    /// Returns a copy of the whole state of the optimizer: groups with their hyperparameters and schedules, states,
    /// step counts, masks, the seed.
    #[inline(never)]
    pub fn state_dict(&self) -> StateDict {
        let several = self.only().is_none();
        let group = |group: &Group| GroupDict {
            name: group.name().to_owned(),
            optimizer: several.then(|| group.optimizer().to_owned()),
            tags: group.tags().to_vec(),
            adjust_learning_rate: group.adjust_learning_rate(),
            settings: group.settings().map(|(name, value)| (name.to_owned(), value.clone())).collect(),
        };
        let param = |(place, param): (usize, &Param)| ParamDict {
            name: param.name.to_string(),
            shape: param.shape.to_vec(),
            view: param.view.as_deref().cloned(),
            group: param.group,
            step_count: self.counts[place].get(),
            states: (self.states_of(param).iter().zip(self.slots_of(place)))
                .flat_map(|(state, slot)| entries(state, slot))
                .collect(),
            mask: self.masks.get(place).map(|masked| TensorData::from_mask(&masked.kept())),
        };
        StateDict {
            // Wrappers around a partition are part of the optimizers of its rules.
            optimizer: if several { PARTITION } else { self.name() }.to_owned(),
            steps: self.steps,
            seed: Some(self.seed),
            recent_norms: self.norms.iter().collect(),
            globals: self.globals().map(|(name, value)| (name.to_owned(), value)).collect(),
            groups: self.groups.iter().map(group).collect(),
            params: self.params.iter().enumerate().map(param).collect(),
        }
    }

    /// Replaces the whole state of the optimizer: states, step counts, masks, the seed and, depending on the options,
    /// hyperparameters, schedules and tags. Gradient options and threads stay unchanged.
    ///
    /// Everything is verified and copied before anything changes. Hyperparameters are checked as by [`set`](Self::set).
    ///
    /// # Errors
    ///
    /// See [`CheckpointError`]. Nothing has changed then.
    pub fn load_state_dict(&mut self, dict: &StateDict, options: &LoadOptions) -> Result<LoadReport, CheckpointError> {
        self.load_outline(dict, options)
    }

    #[inline(never)]
    pub(crate) fn load_outline(
        &mut self,
        outline: &dyn Outline,
        options: &LoadOptions,
    ) -> Result<LoadReport, CheckpointError> {
        self.same_optimizer(outline.optimizer())?;
        let mut report = LoadReport::default();
        let groups = match options.keep_hyperparameters {
            true => self.groups.clone(),
            false => self.restored(outline, &mut report)?,
        };
        let there = options.by_name_there(|| self.param_names())?;
        let places = |name: &str| match &there {
            Some(there) => there.get(name).copied(),
            None => self.places.get(name).copied(),
        };
        let globals = self.compared_globals(outline, &places, &mut report)?;
        let chosen = self.chosen(outline, (&places, options), &mut report)?;
        if !options.matching && !report.is_complete() {
            return Err(CheckpointError::Differs(Box::new(report)));
        }
        let mut staged = Staged { groups, params: Vec::new(), slots: Vec::new() };
        outline.each(&mut |param, tensors| {
            let Some(place) = chosen.get(param.place).copied().flatten() else { return Ok(()) };
            // Errors have the names here.
            let param = &ParamOutline { name: &self.params[place.get()].name, ..*param };
            self.read_states(place.get(), param, tensors, &mut staged.slots)?;
            let view = self.params[place.get()].view.as_deref();
            let mask = param.mask.map(|mask| read_mask((param, view), &mask, tensors)).transpose()?.map(Box::new);
            staged.params.push(StagedParam { place: place.get(), steps: param.step_count, mask });
            Ok(())
        })?;

        // Nothing below can fail.
        self.groups = staged.groups;
        self.renew_watch();
        self.group_settings = None;
        self.steps = outline.steps();
        if let Some(seed) = outline.seed() {
            self.set_seed(seed);
        }
        // Without a policy, the norms are dropped.
        self.norms = match self.options.spikes {
            Some(_) => RecentNorms::new(outline.recent_norms()),
            None => RecentNorms::default(),
        };
        for (rule, place, value) in globals {
            self.put_global(rule, place, value);
        }
        let width = self.width();
        let mut slots = staged.slots.into_iter();
        for StagedParam { place, steps, mask } in staged.params {
            self.counts[place] = StepsDone::new(steps);
            let own = self.states_of(&self.params[place]).len();
            for (slot, new) in self.slots[place * width..][..own].iter_mut().zip(slots.by_ref()) {
                *slot = new;
            }
            match mask {
                Some(mask) => self.masks.set(place, *mask),
                None => drop(self.masks.clear(place)),
            }
            self.mask_states(place);
        }
        Ok(report)
    }

    /// Reads the new states of one parameter, which has been compared.
    fn read_states(
        &self,
        place: usize,
        param: &ParamOutline<'_>,
        tensors: &mut dyn Tensors,
        slots: &mut Vec<StateSlot<T>>,
    ) -> Result<(), CheckpointError> {
        for (known, slot) in self.states_of(&self.params[place]).iter().zip(self.slots_of(place)) {
            let entry = param.states.iter().find(|(state, _)| *state == known.name).map(|(_, entry)| entry);
            slots.push(match (slot, entry) {
                (StateSlot::Scalar { .. }, Some(entry)) => {
                    let mut number = 0.0_f64;
                    read(entry, tensors, &mut Destination::Slice(std::slice::from_mut(&mut number)))?;
                    if is_inner_count(&known.name) {
                        let (param, state) = (param.name.to_owned(), known.name.to_string());
                        count(&param, number).map_err(|_| CheckpointError::StepCount {
                            param,
                            state,
                            value: number,
                        })?;
                    }
                    StateSlot::scalar(number)
                }
                (StateSlot::Stored(stored), entry) if known.is_rest() => {
                    StateSlot::Stored(Box::new(stored::read_rest(stored, (param.name, known), entry, tensors)?))
                }
                (StateSlot::Stored(stored), Some(entry)) => {
                    let scale = stored::scale_of(param, known);
                    StateSlot::Stored(Box::new(stored::read_as(stored, (param.name, known), entry, scale, tensors)?))
                }
                (StateSlot::Array(array), Some(entry)) => {
                    let mut new = zeros_like(&TensorRef::from_array(array)).map_err(|elements| {
                        CheckpointError::OutOfMemory { name: format!("{}/{}", param.name, known.name), elements }
                    })?;
                    match (stored::in_blocks(entry.info().0), stored::scale_of(param, known)) {
                        (Some((storage, _)), Some(scale)) => {
                            let read = stored::read_blocks(storage, (param.name, known), entry, scale, tensors)?;
                            new.assign(&read.to_array::<T>());
                        }
                        _ => read(entry, tensors, &mut Destination::array(&mut new))?,
                    }
                    StateSlot::Array(Box::new(new))
                }
                (_, _) => StateSlot::Absent,
            });
        }
        Ok(())
    }
}

/// Reads the mask of a parameter, which has been compared.
fn read_mask<T: Float>(
    (param, view): (&ParamOutline<'_>, Option<&ParamView>),
    mask: &EntryOutline<'_>,
    tensors: &mut dyn Tensors,
) -> Result<Masked<T>, CheckpointError> {
    let elements = param.shape.iter().product();
    let out_of_memory = || CheckpointError::OutOfMemory { name: format!("masks/{}", param.name), elements };
    let mut kept = Vec::new();
    kept.try_reserve_exact(elements).map_err(|_| out_of_memory())?;
    mask.read(tensors, &mut |bytes| kept.extend(bytes.iter().map(|byte| *byte != 0)))?;
    let kept = ArrayD::from_shape_vec(param.shape, kept).map_err(|_| out_of_memory())?;
    Masked::new(kept, view).ok_or_else(out_of_memory)
}

fn read<E: Float>(
    entry: &EntryOutline<'_>,
    tensors: &mut dyn Tensors,
    destination: &mut Destination<'_, E>,
) -> Result<(), CheckpointError> {
    let (dtype, _) = entry.info();
    entry.read(tensors, &mut |bytes| destination.take(dtype, bytes))
}
