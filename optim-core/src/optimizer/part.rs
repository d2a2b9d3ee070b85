//! Parts of a model: optimizers of some of its parameters, for libraries that pass one parameter after another.

use std::sync::Arc;

use super::Optimizer;
use super::watch::{Watched, WatchedOfStep, of_model};
use super::watched_number::WatchedNumber;
use crate::kernel::Float;

impl<T: Float> Optimizer<T> {
    /// Returns true if an output is watched and the optimizer computes outputs from the whole model: a step of a part of the model would report other
    /// numbers.
    pub fn watches_whole_model(&self) -> bool {
        let mut rules = self.rules.iter().enumerate();
        rules.any(|(place, rule)| rule.about.watched_global && !self.watch.of_rule(place).outputs.is_empty())
    }
}

impl Watched {
    /// Joins the numbers that the optimizers of a model's parts report for one step. Pass the reports in the order of the model; each must be about
    /// other parameters, with the same watched numbers. `None` if there are no parts.
    ///
    /// [`model`](Self::model) then returns the numbers of all parameters, with the same bits as one optimizer for the whole model. Global outputs are
    /// left out, and so are parts that watch other numbers.
    #[must_use]
    pub fn joined(parts: impl IntoIterator<Item = Self>) -> Option<Self> {
        let mut parts = parts.into_iter();
        let first = parts.next()?;
        let (names, mut all) = (Arc::clone(&first.0.names), vec![first]);
        all.extend(parts.filter(|part| part.0.names == names));
        // A list may have more items in a group than in others.
        let mut numbers: Vec<WatchedNumber> = Vec::new();
        for Self(part) in &all {
            let mut behind = 0;
            for number in part.numbers.iter() {
                let known = numbers.iter().position(|known| known == number);
                if known.is_none() {
                    numbers.insert(behind, number.clone());
                }
                behind = known.unwrap_or(behind) + 1;
            }
        }
        let (mut params, mut values, mut sums) = (Vec::new(), Vec::new(), Vec::new());
        for Self(part) in &all {
            let places = numbers.iter().map(|number| part.numbers.iter().position(|own| own == number));
            let places: Vec<Option<usize>> = places.collect();
            params.extend(part.params.iter().cloned());
            sums.extend(&part.sums);
            for own in part.values.chunks(part.numbers.len().max(1)) {
                values.extend(places.iter().map(|place| place.and_then(|place| own.get(place).copied().flatten())));
            }
        }
        let model = of_model(&numbers, &sums);
        Some(Self(Arc::new(WatchedOfStep { numbers: numbers.into(), names, params, values, sums, model })))
    }
}
