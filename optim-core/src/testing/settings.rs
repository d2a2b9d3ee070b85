//! Random settings, from what an optimizer says about its hyperparameters.

use std::ops::Bound;

use crate::hyper::schedule::Schedule;
use crate::hyper::{HyperError, HyperInfo, RangeInfo, Setting};
use crate::optimizer::{About, AnyDefinition};
use crate::random::Random;

/// Hyperparameters by index; those not listed have their defaults.
pub(super) type Settings = Vec<(usize, Setting)>;

/// Values in turn, one per step.
#[derive(Debug)]
struct InTurn(Vec<f64>);

impl Schedule for InTurn {
    fn at(&self, step: u64) -> f64 {
        self.0[(step % self.0.len() as u64) as usize]
    }
}

/// The optimizer's struct with these settings, as it is after `step` finished steps.
pub(super) fn kernel(
    about: &'static About,
    settings: &Settings,
    step: u64,
) -> Result<Box<dyn AnyDefinition>, HyperError> {
    let mut values: Vec<Option<Setting>> =
        about.hypers().iter().map(|info| info.default.map(|default| default())).collect();
    for (index, value) in settings {
        values[*index] = Some(value.clone());
    }
    let missing = |(value, info): (Option<Setting>, &HyperInfo)| {
        value.ok_or(HyperError::Missing { optimizer: about.name(), name: info.name })
    };
    let values: Vec<Setting> = values.into_iter().zip(about.hypers()).map(missing).collect::<Result<_, _>>()?;
    let kernel = about.at_step(&values, step)?;
    kernel.validate()?;
    kernel.requirement().map_err(|message| HyperError::Requirement { optimizer: about.name(), message })?;
    Ok(kernel)
}

/// Settings that the optimizer accepts; `given` ones as they are.
///
/// The error is that of the last attempt.
pub(super) fn draw(about: &'static About, random: &mut Random, given: &Settings) -> Result<Settings, HyperError> {
    const ATTEMPTS: usize = 400;
    let mut result = Ok(Vec::new());
    for attempt in 0..ATTEMPTS {
        let mut settings = Settings::new();
        for (index, info) in about.hypers().iter().enumerate() {
            if let Some(value) = given.iter().rfind(|(own, _)| *own == index) {
                settings.push(value.clone());
                continue;
            }
            // Late attempts stay close to the defaults, which go together.
            let keep = info.default.is_some() && (random.one_in(3) || (attempt > ATTEMPTS / 2 && !random.one_in(4)));
            if !keep && let Some(value) = hyper(about, random, index, info) {
                settings.push((index, value));
            }
        }
        match kernel(about, &settings, 0) {
            Ok(_) => return Ok(settings),
            Err(error) => result = Err(error),
        }
    }
    result
}

/// A value of one hyperparameter, a schedule now and then.
fn hyper(about: &'static About, random: &mut Random, index: usize, info: &HyperInfo) -> Option<Setting> {
    let default = info.default.map(|default| default());
    let of = SettingType::parse(info.type_name);
    let value = of.draw(about, random, index, (info, 0), default.as_ref())?;
    if !info.scheduled || !random.one_in(4) {
        return Some(value);
    }
    let mut schedule = |component: usize, value: &Setting, default: Option<&Setting>| {
        let mut values = vec![value.as_f64()?];
        for _ in 0..2 {
            let other = SettingType::Float.draw(about, random, index, (info, component), default)?;
            values.push(other.as_f64()?);
        }
        Some(Setting::schedule(InTurn(values)))
    };
    match &value {
        Setting::Tuple(parts) => {
            let mut parts = parts.clone();
            let component = index % parts.len();
            let default = part(default.as_ref(), component);
            parts[component] = schedule(component, &parts[component], default)?;
            Some(Setting::Tuple(parts))
        }
        number => schedule(0, number, default.as_ref()),
    }
}

fn part(value: Option<&Setting>, component: usize) -> Option<&Setting> {
    match value {
        Some(Setting::Tuple(parts)) => parts.get(component),
        _ => None,
    }
}

/// The longest list that is tried.
const MOST_ITEMS: usize = 4;

/// A hyperparameter's type as it is written.
#[derive(Debug, PartialEq)]
enum SettingType<'a> {
    Float,
    Int {
        signed: bool,
    },
    Bool,
    Option(Box<SettingType<'a>>),
    Tuple(Vec<SettingType<'a>>),
    /// A list of any length.
    List(Box<SettingType<'a>>),
    /// A choice, or the user's own name of one of the above.
    Other(&'a str),
}

impl<'a> SettingType<'a> {
    fn parse(text: &'a str) -> Self {
        let text = text.trim();
        let inside = |open: &str, close: char| text.strip_prefix(open).and_then(|rest| rest.strip_suffix(close));
        match text {
            "f64" | "f32" => return Self::Float,
            "bool" => return Self::Bool,
            "i8" | "i16" | "i32" | "i64" | "isize" => return Self::Int { signed: true },
            "u8" | "u16" | "u32" | "u64" | "usize" => return Self::Int { signed: false },
            _ => {}
        }
        if let Some((path, rest)) = text.split_once('<')
            && let Some(inner) = rest.strip_suffix('>')
        {
            match path.trim().rsplit("::").next() {
                Some("Option") => return Self::Option(Box::new(Self::parse(inner))),
                Some("Vec") => return Self::List(Box::new(Self::parse(inner))),
                _ => {}
            }
        }
        if let Some(inner) = inside("(", ')') {
            return Self::Tuple(split(inner).into_iter().map(Self::parse).collect());
        }
        if let Some((item, count)) = inside("[", ']').and_then(|inner| inner.rsplit_once(';'))
            && let Ok(count) = count.trim().parse()
        {
            return Self::Tuple(std::iter::repeat_with(|| Self::parse(item)).take(count).collect());
        }
        Self::Other(text)
    }

    /// `None` where nothing is known but the default.
    fn draw(
        &self,
        about: &'static About,
        random: &mut Random,
        index: usize,
        (info, component): (&HyperInfo, usize),
        default: Option<&Setting>,
    ) -> Option<Setting> {
        Some(match self {
            Self::Float => Setting::Float(float(random, info.range(component), default.and_then(Setting::as_f64))),
            Self::Int { signed } => Setting::Int(int(random, info.range(component), *signed)),
            Self::Bool => Setting::Bool(random.one_in(2)),
            Self::Option(_) if random.one_in(2) => Setting::None,
            Self::Option(inner) => inner.draw(about, random, index, (info, component), default)?,
            Self::Tuple(parts) => {
                let parts = parts
                    .iter()
                    .enumerate()
                    .map(|(component, of)| of.draw(about, random, index, (info, component), part(default, component)));
                Setting::Tuple(parts.collect::<Option<_>>()?)
            }
            Self::List(item) => {
                let items = (0..1 + random.below(MOST_ITEMS))
                    .map(|place| item.draw(about, random, index, (info, place), part(default, place)));
                Setting::Tuple(items.collect::<Option<_>>()?)
            }
            Self::Other(_) => match choices(about, index).as_slice() {
                [] => return default.cloned(),
                names => Setting::Choice(random.pick(names).clone()),
            },
        })
    }
}

/// Parts between the commas that are in no brackets.
fn split(text: &str) -> Vec<&str> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0);
    for (place, letter) in text.char_indices() {
        match letter {
            '(' | '[' | '<' => depth += 1,
            ')' | ']' | '>' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&text[start..place]);
                start = place + 1;
            }
            _ => {}
        }
    }
    if !text[start..].trim().is_empty() {
        parts.push(&text[start..]);
    }
    parts
}

/// Names of a choice. The type is not known here, but it names its variants when it is given something else.
fn choices(about: &'static About, index: usize) -> Vec<String> {
    let hypers = about.hypers();
    let mut values: Vec<Setting> =
        hypers.iter().map(|info| info.default.map_or(Setting::None, |default| default())).collect();
    // Other required values would be reported first.
    for (other, value) in values.iter_mut().enumerate() {
        if hypers[other].default.is_none() {
            *value = filler(&SettingType::parse(hypers[other].type_name));
        }
    }
    values[index] = Setting::Choice("?".to_owned());
    for _ in hypers {
        let Err(HyperError::Type { name, expected, .. }) = about.at_step(&values, 0) else { break };
        let names = expected.split('`').skip(1).step_by(2).map(ToOwned::to_owned);
        let names: Vec<String> = if expected.starts_with("one of `") { names.collect() } else { Vec::new() };
        let Some(place) = hypers.iter().position(|info| is_called(info.name, name)) else { break };
        match names.first() {
            _ if place == index => return names,
            // Another choice without a default stood before.
            Some(first) => values[place] = Setting::Choice(first.clone()),
            None => break,
        }
    }
    Vec::new()
}

/// Returns true if this is the name that an error has: inside of a wrapper it has no field in front.
fn is_called(full: &str, name: &str) -> bool {
    full == name || full.strip_suffix(name).is_some_and(|field| field.ends_with('.'))
}

/// Some value of a type.
fn filler(of: &SettingType<'_>) -> Setting {
    match of {
        SettingType::Float => Setting::Float(0.0),
        SettingType::Int { .. } => Setting::Int(0),
        SettingType::Bool => Setting::Bool(false),
        SettingType::Option(_) | SettingType::Other(_) => Setting::None,
        SettingType::Tuple(parts) => Setting::Tuple(parts.iter().map(filler).collect()),
        SettingType::List(_) => Setting::Tuple(Vec::new()),
    }
}

/// A number of a range: its ends, the default and its neighbourhood, and all orders of magnitude in between.
fn float(random: &mut Random, range: Option<&RangeInfo>, default: Option<f64>) -> f64 {
    let (start, end) = range.map_or((Bound::Unbounded, Bound::Unbounded), |range| (range.start, range.end));
    if random.one_in(8)
        && let (Bound::Included(edge), _) | (_, Bound::Included(edge)) = (start, end)
    {
        return edge;
    }
    let number = |bound| match bound {
        Bound::Included(number) | Bound::Excluded(number) => Some(number),
        Bound::Unbounded => None,
    };
    let magnitude = 10_f64.powf(random.between(-4.0, 0.0));
    let drawn = match (number(start), number(end)) {
        (Some(start), Some(end)) => random.between(start, end),
        (Some(start), None) => start + magnitude,
        (None, Some(end)) => end - magnitude,
        (None, None) => match default {
            Some(default) if default != 0.0 => default * random.between(0.25, 1.75),
            _ => magnitude * random.sign(),
        },
    };
    match range {
        // An excluded start was hit.
        Some(range) if !range.contains(drawn) => default.unwrap_or(drawn),
        _ => drawn,
    }
}

/// A small number of a range.
fn int(random: &mut Random, range: Option<&RangeInfo>, signed: bool) -> i128 {
    const FEW: usize = 5;
    let least = if signed { -2 } else { 0 };
    let least = match range.map(|range| range.start) {
        Some(Bound::Included(start)) => least.max(start.ceil() as i128),
        Some(Bound::Excluded(start)) => least.max(start.floor() as i128 + 1),
        _ => least,
    };
    let number = least + random.below(FEW) as i128;
    match range {
        Some(range) if !range.contains(number as f64) => least,
        _ => number,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_as_written() {
        let of = SettingType::parse("(f64, Option<(i32,u8)> , [bool; 2])");
        let pair = SettingType::Tuple(vec![SettingType::Int { signed: true }, SettingType::Int { signed: false }]);
        let flags = SettingType::Tuple(vec![SettingType::Bool, SettingType::Bool]);
        assert_eq!(of, SettingType::Tuple(vec![SettingType::Float, SettingType::Option(Box::new(pair)), flags]));
        assert_eq!(SettingType::parse("std::vec::Vec<f64>"), SettingType::List(Box::new(SettingType::Float)));
        assert_eq!(SettingType::parse("crate::Mode"), SettingType::Other("crate::Mode"));
        assert_eq!(SettingType::parse("std::option::Option<f32>"), SettingType::Option(Box::new(SettingType::Float)));
    }

    #[test]
    fn numbers_stay_in_range() {
        let mut random = Random::new(3);
        let bounds = [Bound::Included(-0.5), Bound::Excluded(0.0), Bound::Unbounded];
        for start in bounds {
            for end in [Bound::Included(1.0), Bound::Excluded(1.0), Bound::Unbounded] {
                let range = RangeInfo { start, end };
                for _ in 0..1000 {
                    let number = float(&mut random, Some(&range), Some(0.5));
                    assert!(range.contains(number), "{number} {range}");
                }
            }
        }
        let range = RangeInfo::ANY.at_least(1.0).at_most(2.0);
        assert!((0..100).all(|_| (1..=2).contains(&int(&mut random, Some(&range), true))));
    }
}
