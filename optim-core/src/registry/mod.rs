//! Optimizers and schedules by name: which one is chosen at run time, its arguments are data.
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

/// The meaning of names.
///
/// With the feature `inventory`, which is on by default, every type with `#[optimizer]` or `#[scheduler]` that is linked into the program
/// is in [`Registry::global`]. Without it, and on platforms that `inventory` doesn't know, fill a registry manually.
///
/// Names are found in upper or lower case, schedules also without the `LR` at their end. Two types may have one name, in
/// different modules or functions: only asking for that name is an error.
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
    /// A registry that knows nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Everything in the program that registered itself, sorted by name and place; nothing without the feature `inventory`.
    pub fn global() -> Self {
        Self::new().with_registered()
    }

    /// This registry and all that registered itself, after its present contents.
    #[must_use]
    pub fn with_registered(mut self) -> Self {
        self = self.with_optimizers(&registered::optimizers());
        self.with_schedules(ScheduleList::registered().entries())
    }

    /// This registry and an optimizer.
    #[must_use]
    pub fn with<O: Definition>(self) -> Self {
        self.with_optimizers(&[OptimizerEntry::of::<O>()])
    }

    /// This registry and a schedule.
    #[must_use]
    pub fn with_schedule<F: Formula + Schedule>(self) -> Self {
        self.with_schedules(&[ScheduleEntry::of::<F>()])
    }

    /// This registry and some optimizers. One that is in it already is not added again.
    #[must_use]
    pub fn with_optimizers(mut self, entries: &[OptimizerEntry]) -> Self {
        for entry in entries {
            if !self.optimizers.iter().any(|known| same((known.name, known.source), (entry.name, entry.source))) {
                self.optimizers.push(*entry);
            }
        }
        self
    }

    /// This registry and some schedules. One that is in it already is not added again.
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

    /// The optimizer of a name.
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

    /// The schedule of a name. A name that is meant to the letter comes before one that lacks its `LR`.
    ///
    /// # Errors
    ///
    /// [`LookupError::UnknownSchedule`] with the nearest name, [`LookupError::Twice`] with both places.
    pub fn schedule(&self, name: &str) -> Result<&ScheduleEntry, LookupError> {
        self.schedules.get(name)
    }
}
