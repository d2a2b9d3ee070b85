//! Comparison of a checkpoint with the optimizer.

use std::collections::{BTreeMap, HashSet};
use std::num::NonZero;

use super::stored::{has_scales, in_blocks, scale_of};
use crate::kernel::{Float, StateSlot};
use crate::optimizer::rule::PARTITION;
use crate::optimizer::{Group, Optimizer};
use crate::sorting::sort_by_key;
use crate::state::{ListedState, REST};
use crate::state_dict::outline::{EntryOutline, Outline, ParamOutline};
use crate::state_dict::{CheckpointError, DType, Difference, LoadOptions, LoadReport, once, once_of};

/// The place of a parameter. An `Option` of it also takes four bytes, because a checkpoint may have millions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place(NonZero<u32>);

impl Place {
    fn new(place: usize) -> Option<Self> {
        u32::try_from(place).ok()?.checked_add(1).and_then(NonZero::new).map(Self)
    }

    pub(super) fn get(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// The place of a parameter by its name in the checkpoint.
pub(super) type Places<'p> = dyn Fn(&str) -> Option<usize> + 'p;

impl<T: Float> Optimizer<T> {
    /// Checks that the checkpoint was saved by the same optimizer. If one of both is a partition, each parameter is checked later.
    pub(crate) fn same_optimizer(&self, found: &str) -> Result<(), CheckpointError> {
        match found == self.name() || found == PARTITION || self.only().is_none() {
            true => Ok(()),
            false => Err(CheckpointError::Optimizer { expected: self.name().to_owned(), found: found.to_owned() }),
        }
    }

    /// The global states that the outline also has: the place of the rule, the place of the state, and the new value.
    pub(super) fn compared_globals(
        &self,
        outline: &dyn Outline,
        places: &Places<'_>,
        report: &mut LoadReport,
    ) -> Result<Vec<(usize, usize, f64)>, CheckpointError> {
        let found = outline.globals();
        once("global states", found.iter().map(|(state, _)| *state))?;
        let (origins, mut taken) = (self.origins(outline, places)?, HashSet::new());
        let mut globals: Vec<(usize, usize, f64)> = Vec::new();
        // A state of a wrapper around a partition is one number, whichever rules the checkpoint has.
        let mut shared: BTreeMap<usize, (String, Vec<(String, f64)>)> = BTreeMap::new();
        for (rule, place, name) in self.global_names() {
            let own = &self.rules[rule].states.as_slice()[place].name;
            let there = match &origins[rule] {
                Some(None) => Some(own.to_string()),
                Some(Some(origin)) => Some(format!("{origin}.{own}")),
                // Without parameters, the names decide.
                None => self.is_empty_there(rule, outline).then(|| name.to_owned()),
            };
            let there = there.and_then(|there| found.iter().find(|(state, _)| *state == there));
            taken.extend(there.map(|(state, _)| *state));
            if let Some(at) = self.rules[rule].shared_states.iter().position(|shared| *shared == place) {
                let (_, values) = shared.entry(at).or_insert_with(|| (own.to_string(), Vec::new()));
                values.extend(there.map(|(state, value)| ((*state).to_owned(), *value)));
                continue;
            }
            match there {
                Some((_, value)) => globals.push((rule, place, *value)),
                None => report.mismatched.push(Difference::MissingGlobal { state: name.to_owned() }),
            }
        }
        for (at, (state, values)) in shared {
            match values.first() {
                Some((_, value)) => globals.push((0, self.rules[0].shared_states[at], *value)),
                None => report.mismatched.push(Difference::MissingGlobal { state: state.clone() }),
            }
            if values.iter().any(|(_, value)| value.to_bits() != values[0].1.to_bits()) {
                let values = values.into_iter().map(|(name, value)| (name, format!("{value:?}"))).collect();
                report.mismatched.push(Difference::SeveralValues { state, values });
            }
        }
        for (state, _) in found.iter().filter(|(state, _)| !taken.contains(state)) {
            report.mismatched.push(Difference::UnexpectedGlobal { state: (*state).to_owned() });
        }
        Ok(globals)
    }

    /// Returns true if no parameter belongs to a rule, and the outline has one of its name and optimizer.
    fn is_empty_there(&self, rule: usize, outline: &dyn Outline) -> bool {
        let groups = &self.groups[self.rules[rule].groups.clone()];
        let is_same = |known: &Group, group: usize| {
            outline.group_name(group) == known.name() && outline.optimizer_of(group) == known.optimizer()
        };
        groups.iter().all(|group| group.members().is_empty())
            && groups.first().is_some_and(|known| (0..outline.group_count()).any(|group| is_same(known, group)))
    }

    /// For each rule the rule of the outline, or `Some(None)` for its only optimizer, that had the parameters: one of the same optimizer. `None` if
    /// there is none, or several.
    fn origins(
        &self,
        outline: &dyn Outline,
        places: &Places<'_>,
    ) -> Result<Vec<Option<Option<String>>>, CheckpointError> {
        let of_partition = outline.optimizer() == PARTITION;
        if self.only().is_some() && !of_partition {
            return Ok(vec![Some(None)]);
        }
        let mut origins: Vec<Option<Option<String>>> = vec![None; self.rules.len()];
        let mut several = vec![false; self.rules.len()];
        outline.each(&mut |param, _| {
            let Some(place) = places(param.name) else { return Ok(()) };
            let group = self.params[place].group;
            let (rule, about) = (self.groups[group].rule(), self.groups[group].about());
            if param.group >= outline.group_count() || outline.optimizer_of(param.group) != about.name {
                return Ok(());
            }
            // Names of rules do not contain points, but names of groups may.
            let name = outline.group_name(param.group).split('.').next().filter(|_| of_partition);
            match &origins[rule] {
                None => origins[rule] = Some(name.map(str::to_owned)),
                Some(known) => several[rule] |= known.as_deref() != name,
            }
            Ok(())
        })?;
        let one = |(origin, several): (_, bool)| if several { None } else { origin };
        Ok(origins.into_iter().zip(several).map(one).collect())
    }

    /// The parameters to load: for each parameter of the outline its place in the optimizer.
    pub(super) fn chosen(
        &self,
        outline: &dyn Outline,
        (places, options): (&Places<'_>, &LoadOptions),
        report: &mut LoadReport,
    ) -> Result<Vec<Option<Place>>, CheckpointError> {
        let mut chosen: Vec<Option<Place>> = vec![None; outline.len()];
        // For each parameter of the optimizer: true if the checkpoint has it, and true if it will be loaded.
        let mut found = vec![(false, false); self.params.len()];
        let mut differences = Vec::new();
        outline.each(&mut |param, _| {
            let count = outline.group_count();
            if param.group >= count && !options.keep_hyperparameters {
                return Err(CheckpointError::NoSuchGroup { param: param.name.to_owned(), group: param.group, count });
            }
            let Some(place) = places(param.name) else {
                report.unexpected.push(param.name.to_owned());
                return Ok(());
            };
            if std::mem::replace(&mut found[place].0, true) {
                return Err(CheckpointError::Twice { what: "parameters".to_owned(), name: param.name.to_owned() });
            }
            let (before, name) = (differences.len(), || self.params[place].name.to_string());
            let expected = self.groups[self.params[place].group].name();
            if !options.keep_hyperparameters && outline.group_name(param.group) != expected {
                let (expected, found) = (expected.to_owned(), outline.group_name(param.group).to_owned());
                differences.push((place, Difference::Group { param: name(), expected, found }));
            }
            let (own, theirs) = (self.about_of(&self.params[place]).name, outline.optimizer_of(param.group));
            if own == theirs {
                let mut others = Vec::new();
                self.compare(place, param, options, &mut others)?;
                differences.extend(others.into_iter().map(|difference| (place, difference)));
            } else {
                let (param, expected, found) = (name(), own.to_owned(), theirs.to_owned());
                differences.push((place, Difference::Optimizer { param, expected, found }));
            }
            if differences.len() == before {
                found[place].1 = true;
                chosen[param.place] = Place::new(place);
            }
            Ok(())
        })?;
        once("parameters", report.unexpected.iter().map(String::as_str))?;
        // In the order of the optimizer, for any order in the checkpoint.
        sort_by_key(&mut differences, |(place, _)| *place);
        report.mismatched.extend(differences.into_iter().map(|(_, difference)| difference));
        for (known, (is_there, is_loaded)) in self.params.iter().zip(found) {
            if !is_there {
                options.check_missing(&known.name, &report.unexpected)?;
                report.missing.push(known.name.to_string());
            } else if is_loaded {
                report.loaded.push(known.name.to_string());
            }
        }
        Ok(chosen)
    }

    /// Compares shape, view and states of one parameter.
    fn compare(
        &self,
        place: usize,
        param: &ParamOutline<'_>,
        options: &LoadOptions,
        differences: &mut Vec<Difference>,
    ) -> Result<(), CheckpointError> {
        let known = &self.params[place];
        let name = || known.name.to_string();
        once_of(|| format!("states of parameter `{}`", known.name), param.states.iter().map(|(state, _)| *state))?;
        if *known.shape != *param.shape {
            // States depend on the shape, so they are not compared.
            differences.push(Difference::Shape {
                param: name(),
                expected: known.shape.to_vec(),
                found: param.shape.to_vec(),
            });
            return Ok(());
        }
        if known.view.as_deref() != param.view {
            // States depend on the view, too.
            let (expected, found) = (known.view.as_deref().cloned(), param.view.cloned());
            differences.push(Difference::View { param: name(), expected, found });
            return Ok(());
        }
        if let Some((dtype, shape)) = param.mask.as_ref().map(EntryOutline::info)
            && (dtype != DType::Bool || *shape != *known.shape)
        {
            differences.push(Difference::Mask {
                param: name(),
                expected: known.shape.to_vec(),
                found: shape.to_vec(),
                found_type: dtype,
            });
        }
        self.compare_states(place, param, options, differences);
        self.find_unexpected(place, param, options, differences);
        Ok(())
    }

    /// Compares the shapes and the element types of the states of one parameter.
    fn compare_states(
        &self,
        place: usize,
        param: &ParamOutline<'_>,
        options: &LoadOptions,
        differences: &mut Vec<Difference>,
    ) {
        let known = &self.params[place];
        let name = || known.name.to_string();
        for (state, slot) in self.states_of(known).iter().zip(self.slots_of(place)) {
            let (shape, dtype) = match slot {
                StateSlot::Absent => continue,
                StateSlot::Scalar { .. } => (&[][..], DType::F64),
                StateSlot::Array(array) => (array.shape(), T::DTYPE),
                StateSlot::Stored(stored) => (stored.shape(), stored.storage().dtype().unwrap_or(T::DTYPE)),
            };
            let Some((_, entry)) = param.states.iter().find(|(name, _)| *name == state.name) else {
                // A parameter that was not split has no lower bits.
                if state.is_rest() && options.cast {
                    continue;
                }
                differences.push(Difference::MissingState { param: name(), state: state.name.to_string() });
                continue;
            };
            let (found_type, found) = entry.info();
            let is_number = matches!(slot, StateSlot::Scalar { .. });
            if shape != found {
                differences.push(Difference::StateShape {
                    param: name(),
                    state: state.name.to_string(),
                    expected: shape.to_vec(),
                    found: found.to_vec(),
                });
            } else if dtype != found_type && !(options.cast && is_cast(state, is_number, found_type)) {
                differences.push(Difference::StateType {
                    param: name(),
                    state: state.name.to_string(),
                    expected: dtype,
                    found: found_type,
                });
            } else if !state.is_rest() && !has_scales(entry, scale_of(param, state)) {
                // Codes cannot be decoded without their scales.
                differences.push(Difference::MissingState { param: name(), state: state.scale.clone() });
            }
        }
    }

    /// Finds the states of one parameter that only the file has.
    fn find_unexpected(
        &self,
        place: usize,
        param: &ParamOutline<'_>,
        options: &LoadOptions,
        differences: &mut Vec<Difference>,
    ) {
        let known = &self.params[place];
        let known_states = self.states_of(known);
        let exists = |name: &str| {
            let mut states = known_states.iter().zip(self.slots_of(place));
            states.any(|(state, slot)| state.name == name && !matches!(slot, StateSlot::Absent))
        };
        let is_scale = |name: &str| {
            let of = |state: &ListedState| param.states.iter().find(|(found, _)| *found == state.name);
            let mut states = known_states.iter().filter(|state| state.scale == name && exists(&state.name));
            states.any(|state| of(state).is_some_and(|(_, entry)| in_blocks(entry.info().0).is_some()))
        };
        let is_dropped = |name: &str| name == REST && options.cast;
        let extra = param.states.iter().filter(|(state, _)| !exists(state) && !is_scale(state) && !is_dropped(state));
        differences.extend(extra.map(|(state, _)| Difference::UnexpectedState {
            param: known.name.to_string(),
            state: (*state).to_owned(),
        }));
    }
}

/// Returns true if elements of another type can be converted to a state's elements. Codes are not numbers, but lower bits of parameters are always
/// codes.
fn is_cast(state: &ListedState, is_number: bool, found: DType) -> bool {
    if state.is_rest() {
        matches!(found, DType::U8 | DType::U16)
    } else {
        !(found == DType::U16 || is_number && found.is_code())
    }
}
