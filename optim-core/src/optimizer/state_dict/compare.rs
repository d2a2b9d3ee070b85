//! What of a checkpoint agrees with the optimizer.

use std::collections::HashMap;

use crate::checkpoint::outline::{EntryOutline, Outline, ParamOutline};
use crate::checkpoint::{CheckpointError, DType, Difference, LoadOptions, LoadReport, once};
use crate::kernel::{Float, StateSlot};
use crate::optimizer::Engine;

impl<T: Float> Engine<T> {
    /// Checks whose state it is.
    pub(in crate::optimizer) fn same_optimizer(&self, found: &str) -> Result<(), CheckpointError> {
        match found == self.about.name {
            true => Ok(()),
            false => Err(CheckpointError::Optimizer { expected: self.about.name.to_owned(), found: found.to_owned() }),
        }
    }

    /// The parameters that agree, by place.
    pub(super) fn chosen<'o>(
        &self,
        outline: &'o Outline<'o>,
        options: &LoadOptions,
        report: &mut LoadReport,
    ) -> Result<Vec<(usize, &'o ParamOutline<'o>)>, CheckpointError> {
        once("parameters", outline.params.iter().map(|param| param.name))?;
        let nowhere = outline.params.iter().find(|param| param.group >= outline.groups.len());
        if let Some(param) = nowhere.filter(|_| !options.keep_hyperparameters) {
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
            let expected = self.groups[known.group].name();
            let found = outline.groups.get(param.group).filter(|_| !options.keep_hyperparameters);
            if let Some(found) = found.filter(|found| found.name != expected) {
                report.mismatched.push(Difference::Group {
                    param: known.name.to_string(),
                    expected: expected.to_owned(),
                    found: found.name.clone(),
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
        for (info, slot) in self.about.states.iter().zip(self.slots_of(place)) {
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
            let mut states = self.about.states.iter().zip(self.slots_of(place));
            states.any(|(info, slot)| info.name == state && !matches!(slot, StateSlot::Absent))
        };
        let extra = param.states.iter().filter(|(state, _)| !exists(state));
        differences
            .extend(extra.map(|(state, _)| Difference::UnexpectedState { param: name(), state: (*state).to_owned() }));
        Ok(())
    }
}
