//! The settings that a builder has collected.

use std::sync::Arc;

use super::assignment::Assignment;
use super::build_error::BuildError;
use super::dynamic::About;
use crate::gradient::GradientOptions;
use crate::kernel::{MatmulPrecision, Storage, Threads};
use crate::params::ParamInfo;

/// The settings that a builder has collected, of any optimizer.
#[derive(Clone, Default)]
pub(crate) struct Spec {
    pub(crate) settings: Vec<Assignment>,
    pub(crate) groups: Vec<GroupSpec>,
    pub(crate) views: Vec<ViewSpec>,
    pub(crate) tags: Vec<String>,
    /// The factor `adjust_learning_rate` for schedules.
    pub(crate) factor: Option<f64>,
    /// The storage of states by name. The last entry of a name wins.
    pub(crate) storage: Vec<(String, Storage)>,
    pub(crate) options: GradientOptions,
    pub(crate) threads: Threads,
    pub(crate) precision: MatmulPrecision,
    /// The interval in steps, and the watched numbers.
    pub(crate) watch: Option<(u64, Vec<String>)>,
    /// The seed of random numbers.
    pub(crate) seed: u64,
    /// The called methods that are only for the whole optimizer.
    pub(crate) whole: Vec<&'static str>,
    /// The last of these methods that was called on the builder of an inner optimizer, although it is only for the wrapper.
    pub(crate) inside: Option<&'static str>,
    /// The rules of a partition.
    pub(crate) rules: Vec<RuleBuilder>,
    /// True if `optional` was called before any rule.
    pub(crate) optional_first: bool,
    /// True if the parameters are a part of a model. Then groups, views and rules may match none of them.
    pub(crate) part: bool,
}

impl Spec {
    /// Adds the settings of the inner optimizer of a wrapper, which has `own` settings itself.
    pub(crate) fn add_inner(&mut self, inner: Self, own: usize) {
        self.settings.extend(inner.settings.into_iter().map(|assignment| assignment.inside(own)));
        // The storage of states must be set on the builder of the wrapper.
        let stored = (!inner.storage.is_empty()).then_some("storage");
        self.inside = inner.whole.last().copied().or(stored).or(inner.inside).or(self.inside);
        self.tags.extend(inner.tags);
        self.factor = inner.factor.or(self.factor);
        self.rules.extend(inner.rules);
        self.optional_first |= inner.optional_first;
    }

    /// Checks that a wrapper has an inner optimizer, whose builder has no options of the wrapper.
    pub(super) fn inside_is_right(&self, about: &About) -> Result<(), BuildError> {
        let optimizer = about.name();
        match (about.missing_inner(), self.inside) {
            (Some((optimizer, field)), _) => Err(BuildError::NoInner { optimizer, field }),
            (None, Some(option)) => Err(BuildError::InnerOption { optimizer, option }),
            (None, None) => Ok(()),
        }
    }

    /// Marks the parameters as a part of a model, in all rules.
    pub(crate) fn of_part(&mut self) {
        self.part = true;
        self.rules.iter_mut().for_each(|rule| rule.spec.of_part());
    }

    /// Adds a group. `overrides` may contain only hyperparameters, tags, a factor and storage, otherwise `build` fails.
    pub(crate) fn push_group(&mut self, name: String, predicate: Predicate, overrides: Self) {
        self.whole.push(GROUP);
        self.groups.push(GroupSpec { name, predicate, overrides });
    }
}

/// The method that adds a group.
pub(super) const GROUP: &str = "group";
/// The method that adds a view.
pub(super) const VIEW: &str = "view";

pub(crate) type Predicate = Arc<dyn Fn(&ParamInfo<'_>) -> bool + Send + Sync>;

/// A group in a builder: its name, the predicate for its parameters, and the settings that differ for them.
#[derive(Clone)]
pub(crate) struct GroupSpec {
    pub(crate) name: String,
    pub(crate) predicate: Predicate,
    pub(crate) overrides: Spec,
}

/// The function that returns the shape of a view.
pub(crate) type ViewShape = Arc<dyn Fn(&ParamInfo<'_>) -> Vec<usize> + Send + Sync>;

/// A view in a builder: its name, the predicate for its parameters, and its shape.
#[derive(Clone)]
pub(crate) struct ViewSpec {
    pub(crate) name: String,
    pub(crate) predicate: Predicate,
    pub(crate) shape: ViewShape,
}

/// A rule in the builder of a partition.
#[derive(Clone)]
pub(crate) struct RuleBuilder {
    pub(crate) name: String,
    /// The predicate; `None` for all remaining parameters.
    pub(crate) takes: Option<Predicate>,
    pub(crate) about: &'static About,
    pub(crate) spec: Spec,
    /// True if it may match no parameter.
    pub(crate) optional: bool,
    /// The error in its builder.
    pub(crate) mistake: Option<BuildError>,
}
