//! Watched numbers: burn passes one parameter after another, and does not say when a step begins.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use optim_core::Watched;

/// The numbers of the most recently watched step, by the number of each parameter.
#[derive(Default)]
pub(super) struct WatchedParts(Mutex<BTreeMap<u64, Watched>>);

impl WatchedParts {
    pub(super) fn push(&self, place: u64, watched: Watched) {
        let mut parts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // If the parameter is already there, the next step has begun.
        if parts.contains_key(&place) {
            parts.clear();
        }
        parts.insert(place, watched);
    }

    pub(super) fn take(&self) -> Option<Watched> {
        let parts = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        Watched::joined(parts.into_values())
    }
}
