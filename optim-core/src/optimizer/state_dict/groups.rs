//! Groups as a checkpoint has them.

use crate::checkpoint::outline::Outline;
use crate::checkpoint::{CheckpointError, Difference, GroupDict, LoadReport, once};
use crate::hyper::{HyperError, Setting};
use crate::kernel::Float;
use crate::optimizer::{Engine, Group};

impl<T: Float> Engine<T> {
    /// The groups as the checkpoint has them.
    pub(super) fn restored(
        &self,
        outline: &mut dyn Outline,
        report: &mut LoadReport,
    ) -> Result<Vec<Group>, CheckpointError> {
        let mut used = vec![false; outline.groups().len()];
        outline.each(&mut |param, _| {
            if let Some(used) = used.get_mut(param.group) {
                *used = true;
            }
            Ok(())
        })?;
        once("parameter groups", outline.groups().iter().map(|group| &*group.name))?;
        for (group, used) in outline.groups().iter().zip(used) {
            // A group without parameters decides nothing.
            if used && !self.groups.iter().any(|known| known.name() == group.name) {
                report.mismatched.push(Difference::UnexpectedGroup { group: group.name.clone() });
            }
        }
        let mut groups = Vec::with_capacity(self.groups.len());
        for known in &self.groups {
            groups.push(match outline.groups().iter().find(|group| group.name == known.name()) {
                Some(group) => self.restored_group(known, group, outline.steps(), report)?,
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
            match self.about.index_of(hyper) {
                Ok(index) => {
                    settings[index] = value.clone();
                    given[index] = true;
                }
                Err(_) => report.mismatched.push(Difference::UnexpectedSetting { group: name(), name: hyper.clone() }),
            }
        }
        for (index, _) in given.iter().enumerate().filter(|(_, given)| !**given) {
            let hyper = self.about.name_of(index).to_owned();
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
