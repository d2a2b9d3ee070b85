//! The sizes of more axes than two, beside a shape that is copied freely.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// The sizes of all axes of a parameter that has more than two; equal sizes are equal.
///
/// A number in a table of the process, so that shapes stay small: there is an entry for each shape of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct AxisSizes(usize);

/// The table: the entries, and the place of each.
#[derive(Default)]
struct KnownSizes {
    sizes: Vec<Box<[usize]>>,
    places: HashMap<Box<[usize]>, usize>,
}

static KNOWN: Mutex<Option<KnownSizes>> = Mutex::new(None);

fn with_known<R>(f: impl FnOnce(&mut KnownSizes) -> R) -> R {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    f(known.get_or_insert_default())
}

impl AxisSizes {
    /// The sizes of a shape; those of two axes and fewer are not kept.
    pub(super) fn of(shape: &[usize]) -> Self {
        if shape.len() <= 2 {
            return Self(usize::MAX);
        }
        with_known(|known| {
            if let Some(place) = known.places.get(shape) {
                return Self(*place);
            }
            let place = known.sizes.len();
            known.sizes.push(shape.into());
            known.places.insert(shape.into(), place);
            Self(place)
        })
    }

    /// The size of an axis, 1 of one that is not there.
    pub(super) fn get(self, axis: usize) -> usize {
        with_known(|known| known.sizes.get(self.0).and_then(|sizes| sizes.get(axis)).copied().unwrap_or(1))
    }
}
