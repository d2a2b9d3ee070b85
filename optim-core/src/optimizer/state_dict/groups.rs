//! Groups from a checkpoint.

use crate::hyper::{HyperError, Setting};
use crate::kernel::Float;
use crate::optimizer::rule::BuiltRule;
use crate::optimizer::{Group, Optimizer};
use crate::state_dict::outline::Outline;
use crate::state_dict::{CheckpointError, Difference, GroupDict, LoadReport, once, twice};

impl<T: Float> Optimizer<T> {
    /// The groups with the contents of the checkpoint.
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
            // A group without parameters has no effect.
            if used && !self.groups.iter().any(|known| known.name() == name) {
                report.mismatched.push(Difference::UnexpectedGroup { group: name.to_owned() });
            }
        }
        let mut groups = Vec::with_capacity(self.groups.len());
        let mut found = vec![false; self.groups.len()];
        for (known, found) in self.groups.iter().zip(&mut found) {
            groups.push(
                match (0..count)
                    .find(|group| outline.group_name(*group) == known.name())
                    .filter(|group| outline.optimizer_of(*group) == known.about().name())
                    .and_then(|group| outline.group(group))
                {
                    Some(group) => {
                        *found = true;
                        self.restored_group(known, group, outline.steps(), report)?
                    }
                    None => {
                        if !known.members().is_empty() {
                            report.mismatched.push(Difference::MissingGroup { group: known.name().to_owned() });
                        }
                        known.clone()
                    }
                },
            );
        }
        self.share(&mut groups, &found, outline.steps())?;
        Ok(groups)
    }

    /// Sets the settings that are the same for the whole model in groups that were not `found`, and checks that all other groups have the same
    /// values.
    fn share(&self, groups: &mut [Group], found: &[bool], steps: u64) -> Result<(), CheckpointError> {
        let of_rules = self.rules.iter().map(|BuiltRule { about, groups, .. }| (*about, groups.clone()));
        // First the settings that belong to most groups.
        let of_all = self.around.map(|around| (around, 0..groups.len()));
        for (about, own) in of_all.into_iter().chain(of_rules) {
            let Some(first) = own.clone().find(|group| found[*group]) else { continue };
            let shared = about.hypers.iter().enumerate().filter(|(_, info)| info.shared);
            for group in own {
                let mut settings = groups[group].setting_values().to_vec();
                for (index, info) in shared.clone() {
                    let value = &groups[first].setting_values()[index];
                    if found[group] && settings[index] != *value {
                        let error = HyperError::Shared { optimizer: about.name, name: info.name };
                        return Err(CheckpointError::Hyper { group: groups[group].name().to_owned(), error });
                    }
                    settings[index].clone_from(value);
                }
                if settings != groups[group].setting_values() {
                    let known = &groups[group];
                    let with_shared =
                        known.with_settings(settings, steps).and_then(|group| self.keeping_state(known, group, steps));
                    groups[group] = with_shared
                        .map_err(|error| CheckpointError::Hyper { group: known.name().to_owned(), error })?;
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
        self.keeping_state(known, group, steps)
    }

    /// The group, if its settings give its parameters the same states as the settings of the known group.
    fn keeping_state(&self, known: &Group, group: Group, steps: u64) -> Result<Group, HyperError> {
        let Err(error) = self.keeps_state(&group, 0) else { return Ok(group) };
        if matches!(error, HyperError::ChangesState { .. }) {
            // Finds the setting that changes the states: the first one that would do it alone.
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
