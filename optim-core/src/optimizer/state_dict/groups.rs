//! Groups as a checkpoint has them.

use crate::hyper::{HyperError, Setting};
use crate::kernel::Float;
use crate::optimizer::rule::EngineRule;
use crate::optimizer::{Engine, Group};
use crate::state_dict::outline::Outline;
use crate::state_dict::{CheckpointError, Difference, GroupDict, LoadReport, once, twice};

impl<T: Float> Engine<T> {
    /// The groups as the checkpoint has them.
    pub(super) fn restored(
        &self,
        outline: &dyn Outline,
        report: &mut LoadReport,
    ) -> Result<Vec<Group>, CheckpointError> {
        let count = outline.group_count();
        let mut used = vec![false; count];
        outline.each(&mut |param, _| {
            if let Some(used) = used.get_mut(param.group) {
                *used = true;
            }
            Ok(())
        })?;
        if let Some(name) = twice(|| (0..count).map(|group| outline.group_name(group))) {
            return Err(CheckpointError::Twice { what: "parameter groups".to_owned(), name: name.to_owned() });
        }
        for (name, used) in (0..count).map(|group| outline.group_name(group)).zip(used) {
            // A group without parameters decides nothing.
            if used && !self.groups.iter().any(|known| known.name() == name) {
                report.mismatched.push(Difference::UnexpectedGroup { group: name.to_owned() });
            }
        }
        let mut groups = Vec::with_capacity(self.groups.len());
        for known in &self.groups {
            groups.push(
                match (0..count)
                    .find(|group| outline.group_name(*group) == known.name())
                    .filter(|group| outline.optimizer_of(*group) == known.about().name())
                    .and_then(|group| outline.group(group))
                {
                    Some(group) => self.restored_group(known, group, outline.steps(), report)?,
                    None => {
                        if !known.members().is_empty() {
                            report.mismatched.push(Difference::MissingGroup { group: known.name().to_owned() });
                        }
                        known.clone()
                    }
                },
            );
        }
        self.share(&groups)?;
        Ok(groups)
    }

    /// Checks that all groups have one value of what is the same for the whole model.
    fn share(&self, groups: &[Group]) -> Result<(), CheckpointError> {
        let of_rules = self.rules.iter().map(|EngineRule { about, groups, .. }| (*about, groups.clone()));
        let of_all = self.around.map(|around| (around, 0..groups.len()));
        for (about, own) in of_rules.chain(of_all) {
            let shared = about.hypers.iter().enumerate().filter(|(_, info)| info.shared);
            let Some((first, others)) = groups[own].split_first() else { continue };
            for group in others {
                let differs = |index: usize| group.setting_values()[index] != first.setting_values()[index];
                if let Some((_, info)) = shared.clone().find(|(index, _)| differs(*index)) {
                    let error = HyperError::Shared { optimizer: about.name, name: info.name };
                    return Err(CheckpointError::Hyper { group: group.name().to_owned(), error });
                }
            }
        }
        Ok(())
    }

    fn restored_group(
        &self,
        known: &Group,
        group: &GroupDict,
        steps: u64,
        report: &mut LoadReport,
    ) -> Result<Group, CheckpointError> {
        let name = || group.name.clone();
        once(&format!("hyperparameters of group `{}`", group.name), group.settings.iter().map(|(name, _)| &**name))?;
        let mut settings = known.setting_values().to_vec();
        let mut given = vec![false; settings.len()];
        for (hyper, value) in &group.settings {
            match known.about().index_of(hyper) {
                Ok(index) => {
                    settings[index] = value.clone();
                    given[index] = true;
                }
                Err(_) => report.mismatched.push(Difference::UnexpectedSetting { group: name(), name: hyper.clone() }),
            }
        }
        for (index, _) in given.iter().enumerate().filter(|(_, given)| !**given) {
            let hyper = known.about().name_of(index).to_owned();
            report.mismatched.push(Difference::MissingSetting { group: name(), name: hyper });
        }
        self.replaced(known, group, settings, steps).map_err(|error| CheckpointError::Hyper { group: name(), error })
    }

    fn replaced(
        &self,
        known: &Group,
        saved: &GroupDict,
        settings: Vec<Setting>,
        steps: u64,
    ) -> Result<Group, HyperError> {
        let group = known.replaced(saved.tags.clone(), saved.adjust_learning_rate, settings, steps)?;
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
}
