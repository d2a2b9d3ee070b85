//! MNIST, or any other data in IDX files: `train-images-idx3-ubyte`, `train-labels-idx1-ubyte`, and the same with
//! `t10k` for the test part. Each file may be gzipped.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use flate2::bufread::GzDecoder;
use ndarray::Array2;
use optim_std::files::{self, FileError};

use super::{CLASSES, DataError, Dataset};

/// The kind of a file: the first bytes of its header, and the number of sizes after them.
struct Kind<const SIZES: usize> {
    name: &'static str,
    magic: u32,
}

const IMAGES: Kind<3> = Kind { name: "images", magic: 0x0803 };
const LABELS: Kind<1> = Kind { name: "labels", magic: 0x0801 };

/// Reads the training part and the test part.
///
/// # Errors
///
/// If a file is missing, is not of the kind in its name, or does not fit the others.
pub fn load(dir: &Path) -> Result<(Dataset, Dataset), DataError> {
    let train = part(dir, "train-images-idx3-ubyte", "train-labels-idx1-ubyte")?;
    let test = part(dir, "t10k-images-idx3-ubyte", "t10k-labels-idx1-ubyte")?;
    if train.pixels() != test.pixels() {
        let (train, test) = (train.pixels(), test.pixels());
        return Err(DataError::ImageSize { dir: dir.to_owned(), train, test });
    }
    Ok((train, test))
}

fn part(dir: &Path, images: &'static str, labels: &'static str) -> Result<Dataset, DataError> {
    let (_, [count, rows, columns], pixels) = read(dir, images, &IMAGES)?;
    let (path, _, labels) = read(dir, labels, &LABELS)?;
    if labels.len() != count {
        return Err(DataError::Count { path, images: count, labels: labels.len() });
    }
    if let Some(place) = labels.iter().position(|label| usize::from(*label) >= CLASSES) {
        let label = labels[place];
        return Err(DataError::Label { path, place, label });
    }
    let pixels = pixels.iter().map(|&pixel| f32::from(pixel) / 255.0).collect();
    let images = Array2::from_shape_vec((count, rows * columns), pixels);
    let images = images.expect("the file was as long as its header said");
    Ok(Dataset { images, labels: labels.into_iter().map(usize::from).collect() })
}

/// The path, sizes and bytes of a file. The number of bytes fits the sizes, and is at least one.
fn read<const SIZES: usize>(
    dir: &Path,
    name: &'static str,
    kind: &Kind<SIZES>,
) -> Result<(PathBuf, [usize; SIZES], Vec<u8>), DataError> {
    let (path, file) = open(dir, name)?;
    let contents = contents(file, &path, kind);
    contents.map(|(sizes, bytes)| (path, sizes, bytes))
}

/// Opens the first of the usual names of a file that exists.
fn open(dir: &Path, name: &'static str) -> Result<(PathBuf, File), DataError> {
    let dotted = name.replace("-idx", ".idx");
    for name in [name, &format!("{name}.gz"), &dotted, &format!("{dotted}.gz")] {
        let path = dir.join(name);
        match files::open(&path) {
            Ok(file) => return Ok((path, file)),
            Err(FileError { error, .. }) if error.kind() == io::ErrorKind::NotFound => {}
            Err(FileError { error: source, .. }) => return Err(DataError::Io { path, source }),
        }
    }
    Err(DataError::Missing { dir: dir.to_owned(), name })
}

fn contents<const SIZES: usize>(
    file: File,
    path: &Path,
    kind: &Kind<SIZES>,
) -> Result<([usize; SIZES], Vec<u8>), DataError> {
    let path = || path.to_owned();
    let failed = |source: io::Error| match source.kind() {
        io::ErrorKind::UnexpectedEof => DataError::Length { path: path(), amount: "less" },
        _ => DataError::Io { path: path(), source },
    };
    let mut file = BufReader::new(file);
    // The content decides, not the name: browsers unpack files and keep their names.
    let gzipped = file.fill_buf().map_err(failed)?.starts_with(&[0x1f, 0x8b]);
    let mut file: Box<dyn Read> = if gzipped { Box::new(GzDecoder::new(file)) } else { Box::new(file) };

    let mut number = || {
        let mut bytes = [0; 4];
        file.read_exact(&mut bytes).map_err(failed)?;
        Ok(u32::from_be_bytes(bytes))
    };
    let found = number()?;
    if found != kind.magic {
        return Err(DataError::Magic { path: path(), kind: kind.name, expected: kind.magic, found });
    }
    let mut sizes = [0; SIZES];
    for size in &mut sizes {
        *size = number()? as usize;
    }
    // The product of three sizes of 32 bits fits.
    let announced: u128 = sizes.iter().map(|&size| size as u128).product();
    if announced == 0 {
        return Err(DataError::Empty { path: path(), kind: kind.name });
    }
    // Reads one byte more than announced, to notice longer files. The memory grows with the real content, not with the announced size.
    let limit = u64::try_from(announced).unwrap_or(u64::MAX).saturating_add(1);
    let mut bytes = Vec::new();
    file.take(limit).read_to_end(&mut bytes).map_err(failed)?;
    match (bytes.len() as u128).cmp(&announced) {
        std::cmp::Ordering::Less => Err(DataError::Length { path: path(), amount: "less" }),
        std::cmp::Ordering::Equal => Ok((sizes, bytes)),
        std::cmp::Ordering::Greater => Err(DataError::Length { path: path(), amount: "more" }),
    }
}

#[cfg(test)]
mod tests;
