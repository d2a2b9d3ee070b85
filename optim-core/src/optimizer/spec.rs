//! The settings that a builder has collected.

use std::sync::Arc;

use super::build_error::BuildError;
use super::dynamic::About;
use crate::gradient::GradientOptions;
use crate::hyper::Setting;
use crate::kernel::{MatmulPrecision, Storage, Threads};
use crate::params::ParamInfo;

/// The settings that a builder has collected, of any optimizer.
#[derive(Clone, Default)]
pub(crate) struct Spec {
    pub(crate) settings: Vec<(usize, Setting)>,
    pub(crate) groups: Vec<GroupSpec>,
    pub(crate) views: Vec<ViewSpec>,
    pub(crate) tags: Vec<String>,
    /// The factor `adjust_learning_rate` for schedules.
    pub(crate) factor: Option<f64>,
    /// How states are kept, by name; the last word counts.
    pub(crate) storage: Vec<(String, Storage)>,
    pub(crate) options: GradientOptions,
    pub(crate) threads: Threads,
    pub(crate) precision: MatmulPrecision,
    /// The numbers that are watched, every so many steps.
    pub(crate) watch: Option<(u64, Vec<String>)>,
    /// The seed of random numbers.
    pub(crate) seed: u64,
    /// The calls that are for the whole optimizer only.
    pub(crate) whole: Vec<&'static str>,
    /// The last of these calls on the builder of the inner optimizer of a wrapper: it is for the wrapper only.
    pub(crate) inside: Option<&'static str>,
    /// The rules of a partition.
    pub(crate) rules: Vec<RuleBuilder>,
    /// True if a rule that was not there was called optional.
    pub(crate) optional_first: bool,
    /// True if the parameters are a part of a model: what takes none of them is for the others.
    pub(crate) part: bool,
}

impl Spec {
    /// Adds what was said about the inner optimizer of a wrapper, which has `own` settings.
    pub(crate) fn add_inner(&mut self, inner: Self, own: usize) {
        self.settings.extend(inner.settings.into_iter().map(|(index, value)| (index.saturating_add(own), value)));
        // States are named by the wrapper.
        let stored = (!inner.storage.is_empty()).then_some("storage");
        self.inside = inner.whole.last().copied().or(stored).or(inner.inside).or(self.inside);
        self.tags.extend(inner.tags);
        self.factor = inner.factor.or(self.factor);
        self.rules.extend(inner.rules);
        self.optional_first |= inner.optional_first;
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

    /// The same for a part of the model, in all rules.
    pub(crate) fn of_part(&mut self) {
        self.part = true;
        self.rules.iter_mut().for_each(|rule| rule.spec.of_part());
    }

    /// Adds a group; `overrides` was given nothing but hyperparameters, tags, a factor and storage, or building will fail.
    pub(crate) fn push_group(&mut self, name: String, predicate: Predicate, overrides: Self) {
        self.whole.push(GROUP);
        self.groups.push(GroupSpec { name, predicate, overrides });
    }
}

/// The call that makes a group.
pub(super) const GROUP: &str = "group";
/// The call that makes a view.
pub(super) const VIEW: &str = "view";

pub(crate) type Predicate = Arc<dyn Fn(&ParamInfo<'_>) -> bool + Send + Sync>;

/// A named group to be: which parameters, and what differs for them.
#[derive(Clone)]
pub(crate) struct GroupSpec {
    pub(crate) name: String,
    pub(crate) predicate: Predicate,
    pub(crate) overrides: Spec,
}

/// The shape in which a parameter is seen.
pub(crate) type ViewShape = Arc<dyn Fn(&ParamInfo<'_>) -> Vec<usize> + Send + Sync>;

/// A view to be: which parameters, and in which shape they are seen.
#[derive(Clone)]
pub(crate) struct ViewSpec {
    pub(crate) name: String,
    pub(crate) predicate: Predicate,
    pub(crate) shape: ViewShape,
}

/// A rule of a partition to be.
#[derive(Clone)]
pub(crate) struct RuleBuilder {
    pub(crate) name: String,
    /// None for all that is left.
    pub(crate) takes: Option<Predicate>,
    pub(crate) about: &'static About,
    pub(crate) spec: Spec,
    /// True if it may take none.
    pub(crate) optional: bool,
    /// The mistake of its builder.
    pub(crate) mistake: Option<BuildError>,
}
