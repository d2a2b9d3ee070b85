//! Tests with small files in a temporary directory.

use std::fs;
use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;

use super::*;

/// A directory that is removed at the end of the test, even after a panic.
struct Directory(PathBuf);

impl Directory {
    fn new(test: &str) -> Self {
        let path = std::env::temp_dir().join(format!("optim-examples-{}-{test}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn write(&self, name: &str, contents: &[u8]) {
        fs::write(self.0.join(name), contents).unwrap();
    }

    /// Two training images of 2×3 pixels and one test image.
    fn with_good_files(test: &str) -> Self {
        let dir = Self::new(test);
        dir.write("train-images-idx3-ubyte", &idx(0x0803, &[2, 2, 3], &[0, 51, 102, 153, 204, 255, 1, 2, 3, 4, 5, 6]));
        dir.write("train-labels-idx1-ubyte", &idx(0x0801, &[2], &[7, 9]));
        dir.write("t10k-images-idx3-ubyte", &idx(0x0803, &[1, 2, 3], &[255; 6]));
        dir.write("t10k-labels-idx1-ubyte", &idx(0x0801, &[1], &[0]));
        dir
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        // If the folder cannot be removed, it stays in the system's temporary directory.
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn idx(magic: u32, sizes: &[u32], data: &[u8]) -> Vec<u8> {
    let header = std::iter::once(&magic).chain(sizes);
    header.flat_map(|number| number.to_be_bytes()).chain(data.iter().copied()).collect()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn plain_files() {
    let dir = Directory::with_good_files("plain");
    let (train, test) = load(&dir.0).unwrap();
    assert_eq!(train.images.shape(), [2, 6]);
    assert_eq!(train.images.row(0).to_vec(), [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]);
    assert_eq!(train.labels, [7, 9]);
    assert_eq!((test.images.shape(), &*test.labels), (&[1, 6][..], &[0][..]));
}

#[test]
fn gzipped_and_differently_named_files() {
    let plain = Directory::with_good_files("names-plain");
    let dir = Directory::new("names");
    for name in ["train-images-idx3-ubyte", "train-labels-idx1-ubyte", "t10k-labels-idx1-ubyte"] {
        let bytes = fs::read(plain.0.join(name)).unwrap();
        dir.write(&format!("{name}.gz"), &gzip(&bytes));
    }
    let bytes = fs::read(plain.0.join("t10k-images-idx3-ubyte")).unwrap();
    // The file is not packed, but has the name of a packed one.
    dir.write("t10k-images.idx3-ubyte.gz", &bytes);
    assert_eq!(load(&dir.0).unwrap(), load(&plain.0).unwrap());
}

#[test]
fn missing_files() {
    let dir = Directory::with_good_files("missing");
    fs::remove_file(dir.0.join("t10k-labels-idx1-ubyte")).unwrap();
    assert!(matches!(load(&dir.0), Err(DataError::Missing { name: "t10k-labels-idx1-ubyte", .. })));
    let nowhere = load(&dir.0.join("nowhere"));
    assert!(matches!(nowhere, Err(DataError::Missing { name: "train-images-idx3-ubyte", .. })));
}

/// The error if one of the good files is replaced.
fn error_with(test: &str, name: &str, contents: &[u8]) -> DataError {
    let dir = Directory::with_good_files(test);
    dir.write(name, contents);
    load(&dir.0).unwrap_err()
}

#[test]
fn wrong_magic() {
    let labels = idx(0x0801, &[2], &[7, 9]);
    let error = error_with("magic", "train-images-idx3-ubyte", &labels);
    assert!(matches!(error, DataError::Magic { expected: 2051, found: 2049, .. }), "{error}");
}

#[test]
fn wrong_sizes() {
    let images = "train-images-idx3-ubyte";
    let full = idx(0x0803, &[2, 2, 3], &[0; 12]);
    for len in [0, 3, 4, 15, 16, 27] {
        let error = error_with("short", images, &full[..len]);
        assert!(matches!(error, DataError::Length { amount: "less", .. }), "{len}: {error}");
    }
    let error = error_with("long", images, &idx(0x0803, &[2, 2, 3], &[0; 13]));
    assert!(matches!(error, DataError::Length { amount: "more", .. }), "{error}");
    let error = error_with("huge", images, &idx(0x0803, &[u32::MAX; 3], &[0; 12]));
    assert!(matches!(error, DataError::Length { amount: "less", .. }), "{error}");
    let error = error_with("empty", images, &idx(0x0803, &[u32::MAX, 0, 3], &[]));
    assert!(matches!(error, DataError::Empty { .. }), "{error}");
}

#[test]
fn files_that_do_not_fit_each_other() {
    let error = error_with("count", "train-labels-idx1-ubyte", &idx(0x0801, &[3], &[7, 9, 1]));
    assert!(matches!(error, DataError::Count { images: 2, labels: 3, .. }), "{error}");
    let error = error_with("label", "train-labels-idx1-ubyte", &idx(0x0801, &[2], &[7, 10]));
    assert!(matches!(error, DataError::Label { place: 1, label: 10, .. }), "{error}");
    let error = error_with("size", "t10k-images-idx3-ubyte", &idx(0x0803, &[1, 3, 3], &[0; 9]));
    assert!(matches!(error, DataError::ImageSize { train: 6, test: 9, .. }), "{error}");
}

#[test]
fn broken_gzip() {
    let images = "train-images-idx3-ubyte";
    let whole = gzip(&idx(0x0803, &[2, 2, 3], &[0; 12]));
    let error = error_with("gzip-short", images, &whole[..whole.len() - 12]);
    assert!(matches!(error, DataError::Length { .. } | DataError::Io { .. }), "{error}");
    let mut wrong = whole;
    let checksum = wrong.len() - 8;
    wrong[checksum] ^= 1;
    let error = error_with("gzip-wrong", images, &wrong);
    assert!(matches!(error, DataError::Io { .. }), "{error}");
}
