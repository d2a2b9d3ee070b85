//! Conversion between [`Setting`] and JSON.

use std::sync::Arc;

use serde_json::{Map, Number, Value as Json};

use super::json::is_longer;
use crate::hyper::schedule::{Schedule, ScheduleList};
use crate::hyper::{HyperError, Setting};
use crate::names::LookupError;

/// A setting as JSON.
pub(super) fn to_json(value: &Setting) -> Json {
    match value {
        Setting::None => Json::Null,
        Setting::Bool(value) => Json::Bool(*value),
        Setting::Int(number) => match (i64::try_from(*number), u64::try_from(*number)) {
            (Ok(number), _) => number.into(),
            (_, Ok(number)) => number.into(),
            _ => object("int", number.to_string()),
        },
        Setting::Float(number) => Number::from_f64(*number).map_or_else(
            || {
                let sign = if number.is_sign_negative() { "-inf" } else { "inf" };
                object("float", (if number.is_nan() { "nan" } else { sign }).to_owned())
            },
            Json::Number,
        ),
        Setting::Choice(name) => Json::String(name.clone()),
        Setting::Tuple(parts) => Json::Array(parts.iter().map(to_json).collect()),
        Setting::Scheduled(schedule) => schedule_to_json(schedule),
    }
}

/// The number that [`to_json`] wrote.
pub(super) fn to_float(json: &Json) -> Option<f64> {
    match json {
        Json::Number(number) => number.as_f64(),
        Json::Object(object) => match object.get("float")?.as_str()? {
            "nan" => Some(f64::NAN),
            "inf" => Some(f64::INFINITY),
            "-inf" => Some(f64::NEG_INFINITY),
            _ => None,
        },
        _ => None,
    }
}

fn object(key: &str, text: String) -> Json {
    Json::Object(Map::from_iter([(key.to_owned(), Json::String(text))]))
}

fn schedule_to_json(schedule: &Arc<dyn Schedule>) -> Json {
    let mut object = Map::new();
    match schedule.name() {
        Some(name) => {
            let arguments = schedule.arguments();
            let arguments: Map<String, Json> =
                arguments.into_iter().map(|(name, value)| (name.to_owned(), to_json(&value))).collect();
            object.insert("schedule".to_owned(), name.into());
            object.insert("arguments".to_owned(), arguments.into());
        }
        None => {
            object.insert("schedule".to_owned(), Json::Null);
            object.insert("text".to_owned(), format!("{schedule:?}").into());
        }
    }
    Json::Object(object)
}

/// The deepest nesting of schedules that is saved and loaded. Some schedules call the inner one twice, so without a limit, a file
/// of a few lines could keep a program busy for years.
const MOST_NESTED: usize = 16;

/// The depth of nested schedules.
fn nested(json: &Json) -> usize {
    match json {
        Json::Array(parts) => parts.iter().map(nested).max().unwrap_or(0),
        Json::Object(object) => {
            let deepest = object.values().map(nested).max().unwrap_or(0);
            deepest + usize::from(object.contains_key("schedule"))
        }
        _ => 0,
    }
}

/// The largest number of values in one setting that is saved and loaded, as in a configuration. In memory, each value takes many times
/// its bytes in a file.
pub(super) const MOST_VALUES: usize = 100_000;

/// The largest number of settings in a group that are loaded. No optimizer has that many.
pub(super) const MOST_SETTINGS: usize = 1000;

/// Returns the mistake in the JSON of a setting, if there is one.
pub(super) fn check(json: &Json) -> Result<(), String> {
    if nested(json) > MOST_NESTED {
        return Err(format!("schedules in schedules, more than {MOST_NESTED} deep"));
    }
    parse(&json.to_string()).map(drop)
}

/// The JSON of a text.
pub(super) fn parse(text: &str) -> Result<Json, String> {
    if is_longer(text, MOST_VALUES) {
        return Err(format!("more than {MOST_VALUES} values"));
    }
    let json = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if nested(&json) > MOST_NESTED {
        return Err(format!("schedules in schedules, more than {MOST_NESTED} deep"));
    }
    Ok(json)
}

/// The reason why a setting was not restored.
#[derive(Debug)]
pub(super) enum Unrestored {
    /// The JSON is not a setting.
    Malformed(String),
    /// A schedule that is only code, and the program has none in its place.
    Code(String),
    /// A schedule that is not in the list.
    Unknown(LookupError),
    /// A schedule whose arguments are wrong.
    Wrong(HyperError),
}

/// Reads settings; `current` is the program's setting in the same place.
pub(super) struct Restore<'r> {
    pub(super) schedules: &'r ScheduleList,
}

impl Restore<'_> {
    pub(super) fn value(&self, json: &Json, current: Option<&Setting>) -> Result<Setting, Unrestored> {
        Ok(match json {
            Json::Null => Setting::None,
            Json::Bool(value) => Setting::Bool(*value),
            Json::Number(number) => number_value(number)?,
            Json::String(name) => Setting::Choice(name.clone()),
            Json::Array(parts) => {
                let current = match current {
                    Some(Setting::Tuple(parts)) => parts.as_slice(),
                    _ => &[],
                };
                let parts = parts.iter().enumerate().map(|(place, part)| self.value(part, current.get(place)));
                Setting::Tuple(parts.collect::<Result<_, _>>()?)
            }
            Json::Object(object) => match (object.get("schedule"), object.get("float"), object.get("int")) {
                (Some(Json::String(name)), None, None) => self.named(name, json, object.get("arguments"), current)?,
                (Some(Json::Null), None, None) => match current {
                    Some(Setting::Scheduled(schedule)) => Setting::Scheduled(Arc::clone(schedule)),
                    _ => return Err(Unrestored::Code(object.get("text").map_or_else(String::new, text))),
                },
                (None, Some(Json::String(number)), None) => match &**number {
                    "nan" => Setting::Float(f64::NAN),
                    "inf" => Setting::Float(f64::INFINITY),
                    "-inf" => Setting::Float(f64::NEG_INFINITY),
                    _ => return Err(malformed(json)),
                },
                (None, None, Some(Json::String(number))) => Setting::Int(number.parse().map_err(|_| malformed(json))?),
                _ => return Err(malformed(json)),
            },
        })
    }

    fn named(
        &self,
        name: &str,
        json: &Json,
        arguments: Option<&Json>,
        current: Option<&Setting>,
    ) -> Result<Setting, Unrestored> {
        let current = match current {
            Some(Setting::Scheduled(schedule)) if schedule.name() == Some(name) => Some(schedule),
            _ => None,
        };
        let entry = match (self.schedules.get(name), current) {
            (Ok(entry), _) => entry,
            // The schedule can't be created, but the program already has an equal one.
            (Err(_), Some(schedule)) if schedule_to_json(schedule) == *json => {
                return Ok(Setting::Scheduled(Arc::clone(schedule)));
            }
            (Err(error), _) => return Err(Unrestored::Unknown(error)),
        };
        let Some(Json::Object(arguments)) = arguments else { return Err(malformed(json)) };
        let now = current.map_or_else(Vec::new, Schedule::arguments);
        let mut given: Vec<(&str, Setting)> = Vec::with_capacity(arguments.len());
        for (argument, value) in arguments {
            let now = now.iter().find(|(name, _)| name == argument).map(|(_, value)| value);
            given.push((argument, self.value(value, now)?));
        }
        entry.make(name, &given).map(Setting::Scheduled).map_err(Unrestored::Wrong)
    }
}

fn number_value(number: &Number) -> Result<Setting, Unrestored> {
    let whole = number.as_i64().map(i128::from).or_else(|| number.as_u64().map(i128::from));
    match (whole, number.as_f64()) {
        (Some(whole), _) => Ok(Setting::Int(whole)),
        (None, Some(number)) => Ok(Setting::Float(number)),
        (None, None) => Err(Unrestored::Malformed(number.to_string())),
    }
}

fn malformed(json: &Json) -> Unrestored {
    Unrestored::Malformed(brief(&json.to_string()))
}

fn text(json: &Json) -> String {
    json.as_str().map_or_else(String::new, brief)
}

/// The start of a long text, for messages.
fn brief(text: &str) -> String {
    const SHOWN: usize = 80;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_json_where_it_has_them() {
        let text = |setting: Setting| to_json(&setting).to_string();
        assert_eq!([0.into(), 1.0.into(), (-0.5).into()].map(text), ["0", "1.0", "-0.5"]);
        let ends = [i128::from(i64::MIN), i128::from(u64::MAX)];
        assert_eq!(ends.map(|end| text(Setting::Int(end))), ["-9223372036854775808", "18446744073709551615"]);
        assert_eq!(text(Setting::Int(ends[0] - 1)), r#"{"int":"-9223372036854775809"}"#);
        assert_eq!(text(Setting::Int(ends[1] + 1)), r#"{"int":"18446744073709551616"}"#);
        assert_eq!(text(f64::NEG_INFINITY.into()), r#"{"float":"-inf"}"#);
    }

    #[test]
    fn numbers_that_json_does_not_have_come_back() {
        let schedules = ScheduleList::default();
        let back = |setting: &Setting| Restore { schedules: &schedules }.value(&to_json(setting), None);
        for number in [f64::INFINITY, f64::NEG_INFINITY, f64::NAN, -0.0, 5e-324] {
            assert!(
                matches!(back(&Setting::Float(number)), Ok(Setting::Float(found)) if found.to_bits() == number.to_bits()),
                "{number}"
            );
        }
        for number in [0, -1, i128::from(i64::MIN), i128::from(u64::MAX), i128::MAX, i128::MIN] {
            assert!(matches!(back(&Setting::Int(number)), Ok(Setting::Int(found)) if found == number), "{number}");
        }
        let forged = object("float", "many".to_owned());
        assert!(matches!(Restore { schedules: &schedules }.value(&forged, None), Err(Unrestored::Malformed(_))));
    }
}
