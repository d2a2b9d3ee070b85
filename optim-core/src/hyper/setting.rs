//! The value of a hyperparameter, without its type.

use std::any::Any;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::schedule::{Schedule, same};
use crate::messages::shown;

/// The setting of a hyperparameter as data, a value or schedules for its numbers: what setters, configuration and
/// checkpoints exchange.
///
/// Two schedules are equal if they are the same object, or have one name and equal arguments.
#[derive(Clone, Debug)]
pub enum Setting {
    /// An `Option` without a value.
    None,
    /// A boolean.
    Bool(bool),
    /// An integer; wide enough for every integer type of a field.
    Int(i128),
    /// A number.
    Float(f64),
    /// The name of a choice.
    Choice(String),
    /// The values of a tuple, an array or a list.
    Tuple(Vec<Setting>),
    /// A schedule: a number that changes from step to step.
    Scheduled(Arc<dyn Schedule>),
}

impl Setting {
    /// A scheduled number.
    pub fn schedule(schedule: impl Schedule) -> Self {
        let mut schedule = Some(schedule);
        // A shared schedule must stay the same object, so it is not wrapped again.
        let shared = (&mut schedule as &mut dyn Any).downcast_mut::<Option<Arc<dyn Schedule>>>().and_then(Option::take);
        shared
            .or_else(|| schedule.map(|schedule| Arc::new(schedule) as Arc<dyn Schedule>))
            .map_or(Self::None, Self::Scheduled)
    }

    /// The number, if this is a float or an integer.
    pub fn as_f64(&self) -> Option<f64> {
        match *self {
            Self::Float(number) => Some(number),
            Self::Int(number) => Some(number as f64),
            _ => None,
        }
    }

    /// This value with every schedule in it replaced by its number after `step` finished steps.
    pub fn at(&self, step: u64) -> Self {
        match self {
            Self::Scheduled(schedule) => Self::Float(schedule.at(step)),
            Self::Tuple(parts) => Self::Tuple(parts.iter().map(|part| part.at(step)).collect()),
            plain => plain.clone(),
        }
    }

    /// This value with every schedule in it replaced by the next of these numbers.
    pub(crate) fn with_numbers(&self, numbers: &mut impl Iterator<Item = f64>) -> Self {
        match self {
            Self::Scheduled(_) => numbers.next().map_or(Self::None, Self::Float),
            Self::Tuple(parts) => Self::Tuple(parts.iter().map(|part| part.with_numbers(numbers)).collect()),
            plain => plain.clone(),
        }
    }

    /// Returns true if there is a schedule anywhere in this value.
    pub fn is_scheduled(&self) -> bool {
        match self {
            Self::Scheduled(_) => true,
            Self::Tuple(parts) => parts.iter().any(Self::is_scheduled),
            _ => false,
        }
    }

    /// This value, with this factor for every schedule in it that needs one.
    pub(crate) fn for_group(self, factor: f64) -> Self {
        match self {
            Self::Scheduled(schedule) => Self::Scheduled(schedule.for_group(factor).unwrap_or(schedule)),
            Self::Tuple(parts) => Self::Tuple(parts.into_iter().map(|part| part.for_group(factor)).collect()),
            plain => plain,
        }
    }

    /// The value in some words: of a long list the first elements and the number of all.
    pub(crate) fn brief(&self) -> String {
        const SHOWN: usize = 8;
        match self {
            Self::Tuple(parts) if parts.len() > SHOWN => {
                let first: Vec<String> = parts[..SHOWN].iter().map(ToString::to_string).collect();
                format!("({}, …, {} in all)", first.join(", "), parts.len())
            }
            value => value.to_string(),
        }
    }

    /// The components of a tuple; of anything else itself.
    pub(crate) fn parts(&self) -> &[Setting] {
        match self {
            Self::Tuple(parts) => parts,
            single => std::slice::from_ref(single),
        }
    }

    /// Every schedule in this setting with its index in the tuple, 0 for a plain number.
    pub(crate) fn schedules(&self) -> impl Iterator<Item = (Option<usize>, &Arc<dyn Schedule>)> {
        let tuple = matches!(self, Self::Tuple(_));
        self.parts().iter().enumerate().filter_map(move |(place, part)| match part {
            Self::Scheduled(schedule) => Some((tuple.then_some(place), schedule)),
            _ => None,
        })
    }
}

impl PartialEq for Setting {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::None, Self::None) => true,
            (Self::Bool(a), Self::Bool(b)) => a == b,
            (Self::Int(a), Self::Int(b)) => a == b,
            (Self::Float(a), Self::Float(b)) => a == b,
            (Self::Choice(a), Self::Choice(b)) => a == b,
            (Self::Tuple(a), Self::Tuple(b)) => a == b,
            (Self::Scheduled(a), Self::Scheduled(b)) => same(a, b),
            _ => false,
        }
    }
}

/// As a user would write it: `none`, `true`, `0.1`, `fast`, `(0.9, 0.99)`; a schedule by its `Debug` form.
impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("none"),
            Self::Bool(value) => value.fmt(f),
            Self::Int(number) => number.fmt(f),
            // `Debug` keeps the point, and uses an exponent for long numbers.
            Self::Float(number) => write!(f, "{number:?}"),
            Self::Choice(name) => shown(name).fmt(f),
            Self::Scheduled(schedule) => shown(format_args!("{schedule:?}")).fmt(f),
            Self::Tuple(parts) => {
                f.write_str("(")?;
                for (place, part) in parts.iter().enumerate() {
                    if place > 0 {
                        f.write_str(", ")?;
                    }
                    part.fmt(f)?;
                }
                f.write_str(")")
            }
        }
    }
}

/// Text that is not a value.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{}` is not a valid value: expected `none`, `true`, `false`, a number, a name, or values like `(0.9, 0.99)`",
    shown(text)
)]
#[non_exhaustive]
pub struct ParseSettingError {
    /// The part of the text that could not be read.
    pub text: String,
}

crate::messages::debug_as_display!(ParseSettingError);

/// Reads what [`Display`](fmt::Display) writes, schedules excepted. A word that is nothing else is the name of a choice;
/// whether a hyperparameter takes the value is found when it is set.
///
/// ```
/// use optim_core::Setting;
///
/// assert_eq!("0.1".parse::<Setting>()?, 0.1.into());
/// assert_eq!("(0.9, 0.99)".parse::<Setting>()?, (0.9, 0.99).into());
/// assert_eq!("none".parse::<Setting>()?, Setting::None);
/// assert!("(0.9, 0.99".parse::<Setting>().is_err());
/// # Ok::<(), optim_core::ParseSettingError>(())
/// ```
impl FromStr for Setting {
    type Err = ParseSettingError;

    fn from_str(text: &str) -> Result<Self, ParseSettingError> {
        let (value, rest) = value_and_rest(text.trim(), MOST_NESTED)?;
        if rest.is_empty() { Ok(value) } else { Err(unreadable(text)) }
    }
}

/// The deepest nesting of tuples that is read. No hyperparameter has that many, and the stack has room for it.
const MOST_NESTED: usize = 16;

fn unreadable(text: &str) -> ParseSettingError {
    ParseSettingError { text: text.trim().to_owned() }
}

/// Reads a value at the start of the text. Neither the text nor the rest begins with a space.
fn value_and_rest(text: &str, depth: usize) -> Result<(Setting, &str), ParseSettingError> {
    let Some(mut rest) = text.strip_prefix('(') else {
        let end = text.find(['(', ')', ',']).unwrap_or(text.len());
        let (word, rest) = text.split_at(end);
        return Ok((word_value(word.trim_end())?, rest));
    };
    let depth = depth.checked_sub(1).ok_or_else(|| unreadable(text))?;
    let mut parts = Vec::new();
    loop {
        rest = rest.trim_start();
        // `()`, and the comma after a single value, as in `(0.9,)`.
        if let Some(rest) = rest.strip_prefix(')') {
            return Ok((Setting::Tuple(parts), rest.trim_start()));
        }
        let (part, after) = value_and_rest(rest, depth)?;
        parts.push(part);
        rest = match after.strip_prefix(',') {
            Some(after) => after,
            None if after.starts_with(')') => after,
            None => return Err(unreadable(text)),
        };
    }
}

fn word_value(word: &str) -> Result<Setting, ParseSettingError> {
    Ok(match word {
        "none" => Setting::None,
        "true" => Setting::Bool(true),
        "false" => Setting::Bool(false),
        _ => match (word.parse::<i128>(), word.parse::<f64>()) {
            (Ok(number), _) => Setting::Int(number),
            (_, Ok(number)) => Setting::Float(number),
            _ if word.is_empty() || word.contains(char::is_whitespace) => return Err(unreadable(word)),
            _ => Setting::Choice(word.to_owned()),
        },
    })
}

macro_rules! from {
    ($($from:ty => |$value:ident| $make:expr;)*) => {$(
        impl From<$from> for Setting {
            fn from($value: $from) -> Self {
                $make
            }
        }
    )*};
}

from! {
    f64 => |value| Self::Float(value);
    f32 => |value| Self::Float(f64::from(value));
    i32 => |value| Self::Int(value.into());
    i64 => |value| Self::Int(value.into());
    u32 => |value| Self::Int(value.into());
    u64 => |value| Self::Int(value.into());
    usize => |value| Self::Int(value as i128);
    bool => |value| Self::Bool(value);
    &str => |value| Self::Choice(value.to_owned());
    String => |value| Self::Choice(value);
}

/// A scheduled number.
impl<S: Schedule> From<S> for Setting {
    fn from(schedule: S) -> Self {
        Self::schedule(schedule)
    }
}

impl<V: Into<Setting>> From<Vec<V>> for Setting {
    fn from(values: Vec<V>) -> Self {
        Self::Tuple(values.into_iter().map(Into::into).collect())
    }
}

impl<V: Into<Setting>, const N: usize> From<[V; N]> for Setting {
    fn from(values: [V; N]) -> Self {
        Self::Tuple(values.into_iter().map(Into::into).collect())
    }
}

impl<A: Into<Setting>, B: Into<Setting>> From<(A, B)> for Setting {
    fn from((a, b): (A, B)) -> Self {
        Self::Tuple(vec![a.into(), b.into()])
    }
}

impl<A: Into<Setting>, B: Into<Setting>, C: Into<Setting>> From<(A, B, C)> for Setting {
    fn from((a, b, c): (A, B, C)) -> Self {
        Self::Tuple(vec![a.into(), b.into(), c.into()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_read_back() {
        let tuple = Setting::Tuple(vec![Setting::Tuple(vec![]), (0.5, Setting::None).into(), 3.into()]);
        for value in [
            Setting::None,
            true.into(),
            false.into(),
            7.into(),
            Setting::Int(i128::MIN),
            0.1.into(),
            (-1e-30).into(),
            2.0.into(),
            f64::INFINITY.into(),
            "fast".into(),
            (0.9, 0.999).into(),
            (1, true, "fast").into(),
            vec![0.5].into(),
            [0.0, 0.9, 0.99, 0.999, 0.9999].into(),
            Vec::<f64>::new().into(),
            tuple,
        ] {
            assert_eq!(value.to_string().parse(), Ok(value));
        }
        assert!(matches!("NaN".parse(), Ok(Setting::Float(number)) if number.is_nan()));
        assert_eq!(" ( 0.9 ,1e-3, ) ".parse(), Ok(Setting::from((0.9, 1e-3))));
    }

    #[test]
    fn other_text_is_refused() {
        let deep = "(".repeat(100_000);
        for text in
            ["", " ", "(", ")", "1)", "(1", "(1 2)", "(,)", "1, 2", "two words", "(1)(2)", "a(1)", "((1)", &deep]
        {
            assert!(text.parse::<Setting>().is_err(), "{text:?}");
        }
        assert!(
            "(1, )x".parse::<Setting>().unwrap_err().to_string().starts_with("`(1, )x` is not a valid value: expected")
        );
    }
}
