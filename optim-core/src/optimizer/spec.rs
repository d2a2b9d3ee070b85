//! The settings that a builder has collected.

use std::sync::Arc;

use super::build_error::BuildError;
use super::dynamic::About;
use super::taken::Clip;
use crate::gradient::GradientOptions;
use crate::hyper::Setting;
use crate::kernel::{MatmulPrecision, Storage, Threads};
use crate::params::ParamInfo;

/// The settings that a builder has collected, of any optimizer.
#[derive(Clone, Default)]
pub(crate) struct Spec {
    pub(crate) settings: Vec<(usize, Setting)>,
    pub(crate) groups: Vec<GroupSpec>,
    pub(crate) tags: Vec<String>,
    /// The factor `adjust_learning_rate` for schedules.
    pub(crate) factor: Option<f64>,
    /// How states are kept, by name; the last word counts.
    pub(crate) storage: Vec<(String, Storage)>,
    pub(crate) options: GradientOptions,
    pub(crate) threads: Threads,
    pub(crate) precision: MatmulPrecision,
    /// The seed of random numbers.
    pub(crate) seed: u64,
    /// The calls that are for the whole optimizer only.
    pub(crate) whole: Vec<&'static str>,
    /// The last of these calls on the builder of the inner optimizer of a wrapper: it is for the wrapper only.
    pub(crate) inside: Option<&'static str>,
}

impl Spec {
    /// Adds what was said about the inner optimizer of a wrapper, which has `own` settings.
    pub(crate) fn add_inner(&mut self, inner: Self, own: usize) {
        self.settings.extend(inner.settings.into_iter().map(|(index, value)| (index.saturating_add(own), value)));
        // States are named by the wrapper.
        let stored = (!inner.storage.is_empty()).then_some("store");
        self.inside = inner.whole.last().copied().or(stored).or(inner.inside).or(self.inside);
        self.tags.extend(inner.tags);
        self.factor = inner.factor.or(self.factor);
    }

    /// Returns true if there is the inner optimizer of a wrapper, and nothing was said of it that belongs to the wrapper.
    pub(super) fn inside_is_right(&self, about: &About) -> Result<(), BuildError> {
        let optimizer = about.name();
        match (about.missing_inner(), self.inside) {
            (Some((optimizer, field)), _) => Err(BuildError::NoInner { optimizer, field }),
            (None, Some(option)) => Err(BuildError::InnerOption { optimizer, option }),
            (None, None) => Ok(()),
        }
    }

    /// Adds a group; `overrides` was given nothing but hyperparameters, tags, a factor and storage, or building will fail.
    pub(crate) fn push_group(&mut self, name: String, predicate: Predicate, overrides: Self) {
        self.whole.push(GROUP);
        self.groups.push(GroupSpec { name, predicate, overrides });
    }
}

/// The call that makes a group.
const GROUP: &str = "group";

/// An optimizer to be, and which parameters it takes.
#[derive(Clone, Copy)]
pub(crate) struct RuleSpec<'s> {
    /// Its name; none for the only optimizer of an engine.
    pub(crate) name: Option<&'s str>,
    pub(crate) about: &'static About,
    pub(crate) spec: &'s Spec,
    /// None for all that are left.
    pub(crate) takes: Option<&'s Predicate>,
    /// True if it may take none.
    pub(crate) optional: bool,
}

impl RuleSpec<'_> {
    /// Checks that a rule of a partition says nothing that is for the whole step, which has these options.
    pub(super) fn is_right(&self, whole: &Spec) -> Result<(), BuildError> {
        let Some(rule) = self.name else { return Ok(()) };
        // A wrapper that clips by itself does so for its rule.
        let own = |option: &str| {
            [Clip::Norm, Clip::Value].into_iter().any(|clip| clip.name() == option && self.about.taken(clip).is_some())
        };
        if let Some(option) = self.spec.whole.iter().find(|option| **option != GROUP && !own(option)) {
            return Err(BuildError::RuleOption { rule: rule.to_owned(), option });
        }
        self.spec.options.validate()?;
        let clips = [(Clip::Norm, whole.options.clip_norm), (Clip::Value, whole.options.clip_value)];
        for (clip, _) in clips.into_iter().filter(|(_, given)| given.is_some()) {
            if self.about.taken(clip).is_some() {
                let (rule, optimizer) = (rule.to_owned(), self.about.name());
                return Err(BuildError::RuleClips { rule, optimizer, option: clip.name() });
            }
        }
        Ok(())
    }
}

pub(crate) type Predicate = Arc<dyn Fn(&ParamInfo<'_>) -> bool + Send + Sync>;

/// A named group to be: which parameters, and what differs for them.
#[derive(Clone)]
pub(crate) struct GroupSpec {
    pub(crate) name: String,
    pub(crate) predicate: Predicate,
    pub(crate) overrides: Spec,
}
