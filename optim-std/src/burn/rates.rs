//! The learning rate of burn, and its meaning for a parameter.

use optim_core::BuildError;
use optim_core::{Float, Group, HyperError, Optimizer, Setting};

use super::error::BurnError;
use super::options::LearningRates;
use crate::schedulers::ExponentialLR;

/// The hyperparameter of a group that burn's learning rate sets, and its value in the builder.
#[derive(Clone, Debug)]
pub(super) struct LearningRate {
    pub(super) group: String,
    pub(super) hyper: &'static str,
    pub(super) own: Setting,
}

impl LearningRate {
    /// The learning rate of a group; `None` with [`LearningRates::Own`].
    pub(super) fn of<T: Float>(
        optimizer: &mut Optimizer<T>,
        group: &str,
        rates: LearningRates,
    ) -> Result<Option<Self>, BurnError> {
        if rates == LearningRates::Own {
            return Ok(None);
        }
        let wrong = |error| BuildError::Hyper { group: group.to_owned(), error };
        let known: &Group = optimizer.group(group).map_err(wrong)?;
        let (of, name) = (known.optimizer(), known.learning_rate_name());
        let found = known.settings().find(|(hyper, _)| Some(*hyper) == name);
        let Some((hyper, own)) = found.map(|(hyper, own)| (hyper, own.clone())) else {
            let known = known.settings().map(|(hyper, _)| hyper).collect();
            return Err(BurnError::NoLearningRate { optimizer: of, known });
        };
        if rates == LearningRates::Given && own.is_scheduled() {
            return Err(BurnError::ScheduledLearningRate { optimizer: of, hyper });
        }
        // The hyperparameter accepts a schedule only if it may change from step to step.
        match assign(optimizer, group, hyper, &Setting::schedule(ExponentialLR::new(0.1, 2, 0.5))) {
            Ok(()) => assign(optimizer, group, hyper, &own).map_err(wrong)?,
            Err(HyperError::NotScheduled { .. }) => return Err(BurnError::FixedLearningRate { optimizer: of, hyper }),
            Err(error) => return Err(wrong(error).into()),
        }
        Ok(Some(Self { group: group.to_owned(), hyper, own }))
    }

    /// Sets the learning rate of the next step.
    pub(super) fn set<T: Float>(
        &self,
        optimizer: &mut Optimizer<T>,
        rates: LearningRates,
        given: f64,
    ) -> Result<(), HyperError> {
        let rate = match rates {
            LearningRates::Given => given,
            LearningRates::Own => return Ok(()),
            LearningRates::Factor => match self.own.at(optimizer.steps()).as_f64() {
                Some(own) => own * given,
                // A learning rate that is `none`, for example, stays as it is.
                None => return Ok(()),
            },
        };
        let now = optimizer.group(&self.group)?.settings().find(|(name, _)| *name == self.hyper);
        if let Some((_, now)) = now
            && now.as_f64().is_some_and(|now| now.to_bits() == rate.to_bits())
        {
            return Ok(());
        }
        assign(optimizer, &self.group, self.hyper, &rate.into())
    }
}

/// Sets a hyperparameter of a group. A shared one is set in all groups of the rule.
fn assign<T: Float>(optimizer: &mut Optimizer<T>, group: &str, hyper: &str, value: &Setting) -> Result<(), HyperError> {
    match optimizer.set_in(group, hyper, value.clone()) {
        Err(HyperError::Shared { .. }) => {
            // The names of groups begin with the name of their rule, which has no dots.
            let rule = group.split('.').next().filter(|rule| optimizer.rules().any(|known| known == *rule));
            let name = rule.map_or_else(|| hyper.to_owned(), |rule| format!("{rule}.{hyper}"));
            optimizer.set(&name, value.clone())
        }
        result => result,
    }
}
