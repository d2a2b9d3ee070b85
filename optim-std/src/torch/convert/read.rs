//! The settings of a file's groups, read for the optimizers of their parameters.

use std::collections::{BTreeMap, BTreeSet};

use super::{ConvertError, GroupSettings, Here, Note};
use crate::torch::optimizer::OptimizerState;

/// The settings, by the indices of a group in the file and of a rule here.
pub(super) struct ReadGroups(BTreeMap<(usize, usize), GroupSettings>);

impl ReadGroups {
    /// Reads the groups with parameters; `places` has the index in the file of every parameter here.
    pub(super) fn read(
        file: &OptimizerState,
        here: &Here<'_>,
        places: &[usize],
        notes: &mut Vec<Note>,
    ) -> Result<Self, ConvertError> {
        let pair = |(group, place): (usize, &usize)| (file.params[*place].group, here.groups[group].rule);
        let pairs: BTreeSet<(usize, usize)> =
            here.params.iter().map(|param| param.group).zip(places).map(pair).collect();
        let read = |(saved, rule)| Ok(((saved, rule), GroupSettings::read(&file.groups[saved], here, rule, notes)?));
        Ok(Self(pairs.into_iter().map(read).collect::<Result<_, ConvertError>>()?))
    }

    /// The settings for a group here, which must be equal for all of its parameters; `None` if it has none.
    pub(super) fn of_group(
        &self,
        file: &OptimizerState,
        here: &Here<'_>,
        place: usize,
        places: &[usize],
    ) -> Result<Option<&GroupSettings>, ConvertError> {
        let group = &here.groups[place];
        let members = here.params.iter().zip(places).filter(|(param, _)| param.group == place);
        let mut members = members
            .filter_map(|(param, &saved)| Some((param.name, self.0.get(&(file.params[saved].group, group.rule))?)));
        let Some((first, settings)) = members.next() else { return Ok(None) };
        for (second, other) in members {
            if let Some(hyper) = settings.differs(other) {
                let (first, second) = (first.to_owned(), second.to_owned());
                return Err(ConvertError::Split { group: group.name.to_owned(), first, second, hyper });
            }
        }
        Ok(Some(settings))
    }
}
