//! The handwritten digits that come with the examples: 1,797 images of 8×8 pixels.

use std::io::Read;

use flate2::read::GzDecoder;
use ndarray::Array2;

use super::{CLASSES, DataError, Dataset};

/// See `data/README.md` for the source and the licence.
static FILE: &[u8] = include_bytes!("../../data/digits.csv.gz");

const PIXELS: usize = 64;
const BRIGHTEST: u8 = 16;

/// The digits, in the order of the file.
///
/// # Errors
///
/// If the file was changed.
pub fn load() -> Result<Dataset, DataError> {
    let mut table = String::new();
    GzDecoder::new(FILE)
        .read_to_string(&mut table)
        .map_err(|source| DataError::Io { path: "digits.csv.gz".into(), source })?;
    parse(&table)
}

/// Reads a table with one image per row: its pixels from 0 to 16, then its label, separated by commas.
fn parse(table: &str) -> Result<Dataset, DataError> {
    let mut pixels = Vec::new();
    let mut labels = Vec::new();
    for (row, line) in (1..).zip(table.lines()) {
        let wrong = |reason: String| DataError::Row { row, reason };
        let mut values = Vec::with_capacity(PIXELS + 1);
        for text in line.split(',') {
            let value = text.trim().parse::<u8>();
            values.push(value.map_err(|error| wrong(format!("`{text}`: {error}")))?);
        }
        match values.split_last() {
            Some((&label, image)) if image.len() == PIXELS => {
                if usize::from(label) >= CLASSES {
                    return Err(wrong(format!("label {label}, allowed: 0 to 9")));
                }
                if let Some(pixel) = image.iter().find(|pixel| **pixel > BRIGHTEST) {
                    return Err(wrong(format!("pixel {pixel}, allowed: 0 to {BRIGHTEST}")));
                }
                pixels.extend(image.iter().map(|&pixel| f32::from(pixel) / f32::from(BRIGHTEST)));
                labels.push(usize::from(label));
            }
            _ => {
                let count = values.len();
                return Err(wrong(format!("{count} values, expected {PIXELS} pixels and a label")));
            }
        }
    }
    let images = Array2::from_shape_vec((labels.len(), PIXELS), pixels);
    let images = images.expect("every row has as many pixels");
    Ok(Dataset { images, labels })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_real_file() {
        let data = load().unwrap();
        assert_eq!((data.len(), data.pixels()), (1797, PIXELS));
        assert_eq!(data.labels[..10], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(data.images[[0, 2]], 5.0 / 16.0);
        assert!(data.images.iter().all(|pixel| (0.0..=1.0).contains(pixel)));
        for digit in 0..CLASSES {
            let count = data.labels.iter().filter(|label| **label == digit).count();
            assert!((170..190).contains(&count), "{digit}: {count}");
        }
    }

    #[test]
    fn wrong_rows_are_named() {
        let row = |pixel: &str, label: &str| format!("{}{label}\n", format!("{pixel},").repeat(PIXELS));
        assert_eq!(parse(&row("16", "9")).unwrap().len(), 1);
        for (bad, reason) in [
            (row("17", "3"), "pixel 17"),
            (row("1", "10"), "label 10"),
            (row("x", "1"), "`x`"),
            ("1,2,3\n".to_owned(), "3 values"),
            ("\n".to_owned(), "``"),
        ] {
            let error = parse(&(row("0", "0") + &bad)).unwrap_err().to_string();
            assert!(error.starts_with("row 2: ") && error.contains(reason), "{error}");
        }
    }
}
