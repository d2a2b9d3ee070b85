//! Text for a transformer that predicts the next character, and the sizes of this transformer.

use std::error::Error;

use optim_examples::network::Score;

/// Pages of the guide.
const PAGES: [&str; 8] = [
    include_str!("../../optim-std/docs/training.md"),
    include_str!("../../optim-std/docs/groups.md"),
    include_str!("../../optim-std/docs/cookbook.md"),
    include_str!("../../optim-std/docs/checkpoints.md"),
    include_str!("../../optim-std/docs/configuration.md"),
    include_str!("../../optim-std/docs/wrapping.md"),
    include_str!("../../optim-std/docs/rules.md"),
    include_str!("../../optim-std/docs/burn.md"),
];

/// The characters of ASCII. All others are left out.
pub(crate) const VOCABULARY: usize = 128;
/// The largest number of characters before the next one.
pub(crate) const CONTEXT: usize = 32;
/// Windows of a batch.
pub(crate) const BATCH: usize = 8;
/// The size of a character's vector.
pub(crate) const WIDTH: usize = 48;
/// The size of the hidden layer of a block.
pub(crate) const HIDDEN: usize = 4 * WIDTH;
pub(crate) const HEADS: usize = 4;
pub(crate) const BLOCKS: usize = 2;

/// The batches between two points of the training curve, an epoch.
pub(crate) const BATCHES: u64 = 20;
/// The learning rate at the start.
pub(crate) const LR: f64 = 4e-3;

/// Windows of text.
pub(crate) struct Batch {
    /// `CONTEXT` characters for each window.
    pub(crate) inputs: Vec<i64>,
    /// The character after each of them.
    pub(crate) targets: Vec<i64>,
}

impl Batch {
    fn new<'w>(windows: impl Iterator<Item = &'w [u8]>) -> Self {
        let (mut inputs, mut targets) = (Vec::new(), Vec::new());
        for window in windows {
            inputs.extend(window[..CONTEXT].iter().map(|byte| i64::from(*byte)));
            targets.extend(window[1..].iter().map(|byte| i64::from(*byte)));
        }
        Self { inputs, targets }
    }
}

/// The text. Every tenth kilobyte is held out.
pub(crate) struct Corpus {
    train: Vec<u8>,
    test: Vec<u8>,
}

impl Corpus {
    pub(crate) fn new() -> Self {
        let text: Vec<u8> = PAGES.iter().flat_map(|page| page.bytes()).filter(u8::is_ascii).collect();
        let (mut train, mut test) = (Vec::new(), Vec::new());
        for (place, part) in text.chunks(1024).enumerate() {
            if place % 10 == 9 { test.extend_from_slice(part) } else { train.extend_from_slice(part) }
        }
        Self { train, test }
    }

    /// Random windows for training.
    pub(crate) fn batch(&self, rng: &mut fastrand::Rng) -> Batch {
        let starts: Vec<usize> = (0..BATCH).map(|_| rng.usize(..self.train.len() - CONTEXT)).collect();
        Batch::new(starts.iter().map(|start| &self.train[*start..=start + CONTEXT]))
    }

    /// The mean score of all batches of the text held out.
    pub(crate) fn score<F>(&self, mut score: F) -> Result<Score, Box<dyn Error>>
    where
        F: FnMut(&Batch) -> Result<Score, Box<dyn Error>>,
    {
        let windows: Vec<&[u8]> = self.test.chunks_exact(CONTEXT + 1).collect();
        let batches = windows.chunks_exact(BATCH);
        let count = batches.len() as f64;
        let mut mean = Score { loss: 0.0, accuracy: 0.0 };
        for batch in batches {
            let Score { loss, accuracy } = score(&Batch::new(batch.iter().copied()))?;
            mean.loss += loss / count;
            mean.accuracy += accuracy / count;
        }
        Ok(mean)
    }
}
