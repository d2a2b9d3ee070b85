//! Compares arrays with their recordings, element by element.

use ndarray::ArrayViewD;

use super::tolerance::{Precision, error};
use crate::Error;

/// The comparison of a tensor with its recording.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The tensor, and the step.
    pub place: String,
    /// Number of elements.
    pub len: usize,
    /// The number of elements that differ by more than allowed.
    pub wrong: usize,
    /// The element with the largest difference; `None` if the tensor is empty.
    pub worst: Option<Element>,
}

/// The comparison of one element.
#[derive(Clone, Debug)]
pub struct Element {
    /// Its index, with the last axis counting fastest.
    pub number: usize,
    /// Its index along every axis.
    pub index: Vec<usize>,
    /// The computed value.
    pub found: f64,
    /// The recorded value.
    pub expected: f64,
    /// The largest allowed difference.
    pub allowed: f64,
    /// The difference divided by the allowed difference.
    pub error: f64,
}

/// Compares two arrays of the same shape.
#[must_use]
pub fn compare(
    place: String,
    found: &ArrayViewD<'_, f64>,
    expected: &ArrayViewD<'_, f64>,
    moved: f64,
    precision: Precision,
) -> Comparison {
    let mut comparison = Comparison { place, len: expected.len(), wrong: 0, worst: None };
    for (number, (&found, &expected)) in found.iter().zip(expected).enumerate() {
        let allowed = precision.allowed(expected, moved);
        let error = error(found, expected, allowed);
        comparison.wrong += usize::from(error > 1.0);
        if comparison.worst.as_ref().is_none_or(|worst| error > worst.error) {
            comparison.worst = Some(Element { number, index: Vec::new(), found, expected, allowed, error });
        }
    }
    if let Some(worst) = &mut comparison.worst {
        worst.index = index(worst.number, expected.shape());
    }
    comparison
}

/// The index of an element along every axis.
fn index(mut number: usize, shape: &[usize]) -> Vec<usize> {
    let mut index = vec![0; shape.len()];
    for (place, &len) in index.iter_mut().zip(shape).rev() {
        *place = number % len.max(1);
        number /= len.max(1);
    }
    index
}

/// The largest difference, if all differences are allowed. Otherwise the first tensor with a difference that is not allowed.
///
/// # Errors
///
/// If a difference is too large.
pub(super) fn verdict(comparisons: &[Comparison], precision: Precision) -> Result<String, Error> {
    let elements = || comparisons.iter().filter_map(|comparison| Some((comparison, comparison.worst.as_ref()?)));
    if let Some((comparison, worst)) = elements().find(|(comparison, _)| comparison.wrong > 0) {
        let (wrong, all) = comparisons.iter().fold((0, 0), |(wrong, all), it| (wrong + it.wrong, all + it.len));
        let (place, difference) = (place(comparison, worst), (worst.found - worst.expected).abs());
        let (found, expected) = (shown(worst.found, precision), shown(worst.expected, precision));
        let difference = if difference.is_finite() {
            format!("difference {difference:.3e} where {:.3e} is allowed; ", worst.allowed)
        } else {
            String::new()
        };
        return Err(format!(
            "{place}: found {found}, expected {expected}; {difference}{wrong} of {all} numbers differ"
        )
        .into());
    }
    let worst = elements().max_by(|(_, a), (_, b)| a.error.total_cmp(&b.error)).filter(|(_, worst)| worst.error > 0.0);
    Ok(match worst {
        Some((comparison, worst)) => format!("{:.2} of tolerance ({})", worst.error, place(comparison, worst)),
        None => "0.00 of tolerance (every number is the recorded one)".to_owned(),
    })
}

fn place(comparison: &Comparison, element: &Element) -> String {
    match &element.index[..] {
        index @ [_, _, ..] => format!("{}, element {} at {index:?}", comparison.place, element.number),
        _ => format!("{}, element {}", comparison.place, element.number),
    }
}

/// A number with all digits of its type.
fn shown(number: f64, precision: Precision) -> String {
    match precision {
        Precision::Float32 => format!("{:?}", number as f32),
        Precision::Float64 | Precision::Float64Mixed => format!("{number:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_element_is_named() {
        let expected = ndarray::Array2::<f64>::ones((2, 3)).into_dyn();
        let mut found = expected.clone();
        found[[1, 0]] = 1.5;
        found[[1, 2]] = f64::NAN;
        let comparison = compare("p".to_owned(), &found.view(), &expected.view(), 0.0, Precision::Float64);
        assert_eq!((comparison.wrong, comparison.len), (2, 6));
        let worst = comparison.worst.unwrap();
        assert_eq!((worst.number, worst.index, worst.error), (5, vec![1, 2], f64::INFINITY));
    }
}
