//! Gradient options that a wrapper applies itself, to the gradient that it gives to the inner optimizer.
//!
//! Such a wrapper has hyperparameters with the names of the options. If a builder or a file sets the option, it sets the hyperparameter, and the
//! gradients do not change before the step. A scalar state `grad_norm` is the norm with which the wrapper clips. It is negative in a step without a
//! call of the inner optimizer.

use std::borrow::Cow;

use super::Optimizer;
use super::assignment::Assignment;
use super::dynamic::About;
use super::rule::BuiltRule;
use super::spec::Spec;
use crate::gradient::{GradientOptions, OptionError};
use crate::hyper::{Setting, outermost};
use crate::kernel::{Float, StateSlot};
use crate::state::States;

/// An option that a wrapper may apply itself.
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
    /// The place and the name of the hyperparameter with which a wrapper, or a wrapper inside of it, applies this option itself.
    pub(crate) fn taken(&self, clip: Clip) -> Option<(usize, &'static str)> {
        outermost(self.hypers, clip.name()).map(|place| (place, self.hypers[place].name))
    }
}

/// The state with the norm with which a wrapper clips. `build` finds it, so that steps do not compare names.
pub(super) fn norm_state(about: &About, states: &States) -> Option<usize> {
    let (_, name) = about.taken(Clip::Norm)?;
    let prefix = name.strip_suffix(Clip::Norm.name())?;
    states.place(&format!("{prefix}grad_norm"))
}

impl Spec {
    /// The same settings, in which options that the optimizer applies itself are hyperparameters.
    pub(crate) fn with_taken(&self, about: &About) -> Cow<'_, Self> {
        let mut spec = Cow::Borrowed(self);
        for clip in [Clip::Norm, Clip::Value] {
            let mut options = self.options;
            if let (Some((index, _)), Some(value)) = (about.taken(clip), *clip.of(&mut options)) {
                let spec = spec.to_mut();
                *clip.of(&mut spec.options) = None;
                spec.settings.push(Assignment::new(index, Setting::Float(value)));
            }
        }
        spec
    }
}

impl<T: Float> Optimizer<T> {
    /// The value of an option, whether the optimizer or a wrapper applies it.
    pub(super) fn clip(&self, clip: Clip) -> Option<f64> {
        let mut options = self.options;
        match self.taken(clip) {
            None => *clip.of(&mut options),
            Some((index, _)) => self.groups.first()?.setting_values().get(index)?.as_f64(),
        }
    }

    /// Sets or removes an option, whether the optimizer or a wrapper applies it.
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

    /// [`About::taken`]. A partition applies its options itself, unless a wrapper around it does.
    fn taken(&self, clip: Clip) -> Option<(usize, &'static str)> {
        let about = self.only().map_or(self.around, |only| Some(only.about));
        about?.taken(clip)
    }

    /// Returns true if a wrapper currently clips itself, and keeps the norm.
    pub(super) fn keeps_norm(&self) -> bool {
        // Checked first, because few optimizers have this state, and the option requires a search by name.
        self.rules.iter().any(|rule| rule.norm_state.is_some())
            && self.taken(Clip::Norm).is_some()
            && self.clip(Clip::Norm).is_some()
    }

    /// The norm with which a wrapper clipped in a step that changed these parameters.
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
