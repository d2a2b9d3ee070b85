//! The sizes of all axes, for shapes with more than two. A `ParamShape` stays small and `Copy`.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// The sizes of all axes of a parameter with more than two. Equal sizes have equal values.
///
/// The value is an index into a table of the process, which has an entry for each shape of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct AxisSizes(usize);

/// The table: its entries, and the index of each.
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
    /// The sizes of a shape; `None` for at most two axes.
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

    /// The size of an axis; 1 if it does not exist.
    pub(super) fn get(self, axis: usize) -> usize {
        with_known(|known| known.sizes.get(self.0).and_then(|sizes| sizes.get(axis)).copied().unwrap_or(1))
    }
}
