//! Options of the whole optimizer: keys next to `optimizer`.

use optim_core::{AnyBuilder, NonFinite, Spikes, WatchError};

use super::cursor::{Cursor, Entry};
use super::document::Data;
use super::error::ConfigError;
use super::place::Place;

/// Options of the whole optimizer, as configured.
#[derive(Clone, Debug, Default)]
pub(super) struct Gradients {
    clip_norm: Option<f64>,
    clip_value: Option<f64>,
    grad_scale: Option<f64>,
    non_finite: Option<NonFinite>,
    spikes: Option<Spikes>,
    watch: Option<ConfiguredWatch>,
}

/// The numbers to watch, as configured.
#[derive(Clone, Debug)]
struct ConfiguredWatch {
    every: u64,
    numbers: Vec<(String, Place)>,
    /// The place of `every`, or of `watch` if there is no `every`.
    at: Place,
}

impl Gradients {
    /// The keys.
    pub(super) const KEYS: [&str; 6] = ["clip_norm", "clip_value", "grad_scale", "non_finite", "spikes", "watch"];

    /// Reads an entry with one of the keys.
    pub(super) fn take(&mut self, entry: &Entry<'_>) -> Result<(), ConfigError> {
        let at = &entry.value;
        if matches!(at.data(), Data::Null) {
            return Ok(());
        }
        match entry.key.name.as_str() {
            "clip_norm" => self.clip_norm = Some(positive(at)?),
            "clip_value" => self.clip_value = Some(positive(at)?),
            "grad_scale" => self.grad_scale = Some(positive(at)?),
            "spikes" => self.spikes = Some(spikes(at)?),
            "watch" => self.watch = Some(watch(at)?),
            _ => {
                let policy = match at.text() {
                    Some("off") => NonFinite::Off,
                    Some("error") => NonFinite::Error,
                    Some("skip") => NonFinite::Skip,
                    Some("strict") => NonFinite::Strict,
                    _ => return Err(at.expected("`off`, `error`, `skip` or `strict`")),
                };
                self.non_finite = Some(policy);
            }
        }
        Ok(())
    }

    /// Sets the options of a builder.
    pub(super) fn add_to(self, mut builder: AnyBuilder) -> AnyBuilder {
        let Self { clip_norm, clip_value, grad_scale, non_finite, spikes, watch } = self;
        if let Some(max_norm) = clip_norm {
            builder = builder.clip_norm(max_norm);
        }
        if let Some(max) = clip_value {
            builder = builder.clip_value(max);
        }
        if let Some(scale) = grad_scale {
            builder = builder.grad_scale(scale);
        }
        if let Some(policy) = non_finite {
            builder = builder.non_finite(policy);
        }
        if let Some(limits) = spikes {
            builder = builder.spikes(limits);
        }
        match watch {
            Some(ConfiguredWatch { every, numbers, .. }) => {
                builder.watch_every(every, numbers.into_iter().map(|(name, _)| name))
            }
            None => builder,
        }
    }

    /// The place in `watch` to which an error belongs.
    pub(super) fn place_of(&self, error: &WatchError) -> Option<&Place> {
        let ConfiguredWatch { numbers, at, .. } = self.watch.as_ref()?;
        let (WatchError::Unknown { name, .. } | WatchError::Absent { name, .. }) = error else { return Some(at) };
        Some(numbers.iter().find(|(number, _)| number == name).map_or(at, |(_, place)| place))
    }
}

/// `{skip: 10.0, window: 64}` or `{scale: 10.0}`.
fn spikes(at: &Cursor<'_>) -> Result<Spikes, ConfigError> {
    const EXPECTED: &str = "`{skip: 10.0}` or `{scale: 10.0}`, with `window: 64` if you like";
    let (mut policy, mut window) = (None, None);
    for entry in at.entries(EXPECTED)? {
        let value = &entry.value;
        match entry.key.name.as_str() {
            "skip" if policy.is_none() => policy = Some(Spikes::skip(positive(value)?)),
            "scale" if policy.is_none() => policy = Some(Spikes::scale(positive(value)?)),
            "window" => window = Some(steps(value)?),
            "skip" | "scale" => return Err(at.expected(EXPECTED)),
            _ => return Err(entry.unknown("spikes", "key", ["skip", "scale", "window"].map(str::to_owned).into())),
        }
    }
    let policy = policy.ok_or_else(|| at.expected(EXPECTED))?;
    Ok(window.map_or(policy, |window| policy.window(window)))
}

/// Names of numbers, or `{every: 100, numbers: [update_ratio]}`.
fn watch(at: &Cursor<'_>) -> Result<ConfiguredWatch, ConfigError> {
    const EXPECTED: &str = "names of numbers, or `{every: 100, numbers: [update_ratio]}`";
    if !matches!(at.data(), Data::Map(_)) {
        return Ok(ConfiguredWatch { every: 1, numbers: numbers(at, EXPECTED)?, at: at.place() });
    }
    let (mut every, mut watched) = ((1, at.place()), None);
    for entry in at.entries(EXPECTED)? {
        match entry.key.name.as_str() {
            "every" => every = (steps(&entry.value)?, entry.value.place()),
            "numbers" => watched = Some(numbers(&entry.value, EXPECTED)?),
            _ => return Err(entry.unknown("watch", "key", ["every", "numbers"].map(str::to_owned).into())),
        }
    }
    let (every, place) = every;
    Ok(ConfiguredWatch { every, numbers: watched.ok_or_else(|| at.expected(EXPECTED))?, at: place })
}

/// Names of numbers with their places. `build` checks the names, because it knows the outputs of the optimizer.
fn numbers(at: &Cursor<'_>, expected: &str) -> Result<Vec<(String, Place)>, ConfigError> {
    let names = at.texts(expected)?;
    let places = at.items().map_or_else(|| vec![at.place()], |items| items.iter().map(Cursor::place).collect());
    Ok(names.into_iter().zip(places).collect())
}

/// A number of steps.
fn steps<N: TryFrom<i128>>(at: &Cursor<'_>) -> Result<N, ConfigError> {
    let steps = match *at.data() {
        Data::Int(steps) => N::try_from(steps).ok(),
        _ => None,
    };
    steps.ok_or_else(|| at.expected("a number of steps"))
}

fn positive(at: &Cursor<'_>) -> Result<f64, ConfigError> {
    at.number()
        .filter(|number| number.is_finite() && *number > 0.0)
        .ok_or_else(|| at.expected("a finite number above 0"))
}
