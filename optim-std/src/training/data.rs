//! Data sources that a run reads once per epoch.

/// A source of batches, epoch by epoch.
///
/// The batches of an epoch must depend only on its number and on the source itself. Then a resumed run sees the same batches
/// as an uninterrupted run.
///
/// | source | for |
/// |---|---|
/// | a closure from the epoch's number to an iterator | anything; a resumed run creates and skips the batches before its position |
/// | [`Indexed`] | batches that can be made one by one |
/// | [`Shuffled`](super::Shuffled) | indices into a data set in memory, in a new order every epoch |
/// | your own | epochs of different known lengths, readers that can seek |
///
/// Batches may be `Result`s: the closure of the step can return their errors.
///
/// ```
/// use optim_std::training::DataSource;
///
/// let lines = ["a", "b", "c"];
/// // Every second epoch runs backwards.
/// let source = |epoch: u64| {
///     let forwards = epoch % 2 == 0;
///     (0..3).map(move |index| lines[if forwards { index } else { 2 - index }])
/// };
/// assert!(source.epoch(1).eq(["c", "b", "a"]));
/// assert!(source.epoch_from(1, 2).is_some_and(|rest| rest.eq(["a"])));
/// assert!(source.epoch_from(1, 4).is_none());
/// ```
pub trait DataSource {
    /// The data of one step.
    type Batch;

    /// Returns the batches of an epoch. Epochs are numbered from 0. Their numbers of batches may differ, but an epoch without batches is an
    /// error.
    fn epoch(&self, epoch: u64) -> impl Iterator<Item = Self::Batch>;

    /// Returns the batches of an epoch from the batch with this index on; `None` if the epoch is shorter. Implement it if your
    /// source can skip batches without creating them.
    fn epoch_from(&self, epoch: u64, first: u64) -> Option<impl Iterator<Item = Self::Batch>> {
        let mut batches = self.epoch(epoch);
        if let Some(last) = first.checked_sub(1) {
            // Some iterators can skip faster than they create batches.
            batches.nth(usize::try_from(last).ok()?)?;
        }
        Some(batches)
    }

    /// Returns the number of batches of an epoch, if it is known in advance. The epoch then ends after this number.
    fn batches(&self, epoch: u64) -> Option<u64> {
        let _ = epoch;
        None
    }
}

impl<F, I> DataSource for F
where
    F: Fn(u64) -> I,
    I: Iterator,
{
    type Batch = I::Item;

    fn epoch(&self, epoch: u64) -> impl Iterator<Item = I::Item> {
        self(epoch)
    }
}

/// Batches that a closure computes one by one, from the number of the epoch and the index in it. Every epoch has the
/// same number of batches.
///
/// ```
/// use optim_std::training::{DataSource, Indexed};
///
/// let source = Indexed::new(3, |epoch, index| 10 * epoch + index);
/// assert!(source.epoch(2).eq([20, 21, 22]));
/// assert_eq!(source.batches(2), Some(3));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Indexed<F> {
    batches: u64,
    batch: F,
}

impl<F, B> Indexed<F>
where
    F: Fn(u64, u64) -> B,
{
    /// Creates a source with this number of batches per epoch. `batch` takes the epoch and the index in it.
    pub fn new(batches: u64, batch: F) -> Self {
        Self { batches, batch }
    }
}

impl<F, B> DataSource for Indexed<F>
where
    F: Fn(u64, u64) -> B,
{
    type Batch = B;

    fn epoch(&self, epoch: u64) -> impl Iterator<Item = B> {
        (0..self.batches).map(move |index| (self.batch)(epoch, index))
    }

    fn epoch_from(&self, epoch: u64, first: u64) -> Option<impl Iterator<Item = B>> {
        (first <= self.batches).then(|| (first..self.batches).map(move |index| (self.batch)(epoch, index)))
    }

    fn batches(&self, _epoch: u64) -> Option<u64> {
        Some(self.batches)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn an_indexed_source_makes_no_batch_before_the_position() {
        let made = Cell::new(0);
        let source = Indexed::new(1_000_000_000_000, |_, index| {
            made.set(made.get() + 1);
            index
        });
        let mut rest = source.epoch_from(3, 999_999_999_998).unwrap();
        assert_eq!((rest.next(), rest.next(), rest.next()), (Some(999_999_999_998), Some(999_999_999_999), None));
        drop(rest);
        assert_eq!(made.get(), 2);
        assert!(source.epoch_from(3, 1_000_000_000_001).is_none());
    }

    #[test]
    fn the_end_of_an_epoch_is_a_place_in_it() {
        let indexed = Indexed::new(2, |_, index| index);
        let iterator = |_: u64| 0..2_u64;
        assert!(indexed.epoch_from(0, 2).is_some_and(|mut rest| rest.next().is_none()));
        assert!(iterator.epoch_from(0, 2).is_some_and(|mut rest| rest.next().is_none()));
        assert!(iterator.epoch_from(0, 3).is_none() && indexed.epoch_from(0, u64::MAX).is_none());
    }
}
