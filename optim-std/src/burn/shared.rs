//! The data that the steps of all parameters share.

use std::sync::atomic::{AtomicU64, Ordering};

use optim_core::registry::AnyBuilder;

use super::error::BurnStepError;
use super::options::{BurnOptions, Failures, OnError};
use super::watched::WatchedParts;

/// The data that all parameters share.
pub(super) struct Shared {
    /// The builder of the optimizer of one parameter.
    pub(super) builder: AnyBuilder,
    pub(super) options: BurnOptions,
    /// The number for the next parameter without a state and a name.
    places: AtomicU64,
    pub(super) failures: Failures,
    pub(super) watched: WatchedParts,
}

impl Shared {
    pub(super) fn new(builder: AnyBuilder, options: BurnOptions) -> Self {
        let (places, failures, watched) = (AtomicU64::new(0), Failures::default(), WatchedParts::default());
        Self { builder, options, places, failures, watched }
    }

    /// A number for a parameter without a state. burn visits the parameters of a module in a fixed order.
    pub(super) fn next_place(&self) -> u64 {
        self.places.fetch_add(1, Ordering::Relaxed)
    }

    /// Records that a parameter from a record has this number.
    pub(super) fn seen(&self, place: u64) {
        self.places.fetch_max(place.saturating_add(1), Ordering::Relaxed);
    }

    /// # Panics
    ///
    /// With [`OnError::Panic`].
    pub(super) fn fail(&self, error: BurnStepError) {
        match self.options.on_error {
            OnError::Panic => panic!("{error}"),
            OnError::Keep => self.failures.push(error),
        }
    }
}
