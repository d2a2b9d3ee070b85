//! Optimizers and schedules by name: chosen at run time, with arguments as data.
//!
//! | file | purpose |
//! |---|---|
//! | `mod` | [`Registry`]: what names mean |
//! | `entry` | [`OptimizerEntry`], [`AnyBuilder`]: one kind of optimizer, and making it |
//! | `registered` | how types register themselves |
//! | `state_dict` | which schedules a checkpoint may make |

mod entry;
mod registered;
mod state_dict;
#[cfg(test)]
mod tests;

use crate::definition::Definition;
use crate::hyper::schedule::{Formula, Schedule, ScheduleEntry, ScheduleList};
use crate::names::same;

#[doc(inline)]
pub use crate::names::{LookupError, UnknownOptimizer};
pub use entry::{AnyBuilder, OptimizerEntry, find};

/// Maps names to optimizers and schedules.
///
/// With the feature `inventory`, which is on by default, every type with `#[optimizer]` or `#[scheduler]` that is linked into the program
/// is in [`Registry::global`]. Without it, and on platforms that `inventory` doesn't know, fill a registry manually.
///
/// The case of names does not matter, and the `LR` at the end of a schedule's name is optional. Two types in different
/// modules or functions may have the same name: only looking up this name is an error.
///
/// ```
/// # use optim_core::lang::{State, Tensor};
/// # use optim_core::Registry;
/// # use optim_macros::optimizer;
/// # // In a user's crate: `use optim_std::author::*;`, and no `crate = …`.
/// #[optimizer(crate = optim_core)]
/// #[derive(Debug, Clone)]
/// pub struct Downhill {
///     #[hyper(default = 0.1)]
///     pub lr: f64,
/// }
///
/// #[optimizer]
/// impl Downhill {
///     fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
///         *param -= self.lr * grad;
///     }
/// }
///
/// let registry = Registry::new().with::<Downhill>();
/// assert_eq!(registry.optimizer("downhill")?.name, "Downhill");
/// # #[cfg(feature = "inventory")]
/// assert_eq!(Registry::global().optimizer("downhill")?.name, "Downhill"); // by itself
/// # Ok::<(), optim_core::LookupError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Registry {
    optimizers: Vec<OptimizerEntry>,
    schedules: ScheduleList,
}

impl Registry {
    /// Creates an empty registry.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the registry of all types that registered themselves, sorted by name and place; empty without the feature
    /// `inventory`.
    pub fn global() -> Self {
        Self::new().with_registered()
    }

    /// Adds all types that registered themselves, after the present contents.
    #[must_use]
    pub fn with_registered(mut self) -> Self {
        self = self.with_optimizers(&registered::optimizers());
        self.with_schedules(ScheduleList::registered().entries())
    }

    /// Adds an optimizer.
    #[must_use]
    pub fn with<O: Definition>(self) -> Self {
        self.with_optimizers(&[OptimizerEntry::of::<O>()])
    }

    /// Adds a schedule.
    #[must_use]
    pub fn with_schedule<F: Formula + Schedule>(self) -> Self {
        self.with_schedules(&[ScheduleEntry::of::<F>()])
    }

    /// Adds some optimizers, except those that it already has.
    #[must_use]
    pub fn with_optimizers(mut self, entries: &[OptimizerEntry]) -> Self {
        for entry in entries {
            if !self.optimizers.iter().any(|known| same((known.name, known.source), (entry.name, entry.source))) {
                self.optimizers.push(*entry);
            }
        }
        self
    }

    /// Adds some schedules, except those that it already has.
    #[must_use]
    pub fn with_schedules(mut self, entries: &[ScheduleEntry]) -> Self {
        self.schedules.add(entries);
        self
    }

    /// Every optimizer.
    pub fn optimizers(&self) -> &[OptimizerEntry] {
        &self.optimizers
    }

    /// Every schedule.
    pub fn schedules(&self) -> &[ScheduleEntry] {
        self.schedules.entries()
    }

    /// Looks up an optimizer by name.
    ///
    /// # Errors
    ///
    /// [`LookupError::UnknownOptimizer`] with the nearest name, [`LookupError::Twice`] with both places.
    pub fn optimizer(&self, name: &str) -> Result<&OptimizerEntry, LookupError> {
        let mut found = self.optimizers.iter().filter(|entry| entry.name.eq_ignore_ascii_case(name));
        match (found.next(), found.next()) {
            (Some(entry), None) => Ok(entry),
            (Some(first), Some(second)) => Err(LookupError::Twice {
                what: "optimizers",
                name: first.name,
                places: Box::new([first.source, second.source]),
            }),
            (None, _) => Err(LookupError::UnknownOptimizer(entry::unknown(name, &self.optimizers))),
        }
    }

    /// Looks up a schedule by name. An exact match comes before a match without `LR`.
    ///
    /// # Errors
    ///
    /// [`LookupError::UnknownSchedule`] with the nearest name, [`LookupError::Twice`] with both places.
    pub fn schedule(&self, name: &str) -> Result<&ScheduleEntry, LookupError> {
        self.schedules.get(name)
    }
}
