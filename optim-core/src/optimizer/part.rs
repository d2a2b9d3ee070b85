//! Parts of a model: optimizers of some of its parameters, for libraries that hand over one parameter after another.

use std::sync::Arc;

use super::Engine;
use super::watch::{Watched, WatchedOfStep, of_model};
use crate::kernel::Float;

impl<T: Float> Engine<T> {
    /// Returns true if an output is watched of an optimizer that makes some of its outputs of the whole model: a step of a part of it would report others.
    pub fn watches_whole_model(&self) -> bool {
        let mut rules = self.rules.iter().enumerate();
        rules.any(|(place, rule)| rule.about.watched_global && !self.watch.of_rule(place).outputs.is_empty())
    }
}

impl Watched {
    /// The numbers of a model, of those that the optimizers of its parts report of one step: each of other parameters, in the order of the model, built with
    /// the same numbers to watch. `None` if there are no parts.
    ///
    /// [`model`](Self::model) is then that of all parameters, to the bit as one optimizer of the whole model would report it. Global outputs are left out, and so are
    /// parts that watch other numbers.
    #[must_use]
    pub fn joined(parts: impl IntoIterator<Item = Self>) -> Option<Self> {
        let mut parts = parts.into_iter();
        let first = parts.next()?;
        let mut all = WatchedOfStep {
            numbers: Arc::clone(&first.0.numbers),
            params: first.0.params.clone(),
            values: first.0.values.clone(),
            sums: first.0.sums.clone(),
            model: Vec::new(),
        };
        for Self(part) in parts.filter(|part| part.0.numbers == first.0.numbers) {
            all.params.extend(part.params.iter().cloned());
            all.values.extend(&part.values);
            all.sums.extend(&part.sums);
        }
        all.model = of_model(&all.numbers, &all.sums);
        Some(Self(Arc::new(all)))
    }
}
