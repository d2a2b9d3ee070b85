//! Options of gradients that a wrapper does itself, for the gradient that it gives to the inner optimizer.
//!
//! Such a wrapper has hyperparameters of their names. What a builder or a file says about the option sets the hyperparameter, and
//! nothing is done with the gradients before the step. A scalar state `grad_norm` is the norm that it clips by, negative in a step
//! without a call of the inner optimizer.

use std::borrow::Cow;

use super::Optimizer;
use super::dynamic::About;
use super::rule::BuiltRule;
use super::spec::Spec;
use crate::gradient::{GradientOptions, OptionError};
use crate::hyper::{Setting, outermost};
use crate::kernel::{Float, StateSlot};
use crate::state::States;

/// An option that a wrapper may do itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Clip {
    Norm,
    Value,
}

impl Clip {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Norm => "clip_norm",
            Self::Value => "clip_value",
        }
    }

    fn of(self, options: &mut GradientOptions) -> &mut Option<f64> {
        match self {
            Self::Norm => &mut options.clip_norm,
            Self::Value => &mut options.clip_value,
        }
    }
}

impl About {
    /// The hyperparameter with which a wrapper, or one inside of it, does this option itself: its place and name.
    pub(crate) fn taken(&self, clip: Clip) -> Option<(usize, &'static str)> {
        outermost(self.hypers, clip.name()).map(|place| (place, self.hypers[place].name))
    }
}

/// The state with the norm that a wrapper clips by: names are compared at `build`, not in every step.
pub(super) fn norm_state(about: &About, states: &States) -> Option<usize> {
    let (_, name) = about.taken(Clip::Norm)?;
    let prefix = name.strip_suffix(Clip::Norm.name())?;
    states.place(&format!("{prefix}grad_norm"))
}

impl Spec {
    /// The same with the options that the optimizer does itself as hyperparameters.
    pub(crate) fn with_taken(&self, about: &About) -> Cow<'_, Self> {
        let mut spec = Cow::Borrowed(self);
        for clip in [Clip::Norm, Clip::Value] {
            let mut options = self.options;
            if let (Some((index, _)), Some(value)) = (about.taken(clip), *clip.of(&mut options)) {
                let spec = spec.to_mut();
                *clip.of(&mut spec.options) = None;
                spec.settings.push((index, Setting::Float(value)));
            }
        }
        spec
    }
}

impl<T: Float> Optimizer<T> {
    /// The value of an option, whoever does it.
    pub(super) fn clip(&self, clip: Clip) -> Option<f64> {
        let mut options = self.options;
        match self.taken(clip) {
            None => *clip.of(&mut options),
            Some((index, _)) => self.groups.first()?.setting_values().get(index)?.as_f64(),
        }
    }

    /// Sets or drops an option, whoever does it.
    pub(super) fn set_clip(&mut self, clip: Clip, value: Option<f64>) -> Result<(), OptionError> {
        let mut options = self.options;
        *clip.of(&mut options) = value;
        options.validate()?;
        let clips = |rule: &&BuiltRule<T>| rule.name.is_some() && rule.about.taken(clip).is_some();
        if let (Some(_), None, Some(rule)) = (value, self.taken(clip), self.rules.iter().find(clips)) {
            let (rule, optimizer) = (rule.name.as_deref().unwrap_or_default().to_owned(), rule.about.name);
            return Err(OptionError::RuleClips { rule, optimizer, option: clip.name() });
        }
        match self.taken(clip) {
            None => self.options = options,
            Some((_, name)) => self.set(name, value.map_or(Setting::None, Setting::Float))?,
        }
        Ok(())
    }

    /// [`About::taken`]; options of a partition are its own, unless a wrapper around it does them.
    fn taken(&self, clip: Clip) -> Option<(usize, &'static str)> {
        let about = self.only().map_or(self.around, |only| Some(only.about));
        about?.taken(clip)
    }

    /// Returns true if an optimizer clips by itself now, and keeps the norm.
    pub(super) fn keeps_norm(&self) -> bool {
        // Few optimizers have that state; to ask for the option takes a search by name.
        self.rules.iter().any(|rule| rule.norm_state.is_some())
            && self.taken(Clip::Norm).is_some()
            && self.clip(Clip::Norm).is_some()
    }

    /// The norm that was clipped by in a step that changed these parameters.
    pub(super) fn taken_norm(&self, changed: &[usize]) -> Option<f64> {
        let norms = changed.iter().filter_map(|place| {
            match self.slots_of(*place).get(self.rule_of(&self.params[*place]).norm_state?) {
                Some(StateSlot::Scalar { value, .. }) => Some(*value),
                _ => None,
            }
        });
        norms.into_iter().find(|norm| norm.is_nan() || *norm >= 0.0)
    }
}
