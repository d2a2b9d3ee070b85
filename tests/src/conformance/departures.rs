//! Runs in which the recorded program differs from its documentation. Only a part of each run counts.

use super::manifest::{Config, Outline};
use super::tolerance::Precision;

/// The part of a run that counts.
enum Counts {
    /// The whole run, in another precision.
    In(Precision),
    /// The steps up to this one.
    Until(usize),
}

/// The optimizer, the run (`None` for all runs), the part that counts, and the reason.
type Departure = (&'static str, Option<&'static str>, Counts, &'static str);

const DEPARTURES: &[Departure] = &[
    (
        "SAM",
        None,
        Counts::In(Precision::Float64Mixed),
        "the package takes the norm of the gradients in single precision, whatever the parameters are",
    ),
    (
        "QHAdam",
        None,
        Counts::In(Precision::Float64Mixed),
        "the package computes the weights of its averages in single precision",
    ),
    ("LaProp", None, Counts::In(Precision::Float64Mixed), "the package computes its step sizes in single precision"),
    (
        "LBFGS",
        Some("longer"),
        Counts::Until(5),
        "from step 8 on PyTorch's `tolerance_change` stops its iterations, which is left to the caller here",
    ),
];

/// The part of the run that counts. If it differs from the recording, also the reason.
pub(super) fn of_run(optimizer: &str, outline: &Outline, config: &Config) -> (Outline, Config, Option<&'static str>) {
    let (mut outline, mut config) = (outline.clone(), config.clone());
    let is_meant = |(of, run, ..): &&Departure| *of == optimizer && run.is_none_or(|run| run == config.name);
    let Some((_, _, counts, reason)) = DEPARTURES.iter().find(is_meant) else { return (outline, config, None) };
    match counts {
        Counts::In(precision) if config.precision == Precision::Float64 => config.precision = *precision,
        Counts::In(_) => return (outline, config, None),
        Counts::Until(step) => outline.until = Some(*step),
    }
    (outline, config, Some(reason))
}
