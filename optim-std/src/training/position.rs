//! The position of a run.

use std::fmt;

/// The position of a run: the number of finished steps, and the batch that comes next.
///
/// Together with the seeds of the program, it decides all data that follows. So a checkpoint saves nothing else about
/// the data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Position {
    /// Number of finished steps of the run.
    pub step: u64,
    /// The epoch, from 0.
    pub epoch: u64,
    /// Number of finished batches of the epoch. After the last batch, it is the length of the epoch.
    pub index: u64,
}

impl Position {
    /// Returns a seed for the random numbers of the next step (dropout, noise, augmentation): the same after a resume, and a
    /// different one in every step and for every `seed`.
    ///
    /// Seeds are the same on all machines and in all releases of a major version. A generator that lives longer than a
    /// step would start again at a resume, and the results would change.
    ///
    /// ```
    /// use optim_std::training::Position;
    ///
    /// let start = Position::default();
    /// assert_eq!(start.seed(7), start.seed(7));
    /// assert_ne!(start.seed(7), start.seed(8));
    /// ```
    #[must_use]
    pub fn seed(&self, seed: u64) -> u64 {
        [self.epoch, self.step].into_iter().fold(mix(seed), |state, number| mix(state.wrapping_add(number)))
    }

    pub(super) fn next_epoch(&mut self) {
        self.epoch = self.epoch.saturating_add(1);
        self.index = 0;
    }
}

/// Prints the form in messages: `step 120 (batch 20 of epoch 1)`.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {} (batch {} of epoch {})", self.step, self.index, self.epoch)
    }
}

/// One step of SplitMix64 (Steele, Lea, Flood 2014): the results for neighbouring numbers are unrelated.
pub(super) fn mix(state: u64) -> u64 {
    let z = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn seeds_differ_by_everything() {
        let mut seen = HashSet::new();
        for seed in 0..10 {
            for epoch in 0..10 {
                for step in 0..10 {
                    assert!(seen.insert(Position { step, epoch, index: 0 }.seed(seed)));
                }
            }
        }
    }

    #[test]
    fn the_generator_is_the_published_one() {
        // The first numbers of SplitMix64 from 0.
        assert_eq!(Position { step: 3, epoch: 1, index: 0 }.seed(7), 0x9f1c_9108_9ac0_3aa6, "runs of the past go on");
        assert_eq!(mix(0), 0xe220_a839_7b1d_cdaf);
        assert_eq!(mix(0x9e37_79b9_7f4a_7c15), 0x6e78_9e6a_a1b9_65f4);
    }

    #[test]
    fn epochs() {
        let mut at = Position { step: 5, epoch: 0, index: 5 };
        at.next_epoch();
        assert_eq!(at, Position { step: 5, epoch: 1, index: 0 });
        assert_eq!(at.to_string(), "step 5 (batch 0 of epoch 1)");
    }
}
