//! Values of a scheduler's state, copied from the file.

use crate::torch::dtype::DType;
use crate::torch::error::TorchError;
use crate::torch::pickle::PickleWriter;
use crate::torch::value::TorchValue;

/// A value that can be read, changed and written again.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Plain {
    None,
    Bool(bool),
    Int(i128),
    Float(f64),
    Text(String),
    List(Vec<Plain>),
    Tuple(Vec<Plain>),
    Dict(Vec<(String, Plain)>),
    /// An object, which cannot be written: its place, and its kind.
    Other(String, &'static str),
}

/// Copies values from a file, with limits on number and nesting, because lists in a file may contain themselves.
pub(super) struct Reading {
    left: usize,
    /// True if a number is in single precision.
    pub(super) single: bool,
}

const MOST: usize = 1 << 16;
const DEEPEST: usize = 16;
const LONGEST_TEXT: usize = 1 << 10;

impl Reading {
    pub(super) fn new() -> Self {
        Self { left: MOST, single: false }
    }

    pub(super) fn read(&mut self, value: &TorchValue, depth: usize) -> Result<Plain, TorchError> {
        self.left = self
            .left
            .checked_sub(1)
            .ok_or(TorchError::Limit { what: "values in the state of a scheduler", limit: MOST as u64 })?;
        if depth > DEEPEST {
            return Err(TorchError::Limit { what: "levels in the state of a scheduler", limit: DEEPEST as u64 });
        }
        if value.is_none() {
            return Ok(Plain::None);
        }
        if value.is_tensor() {
            let tensor = value.tensor()?;
            self.single |= tensor.dtype() != DType::F64;
            return Ok(Plain::Float(tensor.to_number()?));
        }
        if let Ok(value) = value.as_bool() {
            return Ok(Plain::Bool(value));
        }
        if let Ok(number) = value.as_int() {
            return Ok(Plain::Int(number));
        }
        if let Ok(number) = value.as_f64() {
            return Ok(Plain::Float(number));
        }
        if let Ok(text) = value.as_str() {
            if text.len() > LONGEST_TEXT {
                return Err(TorchError::Limit { what: "bytes in a text", limit: LONGEST_TEXT as u64 });
            }
            return Ok(Plain::Text(text.to_owned()));
        }
        if let Ok(len) = value.len()
            && len > self.left
        {
            return Err(TorchError::Limit { what: "values in the state of a scheduler", limit: MOST as u64 });
        }
        if let Ok(elements) = value.elements() {
            let elements = elements.iter().map(|element| self.read(element, depth + 1)).collect::<Result<_, _>>()?;
            return Ok(if value.kind() == "a tuple" { Plain::Tuple(elements) } else { Plain::List(elements) });
        }
        if value.keys().is_ok() {
            let entries = value.entries()?;
            if entries.iter().any(|(key, _)| key.len() > LONGEST_TEXT) {
                return Err(TorchError::Limit { what: "bytes in a key", limit: LONGEST_TEXT as u64 });
            }
            let entry = |(key, value): (String, TorchValue)| Ok((key, self.read(&value, depth + 1)?));
            return Ok(Plain::Dict(entries.into_iter().map(entry).collect::<Result<_, TorchError>>()?));
        }
        Ok(Plain::Other(value.place(), value.kind()))
    }
}

impl Plain {
    pub(super) fn number(&self) -> Option<f64> {
        match *self {
            Self::Int(number) => Some(number as f64),
            Self::Float(number) => Some(number),
            _ => None,
        }
    }

    /// An integer, which may be written as `30.0`.
    pub(super) fn whole(&self) -> Option<i64> {
        const MOST: f64 = (1_u64 << 53) as f64;
        match *self {
            Self::Int(number) => i64::try_from(number).ok(),
            Self::Float(number) => (number.fract() == 0.0 && number.abs() <= MOST).then_some(number as i64),
            _ => None,
        }
    }

    pub(super) fn elements(&self) -> Option<&[Self]> {
        match self {
            Self::List(elements) | Self::Tuple(elements) => Some(elements),
            _ => None,
        }
    }

    pub(super) fn numbers(&self) -> Option<Vec<f64>> {
        self.elements()?.iter().map(Self::number).collect()
    }

    pub(super) fn list(numbers: &[f64]) -> Self {
        Self::List(numbers.iter().copied().map(Self::Float).collect())
    }

    /// The error for a value that cannot be written.
    pub(super) fn writable(&self) -> Result<(), TorchError> {
        match self {
            Self::Other(place, found) => {
                Err(TorchError::Kind { place: place.clone(), found, expected: "plain data that can be written again" })
            }
            Self::List(elements) | Self::Tuple(elements) => elements.iter().try_for_each(Self::writable),
            Self::Dict(entries) => entries.iter().try_for_each(|(_, value)| value.writable()),
            _ => Ok(()),
        }
    }

    pub(super) fn write(&self, w: &mut PickleWriter) {
        match self {
            Self::None | Self::Other(..) => w.none(),
            Self::Bool(value) => w.bool(*value),
            Self::Int(number) => w.int(*number),
            Self::Float(number) => w.float(*number),
            Self::Text(text) => w.str(text),
            Self::List(elements) => w.list(|w| elements.iter().for_each(|element| element.write(w))),
            Self::Tuple(elements) => w.tuple(|w| elements.iter().for_each(|element| element.write(w))),
            Self::Dict(entries) => w.dict(|w| {
                for (key, value) in entries {
                    w.str(key);
                    value.write(w);
                }
            }),
        }
    }

    /// A short form of the value, for messages.
    pub(super) fn brief(&self) -> String {
        match self {
            Self::None => "None".to_owned(),
            Self::Bool(value) => value.to_string(),
            Self::Int(number) => number.to_string(),
            Self::Float(number) => format!("{number:?}"),
            Self::Text(text) => format!("{text:?}"),
            Self::List(_) => "a list".to_owned(),
            Self::Tuple(_) => "a tuple".to_owned(),
            Self::Dict(_) => "a dict".to_owned(),
            Self::Other(_, kind) => (*kind).to_owned(),
        }
    }
}
