//! Labelled images, and their division into parts.

pub mod digits;
pub mod mnist;

use std::io;
use std::path::PathBuf;

use ndarray::{Array2, Axis};

/// Number of different labels: the digits.
pub const CLASSES: usize = 10;

/// Images with their labels.
#[derive(Clone, Debug, PartialEq)]
pub struct Dataset {
    /// One image per row, brightness from 0 to 1.
    pub images: Array2<f32>,
    /// One label per image, less than [`CLASSES`].
    pub labels: Vec<usize>,
}

impl Dataset {
    /// Number of images.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Returns true if there are no images.
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// Number of pixels of an image.
    pub fn pixels(&self) -> usize {
        self.images.ncols()
    }

    /// The images with these indices, in this order.
    ///
    /// # Panics
    ///
    /// If an index is out of range.
    #[must_use]
    pub fn select(&self, places: &[usize]) -> Self {
        Self {
            images: self.images.select(Axis(0), places),
            labels: places.iter().map(|&place| self.labels[place]).collect(),
        }
    }

    /// A training part and a test part. The test part has the fraction `held_out` of the images, rounded up. The same
    /// seed gives the same parts.
    #[must_use]
    pub fn split(&self, held_out: f64, seed: u64) -> (Self, Self) {
        let mut places: Vec<usize> = (0..self.len()).collect();
        fastrand::Rng::with_seed(seed).shuffle(&mut places);
        let count = (self.len() as f64 * held_out.clamp(0.0, 1.0)).ceil() as usize;
        let (test, train) = places.split_at(count.min(self.len()));
        (self.select(train), self.select(test))
    }
}

/// The error of missing or wrong data.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DataError {
    /// None of the usual names of a file exists.
    #[error("there is no `{name}` in `{}`, gzipped or not", dir.display())]
    Missing {
        /// The directory.
        dir: PathBuf,
        /// The first name that was tried.
        name: &'static str,
    },
    /// A file cannot be read.
    #[error("cannot read `{}`: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// A file has another format.
    #[error("`{}` starts with {found}, a file of {kind} with {expected}", path.display())]
    Magic {
        /// The file.
        path: PathBuf,
        /// `images` or `labels`.
        kind: &'static str,
        /// The first number of files in the expected format.
        expected: u32,
        /// The first number of the file.
        found: u32,
    },
    /// A file is shorter or longer than its header says.
    #[error("`{}` holds {amount} data than its header announces", path.display())]
    Length {
        /// The file.
        path: PathBuf,
        /// `less` or `more`.
        amount: &'static str,
    },
    /// The file has no data.
    #[error("`{}` holds no {kind}", path.display())]
    Empty {
        /// The file.
        path: PathBuf,
        /// `images` or `labels`.
        kind: &'static str,
    },
    /// Images and labels do not belong together.
    #[error("`{}` holds labels for {labels} images, there are {images}", path.display())]
    Count {
        /// The file of the labels.
        path: PathBuf,
        /// Number of images.
        images: usize,
        /// Number of labels.
        labels: usize,
    },
    /// A label is not a digit.
    #[error("`{}`: label {place} is {label}, allowed: 0 to 9", path.display())]
    Label {
        /// The file.
        path: PathBuf,
        /// Index of the label, from 0.
        place: usize,
        /// The label.
        label: u8,
    },
    /// The test images have another size than the training images.
    #[error("`{}`: images to test with have {test} pixels, images to train with {train}", dir.display())]
    ImageSize {
        /// The directory.
        dir: PathBuf,
        /// Pixels of a training image.
        train: usize,
        /// Pixels of a test image.
        test: usize,
    },
    /// A row of a table is wrong.
    #[error("row {row}: {reason}")]
    Row {
        /// The row, from 1.
        row: usize,
        /// The reason.
        reason: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Images whose pixels contain their index.
    fn numbered(len: usize) -> Dataset {
        Dataset {
            images: Array2::from_shape_fn((len, 2), |(place, _)| place as f32),
            labels: (0..len).map(|place| place % CLASSES).collect(),
        }
    }

    #[test]
    fn split_keeps_every_image_once_and_with_its_label() {
        let data = numbered(101);
        let (train, test) = data.split(0.2, 7);
        assert_eq!((train.len(), test.len()), (80, 21));
        let mut seen: Vec<usize> = Vec::new();
        for part in [&train, &test] {
            for (image, &label) in part.images.rows().into_iter().zip(&part.labels) {
                let place = image[0] as usize;
                assert_eq!(label, place % CLASSES);
                seen.push(place);
            }
        }
        seen.sort_unstable();
        assert!(seen.into_iter().eq(0..101));
    }

    #[test]
    fn split_follows_the_seed() {
        let data = numbered(50);
        assert_eq!(data.split(0.3, 1), data.split(0.3, 1));
        assert_ne!(data.split(0.3, 1), data.split(0.3, 2));
    }

    #[test]
    fn split_of_little() {
        assert_eq!(numbered(3).split(0.0, 0).1.len(), 0);
        assert_eq!(numbered(3).split(1.0, 0).0.len(), 0);
        assert_eq!(numbered(3).split(5.0, 0).1.len(), 3);
        assert!(numbered(0).split(0.5, 0).0.is_empty());
    }
}
