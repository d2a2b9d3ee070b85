//! A new order in every epoch.

use super::data::DataSource;
use super::position::mix;

/// Batches of indices into a data set, in an order that depends on the seed and the epoch's number.
///
/// A batch is a list of indices: `data.select(&places)`. The last batch of an epoch may be smaller. The order is the same on
/// all machines and in all releases of a major version.
///
/// ```
/// use optim_std::training::{DataSource, Shuffled};
///
/// let source = Shuffled::new(10, 4, 7);
/// let epoch: Vec<Vec<usize>> = source.epoch(0).collect();
/// assert_eq!(epoch.iter().map(Vec::len).collect::<Vec<_>>(), [4, 4, 2]);
/// assert!(source.epoch(0).eq(epoch.clone()) && source.epoch(1).ne(epoch));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shuffled {
    items: usize,
    batch_size: usize,
    seed: u64,
}

impl Shuffled {
    /// Creates a source for a data set of this number of items. A batch has at least one item.
    pub fn new(items: usize, batch_size: usize, seed: u64) -> Self {
        Self { items, batch_size: batch_size.max(1), seed }
    }

    /// Batches per epoch.
    fn count(&self) -> usize {
        self.items.div_ceil(self.batch_size)
    }

    /// The order of the items in an epoch.
    fn order(&self, epoch: u64) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.items).collect();
        let mut state = mix(mix(self.seed) ^ epoch);
        // The Fisher-Yates shuffle, from the end.
        for place in (1..order.len()).rev() {
            state = state.wrapping_add(1);
            // The upper half of the product is at most `place`. It is almost uniform for every data set that fits into memory.
            let chosen = (u128::from(mix(state)) * (place as u128 + 1)) >> 64;
            order.swap(place, chosen as usize);
        }
        order
    }

    fn rest(&self, epoch: u64, first: usize) -> impl Iterator<Item = Vec<usize>> + use<> {
        let (order, batch_size) = (self.order(epoch), self.batch_size);
        (first..self.count()).map(move |batch| {
            let start = batch * batch_size;
            order[start..order.len().min(start.saturating_add(batch_size))].to_vec()
        })
    }
}

impl DataSource for Shuffled {
    type Batch = Vec<usize>;

    fn epoch(&self, epoch: u64) -> impl Iterator<Item = Vec<usize>> {
        self.rest(epoch, 0)
    }

    fn epoch_from(&self, epoch: u64, first: u64) -> Option<impl Iterator<Item = Vec<usize>>> {
        let first = usize::try_from(first).ok().filter(|first| *first <= self.count())?;
        Some(self.rest(epoch, first))
    }

    fn batches(&self, _epoch: u64) -> Option<u64> {
        Some(self.count() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_once_in_every_epoch() {
        for (items, batch_size) in [(0, 3), (1, 1), (1, 5), (7, 1), (12, 4), (13, 4), (5, usize::MAX), (3, 0)] {
            let source = Shuffled::new(items, batch_size, 1);
            for epoch in [0, 1, u64::MAX] {
                let batches: Vec<Vec<usize>> = source.epoch(epoch).collect();
                assert_eq!(source.batches(epoch), Some(batches.len() as u64));
                let mut all = batches.concat();
                all.sort_unstable();
                assert!(all.into_iter().eq(0..items));
                for first in 0..=batches.len() {
                    let rest = source.epoch_from(epoch, first as u64).unwrap();
                    assert!(rest.eq(batches[first..].iter().cloned()));
                }
                assert!(source.epoch_from(epoch, batches.len() as u64 + 1).is_none());
            }
        }
    }

    #[test]
    fn the_order_stays_what_it_is() {
        let order = |seed, epoch| Shuffled::new(8, 8, seed).epoch(epoch).next().unwrap();
        assert_eq!(order(0, 0), [7, 5, 1, 3, 0, 6, 4, 2]);
        assert_ne!(order(0, 0), order(0, 1));
        assert_ne!(order(0, 0), order(1, 0));
    }

    #[test]
    fn items_go_everywhere() {
        const EPOCHS: u64 = 6000;
        let mut seen = [[0_u32; 4]; 4];
        for epoch in 0..EPOCHS {
            for (place, item) in Shuffled::new(4, 4, 9).epoch(epoch).next().unwrap().into_iter().enumerate() {
                seen[place][item] += 1;
            }
        }
        // Each item has each position in about 1500 epochs, with a standard deviation of 34.
        assert!(seen.as_flattened().iter().all(|count| count.abs_diff(1500) < 150), "{seen:?}");
    }
}
